#include "regress/review/analysis_engine.h"

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

/* ---- Start ---- */

/* Tells the rules if the record names some; otherwise the engine keeps its own. */
static bool tell_rules(AnalysisEngine *analysis_engine, Status *status) {
    const Rules *rules = analysis_engine->line->rules;
    bool is_known;
    return rules == NULL ||
           (engine_client_knows(&analysis_engine->client, "kata-set-rules", &is_known, status) &&
            (!is_known || engine_client_tell(&analysis_engine->client, status, "kata-set-rules %s",
                                             rules->name)));
}

static bool introduce(AnalysisEngine *analysis_engine, Status *status) {
    EngineClient *client = &analysis_engine->client;
    bool is_known;
    if (!engine_client_ask_line(client, "name", analysis_engine->name, sizeof analysis_engine->name,
                                status) ||
        !engine_client_ask_line(client, "version", analysis_engine->version,
                                sizeof analysis_engine->version, status) ||
        !engine_client_knows(client, "kata-analyze", &is_known, status)) {
        return false;
    }
    if (!is_known) {
        return status_fail(status, "the engine does not know kata-analyze");
    }
    return engine_client_knows(client, "dihedra-rank-odds", &analysis_engine->knows_ranks,
                               status) &&
           engine_client_knows(client, "set_free_handicap", &analysis_engine->knows_handicap,
                               status) &&
           tell_rules(analysis_engine, status);
}

bool analysis_engine_start(AnalysisEngine *analysis_engine, const EngineClient *client,
                           const GameLine *line, Status *status) {
    *analysis_engine =
        (AnalysisEngine){.client = *client, .line = line, .game = memory_check(game_new(1))};
    return game_clear(analysis_engine->game, line->width, line->height, status) &&
           engine_client_start(&analysis_engine->client, status) &&
           introduce(analysis_engine, status);
}

void analysis_engine_stop(AnalysisEngine *analysis_engine) {
    Status ignored;
    engine_client_stop(&analysis_engine->client, &ignored);
    game_free(analysis_engine->game);
    analysis_engine->game = NULL;
}

/* ---- Positions ---- */

static int count_stones(const GameLine *line, const LinePosition *position, Color color) {
    int count = 0;
    for (int cell = 0; cell < line->width * line->height; cell++) {
        count += position->cells[cell] == color;
    }
    return count;
}

/* Tells Black's stones as a handicap, which affects the score under some rules. */
static bool tell_handicap(AnalysisEngine *analysis_engine, const LinePosition *position,
                          Status *status) {
    const Geometry *geometry = analysis_engine->game->geometry;
    Text command = {0};
    text_add(&command, "set_free_handicap");
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (position->cells[cell] == BLACK) {
            char vertex[POINT_TEXT_MAX];
            text_add(&command, " %s",
                     line_vertex(analysis_engine->line, geometry->point_of[cell], vertex));
        }
    }
    const EngineAnswer answer =
        engine_client_ask(&analysis_engine->client, text_get(&command), status);
    text_free(&command);
    return answer.outcome == ENGINE_OK;
}

static bool tell_set_up(AnalysisEngine *analysis_engine, const LinePosition *position,
                        Status *status) {
    const GameLine *line = analysis_engine->line;
    EngineClient *client = &analysis_engine->client;
    const bool is_handicap = line->handicap >= 2 && analysis_engine->knows_handicap &&
                             count_stones(line, position, BLACK) == line->handicap &&
                             count_stones(line, position, WHITE) == 0;
    return engine_client_new_game(client, line->width, line->height, position->komi, status) &&
           (is_handicap ? tell_handicap(analysis_engine, position, status)
                        : engine_client_place(client, analysis_engine->game->geometry,
                                              position->cells, status));
}

bool analysis_engine_set_position(AnalysisEngine *analysis_engine, int position, Status *status) {
    const GameLine *line = analysis_engine->line;
    if (line->positions[position].is_set_up) {
        return tell_set_up(analysis_engine, &line->positions[position], status);
    }
    const LineMove *move = &line->moves[position - 1];
    return engine_client_play(&analysis_engine->client, move->color, move->point, line->height,
                              status);
}

/* ---- Analyses ---- */

static void write_request(int form, Color color, const AnalysisLimits *limits, char command[128]) {
    const char *name = color_name(color);
    if (form == REQUEST_LIMITED) {
        snprintf(command, 128, REQUESTS[form], name, (long long)limits->visits);
    } else {
        snprintf(command, 128, REQUESTS[form], name);
    }
}

static bool open_analysis(AnalysisEngine *analysis_engine, Color color,
                          const AnalysisLimits *limits, Status *status) {
    if (analysis_engine->form == REQUEST_LIMITED && limits->visits == INT64_MAX) {
        analysis_engine->form = REQUEST_ENDLESS;
    }
    EngineAnswer answer;
    do {
        char command[128];
        write_request(analysis_engine->form, color, limits, command);
        answer = engine_process_open_stream(&analysis_engine->client.process, command,
                                            analysis_engine->client.timeout, status);
    } while (answer.outcome == ENGINE_REFUSED && ++analysis_engine->form < REQUEST_COUNT);
    return answer.outcome == ENGINE_OK;
}

static bool close_analysis(AnalysisEngine *analysis_engine, Status *status) {
    return engine_process_close_stream(&analysis_engine->client.process,
                                       analysis_engine->client.timeout, status)
               .outcome == ENGINE_OK;
}

/* Time is up: the normal end if seconds limit the analysis, else a failure. */
static bool end_late(AnalysisEngine *analysis_engine, const AnalysisLimits *limits, int64_t visits,
                     Status *status) {
    return isfinite(limits->seconds)
               ? close_analysis(analysis_engine, status)
               : status_fail(status, "the engine made %lld visit%s instead of %lld in %g s",
                             (long long)visits, text_plural(visits), (long long)limits->visits,
                             analysis_engine->client.timeout);
}

