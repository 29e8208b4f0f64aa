#include "regress/review/analysis/analysis_engine.h"

#include <math.h>
#include <stdio.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"

/* ---- Start and end ---- */

bool analysis_engine_start(AnalysisEngine *engine, Status *status) {
    analysis_engine_stop(engine);
    engine->game = memory_check(game_new(1));
    engine->next = 0;
    engine->knows_limit = true;
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

/* Asks for a report every hundredth of a second. Only this program's engine knows maxvisits; of
 * other engines the last report within the limit counts. */
static bool open_analysis(AnalysisEngine *engine, Color color, Status *status) {
    EngineClient *client = &engine->client;
    for (;;) {
        const bool is_limited = engine->knows_limit && engine->limits.visits < INT64_MAX;
        char limit[48], command[128];
        snprintf(limit, sizeof limit, "maxvisits %lld ", (long long)engine->limits.visits);
        snprintf(command, sizeof command,
                 "kata-analyze %s 1 %smaxmoves 8 ownership true rootInfo true", color_name(color),
                 is_limited ? limit : "");
        const EngineOutcome outcome = engine_client_open_stream(client, command, status).outcome;
        if (outcome != ENGINE_REFUSED || !is_limited) {
            return outcome == ENGINE_OK;
        }
        engine->knows_limit = false;
    }
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
        const EngineAnswer answer =
            engine_client_read_line(&engine->client, start + most - clock_seconds(), status);
        if (answer.outcome == ENGINE_TIMEOUT && has_report) {
            return isfinite(limits.seconds)
                       ? engine_client_close_stream(&engine->client, status).outcome == ENGINE_OK
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
        json_t *object = position_analysis_parse(answer.text, color);
        const bool ok = position_analysis_read(object, line->width, line->height, &report);
        json_decref(object);
        if (!ok) {
            return status_fail(status, "not an analysis of a %dx%d board: %.60s", line->width,
                               line->height, answer.text);
        }
        if (!has_report || report.visits <= limits.visits) {
            *analysis = report;
        }
        has_report = true;
        most = isfinite(limits.seconds) ? limits.seconds : engine->client.timeout;
    } while (report.visits < limits.visits);
    return engine_client_close_stream(&engine->client, status).outcome == ENGINE_OK;
}

/* Asks about the position that the engine is in. If its first report has more visits than the
 * limit, makes the engine forget what it kept from earlier positions, and asks once more. */
static bool ask_position(AnalysisEngine *engine, int index, Status *status) {
    const Color color = engine->line->positions[index].to_move;
    PositionAnalysis *analysis = &engine->analyses[index];
    char text[8];
    for (int tries = 0;; tries++) {
        if (!open_analysis(engine, color, status) ||
            !read_reports(engine, color, analysis, status)) {
            return false;
        }
        if (analysis->visits <= engine->limits.visits) {
            return analysis_engine_check(engine, index, status);
        }
        if (tries > 0) {
            return status_fail(status, "the first report of the engine has %lld visits, over %lld",
                               (long long)analysis->visits, (long long)engine->limits.visits);
        }
        if (!engine_client_ask_line(&engine->client, "clear_cache", text, sizeof text, status)) {
            return false; /* a refusal is fine */
        }
    }
}

bool analysis_engine_run(AnalysisEngine *engine, int first, int last, Status *status) {
    for (int i = first; i <= last; i++) {
        if (!go_to(engine, i, status) || !ask_position(engine, i, status)) {
            return false;
        }
    }
    return true;
}

/* ---- Both protocols ---- */

bool analysis_engine_check(AnalysisEngine *engine, int index, Status *status) {
    PositionAnalysis *analysis = &engine->analyses[index];
    for (int i = 0; i < analysis->candidate_count; i++) {
        Candidate *candidate = &analysis->candidates[i];
        candidate->pv_length = game_line_count_legal(&engine->line->positions[index], candidate->pv,
                                                     candidate->pv_length, &engine->game->board);
        if (candidate->pv_length == 0) {
            char vertex[POINT_TEXT_MAX];
            return status_fail(status, "the engine would play the illegal move %s",
                               game_line_vertex(engine->line, candidate->move, vertex));
        }
    }
    return true;
}
