/* Reads command lines and prints the help by the same tables. The state of a reading is one struct
 * on the stack: any thread. */
#include "engine/base/options.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/number.h"

enum {
    HELP_COLUMN = 26,     /* where the meaning of an option begins, in characters */
    HELP_WIDTH = 64,      /* of that meaning */
    NAMES_TEXT_MAX = 160, /* bytes of "a, b or c" in a message */
    LETTERS_PER_TYPO = 3, /* a suggestion has at most one wrong letter in this many */
};

/* A command line while it is read. */
typedef struct {
    const OptionGroup *groups;
    int argc;
    char **argv;
    int index; /* of the next word in argv */
    bool only_operands, is_done;
    char (*given)[OPTION_NAME_MAX]; /* names of the options and operands read so far, each once */
    int given_count;
    Status *status;
} CommandLine;

/* An option, and the target of the group that it was found in. */
typedef struct {
    Option option;
    void *target;
} FoundOption;

static bool is_operand(const Option *option) {
    return option->name[0] != '-';
}

static bool is_readable(const Option *option) {
    return option->kind != OPTION_HEADING && option->kind != OPTION_FOUND;
}

static bool has_name(const Option *option, const char *name) {
    return strcmp(option->name, name) == 0 ||
           (option->letter != NULL && strcmp(option->letter, name) == 0);
}

/* ---- What was given ---- */

