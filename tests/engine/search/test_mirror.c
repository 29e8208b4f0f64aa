/* Mirror Go: who plays it, and what a search makes of it. */
#include "engine/search/mirror.h"
#include "engine/search/search.h"
#include "tests/support/position/games.h"
#include "tests/support/program/search_once.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static Game *game_of(int width, int height, const char *rules, double komi) {
    Game *game = games_new(width, height, rules);
    game->komi = komi;
    return game;
}

/* Plays `count` moves of color, each with its image by the opponent, on every other point of the
 * rows from the top, away from the center. */
static void play_mirrored(Game *game, Color color, int count) {
    const Geometry *geometry = game->geometry;
    for (int i = 0; i < count; i++) {
        const int columns = (geometry->width + 1) / 2;
        const Point p = point_at(2 * (i % columns), 2 * (i / columns));
        games_play(game, color, p);
        games_play(game, color_opponent(color), mirror_image(geometry, p));
    }
}

/* ---- Who mirrors ---- */

Test(mirror, is_found_after_many_images) {
    for (int count = 0; count <= 20; count++) {
        Game *game = game_of(19, 19, "chinese", 7.5);
        play_mirrored(game, BLACK, count);
        cr_assert_eq(mirror_find(game, BLACK).side, count >= 14 ? WHITE : EMPTY, "%d", count);
        cr_assert_eq(mirror_find(game, WHITE).side, EMPTY);
    }
}

Test(mirror, ends_with_a_move_elsewhere) {
    Game *game = game_of(19, 19, "chinese", 7.5);
    games_play(game, BLACK, point_at(9, 9));
    play_mirrored(game, WHITE, 20);
    cr_assert_eq(mirror_find(game, WHITE).side, BLACK);
    games_play(game, WHITE, point_at(9, 8));
    games_play(game, BLACK, point_at(8, 9));
    cr_assert_eq(mirror_find(game, WHITE).side, EMPTY);
}

/* Points that the mirroring side wins by. */
Test(mirror, knows_who_wins_a_mirrored_game) {
    static const struct {
        int width, height;
        const char *rules;
        double komi, advantage;
    } GAMES[] = {
        {19, 19, "chinese", 7.5, 6.5},
        {19, 19, "japanese", 6.5, 6.5},
        {18, 19, "chinese", 7.5, 7.5},
        {13, 19, "tromp-taylor", -3, -4},
    };
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++) {
        Game *game = game_of(GAMES[i].width, GAMES[i].height, GAMES[i].rules, GAMES[i].komi);
        play_mirrored(game, BLACK, 14);
        const Mirror mirror = mirror_find(game, BLACK);
        cr_assert(mirror.side == WHITE && mirror.advantage == GAMES[i].advantage, "game %zu: %g", i,
                  mirror.advantage);
        cr_assert_eq(mirror.center, GAMES[i].width % 2 == 0
                                        ? POINT_NONE
                                        : point_at(GAMES[i].width / 2, GAMES[i].height / 2));
        cr_assert_eq(mirror.asymmetry, 0);
    }
}

/* KataGo's numbers: 1 for each stone of the other side near the center without an image, and then
 * 0.2 for each of the mirroring side; above 1 half of it times itself and 1. */
Test(mirror, sees_where_it_is_broken) {
    static const Color STONES[] = {BLACK, BLACK, WHITE};
    static const double ASYMMETRY[] = {0, 1, 3, 0.5 * 2.2 * 3.2};
    for (int stones = 0; stones <= 3; stones++) {
        Game *game = game_of(19, 19, "chinese", 7.5);
        for (int i = 0; i < stones; i++) {
            games_play(game, STONES[i], point_at(9 + i, 10));
        }
        play_mirrored(game, BLACK, 20);
        const Mirror mirror = mirror_find(game, BLACK);
        cr_assert_float_eq(mirror.asymmetry, ASYMMETRY[stones], 1e-9, "%d: %g", stones,
                           mirror.asymmetry);
    }
}

/* ---- Searches ---- */

/* All positions are even, all moves alike, and Black owns everything. */
static void evaluate_evenly(const Evaluator *evaluator, const EvalRequest *request,
                            EvalAnswer *answer) {
    (void)evaluator;
    memset(answer, 0, sizeof *answer);
    answer->win = 0.5F;
    for (int p = 0; p < POINT_COUNT; p++) {
        answer->policy[p] = 1;
    }
    for (int cell = 0; cell < request->board->geometry->cell_count; cell++) {
        answer->ownership[cell] = 1;
    }
}

static const Evaluator EVEN = {.policy_visits = 1, .evaluate = evaluate_evenly};

typedef struct {
    Game *game;
    Search *search;
    SearchLimits limits;
    SearchResult result;
    SearchMove moves[CELL_COUNT_MAX + 1]; /* of the root */
    int count;
} Fixture;

static void release(void *fixture) {
    search_free(((Fixture *)fixture)->search);
    free(fixture);
}

static Fixture *fixture_new(Game *game, int64_t visits, bool anti_mirror) {
    Fixture *f = malloc(sizeof *f);
    *f = (Fixture){.game = game, .search = search_new(&EVEN), .limits = search_once_limits(visits)};
    cleanup_add(f, release);
    f->limits.anti_mirror = anti_mirror;
    f->limits.select.cpuct = 0.7;
    f->limits.select.rave_equivalence = 0;
    return f;
}

static void fixture_search(Fixture *f) {
    Status status;
    cr_assert(search_run(f->search, f->game, (Color)f->game->board.to_move, &f->limits, &f->result,
                         &status),
              "%s", status.text);
    f->count = search_list_moves(f->search, f->moves, CELL_COUNT_MAX + 1);
}

