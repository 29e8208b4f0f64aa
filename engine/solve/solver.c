/* Questions, bounds, threads and the line; the header says how they go together. */
#include "engine/solve/solver.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/team.h"
#include "engine/solve/checkpoint.h"
#include "engine/solve/hold.h"

enum {
    DEPTH_STEP = 2,
    TRUSTED_DEPTH_PER_CELL = 6,
    DEPTH_MAX = CLAIM_DEPTH_MAX - DEPTH_STEP,
    ALONE_NODES = 20000, /* a search after one of fewer nodes is not worth starting threads for */
    HOLD_MOST = 512,     /* positions of the first attempt to hold */
    HOLD_SHARE = 8,      /* nodes of the searches for each position of the next attempt */
    LINE_NODES = 200000, /* for each position of the line */
};

struct Solver {
    SolverOptions options;
    SolveArena arena;
    Asker *askers[TEAM_MAX];
    Field start, root; /* root: after the first move, if there is one */
    int first;         /* a move, or FIELD_NONE */
    const Field *past; /* the positions of the game before start */
    int past_count;
    int lower, upper, target, depth;
    uint64_t nodes_before, generated_before; /* of earlier runs */
    _Atomic bool halted;
};

Solver *solver_new(const SolverOptions *options) {
    Solver *solver = aligned_alloc(64, (sizeof *solver + 63) / 64 * 64);
    if (solver == NULL) {
        return NULL;
    }
    memset(solver, 0, sizeof *solver);
    solver->options = *options;
    if (!solve_arena_init(&solver->arena, options->width, options->height, &options->rules,
                          options->use, options->hash_seed, options->table_bytes)) {
        free(solver);
        return NULL;
    }
    solver->arena.is_careful |= options->is_careful;
    bool ok = true;
    for (int i = 0; i < options->threads; i++) {
        solver->askers[i] = asker_new(&solver->arena, i == 0);
        ok &= solver->askers[i] != NULL;
    }
    if (!ok) {
        solver_free(solver);
        return NULL;
    }
    ColorCell cells[CELL_COUNT_MAX];
    memset(cells, EMPTY, sizeof cells);
    Field field;
    field_set_up(solver->arena.shape, cells, BLACK, &field);
    solver_set_position(solver, &field, FIELD_NONE);
    return solver;
}

void solver_free(Solver *solver) {
    if (solver == NULL) {
        return;
    }
    for (int i = 0; i < solver->options.threads; i++) {
        asker_free(solver->askers[i]);
    }
    solve_arena_free(&solver->arena);
    free(solver);
}

SolveArena *solver_arena(Solver *solver) {
    return &solver->arena;
}

void solver_set_position(Solver *solver, const Field *field, int first) {
    solver->start = solver->root = *field;
    solver->first = first;
    if (first != FIELD_NONE || solver->past_count > 0) {
        solve_arena_add_past(&solver->arena, field->stones);
    }
    if (first != FIELD_NONE) {
        solve_arena_play(&solver->arena, field, first, &solver->root);
    }
    solver->upper = solver->arena.shape->cell_count;
    solver->lower = -solver->upper;
    if (first == FIELD_PASS) { /* the opponent may end the game at once */
        const int score = field_score(solver->arena.shape, field->stones);
        *(solver->root.to_move == BLACK ? &solver->lower : &solver->upper) = score;
    }
    solver->target = solver->depth = 0;
}

void solver_set_past(Solver *solver, const Field *past, int count) {
    assert(count <= SOLVER_PAST_MAX);
    solver->past = past;
    solver->past_count = count;
    for (int i = 0; i < count; i++) {
        solve_arena_add_past(&solver->arena, past[i].stones);
    }
}

const Field *solver_start(const Solver *solver) {
    return &solver->start;
}

int solver_first(const Solver *solver) {
    return solver->first;
}

Field solver_root(const Solver *solver) {
    return solver->root;
}

void solver_resume(Solver *solver) {
    atomic_store(&solver->arena.stop, false);
    if (atomic_load(&solver->halted)) {
        atomic_store(&solver->arena.stop, true);
    }
    solver->arena.has_company = false;
}

void solver_set_path(const Solver *solver, Asker *asker) {
    asker_set_root(asker, solver->past_count > 0 ? &solver->past[0] : &solver->start);
    for (int i = 1; i < solver->past_count; i++) {
        asker_add(asker, &solver->past[i]);
    }
    if (solver->past_count > 0) {
        asker_add(asker, &solver->start);
    }
    if (solver->first != FIELD_NONE) {
        asker_play(asker, solver->first);
    }
}

SolverState solver_state(const Solver *solver) {
    SolverState state = {.lower = solver->lower,
                         .upper = solver->upper,
                         .target = solver->target,
                         .depth = solver->depth,
                         .nodes = solver->nodes_before,
                         .generated = solver->generated_before};
    for (int i = 0; i < solver->options.threads; i++) {
        const AskerCounts *counts = asker_counts(solver->askers[i]);
        state.nodes += counts->nodes;
        state.generated += counts->generated;
        table_counts_add(&state.table, &counts->table);
    }
    return state;
}

