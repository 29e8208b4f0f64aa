/* Reports of a search: complete, and without influence on it. What a report says in each of its
 * moves is read strictly in tests/gtp/commands/dialects/test_analyze.c. */
#include "tests/support/position/games.h"
#include "tests/support/program/search_once.h"

/* What a watch has seen. */
typedef struct {
    int reports;
    int64_t visits; /* of the last one */
    Analysis last;
    AnalysisOwnership *moves_ownership;
} Seen;

static void note(void *context, const Analysis *analysis) {
    Seen *seen = context;
    cr_assert_geq(analysis->visits, seen->visits);
    seen->reports++;
    seen->visits = analysis->visits;
    seen->last = *analysis;
    if (analysis->moves_ownership != NULL) {
        memcpy(seen->moves_ownership, analysis->moves_ownership,
               ANALYSIS_MOVES_MAX * sizeof *seen->moves_ownership);
    }
}

static Seen *seen_new(void) {
    Seen *seen = cleanup_free(calloc(1, sizeof *seen));
    cr_assert_not_null(seen);
    seen->moves_ownership = cleanup_free(calloc(ANALYSIS_MOVES_MAX, sizeof *seen->moves_ownership));
    cr_assert_not_null(seen->moves_ownership);
    return seen;
}

/* Searches the game's position for the side to move. */
static SearchResult watch(const Game *game, int64_t visits, double seconds, Seen *seen) {
    const SearchWatch report = {.seconds = seconds,
                                .ownership = true,
                                .moves_ownership = true,
                                .report = note,
                                .context = seen};
    SearchLimits limits = search_once_limits(visits);
    limits.watch = seen == NULL ? NULL : &report;
    return search_once(game, game->board.to_move, &limits);
}

/* Every point of the largest board and pass: exactly as many moves as there is room for. */
Test(analysis, lists_all_moves_of_the_largest_board) {
    Game *game = games_new(25, 25, "tromp-taylor");
    Seen *seen = seen_new();
    watch(game, 20, 1000, seen);
    const Analysis *last = &seen->last;
    cr_assert_eq(last->count, ANALYSIS_MOVES_MAX);
    cr_assert(last->has_ownership && last->moves_ownership != NULL);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const float mean = last->ownership.mean[cell], stdev = last->ownership.stdev[cell];
        cr_assert(fabsf(mean) <= 1 && stdev >= 0 && stdev <= 1, "cell %d: %g", cell, (double)mean);
    }
}

/* The images' ownership is the ownership after their moves: a move's own point is its own. */
Test(analysis, ownership_stands_where_it_should) {
    Game *game = games_from(". . X O . . .\n"
                            ". . X O . . .\n"
                            ". . X O . . .\n"
                            ". . X O . . .\n"
                            ". . X O . . .\n",
                            WHITE, "tromp-taylor");
    Seen *seen = seen_new();
    watch(game, 600, 1000, seen);
    const Analysis *last = &seen->last;
    cr_assert_eq(seen->reports, 1, "the final one alone");
    cr_assert(last->has_ownership);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const float mean = last->ownership.mean[cell], stdev = last->ownership.stdev[cell];
        cr_assert(cell % 7 < 3 ? mean > 0.3F : mean < -0.3F, "cell %d: %g", cell, (double)mean);
        cr_assert_float_eq(stdev * stdev + mean * mean, 1, 0.2); /* each playout says 1 or -1 */
    }
    int turned = 0;
    for (int i = 0; i < last->count; i++) {
        const AnalysisMove *move = &last->moves[i];
        if (move->visits > 20 && move->move != POINT_PASS) {
            const float own = seen->moves_ownership[i].mean[game->geometry->cell_of[move->move]];
            cr_assert(point_x(move->move) < 3 || own < 0, "move %d: %g", i, (double)own);
            turned += move->symmetry_of != POINT_NONE;
        }
    }
    cr_assert_gt(turned, 0);
}

/* A search does the same whether it is watched or not. */
Test(analysis, changes_nothing) {
    Game *game = games_from(". . . . .\n. X . . .\n. . O . .\n. . . X .\n. . . . .\n", WHITE,
                            "tromp-taylor");
    Seen *seen = seen_new();
    const SearchResult watched = watch(game, 500, 0, seen), alone = watch(game, 500, 0, NULL);
    cr_assert_gt(seen->reports, 100);
    cr_assert_eq(seen->last.visits, watched.visits);
    cr_assert_eq(seen->last.moves[0].move, watched.move);
    cr_assert_float_eq(seen->last.moves[0].win_rate, watched.win_rate, 1e-6);
    cr_assert_eq(watched.move, alone.move);
    cr_assert_eq(watched.nodes, alone.nodes);
    cr_assert_float_eq(watched.win_rate, alone.win_rate, 0);
}

/* A playout that ends at a position that the graph knows well evaluates nothing: the report has
 * ownership and scores all the same. */
Test(analysis, has_ownership_without_evaluations) {
    Search *search = search_kept(&PLAYOUT_EVALUATOR);
    Game *game = games_new(9, 9, "chinese");
    Seen *seen = seen_new();
    SearchLimits limits = search_once_limits(50);
    limits.keep = true;
    limits.symmetric = false;
    search_must_run(search, game, BLACK, &limits);
    SearchMove moves[ANALYSIS_MOVES_MAX];
    const int count = search_list_moves(search, moves, ANALYSIS_MOVES_MAX);
    limits.visits = 60;
    for (int i = 0; i < count; i++) {
        games_play(game, BLACK, moves[i].move);
        search_must_run(search, game, WHITE, &limits);
        games_undo(game, 1);
    }
    const SearchWatch report = {
        .seconds = INFINITY, .ownership = true, .report = note, .context = seen};
    limits.watch = &report;
    limits.visits = INT64_MAX;
    limits.playouts = 1;
    bool has_ownership = false;
    search_must_run(search, game, BLACK, &limits);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        has_ownership = has_ownership || seen->last.ownership.mean[cell] != 0;
    }
    cr_assert(has_ownership && seen->last.final.score != 0);
}
