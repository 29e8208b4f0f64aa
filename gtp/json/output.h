/* Standard output: a separate thread writes the lines, so that no other thread waits for a client
 * that does not read. Any thread may add lines; each is written whole, in order. */
#ifndef GTP_JSON_OUTPUT_H
#define GTP_JSON_OUTPUT_H

#include "engine/base/json.h"

typedef struct Output Output;

/* Starts to write to a file descriptor. The program ends at once if it loses its reader, also while
 * nothing is written. is_direct: without threads; each line is written by the thread that adds it,
 * however long that takes. Returns NULL if out of memory or threads. */
Output *output_new(int fd, bool is_direct);

/* Writes what is left and ends the threads. */
void output_free(Output *output);

/* Adds lines, each of which ends with a newline. */
void output_add(Output *output, const char *lines, size_t length);

/* Does more wait to be written than a client that keeps up leaves unread? Then optional lines
 * should be left out. */
bool output_is_behind(Output *output);

/* Adds the object as a line and frees it. */
void output_add_json(Output *output, json_t *object);

/* Adds an error that ends the query with this id, as JSON. */
void output_add_error(Output *output, const char *message, const char *id);

#endif
