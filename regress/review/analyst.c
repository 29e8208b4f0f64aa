#include "regress/review/analyst.h"

#include <math.h>
#include <stdarg.h>
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

static const double quit_seconds = 2;     /* for an engine that works to end by itself */
static const double broken_seconds = 0.2; /* for one that does not */

/* ---- Telling ---- */

static bool tell(Analyst *analyst, Status *status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool tell(Analyst *analyst, Status *status, const char *format, ...) {
    char command[128];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    return engine_process_ask(&analyst->process, command, analyst->timeout, status).outcome ==
           ENGINE_OK;
}

/* Copies the answer's first line, "" if the engine refuses. */
static bool ask_text(Analyst *analyst, const char *command, char *text, size_t size,
                     Status *status) {
    const EngineAnswer answer =
        engine_process_ask(&analyst->process, command, analyst->timeout, status);
    snprintf(text, size, "%.*s", answer.outcome == ENGINE_OK ? (int)strcspn(answer.text, "\n") : 0,
             answer.text);
    return answer.outcome == ENGINE_OK || answer.outcome == ENGINE_REFUSED;
}

static bool ask_known(Analyst *analyst, const char *command, bool *is_known, Status *status) {
    char question[64], text[8];
    snprintf(question, sizeof question, "known_command %s", command);
    const bool ok = ask_text(analyst, question, text, sizeof text, status);
    *is_known = ok && strcmp(text, "true") == 0;
    return ok;
}

/* Tells the rules if the record names some; otherwise the engine keeps its own. */
static bool tell_rules(Analyst *analyst, Status *status) {
    const Rules *rules = analyst->line->rules;
    bool is_known;
    if (rules == NULL) {
        return true;
    }
    return ask_known(analyst, "kata-set-rules", &is_known, status) &&
           (!is_known || tell(analyst, status, "kata-set-rules %s", rules->name));
}

static bool introduce(Analyst *analyst, Status *status) {
    const GameLine *line = analyst->line;
    bool is_known;
    if (!ask_text(analyst, "name", analyst->name, sizeof analyst->name, status) ||
        !ask_text(analyst, "version", analyst->version, sizeof analyst->version, status) ||
        !ask_known(analyst, "kata-analyze", &is_known, status)) {
        return false;
    }
    if (!is_known) {
        return status_fail(status, "the engine does not know kata-analyze");
    }
    if (!ask_known(analyst, "dihedra-rank-odds", &analyst->knows_ranks, status) ||
        !ask_known(analyst, "set_free_handicap", &analyst->knows_handicap, status)) {
        return false;
    }
    const bool is_square = line->width == line->height;
    return (is_square ? tell(analyst, status, "boardsize %d", line->width)
                      : tell(analyst, status, "rectangular_boardsize %d %d", line->width,
                             line->height)) &&
           tell_rules(analyst, status);
}

bool analyst_start(Analyst *analyst, const char *command, const char *error_path, double timeout,
                   const GameLine *line, Interrupt *interrupt, Status *status) {
    *analyst = (Analyst){.interrupt = interrupt,
                         .line = line,
                         .game = memory_check(game_new(1)),
                         .timeout = timeout};
    if (!game_clear(analyst->game, line->width, line->height, status) ||
        !engine_process_start(&analyst->process, command, error_path, status)) {
        return false;
    }
    interrupt_set_process(interrupt, 0, analyst->process.pid);
    return introduce(analyst, status);
}

void analyst_stop(Analyst *analyst) {
    Status ignored;
    interrupt_set_process(analyst->interrupt, 0, 0);
    engine_process_stop(&analyst->process,
                        analyst->process.failure == ENGINE_OK ? quit_seconds : broken_seconds,
                        &ignored);
    game_free(analyst->game);
    analyst->game = NULL;
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
static bool tell_handicap(Analyst *analyst, const LinePosition *position, Status *status) {
    const Geometry *geometry = analyst->game->geometry;
    Text command = {0};
    text_add(&command, "set_free_handicap");
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (position->cells[cell] == BLACK) {
            char vertex[POINT_TEXT_MAX];
            text_add(&command, " %s", line_vertex(analyst->line, geometry->point_of[cell], vertex));
        }
    }
    const EngineAnswer answer =
        engine_process_ask(&analyst->process, text_get(&command), analyst->timeout, status);
    text_free(&command);
    return answer.outcome == ENGINE_OK;
}

/* Tells the stones by "play": whatever their order, none captures. */
static bool tell_stones(Analyst *analyst, const LinePosition *position, Status *status) {
    const Geometry *geometry = analyst->game->geometry;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Color color = (Color)position->cells[cell];
        char vertex[POINT_TEXT_MAX];
        if (color != EMPTY && !tell(analyst, status, "play %s %s", color_name(color),
                                    line_vertex(analyst->line, geometry->point_of[cell], vertex))) {
            return false;
        }
    }
    return true;
}

