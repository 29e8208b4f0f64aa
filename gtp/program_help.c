#include "gtp/program_help.h"

#include <ctype.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "engine/base/version.h"
#include "gtp/commands/families.h"

enum { SUBCOMMANDS_MAX = 32, PARAMETERS_MAX = 128 };

/* The help of the program and of all subcommands, with what is made for it. */
typedef struct {
    CommandHelp program;
    const CommandHelp *all[SUBCOMMANDS_MAX + 1]; /* as the table; NULL at the end */
    Text usage;
    Option parameters[PARAMETERS_MAX]; /* as options */
    char names[PARAMETERS_MAX][OPTION_NAME_MAX];
} ProgramHelp;

/* Adds the parameters of the search to the program's options. */
static void add_parameters(ProgramHelp *help) {
    int count = 0;
    help->parameters[count++] =
        (Option){.kind = OPTION_HEADING, .help = "Parameters of the search"};
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        assert(count + 1 < PARAMETERS_MAX);
        engine_options_parameter_name(parameter, help->names[count]);
        if (parameter->option == NULL) {
            help->parameters[count] = (Option){.name = help->names[count],
                                               .argument = "VALUE",
                                               .kind = OPTION_FOUND,
                                               .help = parameter->meaning};
            count++;
        }
    }
    help->parameters[count] = (Option){0};
    help->program.options[2] = help->parameters;
}

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

/* ---- Manual pages in roff, of the man macros ---- */

/* Adds text with what roff would read as its own escaped. */
static void add_escaped(Text *page, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const bool begins_line = page->length > 0 && page->bytes[page->length - 1] == '\n';
        if (begins_line && (text[i] == '.' || text[i] == '\'')) {
            text_add(page, "\\&");
        }
        const char *escape = text[i] == '-'    ? "\\-"
                             : text[i] == '\\' ? "\\e"
                             : text[i] == '~'  ? "\\(ti"
                             : text[i] == '^'  ? "\\(ha"
                                               : NULL;
        if (escape != NULL) {
            text_add(page, "%s", escape);
        } else {
            text_append(page, &text[i], 1);
        }
    }
}

/* Adds the lines of a text. Roff fills them, but for those that are indented; an empty one begins a
 * paragraph. */
static void add_lines(Text *page, const char *text) {
    for (text += strspn(text, "\n"); *text != '\0';) {
        const size_t length = strcspn(text, "\n");
        if (length == 0) {
            text_add(page, ".PP");
        }
        add_escaped(page, text, length);
        text_add(page, "\n");
        text += length + (text[length] == '\n');
    }
}

/* Adds a word in a font, B or I. */
static void add_word(Text *page, const char *before, char font, const char *word) {
    if (word != NULL) {
        text_add(page, "%s\\f%c", before, font);
        add_escaped(page, word, strlen(word));
        text_add(page, "\\fR");
    }
}

/* The usage begins with the synopsis: lines up to the first empty one, each after "usage: " or as
 * many blanks. Returns what comes behind it. */
static const char *add_synopsis(Text *page, const char *usage) {
    enum { INDENT = 7 };
    text_add(page, ".SH SYNOPSIS\n.nf\n");
    while (*usage != '\0' && *usage != '\n') {
        const size_t line = strcspn(usage, "\n");
        if (line > INDENT) {
            add_escaped(page, usage + INDENT, line - INDENT);
            text_add(page, "\n");
        }
        usage += line + (usage[line] == '\n');
    }
    text_add(page, ".fi\n");
    return usage;
}

static void add_page_option(Text *page, const Option *option) {
    if (option->kind == OPTION_HEADING) {
        text_add(page, ".SS ");
    } else {
        text_add(page, ".TP\n");
        add_word(page, "", *option->name == '-' ? 'B' : 'I', option->name);
        add_word(page, ", ", 'B', option->alias);
        add_word(page, " ", 'I', option->argument);
        text_add(page, "\n");
    }
    add_lines(page, option->help);
}

static void add_page_options(Text *page, const CommandHelp *help) {
    text_add(page, help->options[0] != NULL ? ".SH OPTIONS\n" : "");
    for (size_t i = 0; help->options[i] != NULL; i++) {
        for (const Option *option = help->options[i]; option->kind != OPTION_END; option++) {
            if (command_help_tells(help, option)) {
                add_page_option(page, option);
            }
        }
    }
}

static void add_page_name(Text *page, const CommandHelp *help) {
    text_add(page, "dihedra%s", *help->name != '\0' ? "\\-" : "");
    add_escaped(page, help->name, strlen(help->name));
}

/* Adds the page of a command in roff, for section 6 of man; others: the names in SEE ALSO, with
 * NULL at the end. The date is that of SOURCE_DATE_EPOCH, or today's. */
static void add_page(Text *page, const CommandHelp *help, const CommandHelp *const *others) {
    const char *epoch = os_variable("SOURCE_DATE_EPOCH");
    const struct tm day =
        os_universal_time(epoch == NULL ? time(NULL) : (time_t)strtoll(epoch, NULL, 10));
    char date[16];
    strftime(date, sizeof date, "%Y-%m-%d", &day);
    text_add(page, ".TH DIHEDRA%s", *help->name != '\0' ? "\\-" : "");
    for (const char *c = help->name; *c != '\0'; c++) {
        text_add(page, *c == '-' ? "\\-" : "%c", toupper((unsigned char)*c));
    }
    text_add(page, " 6 %s \"Dihedra " DIHEDRA_VERSION "\" Games\n.SH NAME\n", date);
    add_page_name(page, help);
    text_add(page, " \\- ");
    add_lines(page, help->summary);
    const char *description = add_synopsis(page, help->usage);
    text_add(page, ".SH DESCRIPTION\n");
    add_lines(page, description);
    add_page_options(page, help);
    if (help->notes != NULL) {
        text_add(page, ".SH NOTES\n");
        add_lines(page, help->notes);
    }
    text_add(page, ".SH SEE ALSO\n");
    const char *separator = "";
    for (; *others != NULL; others++) {
        if (*others != help) {
            text_add(page, "%s.BR ", separator);
            add_page_name(page, *others);
            text_add(page, " (6)");
            separator = ",\n";
        }
    }
    text_add(page, "\n");
}

int program_help_print_manual(const Subcommand *program, const char *name) {
    const int subcommand = program_help_find(program, name);
    if (subcommand < 0) {
        Status status;
        status_fail(&status, "there is no subcommand '%.60s'", name);
        return option_print_error("", &status);
    }
    ProgramHelp *help = program_help_new(program);
    Text page = {0};
    add_parameters(help);
    add_page(&page, help->all[subcommand], help->all);
    fputs(text_get(&page), stdout);
    text_free(&page);
    program_help_free(help);
    return EXIT_SUCCESS;
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
