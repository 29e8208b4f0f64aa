/* Game records in SGF (Smart Game Format): reading, typed values, writing.
 *
 * Reads FF[1] to FF[4], writes FF[4] (A. Hollosi, www.red-bean.com/sgf). This module knows the
 * syntax and the properties of Go records, but no rules of Go: a higher one replays the moves.
 *
 * Invariant: a tree returned by sgf_parse or sgf_load is complete and never changes again. It may
 * be read by any number of threads; a writer belongs to one thread at a time.
 *
 * Points are counted from 0, x from the left and y from the TOP, as in SGF. Lines and columns in
 * messages count from 1, columns in bytes. Texts are bytes: no character set is converted.
 */
#ifndef ENGINE_SGF_SGF_H
#define ENGINE_SGF_SGF_H

#include "engine/base/status.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    SGF_SIDE_MAX = 25,
    SGF_POINT_MAX = SGF_SIDE_MAX * SGF_SIDE_MAX,
    SGF_DEFAULT_SIDE = 19,
    SGF_FILE_MAX = 64 << 20,  /* bytes of a record that is read or written */
    SGF_MEMORY_MAX = 1 << 30, /* bytes a tree may take */
};

/* ---- The tree ---------------------------------------------------------------------------------
 *
 *     (;GM[1]SZ[9] ;B[ee] (;W[cc]) (;W[gg]))      root ── B[ee] ─┬─ W[cc]   first child
 *                                                                └─ W[gg]   its next sibling
 *
 * A node's first child continues the main line. The games of a collection are siblings without a
 * parent. */

typedef struct {
    const char *text; /* unescaped, line breaks as '\n'; ends in a NUL, may contain others */
    uint32_t length;  /* bytes of text */
    uint32_t colon;   /* where the first unescaped ':' stands in text; length where there is none */
} SgfValue;

typedef struct SgfProperty {
    struct SgfProperty *next; /* in the order of the record */
    const char *identifier; /* capital letters and digits; lower-case ones (FF[1..3]) are left out,
                               so that "Black" is "B" */
    uint32_t line;
    uint32_t value_count; /* at least 1 */
    SgfValue values[];
} SgfProperty;

typedef struct SgfNode {
    struct SgfNode *parent;
    struct SgfNode *first_child;
    struct SgfNode *next_sibling;
    SgfProperty *first_property; /* the same identifier may occur more than once */
    uint32_t line;
    bool opens_branch; /* a '(' stands before this node */
} SgfNode;

typedef struct SgfTree SgfTree;

/* Parses a whole collection; text around the games (a byte order mark, mail headers) is skipped.
 * On success *tree is the caller's and does not refer to bytes; on failure *tree is NULL and status
 * names line and column. Never recurses: branches may be nested to any depth. */
bool sgf_parse(const char *bytes, size_t length, SgfTree **tree, Status *status);

/* The same, refusing to take more than memory_max bytes. */
bool sgf_parse_within(const char *bytes, size_t length, size_t memory_max, SgfTree **tree,
                      Status *status);

/* The same for a file of at most SGF_FILE_MAX bytes; the message begins with the path. */
bool sgf_load(const char *path, SgfTree **tree, Status *status);

/* Frees the tree with all that belongs to it; NULL is allowed. */
void sgf_tree_free(SgfTree *tree);

/* The root node of the first game; the others are its siblings. */
const SgfNode *sgf_tree_root(const SgfTree *tree);

/* ---- Typed values -----------------------------------------------------------------------------
 *
 * Where a property occurs more than once in a node its first value counts, except for points,
 * which are collected from all. White space around a number, colour or point is ignored. Functions
 * that take an "absent" value give it back where the property is missing or its value is empty.
 * Those that return bool return false with a Status naming line and property where the record
 * holds something malformed or off the board; their results are then undefined. */

typedef enum { SGF_NO_COLOR, SGF_BLACK, SGF_WHITE } SgfColor;

typedef struct {
    int width, height; /* 1..SGF_SIDE_MAX */
} SgfSize;

typedef struct {
    uint8_t x, y;
} SgfPoint;

typedef struct {
    SgfColor color; /* SGF_NO_COLOR: the node holds no move */
    bool pass;
    SgfPoint point; /* where pass is false */
} SgfMove;

/* The first property of that name, or NULL. */
const SgfProperty *sgf_node_property(const SgfNode *node, const char *identifier);

/* The first value of that property as SimpleText: white space of any kind becomes a space, leading
 * and trailing spaces go, the rest is cut to fit size (at least 1) with its NUL; bytes of value 0
 * become spaces. Returns false, and an empty text, where the property is missing. */
bool sgf_node_simple_text(const SgfNode *node, const char *identifier, char *text, size_t size);

/* Numbers are plain decimals such as -3, 5.5, .5 or +7. with at most 15 digits before the point.
 * Reals are exact for 15 digits in all, further decimals are ignored. */
bool sgf_node_integer(const SgfNode *node, const char *identifier, int absent, int *value,
                      Status *status);
bool sgf_node_real(const SgfNode *node, const char *identifier, double absent, double *value,
                   Status *status);

