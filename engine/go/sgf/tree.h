/* The memory of a tree, for the files that make one. Nodes, properties and texts are pieces of the
 * tree's blocks, so a tree is freed without following its links. */
#ifndef ENGINE_GO_SGF_TREE_H
#define ENGINE_GO_SGF_TREE_H

#include "engine/go/sgf/sgf.h"

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

#endif
