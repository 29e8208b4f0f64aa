/* The engine and the protocol: names, the list of commands, help, quit. */

#include "engine/base/version.h"
#include "gtp/commands/families.h"

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

/* Returns the command that argument 0 names, or NULL if none exists or it is not listed. */
static const GtpCommand *find_listed(const GtpCall *call) {
    const GtpCommand *command = command_find(call->engine->families, call->arguments[0]);
    return command != NULL && call_is_listed(call, command) ? command : NULL;
}

static bool run_known_command(GtpCall *call) {
    text_add(call->answer, find_listed(call) == NULL ? "false" : "true");
    return true;
}

static bool run_list_commands(GtpCall *call) {
    for (const GtpFamily *family = call->engine->families; family->commands != NULL; family++) {
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            if (call_is_listed(call, command)) {
                text_add(call->answer, "%s\n", command->name);
            }
        }
    }
    return true;
}

static bool run_command_help(GtpCall *call) {
    const GtpCommand *command = find_listed(call);
    if (command == NULL) {
        return call_fail(call, "unknown command");
    }
    text_add(call->answer, "%s %s: %s", command->name, command->arguments, command->help);
    return true;
}

static bool run_quit(GtpCall *call) {
    call->engine->quit = true;
    return true;
}

/* The processor time of all threads. */
static bool run_cputime(GtpCall *call) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    text_add(call->answer, "%.3f", (double)used.tv_sec + (double)used.tv_nsec * 1e-9);
    return true;
}

const GtpCommand GTP_ADMIN_COMMANDS[] = {
    {"protocol_version", "", GTP_WORDS, 0, 0, run_protocol_version, "the version of GTP: 2"},
    {"name", "", GTP_WORDS, 0, 0, run_name, "the engine's name"},
    {"version", "", GTP_WORDS, 0, 0, run_version, "the engine's version"},
    {"known_command", "COMMAND", GTP_WORDS, 1, 1, run_known_command,
     "true if the engine knows the command, else false"},
    {"list_commands", "", GTP_WORDS, 0, 0, run_list_commands,
     "the names of all commands, one per line"},
    {"help", "COMMAND", GTP_WORDS, 1, 1, run_command_help,
     "the arguments of a command, and what it does"},
    {"quit", "", GTP_WORDS, 0, 0, run_quit, "ends the session"},
    {"cputime", "", GTP_WORDS, 0, 0, run_cputime, "processor time used so far, in seconds"},
    {0},
};
