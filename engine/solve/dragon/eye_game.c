#include "engine/solve/dragon/eye_game.h"

#include <stdlib.h>

enum {
    ENOUGH = 2,                            /* eyes */
    STATE_BITS = 2 * EYE_VERTICES_MAX + 2, /* of an index: a state, who moves, was there a pass */
    UNKNOWN = 0,                           /* in the table; otherwise the value plus 1 */
    IN_PROGRESS = ENOUGH + 2,              /* a move back to it is a repetition, which is banned */
};

typedef struct {
    const EyeGraph *graph;
    uint8_t *table;
} EyeGame;

static uint32_t bit(int vertex) {
    return UINT32_C(1) << vertex;
}

static uint32_t find_links(const EyeGraph *graph, int vertex) {
    return graph->adjacent[vertex] | graph->keys[vertex];
}

/* Spreads a set over adjacent vertices of another. */
static uint32_t flood(const EyeGraph *graph, uint32_t seed, uint32_t within) {
    uint32_t set = seed & within, before;
    do {
        before = set;
        for (int i = 0; i < graph->count; i++) {
            if ((set & bit(i)) != 0) {
                set |= graph->adjacent[i] & within;
            }
        }
    } while (set != before);
    return set;
}

static uint32_t neighbors(const EyeGraph *graph, uint32_t set) {
    uint32_t found = 0;
    for (int i = 0; i < graph->count; i++) {
        if ((set & bit(i)) != 0) {
            found |= graph->adjacent[i];
        }
    }
    return found & ~set;
}

/* Eyes as the space stands: its parts, unless they are margins alone or will be filled in order to
 * capture false stones. */
static int count_eyes(const EyeGraph *graph, EyeState state) {
    const uint32_t false_stones = flood(graph, state.stones & graph->false_stones, state.stones);
    uint32_t left =
        (state.empty & ~neighbors(graph, false_stones)) | (state.stones & ~false_stones);
    const uint32_t space = state.empty | state.stones | state.margin;
    int eyes = 0;
    while (left != 0 && eyes < ENOUGH) {
        left &= ~flood(graph, left & -left, space);
        eyes++;
    }
    return eyes;
}

/* The owner fills a vertex, which may capture. */
static EyeState play_owner(const EyeGraph *graph, EyeState state, int vertex) {
    state.empty &= ~bit(vertex);
    state.margin &= ~bit(vertex);
    for (int i = 0; i < graph->count; i++) {
        const uint32_t chain = flood(graph, bit(i), state.stones);
        if ((neighbors(graph, chain) & (state.empty | state.margin)) == 0) {
            state.stones &= ~chain;
            state.empty |= chain & ~graph->false_stones;
            state.margin |= chain & graph->false_stones;
        }
    }
    return state;
}

/* The attacker comes in at a margin: stones next to it are connected to the outside, and empty
 * vertices become margins. */
static EyeState enter(const EyeGraph *graph, EyeState state, int vertex) {
    const uint32_t links = find_links(graph, vertex);
    const uint32_t joined = flood(graph, links & state.stones, state.stones);
    const uint32_t opened = (links | neighbors(graph, joined)) & state.empty;
    state.margin &= ~bit(vertex);
    state.stones &= ~joined;
    state.empty &= ~opened;
    state.margin |= opened;
    return state;
}

/* Takes the owner's stones in the space that are joined to nothing and have no liberty. */
static EyeState capture_loose(const EyeGraph *graph, EyeState state) {
    const uint32_t all = (UINT32_C(1) << graph->count) - 1;
    const uint32_t filled = all & ~(state.empty | state.stones | state.margin);
    for (int i = 0; i < graph->count; i++) {
        const uint32_t chain = flood(graph, bit(i), filled & graph->loose);
        if ((neighbors(graph, chain) & ~state.stones) == 0) {
            state.empty |= chain;
        }
    }
    return state;
}

