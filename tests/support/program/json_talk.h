/* A conversation with `dihedra analysis`: the whole program over pipes, as its clients run it.
 * Every line that it writes must be one JSON object, strictly read, and must come within a minute.
 *
 * The program is the one that DIHEDRA names. A JsonTalk belongs to one thread; it and the values
 * that were read are kept until the end of the test. Every function fails the test if something
 * unexpected happens.
 *
 * In lines that are sent a single quote stands for a double one. */
#ifndef TESTS_SUPPORT_PROGRAM_JSON_TALK_H
#define TESTS_SUPPORT_PROGRAM_JSON_TALK_H

#include "tests/support/program/temporary_path.h"
#include "tests/support/reader/json_at.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct {
    pid_t process;
    int input, output;            /* our ends; -1 once closed */
    char err[TEMPORARY_PATH_MAX]; /* what it writes to standard error */
    char *bytes;                  /* read and not yet taken */
    size_t length, capacity;
} JsonTalk;

/* Starts the program with these options, separated by blanks. */
JsonTalk *json_talk_start(const char *options);

/* A copy with double quotes instead of single ones. */
char *json_talk_quoted(const char *text);

/* Sends a line, or bytes as they are. */
void json_talk_say(const JsonTalk *talk, const char *line);
void json_talk_send(const JsonTalk *talk, const char *bytes, size_t length);

/* The next line. NULL at the end of the output. */
json_t *json_talk_hear(JsonTalk *talk);

/* The next line that is not a report during a search. */
json_t *json_talk_hear_final(JsonTalk *talk);

/* Closes the input, reads the rest and waits. Returns the exit status, 128 + N after signal N. */
int json_talk_end(JsonTalk *talk);

/* Did standard error hold this text, at the end? */
bool json_talk_erred(const JsonTalk *talk, const char *text);

/* Runs a whole session: sends the input, which may be any text, and closes it. Returns an array of
 * the lines once the program has ended with status 0. */
json_t *json_talk_run(const char *options, const char *input);

/* The final answer of a turn among lines. Fails unless there is exactly one. */
json_t *json_talk_answer(json_t *lines, const char *id, int turn);

/* Is the object an error or a warning (`kind`) about this field ("" if none is named) of this query
 * (NULL if none is named), and has it nothing else? */
bool json_talk_is(json_t *object, const char *kind, const char *field, const char *id);

#endif
