#include "engine/solve/play/small_board.h"

#include <string.h>

#include "engine/base/os/pages.h"
#include "engine/go/board/score.h"
#include "engine/solve/solver.h"

enum { LINE_MAX_MOVES = 256, SMALLEST_CELLS = 12, TABLE_MEGABYTES = 64 };

struct SmallBoard {
    const Game *game;
    ExactLimits limits;
    Solver *solver;
    Bitboard root;
    bool opponent_passed; /* a pass ends the game */
    int score;            /* as the board stands */
    uint64_t ticks;
    Bitboard
        past[SOLVER_HISTORY_MAX]; /* the positions that superko bans, without the present one */
};

/* ---- Setting up ---- */

static int past_count_of(const Game *game) {
    return game->rules.ko == KO_SIMPLE ? 0 : game->past[game->move_count].superko_past;
}

bool small_board_check(const Game *game, Status *status) {
    const int width = game->geometry->width, height = game->geometry->height;
    if (!bitboard_shape_fits(width, height)) {
        return status_fail(
            status, "%dx%d is too large to be solved: (width + 1) * height may be 64 at most",
            width, height);
    }
    if (!rules_count_plain_area(&game->rules)) {
        return status_fail(
            status, "only games with area scoring, without a tax or a button, can be solved");
    }
    if (past_count_of(game) > SOLVER_HISTORY_MAX) {
        return status_fail(status, "the game has %d moves, too many to be solved",
                           game->move_count);
    }
    return true;
}

/* The smallest boards are counted whole: captures soon empty them. */
static size_t table_bytes_of(const Game *game, size_t most) {
    const int cells = game->geometry->cell_count, empty = game->board.empty_count;
    const int more = empty > SMALLEST_CELLS ? empty : SMALLEST_CELLS + 1;
    const int points = cells <= SMALLEST_CELLS ? cells : more;
    const size_t suitable = solver_suitable_megabytes(points);
    const size_t bytes = (suitable < TABLE_MEGABYTES ? suitable : TABLE_MEGABYTES) << 20;
    return bytes < most ? bytes : most;
}

static int spot_of(const SmallBoard *small_board, Point p) {
    const BitboardShape *shape = solver_context(small_board->solver)->shape;
    return p == POINT_PASS ? BITBOARD_PASS
                           : shape->spot_of[small_board->game->geometry->cell_of[p]];
}

static Point point_of(const SmallBoard *small_board, int move) {
    const BitboardShape *shape = solver_context(small_board->solver)->shape;
    return move == BITBOARD_PASS ? POINT_PASS
                                 : small_board->game->geometry->point_of[shape->cell_of[move]];
}

static void stop_when_over(void *context) {
    SmallBoard *small_board = context;
    small_board->ticks++;
    if (deadline_is_over(&small_board->limits.deadline) ||
        small_board->ticks >= small_board->limits.nodes / SOLVER_TICK_NODES) {
        solver_stop(small_board->solver);
    }
}

static void set_small_position(SmallBoard *small_board) {
    const Game *game = small_board->game;
    const BitboardShape *shape = solver_context(small_board->solver)->shape;
    const int cells = game->geometry->cell_count, count = past_count_of(game);
    ColorCell present[CELL_COUNT_MAX];
    for (int i = 0; i < count; i++) {
        const int index = game->move_count - count + i;
        bitboard_set_up(shape, game->past_cells + (size_t)index * (size_t)cells,
                        game->moves[index].color, &small_board->past[i]);
    }
    board_get_cells(&game->board, present);
    bitboard_set_up(shape, present, game->board.to_move, &small_board->root);
    if (game->board.ko != POINT_NONE) {
        small_board->root.ko = (int8_t)spot_of(small_board, game->board.ko);
    }
    solver_context_add_history(solver_context(small_board->solver),
                               small_board->root.stones); /* before any search */
    solver_set_history(small_board->solver, small_board->past, count);
    solver_set_position(small_board->solver, &small_board->root, BITBOARD_NONE);
}

