#include "gtp/book/book.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/book/file.h"
#include "engine/book/lock.h"
#include "gtp/book/request.h"

static const char USAGE[] =
    "usage: dihedra book build FILE [OPTION...]     builds a book best-first, or resumes it\n"
    "       dihedra book extend FILE [OPTION...]    searches further positions\n"
    "       dihedra book cover FILE GAMES.sgf...    adds lines of games and searches them\n"
    "       dihedra book correct FILE LIST          sets or searches anew the positions of a list\n"
    "       dihedra book complete FILE [OPTION...]  makes a book of every position of a small "
    "board, exact\n"
    "       dihedra book import FILE --katabook BOOK.katabook|--sgf GAMES.sgf\n"
    "       dihedra book merge FILE OTHER...        adds what other books have\n"
    "       dihedra book prune FILE                 removes moves of little use\n"
    "       dihedra book verify FILE                checks sums, structure, moves and values\n"
    "       dihedra book compare FILE OTHER         tells where two books differ\n"
    "       dihedra book show FILE [MOVE...]        the moves of a position\n"
    "       dihedra book export FILE --sgf GAMES.sgf|--html DIR|--katabook BOOK.katabook\n"
    "\n"
    "A book has one position for all its images, with the values of its moves, of all other\n"
    "moves together, and bounds. `dihedra --book FILE` plays from it.\n";

static const char NOTES[] =
    "A build that was interrupted or killed goes on when the same command is given again; with\n"
    "other options it refuses until FILE.log is removed, which loses what is not yet saved. It\n"
    "searches by --visits (default 1000), each search in one thread; so one process and many\n"
    "(under mpirun) make the same book. --size, --komi and --rules are for build and complete.\n"
    "A list for correct has a position a line, as moves from the start: \"D4 C3\" searches it\n"
    "anew, \"D4 C3 = 0.25 1.5\" sets its value (1: Black wins, -1: White) and score; # begins a\n"
    "comment.\n"
    "Exit status: 0 if all went well, 1 if not, 2 if an option is wrong.\n";

static bool read_min_rank(void *target, const char *name, char **values, Status *status) {
    Status reason;
    return strength_read(values[0], &((BookRequest *)target)->min_rank, &reason) ||
           status_fail(status, "%s: %.200s", name, reason.text);
}

#define FIELD(member) offsetof(BookRequest, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "ACTION", .kind = OPTION_TEXT, .is_required = true, .offset = FIELD(action)},
    {.name = "FILE", .kind = OPTION_TEXT, .is_required = true, .offset = FIELD(path)},
    {.name = "WORD", .kind = OPTION_LIST, .offset = FIELD(words)},
    {.kind = OPTION_HEADING, .help = "To build, extend, cover and correct, with the options of play below"},
    {.name = "--nodes", .argument = "N", .kind = OPTION_INT64, .integer = {1, 2000000000}, .offset = FIELD(nodes),
     .help = "ends with that many positions (default 1000; extend: 1000 more)"},
    {.name = "--hours", .argument = "H", .kind = OPTION_REAL, .real = {0, 1e6}, .offset = FIELD(hours),
     .help = "ends after that time (default: no limit); extend searches what is left"},
    {.name = "-j", .argument = "N", .kind = OPTION_INT, .integer = {1, TEAM_MAX}, .offset = FIELD(jobs),
     .help = "searches at a time (default 1)"},
    {.name = "--rank-timeout", .argument = "S", .kind = OPTION_REAL, .real = {1, 1e6}, .offset = FIELD(rank_timeout),
     .help = "under mpirun: seconds of silence after which a process counts as lost (default 60)"},
    {.name = "--min-games", .argument = "N", .kind = OPTION_INT, .integer = {1, 1000000}, .offset = FIELD(min_games),
     .help = "cover, import: only positions that occur in at least N games (default 1)"},
    {.name = "--min-rank", .argument = "RANK", .kind = OPTION_CALL, .read = read_min_rank,
     .help = "cover, import: only games of which both players have at least this rank (20k to 9d)"},
    {.name = "--side-moves", .argument = "N", .kind = OPTION_INT, .integer = {0, 100}, .offset = FIELD(side_moves),
     .help = "cover: adds to each of these positions the N best moves that no game has (default 0)"},
    {.kind = OPTION_HEADING, .help = "Other"},
    {.name = "--max-ply", .argument = "N", .kind = OPTION_INT, .integer = {0, 100000}, .offset = FIELD(max_ply),
     .help = "cover, import, prune, export: no moves after this many from the start"},
    {.name = "--min-visits", .argument = "N", .kind = OPTION_INT64, .integer = {0, INT64_MAX}, .offset = FIELD(min_visits),
     .help = "prune, export: no moves with fewer visits"},
    {.name = "--max-loss", .argument = "L", .kind = OPTION_REAL, .real = {0, 2}, .offset = FIELD(max_loss),
     .help = "prune, export: no moves that lose more than this against the best (2: a won game)"},
    {.name = "--samples", .argument = "N", .kind = OPTION_INT, .integer = {0, 1000000}, .offset = FIELD(samples),
     .help = "verify: searches that many positions anew and tells how far their values move"},
    {.name = "--output", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(output),
     .help = "merge, prune: saves the result there and leaves FILE as it is"},
    {.name = "--katabook", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(katabook),
     .help = "import, export: a book as KataGo's genbook writes it, as a whole"},
    {.name = "--sgf", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(sgf),
     .help = "export: a tree of variations with values in comments; import: the lines of games, for extend to "
             "search"},
    {.name = "--html", .argument = "DIR", .kind = OPTION_TEXT, .offset = FIELD(html),
     .help = "export: a folder that a browser opens, with a board to click through the book; makes DIR"},
    {0},
};

