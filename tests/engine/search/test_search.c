/* The search and the player: only legal moves, and the captures, life and passes that are
 * expected. When they resign: tests/engine/player/test_resign_policy.c. */
#include "tests/support/position/games.h"
#include "tests/support/position/positions.h"
#include "tests/support/program/sanitizer.h"
#include "tests/support/program/search_once.h"

static PlayerOptions quick_player(int64_t playouts) {
    PlayerOptions options = player_default_options();
    options.visits = playouts;
    options.memory_mb = 1;
    options.resign_below = 0;
    return options;
}

static PlayerMove choose(const PlayerOptions *options, const Game *game, Color color) {
    Player player;
    PlayerMove move;
    Status status;
    cr_assert(player_init(&player, NULL));
    const Turn turn = {.game = game, .color = color, .options = options};
    cr_assert(player_choose(&player, &turn, &move, &status), "%s", status.text);
    player_free(&player);
    return move;
}

/* ---- Threads ---- */

static SearchResult search(const Game *game, int64_t playouts, uint64_t seed, int threads,
                           size_t memory) {
    SearchLimits limits = search_once_limits(playouts);
    limits.threads = threads;
    limits.seed = seed;
    limits.symmetric = false;
    limits.memory = memory;
    return search_once(game, game->board.to_move, &limits);
}

/* Two threads or four, and a graph that is soon full. With ThreadSanitizer this is the test of the
 * graph. */
Test(search, threads_share_the_graph) {
    Game *game = games_new(7, 7, "aga");
    for (uint64_t seed = 0; seed < 3; seed++) {
        const SearchResult result =
            search(game, 5000, seed, seed == 1 ? 2 : 4, seed == 0 ? 1 : 1 << 20);
        cr_assert_eq(result.playouts, 5000);
        cr_assert_eq(game_check(game, BLACK, result.move), MOVE_LEGAL);
    }
}

/* Two threads may sum up the root at the same time; a search still makes all visits that were asked
 * for. */
Test(search, no_visit_of_the_root_is_lost) {
    Game *game = games_new(3, 3, "aga");
    for (uint64_t seed = 0; seed < (IS_SANITIZED ? 300 : 3000); seed++) {
        cr_assert_eq(search(game, 30, seed, 4, 1 << 20).visits, 30, "seed %d", (int)seed);
    }
}

/* Komi may be any finite number. */
Test(search, bears_any_komi) {
    static const double KOMI[] = {1e308, -1e308, 1e19, 0.001};
    for (int i = 0; i < 4; i++) {
        Game *game = games_new(5, 5, "chinese");
        game->komi = KOMI[i];
        const SearchResult result = search(game, 100, 1, 1, 1 << 20);
        cr_assert(isfinite(result.score) && result.win_rate >= 0 && result.win_rate <= 1);
        cr_assert((result.score < 0) == (KOMI[i] > 1));
    }
}

/* ---- Finding the move ---- */

/* Three in a row: the middle point lives, or kills. */
static const char THREE[] = ". a . X O . .\n"
                            "X X X X O . .\n"
                            "O O O O O . .\n"
                            ". . . . . . .\n"
                            ". . . . X . .\n"
                            ". X X X . . .\n"
                            ". . . . . . .\n";
/* Three dead white stones. */
static const char DEAD_STONES[] = ". X . X O . .\n"
                                  "X X X X O . .\n"
                                  ". X X X O O O\n"
                                  "X X X X O . O\n"
                                  "X a O X O O .\n"
                                  "X O O X O O O\n"
                                  "X X X X O . O\n";
/* Under area scoring a neutral point is worth one point. */
static const char DAME[] = ". X . X O . .\n"
                           "X X X X O . .\n"
                           ". X X X O O O\n"
                           "X X X X O . O\n"
                           "X . X a O O .\n"
                           "X X . X O O O\n"
                           "X X X X O . O\n";

