/* A search of its own for a test: fresh graph, default rule of selection. */
#ifndef TESTS_SUPPORT_SEARCH_HELPERS_H
#define TESTS_SUPPORT_SEARCH_HELPERS_H

#include "engine/search/player.h"

#include <criterion/criterion.h>
#include <math.h>

/* One thread, this many visits, symmetric, 16 MiB. */
static inline SearchLimits limits_of(int64_t visits) {
    const PlayerOptions options = player_default_options();
    return (SearchLimits){.threads = 1,
                          .seconds = INFINITY,
                          .visits = visits,
                          .playouts = INT64_MAX,
                          .seed = 1,
                          .symmetric = true,
                          .memory = 16 << 20,
                          .select = options.select};
}

static inline SearchResult search_once(const Game *game, Color color, const SearchLimits *limits) {
    Player player;
    SearchResult result;
    Status status;
    cr_assert(player_init(&player, NULL));
    cr_assert(search_run(player.search, game, color, limits, &result, &status), "%s", status.text);
    player_free(&player);
    return result;
}

#endif
