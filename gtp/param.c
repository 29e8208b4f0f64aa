/* Parameters that can be changed while the program runs, in the form GoGui makes a dialogue of:
 * without arguments a list of "[type] name value" lines, with NAME VALUE a change. */
#include "engine/search/parameter.h"
#include "gtp/command.h"

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

const GtpCommand GTP_PARAM_COMMANDS[] = {
    {"dihedra_param_search", "[NAME VALUE]", 0, 2, run_param_search,
     "shows or sets the parameters of the search"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
