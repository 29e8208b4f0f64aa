#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "gtp/json/config/katago_rules.h"
#include "gtp/json/query/field.h"

static const int64_t PRIORITY_MAX = INT64_C(1) << 62;
static const double KOMI_MAX = 400, SECONDS_MIN = 0.001, SECONDS_MAX = 1e6;

/* ---- Board and moves ---- */

static bool read_size(const FieldReader *reader, const char *field, uint8_t *size) {
    int64_t value = 0;
    if (!json_is_integer(field_find(reader, field))) {
        return field_fail(reader, field, "Must be a whole number from 1 to %d", BOARD_SIDE_MAX);
    }
    const bool ok = field_read_integer(reader, field, 1, BOARD_SIDE_MAX, &value);
    *size = (uint8_t)value;
    return ok;
}

static bool read_board(FieldReader *reader, Query *query) {
    const json_t *moves = field_find(reader, "moves");
    const json_t *initial = field_find(reader, "initialPlayer");
    Color color = EMPTY;
    if (!read_size(reader, "boardXSize", &query->width) ||
        !read_size(reader, "boardYSize", &query->height)) {
        return false;
    }
    reader->width = query->width;
    reader->height = query->height;
    query->stones = query->moves + json_array_size(moves);
    if (!field_read_moves(reader, "initialStones", false, query->stones, &query->stone_count)) {
        return false;
    }
    if (moves == NULL) {
        return field_fail(reader, "moves", "Missing: a list of pairs such as [\"b\",\"C4\"]");
    }
    const bool ok = field_read_moves(reader, "moves", true, query->moves, &query->move_count) &&
                    (initial == NULL || field_read_color(reader, "initialPlayer", initial, &color));
    query->initial = (uint8_t)color;
    return ok;
}

/* ---- Turns and their priorities ---- */

static int compare_turns(const void *a, const void *b) {
    const QueryTurn *x = a, *y = b;
    return (x->turn > y->turn) - (x->turn < y->turn);
}

/* Makes a list of the turns asked for (none: the last one) and their priorities (NULL: all have the
 * same), sorts it and keeps one of each turn. Returns their number. */
static int make_turns(const FieldList *asked, int last, const int64_t *priorities, int64_t priority,
                      QueryTurn **turns) {
    const int count = asked->items == NULL ? 1 : asked->count;
    QueryTurn *list = memory_new((size_t)count, sizeof *list);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        list[i] = (QueryTurn){asked->items == NULL ? last : (int)asked->items[i],
                              priorities == NULL ? priority : priorities[i]};
    }
    qsort(list, (size_t)count, sizeof *list, compare_turns);
    for (int i = 0; i < count; i++) {
        kept += kept == 0 || list[kept - 1].turn != list[i].turn;
        list[kept - 1] = list[i];
    }
    *turns = list;
    return kept;
}

static bool read_turns(const FieldReader *reader, const Query *query, QueryTurn **turns,
                       int *count) {
    FieldList asked = {0}, priorities = {0};
    int64_t priority = 0;
    bool ok =
        field_read_list(reader, "analyzeTurns", "turn number", 0, query->move_count, &asked) &&
        field_read_list(reader, "priorities", "priority", -PRIORITY_MAX, PRIORITY_MAX,
                        &priorities) &&
        field_read_integer(reader, "priority", -PRIORITY_MAX, PRIORITY_MAX, &priority);
    if (ok && asked.items != NULL && asked.count == 0) {
        ok = field_fail(reader, "analyzeTurns", "Must have at least one turn");
    } else if (ok && priorities.items != NULL) {
        ok = asked.items == NULL ? field_fail(reader, "priorities", "Needs analyzeTurns")
             : priorities.count != asked.count
                 ? field_fail(reader, "priorities", "Must have as many entries as analyzeTurns")
                 : field_find(reader, "priority") == NULL ||
                       field_fail(reader, "priority", "Cannot be given together with priorities");
    }
    if (ok) {
        *count = make_turns(&asked, query->move_count, priorities.items, priority, turns);
    }
    free(asked.items);
    free(priorities.items);
    return ok;
}

/* ---- Rules, settings and what to report ---- */

