/* Checks of KataGo's JSON analysis protocol, as its Analysis_Engine.md describes it and as KaTrain
 * and Ogatak use it. */
#include "regress/comply/checks/levels.h"
#include "regress/comply/query.h"
#include "regress/comply/referee.h"

#include "engine/base/clock.h"
#include "engine/base/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 9, CELLS = SIZE * SIZE };

/* ---- Results ---- */

static bool check_move_info(Probe *probe, const json_t *info, int order, const Game *game) {
    const char *move = query_text(info, "move");
    const json_t *pv = json_object_get(info, "pv");
    Point point;
    if (!point_from_text(move, SIZE, SIZE, &point) ||
        board_check(&game->board, (Color)game->board.to_move, point, true) != MOVE_LEGAL) {
        probe_complain(probe, "a legal move, not %.20s", move);
    } else if (json_integer_value(json_object_get(info, "order")) != order) {
        probe_complain(probe, "moveInfos sorted by order, from 0");
    } else if (!query_is_within(json_object_get(info, "winrate"), 0, 1)) {
        probe_complain(probe, "winrate of %s from 0 to 1", move);
    } else if (!json_is_integer(json_object_get(info, "visits")) ||
               !json_is_number(json_object_get(info, "scoreLead")) ||
               !query_is_within(json_object_get(info, "prior"), 0, 1)) {
        probe_complain(probe, "visits, scoreLead and prior of %s", move);
    } else if (json_array_size(pv) > 0 && strcmp(json_string_value(json_array_get(pv, 0)) == NULL
                                                     ? ""
                                                     : json_string_value(json_array_get(pv, 0)),
                                                 move) != 0) {
        probe_complain(probe, "a pv that begins with %s", move);
    }
    return probe->complaint_count == 0;
}

/* Checks one result on the position of the game. */
static bool check_result(Probe *probe, const json_t *result, int turn, const Game *game) {
    const json_t *infos = json_object_get(result, "moveInfos");
    const json_t *root = json_object_get(result, "rootInfo");
    const char *player = game->board.to_move == BLACK ? "B" : "W";
    if (json_object_get(result, "error") != NULL) {
        probe_complain(probe, "a result, not an error");
    } else if (!json_is_integer(json_object_get(result, "turnNumber")) ||
               json_integer_value(json_object_get(result, "turnNumber")) != turn) {
        probe_complain(probe, "turnNumber %d", turn);
    } else if (!json_is_boolean(json_object_get(result, "isDuringSearch"))) {
        probe_complain(probe, "isDuringSearch true or false");
    } else if (!json_is_array(infos)) {
        probe_complain(probe, "a list moveInfos");
    } else if (strcmp(query_text(root, "currentPlayer"), player) != 0) {
        probe_complain(probe, "currentPlayer \"%s\" in rootInfo", player);
    } else if (!query_is_within(json_object_get(root, "winrate"), 0, 1) ||
               !json_is_number(json_object_get(root, "scoreLead")) ||
               !json_is_integer(json_object_get(root, "visits"))) {
        probe_complain(probe, "winrate from 0 to 1, scoreLead and visits in rootInfo");
    }
    for (size_t i = 0; probe->complaint_count == 0 && i < json_array_size(infos); i++) {
        check_move_info(probe, json_array_get(infos, i), (int)i, game);
    }
    return probe->complaint_count == 0;
}

/* A game with the moves of QUERY_MOVES, or fewer. */
static Game *game_of_moves(int count) {
    static const char *const VERTICES[] = {"C3", "D4"};
    Game *game = referee_new_game(SIZE);
    for (int i = 0; i < count; i++) {
        referee_play(game, i % 2 == 0 ? BLACK : WHITE, VERTICES[i]);
    }
    return game;
}

