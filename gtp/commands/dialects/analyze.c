/* KataGo's and Leela Zero's commands for searches without a move and searches that report. The
 * arguments of the latter are [COLOR] [INTERVAL] [KEYWORD VALUE...]..., in the dialect's keywords.
 */

#include <limits.h>

#include "gtp/commands/dialects/info_line.h"
#include "gtp/commands/families.h"
#include "gtp/commands/genmove.h"
#include "gtp/gogui/show.h"

/* Seconds between reports: by default, and at least, so that the search gets on. */
static const double DEFAULT_SECONDS = 1, LEAST_SECONDS = 0.01;

/* Visits of a search that no later line could end. */
static const int64_t VISITS_WITHOUT_INPUT = 100;

/* ---- The arguments ---- */

typedef struct {
    double seconds; /* between reports */
    int visits;     /* of the root, kept ones included; 0: no limit of this command's own */
    InfoLineForm form;
    bool limited[2]; /* by avoid or allow, for each color */
    bool allowed[2]; /* by allow */
    SearchAvoid avoid;
} AnalyzeRequest;

static bool read_interval(GtpCall *call, int i, AnalyzeRequest *request) {
    double hundredths = 0;
    const bool ok = call_get_real(call, i, "an interval in hundredths of a second", &hundredths);
    request->seconds = fmax(hundredths / 100, LEAST_SECONDS);
    return ok &&
           (hundredths >= 0 || call_fail(call, "syntax error: expected an interval of 0 or more"));
}

static bool read_limited_count(GtpCall *call, int i, const char *what, long least, int *count) {
    long value;
    const bool ok = call_get_integer(call, i, what, least, INT_MAX, &value);
    *count = ok ? (int)value : *count;
    return ok;
}

/* Reads vertices joined by commas; an empty one is skipped, as in KataGo. Cuts the argument up. */
static bool read_points(GtpCall *call, int i, bool points[POINT_COUNT]) {
    const Geometry *geometry = call->engine->game->geometry;
    char *word = call->arguments[i];
    for (bool is_last = false; !is_last; word += strlen(word) + 1) {
        const size_t length = strcspn(word, ",");
        Point p;
        is_last = word[length] == '\0';
        word[length] = '\0';
        if (length == 0) {
            continue;
        }
        if (!point_from_text(word, geometry->width, geometry->height, &p) || p == POINT_RESIGN) {
            return call_fail(call, "syntax error: expected vertices joined by commas, got %.40s",
                             word);
        }
        points[p] = true;
    }
    return true;
}

/* Reads avoid COLOR VERTEX,... DEPTH, whose keyword is argument i. allow avoids all other points.
 */
static bool read_avoid_keyword(GtpCall *call, int i, AnalyzeRequest *request) {
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
    search_avoid_add(&request->avoid, color, points, allow, depth);
    return true;
}

/* Returns the flag of a keyword, or NULL if it has none. Only KataGo's dialect has flags. */
static bool *find_flag(InfoLineForm *form, const char *keyword) {
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
    for (size_t i = 0; form->dialect == INFO_LINE_KATA && i < sizeof FLAGS / sizeof FLAGS[0]; i++) {
        if (strcmp(keyword, FLAGS[i].keyword) == 0) {
            return FLAGS[i].flag;
        }
    }
    return NULL;
}

/* Reads the keyword at *i with its values and moves *i after them. */
static bool read_keyword(GtpCall *call, int *i, AnalyzeRequest *request) {
    const char *keyword = call->arguments[*i];
    bool *flag = find_flag(&request->form, keyword);
    const int at = *i;
    if (strcmp(keyword, "avoid") == 0 || strcmp(keyword, "allow") == 0) {
        *i += 4;
        return read_avoid_keyword(call, at, request);
    }
    if (at + 1 >= call->count) {
        return call_fail(call, "syntax error: expected a keyword with a value, got %.40s", keyword);
    }
    *i += 2;
    if (strcmp(keyword, "interval") == 0) {
        return read_interval(call, at + 1, request);
    }
    if (strcmp(keyword, "minmoves") == 0) {
        return read_limited_count(call, at + 1, "a number of moves", 0, &request->form.least_moves);
    }
    if (strcmp(keyword, "maxmoves") == 0) {
        return read_limited_count(call, at + 1, "a number of moves", 0, &request->form.most_moves);
    }
    if (strcmp(keyword, "maxvisits") == 0) { /* our own; `dihedra analyze` sends it */
        return read_limited_count(call, at + 1, "a number of visits", 1, &request->visits);
    }
    if (flag == NULL) {
        return call_fail(call, "syntax error: unknown keyword %.40s", keyword);
    }
    const char *value = call->arguments[at + 1];
    *flag = strcmp(value, "true") == 0;
    return *flag || strcmp(value, "false") == 0 ||
           call_fail(call, "syntax error: expected true or false, got %.40s", value);
}

