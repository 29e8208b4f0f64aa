/* Why a move is a mistake: what is told of small positions, and that it is true by another
 * search that knows nothing of how it was found. */
#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "tests/support/oracle/prover.h"
#include "tests/support/program/chance.h"
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
    {". . . X O . .\n" /* the group dies, which could live in seki */
     ". . X X O . .\n"
     "O . . O . . .\n"
     "X X O . . . .\n"
     "O O . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b G1 B5 C6", "seki", NULL, "B6"},
    {"O O .\n" /* a capture that could be a seki tells of the seki alone */
     "X O O\n"
     "X O X\n"
     "X . X\n"
     ". X X\n",
     "w C5 pass A5", "seki", NULL, "B2"},
    {". . . X O . .\n" /* it lives in seki, which could have two eyes */
     ". . X X O . .\n"
     "O X . O . . .\n"
     "X X O . . . .\n"
     "O O . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b G1 A6 C6", "eyes", NULL, "B7"},
    {". . . O X . .\n" /* and so does White's */
     ". . O O X . .\n"
     "X . . X . . .\n"
     "O O X . . . .\n"
     "X X . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b G1 B6 C6", "seki", NULL, "B6"},
    {". . . O X . .\n"
     ". . O O X . .\n"
     "X O . X . . .\n"
     "O O X . . . .\n"
     "X X . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b G1 B7 C6", "eyes", NULL, "B7"},
    {". . . . O . . . .\n" /* a gap in a wall, which stands on both sides */
     ". . . . O . . . .\n"
     ". . . . O . . . .\n"
     ". . . X O . . . .\n"
     ". . . X . X . . .\n"
     ". . . . O X . . .\n"
     ". . . . O . . . .\n"
     ". . . . O . . . .\n"
     ". . . . O . . . .\n",
     "b A1 E5 D5 F5", "cut", NULL, "E5"},
    {". . . . X . . . .\n" /* or Black does not close it */
     ". . . . X . . . .\n"
     ". . . . X . . . .\n"
     ". . . O X . . . .\n"
     ". . . O . O . . .\n"
     ". . . . X O . . .\n"
     ". . . . X . . . .\n"
     ". . . . X . . . .\n"
     ". . . . X . . . .\n",
     "b A1 E5 D5 F5", "cut", NULL, "E5"},
    {". . . . . . .\n" /* where no move answers the atari there is no ladder */
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . O\n"
     ". . . . . O .\n"
     ". . . . O . .\n",
     "b G1 A1", "vain", NULL, NULL},
    {". . . . . . .\n" /* what is played cannot be saved */
     ". . . . . . .\n"
     ". . O O O . .\n"
     ". O X X . . .\n"
     ". . O O O . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b E4 A1", "vain", "atari", "F4"},
    {". . . . . . .\n" /* so it is if White plays elsewhere */
     ". . . . . . .\n"
     ". . O O O O .\n"
     ". O X X . . O\n"
     ". . O O O O .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b E4 A1 A7", "vain", "atari", "F4"},
    {". . . . . . .\n" /* but it can be saved in the corner, where White does not care to answer */
     ". . . . . . .\n"
     ". . . . O . .\n"
     ". . . X . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b A1 D3 E4", NULL, NULL, NULL},
    {". . . . . . .\n" /* White answers the atari */
     ". . . . . . .\n"
     ". . X X . . .\n"
     ". X O O . . .\n"
     ". . X . O . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b pass D3 pass pass E4", "threat", "atari", "E4"},
    {". . . . . . .\n" /* what White does not answer is no threat */
     ". . . . . . .\n"
     ". . X X . . .\n"
     ". X O O . . .\n"
     ". . X . O . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b pass D3 pass pass A1", NULL, NULL, NULL},
    {". . . . . . .\n" /* or White threatens, and Black answers */
     ". . . . . . .\n"
     ". . O O . . .\n"
     ". O X X . . .\n"
     ". . O . X . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b pass D3 D3 E4", "threat", "atari", "E4"},
    {". . . . . . .\n" /* a double atari */
     ". . . O . . .\n"
     ". . . . . . .\n"
     ". X O . O X .\n"
     ". . X . X . .\n"
     ". . . . . . .\n"
     ". . . . . . .\n",
     "b pass D4", "double", "atari", "C5"},
    {". . . . . . .\n" /* what White captures at once after the better move is no threat */
     ". . . . . . .\n"
     ". . O O X . .\n"
     ". O X X O . .\n"
     ". X O . X . .\n"
     ". . X . . . .\n"
     ". . . . . . .\n",
     "b F4 G7 D3 D2", NULL, NULL, NULL},
    {". . X .\n" /* nor does the better move kill what the other one captures */
     ". O X X\n"
     ". O O O\n"
     "X O . X\n"
     "X O X .\n",
     "w A3 B5 A2", NULL, NULL, NULL},
    {"X . X\n" /* or a pass anything */
     "X O X\n"
     ". O .\n",
     "w B3 pass C3 A2 B2 C2", NULL, NULL, NULL},
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
     "b C2 C4 C3", NULL, NULL, NULL},
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

