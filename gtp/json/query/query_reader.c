#include "gtp/json/query/query_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "gtp/json/query/avoid.h"
#include "gtp/json/query/field.h"
#include "gtp/json/query/override.h"
#include "gtp/json/query/position.h"
#include "gtp/json/query/rules.h"

enum { SIDE_MIN = 2 };

static const int64_t PRIORITY_MAX = INT64_C(1) << 62;
static const double KOMI_MAX = 400, SECONDS_MIN = 0.001, SECONDS_MAX = 1e6;

/* A query while it is read. What is NULL has not been read yet. */
typedef struct {
    FieldReader reader;
    Query query; /* its head */
    PackedMove *moves, *stones;
    int move_count, stone_count;
    QueryTurn *turns;
    int turn_count;
    QuerySettings settings;
    SearchAvoid avoid;
    bool avoids;
} Draft;

/* ---- Board and moves ---- */

static bool read_size(Draft *draft, const char *field, uint8_t *size) {
    int64_t value = 0;
    const json_t *found = field_find(&draft->reader, field);
    if (!json_is_integer(found)) {
        return field_fail(&draft->reader, field, "Must be a whole number from %d to %d", SIDE_MIN,
                          BOARD_SIDE_MAX);
    }
    if (!field_read_whole(&draft->reader, field, SIDE_MIN, BOARD_SIDE_MAX, &value)) {
        return false;
    }
    *size = (uint8_t)value;
    return true;
}

static bool read_board(Draft *draft) {
    FieldReader *reader = &draft->reader;
    if (!read_size(draft, "boardXSize", &draft->query.width) ||
        !read_size(draft, "boardYSize", &draft->query.height)) {
        return false;
    }
    reader->width = draft->query.width;
    reader->height = draft->query.height;
    if (!field_read_moves(reader, "initialStones", false, &draft->stones, &draft->stone_count)) {
        return false;
    }
    if (field_find(reader, "moves") == NULL) {
        return field_fail(reader, "moves", "Must be there: a list of pairs such as [\"b\",\"C4\"]");
    }
    return field_read_moves(reader, "moves", true, &draft->moves, &draft->move_count);
}

static bool read_initial_player(Draft *draft) {
    const json_t *value = field_find(&draft->reader, "initialPlayer");
    Color color = EMPTY;
    if (value != NULL && !field_read_color(&draft->reader, "initialPlayer", value, &color)) {
        return false;
    }
    draft->query.initial = (uint8_t)color;
    return true;
}

/* ---- Turns and their priorities ---- */

static int compare_turns(const void *a, const void *b) {
    const QueryTurn *x = a, *y = b;
    return (x->turn > y->turn) - (x->turn < y->turn);
}

/* Sorts the turns and keeps one of each. */
static void tidy_turns(Draft *draft) {
    QueryTurn *turns = draft->turns;
    int kept = 0;
    qsort(turns, (size_t)draft->turn_count, sizeof *turns, compare_turns);
    for (int i = 0; i < draft->turn_count; i++) {
        if (kept > 0 && turns[kept - 1].turn == turns[i].turn) {
            turns[kept - 1] = turns[i];
        } else {
            turns[kept++] = turns[i];
        }
    }
    draft->turn_count = kept;
}

/* Makes the turns from those asked for (none: the last one) and their priorities (NULL: all have
 * the same). */
static void set_turns(Draft *draft, const FieldList *turns, const int64_t *priorities,
                      int64_t priority) {
    draft->turn_count = turns->items == NULL ? 1 : turns->count;
    draft->turns = memory_new((size_t)draft->turn_count, sizeof *draft->turns);
    for (int i = 0; i < draft->turn_count; i++) {
        draft->turns[i] =
            (QueryTurn){turns->items == NULL ? draft->move_count : (int)turns->items[i],
                        priorities == NULL ? priority : priorities[i]};
    }
    tidy_turns(draft);
}

