#include "tests/support/reader/sgf_rewrite.h"

static void write_node(SgfWriter *writer, const SgfNode *node) {
    if (node->opens_branch) {
        sgf_writer_open(writer);
    }
    sgf_writer_node(writer);
    for (const SgfProperty *p = node->first_property; p != NULL; p = p->next) {
        sgf_writer_property(writer, p);
    }
}

/* Follows the links of the tree, so that deep nesting costs no stack. */
void sgf_rewrite(SgfWriter *writer, const SgfTree *tree) {
    const SgfNode *node = sgf_tree_root(tree);
    while (node != NULL) {
        write_node(writer, node);
        const SgfNode *next = node->first_child;
        for (; node != NULL && next == NULL; node = node->parent) {
            if (node->opens_branch) {
                sgf_writer_close(writer);
                next = node->next_sibling;
            }
        }
        node = next;
    }
}
