/* What a move says about the rank of who plays it. */
#include "tests/support/session/session.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 7, DRAWS = 400 };

/* The answer's figure for a rank. */
static double odds_of(const char *answer, const char *strength) {
    const size_t length = strlen(strength);
    for (const char *line = answer; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, strength, length) == 0 && line[length] == ' ') {
            return strtod(line + length, NULL);
        }
    }
    cr_assert_fail("no %s in %s", strength, answer);
    return NAN;
}

/* Draws moves at a rank. counts[point]. */
static void draw_moves(Session *session, int counts[POINT_COUNT]) {
    memset(counts, 0, POINT_COUNT * sizeof *counts);
    for (int seed = 0; seed < DRAWS; seed++) {
        Point p;
        session_do(session, formatted("set_random_seed %d", seed));
        cr_assert(point_from_text(session_ask(session, "kata-search b"), SIDE, SIDE, &p));
        counts[p]++;
    }
}

/* Returns the sum of the chances of all moves, each of which must fit the draws. */
static double compare(Session *session, const char *strength, const int counts[POINT_COUNT]) {
    const double slip = 0.02;
    double sum = 0;
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        char vertex[POINT_TEXT_MAX];
        const Point p = point_at(cell % SIDE, cell / SIDE);
        if (session->engine.game->board.color[p] != EMPTY) {
            continue;
        }
        char *answer = session_ask(
            session, formatted("dihedra-rank-odds b %s", point_to_text(p, SIDE, vertex)));
        const double told = exp(odds_of(answer, strength));
        const double chance = (told - slip / (SIDE * SIDE)) / (1 - slip);
        const double error = sqrt(DRAWS * chance * (1 - chance));
        cr_assert(fabs(counts[p] - DRAWS * chance) < 5 * error + 1, "%s %s: %d of %d, %g", strength,
                  vertex, counts[p], DRAWS, chance);
        sum += chance;
    }
    return sum;
}

Test(rank_odds, are_how_often_moves_are_drawn, .timeout = 120) {
    const int ranks[] = {STRENGTH_LEAST, STRENGTH_LEAST + 10, STRENGTH_1D, STRENGTH_1D + 2,
                         STRENGTH_MOST};
    Session *session = session_with_inside(SIDE, SIDE);
    session_do(session, "play b D4;play w C5;play b E5;play w C3");
    for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
        char strength[STRENGTH_TEXT_MAX + 1];
        int counts[POINT_COUNT];
        session_do(session, formatted("dihedra-rank %s", strength_write(ranks[i], strength)));
        draw_moves(session, counts);
        cr_assert_float_eq(compare(session, strength, counts), 1, 0.01, "%s", strength);
    }
}

Test(rank_odds, list_every_rank_that_can_be_played) {
    for (int human = 0; human < 2; human++) {
        Session *session = session_with_small_networks(human == 1, -1);
        char *answer = session_ask(session, "dihedra-rank-odds b C3");
        int lines = 0;
        for (const char *at = answer; *at != '\0'; at++) {
            lines += *at == '\n' || at[1] == '\0';
        }
        cr_assert_eq(lines, STRENGTH_MOST, "%s", answer);
        cr_assert_lt(odds_of(answer, "20k"), 0);
        cr_assert_lt(odds_of(answer, "9d"), 0);
    }
}

Test(rank_odds, say_nothing_of_passes_and_finished_games) {
    Session *session = session_with_small_networks(false, -1);
    session_expect(session, "dihedra-rank-odds b pass", "");
    session_set_up(session,
                   ". X O O .\n"
                   "X X O O O\n"
                   ". X O O .\n"
                   "X X X O O\n"
                   ". X X O .\n",
                   BLACK);
    session_do(session, "kata-set-rules japanese");
    session_expect(session, "dihedra-rank-odds b A5", "");
}

Test(rank_odds, refuse_what_they_cannot_tell) {
    Session *session = session_with_small_networks(false, -1);
    session_do(session, "play b C3");
    session_expect_refusal(session, "dihedra-rank-odds w C3", "illegal move");
    session_expect_refusal(session, "dihedra-rank-odds w",
                           "syntax error: expected dihedra-rank-odds COLOR VERTEX");
    session_expect_refusal(session_new(5, 5), "dihedra-rank-odds b C3",
                           "20k: playing a rank needs a network (--model or --human-model)");
}

/* Neither do analyses help them, nor do they disturb analyses. */
Test(rank_odds, leave_other_searches_alone) {
    Session *session = session_with_small_networks(false, -1);
    char *alone = session_ask(session, "dihedra-rank-odds b B2");
    session_do(session, "kata-set-param visits 300;kata-search_analyze b 1000");
    SearchMove before[4], after[4];
    const int count = search_list_moves(session->engine.player.search, before, 4);
    char *later = session_ask(session, "dihedra-rank-odds b B2");
    cr_assert_str_eq(alone, later);
    cr_assert_gt(count, 0);
    cr_assert_eq(search_list_moves(session->engine.player.search, after, 4), count);
    for (int i = 0; i < count; i++) {
        cr_assert_eq(before[i].move, after[i].move);
        cr_assert_eq(before[i].visits, after[i].visits);
    }
}

/* Ranks were measured with the score counting alike in all games. */
Test(rank_odds, are_the_same_however_decided_games_are_searched) {
    Session *session = session_with_inside(SIDE, SIDE);
    session_do(session, "boardsize 9;komi 60;kata-set-param net_won_game_score_share 0");
    char *without = session_ask(session, "dihedra-rank-odds b E5");
    session_do(session, "kata-set-param net_won_game_score_share 1");
    char *with = session_ask(session, "dihedra-rank-odds b E5");
    cr_assert_lt(odds_of(without, "9d"), 0);
    cr_assert_str_eq(with, without);
}
