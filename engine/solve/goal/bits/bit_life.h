/* What a position shows about a goal without reading on: by Benson's algorithm ("Life in the game
 * of Go", 1976) over chains, vital regions and rooms in which the owner keeps eyes by answering
 * (eye_room.h), where a chain with a liberty that is never filled is alive, too. Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_BITS_BIT_LIFE_H
#define ENGINE_SOLVE_GOAL_BITS_BIT_LIFE_H

#include "engine/solve/goal/bits/bit_position.h"
#include "engine/solve/goal/bits/eye_room.h"

/* When the position is decided, sets *zone to the points that this rests on. eye_rooms: NULL leaves
 * rooms out, so that what is decided needs no further move. */
GoalOutcome bit_life_judge(const BitRegion *region, const BitPosition *position, BitSide mover,
                           uint32_t captured, EyeRooms *eye_rooms, uint64_t *zone);

#endif
