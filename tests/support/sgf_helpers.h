/* What the tests of engine/sgf share: parsing that must succeed, and the dump of a tree as text, to
 * be compared with a dump that was written by hand or along with the record. */
#ifndef TESTS_SUPPORT_SGF_HELPERS_H
#define TESTS_SUPPORT_SGF_HELPERS_H

#include "engine/sgf/sgf.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

static inline SgfTree *parse(const char *text) {
    SgfTree *tree;
    Status status;
    cr_assert(sgf_parse(text, strlen(text), &tree, &status), "%s\n%s", text, status.text);
    return tree;
}

typedef struct {
    char *bytes;
    size_t length;
} Text;

static inline void put(Text *out, const char *bytes, size_t length) {
    memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
    out->bytes[out->length] = '\0';
}

static inline void put_string(Text *out, const char *string) {
    put(out, string, strlen(string));
}

static inline void dump_value(Text *out, const char *text, size_t length, size_t colon) {
    char note[24] = "]";
    if (colon < length) {
        snprintf(note, sizeof note, "@%zu]", colon);
    }
    put_string(out, "[");
    put(out, text, length);
    put_string(out, note);
}

/* The dump of a node and its siblings: "+" before a branch, then in parentheses the properties and
 * the children. A value ends in "@n" where its colon is at n. */
static inline void dump(Text *out, const SgfNode *node) {
    for (; node != NULL; node = node->next_sibling) {
        put_string(out, node->opens_branch ? "+(" : "(");
        for (const SgfProperty *p = node->first_property; p != NULL; p = p->next) {
            put_string(out, p->identifier);
            for (uint32_t i = 0; i < p->value_count; i++) {
                cr_assert_eq(p->values[i].text[p->values[i].length], '\0');
                dump_value(out, p->values[i].text, p->values[i].length, p->values[i].colon);
            }
        }
        dump(out, node->first_child);
        put_string(out, ")");
    }
}

static inline void check_dump(const char *record, size_t length, const Text *expected) {
    SgfTree *tree;
    Status status;
    cr_assert(sgf_parse(record, length, &tree, &status), "%s\n%s", record, status.text);
    Text got = {.bytes = malloc(8 * length + 64)};
    dump(&got, sgf_tree_root(tree));
    cr_assert(got.length == expected->length && memcmp(got.bytes, expected->bytes, got.length) == 0,
              "%s\ngives %s, not %s", record, got.bytes, expected->bytes);
    free(got.bytes);
    sgf_tree_free(tree);
}

#endif
