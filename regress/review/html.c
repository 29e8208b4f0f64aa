/* A reviewed game as a page: the object of --json, and what the page alone shows. */
#include "regress/review/review.h"

#include "engine/base/json.h"
#include "regress/page/report_page.h"

/* ---- The game ---- */

static void add_player_name(Text *text, const SgfNode *root, const char *name, const char *rank,
                            const char *color) {
    char value[80];
    sgf_node_simple_text(root, name, value, sizeof value);
    if (value[0] == '\0') {
        text_add(text, "%s", color);
        return;
    }
    text_add(text, "%s", value);
    if (sgf_node_simple_text(root, rank, value, sizeof value) && value[0] != '\0') {
        text_add(text, " %s", value);
    }
    text_add(text, " (%s)", color);
}

static void add_fact(json_t *facts, const SgfNode *root, const char *identifier,
                     const char *label) {
    char value[80], fact[100];
    if (sgf_node_simple_text(root, identifier, value, sizeof value) && value[0] != '\0') {
        snprintf(fact, sizeof fact, "%s%s", label, value);
        json_add_value(facts, json_new_text(fact));
    }
}

static json_t *facts_of(const GameLine *line) {
    const SgfNode *root = line->root;
    json_t *facts = json_new_packed("[o, o]", json_sprintf("%dx%d", line->width, line->height),
                                    json_sprintf("komi %.12g", line->komi));
    if (line->handicap > 0) {
        json_add_value(facts, json_sprintf("handicap %d", line->handicap));
    }
    add_fact(facts, root, "RU", "rules ");
    add_fact(facts, root, "DT", "");
    add_fact(facts, root, "RE", "result ");
    return facts;
}

/* ---- Positions ---- */

/* Adds what the page alone shows. */
static void complete_position(json_t *object, const Review *review, int position) {
    const GameLine *line = review->line;
    const PositionAnalysis *analysis = &review->analyses[position];
    const SgfProperty *comment = sgf_node_property(line->positions[position].node, "C");
    const GameLineMove *move = position > 0 ? &line->moves[position - 1] : NULL;
    const bool has_last =
        move != NULL && !line->positions[position].is_set_up && point_is_move(move->point);
    char stones[CELL_COUNT_MAX + 1], owner[CELL_COUNT_MAX + 1], vertex[POINT_TEXT_MAX];
    const int count = analysis->has_owner ? line->width * line->height : 0;
    for (int i = 0; i < count; i++) {
        owner[i] = (char)('k' + analysis->owner[i]);
    }
    owner[count] = '\0';
    json_set_packed(object, "{s:s, s:s, s:i, s:o, s:o}", "stones",
                    game_line_stones(line, position, stones), "owner", owner, "last",
                    has_last ? point_y(move->point) * line->width + point_x(move->point) : -1,
                    "title",
                    move == NULL ? json_string("Start")
                                 : json_sprintf("Move %d: %s %s%s", position,
                                                move->color == BLACK ? "Black" : "White",
                                                game_line_vertex(line, move->point, vertex),
                                                move->fault != NULL ? " (illegal)" : ""),
                    "comment", json_new_text(comment == NULL ? NULL : comment->values[0].text));
}

/* ---- The page ---- */

bool review_save_page(const Review *review, const char *path, Status *status) {
    const GameLine *line = review->line;
    const SgfNode *root = line->root;
    json_t *page = review_to_json(review);
    const json_t *positions = json_object_get(page, "positions");
    Text title = {0};
    add_player_name(&title, root, "PB", "BR", "Black");
    text_add(&title, " \xE2\x80\x93 ");
    add_player_name(&title, root, "PW", "WR", "White");
    for (int i = review->first; i <= review->last + 1; i++) {
        complete_position(json_array_get(positions, (size_t)(i - review->first)), review, i);
    }
    json_set_packed(page, "{s:s, s:o, s:o, s:i}", "kind", "review", "title",
                    json_new_text(text_get(&title)), "about", facts_of(line), "first",
                    review->first);
    text_free(&title);
    return report_page_save(path, page, status);
}
