/* A conversation with `dihedra analysis`: the whole program over pipes, as its clients run it.
 * Every line that it writes must be one JSON object, strictly read, and must come within a minute.
 *
 * The program is the one that DIHEDRA names. A JsonTalk belongs to one thread. Every function fails
 * the test if something unexpected happens. */
#ifndef TESTS_SUPPORT_PROGRAM_JSON_TALK_H
#define TESTS_SUPPORT_PROGRAM_JSON_TALK_H

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

#include "tests/support/program/temporary_path.h"

typedef struct {
    pid_t process;
    int input, output;            /* our ends; -1 once closed */
    char err[TEMPORARY_PATH_MAX]; /* what it writes to standard error */
    char *bytes;                  /* read and not yet taken */
    size_t length, capacity;
} JsonTalk;

/* Starts the program with these options, separated by blanks. */
JsonTalk json_talk_start(const char *options);

/* Sends a line, or any bytes. */
void json_talk_say(const JsonTalk *talk, const char *line);
void json_talk_send(const JsonTalk *talk, const char *bytes, size_t length);

/* The next line. The caller frees it. NULL at the end of the output. */
json_t *json_talk_hear(JsonTalk *talk);

/* The next line that is no report during a search. */
json_t *json_talk_hear_final(JsonTalk *talk);

/* Closes the input, reads what is left and waits. Returns the exit status, 128 + N after signal N.
 */
int json_talk_end(JsonTalk *talk);

/* Did standard error hold this text, at the end? Removes the file. */
bool json_talk_erred(const JsonTalk *talk, const char *text);

/* Runs a whole session: sends the input, which may be any text, and closes it. Returns an array of
 * the lines, which the caller frees, once the program has ended with status 0. */
json_t *json_talk_run(const char *options, const char *input);

/* The value at a path such as "moveInfos/0/visits", or NULL; and as a number, which must be there.
 */
json_t *json_talk_find(json_t *object, const char *path);
double json_talk_number(json_t *object, const char *path);

/* The final answer of a turn among lines. Fails unless there is exactly one. */
json_t *json_talk_answer(json_t *lines, const char *id, int turn);

/* Is the object an error or a warning (`kind`) about this field ("" if none is named) of this query
 * (NULL if none is named), and has it nothing else? */
bool json_talk_is(json_t *object, const char *kind, const char *field, const char *id);

/* Writes a small network of random weights to a file of /tmp, which the caller unlinks. */
void json_talk_network(char path[TEMPORARY_PATH_MAX]);

#endif
