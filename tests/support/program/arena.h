/* An Arena is a separate folder in which a test runs the whole program, as users do: what the
 * program wrote, its exit status, and the files that it left are there to be looked at. The engines
 * that the program plays against are shell scripts, tests/support/program/engines/.
 *
 * The program is the one that DIHEDRA names; `make test` sets it. An Arena belongs to one thread.
 * Every function fails the test if something unexpected happens. */
#ifndef TESTS_SUPPORT_PROGRAM_ARENA_H
#define TESTS_SUPPORT_PROGRAM_ARENA_H

#include "tests/support/reader/json_at.h"

#include <sys/wait.h>
#include <unistd.h>

enum { ARENA_TEXT_MAX = 1 << 20, ARENA_PATH_MAX = 4096 }; /* bytes, the NUL counted */

typedef struct {
    char program[ARENA_PATH_MAX]; /* absolute */
    char folder[64];
    int status;                                    /* exit status of the last run */
    char out[ARENA_TEXT_MAX], err[ARENA_TEXT_MAX]; /* what it wrote */
} Arena;

/* Creates a folder in /tmp, removed at the end of the test, with the engine fake.sh. Skips the test
 * if DIHEDRA names no program. */
Arena *arena_new(void);

/* ---- Files of the folder ---- */

/* The absolute path of a file. */
void arena_path(const Arena *arena, const char *name, char path[ARENA_PATH_MAX]);

void arena_write(const Arena *arena, const char *name, const char *text);
void arena_read(const Arena *arena, const char *name, char text[ARENA_TEXT_MAX]);

/* Copies a script of tests/support/program/engines into the folder. */
void arena_add_engine(const Arena *arena, const char *script);

/* ---- Running ---- */

/* Runs a line of shell in the folder; $D is the program. Returns its exit status, and keeps that
 * and what it wrote. */
int arena_shell(Arena *arena, const char *line);

/* Fails unless the line succeeds and writes this to standard output. */
void arena_expect_shell(Arena *arena, const char *line, const char *out);

/* Runs the program with a command and its arguments, as arena_shell does. */
int arena_run(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Runs it and fails the test unless it succeeds. */
void arena_must_run(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Starts the program with a command and its arguments, standard output to the file "out". Returns
 * its standard error, which is at its end once the program and all its engines are gone. */
FILE *arena_start(const Arena *arena, pid_t *process, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reads what was started to its end, and closes it. Returns what waitpid says. */
int arena_await(FILE *errors, pid_t process);

/* Fails unless the last run ended with this status and this text is in what it wrote to standard
 * error. */
void arena_expect(const Arena *arena, int status, const char *in_err);

/* Fails unless the last run succeeded and this text is in what it wrote to standard output. */
void arena_expect_told(const Arena *arena, const char *in_out);

/* Runs the program with a command and its arguments: it must succeed and print this text. */
void arena_prints(Arena *arena, const char *arguments, const char *in_out);

/* Runs a command with each of these arguments: it must end with this status, say on standard error
 * "dihedra COMMAND: " and the second text, and print nothing. */
void arena_expect_refusals(Arena *arena, const char *command, int status,
                           const char *const cases[][2], size_t count);

/* ---- JSON ---- */

/* The object that the last run printed with --json, kept until the end of the test. */
json_t *arena_json(const Arena *arena);

/* The games of a match's log, in the order of their numbers, kept until the end of the test. */
json_t *arena_games(const Arena *arena, const char *name);

/* The text under this key of a game of arena_games, or "". */
const char *game_text(const json_t *games, size_t index, const char *key);

#endif