/* Reads [INTERVAL] [KEYWORD VALUE...]... */
static bool read_request(GtpCall *call, InfoLineDialect dialect, AnalyzeRequest *request) {
    *request = (AnalyzeRequest){.seconds = DEFAULT_SECONDS,
                                .form = {.dialect = dialect, .most_moves = INT_MAX}};
    int i = call->next;
    if (i < call->count && strspn(call->arguments[i], "0123456789.-") > 0 &&
        !read_interval(call, i++, request)) {
        return false;
    }
    while (i < call->count) {
        if (!read_keyword(call, &i, request)) {
            return false;
        }
    }
    return true;
}

/* ---- Reports ---- */

/* Between begin and end every search of the player reports to it. */
typedef struct {
    GtpCall *call;
    AnalyzeRequest request;
    SearchWatch watch;
    Text line;
} AnalyzeCall;

static void send_report(void *context, const Analysis *analysis) {
    AnalyzeCall *search = context;
    GtpEngine *engine = search->call->engine;
    if (analysis->count == 0 || search->request.form.most_moves == 0) {
        return; /* an empty line would end the response */
    }
    text_clear(&search->line);
    info_line_add(analysis, engine->game->geometry, &search->request.form, &search->line);
    call_stream(search->call, text_get(&search->line));
    live_report(engine, analysis);
}

/* Reads the request. The response begins with the first report, unless call_stream is called. */
static bool begin_analysis(GtpCall *call, InfoLineDialect dialect, AnalyzeCall *search) {
    Player *player = &call->engine->player;
    const AnalyzeRequest *request = &search->request;
    const InfoLineForm *form = &request->form;
    *search = (AnalyzeCall){.call = call};
    if (!read_request(call, dialect, &search->request)) {
        return false;
    }
    search->watch =
        (SearchWatch){.seconds = request->seconds,
                      .ownership = form->ownership || form->ownership_stdev,
                      .moves_ownership = form->moves_ownership || form->moves_ownership_stdev,
                      .report = send_report,
                      .context = search};
    player->watch = &search->watch;
    player->avoid = request->limited[BLACK] || request->limited[WHITE] ? &request->avoid : NULL;
    return true;
}

static void end_analysis(AnalyzeCall *search) {
    GtpEngine *engine = search->call->engine;
    engine->player.watch = NULL;
    engine->player.avoid = NULL;
    live_clear(engine);
    text_free(&search->line);
}

/* Begins the response once the network is known to be usable, and waits for the next line. */
static bool search_until_line(GtpCall *call, const Turn *turn) {
    GtpEngine *engine = call->engine;
    Status status;
    if (!player_can_analyze(&engine->player, turn, &status)) {
        return call_fail(call, "%s", status.text);
    }
    call_stream(call, "");
    if (!player_analyze_until_cancelled(&engine->player, turn, &status)) {
        status_print("", &status); /* the response has begun: it stays empty */
    }
    if (engine->input != NULL) {
        input_wait_for_interrupt(engine->input);
    }
    return true;
}

/* Searches and reports until the next line comes; after maxvisits it only waits for the line.
 * Without a session, which has no next line, it searches a little. */
static bool analyze(GtpCall *call, InfoLineDialect dialect) {
    GtpEngine *engine = call->engine;
    AnalyzeCall search;
    if (!begin_analysis(call, dialect, &search)) {
        return false;
    }
    PlayerOptions options = engine->options;
    Turn turn = engine_turn(engine, call->color);
    turn.options = &options;
    options.visits = search.request.visits > 0 ? search.request.visits
                     : engine->input == NULL   ? VISITS_WITHOUT_INPUT
                                               : 0;
    options.playouts = 0; /* a limit of moves */
    if (engine->input != NULL) {
        input_interrupt_by(engine->input, INTERRUPT_BY_LINE_OR_END);
    }
    const bool ok = search_until_line(call, &turn);
    if (engine->input != NULL) {
        input_interrupt_by(engine->input, INTERRUPT_BY_CLIENT);
    }
    end_analysis(&search);
    return ok;
}

