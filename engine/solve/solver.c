#include "engine/solve/solver.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/os/pages.h"
#include "engine/base/team.h"
#include "engine/solve/bitboard.h"
#include "engine/solve/checkpoint.h"
#include "engine/solve/repetition.h"

enum {
    TRUSTED_DEPTH_PER_CELL = 6,
    LEAST_ANEW = 10000,    /* nodes of a search that is made anew, at least */
    ALONE_NODES = 20000,   /* a search after one of fewer nodes is not worth starting threads for */
    REPETITION_MOST = 512, /* positions of the first attempt */
    REPETITION_RATIO = 8,  /* nodes of the searches for each position of the next attempt */
    /* Nodes of the side that is expected to succeed, for each of the other's, and of pessimistic
     * searches for each of the full ones. Estimates of whole boards are hardly ever wrong. */
    FAVOR = 2,
    FAVOR_WHOLE_BOARD = 16,
    PESSIMISTIC_RATIO = 4,
    PESSIMISTIC_RATIO_WHOLE_BOARD = 8,
};

static const uint64_t PESSIMISTIC_AFTER = 300000; /* once those have had that many */

/* Which searches a side makes. What a pessimistic search reaches holds without bans and draws; what
 * it does not reach says nothing (solver_query.h). */
typedef enum { MODE_SIMPLE_KO, MODE_SUPERKO, MODE_WITHOUT_DRAWS } SideMode;

static const struct {
    bool full, pessimistic;
} SEARCHES[] = {
    [MODE_SIMPLE_KO] = {.full = true, .pessimistic = false},
    [MODE_SUPERKO] = {.full = true, .pessimistic = true}, /* by turns */
    [MODE_WITHOUT_DRAWS] = {.full = false, .pessimistic = true},
};

/* Searches that deepen, and what they have cost so far. */
typedef struct {
    int depth;
    bool trusts_open;
    SearchEnd end; /* of the last search */
    uint64_t nodes, last_nodes;
} Deepening;

/* One color's work on a question. The threads of a search only read it, but for the one that stops
 * the group: it alone notes what was found. */
typedef struct {
    Solver *solver;
    Color attacker;
    int goal;
    Deepening searches[2]; /* [is it pessimistic?] */
    bool is_pessimistic;   /* the search under way, or the last one */
    SideMode mode;
    uint64_t nodes, max_nodes; /* entered so far, and some at most */
    Repetition *repetition;    /* NULL before it is needed */
    size_t repetition_most; /* positions of the last attempt at a draw by repetition; SIZE_MAX: no
                               use to the side */
    SolverAnswer answer;    /* does the attacker reach its goal? */
    SolverAnswer found;     /* of the search under way: set by the thread of it that ends first */
} Side;

struct Solver {
    SolverOptions options;
    SolverContext context;
    SolverThread *solver_threads[TEAM_MAX];
    /* Constant while a question is asked, as are bounds and target. */
    Bitboard start, root;    /* root: after the first move, if there is one */
    int first;               /* a move, or BITBOARD_NONE */
    const Bitboard *history; /* the positions of the game before start */
    int history_count;
    Side sides[2];     /* [color]: of the question under way */
    SolverGroup group; /* of all searches, the caller's own, too */
    CheckpointBounds bounds;
    int target;
    int questions; /* that solver_ask_next has asked of the position */
    bool has_estimate;
    int estimate;        /* of the value */
    _Atomic int depth;   /* of the search begun last, by either side: for display alone */
    SolverCounts before; /* of earlier runs */
    /* Any thread may set it, and none clears it. Who sets it stops the group after that; who clears
     * the group's stop looks at it after that (solver_resume): so no search begins that nothing
     * ends. Both are sequentially consistent: each side stores its own flag and then loads the
     * other's (Dekker), which acquire and release would not order. */
    _Atomic bool halted;
};

Solver *solver_new(const SolverOptions *options) {
    Solver *solver = aligned_new(sizeof *solver);
    assert(options->threads <= TEAM_MAX);
    if (solver == NULL || !solver_context_init(&solver->context, options)) {
        aligned_free(solver);
        return NULL;
    }
    solver->options = *options;
    for (int i = 0; i < options->threads; i++) {
        solver->solver_threads[i] = solver_thread_new(&solver->context, &solver->group);
    }
    ColorCell cells[CELL_COUNT_MAX];
    memset(cells, EMPTY, sizeof cells);
    Bitboard bitboard;
    const bool is_set = bitboard_set_up(solver->context.shape, cells, BLACK, &bitboard);
    assert(is_set);
    (void)is_set;
    solver_set_position(solver, &bitboard, BITBOARD_NONE);
    return solver;
}