static bool read_asked(const json_t *value, KatagoRules *asked, Status *status) {
    const char *text = json_string_value(value);
    if (json_is_object(value)) {
        return katago_rules_read(value, asked, status);
    }
    if (text[strspn(text, " ")] != '{') {
        return katago_rules_find(text, asked) || status_fail(status, "%.100s", text);
    }
    json_t *object = json_loads(text, 0, NULL);
    const bool ok = json_is_object(object) ? katago_rules_read(object, asked, status)
                                           : status_fail(status, "%.100s", text);
    json_decref(object);
    return ok;
}

static bool read_bonus(const FieldReader *reader, KatagoRules *asked) {
    const json_t *value = field_find(reader, "whiteHandicapBonus");
    const char *text = json_string_value(value);
    int *bonus = &asked->values[RULE_WHITE_HANDICAP_BONUS];
    if (value != NULL) {
        *bonus = text == NULL ? -1 : katago_rules_find_value(RULE_WHITE_HANDICAP_BONUS, text);
    }
    return *bonus >= 0 ||
           field_fail(reader, "whiteHandicapBonus", "Must be \"0\", \"N\" or \"N-1\"");
}

/* Reads the rules, and sets the komi that is usual under them. Impossible rules lose the button,
 * with a warning. */
static bool read_rules(const FieldReader *reader, Rules *rules, double *komi) {
    const json_t *value = field_find(reader, "rules");
    KatagoRules asked;
    Status status;
    if (!json_is_string(value) && !json_is_object(value)) {
        return field_fail(reader, "rules",
                          "Must be a name such as \"chinese\", or an object of rules");
    }
    if (!read_asked(value, &asked, &status)) {
        return field_fail(reader, "rules", "Could not parse rules: %s", status.text);
    }
    const bool by_territory = asked.values[RULE_SCORING] == (int)SCORING_TERRITORY;
    const double usual = by_territory ? 6.5 : asked.values[RULE_HAS_BUTTON] ? 7 : 7.5;
    *komi = isnan(asked.komi) ? usual : asked.komi;
    if (!read_bonus(reader, &asked)) {
        return false;
    }
    *rules = katago_rules_get(&asked);
    if (!rules_are_possible(rules)) {
        field_warn(reader, "rules",
                   "hasButton true is not supported with TERRITORY scoring, using false instead");
        rules->button = false;
        rules_set_name(rules);
    }
    return true;
}

static bool read_rules_and_komi(const FieldReader *reader, Query *query) {
    double komi = 0;
    if (!read_rules(reader, &query->rules, &komi) ||
        !field_read_real(reader, "komi", -KOMI_MAX, KOMI_MAX, &komi)) {
        return false;
    }
    query->komi = (float)komi;
    return komi * 2 == floor(komi * 2) ||
           field_fail(reader, "komi", "Must be a whole or half number from -400 to 400");
}

static const char OVERRIDES[] = "overrideSettings";

/* Sets one of the settings; a value that is not a string by its JSON text. Adds a key without
 * effect to a list: as in KataGo, it only gets a warning. */
static bool set(const FieldReader *reader, QuerySettings *settings, const char *key, json_t *value,
                Text *idle) {
    Status status;
    Text text = {0};
    json_add_text(json_incref(value), &text);
    const char *word = json_is_string(value) ? json_string_value(value) : text_get(&text);
    const SettingResult result = settings_override(settings, key, word, &status);
    text_free(&text);
    if (result == SETTING_WRONG) {
        return field_fail(reader, OVERRIDES, "Could not set settings: %s", status.text);
    }
    if (result == SETTING_UNKNOWN || result == SETTING_FIXED) {
        text_add(idle, "%s%.60s%s", idle->length > 0 ? ", " : "", key,
                 result == SETTING_FIXED ? " (only in the config)" : "");
    }
    return true;
}

static bool read_overrides(const FieldReader *reader, QuerySettings *settings, bool *changes) {
    json_t *object = (json_t *)field_find(reader, OVERRIDES), *value;
    const char *key;
    Text idle = {0};
    bool ok = true;
    if (object != NULL && !json_is_object(object)) {
        return field_fail(reader, OVERRIDES, "Must be an object");
    }
    json_object_foreach(object, key, value) {
        ok = ok && set(reader, settings, key, value, &idle);
        *changes = true;
    }
    if (ok && idle.length > 0) {
        field_warn(reader, OVERRIDES, "Settings without effect: %s", text_get(&idle));
    }
    text_free(&idle);
    return ok;
}