/* Chooses a move in the game and reports meanwhile; answers "play VERTEX" or "play cancelled". */
static bool choose(GtpCall *call, InfoLineDialect dialect, MoveUse use) {
    int64_t *visits = &call->engine->options.visits;
    const int64_t usual_visits = *visits;
    AnalyzeCall search;
    if (!begin_analysis(call, dialect, &search)) {
        return false;
    }
    *visits = search.request.visits > 0 ? search.request.visits : usual_visits;
    text_add(call->answer, "play ");
    const bool ok = genmove_run(call, use);
    if (ok) {
        call_stream(call, ""); /* if no report has begun the response, this does */
    }
    *visits = usual_visits;
    end_analysis(&search);
    return ok;
}

/* ---- The commands ---- */

static bool run_kata_search(GtpCall *call) {
    return genmove_run(call, MOVE_SHOWN);
}

static bool run_kata_search_cancellable(GtpCall *call) {
    return genmove_run(call, MOVE_SHOWN_UNLESS_LINE);
}

static bool run_kata_analyze(GtpCall *call) {
    return analyze(call, INFO_LINE_KATA);
}

static bool run_kata_genmove_analyze(GtpCall *call) {
    return choose(call, INFO_LINE_KATA, MOVE_PLAYED);
}

static bool run_kata_search_analyze(GtpCall *call) {
    return choose(call, INFO_LINE_KATA, MOVE_SHOWN);
}

static bool run_kata_search_analyze_cancellable(GtpCall *call) {
    return choose(call, INFO_LINE_KATA, MOVE_SHOWN_UNLESS_LINE);
}

static bool run_lz_analyze(GtpCall *call) {
    return analyze(call, INFO_LINE_LZ);
}

static bool run_lz_genmove_analyze(GtpCall *call) {
    return choose(call, INFO_LINE_LZ, MOVE_PLAYED);
}

static const char ARGUMENTS[] = "[COLOR] [INTERVAL] [KEYWORD VALUE...]";

const GtpCommand GTP_KATA_COMMANDS[] = {
    {"kata-search", "COLOR", GTP_COLOR, 1, 1, run_kata_search,
     "genmove that does not play the move"},
    {"kata-search_cancellable", "COLOR", GTP_COLOR, 1, 1, run_kata_search_cancellable,
     "kata-search that answers \"cancelled\" if another line comes first"},
    {"kata-analyze", ARGUMENTS, GTP_OPTIONAL_COLOR, 0, GTP_ARGUMENTS_MAX, run_kata_analyze,
     "searches and reports until the next line comes; INTERVAL in hundredths of a second"},
    {"kata-genmove_analyze", ARGUMENTS, GTP_OPTIONAL_COLOR, 0, GTP_ARGUMENTS_MAX,
     run_kata_genmove_analyze, "genmove that reports, then answers \"play VERTEX\""},
    {"kata-search_analyze", ARGUMENTS, GTP_OPTIONAL_COLOR, 0, GTP_ARGUMENTS_MAX,
     run_kata_search_analyze, "kata-genmove_analyze that does not play the move"},
    {"kata-search_analyze_cancellable", ARGUMENTS, GTP_OPTIONAL_COLOR, 0, GTP_ARGUMENTS_MAX,
     run_kata_search_analyze_cancellable,
     "kata-search_analyze that answers \"play cancelled\" if another line comes first"},
    {0},
};

const GtpCommand GTP_LZ_COMMANDS[] = {
    {"lz-analyze", ARGUMENTS, GTP_OPTIONAL_COLOR, 0, GTP_ARGUMENTS_MAX, run_lz_analyze,
     "searches and reports until the next line comes; INTERVAL in hundredths of a second"},
    {"lz-genmove_analyze", ARGUMENTS, GTP_OPTIONAL_COLOR, 0, GTP_ARGUMENTS_MAX,
     run_lz_genmove_analyze, "genmove that reports, then answers \"play VERTEX\""},
    {0},
};
