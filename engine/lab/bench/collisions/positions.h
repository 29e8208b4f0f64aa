/* Sets of positions that are distinct up to symmetry, each with the keys that `dihedra bench
 * collisions` cuts short, and where it gets them. Seeds are fixed.
 *
 * A position is its stones, the side to move, the ko point and the passes just played. Two are the
 * same if an image of one equals the other in all of that: no hash decides. Items are in the order
 * in which they were first added. The program ends if memory runs out. */
#ifndef ENGINE_LAB_BENCH_COLLISIONS_POSITIONS_H
#define ENGINE_LAB_BENCH_COLLISIONS_POSITIONS_H

#include "engine/base/map.h"
#include "hash/huima.h"
#include "hash/zobrist.h"

enum { POSITION_SIDE_MAX = 9, POSITION_WORDS = 3 };

typedef enum {
    KEY_CANONICAL, /* K of hash/zobrist.h */
    KEY_SECOND,    /* K2, the word that picks the line */
    KEY_PLAIN,     /* the plain Zobrist hash of the position's least image (see PositionItem) */
    KEY_PAPER,     /* hash/huima.h, the form with XOR: the least image of the stones' and the ko's
                      word, then words for the side to move and the passes */
    KEY_KIND_COUNT
} KeyKind;

typedef struct {
    /* The least image: 2 bits a cell from the lowest (0 empty, 1 black, 2 white), and in word[2]
     * from bit 40 the side to move (1 bit), passes (2 bits), ko cell + 1 (7 bits). */
    uint64_t word[POSITION_WORDS];
    uint64_t key[KEY_KIND_COUNT];
    uint32_t seen; /* how often it was added */
} PositionItem;

typedef struct {
    HashTables *tables;
    HuimaTable *paper; /* [0] of stones, [1] of the ko */
    PositionItem *items;
    size_t count;
    Map map;
} PositionSet;

/* An empty set for a square board of side 1..POSITION_SIDE_MAX. */
void position_set_init(PositionSet *set, int side);
void position_set_free(PositionSet *set);

/* Adds a position (cells as hash_lanes_of takes them) or counts it again. */
void position_set_add(PositionSet *set, const HashCell *cells, const HashState *state);

/* Do all chains of the stones (of one color) have a liberty? Cells are bits y * width + x, at most
 * 31. */
bool census_has_liberties(int width, int height, uint32_t stones, uint32_t empty);

/* Adds all legal positions of a square board of side 1..4, Black to move. */
void gather_all(PositionSet *set, int side);

enum { GATHER_SIDE = 9 };

/* Adds the positions that a search of the empty 9x9 board evaluates. Counts the visits that ended
 * in an evaluation, and the positions on their paths without the root, each of which is one
 * look-up. */
void gather_search(PositionSet *set, int64_t visits, int64_t *evaluations, int64_t *probes);

#endif
