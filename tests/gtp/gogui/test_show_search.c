/* Pictures of the search show the figures that the search itself has. */
#include "tests/support/session/picture.h"

Test(gogui_show_search, a_look_uses_what_is_known) {
    Session *session = picture_race_session("150");
    cr_assert_eq(picture_visits(session, "dihedra-show_visits"), 150);
    cr_assert_eq(picture_visits(session, "dihedra-show_visits w"), 151);
    cr_assert_eq(picture_visits(session, "dihedra-show_visits b"), 150); /* another position */
    session_do(session, "dihedra_param_search visits 3000;reg_genmove w;"
                        "dihedra_param_search visits 0");
    cr_assert_geq(picture_visits(session, "dihedra-show_visits"), 1000);
}

/* Returns the sum of the labels and sets *count to their number. */
static double sum_labels(const char *answer, int *count) {
    const char *at = strstr(answer, "LABEL");
    char vertex[8];
    double value, sum = 0;
    int length;
    cr_assert_not_null(at, "%s", answer);
    at += 5;
    for (*count = 0; sscanf(at, " %7[A-Z0-9] %lf%n", vertex, &value, &length) == 2; ++*count) {
        sum += value;
        at += length;
    }
    return sum;
}

static double prior_of_pass(const Session *session) {
    SearchMove moves[CELL_COUNT_MAX + 1];
    const int count = search_list_moves(session->engine.player.search, moves, CELL_COUNT_MAX + 1);
    for (int i = 0; i < count; i++) {
        if (moves[i].move == POINT_PASS) {
            return moves[i].prior;
        }
    }
    return 0;
}

Test(gogui_show_search, figures_of_moves) {
    Session *session = session_new(5, 5);
    int count;
    session_do(session, "dihedra_param_search visits 400;play b C3");
    const double policy = sum_labels(session_ask(session, "dihedra-show_policy"), &count);
    cr_assert_eq(count, 24);
    cr_assert_float_eq(policy + 100 * prior_of_pass(session), 100, 24 * 0.5); /* rounded */
    sum_labels(session_ask(session, "dihedra-show_win_rates w"), &count);
    cr_assert(count > 10 && count <= 24, "%d", count);
    sum_labels(session_ask(session, "dihedra-show_visits"), &count);
    cr_assert(count > 10 && count <= 24, "%d", count);
}

Test(gogui_show_search, the_side_that_is_asked_about) {
    Session *session = picture_race_session("100");
    cr_assert_not_null(strstr(session_ask(session, "dihedra-show_win_rates b"), "TEXT black"));
    cr_assert_not_null(strstr(session_ask(session, "dihedra-show_win_rates w"), "TEXT white"));
    cr_assert_not_null(strstr(session_ask(session, "dihedra-show_win_rates"), "TEXT white"));
    session_refuse(session, "dihedra-show_visits x", "syntax error: expected a color, got x");
}

Test(gogui_show_search, the_line_is_the_best_moves_and_legal) {
    Session *session = picture_race_session("300");
    char *line = strstr(session_ask(session, "dihedra-show_visits w"), ", G5"); /* takes five */
    cr_assert_not_null(line);
    char *rest = line + 2;
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        const Color color = session->engine.game->board.to_move;
        session_ask(session, formatted("play %s %s", color_name(color), word));
    }
}
