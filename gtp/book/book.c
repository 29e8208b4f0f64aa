/* `dihedra book`: the command line. */
#include "gtp/subcommands.h"

#include <string.h>

#include "engine/base/member.h"
#include "gtp/book/request.h"

static const char USAGE[] =
    "usage: dihedra book import FILE --katabook BOOK.katabook\n"
    "       dihedra book show FILE [MOVE...]      the moves of a position\n"
    "       dihedra book verify FILE              checks sums, structure, moves and values\n"
    "\n"
    "A book has one position for all its images, with the values of its moves, of all other\n"
    "moves together, and bounds. `dihedra --book FILE` plays from it.\n";

static const char NOTES[] = "Exit status: 0 if all went well, 1 if not, 2 if an option is wrong.\n";

// clang-format off
static const Option OPERANDS[] = {
    {.name = "ACTION", .is_required = true, OPTION_TEXT_IN(BookRequest, action)},
    {.name = "FILE", .is_required = true, OPTION_TEXT_IN(BookRequest, path)},
    {.name = "MOVE", OPTION_LIST_IN(BookRequest, words)},
    {0},
};

static const Option IMPORT_OPTIONS[] = {
    {.kind = OPTION_HEADING, .help = "To import"},
    {.name = "--katabook", .argument = "FILE", OPTION_TEXT_IN(BookRequest, katabook),
     .help = "a book as KataGo's genbook writes it"},
    {0},
};

static const Option NO_OPTIONS[] = {{0}};

static const struct {
    const char *name;
    int (*run)(const BookRequest *request);
    const Option *options;
} ACTIONS[] = {
    {"show", book_show, NO_OPTIONS},
    {"verify", book_verify, NO_OPTIONS},
    {"import", book_import, IMPORT_OPTIONS},
};
// clang-format on

enum { ACTION_COUNT = sizeof ACTIONS / sizeof ACTIONS[0] };

const CommandHelp BOOK_HELP = {
    "book", "imports, checks and shows opening books", USAGE, {OPERANDS, IMPORT_OPTIONS}, NOTES};

int book_main(int argc, char **argv) {
    BookRequest request = {0};
    Status status;
    int action = 0;
    while (argc > 1 && action < ACTION_COUNT && strcmp(argv[1], ACTIONS[action].name) != 0) {
        action++;
    }
    if (argc < 2 || action == ACTION_COUNT) {
        status_fail(&status, argc > 1 ? "unknown action '%.40s'" : "ACTION is missing",
                    argc > 1 ? argv[1] : "");
        return option_print_error("book", &status);
    }
    const OptionGroup groups[] = {
        {OPERANDS, &request, NULL}, {ACTIONS[action].options, &request, NULL}, {0}};
    const bool ok = option_read(groups, argc, argv, &status) &&
                    (request.words.count == 0 || strcmp(request.action, "show") == 0 ||
                     status_fail(&status, "unexpected argument '%.60s'", request.words.items[0]));
    const int exit_status =
        ok ? ACTIONS[action].run(&request) : option_print_error("book", &status);
    option_list_free(&request.words);
    return exit_status;
}
