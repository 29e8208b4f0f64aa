/* Passes at the end of a reviewed game: the value after them is the result, and they lose nothing
 * unless the rules have no agreement. */
#include <math.h>

#include "tests/support/program/analyze_arena.h"

/*     A B C D E
 *   5 O X . O .   A5 is dead: B+0.5 by territory, W+0.5 by area, W+6.5 if it is alive
 *   4 . X . O .
 *   3 . X . O .
 *   2 . X . O .
 *   1 . X . O .
 */
#define START "SZ[5]AB[ba:be]AW[da:de][aa]"
#define BOTH  ";B[];W[]"

/* The engine says of each position that the side to move leads by 9 points. */
static const double AHEAD = 9;
static const char REPORT[] = "info move C5 visits 9 winrate 0.9 scoreLead 9 pv C5\n";

static const struct {
    const char *record, *options;
    double before_last, last; /* Black's score before the last move and after it */
    int blunders;
} CASES[] = {
    {START "KM[0.5]RU[Japanese]RE[B+0.5]" BOTH, "", 0.5, 0.5, 0},
    {START "KM[0.5]RU[Japanese]RE[B+0.5]" BOTH, "--to 1", AHEAD, 0.5, 0},
    {START "KM[0.5]RU[Japanese]" BOTH, "", 0.5, 0.5, 0},
    {START "KM[0.5]RU[Chinese]" BOTH, "", -0.5, -0.5, 0},
    {START "KM[0.5]" BOTH, "", -0.5, -0.5, 0},
    {START "KM[1]RU[Chinese]RE[Draw]" BOTH, "", 0, 0, 0},
    {START "KM[1]RU[Chinese]RE[0]" BOTH ";B[]", "", 0, 0, 0},
    {START "KM[0.5]RU[Chinese]RE[W+6.5]" BOTH, "", -6.5, -6.5, 0}, /* agreed, though wrong */
    {START "KM[0.5]RU[Chinese]RE[W+6]" BOTH, "", -0.5, -0.5, 0},   /* impossible */
    {START "KM[0.5]RU[Chinese]RE[B+99.5]" BOTH, "", -0.5, -0.5, 0},
    {START "KM[0.5]RU[Chinese]RE[B+inf]" BOTH, "", -0.5, -0.5, 0},
    {START "KM[0.5]RU[Chinese]RE[W+Resign]" BOTH, "", -0.5, -0.5, 0},
    {START "KM[0.5]RU[Tromp-Taylor]RE[W+6.5]" BOTH, "", -AHEAD, -6.5, 1}, /* Black could take A5 */
    {START "KM[0.5]RU[Chinese]RE[W+0.5];B[]", "", AHEAD, -0.5, 0},
    {START "KM[0.5]RU[Chinese]RE[W+R];B[]", "", AHEAD, -AHEAD, 1}, /* the game was not over */
    {START "KM[0.5]RU[Chinese]RE[B+0.5]" BOTH ";B[cb]", "", AHEAD, -AHEAD, 2}, /* Black's are one */
    {START "KM[0.5]RU[Chinese]RE[B+0.5]" BOTH ";AE[aa]", "", -AHEAD, AHEAD, 1},
};

Test(game_end, passes_that_end_a_game_lose_nothing) {
    Arena *arena = analyze_arena_new();
    arena_write(arena, "reports", formatted("%s%s%s%s", REPORT, REPORT, REPORT, REPORT));
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_write(arena, "game.sgf", formatted("(;%s)", CASES[i].record));
        arena_must_run(arena,
                       "analyze game.sgf --engine 'sh teller.sh - 0' --visits 9 --deep 0 --json %s",
                       CASES[i].options);
        json_t *json = arena_json(arena);
        const size_t last = json_array_size(json_object_get(json, "positions")) - 1;
        const double score = json_at(json, formatted("positions/%zu/black_score_points", last));
        const double rate = json_at(json, formatted("positions/%zu/black_win_rate", last));
        const double blunders =
            json_at(json, "black/grades/blunder") + json_at(json, "white/grades/blunder");
        cr_assert_eq(json_at(json, formatted("positions/%zu/black_score_points", last - 1)),
                     CASES[i].before_last, "%s", CASES[i].record);
        cr_assert_eq(score, CASES[i].last, "%s: %g", CASES[i].record, score);
        cr_assert(fabs(score) == AHEAD || rate == (score > 0   ? 1
                                                   : score < 0 ? 0
                                                               : 0.5),
                  "%s: %g", CASES[i].record, rate);
        cr_assert_eq(blunders, CASES[i].blunders, "%s: %g", CASES[i].record, blunders);
    }
}
