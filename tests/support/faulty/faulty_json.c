#include "tests/support/faulty/faulty_json.h"
#include "tests/support/faulty/faults.h"
#include "tests/support/faulty/goban.h"

#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print(json_t *value) {
    json_dumpf(value, stdout, JSON_COMPACT);
    printf("\n");
    fflush(stdout);
    json_decref(value);
}

static void print_error(const json_t *id, const char *field, const char *text) {
    json_t *error = json_pack("{s:s}", "error", text);
    if (fault_is("json-error") && id != NULL) {
        json_object_set_new(error, "id", json_string("unknown"));
    } else if (id != NULL) {
        json_object_set(error, "id", (json_t *)id);
        json_object_set_new(error, "field", json_string(field));
    }
    print(error);
}

static json_t *zeros(int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        json_array_append_new(list, json_real(0.25));
    }
    return list;
}

/* The policy: even on empty points, -1 on stones. */
static json_t *policy(const Goban *goban) {
    json_t *list = json_array();
    const int count = goban->size * goban->size;
    int legal = 1;
    for (int i = 0; i < count; i++) {
        legal += goban->now.cells[i] == '.';
    }
    for (int i = 0; i < count + !fault_is("json-policy"); i++) {
        const bool is_stone = i < count && goban->now.cells[i] != '.';
        json_array_append_new(list, json_real(is_stone ? -1 : 1.0 / legal));
    }
    return list;
}

static double winrate(const json_t *query, const Goban *goban, char color) {
    const json_t *settings = json_object_get(query, "overrideSettings");
    const char *side = json_string_value(json_object_get(settings, "reportAnalysisWinratesAs"));
    const bool is_white = side == NULL || fault_is("json-side") ? color == 'w' : side[0] == 'W';
    const double black = goban_black_winrate(goban, 7.5);
    return is_white ? 1 - black : black;
}

static json_t *move_info(const json_t *query, const Goban *goban, char color, int cell, int order) {
    char text[8];
    goban_write_vertex(goban, cell, text);
    json_t *info = json_pack(
        "{s:s, s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:[s]}", "move", text, "order",
        fault_is("json-order") ? 1 - order : order, "visits", 10 - order, "winrate",
        fault_is("json-winrate") ? 52.0 : winrate(query, goban, color), "scoreLead", 0.5,
        "scoreMean", 0.5, "scoreStdev", 5.0, "prior", 0.1, "lcb", 0.4, "utility", 0.04, "pv", text);
    if (json_is_true(json_object_get(query, "includeMovesOwnership"))) {
        json_object_set_new(info, "ownership", zeros(goban->size * goban->size));
    }
    return info;
}

/* The first of allowMoves, or else the engine's choice. */
static int choose(const json_t *query, const Goban *goban, char color) {
    const json_t *allowed = json_array_get(json_object_get(query, "allowMoves"), 0);
    const char *first = json_string_value(json_array_get(json_object_get(allowed, "moves"), 0));
    return first != NULL && !fault_is("json-allow") ? goban_read_vertex(goban, first)
                                                    : goban_choose(goban, color);
}

static json_t *result(const json_t *query, const Goban *goban, int turn, char color, bool during) {
    const char *id = fault_is("json-id") ? "0" : json_string_value(json_object_get(query, "id"));
    if (fault_is("json-player")) {
        color = color == 'b' ? 'w' : 'b';
    }
    json_t *moves = json_array();
    const int cell = choose(query, goban, color);
    json_array_append_new(moves, move_info(query, goban, color, cell, 0));
    if (cell != GOBAN_PASS &&
        (fault_is("json-order") || json_object_get(query, "allowMoves") == NULL)) {
        json_array_append_new(moves, move_info(query, goban, color, GOBAN_PASS, 1));
    }
    json_t *answer =
        json_pack("{s:s, s:i, s:b, s:o, s:{s:s, s:f, s:f, s:i, s:f, s:f}}", "id", id, "turnNumber",
                  turn, "isDuringSearch", during, "moveInfos", moves, "rootInfo", "currentPlayer",
                  color == 'b' ? "B" : "W", "winrate", winrate(query, goban, color), "scoreLead",
                  0.5, "visits", 20, "scoreStdev", 5.0, "utility", 0.04);
    if (json_is_true(json_object_get(query, "includeOwnership"))) {
        json_object_set_new(answer, "ownership",
                            zeros(goban->size * goban->size - fault_is("json-ownership")));
    }
    if (json_is_true(json_object_get(query, "includePolicy"))) {
        json_object_set_new(answer, "policy", policy(goban));
    }
    return answer;
}

static bool wants_turn(const json_t *query, int turn, int last) {
    const json_t *turns = json_object_get(query, "analyzeTurns");
    bool wanted = turns == NULL && turn == last;
    for (size_t i = 0; i < json_array_size(turns); i++) {
        wanted = wanted || json_integer_value(json_array_get(turns, i)) == turn;
    }
    return wanted && !(fault_is("json-turn") && json_array_size(turns) > 1 && turn > 0);
}

