/* The evaluator by itself: kata-raw-nn turns answers back from every symmetry, takes the right
 * side's view and numbers symmetries as KataGo does. Turned games are still the same game. */
#include "engine/eval/raw_evaluation.h"
#include "tests/support/session/session.h"

/* An evaluator whose answers are different for every point it sees. */
static void look(const Evaluator *evaluator, const EvalRequest *request, EvalAnswer *answer) {
    (void)evaluator;
    const Board *board = request->board;
    const Geometry *geometry = board->geometry;
    cr_assert(request->wants_ownership);
    *answer = (EvalAnswer){.win = 0.25F, .lead = -3};
    answer->policy[POINT_PASS] = request->wants_policy;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        answer->policy[p] = request->wants_policy ? (float)(100 * point_x(p) + point_y(p) + 1) : 0;
        answer->ownership[cell] =
            (float)(point_x(p) + 100 * point_y(p)) + (board->color[p] == EMPTY ? 0
                                                      : p == request->last     ? 0.5F
                                                      : p == request->before   ? 0.25F
                                                                               : 0.125F);
    }
}

/* Takes the next word of an answer, which must be this one (NULL: any). */
static const char *next_word(char **rest, const char *expected) {
    const char *word = strtok_r(*rest, " \n", rest);
    cr_assert_not_null(word, "%s", expected);
    cr_assert(expected == NULL || strcmp(word, expected) == 0, "%s, not %s", word, expected);
    return word;
}

/* Reads a number with that many decimals, after its key (NULL: no key). */
static double next_number(char **rest, const char *key, int decimals) {
    if (key != NULL) {
        next_word(rest, key);
    }
    const char *word = next_word(rest, NULL);
    char *end;
    const double value = strtod(word, &end);
    cr_assert(*end == '\0' && strcmp(formatted("%.*f", decimals, value), word) == 0, "%s: %s", key,
              word);
    return value;
}

typedef struct {
    double white_win, white_lead, pass;
    double policy[CELL_COUNT_MAX], ownership[CELL_COUNT_MAX]; /* policy: -1 for NAN */
} RawBlock;

/* Reads one evaluation word by word as KataGo writes it. */
static RawBlock read_block(char **rest, const Game *game, Color color, int symmetry) {
    RawBlock block;
    const Geometry *geometry = game->geometry;
    const double number = next_number(rest, "symmetry", 0);
    block.white_win = next_number(rest, "whiteWin", 6);
    const double white_loss = next_number(rest, "whiteLoss", 6);
    const double no_result = next_number(rest, "noResult", 6);
    cr_assert(number == symmetry && no_result == 0);
    cr_assert_float_eq(block.white_win + white_loss, 1, 2e-6);
    block.white_lead = next_number(rest, "whiteLead", 3);
    const double score = next_number(rest, "whiteScoreSelfplay", 3);
    const double squares = next_number(rest, "whiteScoreSelfplaySq", 3);
    cr_assert(score == block.white_lead && squares >= score * score - 0.1);
    const double unknown[] = {next_number(rest, "varTimeLeft", 3),
                              next_number(rest, "shorttermWinlossError", 3),
                              next_number(rest, "shorttermScoreError", 3)};
    cr_assert(unknown[0] == -1 && unknown[1] == -1 && unknown[2] == -1);
    next_word(rest, "policy");
    double sum = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const bool legal = game_check(game, color, geometry->point_of[cell]) == MOVE_LEGAL;
        block.policy[cell] = -1;
        if (!legal) {
            next_word(rest, "NAN");
            continue;
        }
        block.policy[cell] = next_number(rest, NULL, 6);
        cr_assert_geq(block.policy[cell], 0);
        sum += block.policy[cell];
    }
    block.pass = next_number(rest, "policyPass", 6);
    cr_assert_float_eq(sum + block.pass, 1, 1e-4);
    next_word(rest, "whiteOwnership");
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        block.ownership[cell] = next_number(rest, NULL, 7);
        cr_assert(fabs(block.ownership[cell]) <= 1);
    }
    return block;
}

/* Black has the left and White the upper right, whoever is to move. */
Test(kata_raw, evaluations_are_whites) {
    static const char POSITION[] = ". X . . X O .\n"
                                   ". . X . X O O\n"
                                   "X X X X X O .\n"
                                   ". . X . X O O\n"
                                   ". X . . X O .\n";
    Session *session = session_on(POSITION, BLACK);
    session_do(session, "komi 0.5");
    for (int color = BLACK; color <= WHITE; color++) {
        char *rest =
            session_ask(session, formatted("kata-raw-nn %s all 0.5", color_name((Color)color)));
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            const RawBlock block = read_block(&rest, session->engine.game, (Color)color, symmetry);
            cr_assert(block.white_win < 0.5 && block.white_lead < 0);
            for (int cell = 0; cell < 35; cell++) {
                cr_assert_eq(cell % 7 >= 5, block.ownership[cell] > 0, "cell %d: %g", cell,
                             block.ownership[cell]);
            }
        }
        cr_assert_null(strtok_r(rest, " \n", &rest));
    }
}

/* KataGo's numbers: bit 0 reverses the rows, bit 1 the columns, then bit 2 transposes. */
Test(kata_raw, evaluations_number_symmetries_as_katago) {
    Session *session = session_new(4, 3);
    static Evaluator evaluator;
    evaluator = (Evaluator){.policy_visits = 1, .evaluate = look};
    session->engine.player.playouts = &evaluator;
    for (int number = 0; number < 8; number++) {
        char *answer = session_ask(session, formatted("kata-raw-nn %d", number));
        char *rest = strstr(answer, "whiteOwnership");
        next_word(&rest, "whiteOwnership");
        for (int cell = 0; cell < 12; cell++) {
            const int x = number & 2 ? 3 - cell % 4 : cell % 4;
            const int y = number & 1 ? 2 - cell / 4 : cell / 4;
            const int seen = number & 4 ? y + 100 * x : x + 100 * y;
            const double ownership = next_number(&rest, NULL, 7);
            cr_assert_eq(ownership, -seen, "symmetry %d, cell %d: %g", number, cell, ownership);
        }
    }
}

/* Without a color it is the side to move, and points that superko forbids are NAN. */
Test(kata_raw, evaluations_know_the_game) {
    Session *session = session_on(". X O .\n"
                                  "X . X O\n",
                                  WHITE);
    session_do(session, "play w B1;play b pass;play w pass");
    const Point banned = point_at(2, 1);
    cr_assert_eq(game_check(session->engine.game, BLACK, banned), MOVE_SUPERKO);
    char *answer = session_ask(session, "kata-raw-nn 5"), *rest = answer;
    const RawBlock block = read_block(&rest, session->engine.game, BLACK, 5);
    cr_assert_eq(block.policy[session->engine.game->geometry->cell_of[banned]], -1);
    answer = session_ask(session, "kata-raw-nn 5");
    session_expect(session, "kata-raw-nn b 5", answer);
}
