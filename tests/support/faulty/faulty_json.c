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

/* Whose numbers are asked for: 1 if those of color, -1 if the opponent's. */
static double side_of(const json_t *query, char color) {
    const json_t *settings = json_object_get(query, "overrideSettings");
    const char *side = json_string_value(json_object_get(settings, "reportAnalysisWinratesAs"));
    return side == NULL || fault_is("json-side") || (side[0] | ' ') == color ? 1 : -1;
}

/* Who owns a cell, 1 if color: the nearest stone of its column does, the upper one in doubt. */
static double owner_of(const Goban *goban, int cell, char color) {
    const int size = goban->size;
    for (int distance = 0; distance < size; distance++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            const int at = cell + sign * distance * size;
            const char stone = at >= 0 && at < size * size ? goban->now.cells[at] : '.';
            if (stone != '.') {
                return stone == color ? 1 : -1;
            }
        }
    }
    return 0;
}

/* Without the last `lacking` values. */
static json_t *ownership(const json_t *query, const Goban *goban, char color, int lacking) {
    const int count = goban->size * goban->size;
    json_t *list = json_array();
    for (int i = 0; i < count - lacking; i++) {
        const int cell = fault_is("json-flipped") ? count - 1 - i : i;
        json_array_append_new(list,
                              json_real(side_of(query, color) * owner_of(goban, cell, color)));
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
    const double black = goban_black_winrate(goban, 7.5);
    return (color == 'b') == (side_of(query, color) > 0) ? black : 1 - black;
}

static double lead(const json_t *query, const Goban *goban, char color) {
    const double black = goban_area(goban) - 7.5, own = color == 'b' ? black : -black;
    return (fault_is("json-lead") ? 1 : side_of(query, color)) * own;
}

static json_int_t visits(const json_t *query) {
    const json_int_t most = json_integer_value(json_object_get(query, "maxVisits"));
    return most > 0 && most < 40 && !fault_is("json-visits") ? most : 40;
}

static json_t *move_info(const json_t *query, const Goban *goban, char color, int cell, int order) {
    char text[8];
    goban_write_vertex(goban, cell, text);
    json_t *info = json_pack(
        "{s:s, s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:[s]}", "move", text, "order",
        fault_is("json-order") ? 1 - order : order, "visits", 10 - order, "winrate",
        fault_is("json-winrate") ? 52.0 : winrate(query, goban, color), "scoreLead",
        (fault_is("json-sign") ? -1 : 1) * lead(query, goban, color), "scoreMean", 0.5,
        "scoreStdev", 5.0, "prior", 0.1, "lcb", 0.4, "utility", 0.04, "pv", text);
    if (fault_is("json-line")) {
        json_array_append_new(json_object_get(info, "pv"), json_string(text));
    }
    if (json_is_true(json_object_get(query, "includeMovesOwnership"))) {
        json_object_set_new(info, "ownership", ownership(query, goban, color, 0));
    }
    if (json_is_true(json_object_get(query, "includePVVisits"))) {
        json_object_set_new(info, "pvVisits",
                            fault_is("json-pv") ? json_pack("[i, i]", 1, 1) : json_pack("[i]", 1));
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
    char id[256];
    snprintf(id, sizeof id, "%.*s", fault_is("json-id-cut") ? 16 : 255,
             fault_is("json-id") ? "0" : json_string_value(json_object_get(query, "id")));
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
    json_t *answer = json_pack("{s:s, s:i, s:b, s:o, s:{s:s, s:f, s:f, s:i, s:f, s:f}}", "id", id,
                               "turnNumber", turn, "isDuringSearch", during, "moveInfos", moves,
                               "rootInfo", "currentPlayer", color == 'b' ? "B" : "W", "winrate",
                               winrate(query, goban, color), "scoreLead", lead(query, goban, color),
                               "visits", (int)visits(query), "scoreStdev", 5.0, "utility", 0.04);
    if (json_is_true(json_object_get(query, "includeOwnership"))) {
        json_object_set_new(answer, "ownership",
                            ownership(query, goban, color, fault_is("json-ownership")));
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

/* A board that is no square gets an answer of the right size, and one move is read. */
static void answer_rectangle(const json_t *query, int width, int height) {
    const json_t *id = json_object_get(query, "id");
    const json_t *move = json_array_get(json_object_get(query, "moves"), 0);
    const char *vertex = json_string_value(json_array_get(move, 1));
    json_t *owners = json_array(), *policy_values = json_array();
    for (int i = 0; i < width * height; i++) {
        json_array_append_new(owners, json_real(0));
        json_array_append_new(policy_values, json_real(0));
    }
    json_array_append_new(policy_values, json_real(1));
    json_t *answer = json_pack("{s:O, s:i, s:b, s:[], s:{}, s:o, s:o}", "id", id, "turnNumber", 1,
                               "isDuringSearch", false, "moveInfos", "rootInfo", "ownership",
                               owners, "policy", policy_values);
    if (vertex != NULL && atoi(vertex + 1) > height) {
        print_error(id, "moves", "Off the board");
        json_decref(answer);
    } else {
        print(answer);
    }
}

/* Searches that would last for minutes, until they are terminated: those of a query. */
static json_t *pending;
static bool is_pending[2]; /* a turn of it */

/* Returns whether the query is such a search. */
static bool begin_search(const json_t *query) {
    static Goban goban;
    const json_t *turns = json_object_get(query, "analyzeTurns");
    if (json_integer_value(json_object_get(query, "maxVisits")) < 1000000 ||
        json_array_size(json_object_get(query, "moves")) > (turns == NULL ? 0 : 2)) {
        return false;
    }
    json_decref(pending);
    pending = json_incref((json_t *)query);
    is_pending[0] = true;
    is_pending[1] = json_array_size(turns) > 1;
    goban_clear(&goban, 9);
    for (int i = 0; i < 2 && json_object_get(query, "reportDuringSearchEvery") != NULL; i++) {
        if (!fault_is("json-silent")) {
            print(result(query, &goban, 0, 'b', true));
        }
    }
    return true;
}

static void end_search(const json_t *action) {
    static Goban goban;
    const json_t *only = json_object_get(action, "turnNumbers");
    for (int turn = 0; turn < 2 && pending != NULL; turn++) {
        const bool is_meant = only == NULL || fault_is("json-turns-all") ||
                              json_integer_value(json_array_get(only, 0)) == turn;
        if (is_pending[turn] && is_meant) {
            goban_clear(&goban, 9);
            is_pending[turn] = false;
            print(result(pending, &goban, turn, turn == 0 ? 'b' : 'w', false));
        }
    }
}

static void warn_of_fields(const json_t *query) {
    if (json_object_get(query, "foo") != NULL && !fault_is("json-unwarned")) {
        print(json_pack("{s:s, s:s, s:O}", "warning", "Unexpected or unused field", "field", "foo",
                        "id", json_object_get(query, "id")));
    }
}

static bool is_half(const json_t *komi) {
    const double twice = 2 * json_number_value(komi);
    return twice == (double)(int)twice;
}

static void answer_query(const json_t *query) {
    const json_t *id = json_object_get(query, "id"), *moves = json_object_get(query, "moves");
    const json_t *size = json_object_get(query, "boardXSize");
    const json_t *rules = json_object_get(query, "rules");
    const json_t *height = json_object_get(query, "boardYSize");
    static Goban goban;
    if (!json_is_string(id)) {
        if (!(id == NULL && fault_is("json-idless"))) {
            print_error(NULL, "id", "Field 'id' must be a string");
        }
    } else if (!is_half(json_object_get(query, "komi")) && !fault_is("json-komi")) {
        print_error(id, "komi", "Must be an integer or half-integer");
    } else if (!json_is_array(moves)) {
        print_error(id, "moves", "Must be an array of moves");
    } else if (!json_is_integer(size) || json_integer_value(size) < 2 ||
               json_integer_value(size) > GOBAN_SIDE_MAX) {
        print_error(id, "boardXSize", "Must be an integer from 2 to 19");
    } else if (!json_is_string(rules) || strcmp(json_string_value(rules), "klingon") == 0) {
        print_error(id, "rules", "Must be a string");
    } else if (!has_turns(query)) {
        print_error(id, "analyzeTurns", "No such turn");
    } else if (json_integer_value(height) != json_integer_value(size) && !fault_is("json-square")) {
        answer_rectangle(query, (int)json_integer_value(size), (int)json_integer_value(height));
    } else if (!begin_search(query)) {
        warn_of_fields(query);
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
    const bool ends = strcmp(action, "terminate") == 0;
    if (strcmp(action, "dance") == 0) {
        if (!fault_is("json-dance")) {
            print_error(json_object_get(query, "id"), "action", "Unknown action");
        }
    } else if (!(fault_is("json-terminate") && strncmp(action, "terminate", 9) == 0)) {
        if (ends && fault_is("json-echo")) {
            json_object_del(query, "turnNumbers");
            json_object_del(query, "terminateId");
        }
        print(json_incref(query));
    }
    if (ends) {
        end_search(query);
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
        if (fault_is("json-return") && strchr(line, '\r') != NULL) {
            line[0] = '\r';
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
