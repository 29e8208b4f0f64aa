/* The reader of all command lines. A table has a row for each option: its name, its values, its
 * help, how it is read and where its value is stored; member.h has the macros for the last two.
 *
 *     typedef struct { int games; bool json; } Wanted;
 *     static const Option OPTIONS[] = {
 *         {.name = "--games", .argument = "N", .integer = {1, 1000000},
 *          OPTION_INT_IN(Wanted, games), .help = "how many games (default 1)"},
 *         {.name = "--json", OPTION_FLAG_IN(Wanted, json),
 *          .help = "one JSON object on standard output"},
 *         {0},
 *     };
 *     Wanted wanted = {.games = 1};
 *     const OptionGroup groups[] = {{OPTIONS, &wanted, NULL}, {0}};
 *     if (!option_read(groups, argc, argv, &status)) {
 *         return option_print_error("match", &status);
 *     }
 *
 * A value is the next word (--games 3), or follows '=' (--games=3) or the letter of a short option
 * (-j3). A flag may have "=on" or "=off" in its own word. A second name may be a word, too
 * (-model). Operands, the words without a dash, have rows too. After "--" all words are operands.
 * Texts belong to argv. No function keeps state. */
#ifndef ENGINE_BASE_OPTIONS_H
#define ENGINE_BASE_OPTIONS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/base/status.h"

typedef enum {
    OPTION_END,     /* after the last row */
    OPTION_HEADING, /* not an option but a line of the help */
    OPTION_FOUND,   /* help only: OptionGroup.find has the option */
    OPTION_FLAG,    /* bool: becomes true, unless the word says =off */
    OPTION_SWITCH,  /* bool: on or off */
    OPTION_TEXT,    /* const char * */
    OPTION_INT,     /* int within .integer */
    OPTION_INT64,   /* int64_t within .integer */
    OPTION_REAL,    /* double within .real */
    OPTION_NAME,    /* int or enum: the index of the value in .names */
    OPTION_LIST,    /* OptionList: may be given any number of times */
    OPTION_CALL,    /* .read reads the values */
} OptionKind;

enum { OPTION_VALUES_MAX = 5, OPTION_NAME_MAX = 64 };

/* The values given, in order. The caller frees the list with option_list_free. */
typedef struct {
    const char **items;
    int count;
} OptionList;

/* Reads the values of the option called name; target is that of the group. Returns false with a
 * message that begins with the name. */
typedef bool OptionRead(void *target, const char *name, char **values, Status *status);

typedef struct {
    const char *name;     /* "--games"; of an operand its meaning: "FILE.sgf" */
    const char *alias;    /* a second name, such as "-j" or "-jobs", or NULL */
    const char *argument; /* a word for each value, as in the help; NULL if it takes none */
    const char *help;     /* wrapped at words; '\n' ends a line; NULL: undocumented */
    OptionKind kind;
    bool is_required;
    bool may_repeat; /* if false, an option with values may be given only once */
    size_t offset;   /* in the group's target */
    union {
        struct {
            int64_t least, most;
        } integer;
        struct {
            double least, most;
        } real;
        const char *const *names; /* by index; NULL at the end */
        OptionRead *read;
    };
} Option;

/* Options that set members of one struct. */
typedef struct {
    const Option *options; /* ends with OPTION_END; NULL ends the list of groups */
    void *target;
    /* Fills in *option for a name outside the table. Returns false if the name is unknown. May be
     * NULL. */
    bool (*find)(void *target, const char *name, Option *option);
} OptionGroup;

/* Reads argv[1] and all words after it. At the first wrong word returns false with a message; the
 * values of the words before it have been stored. */
bool option_read(const OptionGroup *groups, int argc, char **argv, Status *status);

/* Prints "dihedra COMMAND: MESSAGE; try dihedra help COMMAND" on standard error. Returns 2, the
 * exit status for a wrong command line. command is "" for the program without a subcommand. */
int option_print_error(const char *command, const Status *status);

void option_list_add(OptionList *list, const char *value);
void option_list_free(OptionList *list);

/* What the help of a subcommand is made from. The program's entry
 * handles --help before a subcommand reads its options; the help lists it. */
typedef struct {
    const char *name;         /* "match"; "" for the program without a subcommand */
    const char *summary;      /* without a period: "plays matches and tournaments" */
    const char *usage;        /* "usage: " and its lines, an empty one, and paragraphs */
    const Option *options[6]; /* tables; NULL at the end */
    const char *notes;        /* paragraphs; NULL: none */
} CommandHelp;

/* The help tells the first of several rows with one name, so a table may tell another default of an
 * option of a later table, or leave it out, by a row of kind OPTION_FOUND. */
void command_help_print(const CommandHelp *help, FILE *stream);

/* ---- Numbers and switches in text ---- */

/* Reads text, the value of the option called name: a whole or a real number from least to most and
 * nothing else. Otherwise fails with a message that has the name, the limits and the text, and
 * leaves *value unchanged. */
bool number_read_integer(const char *name, const char *text, int64_t least, int64_t most,
                         int64_t *value, Status *status);
bool number_read_real(const char *name, const char *text, double least, double most, double *value,
                      Status *status);

/* Reads a switch: 1 or 0, on or off, true or false, in upper or lower case. */
bool number_read_switch(const char *name, const char *text, bool *value, Status *status);

#endif
