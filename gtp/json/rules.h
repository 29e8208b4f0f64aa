/* Rules in the protocol: the names of KataGo's sets, or an object of keys and values. */
#ifndef GTP_JSON_RULES_H
#define GTP_JSON_RULES_H

#include "gtp/json/field.h"

/* Reads the field "rules", which must be there, and "whiteHandicapBonus", and sets the komi that is
 * usual under them. Rules that this program does not have become the nearest ones, with a warning.
 * Returns false if there was an error, which has been told. */
bool json_rules_read(const FieldReader *reader, Rules *rules, double *komi);

#endif
