/* What paths through the cyclic components of a strategy have come to. How a path can go on and
 * whether it fails depends on the position that it has come to and on those of the boards behind it
 * that can still ban something; so it need not be followed where another one with the same has
 * been. Threads share the set. The program ends with a message if memory runs out. */
#ifndef VERIFY_PATH_STATES_H
#define VERIFY_PATH_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A board as it lies. tag: of the first one of a state, what tells the position; of the others,
 * what else the rules compare. */
typedef struct {
    uint64_t winner, loser, tag;
} StateBoard;

typedef struct PathStates PathStates;

/* most_bytes: beyond it, what was kept is forgotten, a share at a time. */
PathStates *path_states_new(size_t most_bytes);
void path_states_free(PathStates *states);

/* Adds a state: a position, and count - 1 boards, which are put in order. Returns false if the set
 * has it. */
bool path_states_add(PathStates *states, StateBoard *boards, size_t count);

#endif
