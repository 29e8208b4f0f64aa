/* A query: a position with the moves that lead to it, and what to say about which turns of them. A
 * Query is constant once it is read; its jobs share it and count themselves. */
#ifndef GTP_JSON_QUERY_QUERY_H
#define GTP_JSON_QUERY_QUERY_H

#include <stdatomic.h>

#include "engine/base/json.h"
#include "gtp/json/config/settings.h"

/* The optional parts of the answers. */
typedef struct {
    bool ownership, ownership_stdev, moves_ownership, moves_ownership_stdev;
    bool policy, pv_visits, no_result;
} QueryIncludes;

typedef struct {
    _Atomic int jobs; /* that have yet to be answered; the last one frees the query */
    QueryIncludes includes;
    uint8_t width, height;
    uint8_t initial; /* Color to move before the first move; EMPTY: not said */
    int32_t move_count, stone_count;
    Rules rules;
    float komi;
    float every, first;      /* seconds between reports, and before the first; 0: no reports */
    int32_t pv_length;       /* of lines; 0: as the settings say */
    SearchAvoid *avoid;      /* NULL: nothing */
    QuerySettings *settings; /* NULL: those of the session */
    char *id;                /* as JSON, with its quotation marks */
    Move *stones;
    Move moves[]; /* then the stones */
} Query;

/* A turn to analyse. */
typedef struct {
    int turn;
    int64_t priority;
} QueryTurn;

/* Takes what is wrong with queries: object has "error" or "warning", "field" and "id", and
 * belongs to the handler. */
typedef struct {
    void (*handle)(void *context, json_t *object);
    void *context;
} QueryErrorHandler;

#endif
