#include "tests/support/oracle/goal_oracle.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* A position: the cells, row by row, and all else that decides what may follow. Compared as bytes.
 */
typedef struct {
    uint8_t cells[GOAL_ORACLE_CELLS_MAX];
    uint8_t mover, ko; /* ko: the cell that mover may not play, or NO_CELL */
    uint8_t threats[2];
    uint8_t captured;
} State;

enum { NO_CELL = 255, PASS = 254 };

typedef enum { ORACLE_HOLDERS, ORACLE_SIMPLE, ORACLE_REACHERS, ORACLE_UNBOUND } OracleKo;

typedef struct {
    const Goal *goal;
    const Geometry *geometry;
    OracleKo ko;   /* a GoalKo, or kos that bind neither side */
    State *states; /* room of them */
    int count, room, max;
    int *table; /* state + 1, or 0; twice the room */
    int *edges; /* of all states: begin[i] .. begin[i + 1] - 1 */
    int *begin;
    int edge_count, edge_max;
} GoalOracle;

static Point cell_point(const GoalOracle *oracle, int cell) {
    return oracle->geometry->point_of[cell];
}

static int list_beside(const GoalOracle *oracle, int cell, int beside[4]) {
    const int width = oracle->geometry->width, height = oracle->geometry->height;
    const int x = cell % width, y = cell / width;
    int count = 0;
    if (x > 0) {
        beside[count++] = cell - 1;
    }
    if (x < width - 1) {
        beside[count++] = cell + 1;
    }
    if (y > 0) {
        beside[count++] = cell - width;
    }
    if (y < height - 1) {
        beside[count++] = cell + width;
    }
    return count;
}

/* Lists the chain at a cell. Returns its number of stones, and its liberties in *liberties. */
static int list_chain(const GoalOracle *oracle, const uint8_t *cells, int cell, int *stones,
                      int *liberties) {
    bool seen[GOAL_ORACLE_CELLS_MAX] = {false};
    int count = 1;
    *liberties = 0;
    stones[0] = cell;
    seen[cell] = true;
    for (int i = 0; i < count; i++) {
        int beside[4];
        for (int k = list_beside(oracle, stones[i], beside) - 1; k >= 0; k--) {
            const int other = beside[k];
            if (seen[other]) {
                continue;
            }
            if (cells[other] == EMPTY) {
                seen[other] = true;
                ++*liberties;
            } else if (cells[other] == cells[cell]) {
                seen[other] = true;
                stones[count++] = other;
            }
        }
    }
    return count;
}

/* Plays a move. Returns false if it is illegal under the rule for kos. */
static bool play(const GoalOracle *oracle, const State *before, int cell, State *after) {
    const Color mover = (Color)before->mover;
    *after = *before;
    after->mover = (uint8_t)color_opponent(mover);
    after->ko = NO_CELL;
    if (cell == PASS) {
        return true;
    }
    if (before->cells[cell] != EMPTY) {
        return false;
    }
    if (cell == before->ko) {
        if (before->threats[mover] == 0) {
            return false;
        }
        after->threats[mover]--;
    }
    int beside[4], stones[GOAL_ORACLE_CELLS_MAX], liberties, taken = 0, last = NO_CELL;
    after->cells[cell] = (uint8_t)mover;
    for (int k = list_beside(oracle, cell, beside) - 1; k >= 0; k--) {
        if (after->cells[beside[k]] != color_opponent(mover)) {
            continue;
        }
        const int size = list_chain(oracle, after->cells, beside[k], stones, &liberties);
        for (int i = 0; liberties == 0 && i < size; i++) {
            after->cells[stones[i]] = EMPTY;
            last = stones[i];
            taken++;
        }
    }
    const int size = list_chain(oracle, after->cells, cell, stones, &liberties);
    if (liberties == 0) {
        return false;
    }
    if (taken == 1 && size == 1 && liberties == 1) {
        const OracleKo own = mover == oracle->goal->reacher ? ORACLE_REACHERS : ORACLE_HOLDERS;
        if (oracle->ko == ORACLE_SIMPLE) {
            after->ko = (uint8_t)last;
        } else if (oracle->ko != own && oracle->ko != ORACLE_UNBOUND) {
            return false;
        }
    }
    for (int i = 0; i < oracle->goal->target_count; i++) {
        const int target = oracle->geometry->cell_of[oracle->goal->targets[i]];
        if (after->cells[target] != goal_target_color(oracle->goal)) {
            after->captured |= (uint8_t)(1 << i);
        }
    }
    return true;
}