/* Asks about the last position of QUERY_MOVES, with further fields. Returns the result, or NULL. */
static json_t *ask_last(Probe *probe, const char *fields) {
    char line[1024];
    snprintf(line, sizeof line, "{\"id\":\"a1\",%s,%s,\"maxVisits\":20%s}", QUERY_MOVES,
             QUERY_BOARD, fields);
    json_t *result = query_ask(probe, line, "a1");
    Game *game = game_of_moves(2);
    if (result != NULL && !check_result(probe, result, 2, game)) {
        json_decref(result);
        result = NULL;
    }
    game_free(game);
    return result;
}

static void check_query(Probe *probe) {
    json_t *result = ask_last(probe, "");
    if (result != NULL && json_array_size(json_object_get(result, "moveInfos")) == 0) {
        probe_complain(probe, "moves in moveInfos after 20 visits");
    } else if (result != NULL && !json_is_false(json_object_get(result, "isDuringSearch"))) {
        probe_complain(probe, "isDuringSearch false: reports during the search were not asked for");
    }
    json_decref(result);
}

static void check_ownership(Probe *probe) {
    json_t *result = ask_last(probe, ",\"includeOwnership\":true");
    const json_t *ownership = json_object_get(result, "ownership");
    bool ok = result == NULL || json_array_size(ownership) == CELLS;
    for (size_t i = 0; ok && i < json_array_size(ownership); i++) {
        ok = query_is_within(json_array_get(ownership, i), -1, 1);
    }
    if (!ok) {
        probe_complain(probe, "ownership with %d values from -1 to 1", CELLS);
    }
    json_decref(result);
}

static void check_policy(Probe *probe) {
    json_t *result = ask_last(probe, ",\"includePolicy\":true");
    const json_t *policy = json_object_get(result, "policy");
    double sum = 0;
    bool ok = result == NULL || json_array_size(policy) == CELLS + 1;
    for (size_t i = 0; ok && i < json_array_size(policy); i++) {
        const double value = json_number_value(json_array_get(policy, i));
        const bool is_stone = i == 6 * SIZE + 2 || i == 5 * SIZE + 3; /* C3, D4 */
        ok = is_stone ? value == -1 : value >= 0 && value <= 1;
        sum += value > 0 ? value : 0;
    }
    if (!ok || (result != NULL && fabs(sum - 1) > 0.01)) {
        probe_complain(
            probe,
            "policy with %d values, the pass last: -1 for the stones on C3 and D4, the others "
            "a probability each",
            CELLS + 1);
    }
    json_decref(result);
}

static void check_absent(Probe *probe) {
    json_t *result = ask_last(probe, "");
    if (result != NULL && (json_object_get(result, "ownership") != NULL ||
                           json_object_get(result, "policy") != NULL)) {
        probe_complain(probe, "neither ownership nor policy: they were not asked for");
    }
    json_decref(result);
}

static void check_turns(Probe *probe) {
    bool seen[3] = {false};
    if (!query_send(probe, "{\"id\":\"turns\"," QUERY_MOVES "," QUERY_BOARD
                           ",\"maxVisits\":5,\"analyzeTurns\":[0,1,2]}")) {
        return;
    }
    for (int i = 0; i < 3 && probe->complaint_count == 0; i++) {
        json_t *result = query_answer(probe, "turns");
        const json_int_t turn = json_integer_value(json_object_get(result, "turnNumber"));
        if (result != NULL && (turn < 0 || turn > 2 || seen[turn])) {
            probe_complain(probe, "turns 0, 1 and 2, each once");
        } else if (result != NULL) {
            Game *game = game_of_moves((int)turn);
            seen[turn] = true;
            check_result(probe, result, (int)turn, game);
            game_free(game);
        }
        json_decref(result);
    }
}

