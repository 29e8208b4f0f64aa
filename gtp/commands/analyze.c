/* Commands that tell what the search thinks while it thinks: the sets of Leela Zero (lz-) and of
 * KataGo (kata-), as Sabaki and Lizzie use them. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "gtp/commands/play.h"
#include "gtp/gogui/live.h"
#include "gtp/report.h"

static const double DEFAULT_SECONDS = 1; /* between reports */
static const double LEAST_SECONDS = 0.01;

/* ---- What is asked for ---- */

typedef struct {
    Color color;
    double seconds; /* between reports */
    int visits;     /* of the root, kept ones included; 0: no limit of this command's own */
    ReportForm form;
    bool limited[2]; /* by avoid or allow, for each colour */
    bool allowed[2]; /* by allow */
    SearchAvoid avoid;
} Request;

static bool read_flag(GtpCall *call, int i, bool *value) {
    const char *text = call->arguments[i];
    *value = strcmp(text, "true") == 0;
    return *value || strcmp(text, "false") == 0 ||
           gtp_fail(call, "syntax error: expected true or false, got %.40s", text);
}

static bool read_interval(GtpCall *call, int i, Request *request) {
    double hundredths;
    if (!gtp_get_real(call, i, "an interval in hundredths of a second", &hundredths)) {
        return false;
    }
    request->seconds = fmax(hundredths / 100, LEAST_SECONDS);
    return hundredths >= 0 || gtp_fail(call, "syntax error: expected an interval of 0 or more");
}

static bool read_count(GtpCall *call, int i, const char *what, long least, int *count) {
    long value;
    if (!gtp_get_integer(call, i, what, least, INT_MAX, &value)) {
        return false;
    }
    *count = (int)value;
    return true;
}

/* Vertices joined by commas; cuts the argument up. */
static bool read_points(GtpCall *call, int i, bool points[POINT_COUNT]) {
    const Geometry *geometry = call->engine->game->geometry;
    char *rest = call->arguments[i];
    for (char *word; (word = strsep(&rest, ",")) != NULL;) {
        Point p;
        if (!point_from_text(word, geometry->width, geometry->height, &p) || p == POINT_RESIGN) {
            return gtp_fail(call, "syntax error: expected vertices joined by commas, got %.40s",
                            word);
        }
        points[p] = true;
    }
    return true;
}

/* avoid COLOR VERTEX,... DEPTH, the keyword being argument i; or allow: all but these are avoided.
 */
static bool read_avoid(GtpCall *call, int i, Request *request) {
    const bool allow = strcmp(call->arguments[i], "allow") == 0;
    bool points[POINT_COUNT] = {false};
    Color color;
    long depth;
    if (i + 3 >= call->count) {
        return gtp_fail(call, "syntax error: expected %s COLOR VERTEX,... DEPTH",
                        call->arguments[i]);
    }
    if (!gtp_get_color(call, i + 1, &color) || !read_points(call, i + 2, points) ||
        !gtp_get_integer(call, i + 3, "a depth", 1, INT_MAX, &depth)) {
        return false;
    }
    if (request->allowed[color] || (allow && request->limited[color])) {
        return gtp_fail(call, "syntax error: expected allow once for a color, without avoid");
    }
    request->limited[color] = true;
    request->allowed[color] = allow;
    for (int p = 0; p < POINT_COUNT; p++) {
        if (points[p] != allow) {
            request->avoid.until[color][p] = (uint16_t)(depth < UINT16_MAX ? depth : UINT16_MAX);
        }
    }
    return true;
}

/* A keyword that only KataGo's commands have, with a value of true or false; NULL: it is none. */
static bool *find_flag(ReportForm *form, const char *keyword) {
    const struct {
        const char *keyword;
        bool *flag;
    } FLAGS[] = {
        {"ownership", &form->owner},
        {"ownershipStdev", &form->owner_stdev},
        {"movesOwnership", &form->moves_owner},
        {"movesOwnershipStdev", &form->moves_owner_stdev},
        {"pvVisits", &form->pv_visits},
        {"pvEdgeVisits", &form->pv_edge_visits},
        {"rootInfo", &form->root_info},
        {"noResultValue", &form->no_result},
    };
    for (size_t i = 0; form->dialect == REPORT_KATA && i < sizeof FLAGS / sizeof FLAGS[0]; i++) {
        if (strcmp(keyword, FLAGS[i].keyword) == 0) {
            return FLAGS[i].flag;
        }
    }
    return NULL;
}

