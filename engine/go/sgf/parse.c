/* Parses SGF: bytes to tree.
 *
 * The parser is a loop over brackets and properties. The parent links of the nodes are its stack,
 * so no depth of nesting overflows anything. A property is measured first and then copied, so that
 * it lies in one piece: the struct, its values, its identifier, its texts. All pieces come from the
 * blocks of the tree, which grow by doubling, so a tree takes few allocations and is freed without
 * walking it.
 *
 * No state is shared: any number of threads may parse at the same time. */
#include "engine/base/file.h"
#include "engine/go/sgf/chars.h"
#include "engine/go/sgf/sgf.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Memory ---- */

typedef struct TreeBlock {
    struct TreeBlock *next;
    size_t used, size;
    _Alignas(SgfProperty) char bytes[];
} TreeBlock;

struct SgfTree {
    SgfNode *root;
    TreeBlock *blocks;  /* the current one first */
    size_t memory_left; /* bytes that further blocks may take */
};

enum { BLOCK_MIN = 4 << 10, BLOCK_MAX = 16 << 20 }; /* bytes */

static bool tree_add_block(SgfTree *tree, size_t need) {
    size_t size = tree->blocks == NULL ? BLOCK_MIN : 2 * tree->blocks->size;
    size = size < BLOCK_MAX ? size : BLOCK_MAX;
    size = size > need ? size : need;
    if (tree->memory_left < sizeof(TreeBlock) + need) {
        return false;
    }
    if (tree->memory_left < sizeof(TreeBlock) + size) {
        size = need;
    }
    TreeBlock *block = malloc(sizeof(TreeBlock) + size);
    if (block == NULL) {
        return false;
    }
    *block = (TreeBlock){.next = tree->blocks, .size = size};
    tree->blocks = block;
    tree->memory_left -= sizeof(TreeBlock) + size;
    return true;
}

/* Returns a piece aligned for any struct of the tree, or NULL if out of memory. */
static void *tree_take(SgfTree *tree, size_t size) {
    const size_t align = _Alignof(SgfProperty);
    size = (size + align - 1) / align * align;
    if (tree->blocks == NULL || tree->blocks->size - tree->blocks->used < size) {
        if (!tree_add_block(tree, size)) {
            return NULL;
        }
    }
    void *piece = tree->blocks->bytes + tree->blocks->used;
    tree->blocks->used += size;
    return piece;
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
    free(tree);
}

const SgfNode *sgf_tree_root(const SgfTree *tree) {
    return tree->root;
}

/* ---- Parser ---- */

/* The length of the line break at s, or 0 if there is none. CR LF and LF CR are one line break. */
static size_t line_break_length(const char *s, const char *end) {
    if (s == end || (*s != '\n' && *s != '\r')) {
        return 0;
    }
    bool pair = s + 1 < end && (s[1] == '\n' || s[1] == '\r') && s[1] != s[0];
    return pair ? 2 : 1;
}

typedef enum {
    PLACE_OPENED, /* after '(' */
    PLACE_NODE,   /* after ';' or a property */
    PLACE_CLOSED, /* after ')', or before a game */
} Place;

typedef struct {
    const char *bytes;
    size_t length;
    size_t at;      /* of the next byte */
    size_t counted; /* line has counted the line breaks before this byte */
    uint32_t line;
    Place place;
    SgfTree *tree;
    SgfNode *node;               /* the current one; NULL between games */
    SgfNode *closed;             /* the first node of the last closed branch */
    SgfProperty **next_property; /* where the next property of the current node is linked */
    Status *status;
} Parser;

static bool parser_fail(const Parser *p, size_t at, const char *what, const char *name) {
    size_t line = 1, start = 0;
    for (size_t i = 0; i < at;) {
        size_t n = line_break_length(p->bytes + i, p->bytes + p->length);
        i += n > 0 ? n : 1;
        if (n > 0) {
            line++;
            start = i;
        }
    }
    size_t column = at >= start ? at - start + 1 : 1;
    return status_fail(p->status, "line %zu, column %zu: %s%.40s", line, column, what, name);
}

static bool parser_fail_memory(const Parser *p) {
    return status_fail(p->status, "out of memory");
}

/* Returns the line number of the current byte, which must not be part of a line break. */
static uint32_t parser_line(Parser *p) {
    while (p->counted < p->at) {
        size_t n = line_break_length(p->bytes + p->counted, p->bytes + p->length);
        p->line += n > 0;
        p->counted += n > 0 ? n : 1;
    }
    return p->line;
}

