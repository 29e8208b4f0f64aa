/* KataGo's own test book, from a checkout of KataGo that $KATAGO names: its nodes and moves, and
 * the values that it propagates, by a plain reading of its formulas. `dihedra book` as a user runs
 * it, with a book of two positions. */
#include "gtp/book/request.h"
#include "tests/support/program/arena.h"
#include "tests/support/program/temporary_path.h"

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/book/graph.h"

#include <math.h>

enum { FILE_BYTES_MAX = 1 << 26 };

/* The lines of the file as JSON, by id; values as KataGo has them: White's. */
typedef struct {
    json_t *header;
    size_t count;
    json_t **nodes;
    double (*figures)[BOOK_FIGURES];
    bool *is_known;
} PlainBook;

static double number(const json_t *object, const char *key) {
    return json_number_value(json_object_get(object, key));
}

static PlainBook read_plainly(const char *path) {
    Status status;
    size_t length;
    char *text = file_read(path, FILE_REGULAR, FILE_BYTES_MAX, &length, &status);
    cr_assert_not_null(text, "%s", status.text);
    cleanup_free(text);
    char *rest = NULL;
    PlainBook book = {.header = cleanup_json(json_loads(strtok_r(text, "\n", &rest), 0, NULL))};
    book.count = strtoul(strtok_r(NULL, "\n", &rest), NULL, 10);
    book.nodes = cleanup_free(calloc(book.count, sizeof *book.nodes));
    book.figures = cleanup_free(calloc(book.count, sizeof *book.figures));
    book.is_known = cleanup_free(calloc(book.count, sizeof *book.is_known));
    for (size_t i = 0; i < book.count; i++) {
        strtok_r(NULL, "\n", &rest);
    }
    for (size_t i = 0; i < book.count; i++) {
        json_t *node = cleanup_json(json_loads(strtok_r(NULL, "\n", &rest), 0, NULL));
        book.nodes[(size_t)number(node, "id")] = node;
    }
    return book;
}

/* KataGo's recomputeNodeValues, by recursion. */
static const double *propagate(const PlainBook *book, size_t id) {
    const json_t *node = book->nodes[id];
    double *f = book->figures[id];
    if (book->is_known[id]) {
        return f;
    }
    book->is_known[id] = true;
    const double factor = number(book->header, "errorFactor");
    f[BOOK_WIN_LOSS] = number(node, "wl");
    f[BOOK_WIN_LOSS_LOWER] = f[BOOK_WIN_LOSS] - factor * number(node, "wlE");
    f[BOOK_WIN_LOSS_UPPER] = f[BOOK_WIN_LOSS] + factor * number(node, "wlE");
    f[BOOK_SCORE] = number(node, "sM");
    const bool white = strcmp(json_string_value(json_object_get(node, "pla")), "W") == 0;
    const json_t *moves = json_object_get(node, "mvs");
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const double *child = propagate(book, (size_t)number(json_array_get(moves, i), "id"));
        for (int j = 0; j < BOOK_FIGURES; j++) {
            f[j] = white ? fmax(f[j], child[j]) : fmin(f[j], child[j]);
        }
    }
    return f;
}

/* Black's figure as White's: bounds change places. */
static double figure_of_white(const BookNode *node, BookFigure figure) {
    static const BookFigure MIRRORED[BOOK_FIGURES] = {
        [BOOK_WIN_LOSS] = BOOK_WIN_LOSS,
        [BOOK_WIN_LOSS_LOWER] = BOOK_WIN_LOSS_UPPER,
        [BOOK_WIN_LOSS_UPPER] = BOOK_WIN_LOSS_LOWER,
        [BOOK_SCORE] = BOOK_SCORE,
    };
    return -node->figures[MIRRORED[figure]];
}

Test(book_katabook, katagos_test_book_has_its_nodes_moves_and_values) {
    const char *checkout = getenv("KATAGO");
    if (checkout == NULL) {
        cr_skip_test("KATAGO names no checkout of KataGo");
    }
    const char *path = formatted("%s/cpp/tests/data/test.katabook", checkout);
    Status status;
    KatabookReport report;
    BookGraph *graph = katabook_load(path, &report, &status);
    cr_assert_not_null(graph, "%s", status.text);
    cr_assert_eq(graph->node_count, 1890);
    cr_assert_eq(graph->edge_count, 1950);
    cr_assert_eq(report.merged, 0);
    cr_assert(book_graph_check_moves(graph, &status), "%s", status.text);
    const PlainBook plain = read_plainly(path);
    for (size_t i = 0; i < plain.count; i++) {
        const double *expected = propagate(&plain, i);
        for (int j = 0; j < BOOK_FIGURES; j++) {
            const double found = figure_of_white(&graph->nodes[report.place[i]], (BookFigure)j);
            cr_assert_float_eq(found, expected[j], 1e-4, "node %zu, figure %d: %.6f, %.6f", i, j,
                               found, expected[j]);
        }
    }
    char saved[TEMPORARY_PATH_MAX];
    size_t length;
    temporary_path(saved);
    cr_assert(book_graph_save(graph, saved, &status), "%s", status.text);
    cleanup_free(file_read(saved, FILE_REGULAR, FILE_BYTES_MAX, &length, &status));
    cr_assert_leq((double)length / graph->node_count, 60);
    free(report.place);
    book_graph_free(graph);
}

