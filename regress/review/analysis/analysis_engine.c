#include "regress/review/analysis/analysis_engine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"

/* The requests, tried in this order until one is not refused; all ask for a report every hundredth
 * of a second. Only this program's engine knows maxvisits; of other engines the last report within
 * the limit counts. REQUEST_SEARCH obeys KataGo's parameter maxVisits, which kata-analyze ignores;
 * but it depends on how the engine is set to play, so it is used only if first reports exceed the
 * limit.
 */
enum {
    REQUEST_LIMITED,
    REQUEST_ENDLESS,
    REQUEST_OLD,
    REQUEST_COUNT,
    REQUEST_SEARCH = REQUEST_COUNT
};

static const char *const REQUESTS[] = {
    [REQUEST_LIMITED] = "kata-analyze %s 1 maxvisits %lld maxmoves 8 ownership true rootInfo true",
    [REQUEST_ENDLESS] = "kata-analyze %s 1 maxmoves 8 ownership true rootInfo true",
    [REQUEST_OLD] = "kata-analyze %s 1 ownership true",
    [REQUEST_SEARCH] =
        "kata-search_analyze_cancellable %s 1 maxmoves 8 ownership true rootInfo true",
};

/* ---- Start and end ---- */

bool analysis_engine_start(AnalysisEngine *engine, Status *status) {
    analysis_engine_stop(engine);
    engine->game = memory_check(game_new(1));
    engine->next = 0;
    engine->form = REQUEST_LIMITED;
    return game_clear(engine->game, engine->line->width, engine->line->height, status) &&
           engine_client_start(&engine->client, status);
}

void analysis_engine_stop(AnalysisEngine *engine) {
    engine_client_stop(&engine->client, NULL);
    game_free(engine->game);
    engine->game = NULL;
    engine->has_worked = false;
}

/* Asks for name, version and known commands, and sets the record's rules if it names any. */
static bool introduce(AnalysisEngine *engine, Status *status) {
    EngineClient *client = &engine->client;
    const char *rules = engine->line->rules;
    bool knows_analysis, knows_rules;
    return engine_client_introduce(client, status) &&
           engine_client_knows(client, "kata-analyze", &knows_analysis, status) &&
           (knows_analysis || status_fail(status, "the engine does not know kata-analyze")) &&
           engine_client_knows(client, "set_free_handicap", &engine->knows_handicap, status) &&
           (rules == NULL ||
            (engine_client_knows(client, "kata-set-rules", &knows_rules, status) &&
             (!knows_rules || engine_client_tell(client, status, "kata-set-rules %s", rules))));
}

/* ---- Positions ---- */

static int count_stones(const GameLine *line, const GameLinePosition *position, Color color) {
    int count = 0;
    for (int cell = 0; cell < line->width * line->height; cell++) {
        count += position->cells[cell] == color;
    }
    return count;
}

/* Sends Black's stones as a handicap, which affects the score under some rules. */
static bool tell_handicap(AnalysisEngine *engine, const GameLinePosition *position,
                          Status *status) {
    const Geometry *geometry = engine->game->geometry;
    Text command = {0};
    text_add(&command, "set_free_handicap");
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (position->cells[cell] == BLACK) {
            char vertex[POINT_TEXT_MAX];
            text_add(&command, " %s",
                     game_line_vertex(engine->line, geometry->point_of[cell], vertex));
        }
    }
    const EngineAnswer answer = engine_client_ask(&engine->client, text_get(&command), status);
    text_free(&command);
    return answer.outcome == ENGINE_OK;
}

static bool tell_set_up(AnalysisEngine *engine, const GameLinePosition *position, Status *status) {
    const GameLine *line = engine->line;
    EngineClient *client = &engine->client;
    const bool is_handicap = line->handicap >= 2 && engine->knows_handicap &&
                             count_stones(line, position, BLACK) == line->handicap &&
                             count_stones(line, position, WHITE) == 0;
    return engine_client_new_game(client, line->width, line->height, position->komi, status) &&
           (is_handicap
                ? tell_handicap(engine, position, status)
                : engine_client_place(client, engine->game->geometry, position->cells, status));
}

/* Sends the next position of the line. */
static bool tell_next(AnalysisEngine *engine, Status *status) {
    const GameLine *line = engine->line;
    const int position = engine->next++;
    if (line->positions[position].is_set_up) {
        return tell_set_up(engine, &line->positions[position], status);
    }
    const GameLineMove *move = &line->moves[position - 1];
    return engine_client_play(&engine->client, move->color, move->point, line->height, status);
}

/* Brings the engine to a position, from the last set-up before it if the engine is past it. */
static bool go_to(AnalysisEngine *engine, int position, Status *status) {
    bool ok = engine_client_is_running(&engine->client) ||
              (analysis_engine_start(engine, status) && introduce(engine, status));
    if (engine->next > position) {
        for (engine->next = position; !engine->line->positions[engine->next].is_set_up;) {
            engine->next--;
        }
    }
    while (ok && engine->next <= position) {
        ok = tell_next(engine, status);
    }
    return ok;
}

/* ---- Analyses ---- */

static bool open_analysis(AnalysisEngine *engine, Color color, Status *status) {
    const int64_t visits = engine->limits.visits;
    char command[128];
    EngineAnswer answer;
    if (engine->form == REQUEST_LIMITED && visits == INT64_MAX) {
        engine->form = REQUEST_ENDLESS;
    }
    do {
        /* A form without a limit leaves the last argument unused. */
        snprintf(command, sizeof command, REQUESTS[engine->form], color_name(color),
                 (long long)visits);
        answer = engine->client.answer = engine_process_open_stream(
            &engine->client.process, command, engine->client.timeout, status);
    } while (answer.outcome == ENGINE_REFUSED && ++engine->form < REQUEST_COUNT);
    return answer.outcome == ENGINE_OK;
}

