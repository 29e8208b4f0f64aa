#include "regress/match/openings/openings.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"

enum { OPENINGS_MAX = 1 << 20 }; /* of a list */

static void add_move(Opening *opening, Move move) {
    const size_t count = (size_t)opening->move_count++;
    opening->moves = memory_grow(opening->moves, count, sizeof *opening->moves);
    opening->moves[count] = move;
}

bool openings_add(Openings *openings, const Game *game, Status *status) {
    if (openings->count == OPENINGS_MAX) {
        return status_fail(status, "more than %d openings", OPENINGS_MAX);
    }
    Opening opening = {.to_move = game->board.to_move};
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        if (game->past_cells[cell] != EMPTY) {
            add_move(&opening,
                     (Move){(Color)game->past_cells[cell], game->geometry->point_of[cell]});
        }
    }
    opening.set_up_count = opening.move_count;
    for (int i = 0; i < game->move_count; i++) {
        add_move(&opening, game->moves[i]);
    }
    const size_t index = (size_t)openings->count++;
    openings->items = memory_grow(openings->items, index, sizeof *openings->items);
    openings->items[index] = opening;
    return true;
}

void openings_free(Openings *openings) {
    for (int i = 0; i < openings->count; i++) {
        free(openings->items[i].moves);
    }
    free(openings->items);
    text_free(&openings->repairs);
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