void solver_free(Solver *solver) {
    if (solver == NULL) {
        return;
    }
    for (int i = 0; i < solver->options.threads; i++) {
        solver_thread_free(solver->solver_threads[i]);
    }
    solver_context_free(&solver->context);
    aligned_free(solver);
}

size_t solver_suitable_megabytes(int points) {
    return points <= 9 ? 1 : points <= 12 ? 4 : points <= 16 ? 32 : points <= 20 ? 256 : 4096;
}

SolverGroup *solver_group(Solver *solver) {
    return &solver->group;
}

SolverContext *solver_context(Solver *solver) {
    return &solver->context;
}

/* Notes the life of a board before the root that the root does not have. */
static void note_lost_life(Solver *solver, const Bitboard *before) {
    SolverContext *context = &solver->context;
    for (int color = 0; color < 2; color++) {
        const Bits alive = life_find_stones(context->shape, before->stones[color]);
        if ((alive & ~life_find_stones(context->shape, solver->root.stones[color])) != 0) {
            const int points = bitboard_count(life_find(context->shape, before->stones[color], 0));
            const int stones = bitboard_count(alive);
            context->lost_points = points > context->lost_points ? points : context->lost_points;
            context->lost_stones = stones > context->lost_stones ? stones : context->lost_stones;
        }
    }
}

static void find_lost_life(Solver *solver) {
    solver->context.lost_points = solver->context.lost_stones = 0;
    if (solver->context.ko == KO_SIMPLE) { /* bans nothing */
        return;
    }
    for (int i = 0; i < solver->history_count; i++) {
        note_lost_life(solver, &solver->history[i]);
    }
    note_lost_life(solver, &solver->start);
}

void solver_set_position(Solver *solver, const Bitboard *bitboard, int first) {
    solver->start = solver->root = *bitboard;
    solver->first = first;
    if (first != BITBOARD_NONE || solver->history_count > 0) {
        solver_context_add_history(&solver->context, bitboard->stones);
    }
    if (first != BITBOARD_NONE) {
        const bool is_legal = solver_context_play(&solver->context, bitboard, first, &solver->root);
        assert(is_legal);
        (void)is_legal;
    }
    find_lost_life(solver);
    CheckpointBounds *bounds = &solver->bounds;
    *bounds = (CheckpointBounds){.lower = -solver->context.shape->cell_count,
                                 .upper = solver->context.shape->cell_count};
    if (first == BITBOARD_PASS) { /* the opponent may end the game at once */
        const int score = bitboard_score(solver->context.shape, bitboard->stones, BLACK);
        *(solver->root.to_move == BLACK ? &bounds->lower : &bounds->upper) = score;
    }
    solver->target = solver->questions = 0;
    solver->has_estimate = false;
    atomic_store_explicit(&solver->depth, 0, memory_order_relaxed);
}

void solver_set_history(Solver *solver, const Bitboard *history, int count) {
    assert(count <= SOLVER_HISTORY_MAX);
    solver->history = history;
    solver->history_count = count;
    for (int i = 0; i < count; i++) {
        solver_context_add_history(&solver->context, history[i].stones);
    }
}

void solver_set_estimate(Solver *solver, int estimate) {
    solver->has_estimate = true;
    solver->estimate = estimate;
}

const Bitboard *solver_start(const Solver *solver) {
    return &solver->start;
}

bool solver_is_pessimistic(const Solver *solver, Color color) {
    return solver->bounds.is_pessimistic[color];
}

int solver_first(const Solver *solver) {
    return solver->first;
}

Bitboard solver_root(const Solver *solver) {
    return solver->root;
}

void solver_resume(Solver *solver) {
    atomic_store(&solver->group.stop, false);
    if (atomic_load(&solver->halted)) {
        atomic_store(&solver->group.stop, true);
    }
}

