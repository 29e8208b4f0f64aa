/* Why a move is a mistake: what is told of small positions, and that it is true by another
 * search that knows nothing of how it was found. */
#include "engine/base/rng.h"
#include "tests/support/session/session.h"

enum { SIDE = 5 }; /* of random boards */

static const struct {
    const char *diagram, *question; /* Black's mistake */
    const char *kind, *how;         /* how NULL: null */
    const char *line;               /* its first moves */
} CASES[] = {
    {". . . . . . .\n" /* White takes three stones; A7 is far away */
     ". . . . . . .\n"
     ". O O O . . .\n"
     "O X X X . . .\n"
     ". O O O . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b A7 E4 C4", "rescue", "atari", "E4"},
    {". . . . . . .\n" /* or Black does */
     ". . . . . . .\n"
     ". X X X . . .\n"
     "X O O O . . .\n"
     ". X X X . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b A7 E4 C4", "capture", "atari", "E4"},
    {". . . . . . .\n" /* a ladder down to the edge */
     ". . O . . . .\n"
     ". O X . . . .\n"
     ". O . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b A1 D5 C5", "rescue", "ladder", "D5"},
    {". X . . X O . . .\n" /* four points in a row and a false outlook */
     ". X X X X O . . .\n"
     "O O O O O O . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n",
     "b J1 A8 B9", "life", NULL, "A8"},
    {". O . . O X . . .\n"
     ". O O O O X . . .\n"
     "X X X X X X . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n"
     ". . . . . . . . .\n",
     "b J1 A8 B9", "death", NULL, "A8"},
    {". . X . .\n" /* two eyes each: what is played there gains nothing */
     "X X X X X\n"
     "O O O O O\n"
     ". . O . .\n"
     ". O O . .\n",
     "b A5 E5 C4", "idle", NULL, NULL},
    {". . . . .\n"
     ". . . . .\n"
     ". . X . .\n"
     ". . . . .\n"
     ". . . . .\n",
     "b A5 E5 C3", NULL, NULL, NULL},
};

static json_t *ask(Session *session, const char *question) {
    const char *answer = session_ask(session, formatted("dihedra-reason %s", question));
    return json_loads(answer, 0, NULL);
}

Test(reason, tells_what_is_proved) {
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Session *session = session_on(CASES[i].diagram, BLACK);
        json_t *reason = ask(session, CASES[i].question);
        const char *kind = json_string_value(json_object_get(reason, "kind"));
        const char *how = json_string_value(json_object_get(reason, "how"));
        const json_t *line = json_object_get(reason, "line");
        const char *first = json_string_value(json_array_get(line, 0));
        const char *told = session_ask(session, formatted("dihedra-reason %s", CASES[i].question));
        cr_assert_str_eq(kind == NULL ? "" : kind, CASES[i].kind == NULL ? "" : CASES[i].kind,
                         "%zu: %s", i, told);
        cr_assert_str_eq(how == NULL ? "" : how, CASES[i].how == NULL ? "" : CASES[i].how,
                         "%zu: %s", i, told);
        cr_assert(CASES[i].line == NULL || strcmp(first, CASES[i].line) == 0, "%zu: %s", i, told);
        json_decref(reason);
        session_free(session);
    }
}

/* A random legal move of the side to move, as text; a pass if there is none. */
static const char *random_move(const Game *game, Rng *rng, char text[POINT_TEXT_MAX]) {
    const Board *board = &game->board;
    for (int tries = 0; tries < 100 && board->empty_count > 0; tries++) {
        const Point p = board->empty[rng_below(rng, (uint32_t)board->empty_count)];
        if (game_check(game, (Color)board->to_move, p) == MOVE_LEGAL) {
            return point_to_text(p, board->geometry->height, text);
        }
    }
    return strcpy(text, "pass");
}

static void play(Session *session, Color color, const char *move) {
    session_do(session, formatted("play %s %s", color_name(color), move));
}

/* Does the goal search, which shares nothing with the reader, say that the stone is lost after the
 * move, with the other side to play? */
static bool is_lost(Session *session, Color color, const char *move, const char *stone,
                    bool is_own) {
    Point p;
    play(session, color, move);
    point_from_text(stone, SIDE, SIDE, &p);
    const Board *board = &session->engine.game->board;
    const bool stands = board_color(board, p) == (is_own ? color : color_opponent(color));
    bool lost = !stands;
    if (stands) {
        json_t *life = json_loads(
            session_ask(session, formatted("dihedra-life {\"targets\":[\"%s\"]}", stone)), 0, NULL);
        const json_t *side = json_object_get(life, is_own ? "kill" : "save");
        const char *result = json_string_value(json_object_get(side, "result"));
        lost = result != NULL && strcmp(result, is_own ? "yes" : "no") == 0;
        json_decref(life);
    }
    session_do(session, "undo");
    return lost;
}

/* Of random small boards and random moves: what is told to be captured is. */
Test(reason, captures_are_captures, .timeout = 300) {
    enum { GAMES = 40, MOVES = 15 };
    Rng rng = rng_new(84);
    int told = 0;
    for (int i = 0; i < GAMES; i++) {
        Session *session = session_new(SIDE, SIDE);
        const Game *game = session->engine.game;
        char move[POINT_TEXT_MAX], better[POINT_TEXT_MAX];
        for (int k = 0; k < MOVES; k++) {
            play(session, (Color)game->board.to_move, random_move(game, &rng, move));
        }
        Text question = text_new("%s %s %s", color_name((Color)game->board.to_move),
                                 random_move(game, &rng, move), random_move(game, &rng, better));
        for (int cell = 0; cell < game->geometry->cell_count; cell++) {
            char vertex[POINT_TEXT_MAX];
            const Point p = game->geometry->point_of[cell];
            if (board_color(&game->board, p) != EMPTY) {
                text_add(&question, " %s", point_to_text(p, SIDE, vertex));
            }
        }
        json_t *reason = ask(session, text_get(&question));
        const char *kind = json_string_value(json_object_get(reason, "kind"));
        const bool is_own = kind != NULL && strcmp(kind, "rescue") == 0;
        if ((is_own || (kind != NULL && strcmp(kind, "capture") == 0)) &&
            json_is_false(json_object_get(reason, "ko"))) {
            char stone[POINT_TEXT_MAX];
            snprintf(stone, sizeof stone, "%s",
                     json_string_value(json_array_get(json_object_get(reason, "stones"), 0)));
            cr_assert(
                is_lost(session, (Color)game->board.to_move, is_own ? move : better, stone, is_own),
                "%s: %s", text_get(&question), kind);
            told++;
        }
        json_decref(reason);
        text_free(&question);
        session_free(session);
    }
    cr_assert_geq(told, 5, "%d", told);
}
