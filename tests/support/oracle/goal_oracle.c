#include "tests/support/oracle/goal_oracle.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* A bit for each cell, column + 8 * row: column 7 is off the board, so that shifts need no mask at
 * the edges. */
typedef uint64_t Cells;

/* A position, and all else that decides what may follow. Compared as bytes. */
typedef struct {
    Cells stones[2];
    uint8_t mover, ko; /* ko: the cell that mover may not play, or NO_CELL */
    uint8_t threats[2];
    uint8_t captured;
    uint8_t zero[3];
} State;

enum { NO_CELL = 255, PASS = 254 };

enum { BREAKS = 1 << 30 }; /* of an edge: the move breaks a ban with unlimited threats */

typedef enum { ORACLE_HOLDERS, ORACLE_SIMPLE, ORACLE_REACHERS, ORACLE_UNBOUND } OracleKo;

typedef struct {
    const Goal *goal;
    Cells board, playable;
    OracleKo ko;   /* a GoalKo, or kos that bind neither side */
    State *states; /* room of them */
    int count, room, max;
    int *table; /* state + 1, or 0; twice the room */
    int *edges; /* of all states: begin[i] .. begin[i + 1] - 1 */
    int *begin;
    int edge_count, edge_max;
} GoalOracle;

static int cell_of(Point p) {
    return point_x(p) + 8 * point_y(p);
}

static Cells cell_bit(Point p) {
    return (Cells)1 << cell_of(p);
}

static Cells beside(const GoalOracle *oracle, Cells cells) {
    return (cells << 1 | cells >> 1 | cells << 8 | cells >> 8) & oracle->board;
}

static Cells flood(const GoalOracle *oracle, Cells cells, Cells within) {
    for (Cells before = 0; cells != before;) {
        before = cells;
        cells |= beside(oracle, cells) & within;
    }
    return cells;
}

/* The connected part of the cells that has the first of them. */
static Cells first_part(const GoalOracle *oracle, Cells cells) {
    return flood(oracle, cells & -cells, cells);
}

static Cells empty_cells(const GoalOracle *oracle, const State *state) {
    return oracle->board & ~state->stones[0] & ~state->stones[1];
}

static bool is_single(Cells cells) {
    return cells != 0 && (cells & (cells - 1)) == 0;
}

/* Plays a move. Returns false if it is illegal under the rule for kos. */
static bool play(const GoalOracle *oracle, const State *before, int cell, State *after) {
    const Color mover = (Color)before->mover;
    const Color opponent = color_opponent(mover);
    *after = *before;
    after->mover = (uint8_t)opponent;
    after->ko = NO_CELL;
    if (cell == PASS) {
        return true;
    }
    const Cells stone = (Cells)1 << cell;
    if ((stone & empty_cells(oracle, before)) == 0) {
        return false;
    }
    if (cell == before->ko) {
        if (before->threats[mover] == 0) {
            return false;
        }
        if (before->threats[mover] != GOAL_THREATS_UNLIMITED) {
            after->threats[mover]--;
        }
    }
    after->stones[mover] |= stone;
    Cells taken = 0, chain;
    for (Cells rest = before->stones[opponent]; rest != 0; rest &= ~chain) {
        chain = first_part(oracle, rest);
        if ((beside(oracle, chain) & empty_cells(oracle, after)) == 0) {
            taken |= chain;
        }
    }
    after->stones[opponent] &= ~taken;
    chain = flood(oracle, stone, after->stones[mover]);
    const Cells liberties = beside(oracle, chain) & empty_cells(oracle, after);
    if (liberties == 0) {
        return false;
    }
    if (is_single(taken) && chain == stone && is_single(liberties)) {
        const OracleKo own = mover == oracle->goal->reacher ? ORACLE_REACHERS : ORACLE_HOLDERS;
        if (oracle->ko == ORACLE_SIMPLE) {
            after->ko = (uint8_t)__builtin_ctzll(taken);
        } else if (oracle->ko != own && oracle->ko != ORACLE_UNBOUND) {
            return false;
        }
    }
    for (int i = 0; i < oracle->goal->target_count; i++) {
        if ((after->stones[goal_target_color(oracle->goal)] & cell_bit(oracle->goal->targets[i])) ==
            0) {
            after->captured |= (uint8_t)(1 << i);
        }
    }
    return true;
}

/* Counts the regions of which every empty cell is beside the chain, every cell can be played on,
 * and all chains beside them are among the living. */
static int count_eyes(const GoalOracle *oracle, const State *state, Color color, Cells chain,
                      Cells living) {
    int eyes = 0;
    Cells region;
    for (Cells rest = oracle->board & ~state->stones[color]; rest != 0; rest &= ~region) {
        region = first_part(oracle, rest);
        const Cells loose = region & empty_cells(oracle, state) & ~beside(oracle, chain);
        const Cells border = beside(oracle, region) & state->stones[color];
        eyes += (region & ~oracle->playable) == 0 && loose == 0 && (border & ~living) == 0;
    }
    return eyes;
}

