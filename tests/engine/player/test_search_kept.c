/* What a search keeps from move to move, and what ends one: kept graphs know what was found, and
 * are dropped if they no longer hold; a restricted search leaves nothing behind; limits, early
 * stops and lower bounds work as documented. */
#include "engine/go/board/handicap.h"
#include "tests/support/position/games.h"
#include "tests/support/program/search_once.h"
#include "tests/support/session/session.h"

typedef struct {
    Game *game;
    Search *search;
    SearchLimits limits;
    SearchResult result; /* of the last search */
} Fixture;

static Fixture *fixture_new(int size, int64_t visits) {
    Fixture *f = cleanup_free(malloc(sizeof *f));
    *f = (Fixture){.game = games_new(size, size, "tromp-taylor"),
                   .search = search_kept(&PLAYOUT_EVALUATOR),
                   .limits = search_once_limits(visits)};
    f->limits.keep = true;
    return f;
}

static Color to_move(const Fixture *f) {
    return f->game->board.to_move;
}

/* Searches for color. Returns the visits that were there before. */
static int64_t search_for(Fixture *f, Color color) {
    f->result = search_must_run(f->search, f->game, color, &f->limits);
    cr_assert_eq(game_check(f->game, color, f->result.move), MOVE_LEGAL);
    return f->result.visits - f->result.playouts;
}

static int64_t search_next(Fixture *f) {
    return search_for(f, to_move(f));
}

/* Superko aside. */
static void play(Fixture *f, Color color, Point p) {
    Status status;
    cr_assert(game_play(f->game, color, p, &status));
}

/* ---- Kept graphs ---- */

Test(search_kept, knows_the_moves_that_come_and_those_taken_back) {
    Fixture *f = fixture_new(7, 2000);
    cr_assert_eq(search_next(f), 0);
    cr_assert_eq(f->result.visits, 2000);
    play(f, BLACK, f->result.move);
    f->limits.visits = 1;
    const int64_t after_own = search_next(f);
    cr_assert_gt(after_own, 100);
    play(f, WHITE, f->result.move);
    const int64_t after_both = search_next(f);
    cr_assert(after_both > 10 && after_both < after_own);
    games_undo(f->game, 1);
    cr_assert_eq(search_next(f), after_own + 1);
    games_undo(f->game, 1);
    cr_assert_geq(search_next(f), 2000);
    f->limits.keep = false;
    cr_assert_eq(search_next(f), 0);
}

/* A move that was never searched, with a graph more than half full: garbage is collected even
 * though the new position has not been visited yet. */
Test(search_kept, full_graphs_give_way_to_surprises) {
    Fixture *f = fixture_new(9, 1);
    f->limits.memory = GRAPH_MEMORY_MIN;
    for (int i = 0; i < 3; i++) {
        f->limits.visits = 300;
        do {
            f->limits.visits += 150;
            search_next(f);
        } while (f->result.bytes < GRAPH_MEMORY_MIN / 3);
        play(f, to_move(f), f->game->board.empty[0]);
        play(f, to_move(f), f->game->board.empty[5]);
        f->limits.visits = 1;
        search_next(f);
        cr_assert_lt(f->result.nodes, 3, "%d", (int)f->result.nodes);
        search_clear(f->search);
    }
}

typedef enum {
    CHANGE_KOMI,
    CHANGE_RULES,
    CHANGE_HANDICAP,
    CHANGE_SYMMETRY,
    CHANGE_MEMORY,
    CHANGE_RESTRICT,
    CHANGE_PLAY_OUT,
    CHANGE_SCORE_SHARE,
    CHANGE_TEMPERATURE,
    CHANGE_ROOT_SYMMETRIES,
    CHANGE_PLAYOUT_DOUBLINGS,
    CHANGE_COUNT
} Change;

