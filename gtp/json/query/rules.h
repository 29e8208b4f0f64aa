/* Rules in the protocol: the names of KataGo's sets, or an object of keys and values. */
#ifndef GTP_JSON_QUERY_RULES_H
#define GTP_JSON_QUERY_RULES_H

#include "gtp/json/query/field.h"

/* Reads the field "rules", which must be there, and "whiteHandicapBonus", and sets the komi that is
 * usual under them. Rules that this program does not have become the nearest ones, with a warning.
 * Returns false if there was an error, which has been told. */
bool json_rules_read(const FieldReader *reader, Rules *rules, double *komi);

/* Reads an object of rules, as the field may be one. Returns false if a key or value is unknown. */
bool json_rules_read_object(const json_t *object, Rules *rules);

#endif
