#include "gtp/json/query/life.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "engine/solve/goal/search/goal_search.h"
#include "engine/solve/problem/region.h"

static const char LIFE[] = "life";
static const char *const MEMBERS[] = {"targets", "any",     "region", "nodes",
                                      "seconds", "threats", NULL};

static const int64_t NODES_USUAL = 120000, NODES_MAX = INT64_C(1) << 40;
static const double SECONDS_USUAL = 8, SECONDS_MAX = 1e6;

static bool read_points(const FieldReader *reader, const char *name, const json_t *list,
                        Zone *points) {
    if (!json_is_array(list)) {
        return field_fail(reader, LIFE, "%s: must be a list of vertices", name);
    }
    if (json_array_size(list) == 0) {
        return field_fail(reader, LIFE, "%s: must not be empty", name);
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        Point p;
        if (!field_read_point(reader, LIFE, json_array_get(list, i), false, &p)) {
            return false;
        }
        zone_add(points, p);
    }
    return true;
}

static bool read_limits(const FieldReader *reader, const json_t *object, QueryLife *life) {
    const json_t *nodes = json_object_get(object, "nodes");
    const json_t *seconds = json_object_get(object, "seconds");
    life->nodes = nodes == NULL ? NODES_USUAL : json_integer_value(nodes);
    life->seconds = seconds == NULL ? SECONDS_USUAL : json_number_value(seconds);
    if (life->nodes < 1 || life->nodes > NODES_MAX) {
        return field_fail(reader, LIFE, "nodes: must be a whole number from 1 to %lld",
                          (long long)NODES_MAX);
    }
    return (life->seconds > 0 && life->seconds <= SECONDS_MAX) ||
           field_fail(reader, LIFE, "seconds: must be a number above 0, at most %g", SECONDS_MAX);
}

static bool read_threats(const FieldReader *reader, json_t *object, QueryLife *life) {
    const char *key;
    json_t *value;
    bool ok = object == NULL || json_is_object(object);
    json_object_foreach(object, key, value) {
        Color color = BLACK;
        const json_int_t count = json_integer_value(value);
        ok = ok && color_from_text(key, &color) && json_is_integer(value) && count >= 0 &&
             count <= GOAL_THREATS_MAX;
        life->threats[color] = ok ? (int)count : 0;
    }
    return ok || field_fail(reader, LIFE,
                            "threats: must be an object such as {\"B\": 1, \"W\": 0}, at most %d "
                            "for a side",
                            GOAL_THREATS_MAX);
}

bool life_read(const FieldReader *reader, QueryLife **life) {
    json_t *object = json_object_get(reader->object, LIFE), *value;
    const char *key;
    if (object == NULL) {
        return true;
    }
    if (!json_is_object(object)) {
        return field_fail(reader, LIFE, "Must be an object");
    }
    json_object_foreach(object, key, value) {
        if (text_find(key, MEMBERS) < 0) {
            return field_fail(reader, LIFE, "%.60s: unknown member", key);
        }
    }
    const json_t *region = json_object_get(object, "region");
    const json_t *any = json_object_get(object, "any");
    *life = memory_new(1, sizeof **life);
    (*life)->has_region = region != NULL;
    (*life)->any = json_is_true(any);
    return ((any == NULL || json_is_boolean(any)) ||
            field_fail(reader, LIFE, "any: must be true or false")) &&
           read_points(reader, "targets", json_object_get(object, "targets"), &(*life)->targets) &&
           (region == NULL || read_points(reader, "region", region, &(*life)->region)) &&
           read_limits(reader, object, *life) &&
           read_threats(reader, json_object_get(object, "threats"), *life);
}

bool life_make_goal(const QueryLife *life, const Board *board, Goal *goal, Status *status) {
    return region_make_goal(board, &life->targets, life->any,
                            life->has_region ? &life->region : NULL, goal, status);
}
