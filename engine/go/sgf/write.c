/* Writes SGF FF[4]. A record grows in memory and is saved whole or not at all. */
#include "engine/base/file.h"
#include "engine/go/sgf/sgf.h"

#include <assert.h>
#include <math.h>

/* ---- The buffer ---- */

void sgf_writer_free(SgfWriter *writer) {
    text_free(&writer->text);
    *writer = (SgfWriter){0};
}

static void write_string(SgfWriter *writer, const char *string) {
    text_append(&writer->text, string, strlen(string));
}

/* Writes text with every ']' and '\' escaped, and colons if asked for. */
static void write_escaped(SgfWriter *writer, const char *text, size_t length, bool colons) {
    size_t done = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == ']' || text[i] == '\\' || (text[i] == ':' && colons)) {
            text_append(&writer->text, text + done, i - done);
            write_string(writer, "\\");
            done = i;
        }
    }
    text_append(&writer->text, text + done, length - done);
}

/* ---- Nodes and values ---- */

/* The last byte written, or a line feed at the start. */
static char last_byte(const SgfWriter *writer) {
    return writer->text.length == 0 ? '\n' : writer->text.bytes[writer->text.length - 1];
}

void sgf_writer_open(SgfWriter *writer) {
    write_string(writer, last_byte(writer) == '\n' ? "(" : "\n(");
    writer->depth++;
}

void sgf_writer_close(SgfWriter *writer) {
    assert(writer->depth > 0);
    writer->depth--;
    write_string(writer, writer->depth == 0 ? ")\n" : ")");
}

void sgf_writer_node(SgfWriter *writer) {
    assert(writer->depth > 0);
    write_string(writer, last_byte(writer) == '(' ? ";" : "\n;");
    writer->property = 0;
}

static void begin_property(SgfWriter *writer, const char *identifier) {
    assert(identifier[0] >= 'A' && identifier[0] <= 'Z');
    writer->property = writer->text.length;
    write_string(writer, identifier);
}

/* Begins a value: of the last property if that has this identifier, otherwise of a new one. */
static void begin_value(SgfWriter *writer, const char *identifier) {
    size_t length = strlen(identifier), last = writer->property;
    bool same = last > 0 && writer->text.length - last > length &&
                writer->text.bytes[last + length] == '[' &&
                memcmp(writer->text.bytes + last, identifier, length) == 0;
    if (!same) {
        begin_property(writer, identifier);
    }
    write_string(writer, "[");
}

void sgf_writer_value(SgfWriter *writer, const char *identifier, const char *text, size_t length) {
    begin_value(writer, identifier);
    write_escaped(writer, text, length, false);
    write_string(writer, "]");
}

/* Writes "first:second", with the colons in either part escaped. */
static void write_pair(SgfWriter *writer, const char *identifier, const char *first,
                       const char *second) {
    begin_value(writer, identifier);
    write_escaped(writer, first, strlen(first), true);
    write_string(writer, ":");
    write_escaped(writer, second, strlen(second), true);
    write_string(writer, "]");
}

void sgf_writer_integer(SgfWriter *writer, const char *identifier, int value) {
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    sgf_writer_text(writer, identifier, text);
}

/* Prints whole numbers of millionths, since the decimal point of printf depends on the locale. */
void sgf_writer_real(SgfWriter *writer, const char *identifier, double value) {
    assert(fabs(value) < 1e9);
    long long millionths = llround(fabs(value) * 1e6);
    char text[40];
    int length =
        snprintf(text, sizeof text, "%s%lld.%06lld", value < 0 && millionths > 0 ? "-" : "",
                 millionths / 1000000, millionths % 1000000);
    while (text[length - 1] == '0') {
        length--;
    }
    length -= text[length - 1] == '.';
    sgf_writer_value(writer, identifier, text, (size_t)length);
}

void sgf_writer_color(SgfWriter *writer, const char *identifier, Color color) {
    assert(color == BLACK || color == WHITE);
    sgf_writer_text(writer, identifier, color == BLACK ? "B" : "W");
}

/* Writes two letters, or nothing for a pass. */
void sgf_writer_point(SgfWriter *writer, const char *identifier, Point point) {
    const char name[2] = {(char)('a' + point_x(point)), (char)('a' + point_y(point))};
    sgf_writer_value(writer, identifier, name, point == POINT_PASS ? 0 : sizeof name);
}