/* Marks what is connected to a cell over cells that are empty or, if `stones`, of the color; else
 * over all that are not of the color. */
static int flood(const GoalOracle *oracle, const uint8_t *cells, int cell, Color color, bool own,
                 int *found, bool *seen) {
    int count = 1;
    found[0] = cell;
    seen[cell] = true;
    for (int i = 0; i < count; i++) {
        int beside[4];
        for (int k = list_beside(oracle, found[i], beside) - 1; k >= 0; k--) {
            if (!seen[beside[k]] && (cells[beside[k]] == color) == own) {
                seen[beside[k]] = true;
                found[count++] = beside[k];
            }
        }
    }
    return count;
}

static bool touches(const GoalOracle *oracle, int cell, const uint8_t *chain_of, uint8_t chain) {
    int beside[4];
    for (int k = list_beside(oracle, cell, beside) - 1; k >= 0; k--) {
        if (chain_of[beside[k]] == chain) {
            return true;
        }
    }
    return false;
}

/* Is an empty cell beside the chain that neither side can fill? */
static bool has_outside_liberty(const GoalOracle *oracle, const uint8_t *cells, const int *stones,
                                int size) {
    for (int i = 0; i < size; i++) {
        int beside[4];
        for (int k = list_beside(oracle, stones[i], beside) - 1; k >= 0; k--) {
            if (cells[beside[k]] == EMPTY &&
                !zone_has(&oracle->goal->playable, cell_point(oracle, beside[k]))) {
                return true;
            }
        }
    }
    return false;
}

/* Is every cell of a region one that can be played on, and is every empty one beside the chain, and
 * are all chains beside it among the living? */
static int count_eyes(const GoalOracle *oracle, const uint8_t *cells, const uint8_t *chain_of,
                      uint8_t chain, Color color, const bool *living) {
    bool seen[GOAL_ORACLE_CELLS_MAX] = {false};
    int eyes = 0;
    for (int start = 0; start < oracle->geometry->cell_count; start++) {
        int found[GOAL_ORACLE_CELLS_MAX];
        if (seen[start] || cells[start] == color) {
            continue;
        }
        const int size = flood(oracle, cells, start, color, false, found, seen);
        bool is_eye = true;
        for (int i = 0; i < size; i++) {
            int beside[4];
            is_eye &= zone_has(&oracle->goal->playable, cell_point(oracle, found[i])) &&
                      (cells[found[i]] != EMPTY || touches(oracle, found[i], chain_of, chain));
            for (int k = list_beside(oracle, found[i], beside) - 1; k >= 0; k--) {
                is_eye &= cells[beside[k]] != color || living[chain_of[beside[k]]];
            }
        }
        eyes += is_eye;
    }
    return eyes;
}

/* Benson's algorithm, where a liberty that neither side can fill is life, too. */
static bool target_lives(const GoalOracle *oracle, const State *state) {
    const Color color = goal_target_color(oracle->goal);
    uint8_t chain_of[GOAL_ORACLE_CELLS_MAX] = {0};
    bool living[GOAL_ORACLE_CELLS_MAX + 1] = {false}, outside[GOAL_ORACLE_CELLS_MAX + 1] = {false};
    bool seen[GOAL_ORACLE_CELLS_MAX] = {false}, changed = true;
    int stones[GOAL_ORACLE_CELLS_MAX], chains = 0;
    for (int start = 0; start < oracle->geometry->cell_count; start++) {
        if (state->cells[start] == color && !seen[start]) {
            const int size = flood(oracle, state->cells, start, color, true, stones, seen);
            living[++chains] = true;
            outside[chains] = has_outside_liberty(oracle, state->cells, stones, size);
            for (int i = 0; i < size; i++) {
                chain_of[stones[i]] = (uint8_t)chains;
            }
        }
    }
    while (changed) {
        changed = false;
        for (int chain = 1; chain <= chains; chain++) {
            if (living[chain] && !outside[chain] &&
                count_eyes(oracle, state->cells, chain_of, (uint8_t)chain, color, living) < 2) {
                living[chain] = false;
                changed = true;
            }
        }
    }
    for (int i = 0; i < oracle->goal->target_count; i++) {
        const int cell = oracle->geometry->cell_of[oracle->goal->targets[i]];
        if (!(state->captured >> i & 1) && living[chain_of[cell]]) {
            return true;
        }
    }
    return false;
}

