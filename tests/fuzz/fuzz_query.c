/* libFuzzer entry for queries of the analysis protocol: bytes that are a JSON object are refused
 * with errors that name a field, or are a query of which each turn can be set up on a board. */
#include "gtp/json/query/query.h"
#include "tests/fuzz/fuzz.h"

static void count_errors(void *context, json_t *object) {
    require(json_is_object(object) && (json_object_get(object, "error") != NULL ||
                                       json_object_get(object, "warning") != NULL));
    *(int *)context += json_object_get(object, "error") != NULL;
    json_decref(object);
}

static void set_up(const Query *query, const QueryTurn *turns, int count) {
    static Game *game; /* one for all inputs: making one takes long */
    Status status;
    int wrong;
    game = game != NULL ? game : game_new(1);
    require(game != NULL && game_clear(game, query->width, query->height, &status));
    require(position_check(query, game->geometry, &wrong, &status));
    for (int i = 0; i < count; i++) {
        require(turns[i].turn >= 0 && turns[i].turn <= query->move_count);
        require(position_set_up(query, turns[i].turn, i % 2 == 0, game, &status));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const Settings settings = settings_default();
    int errors = 0, count = 0;
    QueryReader reader = {.settings = &settings, .errors = {count_errors, &errors}};
    QueryTurn *turns = NULL;
    json_t *object = json_loadb((const char *)data, size, 0, NULL);
    if (json_is_object(object) && json_is_string(json_object_get(object, "id"))) {
        Query *query = query_read(&reader, object, &turns, &count);
        require((query == NULL) == (errors > 0));
        if (query != NULL) {
            set_up(query, turns, count);
            query_free(query);
        }
        free(turns);
    }
    if (reader.geometry != NULL) {
        geometry_free(reader.geometry);
    }
    json_decref(object);
    return 0;
}
