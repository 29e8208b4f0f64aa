#include "tests/support/program/json_talk.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAIT_MS = 60000, ARGUMENTS_MAX = 32 };

static void run_program(const JsonTalk *talk, const char *options, const int in[2],
                        const int out[2]) {
    char words[1024];
    char *arguments[ARGUMENTS_MAX] = {getenv("DIHEDRA"), "analysis"};
    int count = 2;
    snprintf(words, sizeof words, "%s", options);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        arguments[count++] = word;
    }
    const int err = open(talk->err, O_WRONLY);
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    for (int fd = 3; fd < 64; fd++) {
        close(fd);
    }
    signal(SIGINT, SIG_DFL); /* a test run in the background ignores it */
    execv(arguments[0], arguments);
    _exit(127);
}

static void release(void *argument) {
    JsonTalk *talk = argument;
    free(talk->bytes);
    free(talk);
}

JsonTalk *json_talk_start(const char *options) {
    int in[2], out[2];
    if (getenv("DIHEDRA") == NULL) {
        cr_skip_test("DIHEDRA names no program");
    }
    JsonTalk *talk = calloc(1, sizeof *talk);
    cleanup_add(talk, release);
    temporary_path(talk->err);
    cr_assert(pipe(in) == 0 && pipe(out) == 0);
    talk->process = fork();
    if (talk->process == 0) {
        run_program(talk, options, in, out);
    }
    close(in[0]);
    close(out[1]);
    talk->input = in[1];
    talk->output = out[0];
    return talk;
}

void json_talk_send(const JsonTalk *talk, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t count = write(talk->input, bytes, length);
        cr_assert_gt(count, 0);
        bytes += count;
        length -= (size_t)count;
    }
}

char *json_talk_quoted(const char *text) {
    char *copy = formatted("%s", text);
    for (char *quote = copy; (quote = strchr(quote, '\'')) != NULL;) {
        *quote = '"';
    }
    return copy;
}

void json_talk_say(const JsonTalk *talk, const char *line) {
    const char *text = json_talk_quoted(line);
    json_talk_send(talk, text, strlen(text));
    json_talk_send(talk, "\n", 1);
}

/* Reads more bytes. Returns false at the end of the output. */
static bool read_more(JsonTalk *talk) {
    struct pollfd end = {.fd = talk->output, .events = POLLIN};
    if (talk->capacity - talk->length < 65536) {
        talk->capacity = 2 * talk->capacity + 65536;
        talk->bytes = realloc(talk->bytes, talk->capacity);
        cr_assert_not_null(talk->bytes);
    }
    cr_assert_eq(poll(&end, 1, WAIT_MS), 1, "no line came");
    const ssize_t count = read(talk->output, talk->bytes + talk->length, 65536);
    talk->length += count > 0 ? (size_t)count : 0;
    return count > 0;
}

json_t *json_talk_hear(JsonTalk *talk) {
    char *newline = talk->length == 0 ? NULL : memchr(talk->bytes, '\n', talk->length);
    while (newline == NULL) {
        const size_t seen = talk->length;
        if (!read_more(talk)) {
            cr_assert_eq(talk->length, 0, "half a line");
            return NULL;
        }
        newline = memchr(talk->bytes + seen, '\n', talk->length - seen);
    }
    json_error_t error;
    const size_t length = (size_t)(newline - talk->bytes);
    json_t *object =
        json_loadb(talk->bytes, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    cr_assert(json_is_object(object), "%s: %.*s", error.text, (int)length, talk->bytes);
    talk->length -= length + 1;
    memmove(talk->bytes, newline + 1, talk->length);
    return cleanup_json(object);
}

json_t *json_talk_hear_final(JsonTalk *talk) {
    json_t *object = json_talk_hear(talk);
    while (object != NULL && json_is_true(json_object_get(object, "isDuringSearch"))) {
        object = json_talk_hear(talk);
    }
    return object;
}

int json_talk_end(JsonTalk *talk) {
    int status;
    if (talk->input >= 0) {
        close(talk->input);
        talk->input = -1;
    }
    while (json_talk_hear(talk) != NULL) {
    }
    close(talk->output);
    cr_assert_eq(waitpid(talk->process, &status, 0), talk->process);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool json_talk_erred(const JsonTalk *talk, const char *text) {
    char err[65536];
    FILE *file = fopen(talk->err, "r");
    cr_assert_not_null(file);
    const size_t length = fread(err, 1, sizeof err - 1, file);
    err[length] = '\0';
    fclose(file);
    return strstr(err, text) != NULL;
}

json_t *json_talk_run(const char *options, const char *input) {
    JsonTalk *talk = json_talk_start(options);
    json_t *lines = cleanup_json(json_array());
    json_talk_say(talk, input);
    close(talk->input);
    talk->input = -1;
    for (json_t *line = json_talk_hear(talk); line != NULL; line = json_talk_hear(talk)) {
        json_array_append(lines, line);
    }
    cr_assert_eq(json_talk_end(talk), 0, "%s", input);
    cr_assert(json_talk_erred(talk, "Started, ready to begin handling requests"));
    return lines;
}

json_t *json_talk_answer(json_t *lines, const char *id, int turn) {
    json_t *found = NULL;
    for (size_t i = 0; i < json_array_size(lines); i++) {
        json_t *line = json_array_get(lines, i);
        const char *own = json_string_value(json_object_get(line, "id"));
        json_t *turn_number = json_object_get(line, "turnNumber");
        if (own != NULL && strcmp(own, id) == 0 && json_integer_value(turn_number) == turn &&
            json_is_false(json_object_get(line, "isDuringSearch"))) {
            cr_assert_null(found, "two answers for %s, turn %d", id, turn);
            found = line;
        }
    }
    cr_assert_not_null(found, "no answer for %s, turn %d", id, turn);
    return found;
}

bool json_talk_is(json_t *object, const char *kind, const char *field, const char *id) {
    const char *own_field = json_string_value(json_object_get(object, "field"));
    const char *own_id = json_string_value(json_object_get(object, "id"));
    const size_t expected = (size_t)(1 + (*field != '\0') + (id != NULL));
    return json_is_string(json_object_get(object, kind)) && json_object_size(object) == expected &&
           strcmp(own_field == NULL ? "" : own_field, field) == 0 &&
           (id == NULL ? own_id == NULL : own_id != NULL && strcmp(own_id, id) == 0);
}