void solver_stop(Solver *solver) {
    atomic_store(&solver->halted, true);
    atomic_store(&solver->arena.stop, true);
}

bool solver_is_stopped(const Solver *solver) {
    return atomic_load(&solver->halted);
}

/* ---- Checkpoints ---- */

/* The bounds are Black's. With a first move they are those of a game that has seen another board.
 */
static HashKey key_of_root(const Solver *solver) {
    HashKey key = solve_arena_key(&solver->arena, &solver->root);
    key.key ^= (uint64_t)solver->root.to_move;
    if (solver->first != FIELD_NONE) {
        key.check ^= hash_mix(solve_arena_key(&solver->arena, &solver->start).key);
    }
    return key;
}

bool solver_save(const Solver *solver, double seconds, uint64_t least_nodes, size_t most_bytes,
                 const char *path, TableError *error) {
    const HashKey root = key_of_root(solver);
    const SolverState state = solver_state(solver);
    const CheckpointNotes notes = {.nodes = state.nodes,
                                   .generated = state.generated,
                                   .milliseconds = (uint64_t)(seconds * 1000),
                                   .lower = state.lower,
                                   .upper = state.upper};
    return checkpoint_save(&solver->arena, &root, &notes, least_nodes, most_bytes, path, error);
}

bool solver_load(Solver *solver, const char *path, double *seconds, TableError *error) {
    const HashKey root = key_of_root(solver);
    CheckpointNotes notes = {.lower = solver->lower, .upper = solver->upper};
    if (!checkpoint_load(&solver->arena, &root, &notes, path, error)) {
        return false;
    }
    solver->lower = notes.lower;
    solver->upper = notes.upper;
    solver->nodes_before = notes.nodes;
    solver->generated_before = notes.generated;
    *seconds = (double)notes.milliseconds / 1000;
    return true;
}

/* ---- One search by all threads ---- */

typedef struct {
    Solver *solver;
    Asker *asker;
    int depth;
    bool trusts_open;
    Answer answer;
    AskerEnd end;
    bool has_answer;
} Share;

/* The first that ends tells the others to stop: they search the same. */
static void work_share(void *item) {
    Share *share = item;
    SolveArena *arena = &share->solver->arena;
    share->answer = asker_ask(share->asker, share->depth, share->trusts_open, &share->end);
    if (!atomic_exchange(&arena->stop, true)) {
        share->has_answer = true;
    }
}

/* A search that deepens, and what it has cost so far. */
typedef struct {
    Color attacker;
    int goal, depth;
    bool trusts_open;
    AskerEnd end; /* of the last search */
    uint64_t nodes, last_nodes;
} Prover;

static Answer search_together(Solver *solver, Prover *prover, int threads) {
    Share shares[TEAM_MAX];
    SolveArena *arena = &solver->arena;
    for (int i = 0; i < threads; i++) {
        shares[i] = (Share){.solver = solver,
                            .asker = solver->askers[i],
                            .depth = prover->depth,
                            .trusts_open = prover->trusts_open};
        asker_set_question(shares[i].asker, prover->attacker, prover->goal);
        solver_set_path(solver, shares[i].asker);
    }
    /* In this order: solver_stop sets halted first. */
    atomic_store(&arena->stop, false);
    if (atomic_load(&solver->halted)) {
        atomic_store(&arena->stop, true);
        return ANSWER_OPEN;
    }
    arena->has_company = threads > 1;
    team_run(work_share, shares, sizeof shares[0], threads);
    for (int i = 0; i < threads; i++) {
        if (shares[i].has_answer && !atomic_load(&solver->halted)) {
            prover->end = shares[i].end;
            return shares[i].answer;
        }
    }
    return ANSWER_OPEN;
}

/* ---- Questions ---- */

static uint64_t nodes_of(const Solver *solver) {
    return solver_state(solver).nodes;
}

static Answer deepen(Solver *solver, Prover *prover) {
    const uint64_t before = nodes_of(solver);
    const int threads = prover->last_nodes < ALONE_NODES ? 1 : solver->options.threads;
    solver->depth = prover->depth;
    const Answer answer = search_together(solver, prover, threads);
    prover->last_nodes = nodes_of(solver) - before;
    prover->nodes += prover->last_nodes;
    if (prover->end == ASKER_DEPTH) {
        prover->depth += DEPTH_STEP;
    }
    /* What only the table left open is searched anew; so is everything at depths beyond reason. */
    prover->trusts_open = prover->end == ASKER_DEPTH &&
                          prover->depth < TRUSTED_DEPTH_PER_CELL * solver->arena.shape->cell_count;
    return answer;
}

static void narrow(Solver *solver, int target, Answer answer) {
    if (answer == ANSWER_YES && target > solver->lower) {
        solver->lower = target;
    } else if (answer == ANSWER_NO && target - 1 < solver->upper) {
        solver->upper = target - 1;
    }
}

