#include "engine/solve/repetition.h"

#include <stdlib.h>

#include "engine/base/map.h"
#include "engine/base/memory.h"

enum { MOVES_MAX = 65, TICK_LOOKS = 256 };

static const uint32_t NO_PLACE = UINT32_MAX;

/* A position is found by its key, and by its check word as well: a hash of 128 bits. */
typedef struct {
    uint64_t key, check;
    Bits stones[2];
    uint32_t relies; /* the first in the list of places that rely on it, or NO_PLACE */
    uint8_t to_move;
    int8_t ko;
    bool is_refuted;
    bool is_settled; /* in the set without a look at its children */
    uint8_t move;    /* winner to move: the move relied on */
    Symmetry orientation;
} RepetitionPlace;

typedef struct {
    uint32_t place, next;
} Reliance;

struct Repetition {
    SolverContext *context;
    const SolverGroup *group;
    Color winner;
    int goal[2], needed[2];
    RepetitionPlace *places;
    Map map; /* of places */
    Reliance *reliances;
    uint32_t *todo;
    size_t place_count, reliance_count, todo_count;
};

static void push_todo(Repetition *repetition, uint32_t place) {
    repetition->todo =
        memory_grow(repetition->todo, repetition->todo_count, sizeof *repetition->todo);
    repetition->todo[repetition->todo_count++] = place;
}

/* From now on the place `from` is looked at again if the place `on` is refuted. */
static void rely(Repetition *repetition, uint32_t from, uint32_t on) {
    RepetitionPlace *place = &repetition->places[on];
    repetition->reliances = memory_grow(repetition->reliances, repetition->reliance_count,
                                        sizeof *repetition->reliances);
    repetition->reliances[repetition->reliance_count] = (Reliance){from, place->relies};
    place->relies = (uint32_t)repetition->reliance_count++;
}

/* ---- Finding positions ---- */

/* Colors are not exchanged here: the winner is one of them. */
static HashKey repetition_key(const Repetition *repetition, const Bitboard *bitboard) {
    const BitboardShape *shape = repetition->context->shape;
    HashLanes lanes = bitboard->lanes[0];
    if (bitboard->ko != BITBOARD_NO_KO) {
        hash_lanes_toggle(&lanes, &shape->hash.ko[shape->cell_of[bitboard->ko]]);
    }
    HashKey key = hash_key_of_lanes(&lanes);
    key.key ^= hash_mix((uint64_t)bitboard->to_move + 1);
    return key;
}

static uint64_t hash_of(const void *context, uint32_t number) {
    return ((const Repetition *)context)->places[number].check;
}

/* The slot of a key, or the empty one where it belongs. */
static size_t find_slot(const Repetition *repetition, const HashKey *key) {
    const Map *map = &repetition->map;
    size_t slot = map_first(map, key->check);
    for (; map_has(map, slot); slot = map_next(map, slot)) {
        const RepetitionPlace *place = &repetition->places[map_number(map, slot)];
        if (place->key == key->key && place->check == key->check) {
            break;
        }
    }
    return slot;
}

/* Is the position decided as it stands? Fills in is_refuted or is_settled. */
static void judge_position(const Repetition *repetition, const Bitboard *bitboard,
                           RepetitionPlace *place) {
    const SolverContext *context = repetition->context;
    for (int color = 0; color < 2; color++) {
        if (solver_context_is_secure(context, bitboard->stones[color], repetition->needed[color])) {
            place->is_settled = color == (int)repetition->winner;
            place->is_refuted = !place->is_settled;
            return;
        }
    }
    const Bounds bounds = solver_context_bounds(context, bitboard);
    const bool wins_by_repetition = bitboard->to_move == repetition->winner;
    place->is_refuted = wins_by_repetition ? bounds.upper < repetition->goal[bitboard->to_move]
                                           : bounds.lower >= repetition->goal[bitboard->to_move];
}

/* Returns the place of a position, made if it is new. */
static uint32_t intern(Repetition *repetition, const Bitboard *bitboard) {
    const HashKey key = repetition_key(repetition, bitboard);
    const size_t slot = find_slot(repetition, &key);
    if (map_has(&repetition->map, slot)) {
        return map_number(&repetition->map, slot);
    }
    repetition->places =
        memory_grow(repetition->places, repetition->place_count, sizeof *repetition->places);
    const uint32_t number = (uint32_t)repetition->place_count++;
    RepetitionPlace *place = &repetition->places[number];
    *place = (RepetitionPlace){.key = key.key,
                               .check = key.check,
                               .stones = {bitboard->stones[0], bitboard->stones[1]},
                               .relies = NO_PLACE,
                               .to_move = bitboard->to_move,
                               .ko = bitboard->ko,
                               .move = BITBOARD_NONE,
                               .orientation = key.orientation};
    judge_position(repetition, bitboard, place);
    map_put(&repetition->map, slot, number, hash_of, repetition);
    if (!place->is_refuted && !place->is_settled) {
        push_todo(repetition, number);
    }
    return number;
}

/* ---- Moves ---- */

typedef struct {
    Bitboard bitboard;
    int move, order;
} RepetitionOption;

static int compare_options(const void *a, const void *b) {
    const RepetitionOption *left = a, *right = b;
    return left->order != right->order ? (left->order < right->order ? 1 : -1)
                                       : left->move - right->move;
}

/* How hopeful a move of the winner looks: what has long resisted the search first. */
static int order_of(const Repetition *repetition, const Bitboard *child) {
    const SolverContext *context = repetition->context;
    const Bounds bounds = solver_context_bounds(context, child);
    const int mover = child->to_move, own = (int)repetition->winner;
    const Bits empty = bitboard_empty(context->shape, child->stones);
    const int held = bounds.upper < repetition->goal[mover] ? 1000000 : 0;
    const int depth = bounds.target == repetition->goal[mover] ? bounds.open[true] : 0;
    return held + 1000 * depth +
           4 * (bitboard_count(bitboard_grow(context->shape, child->stones[own]) & empty) -
                bitboard_count(bitboard_grow(context->shape, child->stones[!own]) & empty));
}

