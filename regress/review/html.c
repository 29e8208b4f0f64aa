/* A review's page. What comes from the record or the engine goes through regress/page/markup.h, and
 * so do the data for the script. */
#include "regress/review/html.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "regress/page/markup.h"
#include "regress/page/page.h"
#include "regress/page/svg.h"

/* Graphs and stones keep their colours in dark mode: Black's share is dark, White's is light. */
static const char style[] = {
#include "regress/review/review.css.inc"
    0};

/* Reads the element "game" (see add_data) and shows "controls". It puts everything on the page as
 * text, never as markup. */
static const char script[] = {
#include "regress/review/review.js.inc"
    0};

static int position_count(const Review *review) {
    return review->last - review->first + 2;
}

/* ---- Header ---- */

static void add_player_name(Text *text, const SgfNode *root, const char *name, const char *rank,
                            const char *instead) {
    char value[80];
    sgf_node_simple_text(root, name, value, sizeof value);
    text_add(text, "%s", value[0] == '\0' ? instead : value);
    if (sgf_node_simple_text(root, rank, value, sizeof value) && value[0] != '\0') {
        text_add(text, " %s", value);
    }
}

static void add_fact(Text *facts, const SgfNode *root, const char *identifier, const char *label) {
    char value[80];
    if (sgf_node_simple_text(root, identifier, value, sizeof value) && value[0] != '\0') {
        text_add(facts, ", %s%s", label, value);
    }
}

static void add_header(Text *page, const Review *review, const char *title) {
    const GameLine *line = review->line;
    const SgfNode *root = sgf_tree_root(line->tree);
    Text facts = {0};
    text_add(&facts, "%dx%d, komi %.12g", line->width, line->height, line->komi);
    if (line->handicap > 0) {
        text_add(&facts, ", handicap %d", line->handicap);
    }
    add_fact(&facts, root, "RU", "rules ");
    add_fact(&facts, root, "DT", "");
    add_fact(&facts, root, "RE", "result ");
    text_add(page, "<h1>");
    markup_add_cut(page, title, BLOCK_BYTES);
    text_add(page, "</h1>\n<p class=\"about\">");
    markup_add_cut(page, text_get(&facts), BLOCK_BYTES);
    text_add(page, "</p>\n<p class=\"about\">Analysed by ");
    markup_add_cut(page, review->name, CELL_BYTES);
    text_add(page, " ");
    markup_add_cut(page, review->version, CELL_BYTES);
    text_add(page, "</p>\n");
    text_free(&facts);
}

/* ---- Board and controls ---- */

/* Converts the stones of a position to the codes of regress/page/svg.h. */
static void get_stones(const Review *review, int position, uint8_t stones[CELL_COUNT_MAX]) {
    static const uint8_t CODES[] = {[BLACK] = 1, [WHITE] = 2, [EMPTY] = 0};
    for (int i = 0; i < review->line->width * review->line->height; i++) {
        stones[i] = CODES[review->line->positions[position].cells[i]];
    }
}

static void add_board(Text *page, const Review *review) {
    uint8_t stones[CELL_COUNT_MAX], marks[CELL_COUNT_MAX] = {0};
    get_stones(review, review->last + 1, stones);
    svg_add_grid(page, review->line->width, review->line->height);
    svg_add_marks(page);
    svg_add_board(page, &(SvgBoard){.width = review->line->width,
                                    .height = review->line->height,
                                    .stones = stones,
                                    .marks = marks,
                                    .title = "The board at the end"});
    text_add(page, "\n");
}

