/* What the symmetric table saves: the same work with the images of a position distinguished and as
 * one position. */
#include <assert.h>
#include <math.h>

#include "engine/base/clock.h"
#include "engine/base/table_memory.h"
#include "engine/lab/bench/measurement.h"
#include "engine/player/limits.h"
#include "engine/player/player.h"

enum { PLIES = 8 /* of a game, searched each */ };

enum { SEARCH_MB = 1024, TABLE_BYTES = 512 << 20 };

/* Exhaustive play is repeated for this many seconds. */
static const double PLAY_SECONDS = 0.3;

/* At most one in this many positions may be replaced in the table and counted twice. */
enum { LOST_DIVISOR = 10000 };

/* Work with symmetry off or on. */
typedef struct {
    int64_t positions;   /* distinct ones visited */
    int64_t hits;        /* probes that found the position */
    int64_t turned_hits; /* of those, stored for another image */
    int64_t visits;
    double seconds;
    int64_t lost; /* entries, whose positions may count twice */
} Counts;

/* Searches the position from an empty graph and adds to the counts. Returns the move chosen. */
static Point search_for(Player *player, const Game *game, int64_t visits, bool symmetric,
                        Counts *counts) {
    PlayerOptions options = player_default_options();
    options.memory_mb = SEARCH_MB;
    SearchLimits limits = limits_of_visits(&options, visits);
    SearchResult search;
    Status status;
    limits.symmetric = symmetric;
    bench_require(
        search_run(player->search, game, (Color)game->board.to_move, &limits, &search, &status));
    counts->seconds += search.seconds;
    counts->visits += visits;
    counts->positions += search.nodes;
    counts->hits += (int64_t)search.table.hits;
    counts->turned_hits += (int64_t)search.table.turned_hits;
    return search.move;
}

/* Searches the first eight positions of a game, chosen with symmetry on, with this many visits
 * each.
 */
static void measure_search(int size, int64_t visits, Counts *off, Counts *on) {
    Status status;
    Game *game = memory_check(game_new(HASH_DEFAULT_SEED));
    Player player;
    bench_require(player_init(&player, NULL) && game_clear(game, size, size, &status));
    for (int ply = 0; ply < PLIES; ply++) {
        search_for(&player, game, visits, false, off);
        const Point move = search_for(&player, game, visits, true, on);
        bench_require(game_play(game, (Color)game->board.to_move, move, &status));
    }
    player_free(&player);
    game_free(game);
}

/* ---- Exhaustive play ---- */

/* The payload: 1 + the depth left below the position in bits 0-7, its orientation in bits 8-11. */
static const TableLayout LAYOUT = {.age = {.shift = 60, .width = 2},
                                   .work = {.shift = 0, .width = 8}};

typedef struct {
    Table table;
    bool symmetric;
    Counts counts;
} Enumeration;

/* Plays all moves (no passes; simple ko, no suicide) to the depth left, except from a position that
 * it has searched as deep before. */
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

/* Plays all moves from the empty board to a depth, again and again; the fastest time counts. */
static Counts measure_play(int size, int depth, bool symmetric) {
    Geometry *geometry = memory_check(geometry_new(size, size, HASH_DEFAULT_SEED));
    Enumeration all = {.symmetric = symmetric};
    double best = INFINITY;
    Board board;
    board_init(&board, geometry);
    bench_require(table_new(&all.table, TABLE_BYTES, LAYOUT));
    for (double total = 0; total < PLAY_SECONDS;) {
        all.counts = (Counts){0};
        table_clear(&all.table); /* its pages are touched before the clock runs */
        const double start = clock_seconds();
        enumerate(&all, &board, depth);
        const double seconds = clock_seconds() - start;
        best = fmin(best, seconds);
        total += seconds;
    }
    assert(all.counts.lost * LOST_DIVISOR <= all.counts.positions);
    all.counts.seconds = best;
    table_free(&all.table);
    geometry_free(geometry);
    return all.counts;
}

/* ---- The measurement ---- */

static void add_row(json_t *json, const char *name, const char *meaning, const Counts *off,
                    const Counts *on) {
    const double turned = (double)on->turned_hits / fmax((double)on->hits, 1);
    const double off_rate = (double)off->visits / off->seconds;
    const double on_rate = (double)on->visits / on->seconds;
    if (json == NULL) {
        printf("| %s | %lld | %lld | %.2f | %.1f%% | %.0f | %.0f |\n", meaning,
               (long long)off->positions, (long long)on->positions,
               (double)off->positions / (double)on->positions, 100 * turned, off_rate, on_rate);
        return;
    }
    const struct {
        const char *key;
        double value;
        int decimals;
    } figures[] = {
        {"positions_off", (double)off->positions, 0},
        {"positions_on", (double)on->positions, 0},
        {"hits_off", (double)off->hits, 0},
        {"hits_on", (double)on->hits, 0},
        {"turned_hit_share", turned, 4},
        {"visits_per_s_off", off_rate, 0},
        {"visits_per_s_on", on_rate, 0},
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
        fprintf(stderr, "dihedra bench: %s\n", work[i].meaning);
        Counts off = {0}, on = {0};
        if (work[i].depth > 0) {
            off = measure_play(work[i].size, work[i].depth, false);
            on = measure_play(work[i].size, work[i].depth, true);
        } else {
            measure_search(work[i].size, work[i].visits, &off, &on);
        }
        add_row(bench->json, work[i].name, work[i].meaning, &off, &on);
    }
    if (bench->json == NULL) {
        printf("\n");
    }
    return true;
}
