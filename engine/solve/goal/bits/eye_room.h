/* Rooms of at most seven points that the owner of stones encloses: does it keep an eye there, or
 * two, by answering each move of the attacker inside the room? Tables are made as they are needed,
 * by a search of all positions of a room, and kept. An EyeRooms belongs to one thread. */
#ifndef ENGINE_SOLVE_GOAL_BITS_EYE_ROOM_H
#define ENGINE_SOLVE_GOAL_BITS_EYE_ROOM_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
