/* Runs the tests that were registered with the stand-in for Criterion, in order of suite and name.
 *
 *     run-tests [--list] [--filter PATTERNS] [--jobs N]
 *
 * PATTERNS are globs over "suite/name", with blanks between them; N tests run at a time.
 *
 * What it prints has the form of Criterion's, which tests/run reads: "[RUN ] suite::name" before
 * each test and its outcome after it. The exit status is 0 if nothing failed and the sanitizers
 * found nothing, else 1; a filter that matches no test is a failure. Workers take one test after
 * another. */
#include <fnmatch.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/plain/test.h"

enum { TESTS_MAX = 4096, JOBS_MAX = 64 };

/* What became of a test. One that a worker left running has ended the worker. */
typedef enum { LEFT_OUT, WAITS, RUNS, PASSED, FAILED, SKIPPED, OUTCOMES } Outcome;

/* What the workers share, by the tests' order. */
typedef struct {
    _Atomic Outcome outcome[TESTS_MAX];
} Board;

/* Runs the next of those that wait until none is left. Returns whether none failed. */
static bool work(Board *board) {
    static const Outcome outcomes[] = {
        [TEST_PASSED] = PASSED, [TEST_FAILED] = FAILED, [TEST_SKIPPED] = SKIPPED};
    bool is_well = true;
    int number = 0;
    for (const PlainTest *test = test_first(); test != NULL; test = test->next, number++) {
        Outcome waits = WAITS;
        if (atomic_compare_exchange_strong(&board->outcome[number], &waits, RUNS)) {
            const Outcome outcome = outcomes[test_run(test)];
            atomic_store(&board->outcome[number], outcome);
            is_well = is_well && outcome != FAILED;
        }
    }
    return is_well;
}

static bool start_worker(Board *board) {
    const pid_t worker = fork();
    if (worker == 0) {
        if (!work(board)) {
            _Exit(EXIT_SUCCESS); /* without a report on leaks: a test left early frees nothing */
        }
        exit(EXIT_SUCCESS); /* after the sanitizers' own checks */
    }
    return worker > 0;
}

static bool any_waits(const Board *board) {
    for (int number = 0; number < TESTS_MAX; number++) {
        if (atomic_load(&board->outcome[number]) == WAITS) {
            return true;
        }
    }
    return false;
}

/* Runs the tests that wait, so many at a time. A worker that a test ended is replaced. Returns
 * whether all ended well. */
static bool run_tests(Board *board, int jobs) {
    bool is_well = true;
    int status;
    for (int i = 0; i < jobs; i++) {
        is_well = start_worker(board) && is_well;
    }
    while (wait(&status) > 0) {
        if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS) {
            is_well = false;
            if (any_waits(board)) {
                start_worker(board);
            }
        }
    }
    return is_well;
}

/* Does one of the filter's globs match? */
static bool is_chosen(const char *filter, const char *id) {
    char glob[256];
    for (int length; sscanf(filter, " %255s%n", glob, &length) == 1; filter += length) {
        if (fnmatch(glob, id, 0) == 0) {
            return true;
        }
    }
    return false;
}

/* Marks the tests that the filter chooses. Returns their number. */
static int choose_tests(Board *board, const char *filter) {
    int number = 0, count = 0;
    for (const PlainTest *test = test_first(); test != NULL; test = test->next, number++) {
        char id[256];
        snprintf(id, sizeof id, "%s/%s", test->suite, test->name);
        if (number == TESTS_MAX) {
            printf("more tests than the runner has room for\n");
            exit(EXIT_FAILURE);
        }
        if (is_chosen(filter, id)) {
            atomic_store(&board->outcome[number], WAITS);
            count++;
        }
    }
    return count;
}

/* Returns whether no test failed. */
static bool report(const Board *board) {
    int counts[OUTCOMES] = {0}, number = 0;
    for (const PlainTest *test = test_first(); test != NULL; test = test->next, number++) {
        const Outcome outcome = atomic_load(&board->outcome[number]);
        const bool is_good = outcome == LEFT_OUT || outcome == PASSED || outcome == SKIPPED;
        counts[is_good ? outcome : FAILED]++;
        if (!is_good && outcome != FAILED) {
            printf("[FAIL] %s::%s%s\n", test->suite, test->name,
                   outcome == RUNS    ? ": it ended the process"
                   : outcome == WAITS ? ": it never ran"
                                      : "");
        }
    }
    printf("[====] %d passed, %d failed, %d skipped\n", counts[PASSED], counts[FAILED],
           counts[SKIPPED]);
    fflush(stdout);
    return counts[FAILED] == 0;
}

/* Prints "suite: N tests" for each. */
static void list_suites(void) {
    int count = 0;
    for (const PlainTest *test = test_first(); test != NULL; test = test->next) {
        count++;
        if (test->next == NULL || strcmp(test->next->suite, test->suite) != 0) {
            printf("%s: %d tests\n", test->suite, count);
            count = 0;
        }
    }
}

int main(int argc, char **argv) {
    const char *filter = "*";
    int jobs = 1;
    for (int i = 1; i < argc; i++) {
        char *end = "";
        if (strcmp(argv[i], "--list") == 0) {
            list_suites();
            return EXIT_SUCCESS;
        }
        if (i + 1 < argc && strcmp(argv[i], "--filter") == 0) {
            filter = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--jobs") == 0) {
            jobs = (int)strtol(argv[++i], &end, 10);
        } else if (strncmp(argv[i], "-j", 2) == 0) {
            jobs = (int)strtol(argv[i] + 2, &end, 10);
        } else if (strcmp(argv[i], "--verbose=1") != 0) { /* Criterion's; this is always so */
            end = "?";
        }
        if (*end != '\0' || jobs < 1 || jobs > JOBS_MAX) {
            fprintf(stderr, "usage: %s [--list] [--filter PATTERN] [--jobs N]\n", argv[0]);
            return 2;
        }
    }
    Board *board =
        mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (board == MAP_FAILED) {
        perror("mmap");
        return EXIT_FAILURE;
    }
    if (choose_tests(board, filter) == 0) {
        printf("no test matches %s\n", filter);
        return EXIT_FAILURE;
    }
    fflush(stdout);
    const bool is_well = run_tests(board, jobs);
    return report(board) && is_well ? EXIT_SUCCESS : EXIT_FAILURE;
}
