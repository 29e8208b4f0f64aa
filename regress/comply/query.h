/* Lines of KataGo's JSON analysis protocol to and from the engine under test. */
#ifndef REGRESS_COMPLY_QUERY_H
#define REGRESS_COMPLY_QUERY_H

#include "engine/base/json.h"
#include "regress/comply/probe.h"

/* Fields of most queries. */
#define QUERY_BOARD "\"rules\":\"chinese\",\"komi\":7.5,\"boardXSize\":9,\"boardYSize\":9"
#define QUERY_MOVES "\"moves\":[[\"B\",\"C3\"],[\"W\",\"D4\"]]"

/* Sends a line, whether it is JSON or not. Returns false after a complaint. */
bool query_send(Probe *probe, const char *line);

/* The clock's seconds by which an answer to a query that was just sent must have come. */
double query_deadline(const Probe *probe);

/* Waits for the next line until `end`. Returns its object, which the caller frees, or NULL with a
 * complaint. */
json_t *query_next(Probe *probe, double end);

/* Waits for the next line that is no warning, until `end` or the deadline. It must have this id. */
json_t *query_answer_by(Probe *probe, const char *id, double end);
json_t *query_answer(Probe *probe, const char *id);

/* Sends a line and waits for the answer with this id. Returns NULL after a complaint. */
json_t *query_ask(Probe *probe, const char *line, const char *id);

/* Sends a line that must get an error with this id and field. id NULL: any, or none; field NULL:
 * any, or none. */
void query_expect_error(Probe *probe, const char *line, const char *id, const char *field);

/* The text of a key, or "". */
const char *query_text(const json_t *object, const char *key);

/* Is it a number from least to most? */
bool query_is_within(const json_t *value, double least, double most);

#endif