void solver_set_path(const Solver *solver, Path *path) {
    const SolverContext *context = &solver->context;
    if (context->ko == KO_SIMPLE) { /* what came before says nothing: README.md */
        path_begin(path, context, &solver->root);
        return;
    }
    path_begin(path, context, solver->history_count > 0 ? &solver->history[0] : &solver->start);
    for (int i = 1; i < solver->history_count; i++) {
        path_add(path, context, &solver->history[i]);
    }
    if (solver->history_count > 0) {
        path_add(path, context, &solver->start);
    }
    if (solver->first != BITBOARD_NONE) {
        path_play(path, context, solver->first);
    }
}

SolverState solver_state(const Solver *solver) {
    SolverState state = {.lower = solver->bounds.lower,
                         .upper = solver->bounds.upper,
                         .target = solver->target,
                         .depth = atomic_load_explicit(&solver->depth, memory_order_relaxed),
                         .nodes = solver->before.nodes,
                         .generated = solver->before.generated};
    for (int i = 0; i < solver->options.threads; i++) {
        const SolverThread *thread = solver->solver_threads[i];
        state.nodes += atomic_load_explicit(&thread->shown_nodes, memory_order_relaxed);
        state.generated += atomic_load_explicit(&thread->shown_generated, memory_order_relaxed);
    }
    return state;
}

void solver_stop(Solver *solver) {
    atomic_store(&solver->halted, true);
    atomic_store(&solver->group.stop, true);
}

bool solver_is_stopped(const Solver *solver) {
    return atomic_load(&solver->halted);
}

/* ---- Checkpoints ---- */

/* The bounds are Black's, and hold after the solver's history: two first moves share them if they
 * are images of each other together with the board before them, which superko bans. That the boards
 * after them are images is not enough. A pass has the key of no move, which is that of the position
 * with colors exchanged and the other side to move. */
static uint64_t key_of_root(const Solver *solver) {
    return solver_context_key_of_move(&solver->context, &solver->start, solver->first).key ^
           (uint64_t)(2 * (solver->first == BITBOARD_PASS) + solver->root.to_move);
}

static CheckpointProgress progress_of(const Solver *solver) {
    const SolverState state = solver_state(solver);
    return (CheckpointProgress){.start = solver_context_key(&solver->context, &solver->start).key,
                                .nodes = state.nodes,
                                .generated = state.generated,
                                .position = key_of_root(solver),
                                .bounds = solver->bounds};
}

bool solver_save(const Solver *solver, double seconds, size_t max_bytes, const char *path,
                 Status *status) {
    CheckpointProgress progress = progress_of(solver);
    progress.milliseconds = (uint64_t)(seconds * 1000);
    return checkpoint_save(&solver->context, &progress, max_bytes, path, status);
}

bool solver_load(Solver *solver, const char *path, double *seconds, Status *status) {
    CheckpointProgress progress = progress_of(solver);
    if (!checkpoint_load(&solver->context, &progress, path, status)) {
        return false;
    }
    if (progress.position == key_of_root(solver)) {
        solver->bounds = progress.bounds;
    }
    solver->before.nodes = progress.nodes;
    solver->before.generated = progress.generated;
    *seconds = (double)progress.milliseconds / 1000;
    return true;
}

/* ---- The two sides of a question ---- */

typedef struct {
    Side *side;
    SolverThread *thread;
} SearchItem;

/* The first that ends tells the others to stop: they search the same. */
static void run_item(void *context) {
    const SearchItem *item = context;
    Side *side = item->side;
    Deepening *search = &side->searches[side->is_pessimistic];
    const SolverAnswer answer =
        solver_thread_solve(item->thread, search->depth, search->trusts_open);
    if (!atomic_exchange(&side->solver->group.stop, true)) {
        side->found = answer;
        search->end = item->thread->query.end;
    }
}

static SolverAnswer search_once(Side *side, uint64_t max_nodes) {
    Solver *solver = side->solver;
    const uint64_t last_nodes = side->searches[side->is_pessimistic].last_nodes;
    const int threads = last_nodes < ALONE_NODES ? 1 : solver->options.threads;
    SearchItem items[TEAM_MAX];
    solver_thread_set_limit(solver->solver_threads[0], max_nodes);
    for (int i = 0; i < threads; i++) {
        SolverThread *thread = solver->solver_threads[i];
        items[i] = (SearchItem){.side = side, .thread = thread};
        solver_query_set_question(&thread->query, side->attacker, side->goal, side->is_pessimistic);
        solver_set_path(solver, &thread->query.path);
    }
    side->found = ANSWER_OPEN;
    solver->group.is_shared = threads > 1;
    solver_resume(solver);
    team_run(run_item, items, sizeof items[0], threads);
    solver->group.is_shared = false; /* lines and proofs are read by one thread */
    solver_thread_set_limit(solver->solver_threads[0], UINT64_MAX);
    return solver_is_stopped(solver) ? ANSWER_OPEN : side->found;
}