static bool close_analysis(AnalysisEngine *engine, Status *status) {
    engine->client.answer =
        engine_process_close_stream(&engine->client.process, engine->client.timeout, status);
    return engine->client.answer.outcome == ENGINE_OK;
}

/* Reads reports until one has at least the visits asked for, or time is up; the first may come
 * late, but must come. Keeps the last report within the limit, or the first if it exceeds the
 * limit. Returns false if the stream fails or makes no sense. */
static bool read_reports(AnalysisEngine *engine, Color color, PositionAnalysis *analysis,
                         Status *status) {
    const GameLine *line = engine->line;
    const AnalysisLimits limits = engine->limits;
    const double start = clock_seconds();
    double most = engine->client.timeout;
    bool has_report = false;
    PositionAnalysis report = {0};
    do {
        const EngineAnswer answer = engine->client.answer = engine_process_read_line(
            &engine->client.process, start + most - clock_seconds(), status);
        if (answer.outcome == ENGINE_TIMEOUT && has_report) {
            return isfinite(limits.seconds)
                       ? close_analysis(engine, status)
                       : status_fail(status, "the engine made %lld visit%s instead of %lld in %g s",
                                     (long long)analysis->visits, text_plural(analysis->visits),
                                     (long long)limits.visits, engine->client.timeout);
        }
        if (answer.outcome != ENGINE_OK) {
            return false;
        }
        if (answer.text == NULL) {
            return has_report || status_fail(status, "the engine's analysis was empty");
        }
        if (engine->form == REQUEST_SEARCH && strncmp(answer.text, "play ", 5) == 0) {
            continue;
        }
        if (!position_analysis_read(answer.text, line->width, line->height, color, &report,
                                    status)) {
            return false;
        }
        if (!has_report || report.visits <= limits.visits) {
            *analysis = report;
        }
        has_report = true;
        most = isfinite(limits.seconds) ? limits.seconds : engine->client.timeout;
    } while (report.visits < limits.visits);
    return close_analysis(engine, status);
}

/* Switches to REQUEST_SEARCH and sets KataGo's parameter maxVisits. *is_new tells whether the
 * engine knows both, and the request was another one before. */
static bool turn_to_search(AnalysisEngine *engine, bool *is_new, Status *status) {
    EngineClient *client = &engine->client;
    char command[64], text[8];
    bool knows_search, knows_parameters;
    *is_new = false;
    if (engine->form == REQUEST_SEARCH) {
        return true;
    }
    if (!engine_client_knows(client, "kata-search_analyze_cancellable", &knows_search, status) ||
        !engine_client_knows(client, "kata-set-param", &knows_parameters, status)) {
        return false;
    }
    if (!knows_search || !knows_parameters) {
        return true;
    }
    snprintf(command, sizeof command, "kata-set-param maxVisits %lld",
             (long long)engine->limits.visits);
    engine->form = REQUEST_SEARCH;
    *is_new = true;
    return engine_client_ask_line(client, command, text, sizeof text, status);
}

/* After a first report over the limit, makes the engine forget what it kept from earlier positions.
 * If that was not enough, switches to REQUEST_SEARCH as well. */
static bool prepare_again(AnalysisEngine *engine, int64_t visits, bool has_forgotten,
                          Status *status) {
    char text[8];
    bool is_new = true;
    if (has_forgotten && !turn_to_search(engine, &is_new, status)) {
        return false;
    }
    return is_new ? engine_client_ask_line(&engine->client, "clear_cache", text, sizeof text,
                                           status) /* a refusal is fine */
                  : status_fail(status, "the first report of the engine has %lld visits, over %lld",
                                (long long)visits, (long long)engine->limits.visits);
}

/* Cuts each line of play before its first illegal move. */
static bool check_pvs(AnalysisEngine *engine, const GameLinePosition *position,
                      PositionAnalysis *analysis, Status *status) {
    for (int i = 0; i < analysis->candidate_count; i++) {
        Candidate *candidate = &analysis->candidates[i];
        candidate->pv_length = game_line_count_legal(position, candidate->pv, candidate->pv_length,
                                                     &engine->game->board);
        if (candidate->pv_length == 0) {
            char vertex[POINT_TEXT_MAX];
            return status_fail(status, "the engine would play the illegal move %s",
                               game_line_vertex(engine->line, candidate->move, vertex));
        }
    }
    return true;
}

/* Asks about the position that the engine is in. Fails if its first report has more visits than
 * the limit even after it was told to forget what it knew. */
static bool ask(AnalysisEngine *engine, int index, Status *status) {
    const GameLinePosition *position = &engine->line->positions[index];
    PositionAnalysis *analysis = &engine->analyses[index];
    for (int tries = 0;; tries++) {
        if (!open_analysis(engine, position->to_move, status) ||
            !read_reports(engine, position->to_move, analysis, status)) {
            return false;
        }
        if (analysis->visits <= engine->limits.visits) {
            return check_pvs(engine, position, analysis, status);
        }
        if (!prepare_again(engine, analysis->visits, tries > 0, status)) {
            return false;
        }
    }
}

bool analysis_engine_run(AnalysisEngine *engine, int first, int last, Status *status) {
    for (int i = first; i <= last; i++) {
        if (!go_to(engine, i, status) || !ask(engine, i, status)) {
            return false;
        }
    }
    return true;
}
