/* The solver in a game; see the header. */
#include "engine/solve/play/whole.h"

#include <stdlib.h>
#include <string.h>

#include "engine/go/board/score.h"
#include "engine/solve/line.h"

enum { NODES_PER_TICK = 1 << 12, LINE_MAX_MOVES = 256, SMALLEST_CELLS = 12, TABLE_MEGABYTES = 64 };

struct Whole {
    const Game *game;
    ExactLimits limits;
    Solver *solver;
    Field root;
    bool opponent_passed; /* a pass ends the game */
    int score;            /* as the board stands */
    uint64_t ticks;
    Field past[SOLVER_HISTORY_MAX]; /* the positions that superko bans, without the present one */
};

/* ---- Setting up ---- */

static int past_count_of(const Game *game) {
    return game->rules.ko == KO_SIMPLE ? 0 : game->move_count;
}

bool whole_check(const Game *game, Status *status) {
    const int width = game->geometry->width, height = game->geometry->height;
    if (!field_shape_fits(width, height)) {
        return status_fail(
            status, "%dx%d is too large to be solved: (width + 1) * height may be 64 at most",
            width, height);
    }
    if (game->rules.scoring != SCORING_AREA) {
        return status_fail(status, "only games with area scoring can be solved");
    }
    if (past_count_of(game) > SOLVER_HISTORY_MAX) {
        return status_fail(status, "the game has too many moves: %d, of %d at most",
                           game->move_count, SOLVER_HISTORY_MAX);
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

static int spot_of(const Whole *whole, Point p) {
    const FieldShape *shape = solver_context(whole->solver)->shape;
    return p == POINT_PASS ? FIELD_PASS : shape->spot_of[whole->game->geometry->cell_of[p]];
}

static Point point_of(const Whole *whole, int move) {
    const FieldShape *shape = solver_context(whole->solver)->shape;
    return move == FIELD_PASS ? POINT_PASS : whole->game->geometry->point_of[shape->cell_of[move]];
}

static void tick(void *context) {
    Whole *whole = context;
    whole->ticks++;
    if (deadline_is_over(&whole->limits.deadline) ||
        whole->ticks >= whole->limits.nodes / NODES_PER_TICK) {
        solver_stop(whole->solver);
    }
}

static void set_position(Whole *whole) {
    const Game *game = whole->game;
    const FieldShape *shape = solver_context(whole->solver)->shape;
    const int cells = game->geometry->cell_count, count = past_count_of(game);
    ColorCell present[CELL_COUNT_MAX];
    for (int i = 0; i < count; i++) {
        field_set_up(shape, game->past_cells + (size_t)i * (size_t)cells, game->past[i].to_move,
                     &whole->past[i]);
    }
    board_get_cells(&game->board, present);
    field_set_up(shape, present, (Color)game->board.to_move, &whole->root);
    if (game->board.ko != POINT_NONE) {
        whole->root.ko = (int8_t)spot_of(whole, game->board.ko);
    }
    solver_context_add_history(solver_context(whole->solver),
                               whole->root.stones); /* before any search */
    solver_set_history(whole->solver, whole->past, count);
    solver_set_position(whole->solver, &whole->root, FIELD_NONE);
}

Whole *whole_new(const Game *game, const ExactLimits *limits) {
    Whole *whole = aligned_alloc(64, (sizeof *whole + 63) / 64 * 64);
    if (whole == NULL) {
        return NULL;
    }
    memset(whole, 0, sizeof *whole);
    whole->game = game;
    whole->limits = *limits;
    whole->opponent_passed = game->board.passes > 0;
    whole->score = score_area(&game->board, NULL, NULL);
    const SolverOptions options = {.width = game->geometry->width,
                                   .height = game->geometry->height,
                                   .rules = game->rules,
                                   .use = SOLVER_ALL_TECHNIQUES,
                                   .hash_seed = game->hash_seed,
                                   .threads = limits->threads,
                                   .table_bytes = table_bytes_of(game, limits->table_bytes)};
    whole->solver = solver_new(&options);
    if (whole->solver == NULL) {
        free(whole);
        return NULL;
    }
    solver_context(whole->solver)->tick = tick;
    solver_context(whole->solver)->tick_context = whole;
    set_position(whole);
    return whole;
}

void whole_free(Whole *whole) {
    if (whole != NULL) {
        solver_free(whole->solver);
        free(whole);
    }
}

uint64_t whole_nodes(const Whole *whole) {
    return solver_state(whole->solver).nodes;
}

/* ---- Values ---- */

/* The better of two values for a color. */
static int better(Color color, int a, int b) {
    return (a > b) == (color == BLACK) ? a : b;
}

/* The solver knows of no pass before its position. After one the mover may also end the game, which
 * is one more move and takes none away. */
static ExactBounds with_the_end(const Whole *whole, Color mover, ExactBounds bounds) {
    return (ExactBounds){better(mover, bounds.lower, whole->score),
                         better(mover, bounds.upper, whole->score)};
}

static ExactBounds bounds_of(const Whole *whole) {
    const SolverState state = solver_state(whole->solver);
    return (ExactBounds){state.lower, state.upper};
}

static ExactBounds root_bounds(const Whole *whole) {
    const ExactBounds bounds = bounds_of(whole);
    return whole->opponent_passed ? with_the_end(whole, (Color)whole->root.to_move, bounds)
                                  : bounds;
}

ExactBounds whole_solve(Whole *whole) {
    solver_set_position(whole->solver, &whole->root, FIELD_NONE);
    solver_solve(whole->solver);
    return root_bounds(whole);
}

/* Returns false for a move that the solver never plays: suicide of one stone
 * (engine/solve/README.md). */
static bool set_move(Whole *whole, Point p) {
    Field after;
    if (p != POINT_PASS && solver_context_play(solver_context(whole->solver), &whole->root,
                                               spot_of(whole, p), &after) == FIELD_ILLEGAL) {
        return false;
    }
    solver_set_position(whole->solver, &whole->root, spot_of(whole, p));
    return true;
}

bool whole_keeps(Whole *whole, Point p, int value) {
    const Color mover = (Color)whole->root.to_move;
    if (p == POINT_PASS && better(mover, whole->score, value) != whole->score) {
        return false; /* the opponent, too, would pass */
    }
    if ((p == POINT_PASS && whole->opponent_passed) || !set_move(whole, p)) {
        return p == POINT_PASS;
    }
    return mover == BLACK ? solver_ask(whole->solver, value) == ANSWER_YES
                          : solver_ask(whole->solver, value + 1) == ANSWER_NO;
}

ExactBounds whole_solve_move(Whole *whole, Point p) {
    const int cells = whole->game->geometry->cell_count;
    if (p == POINT_PASS && whole->opponent_passed) {
        return (ExactBounds){whole->score, whole->score};
    }
    if (!set_move(whole, p)) {
        return (ExactBounds){-cells, cells};
    }
    solver_solve(whole->solver);
    return bounds_of(whole);
}

int whole_find_line(Whole *whole, Point *moves, int most) {
    int spots[LINE_MAX_MOVES];
    most = most < LINE_MAX_MOVES ? most : LINE_MAX_MOVES;
    if (solver_first(whole->solver) != FIELD_NONE) {
        whole_solve(whole);
    }
    const ExactBounds value = root_bounds(whole);
    if (value.lower != value.upper || most == 0) {
        return 0;
    }
    if (whole->opponent_passed && value.lower == whole->score) {
        moves[0] = POINT_PASS;
        return 1;
    }
    const int count = line_find(whole->solver, spots, most);
    for (int i = 0; i < count; i++) {
        moves[i] = point_of(whole, spots[i]);
    }
    return count;
}
