/* What becomes of the stones, exact values and the opening book, as pictures. */

#include "engine/go/ending/stone_status.h"
#include "engine/solve/play/small_board.h"
#include "gtp/gogui/show.h"

/* ---- What the stones will come to ---- */

static bool show_ownership(GtpCall *call) {
    enum { GAMES = 400 };
    const Game *game = call->engine->game;
    const EstimateGames games = {ESTIMATE_BY_RANDOM_GAMES, EMPTY, GAMES,
                                 call->engine->options.seed};
    float owner[POINT_COUNT];
    double lead = 0;
    estimate_owners(&game->board, &games, NULL, owner);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        lead += (double)owner[game->geometry->point_of[cell]];
    }
    gfx_add_shades(call->answer, game->geometry, GFX_WHITE_TO_BLACK, owner);
    text_add(call->answer, "TEXT %s leads by %.1f points after random games, without komi\n",
             lead < 0 ? "White" : "Black", fabs(lead));
    return true;
}

static bool show_final(GtpCall *call) {
    const Game *game = call->engine->game;
    uint8_t status[POINT_COUNT], owners[POINT_COUNT];
    char result[RECORD_RESULT_MAX];
    ending_status(player_ending(&call->engine->player), game, NULL, status);
    game_find_owners(game, status, owners);
    gfx_add_points(call->answer, game->geometry, "BLACK", owners, BLACK);
    gfx_add_points(call->answer, game->geometry, "WHITE", owners, WHITE);
    gfx_add_points(call->answer, game->geometry, "MARK", status, STATUS_DEAD);
    text_add(call->answer, "TEXT %s by %s rules\n", record_result(game_score(game, status), result),
             game->rules.name);
    return true;
}

/* ---- The exact values of the moves on a small board ---- */

static const double PICTURE_SECONDS = 2;

enum { TABLE_BYTES = 256 << 20 };

static void add_bounds(Text *text, ExactBounds bounds) {
    text_add(text, bounds.lower == bounds.upper ? "%+d" : "?", bounds.lower);
}

/* Labels of the moves, in green those that keep the value; the status line has value and pass. */
static void draw_values(const Game *game, SmallBoard *small_board, Text *text) {
    const Geometry *geometry = game->geometry;
    const ExactBounds value = small_board_solve(small_board);
    Text best = {0}, labels = {0}, pass = {0};
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        char name[POINT_TEXT_MAX];
        if (game_check(game, game->board.to_move, p) != MOVE_LEGAL) {
            continue;
        }
        const ExactBounds bounds = small_board_solve_move(small_board, p);
        text_add(&labels, " %s ", point_to_text(p, geometry->height, name));
        add_bounds(&labels, bounds);
        if (bounds.lower == bounds.upper && value.lower == value.upper &&
            bounds.lower == value.lower) {
            text_add(&best, " %s", name);
        }
    }
    add_bounds(&pass, small_board_solve_move(small_board, POINT_PASS)); /* legal at any time */
    if (best.length > 0) {
        text_add(text, "COLOR #2f7d32%s\n", text_get(&best));
    }
    gfx_add_labels(text, &labels);
    text_add(text,
             value.lower == value.upper ? "TEXT Value for Black %+d"
                                        : "TEXT Value for Black %+d..%+d",
             value.lower, value.upper);
    text_add(text, ", after a pass %s\n", text_get(&pass));
    text_free(&best);
    text_free(&pass);
}

/* The picture of a board that is too large says so. */
static bool show_values(GtpCall *call) {
    const GtpEngine *engine = call->engine;
    Status status;
    if (!small_board_check(engine->game, &status)) {
        text_add(call->answer, "TEXT %s\n", status.text);
        return true;
    }
    const ExactLimits limits = {
        .deadline = {.at = clock_seconds() + PICTURE_SECONDS, .cancel = engine->player.cancel},
        .nodes = UINT64_MAX,
        .threads = (int)engine->options.threads,
        .table_bytes = TABLE_BYTES,
    };
    SmallBoard *small_board = small_board_new(engine->game, &limits);
    if (small_board == NULL) {
        return call_fail(call, "out of memory");
    }
    draw_values(engine->game, small_board, call->answer);
    small_board_free(small_board);
    return true;
}