/* Benson's algorithm, where a liberty that neither side can fill is life, too. */
static Cells find_living(const GoalOracle *oracle, const State *state, Color color) {
    const Cells outside = beside(oracle, empty_cells(oracle, state) & ~oracle->playable);
    Cells living = state->stones[color], before = 0, chain;
    while (living != before) {
        before = living;
        for (Cells rest = living; rest != 0; rest &= ~chain) {
            chain = first_part(oracle, rest);
            if ((chain & outside) == 0 && count_eyes(oracle, state, color, chain, living) < 2) {
                living &= ~chain;
            }
        }
    }
    return living;
}

static bool target_lives(const GoalOracle *oracle, const State *state) {
    const Cells living = find_living(oracle, state, goal_target_color(oracle->goal));
    for (int i = 0; i < oracle->goal->target_count; i++) {
        if ((state->captured >> i & 1) == 0 && (living & cell_bit(oracle->goal->targets[i])) != 0) {
            return true;
        }
    }
    return false;
}

static GoalOutcome judge(const GoalOracle *oracle, const State *state) {
    const Goal *goal = oracle->goal;
    const int all = (1 << goal->target_count) - 1;
    switch (goal->kind) {
    case GOAL_CAPTURE_ALL:
        return state->captured == all ? GOAL_REACHED : GOAL_OPEN;
    case GOAL_CAPTURE_ANY:
        return state->captured != 0 ? GOAL_REACHED : GOAL_OPEN;
    case GOAL_CONNECT:
        if ((state->captured & 3) != 0) {
            return GOAL_HELD;
        }
        return (flood(oracle, cell_bit(goal->targets[0]), state->stones[goal->reacher]) &
                cell_bit(goal->targets[1])) != 0
                   ? GOAL_REACHED
                   : GOAL_OPEN;
    case GOAL_LIVE:
        return state->captured == all        ? GOAL_HELD
               : target_lives(oracle, state) ? GOAL_REACHED
                                             : GOAL_OPEN;
    }
    return GOAL_OPEN;
}

/* Returns the place of a state in the table, or the free one where it belongs. */
static int *find_slot(const GoalOracle *oracle, const State *state) {
    uint64_t words[sizeof *state / 8], hash = 0;
    memcpy(words, state, sizeof *state);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        hash = hash_mix(hash ^ words[i]);
    }
    int slot = (int)(hash >> 33) % (oracle->room * 2);
    while (oracle->table[slot] != 0 &&
           memcmp(&oracle->states[oracle->table[slot] - 1], state, sizeof *state) != 0) {
        slot = (slot + 1) % (oracle->room * 2);
    }
    return &oracle->table[slot];
}

static void make_room(GoalOracle *oracle) {
    oracle->room = oracle->room * 4 + 256;
    oracle->states = realloc(oracle->states, (size_t)oracle->room * sizeof *oracle->states);
    oracle->begin = realloc(oracle->begin, ((size_t)oracle->room + 1) * sizeof *oracle->begin);
    free(oracle->table);
    oracle->table = calloc((size_t)oracle->room * 2, sizeof *oracle->table);
    cr_assert(oracle->states != NULL && oracle->begin != NULL && oracle->table != NULL);
    for (int i = 0; i < oracle->count; i++) {
        *find_slot(oracle, &oracle->states[i]) = i + 1;
    }
}

/* Returns the number of a state, which is new if it equals the count before; -1 if there are too
 * many. */
static int find_state(GoalOracle *oracle, const State *state) {
    if (oracle->count == oracle->room) {
        make_room(oracle);
    }
    int *slot = find_slot(oracle, state);
    if (*slot == 0) {
        if (oracle->count == oracle->max) {
            return -1;
        }
        oracle->states[oracle->count] = *state;
        *slot = ++oracle->count;
    }
    return *slot - 1;
}

static bool add_edge(GoalOracle *oracle, const State *after, bool breaks) {
    const int to = find_state(oracle, after);
    if (to < 0) {
        return false;
    }
    if (oracle->edge_count == oracle->edge_max) {
        oracle->edge_max = oracle->edge_max * 2 + 1024;
        oracle->edges = realloc(oracle->edges, (size_t)oracle->edge_max * sizeof *oracle->edges);
        cr_assert_not_null(oracle->edges);
    }
    oracle->edges[oracle->edge_count++] = breaks ? to | BREAKS : to;
    return true;
}

