/* Parses SGF: bytes to tree.
 *
 * The parser is a loop over brackets and properties. The parent links of the nodes are its stack,
 * so no depth of nesting overflows anything. Texts are unescaped into one buffer as long as the
 * record, each at the place that it has there.
 *
 * Whatever breaks the syntax goes through mend, which notes it and how the parser goes on. What is
 * no property, node or branch is skipped, up to the next.
 *
 * No state is shared: any number of threads may parse at the same time. */
#include "engine/base/memory.h"
#include "engine/go/sgf/chars.h"
#include "engine/go/sgf/import.h"

#include <stdarg.h>

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
} ParsePlace;

typedef struct {
    const char *bytes;
    size_t length;
    size_t at;      /* of the next byte */
    size_t counted; /* line and line_start are those of this byte */
    uint32_t line;
    size_t line_start;
    ParsePlace place;
    bool has_property;
    SgfTree *tree;
    char *texts;                 /* length + 1 bytes: where the texts of the tree are written */
    SgfNode *node;               /* the current one; NULL between games */
    SgfNode *last;               /* the one that was read last */
    SgfNode *closed;             /* the first node of the last closed branch */
    SgfProperty **next_property; /* where the next property of the last node is linked */
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

/* Notes what is wrong at that byte, which must be neither counted yet nor part of a line break, and
 * how the parser goes on. */
__attribute__((format(printf, 4, 5))) static void mend(Parser *p, size_t at, const char *how,
                                                       const char *format, ...) {
    char what[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    count_lines(p, at);
    sgf_note(&p->tree->repairs, "line %u, column %zu: %s: %s", p->line, at - p->line_start + 1,
             what, how);
}

static size_t skip_space(const Parser *p, size_t at) {
    while (at < p->length && is_space(p->bytes[at])) {
        at++;
    }
    return at;
}

/* ---- Properties ---- */

/* The end of the property's name that begins at that byte; the byte itself if none does. */
static size_t find_name_end(const Parser *p, size_t at) {
    const size_t start = at;
    while (at < p->length && (is_letter(p->bytes[at]) || (at > start && is_digit(p->bytes[at])))) {
        at++;
    }
    return at;
}

/* Does a property begin there: a name with its first value? */
static bool is_property(const Parser *p, size_t at) {
    const size_t end = find_name_end(p, at);
    const size_t next = end > at ? skip_space(p, end) : p->length;
    return next < p->length && p->bytes[next] == '[';
}

/* May a value end before that byte: does the record go on as SGF does? A name in lower case counts
 * as one only where no '[' of the value's text is open. */
static bool continues_as_sgf(const Parser *p, size_t at, bool is_open) {
    at = skip_space(p, at);
    if (at == p->length || memchr("[;()", p->bytes[at], 4) != NULL) {
        return true;
    }
    const size_t end = find_name_end(p, at);
    bool has_capital = false;
    for (size_t i = at; i < end; i++) {
        has_capital |= is_capital(p->bytes[i]);
    }
    return is_property(p, at) && (has_capital || !is_open);
}

/* Does the next bracket, before any node, close a value? Where a '[' of the value's text is open,
 * it may open another. */
static bool is_in_value(const Parser *p, size_t at, bool is_open) {
    while (at < p->length && memchr("[;]", p->bytes[at], 3) == NULL) {
        at += p->bytes[at] == '\\' ? 2 : 1;
    }
    return at < p->length && (p->bytes[at] == ']' || (is_open && p->bytes[at] == '['));
}

/* The place of the ']' that ends the value whose text begins at that byte, or the end of the input.
 * A ']' after which the record does not go on, but for another ']', belongs to the text: *bracket
 * is the first such, or 0. */
static size_t find_value_end(const Parser *p, size_t at, size_t *bracket) {
    int open = 0;
    *bracket = 0;
    for (; at < p->length; at++) {
        const char c = p->bytes[at];
        at += c == '\\';
        open += c == '[';
        if (c == ']' &&
            (continues_as_sgf(p, at + 1, open > 0) || !is_in_value(p, at + 1, open > 0))) {
            return at;
        }
        if (c == ']') {
            *bracket = *bracket == 0 ? at : *bracket;
            open--;
        }
    }
    return p->length;
}

/* Reads the value whose text begins at p->at, and moves past its ']'. */
static void read_value(Parser *p, SgfValue *value) {
    size_t bracket;
    const size_t length = find_value_end(p, p->at, &bracket);
    const char *s = p->bytes + p->at, *end = p->bytes + length;
    char *start = p->texts + p->at, *out = start;
    *value = (SgfValue){.text = start, .colon = UINT32_MAX};
    while (s < end) {
        const bool escaped = *s == '\\' && s + 1 < end;
        s += escaped;
        const size_t line_break = line_break_length(s, end);
        if (*s == ':' && !escaped && value->colon == UINT32_MAX) {
            value->colon = (uint32_t)(out - start);
        } else if (*s == ':' && escaped && value->colon != UINT32_MAX) {
            value->has_escaped_colon = true;
        }
        if (line_break == 0 || !escaped) {
            *out++ = line_break == 0 ? *s : '\n';
        }
        s += line_break == 0 ? 1 : line_break;
    }
    *out = '\0';
    value->length = (uint32_t)(out - start);
    value->colon = value->colon == UINT32_MAX ? value->length : value->colon;
    p->at = length + (length < p->length);
}

/* Counts the values from p->at on of the property whose name begins at name. */
static uint32_t count_values(Parser *p, size_t name) {
    const int shown = (int)(p->at - name < NAME_SHOWN ? p->at - name : NAME_SHOWN);
    size_t at = p->at;
    for (uint32_t count = 0;; count++) {
        const size_t open = skip_space(p, at);
        if (open == p->length || p->bytes[open] != '[') {
            return count;
        }
        size_t bracket;
        at = find_value_end(p, open + 1, &bracket);
        if (bracket > 0) {
            mend(p, bracket, "it belongs to the text",
                 "a ']' without '\\' in a value of property %.*s", shown, p->bytes + name);
        }
        if (at == p->length) {
            mend(p, open, "it ends there", "the input ends inside this value of property %.*s",
                 shown, p->bytes + name);
        }
        at += at < p->length;
    }
}

/* Reads a property's name: capitals and digits, without the lower case of FF[1] to FF[3]. Takes
 * "sz" and "Sz" for SZ. */
static void read_name(Parser *p, char *identifier) {
    const size_t start = p->at;
    char *out = identifier, how[32];
    p->at = find_name_end(p, start);
    for (size_t i = start; i < p->at; i++) {
        const char c = p->bytes[i];
        if (is_capital(c) || (out > identifier && is_digit(c))) {
            *out++ = c;
        }
    }
    const bool is_pair =
        p->at - start == 2 && out == identifier + 1 && is_lower(p->bytes[start + 1]);
    if (out > identifier && !is_pair) {
        *out = '\0';
        return;
    }
    out = identifier;
    for (size_t i = start; i < p->at; i++) {
        const char c = p->bytes[i];
        *out++ = is_lower(c) ? (char)(c - 'a' + 'A') : c;
    }
    *out = '\0';
    snprintf(how, sizeof how, "read as %.*s", NAME_SHOWN, identifier);
    mend(p, start, how, "a property's name in lower case");
}

static void parse_property(Parser *p) {
    const size_t start = p->at;
    count_lines(p, start);
    const uint32_t line = p->line;
    char *identifier = p->texts + start;
    read_name(p, identifier);
    const uint32_t count = count_values(p, start);
    SgfProperty *property = sgf_tree_take(p->tree, sizeof *property + count * sizeof(SgfValue));
    *property = (SgfProperty){.identifier = identifier, .line = line, .value_count = count};
    for (uint32_t i = 0; i < count; i++) {
        p->at = skip_space(p, p->at) + 1;
        read_value(p, &property->values[i]);
    }
    if (p->place == PLACE_NODE) {
        *p->next_property = property;
        p->next_property = &property->next;
    }
    p->has_property = true;
}

/* ---- Nodes and branches ---- */

static void parse_node(Parser *p) {
    SgfNode *node = sgf_tree_take(p->tree, sizeof *node);
    count_lines(p, p->at);
    *node = (SgfNode){.parent = p->node,
                      .line = p->line,
                      .opens_branch = p->place != PLACE_NODE,
                      .lacks_bracket = p->place == PLACE_CLOSED};
    if (p->closed != NULL) {
        p->closed->next_sibling = node;
    } else if (p->node != NULL) {
        p->node->first_child = node;
    } else {
        p->tree->root = node;
    }
    p->closed = NULL;
    p->node = node;
    p->last = node;
    p->next_property = &node->first_property;
    p->place = PLACE_NODE;
    p->at += p->bytes[p->at] == ';';
}

/* Closes the branch at a ')', and those that began without a '('. */
static void close_branch(Parser *p) {
    do {
        while (!p->node->opens_branch) {
            p->node = p->node->parent;
        }
        p->closed = p->node;
        p->node = p->node->parent;
    } while (p->closed->lacks_bracket);
    p->place = PLACE_CLOSED;
}

/* Closes all branches where the input ends. */
static void close_game(Parser *p) {
    int open = 0;
    char how[32];
    for (const SgfNode *node = p->node; node != NULL; node = node->parent) {
        open += node->opens_branch && !node->lacks_bracket;
    }
    snprintf(how, sizeof how, "%d added", open);
    mend(p, p->at, how, "the input ends before the game is closed by ')'");
    while (p->node != NULL) {
        close_branch(p);
    }
}

/* Notes a byte where the syntax has no place for it. */
static void mend_unexpected(Parser *p, const char *how) {
    static const char *const expected[] = {
        [PLACE_OPENED] = "expected ';'",
        [PLACE_NODE] = "expected a property, ';', '(' or ')'",
        [PLACE_CLOSED] = "expected '(' or ')'",
    };
    unsigned char c = (unsigned char)p->bytes[p->at];
    char found[16];
    snprintf(found, sizeof found, c > ' ' && c < 0x7F ? ", not '%c'" : ", not byte %u", c);
    bool outside = p->place == PLACE_CLOSED && p->node == NULL;
    mend(p, p->at, how, "%s%s", outside ? "expected a game or the end" : expected[p->place], found);
}

/* Is the '(' at that byte that of a branch? */
static bool begins_branch(const Parser *p, size_t at) {
    const size_t next = skip_space(p, at + 1);
    return next < p->length &&
           (p->bytes[next] == ';' || p->bytes[next] == '(' || is_property(p, next));
}

/* Skips text up to what goes on as SGF does, with the brackets in it. */
static void skip_stray(Parser *p) {
    int depth = 0;
    mend_unexpected(p, "skipped");
    for (bool is_stray = true; is_stray && p->at < p->length;) {
        const char c = p->bytes[p->at];
        const size_t name_end = find_name_end(p, p->at);
        depth += (c == '(') - (c == ')' && depth > 0);
        p->at = name_end > p->at ? name_end : p->at + 1;
        if (p->at < p->length) {
            const char next = p->bytes[p->at];
            is_stray = next != ';' && !(next == '(' && begins_branch(p, p->at)) &&
                       !(next == ')' && depth == 0) && !is_property(p, p->at);
        }
    }
}

/* Parses a part of a game from p->at, where the input does not end. */
static void parse_part(Parser *p) {
    const char c = p->bytes[p->at];
    if (p->place == PLACE_OPENED || c == ';') {
        if (c != ';') {
            mend_unexpected(p, "it is added");
        } else if (p->place == PLACE_CLOSED) {
            mend_unexpected(p, "it begins a variation");
        }
        parse_node(p);
    } else if (is_property(p, p->at)) {
        if (p->place == PLACE_CLOSED) {
            mend_unexpected(p, "this property is dropped");
        }
        parse_property(p);
    } else if (c == '(' && begins_branch(p, p->at)) {
        p->place = PLACE_OPENED;
        p->at++;
    } else if (c == ')') {
        close_branch(p);
        p->at++;
    } else {
        skip_stray(p);
    }
}

static bool is_too_large(const Parser *p) {
    return p->tree->bytes > SGF_MEMORY_MAX;
}

/* Parses the game whose '(' is at p->at, or goes on with one that was closed too early. */
static void parse_game(Parser *p) {
    if (p->bytes[p->at] == '(') {
        p->place = PLACE_OPENED;
        p->at++;
    }
    while ((p->node != NULL || p->place != PLACE_CLOSED) && !is_too_large(p)) {
        p->at = skip_space(p, p->at);
        if (p->at == p->length) {
            close_game(p);
        } else {
            parse_part(p);
        }
    }
}

/* Skips text such as a mail's signature, up to the next '(' that is followed by ';', or to the end.
 * The first '(' counts if a property follows, and a game that was closed too early goes on with a
 * node or property: a capital, and the bracket right after the name. */
static void skip_text(Parser *p) {
    bool is_first = p->tree->root == NULL;
    while (p->at < p->length) {
        const char c = p->bytes[p->at];
        const size_t next = c == '(' || c == ';' ? skip_space(p, p->at + 1) : p->at;
        const size_t end = find_name_end(p, next);
        const bool has_name =
            end > next && end < p->length && is_capital(p->bytes[next]) && p->bytes[end] == '[';
        if ((c == '(' && next < p->length && p->bytes[next] == ';') ||
            (has_name && (c == '(' ? is_first : p->tree->root != NULL))) {
            return;
        }
        is_first = is_first && c != '(';
        p->at = end > p->at + 1 ? end : p->at + 1;
    }
}

/* Goes from the end of a game to the next, or on with it. */
static void parse_between(Parser *p) {
    p->at = skip_space(p, p->at);
    if (p->at < p->length && p->bytes[p->at] == ')') {
        mend_unexpected(p, "skipped");
    }
    skip_text(p);
    if (p->at < p->length && p->bytes[p->at] != '(') {
        mend_unexpected(p, "the game goes on");
        p->node = p->last;
        p->closed = NULL;
        p->place = PLACE_NODE;
    }
}

static bool parse_collection(Parser *p, Status *status) {
    skip_text(p);
    while (p->at < p->length && !is_too_large(p)) {
        parse_game(p);
        parse_between(p);
    }
    if (is_too_large(p)) {
        return status_fail(status, "needs more than %d MiB of memory", SGF_MEMORY_MAX >> 20);
    }
    return (p->tree->root != NULL && (p->has_property || p->tree->repairs.length == 0)) ||
           status_fail(status, "line 1, column 1: no game: \"(;\" does not occur");
}

bool sgf_parse(const char *bytes, size_t length, SgfTree **tree, Status *status) {
    *tree = NULL;
    if (length > SGF_FILE_MAX) {
        return status_fail(status, "larger than %d bytes", SGF_FILE_MAX);
    }
    SgfTree *t = memory_new(1, sizeof *t);
    Parser p = {.bytes = bytes,
                .length = length,
                .line = 1,
                .place = PLACE_CLOSED,
                .tree = t,
                .texts = sgf_tree_take(t, length + 1)};
    if (!parse_collection(&p, status)) {
        sgf_tree_free(t);
        return false;
    }
    *tree = t;
    return true;
}
