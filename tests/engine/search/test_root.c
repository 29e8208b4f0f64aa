/* What games share a root. Edges of the root that superko bans in this game: their visits came
 * through other paths, and do not count when the search ends, chooses or reports. */
#include "tests/support/position/games.h"
#include "tests/support/program/search_once.h"

/* White takes a ko at a. */
static const char KO[] = ". X O .\n"
                         "X a X O\n"
                         ". X O .\n"
                         ". . . .\n";

/* Those stones after that, on a board without a past. */
static const char AFTER[] = ". X O .\n"
                            "X O . O\n"
                            ". X O .\n"
                            ". . . .\n";

static const int RETAKE_X = 2, RETAKE_Y = 1;

typedef struct {
    Game *game; /* both pass, and Black is to move again */
    Search *search;
    SearchLimits limits;
    SearchResult result; /* of the last search */
} Fixture;

static void set_up(Game *game, const char *text) {
    const Diagram diagram = diagram_read(text);
    Status status;
    cr_assert(game_clear(game, diagram.width, diagram.height, &status));
    const Color first = strchr(text, 'a') != NULL ? WHITE : BLACK;
    cr_assert(game_set_up(game, diagram.cells, first, 0, &status), "%s", status.text);
    if (first == WHITE) {
        cr_assert(game_play(game, WHITE, diagram_point(&diagram, 'a'), &status));
    }
    cr_assert(game_play(game, BLACK, POINT_PASS, &status));
    cr_assert(game_play(game, WHITE, POINT_PASS, &status));
}

static void search(Fixture *f) {
    f->result = search_must_run(f->search, f->game, BLACK, &f->limits);
    cr_assert_eq(game_check(f->game, BLACK, f->result.move), MOVE_LEGAL);
}

/* A graph in which retaking the ko has nearly all visits, and the game in which superko bans it. */
static Fixture *fixture_new(void) {
    Fixture *f = cleanup_free(malloc(sizeof *f));
    *f = (Fixture){.game = games_kept(game_new(HASH_DEFAULT_SEED)),
                   .search = search_kept(&PLAYOUT_EVALUATOR),
                   .limits = search_once_limits(3000)};
    const Point retake = point_at(RETAKE_X, RETAKE_Y);
    f->limits.keep = true;
    set_up(f->game, AFTER);
    cr_assert_eq(game_check(f->game, BLACK, retake), MOVE_LEGAL);
    search(f);
    cr_assert_eq(f->result.move, retake);
    SearchMove moves[ANALYSIS_MOVES_MAX];
    search_list_moves(f->search, moves, ANALYSIS_MOVES_MAX);
    cr_assert(moves[0].move == retake && moves[0].visits > 2000);
    set_up(f->game, KO);
    cr_assert_eq(game_check(f->game, BLACK, retake), MOVE_SUPERKO);
    f->limits.visits = INT64_MAX;
    f->limits.playouts = 1000;
    return f;
}

Test(root, banned_moves_do_not_end_the_search_early) {
    Fixture *f = fixture_new();
    f->limits.early_stop = true;
    search(f);
    cr_assert_geq(f->result.visits - f->result.playouts, 3000, "the root is another");
    cr_assert_gt(f->result.playouts, 500, "%d playouts", (int)f->result.playouts);
}

static void note_first(void *context, const Analysis *analysis) {
    *(Point *)context = analysis->count > 0 ? analysis->moves[0].move : POINT_NONE;
}

/* They are not listed, and reports begin with the chosen move. */
Test(root, banned_moves_are_not_shown) {
    Fixture *f = fixture_new();
    Point first = POINT_NONE;
    const SearchWatch watch = {.seconds = INFINITY, .report = note_first, .context = &first};
    f->limits.watch = &watch;
    f->limits.lcb_z = 4;
    search(f);
    cr_assert_eq(first, f->result.move);
    SearchMove moves[ANALYSIS_MOVES_MAX];
    const int count = search_list_moves(f->search, moves, ANALYSIS_MOVES_MAX);
    cr_assert_gt(count, 1);
    for (int i = 0; i < count; i++) {
        cr_assert_eq(game_check(f->game, BLACK, moves[i].move), MOVE_LEGAL);
    }
}

/* Moves with a quarter of the visits of the most visited playable move are chosen by their bounds,
 * the pass among them. */
Test(root, banned_moves_do_not_hide_the_lower_bounds) {
    Fixture *f = fixture_new();
    int differs = 0;
    f->limits.lcb_z = 4;
    f->limits.select.score_share = f->limits.select.won_game_score_share = 0;
    f->limits.playouts = 20;
    for (int i = 0; i < 20; i++) {
        search(f);
        SearchMove moves[ANALYSIS_MOVES_MAX];
        const int count = search_list_moves(f->search, moves, ANALYSIS_MOVES_MAX);
        double best = 0, chosen = -1;
        for (int k = 0; k < count; k++) {
            if (4 * moves[k].visits >= moves[0].visits) {
                best = fmax(best, moves[k].lcb);
            }
            chosen = moves[k].move == f->result.move ? moves[k].lcb : chosen;
        }
        cr_assert_float_eq(chosen, best, 1e-9, "search %d", i);
        differs += f->result.move != moves[0].move;
    }
    cr_assert_gt(differs, 0);
}

/* ---- Prisoners ---- */

/* Searches one set of stones, before which Black has taken a stone or White has passed; restarts:
 * as a position that is set up in mid-game. Returns the root's visits of earlier searches. */
static int64_t kept_visits(Search *search, Game *game, bool captures, bool restarts) {
    const Diagram diagram = diagram_read("a X . . .\n"
                                         "b . . . .\n"
                                         ". . . . .\n"
                                         ". . . . .\n"
                                         ". . . . .\n");
    Status status;
    cr_assert(game_set_up(game, diagram.cells, WHITE, 0, &status), "%s", status.text);
    games_play(game, WHITE, captures ? diagram_point(&diagram, 'a') : POINT_PASS);
    games_play(game, BLACK, diagram_point(&diagram, 'b'));
    if (restarts) {
        ColorCell cells[CELL_COUNT_MAX];
        board_get_cells(&game->board, cells);
        cr_assert(game_restart_from(game, cells, WHITE, &status), "%s", status.text);
    }
    SearchLimits limits = search_once_limits(INT64_MAX);
    limits.keep = true;
    limits.playouts = 10;
    const SearchResult result = search_must_run(search, game, WHITE, &limits);
    return result.visits - result.playouts;
}

/* Under territory rules they move the score: two numbers of prisoners are two nodes. */
Test(root, prisoners_count_under_territory_rules) {
    Search *search = search_kept(&PLAYOUT_EVALUATOR);
    Game *game = games_new(5, 5, "japanese");
    cr_assert_eq(kept_visits(search, game, true, false), 0);
    cr_assert_eq(kept_visits(search, game, false, false), 0);
    cr_assert_eq(kept_visits(search, game, true, true), 10);
    cr_assert_eq(kept_visits(search, game, false, true), 10);
    game->rules = *rules_find("chinese-simple-ko");
    cr_assert_eq(kept_visits(search, game, true, false), 0);
    cr_assert_eq(kept_visits(search, game, false, false), 10);
}
