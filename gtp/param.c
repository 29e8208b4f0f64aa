/* Parameters that can be changed while the program runs, in the form GoGui makes a dialogue of:
 * without arguments a list of "[type] name value" lines, with NAME VALUE a change. */
#include <string.h>

#include "gtp/command.h"

static bool get_bool(GtpCall *call, bool *value) {
    const char *text = call->arguments[1];
    if (strcmp(text, "0") != 0 && strcmp(text, "1") != 0) {
        return gtp_fail(call, "syntax error: expected 0 or 1, got %.40s", text);
    }
    *value = text[0] == '1';
    return true;
}

static bool run_param_search(GtpCall *call) {
    PlayerOptions *options = &call->engine->options;
    if (call->count == 0) {
        text_add(call->answer, "[bool] symmetry %d\n", options->symmetric);
        text_add(call->answer, "[bool] play_out %d\n", options->play_out);
        text_add(call->answer, "[string] threads %d\n", options->threads);
        text_add(call->answer, "[string] memory_mb %zu\n", options->memory >> 20);
        text_add(call->answer, "[string] resign_below %g\n", options->resign_below);
        return true;
    }
    if (call->count == 1) {
        return gtp_fail(call, "syntax error: expected dihedra_param_search [NAME VALUE]");
    }
    const char *name = call->arguments[0];
    long whole = 0;
    if (strcmp(name, "symmetry") == 0) {
        return get_bool(call, &options->symmetric);
    }
    if (strcmp(name, "play_out") == 0) {
        return get_bool(call, &options->play_out);
    }
    if (strcmp(name, "threads") == 0) {
        if (!gtp_get_integer(call, 1, "1..64 threads", 1, UCT_THREADS_MAX, &whole)) {
            return false;
        }
        options->threads = (int)whole;
        return true;
    }
    if (strcmp(name, "memory_mb") == 0) {
        if (!gtp_get_integer(call, 1, "1..1048576 MB", 1, 1 << 20, &whole)) {
            return false;
        }
        options->memory = (size_t)whole << 20;
        return true;
    }
    if (strcmp(name, "resign_below") == 0) {
        double rate;
        if (!gtp_get_real(call, 1, "a win rate 0..1", &rate)) {
            return false;
        }
        if (rate < 0 || rate > 1) {
            return gtp_fail(call, "syntax error: expected a win rate 0..1, got %g", rate);
        }
        options->resign_below = rate;
        return true;
    }
    return gtp_fail(call, "syntax error: unknown parameter %.40s", name);
}

const GtpCommand GTP_PARAM_COMMANDS[] = {
    {"dihedra_param_search", "[NAME VALUE]", 0, 2, run_param_search,
     "shows or sets symmetry, play_out, threads, memory_mb, resign_below"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
