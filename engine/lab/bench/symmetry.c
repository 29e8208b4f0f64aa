/* What the symmetric table saves: the same work with images of a position told apart and with
 * images taken for one position. */
#include <math.h>

#include "engine/base/clock.h"
#include "engine/lab/bench/bench.h"
#include "engine/player/player.h"

enum { PLIES = 8 /* of a game, searched each */ };

enum { SEARCH_MEMORY = 1 << 30, TABLE_MEMORY = 512 << 20 }; /* bytes */

/* Exhaustive play is repeated for this many seconds. */
static const double PLAY_SECONDS = 0.3;

/* At most one in this many positions may fall out of the table, and be counted twice. */
enum { LOST_DIVISOR = 10000 };

/* Searches the position with symmetry off and then on, each from an empty graph, and adds to
 * result. *move gets the choice with symmetry on. */
static bool search_both(Player *player, const Game *game, int64_t visits, double seconds[2],
                        BenchSymmetry *result, Point *move) {
    const PlayerOptions options = player_default_options();
    for (int symmetric = 0; symmetric < 2; symmetric++) {
        const SearchLimits limits = {.threads = 1,
                                     .seconds = INFINITY,
                                     .visits = visits,
                                     .playouts = INT64_MAX,
                                     .seed = 1,
                                     .symmetric = symmetric == 1,
                                     .memory = SEARCH_MEMORY,
                                     .select = options.select};
        SearchResult search;
        Status status;
        if (!search_run(player->search, game, (Color)game->board.to_move, &limits, &search,
                        &status)) {
            return false;
        }
        seconds[symmetric] += search.seconds;
        result->positions[symmetric] += search.nodes;
        result->hits[symmetric] += (int64_t)search.table.hits;
        result->turned_hits[symmetric] += (int64_t)search.table.turned_hits;
        *move = search.move;
    }
    return true;
}

bool bench_symmetry_search(int size, int64_t visits, BenchSymmetry *result) {
    *result = (BenchSymmetry){.size = size};
    Status status;
    Game *game = game_new(HASH_DEFAULT_SEED);
    Player player;
    double seconds[2] = {0};
    bool ok = player_init(&player, NULL) && game != NULL && game_clear(game, size, size, &status);
    for (int ply = 0; ok && ply < PLIES; ply++) {
        Point move = POINT_PASS;
        ok = search_both(&player, game, visits, seconds, result, &move) &&
             game_play(game, (Color)game->board.to_move, move, &status);
    }
    for (int symmetric = 0; ok && symmetric < 2; symmetric++) {
        result->visits_per_s[symmetric] = (double)(visits * PLIES) / seconds[symmetric];
    }
    player_free(&player);
    game_free(game);
    return ok;
}

/* ---- Exhaustive play ---- */

/* The payload: 1 + moves left below the position in bits 0-7, the symmetry that turned it in 8-11.
 */
static const TableLayout LAYOUT = {.age = {.shift = 60, .width = 2},
                                   .work = {.shift = 0, .width = 8}};

typedef struct {
    int64_t positions, visits, hits, turned_hits;
    int64_t lost; /* entries, whose positions may count twice */
} Counts;

typedef struct {
    Table table;
    bool symmetric;
    Counts counts;
} Enumeration;

/* Plays all moves (no passes; simple ko, no suicide) to the depth left. Does not go on from a
 * position from which it has played as deep before. */
static void enumerate(Enumeration *all, const Board *board, int left) {
    const HashState state = board_hash_state(board, &RULES[0]);
    HashLanes lanes;
    hash_lanes_add_state(&board->geometry->hash, &board->hash, &state, &lanes);
    const HashKey key =
        all->symmetric ? hash_key_of_lanes(&lanes) : hash_plain_key_of_lanes(&lanes);
    all->counts.visits++;
    const uint64_t payload = table_probe(&all->table, key.key, key.check);
    if (payload != 0) {
        all->counts.hits++;
        all->counts.turned_hits += (payload >> 8 & 7) != key.orientation;
        if ((int)(payload & 0xFF) > left) {
            return;
        }
    } else {
        all->counts.positions++;
    }
    all->counts.lost +=
        table_store(&all->table, key.key, key.check,
                    (uint64_t)key.orientation << 8 | (uint64_t)(left + 1)) == TABLE_REPLACED;
    if (left == 0) {
        return;
    }
    for (int i = 0; i < board->empty_count; i++) {
        const Color color = (Color)board->to_move;
        if (board_check(board, color, board->empty[i], false) == MOVE_LEGAL) {
            Board after;
            board_copy(&after, board);
            board_play(&after, color, board->empty[i]);
            enumerate(all, &after, left - 1);
        }
    }
}

/* Enumerates again and again. Returns the seconds of the fastest time. */
static double time_enumeration(Enumeration *all, const Board *board, int depth) {
    double best = INFINITY, total = 0;
    while (total < PLAY_SECONDS) {
        all->counts = (Counts){0};
        table_clear(&all->table, 1); /* its pages are touched before the clock runs */
        const double start = clock_seconds();
        enumerate(all, board, depth);
        const double seconds = clock_seconds() - start;
        best = fmin(best, seconds);
        total += seconds;
    }
    return best;
}

bool bench_symmetry_play(int size, int depth, BenchSymmetry *result) {
    *result = (BenchSymmetry){.size = size};
    Geometry *geometry = geometry_new(size, size, HASH_DEFAULT_SEED);
    bool ok = geometry != NULL;
    for (int symmetric = 0; ok && symmetric < 2; symmetric++) {
        Enumeration all = {.symmetric = symmetric == 1};
        Board board;
        board_init(&board, geometry);
        ok = table_init(&all.table, TABLE_MEMORY, LAYOUT);
        if (ok) {
            const double seconds = time_enumeration(&all, &board, depth);
            result->visits_per_s[symmetric] = (double)all.counts.visits / seconds;
            result->positions[symmetric] = all.counts.positions;
            result->hits[symmetric] = all.counts.hits;
            result->turned_hits[symmetric] = all.counts.turned_hits;
            ok = all.counts.lost * LOST_DIVISOR <= all.counts.positions;
            table_free(&all.table);
        }
    }
    geometry_free(geometry);
    return ok;
}
