/* Lines come out whole and in order, whenever they are read; without a reader the program ends. */
#include "gtp/json/output.h"
#include "tests/support/program/cleanup.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE_BYTES = 1024, LINES_MAX = 1 << 16 };

static void add_lines(Output *output, int first, int end) {
    for (int i = first; i < end; i++) {
        output_add(output, formatted("%-*d\n", LINE_BYTES - 1, i), LINE_BYTES);
    }
}

static void expect_lines(int fd, int first, int end) {
    char line[LINE_BYTES];
    for (int i = first; i < end; i++) {
        for (size_t got = 0; got < LINE_BYTES;) {
            const ssize_t count = read(fd, line + got, LINE_BYTES - got);
            cr_assert_gt(count, 0);
            got += (size_t)count;
        }
        cr_assert_eq(atoi(line), i);
        cr_assert_eq(line[LINE_BYTES - 1], '\n');
    }
}

/* Adding never waits. Output is behind while it is not read, and no longer once all is read. */
Test(json_output, is_behind_while_it_is_not_read, .timeout = 60) {
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    Output *output = output_new(ends[1]);
    add_lines(output, 0, 1);
    cr_assert_not(output_is_behind(output));
    int lines = 1;
    for (; !output_is_behind(output); lines++) {
        cr_assert_lt(lines, LINES_MAX);
        add_lines(output, lines, lines + 1);
    }
    expect_lines(ends[0], 0, lines);
    cr_assert_not(output_is_behind(output));
    add_lines(output, 0, 2);
    output_free(output);
    close(ends[1]);
    expect_lines(ends[0], 0, 2);
    char rest;
    cr_assert_eq(read(ends[0], &rest, 1), 0);
    close(ends[0]);
}

/* Though nothing is written. */
Test(json_output, the_loss_of_its_reader_ends_the_program, .timeout = 60) {
    int ends[2], status;
#ifdef __SANITIZE_THREAD__
    cr_skip_test("ThreadSanitizer lets no thread start after a fork of several");
#endif
    cr_assert_eq(pipe(ends), 0);
    const pid_t process = fork();
    if (process == 0) {
        close(ends[0]);
        alarm(20); /* if it does not end */
        output_new(ends[1]);
        pause();
    }
    close(ends[0]);
    close(ends[1]);
    cr_assert_eq(waitpid(process, &status, 0), process);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE, "%x", (unsigned)status);
}