static uint64_t count_nodes(const Solver *solver) {
    uint64_t nodes = 0;
    for (int i = 0; i < solver->options.threads; i++) {
        nodes += solver->solver_threads[i]->query.counts.nodes;
    }
    return nodes;
}

static bool expects_whole_board(const Solver *solver) {
    return solver->has_estimate && abs(solver->estimate) == solver->context.shape->cell_count;
}

/* Is the next search a pessimistic one? Small questions are answered as fast without. */
static bool prefers_pessimistic(const Side *side) {
    const Solver *solver = side->solver;
    const Deepening *full = &side->searches[0], *pessimistic = &side->searches[1];
    const uint64_t after = solver->options.pessimistic_first ? 0 : PESSIMISTIC_AFTER;
    const uint64_t ratio =
        expects_whole_board(solver) ? PESSIMISTIC_RATIO_WHOLE_BOARD : PESSIMISTIC_RATIO;
    return SEARCHES[side->mode].pessimistic &&
           (!SEARCHES[side->mode].full ||
            (pessimistic->depth <= SEARCH_DEPTH_MAX && full->nodes >= after &&
             pessimistic->nodes <= ratio * full->nodes));
}

/* Searches once. What is searched anew, without the table's open positions, may take for ever; so
 * it gets as many positions as the side has had before. */
static SolverAnswer deepen(Side *side) {
    Solver *solver = side->solver;
    const int cells = solver->context.shape->cell_count;
    const uint64_t before = count_nodes(solver);
    uint64_t max_nodes = side->max_nodes - side->nodes;
    side->is_pessimistic = prefers_pessimistic(side);
    Deepening *search = &side->searches[side->is_pessimistic];
    if (!search->trusts_open) {
        search->end = SEARCH_ENDED_BY_TABLE; /* unless it ends by itself */
        const uint64_t as_many = side->nodes + LEAST_ANEW;
        max_nodes = max_nodes < as_many ? max_nodes : as_many;
    }
    atomic_store_explicit(&solver->depth, search->depth, memory_order_relaxed);
    SolverAnswer answer = search_once(side, max_nodes);
    search->last_nodes = count_nodes(solver) - before;
    search->nodes += search->last_nodes;
    side->nodes += search->last_nodes;
    if (search->end == SEARCH_ENDED_BY_DEPTH) {
        search->depth += SEARCH_DEPTH_STEP;
    }
    if (side->is_pessimistic && answer == ANSWER_NO) { /* without bans: that says nothing */
        answer = ANSWER_OPEN;
        search->depth = SEARCH_DEPTH_MAX + 1;
    }
    /* What only the table left open is searched anew; so is everything at depths beyond reason. */
    search->trusts_open =
        search->end == SEARCH_ENDED_BY_DEPTH && search->depth < TRUSTED_DEPTH_PER_CELL * cells;
    return answer;
}

/* Looks for a draw by repetition, under simple ko. */
static SolverAnswer search_repetition(Side *side) {
    Solver *solver = side->solver;
    if (side->repetition == NULL) {
        side->repetition = repetition_new(&solver->context, &solver->group, &solver->root,
                                          side->attacker, side->goal);
    }
    side->repetition_most *= 2;
    solver_resume(solver);
    return repetition_run(side->repetition, side->repetition_most);
}

static bool may_search_repetition(const Side *side) {
    return side->repetition_most < side->nodes / REPETITION_RATIO;
}

static bool is_exhausted(const Side *side) {
    return side->nodes >= side->max_nodes ||
           (side->searches[prefers_pessimistic(side)].depth > SEARCH_DEPTH_MAX &&
            !may_search_repetition(side));
}

/* Whose turn is it? The side that has cost less, allowing for what is expected. */
static Color next_side(const Solver *solver) {
    uint64_t cost[2] = {solver->sides[BLACK].nodes, solver->sides[WHITE].nodes};
    if (solver->has_estimate) {
        cost[solver->target <= solver->estimate ? WHITE : BLACK] *=
            expects_whole_board(solver) ? FAVOR_WHOLE_BOARD : FAVOR;
    }
    return cost[WHITE] < cost[BLACK] ? WHITE : BLACK;
}