/* The vertex of a member, or of the first of a list. */
static const char *vertex_of(const json_t *reason, const char *key) {
    const json_t *value = json_object_get(reason, key);
    const char *vertex = json_string_value(json_is_array(value) ? json_array_get(value, 0) : value);
    return vertex == NULL ? "" : vertex;
}

static Point point_of(const json_t *reason, const char *key) {
    Point p = POINT_NONE;
    cr_assert(point_from_text(vertex_of(reason, key), SIDE, SIDE, &p));
    return p;
}

/* Does the opponent of the stones capture the first by the move or, if there is another one, cut
 * it off, against all replies? By an exhaustive search. */
static Proof prove(const Session *session, Point stone, Point other, Point move) {
    enum { NODES = 20000 };
    const Board *board = &session->engine.game->board;
    Goal goal = {.kind = GOAL_CAPTURE, .target = stone};
    goal.color = color_opponent(board_color(board, stone));
    if (other != POINT_NONE) {
        goal.kind = GOAL_CONNECT;
        goal.other = other;
        goal.prevents = true;
    }
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        goal.region[board->geometry->point_of[cell]] = true;
    }
    Prover *prover = memory_check(prover_new(board, &goal, NODES));
    const Proof proof = prover_judge(prover, move);
    prover_free(prover);
    return proof;
}

/* Plays to where the line of the reason begins, after that move of color. */
static void play_to_line(Session *session, const json_t *reason, Color color, const char *move) {
    const char *threat = vertex_of(reason, "threat");
    const bool is_own = strcmp(vertex_of(reason, "owner"), color_name(color)) == 0;
    if (is_own) {
        play(session, color, move);
    }
    if (threat[0] != '\0') {
        play(session, is_own ? color_opponent(color) : color, threat);
        play(session, is_own ? color : color_opponent(color), "pass");
    }
}

/* What is told to be captured is, against all replies, on random boards after random moves. */
Test(reason, captures_are_captures, .timeout = 300) {
    enum { GAMES = 200, MOVES = 15 };
    Rng rng = rng_new(84);
    int told = 0, proved = 0;
    for (int i = 0; i < GAMES; i++) {
        Session *session = session_new(SIDE, SIDE);
        const Game *game = session->engine.game;
        char move[POINT_TEXT_MAX], vertex[POINT_TEXT_MAX];
        for (int k = 0; k < MOVES; k++) {
            play(session, (Color)game->board.to_move, random_move(game, &rng, vertex));
        }
        const Color color = (Color)game->board.to_move;
        Text question = text_new("%s %s", color_name(color), random_move(game, &rng, move));
        for (int k = 0; k < 4; k++) { /* the better move and what follows */
            text_add(&question, " %s", random_move(game, &rng, vertex));
        }
        for (int cell = 0; cell < game->geometry->cell_count; cell++) {
            const Point p = game->geometry->point_of[cell];
            if (board_color(&game->board, p) != EMPTY) {
                text_add(&question, " %s", point_to_text(p, SIDE, vertex));
            }
        }
        json_t *reason = ask(session, text_get(&question));
        if (json_is_false(json_object_get(reason, "ko")) &&
            strcmp(vertex_of(reason, "kind"), "cut") != 0) {
            play_to_line(session, reason, color, move);
            const Proof proof =
                prove(session, point_of(reason, "stones"), POINT_NONE, point_of(reason, "line"));
            cr_assert_neq(proof, PROOF_FAILED, "%s: %s", text_get(&question),
                          vertex_of(reason, "kind"));
            told++;
            proved += proof == PROOF_ACHIEVED;
        }
        json_decref(reason);
        text_free(&question);
        session_free(session);
    }
    cr_assert_geq(proved, 50, "%d of %d", proved, told);
}

