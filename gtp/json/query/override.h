/* The field "overrideSettings", and the fields that override single settings. */
#ifndef GTP_JSON_QUERY_OVERRIDE_H
#define GTP_JSON_QUERY_OVERRIDE_H

#include "gtp/json/query/field.h"

/* Changes *settings as the query says, and sets *changes if it does. Returns false if there was an
 * error, which has been told. */
bool override_read(const FieldReader *reader, QuerySettings *settings, bool *changes);

#endif
