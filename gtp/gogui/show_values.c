/* The exact values of the moves on a small board. */
#include "gtp/gogui/show.h"
#include "gtp/position_solver.h"

static const double PICTURE_SECONDS = 2;

typedef struct {
    ExactBounds best;
    Point points[CELL_COUNT_MAX + 1];
    ExactBounds bounds[CELL_COUNT_MAX + 1];
    int count;
} MoveValues;

static void find_values(const Game *game, SmallBoard *small_board, MoveValues *values) {
    values->best = small_board_solve(small_board);
    values->count = 0;
    for (int cell = 0; cell <= game->geometry->cell_count; cell++) {
        const Point p =
            cell == game->geometry->cell_count ? POINT_PASS : game->geometry->point_of[cell];
        if (game_check(game, (Color)game->board.to_move, p) == MOVE_LEGAL) {
            values->points[values->count] = p;
            values->bounds[values->count++] = small_board_solve_move(small_board, p);
        }
    }
}

static bool is_best(const MoveValues *values, int i) {
    const ExactBounds bounds = values->bounds[i];
    return bounds.lower == bounds.upper && values->best.lower == values->best.upper &&
           bounds.lower == values->best.lower;
}

static void add_bounds(Text *text, ExactBounds bounds) {
    if (bounds.lower == bounds.upper) {
        text_add(text, "%+d", bounds.lower);
    } else {
        text_add(text, "?");
    }
}

/* Labels of the moves, in green those that keep the value; the status line has value and pass. */
static void draw_values(const Game *game, const MoveValues *values, Text *text) {
    char name[POINT_TEXT_MAX];
    Text best = {0}, labels = {0}, pass = {0};
    for (int i = 0; i < values->count; i++) {
        if (values->points[i] == POINT_PASS) {
            add_bounds(&pass, values->bounds[i]);
            continue;
        }
        point_to_text(values->points[i], game->geometry->height, name);
        text_add(&labels, " %s ", name);
        add_bounds(&labels, values->bounds[i]);
        if (is_best(values, i)) {
            text_add(&best, " %s", name);
        }
    }
    if (best.length > 0) {
        text_add(text, "COLOR #2f7d32%s\n", text_get(&best));
    }
    if (labels.length > 0) {
        text_add(text, "LABEL%s\n", text_get(&labels));
    }
    text_add(text, "TEXT Value for Black %+d", values->best.lower);
    if (values->best.lower != values->best.upper) {
        text_add(text, "..%+d", values->best.upper);
    }
    text_add(text, ", after a pass %s\n", text_get(&pass));
    text_free(&best);
    text_free(&labels);
    text_free(&pass);
}

/* A board that is too large gets a picture, too: the reason. */
bool show_values(GtpCall *call) {
    const GtpEngine *engine = call->engine;
    Status status;
    if (!small_board_check(engine->game, &status)) {
        text_add(call->answer, "TEXT %s\n", status.text);
        return true;
    }
    SmallBoard *small_board = position_solver_start(engine, PICTURE_SECONDS);
    if (small_board == NULL) {
        return call_fail(call, "out of memory");
    }
    MoveValues values;
    find_values(engine->game, small_board, &values);
    draw_values(engine->game, &values, call->answer);
    small_board_free(small_board);
    return true;
}