/* Reports during the search come before the one result. */
static void check_during(Probe *probe) {
    Game *game = game_of_moves(2);
    int finals = 0;
    bool ok = query_send(probe, "{\"id\":\"during\"," QUERY_MOVES "," QUERY_BOARD
                                ",\"maxVisits\":300,\"reportDuringSearchEvery\":0.02}");
    const double end = query_deadline(probe);
    while (ok && finals == 0) {
        json_t *result = query_answer_by(probe, "during", end);
        ok = result != NULL && check_result(probe, result, 2, game);
        finals += ok && json_is_false(json_object_get(result, "isDuringSearch"));
        json_decref(result);
        if (ok && finals == 0 && probe->connection.received.length == 0 &&
            !connection_receive(&probe->connection, end - clock_seconds())) {
            probe_complain(probe, "a last result with isDuringSearch false");
            probe_drop_engine(probe);
            ok = false;
        }
    }
    if (ok) { /* nothing more of the query comes before this answer */
        json_decref(query_ask(probe, "{\"id\":\"v\",\"action\":\"query_version\"}", "v"));
    }
    game_free(game);
}

static void check_player(Probe *probe, const char *query, const char *player) {
    json_t *result = query_ask(probe, query, "p");
    const json_t *root = json_object_get(result, "rootInfo");
    if (result != NULL && strcmp(query_text(root, "currentPlayer"), player) != 0) {
        probe_complain(probe, "currentPlayer \"%s\"", player);
    }
    json_decref(result);
}

static void check_initial(Probe *probe) {
    check_player(probe, "{\"id\":\"p\",\"moves\":[]," QUERY_BOARD ",\"maxVisits\":2}", "B");
    check_player(
        probe,
        "{\"id\":\"p\",\"moves\":[],\"initialStones\":[[\"B\",\"C3\"],[\"B\",\"G7\"]]," QUERY_BOARD
        ",\"maxVisits\":2}",
        "W");
    check_player(
        probe,
        "{\"id\":\"p\",\"moves\":[],\"initialPlayer\":\"W\"," QUERY_BOARD ",\"maxVisits\":2}", "W");
}

static void check_spelling(Probe *probe) {
    check_player(
        probe,
        "{\"id\":\"p\",\"moves\":[[\"b\",\"c3\"],[\"w\",\"pass\"],[\"B\",\"PASS\"]]," QUERY_BOARD
        ",\"maxVisits\":2}",
        "W");
}

static void check_rules(Probe *probe) {
    static const char *const NAMES[] = {"japanese", "chinese",      "korean",
                                        "aga",      "tromp-taylor", "new zealand"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0] && probe->complaint_count == 0; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "{\"id\":\"p\",\"moves\":[],\"rules\":\"%s\",\"boardXSize\":9,\"boardYSize\":9,"
                 "\"maxVisits\":2}",
                 NAMES[i]);
        check_player(probe, line, "B");
    }
}

static void check_allow(Probe *probe) {
    json_t *result = ask_last(
        probe, ",\"allowMoves\":[{\"player\":\"B\",\"moves\":[\"E5\",\"F6\"],\"untilDepth\":1}]");
    const json_t *infos = json_object_get(result, "moveInfos");
    for (size_t i = 0; i < json_array_size(infos); i++) {
        const char *move = query_text(json_array_get(infos, i), "move");
        if (strcmp(move, "E5") != 0 && strcmp(move, "F6") != 0) {
            probe_complain(probe, "no moves but E5 and F6, not %.20s", move);
            break;
        }
    }
    json_decref(result);
}

static void check_moves_ownership(Probe *probe) {
    json_t *result = ask_last(probe, ",\"includeMovesOwnership\":true");
    const json_t *infos = json_object_get(result, "moveInfos");
    for (size_t i = 0; probe->complaint_count == 0 && i < json_array_size(infos); i++) {
        if (json_array_size(json_object_get(json_array_get(infos, i), "ownership")) != CELLS) {
            probe_complain(probe, "ownership with %d values in each of moveInfos", CELLS);
        }
    }
    json_decref(result);
}

/* The root's win rate where White has almost all stones, reported for a side; -1 after a complaint.
 */