static GoalOutcome judge(const GoalOracle *oracle, const State *state) {
    const Goal *goal = oracle->goal;
    const int all = (1 << goal->target_count) - 1;
    const int first = oracle->geometry->cell_of[goal->targets[0]];
    int stones[GOAL_ORACLE_CELLS_MAX], liberties;
    switch (goal->kind) {
    case GOAL_CAPTURE_ALL:
        return state->captured == all ? GOAL_REACHED : GOAL_OPEN;
    case GOAL_CAPTURE_ANY:
        return state->captured != 0 ? GOAL_REACHED : GOAL_OPEN;
    case GOAL_CONNECT:
    case GOAL_BREAK_IN:
        if ((state->captured & (goal->kind == GOAL_CONNECT ? 3 : 1)) != 0) {
            return GOAL_HELD;
        }
        for (int i = list_chain(oracle, state->cells, first, stones, &liberties) - 1; i >= 0; i--) {
            const Point p = cell_point(oracle, stones[i]);
            if (goal->kind == GOAL_CONNECT ? p == goal->targets[1] : zone_has(&goal->area, p)) {
                return GOAL_REACHED;
            }
        }
        return GOAL_OPEN;
    case GOAL_LIVE:
        return state->captured == all        ? GOAL_HELD
               : target_lives(oracle, state) ? GOAL_REACHED
                                             : GOAL_OPEN;
    }
    return GOAL_OPEN;
}

/* Returns the place of a state in the table, or the free one where it belongs. */
static int *find_slot(const GoalOracle *oracle, const State *state) {
    uint64_t words[(sizeof *state + 7) / 8] = {0}, hash = 0;
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

static bool add_edge(GoalOracle *oracle, const State *after) {
    const int to = find_state(oracle, after);
    if (to < 0) {
        return false;
    }
    if (oracle->edge_count == oracle->edge_max) {
        oracle->edge_max = oracle->edge_max * 2 + 1024;
        oracle->edges = realloc(oracle->edges, (size_t)oracle->edge_max * sizeof *oracle->edges);
        cr_assert_not_null(oracle->edges);
    }
    oracle->edges[oracle->edge_count++] = to;
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
                const int cell = oracle->geometry->cell_of[oracle->goal->points[k]];
                if (play(oracle, &state, cell, &after) && !add_edge(oracle, &after)) {
                    return false;
                }
            }
            if (!play(oracle, &state, PASS, &after) || !add_edge(oracle, &after)) {
                return false;
            }
        }
        oracle->begin[i + 1] = oracle->edge_count;
    }
    return true;
}

/* Sweeps until nothing changes: a position is won for the reacher if it has reached its goal, if a
 * move of the reacher leads to a won one, or if all moves of the holder do. */
static bool root_is_won(const GoalOracle *oracle) {
    bool *won = calloc((size_t)oracle->count, sizeof *won), changed = true;
    cr_assert_not_null(won);
    while (changed && !won[0]) {
        changed = false;
        for (int i = oracle->count - 1; i >= 0; i--) {
            if (won[i]) {
                continue;
            }
            const bool reaches = (Color)oracle->states[i].mover == oracle->goal->reacher;
            const int begin = oracle->begin[i], end = oracle->begin[i + 1];
            bool wins = begin == end ? judge(oracle, &oracle->states[i]) == GOAL_REACHED : !reaches;
            for (int k = begin; k < end; k++) {
                wins = reaches ? wins || won[oracle->edges[k]] : wins && won[oracle->edges[k]];
            }
            won[i] = wins;
            changed |= wins;
        }
    }
    const bool is_won = won[0];
    free(won);
    return is_won;
}

