/* Reads queries. A reader belongs to one thread. */
#ifndef GTP_JSON_QUERY_QUERY_READER_H
#define GTP_JSON_QUERY_QUERY_READER_H

#include "gtp/json/query/query.h"

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