static bool tell_set_up(Analyst *analyst, const LinePosition *position, Status *status) {
    const GameLine *line = analyst->line;
    const bool is_handicap = line->handicap >= 2 && analyst->knows_handicap &&
                             count_stones(line, position, BLACK) == line->handicap &&
                             count_stones(line, position, WHITE) == 0;
    return tell(analyst, status, "clear_board") &&
           tell(analyst, status, "komi %.12g", position->komi) &&
           (is_handicap ? tell_handicap(analyst, position, status)
                        : tell_stones(analyst, position, status));
}

bool analyst_lead(Analyst *analyst, int position, Status *status) {
    const GameLine *line = analyst->line;
    if (line->positions[position].is_set_up) {
        return tell_set_up(analyst, &line->positions[position], status);
    }
    const LineMove *move = &line->moves[position - 1];
    char vertex[POINT_TEXT_MAX];
    return tell(analyst, status, "play %s %s", color_name(move->color),
                line_vertex(analyst->line, move->point, vertex));
}

/* ---- Analyses ---- */

static void write_request(int form, Color color, const AnalystLimits *limits, char command[128]) {
    const char *name = color_name(color);
    if (form == REQUEST_LIMITED) {
        snprintf(command, 128, REQUESTS[form], name, (long long)limits->visits);
    } else {
        snprintf(command, 128, REQUESTS[form], name);
    }
}

static bool open_analysis(Analyst *analyst, Color color, const AnalystLimits *limits,
                          Status *status) {
    if (analyst->form == REQUEST_LIMITED && limits->visits == INT64_MAX) {
        analyst->form = REQUEST_ENDLESS;
    }
    EngineAnswer answer;
    do {
        char command[128];
        write_request(analyst->form, color, limits, command);
        answer = engine_process_open_stream(&analyst->process, command, analyst->timeout, status);
    } while (answer.outcome == ENGINE_REFUSED && ++analyst->form < REQUEST_COUNT);
    return answer.outcome == ENGINE_OK;
}

static bool close_analysis(Analyst *analyst, Status *status) {
    return engine_process_close_stream(&analyst->process, analyst->timeout, status).outcome ==
           ENGINE_OK;
}

/* Time is up: the normal end if seconds limit the analysis, else a failure. */
static bool end_late(Analyst *analyst, const AnalystLimits *limits, int64_t visits,
                     Status *status) {
    return isfinite(limits->seconds)
               ? close_analysis(analyst, status)
               : status_fail(status, "the engine made %lld visit%s instead of %lld in %g s",
                             (long long)visits, text_plural(visits), (long long)limits->visits,
                             analyst->timeout);
}

/* Reads reports until one has at least the visits asked for, or time is up; the first may come
 * late, but must come. Keeps the last report within the limit, or the first if it exceeds the
 * limit. Returns false if the stream fails or makes no sense. */
static bool read_reports(Analyst *analyst, Color color, const AnalystLimits *limits,
                         PositionAnalysis *analysis, Status *status) {
    const GameLine *line = analyst->line;
    const double start = clock_seconds();
    double most = analyst->timeout;
    bool is_told = false;
    PositionAnalysis told = {0};
    do {
        const EngineAnswer answer =
            engine_process_read_line(&analyst->process, start + most - clock_seconds(), status);
        if (answer.outcome == ENGINE_TIMEOUT && is_told) {
            return end_late(analyst, limits, analysis->visits, status);
        }
        if (answer.outcome != ENGINE_OK) {
            return false;
        }
        if (answer.text == NULL) {
            return is_told || status_fail(status, "the engine's analysis was empty");
        }
        if (analyst->form == REQUEST_SEARCH && strncmp(answer.text, "play ", 5) == 0) {
            continue;
        }
        if (!position_analysis_read(answer.text, line->width, line->height, color, &told, status)) {
            return false;
        }
        if (!is_told || told.visits <= limits->visits) {
            *analysis = told;
        }
        is_told = true;
        most = isfinite(limits->seconds) ? limits->seconds : analyst->timeout;
    } while (told.visits < limits->visits);
    return close_analysis(analyst, status);
}

