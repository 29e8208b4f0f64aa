/* The fixed point; see the header. */
#include "engine/solve/hold.h"

#include <stdlib.h>
#include <string.h>

#include "engine/solve/life.h"

enum { NOBODY = INT32_MAX, MOVES_MAX = 65, TICK_LOOKS = 256 };

/* A position is found by its key, and by its check word as well: a hash of 128 bits. */
typedef struct {
    uint64_t key, check;
    Bits stones[2];
    uint32_t relies; /* the first in the list of who relies on it, or NOBODY */
    uint8_t to_move;
    int8_t ko;
    bool is_refuted;
    bool is_settled; /* held without a look at its children */
    uint8_t move;    /* holder to move: the move relied on */
    Symmetry orientation;
} Place;

typedef struct {
    uint32_t place, next;
} Reliance;

struct Hold {
    SolverContext *context;
    const SolverGroup *group;
    Color holder;
    int goal[2], needed[2];
    HashLanes state_lanes[2];
    Place *places;
    uint32_t place_count, place_capacity;
    uint32_t *slots; /* open addressing: 1 + the number of the place */
    uint32_t slot_count;
    Reliance *reliances;
    uint32_t reliance_count, reliance_capacity;
    uint32_t *todo;
    uint32_t todo_count, todo_capacity;
    bool is_out_of_memory;
};

/* ---- Lists that grow ---- */

static bool grow(Hold *hold, void **list, uint32_t *capacity, size_t item_bytes) {
    const uint32_t more = *capacity == 0 ? 1024 : 2 * *capacity;
    void *larger = more > *capacity ? realloc(*list, more * item_bytes) : NULL;
    if (larger == NULL) {
        hold->is_out_of_memory = true;
        return false;
    }
    *list = larger;
    *capacity = more;
    return true;
}

static void push_todo(Hold *hold, uint32_t place) {
    if (hold->todo_count < hold->todo_capacity ||
        grow(hold, (void **)&hold->todo, &hold->todo_capacity, sizeof *hold->todo)) {
        hold->todo[hold->todo_count++] = place;
    }
}

/* From now on `who` is looked at again if place is refuted. */
static void rely(Hold *hold, uint32_t who, uint32_t place) {
    if (hold->reliance_count < hold->reliance_capacity ||
        grow(hold, (void **)&hold->reliances, &hold->reliance_capacity, sizeof(Reliance))) {
        hold->reliances[hold->reliance_count] = (Reliance){who, hold->places[place].relies};
        hold->places[place].relies = hold->reliance_count++;
    }
}

/* ---- Finding positions ---- */

/* Colours are not exchanged here: the holder is one of them. */
static HashKey key_of(const Hold *hold, const Field *field) {
    HashLanes lanes = field->lanes[0];
    hash_lanes_toggle(&lanes, &hold->state_lanes[field->to_move]);
    if (field->ko != FIELD_NO_KO) {
        hash_lanes_toggle(&lanes,
                          &hold->context->shape->hash.ko[hold->context->shape->cell_of[field->ko]]);
    }
    return hash_key_of_lanes(&lanes);
}

/* The slot of a key, or the empty one where it belongs. */
static uint32_t find_slot(const Hold *hold, const HashKey *key) {
    uint32_t i = (uint32_t)(hash_mix(key->check) >> 32) & (hold->slot_count - 1);
    while (hold->slots[i] != 0) {
        const Place *place = &hold->places[hold->slots[i] - 1];
        if (place->key == key->key && place->check == key->check) {
            break;
        }
        i = (i + 1) & (hold->slot_count - 1);
    }
    return i;
}

static bool enlarge_slots(Hold *hold) {
    const uint32_t count = hold->slot_count == 0 ? 4096 : 2 * hold->slot_count;
    uint32_t *slots = calloc(count, sizeof *slots);
    if (slots == NULL) {
        hold->is_out_of_memory = true;
        return false;
    }
    free(hold->slots);
    hold->slots = slots;
    hold->slot_count = count;
    for (uint32_t i = 0; i < hold->place_count; i++) {
        const HashKey key = {.key = hold->places[i].key, .check = hold->places[i].check};
        slots[find_slot(hold, &key)] = i + 1;
    }
    return true;
}