SmallBoard *small_board_new(const Game *game, const ExactLimits *limits) {
    SmallBoard *small_board = aligned_new(sizeof *small_board);
    if (small_board == NULL) {
        return NULL;
    }
    small_board->game = game;
    small_board->limits = *limits;
    small_board->opponent_passed = game->board.passes > 0;
    small_board->score = score_area(&game->board, NULL, NULL);
    const SolverOptions options = {.width = game->geometry->width,
                                   .height = game->geometry->height,
                                   .rules = game->rules,
                                   .use = SOLVER_ALL_TECHNIQUES,
                                   .hash_seed = game->hash_seed,
                                   .threads = limits->threads,
                                   .table_bytes = table_bytes_of(game, limits->table_bytes)};
    small_board->solver = solver_new(&options);
    if (small_board->solver == NULL) {
        aligned_free(small_board);
        return NULL;
    }
    solver_context(small_board->solver)->tick = stop_when_over;
    solver_context(small_board->solver)->tick_context = small_board;
    set_small_position(small_board);
    return small_board;
}

void small_board_free(SmallBoard *small_board) {
    if (small_board != NULL) {
        solver_free(small_board->solver);
        aligned_free(small_board);
    }
}

/* ---- Values ---- */

/* The better of two values for a color. */
static int better(Color color, int a, int b) {
    return (a > b) == (color == BLACK) ? a : b;
}

static ExactBounds bounds_of(const SmallBoard *small_board) {
    const SolverState state = solver_state(small_board->solver);
    return (ExactBounds){state.lower, state.upper};
}

/* The solver knows of no pass before its position. After one the mover may also end the game, which
 * is one more move and takes none away. */
static ExactBounds root_bounds(const SmallBoard *small_board) {
    const Color mover = small_board->root.to_move;
    const ExactBounds bounds = bounds_of(small_board);
    return !small_board->opponent_passed
               ? bounds
               : (ExactBounds){better(mover, bounds.lower, small_board->score),
                               better(mover, bounds.upper, small_board->score)};
}

ExactBounds small_board_solve(SmallBoard *small_board) {
    solver_set_position(small_board->solver, &small_board->root, BITBOARD_NONE);
    solver_solve(small_board->solver);
    return root_bounds(small_board);
}

/* Returns false for a move that the solver never plays: suicide of one stone
 * (engine/solve/README.md). */
static bool set_after_move(SmallBoard *small_board, Point p) {
    Bitboard after;
    if (p != POINT_PASS &&
        !solver_context_play(solver_context(small_board->solver), &small_board->root,
                             spot_of(small_board, p), &after)) {
        return false;
    }
    solver_set_position(small_board->solver, &small_board->root, spot_of(small_board, p));
    return true;
}

bool small_board_keeps(SmallBoard *small_board, Point p, int value) {
    const Color mover = small_board->root.to_move;
    if (p == POINT_PASS && better(mover, small_board->score, value) != small_board->score) {
        return false; /* the opponent, too, would pass */
    }
    if ((p == POINT_PASS && small_board->opponent_passed) || !set_after_move(small_board, p)) {
        return p == POINT_PASS;
    }
    return mover == BLACK ? solver_ask(small_board->solver, value) == ANSWER_YES
                          : solver_ask(small_board->solver, value + 1) == ANSWER_NO;
}

ExactBounds small_board_solve_move(SmallBoard *small_board, Point p) {
    const int cells = small_board->game->geometry->cell_count;
    if (p == POINT_PASS && small_board->opponent_passed) {
        return (ExactBounds){small_board->score, small_board->score};
    }
    if (!set_after_move(small_board, p)) {
        return (ExactBounds){-cells, cells};
    }
    solver_solve(small_board->solver);
    return bounds_of(small_board);
}

int small_board_find_line(SmallBoard *small_board, Point *moves, int most) {
    int spots[LINE_MAX_MOVES];
    most = most < LINE_MAX_MOVES ? most : LINE_MAX_MOVES;
    if (solver_first(small_board->solver) != BITBOARD_NONE) {
        small_board_solve(small_board);
    }
    const ExactBounds value = root_bounds(small_board);
    if (value.lower != value.upper || most == 0) {
        return 0;
    }
    if (small_board->opponent_passed && value.lower == small_board->score) {
        moves[0] = POINT_PASS;
        return 1;
    }
    const int count = line_find(small_board->solver, spots, most);
    for (int i = 0; i < count; i++) {
        moves[i] = point_of(small_board, spots[i]);
    }
    return count;
}
