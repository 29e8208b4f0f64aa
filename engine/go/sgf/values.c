/* Reads the values of SGF properties: numbers, colors, points and moves from their texts. Pure
 * functions of a tree. */
#include "engine/go/sgf/chars.h"
#include "engine/go/sgf/sgf.h"

#include <assert.h>
#include <limits.h>

/* A part of a value's text, without the spaces around it. */
typedef struct {
    const char *start, *end;
} Span;

static Span span_of(const SgfValue *value, uint32_t from, uint32_t to) {
    size_t length = to - from;
    const char *start = text_trim(value->text + from, &length);
    return (Span){start, start + length};
}

static Span whole_span(const SgfValue *value) {
    return span_of(value, 0, value->length);
}

/* The parts before and after the colon; without a colon both are the whole. */
static Span span_before_colon(const SgfValue *value) {
    return span_of(value, 0, value->colon);
}

static Span span_after_colon(const SgfValue *value) {
    return span_of(value, value->colon < value->length ? value->colon + 1 : 0, value->length);
}

static bool value_fail(Status *status, const SgfProperty *property, const SgfValue *value,
                       const char *why) {
    char shown[32];
    size_t length = 0;
    for (; length < value->length && length + 1 < sizeof shown; length++) {
        char c = value->text[length];
        shown[length] = c >= ' ' && c <= '~' ? c : '?';
    }
    shown[length] = '\0';
    return status_fail(status, "line %u: %.20s[%s%s] %s", property->line, property->identifier,
                       shown, length < value->length ? "..." : "", why);
}

const SgfProperty *sgf_node_property(const SgfNode *node, const char *identifier) {
    const SgfProperty *property = node->first_property;
    while (property != NULL &&
           (property->is_ignored || strcmp(property->identifier, identifier) != 0)) {
        property = property->next;
    }
    return property;
}

bool sgf_property_is_move(const SgfProperty *property) {
    return strcmp(property->identifier, "B") == 0 || strcmp(property->identifier, "W") == 0;
}

/* The property, or NULL if it is missing or its first value is blank. */
static const SgfProperty *find_filled(const SgfNode *node, const char *identifier) {
    const SgfProperty *property = sgf_node_property(node, identifier);
    const Span text = property == NULL ? (Span){0} : whole_span(&property->values[0]);
    return text.start < text.end ? property : NULL;
}

bool sgf_node_simple_text(const SgfNode *node, const char *identifier, char *text, size_t size) {
    assert(size >= 1);
    const SgfProperty *property = sgf_node_property(node, identifier);
    Span span = property == NULL ? (Span){0} : whole_span(&property->values[0]);
    size_t length = 0;
    for (; span.start < span.end && length + 1 < size; span.start++) {
        text[length++] = is_space(*span.start) || *span.start == '\0' ? ' ' : *span.start;
    }
    text[length] = '\0';
    return property != NULL;
}

/* Reads a decimal number, without a point if it is whole. The first 15 digits make an integer that
 * is divided by a power of ten of at most 10^15. Doubles hold both exactly, so the quotient is the
 * double nearest to the decimal number. */
static bool span_read_number(Span span, bool whole, double *number) {
    const char *s = span.start;
    bool negative = s < span.end && *s == '-';
    if (s < span.end && (*s == '-' || *s == '+')) {
        s++;
    }
    int64_t digits = 0, scale = 1;
    int before = 0, count = 0;
    for (; s < span.end && is_digit(*s); s++, count++) {
        before += digits > 0 || *s != '0';
        if (before > 15) {
            return false;
        }
        digits = 10 * digits + (*s - '0');
    }
    if (!whole && s < span.end && *s == '.') {
        for (s++; s < span.end && is_digit(*s); s++, count++) {
            if (digits < INT64_C(100000000000000) && scale < INT64_C(1000000000000000)) {
                digits = 10 * digits + (*s - '0');
                scale *= 10;
            }
        }
    }
    *number = (double)(negative ? -digits : digits) / (double)scale;
    return s == span.end && count > 0;
}

static bool read_property_number(const SgfNode *node, const char *identifier, bool whole,
                                 double *value, Status *status) {
    const SgfProperty *property = find_filled(node, identifier);
    if (property == NULL) {
        return true;
    }
    const bool ok = span_read_number(whole_span(&property->values[0]), whole, value) &&
                    (!whole || (*value >= INT_MIN && *value <= INT_MAX));
    return ok || value_fail(status, property, &property->values[0],
                            whole ? "is not a whole number" : "is not a number");
}

bool sgf_node_real(const SgfNode *node, const char *identifier, double absent, double *value,
                   Status *status) {
    *value = absent;
    return read_property_number(node, identifier, false, value, status);
}

bool sgf_node_integer(const SgfNode *node, const char *identifier, int absent, int *value,
                      Status *status) {
    double number = absent;
    const bool ok = read_property_number(node, identifier, true, &number, status);
    *value = ok ? (int)number : absent;
    return ok;
}

bool sgf_node_color(const SgfNode *node, const char *identifier, Color absent, Color *value,
                    Status *status) {
    *value = absent;
    const SgfProperty *property = find_filled(node, identifier);
    if (property == NULL) {
        return true;
    }
    static const char SIGNS[] = {'b', 'B', '1', 'w', 'W', '2'};
    const Span text = whole_span(&property->values[0]);
    const char *sign = memchr(SIGNS, *text.start, sizeof SIGNS);
    *value = sign != NULL && sign - SIGNS < 3 ? BLACK : WHITE;
    return (sign != NULL && text.end - text.start == 1) ||
           value_fail(status, property, &property->values[0], "is not a color");
}

