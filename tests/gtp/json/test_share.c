/* Sessions that share the work of one input: together they write what one writes alone. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gtp/json/analysis_session.h"
#include "tests/support/program/temporary_path.h"

static const char INPUT[] =
    "{\"id\":\"a\",\"moves\":[[\"B\",\"C3\"],[\"W\",\"B2\"]],\"rules\":\"chinese\",\"komi\":5,"
    "\"boardXSize\":5,\"boardYSize\":5,\"analyzeTurns\":[0,1,2]}\n"
    "{\"id\":\"b\",\"moves\":[],\"rules\":\"chinese\",\"boardXSize\":4,\"boardYSize\":4}\n"
    "{\"id\":\"wrong\",\"moves\":[[\"B\",\"Z9\"]],\"rules\":\"chinese\",\"boardXSize\":5,"
    "\"boardYSize\":5}\n"
    "no JSON\n"
    "{\"id\":\"c\",\"moves\":[[\"B\",\"A1\"]],\"rules\":\"japanese\",\"boardXSize\":3,"
    "\"boardYSize\":3,\"analyzeTurns\":[1,0]}\n"
    "{\"id\":\"v\",\"action\":\"query_version\"}\n"
    "{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"nobody\"}\n";

enum { LINES_MAX = 32, OUTPUT_MAX = 1 << 18 };

typedef struct {
    char *bytes; /* what the lines point into */
    char *lines[LINES_MAX];
    int count;
} Written;

static void run_session(const char *path, AnalysisShare share, Written *written) {
    char out[TEMPORARY_PATH_MAX];
    Settings settings = settings_default();
    settings.session.positions = 1;
    settings.query.player.visits = 10;
    settings.query.player.threads = 1;
    temporary_path(out);
    const int input = open(path, O_RDONLY), output = open(out, O_RDWR | O_TRUNC);
    const AnalysisSessionOptions options = {.share = share};
    Status status;
    cr_assert(input >= 0 && output >= 0);
    cr_assert(analysis_session_run(&settings, &options, input, output, &status), "%s", status.text);
    const ssize_t length = pread(output, written->bytes, OUTPUT_MAX - 1, 0);
    cr_assert_geq(length, 0);
    written->bytes[length] = '\0';
    char *rest = written->bytes;
    for (char *line; (line = strsep(&rest, "\n")) != NULL && *line != '\0';) {
        cr_assert_lt(written->count, LINES_MAX);
        written->lines[written->count++] = strdup(line);
    }
    close(input);
    close(output);
    unlink(out);
}

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void run_sessions(const char *path, int count, Written *written) {
    written->bytes = malloc(OUTPUT_MAX);
    for (int i = 0; i < count; i++) {
        run_session(path, (AnalysisShare){i, count}, written);
    }
    qsort(written->lines, (size_t)written->count, sizeof written->lines[0], compare);
}

static void free_written(Written *written) {
    for (int i = 0; i < written->count; i++) {
        free(written->lines[i]);
    }
    free(written->bytes);
}

Test(json_share, sessions_together_write_what_one_writes_alone, .timeout = 120) {
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    FILE *file = fopen(path, "w");
    cr_assert(file != NULL && fputs(INPUT, file) >= 0 && fclose(file) == 0);
    Written alone = {0};
    run_sessions(path, 1, &alone);
    cr_assert_eq(alone.count, 10); /* six turns, two errors, two actions */
    for (int count = 2; count <= 7; count++) {
        Written together = {0};
        run_sessions(path, count, &together);
        cr_assert_eq(together.count, alone.count, "%d sessions", count);
        for (int i = 0; i < alone.count; i++) {
            cr_assert_str_eq(together.lines[i], alone.lines[i]);
        }
        free_written(&together);
    }
    free_written(&alone);
    unlink(path);
}
