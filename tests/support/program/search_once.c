#include "tests/support/program/search_once.h"

SearchLimits search_once_limits(int64_t visits) {
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

SearchResult search_once(const Game *game, Color color, const SearchLimits *limits) {
    Player player;
    SearchResult result;
    Status status;
    cr_assert(player_init(&player, NULL));
    cr_assert(search_run(player.search, game, color, limits, &result, &status), "%s", status.text);
    player_free(&player);
    return result;
}
