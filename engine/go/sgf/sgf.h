/* Game records in SGF (Smart Game Format): reading, typed values, writing.
 *
 * Reads FF[1] to FF[4], writes FF[4] (A. Hollosi, www.red-bean.com/sgf). Has the properties of Go
 * records but no rules of Go; record.h replays the moves.
 *
 * Invariant: a tree from sgf_parse or sgf_load never changes, so threads may share it. A writer
 * belongs to one thread at a time.
 *
 * Lines and columns in messages begin at 1; columns count bytes. sgf_parse converts no character
 * set. */
#ifndef ENGINE_GO_SGF_SGF_H
#define ENGINE_GO_SGF_SGF_H

#include "engine/base/status.h"
#include "engine/base/text.h"
#include "engine/go/board/point.h"
#include "engine/go/board/rules.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    SGF_DEFAULT_SIDE = 19,
    SGF_HAS_32_BITS = sizeof(void *) == 4,                 /* as in web pages: less memory */
    SGF_FILE_MAX = SGF_HAS_32_BITS ? 4 << 20 : 64 << 20,   /* bytes of a record, read or written */
    SGF_MEMORY_MAX = SGF_HAS_32_BITS ? 24 << 20 : 1 << 30, /* bytes a tree may take */
};

/* ---- The tree ---------------------------------------------------------------------------------
 *
 *     (;GM[1]SZ[9] ;B[ee] (;W[cc]) (;W[gg]))      root ── B[ee] ─┬─ W[cc]   first child
 *                                                                └─ W[gg]   its next sibling
 *
 * A node's first child continues the main line. The games of a collection are siblings without a
 * parent. */

typedef struct {
    const char *text; /* unescaped, line breaks as '\n'; ends in a NUL and may contain others */
    uint32_t length;  /* bytes of text */
    uint32_t colon;   /* position of the first unescaped ':' in text, or length */
    bool has_escaped_colon; /* after it */
} SgfValue;

typedef struct SgfProperty {
    struct SgfProperty *next; /* in the order of the record */
    const char *identifier;   /* capitals and digits: "B", also of "Black" (FF[1..3]) */
    uint32_t line;
    bool is_ignored;      /* not understood: sgf_node_property passes it over */
    uint32_t value_count; /* at least 1 */
    SgfValue values[];
} SgfProperty;

typedef struct SgfNode {
    struct SgfNode *parent;
    struct SgfNode *first_child;
    struct SgfNode *next_sibling;
    SgfProperty *first_property; /* the same identifier may occur more than once */
    uint32_t line;
    bool opens_branch;  /* a '(' precedes this node */
    bool lacks_bracket; /* it should: what follows a closed branch is a variation */
} SgfNode;

typedef struct SgfTree SgfTree;

/* Parses a whole collection and skips text around its games (a byte order mark, mail headers).
 * Where the syntax is broken it goes on wherever a game can be made out, and sgf_tree_repairs
 * tells. On success *tree belongs to the caller and does not refer to bytes; on failure, without a
 * game or memory, *tree is NULL. Branches may be nested to any depth. */
bool sgf_parse(const char *bytes, size_t length, SgfTree **tree, Status *status);

/* Reads a record as people have it: in SGF, or as a GIB file of Tygem or an NGF file of
 * Cyberoro; in the character set that it names, or else the one that is guessed. All texts become
 * UTF-8, and CA says so. Repairs what servers and programs are known to write: see
 * sgf_tree_repairs. A record of another game than Go is a failure. */
bool sgf_read(const char *bytes, size_t length, SgfTree **tree, Status *status);

/* Reads a file as sgf_read does, of at most SGF_FILE_MAX bytes; "-" is standard input. Prints what
 * was repaired on standard error, a line each. Messages begin with the path. */
bool sgf_load(const char *path, SgfTree **tree, Status *status);

/* What was repaired, a line each with a newline: "line 1: KM[375] is read as 7.5". */
const char *sgf_tree_repairs(const SgfTree *tree);