/* Follows all moves. Returns false if there are too many positions. */
static bool follow_all(GoalOracle *oracle) {
    for (int i = 0; i < oracle->count; i++) {
        const State state = oracle->states[i];
        oracle->begin[i] = oracle->edge_count;
        if (judge(oracle, &state) == GOAL_OPEN) {
            State after;
            for (int k = 0; k < oracle->goal->point_count; k++) {
                const int cell = cell_of(oracle->goal->points[k]);
                const bool breaks =
                    cell == state.ko && state.threats[state.mover] == GOAL_THREATS_UNLIMITED;
                if (play(oracle, &state, cell, &after) && !add_edge(oracle, &after, breaks)) {
                    return false;
                }
            }
            if (!play(oracle, &state, PASS, &after) || !add_edge(oracle, &after, false)) {
                return false;
            }
        }
        oracle->begin[i + 1] = oracle->edge_count;
    }
    return true;
}

/* Sweeps until nothing changes: a position is won for the reacher if it has reached its goal, if a
 * move of the reacher leads to a won one, or if all moves of the holder do; where these break a
 * ban, if it is among those assumed. */
static void find_won(const GoalOracle *oracle, const bool *assumed, bool *won) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (int i = oracle->count - 1; i >= 0; i--) {
            if (won[i]) {
                continue;
            }
            const bool reaches = (Color)oracle->states[i].mover == oracle->goal->reacher;
            const int begin = oracle->begin[i], end = oracle->begin[i + 1];
            bool wins = begin == end ? judge(oracle, &oracle->states[i]) == GOAL_REACHED : !reaches;
            for (int k = begin; k < end; k++) {
                const int to = oracle->edges[k] & ~BREAKS;
                const bool breaks = (oracle->edges[k] & BREAKS) != 0;
                const bool is_won = !reaches && breaks ? assumed[to] : won[to];
                wins = reaches ? wins || is_won : wins && is_won;
            }
            won[i] = wins;
            changed |= wins;
        }
    }
}

/* Who breaks bans again and again, for ever, loses: first no break helps the holder, then only one
 * that led to a position that was not won so far, and so on. */
static bool root_is_won(const GoalOracle *oracle) {
    const size_t count = (size_t)oracle->count;
    bool *assumed = malloc(count), *won = malloc(count), changed = true;
    cr_assert(assumed != NULL && won != NULL);
    memset(assumed, true, count);
    while (changed) {
        memset(won, false, count);
        find_won(oracle, assumed, won);
        changed = memcmp(assumed, won, count) != 0;
        memcpy(assumed, won, count);
    }
    const bool is_won = won[0];
    free(assumed);
    free(won);
    return is_won;
}

static void begin(GoalOracle *oracle, const Goal *goal, const Board *board, Color mover,
                  OracleKo ko, const int threats[2], int state_max) {
    const Geometry *geometry = board->geometry;
    cr_assert(geometry->width <= GOAL_ORACLE_SIDE_MAX && geometry->height <= GOAL_ORACLE_SIDE_MAX);
    *oracle = (GoalOracle){.goal = goal, .ko = ko, .max = state_max};
    State root = {.mover = (uint8_t)mover, .ko = NO_CELL};
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        oracle->board |= cell_bit(p);
        oracle->playable |= zone_has(&goal->playable, p) ? cell_bit(p) : 0;
        if (board_color(board, p) != EMPTY) {
            root.stones[board_color(board, p)] |= cell_bit(p);
        }
    }
    root.threats[0] = (uint8_t)threats[0];
    root.threats[1] = (uint8_t)threats[1];
    find_state(oracle, &root);
}

static void end(GoalOracle *oracle) {
    free(oracle->states);
    free(oracle->table);
    free(oracle->begin);
    free(oracle->edges);
}

GoalOutcome goal_oracle_solve(const Goal *goal, const Board *board, Color mover, GoalKoRule ko,
                              int state_max) {
    GoalOracle oracle;
    begin(&oracle, goal, board, mover, (OracleKo)ko.ko, ko.threats, state_max);
    const GoalOutcome outcome = !follow_all(&oracle)   ? GOAL_OPEN
                                : root_is_won(&oracle) ? GOAL_REACHED
                                                       : GOAL_HELD;
    end(&oracle);
    return outcome;
}

/* ---- Superko ---- */

enum { PATH_STATES_MAX = 3136 };

/* A board can return only within a strongly connected component of the positions, so the history
 * that counts is the set of boards since the component was entered. */
typedef struct {
    GoalOracle *oracle;
    int *component;     /* of each state */
    uint64_t *memo;     /* keys of (state, history, has passed), by which the reacher loses */
    uint64_t *memo_won; /* and by which it wins */
    size_t memo_mask;
    const State *path[PATH_STATES_MAX];
    int path_count, visits;
} Superko;