/* B and W, also in lower case or as a word ("White"), and the 1 and 2 of old records. */
bool sgf_node_color(const SgfNode *node, const char *identifier, SgfColor absent, SgfColor *value,
                    Status *status);

/* SZ[n] or SZ[width:height]; 19x19 where absent. */
bool sgf_node_size(const SgfNode *node, SgfSize *size, Status *status);

/* All points of the properties of that name, rectangles "aa:cc" expanded, each point once, in the
 * order of the record. An empty value is no point. Room for every point of the board is needed. */
bool sgf_node_points(const SgfNode *node, const char *identifier, SgfSize size,
                     SgfPoint points[SGF_POINT_MAX], int *count, Status *status);

/* The node's move by B or W. An empty value is a pass, and so is "tt" on boards up to 19x19. More
 * than one move in a node is an error. */
bool sgf_node_move(const SgfNode *node, SgfSize size, SgfMove *move, Status *status);

/* ---- Writing ----------------------------------------------------------------------------------
 *
 *     SgfWriter writer;
 *     sgf_writer_init(&writer);
 *     sgf_writer_open(&writer);               (
 *     sgf_writer_header(&writer, &header);    ;FF[4]...
 *     sgf_writer_node(&writer);               ;
 *     sgf_writer_move(&writer, &move);        B[ee]
 *     sgf_writer_close(&writer);              )
 *     ok = sgf_writer_save(&writer, path, &status);
 *     sgf_writer_free(&writer);
 *
 * Nothing needs checking on the way: the first failure is kept, whatever follows does nothing, and
 * sgf_writer_check or sgf_writer_save reports it. Values written in succession under one identifier
 * form one list, AB[aa][bb]; the caller keeps the values of a property together. Branches are
 * opened and closed like the game itself. What is written reads back the same, but for CR, CR LF
 * and LF CR, which become LF. */

typedef struct {
    char *bytes; /* the record so far, ends in a NUL; the writer's own */
    size_t length;
    size_t capacity;
    size_t length_max;   /* SGF_FILE_MAX; may be lowered at the start */
    size_t property;     /* where the last property of the open node begins; 0 for none */
    size_t depth;        /* branches that are open */
    const char *failure; /* NULL, or the first failure */
} SgfWriter;

/* A property with one value as text. */
typedef struct {
    const char *identifier, *text;
} SgfText;

/* The root properties. Texts that are NULL and a handicap of 0 are left out. */
typedef struct {
    const char *version; /* of the program; not NULL */
    SgfSize size;
    double komi;
    int handicap;
    const char *rules, *black, *white, *result, *date; /* RU, PB, PW, RE, DT */
    const SgfText *others; /* each of another property, some perhaps in place of one above */
    int other_count;
} SgfHeader;

void sgf_writer_init(SgfWriter *writer);
void sgf_writer_free(SgfWriter *writer);

/* A game, or a branch after the node written last; and its end. */
void sgf_writer_open(SgfWriter *writer);
void sgf_writer_close(SgfWriter *writer);

/* Begins a node. */
void sgf_writer_node(SgfWriter *writer);

/* The root node with its properties; more may follow, such as AB and PL. */
void sgf_writer_header(SgfWriter *writer, const SgfHeader *header);

/* One value of the property (identifier: capital letters, then also digits). Text is escaped. */
void sgf_writer_value(SgfWriter *writer, const char *identifier, const char *text, size_t length);
static inline void sgf_writer_text(SgfWriter *writer, const char *identifier, const char *text) {
    sgf_writer_value(writer, identifier, text, strlen(text));
}

/* "first:second", with the colons in either part escaped. */
void sgf_writer_pair(SgfWriter *writer, const char *identifier, const char *first,
                     const char *second);

/* A real is written with as few decimals as give it back, at most 6: 7.5, 0, -3.25. A failure where
 * it is not finite or 1e9 and beyond. */
void sgf_writer_integer(SgfWriter *writer, const char *identifier, int value);
void sgf_writer_real(SgfWriter *writer, const char *identifier, double value);
void sgf_writer_color(SgfWriter *writer, const char *identifier, SgfColor color);
void sgf_writer_point(SgfWriter *writer, const char *identifier, SgfPoint point);
void sgf_writer_label(SgfWriter *writer, SgfPoint point, const char *text);
void sgf_writer_move(SgfWriter *writer, const SgfMove *move);

/* A property of a record that was read, with all its values. */
void sgf_writer_property(SgfWriter *writer, const SgfProperty *property);

/* The whole collection of a tree. */
void sgf_writer_tree(SgfWriter *writer, const SgfTree *tree);

/* Whether everything was written; all branches must be closed. */
bool sgf_writer_check(const SgfWriter *writer, Status *status);

/* Writes the record to a temporary file beside path, syncs it and renames it to path, so that path
 * holds either what it held or the whole record. Refuses to replace what is no regular file; a
 * symbolic link to one is replaced by the record. The message begins with the path. */
bool sgf_writer_save(const SgfWriter *writer, const char *path, Status *status);

#endif
