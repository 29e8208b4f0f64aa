#include "engine/base/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/memory.h"

enum {
    HELP_COLUMN = 26,     /* where the meaning of an option begins, in characters */
    HELP_WIDTH = 64,      /* of that meaning */
    NAMES_TEXT_MAX = 160, /* bytes of "a, b or c" in a message */
};

/* A command line while it is read. */
typedef struct {
    const OptionGroup *groups;
    int argc;
    char **argv;
    int index; /* of the next word in argv */
    bool only_operands;
    char (*given)[OPTION_NAME_MAX]; /* names of the options and operands read so far */
    int given_count;
    Status *status;
} CommandLine;

/* An option, and the target of the group that it was found in. */
typedef struct {
    Option option;
    void *target;
} FoundOption;

static bool is_readable(const Option *option) {
    return option->kind != OPTION_HEADING && option->kind != OPTION_FOUND;
}

/* ---- Numbers and switches ---- */

bool number_read_integer(const char *name, const char *text, int64_t least, int64_t most,
                         int64_t *value, Status *status) {
    char *end;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < least || number > most) {
        return status_fail(status, "%s: expected a whole number from %lld to %lld, got '%.40s'",
                           name, (long long)least, (long long)most, text);
    }
    *value = number;
    return true;
}

bool number_read_real(const char *name, const char *text, double least, double most, double *value,
                      Status *status) {
    char *end;
    const double number = strtod(text, &end);
    if (end == text || *end != '\0' || !(number >= least && number <= most)) {
        return status_fail(status, "%s: expected a number from %.12g to %.12g, got '%.40s'", name,
                           least, most, text);
    }
    *value = number;
    return true;
}

bool number_read_switch(const char *name, const char *text, bool *value, Status *status) {
    static const char *const WORDS[] = {"0", "1", "off", "on", "false", "true"};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        if (strcasecmp(text, WORDS[i]) == 0) {
            *value = i % 2 == 1;
            return true;
        }
    }
    return status_fail(status, "%s: expected on or off (1 or 0, true or false), got '%.40s'", name,
                       text);
}

/* ---- What was given ---- */

