#include "regress/match/openings/openings.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/rng.h"
#include "engine/base/text.h"
#include "regress/match/openings/builder.h"

enum { OPENINGS_MAX = 1 << 20 }; /* of a list */

bool builder_init(Builder *builder, const OpeningBoard *board, Openings *openings, Status *status) {
    *openings = (Openings){.width = board->width, .height = board->height};
    *builder = (Builder){.openings = openings, .game = game_new(HASH_DEFAULT_SEED)};
    if (builder->game == NULL) {
        return status_fail(status, "out of memory");
    }
    builder->game->rules = *board->rules;
    return game_clear(builder->game, board->width, board->height, status);
}

bool builder_end(Builder *builder, bool ok) {
    if (!ok) {
        openings_free(builder->openings);
    }
    game_free(builder->game);
    free(builder->keys);
    free(builder->slots);
    return ok;
}

static uint64_t present_key(const Builder *builder) {
    const Game *game = builder->game;
    return board_key(&game->board, &game->rules).key;
}

/* The slot of the position, or the free slot where it belongs. Uses the low bits of the key: it is
 * a minimum, so its high bits are skewed. */
static int *find_slot(const Builder *builder, uint64_t key) {
    const size_t mask = 2 * (size_t)builder->capacity - 1;
    size_t i = key & mask;
    while (builder->slots[i] != 0 && builder->keys[builder->slots[i] - 1] != key) {
        i = (i + 1) & mask;
    }
    return &builder->slots[i];
}

static bool grow(Builder *builder, Status *status) {
    Openings *openings = builder->openings;
    const int capacity = builder->capacity == 0 ? 64 : 2 * builder->capacity;
    if (capacity > OPENINGS_MAX) {
        return status_fail(status, "more than %d openings", OPENINGS_MAX);
    }
    Opening *items = realloc(openings->items, (size_t)capacity * sizeof *items);
    openings->items = items == NULL ? openings->items : items;
    uint64_t *keys = realloc(builder->keys, (size_t)capacity * sizeof *keys);
    builder->keys = keys == NULL ? builder->keys : keys;
    int *slots = calloc(2 * (size_t)capacity, sizeof *slots);
    if (items == NULL || keys == NULL || slots == NULL) {
        free(slots);
        return status_fail(status, "out of memory");
    }
    free(builder->slots);
    builder->slots = slots;
    builder->capacity = capacity;
    for (int i = 0; i < openings->count; i++) {
        if (openings->items[i].same_as < 0) {
            *find_slot(builder, keys[i]) = i + 1;
        }
    }
    return true;
}

/* Copies the stones that the game began with, and its moves. */
static bool copy_moves(const Game *game, Opening *opening) {
    const int cell_count = game->geometry->cell_count;
    *opening = (Opening){.to_move = (Color)game->board.to_move};
    for (int cell = 0; cell < cell_count; cell++) {
        opening->set_up_count += game->past_cells[cell] != EMPTY;
    }
    opening->move_count = opening->set_up_count + game->move_count;
    opening->moves = malloc(((size_t)opening->move_count + 1) * sizeof(Move)); /* never 0 bytes */
    if (opening->moves == NULL) {
        return false;
    }
    Move *next = opening->moves;
    for (int cell = 0; cell < cell_count; cell++) {
        if (game->past_cells[cell] != EMPTY) {
            *next++ = (Move){(Color)game->past_cells[cell], game->geometry->point_of[cell]};
        }
    }
    for (int i = 0; i < game->move_count; i++) {
        *next++ = game->moves[i];
    }
    return true;
}

bool builder_knows_position(const Builder *builder) {
    return builder->capacity > 0 && *find_slot(builder, present_key(builder)) != 0;
}

bool builder_add(Builder *builder, int line, Status *status) {
    Openings *openings = builder->openings;
    if (openings->count == builder->capacity && !grow(builder, status)) {
        return false;
    }
    const int index = openings->count;
    Opening *opening = &openings->items[index];
    if (!copy_moves(builder->game, opening)) {
        return status_fail(status, "out of memory");
    }
    opening->line = line;
    builder->keys[index] = present_key(builder);
    int *slot = find_slot(builder, builder->keys[index]);
    opening->same_as = *slot - 1;
    if (*slot == 0) {
        *slot = index + 1;
        openings->distinct_count++;
    }
    openings->count++;
    return true;
}

void openings_free(Openings *openings) {
    for (int i = 0; i < openings->count; i++) {
        free(openings->items[i].moves);
    }
    free(openings->items);
    *openings = (Openings){0};
}

bool opening_start(const Openings *openings, int index, Game *game, Status *status) {
    assert(index >= 0 && index < openings->count);
    const Opening *opening = &openings->items[index];
    const int set_up_count = opening->set_up_count;
    if (!game_clear(game, openings->width, openings->height, status)) {
        return false;
    }
    if (set_up_count > 0) {
        ColorCell cells[CELL_COUNT_MAX];
        board_get_cells(&game->board, cells);
        for (int i = 0; i < set_up_count; i++) {
            cells[game->geometry->cell_of[opening->moves[i].point]] =
                (uint8_t)opening->moves[i].color;
        }
        if (!game_set_up(game, cells, BLACK, 0, status)) {
            return false;
        }
    }
    if (set_up_count < opening->move_count) {
        game_set_to_move(game, opening->moves[set_up_count].color);
    }
    for (int i = set_up_count; i < opening->move_count; i++) {
        if (!game_play(game, opening->moves[i].color, opening->moves[i].point, status)) {
            return false;
        }
    }
    game_set_to_move(game, opening->to_move);
    return true;
}

static uint64_t fold(uint64_t sum, int number) {
    SplitMix mix = {sum ^ (uint64_t)number};
    return splitmix_next(&mix);
}

uint64_t openings_checksum(const Openings *openings) {
    uint64_t sum = fold(fold(0, openings->width), openings->height);
    for (int i = 0; i < openings->count; i++) {
        const Opening *opening = &openings->items[i];
        sum = fold(fold(sum, opening->set_up_count), opening->move_count);
        sum = fold(sum, (int)opening->to_move);
        for (int j = 0; j < opening->move_count; j++) {
            sum = fold(fold(sum, (int)opening->moves[j].color), opening->moves[j].point);
        }
    }
    return sum;
}
