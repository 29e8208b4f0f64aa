#include "regress/review/analyst.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"

/* What is asked for, in hundredths of a second between reports, and where an engine of an older
 * kind refuses that, what is asked for instead. */
static const char *const REQUESTS[] = {
    "kata-analyze %s 1 maxmoves 8 ownership true rootInfo true",
    "kata-analyze %s 1 ownership true",
};
enum { REQUEST_COUNT = sizeof REQUESTS / sizeof REQUESTS[0] };

static const double quit_seconds = 2;     /* for an engine that answers to end by itself */
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
    return client_ask(&analyst->client, command, analyst->timeout, status).outcome == CLIENT_OK;
}

/* The answer's first line; "" where the engine refuses. */
static bool ask_text(Analyst *analyst, const char *command, char *text, size_t size,
                     Status *status) {
    const ClientAnswer answer = client_ask(&analyst->client, command, analyst->timeout, status);
    snprintf(text, size, "%.*s", answer.outcome == CLIENT_OK ? (int)strcspn(answer.text, "\n") : 0,
             answer.text);
    return answer.outcome == CLIENT_OK || answer.outcome == CLIENT_REFUSED;
}

static bool ask_known(Analyst *analyst, const char *command, bool *is_known, Status *status) {
    char question[64], text[8];
    snprintf(question, sizeof question, "known_command %s", command);
    const bool ok = ask_text(analyst, question, text, sizeof text, status);
    *is_known = ok && strcmp(text, "true") == 0;
    return ok;
}

/* Only where the record names rules: else the engine keeps its own. */
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
    if (!ask_known(analyst, "set_free_handicap", &analyst->knows_handicap, status)) {
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
        !client_start(&analyst->client, command, error_path, status)) {
        return false;
    }
    interrupt_set_process(interrupt, 0, analyst->client.process);
    return introduce(analyst, status);
}

void analyst_stop(Analyst *analyst) {
    Status ignored;
    interrupt_set_process(analyst->interrupt, 0, 0);
    client_stop(&analyst->client,
                analyst->client.failure == CLIENT_OK ? quit_seconds : broken_seconds, &ignored);
    game_free(analyst->game);
    analyst->game = NULL;
}

/* ---- Positions ---- */

static const char *vertex_text(const Analyst *analyst, Point point, char text[POINT_TEXT_MAX]) {
    return point_to_text(point, analyst->line->height, text);
}

static int count_stones(const GameLine *line, const LinePosition *position, Color color) {
    int count = 0;
    for (int cell = 0; cell < line->width * line->height; cell++) {
        count += position->cells[cell] == color;
    }
    return count;
}

/* As a handicap, which counts in the score under some rules. */
static bool tell_handicap(Analyst *analyst, const LinePosition *position, Status *status) {
    const Geometry *geometry = analyst->game->geometry;
    Text command = {0};
    text_add(&command, "set_free_handicap");
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (position->cells[cell] == BLACK) {
            char vertex[POINT_TEXT_MAX];
            text_add(&command, " %s", vertex_text(analyst, geometry->point_of[cell], vertex));
        }
    }
    const ClientAnswer answer =
        client_ask(&analyst->client, text_get(&command), analyst->timeout, status);
    text_free(&command);
    return answer.outcome == CLIENT_OK;
}

/* By play: whatever their order, none of the stones captures. */
static bool tell_stones(Analyst *analyst, const LinePosition *position, Status *status) {
    const Geometry *geometry = analyst->game->geometry;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Color color = (Color)position->cells[cell];
        char vertex[POINT_TEXT_MAX];
        if (color != EMPTY && !tell(analyst, status, "play %s %s", color_name(color),
                                    vertex_text(analyst, geometry->point_of[cell], vertex))) {
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
           tell(analyst, status, "komi %.12g", line->komi) &&
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
                vertex_text(analyst, move->point, vertex));
}

/* ---- Analyses ---- */

static bool open_analysis(Analyst *analyst, Color color, Status *status) {
    ClientAnswer answer;
    do {
        char command[96];
        snprintf(command, sizeof command, REQUESTS[analyst->form], color_name(color));
        answer = client_open_stream(&analyst->client, command, analyst->timeout, status);
    } while (answer.outcome == CLIENT_REFUSED && ++analyst->form < REQUEST_COUNT);
    return answer.outcome == CLIENT_OK;
}

static bool close_analysis(Analyst *analyst, Status *status) {
    return client_close_stream(&analyst->client, analyst->timeout, status).outcome == CLIENT_OK;
}

/* Time is up, for an analysis of some seconds as it should be. */
static bool end_late(Analyst *analyst, const AnalystLimits *limits, int64_t visits,
                     Status *status) {
    return isfinite(limits->seconds)
               ? close_analysis(analyst, status)
               : status_fail(status, "the engine made %lld visits in place of %lld in %g s",
                             (long long)visits, (long long)limits->visits, analyst->timeout);
}

/* Reads reports until one says enough, or time is up; the first may come late, but must come. False
 * where the stream has failed or says nonsense. */
static bool read_reports(Analyst *analyst, Color color, const AnalystLimits *limits,
                         Opinion *opinion, Status *status) {
    const GameLine *line = analyst->line;
    const double start = clock_seconds();
    double most = analyst->timeout;
    bool is_told = false;
    do {
        const ClientAnswer answer =
            client_read_line(&analyst->client, start + most - clock_seconds(), status);
        if (answer.outcome == CLIENT_TIMEOUT && is_told) {
            return end_late(analyst, limits, opinion->visits, status);
        }
        if (answer.outcome != CLIENT_OK) {
            return false;
        }
        if (answer.text == NULL) {
            return is_told || status_fail(status, "the engine's analysis was empty");
        }
        if (!opinion_read(answer.text, line->width, line->height, color, opinion, status)) {
            return false;
        }
        is_told = true;
        most = isfinite(limits->seconds) ? limits->seconds : analyst->timeout;
    } while (opinion->visits < limits->visits);
    return close_analysis(analyst, status);
}

/* Cuts the line of play before its first move that cannot be played. */
static bool check_pv(Analyst *analyst, const LinePosition *position, Opinion *opinion,
                     Status *status) {
    Board *board = &analyst->game->board;
    Color color = position->to_move;
    if (!board_set_up(board, position->cells, color, status)) {
        return false;
    }
    int count = 0;
    while (count < opinion->pv_length &&
           board_check(board, color, opinion->pv[count], true) == MOVE_LEGAL) {
        board_play(board, color, opinion->pv[count++]);
        color = color_opponent(color);
    }
    if (count == 0 && opinion->best != POINT_NONE) {
        char vertex[POINT_TEXT_MAX];
        return status_fail(status, "the engine would play the illegal move %s",
                           vertex_text(analyst, opinion->best, vertex));
    }
    opinion->pv_length = count;
    return true;
}

bool analyst_ask(Analyst *analyst, int position, const AnalystLimits *limits, Opinion *opinion,
                 Status *status) {
    const LinePosition *asked = &analyst->line->positions[position];
    return open_analysis(analyst, asked->to_move, status) &&
           read_reports(analyst, asked->to_move, limits, opinion, status) &&
           check_pv(analyst, asked, opinion, status);
}
