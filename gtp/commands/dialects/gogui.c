/* The dialect of GoGui: what can be shown, setting up, sequences of moves, interrupts (GoGui's
 * manual, chapters "Compatibility", "Setup Commands" and "Analyze Commands"). */
#include "engine/base/version.h"
#include "gtp/commands/families.h"
#include "gtp/commands/genmove.h"

/* TYPE/LABEL/COMMAND, with GoGui's wildcards in the command. Labels are unique, and no part
 * contains a slash. See gtp/gogui/show.h for the answers that each type wants. */
static const char *const ANALYZE_COMMANDS[] = {
    "gfx/Win Rates/dihedra-show_win_rates %c",
    "gfx/Visits/dihedra-show_visits %c",
    "gfx/Policy/dihedra-show_policy %c",
    "gfx/Exact Values/dihedra-show_values",
    "varc/Move Without Playing It/reg_genmove %c",

    "gfx/Ownership/dihedra-show_ownership",
    "gfx/Final Position/dihedra-show_final",
    "string/Final Score/final_score",
    "plist/Dead Stones/final_status_list dead",
    "plist/Stones in Seki/final_status_list seki",
    "string/Final Status/final_status %p",

    "plist/Liberties of Chain/findlib %p",
    "string/Life of Dragon/dragon_status %p",
    "varpo/Attack/attack %p",
    "varp/Defend/defend %p",
    "plist/Legal Moves/all_legal %c",

    "string/Key of Position/dihedra-key",
    "string/Board as Text/showboard",

    "gfx/Opening Book/dihedra-show_book %c",

    "string/Rank/dihedra-rank",
    "param/Search Parameters/dihedra_param_search",
    "param/Rules and Komi/dihedra_param_rules",
    "param/Output/dihedra_param_output",
};

static bool run_analyze_commands(GtpCall *call) {
    for (size_t i = 0; i < sizeof ANALYZE_COMMANDS / sizeof ANALYZE_COMMANDS[0]; i++) {
        text_add(call->answer, "%s\n", ANALYZE_COMMANDS[i]);
    }
    return true;
}

static bool run_play_sequence(GtpCall *call) {
    Game *game = call->engine->game;
    const int moves_before = game->move_count;
    bool ok = call_expect_pairs(call);
    for (int i = 0; ok && i < call->count; i += 2) {
        Color color;
        Point p;
        ok = call_get_color(call, i, &color) && call_get_point(call, i + 1, &p) &&
             play_move(call, color, p);
    }
    if (!ok) {
        Status status;
        game_undo(game, game->move_count - moves_before, &status);
    }
    return ok;
}

static bool run_setup(GtpCall *call) {
    if (!call_board_is_empty(call)) {
        return call_fail(call, "board not empty");
    }
    if (!call_set_up(call, call->engine->game->board.to_move)) {
        return false;
    }
    player_clear(&call->engine->player);
    return true;
}

static bool run_setup_player(GtpCall *call) {
    game_set_to_move(call->engine->game, call->color);
    return true;
}

static bool run_title(GtpCall *call) {
    const Game *game = call->engine->game;
    text_add(call->answer, "Dihedra " DIHEDRA_VERSION ", %dx%d, %s, komi %g", game->geometry->width,
             game->geometry->height, game->rules.name, game->komi);
    return true;
}

/* Takes GoGui's version: all versions get the same answers. GoGui sends "# interrupt" only to
 * engines that list gogui-interrupt; input.c reads it. */
static bool run_nothing(GtpCall *call) {
    (void)call;
    return true;
}

const GtpCommand GTP_GOGUI_COMMANDS[] = {
    {"gogui-analyze_commands", "", GTP_WORDS, 0, 0, run_analyze_commands,
     "what GoGui can show on its board, one TYPE/LABEL/COMMAND per line"},
    {"gogui-interrupt", "", GTP_WORDS, 0, 0, run_nothing,
     "does nothing; a line \"# interrupt\" ends a search with the best move so far"},
    {"gogui-play_sequence", "COLOR VERTEX...", GTP_WORDS, 0, GTP_ARGUMENTS_MAX, run_play_sequence,
     "plays all these moves, or none if one of them cannot be played"},
    {"gogui-setup", "COLOR VERTEX...", GTP_WORDS, 0, GTP_ARGUMENTS_MAX, run_setup,
     "puts these stones on the empty board, all of them or none"},
    {"gogui-setup_player", "COLOR", GTP_COLOR, 1, 1, run_setup_player, "sets whose turn it is"},
    {"gogui-title", "", GTP_WORDS, 0, 0, run_title, "a title for GoGui's window"},
    {"gogui-version", "VERSION...", GTP_WORDS, 1, GTP_ARGUMENTS_MAX, run_nothing,
     "does nothing: GoGui sends its version"},
    {0},
};
