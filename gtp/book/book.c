/* `dihedra book`: the command line, and the actions that only read. */
#include "gtp/subcommands.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/member.h"
#include "engine/book/graph.h"
#include "gtp/book/request.h"

static int fail(const Status *status) {
    status_print("book", status);
    return EXIT_FAILURE;
}

/* The share of won games, in per cent, of winning less losing; bounds may be beyond. */
static double percent(double win_loss) {
    return fmin(fmax(50 + 50 * win_loss, 0), 100);
}

/* ---- show ---- */

/* Prints "Black wins 51.2% (48.0 to 55.1), score B+0.5, visits N" and the end of a line. */
static void print_value(const BookNode *node, const char *rest) {
    const double *figures = node->figures, score = figures[BOOK_SCORE];
    printf("Black wins %.1f%% (%.1f to %.1f), score %s%.1f, visits %.0f%s\n",
           percent(figures[BOOK_WIN_LOSS]), percent(figures[BOOK_WIN_LOSS_LOWER]),
           percent(figures[BOOK_WIN_LOSS_UPPER]), score < 0 ? "W+" : "B+", fabs(score),
           node->visits, rest);
}

/* Prints a line for a move of the book: its points, and the value after it. */
static void print_book_move(const BookGraph *book, const BookPosition *position,
                            const BookEdge *edge) {
    Point points[SYMMETRY_COUNT];
    char vertex[POINT_TEXT_MAX], prior[32];
    Text names = {0};
    const int count = book_position_from_book(position, edge->move, points);
    for (int i = 0; i < count; i++) {
        text_add(&names, "%s%s", i > 0 ? " " : "",
                 point_to_text(points[i], position->facts->height, vertex));
    }
    snprintf(prior, sizeof prior, ", prior %.2f%%", 100 * edge->prior);
    printf("%-5s ", text_get(&names));
    print_value(&book->nodes[edge->child], prior);
    text_free(&names);
}

static void print_book_position(const BookGraph *book, const BookPosition *position) {
    const uint32_t index = book_graph_find(book, position);
    if (index == BOOK_NODE_NONE) {
        printf("not in the book\n");
        return;
    }
    const BookNode *node = &book->nodes[index];
    printf("%s to move: ", color_name(book_node_side(node)));
    print_value(node, "");
    for (int i = 0; i < node->edge_count; i++) {
        print_book_move(book, position, &node->edges[i]);
    }
    if ((node->flags & BOOK_COMPLETE) == 0) {
        printf("others: Black wins %.1f%%, score %+.1f, visits %" PRIu64 "\n",
               percent(node->own.win_loss), node->own.score, node->own.visits);
    }
}

static int book_show(const BookRequest *request) {
    Status status;
    BookPosition position;
    BookGraph *book = book_graph_load(request->path, NULL, &status);
    if (book == NULL) {
        return fail(&status);
    }
    const BookFacts *facts = &book->facts;
    printf("%dx%d, %s rules, komi %g, by ", facts->width, facts->height, facts->rules.name,
           facts->komi);
    text_print(facts->engine[0] != '\0' ? facts->engine : "an unknown engine", stdout);
    printf("\n%" PRIu32 " positions, %" PRIu64 " moves\n", book->node_count, book->edge_count);
    bool ok = true;
    book_graph_start(book, &position);
    for (int i = 0; i < request->words.count && ok; i++) {
        const char *word = request->words.items[i];
        Point p;
        ok = (point_from_text(word, facts->width, facts->height, &p) &&
              book_position_allows(&position, p)) ||
             status_fail(&status, "'%.20s' is not a legal move", word);
        if (ok) {
            book_position_play(&position, p);
        }
    }
    if (ok) {
        print_book_position(book, &position);
    }
    book_graph_free(book);
    return ok ? EXIT_SUCCESS : fail(&status);
}

/* ---- verify ---- */

static int book_verify(const BookRequest *request) {
    Status status;
    uint32_t stale;
    const double start = clock_seconds();
    BookGraph *graph = book_graph_load(request->path, &stale, &status);
    if (graph == NULL) {
        return fail(&status);
    }
    const bool ok = (stale == 0 || status_fail(&status,
                                               "%s: %" PRIu32 " positions have other values "
                                               "than those recomputed",
                                               request->path, stale)) &&
                    book_graph_check_moves(graph, &status);
    if (ok) {
        printf("%" PRIu32 " positions, %" PRIu64 " moves: sums, structure, values and moves right "
               "(%.2f s)\n",
               graph->node_count, graph->edge_count, clock_seconds() - start);
    }
    book_graph_free(graph);
    return ok ? EXIT_SUCCESS : fail(&status);
}

/* ---- The command line ---- */

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