/* Tarjan's algorithm, without recursion. */
static void find_components(const GoalOracle *oracle, int *component) {
    typedef struct {
        int order, low, next, open, stack; /* the last two are lists */
    } Visit;
    Visit *visits = calloc((size_t)oracle->count, sizeof *visits);
    int opened = 0, depth = 1, seen = 0, components = 0;
    cr_assert_not_null(visits);
    memset(component, 0, (size_t)oracle->count * sizeof *component);
    visits[0].stack = 0;
    while (depth > 0) {
        const int state = visits[depth - 1].stack;
        Visit *visit = &visits[state];
        if (visit->order == 0) {
            visit->order = visit->low = ++seen;
            visit->next = oracle->begin[state];
            visits[opened++].open = state;
        }
        if (visit->next < oracle->begin[state + 1]) {
            const int to = oracle->edges[visit->next++];
            if (visits[to].order == 0) {
                visits[depth++].stack = to;
            } else if (component[to] == 0 && visits[to].order < visit->low) {
                visit->low = visits[to].order;
            }
            continue;
        }
        if (visit->low == visit->order) {
            components++;
            do {
                component[visits[--opened].open] = components;
            } while (visits[opened].open != state);
        }
        if (--depth > 0 && visit->low < visits[visits[depth - 1].stack].low) {
            visits[visits[depth - 1].stack].low = visit->low;
        }
    }
    free(visits);
}

static uint64_t hash_stones(const State *state) {
    return hash_mix(hash_mix(state->stones[0]) ^ state->stones[1]);
}

static bool is_repeated(const Superko *superko, const State *after) {
    for (int i = superko->path_count - 1; i >= 0; i--) {
        if (memcmp(superko->path[i]->stones, after->stones, sizeof after->stones) == 0) {
            return true;
        }
    }
    return false;
}

/* Does the reacher win from a state of which the history has the hash? Sets visits beyond
 * visit_max if it cannot tell. */
static bool follow_path(Superko *superko, int state, uint64_t history, bool passed, int visit_max) {
    const GoalOracle *oracle = superko->oracle;
    const State *here = &oracle->states[state];
    const int begin = oracle->begin[state], end = oracle->begin[state + 1];
    if (begin == end) {
        return judge(oracle, here) == GOAL_REACHED;
    }
    const uint64_t key = hash_mix(history ^ hash_mix((uint64_t)state * 2 + passed + 1)) | 1;
    const size_t slot = (size_t)(key >> 20) & superko->memo_mask;
    if (superko->memo[slot] == key || superko->memo_won[slot] == key) {
        return superko->memo_won[slot] == key;
    }
    if (++superko->visits > visit_max || superko->path_count == PATH_STATES_MAX) {
        superko->visits = visit_max + 1;
        return false;
    }
    const bool reaches = (Color)here->mover == oracle->goal->reacher;
    bool wins = !reaches;
    for (int k = end - 1; k >= begin && wins != reaches; k--) {
        const int to = oracle->edges[k];
        const State *after = &oracle->states[to];
        const bool passes = k == end - 1;
        if (!passes && is_repeated(superko, after)) {
            continue;
        }
        const uint64_t before =
            superko->component[to] == superko->component[state] ? history : UINT64_C(0);
        bool won = false;
        if (!(passes && passed)) {
            superko->path[superko->path_count++] = after;
            won = follow_path(superko, to, passes ? before : before ^ hash_stones(after), passes,
                              visit_max);
            superko->path_count--;
        }
        wins = reaches ? wins || won : wins && won;
    }
    if (superko->visits <= visit_max) {
        (wins ? superko->memo_won : superko->memo)[slot] = key;
    }
    return wins;
}

GoalOutcome goal_oracle_solve_superko(const Goal *goal, const Board *board, Color mover,
                                      int state_max, int visit_max) {
    static const int NO_THREATS[2] = {0, 0};
    GoalOracle oracle;
    cr_assert_eq(goal->target_count, 1);
    begin(&oracle, goal, board, mover, ORACLE_UNBOUND, NO_THREATS, state_max);
    GoalOutcome outcome = GOAL_OPEN;
    if (follow_all(&oracle)) {
        Superko superko = {.oracle = &oracle, .memo_mask = (1 << 12) - 1};
        superko.component = malloc((size_t)oracle.count * sizeof *superko.component);
        superko.memo = calloc(superko.memo_mask + 1, sizeof *superko.memo);
        superko.memo_won = calloc(superko.memo_mask + 1, sizeof *superko.memo_won);
        cr_assert(superko.component != NULL && superko.memo != NULL && superko.memo_won != NULL);
        find_components(&oracle, superko.component);
        superko.path[superko.path_count++] = &oracle.states[0];
        const bool wins =
            follow_path(&superko, 0, hash_stones(&oracle.states[0]), false, visit_max);
        outcome = superko.visits > visit_max ? GOAL_OPEN : wins ? GOAL_REACHED : GOAL_HELD;
        free(superko.component);
        free(superko.memo);
        free(superko.memo_won);
    }
    end(&oracle);
    return outcome;
}