/* Places initialStones. Returns who is to move before the first move. */
static char set_up(const json_t *query, Goban *goban) {
    const json_t *stones = json_object_get(query, "initialStones");
    const json_t *first = json_array_get(json_object_get(query, "moves"), 0);
    const char *player = json_string_value(json_object_get(query, "initialPlayer"));
    const char *mover = json_string_value(json_array_get(first, 0));
    bool all_black = json_array_size(stones) > 1;
    for (size_t i = 0; i < json_array_size(stones); i++) {
        const json_t *stone = json_array_get(stones, i);
        const char color = json_string_value(json_array_get(stone, 0))[0] | ' ';
        const int cell = goban_read_vertex(goban, json_string_value(json_array_get(stone, 1)));
        goban->now.cells[cell] = color;
        all_black = all_black && color == 'b';
    }
    return mover != NULL                                 ? (mover[0] | ' ')
           : player != NULL && !fault_is("json-initial") ? (player[0] | ' ')
           : all_black && !fault_is("json-initial")      ? 'w'
                                                         : 'b';
}

static bool has_turns(const json_t *query) {
    const json_t *turns = json_object_get(query, "analyzeTurns");
    for (size_t i = 0; i < json_array_size(turns); i++) {
        if (json_integer_value(json_array_get(turns, i)) >
            (json_int_t)json_array_size(json_object_get(query, "moves"))) {
            return false;
        }
    }
    return true;
}

static void answer_query(const json_t *query) {
    const json_t *id = json_object_get(query, "id"), *moves = json_object_get(query, "moves");
    const json_t *size = json_object_get(query, "boardXSize");
    const json_t *rules = json_object_get(query, "rules");
    static Goban goban;
    if (!json_is_string(id)) {
        print_error(NULL, "id", "Field 'id' must be a string");
    } else if (!json_is_array(moves)) {
        print_error(id, "moves", "Must be an array of moves");
    } else if (!json_is_integer(size) || json_integer_value(size) < 2 ||
               json_integer_value(size) > GOBAN_SIDE_MAX) {
        print_error(id, "boardXSize", "Must be an integer from 2 to 19");
    } else if (!json_is_string(rules) || strcmp(json_string_value(rules), "klingon") == 0) {
        print_error(id, "rules", "Must be a string");
    } else if (!has_turns(query)) {
        print_error(id, "analyzeTurns", "No such turn");
    } else {
        const int last = (int)json_array_size(moves);
        goban_clear(&goban, (int)json_integer_value(size));
        char color = set_up(query, &goban);
        bool during = false;
        for (int turn = 0; turn <= last; turn++) {
            if (wants_turn(query, turn, last)) {
                during = json_object_get(query, "reportDuringSearchEvery") != NULL;
                if (during) {
                    print(result(query, &goban, turn, color, true));
                }
                print(result(query, &goban, turn, color, during && fault_is("json-during")));
            }
            const json_t *move = json_array_get(moves, (size_t)turn);
            const char *vertex = json_string_value(json_array_get(move, 1));
            if (turn < last) {
                color = json_string_value(json_array_get(move, 0))[0] | ' ';
                const int cell = goban_read_vertex(&goban, vertex);
                if (cell == GOBAN_WRONG || !goban_play(&goban, color, cell)) {
                    print_error(id, "moves", "Illegal move");
                    return;
                }
                color = color == 'b' ? 'w' : 'b';
            }
        }
    }
}

static void answer_action(json_t *query) {
    const char *action = json_string_value(json_object_get(query, "action"));
    if (strcmp(action, "query_version") == 0) {
        json_object_set_new(query, "version", json_string("1.15.0"));
        json_object_set_new(query, "git_hash", json_string("0"));
    }
    if (!(fault_is("json-terminate") && strncmp(action, "terminate", 9) == 0)) {
        print(json_incref(query));
    }
}

/* Does the input end behind this line? */
static bool is_last_line(void) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    const int c = poll(&input, 1, 50) > 0 ? getc(stdin) : '\n';
    return c == EOF || (c != '\n' && ungetc(c, stdin) == EOF);
}

int faulty_json_speak(void) {
    static char line[1 << 21];
    fprintf(stderr, "Started, ready to begin handling requests\n");
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (fault_is("json-last") && is_last_line()) {
            break;
        }
        json_t *query = json_loads(line, 0, NULL);
        if (line[strspn(line, " \t\r\n")] == '\0') {
            continue;
        }
        if (!json_is_object(query)) {
            if (fault_is("json-dies")) {
                abort();
            }
            print_error(NULL, NULL, "Could not parse input as a JSON object");
        } else if (json_is_string(json_object_get(query, "action"))) {
            answer_action(query);
        } else {
            answer_query(query);
        }
        json_decref(query);
    }
    return EXIT_SUCCESS;
}
