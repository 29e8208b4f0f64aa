#include "tests/support/program/arena.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COMMAND_MAX = 16384 };

void arena_path(const Arena *arena, const char *name, char path[ARENA_PATH_MAX]) {
    snprintf(path, ARENA_PATH_MAX, "%s/%s", arena->folder, name);
}

void arena_write(const Arena *arena, const char *name, const char *text) {
    char path[ARENA_PATH_MAX];
    arena_path(arena, name, path);
    FILE *file = fopen(path, "w");
    cr_assert(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0, "cannot write %s", path);
}

static void read_file(const char *path, char text[ARENA_TEXT_MAX]) {
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "cannot read %s", path);
    const size_t length = fread(text, 1, ARENA_TEXT_MAX - 1, file);
    cr_assert_lt(length, ARENA_TEXT_MAX - 1, "%s is too long", path);
    text[length] = '\0';
    fclose(file);
}

void arena_read(const Arena *arena, const char *name, char text[ARENA_TEXT_MAX]) {
    char path[ARENA_PATH_MAX];
    arena_path(arena, name, path);
    read_file(path, text);
}

/* Tests run in the repository's root. */
void arena_add_engine(const Arena *arena, const char *script) {
    static char text[ARENA_TEXT_MAX];
    char path[ARENA_PATH_MAX];
    snprintf(path, sizeof path, "tests/support/program/engines/%s", script);
    read_file(path, text);
    arena_write(arena, script, text);
}

Arena *arena_new(void) {
    const char *program = getenv("DIHEDRA");
    if (program == NULL || access(program, X_OK) != 0) {
        cr_skip_test("DIHEDRA does not name the program");
    }
    Arena *arena = calloc(1, sizeof *arena);
    cr_assert_not_null(realpath(program, arena->program));
    strcpy(arena->folder, "/tmp/dihedra-match-XXXXXX");
    cr_assert_not_null(mkdtemp(arena->folder));
    arena_add_engine(arena, "fake.sh");
    return arena;
}

void arena_free(Arena *arena) {
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", arena->folder);
    cr_assert_eq(system(command), 0);
    free(arena);
}

int arena_shell(Arena *arena, const char *line) {
    char *command = malloc(COMMAND_MAX);
    const int length = snprintf(command, COMMAND_MAX, "cd '%s' && D='%s' && { %s ; } >out 2>err",
                                arena->folder, arena->program, line);
    cr_assert(length > 0 && length < COMMAND_MAX);
    const int result = system(command);
    free(command);
    cr_assert(WIFEXITED(result), "%s", line);
    arena->status = WEXITSTATUS(result);
    arena_read(arena, "out", arena->out);
    arena_read(arena, "err", arena->err);
    return arena->status;
}

int arena_run(Arena *arena, const char *command, const char *format, va_list args) {
    char options[COMMAND_MAX / 2], line[COMMAND_MAX / 2 + 64];
    vsnprintf(options, sizeof options, format, args);
    snprintf(line, sizeof line, "\"$D\" %s %s", command, options);
    return arena_shell(arena, line);
}

void arena_match(Arena *arena, const char *format, ...) {
    va_list args;
    va_start(args, format);
    arena_run(arena, "match", format, args);
    va_end(args);
}

void arena_expect(const Arena *arena, int status, const char *in_err) {
    cr_assert(arena->status == status && strstr(arena->err, in_err) != NULL,
              "status %d, not %d; expected %s in:\n%s", arena->status, status, in_err, arena->err);
}

json_t *arena_json(const Arena *arena) {
    json_error_t error;
    json_t *json = json_loads(arena->out, 0, &error);
    cr_assert_not_null(json, "%s\n%s\n%s", error.text, arena->out, arena->err);
    return json;
}

double json_at(const json_t *json, const char *path) {
    char part[64];
    for (const char *rest = path; *rest != '\0'; rest += *rest == '/') {
        const size_t length = strcspn(rest, "/");
        snprintf(part, sizeof part, "%.*s", (int)length, rest);
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(part))
                                   : json_object_get(json, part);
        rest += length;
    }
    cr_assert(json_is_number(json), "no number at %s", path);
    return json_number_value(json);
}

json_t *arena_games(const Arena *arena, const char *name) {
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
    json_array_remove(games, 0); /* the settings, a line without a number */
    return games;
}

const char *game_text(const json_t *games, size_t index, const char *key) {
    const char *text = json_string_value(json_object_get(json_array_get(games, index), key));
    return text == NULL ? "" : text;
}
