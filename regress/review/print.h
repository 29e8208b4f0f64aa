/* A reviewed game on standard output: a table for people, an object for programs. */
#ifndef REGRESS_REVIEW_PRINT_H
#define REGRESS_REVIEW_PRINT_H

#include "engine/base/json.h"
#include "regress/review/review.h"

void analyze_print_text(const Review *review, FILE *stream);

/* The caller frees it. */
json_t *analyze_to_json(const Review *review);

#endif
