/* `dihedra book`: the command line. */
#include "gtp/subcommands.h"

#include <math.h>
#include <string.h>

#include "engine/base/member.h"
#include "gtp/book/request.h"

static const char USAGE[] =
    "usage: dihedra book build FILE [OPTION...]   builds a book best-first, or goes on with one\n"
    "       dihedra book show FILE [MOVE...]      the moves of a position\n"
    "       dihedra book verify FILE              checks sums, structure, moves and values\n"
    "       dihedra book import FILE --katabook BOOK.katabook\n"
    "       dihedra book export FILE --html PAGE.html\n"
    "\n"
    "A book has one position for all its images, with the values of its moves, of all other\n"
    "moves together, and bounds. `dihedra --book FILE` plays from it.\n";

static const char NOTES[] =
    "A build searches by --visits (default 1000), each search in one thread. It saves the book at\n"
    "the end of a round of searches, at most once a minute, and when it is interrupted; the same\n"
    "command goes on. --size, --komi and --rules are those of a new book.\n"
    "Exit status: 0 if all went well, 1 if not, 2 if an option is wrong.\n";

// clang-format off
static const Option OPERANDS[] = {
    {.name = "ACTION", .is_required = true, OPTION_TEXT_IN(BookRequest, action)},
    {.name = "FILE", .is_required = true, OPTION_TEXT_IN(BookRequest, path)},
    {.name = "MOVE", OPTION_LIST_IN(BookRequest, words)},
    {0},
};

static const Option BUILD_OPTIONS[] = {
    {.kind = OPTION_HEADING, .help = "To build, with the options of play below"},
    {.name = "--nodes", .argument = "N", .integer = {1, 2000000000}, OPTION_INT64_IN(BookRequest, nodes),
     .help = "ends with that many positions (default: 1000 more than there are, or no limit with --hours)"},
    {.name = "--hours", .argument = "H", .real = {0, 1e6}, OPTION_REAL_IN(BookRequest, hours),
     .help = "ends after that time (default: no limit)"},
    {.name = "-j", .argument = "N", .integer = {1, TEAM_MAX}, OPTION_INT_IN(BookRequest, jobs),
     .help = "searches at a time (default 1)"},
    {0},
};

static const Option IMPORT_OPTIONS[] = {
    {.kind = OPTION_HEADING, .help = "To import"},
    {.name = "--katabook", .argument = "FILE", OPTION_TEXT_IN(BookRequest, katabook),
     .help = "a book as KataGo's genbook writes it"},
    {0},
};

static const Option EXPORT_OPTIONS[] = {
    {.kind = OPTION_HEADING, .help = "To export"},
    {.name = "--html", .argument = "FILE", OPTION_TEXT_IN(BookRequest, html),
     .help = "a page with a board to click through the book"},
    {.name = "--min-visits", .argument = "N", .integer = {0, INT64_MAX}, OPTION_INT64_IN(BookRequest, min_visits),
     .help = "no moves with fewer visits"},
    {0},
};

static const Option NO_OPTIONS[] = {{0}};

static const struct {
    const char *name;
    int (*run)(const BookRequest *request);
    const Option *options;
    bool searches; /* takes the options of play */
} ACTIONS[] = {
    {"build", book_build, BUILD_OPTIONS, true},
    {"show", book_show, NO_OPTIONS, false},
    {"verify", book_verify, NO_OPTIONS, false},
    {"import", book_import, IMPORT_OPTIONS, false},
    {"export", book_export, EXPORT_OPTIONS, false},
};
// clang-format on

enum { ACTION_COUNT = sizeof ACTIONS / sizeof ACTIONS[0] };

const CommandHelp BOOK_HELP = {
    "book",
    "builds, checks and shows opening books",
    USAGE,
    {OPERANDS, BUILD_OPTIONS, IMPORT_OPTIONS, EXPORT_OPTIONS, ENGINE_OPTIONS},
    NOTES};

static bool check_words(const BookRequest *request, Status *status) {
    if (request->words.count > 0 && strcmp(request->action, "show") != 0) {
        return status_fail(status, "unexpected argument '%.60s'", request->words.items[0]);
    }
    return request->engine.book == NULL ||
           status_fail(status, "%s does not take --book", request->action);
}

int book_main(int argc, char **argv) {
    BookRequest request = {.engine = engine_options_default(), .hours = INFINITY, .jobs = 1};
    Status status;
    int action = 0;
    request.engine.width = 0;
    request.engine.komi = NAN;
    request.engine.rules.name = NULL;
    while (argc > 1 && action < ACTION_COUNT && strcmp(argv[1], ACTIONS[action].name) != 0) {
        action++;
    }
    if (argc < 2 || action == ACTION_COUNT) {
        status_fail(&status, argc > 1 ? "unknown action '%.40s'" : "ACTION is missing",
                    argc > 1 ? argv[1] : "");
        return option_print_error("book", &status);
    }
    const OptionGroup groups[] = {{OPERANDS, &request, NULL},
                                  {ACTIONS[action].options, &request, NULL},
                                  ACTIONS[action].searches ? engine_options_group(&request.engine)
                                                           : (OptionGroup){0},
                                  {0}};
    const bool ok = option_read(groups, argc, argv, &status) && check_words(&request, &status);
    const int exit_status =
        ok ? ACTIONS[action].run(&request) : option_print_error("book", &status);
    option_list_free(&request.words);
    return exit_status;
}