/* A book of a 3x3 board with a move and its answer; the first line and the nodes are the test's. */
static void expect_refused(const char *header, const char *nodes, const char *reason) {
    char path[TEMPORARY_PATH_MAX];
    Status status = {""};
    KatabookReport report;
    const char *text = formatted("%s\n2\nAA\nBB\n%s", header, nodes);
    temporary_file(path, text, strlen(text));
    cr_assert_null(katabook_load(path, &report, &status));
    cr_assert_not_null(strstr(status.text, reason), "'%s' does not say %s", status.text, reason);
}

#define RULES                                                                                      \
    "{\"ko\":\"SIMPLE\",\"scoring\":\"AREA\",\"tax\":\"NONE\",\"suicide\":false,"                  \
    "\"hasButton\":false,\"whiteHandicapBonus\":\"0\",\"friendlyPassOk\":true,\"komi\":7}"
#define HEADER                                                                                     \
    "{\"version\":2,\"errorFactor\":1.5,\"initialPla\":\"Black\",\"initialSymmetry\":0,"           \
    "\"initialBoard\":{\"xSize\":3,\"ySize\":3,\"stones\":\"...|...|...|\"},"                      \
    "\"initialRules\":" RULES "}"
#define VALUES "\"wl\":0,\"sM\":0,\"ssM\":0,\"wlE\":0,\"sE\":0,\"sStd\":0,\"maxP\":0,\"v\":1"
#define ROOT(vertex)                                                                               \
    "{\"id\":0,\"pla\":\"B\"," VALUES ",\"mvs\":[{\"id\":1,\"m\":\"" vertex                        \
    "\",\"rP\":0.5,\"sym\":0}],\"par\":[]}\n"
#define LEAF(side)                                                                                 \
    "{\"id\":1,\"pla\":\"" side "\"," VALUES ",\"mvs\":[],\"par\":[{\"id\":0,\"loc\":\"B2\"}]}\n"

Test(book_katabook, what_is_wrong_is_named_by_its_line) {
    char path[TEMPORARY_PATH_MAX];
    Status status = {""};
    KatabookReport report;
    const char *good = HEADER "\n2\nAA\nBB\n" ROOT("B2") LEAF("W");
    temporary_file(path, good, strlen(good));
    BookGraph *graph = katabook_load(path, &report, &status);
    cr_assert_not_null(graph, "%s", status.text);
    cr_assert_eq(graph->node_count, 2);
    free(report.place);
    book_graph_free(graph);
    expect_refused("[]", "", "line 1: not a JSON object");
    expect_refused("{\"version\":1}", "", "line 1: not a book of version 2 or 3");
    expect_refused(HEADER, "", "every node has a parent");
    expect_refused(HEADER, ROOT("B2"), "line 5: a move to a node that is missing");
    expect_refused(HEADER, ROOT("B2") LEAF("B"),
                   "line 5: a move to a node that is missing or has the other");
    expect_refused(HEADER, ROOT("J9") LEAF("W"), "line 5: an unreadable move");
    expect_refused(HEADER, ROOT("B2") LEAF("W") LEAF("W"),
                   "line 7: a node that is not in the list");
}

/* ---- The command ---- */

static Arena *arena_with_book(void) {
    Arena *arena = arena_new();
    arena_write(arena, "small.katabook", HEADER "\n2\nAA\nBB\n" ROOT("B2") LEAF("W"));
    arena_must_run(arena, "book import small --katabook small.katabook");
    cr_assert_str_eq(arena->out, "small: 2 positions, 1 moves\n");
    return arena;
}

Test(book_katabook, is_imported_checked_and_shown) {
    static const char *const CASES[][2] = {
        {"book verify small", "2 positions, 1 moves: sums, structure, values and moves right"},
        {"book show small", "3x3, custom rules, komi 7, by KataGo\n"},
        {"book show small", "black to move: Black wins"},
        {"book show small", "\nB2    Black wins 50.0% (50.0 to 50.0), score B+0.0, visits 1"},
        {"book show small A1 A2", "not in the book"},
    };
    Arena *arena = arena_with_book();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_shell(arena, formatted("$D %s", CASES[i][0]));
        arena_expect(arena, 0, "");
        cr_assert_not_null(strstr(arena->out, CASES[i][1]), "%s: %s", CASES[i][0], arena->out);
    }
}

Test(book_katabook, refuses_wrong_words) {
    static const char *const WORDS[][2] = {
        {"", "ACTION is missing; try dihedra help book"},
        {"burn b", "unknown action 'burn'; try dihedra help book"},
        {"show b --katabook k", "unknown option --katabook"},
        {"import b", "import: --katabook is missing"},
        {"verify a b", "unexpected argument 'b'"},
    };
    static const char *const FILES[][2] = {
        {"show none", "none: No such file or directory"},
        {"verify text", "text: truncated: shorter than a header"},
        {"import b --katabook text", "text: line 1: not a JSON object"},
        {"import small --katabook text", "small: exists; import makes a new book"},
    };
    Arena *arena = arena_with_book();
    arena_write(arena, "text", "not a book\n");
    arena_expect_refusals(arena, "book", 2, WORDS, sizeof WORDS / sizeof WORDS[0]);
    arena_expect_refusals(arena, "book", 1, FILES, sizeof FILES / sizeof FILES[0]);
}
