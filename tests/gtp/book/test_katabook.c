/* KataGo's own test book, from a checkout of KataGo that $KATAGO names: its nodes and moves, and
 * the values that it propagates, by a plain reading of its formulas. `--book` as a user gives it,
 * with a book of two positions. */
#include "gtp/book/katabook.h"
#include "tests/support/program/arena.h"
#include "tests/support/program/temporary_path.h"

#include "engine/base/file.h"
#include "engine/base/json.h"

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

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

Test(book_katabook, katagos_test_book_has_its_nodes_moves_and_values) {
    const char *checkout = getenv("KATAGO");
    if (checkout == NULL) {
        cr_skip_test("KATAGO names no checkout of KataGo");
    }
    const char *path = formatted("%s/cpp/tests/data/test.katabook", checkout);
    Status status;
    BookGraph *graph = katabook_load(path, &status);
    cr_assert_not_null(graph, "%s", status.text);
    cr_assert_eq(graph->node_count, 1890);
    cr_assert_eq(graph->edge_count, 1950);
    const PlainBook plain = read_plainly(path);
    for (int j = 0; j < BOOK_FIGURES; j++) { /* the nodes have another order here */
        double *found = cleanup_free(calloc(plain.count, sizeof *found));
        double *expected = cleanup_free(calloc(plain.count, sizeof *expected));
        for (size_t i = 0; i < plain.count; i++) {
            found[i] = figure_of_white(&graph->nodes[i], (BookFigure)j);
            expected[i] = propagate(&plain, i)[j];
        }
        qsort(found, plain.count, sizeof *found, compare);
        qsort(expected, plain.count, sizeof *expected, compare);
        for (size_t i = 0; i < plain.count; i++) {
            cr_assert_float_eq(found[i], expected[i], 1e-12, "figure %d: %.6f, %.6f", j, found[i],
                               expected[i]);
        }
    }
    book_graph_free(graph);
}

/* A book of a 3x3 board with a move and its answer; the first line and the nodes are the test's. */
static void expect_refused(const char *header, const char *nodes, const char *reason) {
    char path[TEMPORARY_PATH_MAX];
    Status status = {""};
    const char *text = formatted("%s\n2\nAA\nBB\n%s", header, nodes);
    temporary_file(path, text, strlen(text));
    cr_assert_null(katabook_load(path, &status));
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
    const char *good = HEADER "\n2\nAA\nBB\n" ROOT("B2") LEAF("W");
    temporary_file(path, good, strlen(good));
    BookGraph *graph = katabook_load(path, &status);
    cr_assert_not_null(graph, "%s", status.text);
    cr_assert_eq(graph->node_count, 2);
    book_graph_free(graph);
    expect_refused("[]", "", "line 1: not a JSON object");
    expect_refused("{\"version\":1}", "", "line 1: not a book of version 2 or 3");
    expect_refused(HEADER, "", "no node is without parents");
    expect_refused(HEADER, ROOT("B2"), "line 5: a move to a node that is missing");
    expect_refused(HEADER, ROOT("B2") LEAF("B"),
                   "line 5: a move to a node that is missing or has the other");
    expect_refused(HEADER, ROOT("J9") LEAF("W"), "line 5: an unreadable move");
    expect_refused(HEADER, ROOT("B2") LEAF("W") LEAF("W"),
                   "line 7: a node that is not in the list");
}

Test(book_katabook, is_played_from_and_refused_by_its_path) {
    static const char *const REFUSALS[][2] = {
        {"--book none", "--book none: No such file or directory"},
        {"--book text", "--book text: line 1: not a JSON object"},
        {"play --book text", "--book text: line 1: not a JSON object"},
        {"selfplay --book text", "text: line 1: not a JSON object"},
    };
    Arena *arena = arena_new();
    arena_write(arena, "small.katabook", HEADER "\n2\nAA\nBB\n" ROOT("B2") LEAF("W"));
    arena_write(arena, "text", "not a book\n");
    arena_shell(arena, "echo dihedra-show_book | $D --model none --size 3 --komi 7 --rules "
                       "chinese-simple-ko --book small.katabook");
    arena_expect(arena, 0, "");
    expect_in(arena->out, "COLOR green B2\nLABEL B2 50\n");
    for (size_t i = 0; i < sizeof REFUSALS / sizeof REFUSALS[0]; i++) {
        cr_assert_neq(arena_shell(arena, formatted("$D %s </dev/null", REFUSALS[i][0])), 0);
        expect_in(arena->err, REFUSALS[i][1]);
    }
}
