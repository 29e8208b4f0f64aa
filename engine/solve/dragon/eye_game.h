/* The local game of an eye space: how many eyes does it come to, whoever moves first? A model that
 * knows the shape alone ("eyes" in GNU Go's manual): points of the space are vertices of a graph.
 * Pure functions. */
#ifndef ENGINE_SOLVE_DRAGON_EYE_GAME_H
#define ENGINE_SOLVE_DRAGON_EYE_GAME_H

#include <stdbool.h>
#include <stdint.h>

enum { EYE_VERTICES_MAX = 10, EYE_VERTEX_NONE = -1 };

/* Sets of vertices, a bit each. A vertex is in one of them. */
typedef struct {
    uint32_t empty;
    uint32_t stones; /* of the attacker */
    uint32_t margin; /* no eye by itself: the attacker comes in there unless the owner closes it */
} EyeState;

typedef struct {
    int count;
    uint32_t adjacent[EYE_VERTICES_MAX]; /* on the board */
    uint32_t keys[EYE_VERTICES_MAX];     /* margins off the space that decide about a half eye, and
                                            back from them */
    uint32_t loose;        /* vertices that touch no stone of the owner: one that is played there is
                              captured like any other, until it is joined to the rest */
    uint32_t false_stones; /* of the attacker: a margin is left when they are captured */
    EyeState start;
} EyeGraph;

typedef struct {
    int least, most;     /* eyes, 0 to 2: the attacker moves first, the owner does */
    int attack, defense; /* the vertices played then; EYE_VERTEX_NONE if least is most */
} EyeValue;

/* Returns false if out of memory. */
bool eye_game_solve(const EyeGraph *graph, EyeValue *value);

#endif