static bool is_given(const CommandLine *line, const char *name) {
    for (int i = 0; i < line->given_count; i++) {
        if (strcmp(line->given[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static void note_given(CommandLine *line, const char *name) {
    if (!is_given(line, name)) {
        snprintf(line->given[line->given_count++], OPTION_NAME_MAX, "%s", name);
    }
}

static bool find_missing(const CommandLine *line) {
    for (const OptionGroup *group = line->groups; group->options != NULL; group++) {
        for (const Option *option = group->options; option->kind != OPTION_END; option++) {
            if (option->is_required && !is_given(line, option->name)) {
                const char *argument = option->argument == NULL ? "" : option->argument;
                return !status_fail(line->status, "%s%s%s is missing", option->name,
                                    argument[0] == '\0' ? "" : " ", argument);
            }
        }
    }
    return false;
}

/* ---- Names that are nearly right ---- */

static int least_of(int a, int b, int c) {
    const int least = a < b ? a : b;
    return least < c ? least : c;
}

/* The edit distance: how many letters must be changed, added or removed to turn a into b. */
static int name_distance(const char *a, const char *b) {
    int row[OPTION_NAME_MAX + 1];
    const int length = (int)strlen(b);
    for (int j = 0; j <= length; j++) {
        row[j] = j;
    }
    for (int i = 0; a[i] != '\0'; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 0; j < length; j++) {
            const int replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = least_of(row[j] + 1, row[j + 1] + 1, replaced);
        }
    }
    return row[length];
}

/* The option that was probably meant: one that begins with name, or the nearest one with few enough
 * wrong letters. NULL if there is none. */
static const char *suggest(const OptionGroup *groups, const char *name) {
    const int letters = (int)strlen(name) - 2;
    const char *nearest = NULL;
    int least = letters / LETTERS_PER_TYPO + 1;
    for (const OptionGroup *group = groups; group->options != NULL; group++) {
        for (const Option *option = group->options; option->kind != OPTION_END; option++) {
            if (option->kind == OPTION_HEADING || strncmp(option->name, "--", 2) != 0) {
                continue;
            }
            const bool begins = letters >= 2 && strncmp(option->name, name, strlen(name)) == 0;
            const int distance = begins ? 0 : name_distance(name, option->name);
            if (distance < least) {
                least = distance;
                nearest = option->name;
            }
        }
    }
    return nearest;
}

static bool fail_unknown(const CommandLine *line, const char *name) {
    const bool is_long = strncmp(name, "--", 2) == 0;
    const char *meant = is_long ? suggest(line->groups, name) : NULL;
    return status_fail(line->status, "unknown option %.60s%s%s%s", name,
                       meant == NULL ? "" : " (did you mean ", meant == NULL ? "" : meant,
                       meant == NULL ? "" : "?)");
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

/* Writes "a, b or c". */
static void join_names(const char *const *names, char text[NAMES_TEXT_MAX]) {
    int length = 0;
    text[0] = '\0';
    for (int i = 0; names[i] != NULL && length < NAMES_TEXT_MAX; i++) {
        const char *join = i == 0 ? "" : names[i + 1] == NULL ? " or " : ", ";
        length +=
            snprintf(text + length, (size_t)(NAMES_TEXT_MAX - length), "%s%s", join, names[i]);
    }
}

static bool read_name(const char *const *names, const char *name, const char *value, int *place,
                      Status *status) {
    for (int i = 0; names[i] != NULL; i++) {
        if (strcmp(names[i], value) == 0) {
            *place = i;
            return true;
        }
    }
    char text[NAMES_TEXT_MAX];
    join_names(names, text);
    return status_fail(status, "%s: expected %s, got '%.40s'", name, text, value);
}

static bool add_to_list(OptionList *list, const char *value, Status *status) {
    const char **items = realloc(list->items, ((size_t)list->count + 1) * sizeof *items);
    if (items == NULL) {
        return status_fail(status, "out of memory");
    }
    items[list->count++] = value;
    list->items = items;
    return true;
}

static bool read_int(const Option *option, const char *name, const char *value, int *place,
                     Status *status) {
    int64_t wide = *place;
    const bool ok =
        number_read_integer(name, value, option->whole.least, option->whole.most, &wide, status);
    *place = (int)wide;
    return ok;
}

static bool store(const FoundOption *found, const char *name, char **values, Status *status) {
    const Option *option = &found->option;
    void *place = (char *)found->target + option->offset;
    switch (option->kind) {
    case OPTION_HELP:
    case OPTION_FLAG:
        *(bool *)place = true;
        return true;
    case OPTION_SWITCH:
        return number_read_switch(name, values[0], place, status);
    case OPTION_TEXT:
        *(const char **)place = values[0];
        return true;
    case OPTION_INT:
        return read_int(option, name, values[0], place, status);
    case OPTION_WHOLE:
        return number_read_integer(name, values[0], option->whole.least, option->whole.most, place,
                                   status);
    case OPTION_REAL:
        return number_read_real(name, values[0], option->real.least, option->real.most, place,
                                status);
    case OPTION_NAME:
        return read_name(option->names, name, values[0], place, status);
    case OPTION_LIST:
        return add_to_list(place, values[0], status);
    case OPTION_CALL:
        return option->read(found->target, name, values, status);
    case OPTION_END:
    case OPTION_HEADING:
    case OPTION_FOUND:
        break;
    }
    return false; /* find_option returns none of the last three */
}

/* ---- Words ---- */

static bool find_option(const OptionGroup *groups, const char *name, FoundOption *found) {
    for (const OptionGroup *group = groups; group->options != NULL; group++) {
        found->target = group->target;
        for (const Option *option = group->options; option->kind != OPTION_END; option++) {
            if (is_readable(option) && has_name(option, name)) {
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
            const bool is_next = is_readable(option) && is_operand(option) &&
                                 (option->kind == OPTION_LIST || !is_given(line, option->name));
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
    return is_found;
}

/* Collects the values of an option: the one in its own word, if any, then the next words. */
static bool take_values(CommandLine *line, int count, const char *name, char *attached,
                        char *values[OPTION_VALUES_MAX]) {
    if (count == 0 && attached != NULL) {
        return status_fail(line->status, "%s takes no value", name);
    }
    int taken = 0;
    if (attached != NULL) {
        values[taken++] = attached;
    }
    while (taken < count) {
        if (line->index == line->argc) {
            return status_fail(line->status, "%s: a value is missing", name);
        }
        values[taken++] = line->argv[line->index++];
    }
    return true;
}

static bool read_named(CommandLine *line) {
    char name[OPTION_NAME_MAX], *values[OPTION_VALUES_MAX] = {NULL};
    char *attached;
    FoundOption found;
    if (!find_by_word(line->groups, line->argv[line->index++], name, &attached, &found)) {
        return fail_unknown(line, name);
    }
    const Option *option = &found.option;
    const int count = count_words(option->argument);
    if (!take_values(line, count, name, attached, values)) {
        return false;
    }
    const bool may_repeat = option->may_repeat || option->kind == OPTION_LIST || count == 0;
    if (!may_repeat && is_given(line, option->name)) {
        return status_fail(line->status, "%s was given twice", name);
    }
    note_given(line, option->name);
    line->is_done = option->kind == OPTION_HELP;
    return store(&found, name, values, line->status);
}

static bool read_word(CommandLine *line) {
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
    line.given = calloc((size_t)argc + 1, sizeof *line.given);
    bool ok = line.given != NULL || status_fail(status, "out of memory");
    while (ok && line.index < argc && !line.is_done) {
        ok = read_word(&line);
    }
    ok = ok && (line.is_done || !find_missing(&line));
    free(line.given);
    return ok;
}

void option_list_free(OptionList *list) {
    free(list->items);
    *list = (OptionList){0};
}

/* ---- Help and messages ---- */

/* How much of a text stands in one line of the help: words to HELP_WIDTH, or to a line feed. */
static int line_length(const char *text) {
    const int whole = (int)strcspn(text, "\n");
    if (whole <= HELP_WIDTH) {
        return whole;
    }
    int length = HELP_WIDTH;
    while (length > 0 && text[length] != ' ') {
        length--;
    }
    return length > 0 ? length : whole;
}

void option_print_help(const Option *options, FILE *stream) {
    for (const Option *option = options; option->kind != OPTION_END; option++) {
        if (option->kind == OPTION_HEADING) {
            fprintf(stream, "%s\n", option->help);
            continue;
        }
        if (option->help == NULL) {
            continue;
        }
        int column = fprintf(stream, "  %s%s%s%s%s", option->letter == NULL ? "" : option->letter,
                             option->letter == NULL ? "" : ", ", option->name,
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
    Status message;
    status_fail(&message, "%s; try dihedra help%s%s", status->text, space, command);
    status_print(command, &message);
    return 2;
}
