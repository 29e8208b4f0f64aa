#include "tests/support/reader/xml_check.h"
#include "tests/support/program/cleanup.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 32, NAME_MAX_BYTES = 32 };

typedef struct {
    const char *rest;
    char open[DEPTH_MAX][NAME_MAX_BYTES]; /* names of the elements that are open */
    int depth;
} Reader;

static bool skip(Reader *reader, const char *piece) {
    const size_t length = strlen(piece);
    const bool found = strncmp(reader->rest, piece, length) == 0;
    reader->rest += found ? length : 0;
    return found;
}

static bool read_name(Reader *reader, char name[NAME_MAX_BYTES]) {
    size_t length = 0;
    while (isalnum((unsigned char)reader->rest[length]) || reader->rest[length] == '-') {
        length++;
    }
    if (length == 0 || length >= NAME_MAX_BYTES) {
        return false;
    }
    memcpy(name, reader->rest, length);
    name[length] = '\0';
    reader->rest += length;
    return true;
}

/* Skips one character or reference of a text or an attribute. */
static bool skip_character(Reader *reader) {
    static const char *const references[] = {"amp;", "lt;", "gt;", "quot;", "#39;"};
    if (skip(reader, "&")) {
        for (size_t i = 0; i < sizeof references / sizeof references[0]; i++) {
            if (skip(reader, references[i])) {
                return true;
            }
        }
        return false;
    }
    const unsigned char c = (unsigned char)*reader->rest++;
    return c >= ' ' || c == '\n' || c == '\t';
}

static bool read_attributes(Reader *reader) {
    char names[16][NAME_MAX_BYTES];
    for (int count = 0; skip(reader, " "); count++) {
        if (count == 16 || !read_name(reader, names[count]) || !skip(reader, "=\"")) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (strcmp(names[i], names[count]) == 0) {
                return false;
            }
        }
        while (!skip(reader, "\"")) {
            if (*reader->rest == '<' || !skip_character(reader)) {
                return false;
            }
        }
    }
    return true;
}

static const char *read_tag(Reader *reader) {
    char name[NAME_MAX_BYTES];
    if (skip(reader, "/")) {
        if (!read_name(reader, name) || !skip(reader, ">")) {
            return "a malformed end tag";
        }
        const bool fits = reader->depth > 0 && strcmp(reader->open[--reader->depth], name) == 0;
        return fits ? NULL : "an end tag that closes nothing";
    }
    if (!read_name(reader, name)) {
        return "a < that begins no tag";
    }
    if (!read_attributes(reader)) {
        return "malformed attributes";
    }
    if (skip(reader, "/>")) {
        return NULL;
    }
    if (!skip(reader, ">") || reader->depth == DEPTH_MAX) {
        return "a tag that does not end, or is nested too deep";
    }
    strcpy(reader->open[reader->depth++], name);
    if (strcmp(name, "script") == 0) {
        const char *end = strstr(reader->rest, "</script>");
        reader->rest = end == NULL ? "" : end;
    }
    return NULL;
}

/* NULL, or what is wrong with the document. */
static const char *xml_check(const char *text) {
    Reader reader = {.rest = text};
    int roots = 0;
    json_t *string = json_string(text); /* jansson checks the encoding */
    if (string == NULL) {
        return "text that is not UTF-8";
    }
    json_decref(string);
    if (!skip(&reader, "<!DOCTYPE html>")) {
        skip(&reader, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    }
    while (*reader.rest != '\0') {
        if (skip(&reader, "<")) {
            roots += reader.depth == 0;
            const char *wrong = read_tag(&reader);
            if (wrong != NULL) {
                return wrong;
            }
        } else if (reader.depth == 0 && !isspace((unsigned char)*reader.rest)) {
            return "text outside the root element";
        } else if (!skip_character(&reader)) {
            return "an illegal character or reference";
        }
    }
    return reader.depth != 0 ? "an element that is not closed"
           : roots != 1      ? "more or less than one root element"
                             : NULL;
}

void xml_expect_valid(const char *text) {
    const char *wrong = xml_check(text);
    cr_assert_null(wrong, "%s in\n%.3000s", wrong, text);
}

void xml_expect_piece(const char *text, const char *piece) {
    cr_assert_neq(xml_count(text, piece), 0, "no %s in\n%.9000s", piece, text);
}

int xml_count(const char *text, const char *piece) {
    int count = 0;
    for (const char *at = strstr(text, piece); at != NULL; at = strstr(at + 1, piece)) {
        count++;
    }
    return count;
}

json_t *xml_page_data(const char *page) {
    static const char begin[] = "id=\"data\">";
    const char *start = strstr(page, begin);
    cr_assert_not_null(start);
    start += strlen(begin);
    cr_assert(strncmp(strchr(start, '<'), "</script>", 9) == 0, "a '<' in the data: %.300s", start);
    json_t *data = json_loads(start, JSON_DISABLE_EOF_CHECK, NULL);
    cr_assert_not_null(data);
    return cleanup_json(data);
}

char *xml_random_text(SplitMix *random) {
    static const char favorites[] = "<>&\"']\x80\xBF\xC3\xE2\xF0\xED\xEF\x01\n C3!|([-";
    const size_t length = splitmix_next(random) % 40;
    char *text = cleanup_free(malloc(length + 1));
    for (size_t i = 0; i < length; i++) {
        const uint64_t word = splitmix_next(random);
        const char any = (char)(word >> 8 & 0xFF);
        text[i] = (word & 1) != 0 ? favorites[(word >> 8) % (sizeof favorites - 1)] : any;
        text[i] = (char)(text[i] == '\0' ? '<' : text[i]);
    }
    text[length] = '\0';
    return text;
}
