/* Mirror Go: who plays it, and what a search makes of it. */
#include "engine/search/root.h"
#include "tests/support/position/games.h"
#include "tests/support/program/search_once.h"

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
        games_play(game, color_opponent(color),
                   geometry_map_point(geometry, SYMMETRY_HALF_TURN, p));
    }
}

/* ---- Who mirrors ---- */

Test(mirror, is_found_after_many_images) {
    for (int count = 0; count <= 20; count++) {
        Game *game = game_of(19, 19, "chinese", 7.5);
        play_mirrored(game, BLACK, count);
        cr_assert_eq(mirror_is_played(game, WHITE), count >= 14, "%d", count);
        cr_assert(!mirror_is_played(game, BLACK));
    }
}

Test(mirror, ends_with_a_move_elsewhere) {
    Game *game = game_of(19, 19, "chinese", 7.5);
    games_play(game, BLACK, point_at(9, 9));
    play_mirrored(game, WHITE, 20);
    cr_assert(mirror_is_played(game, BLACK));
    games_play(game, WHITE, point_at(9, 8));
    games_play(game, BLACK, point_at(8, 9));
    cr_assert(!mirror_is_played(game, BLACK));
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

static Fixture *fixture_new(Game *game, int64_t visits, bool anti_mirror) {
    Fixture *f = cleanup_free(malloc(sizeof *f));
    *f =
        (Fixture){.game = game, .search = search_kept(&EVEN), .limits = search_once_limits(visits)};
    f->limits.anti_mirror = anti_mirror;
    f->limits.select.cpuct = 0.7;
    f->limits.select.rave_equivalence = 0;
    return f;
}

static void fixture_search(Fixture *f) {
    f->result = search_must_run(f->search, f->game, f->game->board.to_move, &f->limits);
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

/* The center gets visits, others what all have; the next search has the old priors again. */
Test(mirror, searches_try_the_center) {
    for (int anti = 0; anti < 2; anti++) {
        Game *game = game_of(19, 19, "chinese", 7.5);
        play_mirrored(game, BLACK, 14);
        Fixture *f = fixture_new(game, 1000, anti == 1);
        fixture_search(f);
        const int64_t center = visits_of(f, point_at(9, 9)), other = visits_of(f, point_at(5, 9));
        cr_assert(anti == 1 ? center >= 60 && center > 5 * other : center < 10, "%d: %d, %d", anti,
                  (int)center, (int)other);
    }
}

/* A stone there is attacked. */
Test(mirror, searches_try_to_attack_the_center) {
    Game *game = game_of(19, 19, "chinese", 0.5);
    games_play(game, BLACK, point_at(9, 9)); /* which wins a mirrored game */
    play_mirrored(game, WHITE, 14);
    Fixture *f = fixture_new(game, 1000, true);
    fixture_search(f);
    for (int i = 0; i < 4; i++) {
        Point beside[4];
        point_neighbors(point_at(9, 9), beside);
        cr_assert_geq(visits_of(f, beside[i]), 25, "%d", (int)visits_of(f, beside[i]));
    }
    cr_assert_leq(visits_of(f, point_at(5, 9)), 10);
}