/* Reads reports until one has at least the visits asked for, or time is up; the first may come
 * late, but must come. Keeps the last report within the limit, or the first if it exceeds the
 * limit. Returns false if the stream fails or makes no sense. */
static bool read_reports(AnalysisEngine *analysis_engine, Color color, const AnalysisLimits *limits,
                         PositionAnalysis *analysis, Status *status) {
    const GameLine *line = analysis_engine->line;
    const double start = clock_seconds();
    double most = analysis_engine->client.timeout;
    bool is_told = false;
    PositionAnalysis told = {0};
    do {
        const EngineAnswer answer = engine_process_read_line(
            &analysis_engine->client.process, start + most - clock_seconds(), status);
        if (answer.outcome == ENGINE_TIMEOUT && is_told) {
            return end_late(analysis_engine, limits, analysis->visits, status);
        }
        if (answer.outcome != ENGINE_OK) {
            return false;
        }
        if (answer.text == NULL) {
            return is_told || status_fail(status, "the engine's analysis was empty");
        }
        if (analysis_engine->form == REQUEST_SEARCH && strncmp(answer.text, "play ", 5) == 0) {
            continue;
        }
        if (!position_analysis_read(answer.text, line->width, line->height, color, &told, status)) {
            return false;
        }
        if (!is_told || told.visits <= limits->visits) {
            *analysis = told;
        }
        is_told = true;
        most = isfinite(limits->seconds) ? limits->seconds : analysis_engine->client.timeout;
    } while (told.visits < limits->visits);
    return close_analysis(analysis_engine, status);
}

/* Sets KataGo's parameter maxVisits and switches to REQUEST_SEARCH. *is_set tells whether that was
 * done: the engine knows both, and the request was another one before. */
static bool turn_to_search(AnalysisEngine *analysis_engine, const AnalysisLimits *limits,
                           bool *is_set, Status *status) {
    char command[64], text[8];
    *is_set = false;
    if (analysis_engine->form == REQUEST_SEARCH) {
        return true;
    }
    bool knows_search, knows_parameters;
    if (!engine_client_knows(&analysis_engine->client, "kata-search_analyze_cancellable",
                             &knows_search, status) ||
        !engine_client_knows(&analysis_engine->client, "kata-set-param", &knows_parameters,
                             status)) {
        return false;
    }
    if (!knows_search || !knows_parameters) {
        return true;
    }
    snprintf(command, sizeof command, "kata-set-param maxVisits %lld", (long long)limits->visits);
    analysis_engine->form = REQUEST_SEARCH;
    *is_set = true;
    return engine_client_ask_line(&analysis_engine->client, command, text, sizeof text, status);
}

/* After a first report over the limit, makes the engine forget what it kept from earlier positions.
 * If that was not enough, switches to REQUEST_SEARCH as well. */
static bool prepare_again(AnalysisEngine *analysis_engine, const AnalysisLimits *limits,
                          int64_t visits, bool has_forgotten, Status *status) {
    char text[8];
    bool is_set = true;
    if (has_forgotten && !turn_to_search(analysis_engine, limits, &is_set, status)) {
        return false;
    }
    return is_set ? engine_client_ask_line(&analysis_engine->client, "clear_cache", text,
                                           sizeof text, status) /* a refusal is fine */
                  : status_fail(status, "the first report of the engine has %lld visits, over %lld",
                                (long long)visits, (long long)limits->visits);
}

/* Cuts the line of play before its first illegal move. */
static bool check_pv(AnalysisEngine *analysis_engine, const LinePosition *position,
                     PositionAnalysis *analysis, Status *status) {
    analysis->pv_length = line_count_legal(position, analysis->pv, analysis->pv_length,
                                           &analysis_engine->game->board);
    if (analysis->pv_length == 0 && analysis->best != POINT_NONE) {
        char vertex[POINT_TEXT_MAX];
        return status_fail(status, "the engine would play the illegal move %s",
                           line_vertex(analysis_engine->line, analysis->best, vertex));
    }
    return true;
}

bool analysis_engine_ask(AnalysisEngine *analysis_engine, int position,
                         const AnalysisLimits *limits, PositionAnalysis *analysis, Status *status) {
    const LinePosition *asked = &analysis_engine->line->positions[position];
    for (int tries = 0;; tries++) {
        if (!open_analysis(analysis_engine, asked->to_move, limits, status) ||
            !read_reports(analysis_engine, asked->to_move, limits, analysis, status)) {
            return false;
        }
        if (analysis->visits <= limits->visits) {
            return check_pv(analysis_engine, asked, analysis, status);
        }
        if (!prepare_again(analysis_engine, limits, analysis->visits, tries > 0, status)) {
            return false;
        }
    }
}

bool analysis_engine_ask_rank(AnalysisEngine *analysis_engine, int move, RankEvidence *evidence,
                              Status *status) {
    const LineMove *played = &analysis_engine->line->moves[move];
    char command[64], vertex[POINT_TEXT_MAX];
    if (!analysis_engine->knows_ranks) {
        return true;
    }
    snprintf(command, sizeof command, "dihedra-rank-odds %s %s", color_name(played->color),
             line_vertex(analysis_engine->line, played->point, vertex));
    const EngineAnswer answer = engine_client_ask(&analysis_engine->client, command, status);
    return answer.outcome == ENGINE_REFUSED ||
           (answer.outcome == ENGINE_OK && rank_evidence_add(evidence, answer.text, status));
}