/* The only good move is at a. */
static const struct {
    const char *text, *rules;
    Color to_move;
    bool has_passed; /* White has */
    double komi;
} FINDS[] = {
    {". . . . . . .\n" /* a large chain is taken */
     ". X X X X . .\n"
     "X O O O O X .\n"
     "X O O O O a .\n"
     ". X X X X . .\n"
     ". . O . O . .\n"
     ". . O O . . .\n",
     "chinese", BLACK, false, 6.5},
    {THREE, "chinese", WHITE, false, 0.5},
    {THREE, "chinese", BLACK, false, 0.5},
    /* As the board stands Black has lost: 28 to 21 with dead stones off, 24 to 24 with them on. */
    {DEAD_STONES, "tromp-taylor", BLACK, false, 5.5},
    {DEAD_STONES, "tromp-taylor", BLACK, true, 5.5},
    {DAME, "chinese", BLACK, false, 6}, /* 28 to 21 or 27 to 22 */
    {DAME, "chinese", WHITE, false, 6},
};

Test(search, finds_the_move) {
    const PlayerOptions options = quick_player(3000);
    for (size_t i = 0; i < sizeof FINDS / sizeof FINDS[0]; i++) {
        const Diagram diagram = diagram_read(FINDS[i].text);
        Game *game =
            games_set_up(&diagram, FINDS[i].has_passed ? WHITE : FINDS[i].to_move, FINDS[i].rules);
        game->komi = FINDS[i].komi;
        if (FINDS[i].has_passed) {
            games_play(game, WHITE, POINT_PASS);
        }
        const PlayerMove move = choose(&options, game, FINDS[i].to_move);
        char name[POINT_TEXT_MAX];
        cr_assert_eq(move.move, diagram_point(&diagram, 'a'), "%s\nplays %s", FINDS[i].text,
                     point_to_text(move.move, diagram.height, name));
    }
}

/* ---- Passing ---- */

static const char ENDED[] = ". X . X O . .\n"
                            "X X X X O . .\n"
                            ". X X X O O O\n"
                            "X X X X O . O\n"
                            "X . X X O O .\n"
                            "X X . X O O O\n"
                            "X X X X O . O\n";

Test(search, passes_when_the_game_is_over) {
    const Diagram diagram = diagram_read(ENDED);
    const PlayerOptions options = quick_player(100);
    for (const RuleSet *set = RULE_SETS; set->rules.name != NULL; set++) {
        const Rules *rules = &set->rules;
        for (int color = BLACK; color <= WHITE; color++) {
            Game *game = games_set_up(&diagram, (Color)color, rules->name);
            const PlayerMove move = choose(&options, game, (Color)color);
            cr_assert(move.move == POINT_PASS && !move.searched);
        }
    }
}

/* One point is left, for the side that takes it first; more black stones were set up than white
 * ones, and there is room to throw stones away. A search knows by how much the game is won, or
 * lost. */
Test(search, counts_territory) {
    const Diagram diagram = diagram_read(". X . X O . .\n"
                                         "X X X X O . .\n"
                                         ". . . X O O O\n"
                                         ". X . X a b .\n"
                                         ". . . X O O O\n"
                                         "X X X X O . .\n"
                                         ". X . X O . O\n");
    const SearchLimits limits = search_once_limits(3000);
    Game *game = games_set_up(&diagram, BLACK, "japanese");
    games_play(game, BLACK, diagram_point(&diagram, 'a'));
    games_play(game, WHITE, diagram_point(&diagram, 'b'));
    game->komi = 0;
    const double score = game_score(game, NULL);
    games_undo(game, 2);
    game->komi = score - 0.5;
    const SearchResult won = search_once(game, BLACK, &limits);
    cr_assert_eq(won.move, diagram_point(&diagram, 'a'));
    cr_assert_gt(won.win_rate, 0.5);
    game->komi = score + 0.5;
    const SearchResult lost = search_once(game, BLACK, &limits);
    cr_assert_lt(lost.win_rate, 0.5);
}

