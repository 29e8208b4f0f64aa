#include "tests/support/program/arena.h"

#include <signal.h>
#include <stdarg.h>

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
    cr_assert_eq(access(path, R_OK), 0, "no %s; status %d, and in standard error:\n%s", name,
                 arena->status, arena->err);
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

static void release(void *argument) {
    Arena *arena = argument;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", arena->folder);
    if (system(command) != 0) {
        perror(command);
    }
    free(arena);
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
    cleanup_add(arena, release);
    arena_add_engine(arena, "fake.sh");
    return arena;
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

int arena_run(Arena *arena, const char *format, ...) {
    char options[COMMAND_MAX / 2];
    va_list args;
    va_start(args, format);
    vsnprintf(options, sizeof options, format, args);
    va_end(args);
    return arena_shell(arena, formatted("\"$D\" %s", options));
}

void arena_must_run(Arena *arena, const char *format, ...) {
    char options[COMMAND_MAX / 2];
    va_list args;
    va_start(args, format);
    vsnprintf(options, sizeof options, format, args);
    va_end(args);
    cr_assert_eq(arena_run(arena, "%s", options), 0, "%s: %s%s", options, arena->out, arena->err);
}

FILE *arena_start(const Arena *arena, pid_t *process, const char *format, ...) {
    char options[COMMAND_MAX / 2];
    int ends[2];
    va_list args;
    va_start(args, format);
    vsnprintf(options, sizeof options, format, args);
    va_end(args);
    const char *line = formatted("cd '%s' && D='%s' && exec \"$D\" %s >out", arena->folder,
                                 arena->program, options);
    cr_assert_eq(pipe(ends), 0);
    *process = fork();
    if (*process == 0) {
        signal(SIGINT, SIG_DFL); /* a shell that runs the tests in the background ignores it */
        signal(SIGTERM, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        /* Not closed on exec: a descriptor that every engine inherits. */
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    cr_assert_gt(*process, 0);
    close(ends[1]);
    return fdopen(ends[0], "r");
}

int arena_await(FILE *errors, pid_t process) {
    char line[1024];
    int result;
    while (fgets(line, sizeof line, errors) != NULL) {
    }
    fclose(errors);
    cr_assert_eq(waitpid(process, &result, 0), process);
    return result;
}

void arena_expect(const Arena *arena, int status, const char *in_err) {
    cr_assert(arena->status == status && strstr(arena->err, in_err) != NULL,
              "status %d, not %d; expected %s in:\n%s", arena->status, status, in_err, arena->err);
}

void arena_expect_shell(Arena *arena, const char *line, const char *out) {
    cr_assert_eq(arena_shell(arena, line), 0, "%s: %s", line, arena->err);
    cr_assert_str_eq(arena->out, out, "%s: %s", line, arena->out);
}

void arena_expect_told(const Arena *arena, const char *in_out) {
    arena_expect(arena, 0, "");
    expect_in(arena->out, in_out);
}

void arena_prints(Arena *arena, const char *arguments, const char *in_out) {
    arena_run(arena, "%s", arguments);
    arena_expect_told(arena, in_out);
}

void arena_expect_refusals(Arena *arena, const char *command, int status,
                           const char *const cases[][2], size_t count) {
    for (size_t i = 0; i < count; i++) {
        arena_run(arena, "%s %s", command, cases[i][0]);
        arena_expect(arena, status, formatted("dihedra %s: ", command));
        arena_expect(arena, status, cases[i][1]);
        cr_assert_str_eq(arena->out, "", "%s", cases[i][0]);
    }
}

json_t *arena_json(const Arena *arena) {
    json_error_t error;
    json_t *json = json_loads(arena->out, 0, &error);
    cr_assert_not_null(json, "%s\n%s\n%s", error.text, arena->out, arena->err);
    return cleanup_json(json);
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
    return cleanup_json(games);
}

const char *game_text(const json_t *games, size_t index, const char *key) {
    const char *text = json_string_value(json_object_get(json_array_get(games, index), key));
    return text == NULL ? "" : text;
}