/* Is the position decided as it stands? Fills in is_refuted or is_settled. */
static void judge(const Hold *hold, const Field *field, Place *place) {
    const SolverContext *context = hold->context;
    for (int color = 0; color < 2; color++) {
        if (field_count(life_find(context->shape, field->stones[color], hold->needed[color])) >=
            hold->needed[color]) {
            place->is_settled = color == (int)hold->holder;
            place->is_refuted = !place->is_settled;
            return;
        }
    }
    const HashKey key = solver_context_key(context, field);
    const Bounds bounds = bounds_unpack(table_probe(&context->table, key.key, key.check));
    const bool is_holder = field->to_move == hold->holder;
    place->is_refuted = is_holder ? bounds.upper < hold->goal[field->to_move]
                                  : bounds.lower >= hold->goal[field->to_move];
}

/* Returns the place of a position, made if it is new; NOBODY if out of memory. */
static uint32_t intern(Hold *hold, const Field *field) {
    if (2 * (hold->place_count + 1) > hold->slot_count && !enlarge_slots(hold)) {
        return NOBODY;
    }
    const HashKey key = key_of(hold, field);
    const uint32_t slot = find_slot(hold, &key);
    if (hold->slots[slot] != 0) {
        return hold->slots[slot] - 1;
    }
    if (hold->place_count == hold->place_capacity &&
        !grow(hold, (void **)&hold->places, &hold->place_capacity, sizeof *hold->places)) {
        return NOBODY;
    }
    const uint32_t number = hold->place_count++;
    Place *place = &hold->places[number];
    *place = (Place){.key = key.key,
                     .check = key.check,
                     .stones = {field->stones[0], field->stones[1]},
                     .relies = NOBODY,
                     .to_move = field->to_move,
                     .ko = field->ko,
                     .move = FIELD_NONE,
                     .orientation = key.orientation};
    judge(hold, field, place);
    hold->slots[slot] = number + 1;
    if (!place->is_refuted && !place->is_settled) {
        push_todo(hold, number);
    }
    return number;
}

/* ---- Moves ---- */

typedef struct {
    Field field;
    int move, order;
} Option;

static int compare_options(const void *a, const void *b) {
    const Option *left = a, *right = b;
    return left->order != right->order ? (left->order < right->order ? 1 : -1)
                                       : left->move - right->move;
}

/* How hopeful a move of the holder looks: what has long resisted the search first. */
static int order_of(const Hold *hold, const Field *child) {
    const SolverContext *context = hold->context;
    const HashKey key = solver_context_key(context, child);
    const Bounds bounds = bounds_unpack(table_probe(&context->table, key.key, key.check));
    const int mover = child->to_move, own = (int)hold->holder;
    const Bits empty = field_empty(context->shape, child->stones);
    const int held = bounds.upper < hold->goal[mover] ? 1000000 : 0;
    const int depth = bounds.target == hold->goal[mover] ? bounds.open[true] : 0;
    return held + 1000 * depth +
           4 * (field_count(field_grow(context->shape, child->stones[own]) & empty) -
                field_count(field_grow(context->shape, child->stones[!own]) & empty));
}

/* Lists the moves, of the holder in the order in which they are tried. */
static int list_options(const Hold *hold, const Field *field, Option *options) {
    const SolverContext *context = hold->context;
    const FieldShape *shape = context->shape;
    Bits open = field_open(shape, field);
    const int black = field_score(shape, field->stones);
    const int score = field->to_move == BLACK ? black : -black;
    int count = 0;
    for (; open != 0; open &= open - 1) {
        options[count].move = field_first(open);
        count += solver_context_play(context, field, options[count].move, &options[count].field) !=
                 FIELD_ILLEGAL;
    }
    if (score >= hold->goal[field->to_move]) { /* as in solver_thread.c */
        options[count].move = FIELD_PASS;
        solver_context_play(context, field, FIELD_PASS, &options[count].field);
        count++;
    }
    if (field->to_move == hold->holder) {
        for (int i = 0; i < count; i++) {
            options[i].order = order_of(hold, &options[i].field);
        }
        qsort(options, (size_t)count, sizeof *options, compare_options);
    }
    return count;
}

static Field field_of(const Hold *hold, const Place *place) {
    const FieldShape *shape = hold->context->shape;
    ColorCell cells[CELL_COUNT_MAX];
    Field field = {.stones = {place->stones[0], place->stones[1]}};
    field_get_cells(shape, &field, cells);
    field_set_up(shape, cells, (Color)place->to_move, &field);
    field.ko = place->ko;
    return field;
}

/* ---- The fixed point ---- */

