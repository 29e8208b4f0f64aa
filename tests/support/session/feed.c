#include "tests/support/session/feed.h"

#include "gtp/commands/families.h"
#include "gtp/session/loop.h"
#include "tests/support/program/cleanup.h"

#include <unistd.h>

static void *write_all(void *argument) {
    const Feed *feed = argument;
    for (size_t done = 0; done < feed->length;) {
        const size_t left = feed->length - done;
        const ssize_t count =
            write(feed->output, feed->bytes + done, left < feed->chunk ? left : feed->chunk);
        if (count < 0) {
            break; /* the reader has closed its end */
        }
        done += (size_t)count;
    }
    close(feed->output);
    return NULL;
}

int feed_start(Feed *feed) {
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    feed->output = ends[1];
    cr_assert_eq(pthread_create(&feed->thread, NULL, write_all, feed), 0);
    return ends[0];
}

void feed_end(Feed *feed, int input) {
    pthread_join(feed->thread, NULL);
    close(input);
}

char *feed_take_output(FILE *output) {
    cr_assert_eq(fseek(output, 0, SEEK_END), 0);
    const long length = ftell(output);
    cr_assert(length >= 0);
    char *bytes = cleanup_free(calloc((size_t)length + 1, 1));
    rewind(output);
    cr_assert_eq(fread(bytes, 1, (size_t)length, output), (size_t)length);
    fclose(output);
    return bytes;
}

char *feed_loop(const EngineOptions *options, Feed feed) {
    const int input = feed_start(&feed);
    char rest[256];
    FILE *output = tmpfile();
    cr_assert_not_null(output);
    cr_assert_eq(loop_run(options, GTP_FAMILIES, NULL, input, fileno(output)), EXIT_SUCCESS);
    char *answers = feed_take_output(output);
    while (read(input, rest, sizeof rest) > 0) {
    }
    feed_end(&feed, input);
    return answers;
}

char *feed_loop_text(const EngineOptions *options, const char *text) {
    return feed_loop(options, (Feed){.bytes = text, .length = strlen(text), .chunk = 1 << 20});
}