/* Fields that set one setting, each. They win over overrideSettings. */
static bool read_single(const FieldReader *reader, QuerySettings *settings, bool *changes) {
    int64_t visits = settings->player.visits;
    double temperature = settings->player.root_policy_temperature, loss = NAN;
    if (!field_read_integer(reader, "maxVisits", 1, INT64_C(1) << 50, &visits) ||
        !field_read_real(reader, "rootFpuReductionMax", 0, 2, &loss) ||
        !field_read_real(reader, "rootPolicyTemperature", 0.01, 100, &temperature)) {
        return false;
    }
    *changes = *changes || visits != settings->player.visits ||
               temperature != settings->player.root_policy_temperature || !isnan(loss);
    settings->player.visits = visits;
    settings->player.root_policy_temperature = temperature;
    settings->player.root_fpu_reduction =
        isnan(loss) ? settings->player.root_fpu_reduction : loss / 2;
    return true;
}

static bool read_reports(const FieldReader *reader, Query *query) {
    QueryIncludes *includes = &query->includes;
    double every = 0, first = 0;
    int64_t pv_length = 0;
    if (!field_read_bool(reader, "includeOwnership", &includes->ownership) ||
        !field_read_bool(reader, "includeOwnershipStdev", &includes->ownership_stdev) ||
        !field_read_bool(reader, "includeMovesOwnership", &includes->moves_ownership) ||
        !field_read_bool(reader, "includeMovesOwnershipStdev", &includes->moves_ownership_stdev) ||
        !field_read_bool(reader, "includePolicy", &includes->policy) ||
        !field_read_bool(reader, "includePVVisits", &includes->pv_visits) ||
        !field_read_bool(reader, "includeNoResultValue", &includes->no_result) ||
        !field_read_integer(reader, "analysisPVLen", 1, 1000, &pv_length) ||
        !field_read_real(reader, "reportDuringSearchEvery", SECONDS_MIN, SECONDS_MAX, &every) ||
        !field_read_real(reader, "firstReportDuringSearchAfter", SECONDS_MIN, SECONDS_MAX,
                         &first)) {
        return false;
    }
    query->pv_length = (int32_t)pv_length;
    query->every = (float)every;
    query->first = (float)(first > 0 ? first : every);
    return true;
}

/* ---- Moves to avoid, or the only ones allowed ---- */

enum { AVOID_DEPTH_MAX = 1000000000 };

static bool fail_avoid(const FieldReader *reader, const char *field) {
    return field_fail(reader, field, "Must be a list of objects with player, moves and untilDepth");
}

static bool read_avoid_item(const FieldReader *reader, const char *field, const json_t *item,
                            bool allows, SearchAvoid *avoid, bool has_allowed[2]) {
    const json_t *player = json_object_get(item, "player"), *moves = json_object_get(item, "moves");
    const json_t *until = json_object_get(item, "untilDepth");
    const json_int_t depth = json_integer_value(until);
    Color color;
    Point point;
    bool points[POINT_COUNT] = {false};
    if (player == NULL || moves == NULL || until == NULL) {
        return fail_avoid(reader, field);
    }
    if (!json_is_integer(until) || depth < 1 || depth > AVOID_DEPTH_MAX) {
        return field_fail(reader, field, "untilDepth must be a whole number from 1 to %d",
                          AVOID_DEPTH_MAX);
    }
    if (!field_read_color(reader, field, player, &color)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(moves); i++) {
        if (!field_read_point(reader, field, json_array_get(moves, i), true, &point)) {
            return false;
        }
        points[point] = true;
    }
    if (!json_is_array(moves)) {
        return fail_avoid(reader, field);
    }
    if (allows && has_allowed[color]) {
        return field_fail(reader, field, "Can be given once for each player");
    }
    has_allowed[color] = allows;
    search_avoid_add(avoid, color, points, allows, depth);
    return true;
}

