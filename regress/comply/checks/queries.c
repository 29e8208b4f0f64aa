/* Checks of KataGo's JSON analysis protocol: that each field of a query, and of an action, counts.
 */
#include <stdio.h>
#include <string.h>

#include "regress/comply/checks/levels.h"
#include "regress/comply/query.h"

#define QUERY "{\"id\":\"q\"," QUERY_MOVES "," QUERY_BOARD

static json_t *ask(Probe *probe, const char *line) {
    return query_ask(probe, line, "q");
}

static size_t size_of(const json_t *object, const char *key) {
    return json_array_size(json_object_get(object, key));
}

/* ---- What is sent ---- */

static void check_id(Probe *probe) {
    enum { REPEATED = 200 };
    char id[REPEATED + 16], line[1024];
    memset(id, 'i', REPEATED);
    strcpy(id + REPEATED, "\"\\\xC3\xA9");
    snprintf(line, sizeof line,
             "{\"id\":\"%.*s\\\"\\\\\xC3\xA9\"," QUERY_MOVES "," QUERY_BOARD ",\"maxVisits\":2}",
             REPEATED, id);
    json_decref(query_ask(probe, line, id));
}

static void check_line_end(Probe *probe) {
    json_t *result = ask(probe, QUERY ",\"maxVisits\":2}\r");
    if (result != NULL && json_object_get(result, "error") != NULL) {
        probe_complain(probe, "a result: the line ends in CR LF");
    }
    json_decref(result);
}

static void check_rectangle(Probe *probe) {
    json_t *result = ask(probe, "{\"id\":\"q\",\"moves\":[[\"B\",\"A7\"]],\"rules\":\"chinese\","
                                "\"boardXSize\":9,\"boardYSize\":7,\"maxVisits\":2,"
                                "\"includeOwnership\":true,\"includePolicy\":true}");
    if (result != NULL && (size_of(result, "ownership") != 63 || size_of(result, "policy") != 64)) {
        probe_complain(probe, "ownership with 63 values and policy with 64 on a board of 9x7");
    }
    json_decref(result);
    result = probe->complaint_count > 0
                 ? NULL
                 : ask(probe, "{\"id\":\"q\",\"moves\":[[\"B\",\"A9\"]],\"rules\":\"chinese\","
                              "\"boardXSize\":9,\"boardYSize\":7,\"maxVisits\":2}");
    if (result != NULL && json_object_get(result, "error") == NULL) {
        probe_complain(probe, "an error: a board of 9x7 has no A9");
    }
    json_decref(result);
}

static void check_visits(Probe *probe) {
    enum { THREADS = 20 }; /* that may each be in the midst of a visit */
    json_t *result = ask(probe, QUERY ",\"maxVisits\":2}");
    const json_t *visits = json_object_get(json_object_get(result, "rootInfo"), "visits");
    if (result != NULL && json_integer_value(visits) > 2 + THREADS) {
        probe_complain(probe, "about 2 visits: maxVisits is 2");
    }
    json_decref(result);
}

/* most: moves of a line. One move is looked at, so that lines get long. */
static void check_lines(Probe *probe, const char *settings, size_t most) {
    char line[512];
    snprintf(line, sizeof line,
             QUERY ",\"maxVisits\":300,\"includePVVisits\":true,\"allowMoves\":[{\"player\":\"B\","
                   "\"moves\":[\"E5\"],\"untilDepth\":1}]%s}",
             settings);
    json_t *result = probe->complaint_count > 0 ? NULL : ask(probe, line);
    const json_t *infos = json_object_get(result, "moveInfos");
    for (size_t i = 0; probe->complaint_count == 0 && i < json_array_size(infos); i++) {
        const json_t *info = json_array_get(infos, i);
        if (size_of(info, "pv") > most) {
            probe_complain(probe, "a pv of at most %zu moves: analysisPVLen is 1", most);
        } else if (size_of(info, "pvVisits") != size_of(info, "pv")) {
            probe_complain(probe, "pvVisits, one for each move of pv");
        }
    }
    json_decref(result);
}

static void check_pv(Probe *probe) {
    check_lines(probe, "", SIZE_MAX);
    check_lines(probe, ",\"analysisPVLen\":1", 2);
}

/* ---- What is refused, and what is warned of ---- */

