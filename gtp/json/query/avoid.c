#include "gtp/json/query/avoid.h"

#include <string.h>

#include "engine/base/memory.h"

enum { DEPTH_MAX = 1000000000 };

static bool fail(const FieldReader *reader, const char *field) {
    return field_fail(reader, field, "Must be a list of objects with player, moves and untilDepth");
}

/* Reads the moves of an item into flags. */
static bool read_points(const FieldReader *reader, const char *field, const json_t *moves,
                        bool points[POINT_COUNT]) {
    const size_t count = json_array_size(moves);
    memset(points, 0, POINT_COUNT * sizeof *points);
    for (size_t i = 0; i < count; i++) {
        Point point;
        if (!field_read_point(reader, field, json_array_get(moves, i), true, &point)) {
            return false;
        }
        points[point] = true;
    }
    return json_is_array(moves) || fail(reader, field);
}

static bool read_item(const FieldReader *reader, const char *field, const json_t *item, bool allows,
                      SearchAvoid *avoid, bool has_allowed[2]) {
    const json_t *player = json_object_get(item, "player"), *moves = json_object_get(item, "moves");
    const json_t *until = json_object_get(item, "untilDepth");
    const json_int_t depth = json_integer_value(until);
    Color color;
    bool points[POINT_COUNT];
    if (player == NULL || moves == NULL || until == NULL) {
        return fail(reader, field);
    }
    if (!json_is_integer(until) || depth < 1 || depth > DEPTH_MAX) {
        return field_fail(reader, field, "untilDepth must be a whole number from 1 to %d",
                          DEPTH_MAX);
    }
    if (!field_read_color(reader, field, player, &color) ||
        !read_points(reader, field, moves, points)) {
        return false;
    }
    if (allows && has_allowed[color]) {
        return field_fail(reader, field, "Can be given once for each player");
    }
    has_allowed[color] = allows;
    search_avoid_add(avoid, color, points, allows, depth);
    return true;
}

bool avoid_read(const FieldReader *reader, SearchAvoid **avoid) {
    const json_t *allowed = field_find(reader, "allowMoves");
    const json_t *avoided = field_find(reader, "avoidMoves");
    const json_t *list = allowed != NULL ? allowed : avoided;
    const char *field = allowed != NULL ? "allowMoves" : "avoidMoves";
    bool has_allowed[2] = {false, false};
    if (allowed != NULL && avoided != NULL) {
        return field_fail(reader, field, "Cannot be given together with avoidMoves");
    }
    if (json_array_size(list) == 0) {
        return list == NULL || json_is_array(list) || fail(reader, field);
    }
    bool ok = true;
    *avoid = memory_new(1, sizeof **avoid);
    for (size_t i = 0; ok && i < json_array_size(list); i++) {
        ok =
            read_item(reader, field, json_array_get(list, i), allowed != NULL, *avoid, has_allowed);
    }
    return ok;
}