/* Lists the moves, those of the winner in the order in which they are tried. */
static int list_options(const Repetition *repetition, const Bitboard *bitboard,
                        RepetitionOption *options) {
    const SolverContext *context = repetition->context;
    const BitboardShape *shape = context->shape;
    BitboardMoves moves;
    bitboard_list_moves(shape, bitboard, context->suicide, &moves);
    int count = 0;
    for (Bits open = moves.legal; open != 0; open &= open - 1) {
        RepetitionOption *option = &options[count++];
        Bits stones[2];
        int8_t ko;
        option->move = bitboard_first(open);
        bitboard_play_listed(shape, bitboard, &moves, option->move, stones, &ko);
        bitboard_become(shape, bitboard, stones, ko, &option->bitboard);
    }
    if (bitboard_score(shape, bitboard->stones, bitboard->to_move) >=
        repetition->goal[bitboard->to_move]) { /* as in move_list.c */
        options[count].move = BITBOARD_PASS;
        solver_context_play(context, bitboard, BITBOARD_PASS, &options[count++].bitboard);
    }
    if (bitboard->to_move == repetition->winner) {
        for (int i = 0; i < count; i++) {
            options[i].order = order_of(repetition, &options[i].bitboard);
        }
        qsort(options, (size_t)count, sizeof *options, compare_options);
    }
    return count;
}

/* ---- The fixed point: every position met is assumed to be in the set, with one move of the
 * winner, until a move of the opponent refutes it; then whatever relied on it is looked at again
 * ---- */

static void refute(Repetition *repetition, uint32_t number) {
    repetition->places[number].is_refuted = true;
    for (uint32_t i = repetition->places[number].relies; i != NO_PLACE;
         i = repetition->reliances[i].next) {
        push_todo(repetition, repetition->reliances[i].place);
    }
}

/* The opponent moves: every child must be in the set. The winner moves: relies on the first child
 * that is not refuted; the order may have changed with the table since the last look, so all are
 * tried again. */
static void look_at(Repetition *repetition, uint32_t number) {
    if (repetition->places[number].is_refuted) {
        return;
    }
    RepetitionOption options[MOVES_MAX];
    const RepetitionPlace *place = &repetition->places[number];
    Bitboard bitboard;
    bitboard_make(repetition->context->shape, place->stones, place->to_move, place->ko, &bitboard);
    const int count = list_options(repetition, &bitboard, options);
    const bool is_winner = bitboard.to_move == repetition->winner;
    for (int i = 0; i < count; i++) {
        const uint32_t child = intern(repetition, &options[i].bitboard);
        const bool is_refuted = repetition->places[child].is_refuted;
        if (!is_refuted) {
            rely(repetition, number, child);
        }
        if (is_winner && !is_refuted) {
            repetition->places[number].move = (uint8_t)options[i].move;
            return;
        }
        if (!is_winner && is_refuted) {
            refute(repetition, number);
            return;
        }
    }
    if (is_winner) {
        refute(repetition, number);
    }
}

SolverAnswer repetition_run(Repetition *repetition, size_t most) {
    for (int looks = 1; repetition->todo_count > 0 && !repetition->places[0].is_refuted; looks++) {
        if (looks % TICK_LOOKS == 0) {
            solver_context_tick(repetition->context);
        }
        if (repetition->place_count >= most ||
            atomic_load_explicit(&repetition->group->stop, memory_order_relaxed)) {
            return ANSWER_OPEN;
        }
        look_at(repetition, repetition->todo[--repetition->todo_count]);
    }
    return repetition->places[0].is_refuted ? ANSWER_NO : ANSWER_YES;
}

Repetition *repetition_new(SolverContext *context, const SolverGroup *group, const Bitboard *root,
                           Color repetition_winner, int goal) {
    Repetition *repetition = memory_new(1, sizeof *repetition);
    *repetition = (Repetition){.context = context, .group = group, .winner = repetition_winner};
    repetition->goal[repetition_winner] = goal;
    repetition->goal[color_opponent(repetition_winner)] = 1 - goal;
    for (int color = 0; color < 2; color++) {
        repetition->needed[color] = solver_context_needed(context, repetition->goal[color]);
    }
    map_init(&repetition->map, 0);
    intern(repetition, root);
    return repetition;
}

void repetition_free(Repetition *repetition) {
    if (repetition != NULL) {
        free(repetition->places);
        map_free(&repetition->map);
        free(repetition->reliances);
        free(repetition->todo);
        free(repetition);
    }
}

int repetition_find_move(const Repetition *repetition, const Bitboard *bitboard) {
    const BitboardShape *shape = repetition->context->shape;
    const HashKey key = repetition_key(repetition, bitboard);
    const size_t slot = find_slot(repetition, &key);
    if (!map_has(&repetition->map, slot)) {
        return BITBOARD_NONE;
    }
    const RepetitionPlace *place = &repetition->places[map_number(&repetition->map, slot)];
    if (place->is_refuted || place->move >= BITBOARD_PASS) {
        return place->is_refuted ? BITBOARD_NONE : place->move;
    }
    /* Through the canonical orientation, which the two have in common. */
    const uint16_t *from = shape->hash.maps.image[place->orientation];
    const uint16_t *to = shape->hash.maps.image[key.orientation];
    int cell = 0;
    while (to[cell] != from[shape->cell_of[place->move]]) {
        cell++;
    }
    return shape->spot_of[cell];
}
