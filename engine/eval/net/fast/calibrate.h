/* What numbers stand between a network's layers: what int8 needs to know. The positions are of
 * games that the network plays against itself. */
#ifndef ENGINE_EVAL_NET_FAST_CALIBRATE_H
#define ENGINE_EVAL_NET_FAST_CALIBRATE_H

#include "engine/eval/net/fast/plan.h"

/* Gives the filters of a program in 32-bit floats, which nobody else may use meanwhile, their
 * samples. Always plays the same games. False where memory runs out or the library fails. */
bool calibrate(Library *library, const Program *program);

#endif