static void add_controls(Text *page, const Review *review) {
    static const struct {
        const char *id, *label, *sign;
    } BUTTONS[] = {
        {"first", "Start", "\xC2\xAB"},
        {"back-ten", "Ten moves back",
         "\xE2\x88\x92"
         "10"},
        {"back", "Back", "\xE2\x80\xB9"},
        {"forward", "Forward", "\xE2\x80\xBA"},
        {"forward-ten", "Ten moves forward", "+10"},
        {"last", "End", "\xC2\xBB"},
    };
    text_add(page, "<div class=\"filter\" id=\"controls\" role=\"group\" aria-label=\"Moves\" "
                   "hidden=\"\">\n");
    text_add(page,
             "<input type=\"range\" id=\"slider\" min=\"0\" max=\"%d\" value=\"0\" "
             "aria-label=\"Position\"/>\n",
             position_count(review) - 1);
    for (size_t i = 0; i < sizeof BUTTONS / sizeof BUTTONS[0]; i++) {
        text_add(page, "<button id=\"%s\" aria-label=\"%s\">%s</button>\n", BUTTONS[i].id,
                 BUTTONS[i].label, BUTTONS[i].sign);
    }
    text_add(page, "<button id=\"mistake\">Next mistake</button>\n"
                   "<button id=\"instead\" aria-pressed=\"false\">Better</button>\n"
                   "<button id=\"line\" aria-pressed=\"false\">Variation</button>\n"
                   "<button id=\"owner\" aria-pressed=\"false\">Ownership</button>\n</div>\n");
}

static void add_legend(Text *page) {
    text_add(page, "<ul class=\"legend\" aria-label=\"Marks on the board\">\n<li>");
    svg_add_sign(page, SVG_EXPECTED);
    text_add(page, " the engine's choice</li>\n<li>");
    svg_add_sign(page, SVG_PLAYED);
    text_add(page, " played next</li>\n</ul>\n");
    text_add(page, "<p class=\"keys\"><kbd>\xE2\x86\x90</kbd> <kbd>\xE2\x86\x92</kbd> a move, with "
                   "<kbd>Shift</kbd> ten; <kbd>Home</kbd> <kbd>End</kbd>; <kbd>m</kbd> next "
                   "mistake; <kbd>b</kbd> what was better than the last move; <kbd>v</kbd> what "
                   "comes next; <kbd>o</kbd> ownership</p>\n");
}

/* ---- Graphs ---- */

static void add_ticks(Text *page, const Review *review, const char *name, Grade grade) {
    text_add(page, "<path class=\"%s\" d=\"", name);
    for (int i = review->first; i <= review->last; i++) {
        if (review->figures[i].grade == grade) {
            text_add(page, "M%d 88V100", i + 1 - review->first);
        }
    }
    text_add(page, "\"/>");
}

/* Opens a graph: x is the position, y goes from 0 at the top to 100. */
static void open_graph(Text *page, const Review *review, const char *label) {
    const int width = position_count(review) > 1 ? position_count(review) - 1 : 1;
    text_add(page,
             "<svg class=\"graph\" viewBox=\"0 0 %d 100\" preserveAspectRatio=\"none\" "
             "role=\"img\" aria-label=\"%s\"><rect class=\"ground\" width=\"%d\" height=\"100\"/>",
             width, label, width);
}

static void close_graph(Text *page, const Review *review) {
    text_add(page, "<path class=\"middle\" d=\"M0 50H%d\"/>", position_count(review));
    add_ticks(page, review, "mistakes", GRADE_MISTAKE);
    add_ticks(page, review, "blunders", GRADE_BLUNDER);
    text_add(page, "<line class=\"cursor\" x1=\"0\" x2=\"0\" y1=\"0\" y2=\"100\"/></svg>\n");
}

static void add_win_rate_graph(Text *page, const Review *review) {
    text_add(page, "<p class=\"caption\"><span>Win rate (dark: Black)</span>"
                   "<span>0 to 100%%</span></p>\n");
    open_graph(page, review, "Black's win rate, position by position");
    text_add(page, "<path class=\"area\" d=\"M0 100");
    for (int i = 0; i < position_count(review); i++) {
        text_add(page, "L%d %.2f", i, 100 * (1 - review->analyses[review->first + i].win_rate));
    }
    text_add(page, "V100Z\"/>");
    close_graph(page, review);
}

/* The score, or 0 if the engine did not tell it. */
static double known_score(const PositionAnalysis *analysis) {
    return isnan(analysis->score) ? 0 : analysis->score;
}

