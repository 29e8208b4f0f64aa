/* Our own commands: the key of the position, ranks, and parameters. What GoGui draws is in
 * gtp/gogui/.
 *
 * The commands of parameters have the form of which GoGui makes a dialog: without arguments they
 * answer a list of "[type] name value" lines, with NAME VALUE they set one. */
#include <inttypes.h>

#include "gtp/commands/families.h"

static const char UNKNOWN[] = "syntax error: unknown parameter %.40s";

static bool run_key(GtpCall *call) {
    const Game *game = call->engine->game;
    const HashKey key = board_key(&game->board, &game->rules);
    text_add(call->answer, "%016" PRIX64 " %016" PRIX64 " %d", key.key, key.check, key.orientation);
    return true;
}

/* For the commands that set a parameter: a name alone is an error. */
static bool expect_value(GtpCall *call, const char *command) {
    return call->count == 2 || call_fail(call, "syntax error: expected %s [NAME VALUE]", command);
}

/* ---- Parameters of the search ---- */

static bool run_rank_command(GtpCall *call) {
    const Parameter *parameter = parameter_find("rank");
    PlayerOptions *options = &call->engine->options;
    if (call->count == 1) {
        return call_set_parameter(call, parameter, call->arguments[0], options);
    }
    parameter_add_value(parameter, options, call->answer);
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
    if (!expect_value(call, "dihedra_param_search")) {
        return false;
    }
    const Parameter *parameter = parameter_find(call->arguments[0]);
    if (parameter == NULL) {
        return call_fail(call, UNKNOWN, call->arguments[0]);
    }
    return call_set_parameter(call, parameter, call->arguments[1], options);
}

/* ---- Other parameters ---- */

static bool get_bool(GtpCall *call, bool *value) {
    const char *text = call->arguments[1];
    const bool on = strcmp(text, "1") == 0;
    if (!on && strcmp(text, "0") != 0) {
        return call_fail(call, "syntax error: expected 0 or 1, got %.40s", text);
    }
    *value = on;
    return true;
}

static bool set_rules(GtpCall *call) {
    const Rules *rules = rules_find(call->arguments[1]);
    if (rules == NULL) {
        return call_fail(call, "syntax error: unknown rules %.40s", call->arguments[1]);
    }
    game_set_rules(call->engine->game, rules);
    return true;
}

static bool run_param_rules(GtpCall *call) {
    GtpEngine *engine = call->engine;
    const char *name = call->count > 0 ? call->arguments[0] : "";
    if (call->count == 0) {
        text_add(call->answer, "[list");
        for (const RuleSet *set = RULE_SETS; set->rules.name != NULL; set++) {
            const Rules *rules = &set->rules;
            text_add(call->answer, "/%s", rules->name);
        }
        text_add(call->answer, "] rules %s\n[string] komi %.12g\n[bool] strict %d\n",
                 engine->game->rules.name, engine->game->komi, engine->play.strict);
        return true;
    }
    if (!expect_value(call, "dihedra_param_rules")) {
        return false;
    }
    return strcmp(name, "rules") == 0    ? set_rules(call)
           : strcmp(name, "komi") == 0   ? call_get_komi(call, 1)
           : strcmp(name, "strict") == 0 ? get_bool(call, &engine->play.strict)
                                         : call_fail(call, UNKNOWN, name);
}

static bool run_param_output(GtpCall *call) {
    EngineDisplay *display = &call->engine->display;
    const char *name = call->count > 0 ? call->arguments[0] : "";
    if (call->count == 0) {
        text_add(call->answer, "[bool] live_graphics %d\n[bool] search_summary %d\n", display->live,
                 display->search_summary);
        return true;
    }
    if (!expect_value(call, "dihedra_param_output")) {
        return false;
    }
    return strcmp(name, "live_graphics") == 0    ? get_bool(call, &display->live)
           : strcmp(name, "search_summary") == 0 ? get_bool(call, &display->search_summary)
                                                 : call_fail(call, UNKNOWN, name);
}

const GtpCommand GTP_DIHEDRA_COMMANDS[] = {
    {"dihedra-key", "", GTP_WORDS, 0, 0, run_key,
     "canonical key, check word (16 hex digits each) and orientation 0..7 of the position"},
    {"dihedra-rank", "[RANK|off]", GTP_WORDS, 0, 1, run_rank_command,
     "asks or sets whose strength is played: 20k to 1k or 1d to 9d; off: as well as it can"},
    {"dihedra_param_search", "[NAME VALUE]", GTP_WORDS, 0, 2, run_param_search,
     "shows the parameters of the search, or sets one"},
    {"dihedra_param_rules", "[NAME VALUE]", GTP_WORDS, 0, 2, run_param_rules,
     "shows or sets rules, komi, and strict (refuse moves that only superko forbids)"},
    {"dihedra_param_output", "[NAME VALUE]", GTP_WORDS, 0, 2, run_param_output,
     "shows or sets what goes to standard error: live graphics, a line after each search"},
    {0},
};
