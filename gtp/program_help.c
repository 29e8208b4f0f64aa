#include "gtp/program_help.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "gtp/commands/families.h"

enum { SUBCOMMANDS_MAX = 32 };

/* The help of the program and of all subcommands, with what is made for it. */
typedef struct {
    CommandHelp program;
    const CommandHelp *all[SUBCOMMANDS_MAX + 1]; /* as the table; NULL at the end */
    Text usage;
} ProgramHelp;

static ProgramHelp *program_help_new(const Subcommand *program) {
    ProgramHelp *help = memory_new(1, sizeof *help);
    help->all[0] = &help->program;
    text_add(&help->usage,
             "usage: dihedra [OPTION...]             speaks GTP on standard input and output\n"
             "       dihedra SUBCOMMAND [OPTION...]\n"
             "       dihedra help [SUBCOMMAND]\n"
             "       dihedra --version\n"
             "\n"
             "Subcommands:\n");
    for (int i = 1; program[i].run != NULL; i++) {
        assert(i < SUBCOMMANDS_MAX);
        help->all[i] = program[i].help;
        text_add(&help->usage, "  %-14s %s\n", program[i].help->name, program[i].help->summary);
    }
    help->program = (CommandHelp){
        .name = "",
        .summary = "Go engine",
        .usage = text_get(&help->usage),
        .options = {ENGINE_OPTIONS, SESSION_OPTIONS},
        .notes = "Every parameter of the search is an option too: see dihedra help parameters.\n"
                 "The GTP commands: dihedra help gtp.\n"};
    return help;
}

static void program_help_free(ProgramHelp *help) {
    text_free(&help->usage);
    free(help);
}

int program_help_find(const Subcommand *program, const char *name) {
    for (int i = 0; program[i].run != NULL; i++) {
        if (strcmp(name, program[i].help != NULL ? program[i].help->name : "") == 0) {
            return i;
        }
    }
    return -1;
}

int program_help_print(const Subcommand *program, int subcommand) {
    ProgramHelp *help = program_help_new(program);
    command_help_print(help->all[subcommand], stdout);
    program_help_free(help);
    return EXIT_SUCCESS;
}

int program_help_print_unknown(const char *word) {
    Status status;
    status_fail(&status, "unknown subcommand '%.60s'", word);
    return option_print_error("", &status);
}

/* ---- Topics ---- */

static int print_gtp_commands(void) {
    for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
        if (family->title != NULL) {
            printf("%s%s\n", family == GTP_FAMILIES ? "" : "\n", family->title);
        }
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            printf("  %s%s%s\n      %s\n", command->name, *command->arguments == '\0' ? "" : " ",
                   command->arguments, command->help);
        }
    }
    return EXIT_SUCCESS;
}

static int print_parameters(void) {
    const PlayerOptions defaults = player_default_options();
    printf(
        "Parameters of the search with their defaults and limits. Set them by --NAME VALUE on the\n"
        "command line, or by dihedra_param_search NAME VALUE over GTP.\n\n");
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        static const char *const VALUES[] = {[PARAMETER_BOOL] = "   (0 or 1)",
                                             [PARAMETER_PROFILE] = "  (empty)",
                                             [PARAMETER_STRENGTH] = "   (off, 20k to 9d)",
                                             [PARAMETER_COLOR] = "   (B, W, E)",
                                             [PARAMETER_AUTO] = "   (auto, true, false)"};
        const char *values = VALUES[parameter->type];
        Text line = text_new("%s ", parameter->name);
        parameter_add_value(parameter, &defaults, &line);
        text_add(&line, values != NULL ? values : "   (%.12g to %.12g)", parameter->least,
                 parameter->most);
        text_add(&line, parameter->option != NULL ? "\n    or %s:" : "\n", parameter->option);
        printf("%s    %s\n", text_get(&line), parameter->meaning);
        text_free(&line);
    }
    return EXIT_SUCCESS;
}

int program_help_print_topic(const Subcommand *program, const char *topic) {
    const int subcommand = strcmp(topic, "help") == 0 ? 0 : program_help_find(program, topic);
    if (strcmp(topic, "gtp") == 0) { /* the language, not the subcommand */
        return print_gtp_commands();
    }
    if (strcmp(topic, "parameters") == 0) {
        return print_parameters();
    }
    return subcommand >= 0 ? program_help_print(program, subcommand)
                           : program_help_print_unknown(topic);
}