/* Reads the one that is there into *avoid, which the caller frees; NULL if it names no moves. */
static bool read_avoid(const FieldReader *reader, SearchAvoid **avoid) {
    const json_t *allowed = field_find(reader, "allowMoves");
    const json_t *avoided = field_find(reader, "avoidMoves");
    const json_t *list = allowed != NULL ? allowed : avoided;
    const char *field = allowed != NULL ? "allowMoves" : "avoidMoves";
    bool has_allowed[2] = {false, false};
    if (allowed != NULL && avoided != NULL) {
        return field_fail(reader, field, "Cannot be given together with avoidMoves");
    }
    if (json_array_size(list) == 0) {
        return list == NULL || json_is_array(list) || fail_avoid(reader, field);
    }
    bool ok = true;
    *avoid = memory_new(1, sizeof **avoid);
    for (size_t i = 0; ok && i < json_array_size(list); i++) {
        ok = read_avoid_item(reader, field, json_array_get(list, i), allowed != NULL, *avoid,
                             has_allowed);
    }
    return ok;
}

/* ---- Unknown fields ---- */

// clang-format off
static const char *const KNOWN[] = {
    "id", "action", "terminateId", "turnNumbers", "boardXSize", "boardYSize", "initialStones",
    "moves", "initialPlayer", "analyzeTurns", "priorities", "rules", "komi",
    "whiteHandicapBonus", "overrideSettings", "maxVisits", "analysisPVLen",
    "rootFpuReductionMax", "rootPolicyTemperature", "includeMovesOwnership",
    "includeMovesOwnershipStdev", "includeOwnership", "includeOwnershipStdev", "includePolicy",
    "includePVVisits", "includeNoResultValue", "reportDuringSearchEvery",
    "firstReportDuringSearchAfter", "priority", "allowMoves", "avoidMoves",
    NULL,
};
// clang-format on

static void warn_of_unknown(const FieldReader *reader) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)reader->object, key, value) {
        if (text_find(key, KNOWN) < 0) {
            field_warn(reader, key,
                       "Unknown field, without effect (warnUnusedFields=false silences this)");
        }
    }
}

/* ---- The whole ---- */

/* Plays all moves, to see whether they can be played. */
static bool check_moves(QueryReader *reader, const FieldReader *fields, const Query *query) {
    Geometry *geometry = reader->geometry;
    char vertex[POINT_TEXT_MAX];
    Status status;
    int wrong = 0;
    if (geometry == NULL || geometry->width != fields->width ||
        geometry->height != fields->height) {
        geometry_free(geometry);
        geometry = memory_check(geometry_new(fields->width, fields->height, HASH_DEFAULT_SEED));
        reader->geometry = geometry;
    }
    return position_check(query, geometry, &wrong, &status) ||
           (wrong < 0
                ? field_fail(fields, "initialStones", "%s", status.text)
                : field_fail(fields, "moves", "Illegal move %d: %s", wrong,
                             point_to_text(query->moves[wrong].point, query->height, vertex)));
}

static bool read_settings(const FieldReader *reader, const QuerySettings *usual, Query *query) {
    bool changes = false;
    query->settings = memory_new(1, sizeof *query->settings);
    *query->settings = *usual;
    const bool ok = read_overrides(reader, query->settings, &changes) &&
                    read_single(reader, query->settings, &changes);
    if (!changes) {
        free(query->settings);
        query->settings = NULL;
    }
    return ok;
}

Query *query_read(QueryReader *reader, const json_t *object, QueryTurn **turns, int *count) {
    FieldReader fields = {.object = object, .errors = &reader->errors};
    const size_t points = json_array_size(field_find(&fields, "moves")) +
                          json_array_size(field_find(&fields, "initialStones"));
    Query *query = memory_check(calloc(1, sizeof *query + points * sizeof *query->moves));
    const json_t *id = field_find(&fields, "id");
    query->id = json_new_dump(id, JSON_ENCODE_ANY | JSON_COMPACT);
    bool ok = read_board(&fields, query) && read_turns(&fields, query, turns, count) &&
              read_rules_and_komi(&fields, query) &&
              read_settings(&fields, &reader->settings->query, query) &&
              read_reports(&fields, query) && read_avoid(&fields, &query->avoid);
    if (ok && reader->settings->session.warns) {
        warn_of_unknown(&fields);
    }
    if (!ok || !check_moves(reader, &fields, query)) {
        query_free(query);
        return NULL;
    }
    return query;
}

void query_free(Query *query) {
    free(query->avoid);
    free(query->settings);
    free(query->id);
    free(query);
}
