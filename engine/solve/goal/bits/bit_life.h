/* Which targets are alive in a region in bits: Benson's algorithm (alive.h) over chains, vital
 * regions and rooms in which the owner keeps eyes by answering (eye_room.h). Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_BITS_BIT_LIFE_H
#define ENGINE_SOLVE_GOAL_BITS_BIT_LIFE_H

#include "engine/solve/goal/bits/bit_position.h"
#include "engine/solve/goal/bits/eye_room.h"
#include "engine/solve/goal/goal_judge.h"

/* As goal_judge, but sees more: stones that are held if the owner answers each move inside a room
 * there. */
GoalOutcome bit_life_judge(const BitRegion *region, const BitPosition *position, BitSide mover,
                           uint32_t captured, EyeRooms *eye_rooms, uint64_t *zone);

#endif