static void change(Fixture *f, Change what, const bool *allowed) {
    f->game->komi += what == CHANGE_KOMI ? 1 : 0;
    f->game->rules = what == CHANGE_RULES ? RULE_SETS[1].rules : f->game->rules;
    f->game->handicap = what == CHANGE_HANDICAP ? 2 : 0;
    f->limits.symmetric = what != CHANGE_SYMMETRY;
    f->limits.memory = what == CHANGE_MEMORY ? 2 << 20 : f->limits.memory;
    f->limits.allowed = what == CHANGE_RESTRICT ? allowed : NULL;
    f->limits.play_out = what == CHANGE_PLAY_OUT;
    f->limits.select.score_share += what == CHANGE_SCORE_SHARE ? 0.1 : 0;
    f->limits.select.prior_temperature += what == CHANGE_TEMPERATURE ? 0.1 : 0;
    f->limits.root_symmetries = what == CHANGE_ROOT_SYMMETRIES ? 8 : 1;
    f->limits.playout_doublings = what == CHANGE_PLAYOUT_DOUBLINGS ? 1 : 0;
}

/* Values under other rules do not hold, and another size or kind needs another graph. */
Test(search_kept, nothing_where_something_has_changed) {
    for (Change what = 0; what < CHANGE_COUNT; what++) {
        Fixture *f = fixture_new(5, 300);
        f->limits.root_symmetries = 1;
        f->game->rules.friendly_pass_ok = true;
        search_next(f);
        bool allowed[POINT_COUNT] = {false};
        allowed[point_at(0, 0)] = true;
        change(f, what, allowed);
        cr_assert_eq(search_next(f), 0, "change %d", what);
        f->limits.visits = 301;
        f->limits.allowed = NULL;
        const bool holds = what != CHANGE_RESTRICT;
        cr_assert_eq(search_next(f), holds ? 300 : 0, "change %d", what);
    }
}

/* Another evaluator has other values. What changes no value leaves the graph alone. */
Test(search_kept, nothing_of_another_evaluator) {
    Fixture *f = fixture_new(5, 300);
    search_next(f);
    const Evaluator other = PLAYOUT_EVALUATOR;
    search_set_evaluator(f->search, &other);
    cr_assert_eq(search_next(f), 0);
    search_set_evaluator(f->search, &other);
    f->limits.threads = 2;
    f->limits.seed = 5;
    f->limits.lcb_z = 1;
    f->limits.select.cpuct = 1;
    cr_assert_geq(search_next(f), 300);
}

/* A restricted search chooses among what is allowed, also of equivalent moves, and the next free
 * one sees the whole board. */
Test(search_kept, restricted_searches_leave_nothing_behind) {
    for (int cell = 0; cell < 25; cell++) {
        Fixture *f = fixture_new(5, 60);
        bool allowed[POINT_COUNT] = {false};
        allowed[f->game->geometry->point_of[cell]] = true;
        f->limits.allowed = allowed;
        search_next(f);
        cr_assert_eq(f->result.move, f->game->geometry->point_of[cell]);
        f->limits.allowed = NULL;
        search_next(f);
        SearchMove moves[26];
        cr_assert_gt(search_list_moves(f->search, moves, 26), 1);
    }
}

/* A command or a record may change whose turn it is. The search is for the color asked for, and
 * does not take for its own what was found for the other. */
Test(search_kept, turns_that_change_hands) {
    for (int by_hand = 0; by_hand <= 1; by_hand++) {
        Fixture *f = fixture_new(5, 400);
        play(f, BLACK, point_at(2, 2));
        search_next(f);
        if (by_hand) {
            game_set_to_move(f->game, BLACK);
        }
        cr_assert_eq(search_for(f, BLACK), 0);
        play(f, BLACK, f->result.move);
        cr_assert_geq(search_for(f, WHITE), 0);
    }
}

/* Three kos taken in turn for 200 moves: whatever superko forbids by then, no search, with a graph
 * from before or without, names a move that is illegal. */
