/* Commands about the engine and the protocol. They answer at once: nothing is allocated. */
#include <time.h>

#include "gtp/command.h"

static bool run_name(GtpCall *call) {
    const char *name = call->engine->name;
    text_add(call->answer, "%s", name != NULL ? name : "Dihedra");
    return true;
}

static bool run_version(GtpCall *call) {
    text_add(call->answer, "%s", DIHEDRA_VERSION);
    return true;
}

static bool run_protocol_version(GtpCall *call) {
    text_add(call->answer, "2");
    return true;
}

static bool run_known_command(GtpCall *call) {
    text_add(call->answer, "%s", gtp_find_listed(call->arguments[0]) == NULL ? "false" : "true");
    return true;
}

static bool run_list_commands(GtpCall *call) {
    for (int i = 0; GTP_FAMILIES[i] != NULL; i++) {
        for (const GtpCommand *command = GTP_FAMILIES[i]; command->name != NULL; command++) {
            if (command->help != NULL) {
                text_add(call->answer, "%s\n", command->name);
            }
        }
    }
    return true;
}

static bool run_help(GtpCall *call) {
    const GtpCommand *command = gtp_find_listed(call->arguments[0]);
    if (command == NULL) {
        return gtp_fail(call, "unknown command");
    }
    text_add(call->answer, "%s %s: %s", command->name, command->arguments, command->help);
    return true;
}

static bool run_quit(GtpCall *call) {
    call->engine->quit = true;
    return true;
}

/* Processor time of all threads of this program. */
static bool run_cputime(GtpCall *call) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    text_add(call->answer, "%.3f", (double)used.tv_sec + (double)used.tv_nsec * 1e-9);
    return true;
}

const GtpCommand GTP_ADMIN_COMMANDS[] = {
    {"protocol_version", "", 0, 0, run_protocol_version, "the version of GTP spoken: 2"},
    {"name", "", 0, 0, run_name, "the engine's name"},
    {"version", "", 0, 0, run_version, "the engine's version"},
    {"known_command", "COMMAND", 1, 1, run_known_command, "true or false"},
    {"list_commands", "", 0, 0, run_list_commands, "all commands, one a line"},
    {"help", "COMMAND", 1, 1, run_help, "what a command takes and does"},
    {"quit", "", 0, 0, run_quit, "ends the program"},
    {"cputime", "", 0, 0, run_cputime, "seconds of processor time used so far"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
