/* Parameters that can be changed while the program runs, in the form GoGui makes a dialogue of:
 * without arguments a list of "[type] name value" lines, with NAME VALUE a change. */
#include <string.h>

#include "engine/search/parameter.h"
#include "gtp/gogui/live.h"

/* ---- The search ---- */

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
        return gtp_fail(call, "syntax error: expected dihedra_param_search [NAME VALUE]");
    }
    const Parameter *parameter = parameter_find(call->arguments[0]);
    if (parameter == NULL) {
        return gtp_fail(call, "syntax error: unknown parameter %.40s", call->arguments[0]);
    }
    Status status;
    return parameter_set(parameter, options, call->arguments[1], &status) ||
           gtp_fail(call, "syntax error: %s", status.text);
}

/* ---- What is not the search's ---- */

typedef struct {
    const char *name;
    void (*show)(const GtpEngine *engine, const char *name, Text *text); /* its line */
    bool (*set)(GtpCall *call); /* to the call's second argument */
} Setting;

/* Shows or sets; settings end with a NULL name. */
static bool run_settings(GtpCall *call, const char *command, const Setting *settings) {
    if (call->count == 1) {
        return gtp_fail(call, "syntax error: expected %s [NAME VALUE]", command);
    }
    for (const Setting *setting = settings; setting->name != NULL; setting++) {
        if (call->count == 0) {
            setting->show(call->engine, setting->name, call->answer);
        } else if (strcmp(call->arguments[0], setting->name) == 0) {
            return setting->set(call);
        }
    }
    return call->count == 0 ||
           gtp_fail(call, "syntax error: unknown parameter %.40s", call->arguments[0]);
}

static void show_bool(const char *name, bool value, Text *text) {
    text_add(text, "[bool] %s %d\n", name, value);
}

static bool get_bool(GtpCall *call, bool *value) {
    const char *text = call->arguments[1];
    const bool on = strcmp(text, "1") == 0;
    if (!on && strcmp(text, "0") != 0) {
        return gtp_fail(call, "syntax error: expected 0 or 1, got %.40s", text);
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
        return gtp_fail(call, "syntax error: unknown rules %.40s", call->arguments[1]);
    }
    call->engine->game->rules = *rules;
    return true;
}

static void show_komi(const GtpEngine *engine, const char *name, Text *text) {
    text_add(text, "[string] %s %.12g\n", name, engine->game->komi);
}

static bool set_komi(GtpCall *call) {
    return gtp_get_real(call, 1, "a komi", &call->engine->game->komi);
}

static void show_strict(const GtpEngine *engine, const char *name, Text *text) {
    show_bool(name, engine->strict, text);
}

static bool set_strict(GtpCall *call) {
    return get_bool(call, &call->engine->strict);
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
    text_add(text, "] %s %s\n", name, LIVE_NAMES[engine->live]);
}

static bool set_live(GtpCall *call) {
    for (int i = 0; LIVE_NAMES[i] != NULL; i++) {
        if (strcmp(call->arguments[1], LIVE_NAMES[i]) == 0) {
            call->engine->live = (LiveGraphics)i;
            return true;
        }
    }
    return gtp_fail(call, "syntax error: expected off, variation or visits, got %.40s",
                    call->arguments[1]);
}

static void show_summary(const GtpEngine *engine, const char *name, Text *text) {
    show_bool(name, !engine->quiet, text);
}

static bool set_summary(GtpCall *call) {
    bool summary = false;
    if (!get_bool(call, &summary)) {
        return false;
    }
    call->engine->quiet = !summary;
    return true;
}

static bool run_param_output(GtpCall *call) {
    static const Setting SETTINGS[] = {{"live_graphics", show_live, set_live},
                                       {"search_summary", show_summary, set_summary},
                                       {NULL, NULL, NULL}};
    return run_settings(call, "dihedra_param_output", SETTINGS);
}

const GtpCommand GTP_PARAM_COMMANDS[] = {
    {"dihedra_param_search", "[NAME VALUE]", 0, 2, run_param_search,
     "shows or sets the parameters of the search"},
    {"dihedra_param_rules", "[NAME VALUE]", 0, 2, run_param_rules,
     "shows or sets the rules, komi, and whether moves that only superko forbids are refused"},
    {"dihedra_param_output", "[NAME VALUE]", 0, 2, run_param_output,
     "shows or sets what goes to standard error: GoGui's live graphics, a line after each search"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
