/* What a position shows about a goal without reading on. Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_BITS_BIT_LIFE_H
#define ENGINE_SOLVE_GOAL_BITS_BIT_LIFE_H

#include "engine/solve/goal/bits/bit_position.h"
#include "engine/solve/goal/bits/eye_room.h"

/* Judges by Benson's algorithm ("Life in the game of Go", 1976) over chains, vital regions and
 * rooms in which the owner keeps eyes by answering (eye_room.h), where a chain with a liberty that
 * is never filled is alive, too. When the position is decided, sets *zone to the points that this
 * rests on. eye_rooms: NULL leaves rooms out, so that what is decided needs no further move. */
GoalOutcome bit_life_judge(const BitRegion *region, const BitPosition *position, BitSide mover,
                           uint32_t captured, EyeRooms *eye_rooms, uint64_t *zone);

/* How much room for eyes the targets have, and whether that is too little. */
typedef struct {
    bool is_dead;   /* the attacker captures all stones of the owner without winning a ko, even if
                       the owner moves first */
    int eye_points; /* that may still become part of an eye; many if a target may get out */
    uint64_t zone;  /* on which is_dead rests */
} BitShape;

BitShape bit_shape_find(const BitRegion *region, const BitPosition *position, uint32_t captured);

/* Whether the targets of GOAL_CONNECT look connected or cut apart: an estimate that ends lines of a
 * search if the caller accepts judgements. Reached: the targets are one group of chains, two of
 * which belong together if they have two common liberties, or one on which an opponent's stone
 * would be in atari. Held: every way from one to the other meets a chain of the opponent with four
 * liberties or one outside. */
GoalOutcome bit_link_judge(const BitRegion *region, const BitPosition *position);

#endif