static double lost_winrate(Probe *probe, const char *side) {
    char line[512];
    snprintf(line, sizeof line,
             "{\"id\":\"p\",\"moves\":[],\"initialStones\":[[\"W\",\"C3\"],[\"W\",\"G7\"],[\"W\","
             "\"C7\"],"
             "[\"W\",\"G3\"],[\"W\",\"E5\"]],\"initialPlayer\":\"B\"," QUERY_BOARD
             ",\"maxVisits\":20,"
             "\"overrideSettings\":{\"reportAnalysisWinratesAs\":\"%s\"}}",
             side);
    json_t *result = query_ask(probe, line, "p");
    const json_t *winrate = json_object_get(json_object_get(result, "rootInfo"), "winrate");
    const double value = json_is_number(winrate) ? json_number_value(winrate) : -1;
    json_decref(result);
    return value;
}

static void check_perspective(Probe *probe) {
    const double black = lost_winrate(probe, "BLACK"), white = lost_winrate(probe, "WHITE");
    if (probe->complaint_count == 0 && probe->skipped == NULL && !(black >= 0 && black < white)) {
        probe_complain(probe,
                       "a higher win rate reported for White, who is winning, than for Black: %.3g",
                       black);
    }
}

/* ---- Errors ---- */

static void check_error(Probe *probe, const char *query, const char *field) {
    query_expect_error(probe, query, "e", field);
}

static void check_errors(Probe *probe) {
    check_error(probe, "{\"id\":\"e\"," QUERY_BOARD "}", "moves");
    check_error(probe, "{\"id\":\"e\",\"moves\":[],\"rules\":\"chinese\",\"boardYSize\":9}",
                "boardXSize");
    check_error(
        probe,
        "{\"id\":\"e\",\"moves\":[],\"rules\":\"chinese\",\"boardXSize\":\"9\",\"boardYSize\":9}",
        "boardXSize");
    check_error(probe, "{\"id\":\"e\",\"moves\":5," QUERY_BOARD "}", "moves");
    check_error(probe, "{\"id\":\"e\",\"moves\":[],\"boardXSize\":9,\"boardYSize\":9}", "rules");
    check_error(
        probe,
        "{\"id\":\"e\",\"moves\":[],\"rules\":\"klingon\",\"boardXSize\":9,\"boardYSize\":9}",
        "rules");
    check_error(probe, "{\"id\":\"e\",\"moves\":[[\"B\",\"Z99\"]]," QUERY_BOARD "}", "moves");
    check_error(probe, "{\"id\":\"e\",\"moves\":[]," QUERY_BOARD ",\"analyzeTurns\":[3]}", NULL);
}

static void check_large_board(Probe *probe) {
    check_error(
        probe,
        "{\"id\":\"e\",\"moves\":[],\"rules\":\"chinese\",\"boardXSize\":29,\"boardYSize\":29}",
        "boardXSize");
}

static void check_illegal_move(Probe *probe) {
    json_t *answer = query_ask(
        probe,
        "{\"id\":\"e\",\"moves\":[[\"B\",\"C3\"],[\"W\",\"C3\"]]," QUERY_BOARD ",\"maxVisits\":2}",
        "e");
    if (answer != NULL && strstr(query_text(answer, "error"), "llegal move") == NULL) {
        probe_complain(probe, "an error whose text has \"Illegal move\"");
    }
    json_decref(answer);
}

static void check_garbage(Probe *probe) {
    static const char *const LINES[] = {"this is no JSON", "{\"id\":\"x\",", "[1,2]", "5",
                                        "{\"id\":7,\"moves\":[]}"};
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0] && probe->complaint_count == 0; i++) {
        if (query_send(probe, LINES[i])) {
            json_t *answer = query_next(probe, query_deadline(probe));
            if (answer != NULL && !json_is_string(json_object_get(answer, "error"))) {
                probe_complain(probe, "{\"error\": ...}");
            }
            json_decref(answer);
        }
    }
    if (probe->complaint_count == 0) {
        json_decref(query_ask(probe, "{\"id\":\"v\",\"action\":\"query_version\"}", "v"));
    }
}

