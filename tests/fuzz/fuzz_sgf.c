/* libFuzzer entry for SGF: parsing any bytes gives a tree or a message. A tree answers every
 * question without a crash, a repaired one all about moves and stones, and what the writer makes of
 * it parses to a tree that is written the same way. */
#include "tests/fuzz/fuzz.h"
#include "tests/support/reader/sgf_dump.h"

/* Answers may be errors, but a message is one line. */
static void ask_node(const SgfNode *node, SgfSize size, bool is_repaired) {
    static const char *const lists[] = {"AB", "AW", "AE"};
    Status status = {"none"};
    Point points[CELL_COUNT_MAX];
    int count, integer;
    double real;
    Move move;
    Color color;
    char text[8];
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if (sgf_node_points(node, lists[i], size, points, &count, &status)) {
            require(count <= size.width * size.height);
        } else {
            require(!is_repaired);
        }
    }
    const bool has_answer = sgf_node_move(node, size, &move, &status);
    require(has_answer || !is_repaired);
    if (has_answer && move.color != EMPTY && move.point != POINT_PASS) {
        require(point_x(move.point) < size.width && point_y(move.point) < size.height);
    }
    if (sgf_node_real(node, "KM", 0, &real, &status)) {
        require(real > -1e15 && real < 1e15);
    }
    require(sgf_node_integer(node, "HA", 0, &integer, &status) || !is_repaired);
    require(sgf_node_color(node, "PL", EMPTY, &color, &status) || !is_repaired);
    sgf_node_simple_text(node, "RU", text, sizeof text);
    require(strlen(text) < sizeof text && strchr(status.text, '\n') == NULL);
}

static void ask_tree(const SgfTree *tree, bool is_repaired) {
    Status status;
    SgfSize size;
    const SgfNode *node = sgf_tree_root(tree);
    bool has_size = false;
    while (node != NULL) {
        if (node->parent == NULL) {
            has_size = sgf_node_size(node, &size, &status);
            size = has_size ? size : (SgfSize){SGF_DEFAULT_SIDE, SGF_DEFAULT_SIDE};
        }
        ask_node(node, size, is_repaired && has_size);
        const SgfNode *next = node->first_child;
        for (; next == NULL && node != NULL; node = node->parent) {
            next = node->next_sibling;
        }
        node = next;
    }
}

/* As people's records are read, in any character set and form. */
static void read_loosely(const char *bytes, size_t size) {
    SgfTree *tree;
    Status status = {"none"};
    if (sgf_read(bytes, size, &tree, &status)) {
        ask_tree(tree, true);
        sgf_tree_free(tree);
    }
    require(strchr(status.text, '\n') == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    SgfTree *tree, *again;
    char *text = malloc(size + 1); /* sgf_read takes what file_read returns, with a NUL */
    memcpy(text, data, size);
    text[size] = '\0';
    read_loosely(text, size);
    free(text);
    Status status = {"none"};
    if (!sgf_parse((const char *)data, size, &tree, &status)) {
        require(tree == NULL && strchr(status.text, '\n') == NULL);
        return 0;
    }
    ask_tree(tree, false);
    SgfWriter first = {0}, second = {0};
    sgf_rewrite(&first, tree);
    require(sgf_parse(first.text.bytes, first.text.length, &again, &status));
    require(sgf_tree_repairs(again)[0] == '\0');
    sgf_rewrite(&second, again);
    require(first.text.length == second.text.length &&
            memcmp(first.text.bytes, second.text.bytes, first.text.length) == 0);
    sgf_writer_free(&first);
    sgf_writer_free(&second);
    sgf_tree_free(again);
    sgf_tree_free(tree);
    return 0;
}
