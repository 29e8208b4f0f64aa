/* An engine that speaks KataGo's JSON analysis protocol. It gets a query for each run of positions
 * without set-ups, one after another, so that it never has more to read than a pipe holds. A
 * position with the other side to move than after its moves is set up, too. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "regress/review/analysis/analysis_engine.h"

enum { VISITS_MAX = 1000000000 };

bool analysis_json_is_spoken(const char *command) {
    Status ignored;
    char **words = engine_command_split(command, &ignored);
    const bool is_meant = words != NULL && words[1] != NULL && strcmp(words[1], "analysis") == 0;
    free(words);
    return is_meant;
}

/* ---- Lines ---- */

static bool send_line(AnalysisEngine *engine, json_t *object, Status *status) {
    Text line = {0};
    json_add_text(object, &line);
    const bool ok = engine_client_send_line(&engine->client, text_get(&line), status);
    text_free(&line);
    return ok;
}

/* The next answer that is not a warning. The caller frees it. */
static json_t *read_answer(AnalysisEngine *engine, Status *status) {
    for (;;) {
        const char *line = engine_client_receive_line(&engine->client, status);
        if (line == NULL) {
            return NULL;
        }
        json_t *answer = json_loads(line, 0, NULL);
        const char *error = json_string_value(json_object_get(answer, "error"));
        if (json_is_object(answer) && error == NULL) {
            if (json_object_get(answer, "warning") == NULL) {
                return answer;
            }
        } else {
            status_fail(status, "the engine said: %.180s", error != NULL ? error : line);
            json_decref(answer);
            return NULL;
        }
        json_decref(answer);
    }
}

/* ---- Queries ---- */

/* Must the position be set up by its stones? */
static bool is_set_up(const GameLine *line, int position) {
    return line->positions[position].is_set_up ||
           line->positions[position].to_move != color_opponent(line->moves[position - 1].color);
}

static json_t *pair_of(const GameLine *line, Color color, Point point) {
    char vertex[POINT_TEXT_MAX];
    return json_new_packed("[s, s]", color == BLACK ? "B" : "W",
                           game_line_vertex(line, point, vertex));
}

static json_t *stones_of(const AnalysisEngine *engine, const GameLinePosition *position) {
    const Geometry *geometry = engine->game->geometry;
    json_t *stones = json_new_array();
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (position->cells[cell] != EMPTY) {
            json_add_value(stones, pair_of(engine->line, (Color)position->cells[cell],
                                           geometry->point_of[cell]));
        }
    }
    return stones;
}

/* The query for positions begin to end - 1, of which the first is set up. Asks about those of them
 * from `first` on. */
static json_t *make_query(const AnalysisEngine *engine, int begin, int end, int first) {
    const GameLine *line = engine->line;
    const GameLinePosition *start = &line->positions[begin];
    const int64_t visits = engine->limits.visits;
    const char *name = line->rules == NULL ? RULES[0].name : line->rules;
    const char *rules = strcmp(name, "chinese-simple-ko") == 0 ? "chinese" : name; /* KataGo's */
    json_t *moves = json_new_array(), *turns = json_new_array(), *settings = json_new_object();
    for (int i = begin; i < end - 1; i++) {
        json_add_value(moves, pair_of(line, line->moves[i].color, line->moves[i].point));
    }
    for (int i = first; i < end; i++) {
        json_add_value(turns, json_integer(i - begin));
    }
    json_set_text(settings, "reportAnalysisWinratesAs", "BLACK");
    if (isfinite(engine->limits.seconds)) {
        json_set_value(settings, "maxTime", json_real(engine->limits.seconds));
    }
    return json_new_packed("{s:s, s:o, s:s, s:o, s:o, s:s, s:f, s:i, s:i, s:I, s:b, s:o}", "id",
                           "review", "initialStones", stones_of(engine, start), "initialPlayer",
                           start->to_move == BLACK ? "B" : "W", "moves", moves, "analyzeTurns",
                           turns, "rules", rules, "komi", start->komi, "boardXSize", line->width,
                           "boardYSize", line->height, "maxVisits",
                           (json_int_t)(visits < VISITS_MAX ? visits : VISITS_MAX),
                           "includeOwnership", 1, "overrideSettings", settings);
}

/* ---- The game ---- */

/* Asks about the positions from `first` on of those from begin to end - 1. */
static bool ask_run(AnalysisEngine *engine, int begin, int end, int first, Status *status) {
    bool *is_open = memory_new((size_t)(end - begin), sizeof *is_open); /* asked, not answered */
    for (int i = first; i < end; i++) {
        is_open[i - begin] = true;
    }
    bool ok = send_line(engine, make_query(engine, begin, end, first), status);
    for (int i = first; ok && i < end; i++) {
        json_t *answer = read_answer(engine, status);
        const json_t *number = json_object_get(answer, "turnNumber");
        const json_int_t turn = json_integer_value(number);
        const bool is_awaited =
            json_is_integer(number) && turn >= 0 && turn < end - begin && is_open[turn];
        const int position = begin + (is_awaited ? (int)turn : 0);
        ok = answer != NULL &&
             ((is_awaited &&
               position_analysis_read(answer, engine->line->width, engine->line->height,
                                      &engine->analyses[position])) ||
              status_fail(status, "the engine's answer is not an analysis")) &&
             analysis_engine_check(engine, position, status);
        json_decref(answer);
        is_open[position - begin] = false;
    }
    free(is_open);
    return ok;
}

/* Asks for the version, which differs between KataGo and this program. */
static bool introduce(AnalysisEngine *engine, Status *status) {
    static const char OWN[] = "dihedra-";
    json_t *query = json_new_packed("{s:s, s:s}", "id", "version", "action", "query_version");
    json_t *answer = send_line(engine, query, status) ? read_answer(engine, status) : NULL;
    const char *version = json_string_value(json_object_get(answer, "version"));
    const char *hash = json_string_value(json_object_get(answer, "git_hash"));
    const bool is_own = hash != NULL && strncmp(hash, OWN, sizeof OWN - 1) == 0;
    snprintf(engine->client.name, sizeof engine->client.name, "%s", is_own ? "Dihedra" : "KataGo");
    snprintf(engine->client.version, sizeof engine->client.version, "%s",
             is_own            ? hash + sizeof OWN - 1
             : version != NULL ? version
                               : "");
    json_decref(answer);
    return answer != NULL;
}

bool analysis_json_run(AnalysisEngine *engine, int first, int last, Status *status) {
    bool ok = engine_client_is_running(&engine->client) ||
              (analysis_engine_start(engine, status) && introduce(engine, status));
    for (int begin = 0, end; ok && begin <= last; begin = end) {
        end = begin + 1;
        while (end <= last && !is_set_up(engine->line, end)) {
            end++;
        }
        ok = end <= first || ask_run(engine, begin, end, first > begin ? first : begin, status);
    }
    return ok;
}
