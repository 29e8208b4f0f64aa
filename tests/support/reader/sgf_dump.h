/* An SgfDump is a tree of SGF as text, so that a parsed tree can be compared with a dump that was
 * written by hand or along with the record:
 *
 *     record  (;B[aa](;W[bb]C[a:b])(;W[cc]))
 *     dump    +(B[aa]+(W[bb]C[a:b@1])+(W[cc]))
 *
 * Each node stands in parentheses, its properties before its children; "+" marks a node that opens
 * a branch; "@1" at the end of a value says that its colon is at its byte 1. Nothing is escaped. */
#ifndef TESTS_SUPPORT_READER_SGF_DUMP_H
#define TESTS_SUPPORT_READER_SGF_DUMP_H

#include "engine/go/sgf/sgf.h"

typedef struct {
    char *bytes; /* of the caller, who makes them large enough; a NUL follows them */
    size_t length;
} SgfDump;

/* Appends bytes as they are. */
void sgf_dump_add(SgfDump *dump, const char *bytes, size_t length);
void sgf_dump_add_string(SgfDump *dump, const char *string);

/* Appends a value in brackets. colon: where its colon is, or length if it has none. */
void sgf_dump_add_value(SgfDump *dump, const char *text, size_t length, size_t colon);

/* Fails unless the record can be parsed and its tree has this dump. */
void sgf_dump_expect(const char *record, size_t length, const SgfDump *expected);

/* Parses a record as sgf_parse does, but repairs nothing: the first repair is its message. */
bool sgf_parse_strictly(const char *bytes, size_t length, SgfTree **tree, Status *status);

/* Parses a record so, fails if it cannot be parsed, and keeps the tree until the test ends. */
SgfTree *sgf_must_parse(const char *text);

/* Reads a record as sgf_read does and fails if it cannot be read. The tree is freed when the test
 * ends. */
const SgfTree *sgf_must_read(const char *record);

/* Writes a parsed tree again: the whole collection, with every property. */
void sgf_rewrite(SgfWriter *writer, const SgfTree *tree);

#endif
