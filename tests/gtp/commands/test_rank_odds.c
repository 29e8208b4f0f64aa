/* What a move says about the rank of who plays it. */
#include "engine/eval/inside/inside.h"
#include "tests/support/program/network_session.h"

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
static void draw_moves(NetworkSession *f, int counts[POINT_COUNT]) {
    memset(counts, 0, POINT_COUNT * sizeof *counts);
    for (int seed = 0; seed < DRAWS; seed++) {
        char line[64];
        Point p;
        snprintf(line, sizeof line, "set_random_seed %d", seed);
        session_do(&f->session, line);
        cr_assert(point_from_text(session_ask(&f->session, "kata-search b"), SIDE, SIDE, &p));
        counts[p]++;
    }
}

/* Returns the sum of the chances of all moves, each of which must fit the draws. */
static double compare(NetworkSession *f, const char *strength, const int counts[POINT_COUNT]) {
    const double slip = 0.02;
    double sum = 0;
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        char line[64], vertex[POINT_TEXT_MAX];
        const Point p = point_at(cell % SIDE, cell / SIDE);
        if (f->session.engine.game->board.color[p] != EMPTY) {
            continue;
        }
        snprintf(line, sizeof line, "dihedra-rank-odds b %s", point_to_text(p, SIDE, vertex));
        char *answer = network_session_ask(f, line);
        const double told = exp(odds_of(answer, strength));
        const double chance = (told - slip / (SIDE * SIDE)) / (1 - slip);
        const double error = sqrt(DRAWS * chance * (1 - chance));
        cr_assert(fabs(counts[p] - DRAWS * chance) < 5 * error + 1, "%s %s: %d of %d, %g", strength,
                  vertex, counts[p], DRAWS, chance);
        sum += chance;
        free(answer);
    }
    return sum;
}

static NetworkSession *inside_new(void) {
    if (!inside_exists()) {
        cr_skip_test("this build has no network inside");
    }
    EngineOptions options = session_options(SIDE, SIDE);
    options.model = "inside";
    return network_session_start(&options);
}

Test(rank_odds, are_how_often_moves_are_drawn, .timeout = 120) {
    const int ranks[] = {STRENGTH_LEAST, STRENGTH_LEAST + 10, STRENGTH_1D, STRENGTH_1D + 2,
                         STRENGTH_MOST};
    NetworkSession *f = inside_new();
    session_do(&f->session, "play b D4;play w C5;play b E5;play w C3");
    for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
        char line[64], strength[STRENGTH_TEXT_MAX + 1];
        int counts[POINT_COUNT];
        snprintf(line, sizeof line, "dihedra-rank %s", strength_write(ranks[i], strength));
        session_do(&f->session, line);
        draw_moves(f, counts);
        cr_assert_float_eq(compare(f, strength, counts), 1, 0.01, "%s", strength);
    }
    network_session_free(f);
}

Test(rank_odds, list_every_rank_that_can_be_played) {
    for (int human = 0; human < 2; human++) {
        NetworkSession *f = network_session_new(human == 1, -1);
        char *answer = network_session_ask(f, "dihedra-rank-odds b C3");
        int lines = 0;
        for (const char *at = answer; *at != '\0'; at++) {
            lines += *at == '\n' || at[1] == '\0';
        }
        cr_assert_eq(lines, STRENGTH_MOST, "%s", answer);
        cr_assert_lt(odds_of(answer, "20k"), 0);
        cr_assert_lt(odds_of(answer, "9d"), 0);
        free(answer);
        network_session_free(f);
    }
}

Test(rank_odds, say_nothing_of_passes_and_finished_games) {
    NetworkSession *f = network_session_new(false, -1);
    session_expect(&f->session, "dihedra-rank-odds b pass", "");
    session_set_up(&f->session,
                   ". X O O .\n"
                   "X X O O O\n"
                   ". X O O .\n"
                   "X X X O O\n"
                   ". X X O .\n",
                   BLACK);
    session_do(&f->session, "kata-set-rules japanese");
    session_expect(&f->session, "dihedra-rank-odds b A5", "");
    network_session_free(f);
}

Test(rank_odds, refuse_what_they_cannot_tell) {
    NetworkSession *f = network_session_new(false, -1);
    session_do(&f->session, "play b C3");
    session_expect_refusal(&f->session, "dihedra-rank-odds w C3", "illegal move");
    session_expect_refusal(&f->session, "dihedra-rank-odds w",
                           "syntax error: expected dihedra-rank-odds COLOR VERTEX");
    network_session_free(f);
    Session session = session_new(5, 5);
    session_expect_refusal(&session, "dihedra-rank-odds b C3",
                           "20k: playing a rank needs a network (--model or --human-model)");
    session_free(&session);
}

/* Neither do analyses help them, nor do they disturb analyses. */
Test(rank_odds, leave_other_searches_alone) {
    NetworkSession *f = network_session_new(false, -1);
    char *alone = network_session_ask(f, "dihedra-rank-odds b B2");
    session_do(&f->session, "kata-set-param visits 300;kata-search_analyze b 1000");
    SearchMove before[4], after[4];
    const int count = search_list_moves(f->session.engine.player.search, before, 4);
    char *later = network_session_ask(f, "dihedra-rank-odds b B2");
    cr_assert_str_eq(alone, later);
    cr_assert_gt(count, 0);
    cr_assert_eq(search_list_moves(f->session.engine.player.search, after, 4), count);
    for (int i = 0; i < count; i++) {
        cr_assert_eq(before[i].move, after[i].move);
        cr_assert_eq(before[i].visits, after[i].visits);
    }
    free(alone);
    free(later);
    network_session_free(f);
}

/* Ranks were measured with the score counting alike in all games. */
Test(rank_odds, are_the_same_however_decided_games_are_searched) {
    NetworkSession *f = inside_new();
    session_do(&f->session, "boardsize 9;komi 60;kata-set-param net_won_game_score_share 0");
    char *without = network_session_ask(f, "dihedra-rank-odds b E5");
    session_do(&f->session, "kata-set-param net_won_game_score_share 1");
    char *with = network_session_ask(f, "dihedra-rank-odds b E5");
    cr_assert_lt(odds_of(without, "9d"), 0);
    cr_assert_str_eq(with, without);
    free(without);
    free(with);
    network_session_free(f);
}
