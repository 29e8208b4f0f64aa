/* A numbered set of boards up to symmetry. The program ends with a message if memory runs out. */
#ifndef VERIFY_BOARDS_H
#define VERIFY_BOARDS_H

#include <stddef.h>

#include "engine/base/map.h"
#include "verify/slow.h"

enum { BOARD_UNKNOWN = INT32_MAX }; /* a set has fewer boards: it ends the program before */

typedef struct {
    const SlowRules *rules;
    uint8_t *packed; /* of each board, the least image */
    size_t packed_bytes;
    uint32_t count;
    Map map;
} BoardSet;

void board_set_init(BoardSet *set, const SlowRules *rules);
void board_set_free(BoardSet *set);

/* The number of a board, which is added if it is new. key: of a position that has the board, as in
 * a record. */
uint32_t board_set_add(BoardSet *set, const SlowBoard *board);
uint32_t board_set_add_key(BoardSet *set, const uint8_t *key);

/* The number of a board, or BOARD_UNKNOWN. */
uint32_t board_set_find(const BoardSet *set, const SlowBoard *board);
uint32_t board_set_find_key(const BoardSet *set, const uint8_t *key);

/* The board with this number: its least image. */
SlowBoard board_set_get(const BoardSet *set, uint32_t number);

#endif
