#include "regress/review/review_search.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"

/* Starts it, asks for name, version and known commands, and sets the record's rules if it names
 * any. */
static bool start_engine(AnalysisEngine *engine, Status *status) {
    EngineClient *client = &engine->client;
    const char *rules = engine->line->rules;
    bool knows_analysis, knows_rules;
    engine->next = 0;
    engine->has_worked = false;
    engine->knows_limit = true;
    return engine_client_start(client, status) && engine_client_introduce(client, status) &&
           engine_client_knows(client, "kata-analyze", &knows_analysis, status) &&
           (knows_analysis || status_fail(status, "the engine does not know kata-analyze")) &&
           engine_client_knows(client, "set_free_handicap", &engine->knows_handicap, status) &&
           (rules == NULL ||
            (engine_client_knows(client, "kata-set-rules", &knows_rules, status) &&
             (!knows_rules || engine_client_tell(client, status, "kata-set-rules %s", rules))));
}

/* ---- Positions ---- */

/* Brings the engine to a position, from the last set-up before it if the engine is past it. */
static bool go_to(AnalysisEngine *engine, int position, Status *status) {
    EngineClient *client = &engine->client;
    const GameLine *line = engine->line;
    bool ok = engine_client_is_running(client) || start_engine(engine, status);
    if (engine->next > position) {
        for (engine->next = position; !line->positions[engine->next].is_set_up;) {
            engine->next--;
        }
    }
    for (; ok && engine->next <= position; engine->next++) {
        const GameLinePosition *next = &line->positions[engine->next];
        const GameLineMove *move = &line->moves[engine->next - 1];
        ok = next->is_set_up
                 ? engine_client_new_game(client, line->width, line->height, next->komi, status) &&
                       engine_client_place(client, line->geometry, next->cells,
                                           engine->knows_handicap ? line->handicap : 0, status)
                 : engine_client_play(client, move->color, move->point, line->height, status);
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
 * late, but must come. Returns the last report within the limit, or the first if it exceeds the
 * limit; NULL if the stream fails or makes no sense. */
static char *read_reports(AnalysisEngine *engine, int position, int64_t *visits, Status *status) {
    const AnalysisLimits limits = engine->limits;
    const double start = clock_seconds();
    double most = engine->client.timeout;
    char *best = NULL;
    PositionAnalysis report = {0};
    bool ok = true;
    do {
        const EngineAnswer answer =
            engine_client_read_line(&engine->client, start + most - clock_seconds(), status);
        if (answer.outcome == ENGINE_OK && answer.text == NULL) {
            if (best == NULL) {
                status_fail(status, "the engine's analysis was empty");
            }
            return best;
        }
        if (answer.outcome == ENGINE_TIMEOUT && best != NULL) {
            ok = isfinite(limits.seconds) ||
                 status_fail(status, "the engine made %lld visit%s instead of %lld in %g s",
                             (long long)*visits, text_plural(*visits), (long long)limits.visits,
                             engine->client.timeout);
            break;
        }
        Status why;
        ok = answer.outcome == ENGINE_OK &&
             (position_analysis_read(answer.text, engine->line, position, &report, &why) ||
              status_fail(status, "%s: %.60s", why.text, answer.text));
        if (ok && (best == NULL || report.visits <= limits.visits)) {
            free(best);
            best = memory_copy(answer.text);
            *visits = report.visits;
        }
        most = isfinite(limits.seconds) ? limits.seconds : engine->client.timeout;
    } while (ok && report.visits < limits.visits);
    if (!ok || engine_client_close_stream(&engine->client, status).outcome != ENGINE_OK) {
        free(best);
        return NULL;
    }
    return best;
}

/* If the first report has more visits than the limit, makes the engine forget what it kept from
 * earlier positions, and asks once more. */
char *analysis_engine_ask(AnalysisEngine *engine, int position, Status *status) {
    const Color color = engine->line->positions[position].to_move;
    char text[8];
    if (!go_to(engine, position, status)) {
        return NULL;
    }
    for (int tries = 0;; tries++) {
        int64_t visits = 0;
        char *report = open_analysis(engine, color, status)
                           ? read_reports(engine, position, &visits, status)
                           : NULL;
        if (report == NULL || visits <= engine->limits.visits) {
            engine->has_worked = engine->has_worked || report != NULL;
            return report;
        }
        free(report);
        if (tries > 0) {
            status_fail(status, "the first report of the engine has %lld visits, over %lld",
                        (long long)visits, (long long)engine->limits.visits);
            return NULL;
        }
        if (!engine_client_ask_line(&engine->client, "clear_cache", text, sizeof text, status)) {
            return NULL; /* a refusal is fine */
        }
    }
}

char *analysis_engine_ask_reason(AnalysisEngine *engine, int position, const char *command) {
    Status ignored;
    if (!go_to(engine, position, &ignored)) {
        return NULL;
    }
    const EngineAnswer answer = engine_client_ask(&engine->client, command, &ignored);
    return answer.outcome == ENGINE_OK ? memory_copy(answer.text) : NULL;
}
