/* Life and death in a region of at most 64 playable points, in bits: moves, what a position shows
 * without reading on, and zones. Plain data and pure functions.
 *
 * All that is beside the region, outside, must be empty or stones that are never captured
 * (goal_chain_is_immortal). These do not change while a goal is searched. In a *closed* region they
 * are stones of the attacker; otherwise the owner may get out. */
#ifndef ENGINE_SOLVE_GOAL_BIT_REGION_H
#define ENGINE_SOLVE_GOAL_BIT_REGION_H

#include "engine/solve/goal/eye_room.h"
#include "engine/solve/goal/goal_judge.h"

enum {
    BIT_POINTS_MAX = 64,
    BIT_NO_POINT = 255,
};

typedef enum { BIT_OWNER, BIT_ATTACKER } BitSide;

/* The points lie in rows if these fit 64 bits, in the image of the region by the eight symmetries
 * (hash/symmetry.h) whose words are the smallest. So regions that are alike, wherever they lie and
 * whatever the colors are, have positions with the same bits. (In a region that is its own image,
 * a position and its image have different bits: stones are not compared.) */
typedef struct {
    const Goal *goal;
    int count; /* of points; 0: not in bits */
    int row;   /* bits of a row, of which the last is no point, so that shifts never wrap around;
                  0: the points are in no rows, since they would take more than 64 bits */
    uint64_t beside[BIT_POINTS_MAX]; /* the points beside each */
    uint64_t firm[2];                /* [BitSide]: points where a stone of that side is never
                                        captured, by what is beside it outside */
    uint64_t all;
    uint8_t index_of[POINT_COUNT];       /* [playable point]: its bit */
    Point point_of[BIT_POINTS_MAX];      /* [bit of `all`] */
    uint64_t targets[GOAL_TARGETS_MAX];  /* a bit each, the least first */
    uint8_t target_of[GOAL_TARGETS_MAX]; /* [target of the goal]: its place in that order */
} BitRegion;

/* Sets region->count to 0 unless the goal is one of capture or life in a region as above that not
 * the edge alone encloses. The goal must outlive the region. */
void bit_region_find(const Goal *goal, const Board *board, BitRegion *region);

/* A hash of the region and its goal, the same for regions in rows that are alike. */
uint64_t bit_region_hash(const BitRegion *region);

/* The set of captured targets in the region's order, from one in the goal's. */
uint32_t bit_region_captured(const BitRegion *region, uint32_t captured);

/* Sets *zone to the points of a set of indexes and the stones outside beside them. */
void bit_region_set_zone(const BitRegion *region, const Board *board, const Zone *indexes,
                         Zone *zone);

typedef struct {
    uint64_t stones[2]; /* [BitSide] */
    uint8_t ko;         /* the point that a simple ko forbids to the side to move, or
                           BIT_NO_POINT */
} BitPosition;

/* Without a ko. */
BitPosition bit_region_position(const BitRegion *region, const Board *board);

static inline uint64_t bit_region_empty(const BitRegion *region, const BitPosition *position) {
    return region->all & ~(position->stones[0] | position->stones[1]);
}

/* Makes `after` the position after a move on an empty point, or returns false if that is suicide. A
 * ban on a ko is for the caller to see. The move takes a ko if after->ko is set. */
bool bit_region_play(const BitRegion *region, const BitPosition *before, BitSide side, int point,
                     BitPosition *after);

/* As goal_add_captured, in the region's order. */
uint32_t bit_region_add_captured(const BitRegion *region, const BitPosition *position,
                                 uint32_t captured);

/* The stones of the targets that are still there. */
uint64_t bit_region_targets(const BitRegion *region, const BitPosition *position,
                            uint32_t captured);

/* As goal_judge, but sees more: stones that are held if the owner answers each move inside a room
 * there. */
GoalOutcome bit_region_judge(const BitRegion *region, const BitPosition *position, BitSide mover,
                             uint32_t captured, EyeRooms *eye_rooms, uint64_t *zone);

typedef struct {
    bool is_dead;   /* the attacker captures all stones of the owner without winning a ko, even if
                       the owner moves first */
    int eye_points; /* that may still become part of an eye; many if a target may get out */
    uint64_t zone;  /* on which is_dead rests */
} BitShape;

BitShape bit_region_find_shape(const BitRegion *region, const BitPosition *position,
                               uint32_t captured);

/* Moves of this cost and more are far from the targets. */
enum { BIT_COST_OTHER = 3 };

/* Sets costs of moves on the empty points, as goal_moves_find does. */
void bit_region_order(const BitRegion *region, const BitPosition *position, BitSide side,
                      uint32_t captured, int costs[BIT_POINTS_MAX]);

/* As dilate_move and dilate_position (dilate.h). */
uint64_t bit_region_dilate_move(const BitRegion *region, const BitPosition *before, BitSide winner,
                                int point, uint64_t zone);
uint64_t bit_region_dilate(const BitRegion *region, const BitPosition *position, BitSide winner,
                           bool loser_moves, bool loser_takes_kos, uint64_t zone);

#endif