static size_t skip_space(const Parser *p, size_t at) {
    while (at < p->length && is_space(p->bytes[at])) {
        at++;
    }
    return at;
}

/* Returns the position of the ']' that ends the value whose text begins at at, or p->length. */
static size_t find_value_end(const Parser *p, size_t at) {
    while (at < p->length && p->bytes[at] != ']') {
        at += p->bytes[at] == '\\' ? 2 : 1;
    }
    return at < p->length ? at : p->length;
}

/* Copies the text from..end to out without escapes. Returns the end of the copy. */
static char *unescape_value(const char *from, const char *end, char *out, SgfValue *value) {
    char *start = out;
    bool has_colon = false;
    while (from < end) {
        size_t n = line_break_length(from, end);
        if (n > 0) {
            *out++ = '\n';
            from += n;
        } else if (*from == '\\') {
            from++;
            n = line_break_length(from, end);
            if (n == 0) {
                *out++ = *from;
            }
            from += n > 0 ? n : 1;
        } else {
            if (*from == ':' && !has_colon) {
                has_colon = true;
                value->colon = (uint32_t)(out - start);
            }
            *out++ = *from++;
        }
    }
    value->text = start;
    value->length = (uint32_t)(out - start);
    if (!has_colon) {
        value->colon = value->length;
    }
    *out++ = '\0';
    return out;
}

/* Fills in a property from the record: its identifier is at at, its first value at or after values.
 */
static void copy_property(const Parser *p, size_t at, size_t values, SgfProperty *property) {
    char *out = (char *)&property->values[property->value_count];
    property->identifier = out;
    for (; at < values; at++) {
        if (!is_lower(p->bytes[at])) {
            *out++ = p->bytes[at];
        }
    }
    *out++ = '\0';
    at = values;
    for (uint32_t i = 0; i < property->value_count; i++) {
        size_t start = skip_space(p, at) + 1;
        at = find_value_end(p, start);
        out = unescape_value(p->bytes + start, p->bytes + at, out, &property->values[i]);
        at++;
    }
}

/* Measures the values from p->at on and moves past them. Adds the bytes that they need to *size. */
static bool measure_values(Parser *p, size_t identifier, uint32_t *count, size_t *size) {
    char name[24];
    size_t length = p->at - identifier < sizeof name ? p->at - identifier : sizeof name - 1;
    memcpy(name, p->bytes + identifier, length);
    name[length] = '\0';
    for (*count = 0;; ++*count) {
        size_t open = skip_space(p, p->at);
        if (open == p->length || p->bytes[open] != '[') {
            break;
        }
        size_t end = find_value_end(p, open + 1);
        if (end == p->length) {
            return parser_fail(p, open, "the input ends inside this value of property ", name);
        }
        *size += sizeof(SgfValue) + (end - open);
        p->at = end + 1;
    }
    if (*count == 0) {
        return parser_fail(p, identifier, "no value follows property ", name);
    }
    return true;
}

static bool parse_property(Parser *p) {
    size_t identifier = p->at, letters = 0;
    uint32_t line = parser_line(p);
    for (; p->at < p->length; p->at++) {
        char c = p->bytes[p->at];
        if (!is_lower(c) && !is_capital(c) && !(letters > 0 && is_digit(c))) {
            break;
        }
        letters += !is_lower(c);
    }
    if (letters == 0) {
        return parser_fail(p, identifier, "a property's name has no capital letter", "");
    }
    size_t values = p->at;
    size_t size = sizeof(SgfProperty) + letters + 1;
    uint32_t count;
    if (!measure_values(p, identifier, &count, &size)) {
        return false;
    }
    SgfProperty *property = tree_take(p->tree, size);
    if (property == NULL) {
        return parser_fail_memory(p);
    }
    *property = (SgfProperty){.line = line, .value_count = count};
    copy_property(p, identifier, values, property);
    *p->next_property = property;
    p->next_property = &property->next;
    return true;
}

static bool parse_node(Parser *p) {
    SgfNode *node = tree_take(p->tree, sizeof *node);
    if (node == NULL) {
        return parser_fail_memory(p);
    }
    *node = (SgfNode){
        .parent = p->node, .line = parser_line(p), .opens_branch = p->place == PLACE_OPENED};
    if (p->closed != NULL) {
        p->closed->next_sibling = node;
    } else if (p->node != NULL) {
        p->node->first_child = node;
    } else {
        p->tree->root = node;
    }
    p->closed = NULL;
    p->node = node;
    p->next_property = &node->first_property;
    p->place = PLACE_NODE;
    p->at++;
    return true;
}