static bool was_given(const CommandLine *line, const char *name) {
    for (int i = 0; i < line->given_count; i++) {
        if (strcmp(line->given[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static void note_given(CommandLine *line, const char *name) {
    snprintf(line->given[line->given_count++], OPTION_NAME_MAX, "%s", name);
}

static bool find_missing(const CommandLine *line) {
    for (const OptionGroup *group = line->groups; group->options != NULL; group++) {
        for (const Option *option = group->options; option->kind != OPTION_END; option++) {
            if (option->is_required && !was_given(line, option->name)) {
                const char *argument = option->argument == NULL ? "" : option->argument;
                return !status_fail(line->status, "%s%s%s is missing", option->name,
                                    argument[0] == '\0' ? "" : " ", argument);
            }
        }
    }
    return false;
}

/* ---- Values ---- */

static int count_words(const char *text) {
    int count = 0;
    for (const char *s = text; s != NULL && *s != '\0'; s += strspn(s, " ")) {
        count++;
        s += strcspn(s, " ");
    }
    return count;
}

static bool find_value_name(const char *const *names, const char *name, const char *value,
                            int *place, Status *status) {
    char expected[NAMES_TEXT_MAX] = ""; /* "a, b or c" */
    int length = 0;
    for (int i = 0; names[i] != NULL; i++) {
        if (strcmp(names[i], value) == 0) {
            *place = i;
            return true;
        }
        const char *join = i == 0 ? "" : names[i + 1] == NULL ? " or " : ", ";
        length += length >= NAMES_TEXT_MAX
                      ? 0
                      : snprintf(expected + length, (size_t)(NAMES_TEXT_MAX - length), "%s%s", join,
                                 names[i]);
    }
    return status_fail(status, "%s: expected %s, got '%.40s'", name, expected, value);
}

static bool store(const FoundOption *found, const char *name, char **values, Status *status) {
    const Option *option = &found->option;
    void *place = (char *)found->target + option->offset;
    OptionList *list = place;
    int64_t whole = 0;
    bool ok = true;
    /* A named list may be empty: KataGo's clients give an empty -override-config. */
    if ((option->kind == OPTION_TEXT || (option->kind == OPTION_LIST && name[0] != '-')) &&
        values[0][0] == '\0') {
        return status_fail(status, "%s: the value is empty", name);
    }
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)place = true;
        return values[0] == NULL || number_read_switch(name, values[0], place, status);
    case OPTION_SWITCH:
        return number_read_switch(name, values[0], place, status);
    case OPTION_TEXT:
        *(const char **)place = values[0];
        return true;
    case OPTION_INT:
        ok = number_read_integer(name, values[0], option->integer.least, option->integer.most,
                                 &whole, status);
        *(int *)place = ok ? (int)whole : *(int *)place;
        return ok;
    case OPTION_INT64:
        return number_read_integer(name, values[0], option->integer.least, option->integer.most,
                                   place, status);
    case OPTION_REAL:
        return number_read_real(name, values[0], option->real.least, option->real.most, place,
                                status);
    case OPTION_NAME:
        return find_value_name(option->names, name, values[0], place, status);
    case OPTION_LIST:
        option_list_add(list, values[0]);
        return true;
    case OPTION_CALL:
        return option->read(found->target, name, values, status);
    case OPTION_END:
    case OPTION_HEADING:
    case OPTION_FOUND:
        break;
    }
    return false; /* find_option never returns the last three */
}

/* ---- Words ---- */

static bool find_option(const OptionGroup *groups, const char *name, FoundOption *found) {
    for (const OptionGroup *group = groups; group->options != NULL; group++) {
        found->target = group->target;
        for (const Option *option = group->options; option->kind != OPTION_END; option++) {
            if (is_readable(option) &&
                (strcmp(option->name, name) == 0 ||
                 (option->alias != NULL && strcmp(option->alias, name) == 0))) {
                found->option = *option;
                return true;
            }
        }
        if (group->find != NULL && group->find(group->target, name, &found->option)) {
            return true;
        }
    }
    return false;
}

static bool read_operand(CommandLine *line) {
    char *word = line->argv[line->index++];
    for (const OptionGroup *group = line->groups; group->options != NULL; group++) {
        for (const Option *option = group->options; option->kind != OPTION_END; option++) {
            const bool is_next = is_readable(option) && option->name[0] != '-' &&
                                 (option->kind == OPTION_LIST || option->may_repeat ||
                                  !was_given(line, option->name));
            if (is_next) {
                const FoundOption found = {*option, group->target};
                note_given(line, option->name);
                return store(&found, option->name, &word, line->status);
            }
        }
    }
    return status_fail(line->status, "unexpected argument '%.60s'", word);
}

/* Splits --name=value, -name=value or -jvalue and finds the option. Sets *value to NULL if the word
 * has none. A name that is too long is cut, and then matches no option. */
static bool find_by_word(const OptionGroup *groups, char *word, char name[OPTION_NAME_MAX],
                         char **value, FoundOption *found) {
    const size_t length = strcspn(word, "=");
    snprintf(name, OPTION_NAME_MAX, "%.*s", (int)length, word);
    *value = word[length] == '=' ? word + length + 1 : NULL;
    bool is_found = find_option(groups, name, found);
    if (!is_found && word[1] != '-') {
        snprintf(name, OPTION_NAME_MAX, "%.2s", word);
        *value = word[2] != '\0' ? word + 2 : NULL;
        is_found = find_option(groups, name, found);
    }
    if (!is_found) {
        snprintf(name, OPTION_NAME_MAX, "%.*s", (int)length, word);
    }
    return is_found;
}

/* Collects the values of an option: the one in its own word, if any, then the next words. */
static bool take_values(CommandLine *line, int count, const char *name, char *attached,
                        char *values[OPTION_VALUES_MAX]) {
    values[0] = attached;
    for (int taken = attached != NULL; taken < count; taken++) {
        if (line->index == line->argc) {
            return status_fail(line->status, "%s: a value is missing", name);
        }
        values[taken] = line->argv[line->index++];
    }
    return true;
}

static bool read_named(CommandLine *line) {
    char name[OPTION_NAME_MAX], *values[OPTION_VALUES_MAX] = {NULL};
    char *attached;
    FoundOption found;
    if (!find_by_word(line->groups, line->argv[line->index++], name, &attached, &found)) {
        return status_fail(line->status, "unknown option %.60s", name);
    }
    const Option *option = &found.option;
    const int count = count_words(option->argument);
    if (!take_values(line, count, name, attached, values)) {
        return false;
    }
    const bool may_repeat = option->may_repeat || option->kind == OPTION_LIST || count == 0;
    if (!may_repeat && was_given(line, option->name)) {
        return status_fail(line->status, "%s was given twice", name);
    }
    note_given(line, option->name);
    return store(&found, name, values, line->status);
}

static bool read_argument(CommandLine *line) {
    const char *word = line->argv[line->index];
    if (line->only_operands || word[0] != '-' || word[1] == '\0') {
        return read_operand(line);
    }
    if (strcmp(word, "--") == 0) {
        line->only_operands = true;
        line->index++;
        return true;
    }
    return read_named(line);
}

bool option_read(const OptionGroup *groups, int argc, char **argv, Status *status) {
    CommandLine line = {.groups = groups, .argc = argc, .argv = argv, .index = 1, .status = status};
    bool ok = true;
    line.given = memory_new((size_t)argc, sizeof *line.given);
    while (ok && line.index < argc) {
        ok = read_argument(&line);
    }
    ok = ok && !find_missing(&line);
    free(line.given);
    return ok;
}

void option_list_add(OptionList *list, const char *value) {
    list->items = memory_grow(list->items, (size_t)list->count, sizeof *list->items);
    list->items[list->count++] = value;
}

void option_list_free(OptionList *list) {
    free(list->items);
    *list = (OptionList){0};
}

/* ---- Help and messages ---- */

/* The bytes of a text on one line of the help: words to HELP_WIDTH, or to a line feed. */
static int line_length(const char *text) {
    const int whole = (int)strcspn(text, "\n");
    int length = HELP_WIDTH;
    while (whole > HELP_WIDTH && length > 0 && text[length] != ' ') {
        length--;
    }
    return whole <= HELP_WIDTH || length == 0 ? whole : length;
}

/* Does the help tell this row? */
static bool tells_row(const CommandHelp *help, const Option *row) {
    for (int i = 0; row->name != NULL && help->options[i] != NULL; i++) {
        for (const Option *first = help->options[i]; first->kind != OPTION_END; first++) {
            if (first->name != NULL && strcmp(first->name, row->name) == 0) {
                return first == row && row->help != NULL;
            }
        }
    }
    return row->help != NULL;
}

static void print_options(const CommandHelp *help, const Option *options, FILE *stream) {
    for (const Option *option = options; option->kind != OPTION_END; option++) {
        if (!tells_row(help, option)) {
            continue;
        }
        if (option->kind == OPTION_HEADING) {
            fprintf(stream, "%s\n", option->help);
            continue;
        }
        int column = fprintf(stream, "  %s%s%s%s%s", option->alias == NULL ? "" : option->alias,
                             option->alias == NULL ? "" : ", ", option->name,
                             option->argument == NULL ? "" : " ",
                             option->argument == NULL ? "" : option->argument);
        for (const char *line = option->help; *line != '\0'; column = 0) {
            const int length = line_length(line);
            if (column > HELP_COLUMN - 2) {
                fputc('\n', stream);
                column = 0;
            }
            fprintf(stream, "%*s%.*s\n", HELP_COLUMN - column, "", length, line);
            line += length + (line[length] == '\n' || line[length] == ' ');
        }
    }
}

int option_print_error(const char *command, const Status *status) {
    const char *space = command[0] == '\0' ? "" : " ";
    status_warn(command, "%s; try dihedra help%s%s", status->text, space, command);
    return 2;
}

void command_help_print(const CommandHelp *help, FILE *stream) {
    static const Option ROW[] = {
        {.name = "--help", .alias = "-h", .help = "this text", .kind = OPTION_FOUND}, {0}};
    fprintf(stream, "%s\n", help->usage);
    for (int i = 0; help->options[i] != NULL; i++) {
        print_options(help, help->options[i], stream);
    }
    print_options(help, ROW, stream);
    if (help->notes != NULL) {
        fprintf(stream, "\n%s", help->notes);
    }
}