Test(search_kept, triple_ko) {
    static const char POSITION[] = ". X O .\n"
                                   "X . X O\n"
                                   ". X O .\n"
                                   "X . X O\n"
                                   ". X O .\n"
                                   "X O . O\n"
                                   ". X O .\n";
    int banned = 0;
    for (const RuleSet *set = RULE_SETS; set->rules.name != NULL; set++) {
        const Rules *rules = &set->rules;
        Fixture *f = fixture_new(7, 12);
        f->game = games_from(POSITION, WHITE, rules->name);
        f->limits.memory = GRAPH_MEMORY_MIN;
        f->limits.play_out = true;
        for (int move = 0; move < 200; move++) {
            const Color color = to_move(f);
            search_next(f);
            if (move % 20 == 0) {
                SearchLimits limits = f->limits;
                limits.keep = false;
                const SearchResult fresh = search_once(f->game, color, &limits);
                cr_assert_eq(game_check(f->game, color, fresh.move), MOVE_LEGAL);
            }
            Point taken = POINT_NONE; /* the ko that this side can take */
            for (int y = 1; y <= 5; y += 2) {
                const Point p = point_at(color == BLACK ? 2 : 1, y);
                if (board_check(&f->game->board, color, p, false) == MOVE_LEGAL) {
                    taken = p;
                }
            }
            cr_assert_neq(taken, POINT_NONE);
            banned += game_check(f->game, color, taken) == MOVE_SUPERKO;
            play(f, color, taken);
        }
    }
    cr_assert_gt(banned, 500);
}

/* ---- Garbage collection ---- */

/* The share of the memory for nodes and edges that is in use. */
static double share_in_use(const Fixture *f) {
    const double table = (double)f->limits.memory / 15;
    return ((double)f->result.bytes - table) / (((double)f->limits.memory - table) / 2);
}

/* A graph more than half full, and another root: the clock is kept, with slack for a busy machine,
 * garbage is collected, and what is most visited stays. */
Test(search_kept, making_room_keeps_to_the_clock) {
    Fixture *f = fixture_new(19, 10000);
    f->limits.memory = 16 << 20;
    search_next(f);
    cr_assert_gt(share_in_use(f), 0.5);
    f->limits.visits = INT64_MAX;
    f->limits.seconds = 0.02;
    for (int move = 0; move < 3; move++) {
        play(f, to_move(f), f->result.move);
        const int64_t kept = search_next(f);
        cr_assert_lt(f->result.seconds, 0.02 + 0.2);
        cr_assert_gt(f->result.playouts, 0);
        cr_assert(move > 0 || kept > 1);
        cr_assert_lt(share_in_use(f), 0.5);
    }
}

/* A search that is cancelled before it begins leaves a graph alone that is more than half full;
 * the next one collects garbage. */
Test(search_kept, cancelled_searches_leave_the_graph_alone) {
    Fixture *f = fixture_new(19, 1250);
    f->limits.memory = 2 << 20;
    search_next(f);
    const double share = share_in_use(f);
    cr_assert_gt(share, 0.5);
    play(f, BLACK, f->result.move);
    _Atomic bool cancel = true;
    f->limits.cancel = &cancel;
    search_next(f);
    cr_assert_geq(share_in_use(f), share);
    cancel = false;
    f->limits.visits = 1;
    search_next(f);
    cr_assert_leq(share_in_use(f), 0.5);
}

/* ---- Ends of a search ---- */

/* Visits are the root's, those kept from earlier searches included; playouts are this search's own.
 * The limit that is reached first ends it. */
Test(search_kept, visits_and_playouts_limit_it) {
    Fixture *f = fixture_new(7, INT64_MAX);
    f->limits.playouts = 300;
    cr_assert_eq(search_next(f), 0);
    cr_assert(f->result.playouts == 300 && f->result.visits == 300);
    cr_assert_eq(search_next(f), 300);
    cr_assert(f->result.playouts == 300 && f->result.visits == 600);
    f->limits.visits = 700;
    search_next(f);
    cr_assert(f->result.playouts == 100 && f->result.visits == 700);
    f->limits.visits = 100; /* which it has: one playout is the least */
    search_next(f);
    cr_assert(f->result.playouts == 1 && f->result.visits == 701);
    f->limits.visits = 2000;
    search_next(f);
    cr_assert(f->result.playouts == 300 && f->result.visits == 1001);
    f->limits.threads = 3;
    search_next(f);
    cr_assert_eq(f->result.playouts, 300);
}

