/* Parses SGF: bytes to tree.
 *
 * The parser is a loop over brackets and properties. The parent links of the nodes are its stack,
 * so no depth of nesting overflows anything. Texts are unescaped into one buffer as long as the
 * record, each at the place that it has there.
 *
 * No state is shared: any number of threads may parse at the same time. */
#include "engine/go/sgf/chars.h"
#include "engine/go/sgf/tree.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Parser ---- */

enum { NAME_SHOWN = 23 }; /* bytes of a property's name in a message */

/* The length of the line break at s, or 0. CR LF and LF CR are one line break. */
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
    size_t counted; /* line and line_start are those of this byte */
    uint32_t line;
    size_t line_start;
    Place place;
    SgfTree *tree;
    char *texts;                 /* length + 1 bytes: where the texts of the tree are written */
    SgfNode *node;               /* the current one; NULL between games */
    SgfNode *closed;             /* the first node of the last closed branch */
    SgfProperty **next_property; /* where the next property of the current node is linked */
    Status *status;
} Parser;

/* Counts the line breaks up to a byte that is not part of one. */
static void count_lines(Parser *p, size_t at) {
    while (p->counted < at) {
        const size_t n = line_break_length(p->bytes + p->counted, p->bytes + p->length);
        p->counted += n > 0 ? n : 1;
        p->line += n > 0;
        p->line_start = n > 0 ? p->counted : p->line_start;
    }
}

/* Fails at that byte, which must be neither counted yet nor part of a line break, with what and the
 * first bytes of name. */
static bool parser_fail(Parser *p, size_t at, const char *what, const char *name,
                        size_t name_length) {
    count_lines(p, at);
    return status_fail(p->status, "line %u, column %zu: %s%.*s", p->line, at - p->line_start + 1,
                       what, (int)(name_length < NAME_SHOWN ? name_length : NAME_SHOWN), name);
}

static size_t skip_space(const Parser *p, size_t at) {
    while (at < p->length && is_space(p->bytes[at])) {
        at++;
    }
    return at;
}

/* Reads the value whose text begins at p->at, and moves past its ']', which must exist. */
static void read_value(Parser *p, SgfValue *value) {
    const char *s = p->bytes + p->at;
    char *start = p->texts + p->at, *out = start;
    *value = (SgfValue){.text = start, .colon = UINT32_MAX};
    while (*s != ']') {
        const bool escaped = *s == '\\';
        s += escaped;
        const size_t line_break = line_break_length(s, p->bytes + p->length);
        if (*s == ':' && !escaped && value->colon == UINT32_MAX) {
            value->colon = (uint32_t)(out - start);
        }
        if (line_break == 0 || !escaped) {
            *out++ = line_break == 0 ? *s : '\n';
        }
        s += line_break == 0 ? 1 : line_break;
    }
    *out = '\0';
    value->length = (uint32_t)(out - start);
    value->colon = value->colon == UINT32_MAX ? value->length : value->colon;
    p->at = (size_t)(s - p->bytes) + 1;
}

/* Counts the values from p->at on of the property whose name begins at name. */
static bool count_values(Parser *p, size_t name, uint32_t *count) {
    size_t at = p->at;
    for (*count = 0;; ++*count) {
        const size_t open = skip_space(p, at);
        if (open == p->length || p->bytes[open] != '[') {
            break;
        }
        for (at = open + 1; at < p->length && p->bytes[at] != ']'; at++) {
            at += p->bytes[at] == '\\';
        }
        if (at >= p->length) {
            return parser_fail(p, open, "the input ends inside this value of property ",
                               p->bytes + name, p->at - name);
        }
        at++;
    }
    return *count > 0 ||
           parser_fail(p, name, "no value follows property ", p->bytes + name, p->at - name);
}

