#include "tests/support/reader/sgf_dump.h"
#include "tests/support/program/cleanup.h"

bool sgf_parse_strictly(const char *bytes, size_t length, SgfTree **tree, Status *status) {
    if (!sgf_parse(bytes, length, tree, status)) {
        return false;
    }
    const char *repairs = sgf_tree_repairs(*tree);
    if (repairs[0] != '\0') {
        status_fail(status, "%.*s", (int)strcspn(repairs, "\n"), repairs);
        sgf_tree_free(*tree);
        *tree = NULL;
    }
    return *tree != NULL;
}

static void release(void *tree) {
    sgf_tree_free(tree);
}

SgfTree *sgf_must_parse(const char *text) {
    SgfTree *tree;
    Status status;
    cr_assert(sgf_parse_strictly(text, strlen(text), &tree, &status), "%s\n%s", text, status.text);
    cleanup_add(tree, release);
    return tree;
}

const SgfTree *sgf_must_read(const char *record) {
    SgfTree *tree;
    Status status;
    cr_assert(sgf_read(record, strlen(record), &tree, &status), "%s\n%s", record, status.text);
    cleanup_add(tree, release);
    return tree;
}

void sgf_dump_add(SgfDump *dump, const char *bytes, size_t length) {
    memcpy(dump->bytes + dump->length, bytes, length);
    dump->length += length;
    dump->bytes[dump->length] = '\0';
}

void sgf_dump_add_string(SgfDump *dump, const char *string) {
    sgf_dump_add(dump, string, strlen(string));
}

void sgf_dump_add_value(SgfDump *dump, const char *text, size_t length, size_t colon) {
    char note[24] = "]";
    if (colon < length) {
        snprintf(note, sizeof note, "@%zu]", colon);
    }
    sgf_dump_add_string(dump, "[");
    sgf_dump_add(dump, text, length);
    sgf_dump_add_string(dump, note);
}

/* A node and its siblings. */
static void add_nodes(SgfDump *dump, const SgfNode *node) {
    for (; node != NULL; node = node->next_sibling) {
        sgf_dump_add_string(dump, node->opens_branch ? "+(" : "(");
        for (const SgfProperty *p = node->first_property; p != NULL; p = p->next) {
            sgf_dump_add_string(dump, p->identifier);
            for (uint32_t i = 0; i < p->value_count; i++) {
                cr_assert_eq(p->values[i].text[p->values[i].length], '\0');
                sgf_dump_add_value(dump, p->values[i].text, p->values[i].length,
                                   p->values[i].colon);
            }
        }
        add_nodes(dump, node->first_child);
        sgf_dump_add_string(dump, ")");
    }
}

void sgf_dump_expect(const char *record, size_t length, const SgfDump *expected) {
    SgfTree *tree;
    Status status;
    cr_assert(sgf_parse_strictly(record, length, &tree, &status), "%s\n%s", record, status.text);
    SgfDump got = {.bytes = malloc(8 * length + 64)};
    add_nodes(&got, sgf_tree_root(tree));
    cr_assert(got.length == expected->length && memcmp(got.bytes, expected->bytes, got.length) == 0,
              "%s\ngives %s, not %s", record, got.bytes, expected->bytes);
    free(got.bytes);
    sgf_tree_free(tree);
}

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
