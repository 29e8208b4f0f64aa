/* The exact values of the moves on a small board. */
#include "engine/base/clock.h"
#include "engine/solve/play/small_board.h"
#include "gtp/gogui/gfx.h"
#include "gtp/gogui/show.h"

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
        if (game_check(game, (Color)game->board.to_move, p) != MOVE_LEGAL) {
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

const GtpCommand GTP_SHOW_VALUES_COMMANDS[] = {
    {"dihedra-show_values", "", GTP_WORDS, 0, 0, show_values,
     "on a small board the exact value of each move for Black, the best ones green (gfx)"},
    {0},
};