static bool read_turns(Draft *draft) {
    const FieldReader *reader = &draft->reader;
    FieldList turns = {0}, priorities = {0};
    int64_t priority = 0;
    bool ok =
        field_read_list(reader, "analyzeTurns", "turn number", 0, draft->move_count, &turns) &&
        field_read_list(reader, "priorities", "priority", -PRIORITY_MAX, PRIORITY_MAX,
                        &priorities) &&
        field_read_whole(reader, "priority", -PRIORITY_MAX, PRIORITY_MAX, &priority);
    if (ok && priorities.items != NULL && turns.items == NULL) {
        ok = field_fail(reader, "priorities", "Needs analyzeTurns");
    } else if (ok && priorities.items != NULL && priorities.count != turns.count) {
        ok = field_fail(reader, "priorities", "Must be as many as analyzeTurns");
    } else if (ok && priorities.items != NULL && field_find(reader, "priority") != NULL) {
        ok = field_fail(reader, "priority", "Cannot be given together with priorities");
    }
    if (ok) {
        set_turns(draft, &turns, priorities.items, priority);
    }
    free(turns.items);
    free(priorities.items);
    return ok;
}

/* ---- Rules and wishes ---- */

static bool read_rules(Draft *draft) {
    const FieldReader *reader = &draft->reader;
    double komi = 0;
    if (!json_rules_read(reader, &draft->query.rules, &komi) ||
        !field_read_real(reader, "komi", -KOMI_MAX, KOMI_MAX, &komi)) {
        return false;
    }
    draft->query.komi = (float)komi;
    return komi * 2 == floor(komi * 2) ||
           field_fail(reader, "komi", "Must be a whole or half number from -400 to 400");
}

static bool read_wishes(Draft *draft) {
    const FieldReader *reader = &draft->reader;
    QueryIncludes *includes = &draft->query.includes;
    double every = 0, first = 0;
    int64_t line_moves = 0;
    if (!field_read_bool(reader, "includeOwnership", &includes->ownership) ||
        !field_read_bool(reader, "includeOwnershipStdev", &includes->ownership_stdev) ||
        !field_read_bool(reader, "includeMovesOwnership", &includes->moves_ownership) ||
        !field_read_bool(reader, "includeMovesOwnershipStdev", &includes->moves_ownership_stdev) ||
        !field_read_bool(reader, "includePolicy", &includes->policy) ||
        !field_read_bool(reader, "includePVVisits", &includes->line_visits) ||
        !field_read_bool(reader, "includeNoResultValue", &includes->no_result) ||
        !field_read_whole(reader, "analysisPVLen", 1, 1000, &line_moves) ||
        !field_read_real(reader, "reportDuringSearchEvery", SECONDS_MIN, SECONDS_MAX, &every) ||
        !field_read_real(reader, "firstReportDuringSearchAfter", SECONDS_MIN, SECONDS_MAX,
                         &first)) {
        return false;
    }
    draft->query.line_moves = (int32_t)line_moves;
    draft->query.every = (float)every;
    draft->query.first = (float)(first > 0 ? first : every);
    return true;
}

/* ---- Unknown fields ---- */

static void warn_of_unknown(const FieldReader *reader) {
    static const char *const KNOWN[] = {"id",
                                        "action",
                                        "terminateId",
                                        "turnNumbers",
                                        "boardXSize",
                                        "boardYSize",
                                        "initialStones",
                                        "moves",
                                        "initialPlayer",
                                        "analyzeTurns",
                                        "priorities",
                                        "rules",
                                        "komi",
                                        "whiteHandicapBonus",
                                        "overrideSettings",
                                        "maxVisits",
                                        "analysisPVLen",
                                        "rootFpuReductionMax",
                                        "rootPolicyTemperature",
                                        "includeMovesOwnership",
                                        "includeMovesOwnershipStdev",
                                        "includeOwnership",
                                        "includeOwnershipStdev",
                                        "includePolicy",
                                        "includePVVisits",
                                        "includeNoResultValue",
                                        "reportDuringSearchEvery",
                                        "firstReportDuringSearchAfter",
                                        "priority",
                                        "allowMoves",
                                        "avoidMoves"};
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)reader->object, key, value) {
        bool is_known = false;
        for (size_t i = 0; !is_known && i < sizeof KNOWN / sizeof KNOWN[0]; i++) {
            is_known = strcmp(KNOWN[i], key) == 0;
        }
        if (!is_known) {
            field_warn(reader, key,
                       "Unknown field, without effect (warnUnusedFields=false silences this)");
        }
    }
}

