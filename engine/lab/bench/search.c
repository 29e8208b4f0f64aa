/* The search as a whole: how many playouts a second, how well threads scale, and a digest that
 * changes when the behavior of the search does. */

#include "engine/lab/bench/bench.h"
#include "engine/player/limits.h"
#include "engine/player/player.h"

enum { OPENINGS = 3, ROUNDS = 3, OPENING_MOVES = 4 };

/* Moves as distances from the left and the top, in twelfths of the board's width. */
static const struct {
    int count, lines[OPENING_MOVES][2];
} OPENING[OPENINGS] = {{0, {{0}}}, {2, {{9, 3}, {3, 9}}}, {4, {{3, 3}, {9, 9}, {9, 3}, {4, 9}}}};

static void set_up(Game *game, int size, int opening) {
    Status status;
    bench_require(game_clear(game, size, size, &status));
    for (int i = 0; i < OPENING[opening].count; i++) {
        const int *lines = OPENING[opening].lines[i];
        const Point p = point_at(lines[0] * (size - 1) / 12, lines[1] * (size - 1) / 12);
        const Color color = game->board.to_move;
        bench_require(game_check(game, color, p) != MOVE_LEGAL ||
                      game_play(game, color, p, &status));
    }
}

static SearchResult search_for(Player *player, const Game *game, const SearchLimits *limits) {
    SearchResult result;
    Status status;
    bench_require(search_run(player->search, game, game->board.to_move, limits, &result, &status));
    return result;
}

/* Sums over the searches of all openings. */
typedef struct {
    double seconds;
    int64_t nodes, transposition_hits, symmetric_hits;
    int depth_max;
    size_t bytes; /* of the largest graph */
} SearchFigures;

/* Searches every opening once with a fresh graph. */
static SearchFigures measure(Player *player, Game *game, int size, const SearchLimits *limits) {
    SearchFigures found = {0};
    for (int opening = 0; opening < OPENINGS; opening++) {
        set_up(game, size, opening);
        const SearchResult result = search_for(player, game, limits);
        found.seconds += result.seconds;
        found.nodes += result.nodes;
        found.transposition_hits += (int64_t)result.table.hits;
        found.symmetric_hits += (int64_t)result.table.turned_hits;
        found.depth_max = result.depth > found.depth_max ? result.depth : found.depth_max;
        found.bytes = result.bytes > found.bytes ? result.bytes : found.bytes;
    }
    return found;
}

bool bench_measure_search(Bench *bench) {
    const int size = bench->options.size, threads = bench->options.threads;
    const int64_t playouts = bench->options.playouts;
    const PlayerOptions options = player_default_options();
    const SearchLimits one = limits_of_visits(&options, playouts);
    SearchLimits many = one;
    many.threads = threads;
    const NetworkOptions how = {0};
    const char *model = bench->options.model;
    Network *network = model != NULL ? network_open(model, &how, &bench->status) : NULL;
    if (model != NULL && network == NULL) {
        return false;
    }
    Player player;
    Game *game = memory_check(game_new(HASH_DEFAULT_SEED));
    bench_require(player_init(&player, NULL));
    if (network != NULL) {
        search_set_evaluator(player.search, network_evaluator(network));
    }
    double least_one = INFINITY, least = INFINITY; /* seconds */
    for (int round = 0; round < ROUNDS; round++) {
        const double by_one = measure(&player, game, size, &one).seconds;
        least_one = fmin(least_one, by_one);
        least = fmin(least, threads == 1 ? by_one : measure(&player, game, size, &many).seconds);
    }
    const SearchFigures found = measure(&player, game, size, &many);
    player_free(&player);
    game_free(game);
    network_close(network);
    const Figure figures[] = {
        {"size", size, 0, "of the board"},
        {"threads", threads, 0, ""},
        {"playouts", (double)playouts, 0, "of each of three searches"},
        {"playouts_per_s", (double)(playouts * OPENINGS) / least, 0,
         "of the search, the best round"},
        {"threads_scaling", least_one / least, 3, "over one thread"},
        {"nodes", (double)found.nodes, 0, ""},
        {"transposition_hits", (double)found.transposition_hits, 0,
         "positions met by another order of moves"},
        {"symmetric_hits", (double)found.symmetric_hits, 0, "of those, turned or mirrored"},
        {"depth_max", found.depth_max, 0, "moves"},
        {"bytes", (double)found.bytes, 0, "of the largest graph"},
        {0},
    };
    figures_add(bench->json, figures);
    return true;
}

/* A digest of what one thread finds with a fixed seed and fixed work on four board sizes. It
 * changes when the behavior of the search does, or the build's floating-point arithmetic. */
typedef struct {
    uint64_t digest;
    int64_t nodes;
} Signature;

static void digest(Signature *result, uint64_t value) {
    result->digest = hash_mix(result->digest ^ value);
}

/* Plays a game whose graph is kept from move to move, in so little memory that garbage is
 * collected. */
static void digest_game(Player *player, Game *game, const SearchLimits *limits, Signature *result) {
    enum { MOVES = 16 };
    SearchLimits kept = *limits;
    kept.keep = true;
    kept.early_stop = true;
    kept.memory = GRAPH_MEMORY_MIN;
    Status status;
    bench_require(game_clear(game, 9, 9, &status));
    for (int i = 0; i < MOVES; i++) {
        const SearchResult search = search_for(player, game, &kept);
        bench_require(game_play(game, game->board.to_move, search.move, &status));
        digest(result, (uint64_t)search.move << 32 ^ (uint64_t)search.playouts);
        result->nodes += search.nodes;
    }
}

bool bench_measure_signature(Bench *bench) {
    static const int SIZES[] = {5, 9, 13, 19};
    enum { VISITS = 400 };
    Signature result = {0};
    const PlayerOptions options = player_default_options();
    const SearchLimits limits = limits_of_visits(&options, VISITS);
    Player player;
    Game *game = memory_check(game_new(HASH_DEFAULT_SEED));
    bench_require(player_init(&player, NULL));
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        for (int opening = 0; opening < OPENINGS; opening++) {
            SearchMove moves[CELL_COUNT_MAX + 1];
            set_up(game, SIZES[i], opening);
            result.nodes += search_for(&player, game, &limits).nodes;
            const int count = search_list_moves(player.search, moves, CELL_COUNT_MAX + 1);
            for (int k = 0; k < count; k++) {
                digest(&result, (uint64_t)moves[k].move << 32 ^ (uint64_t)moves[k].visits);
            }
        }
    }
    digest_game(&player, game, &limits, &result);
    player_free(&player);
    game_free(game);
    char text[17];
    snprintf(text, sizeof text, "%016llX", (unsigned long long)result.digest);
    figures_add_text(bench->json, "signature", text, NULL);
    figures_add(bench->json, (Figure[]){{"nodes", (double)result.nodes, 0, ""}, {0}});
    return true;
}