void sgf_writer_move(SgfWriter *writer, Move move) {
    assert(move.color == BLACK || move.color == WHITE);
    sgf_writer_point(writer, move.color == BLACK ? "B" : "W", move.point);
}

/* ---- Whole records ---- */

static void write_size(SgfWriter *writer, SgfSize size) {
    assert(size.width >= 1 && size.width <= BOARD_SIDE_MAX);
    assert(size.height >= 1 && size.height <= BOARD_SIDE_MAX);
    if (size.width == size.height) {
        sgf_writer_integer(writer, "SZ", size.width);
        return;
    }
    char width[16], height[16];
    snprintf(width, sizeof width, "%d", size.width);
    snprintf(height, sizeof height, "%d", size.height);
    write_pair(writer, "SZ", width, height);
}

void sgf_writer_header(SgfWriter *writer, const SgfHeader *header) {
    const char *const texts[][2] = {{"RU", header->rules},
                                    {"PB", header->black},
                                    {"PW", header->white},
                                    {"RE", header->result},
                                    {"DT", header->date}};
    sgf_writer_node(writer);
    sgf_writer_text(writer, "GM", "1");
    sgf_writer_text(writer, "FF", "4");
    sgf_writer_text(writer, "CA", "UTF-8");
    write_pair(writer, "AP", "Dihedra", header->version);
    write_size(writer, header->size);
    sgf_writer_real(writer, "KM", header->komi);
    if (header->handicap != 0) {
        sgf_writer_integer(writer, "HA", header->handicap);
    }
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i][1] != NULL) {
            sgf_writer_text(writer, texts[i][0], texts[i][1]);
        }
    }
}

/* A colon in the second part of a pair must be escaped (SGF FF[4], "Compose"); elsewhere those are
 * that were. */
void sgf_writer_property(SgfWriter *writer, const SgfProperty *property) {
    static const char *const PAIRS[] = {"AP", "FG", "LB", "SZ", NULL};
    const bool is_pair = text_find(property->identifier, PAIRS) >= 0;
    begin_property(writer, property->identifier);
    for (uint32_t i = 0; i < property->value_count; i++) {
        const SgfValue *value = &property->values[i];
        const char *rest = value->text + value->colon;
        const size_t length = value->length - value->colon, colon = length > 0;
        write_string(writer, "[");
        write_escaped(writer, value->text, value->colon, true);
        text_append(&writer->text, rest, colon);
        write_escaped(writer, rest + colon, length - colon, is_pair || value->has_escaped_colon);
        write_string(writer, "]");
    }
}

/* Must a move of this node be written to a separate node? */
static bool is_split(const SgfNode *node) {
    return node->parent == NULL || sgf_node_property(node, "AB") != NULL ||
           sgf_node_property(node, "AW") != NULL || sgf_node_property(node, "AE") != NULL ||
           sgf_node_property(node, "PL") != NULL;
}

static void write_tree_node(SgfWriter *writer, const SgfNode *node) {
    const SgfProperty *move = NULL;
    sgf_writer_node(writer);
    for (const SgfProperty *p = node->first_property; p != NULL; p = p->next) {
        if (sgf_property_is_move(p) && is_split(node)) {
            move = p;
        } else if (!p->is_ignored) {
            sgf_writer_property(writer, p);
        }
    }
    if (move != NULL) {
        sgf_writer_node(writer);
        sgf_writer_property(writer, move);
    }
}

static bool is_branch(const SgfNode *node) {
    return node->parent == NULL || node->parent->first_child->next_sibling != NULL;
}

void sgf_writer_game(SgfWriter *writer, const SgfNode *root) {
    for (const SgfNode *node = root, *next; node != NULL; node = next) {
        if (is_branch(node)) {
            sgf_writer_open(writer);
        }
        write_tree_node(writer, node);
        next = node->first_child;
        while (next == NULL && node != NULL) {
            if (is_branch(node)) {
                sgf_writer_close(writer);
            }
            next = node == root ? NULL : node->next_sibling;
            node = node == root ? NULL : node->parent;
        }
    }
}

bool sgf_writer_save(const SgfWriter *writer, const char *path, Status *status) {
    assert(writer->depth == 0);
    return file_replace(path, writer->text.bytes, writer->text.length, status);
}