/* What each action takes: words after the book, and of the table's options those that are named. */
static const struct {
    const char *name;
    int (*run)(const BookRequest *request);
    int least, most; /* words */
    bool searches;   /* takes the options of play */
    bool makes;      /* a book of the size, komi and rules that those say; others keep their book's */
    bool saves;      /* a book, as a whole: no other process may change it meanwhile */
    const char *options[9];
} ACTIONS[] = {
    {"build", book_build, 0, 0, true, true, false, {"--nodes", "--hours", "-j", "--rank-timeout"}},
    {"extend", book_extend, 0, 0, true, false, false, {"--nodes", "--hours", "-j", "--rank-timeout"}},
    {"cover", book_cover, 1, INT32_MAX, true, false, false, {"-j", "--rank-timeout", "--hours", "--min-games", "--min-rank", "--side-moves", "--max-ply"}},
    {"correct", book_correct, 1, 1, true, false, false, {"-j", "--rank-timeout", "--hours"}},
    {"complete", book_complete, 0, 0, true, true, true, {NULL}},
    {"import", book_import, 0, 0, false, false, true, {"--katabook", "--sgf", "--max-ply", "--min-games", "--min-rank"}},
    {"merge", book_merge, 1, INT32_MAX, false, false, true, {"--output"}},
    {"prune", book_prune, 0, 0, false, false, true, {"--output", "--max-ply", "--min-visits", "--max-loss"}},
    {"verify", book_verify, 0, 0, true, false, false, {"--samples"}},
    {"compare", book_compare, 1, 1, false, false, false, {NULL}},
    {"show", book_show, 0, INT32_MAX, false, false, false, {NULL}},
    {"export", book_export, 0, 0, false, false, false, {"--sgf", "--html", "--katabook", "--max-ply", "--min-visits", "--max-loss"}},
};
// clang-format on

/* Options of play that only an action that makes a book takes. */
static const char *const OF_NEW_BOOKS[] = {"--size", "--komi", "--rules", NULL};

enum { ACTION_COUNT = sizeof ACTIONS / sizeof ACTIONS[0] };

const CommandHelp BOOK_HELP = {"book",
                               "builds, checks, changes and shows opening books",
                               USAGE,
                               {OPTIONS, ENGINE_OPTIONS},
                               NOTES};

static int find_action(const char *name) {
    int i = 0;
    while (i < ACTION_COUNT && strcmp(name, ACTIONS[i].name) != 0) {
        i++;
    }
    return i;
}