static void refute(Hold *hold, uint32_t number) {
    hold->places[number].is_refuted = true;
    for (uint32_t i = hold->places[number].relies; i != NOBODY; i = hold->reliances[i].next) {
        push_todo(hold, hold->reliances[i].place);
    }
}

/* The opponent moves: every child must be held. */
static void look_at_opponent(Hold *hold, uint32_t number, const Option *options, int count) {
    for (int i = 0; i < count && !hold->is_out_of_memory; i++) {
        const uint32_t child = intern(hold, &options[i].field);
        if (child == NOBODY) {
            return;
        }
        if (hold->places[child].is_refuted) {
            refute(hold, number);
            return;
        }
        rely(hold, number, child);
    }
}

/* The holder moves: relies on the first child that is not refuted. The order may have changed with
 * the table since the last look, so all are tried again. */
static void look_at_holder(Hold *hold, uint32_t number, const Option *options, int count) {
    for (int i = 0; i < count; i++) {
        const uint32_t child = intern(hold, &options[i].field);
        if (child == NOBODY) {
            return;
        }
        if (!hold->places[child].is_refuted) {
            hold->places[number].move = (uint8_t)options[i].move;
            rely(hold, number, child);
            return;
        }
    }
    refute(hold, number);
}

static void look_at(Hold *hold, uint32_t number) {
    if (hold->places[number].is_refuted) {
        return;
    }
    Option options[MOVES_MAX];
    const Field field = field_of(hold, &hold->places[number]);
    const int count = list_options(hold, &field, options);
    if (field.to_move == hold->holder) {
        look_at_holder(hold, number, options, count);
    } else {
        look_at_opponent(hold, number, options, count);
    }
}

Answer hold_run(Hold *hold, size_t most) {
    for (int looks = 1; hold->todo_count > 0 && !hold->places[0].is_refuted; looks++) {
        if (looks % TICK_LOOKS == 0) {
            solver_context_tick(hold->context);
        }
        if (hold->place_count >= most || hold->is_out_of_memory ||
            atomic_load_explicit(&hold->group->stop, memory_order_relaxed)) {
            return ANSWER_OPEN;
        }
        look_at(hold, hold->todo[--hold->todo_count]);
    }
    return hold->is_out_of_memory       ? ANSWER_OPEN
           : hold->places[0].is_refuted ? ANSWER_NO
                                        : ANSWER_YES;
}

Hold *hold_new(SolverContext *context, const SolverGroup *group, const Field *root, Color holder,
               int goal) {
    Hold *hold = aligned_alloc(64, (sizeof *hold + 63) / 64 * 64);
    if (hold == NULL) {
        return NULL;
    }
    memset(hold, 0, sizeof *hold);
    hold->context = context;
    hold->group = group;
    hold->holder = holder;
    hold->goal[holder] = goal;
    hold->goal[color_opponent(holder)] = 1 - goal;
    for (int color = 0; color < 2; color++) {
        const HashState state = {.to_move = color, .ko_cell = HASH_NO_KO};
        hash_lanes_add_state(&context->shape->hash, &(HashLanes){0}, &state,
                             &hold->state_lanes[color]);
        hold->needed[color] = (context->shape->cell_count + hold->goal[color] + 1) / 2;
    }
    if (intern(hold, root) == NOBODY) {
        hold_free(hold);
        return NULL;
    }
    return hold;
}

void hold_free(Hold *hold) {
    if (hold != NULL) {
        free(hold->places);
        free(hold->slots);
        free(hold->reliances);
        free(hold->todo);
        free(hold);
    }
}

size_t hold_count(const Hold *hold) {
    return hold->place_count;
}

int hold_find_move(const Hold *hold, const Field *field) {
    const FieldShape *shape = hold->context->shape;
    const HashKey key = key_of(hold, field);
    const uint32_t slot = find_slot(hold, &key);
    if (hold->slots[slot] == 0 || hold->places[hold->slots[slot] - 1].is_refuted) {
        return FIELD_NONE;
    }
    const Place *place = &hold->places[hold->slots[slot] - 1];
    if (place->move >= FIELD_PASS) {
        return place->move;
    }
    /* Through the canonical orientation, which the two have in common. */
    const uint16_t canonical =
        shape->hash.maps.image[place->orientation][shape->cell_of[place->move]];
    return shape->spot_of[solver_context_cell(hold->context, key.orientation, canonical)];
}
