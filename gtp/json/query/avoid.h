/* The fields "avoidMoves" and "allowMoves". */
#ifndef GTP_JSON_QUERY_AVOID_H
#define GTP_JSON_QUERY_AVOID_H

#include "gtp/json/query/field.h"

/* Reads the one that is there into *avoid, which the caller frees; NULL if it names no moves.
 * Returns false if there was an error, which has been reported. */
bool avoid_read(const FieldReader *reader, SearchAvoid **avoid);

#endif
