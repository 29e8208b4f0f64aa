/* Solving the session's position; see the header. */
#include "gtp/solving.h"

#include "engine/base/clock.h"

enum { TABLE_MEGABYTES = 256 };

Whole *solving_begin(const GtpEngine *engine, double seconds) {
    const ExactLimits limits = {
        .deadline = {.at = clock_seconds() + seconds, .cancel = engine->player.cancel},
        .nodes = UINT64_MAX,
        .threads = (int)engine->options.threads,
        .table_bytes = (size_t)TABLE_MEGABYTES << 20,
    };
    return whole_new(engine->game, &limits);
}