static int64_t visits_of(const Fixture *f, Point p) {
    for (int i = 0; i < f->count; i++) {
        if (f->moves[i].move == p) {
            return f->moves[i].visits;
        }
    }
    return 0;
}

static Game *white_mirrors(void) {
    Game *game = game_of(19, 19, "chinese", 7.5);
    play_mirrored(game, BLACK, 14);
    return game;
}

/* With a stone of Black's in the center, which wins a mirrored game. */
static Game *black_mirrors(void) {
    Game *game = game_of(19, 19, "chinese", 0.5);
    games_play(game, BLACK, point_at(9, 9));
    play_mirrored(game, WHITE, 14);
    return game;
}

/* The center gets the share of visits that it must have, others what all have. */
Test(mirror, searches_try_the_center) {
    for (int anti = 0; anti < 2; anti++) {
        Fixture *f = fixture_new(white_mirrors(), 1000, anti == 1);
        fixture_search(f);
        const int64_t center = visits_of(f, point_at(9, 9)), other = visits_of(f, point_at(5, 9));
        cr_assert(anti == 1 ? center >= 60 && center > 5 * other : center < 10, "%d: %d, %d", anti,
                  (int)center, (int)other);
    }
}

/* A stone there is attacked. */
Test(mirror, searches_try_to_attack_the_center) {
    Fixture *f = fixture_new(black_mirrors(), 1000, true);
    fixture_search(f);
    for (int i = 0; i < 4; i++) {
        Point beside[4];
        point_neighbors(point_at(9, 9), beside);
        cr_assert_geq(visits_of(f, beside[i]), 25, "%d", (int)visits_of(f, beside[i]));
    }
    cr_assert_leq(visits_of(f, point_at(5, 9)), 10);
}

/* Pondering expects the mirrored answer, and what it found serves the next choice. */
Test(mirror, pondering_serves_the_choice) {
    Fixture *f = fixture_new(white_mirrors(), 200, true);
    const Point move = point_at(7, 9), image = mirror_image(f->game->geometry, move);
    games_play(f->game, BLACK, move);
    f->limits.keep = true;
    f->limits.is_pondering = true;
    fixture_search(f);
    const int64_t expected = visits_of(f, image);
    cr_assert_geq(expected, 20);
    games_play(f->game, WHITE, image);
    f->limits.is_pondering = false;
    f->limits.visits = INT64_MAX;
    f->limits.playouts = 10;
    fixture_search(f);
    cr_assert_eq(f->result.visits - f->result.playouts, expected);
}

typedef struct {
    Point last, looked_at; /* the first move of the root */
    int depth;
    int64_t visits, mirrored; /* of the replies to it */
    const Geometry *geometry;
} Replies;

static void enter(void *context, Color color, const SearchMove *move) {
    Replies *r = context;
    (void)color;
    if (r->depth++ == 0) {
        r->last = move->move;
        r->looked_at = r->looked_at == POINT_NONE ? move->move : r->looked_at;
    } else if (r->last == r->looked_at) {
        r->visits += move->visits;
        r->mirrored += move->move == mirror_image(r->geometry, r->last) ? move->visits : 0;
    }
}

static void leave(void *context) {
    ((Replies *)context)->depth--;
}

/* The mirrored answer has the share of visits that the side's advantage asks for. */
Test(mirror, searches_follow_the_mirror) {
    for (int hard = 0; hard < 2; hard++) {
        Fixture *f = fixture_new(hard == 1 ? black_mirrors() : white_mirrors(), 4000, true);
        bool allowed[POINT_COUNT] = {false};
        allowed[point_at(7, 9)] = true;
        f->limits.allowed = allowed;
        fixture_search(f);
        Replies replies = {.looked_at = POINT_NONE, .geometry = f->game->geometry};
        const SearchVisitor visitor = {.depth = 2,
                                       .branches = CELL_COUNT_MAX,
                                       .moves = 100000,
                                       .enter = enter,
                                       .leave = leave,
                                       .context = &replies};
        Status status;
        cr_assert(search_dump_tree(f->search, &visitor, &status));
        cr_assert_gt(replies.visits, 3000);
        cr_assert_geq((double)replies.mirrored, (hard == 1 ? 0.5 : 0.149) * (double)replies.visits,
                      "%g of %g", (double)replies.mirrored, (double)replies.visits);
    }
}

/* In the hard case a value depends on who owns the center. */
Test(mirror, searches_weigh_the_center) {
    for (int anti = 0; anti < 2; anti++) {
        Fixture *f = fixture_new(black_mirrors(), 1, anti == 1);
        fixture_search(f);
        const double black = anti == 1 ? 0.5 + 0.5 * tanh(0.7) : 0.5;
        SearchMove move;
        search_list_moves(f->search, &move, 1);
        cr_assert_float_eq(f->result.win_rate, 1 - black, 1e-3, "%d: %g", anti, f->result.win_rate);
    }
}

/* What was found against a mirror does not hold without one. */
Test(mirror, graphs_are_not_kept_when_it_ends) {
    Fixture *f = fixture_new(white_mirrors(), 300, true);
    f->limits.keep = true;
    fixture_search(f);
    const int64_t first = f->result.playouts;
    f->limits.visits = 400;
    fixture_search(f);
    cr_assert(first == 300 && f->result.playouts == 100);
    f->limits.anti_mirror = false;
    fixture_search(f);
    cr_assert_eq(f->result.playouts, 400);
}