/* ---- Actions ---- */

static void check_action(Probe *probe, const char *fields, const char *action) {
    char line[256];
    snprintf(line, sizeof line, "{\"id\":\"act\",\"action\":\"%s\"%s}", action, fields);
    json_t *answer = query_ask(probe, line, "act");
    if (answer != NULL && strcmp(query_text(answer, "action"), action) != 0) {
        probe_complain(probe, "the action, echoed");
    }
    json_decref(answer);
}

static void check_version(Probe *probe) {
    json_t *answer = query_ask(probe, "{\"id\":\"act\",\"action\":\"query_version\"}", "act");
    if (answer != NULL &&
        !probe_matches(query_text(answer, "version"), "[0-9]+\\.[0-9]+\\.[0-9]+.*")) {
        probe_complain(probe, "a version such as 1.15.0");
    }
    json_decref(answer);
}

static void check_actions(Probe *probe) {
    check_action(probe, ",\"terminateId\":\"none\"", "terminate");
    check_action(probe, "", "terminate_all");
    check_action(probe, "", "clear_cache");
}

/* A search that would last for minutes ends when it is terminated, with a result. */
static void check_terminate(Probe *probe) {
    bool has_echo = false, is_over = false;
    if (!query_send(probe,
                    "{\"id\":\"long\"," QUERY_MOVES "," QUERY_BOARD ",\"maxVisits\":100000000}") ||
        !query_send(probe, "{\"id\":\"stop\",\"action\":\"terminate\",\"terminateId\":\"long\"}")) {
        return;
    }
    const double end = query_deadline(probe);
    while (probe->complaint_count == 0 && !(has_echo && is_over)) {
        json_t *answer = query_next(probe, end);
        has_echo = has_echo || strcmp(query_text(answer, "action"), "terminate") == 0;
        is_over = is_over || (strcmp(query_text(answer, "id"), "long") == 0 &&
                              json_is_false(json_object_get(answer, "isDuringSearch")));
        json_decref(answer);
        if (answer == NULL) {
            return;
        }
    }
}

/* ---- The stream ---- */

static void check_queries(Probe *probe, int count, bool closes) {
    enum { MOST = 200 };
    bool seen[MOST] = {false};
    int answered = 0;
    char line[256];
    for (int i = 0; i < count; i++) {
        snprintf(line, sizeof line,
                 "{\"id\":\"%d\"," QUERY_MOVES "," QUERY_BOARD ",\"maxVisits\":2}", i);
        if (!query_send(probe, line)) {
            return;
        }
    }
    if (closes) {
        connection_close_input(&probe->connection);
    }
    for (; answered < count && probe->complaint_count == 0; answered++) {
        json_t *answer = query_next(probe, query_deadline(probe));
        int number = -1;
        if (answer != NULL && (sscanf(query_text(answer, "id"), "%d", &number) != 1 || number < 0 ||
                               number >= count || seen[number])) {
            probe_complain(probe, "each of %d queries answered once", count);
        } else if (answer != NULL) {
            seen[number] = true;
        }
        json_decref(answer);
        if (answer == NULL) {
            return;
        }
    }
}

static void check_many(Probe *probe) {
    check_queries(probe, 100, false);
}

static void check_end(Probe *probe) {
    Status status;
    check_queries(probe, 3, true);
    if (probe->complaint_count == 0 && probe->skipped == NULL &&
        !connection_finish(&probe->connection, probe->timeout, &status)) {
        probe_complain_of(probe, status.text,
                          "an engine that ends with exit status 0 once all is answered");
    }
}

#define DOCUMENT "KataGo, Analysis_Engine.md"

