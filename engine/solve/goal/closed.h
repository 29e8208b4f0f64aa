/* Life and death in a closed region of at most 64 playable points, 20 of them empty, in bits:
 * moves, and what a position shows without reading on. Plain data and pure functions.
 *
 * A region is closed if all that is beside it, outside, are stones of the attacker that are never
 * captured (goal_chain_is_immortal). These do not change while a goal is searched. */
#ifndef ENGINE_SOLVE_GOAL_CLOSED_H
#define ENGINE_SOLVE_GOAL_CLOSED_H

#include "engine/solve/goal/eye_room.h"
#include "engine/solve/goal/goal_judge.h"

enum {
    CLOSED_POINTS_MAX = 64,
    CLOSED_EMPTY_MAX = 20, /* in larger regions zones save more than bits */
    CLOSED_NO_POINT = 255,
};

typedef enum { CLOSED_OWNER, CLOSED_ATTACKER } ClosedSide;

typedef struct {
    const Goal *goal;
    int count;                          /* of points, those of goal.points; 0: not closed */
    uint64_t beside[CLOSED_POINTS_MAX]; /* the points beside each */
    uint64_t wall;                      /* the points beside the stones outside */
    uint64_t all;
    uint8_t index_of[POINT_COUNT];      /* [playable point]: its bit */
    uint64_t targets[GOAL_TARGETS_MAX]; /* a bit each */
} ClosedRegion;

/* Sets region->count to 0 unless the goal is one of capture or life in a closed region that is
 * small enough. The goal must outlive the region. */
void closed_find(const Goal *goal, const Board *board, ClosedRegion *region);

/* Sets *zone to the points of a closed region and the stones around it. */
void closed_set_zone(const Goal *goal, const Board *board, Zone *zone);

typedef struct {
    uint64_t stones[2]; /* [ClosedSide] */
    uint8_t ko;         /* the point that a simple ko forbids to the side to move, or
                           CLOSED_NO_POINT */
} ClosedPosition;

/* Without a ko. */
ClosedPosition closed_position(const ClosedRegion *region, const Board *board);

static inline uint64_t closed_empty(const ClosedRegion *region, const ClosedPosition *position) {
    return region->all & ~(position->stones[0] | position->stones[1]);
}

/* Makes `after` the position after a move on an empty point, or returns false if that is suicide. A
 * ban on a ko is for the caller to see. The move takes a ko if after->ko is set. */
bool closed_play(const ClosedRegion *region, const ClosedPosition *before, ClosedSide side,
                 int point, ClosedPosition *after);

/* As goal_add_captured. */
uint32_t closed_add_captured(const ClosedRegion *region, const ClosedPosition *position,
                             uint32_t captured);

/* As goal_judge, but sees more: stones that are held if the owner answers each move inside a room
 * there. */
GoalOutcome closed_judge(const ClosedRegion *region, const ClosedPosition *position,
                         ClosedSide mover, uint32_t captured, EyeRooms *eye_rooms);

typedef struct {
    bool is_dead;   /* the attacker captures all stones of the owner, whoever moves first, though it
                       wins no ko */
    int eye_points; /* that may still become part of an eye */
} ClosedShape;

ClosedShape closed_find_shape(const ClosedRegion *region, const ClosedPosition *position);

/* Sets costs of moves on the empty points, as goal_moves_find does. */
void closed_order(const ClosedRegion *region, const ClosedPosition *position, ClosedSide side,
                  uint32_t captured, int costs[CLOSED_POINTS_MAX]);

#endif
