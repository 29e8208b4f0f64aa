/* Random sessions of the analysis protocol against the slow board: each turn that is asked for gets
 * one answer, a query with a move that cannot be played gets one error that names the move, in the
 * words by which KaTrain knows it, and the moves and lines of answers can be played. */
#include "engine/base/text.h"
#include "tests/support/oracle/oracle.h"
#include "tests/support/program/chance.h"
#include "tests/support/program/json_talk.h"

enum { QUERIES = 60, MOVES_MAX = 24, SIDE_MAX = 7 };

typedef struct {
    char id[16];
    int width, height;
    Rules rules;
    ColorCell cells[CELL_COUNT_MAX]; /* set up */
    int move_count;
    Color colors[MOVES_MAX];
    int moves[MOVES_MAX]; /* cells, or ORACLE_PASS */
    int turn;             /* that is asked for */
} Asked;

static const char *text_of(const Asked *asked, int cell, char text[POINT_TEXT_MAX]) {
    return cell == ORACLE_PASS ? "pass"
                               : point_to_text(point_at(cell % asked->width, cell / asked->width),
                                               asked->height, text);
}

/* A usual query, some of them with moves that cannot be played. */
static Asked make_query(SplitMix *random, int number) {
    Asked asked = {.width = 2 + below(random, SIDE_MAX - 1),
                   .height = 2 + below(random, SIDE_MAX - 1)};
    static const char *const RULES_NAMES[] = {"tromp-taylor", "chinese", "japanese", "aga",
                                              "new-zealand"};
    const int cells = asked.width * asked.height;
    snprintf(asked.id, sizeof asked.id, "q%d", number);
    asked.rules = *rules_find(RULES_NAMES[below(random, 5)]);
    memset(asked.cells, EMPTY, sizeof asked.cells);
    for (int i = below(random, cells / 3 + 1); i > 0; i--) {
        asked.cells[below(random, cells)] = (ColorCell)below(random, 2);
    }
    asked.move_count = below(random, MOVES_MAX);
    for (int i = 0; i < asked.move_count; i++) {
        asked.colors[i] = below(random, 8) == 0 ? (Color)below(random, 2) : (Color)(i % 2);
        asked.moves[i] = below(random, 10) == 0 ? ORACLE_PASS : below(random, cells);
    }
    asked.turn = below(random, asked.move_count + 1);
    return asked;
}

static void add_query(const Asked *asked, Text *lines) {
    char text[POINT_TEXT_MAX];
    const char *comma = "";
    text_add(lines,
             "{\"id\":\"%s\",\"boardXSize\":%d,\"boardYSize\":%d,\"rules\":\"%s\",\"maxVisits\":4,"
             "\"analyzeTurns\":[%d],\"initialStones\":[",
             asked->id, asked->width, asked->height, asked->rules.name, asked->turn);
    for (int cell = 0; cell < asked->width * asked->height; cell++) {
        if (asked->cells[cell] != EMPTY) {
            text_add(lines, "%s[\"%s\",\"%s\"]", comma, asked->cells[cell] == BLACK ? "B" : "W",
                     text_of(asked, cell, text));
            comma = ",";
        }
    }
    text_add(lines, "],\"moves\":[");
    for (int i = 0; i < asked->move_count; i++) {
        text_add(lines, "%s[\"%s\",\"%s\"]", i == 0 ? "" : ",",
                 asked->colors[i] == BLACK ? "B" : "W", text_of(asked, asked->moves[i], text));
    }
    text_add(lines, "]}\n");
}

/* By the lenient rules of the protocol: kos and repetitions do not matter, and several stones may
 * be put to death by their own side. */
static bool can_play(Oracle *slow, Color color, int cell) {
    slow->ko = ORACLE_NO_KO;
    if (oracle_check_simple(slow, color, cell, true) != MOVE_LEGAL || cell == ORACLE_PASS) {
        return cell == ORACLE_PASS;
    }
    OracleOutcome outcome;
    oracle_try(slow, color, cell, &outcome);
    return outcome.suicided != 1;
}