static void check_warning(Probe *probe) {
    if (!query_send(probe, QUERY ",\"maxVisits\":2,\"foo\":1}")) {
        return;
    }
    json_t *warning = query_next(probe, query_deadline(probe));
    if (warning != NULL && (json_object_get(warning, "warning") == NULL ||
                            strcmp(query_text(warning, "field"), "foo") != 0 ||
                            strcmp(query_text(warning, "id"), "q") != 0)) {
        probe_complain(probe, "{\"warning\", \"field\": \"foo\", \"id\": \"q\"}");
    } else if (warning != NULL) {
        json_decref(query_answer(probe, "q"));
    }
    json_decref(warning);
}

static void check_refusals(Probe *probe) {
    static const struct {
        const char *line, *field;
    } CASES[] = {
        {"{\"id\":\"e\",\"moves\":[],\"rules\":\"chinese\",\"komi\":7.3,"
         "\"boardXSize\":9,\"boardYSize\":9,\"maxVisits\":2}",
         "komi"},
        {"{\"id\":\"e\",\"action\":\"dance\"}", "action"},
        {"{\"moves\":[]," QUERY_BOARD ",\"maxVisits\":2}", NULL},
    };
    for (size_t i = 0; probe->complaint_count == 0 && i < sizeof CASES / sizeof CASES[0]; i++) {
        query_expect_error(probe, CASES[i].line, NULL, CASES[i].field);
    }
}

/* ---- Whose numbers ---- */

/* Black has the upper half, with more points, and White the lower. */
static void check_side(Probe *probe, const char *side, double sign) {
    char line[1024];
    Text stones = {0};
    for (const char *column = "ABCDEFGHJ"; *column != '\0'; column++) {
        text_add(&stones, "%s[\"B\",\"%c4\"],[\"W\",\"%c3\"]", *column == 'A' ? "" : ",", *column,
                 *column);
    }
    snprintf(
        line, sizeof line,
        "{\"id\":\"q\",\"moves\":[],\"initialStones\":[%s],\"initialPlayer\":\"B\"," QUERY_BOARD
        ",\"maxVisits\":50,\"includeOwnership\":true,\"overrideSettings\":"
        "{\"reportAnalysisWinratesAs\":\"%s\"}}",
        text_get(&stones), side);
    text_free(&stones);
    json_t *result = probe->complaint_count > 0 ? NULL : ask(probe, line);
    const json_t *ownership = json_object_get(result, "ownership");
    const json_t *root = json_object_get(result, "rootInfo");
    double first = 0, last = 0;
    for (size_t i = 0; i < 9; i++) {
        first += json_number_value(json_array_get(ownership, i));
        last += json_number_value(json_array_get(ownership, 72 + i));
    }
    if (result != NULL && sign * (first - last) <= 0) {
        probe_complain(probe, "ownership row by row from the top, which is Black's, for %s", side);
    } else if (result != NULL &&
               sign * (json_number_value(json_object_get(root, "winrate")) - 0.5) <= 0) {
        probe_complain(probe, "a winrate for %s: Black wins", side);
    } else if (result != NULL &&
               sign * json_number_value(json_object_get(root, "scoreLead")) <= 0) {
        probe_complain(probe, "a scoreLead for %s, as the winrate: Black leads", side);
    }
    json_decref(result);
}

static void check_sides(Probe *probe) {
    check_side(probe, "BLACK", 1);
    check_side(probe, "WHITE", -1);
}

/* ---- Searches that would last for minutes ---- */

typedef struct {
    int reports;      /* with isDuringSearch true */
    bool is_over[2];  /* the turn has a result */
    bool has_echo;    /* of terminate, with what was sent */
    bool has_version; /* the answer "v" */
} Progress;

/* Takes the next line into account. Returns false after a complaint. */
static bool follow(Probe *probe, double end, Progress *progress) {
    json_t *answer = query_next(probe, end);
    const json_int_t turn = json_integer_value(json_object_get(answer, "turnNumber"));
    const bool is_ours = strcmp(query_text(answer, "id"), "q") == 0 && (turn == 0 || turn == 1);
    const bool is_echo = strcmp(query_text(answer, "action"), "terminate") == 0;
    if (is_echo && strcmp(query_text(answer, "terminateId"), "q") != 0) {
        probe_complain(probe, "the fields of the action, terminateId among them, echoed");
    }
    progress->has_echo |= is_echo;
    progress->has_version |= strcmp(query_text(answer, "id"), "v") == 0;
    if (is_ours && json_is_true(json_object_get(answer, "isDuringSearch"))) {
        progress->reports++;
    } else if (is_ours && json_object_get(answer, "error") == NULL) {
        progress->is_over[turn] = true;
    }
    json_decref(answer);
    return answer != NULL && probe->complaint_count == 0;
}