bool sgf_node_rules(const SgfNode *node, Rules *rules) {
    char text[RULES_TEXT_MAX];
    Rules read;
    const bool ok = sgf_node_simple_text(node, "RU", text, sizeof text) &&
                    rules_read(text, &read) && rules_are_possible(&read);
    *rules = ok ? read : *rules;
    return ok;
}

static bool span_read_side(Span span, int *side) {
    double number;
    const bool ok =
        span_read_number(span, true, &number) && number >= 1 && number <= (double)BOARD_SIDE_MAX;
    *side = ok ? (int)number : 0;
    return ok;
}

bool sgf_node_size(const SgfNode *node, SgfSize *size, Status *status) {
    *size = (SgfSize){SGF_DEFAULT_SIDE, SGF_DEFAULT_SIDE};
    const SgfProperty *property = find_filled(node, "SZ");
    if (property == NULL) {
        return true;
    }
    const SgfValue *value = &property->values[0];
    const bool ok = span_read_side(span_before_colon(value), &size->width) &&
                    span_read_side(span_after_colon(value), &size->height);
    return ok || value_fail(status, property, value, "is not a board size from 1 to 25");
}

static bool span_read_point(Span span, SgfSize size, Point *point) {
    if (span.end - span.start != 2 || !is_lower(span.start[0]) || !is_lower(span.start[1])) {
        return false;
    }
    const int x = span.start[0] - 'a', y = span.start[1] - 'a';
    *point = point_at(x, y);
    return x < size.width && y < size.height;
}

static bool point_fail(Status *status, const SgfProperty *property, const SgfValue *value,
                       SgfSize size) {
    char why[64];
    snprintf(why, sizeof why, "is not a point of a %dx%d board", size.width, size.height);
    return value_fail(status, property, value, why);
}

/* Points without duplicates: a list, and which of the board are in it. */
typedef struct {
    Point *points;
    int count;
    bool seen[POINT_COUNT];
} PointSet;

/* Adds the rectangle between two opposite corners. */
static void add_rectangle(PointSet *set, Point a, Point b) {
    const int left = point_x(a) < point_x(b) ? point_x(a) : point_x(b);
    const int right = point_x(a) + point_x(b) - left;
    for (int y = point_y(a < b ? a : b); y <= point_y(a < b ? b : a); y++) {
        for (int x = left; x <= right; x++) {
            const Point p = point_at(x, y);
            if (!set->seen[p]) {
                set->seen[p] = true;
                set->points[set->count++] = p;
            }
        }
    }
}

/* Reads a point or a rectangle. */
static bool read_rectangle(const SgfValue *value, SgfSize size, Point *a, Point *b) {
    return span_read_point(span_before_colon(value), size, a) &&
           span_read_point(span_after_colon(value), size, b);
}

static bool is_blank_value(const SgfValue *value) {
    const Span text = whole_span(value);
    return text.start == text.end;
}

bool sgf_value_is_points(const SgfValue *value, SgfSize size) {
    Point a, b;
    return is_blank_value(value) || read_rectangle(value, size, &a, &b);
}

static bool add_property(PointSet *set, const SgfProperty *property, SgfSize size, Status *status) {
    for (uint32_t i = 0; i < property->value_count; i++) {
        const SgfValue *value = &property->values[i];
        Point a, b;
        if (is_blank_value(value)) {
            continue;
        }
        if (!read_rectangle(value, size, &a, &b)) {
            return point_fail(status, property, value, size);
        }
        add_rectangle(set, a, b);
    }
    return true;
}

bool sgf_node_points(const SgfNode *node, const char *identifier, SgfSize size,
                     Point points[CELL_COUNT_MAX], int *count, Status *status) {
    assert(size.width <= BOARD_SIDE_MAX && size.height <= BOARD_SIDE_MAX);
    PointSet set = {.points = points};
    for (const SgfProperty *p = node->first_property; p != NULL; p = p->next) {
        if (strcmp(p->identifier, identifier) == 0 && !add_property(&set, p, size, status)) {
            return false;
        }
    }
    *count = set.count;
    return true;
}

/* A blank value is a pass, and so is the old "tt". */
static bool value_read_move(const SgfValue *value, SgfSize size, Point *point) {
    const Span text = whole_span(value);
    const bool small = size.width <= SGF_DEFAULT_SIDE && size.height <= SGF_DEFAULT_SIDE;
    const bool tt = text.end - text.start == 2 && text.start[0] == 't' && text.start[1] == 't';
    *point = POINT_PASS;
    return text.start == text.end || (small && tt) || span_read_point(text, size, point);
}

bool sgf_value_is_move(const SgfValue *value, SgfSize size) {
    Point point;
    return value_read_move(value, size, &point);
}

static bool read_move(const SgfProperty *property, Color color, SgfSize size, Move *move,
                      Status *status) {
    const SgfValue *value = &property->values[0];
    if (property->value_count > 1) {
        return value_fail(status, property, value, "is followed by a second move");
    }
    move->color = color;
    return value_read_move(value, size, &move->point) || point_fail(status, property, value, size);
}

bool sgf_node_move(const SgfNode *node, SgfSize size, Move *move, Status *status) {
    *move = (Move){.color = EMPTY};
    for (const SgfProperty *p = node->first_property; p != NULL; p = p->next) {
        bool black = strcmp(p->identifier, "B") == 0;
        if (!black && strcmp(p->identifier, "W") != 0) {
            continue;
        }
        if (move->color != EMPTY) {
            return value_fail(status, p, &p->values[0], "is a second move in one node");
        }
        if (!read_move(p, black ? BLACK : WHITE, size, move, status)) {
            return false;
        }
    }
    return true;
}