static bool is_one_of(const char *word, size_t length, const char *const *options) {
    int i = 0;
    while (options[i] != NULL &&
           (strlen(options[i]) != length || strncmp(options[i], word, length) != 0)) {
        i++;
    }
    return options[i] != NULL;
}

/* Is the option one of the book's table? Then it must be one of the action's. */
static bool check_option(int action, const char *word, Status *status) {
    const size_t length = strncmp(word, "-j", 2) == 0 ? 2 : strcspn(word, "=");
    bool is_ours = false;
    for (const Option *option = OPTIONS; option->kind != OPTION_END; option++) {
        is_ours = is_ours || (option->name != NULL && strlen(option->name) == length &&
                              strncmp(option->name, word, length) == 0);
    }
    if (!ACTIONS[action].makes && is_one_of(word, length, OF_NEW_BOOKS)) {
        return status_fail(status, "%s does not take %.*s: the book has its own",
                           ACTIONS[action].name, (int)length, word);
    }
    return !is_ours || is_one_of(word, length, ACTIONS[action].options) ||
           status_fail(status, "%s does not take %.*s", ACTIONS[action].name, (int)length, word);
}

/* Returns a limit that --katabook rules out but was given, or NULL. */
static const char *limit_beside_katabook(const BookRequest *request) {
    return request->katabook == NULL       ? NULL
           : request->max_ply != INT32_MAX ? "--max-ply"
           : request->min_games > 1        ? "--min-games"
           : request->min_rank > 0         ? "--min-rank"
           : request->min_visits > 0       ? "--min-visits"
           : request->max_loss < 2         ? "--max-loss"
                                           : NULL;
}

static bool check_words(int action, int argc, char **argv, const BookRequest *request,
                        Status *status) {
    const int words = request->words.count;
    const char *limit = limit_beside_katabook(request);
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' && !check_option(action, argv[i], status)) {
            return false;
        }
    }
    if (words < ACTIONS[action].least) {
        return status_fail(status, "%s: an argument is missing", ACTIONS[action].name);
    }
    if (limit != NULL) {
        return status_fail(status, "%s --katabook does not take %s", ACTIONS[action].name, limit);
    }
    if (request->engine.book != NULL) {
        return status_fail(status, "%s does not take --book", ACTIONS[action].name);
    }
    return words <= ACTIONS[action].most || status_fail(status, "unexpected argument '%.60s'",
                                                        request->words.items[ACTIONS[action].most]);
}

/* Runs an action that saves a book: alone on it, and over nothing but a book. */
static int run_alone(int action, const BookRequest *request) {
    BookLock lock;
    Status status;
    if (!book_file_check_place(book_output(request), &status) ||
        !book_lock_take(&lock, book_output(request), &status)) {
        return book_fail(&status);
    }
    const int exit_status = ACTIONS[action].run(request);
    book_lock_release(&lock);
    return exit_status;
}

int book_main(int argc, char **argv) {
    BookRequest request = {.engine = engine_options_default(),
                           .hours = INFINITY,
                           .rank_timeout = 60,
                           .jobs = 1,
                           .min_games = 1,
                           .max_ply = INT32_MAX,
                           .max_loss = 2};
    Status status;
    const int action = argc > 1 ? find_action(argv[1]) : ACTION_COUNT;
    const OptionGroup both[] = {
        {OPTIONS, &request, NULL, NULL}, engine_options_group(&request.engine), {0}};
    const OptionGroup own[] = {{OPTIONS, &request, NULL, NULL}, {0}};
    if (action == ACTION_COUNT) {
        status_fail(&status, argc > 1 ? "unknown action '%.40s'" : "ACTION is missing",
                    argc > 1 ? argv[1] : "");
        return option_print_error("book", &status);
    }
    const bool ok = option_read(ACTIONS[action].searches ? both : own, argc, argv, &status) &&
                    check_words(action, argc, argv, &request, &status);
    const int exit_status = !ok                     ? option_print_error("book", &status)
                            : ACTIONS[action].saves ? run_alone(action, &request)
                                                    : ACTIONS[action].run(&request);
    option_list_free(&request.words);
    return exit_status;
}
