/* The fields "avoidMoves" and "allowMoves". */
#ifndef GTP_JSON_QUERY_AVOID_H
#define GTP_JSON_QUERY_AVOID_H

#include "gtp/json/query/field.h"

/* Reads whichever is there and sets *avoids if one is. Returns false if there was an error, which
 * has been told. */
bool avoid_read(const FieldReader *reader, SearchAvoid *avoid, bool *avoids);

#endif
