#include "tests/support/program/search_once.h"

#include "engine/solve/dragon/owl.h"

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

static void release(void *search) {
    search_free(search);
}

Search *search_kept(const Evaluator *evaluator) {
    Search *search = search_new(evaluator);
    cr_assert_not_null(search);
    ending_set_prover(search_ending(search), owl_prove);
    cleanup_add(search, release);
    return search;
}

SearchResult search_must_run(Search *search, const Game *game, Color color,
                             const SearchLimits *limits) {
    SearchResult result;
    Status status;
    cr_assert(search_run(search, game, color, limits, &result, &status), "%s", status.text);
    return result;
}

SearchResult search_once(const Game *game, Color color, const SearchLimits *limits) {
    Search *search = search_kept(&PLAYOUT_EVALUATOR);
    const SearchResult result = search_must_run(search, game, color, limits);
    cleanup_now(search);
    return result;
}