/* Works on one side, or by turns on both, until there is an answer. */
static void search_sides(Solver *solver, Side *only) {
    Side *side;
    do {
        side = only != NULL ? only : &solver->sides[next_side(solver)];
        if (solver_is_stopped(solver) || is_exhausted(side)) {
            return;
        }
        side->answer = may_search_repetition(side) ? search_repetition(side) : deepen(side);
    } while (side->answer == ANSWER_OPEN);
}

static void start_sides(Solver *solver, int target) {
    const Color repetition_winner = target <= 0 ? BLACK : WHITE;
    for (Color color = BLACK; color <= WHITE; color++) {
        const bool wins_by_repetition =
            solver->context.ko == KO_SIMPLE && color == repetition_winner;
        solver->sides[color] = (Side){
            .solver = solver,
            .attacker = color,
            .mode = solver->context.ko == KO_SIMPLE ? MODE_SIMPLE_KO : MODE_SUPERKO,
            .goal = color == BLACK ? target : 1 - target,
            .max_nodes = UINT64_MAX,
            .searches = {{.depth = 1, .trusts_open = true}, {.depth = 1, .trusts_open = true}},
            .repetition_most = wins_by_repetition ? REPETITION_MOST : SIZE_MAX};
    }
}

/* ---- Questions ---- */

static void narrow(Solver *solver, int target, SolverAnswer answer) {
    CheckpointBounds *bounds = &solver->bounds;
    const Color winner = answer == ANSWER_YES ? BLACK : WHITE;
    const Side *side = &solver->sides[winner];
    if (answer != ANSWER_OPEN) {
        *(winner == BLACK ? &bounds->lower : &bounds->upper) =
            winner == BLACK ? target : target - 1;
        bounds->is_pessimistic[winner] = side->answer == ANSWER_YES && side->is_pessimistic;
    }
}

SolverAnswer solver_ask(Solver *solver, int target) {
    Side *sides = solver->sides;
    solver->target = target;
    if (target <= solver->bounds.lower || target > solver->bounds.upper) {
        return target <= solver->bounds.lower ? ANSWER_YES : ANSWER_NO;
    }
    start_sides(solver, target);
    search_sides(solver, NULL);
    const SolverAnswer answer = sides[BLACK].answer != ANSWER_OPEN
                                    ? sides[BLACK].answer
                                    : answer_opposite(sides[WHITE].answer);
    repetition_free(sides[BLACK].repetition);
    repetition_free(sides[WHITE].repetition);
    narrow(solver, target, answer);
    return answer;
}

void solver_ask_without_draws(Solver *solver, Color color, uint64_t max_nodes) {
    CheckpointBounds *bounds = &solver->bounds;
    Side *side = &solver->sides[color];
    solver->target = color == BLACK ? bounds->lower : bounds->upper + 1;
    start_sides(solver, solver->target);
    side->mode = MODE_WITHOUT_DRAWS;
    side->max_nodes = max_nodes;
    side->repetition_most = SIZE_MAX;
    search_sides(solver, side);
    bounds->is_pessimistic[color] |= side->answer == ANSWER_YES;
}

/* The next question: from the estimate away by doubled steps until both bounds are known, then
 * between them. */
static int next_target(const Solver *solver, int steps) {
    const int cells = solver->context.shape->cell_count;
    const int lower = solver->bounds.lower, upper = solver->bounds.upper;
    const int leap = 1 << (steps > 1 ? steps - 1 : 0);
    int target = (lower + upper + 2 + 2 * cells) / 2 - cells; /* rounded up */
    if (lower == -cells && upper == cells) {
        target = solver->has_estimate ? solver->estimate : 1;
    } else if (upper == cells) {
        target = lower + leap;
    } else if (lower == -cells) {
        target = upper + 1 - leap;
    }
    return target <= lower ? lower + 1 : target > upper ? upper : target;
}

SolverAnswer solver_ask_next(Solver *solver) {
    return solver_ask(solver, next_target(solver, solver->questions++));
}

bool solver_solve(Solver *solver) {
    while (solver->bounds.lower < solver->bounds.upper) {
        if (solver_ask_next(solver) == ANSWER_OPEN) {
            return false;
        }
    }
    return true;
}
