/* What a position shows about a goal without reading on. Pure functions. */
#ifndef ENGINE_SOLVE_GOAL_BITS_BIT_LIFE_H
#define ENGINE_SOLVE_GOAL_BITS_BIT_LIFE_H

#include "engine/solve/goal/bits/bit_position.h"

/* ---- Rooms of at most seven points that the owner of stones encloses (eye_room.c) ----
 *
 * Does it keep an eye there, or two, by answering each move of the attacker inside the room? Tables
 * are made as they are needed, by a search of all positions of a room, and kept. An EyeRooms
 * belongs to one thread. */

enum { EYE_ROOM_POINTS_MAX = 7, EYE_ROOM_CHAINS_MAX = 4 };

/* A room: the points that are enclosed, as bits, and the chains around it. */
typedef struct {
    int count, chain_count;
    uint8_t beside[EYE_ROOM_POINTS_MAX];  /* the points beside each */
    uint8_t touched[EYE_ROOM_CHAINS_MAX]; /* the points beside each chain */
} EyeRoom;

/* What the owner keeps in a room without taking kos. It has no stones there yet. */
enum {
    EYE_ROOM_ONE = 1,       /* each chain always has a liberty there that the attacker cannot fill
                               as long as it has another elsewhere; the attacker moves first */
    EYE_ROOM_TWO = 2,       /* the chains live by this room alone */
    EYE_ROOM_ONE_FIRST = 4, /* the same if the owner moves first */
    EYE_ROOM_TWO_FIRST = 8,
};

typedef struct EyeRooms EyeRooms;

/* Returns NULL if out of memory. */
EyeRooms *eye_rooms_new(void);
void eye_rooms_free(EyeRooms *rooms); /* may be NULL */

/* Returns a set of the above. attacker: its stones in the room. */
unsigned eye_rooms_judge(EyeRooms *rooms, const EyeRoom *room, unsigned attacker);

/* ---- Positions ---- */

/* Judges by Benson's algorithm ("Life in the game of Go", 1976) over chains, vital regions and
 * rooms in which the owner keeps eyes by answering, where a chain with a liberty that
 * is never filled is alive, too. When the position is decided, sets *zone to the points that this
 * rests on. eye_rooms: NULL leaves rooms out, so that what is decided needs no further move. */
GoalOutcome bit_life_judge(const BitRegion *region, const BitPosition *position, BitSide mover,
                           uint32_t captured, EyeRooms *eye_rooms, uint64_t *zone);

/* Does a target get out: to an *exit*, an empty point where a stone of the owner is
 * never captured? The owner needs one beside the target's chain, or two, of which the attacker
 * takes one. Its moves touch that chain, so they are legal, and no ko. Sets *zone to what this
 * rests on. */
bool bit_escape_find(const BitRegion *region, const BitPosition *position, BitSide mover,
                     uint32_t captured, uint64_t *zone);

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