static void add_score_graph(Text *page, const Review *review) {
    double most = 5;
    for (int i = 0; i < position_count(review); i++) {
        most = fmax(most, fabs(known_score(&review->analyses[review->first + i])));
    }
    text_add(page,
             "<p class=\"caption\"><span>Score (above the middle: Black leads)</span>"
             "<span>B+%.0f to W+%.0f</span></p>\n",
             ceil(most), ceil(most));
    open_graph(page, review, "Black's lead in points, position by position");
    text_add(page, "<path class=\"curve\" d=\"");
    for (int i = 0; i < position_count(review); i++) {
        const double score = known_score(&review->analyses[review->first + i]);
        text_add(page, "%c%d %.2f", i == 0 ? 'M' : 'L', i, 50 - 50 * score / ceil(most));
    }
    text_add(page, "\"/>");
    close_graph(page, review);
}

/* ---- Comments ---- */

static void add_comments(Text *page, const Review *review) {
    for (int i = review->first; i <= review->last + 1; i++) {
        const SgfProperty *comment = sgf_node_property(review->line->positions[i].node, "C");
        if (comment != NULL && comment->values[0].length > 0) {
            text_add(page, "<div class=\"comment\" data-position=\"%d\" hidden=\"\">",
                     i - review->first);
            markup_add_text(page, comment->values[0].text);
            text_add(page, "</div>\n");
        }
    }
}

/* ---- Players ---- */

/* Adds a cell with a figure, or "?" if it is NAN. */
static void add_figure(Text *page, double value, const char *unit) {
    if (isnan(value)) {
        text_add(page, "<td class=\"number quiet\">?</td>");
    } else {
        text_add(page, "<td class=\"number\">%.1f%s</td>", review_tenths(value), unit);
    }
}

static void add_count_row(Text *page, const char *label, int black, int white) {
    text_add(page,
             "<tr><th scope=\"row\">%s</th><td class=\"number\">%d</td>"
             "<td class=\"number\">%d</td></tr>\n",
             label, black, white);
}

static void add_figure_row(Text *page, const char *label, double black, double white,
                           const char *unit) {
    text_add(page, "<tr><th scope=\"row\">%s</th>", label);
    add_figure(page, black, unit);
    add_figure(page, white, unit);
    text_add(page, "</tr>\n");
}

/* If either player's rank is known. */
static void add_rank_row(Text *page, const Review *review) {
    if (!review->players[BLACK].has_rank && !review->players[WHITE].has_rank) {
        return;
    }
    text_add(page, "<tr><th scope=\"row\">plays like</th>");
    for (int color = BLACK; color <= WHITE; color++) {
        Text rank = {0};
        if (review->players[color].has_rank) {
            rank_estimate_describe(&review->ranks[color], &review->players[color].rank, &rank);
        } else {
            text_add(&rank, "?");
        }
        text_add(page, "<td class=\"number\">");
        markup_add_cut(page, text_get(&rank), CELL_BYTES);
        text_add(page, "</td>");
        text_free(&rank);
    }
    text_add(page, "</tr>\n");
}

static double agreement(const PlayerFigures *player) {
    return player->moves == 0 ? NAN : 100.0 * player->agreeing / player->moves;
}

static void add_players(Text *page, const Review *review) {
    const PlayerFigures *black = &review->players[BLACK], *white = &review->players[WHITE];
    text_add(page, "<div class=\"scroll\"><table>\n<thead><tr><th></th><th class=\"number\">Black"
                   "</th><th class=\"number\">White</th></tr></thead>\n<tbody>\n");
    add_count_row(page, "moves", black->moves, white->moves);
    add_figure_row(page, "engine's choice", agreement(black), agreement(white), "%");
    add_figure_row(page, "mean loss", 100 * black->mean_loss_win_rate,
                   100 * white->mean_loss_win_rate, "%");
    add_figure_row(page, "in points", black->mean_loss_points, white->mean_loss_points, "");
    add_count_row(page, "mistakes", black->mistakes, white->mistakes);
    add_count_row(page, "blunders", black->blunders, white->blunders);
    add_rank_row(page, review);
    text_add(page,
             "</tbody></table></div>\n<p class=\"keys\">A blunder (red in the graphs) loses "
             "%.12g%% of win rate or more, a mistake (orange) half of that.</p>\n",
             100 * review->blunder);
}