static bool cancel_search(const void *context, const Game *game, const Deadline *deadline,
                          float *owner) {
    (void)context, (void)game, (void)owner;
    atomic_store((_Atomic bool *)deadline->cancel, true);
    return false;
}

/* If a search is cancelled while it judges dead stones for a pass that wins, nothing is left in
 * the graph that says the pass loses. */
Test(search, cancelled_judgements_leave_no_lost_game) {
    static const char DOUBT[] = "X . X O .\n"
                                "X X O O O\n"
                                ". X X X O\n"
                                "X X X O O\n"
                                ". X X X O\n";
    _Atomic bool cancel = false;
    Game *game = games_from(DOUBT, WHITE, "chinese");
    game->komi = -20;
    games_play(game, WHITE, POINT_PASS);
    bool allowed[POINT_COUNT] = {[POINT_PASS] = true};
    SearchLimits limits = search_once_limits(50);
    limits.allowed = allowed;
    limits.cancel = &cancel;
    Search *search = search_kept(&PLAYOUT_EVALUATOR);
    ending_set_source(search_ending(search), (OwnershipSource){.find = cancel_search});
    search_must_run(search, game, BLACK, &limits);
    cr_assert(cancel);
    SearchMove pass;
    cr_assert_eq(search_list_moves(search, &pass, 1), 1);
    cr_assert(pass.move == POINT_PASS && pass.score > 0, "%g", pass.score);
}

/* Passing in answer to a pass wins even with dead stones on the board, so it passes, unless it must
 * play out the game. */
Test(search, passes_to_win_unless_it_plays_out) {
    const Diagram diagram = diagram_read(ENDED_GAME);
    PlayerOptions options = quick_player(300);
    Game *game = games_set_up(&diagram, WHITE, "tromp-taylor");
    game->komi = -20;
    games_play(game, WHITE, POINT_PASS);
    cr_assert_eq(choose(&options, game, BLACK).move, POINT_PASS);
    options.play_out = true;
    cr_assert_neq(choose(&options, game, BLACK).move, POINT_PASS);
}

/* ---- Whole games ---- */

/* Plays to two passes and checks every move before it is made. */
static void play_whole_game(Game *game, const PlayerOptions *options) {
    const int most = 6 * game->geometry->cell_count + 20;
    while (game->board.passes < 2 && game->move_count < most) {
        const Color turn = game->board.to_move;
        const Point p = choose(options, game, turn).move;
        char name[POINT_TEXT_MAX];
        cr_assert(p != POINT_RESIGN && game_check(game, turn, p) == MOVE_LEGAL,
                  "%s %s breaks the rules", color_name(turn),
                  point_to_text(p, game->geometry->height, name));
        games_play(game, turn, p);
    }
}

/* Games against itself: the rules, superko included, allow every move. Each shape gets searches of
 * each length, but not under each rule set. */
Test(search, never_breaks_the_rules) {
    static const uint8_t SHAPES[][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5},
                                        {6, 6}, {7, 7}, {1, 7}, {2, 5}, {4, 3}, {7, 4}};
    const int games = getenv("DIHEDRA_LONG") != NULL ? 50 : 1;
    for (const RuleSet *set = RULE_SETS; set->rules.name != NULL; set++) {
        const Rules *rules = &set->rules;
        for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i += IS_SANITIZED ? 3 : 1) {
            const int first = (int)(set - RULE_SETS + (ptrdiff_t)i) % 6;
            for (int n = first; n < first + games; n++) {
                Game *game = games_new(SHAPES[i][0], SHAPES[i][1], rules->name);
                PlayerOptions options = quick_player(1 + n % 3 * 7);
                options.seed = (uint64_t)(100 * n) + i;
                options.play_out = n % 2 == 1;
                play_whole_game(game, &options);
            }
        }
    }
}
