/* The memory of a tree (import.h). */
#include <stdarg.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/go/sgf/import.h"

enum { BLOCK_BYTES = 64 << 10, NOTES_MAX = 16 << 10 };

void *sgf_tree_take(SgfTree *tree, size_t size) {
    const size_t align = _Alignof(SgfProperty);
    TreeBlock *block = tree->blocks;
    size = (size + align - 1) / align * align;
    if (block == NULL || block->size - block->used < size) {
        const size_t room = size > BLOCK_BYTES ? size : BLOCK_BYTES;
        block = memory_check(malloc(sizeof *block + room));
        *block = (TreeBlock){.next = tree->blocks, .size = room};
        tree->blocks = block;
        tree->bytes += room;
    }
    block->used += size;
    return block->bytes + block->used - size;
}

void sgf_tree_free(SgfTree *tree) {
    if (tree == NULL) {
        return;
    }
    for (TreeBlock *block = tree->blocks; block != NULL;) {
        TreeBlock *next = block->next;
        free(block);
        block = next;
    }
    text_free(&tree->repairs);
    free(tree);
}

int sgf_tree_games(const SgfTree *tree) {
    int games = 0;
    for (const SgfNode *root = sgf_tree_root(tree); root != NULL; root = root->next_sibling) {
        games++;
    }
    return games;
}

const SgfNode *sgf_tree_root(const SgfTree *tree) {
    return tree->root;
}

const char *sgf_tree_repairs(const SgfTree *tree) {
    return text_get(&tree->repairs);
}

void sgf_note(Text *notes, const char *format, ...) {
    if (notes->length < NOTES_MAX) {
        char line[256];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(line, sizeof line, format, arguments);
        va_end(arguments);
        text_add(notes, "%s\n", line);
    }
}
