#include "gtp/commands/watched_search.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "gtp/commands/genmove.h"
#include "gtp/gogui/live.h"

/* Seconds between reports: unless asked otherwise, and at least, so that reports do not crowd out
 * the search. */
static const double DEFAULT_SECONDS = 1;
static const double LEAST_SECONDS = 0.01;

/* Of a search that no later line could end. */
static const int64_t VISITS_WITHOUT_INPUT = 100;

/* ---- What is asked for ---- */

typedef struct {
    Color color;
    double seconds; /* between reports */
    int visits;     /* of the root, kept ones included; 0: no limit of this command's own */
    ReportForm form;
    bool limited[2]; /* by avoid or allow, for each color */
    bool allowed[2]; /* by allow */
    SearchAvoid avoid;
} AnalysisRequest;

static bool read_flag(GtpCall *call, int i, bool *value) {
    const char *text = call->arguments[i];
    *value = strcmp(text, "true") == 0;
    return *value || strcmp(text, "false") == 0 ||
           call_fail(call, "syntax error: expected true or false, got %.40s", text);
}

static bool read_interval(GtpCall *call, int i, AnalysisRequest *request) {
    double hundredths;
    if (!call_get_real(call, i, "an interval in hundredths of a second", &hundredths)) {
        return false;
    }
    request->seconds = fmax(hundredths / 100, LEAST_SECONDS);
    return hundredths >= 0 || call_fail(call, "syntax error: expected an interval of 0 or more");
}

static bool read_count(GtpCall *call, int i, const char *what, long least, int *count) {
    long value;
    if (!call_get_integer(call, i, what, least, INT_MAX, &value)) {
        return false;
    }
    *count = (int)value;
    return true;
}

/* Reads vertices joined by commas. Cuts the argument up. */
static bool read_points(GtpCall *call, int i, bool points[POINT_COUNT]) {
    const Geometry *geometry = call->engine->game->geometry;
    char *rest = call->arguments[i];
    for (char *word; (word = strsep(&rest, ",")) != NULL;) {
        Point p;
        if (!point_from_text(word, geometry->width, geometry->height, &p) || p == POINT_RESIGN) {
            return call_fail(call, "syntax error: expected vertices joined by commas, got %.40s",
                             word);
        }
        points[p] = true;
    }
    return true;
}

/* Reads avoid COLOR VERTEX,... DEPTH, whose keyword is argument i. With allow instead, all other
 * points are avoided. */