/* The keyword at *i with its values; *i goes behind them. */
static bool read_keyword(GtpCall *call, int *i, Request *request) {
    const char *keyword = call->arguments[*i];
    bool *flag = find_flag(&request->form, keyword);
    const int at = *i;
    if (strcmp(keyword, "avoid") == 0 || strcmp(keyword, "allow") == 0) {
        *i += 4;
        return read_avoid(call, at, request);
    }
    if (at + 1 >= call->count) {
        return gtp_fail(call, "syntax error: expected a keyword with a value, got %.40s", keyword);
    }
    *i += 2;
    if (strcmp(keyword, "interval") == 0) {
        return read_interval(call, at + 1, request);
    }
    if (strcmp(keyword, "minmoves") == 0) {
        return read_count(call, at + 1, "a number of moves", 0, &request->form.least_moves);
    }
    if (strcmp(keyword, "maxmoves") == 0) {
        return read_count(call, at + 1, "a number of moves", 1, &request->form.most_moves);
    }
    if (strcmp(keyword, "maxvisits") == 0) { /* our own: dihedra analyze asks for it */
        return read_count(call, at + 1, "a number of visits", 1, &request->visits);
    }
    return flag != NULL ? read_flag(call, at + 1, flag)
                        : gtp_fail(call, "syntax error: unknown keyword %.40s", keyword);
}

/* [COLOR] [INTERVAL] [KEYWORD VALUE...]... */
static bool read_request(GtpCall *call, ReportDialect dialect, Request *request) {
    *request = (Request){.color = (Color)call->engine->game->board.to_move,
                         .seconds = DEFAULT_SECONDS,
                         .form = {.dialect = dialect, .most_moves = INT_MAX}};
    int i = 0;
    if (i < call->count && color_from_text(call->arguments[i], &request->color)) {
        i++;
    }
    if (i < call->count && strspn(call->arguments[i], "0123456789.-") > 0) {
        if (!read_interval(call, i++, request)) {
            return false;
        }
    }
    while (i < call->count) {
        if (!read_keyword(call, &i, request)) {
            return false;
        }
    }
    return true;
}

/* ---- Reports ---- */

typedef struct {
    GtpCall *call;
    const ReportForm *form;
    Text line;
} Reporter;

static void send_report(void *context, const Analysis *analysis) {
    Reporter *reporter = context;
    text_clear(&reporter->line);
    report_add(analysis, reporter->call->engine->game->geometry, reporter->form, &reporter->line);
    gtp_stream(reporter->call, text_get(&reporter->line));
    live_report(reporter->call->engine, analysis);
}

/* What an analyzing command asks for and what tells it; while it lives, all searches report. */
typedef struct {
    Request request;
    Reporter reporter;
    SearchWatch watch;
} Observer;

/* Reads the request and begins the response. */
static bool start_observer(GtpCall *call, ReportDialect dialect, Observer *observer) {
    Player *player = &call->engine->player;
    const Request *request = &observer->request;
    const ReportForm *form = &request->form;
    if (!read_request(call, dialect, &observer->request)) {
        return false;
    }
    observer->reporter = (Reporter){.call = call, .form = form};
    observer->watch = (SearchWatch){.seconds = request->seconds,
                                    .owner = form->owner || form->owner_stdev,
                                    .moves_owner = form->moves_owner || form->moves_owner_stdev,
                                    .report = send_report,
                                    .context = &observer->reporter};
    player->watch = &observer->watch;
    player->avoid = request->limited[BLACK] || request->limited[WHITE] ? &request->avoid : NULL;
    gtp_stream(call, "");
    return true;
}

static void end_observer(GtpCall *call, Observer *observer) {
    call->engine->player.watch = NULL;
    call->engine->player.avoid = NULL;
    live_clear(call->engine);
    text_free(&observer->reporter.line);
}

/* ---- Until the next line or an interrupt comes ---- */

/* Searches without end, or up to maxvisits and then waits. Without a session that could end it, it
 * searches only a little. */
static bool analyze_until_input(GtpCall *call, ReportDialect dialect) {
    static const int64_t FEW_VISITS = 100;
    GtpEngine *engine = call->engine;
    Observer observer;
    if (!start_observer(call, dialect, &observer)) {
        return false;
    }
    PlayerOptions options = engine->options;
    options.visits = observer.request.visits > 0 ? observer.request.visits
                     : engine->input == NULL     ? FEW_VISITS
                                                 : 0;
    options.playouts = 0; /* a limit of moves */
    if (engine->input != NULL) {
        gtp_input_interrupt_by(engine->input, GTP_BY_LINE_OR_END);
    }
    Status status; /* without memory there are no reports */
    player_ponder(&engine->player, &options, engine->game, observer.request.color, &status);
    if (engine->input != NULL) {
        gtp_input_wait_for_interrupt(engine->input);
        gtp_input_interrupt_by(engine->input, GTP_BY_INTERRUPT);
    }
    end_observer(call, &observer);
    return true;
}

