/* The dialect of CGOS, the Computer Go Server: moves with a line of JSON on what the engine thinks,
 * which the server shows to those who watch.
 *
 * The fields, and the letters for ownership, are those that CGOS describes for
 * cgos-genmove_analyze. The line goes into the game's record and the server reads at most 64 KiB of
 * it, which is why only the best moves are listed. */
#include <math.h>

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

/* Adds the moves that are expected to follow. */
static void set_line(json_t *object, const AnalysisMove *move, const Geometry *geometry) {
    Text line = {0};
    for (int i = 1; i < move->pv_length; i++) {
        char vertex[POINT_TEXT_MAX];
        text_add(&line, "%s%s", i > 1 ? " " : "",
                 point_to_text(move->pv[i], geometry->height, vertex));
    }
    json_set_text(object, "pv", text_get(&line));
    text_free(&line);
}

/* Returns the best moves as an array, one of each set of equivalent moves. There is one even if the
 * search ended before it visited any. */
static json_t *moves_of(const Analysis *analysis, const Geometry *geometry) {
    json_t *moves = json_new_array();
    for (int i = 0; i < analysis->count && json_array_size(moves) < MOVES_MAX; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        if ((move->visits == 0 && i > 0) || move->symmetry_of != POINT_NONE) {
            continue;
        }
        char vertex[POINT_TEXT_MAX];
        json_t *object = json_new_object();
        json_set_text(object, "move", point_to_text(move->move, geometry->height, vertex));
        json_set_figure(object, "visits", (double)move->visits, 0);
        json_set_figure(object, "winrate", move->win_rate, 4);
        json_set_figure(object, "score", move->score, 2);
        json_set_figure(object, "prior", move->prior, 4);
        set_line(object, move, geometry);
        json_add_value(moves, object);
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
    json_t *object = json_new_object();
    json_set_figure(object, "winrate", analysis->win_rate, 4);
    json_set_figure(object, "score", analysis->score, 2);
    json_set_figure(object, "visits", (double)analysis->visits, 0);
    json_set_value(object, "moves", moves_of(analysis, report->geometry));
    json_set_text(object, "ownership", owners);
    text_clear(&report->line);
    json_add_text(object, &report->line);
    text_add(&report->line, "\n");
}

static bool run_cgos_genmove_analyze(GtpCall *call) {
    GtpEngine *engine = call->engine;
    CgosReport report = {.geometry = engine->game->geometry};
    const SearchWatch watch = {
        .seconds = INFINITY, .ownership = true, .report = write_report, .context = &report};
    Color color;
    PlayerMove move;
    if (!call_get_color(call, 0, &color)) {
        return false;
    }
    engine->player.watch = &watch;
    bool ok = genmove_choose(call, color, true, &move);
    engine->player.watch = NULL;
    ok = ok && genmove_play(call, &move);
    if (ok) {
        call_stream(call, text_get(&report.line));
        text_add(call->answer, "play ");
        genmove_answer(call, &move);
    }
    text_free(&report.line);
    return ok;
}

/* Ends pondering: the game is over, after a move of either side. */
static bool run_gameover(GtpCall *call) {
    saved_position_clear(&call->engine->play.own_move);
    return true;
}

const GtpCommand GTP_CGOS_COMMANDS[] = {
    {"cgos-genmove_analyze", "COLOR", 1, 1, run_cgos_genmove_analyze,
     "genmove that answers one line of JSON on the search, then \"play VERTEX\""},
    {"cgos-gameover", "RESULT", 1, 1, run_gameover, "ends pondering"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