static void add_worst(Text *page, const Review *review, Color color) {
    const PlayerFigures *player = &review->players[color];
    if (player->worst_count == 0) {
        return;
    }
    text_add(page, "<h2>%s's worst moves</h2>\n<ol>\n", color == BLACK ? "Black" : "White");
    for (int i = 0; i < player->worst_count; i++) {
        const int index = player->worst[i];
        char played[POINT_TEXT_MAX], best[POINT_TEXT_MAX];
        text_add(page, "<li><a href=\"#move-%d\">%d %s</a>, %.1f%%; better %s</li>\n", index + 1,
                 index + 1, line_vertex(review->line, review->line->moves[index].point, played),
                 100 * review->figures[index].loss_win_rate,
                 line_vertex(review->line, review->analyses[index].best, best));
    }
    text_add(page, "</ol>\n");
}

/* ---- All moves ---- */

static void add_move_row(Text *page, const Review *review, int index) {
    const LineMove *move = &review->line->moves[index];
    const MoveFigures *figures = &review->figures[index];
    const PositionAnalysis *after = &review->analyses[index + 1];
    const char *grade = review_grade_name(figures->grade);
    char vertex[POINT_TEXT_MAX], score[REVIEW_SCORE_MAX];
    Text pv = {0};
    review_add_pv(review, &review->analyses[index], 8, &pv);
    text_add(
        page, "<tr data-position=\"%d\"><th scope=\"row\"><a href=\"#move-%d\">%d %s %s</a></th>",
        index + 1 - review->first, index + 1, index + 1, move->color == BLACK ? "Black" : "White",
        line_vertex(review->line, move->point, vertex));
    add_figure(page, 100 * after->win_rate, "%");
    text_add(page, "<td class=\"number\">%s</td>", review_score_text(after->score, score));
    add_figure(page, 100 * figures->loss_win_rate, "%");
    add_figure(page, figures->loss_points, "");
    text_add(page, "<td class=\"%s\">%s</td><td>%s</td></tr>\n", grade[0] == '\0' ? "quiet" : grade,
             grade, figures->agrees ? "the same" : text_get(&pv));
    text_free(&pv);
}

static void add_moves(Text *page, const Review *review) {
    text_add(page,
             "<h2>All moves</h2>\n<div class=\"scroll moves\" tabindex=\"0\"><table>\n<thead><tr>"
             "<th>move</th><th class=\"number\">Black wins</th><th class=\"number\">score</th>"
             "<th class=\"number\">loss</th><th class=\"number\">points</th><th></th>"
             "<th>engine's choice</th></tr></thead>\n<tbody>\n");
    for (int i = review->first; i <= review->last; i++) {
        add_move_row(page, review, i);
    }
    text_add(page, "</tbody></table></div>\n");
}

/* ---- Data for the script ---- */

/* Each position has
 *     stones            a digit a point, row by row from the top: 0 empty, 1 black, 2 white
 *     owner             a letter a point: a White's to k nobody's to u Black's; "" if not known
 *     last, next, best  the last move, the next one and the engine's choice: numbers of points, or
 *                       -1 if there is none or it is a pass
 *     pv                what the engine expects, in such numbers
 *     color             who is to move: 1 or 2
 *     bad               whether the move that led here was a mistake or a blunder
 *     title, text       what the page says about it */

static int cell_number(const Review *review, Point point) {
    return point_is_move(point) ? point_y(point) * review->line->width + point_x(point) : -1;
}

static json_t *line_of_play(const Review *review, const PositionAnalysis *analysis) {
    json_t *pv = json_new_array();
    for (int i = 0; i < analysis->pv_length; i++) {
        json_add_value(pv, json_integer(cell_number(review, analysis->pv[i])));
    }
    return pv;
}

