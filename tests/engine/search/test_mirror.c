/* Mirror Go: who plays it, and that a stone in the center is attacked. That the center is tried:
 * tests/gtp/commands/test_anti_mirror.c. */
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

/* A stone there is attacked. */
Test(mirror, searches_try_to_attack_the_center) {
    Game *game = game_of(19, 19, "chinese", 0.5);
    games_play(game, BLACK, point_at(9, 9)); /* which wins a mirrored game */
    play_mirrored(game, WHITE, 14);
    Search *search = search_kept(&EVEN);
    SearchLimits limits = search_once_limits(1000);
    limits.anti_mirror = true;
    limits.select.cpuct = 0.7;
    limits.select.rave_equivalence = 0;
    search_must_run(search, game, WHITE, &limits);
    SearchMove moves[CELL_COUNT_MAX + 1];
    int visits[POINT_COUNT] = {0};
    for (int i = search_list_moves(search, moves, CELL_COUNT_MAX + 1) - 1; i >= 0; i--) {
        visits[moves[i].move] = (int)moves[i].visits;
    }
    for (int i = 0; i < 4; i++) {
        Point beside[4];
        point_neighbors(point_at(9, 9), beside);
        cr_assert_geq(visits[beside[i]], 25, "%d", visits[beside[i]]);
    }
    cr_assert_leq(visits[point_at(5, 9)], 10);
}
