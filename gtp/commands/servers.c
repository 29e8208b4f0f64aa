/* Commands of the servers KGS (by its client kgsGtp) and CGOS.
 *
 * CGOS shows what an engine thinks to those who watch. The fields and the letters for ownership are
 * those of its description of cgos-genmove_analyze; the line goes into the game's record, and the
 * server reads no more than 64 KiB, so that only the best moves are in it. */
#include <math.h>

#include "engine/base/json.h"
#include "gtp/commands/play.h"

/* ---- KGS ---- */

/* More arguments may follow in time, KGS says, and are to be ignored. */
static bool run_kgs_rules(GtpCall *call) {
    const Rules *rules = rules_find(call->arguments[0]);
    if (rules == NULL) {
        return gtp_fail(call,
                        "syntax error: expected japanese, chinese, aga or new_zealand, got %.40s",
                        call->arguments[0]);
    }
    call->engine->game->rules = *rules;
    return true;
}

/* There is nothing left to ponder on, however the game ended. */
static bool run_game_over(GtpCall *call) {
    call->engine->own_move_count = -1;
    return true;
}

static bool run_kgs_genmove_cleanup(GtpCall *call) {
    PlayerOptions *options = &call->engine->options;
    const bool play_out = options->play_out;
    Color color;
    PlayerMove move;
    if (!gtp_get_color(call, 0, &color)) {
        return false;
    }
    options->play_out = true;
    const bool ok = gtp_choose(call, color, true, &move);
    options->play_out = play_out;
    if (!ok || !gtp_play_choice(call, color, &move)) {
        return false;
    }
    gtp_add_choice(call, &move);
    return true;
}

/* ---- CGOS ---- */

/* "A" for the opponent's, "f" for nobody's, "+" for one's own. */
static char owner_letter(double owner) {
    static const char LETTERS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return LETTERS[(int)rint(fmin(fmax((owner + 1) / 2, 0), 1) * 62)];
}

/* What is expected to follow the move. */
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

/* Of equivalent moves one. */
static json_t *moves_of(const Analysis *analysis, const Geometry *geometry) {
    enum { MOVES_MAX = 10 };
    json_t *moves = json_new_array();
    for (int i = 0; i < analysis->count && json_array_size(moves) < MOVES_MAX; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        if (move->visits == 0 || move->symmetry_of != POINT_NONE) {
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
} Report;

/* Everything is told from the side to move. */
static void write_report(void *context, const Analysis *analysis) {
    Report *report = context;
    char owners[CELL_COUNT_MAX + 1] = "";
    for (int cell = 0; cell < report->geometry->cell_count; cell++) {
        const double owner = analysis->owner.mean[cell];
        owners[cell] = owner_letter(analysis->color == BLACK ? owner : -owner);
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
    Report report = {.geometry = engine->game->geometry};
    const SearchWatch watch = {
        .seconds = INFINITY, .owner = true, .report = write_report, .context = &report};
    Color color;
    PlayerMove move;
    if (!gtp_get_color(call, 0, &color)) {
        return false;
    }
    engine->player.watch = &watch;
    bool ok = gtp_choose(call, color, true, &move);
    engine->player.watch = NULL;
    ok = ok && gtp_play_choice(call, color, &move);
    if (ok) {
        gtp_stream(call, text_get(&report.line));
        text_add(call->answer, "play ");
        gtp_add_choice(call, &move);
    }
    text_free(&report.line);
    return ok;
}

const GtpCommand GTP_SERVER_COMMANDS[] = {
    {"kgs-rules", "RULES", 1, GTP_ARGUMENTS_MAX, run_kgs_rules,
     "japanese, chinese, aga or new_zealand; what follows is ignored"},
    {"kgs-genmove_cleanup", "COLOR", 1, 1, run_kgs_genmove_cleanup,
     "genmove that passes only when dead stones are taken and dame filled"},
    {"kgs-game_over", "", 0, 0, run_game_over, "no more pondering"},
    {"cgos-genmove_analyze", "COLOR", 1, 1, run_cgos_genmove_analyze,
     "genmove with one line of JSON on what the search thinks, then \"play VERTEX\""},
    {"cgos-gameover", "RESULT", 1, 1, run_game_over, "no more pondering"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