static void set_board(json_t *object, const Review *review, int position) {
    const PositionAnalysis *analysis = &review->analyses[position];
    ColorCell cells[CELL_COUNT_MAX];
    char stones[CELL_COUNT_MAX + 1], owner[CELL_COUNT_MAX + 1];
    const int count = review->line->width * review->line->height;
    get_stones(review, position, cells);
    for (int i = 0; i < count; i++) {
        stones[i] = (char)('0' + cells[i]);
        owner[i] = (char)('k' + lround(10 * (double)analysis->owner[i]));
    }
    stones[count] = '\0';
    owner[analysis->has_owner ? count : 0] = '\0';
    json_set_text(object, "stones", stones);
    json_set_text(object, "owner", owner);
}

static void set_words(json_t *object, const Review *review, int position) {
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
    text_free(&title);
    text_free(&text);
}

static json_t *position_data(const Review *review, int position) {
    const GameLine *line = review->line;
    const PositionAnalysis *analysis = &review->analyses[position];
    const bool is_bad =
        position > review->first && review->figures[position - 1].grade >= GRADE_MISTAKE;
    const bool has_last = position > 0 && !line->positions[position].is_set_up;
    json_t *object = json_new_object();
    set_board(object, review, position);
    set_words(object, review, position);
    json_set_figure(object, "color", line->positions[position].to_move == BLACK ? 1 : 2, 0);
    json_set_figure(object, "last",
                    has_last ? cell_number(review, line->moves[position - 1].point) : -1, 0);
    json_set_figure(
        object, "next",
        position < line->move_count ? cell_number(review, line->moves[position].point) : -1, 0);
    json_set_figure(object, "best", cell_number(review, analysis->best), 0);
    json_set_value(object, "bad", json_boolean(is_bad));
    json_set_value(object, "pv", line_of_play(review, analysis));
    return object;
}

static void add_data(Text *page, const Review *review) {
    json_t *data = json_new_object(), *positions = json_new_array();
    json_set_figure(data, "width", review->line->width, 0);
    json_set_figure(data, "height", review->line->height, 0);
    json_set_figure(data, "first", review->first, 0);
    json_set_value(data, "positions", positions);
    for (int i = review->first; i <= review->last + 1; i++) {
        json_add_value(positions, position_data(review, i));
    }
    char *text = memory_check(json_dumps(data, JSON_COMPACT));
    text_add(page, "<script type=\"application/json\" id=\"game\">");
    markup_add_json(page, text);
    text_add(page, "</script>\n");
    free(text);
    json_decref(data);
}

/* ---- The page ---- */

static void add_page(Text *page, const Review *review) {
    const SgfNode *root = sgf_tree_root(review->line->tree);
    Text title = {0};
    add_player_name(&title, root, "PB", "BR", "Black");
    text_add(&title, " \xE2\x80\x93 ");
    add_player_name(&title, root, "PW", "WR", "White");
    page_open_whole(page, text_get(&title), style);
    add_header(page, review, text_get(&title));
    text_add(page, "<main class=\"review\">\n<section aria-label=\"Board\">\n");
    add_board(page, review);
    add_controls(page, review);
    add_legend(page);
    text_add(page, "</section>\n<section aria-label=\"Analysis\">\n<div class=\"panel\">\n"
                   "<div aria-live=\"polite\"><h2 id=\"title\">The game</h2>"
                   "<p id=\"text\"></p></div>\n");
    add_comments(page, review);
    add_win_rate_graph(page, review);
    add_score_graph(page, review);
    text_add(page, "</div>\n<div class=\"panel\">\n<h2>Players</h2>\n");
    add_players(page, review);
    add_worst(page, review, BLACK);
    add_worst(page, review, WHITE);
    text_add(page, "</div>\n</section>\n</main>\n");
    add_moves(page, review);
    add_data(page, review);
    text_add(page, "<script>\n%s</script>\n", script);
    page_close(page);
    text_free(&title);
}

bool review_html_save(const Review *review, const char *path, Status *status) {
    Text page = {0};
    add_page(&page, review);
    const bool ok = file_replace(path, text_get(&page), page.length, status);
    text_free(&page);
    return ok;
}