/* ---- The opening book ---- */

/* What is drawn on a point. */
typedef enum { POINT_PLAIN, POINT_LEADS_TO_BOOK, POINT_IN_BOOK } BookMark;

/* Marks the points from which the book goes on, though not by its own move. */
static void mark_transpositions(GtpCall *call, const BookPosition *position,
                                uint8_t marks[POINT_COUNT]) {
    const Game *game = call->engine->game;
    for (int i = 0; i < game->board.empty_count; i++) {
        const Point p = game->board.empty[i];
        BookPosition after = *position;
        if (marks[p] == POINT_IN_BOOK || game_check(game, call->color, p) != MOVE_LEGAL) {
            continue;
        }
        book_position_play(&after, p);
        if (book_graph_find(call->engine->player.book, &after) != BOOK_NODE_NONE) {
            marks[p] = POINT_LEADS_TO_BOOK;
        }
    }
}

/* The book's moves with their win rates; a circle on those that stand for others. */
static void mark_moves(const BookListing *listing, uint8_t marks[POINT_COUNT],
                       uint8_t images[POINT_COUNT], Text *labels) {
    const Geometry *geometry = listing->position.board.geometry;
    for (int i = 0; i < listing->count; i++) {
        Point points[SYMMETRY_COUNT];
        char word[16];
        const int count =
            book_position_from_book(&listing->position, listing->moves[i].move, points);
        snprintf(word, sizeof word, "%.0f", 100 * listing->moves[i].opinion.win_rate);
        for (int j = 0; j < count; j++) {
            if (points[j] != POINT_PASS) {
                marks[points[j]] = POINT_IN_BOOK;
                images[points[j]] = count > 1;
                gfx_add_label(labels, geometry, points[j], word);
            }
        }
    }
}

static bool show_book(GtpCall *call) {
    BookListing listing;
    uint8_t marks[POINT_COUNT] = {POINT_PLAIN}, images[POINT_COUNT] = {0};
    Text labels = {0};
    const Game *game = call->engine->game;
    const BookGraph *book = call->engine->player.book;
    Status status;
    if (book == NULL || !book_facts_fit(&book->facts, game, &status)) { /* the picture says why */
        text_add(call->answer, "TEXT %s\n",
                 book == NULL ? "no book is open: start with --book FILE" : status.text);
        return true;
    }
    const bool is_known = book_probe(book, game, call->color, &listing);
    const Geometry *geometry = game->geometry;
    if (is_known) {
        mark_moves(&listing, marks, images, &labels);
    }
    mark_transpositions(call, &listing.position, marks);
    gfx_add_points(call->answer, geometry, "COLOR green", marks, POINT_IN_BOOK);
    gfx_add_points(call->answer, geometry, "COLOR yellow", marks, POINT_LEADS_TO_BOOK);
    gfx_add_points(call->answer, geometry, "CIRCLE", images, true);
    gfx_add_labels(call->answer, &labels);
    if (is_known) {
        const BookOpinion *opinion = &listing.opinion;
        text_add(call->answer, "TEXT %s wins %.1f%% (%.1f to %.1f), score %+.1f, visits %.0f\n",
                 color_name(call->color), 100 * opinion->win_rate, 100 * opinion->lower,
                 100 * opinion->upper, opinion->score, opinion->visits);
    } else {
        text_add(call->answer, "TEXT not in the book\n");
    }
    return true;
}

const GtpCommand GTP_SHOW_POSITION_COMMANDS[] = {
    {"dihedra-show_ownership", "", GTP_WORDS, 0, 0, show_ownership,
     "owner of each point after random games: dark Black, light White (gfx)"},
    {"dihedra-show_final", "", GTP_WORDS, 0, 0, show_final,
     "owner of each point without dead stones, which are crossed out; the score (gfx)"},
    {"dihedra-show_values", "", GTP_WORDS, 0, 0, show_values,
     "on a small board the exact value of each move for Black, the best ones green (gfx)"},
    {"dihedra-show_book", "[COLOR]", GTP_OPTIONAL_COLOR, 0, 1, show_book,
     "green: moves of the opening book with win rates, circled if symmetric ones are the same; "
     "yellow: lead to its positions (gfx)"},
    {0},
};