Test(search_kept, early_stop_chooses_the_same_move) {
    int64_t saved = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        Fixture *f = fixture_new(5, 500);
        f->limits.keep = false;
        f->limits.seed = seed;
        f->game->komi = seed % 3 == 0 ? 24.5 : 7.5;
        f->limits.play_out = seed % 4 == 1;
        for (uint64_t move = 0; move < 2 * seed; move++) { /* into endings, where passes matter */
            const SearchLimits quick = search_once_limits(30);
            play(f, to_move(f), search_once(f->game, to_move(f), &quick).move);
        }
        search_next(f);
        const Point whole = f->result.move;
        f->limits.early_stop = true;
        search_next(f);
        cr_assert_eq(f->result.move, whole, "seed %d", (int)seed);
        saved += 500 - f->result.playouts;
    }
    cr_assert_gt(saved, 0);
}

/* No time at all, but any amount for unclear positions: those go on, with or without early stop. */
Test(search_kept, unclear_positions_get_more_time) {
    int longer = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        Fixture *f = fixture_new(7, 5000);
        f->limits.keep = false;
        f->limits.seed = seed;
        f->limits.seconds = 0;
        f->limits.early_stop = seed % 2 == 0;
        play(f, BLACK, f->game->geometry->point_of[seed]);
        search_next(f);
        const int64_t visits = f->result.playouts;
        cr_assert_lt(visits, 300);
        f->limits.unclear_seconds = INFINITY;
        search_next(f);
        longer += f->result.playouts > visits && f->limits.early_stop;
    }
    cr_assert_gt(longer, 0);
}

/* Set before it begins, or by another thread: no clock and no number of visits ends this search. */
static void *cancel_now(void *argument) {
    atomic_store((_Atomic bool *)argument, true);
    return NULL;
}

Test(search_kept, cancel_ends_it) {
    for (int threads = 1; threads <= 3; threads++) {
        Fixture *f = fixture_new(9, INT64_MAX);
        _Atomic bool cancel = threads == 1;
        f->limits.cancel = &cancel;
        f->limits.threads = threads;
        pthread_t thread;
        cr_assert_eq(pthread_create(&thread, NULL, cancel_now, &cancel), 0);
        search_next(f);
        pthread_join(thread, NULL);
        cr_assert(threads > 1 || f->result.playouts <= 64);
    }
}

/* The mean with one more visit of a half, less z standard errors of that many games. */
static double slow_bound(const SearchMove *move, double z) {
    const double n = (double)move->visits + 1;
    const double mean = (move->win_rate * (double)move->visits + 0.5) / n;
    return fmax(0, mean - z * sqrt(mean * (1 - mean) / n));
}

Test(search_kept, chooses_by_the_lower_bound) {
    int differs = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        Fixture *f = fixture_new(5, 100 + 10 * (int64_t)seed);
        f->limits.seed = seed;
        f->limits.lcb_z = seed % 5 == 4 ? 10 : 2;
        f->limits.early_stop = true; /* which then must not stop it */
        play(f, BLACK, point_at((int)seed % 5, 1));
        search_next(f);
        cr_assert_eq(f->result.playouts, f->limits.visits);
        SearchMove moves[26];
        const int count = search_list_moves(f->search, moves, 26);
        double best = 0, chosen = -1;
        for (int i = 0; i < count; i++) {
            cr_assert_float_eq(moves[i].lcb, slow_bound(&moves[i], f->limits.lcb_z), 1e-9);
            if (moves[i].visits >= moves[0].visits / 4 && moves[i].move != POINT_PASS) {
                best = fmax(best, moves[i].lcb);
            }
            chosen = moves[i].move == f->result.move ? moves[i].lcb : chosen;
        }
        cr_assert_float_eq(chosen, best, 1e-9);
        differs += f->result.move != moves[0].move;
    }
    cr_assert_gt(differs, 0);
}
