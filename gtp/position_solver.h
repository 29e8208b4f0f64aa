/* Solving the session's position. */
#ifndef GTP_POSITION_SOLVER_H
#define GTP_POSITION_SOLVER_H

#include "engine/solve/play/small_board.h"
#include "gtp/engine.h"

/* Starts to solve the position, for at most this many seconds from now and until the client
 * interrupts. The caller frees it. Returns NULL if out of memory. */
SmallBoard *position_solver_start(const GtpEngine *engine, double seconds);

#endif