static bool read_avoid(GtpCall *call, int i, AnalysisRequest *request) {
    const bool allow = strcmp(call->arguments[i], "allow") == 0;
    bool points[POINT_COUNT] = {false};
    Color color;
    long depth;
    if (i + 3 >= call->count) {
        return call_fail(call, "syntax error: expected %s COLOR VERTEX,... DEPTH",
                         call->arguments[i]);
    }
    if (!call_get_color(call, i + 1, &color) || !read_points(call, i + 2, points) ||
        !call_get_integer(call, i + 3, "a depth", 1, INT_MAX, &depth)) {
        return false;
    }
    if (request->allowed[color] || (allow && request->limited[color])) {
        return call_fail(call, "syntax error: expected allow once for a color, without avoid");
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

/* Returns the flag that a keyword sets to true or false, or NULL if it is no such keyword. Only
 * KataGo's dialect has any. */
static bool *find_flag(ReportForm *form, const char *keyword) {
    const struct {
        const char *keyword;
        bool *flag;
    } FLAGS[] = {
        {"ownership", &form->ownership},
        {"ownershipStdev", &form->ownership_stdev},
        {"movesOwnership", &form->moves_ownership},
        {"movesOwnershipStdev", &form->moves_ownership_stdev},
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

/* Reads the keyword at *i with its values and moves *i behind them. */
static bool read_keyword(GtpCall *call, int *i, AnalysisRequest *request) {
    const char *keyword = call->arguments[*i];
    bool *flag = find_flag(&request->form, keyword);
    const int at = *i;
    if (strcmp(keyword, "avoid") == 0 || strcmp(keyword, "allow") == 0) {
        *i += 4;
        return read_avoid(call, at, request);
    }
    if (at + 1 >= call->count) {
        return call_fail(call, "syntax error: expected a keyword with a value, got %.40s", keyword);
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
    if (strcmp(keyword, "maxvisits") == 0) { /* our own; `dihedra analyze` sends it */
        return read_count(call, at + 1, "a number of visits", 1, &request->visits);
    }
    return flag != NULL ? read_flag(call, at + 1, flag)
                        : call_fail(call, "syntax error: unknown keyword %.40s", keyword);
}

/* Reads [COLOR] [INTERVAL] [KEYWORD VALUE...]... */
static bool read_request(GtpCall *call, ReportDialect dialect, AnalysisRequest *request) {
    *request = (AnalysisRequest){.color = (Color)call->engine->game->board.to_move,
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

/* What a command asks for and what answers it. Between begin and end every search of the player
 * reports to it. */
typedef struct {
    GtpCall *call;
    AnalysisRequest request;
    SearchWatch watch;
    Text line;
} WatchedSearch;

/* Without a move there is nothing to say; an empty line would end the response. */
static void send_report(void *context, const Analysis *analysis) {
    WatchedSearch *search = context;
    const GtpEngine *engine = search->call->engine;
    if (analysis->count == 0) {
        return;
    }
    text_clear(&search->line);
    report_add(analysis, engine->game->geometry, &search->request.form, &search->line);
    call_stream(search->call, text_get(&search->line));
    live_report(search->call->engine, analysis);
}

/* Reads the request and begins the response. */
static bool begin(GtpCall *call, ReportDialect dialect, WatchedSearch *search) {
    Player *player = &call->engine->player;
    const AnalysisRequest *request = &search->request;
    const ReportForm *form = &request->form;
    if (!read_request(call, dialect, &search->request)) {
        return false;
    }
    search->call = call;
    search->line = (Text){0};
    search->watch =
        (SearchWatch){.seconds = request->seconds,
                      .ownership = form->ownership || form->ownership_stdev,
                      .moves_ownership = form->moves_ownership || form->moves_ownership_stdev,
                      .report = send_report,
                      .context = search};
    player->watch = &search->watch;
    player->avoid = request->limited[BLACK] || request->limited[WHITE] ? &request->avoid : NULL;
    call_stream(call, "");
    return true;
}

static void end(WatchedSearch *search) {
    GtpEngine *engine = search->call->engine;
    engine->player.watch = NULL;
    engine->player.avoid = NULL;
    live_clear(engine);
    text_free(&search->line);
}

bool watched_search_until_line(GtpCall *call, ReportDialect dialect) {
    GtpEngine *engine = call->engine;
    WatchedSearch search;
    if (!begin(call, dialect, &search)) {
        return false;
    }
    PlayerOptions options = engine->options;
    Turn turn = engine_turn(engine, search.request.color);
    turn.options = &options;
    options.visits = search.request.visits > 0 ? search.request.visits
                     : engine->input == NULL   ? VISITS_WITHOUT_INPUT
                                               : 0;
    options.playouts = 0; /* a limit of moves */
    if (engine->input != NULL) {
        input_interrupt_by(engine->input, INTERRUPT_BY_LINE_OR_END);
    }
    Status status; /* the response has begun: it stays empty */
    if (!player_analyze_until_cancelled(&engine->player, &turn, &status)) {
        fprintf(stderr, "dihedra: %s\n", status.text);
    }
    if (engine->input != NULL) {
        input_wait_for_interrupt(engine->input);
        input_interrupt_by(engine->input, INTERRUPT_BY_CLIENT);
    }
    end(&search);
    return true;
}

/* Chooses the move of the request, with its limit of visits if it has one. */
static bool choose(GtpCall *call, const AnalysisRequest *request, MoveOutcome outcome,
                   PlayerMove *move) {
    int64_t *visits = &call->engine->options.visits;
    const int64_t usual_visits = *visits;
    *visits = request->visits > 0 ? request->visits : usual_visits;
    const bool ok = outcome == MOVE_TOLD_UNLESS_LINE
                        ? genmove_choose_until_line(call, request->color, move)
                        : genmove_choose(call, request->color, true, move);
    *visits = usual_visits;
    return ok;
}

bool watched_search_choose(GtpCall *call, ReportDialect dialect, MoveOutcome outcome) {
    WatchedSearch search;
    PlayerMove move;
    if (!begin(call, dialect, &search)) {
        return false;
    }
    bool ok = choose(call, &search.request, outcome, &move);
    end(&search);
    ok = ok && (outcome != MOVE_PLAYED || genmove_play(call, &move));
    if (ok) {
        text_add(call->answer, "play ");
        genmove_answer(call, &move);
    }
    return ok;
}
