/* A reviewed game as a table for people and as JSON for programs. Reads only. */
#ifndef REGRESS_REVIEW_PRINT_H
#define REGRESS_REVIEW_PRINT_H

#include "engine/base/json.h"
#include "regress/review/review.h"

void review_print_text(const Review *review, FILE *stream);

/* The caller frees the object with json_decref. */
json_t *review_print_json(const Review *review);

#endif