/* Sets KataGo's parameter maxVisits and switches to REQUEST_SEARCH. *is_set tells whether that was
 * done: the engine knows both, and the request was another one before. */
static bool turn_to_search(Analyst *analyst, const AnalystLimits *limits, bool *is_set,
                           Status *status) {
    char command[64], text[8];
    *is_set = false;
    if (analyst->form == REQUEST_SEARCH) {
        return true;
    }
    bool knows_search, knows_parameters;
    if (!ask_known(analyst, "kata-search_analyze_cancellable", &knows_search, status) ||
        !ask_known(analyst, "kata-set-param", &knows_parameters, status)) {
        return false;
    }
    if (!knows_search || !knows_parameters) {
        return true;
    }
    snprintf(command, sizeof command, "kata-set-param maxVisits %lld", (long long)limits->visits);
    analyst->form = REQUEST_SEARCH;
    *is_set = true;
    return ask_text(analyst, command, text, sizeof text, status);
}

/* After a first report over the limit, makes the engine forget what it kept from earlier positions.
 * If that was not enough, switches to REQUEST_SEARCH as well. */
static bool prepare_again(Analyst *analyst, const AnalystLimits *limits, int64_t visits,
                          bool has_forgotten, Status *status) {
    char text[8];
    bool is_set = true;
    if (has_forgotten && !turn_to_search(analyst, limits, &is_set, status)) {
        return false;
    }
    return is_set
               ? ask_text(analyst, "clear_cache", text, sizeof text, status) /* a refusal is fine */
               : status_fail(status, "the first report of the engine has %lld visits, over %lld",
                             (long long)visits, (long long)limits->visits);
}

/* Cuts the line of play before its first illegal move. */
static bool check_pv(Analyst *analyst, const LinePosition *position, PositionAnalysis *analysis,
                     Status *status) {
    analysis->pv_length =
        line_count_legal(position, analysis->pv, analysis->pv_length, &analyst->game->board);
    if (analysis->pv_length == 0 && analysis->best != POINT_NONE) {
        char vertex[POINT_TEXT_MAX];
        return status_fail(status, "the engine would play the illegal move %s",
                           line_vertex(analyst->line, analysis->best, vertex));
    }
    return true;
}

bool analyst_ask(Analyst *analyst, int position, const AnalystLimits *limits,
                 PositionAnalysis *analysis, Status *status) {
    const LinePosition *asked = &analyst->line->positions[position];
    for (int tries = 0;; tries++) {
        if (!open_analysis(analyst, asked->to_move, limits, status) ||
            !read_reports(analyst, asked->to_move, limits, analysis, status)) {
            return false;
        }
        if (analysis->visits <= limits->visits) {
            return check_pv(analyst, asked, analysis, status);
        }
        if (!prepare_again(analyst, limits, analysis->visits, tries > 0, status)) {
            return false;
        }
    }
}

bool analyst_ask_rank(Analyst *analyst, int move, StrengthEvidence *evidence, Status *status) {
    const LineMove *played = &analyst->line->moves[move];
    char command[64], vertex[POINT_TEXT_MAX];
    if (!analyst->knows_ranks) {
        return true;
    }
    snprintf(command, sizeof command, "dihedra-rank-odds %s %s", color_name(played->color),
             line_vertex(analyst->line, played->point, vertex));
    const EngineAnswer answer =
        engine_process_ask(&analyst->process, command, analyst->timeout, status);
    return answer.outcome == ENGINE_REFUSED ||
           (answer.outcome == ENGINE_OK && strength_add(evidence, answer.text, status));
}
