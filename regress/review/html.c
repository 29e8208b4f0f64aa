#include "regress/review/html.h"

#include <math.h>

#include "engine/go/board/board_text.h"
#include "regress/page/report_page.h"
#include "regress/review/print.h"

/* ---- The game ---- */

static void add_player_name(Text *text, const SgfNode *root, const char *name, const char *rank,
                            const char *instead) {
    char value[80];
    sgf_node_simple_text(root, name, value, sizeof value);
    text_add(text, "%s", value[0] == '\0' ? instead : value);
    if (sgf_node_simple_text(root, rank, value, sizeof value) && value[0] != '\0') {
        text_add(text, " %s", value);
    }
}

static void set_title(json_t *page, const SgfNode *root) {
    Text title = {0};
    add_player_name(&title, root, "PB", "BR", "Black");
    text_add(&title, " \xE2\x80\x93 ");
    add_player_name(&title, root, "PW", "WR", "White");
    json_set_text(page, "title", text_get(&title));
    text_free(&title);
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
    const SgfNode *root = sgf_tree_root(line->tree);
    json_t *facts = json_new_array();
    char fact[64];
    snprintf(fact, sizeof fact, "%dx%d", line->width, line->height);
    json_add_value(facts, json_new_text(fact));
    snprintf(fact, sizeof fact, "komi %.12g", line->komi);
    json_add_value(facts, json_new_text(fact));
    if (line->handicap > 0) {
        snprintf(fact, sizeof fact, "handicap %d", line->handicap);
        json_add_value(facts, json_new_text(fact));
    }
    add_fact(facts, root, "RU", "rules ");
    add_fact(facts, root, "DT", "");
    add_fact(facts, root, "RE", "result ");
    return facts;
}

static json_t *stars_of(const GameLine *line) {
    json_t *stars = json_new_array();
    for (int i = 0; i < line->width * line->height; i++) {
        if (board_text_is_star(line->width, line->height, i % line->width, i / line->width)) {
            json_add_value(stars, json_integer(i));
        }
    }
    return stars;
}

static void set_plays_like(json_t *ranks, const Review *review, Color color) {
    Text rank = {0};
    if (review->players[color].has_rank) {
        rank_estimate_describe(&review->ranks[color], &review->players[color].rank, &rank);
    }
    json_set_text(ranks, color_name(color),
                  review->players[color].has_rank ? text_get(&rank) : NULL);
    text_free(&rank);
}

/* ---- Positions ---- */

static int cell_number(const Review *review, Point point) {
    return point_is_move(point) ? point_y(point) * review->line->width + point_x(point) : -1;
}

static void set_board(json_t *object, const Review *review, int position) {
    static const char CODES[] = {[BLACK] = '1', [WHITE] = '2', [EMPTY] = '0'};
    const PositionAnalysis *analysis = &review->analyses[position];
    char stones[CELL_COUNT_MAX + 1], owner[CELL_COUNT_MAX + 1];
    const int count = review->line->width * review->line->height;
    for (int i = 0; i < count; i++) {
        stones[i] = CODES[review->line->positions[position].cells[i]];
        owner[i] = (char)('k' + lround(10 * (double)analysis->owner[i]));
    }
    stones[count] = '\0';
    owner[analysis->has_owner ? count : 0] = '\0';
    json_set_text(object, "stones", stones);
    json_set_text(object, "owner", owner);
}

static void set_points(json_t *object, const Review *review, int position) {
    const GameLine *line = review->line;
    const PositionAnalysis *analysis = &review->analyses[position];
    const bool has_last = position > 0 && !line->positions[position].is_set_up;
    const bool has_next = position < line->move_count;
    json_t *pv = json_new_array();
    for (int i = 0; i < analysis->pv_length; i++) {
        json_add_value(pv, json_integer(cell_number(review, analysis->pv[i])));
    }
    json_set_value(object, "line", pv);
    json_set_figure(object, "last",
                    has_last ? cell_number(review, line->moves[position - 1].point) : -1, 0);
    json_set_figure(object, "next",
                    has_next ? cell_number(review, line->moves[position].point) : -1, 0);
    json_set_figure(object, "best_point", cell_number(review, analysis->best), 0);
}

static void set_words(json_t *object, const Review *review, int position) {
    const SgfProperty *comment = sgf_node_property(review->line->positions[position].node, "C");
    Text title = {0}, text = {0};
    const int move = position - 1;
    if (position == 0) {
        text_add(&title, "Start");
    } else {
        char vertex[POINT_TEXT_MAX];
        text_add(&title, "Move %d: %s %s", position,
                 review->line->moves[move].color == BLACK ? "Black" : "White",
                 line_vertex(review->line, review->line->moves[move].point, vertex));
    }
    review_describe_position(review, position, &text);
    if (move >= review->first) {
        text_add(&text, " ");
        review_describe_move(review, move, &text);
    }
    json_set_text(object, "title", text_get(&title));
    json_set_text(object, "text", text_get(&text));
    json_set_text(object, "comment", comment == NULL ? NULL : comment->values[0].text);
    text_free(&title);
    text_free(&text);
}

/* ---- The page ---- */

bool review_html_save(const Review *review, const char *path, Status *status) {
    json_t *page = review_print_json(review), *ranks = json_new_object();
    const json_t *positions = json_object_get(page, "positions");
    json_set_text(page, "kind", "review");
    set_title(page, sgf_tree_root(review->line->tree));
    json_set_value(page, "about", facts_of(review->line));
    json_set_value(page, "stars", stars_of(review->line));
    json_set_figure(page, "first", review->first, 0);
    set_plays_like(ranks, review, BLACK);
    set_plays_like(ranks, review, WHITE);
    json_set_value(page, "plays_like", ranks);
    for (int i = review->first; i <= review->last + 1; i++) {
        json_t *object = json_array_get(positions, (size_t)(i - review->first));
        set_board(object, review, i);
        set_points(object, review, i);
        set_words(object, review, i);
    }
    return report_page_save(path, page, status);
}
