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

/* ---- Positions, by the lenient rules of the protocol (position.c): kos may be retaken, positions
 * repeated, chains put to death by their own side, and either side may move at any time; then, as
 * in KataGo, what came before no longer counts for superko, nor as recent moves ---- */

/* Can the stones and moves of the query be played on its board? If not, sets *wrong to the number
 * of the first move that cannot, or to -1 with a message if it is the stones. */
bool position_check(const Query *query, const Geometry *geometry, int *wrong, Status *status);

/* Plays the query's moves up to a turn on *game. counts_first_moves: Black's first moves are a
 * handicap. Returns false if out of memory. */
bool position_set_up(const Query *query, int turn, bool counts_first_moves, Game *game,
                     Status *status);

/* ---- Reading (query_reader.c) ---- */

typedef struct {
    const Settings *settings;
    QueryErrorHandler errors;
    Geometry *geometry; /* of the last query's board, or NULL; the reader's owner frees it */
} QueryReader;

/* Reads a query whose id is a string. Sets *turns to a list of the turns to analyse, each once and
 * in order, and *count to their number. Returns NULL if there was an error, which has been
 * reported. The caller frees the list in any case; *turns must be NULL before. */
Query *query_read(QueryReader *reader, const json_t *object, QueryTurn **turns, int *count);

void query_free(Query *query);

#endif
