/* What the tests of the match runner share: a folder of their own, the program run in it, and an
 * engine that is a shell script which plays what it is told and goes wrong where it is told. */
#ifndef TESTS_SUPPORT_MATCH_HELPERS_H
#define TESTS_SUPPORT_MATCH_HELPERS_H

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARENA_TEXT_MAX = 1 << 16 };

typedef struct {
    char program[4096]; /* absolute */
    char folder[64];
    int status; /* of the last run */
    char out[ARENA_TEXT_MAX], err[ARENA_TEXT_MAX];
} Arena;

/* The engine: sh fake.sh FAULT N MOVE... plays the moves of each game one after the other and then
 * passes. At its Nth genmove of a game (for "refuse" the Nth play) it goes wrong. "log" writes what
 * it is told to the file N. */
static const char FAKE_ENGINE[] =
    "fault=$1 at=$2; shift 2\n"
    "moves=\"$*\" asked=0 told=0\n"
    "[ $fault = log ] && echo start >>$at\n"
    "while read -r id command rest; do\n"
    "  [ $id = quit ] && exit 0\n"
    "  answer= sign='='\n"
    "  [ $fault = log ] && echo \"$command $rest\" >>$at\n"
    "  case $command in\n"
    "  name) answer=Fake ;;\n"
    "  version) answer=1.0 ;;\n"
    "  list_commands)\n"
    "    case $fault in\n"
    "    kata) answer=kata-set-param ;;\n"
    "    deaf) answer=play ;;\n"
    "    *) answer=$(printf 'time_settings\\ntime_left\\ndihedra_param_search') ;;\n"
    "    esac ;;\n"
    "  clear_board) asked=0 told=0; set -- $moves ;;\n"
    "  final_score) answer=$at ;;\n"
    "  komi) [ $fault = fixed ] && sign='?' answer='the komi is fixed' ;;\n"
    "  play)\n"
    "    told=$((told + 1))\n"
    "    [ $fault = refuse ] && [ $told = $at ] && sign='?' answer='illegal move' ;;\n"
    "  genmove)\n"
    "    asked=$((asked + 1)) answer=${1:-pass}\n"
    "    [ $# -gt 0 ] && shift\n"
    "    if [ $asked = $at ]; then\n"
    "      case $fault in\n"
    "      die) exit 3 ;;\n"
    "      hang) exec sleep 1000 ;;\n"
    "      await) until grep -q 'could not be started' err; do sleep 0.1; done ;;\n"
    "      garbage) printf 'hello\\n\\n' ;;\n"
    "      bytes) answer=$(printf '\\303\\377~') ;;\n"
    "      offboard) answer=$(printf 'Z99 \\nis off') ;;\n"
    "      speechless) sign='?' answer='no idea' ;;\n"
    "      esac\n"
    "    fi ;;\n"
    "  esac\n"
    "  printf '%s%s %s\\n\\n' \"$sign\" \"$id\" \"$answer\"\n"
    "done\n";

static inline void arena_path(const Arena *arena, const char *name, char path[4096]) {
    snprintf(path, 4096, "%s/%s", arena->folder, name);
}

static inline void arena_write(const Arena *arena, const char *name, const char *text) {
    char path[4096];
    arena_path(arena, name, path);
    FILE *file = fopen(path, "w");
    cr_assert(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0, "%s", path);
}

static inline void arena_read(const Arena *arena, const char *name, char text[ARENA_TEXT_MAX]) {
    char path[4096];
    arena_path(arena, name, path);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    const size_t length = fread(text, 1, ARENA_TEXT_MAX - 1, file);
    cr_assert_lt(length, ARENA_TEXT_MAX - 1);
    text[length] = '\0';
    fclose(file);
}

/* Skips the test where there is no program to test. */
static inline Arena *arena_new(void) {
    const char *program = getenv("DIHEDRA");
    if (program == NULL || access(program, X_OK) != 0) {
        cr_skip_test("DIHEDRA does not name the program");
    }
    Arena *arena = calloc(1, sizeof *arena);
    cr_assert_not_null(realpath(program, arena->program));
    strcpy(arena->folder, "/tmp/dihedra-match-XXXXXX");
    cr_assert_not_null(mkdtemp(arena->folder));
    arena_write(arena, "fake.sh", FAKE_ENGINE);
    return arena;
}

static inline void arena_free(Arena *arena) {
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", arena->folder);
    cr_assert_eq(system(command), 0);
    free(arena);
}

/* Runs a line of shell in the folder; $D is the program. Returns its exit status and keeps what it
 * wrote. */
static inline int arena_shell(Arena *arena, const char *line) {
    char *command = malloc(16384);
    const int length = snprintf(command, 16384, "cd '%s' && D='%s' && { %s ; } >out 2>err",
                                arena->folder, arena->program, line);
    cr_assert(length > 0 && length < 16384);
    const int result = system(command);
    free(command);
    cr_assert(WIFEXITED(result), "%s", line);
    arena->status = WEXITSTATUS(result);
    arena_read(arena, "out", arena->out);
    arena_read(arena, "err", arena->err);
    return arena->status;
}

static inline void arena_match(Arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* dihedra match with these options. */
static inline void arena_match(Arena *arena, const char *format, ...) {
    char options[8192], line[8192 + 64];
    va_list args;
    va_start(args, format);
    vsnprintf(options, sizeof options, format, args);
    va_end(args);
    snprintf(line, sizeof line, "\"$D\" match %s", options);
    arena_shell(arena, line);
}

static inline void arena_expect(const Arena *arena, int status, const char *in_err) {
    cr_assert(arena->status == status && strstr(arena->err, in_err) != NULL,
              "status %d, not %d; expected %s in:\n%s", arena->status, status, in_err, arena->err);
}

/* The object that the last run printed with --json; the caller frees it. */
static inline json_t *arena_json(const Arena *arena) {
    json_error_t error;
    json_t *json = json_loads(arena->out, 0, &error);
    cr_assert_not_null(json, "%s\n%s\n%s", error.text, arena->out, arena->err);
    return json;
}

/* A number at a path such as "engines/0/wins". */
static inline double json_at(const json_t *json, const char *path) {
    char part[64];
    for (const char *rest = path; *rest != '\0'; rest += *rest == '/') {
        const size_t length = strcspn(rest, "/");
        snprintf(part, sizeof part, "%.*s", (int)length, rest);
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(part))
                                   : json_object_get(json, part);
        rest += length;
    }
    cr_assert(json_is_number(json), "no number: %s", path);
    return json_number_value(json);
}

/* The games of a log in the order of their numbers; the caller frees the array. */
static inline json_t *arena_games(const Arena *arena, const char *name) {
    static char text[ARENA_TEXT_MAX];
    json_t *games = json_array();
    arena_read(arena, name, text);
    char *rest = text;
    for (char *line = strsep(&rest, "\n"); rest != NULL; line = strsep(&rest, "\n")) {
        json_t *game = json_loads(line, 0, NULL);
        cr_assert_not_null(game, "%s", line);
        size_t place = json_array_size(games);
        while (place > 0 &&
               json_integer_value(json_object_get(json_array_get(games, place - 1), "game")) >
                   json_integer_value(json_object_get(game, "game"))) {
            place--;
        }
        json_array_insert_new(games, place, game);
    }
    json_array_remove(games, 0); /* the settings, which have no number */
    return games;
}

static inline const char *game_text(const json_t *games, size_t index, const char *key) {
    const char *text = json_string_value(json_object_get(json_array_get(games, index), key));
    return text == NULL ? "" : text;
}

#endif
