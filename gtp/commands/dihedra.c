/* Our own commands: the key of the position, and parameters that can be changed while the program
 * runs, in the form of which GoGui makes a dialog: without arguments they answer a list of
 * "[type] name value" lines, with NAME VALUE they set one. (What GoGui draws is in gtp/gogui/.) */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "engine/player/parameter.h"
#include "gtp/commands/families.h"
#include "gtp/gogui/live.h"

static bool run_key(GtpCall *call) {
    const Game *game = call->engine->game;
    const HashKey key = board_key(&game->board, &game->rules);
    text_add(call->answer, "%016" PRIX64 " %016" PRIX64 " %d", key.key, key.check, key.orientation);
    return true;
}

/* ---- Parameters of the search ---- */

static bool run_rank(GtpCall *call) {
    const Parameter *parameter = parameter_find("rank");
    PlayerOptions *options = &call->engine->options;
    if (call->count == 1) {
        return call_set_parameter(call, parameter, call->arguments[0], options);
    }
    parameter_add_value(parameter, options, call->answer);
    return true;
}

static bool run_rank_odds(GtpCall *call) {
    GtpEngine *engine = call->engine;
    double chances[STRENGTH_MOST + 1];
    Color color;
    Point move;
    Status status;
    bool tells;
    if (!call_get_color(call, 0, &color) || !call_get_point(call, 1, &move)) {
        return false;
    }
    if (game_check(engine->game, color, move) != MOVE_LEGAL) {
        return call_fail(call, "illegal move");
    }
    const Turn turn = engine_turn(engine, color);
    if (!player_weigh_strengths(&engine->player, &turn, move, chances, &tells, &status)) {
        return call_fail(call, "%s", status.text);
    }
    for (int strength = STRENGTH_LEAST; tells && strength <= STRENGTH_MOST; strength++) {
        char name[STRENGTH_TEXT_MAX + 1];
        text_add(call->answer, "%s %.4f\n", strength_write(strength, name), log(chances[strength]));
    }
    return true;
}

static bool run_param_search(GtpCall *call) {
    PlayerOptions *options = &call->engine->options;
    if (call->count == 0) {
        for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
            const bool is_bool = parameter->type == PARAMETER_BOOL;
            text_add(call->answer, "[%s] %s ", is_bool ? "bool" : "string", parameter->name);
            parameter_add_value(parameter, options, call->answer);
            text_add(call->answer, "\n");
        }
        return true;
    }
    if (call->count == 1) {
        return call_fail(call, "syntax error: expected dihedra_param_search [NAME VALUE]");
    }
    const Parameter *parameter = parameter_find(call->arguments[0]);
    if (parameter == NULL) {
        return call_fail(
            call, "syntax error: %s",
            parameter_why_unknown(call->arguments[0], (char[PARAMETER_MESSAGE_MAX]){0}));
    }
    return call_set_parameter(call, parameter, call->arguments[1], options);
}

/* ---- Other parameters ---- */

typedef struct {
    const char *name;
    void (*show)(const GtpEngine *engine, const char *name, Text *text); /* adds its line */
    bool (*set)(GtpCall *call); /* to the call's argument 1 */
} Setting;

/* Shows all settings or sets one. A NULL name ends them. */
static bool run_settings(GtpCall *call, const char *command, const Setting *settings) {
    if (call->count == 1) {
        return call_fail(call, "syntax error: expected %s [NAME VALUE]", command);
    }
    for (const Setting *setting = settings; setting->name != NULL; setting++) {
        if (call->count == 0) {
            setting->show(call->engine, setting->name, call->answer);
        } else if (strcmp(call->arguments[0], setting->name) == 0) {
            return setting->set(call);
        }
    }
    return call->count == 0 ||
           call_fail(call, "syntax error: unknown parameter %.40s", call->arguments[0]);
}

static void show_bool(const char *name, bool value, Text *text) {
    text_add(text, "[bool] %s %d\n", name, value);
}

static bool get_bool(GtpCall *call, bool *value) {
    const char *text = call->arguments[1];
    const bool on = strcmp(text, "1") == 0;
    if (!on && strcmp(text, "0") != 0) {
        return call_fail(call, "syntax error: expected 0 or 1, got %.40s", text);
    }
    *value = on;
    return true;
}