static void close_branch(Parser *p) {
    while (!p->node->opens_branch) {
        p->node = p->node->parent;
    }
    p->closed = p->node;
    p->node = p->node->parent;
    p->place = PLACE_CLOSED;
    p->at++;
}

static bool fail_unexpected(const Parser *p) {
    static const char *const expected[] = {
        [PLACE_OPENED] = "expected ';'",
        [PLACE_NODE] = "expected a property, ';', '(' or ')'",
        [PLACE_CLOSED] = "expected '(' or ')'",
    };
    unsigned char c = (unsigned char)p->bytes[p->at];
    char found[16];
    snprintf(found, sizeof found, c > ' ' && c < 0x7F ? ", not '%c'" : ", not byte %u", c);
    bool outside = p->place == PLACE_CLOSED && p->node == NULL;
    return parser_fail(p, p->at, outside ? "expected a game or the end" : expected[p->place],
                       found);
}

/* Parses the game whose '(' is at p->at. */
static bool parse_game(Parser *p) {
    do {
        p->at = skip_space(p, p->at);
        if (p->at == p->length) {
            return parser_fail(p, p->at, "the input ends before the game is closed by ')'", "");
        }
        char c = p->bytes[p->at];
        if (c == '(' && p->place != PLACE_OPENED) {
            p->place = PLACE_OPENED;
            p->at++;
        } else if (c == ')' && p->place != PLACE_OPENED && p->node != NULL) {
            close_branch(p);
        } else if (c == ';' && p->place != PLACE_CLOSED) {
            if (!parse_node(p)) {
                return false;
            }
        } else if ((is_capital(c) || is_lower(c)) && p->place == PLACE_NODE) {
            if (!parse_property(p)) {
                return false;
            }
        } else {
            return fail_unexpected(p);
        }
    } while (p->node != NULL || p->place != PLACE_CLOSED);
    return true;
}

/* Skips text up to the next '(' that is followed by ';', or to the end. */
static void skip_text(Parser *p) {
    while (p->at < p->length) {
        const char *open = memchr(p->bytes + p->at, '(', p->length - p->at);
        if (open == NULL) {
            p->at = p->length;
            return;
        }
        p->at = (size_t)(open - p->bytes);
        size_t next = skip_space(p, p->at + 1);
        if (next < p->length && p->bytes[next] == ';') {
            return;
        }
        p->at = next;
    }
}

static bool parse_collection(Parser *p) {
    skip_text(p);
    if (p->at == p->length) {
        return status_fail(p->status, "line 1, column 1: no game: \"(;\" does not occur");
    }
    while (p->at < p->length) {
        if (!parse_game(p)) {
            return false;
        }
        /* A bracket or node right after a game is part of a broken record. Anything else is text,
         * such as the signature of a mail. */
        p->at = skip_space(p, p->at);
        if (p->at < p->length && memchr("(;)", p->bytes[p->at], 3) == NULL) {
            skip_text(p);
        }
    }
    return true;
}

bool sgf_parse_within(const char *bytes, size_t length, size_t memory_max, SgfTree **tree,
                      Status *status) {
    *tree = NULL;
    if (length > SGF_FILE_MAX) {
        return status_fail(status, "larger than %d bytes", SGF_FILE_MAX);
    }
    SgfTree *t = memory_max < sizeof *t ? NULL : calloc(1, sizeof *t);
    Parser p = {.bytes = bytes,
                .length = length,
                .line = 1,
                .place = PLACE_CLOSED,
                .tree = t,
                .status = status};
    if (t == NULL) {
        return parser_fail_memory(&p);
    }
    t->memory_left = memory_max - sizeof *t;
    if (!parse_collection(&p)) {
        sgf_tree_free(t);
        return false;
    }
    *tree = t;
    return true;
}

bool sgf_parse(const char *bytes, size_t length, SgfTree **tree, Status *status) {
    return sgf_parse_within(bytes, length, SGF_MEMORY_MAX, tree, status);
}

bool sgf_load(const char *path, SgfTree **tree, Status *status) {
    size_t length;
    *tree = NULL;
    char *bytes = file_read(path, FILE_ANY, SGF_FILE_MAX, &length, status);
    if (bytes == NULL) {
        return false;
    }
    Status why;
    const bool ok = sgf_parse(bytes, length, tree, &why) || file_fail(status, path, why.text);
    free(bytes);
    return ok;
}
