/* The dialect of CGOS, the Computer Go Server: moves with a line of JSON on what the engine thinks,
 * which the server shows to spectators.
 *
 * The fields, and the letters for ownership, are those that CGOS describes for
 * cgos-genmove_analyze. Only the best moves are listed: the server reads at most 64 KiB of the
 * line.
 */

#include "gtp/commands/families.h"
#include "gtp/commands/genmove.h"

enum { MOVES_MAX = 10 }; /* listed, each with its line of play */

/* Returns the letter of an ownership from -1 to 1: "A" for the opponent, "f" for neither, "+" for
 * the side to move. */
static char owner_letter(double ownership) {
    static const char LETTERS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const int last = (int)sizeof LETTERS - 3; /* '+': '/' is not used */
    return LETTERS[(int)rint(fmin(fmax((ownership + 1) / 2, 0), 1) * last)];
}

/* Returns the best moves as an array, one of each set of equivalent moves, at least one. */
static json_t *moves_of(const Analysis *analysis, const Geometry *geometry) {
    json_t *moves = json_new_array();
    for (int i = 0; i < analysis->count && json_array_size(moves) < MOVES_MAX; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        if ((move->visits == 0 && i > 0) || move->symmetry_of != POINT_NONE) {
            continue;
        }
        char vertex[POINT_TEXT_MAX];
        Text line = {0};
        for (int k = 1; k < move->pv_length; k++) {
            text_add(&line, "%s%s", k > 1 ? " " : "",
                     point_to_text(move->pv[k], geometry->height, vertex));
        }
        json_add_value(moves,
                       json_new_packed("{s:s, s:I, s:o, s:o, s:o, s:s}", "move",
                                       point_to_text(move->move, geometry->height, vertex),
                                       "visits", (json_int_t)move->visits, "winrate",
                                       json_new_figure(move->win_rate, 4), "score",
                                       json_new_figure(move->score, 2), "prior",
                                       json_new_figure(move->prior, 4), "pv", text_get(&line)));
        text_free(&line);
    }
    return moves;
}

typedef struct {
    const Geometry *geometry;
    Text line;
} CgosReport;

/* Writes the line; every figure is from the point of view of the side to move. */
static void write_report(void *context, const Analysis *analysis) {
    CgosReport *report = context;
    char owners[CELL_COUNT_MAX + 1] = "";
    for (int cell = 0; cell < report->geometry->cell_count; cell++) {
        const double ownership = analysis->ownership.mean[cell];
        owners[cell] = owner_letter(analysis->color == BLACK ? ownership : -ownership);
    }
    text_clear(&report->line);
    json_add_text(json_new_packed("{s:o, s:o, s:I, s:o, s:s}", "winrate",
                                  json_new_figure(analysis->win_rate, 4), "score",
                                  json_new_figure(analysis->score, 2), "visits",
                                  (json_int_t)analysis->visits, "moves",
                                  moves_of(analysis, report->geometry), "ownership", owners),
                  &report->line);
    text_add(&report->line, "\n");
}

static bool run_cgos_genmove_analyze(GtpCall *call) {
    GtpEngine *engine = call->engine;
    CgosReport report = {.geometry = engine->game->geometry};
    const SearchWatch watch = {
        .seconds = INFINITY, .ownership = true, .report = write_report, .context = &report};
    engine->player.watch = &watch;
    text_add(call->answer, "play ");
    const bool ok = genmove_run(call, MOVE_PLAYED);
    engine->player.watch = NULL;
    if (ok) {
        call_stream(call, text_get(&report.line));
    }
    text_free(&report.line);
    return ok;
}

const GtpCommand GTP_CGOS_COMMANDS[] = {
    {"cgos-genmove_analyze", "COLOR", GTP_COLOR, 1, 1, run_cgos_genmove_analyze,
     "genmove that answers one line of JSON on the search, then \"play VERTEX\""},
    {"cgos-gameover", "RESULT", GTP_WORDS, 1, 1, play_stop, "ends pondering"},
    {0},
};