/* ---- The whole ---- */

/* The id as JSON. */
static char *copy_id(const json_t *object) {
    return memory_check(json_dumps(json_object_get(object, "id"), JSON_ENCODE_ANY | JSON_COMPACT));
}

/* Packs the draft into one block. */
static Query *finish(const Draft *draft) {
    const size_t points = (size_t)draft->move_count + (size_t)draft->stone_count;
    Query *query = memory_check(malloc(sizeof *query + points * sizeof *query->moves));
    *query = draft->query;
    query->moves = (PackedMove *)(query + 1);
    query->move_count = draft->move_count;
    query->stone_count = draft->stone_count;
    query->id = copy_id(draft->reader.object);
    for (int i = 0; i < draft->move_count; i++) {
        query->moves[i] = draft->moves[i];
    }
    for (int i = 0; i < draft->stone_count; i++) {
        query->moves[draft->move_count + i] = draft->stones[i];
    }
    if (draft->query.has_settings) {
        query->settings = memory_new(1, sizeof *query->settings);
        *query->settings = draft->settings;
    }
    if (draft->avoids) {
        query->avoid = memory_new(1, sizeof *query->avoid);
        *query->avoid = draft->avoid;
    }
    return query;
}

/* Plays all moves, to see whether they can be played. */
static bool check_moves(QueryReader *reader, const Draft *draft) {
    const FieldReader *fields = &draft->reader;
    const PositionMoves moves = {draft->moves, draft->move_count, draft->stones,
                                 draft->stone_count};
    Geometry **geometry = &reader->geometry;
    Status status;
    int wrong = 0;
    if (*geometry == NULL || (*geometry)->width != fields->width ||
        (*geometry)->height != fields->height) {
        geometry_free(*geometry);
        *geometry = memory_check(geometry_new(fields->width, fields->height, HASH_DEFAULT_SEED));
    }
    if (position_check(&moves, *geometry, &wrong, &status)) {
        return true;
    }
    char vertex[POINT_TEXT_MAX];
    return wrong < 0 ? field_fail(fields, "initialStones", "%s", status.text)
                     : field_fail(fields, "moves", "Illegal move %d: %s", wrong,
                                  point_to_text(packed_point(draft->moves[wrong]),
                                                draft->query.height, vertex));
}

static bool read_all(QueryReader *whole, Draft *draft) {
    const FieldReader *reader = &draft->reader;
    if (!read_board(draft) || !read_initial_player(draft) || !read_turns(draft) ||
        !read_rules(draft) ||
        !override_read(reader, &draft->settings, &draft->query.has_settings) ||
        !read_wishes(draft) || !avoid_read(reader, &draft->avoid, &draft->avoids)) {
        return false;
    }
    if (whole->settings->session.warns) {
        warn_of_unknown(reader);
    }
    return check_moves(whole, draft);
}

Query *query_read(QueryReader *reader, const json_t *object, QueryTurn **turns, int *count) {
    Draft *draft = memory_new(1, sizeof *draft);
    Query *query = NULL;
    draft->reader = (FieldReader){.object = object, .errors = &reader->errors};
    draft->settings = reader->settings->query;
    if (read_all(reader, draft)) {
        query = finish(draft);
        *turns = draft->turns;
        *count = draft->turn_count;
    } else {
        free(draft->turns);
    }
    free(draft->moves);
    free(draft->stones);
    free(draft);
    return query;
}
