/* Solving the session's position. */
#ifndef GTP_SOLVING_H
#define GTP_SOLVING_H

#include "engine/solve/play/whole.h"
#include "gtp/engine.h"

/* Begins to solve the position, for at most so many seconds from now and until the client
 * interrupts. The caller frees it. Returns NULL if out of memory. */
Whole *solving_begin(const GtpEngine *engine, double seconds);

#endif
