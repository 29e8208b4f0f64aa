/* What sgf_read does to a record before and after it is parsed. Pure functions, except for the
 * texts to which they add. */
#ifndef ENGINE_GO_SGF_IMPORT_H
#define ENGINE_GO_SGF_IMPORT_H

#include "engine/go/sgf/sgf.h"

/* ---- The memory of a tree, for the files that make one. Nodes, properties and texts are pieces of
 * the tree's blocks, so a tree is freed without following its links. ---- */

typedef struct TreeBlock {
    struct TreeBlock *next;
    size_t used, size;
    _Alignas(SgfProperty) char bytes[];
} TreeBlock;

struct SgfTree {
    SgfNode *root;
    TreeBlock *blocks; /* the current one first */
    size_t bytes;      /* in them */
    Text repairs;      /* a line each */
};

/* Returns a piece aligned for any struct of the tree. The program ends if memory runs out. */
void *sgf_tree_take(SgfTree *tree, size_t size);

/* ---- Before it is parsed ---- */

/* Decodes the record by the character set that it names or else a guess. utf8 must be empty.
 * Returns whether it has other characters than ASCII. */
bool record_decode(const char *bytes, size_t length, Text *utf8, Text *repairs);

/* Is the text, which is not SGF, a file of Tygem (GIB) or of Cyberoro (NGF)? */
bool gib_is_record(const char *text);
bool ngf_is_record(const char *text);

/* Append it as SGF, whose lines are those of the text. Return false with a message if it is
 * damaged. */
bool gib_convert(const char *text, Text *sgf, Status *status);
bool ngf_convert(const char *text, Text *sgf, Status *status);

/* Sets CA of a root to UTF-8, which its texts are in; a root without CA gets it if needs_charset.
 */
void record_set_charset(SgfTree *tree, SgfNode *root, bool needs_charset);

/* Repairs a game: its size, komi, handicap stones and result, and the values of all nodes. Returns
 * false with a message if the game is not Go. */
bool record_repair_game(SgfTree *tree, SgfNode *root, Status *status);

/* ---- Repairs ---- */

/* Changes to a tree that is being read, each noted in a line: "line 1, move 3: B[D4] is read as
 * dp". A node under repair. */
typedef struct {
    SgfTree *tree;
    SgfNode *node;
    int move; /* number of moves on the line up to the node */
} Repair;

/* Notes what is wrong with a value, and what is done about it. */
void repair_note(const Repair *repair, const SgfProperty *property, const char *value,
                 const char *what);

/* The first property of that name, or NULL. */
SgfProperty *repair_find(const Repair *repair, const char *identifier);

/* Replaces a value of the property, which is noted. */
void repair_set_value(const Repair *repair, SgfProperty *property, uint32_t index,
                      const char *text);

/* Replaces the value of the property, which is noted; without a text notes what is wrong with it,
 * and has all of its name ignored. */
void repair_replace(const Repair *repair, SgfProperty *property, const char *text,
                    const char *what);

/* Takes the properties without values from the node. */
void repair_drop_empty(const Repair *repair);

/* Adds a property with `count` values, which the caller sets, before the others. */
SgfProperty *repair_add_property(const Repair *repair, const char *identifier, uint32_t line,
                                 uint32_t count);

/* Repairs moves, set-up points, PL and HA of all nodes of the game. What cannot be read
 * is dropped; a second move in a node gets a new node. Leaves a record alone whose size
 * cannot be read: its reader refuses it. */
void repair_nodes(SgfTree *tree, SgfNode *root);

enum { REPAIR_VALUE_MAX = 48 };

/* Writes the beginning of a value for the line that reports its repair, without control characters.
 * Returns text. */
const char *record_shown_value(const char *value, char text[REPAIR_VALUE_MAX]);

#endif
