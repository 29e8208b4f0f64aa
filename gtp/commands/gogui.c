/* The dialect of GoGui: what can be shown, setting up, sequences of moves, interrupts (GoGui's
 * manual, chapters "Compatibility", "Setup Commands" and "Analyze Commands"). */
#include <string.h>

#include "gtp/commands/families.h"
#include "gtp/commands/play.h"

/* TYPE/LABEL/COMMAND, with GoGui's wildcards in the command. Labels are unique, and no part
 * contains a slash. See gtp/gogui/show.h for the answers that each type wants. */
static const char *const ANALYZE_COMMANDS[] = {
    "gfx/Win Rates/dihedra-show_win_rates %c",
    "gfx/Visits/dihedra-show_visits %c",
    "gfx/Policy/dihedra-show_policy %c",
    "gfx/Exact Values/dihedra-show_values",
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

/* ---- Moves and stones ---- */

/* Plays the pairs in order until one cannot be played. Sets *played to the number played. */
static bool play_pairs(GtpCall *call, int *played) {
    for (*played = 0; 2 * *played < call->count; ++*played) {
        Color color;
        Point p;
        if (!call_get_color(call, 2 * *played, &color) ||
            !call_get_point(call, 2 * *played + 1, &p) || !play_move(call, color, p)) {
            return false;
        }
    }
    return true;
}

/* Taking the moves back restores everything except a ko that gogui-setup_player had lifted; the
 * copy of the board restores that too. */
static bool run_play_sequence(GtpCall *call) {
    Game *game = call->engine->game;
    Board before;
    Status status;
    int played;
    if (!call_expect_pairs(call)) {
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
        return call_fail(call, "board not empty");
    }
    if (!call_get_stones(call, cells)) {
        return false;
    }
    if (!game_set_up(game, cells, (Color)game->board.to_move, 0, &status)) {
        return call_fail(call, "%s", status.text);
    }
    player_forget(&call->engine->player);
    return true;
}

static bool run_setup_player(GtpCall *call) {
    Color color;
    if (!call_get_color(call, 0, &color)) {
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

/* GoGui sends its version. All versions get the same answers. */
static bool run_version(GtpCall *call) {
    (void)call;
    return true;
}

/* GoGui sends "# interrupt" only to engines that list this command; input.c reads it. */
static bool run_interrupt(GtpCall *call) {
    (void)call;
    return true;
}

const GtpCommand GTP_GOGUI_COMMANDS[] = {
    {"gogui-analyze_commands", "", 0, 0, run_analyze_commands,
     "what GoGui can show on its board, one TYPE/LABEL/COMMAND per line"},
    {"gogui-interrupt", "", 0, 0, run_interrupt,
     "does nothing; a line \"# interrupt\" ends a search with the best move so far"},
    {"gogui-play_sequence", "COLOR VERTEX...", 0, GTP_ARGUMENTS_MAX, run_play_sequence,
     "plays all these moves, or none if one of them cannot be played"},
    {"gogui-setup", "COLOR VERTEX...", 0, GTP_ARGUMENTS_MAX, run_setup,
     "puts these stones on the empty board, all of them or none"},
    {"gogui-setup_player", "COLOR", 1, 1, run_setup_player, "sets whose turn it is"},
    {"gogui-title", "", 0, 0, run_title, "a title for GoGui's window"},
    {"gogui-version", "VERSION...", 1, GTP_ARGUMENTS_MAX, run_version,
     "does nothing: GoGui tells its version"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
