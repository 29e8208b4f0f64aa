/* Changes to a tree that is being read, each noted in a line: "line 1, move 3: B[D4] is read as
 * dp". For the thread that reads. */
#ifndef ENGINE_GO_SGF_REPAIR_H
#define ENGINE_GO_SGF_REPAIR_H

#include "engine/go/sgf/tree.h"

/* A node under repair. Functions that return a bool fail only if memory runs out, with a message.
 */
typedef struct {
    SgfTree *tree;
    SgfNode *node;
    int move; /* number of moves on the line up to the node */
    Status *status;
} Repair;

/* Notes what is wrong with a value, and what is done about it. */
void repair_note(const Repair *repair, const SgfProperty *property, const char *value,
                 const char *what);

/* The first property of that name, or NULL. */
SgfProperty *repair_find(const Repair *repair, const char *identifier);

/* Replaces a value of the property, which is noted. */
bool repair_set_value(const Repair *repair, SgfProperty *property, uint32_t index,
                      const char *text);

/* Takes all properties of that name from the node; NULL: those whose values are gone. */
void repair_drop_all(const Repair *repair, const char *identifier);

/* Adds a property with `count` values, which the caller sets, before the others. Returns NULL with
 * a message if out of memory. */
SgfProperty *repair_add_property(const Repair *repair, const char *identifier, uint32_t line,
                                 uint32_t count);

/* Repairs moves, set-up and marked points, PL and HA of all nodes of the game. What cannot be read
 * is dropped; a second move in a node gets a new node. Leaves a record alone whose size
 * cannot be read: its reader refuses it. */
bool repair_nodes(SgfTree *tree, SgfNode *root, Status *status);

#endif