/* The search for a way to hold, under simple ko. */
typedef struct {
    Hold *hold; /* NULL before it is needed */
    Color holder;
    int goal;
    size_t most; /* positions it may have when it is called next */
} Holder;

/* Returns the holder's answer: does it hold? */
static Answer hold_on(Solver *solver, Holder *holder) {
    if (holder->hold == NULL) {
        holder->hold = hold_new(&solver->arena, &solver->root, holder->holder, holder->goal);
    }
    holder->most *= 2;
    atomic_store(&solver->arena.stop, false);
    if (holder->hold == NULL || solver_is_stopped(solver)) {
        return ANSWER_OPEN;
    }
    return hold_run(holder->hold, holder->most);
}

static Answer opposite(Answer answer) {
    return answer == ANSWER_OPEN ? ANSWER_OPEN : answer == ANSWER_YES ? ANSWER_NO : ANSWER_YES;
}

/* Lets the three take turns. The answer is Black's. */
static Answer take_turns(Solver *solver, Prover *black, Prover *white, Holder *holder) {
    Answer answer = ANSWER_OPEN;
    while (answer == ANSWER_OPEN && !solver_is_stopped(solver)) {
        Prover *next = white->nodes < black->nodes ? white : black;
        if (holder->most < next->nodes / HOLD_SHARE) {
            answer = hold_on(solver, holder);
            answer = holder->holder == BLACK ? answer : opposite(answer);
        } else if (next->depth > DEPTH_MAX) {
            break;
        } else {
            answer = deepen(solver, next);
            answer = next == black ? answer : opposite(answer);
        }
    }
    return answer;
}

Answer solver_ask(Solver *solver, int target) {
    solver->target = target;
    if (target <= solver->lower || target > solver->upper) {
        return target <= solver->lower ? ANSWER_YES : ANSWER_NO;
    }
    Prover black = {.attacker = BLACK, .goal = target, .depth = 1, .trusts_open = true};
    Prover white = {.attacker = WHITE, .goal = 1 - target, .depth = 1, .trusts_open = true};
    Holder holder = {.holder = target <= 0 ? BLACK : WHITE,
                     .goal = target <= 0 ? target : 1 - target,
                     .most = solver->arena.ko == KO_SIMPLE ? HOLD_MOST : SIZE_MAX};
    const Answer answer = take_turns(solver, &black, &white, &holder);
    hold_free(holder.hold);
    narrow(solver, target, answer);
    return answer;
}

/* The next question: away from 0 by doubled steps until both bounds are near, then between them. */
static int next_target(const Solver *solver, int steps) {
    const int cells = solver->arena.shape->cell_count;
    const int lower = solver->lower, upper = solver->upper, leap = 1 << (steps > 1 ? steps - 1 : 0);
    if (lower == -cells && upper == cells) {
        return 1;
    }
    if (upper == cells) {
        return leap < cells ? leap : cells;
    }
    if (lower == -cells) {
        return 1 - leap > 1 - cells ? 1 - leap : 1 - cells;
    }
    const int sum =
        lower + upper + 1; /* rounded up: the last question of two values is the upper */
    return sum >= 0 ? sum / 2 : -(-sum / 2);
}

bool solver_solve(Solver *solver) {
    for (int steps = 0; solver->lower < solver->upper; steps++) {
        if (solver_ask(solver, next_target(solver, steps)) == ANSWER_OPEN) {
            return false;
        }
    }
    return true;
}

/* ---- The line ---- */

/* The mover's move that keeps its side of the value, or FIELD_NONE if it is not found soon. */
static int find_best_move(Solver *solver, Asker *asker, const Field *field) {
    const int mover = field->to_move, value = solver->lower;
    const uint64_t before = asker_counts(asker)->nodes;
    asker_set_question(asker, (Color)mover, mover == BLACK ? value : -value);
    int move = FIELD_NONE, depth = 1;
    AskerEnd end = ASKER_DEPTH;
    while (move == FIELD_NONE && end != ASKER_WHOLE && depth < DEPTH_MAX &&
           asker_counts(asker)->nodes - before < LINE_NODES) {
        asker_ask_move(asker, depth, end == ASKER_DEPTH, &end, &move);
        depth += end == ASKER_DEPTH ? DEPTH_STEP : 0;
    }
    return move;
}

int solver_find_line(Solver *solver, int *moves, int most) {
    Asker *asker = solver->askers[0];
    Field field = solver->root;
    int count = 0, passes = 0;
    solver_resume(solver);
    solver_set_path(solver, asker);
    while (count < most && passes < 2 && solver->lower == solver->upper) {
        const int move = find_best_move(solver, asker, &field);
        if (move == FIELD_NONE) {
            break;
        }
        Field next;
        solve_arena_play(&solver->arena, &field, move, &next);
        asker_play(asker, move);
        field = next;
        moves[count++] = move;
        passes = move == FIELD_PASS ? passes + 1 : 0;
    }
    return count;
}