/* Plays moves up to the turn. Returns the first that cannot be played, of all moves, or -1. */
static int play_moves(const Asked *asked, Oracle *slow) {
    Oracle all;
    oracle_init(slow, asked->width, asked->height);
    oracle_set_up(slow, asked->cells, BLACK);
    oracle_init(&all, asked->width, asked->height);
    oracle_set_up(&all, asked->cells, BLACK);
    int wrong = -1;
    for (int i = 0; i < asked->move_count && wrong < 0; i++) {
        if (!can_play(&all, asked->colors[i], asked->moves[i])) {
            wrong = i;
        } else {
            oracle_play(&all, asked->colors[i], asked->moves[i]);
            if (i < asked->turn) {
                slow->ko = ORACLE_NO_KO;
                oracle_play(slow, asked->colors[i], asked->moves[i]);
            }
        }
    }
    oracle_free(&all);
    return wrong;
}

static json_t *find_answer(json_t *lines, const char *id) {
    json_t *found = NULL, *line;
    size_t i;
    json_array_foreach(lines, i, line) {
        if (json_object_get(line, "warning") == NULL && strcmp(json_text_at(line, "id"), id) == 0) {
            cr_assert_null(found, "%s has two answers", id);
            found = line;
        }
    }
    cr_assert_not_null(found, "%s has no answer", id);
    return found;
}

static int cell_of(const Asked *asked, const char *text) {
    Point p;
    cr_assert(point_from_text(text, asked->width, asked->height, &p), "%s: %s", asked->id, text);
    return p == POINT_PASS ? ORACLE_PASS : point_y(p) * asked->width + point_x(p);
}

/* The first move cannot take a ko that the last move left, unless the query moved out of turn. */
static void check_line(const Asked *asked, const Oracle *from, Color color, const json_t *line) {
    Oracle slow = {.width = asked->width, .height = asked->height};
    size_t i;
    json_t *move;
    oracle_set_up(&slow, from->now.cells, color);
    json_array_foreach(line, i, move) {
        const int cell = cell_of(asked, json_string_value(move));
        cr_assert_eq(oracle_check_simple(&slow, color, cell, asked->rules.suicide), MOVE_LEGAL,
                     "%s: %s in a line cannot be played", asked->id, json_string_value(move));
        oracle_play(&slow, color, cell);
        color = color_opponent(color);
    }
    oracle_free(&slow);
}

static void check_answer(const Asked *asked, const Oracle *slow, const json_t *answer) {
    const json_t *moves = json_object_get(answer, "moveInfos");
    const Color color =
        strcmp(json_text_at(answer, "rootInfo/currentPlayer"), "B") == 0 ? BLACK : WHITE;
    size_t i;
    json_t *move;
    cr_assert_eq((int)json_at(answer, "turnNumber"), asked->turn);
    json_array_foreach(moves, i, move) {
        const int cell = cell_of(asked, json_text_at(move, "move"));
        cr_assert_eq(oracle_check_simple(slow, color, cell, asked->rules.suicide), MOVE_LEGAL,
                     "%s: %s cannot be played", asked->id, json_text_at(move, "move"));
        check_line(asked, slow, color, json_object_get(move, "pv"));
    }
}

static void check_query(const Asked *asked, json_t *lines, int *errors) {
    Oracle slow;
    json_t *answer = find_answer(lines, asked->id);
    if (!oracle_cells_legal(asked->width, asked->height, asked->cells)) {
        cr_assert_str_eq(json_text_at(answer, "field"), "initialStones");
        ++*errors;
        return;
    }
    const int wrong = play_moves(asked, &slow);
    if (wrong >= 0) {
        char text[POINT_TEXT_MAX], error[64];
        snprintf(error, sizeof error, "Illegal move %d: %s", wrong,
                 text_of(asked, asked->moves[wrong], text));
        cr_assert_str_eq(json_text_at(answer, "error"), error);
        ++*errors;
    } else {
        check_answer(asked, &slow, answer);
    }
    oracle_free(&slow);
}

Test(json_fuzz, answers_are_of_the_positions_that_were_asked_for) {
    SplitMix random = {41};
    static Asked asked[QUERIES];
    for (int session = is_long() ? 100 : 4; session > 0; session--) {
        Text lines = {0};
        int errors = 0;
        for (int i = 0; i < QUERIES; i++) {
            asked[i] = make_query(&random, i);
            add_query(&asked[i], &lines);
        }
        json_t *answers = json_talk_run("--model none", text_get(&lines));
        for (int i = 0; i < QUERIES; i++) {
            check_query(&asked[i], answers, &errors);
        }
        cr_assert(errors > QUERIES / 20 && errors < QUERIES, "%d errors", errors);
        text_free(&lines);
    }
}
