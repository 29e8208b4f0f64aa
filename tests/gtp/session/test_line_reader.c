/* Lines of a session: what the reader makes of the bytes, and what the loop answers to them. */
#include "gtp/session/loop.h"
#include "tests/support/session/feed.h"
#include "tests/support/session/session.h"

#include <fcntl.h>
#include <signal.h>

/* ---- The reader ---- */

/* Returns all lines of the stream, each with a newline; "<too long>" stands for one that is. */
static char *read_all(const char *bytes, size_t length, size_t chunk) {
    Feed feed = {.bytes = bytes, .length = length, .chunk = chunk};
    const int input = feed_start(&feed);
    LineReader reader;
    line_reader_init(&reader, input, -1);
    char *line = malloc(GTP_LINE_MAX);
    Text lines = {0};
    LineResult result;
    while ((result = line_reader_next(&reader, line)) != LINE_END) {
        text_add(&lines, "%s", result == LINE_OK ? line : "<too long>");
        text_add(&lines, "\n");
    }
    cr_assert_eq(line_reader_next(&reader, line), LINE_END);
    free(line);
    feed_end(&feed, input);
    text_add(&lines, "%s", "");
    return cleanup_free(lines.bytes);
}

static void expect_lines(const char *bytes, size_t length, const char *lines) {
    static const size_t CHUNKS[] = {1, 7, 1 << 20};
    for (int i = 0; i < 3; i++) {
        char *got = read_all(bytes, length, CHUNKS[i]);
        cr_assert_str_eq(got, lines, "'%s' gives '%s', not '%s'", bytes, got, lines);
    }
}

Test(gtp_lines, are_cleaned) {
    static const struct {
        const char *bytes, *lines;
    } CASES[] = {
        {"", ""},
        {"\n", "\n"},
        {"name\n", "name\n"},
        {"name", "name\n"}, /* the last line needs no newline */
        {"name\nquit", "name\nquit\n"},
        {"\n\n x \n", "\n\n x \n"},
        {"play\tb\tC3\r\n", "play b C3\n"},
        {"\r\n\r\n", "\n\n"},
        {"pl\ray", "play\n"},
        {"# all of it\nname # and \t this # too\n#", "\nname \n\n"},
        {"a\001b\037c\033[0m\177d\bx\n", "abc[0mdx\n"},
        {"loadsgf caf\xC3\xA9\xFF\x80.sgf\n", "loadsgf caf\xC3\xA9\xFF\x80.sgf\n"},
        {"~ !\n", "~ !\n"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_lines(CASES[i].bytes, strlen(CASES[i].bytes), CASES[i].lines);
    }
    expect_lines("na\0me\n\0", 7, "name\n\n");
}

/* ---- The loop ---- */

/* What the loop answers to the bytes on a board of 3x3. */
static char *loop_over(const char *bytes, size_t length, size_t chunk) {
    const EngineOptions options = session_options(3, 3);
    return feed_loop(&options, (Feed){.bytes = bytes, .length = length, .chunk = chunk});
}

static void expect_answers(const char *bytes, const char *answers) {
    char *got = loop_over(bytes, strlen(bytes), 1 << 20);
    cr_assert_str_eq(got, answers, "'%s' gives '%s', not '%s'", bytes, got, answers);
}

Test(gtp_lines, too_long_ones_are_refused_and_dropped) {
    static char bytes[3 * GTP_LINE_MAX];
    int length = snprintf(bytes, sizeof bytes, "1 name\n2 name ");
    memset(bytes + length, ' ', 2 * GTP_LINE_MAX);
    snprintf(bytes + length + 2 * GTP_LINE_MAX, 32, "\n3 name\n");
    expect_answers(bytes, "=1 Dihedra\n\n?2 line too long\n\n=3 Dihedra\n\n");
    length = snprintf(bytes, sizeof bytes, "4 known_command ");
    memset(bytes + length, 'x', (size_t)(GTP_LINE_MAX - 1 - length));
    snprintf(bytes + GTP_LINE_MAX - 1, 32, "\n5 name\n");
    expect_answers(bytes, "=4 false\n\n=5 Dihedra\n\n");
}

static void *read_to_end(void *argument) {
    const int *from = argument;
    char bytes[4096];
    size_t length = 0;
    for (ssize_t count; (count = read(*from, bytes, sizeof bytes)) > 0;) {
        length += (size_t)count;
    }
    return cleanup_free(memcpy(malloc(sizeof length), &length, sizeof length));
}

/* A full pipe that does not block is waited for. */
Test(gtp_lines, an_output_that_does_not_block_gets_every_answer) {
    enum { LINES = 100 };
    const EngineOptions options = session_options(3, 3);
    Text *lines = text_kept();
    for (int i = 0; i < LINES; i++) {
        text_add(lines, "list_commands\n");
    }
    Feed feed = {.bytes = lines->bytes, .length = lines->length, .chunk = lines->length};
    int ends[2];
    pthread_t reader;
    void *length;
    cr_assert(pipe(ends) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0);
    const int input = feed_start(&feed);
    cr_assert_eq(pthread_create(&reader, NULL, read_to_end, &ends[0]), 0);
    cr_assert_eq(loop_run(&options, GTP_FAMILIES, NULL, input, ends[1]), EXIT_SUCCESS);
    close(ends[1]);
    pthread_join(reader, &length);
    const char *once = feed_loop_text(&options, "list_commands\n");
    cr_assert_eq(*(size_t *)length, LINES * strlen(once));
    close(ends[0]);
    feed_end(&feed, input);
}

/* When the controller has gone, the loop ends at the first answer it cannot write. */
Test(gtp_lines, an_output_that_closes_ends_the_loop) {
    void (*old)(int) = signal(SIGPIPE, SIG_IGN);
    static const char BYTES[] = "name\nplay b A1\nname\n";
    Feed feed = {.bytes = BYTES, .length = sizeof BYTES - 1, .chunk = 1};
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    close(ends[0]);
    const int input = feed_start(&feed);
    const EngineOptions options = session_options(3, 3);
    cr_assert_eq(loop_run(&options, GTP_FAMILIES, NULL, input, ends[1]), EXIT_FAILURE);
    close(ends[1]);
    feed_end(&feed, input);
    signal(SIGPIPE, old);
}