static bool run_lz_analyze(GtpCall *call) {
    return analyze_until_input(call, REPORT_LZ);
}

static bool run_kata_analyze(GtpCall *call) {
    return analyze_until_input(call, REPORT_KATA);
}

/* ---- While a move is chosen ---- */

/* What becomes of the move: it is played, or only told; told unless a further line comes first. */
typedef enum { MOVE_PLAYED, MOVE_TOLD, MOVE_TOLD_UNLESS_LINE } Outcome;

static bool choose_and_report(GtpCall *call, ReportDialect dialect, Outcome outcome) {
    Observer observer;
    if (!start_observer(call, dialect, &observer)) {
        return false;
    }
    const Color color = observer.request.color;
    int64_t *visits = &call->engine->options.visits;
    const int64_t usual_visits = *visits;
    *visits = observer.request.visits > 0 ? observer.request.visits : usual_visits;
    PlayerMove move;
    bool ok = outcome == MOVE_TOLD_UNLESS_LINE ? gtp_choose_until_line(call, color, &move)
                                               : gtp_choose(call, color, true, &move);
    *visits = usual_visits;
    end_observer(call, &observer);
    ok = ok && (outcome != MOVE_PLAYED || gtp_play_choice(call, color, &move));
    if (ok) {
        text_add(call->answer, "play ");
        gtp_add_choice(call, &move);
    }
    return ok;
}

static bool run_lz_genmove_analyze(GtpCall *call) {
    return choose_and_report(call, REPORT_LZ, MOVE_PLAYED);
}

static bool run_kata_genmove_analyze(GtpCall *call) {
    return choose_and_report(call, REPORT_KATA, MOVE_PLAYED);
}

static bool run_kata_search_analyze(GtpCall *call) {
    return choose_and_report(call, REPORT_KATA, MOVE_TOLD);
}

static bool run_kata_search_analyze_cancellable(GtpCall *call) {
    return choose_and_report(call, REPORT_KATA, MOVE_TOLD_UNLESS_LINE);
}

const GtpCommand GTP_ANALYZE_COMMANDS[] = {
    {"lz-analyze", "[COLOR] [INTERVAL] [KEYWORD VALUE...]", 0, GTP_ARGUMENTS_MAX, run_lz_analyze,
     "searches and reports until the next line comes; INTERVAL in hundredths of a second"},
    {"kata-analyze", "[COLOR] [INTERVAL] [KEYWORD VALUE...]", 0, GTP_ARGUMENTS_MAX,
     run_kata_analyze, "the same with KataGo's keywords and figures"},
    {"lz-genmove_analyze", "[COLOR] [INTERVAL] [KEYWORD VALUE...]", 0, GTP_ARGUMENTS_MAX,
     run_lz_genmove_analyze, "genmove with reports; ends with \"play VERTEX\""},
    {"kata-genmove_analyze", "[COLOR] [INTERVAL] [KEYWORD VALUE...]", 0, GTP_ARGUMENTS_MAX,
     run_kata_genmove_analyze, "the same with KataGo's keywords and figures"},
    {"kata-search_analyze", "[COLOR] [INTERVAL] [KEYWORD VALUE...]", 0, GTP_ARGUMENTS_MAX,
     run_kata_search_analyze, "the same, but the move is not played"},
    {"kata-search_analyze_cancellable", "[COLOR] [INTERVAL] [KEYWORD VALUE...]", 0,
     GTP_ARGUMENTS_MAX, run_kata_search_analyze_cancellable,
     "the same, but a further line ends it with \"play cancelled\""},

    /* Other programs have taken these names for other things: they are not told of. */
    {"analyze", "[COLOR] [INTERVAL] [KEYWORD VALUE...]", 0, GTP_ARGUMENTS_MAX, run_kata_analyze,
     NULL},
    {"genmove_analyze", "[COLOR] [INTERVAL] [KEYWORD VALUE...]", 0, GTP_ARGUMENTS_MAX,
     run_kata_genmove_analyze, NULL},
    {NULL, NULL, 0, 0, NULL, NULL},
};
