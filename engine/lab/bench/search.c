/* The search as a whole: how many playouts a second, how well threads scale, and a digest that
 * changes when the behaviour of the search does. */
#include <math.h>
#include <string.h>

#include "engine/lab/bench/measurement.h"
#include "engine/player/player.h"
#include "engine/search/graph/graph.h"
#include "hash/random.h"

enum { OPENINGS = 3, ROUNDS = 3, OPENING_MOVES = 4 };

/* Moves as distances from the left and the top, in twelfths of the board's width. */
static const struct {
    int count, lines[OPENING_MOVES][2];
} OPENING[OPENINGS] = {{0, {{0}}}, {2, {{9, 3}, {3, 9}}}, {4, {{3, 3}, {9, 9}, {9, 3}, {4, 9}}}};

static bool set_up(Game *game, int size, int opening, Status *status) {
    if (!game_clear(game, size, size, status)) {
        return false;
    }
    for (int i = 0; i < OPENING[opening].count; i++) {
        const int *lines = OPENING[opening].lines[i];
        const Point p = point_at(lines[0] * (size - 1) / 12, lines[1] * (size - 1) / 12);
        const Color color = (Color)game->board.to_move;
        if (game_check(game, color, p) == MOVE_LEGAL && !game_play(game, color, p, status)) {
            return false;
        }
    }
    return true;
}

static SearchLimits limits_of(const PlayerOptions *options, int threads, int64_t visits) {
    return (SearchLimits){.threads = threads,
                          .seconds = INFINITY,
                          .visits = visits,
                          .playouts = INT64_MAX,
                          .seed = 1,
                          .symmetric = true,
                          .memory = (size_t)options->memory_mb << 20,
                          .select = options->select};
}

/* Of the searches of all openings. */
typedef struct {
    int64_t nodes, transposition_hits, symmetric_hits;
    int depth_max;
    size_t bytes; /* of the largest graph */
} Found;

/* Searches every opening once with a fresh graph, and adds what was found to result (may be NULL).
 * Returns the playouts a second, or 0 if out of memory. */
static double measure(Player *player, Game *game, int size, const SearchLimits *limits,
                      Found *result) {
    double seconds = 0;
    Status status;
    for (int opening = 0; opening < OPENINGS; opening++) {
        SearchResult search;
        if (!set_up(game, size, opening, &status) ||
            !search_run(player->search, game, (Color)game->board.to_move, limits, &search,
                        &status)) {
            return 0;
        }
        seconds += search.seconds;
        if (result != NULL) {
            result->nodes += search.nodes;
            result->transposition_hits += (int64_t)search.table.hits;
            result->symmetric_hits += (int64_t)search.table.turned_hits;
            result->depth_max = search.depth > result->depth_max ? search.depth : result->depth_max;
            result->bytes = search.bytes > result->bytes ? search.bytes : result->bytes;
        }
    }
    return (double)(limits->visits * OPENINGS) / seconds;
}

bool bench_measure_search(Bench *bench) {
    const int size = bench->options.size, threads = bench->options.threads;
    const int64_t playouts = bench->options.playouts;
    const PlayerOptions options = player_default_options();
    const SearchLimits one = limits_of(&options, 1, playouts);
    const SearchLimits many = limits_of(&options, threads, playouts);
    Player player;
    Game *game = game_new(HASH_DEFAULT_SEED);
    bool ok = player_init(&player, NULL) && game != NULL;
    double best_one = 0, best = 0;
    Found found = {0};
    for (int round = 0; ok && round < ROUNDS; round++) {
        const double rate_one = measure(&player, game, size, &one, NULL);
        const double rate = threads == 1 ? rate_one : measure(&player, game, size, &many, NULL);
        best_one = fmax(best_one, rate_one);
        best = fmax(best, rate);
        ok = rate_one > 0 && rate > 0;
    }
    ok = ok && measure(&player, game, size, &many, &found) > 0;
    player_free(&player);
    game_free(game);
    const Figure figures[] = {
        {"size", size, 0, "of the board"},
        {"threads", threads, 0, ""},
        {"playouts", (double)playouts, 0, "of each of three searches"},
        {"playouts_per_s", best, 0, "of the search, the best round"},
        {"threads_scaling", best / best_one, 3, "over one thread"},
        {"nodes", (double)found.nodes, 0, ""},
        {"transposition_hits", (double)found.transposition_hits, 0,
         "positions met by another order of moves"},
        {"symmetric_hits", (double)found.symmetric_hits, 0, "of those, turned or mirrored"},
        {"depth_max", found.depth_max, 0, "moves"},
        {"bytes", (double)found.bytes, 0, "of the largest graph"},
        {0},
    };
    if (ok) {
        figures_add(bench->json, figures);
    }
    return ok;
}

/* A digest of what one thread finds with a fixed seed and fixed work on four sizes of board. It
 * changes exactly when the behaviour of the search does, or the build's floating-point arithmetic.
 */
typedef struct {
    uint64_t digest;
    int64_t nodes;
} Signature;

static void digest(Signature *result, uint64_t value) {
    result->digest = hash_mix(result->digest ^ value);
}

/* Plays a game whose graph is kept from move to move, in so little memory that the garbage
 * collector runs.
 */
static bool digest_game(Player *player, Game *game, const SearchLimits *limits, Signature *result) {
    enum { MOVES = 16 };
    SearchLimits kept = *limits;
    kept.keep = true;
    kept.early_stop = true;
    kept.memory = GRAPH_MEMORY_MIN;
    Status status;
    bool ok = game_clear(game, 9, 9, &status);
    for (int i = 0; ok && i < MOVES; i++) {
        SearchResult search = {0};
        const Color color = (Color)game->board.to_move;
        ok = search_run(player->search, game, color, &kept, &search, &status) &&
             game_play(game, color, search.move, &status);
        digest(result, (uint64_t)search.move << 32 ^ (uint64_t)search.playouts);
        result->nodes += search.nodes;
    }
    return ok;
}

bool bench_measure_signature(Bench *bench) {
    static const int SIZES[] = {5, 9, 13, 19};
    enum { VISITS = 400 };
    Signature result = {0};
    const PlayerOptions options = player_default_options();
    const SearchLimits limits = limits_of(&options, 1, VISITS);
    Player player;
    Status status;
    Game *game = game_new(HASH_DEFAULT_SEED);
    bool ok = player_init(&player, NULL) && game != NULL;
    for (size_t i = 0; ok && i < sizeof SIZES / sizeof SIZES[0]; i++) {
        for (int opening = 0; ok && opening < OPENINGS; opening++) {
            SearchResult search = {0};
            ok = set_up(game, SIZES[i], opening, &status) &&
                 search_run(player.search, game, (Color)game->board.to_move, &limits, &search,
                            &status);
            SearchMove moves[CELL_COUNT_MAX + 1];
            const int count = ok ? search_list_moves(player.search, moves, CELL_COUNT_MAX + 1) : 0;
            for (int k = 0; k < count; k++) {
                digest(&result, (uint64_t)moves[k].move << 32 ^ (uint64_t)moves[k].visits);
            }
            result.nodes += search.nodes;
        }
    }
    ok = ok && digest_game(&player, game, &limits, &result);
    player_free(&player);
    game_free(game);
    char text[17];
    snprintf(text, sizeof text, "%016llX", (unsigned long long)result.digest);
    if (ok) {
        figures_add_text(bench->json, "signature", text, NULL);
        figures_add(bench->json, (Figure[]){{"nodes", (double)result.nodes, 0, ""}, {0}});
    }
    return ok;
}
