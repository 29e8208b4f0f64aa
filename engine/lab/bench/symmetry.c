/* What the symmetric table saves: the same work with images of a position told apart and with
 * images taken for one position. */
#include <math.h>

#include "engine/base/clock.h"
#include "engine/lab/bench/measurement.h"
#include "engine/player/player.h"

enum { PLIES = 8 /* of a game, searched each */ };

enum { SEARCH_MEMORY = 1 << 30, TABLE_MEMORY = 512 << 20 }; /* bytes */

/* Exhaustive play is repeated for this many seconds. */
static const double PLAY_SECONDS = 0.3;

/* At most one in this many positions may fall out of the table, and be counted twice. */
enum { LOST_DIVISOR = 10000 };

/* The same work with symmetry off [0] and on [1]. */
typedef struct {
    int64_t positions[2];   /* distinct ones visited */
    int64_t hits[2];        /* probes that found the position */
    int64_t turned_hits[2]; /* of those, stored by another image */
    double visits_per_s[2];
} BothWays;

/* Searches the position with symmetry off and then on, each from an empty graph, and adds to
 * result. *move gets the choice with symmetry on. */
static bool search_both(Player *player, const Game *game, int64_t visits, double seconds[2],
                        BothWays *result, Point *move) {
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

/* Searches the first eight positions of a game with this many visits each. Returns false if out of
 * memory. */
static bool measure_search(int size, int64_t visits, BothWays *result) {
    *result = (BothWays){0};
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

/* Plays all moves from the empty board to a depth. Returns false if out of memory or the table is
 * too small. */
static bool measure_play(int size, int depth, BothWays *result) {
    *result = (BothWays){0};
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

/* ---- The measurement ---- */

static void add_row(json_t *json, const char *name, const char *meaning, const BothWays *row) {
    const double positions = (double)row->positions[1];
    const double turned = (double)row->turned_hits[1] / fmax((double)row->hits[1], 1);
    if (json == NULL) {
        printf("| %s | %lld | %.0f | %.2f | %.1f%% | %.0f | %.0f |\n", meaning,
               (long long)row->positions[0], positions, (double)row->positions[0] / positions,
               100 * turned, row->visits_per_s[0], row->visits_per_s[1]);
        return;
    }
    const struct {
        const char *key;
        double value;
        int decimals;
    } figures[] = {
        {"positions_off", (double)row->positions[0], 0},
        {"positions_on", positions, 0},
        {"hits_off", (double)row->hits[0], 0},
        {"hits_on", (double)row->hits[1], 0},
        {"turned_hit_share", turned, 4},
        {"visits_per_s_off", row->visits_per_s[0], 0},
        {"visits_per_s_on", row->visits_per_s[1], 0},
    };
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        char key[64];
        snprintf(key, sizeof key, "%s_%s", figures[i].key, name);
        json_set_figure(json, key, figures[i].value, figures[i].decimals);
    }
}

bool bench_measure_symmetry(Bench *bench) {
    static const struct {
        const char *name, *meaning;
        int size, depth; /* of exhaustive play; 0: searches */
        int64_t visits;
    } work[] = {
        {"4x4", "all moves from the empty 4x4 board, eight deep", 4, 8, 0},
        {"9x9", "all moves from the empty 9x9 board, three deep", 9, 3, 0},
        {"19x19", "all moves from the empty 19x19 board, two deep", 19, 2, 0},
        {"search_9x9", "searches of the first eight plies on 9x9, 20,000 visits each", 9, 0, 20000},
        {"search_19x19", "searches of the first eight plies on 19x19, 5,000 visits each", 19, 0,
         5000},
    };
    if (bench->json == NULL) {
        printf("| work | positions, off | on | ratio | hits on another image | visits/s, off "
               "| on |\n| --- | --- | --- | --- | --- | --- | --- |\n");
    }
    for (size_t i = 0; i < sizeof work / sizeof work[0]; i++) {
        BothWays row;
        fprintf(stderr, "dihedra bench: %s\n", work[i].meaning);
        if (!(work[i].depth > 0 ? measure_play(work[i].size, work[i].depth, &row)
                                : measure_search(work[i].size, work[i].visits, &row))) {
            return false;
        }
        add_row(bench->json, work[i].name, work[i].meaning, &row);
    }
    if (bench->json == NULL) {
        printf("\n");
    }
    return true;
}
