/* Books in files: what was saved is loaded and found, the same book makes the same bytes, and a
 * file that differs by one bit is refused where it is read. */
#include "engine/base/file.h"
#include "engine/book/graph.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_book.h"
#include "tests/support/program/temporary_path.h"

#include <unistd.h>

enum { BYTES_MAX = 1 << 26 };

/* Every how many bits and lengths are tried? */
static size_t stride(void) {
    return getenv("DIHEDRA_LONG") != NULL ? 1 : 11;
}

static BookGraph *new_book(int lines, uint64_t seed) {
    Rng rng = rng_new(seed);
    BookFacts facts = book_facts(9, 9, rules_find("chinese"), 7);
    facts.rules.tax = TAX_ALL; /* so that each byte counts */
    facts.rules.excludes_atari = facts.rules.button = true;
    return random_book_new(&facts, lines, 12, &rng);
}

static void save(const BookGraph *graph, const char *path) {
    Status status;
    cr_assert(book_graph_save(graph, path, &status), "%s", status.text);
}

static BookGraph *load(const char *path) {
    Status status;
    uint32_t stale;
    BookGraph *graph = book_graph_load(path, &stale, &status);
    cr_assert_not_null(graph, "%s", status.text);
    cr_assert_eq(stale, 0);
    cr_assert(book_graph_check_moves(graph, &status), "%s", status.text);
    return graph;
}

static char *bytes_of(const char *path, size_t *length) {
    Status status;
    char *bytes = file_read(path, FILE_REGULAR, BYTES_MAX, length, &status);
    cr_assert_not_null(bytes, "%s", status.text);
    return cleanup_free(bytes);
}

Test(book_file, a_loaded_book_makes_the_same_bytes) {
    char first[TEMPORARY_PATH_MAX], second[TEMPORARY_PATH_MAX];
    size_t length, again;
    temporary_path(first);
    temporary_path(second);
    BookGraph *graph = new_book(300, 1);
    save(graph, first);
    BookGraph *loaded = load(first);
    cr_assert_eq(loaded->node_count, graph->node_count);
    cr_assert_eq(loaded->edge_count, graph->edge_count);
    cr_assert_eq(loaded->nodes[BOOK_ROOT].figures[BOOK_WIN_LOSS],
                 graph->nodes[BOOK_ROOT].figures[BOOK_WIN_LOSS]);
    save(loaded, second);
    const char *a = bytes_of(first, &length), *b = bytes_of(second, &again);
    cr_assert(length == again && memcmp(a, b, length) == 0);
    cr_assert_leq((double)length / graph->node_count, 60);
    book_graph_free(loaded);
    book_graph_free(graph);
}

/* Loads bytes as a book; the reason must have the word in it. */
static void expect_refused(const char *bytes, size_t length, const char *word) {
    char path[TEMPORARY_PATH_MAX];
    Status status = {""};
    temporary_file(path, bytes, length);
    BookGraph *graph = book_graph_load(path, NULL, &status);
    cr_assert_null(graph, "loaded, %s expected", word);
    cr_assert_eq(strncmp(status.text, path, strlen(path)), 0, "%s", status.text);
    cr_assert_not_null(strstr(status.text, word), "'%s' does not say %s", status.text, word);
}

/* A book of a few positions; all bits and lengths in the long mode. */
Test(book_file, every_bit_and_every_length_counts) {
    char path[TEMPORARY_PATH_MAX];
    size_t length;
    temporary_path(path);
    BookGraph *graph = new_book(2, 8);
    save(graph, path);
    char *bytes = bytes_of(path, &length);
    cr_assert_lt(length, 2500);
    for (size_t bit = 0; bit < 8 * length; bit += stride()) {
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        expect_refused(bytes, length, ": ");
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
    }
    for (size_t cut = 0; cut < length; cut += stride()) {
        expect_refused(bytes, cut, "truncated");
    }
    book_graph_free(graph);
}

Test(book_file, what_is_wrong_is_named) {
    char path[TEMPORARY_PATH_MAX];
    size_t length;
    temporary_path(path);
    BookGraph *graph = new_book(60, 4);
    save(graph, path);
    char *bytes = bytes_of(path, &length); /* and a NUL behind them */
    expect_refused(bytes, 0, "shorter than a header");
    expect_refused(bytes, 1023, "shorter than a header");
    expect_refused(bytes, length - 1, "truncated");
    expect_refused(bytes, length + 1, "too long");
    bytes[0] = 'd';
    expect_refused(bytes, length, "not a book");
    bytes[0] = 'D';
    bytes[16] = 9;
    expect_refused(bytes, length, "another version");
    bytes[16] = 1;
    bytes[24] ^= 1;
    expect_refused(bytes, length, "header is damaged");
    bytes[24] ^= 1;
    bytes[1024 + 4096] ^= 4;
    expect_refused(bytes, length, "damaged: block 2 of");
    book_graph_free(graph);
}

Test(book_file, an_edge_that_leads_elsewhere_is_found) {
    Status status = {""};
    BookGraph *graph = new_book(60, 6);
    BookEdge *edge = &graph->nodes[BOOK_ROOT].edges[0];
    edge->symmetry ^= 1;
    cr_assert(!book_graph_check_moves(graph, &status));
    cr_assert_not_null(strstr(status.text, "wrong symmetry"), "%s", status.text);
    edge->symmetry ^= 1;
    edge->child = graph->nodes[graph->nodes[BOOK_ROOT].edges[1].child].edges[0].child;
    cr_assert(!book_graph_check_moves(graph, &status));
    cr_assert_not_null(strstr(status.text, "does not lead to its child"), "%s", status.text);
    book_graph_free(graph);
}

static void expect_structure_damaged(const BookGraph *graph) {
    char path[TEMPORARY_PATH_MAX];
    Status status = {""};
    temporary_path(path);
    save(graph, path);
    cr_assert_null(book_graph_load(path, NULL, &status));
    cr_assert_not_null(strstr(status.text, "the structure is damaged"), "%s", status.text);
}

Test(book_file, a_move_off_the_board_is_found) {
    static const Point POINTS[] = {POINT_NONE, POINT_RESIGN, STRIDE, 10 * STRIDE + 1, STRIDE + 10};
    BookGraph *graph = new_book(20, 9);
    BookNode *root = &graph->nodes[BOOK_ROOT];
    const Point move = root->edges[0].move;
    for (size_t i = 0; i < sizeof POINTS / sizeof POINTS[0]; i++) {
        root->edges[0].move = POINTS[i];
        expect_structure_damaged(graph);
        root->edges[0].move = move;
    }
    book_graph_free(graph);
}

Test(book_file, values_that_are_not_those_recomputed_are_counted) {
    char path[TEMPORARY_PATH_MAX];
    Status status;
    uint32_t stale;
    temporary_path(path);
    BookGraph *graph = new_book(60, 7);
    graph->nodes[BOOK_ROOT].figures[BOOK_WIN_LOSS] += 0.1;
    save(graph, path);
    BookGraph *loaded = book_graph_load(path, &stale, &status);
    cr_assert_not_null(loaded, "%s", status.text);
    cr_assert_eq(stale, 1);
    book_graph_free(loaded);
    book_graph_free(graph);
}
