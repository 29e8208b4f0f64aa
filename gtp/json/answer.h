/* Answers: the result of a search as a line of JSON in KataGo's units and signs. */
#ifndef GTP_JSON_ANSWER_H
#define GTP_JSON_ANSWER_H

#include "engine/eval/raw_evaluation.h"
#include "engine/search/analysis.h"
#include "gtp/json/queue.h"

/* The result from which an answer is made. */
typedef struct {
    const QueryJob *job;
    const Game *game;
    JsonView view;
    int pv_length;              /* the longest line, its first move included */
    const RawEvaluation *raw;   /* of the root, by the evaluator */
    const RawEvaluation *human; /* and by a human-play network, or NULL */
} AnswerSubject;

/* Appends the line. */
void answer_add(const AnswerSubject *subject, const Analysis *analysis, Text *text);

/* Appends the line of a job that ended before its search began. */
void answer_add_nothing(const QueryJob *job, Text *text);

#endif
