/* Problems of life and death as JSON. */
#include <stdlib.h>

#include "gtp/commands/families.h"
#include "gtp/commands/life/life_tools.h"
#include "gtp/json/life_answer.h"

/* Takes the message of an error in a request. */
static void take_error(void *context, json_t *object) {
    call_fail(context, "%s", json_string_value(json_object_get(object, "error")));
    json_decref(object);
}

/* The request is the field "life" of the analysis protocol. */
static bool run_dihedra_life(GtpCall *call) {
    const Board *board = &call->engine->game->board;
    const QueryErrorHandler errors = {take_error, call};
    json_t *request;
    QueryLife *life = NULL;
    Status status;
    if (!call_get_json(call, &request)) {
        return false;
    }
    json_t *object = json_new_packed("{s:n, s:o}", "id", "life", request);
    const FieldReader reader = {.object = object,
                                .errors = &errors,
                                .width = board->geometry->width,
                                .height = board->geometry->height};
    GoalSearch *search = goal_search_new(LIFE_SEARCH_MEGABYTES);
    const bool ok =
        life_read(&reader, &life) && (search != NULL || call_fail(call, "out of memory")) &&
        (life_answer_add(search, life, board, call->engine->player.cancel, call->answer, &status) ||
         call_fail(call, "%s", status.text));
    goal_search_free(search);
    json_decref(object);
    free(life);
    return ok;
}

const GtpCommand GTP_DIHEDRA_LIFE_COMMANDS[] = {
    {"dihedra-life",
     "{\"targets\": [VERTEX...], \"any\": BOOL, \"region\": [VERTEX...], \"nodes\": N, "
     "\"seconds\": S, \"threats\": {\"B\": N, \"W\": N}}",
     GTP_WORDS, 1, GTP_ARGUMENTS_MAX, run_dihedra_life,
     "solves a problem of life and death, either side first: JSON"},
    {0},
};