static void begin(GoalOracle *oracle, const Goal *goal, const Board *board, Color mover,
                  OracleKo ko, const int threats[2], int state_max) {
    const Geometry *geometry = board->geometry;
    cr_assert_leq(geometry->cell_count, GOAL_ORACLE_CELLS_MAX);
    *oracle = (GoalOracle){.goal = goal, .geometry = geometry, .ko = ko, .max = state_max};
    State root = {.mover = (uint8_t)mover, .ko = NO_CELL};
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        root.cells[cell] = (uint8_t)board_color(board, geometry->point_of[cell]);
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

/* A board can return only within a strongly connected component of the positions, so the history
 * that counts is the set of boards since the component was entered. */
typedef struct {
    GoalOracle *oracle;
    int *component;     /* of each state */
    uint64_t *memo;     /* keys of (state, history, has passed), by which the reacher loses */
    uint64_t *memo_won; /* and by which it wins */
    size_t memo_mask;
    const State *path[GOAL_ORACLE_CELLS_MAX * 64];
    int path_count, visits;
} Superko;

/* Tarjan's algorithm, without recursion. */
static void find_components(const GoalOracle *oracle, int *component) {
    const size_t count = (size_t)oracle->count;
    int *order = calloc(count, sizeof *order), *low = calloc(count, sizeof *low);
    int *open = malloc(count * sizeof *open), *stack = malloc(count * sizeof *stack);
    int *next = malloc(count * sizeof *next);
    int opened = 0, depth = 1, seen = 0, components = 0;
    cr_assert(order != NULL && low != NULL && open != NULL && stack != NULL && next != NULL);
    memset(component, 0, count * sizeof *component);
    stack[0] = 0;
    while (depth > 0) {
        const int state = stack[depth - 1];
        if (order[state] == 0) {
            order[state] = low[state] = ++seen;
            next[state] = oracle->begin[state];
            open[opened++] = state;
        }
        if (next[state] < oracle->begin[state + 1]) {
            const int to = oracle->edges[next[state]++];
            if (order[to] == 0) {
                stack[depth++] = to;
            } else if (component[to] == 0 && order[to] < low[state]) {
                low[state] = order[to];
            }
            continue;
        }
        if (low[state] == order[state]) {
            components++;
            do {
                component[open[--opened]] = components;
            } while (open[opened] != state);
        }
        if (--depth > 0 && low[state] < low[stack[depth - 1]]) {
            low[stack[depth - 1]] = low[state];
        }
    }
    free(order);
    free(low);
    free(open);
    free(stack);
    free(next);
}

static uint64_t hash_cells(const State *state) {
    uint64_t hash = 1;
    for (int i = 0; i < GOAL_ORACLE_CELLS_MAX; i++) {
        hash = hash_mix(hash ^ state->cells[i]);
    }
    return hash;
}

static bool is_repeated(const Superko *superko, const State *after) {
    for (int i = superko->path_count - 1; i >= 0; i--) {
        if (memcmp(superko->path[i]->cells, after->cells, sizeof after->cells) == 0) {
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
    if (++superko->visits > visit_max || superko->path_count == GOAL_ORACLE_CELLS_MAX * 64) {
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
            won = follow_path(superko, to, passes ? before : before ^ hash_cells(after), passes,
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
        const bool wins = follow_path(&superko, 0, hash_cells(&oracle.states[0]), false, visit_max);
        outcome = superko.visits > visit_max ? GOAL_OPEN : wins ? GOAL_REACHED : GOAL_HELD;
        free(superko.component);
        free(superko.memo);
        free(superko.memo_won);
    }
    end(&oracle);
    return outcome;
}
