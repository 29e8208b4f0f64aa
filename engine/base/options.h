/* The one reader of command lines. A table has a row for each option: its name, its values, what it
 * means, how it is read and where its value goes. The same table makes the help.
 *
 *     typedef struct { int games; bool json; } Wanted;
 *     static const Option OPTIONS[] = {
 *         {.name = "--games", .argument = "N", .kind = OPTION_INT, .whole = {1, 1000000},
 *          .offset = offsetof(Wanted, games), .help = "how many games (default 1)"},
 *         {.name = "--json", .kind = OPTION_FLAG, .offset = offsetof(Wanted, json),
 *          .help = "one JSON object on standard output"},
 *         {0},
 *     };
 *     Wanted wanted = {.games = 1};
 *     const OptionGroup groups[] = {{OPTIONS, &wanted, NULL}, {0}};
 *     if (!option_read(groups, argc, argv, &status)) {
 *         return option_complain("match", &status);
 *     }
 *
 * A value follows its option as the next word, or behind '=' (--games=3), or right behind the
 * letter of a short option (-j3). Operands, the words without a dash, have rows too. "--" says that
 * only operands follow. Texts that are read stay argv's own. Pure functions but for
 * option_complain. */
#ifndef ENGINE_BASE_OPTIONS_H
#define ENGINE_BASE_OPTIONS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/base/status.h"

typedef enum {
    OPTION_END,     /* behind the last row */
    OPTION_HEADING, /* no option: a line of the help */
    OPTION_FOUND,   /* help for an option that OptionGroup.find knows */
    OPTION_HELP,    /* bool: becomes true, and nothing behind it is read or checked */
    OPTION_FLAG,    /* bool: becomes true; takes no value */
    OPTION_SWITCH,  /* bool: on or off */
    OPTION_TEXT,    /* const char * */
    OPTION_INT,     /* int within .whole */
    OPTION_WHOLE,   /* int64_t within .whole */
    OPTION_REAL,    /* double within .real */
    OPTION_NAME,    /* an int or enum: which of .names it is */
    OPTION_LIST,    /* OptionList: may be given any number of times */
    OPTION_CALL,    /* whatever .read makes of it */
} OptionKind;

enum { OPTION_VALUES_MAX = 4, OPTION_NAME_MAX = 64 };

/* The texts that were given, in order. Freed by option_list_free. */
typedef struct {
    const char **items;
    int count;
} OptionList;

/* Reads the values of the option that is called name; target is the group's. Returns false with a
 * message that begins with the name. */
typedef bool OptionRead(void *target, const char *name, char **values, Status *status);

typedef struct {
    const char *name;     /* "--games"; of an operand, without a dash, what it is: "FILE.sgf" */
    const char *letter;   /* a second name, such as "-j"; NULL: none */
    const char *argument; /* a word for each value, as help shows them; NULL: takes none */
    const char *help;     /* a '\n' between lines; NULL: not documented */
    OptionKind kind;
    bool is_required;
    bool may_repeat; /* else giving it twice is an error, unless it takes no value */
    size_t offset;   /* in the group's target */
    union {
        struct {
            int64_t least, most;
        } whole;
        struct {
            double least, most;
        } real;
        const char *const *names; /* by value; NULL at the end */
        OptionRead *read;
    };
} Option;

/* Options that set members of one struct. */
typedef struct {
    const Option *options; /* ends with OPTION_END; NULL: the last group */
    void *target;
    /* Fills in the row of an option that the table lacks, with the name as handed in. Returns false
     * if there is no such option. NULL: there are no others. */
    bool (*find)(void *target, const char *name, Option *option);
} OptionGroup;

/* Reads argv[1] and what follows. Returns false with a message for the first word that is wrong;
 * what came before it has been stored. */
bool option_read(const OptionGroup *groups, int argc, char **argv, Status *status);

/* Prints a line or more for each documented option: its name and values, then its help. */
void option_print_help(const Option *options, FILE *stream);

/* Prints "dihedra COMMAND: MESSAGE; try dihedra help COMMAND" on standard error. Returns 2, the
 * exit status of a wrong command line. command "" stands for the program without a subcommand. */
int option_complain(const char *command, const Status *status);

void option_list_free(OptionList *list);

#endif