static bool parse_property(Parser *p) {
    const size_t start = p->at;
    count_lines(p, start);
    char *identifier = p->texts + start, *out = identifier;
    for (; p->at < p->length; p->at++) {
        const char c = p->bytes[p->at];
        if (is_capital(c) || (out > identifier && is_digit(c))) {
            *out++ = c;
        } else if (!is_lower(c)) {
            break;
        }
    }
    *out = '\0';
    if (out == identifier) {
        return parser_fail(p, start, "a property's name has no capital letter", "", 0);
    }
    uint32_t count;
    if (!count_values(p, start, &count)) {
        return false;
    }
    SgfProperty *property = sgf_tree_take(p->tree, sizeof *property + count * sizeof(SgfValue));
    if (property == NULL) {
        return status_fail(p->status, "out of memory");
    }
    *property = (SgfProperty){.identifier = identifier, .line = p->line, .value_count = count};
    for (uint32_t i = 0; i < count; i++) {
        p->at = skip_space(p, p->at) + 1;
        read_value(p, &property->values[i]);
    }
    *p->next_property = property;
    p->next_property = &property->next;
    return true;
}

static bool parse_node(Parser *p) {
    SgfNode *node = sgf_tree_take(p->tree, sizeof *node);
    if (node == NULL) {
        return status_fail(p->status, "out of memory");
    }
    count_lines(p, p->at);
    *node = (SgfNode){.parent = p->node, .line = p->line, .opens_branch = p->place == PLACE_OPENED};
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

static bool fail_unexpected(Parser *p) {
    static const char *const expected[] = {
        [PLACE_OPENED] = "expected ';'",
        [PLACE_NODE] = "expected a property, ';', '(' or ')'",
        [PLACE_CLOSED] = "expected '(' or ')'",
    };
    unsigned char c = (unsigned char)p->bytes[p->at];
    char found[16];
    snprintf(found, sizeof found, c > ' ' && c < 0x7F ? ", not '%c'" : ", not byte %u", c);
    bool outside = p->place == PLACE_CLOSED && p->node == NULL;
    return parser_fail(p, p->at, outside ? "expected a game or the end" : expected[p->place], found,
                       strlen(found));
}

/* Parses the game whose '(' is at p->at. */
static bool parse_game(Parser *p) {
    bool ok = true;
    do {
        p->at = skip_space(p, p->at);
        if (p->at == p->length) {
            return parser_fail(p, p->at, "the input ends before the game is closed by ')'", "", 0);
        }
        char c = p->bytes[p->at];
        if (c == '(' && p->place != PLACE_OPENED) {
            p->place = PLACE_OPENED;
            p->at++;
        } else if (c == ')' && p->place != PLACE_OPENED && p->node != NULL) {
            close_branch(p);
        } else if (c == ';' && p->place != PLACE_CLOSED) {
            ok = parse_node(p);
        } else if ((is_capital(c) || is_lower(c)) && p->place == PLACE_NODE) {
            ok = parse_property(p);
        } else {
            ok = fail_unexpected(p);
        }
    } while (ok && (p->node != NULL || p->place != PLACE_CLOSED));
    return ok;
}

/* Skips text up to the next '(' that is followed by ';', or to the end. */
static void skip_text(Parser *p) {
    for (; p->at < p->length; p->at++) {
        const size_t next = p->bytes[p->at] == '(' ? skip_space(p, p->at + 1) : p->length;
        if (next < p->length && p->bytes[next] == ';') {
            return;
        }
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
        /* A bracket or node right after a game is part of a broken record; anything else is text,
         * such as a mail's signature. */
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
    if (t != NULL) {
        t->memory_left = memory_max - sizeof *t;
    }
    Parser p = {.bytes = bytes,
                .length = length,
                .line = 1,
                .place = PLACE_CLOSED,
                .tree = t,
                .texts = t == NULL ? NULL : sgf_tree_take(t, length + 1),
                .status = status};
    const bool ok = p.texts == NULL ? status_fail(status, "out of memory") : parse_collection(&p);
    if (!ok) {
        sgf_tree_free(t);
        return false;
    }
    *tree = t;
    return true;
}

bool sgf_parse(const char *bytes, size_t length, SgfTree **tree, Status *status) {
    return sgf_parse_within(bytes, length, SGF_MEMORY_MAX, tree, status);
}