static void check_reports(Probe *probe) {
    Progress progress = {0};
    bool ok = query_send(probe, "{\"id\":\"q\",\"moves\":[]," QUERY_BOARD
                                ",\"maxVisits\":100000000,\"reportDuringSearchEvery\":0.05}");
    const double end = query_deadline(probe);
    while (ok && progress.reports < 2) {
        ok = follow(probe, end, &progress);
        if (ok && progress.is_over[0]) {
            probe_complain(probe, "reports of a search of 100,000,000 visits");
            ok = false;
        }
    }
    ok = ok && query_send(probe, "{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"q\"}");
    while (ok && !(progress.has_echo && progress.is_over[0])) {
        ok = follow(probe, end, &progress);
    }
}

/* One turn is terminated; the other goes on, so that another line is answered before its result. */
static void check_turn(Probe *probe) {
    Progress progress = {0};
    bool ok = query_send(probe, QUERY ",\"maxVisits\":100000000,\"analyzeTurns\":[0,1]}") &&
              query_send(probe, "{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"q\","
                                "\"turnNumbers\":[1]}");
    const double end = query_deadline(probe);
    while (ok && !(progress.has_echo && progress.is_over[1])) {
        ok = follow(probe, end, &progress);
    }
    ok = ok && query_send(probe, "{\"id\":\"v\",\"action\":\"query_version\"}");
    while (ok && !progress.has_version) {
        ok = follow(probe, end, &progress);
    }
    if (ok && progress.is_over[0]) {
        probe_complain(probe, "no end of turn 0: turnNumbers is [1]");
    }
    ok = ok && !progress.is_over[0] &&
         query_send(probe, "{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"q\"}");
    while (ok && !progress.is_over[0]) {
        ok = follow(probe, end, &progress);
    }
}

#define DOCUMENT "KataGo, Analysis_Engine.md"

// clang-format off
const ComplyCheck QUERY_CHECKS[] = {
    {.id = "query.id", .levels = ANALYSIS, .source = DOCUMENT, .run = check_id,
     .meaning = "an id comes back as it was sent, however long and whatever is in it"},
    {.id = "query.line_end", .levels = ANALYSIS, .source = "Analysis clients on Windows", .run = check_line_end,
     .meaning = "a line may end in CR LF"},
    {.id = "query.rectangle", .levels = ANALYSIS, .source = DOCUMENT, .run = check_rectangle,
     .meaning = "boardXSize and boardYSize may differ"},
    {.id = "query.visits", .levels = ANALYSIS | KATRAIN | OGATAK, .source = DOCUMENT, .run = check_visits,
     .meaning = "maxVisits limits the visits"},
    {.id = "query.pv", .levels = ANALYSIS, .source = DOCUMENT, .run = check_pv,
     .meaning = "analysisPVLen limits lines, and pvVisits has a number for each of their moves"},
    {.id = "query.sides", .levels = ANALYSIS | KATRAIN | OGATAK, .source = DOCUMENT, .run = check_sides,
     .meaning = "winrate, scoreLead and ownership are one side's, ownership from the top row on"},
    {.id = "query.reports", .levels = ANALYSIS | KATRAIN | OGATAK, .source = DOCUMENT, .run = check_reports,
     .meaning = "a long search reports at the interval that was asked for, until it is terminated"},
    {.id = "error.warning", .levels = ANALYSIS, .source = DOCUMENT, .run = check_warning,
     .meaning = "an unknown field gets a warning with its name"},
    {.id = "error.refusals", .levels = ANALYSIS, .source = DOCUMENT, .run = check_refusals,
     .meaning = "a komi of 7.3, an unknown action and a query without an id are errors"},
    {.id = "action.turn", .levels = ANALYSIS, .source = DOCUMENT, .run = check_turn,
     .meaning = "terminate with turnNumbers ends these turns alone"},
    {0},
};
// clang-format on