/* A stone of that color beside p, of another chain than that of the other stone, if there is one.
 */
static Point find_beside(const Board *board, Point p, Color color, Point other) {
    for (int k = 0; k < 4; k++) {
        const Point beside = point_beside(p, k);
        if (board_color(board, beside) == color &&
            (other == POINT_NONE || board->chain[beside] != board->chain[other])) {
            return beside;
        }
    }
    return POINT_NONE;
}

/* Asks why it is a mistake of a color to pass instead of playing the move, of these stones. */
static json_t *ask_of_pass(Session *session, Color color, Point move, Point a, Point b) {
    char better[POINT_TEXT_MAX], first[POINT_TEXT_MAX], second[POINT_TEXT_MAX];
    return ask(session,
               formatted("%s pass %s %s %s", color_name(color), point_to_text(move, SIDE, better),
                         point_to_text(a, SIDE, first), point_to_text(b, SIDE, second)));
}

/* Does any move of its opponent capture the stone? */
static Proof prove_any(const Session *session, Point stone) {
    const Board *board = &session->engine.game->board;
    Proof best = PROOF_FAILED;
    for (int i = 0; i < board->empty_count && best != PROOF_ACHIEVED; i++) {
        const Proof proof = prove(session, stone, POINT_NONE, board->empty[i]);
        best = proof == PROOF_FAILED ? best : proof;
    }
    return best;
}

/* A cut holds against all replies; in a race whose turn it is captures the other's stones. */
static Proof judge(const Session *session, const json_t *reason) {
    const Point stone = point_of(reason, "stones"), other = point_of(reason, "also");
    const bool is_cut = strcmp(vertex_of(reason, "kind"), "cut") == 0;
    const Proof proof =
        prove(session, stone, is_cut ? other : POINT_NONE, point_of(reason, "line"));
    return is_cut || proof != PROOF_ACHIEVED ? proof : prove_any(session, other);
}

/* Asks where an empty point of a random board is beside two chains of these colors, until that many
 * are told and true: 50 in a long run. */
static void check_kind(const char *kind, bool same_color, uint64_t seed) {
    enum { GAMES = 20000, MOVES = 17 };
    const int least = is_long() ? 50 : 10;
    Rng rng = rng_new(seed);
    Session *session = session_new(SIDE, SIDE);
    const Game *game = session->engine.game;
    const Board *board = &game->board;
    int proved = 0;
    for (int i = 0; i < GAMES && proved < least; i++) {
        char vertex[POINT_TEXT_MAX];
        session_do(session, "clear_board");
        for (int k = 0; k < MOVES; k++) {
            play(session, (Color)board->to_move, random_move(game, &rng, vertex));
        }
        const Point move = board->empty[rng_below(&rng, (uint32_t)board->empty_count)];
        const Color owner = (Color)rng_below(&rng, 2), color = (Color)board->to_move;
        const Point a = find_beside(board, move, owner, POINT_NONE);
        const Color second = same_color ? owner : color_opponent(owner);
        const Point b = a == POINT_NONE ? a : find_beside(board, move, second, a);
        if (b != POINT_NONE && game_check(game, color, move) == MOVE_LEGAL) {
            json_t *reason = ask_of_pass(session, color, move, a, b);
            if (strcmp(vertex_of(reason, "kind"), kind) == 0) {
                const Proof proof = judge(session, reason);
                cr_assert_neq(proof, PROOF_FAILED, "game %d", i);
                proved += proof == PROOF_ACHIEVED;
            }
            json_decref(reason);
        }
    }
    session_free(session);
    cr_assert_geq(proved, least, "%d", proved);
}

Test(reason, cuts_are_cuts, .timeout = 900) {
    check_kind("cut", true, 86);
}

Test(reason, races_are_races, .timeout = 900) {
    check_kind("race", false, 87);
}