/* ---- The rules ---- */

static void show_rules(const GtpEngine *engine, const char *name, Text *text) {
    text_add(text, "[list");
    for (const Rules *rules = RULES; rules->name != NULL; rules++) {
        text_add(text, "/%s", rules->name);
    }
    text_add(text, "] %s %s\n", name, engine->game->rules.name);
}

static bool set_rules(GtpCall *call) {
    const Rules *rules = rules_find(call->arguments[1]);
    if (rules == NULL) {
        return call_fail(call, "syntax error: unknown rules %.40s", call->arguments[1]);
    }
    call->engine->game->rules = *rules;
    return true;
}

static void show_komi(const GtpEngine *engine, const char *name, Text *text) {
    text_add(text, "[string] %s %.12g\n", name, engine->game->komi);
}

static bool set_komi(GtpCall *call) {
    return call_get_real(call, 1, "a komi", &call->engine->game->komi);
}

static void show_strict(const GtpEngine *engine, const char *name, Text *text) {
    show_bool(name, engine->play.strict, text);
}

static bool set_strict(GtpCall *call) {
    return get_bool(call, &call->engine->play.strict);
}

static bool run_param_rules(GtpCall *call) {
    static const Setting SETTINGS[] = {{"rules", show_rules, set_rules},
                                       {"komi", show_komi, set_komi},
                                       {"strict", show_strict, set_strict},
                                       {NULL, NULL, NULL}};
    return run_settings(call, "dihedra_param_rules", SETTINGS);
}

/* ---- Standard error ---- */

static void show_live(const GtpEngine *engine, const char *name, Text *text) {
    text_add(text, "[list");
    for (int i = 0; LIVE_NAMES[i] != NULL; i++) {
        text_add(text, "/%s", LIVE_NAMES[i]);
    }
    text_add(text, "] %s %s\n", name, LIVE_NAMES[engine->display.live]);
}

static bool set_live(GtpCall *call) {
    for (int i = 0; LIVE_NAMES[i] != NULL; i++) {
        if (strcmp(call->arguments[1], LIVE_NAMES[i]) == 0) {
            call->engine->display.live = (LiveGraphics)i;
            return true;
        }
    }
    return call_fail(call, "syntax error: expected off, variation or visits, got %.40s",
                     call->arguments[1]);
}

static void show_summary(const GtpEngine *engine, const char *name, Text *text) {
    show_bool(name, !engine->display.quiet, text);
}

static bool set_summary(GtpCall *call) {
    bool summary = false;
    if (!get_bool(call, &summary)) {
        return false;
    }
    call->engine->display.quiet = !summary;
    return true;
}

static bool run_param_output(GtpCall *call) {
    static const Setting SETTINGS[] = {{"live_graphics", show_live, set_live},
                                       {"search_summary", show_summary, set_summary},
                                       {NULL, NULL, NULL}};
    return run_settings(call, "dihedra_param_output", SETTINGS);
}

const GtpCommand GTP_DIHEDRA_COMMANDS[] = {
    {"dihedra-key", "", 0, 0, run_key,
     "canonical key, check word (16 hex digits each) and orientation 0..7 of the position"},
    {"dihedra-rank", "[RANK|off]", 0, 1, run_rank,
     "asks or sets whose strength is played: 20k to 1k or 1d to 9d; off: as well as it can"},
    {"dihedra-rank-odds", "COLOR VERTEX", 2, 2, run_rank_odds,
     "for each rank from weak to strong, the logarithm of the chance that it plays this move; "
     "nothing of a move that tells nothing"},
    {"dihedra_param_search", "[NAME VALUE]", 0, 2, run_param_search,
     "shows the parameters of the search, or sets one"},
    {"dihedra_param_rules", "[NAME VALUE]", 0, 2, run_param_rules,
     "shows or sets rules, komi, and strict (refuse moves that only superko forbids)"},
    {"dihedra_param_output", "[NAME VALUE]", 0, 2, run_param_output,
     "shows or sets what goes to standard error: live graphics, a line after each search"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
