/* Reads queries. A reader belongs to one thread. */
#ifndef GTP_JSON_QUERY_QUERY_READER_H
#define GTP_JSON_QUERY_QUERY_READER_H

#include "gtp/json/query/query.h"

/* What queries are read with. */
typedef struct {
    const Settings *settings;
    QueryErrorHandler errors;
    Geometry *geometry; /* of the last query's board, or NULL; the reader's owner frees it */
} QueryReader;

/* Reads a query whose id has been found to be a string. Sets *turns to a list, which the caller
 * frees, of the turns to analyse, each once and in order, and *count to their number. Returns NULL
 * if there was an error, which has been told. */
Query *query_read(QueryReader *reader, const json_t *object, QueryTurn **turns, int *count);

#endif
