#include "engine/review/judgement.h"

#include <stdlib.h>
#include <string.h>

#include "engine/review/reason.h"

enum { NEUTRAL = 'k', OWNER_MOST = 10 }; /* letters, and how far they go from it */

/* ---- The request ---- */

static void read_owner(const char *letters, int cells, PositionAnalysis *analysis) {
    bool is_whole = letters != NULL && strlen(letters) == (size_t)cells;
    for (int i = 0; is_whole && i < cells; i++) {
        analysis->owner[i] = (signed char)(letters[i] - NEUTRAL);
        is_whole = abs(analysis->owner[i]) <= OWNER_MOST;
    }
    analysis->has_owner = is_whole;
}

static void read_position(Review *review, int position, const json_t *known) {
    const GameLine *line = review->line;
    const char *report = json_string_value(json_object_get(known, "report"));
    PositionAnalysis analysis;
    Status ignored;
    if (report != NULL && position_analysis_read(report, line, position, &analysis, &ignored)) {
        read_owner(json_string_value(json_object_get(known, "owner")), line->width * line->height,
                   &analysis);
        review_set_analysis(review, position, &analysis);
    }
}

static void read_request(Review *review, const json_t *request) {
    const json_t *positions = json_object_get(request, "positions");
    const json_t *reasons = json_object_get(request, "reasons");
    for (int i = 0; i <= review->line->move_count; i++) {
        read_position(review, i, json_array_get(positions, (size_t)i));
    }
    for (int i = 0; i < review->line->move_count; i++) {
        const char *answer = json_string_value(json_array_get(reasons, (size_t)i));
        review->reasons[i] = answer == NULL ? NULL : reason_read(answer);
    }
}

/* ---- The answer ---- */

static void add_moves(const Review *review, json_t *answer) {
    int asked[2 * REVIEW_WORST_MAX];
    const int count = reason_list_moves(review, asked);
    json_t *moves = json_new_array();
    for (int i = 0; i <= review->last; i++) {
        json_t *move = review_move_to_json(review, i);
        json_set_packed(move, "{s:f, s:n}", "difference", review_difference(review, i), "ask");
        json_add_value(moves, move);
    }
    for (int i = 0; i < count; i++) {
        Text command = {0};
        reason_add_command(review, asked[i], &command);
        if (review->reasons[asked[i]] == NULL) {
            json_set_text(json_array_get(moves, (size_t)asked[i]), "ask", text_get(&command));
        }
        text_free(&command);
    }
    json_set_value(answer, "moves", moves);
}

static char *judge(const GameLine *line, const json_t *request) {
    Review review;
    Text text = {0};
    review_init(&review, line);
    read_request(&review, request);
    review_judge(&review);
    json_t *answer =
        json_new_packed("{s:o, s:o}", "black", review_player_to_json(&review.players[BLACK]),
                        "white", review_player_to_json(&review.players[WHITE]));
    add_moves(&review, answer);
    json_add_text(answer, &text);
    review_free(&review);
    return text.bytes;
}

char *judgement_answer(const char *request, Status *status) {
    json_t *object = json_loads(request, JSON_REJECT_DUPLICATES, NULL);
    const char *sgf = json_string_value(json_object_get(object, "sgf"));
    SgfTree *tree = NULL;
    GameLine line;
    char *answer = NULL;
    const bool is_read =
        (sgf != NULL || status_fail(status, "expected a JSON object with a game as sgf")) &&
        sgf_read(sgf, strlen(sgf), &tree, status);
    if (is_read && game_line_read(&line, tree, sgf_tree_root(tree), NULL, status)) {
        answer = judge(&line, object);
        game_line_free(&line);
    }
    sgf_tree_free(tree);
    json_decref(object);
    return answer;
}