/* Returns false if the move is suicide. */
static bool play_attacker(const EyeGraph *graph, EyeState *state, int vertex) {
    if ((state->margin & bit(vertex)) != 0) {
        *state = enter(graph, *state, vertex);
        return true;
    }
    state->empty &= ~bit(vertex);
    state->stones |= bit(vertex);
    *state = capture_loose(graph, *state);
    const uint32_t chain = flood(graph, bit(vertex), state->stones);
    return (neighbors(graph, chain) & (state->empty | state->margin)) != 0;
}

static size_t find_index(EyeState state, bool owner_moves, bool passed) {
    size_t index = 0;
    for (int i = 0; i < EYE_VERTICES_MAX; i++) {
        const unsigned kind = (state.empty & bit(i)) != 0    ? 1
                              : (state.stones & bit(i)) != 0 ? 2
                              : (state.margin & bit(i)) != 0 ? 3
                                                             : 0;
        index |= (size_t)kind << (2 * i);
    }
    return index << 2 | (size_t)owner_moves << 1 | passed;
}

static int search(EyeGame *game, EyeState state, bool owner_moves, bool passed);

/* The value after a move; passed is that of the position before. -1: the move is impossible. */
static int try_move(EyeGame *game, EyeState state, bool owner_moves, bool passed, int vertex) {
    if (vertex == EYE_VERTEX_NONE) {
        return passed ? count_eyes(game->graph, state) : search(game, state, !owner_moves, true);
    }
    if (((state.empty | state.margin) & bit(vertex)) == 0) {
        return -1;
    }
    if (owner_moves) {
        state = play_owner(game->graph, state, vertex);
    } else if (!play_attacker(game->graph, &state, vertex)) {
        return -1;
    }
    return search(game, state, !owner_moves, false);
}

/* Eyes with best play, or -1 if the position is on the path. What a ban on a repetition led to is
 * kept as if it held on every path. */
static int search(EyeGame *game, EyeState state, bool owner_moves, bool passed) {
    uint8_t *known = &game->table[find_index(state, owner_moves, passed)];
    if (*known != UNKNOWN) {
        return *known == IN_PROGRESS ? -1 : *known - 1;
    }
    *known = IN_PROGRESS;
    int best = owner_moves ? 0 : ENOUGH;
    for (int i = EYE_VERTEX_NONE; i < game->graph->count && best != (owner_moves ? ENOUGH : 0);
         i++) {
        const int value = try_move(game, state, owner_moves, passed, i);
        if (value >= 0 && (owner_moves ? value > best : value < best)) {
            best = value;
        }
    }
    *known = (uint8_t)(best + 1);
    return best;
}

static int count_bits(uint32_t set) {
    int count = 0;
    for (; set != 0; set &= set - 1) {
        count++;
    }
    return count;
}

/* Chooses a move that reaches the value: one that serves the other side, too, if there is one, then
 * one with many neighbors. */
static int choose(EyeGame *game, bool owner_moves, int value, int other) {
    const EyeGraph *graph = game->graph;
    int best = EYE_VERTEX_NONE, most = -1;
    for (int i = 0; i < graph->count; i++) {
        const bool serves_both = try_move(game, graph->start, !owner_moves, false, i) == other;
        const int weight = count_bits(find_links(graph, i)) + (serves_both ? EYE_VERTICES_MAX : 0);
        if (try_move(game, graph->start, owner_moves, false, i) == value && weight > most) {
            best = i;
            most = weight;
        }
    }
    return best;
}

bool eye_game_solve(const EyeGraph *graph, EyeValue *value) {
    EyeGame game = {.graph = graph, .table = calloc((size_t)1 << STATE_BITS, 1)};
    if (game.table == NULL) {
        return false;
    }
    value->least = search(&game, graph->start, false, false);
    value->most = search(&game, graph->start, true, false);
    value->attack = value->defense = EYE_VERTEX_NONE;
    if (value->least < value->most) {
        value->attack = choose(&game, false, value->least, value->most);
        value->defense = choose(&game, true, value->most, value->least);
    }
    free(game.table);
    return true;
}
