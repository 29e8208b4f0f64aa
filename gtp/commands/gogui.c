/* GoGui's extensions: what can be shown, setting up, sequences of moves (GoGui's manual, chapters
 * "Compatibility", "Setup Commands" and "Analyze Commands"). */
#include <string.h>

#include "gtp/commands/play.h"

/* One line each: type, label, and the command with GoGui's wildcards. Labels are unique; no part
 * has a slash in it. What the types' answers look like stands with the handlers. */
static const char *const ANALYZE_COMMANDS[] = {
    "gfx/Win Rates/dihedra-show_win_rates %c",
    "gfx/Visits/dihedra-show_visits %c",
    "gfx/Policy/dihedra-show_policy %c",
    "varc/Principal Variation/dihedra-show_pv %c",
    "hstring/Search of This Position/dihedra-show_search %c",
    "hstring/Last Search/dihedra-show_last_search",
    "hstring/Table Statistics/dihedra-show_table",
    "none/Save Search Tree/dihedra-save_tree %w",
    "varc/Move Without Playing It/reg_genmove %c",

    "dboard/Ownership/dihedra-show_ownership",
    "gfx/Ownership in Colors/dihedra-show_ownership_colors",
    "gfx/Final Position/dihedra-show_final",
    "string/Final Score/final_score",
    "plist/Dead Stones/final_status_list dead",
    "plist/Stones in Seki/final_status_list seki",
    "string/Final Status/final_status %p",
    "bwboard/Alive by Benson/dihedra-show_benson",
    "bwboard/Unconditional Territory/dihedra-show_unconditional",

    "sboard/Liberties/dihedra-show_liberties",
    "plist/Liberties of Chain/findlib %p",
    "cboard/Chains/dihedra-show_chains",
    "bwboard/Eyes/dihedra-show_eyes",
    "gfx/Ladders/dihedra-show_ladders",
    "gfx/Chains in Danger/dihedra-show_danger",
    "varpo/Attack/attack %p",
    "varp/Defend/defend %p",
    "plist/Legal Moves/all_legal %c",

    "gfx/Images of Last Move/dihedra-show_images",
    "hstring/Position as Stored/dihedra-show_canonical",
    "hstring/Key of Position/dihedra-show_key",
    "string/Board as Text/showboard",

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

/* ---- Moves and stones ---- */

/* Plays the pairs in their order, as far as it goes; *played tells how far. */
static bool play_pairs(GtpCall *call, int *played) {
    for (*played = 0; 2 * *played < call->count; ++*played) {
        Color color;
        Point p;
        if (!gtp_get_color(call, 2 * *played, &color) ||
            !gtp_get_point(call, 2 * *played + 1, &p) || !gtp_play(call, color, p)) {
            return false;
        }
    }
    return true;
}

/* Taking the moves back brings all back but a ko that had been lifted by setting whose turn it is.
 */
static bool run_play_sequence(GtpCall *call) {
    Game *game = call->engine->game;
    Board before;
    Status status;
    int played;
    if (!gtp_expect_pairs(call)) {
        return false;
    }
    board_copy(&before, &game->board);
    if (play_pairs(call, &played)) {
        return true;
    }
    game_undo(game, played, &status);
    board_copy(&game->board, &before);
    return false;
}

static bool run_setup(GtpCall *call) {
    Game *game = call->engine->game;
    ColorCell cells[CELL_COUNT_MAX];
    Status status;
    if (game->move_count > 0 || game->board.empty_count < game->geometry->cell_count) {
        return gtp_fail(call, "board not empty");
    }
    if (!gtp_get_stones(call, cells)) {
        return false;
    }
    if (!game_set_up(game, cells, (Color)game->board.to_move, 0, &status)) {
        return gtp_fail(call, "%s", status.text);
    }
    player_forget(&call->engine->player);
    return true;
}

static bool run_setup_player(GtpCall *call) {
    Color color;
    if (!gtp_get_color(call, 0, &color)) {
        return false;
    }
    game_set_to_move(call->engine->game, color);
    return true;
}

/* ---- The window ---- */

static bool run_title(GtpCall *call) {
    const Game *game = call->engine->game;
    text_add(call->answer, "Dihedra " DIHEDRA_VERSION ", %dx%d, %s, komi %g", game->geometry->width,
             game->geometry->height, game->rules.name, game->komi);
    return true;
}

/* GoGui tells its version; all versions are served alike. */
static bool run_version(GtpCall *call) {
    (void)call;
    return true;
}

const GtpCommand GTP_GOGUI_COMMANDS[] = {
    {"gogui-analyze_commands", "", 0, 0, run_analyze_commands,
     "what GoGui can show on its board, one TYPE/LABEL/COMMAND a line"},
    {"gogui-play_sequence", "COLOR VERTEX...", 0, GTP_ARGUMENTS_MAX, run_play_sequence,
     "plays all these moves, or none where one of them cannot be played"},
    {"gogui-setup", "COLOR VERTEX...", 0, GTP_ARGUMENTS_MAX, run_setup,
     "puts stones on the empty board, all of them or none"},
    {"gogui-setup_player", "COLOR", 1, 1, run_setup_player, "sets whose turn it is"},
    {"gogui-title", "", 0, 0, run_title, "what the window may be called"},
    {"gogui-version", "VERSION...", 1, GTP_ARGUMENTS_MAX, run_version,
     "nothing; GoGui tells its version so"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
