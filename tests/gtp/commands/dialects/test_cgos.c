/* The commands of CGOS: the line of JSON with each move. */
#include "tests/support/reader/json_at.h"
#include "tests/support/session/session.h"

/* Runs the command and returns its JSON; writes the move, at most 7 characters. */
static json_t *analysis_of(Session *session, const char *line, char move[POINT_TEXT_MAX]) {
    const char *answer = session_ask(session, line), *end = strchr(answer, '\n');
    cr_assert(*answer == '{' && end != NULL, "%s", answer);
    cr_assert_eq(sscanf(end, "\nplay %7s", move), 1, "%s", end);
    cr_assert_null(strchr(end + 1, '\n'), "one line and the move");
    cr_assert_null(memchr(answer, ' ', strcspn(answer, "\"")), "no blanks but in lines of play");
    json_t *object = json_loadb(answer, (size_t)(end - answer), JSON_REJECT_DUPLICATES, NULL);
    cr_assert_not_null(object, "%s", answer);
    return cleanup_json(object);
}

/* Reads one of CGOS's letters back as an ownership from -1 to 1. */
static double owner_of(char letter) {
    static const char LETTERS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = strchr(LETTERS, letter);
    cr_assert(at != NULL && at - LETTERS <= 62, "%c", letter);
    return (double)(at - LETTERS) / 62 * 2 - 1;
}

/* Plays the move and what is expected to follow on a copy of the engine's board, which refuses
 * illegal moves. */
static void check_line(Session *session, const json_t *move) {
    const Game *game = session->engine.game;
    Session *copy = session_new(game->geometry->width, game->geometry->height);
    Color color = game->board.to_move;
    ColorCell cells[CELL_COUNT_MAX];
    Status status;
    board_get_cells(&game->board, cells);
    cr_assert(game_set_up(copy->engine.game, cells, color, 0, &status));
    char *rest = formatted("%s %s", json_text_at(move, "move"), json_text_at(move, "pv"));
    for (char *vertex; (vertex = strtok_r(rest, " ", &rest)) != NULL;) {
        session_ask(copy, formatted("play %s %s", color_name(color), vertex));
        color = color_opponent(color);
    }
}

static void check_moves(Session *session, const json_t *moves, double root_visits) {
    const json_t *move;
    size_t i;
    double visits = 0, last = INFINITY;
    cr_assert(json_array_size(moves) >= 1 && json_array_size(moves) <= 10);
    json_array_foreach(moves, i, move) {
        cr_assert_eq(json_object_size(move), 6);
        cr_assert(json_at(move, "winrate") >= 0 && json_at(move, "winrate") <= 1);
        cr_assert(json_at(move, "prior") >= 0 && json_at(move, "prior") <= 1);
        cr_assert(fabs(json_at(move, "score")) < 100);
        cr_assert(json_is_integer(json_object_get(move, "visits")));
        cr_assert(json_at(move, "visits") >= 1 && json_at(move, "visits") <= last);
        last = json_at(move, "visits");
        visits += last;
        check_line(session, move);
    }
    cr_assert_leq(visits, root_visits);
}

/* Black owns the left and most of the board, White the right; each has stones that cannot die. */
static const char LOPSIDED[] = ". X . . X O .\n"
                               "X X . X X O O\n"
                               ". X X X X O .\n"
                               "X X . X X O O\n"
                               ". X . . X O .\n";

Test(cgos, analysis_is_the_movers) {
    for (int color = BLACK; color <= WHITE; color++) {
        const bool black = color == BLACK;
        Session *session = session_new(7, 5), *before = session_new(7, 5);
        char move[POINT_TEXT_MAX];
        session_set_up(session, LOPSIDED, (Color)color);
        session_set_up(before, LOPSIDED, (Color)color);
        session_do(session, "komi 0.5");
        json_t *object =
            analysis_of(session, black ? "cgos-genmove_analyze b" : "cgos-genmove_analyze W", move);
        cr_assert_eq(json_object_size(object), 5);
        cr_assert_eq(json_at(object, "winrate") > 0.5, black);
        cr_assert_eq(json_at(object, "score") > 0, black);
        check_moves(before, json_object_get(object, "moves"), json_at(object, "visits"));
        const char *owners = json_text_at(object, "ownership");
        cr_assert_eq(strlen(owners), 35);
        for (int cell = 0; cell < 35; cell++) {
            cr_assert_eq((cell % 7 < 5) == black, owner_of(owners[cell]) > 0, "cell %d", cell);
        }
        cr_assert(owners[1] == (black ? '+' : 'A') && owners[5] == (black ? 'A' : '+'));
        session_expect(session, "last_move", formatted("%s %s", color_name((Color)color), move));
    }
}

/* There is a line even if the move needed no search, is a pass or a resignation, or time is out. */
Test(cgos, line_comes_with_any_answer) {
    Session *session = session_new(5, 5);
    char move[POINT_TEXT_MAX];
    session_do(session, "time_settings 60 0 0;time_left b -3 0");
    analysis_of(session, "cgos-genmove_analyze b", move);
    cr_assert_eq(session->engine.game->move_count, 1);
    session_set_up(session, "X . X O .\nX X X O O\n. X X O .\nX X X O O\nX . X O .\n", WHITE);
    session_do(session, "time_left b 60 0;play w pass");
    json_t *object = analysis_of(session, "cgos-genmove_analyze b", move);
    cr_assert(strcmp(move, "pass") == 0 && session->engine.game->board.passes == 2, "%s", move);
    cr_assert(json_array_size(json_object_get(object, "moves")) >= 1);
    session->engine.options.visits = 600;
    session->engine.options.memory_mb = 8;
    session->engine.options.resign_below = 0.05;
    session_do(session, "boardsize 5;komi 100;play b B2;play w D4;play b B3;play w D3;play b B4;"
                        "play w D2;play b C2;play w C4");
    analysis_of(session, "cgos-genmove_analyze b", move);
    cr_assert_str_eq(move, "resign");
    cr_assert_eq(session->engine.game->move_count, 8);
}