// clang-format off
const ComplyCheck ANALYSIS_CHECKS[] = {
    {.id = "query.result", .levels = ANALYSIS, .source = DOCUMENT, .run = check_query,
     .meaning = "a query gets one result with its id, turn, moves in order and root"},
    {.id = "query.ownership", .levels = ANALYSIS, .source = DOCUMENT, .run = check_ownership,
     .meaning = "ownership, if asked for, has a value for each point"},
    {.id = "query.policy", .levels = ANALYSIS, .source = DOCUMENT, .run = check_policy,
     .meaning = "policy, if asked for, has a probability for each point and the pass, -1 if illegal"},
    {.id = "query.absent", .levels = ANALYSIS, .source = DOCUMENT, .run = check_absent,
     .meaning = "what is not asked for is absent"},
    {.id = "query.turns", .levels = ANALYSIS, .source = DOCUMENT, .run = check_turns,
     .meaning = "each turn of analyzeTurns gets a result, with its player to move"},
    {.id = "query.during", .levels = ANALYSIS, .source = DOCUMENT, .run = check_during,
     .meaning = "reports during the search say so, and one result that does not comes last"},
    {.id = "query.initial", .levels = ANALYSIS, .source = DOCUMENT, .run = check_initial,
     .meaning = "the player to move follows from initialPlayer and initialStones"},
    {.id = "query.spelling", .levels = ANALYSIS | KATRAIN, .source = DOCUMENT, .run = check_spelling,
     .meaning = "players, vertices and passes are read in any case"},
    {.id = "query.rules", .levels = KATRAIN, .source = "KaTrain", .run = check_rules,
     .meaning = "the names of rules that KaTrain sends are known"},
    {.id = "query.allow", .levels = KATRAIN, .source = DOCUMENT, .run = check_allow,
     .meaning = "allowMoves limits the moves"},
    {.id = "query.moves_ownership", .levels = KATRAIN, .source = DOCUMENT, .run = check_moves_ownership,
     .meaning = "ownership of each move, if asked for, has a value for each point"},
    {.id = "query.perspective", .levels = ANALYSIS, .source = DOCUMENT, .run = check_perspective,
     .meaning = "reportAnalysisWinratesAs says whose win rates are reported"},
    {.id = "error.fields", .levels = ANALYSIS, .source = DOCUMENT, .run = check_errors,
     .meaning = "a query that is wrong gets an error with its id and the field"},
    {.id = "error.large_board", .levels = OGATAK, .source = "Ogatak", .run = check_large_board,
     .meaning = "a board of 29x29 is an error: Ogatak asks for one at the start"},
    {.id = "error.illegal_move", .levels = KATRAIN, .source = "KaTrain", .run = check_illegal_move,
     .meaning = "the error of an illegal move says \"Illegal move\""},
    {.id = "error.garbage", .levels = ANALYSIS, .source = DOCUMENT, .run = check_garbage,
     .meaning = "a line that is no query gets an error and ends nothing"},
    {.id = "action.version", .levels = ANALYSIS | OGATAK, .source = DOCUMENT, .run = check_version,
     .meaning = "query_version answers a version of three numbers"},
    {.id = "action.echo", .levels = ANALYSIS | OGATAK | KATRAIN, .source = DOCUMENT, .run = check_actions,
     .meaning = "terminate, terminate_all and clear_cache are echoed"},
    {.id = "action.terminate", .levels = ANALYSIS | OGATAK | KATRAIN, .source = DOCUMENT, .run = check_terminate,
     .meaning = "a search that is terminated ends with a result"},
    {.id = "stream.many", .levels = ANALYSIS | KATRAIN, .source = "KaTrain", .run = check_many,
     .meaning = "100 queries sent at once are answered"},
    {.id = "stream.end", .levels = ANALYSIS, .source = DOCUMENT, .run = check_end, .wants_new = true,
     .meaning = "at the end of the input all queries are finished, and the engine ends"},
    {0},
};
// clang-format on
