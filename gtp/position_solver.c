/* Solving the session's position; see the header. */
#include "gtp/position_solver.h"

#include "engine/base/clock.h"

enum { TABLE_MEGABYTES = 256 };

SmallBoard *position_solver_start(const GtpEngine *engine, double seconds) {
    const ExactLimits limits = {
        .deadline = {.at = clock_seconds() + seconds, .cancel = engine->player.cancel},
        .nodes = UINT64_MAX,
        .threads = (int)engine->options.threads,
        .table_bytes = (size_t)TABLE_MEGABYTES << 20,
    };
    return small_board_new(engine->game, &limits);
}