/* Adds a line to such notes, without its newline. Beyond 16 KiB no more are kept. */
void sgf_note(Text *notes, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints them on standard error, each after the path, up to 20. */
void sgf_print_repairs(const char *path, const char *repairs);

/* Frees the tree with its nodes, properties and texts; NULL is allowed. */
void sgf_tree_free(SgfTree *tree);

/* The root node of the first game; the other games are its siblings. */
const SgfNode *sgf_tree_root(const SgfTree *tree);
int sgf_tree_games(const SgfTree *tree);

/* ---- Typed values -----------------------------------------------------------------------------
 *
 * If a property occurs more than once in a node, its first value counts; points are collected from
 * all. White space around a number, color or point is ignored. `absent` is the value if the
 * property is missing or empty. Functions with a Status return false, with a message that names
 * line and property and undefined results, if a value is malformed or off the board. */

typedef struct {
    int width, height; /* 1..BOARD_SIDE_MAX */
} SgfSize;

/* Returns the first property of that name that is not ignored, or NULL. */
const SgfProperty *sgf_node_property(const SgfNode *node, const char *identifier);

bool sgf_property_is_move(const SgfProperty *property); /* B or W */

/* Copies the first value of that property as SimpleText: each white space character or NUL becomes
 * a space, spaces at both ends are removed, and the rest is cut to fit size (at least 1) with its
 * NUL. Returns false and sets text to "" if the property is missing. */
bool sgf_node_simple_text(const SgfNode *node, const char *identifier, char *text, size_t size);

/* Numbers are plain decimals such as -3, 5.5, .5 or +7. with at most 15 digits before the point.
 * Reals are exact to 15 digits in all; further decimals are ignored. */
bool sgf_node_integer(const SgfNode *node, const char *identifier, int absent, int *value,
                      Status *status);
bool sgf_node_real(const SgfNode *node, const char *identifier, double absent, double *value,
                   Status *status);

/* BLACK or WHITE from B or W, also in lower case, or 1 or 2 as in old records. */
bool sgf_node_color(const SgfNode *node, const char *identifier, Color absent, Color *value,
                    Status *status);

/* Reads the rules that RU names. Returns false, and leaves *rules as they are, if it names none
 * that rules_read knows. */
bool sgf_node_rules(const SgfNode *node, Rules *rules);

/* SZ[n] or SZ[width:height]; 19x19 if it is missing. */
bool sgf_node_size(const SgfNode *node, SgfSize *size, Status *status);

/* Lists the points of all properties of that name, each once and in the order of the record, with
 * rectangles "aa:cc" expanded and empty values skipped. */
bool sgf_node_points(const SgfNode *node, const char *identifier, SgfSize size,
                     Point points[CELL_COUNT_MAX], int *count, Status *status);

/* Is the value a point or rectangle of the board, or blank? */
bool sgf_value_is_points(const SgfValue *value, SgfSize size);

/* Is it a point of the board or a pass? */
bool sgf_value_is_move(const SgfValue *value, SgfSize size);

/* The move of the node, from B or W; its color is EMPTY if the node has no move. An empty value is
 * a pass, and so is "tt" on boards up to 19x19. More than one move in a node is an error. */
bool sgf_node_move(const SgfNode *node, SgfSize size, Move *move, Status *status);

/* ---- Writing ----------------------------------------------------------------------------------
 *
 *     SgfWriter writer = {0};
 *     sgf_writer_open(&writer);               (
 *     sgf_writer_header(&writer, &header);    ;FF[4]...
 *     sgf_writer_node(&writer);               ;
 *     sgf_writer_move(&writer, &move);        B[ee]
 *     sgf_writer_close(&writer);              )
 *     ok = sgf_writer_save(&writer, path, &status);
 *     sgf_writer_free(&writer);
 *
 * Consecutive values of one identifier form one list, AB[aa][bb]. Branches are
 * opened and closed like the game itself. A record reads back the same, except that CR, CR LF and
 * LF CR become LF. */

typedef struct {
    Text text;       /* the record so far */
    size_t property; /* where the last property of the current node begins; 0 if it has none */
    size_t depth;    /* number of open branches */
} SgfWriter;

/* The properties of the root. Texts that are NULL and a handicap of 0 are left out. */
typedef struct {
    const char *version; /* of the program; not NULL */
    SgfSize size;
    double komi;
    int handicap;
    const char *rules, *black, *white, *result, *date; /* RU, PB, PW, RE, DT */
} SgfHeader;

void sgf_writer_free(SgfWriter *writer);

/* Begin and end a game, or a branch after the last node. */
void sgf_writer_open(SgfWriter *writer);
void sgf_writer_close(SgfWriter *writer);

void sgf_writer_node(SgfWriter *writer);

/* Writes the root node with its properties. More may follow, such as AB and PL. */
void sgf_writer_header(SgfWriter *writer, const SgfHeader *header);

/* Writes one value of a property and escapes its text. An identifier has capital letters and,
 * except at its start, digits. */
void sgf_writer_value(SgfWriter *writer, const char *identifier, const char *text, size_t length);
static inline void sgf_writer_text(SgfWriter *writer, const char *identifier, const char *text) {
    sgf_writer_value(writer, identifier, text, strlen(text));
}

/* Write a value of one type. A real has as few decimals as possible, at most 6: 7.5, 0, -3.25. It
 * must be below 1e9 in size. */
void sgf_writer_integer(SgfWriter *writer, const char *identifier, int value);
void sgf_writer_real(SgfWriter *writer, const char *identifier, double value);
void sgf_writer_color(SgfWriter *writer, const char *identifier, Color color);
void sgf_writer_point(SgfWriter *writer, const char *identifier, Point point);
void sgf_writer_move(SgfWriter *writer, Move move);

/* Writes a property of a tree with all its values. */
void sgf_writer_property(SgfWriter *writer, const SgfProperty *property);

/* Writes a game of a tree as programs read it most easily: branches only where there are several,
 * and a move after what it may not share a node with, stones that are set up or the root; without
 * properties that are ignored. */
void sgf_writer_game(SgfWriter *writer, const SgfNode *root);

/* Writes the record, whose branches must be closed, to path as file_replace does: whole or not at
 * all. The message begins with the path. */
bool sgf_writer_save(const SgfWriter *writer, const char *path, Status *status);

#endif
