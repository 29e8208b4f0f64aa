/* Runs the tests that were registered with the stand-in for Criterion, in order of suite and name.
 *
 *     run-tests [--list] [--filter PATTERNS] [--jobs N]
 *
 * PATTERNS are globs over "suite/name", with blanks between them; N tests run at a time.
 *
 * What it prints has the form of Criterion's, which tests/run reads: "[RUN ] suite::name" before
 * each test and its outcome after it. The exit status is 0 if nothing failed and the sanitizers
 * found nothing, else 1; a filter that matches no test is a failure. Workers take one test after
 * another; each test has a thread of its own, so that it can be left from any depth. */
#include "tests/support/program/cleanup.h"

#include <criterion/criterion.h>

#include <fnmatch.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TESTS_MAX = 4096, JOBS_MAX = 64 };

enum { STACK_BYTES = 16 << 20 }; /* twice what programs get; sanitizers' frames are large */

/* What became of a test. One that a worker left running has ended the worker. */
typedef enum { LEFT_OUT, WAITS, RUNS, PASSED, FAILED, SKIPPED, OUTCOMES } Outcome;

/* What the workers share, by the tests' order. */
typedef struct {
    _Atomic Outcome outcome[TESTS_MAX];
} Board;

/* The one run of this process. It is global because constructors and assertions get no pointer. */
static struct {
    PlainTest *tests;
    Board *board;
    pid_t process;
    int number;             /* of the running test */
    const PlainTest *test;  /* the running one */
    pthread_t thread;       /* of the running test */
    atomic_bool has_failed; /* the running test, in any of its threads */
    bool was_skipped;
} run;

static int compare_tests(const PlainTest *a, const PlainTest *b) {
    int order = strcmp(a->suite, b->suite);
    return order != 0 ? order : strcmp(a->name, b->name);
}

void plain_register(PlainTest *test) {
    PlainTest **place = &run.tests;
    while (*place != NULL && compare_tests(*place, test) < 0) {
        place = &(*place)->next;
    }
    test->next = *place;
    *place = test;
}

/* Leaves the running test. Only the test's own thread can do so without ending the run; another
 * thread ends it, and a child process that the test forked ends silently. */
static _Noreturn void leave_test(void) {
    fflush(stdout);
    if (getpid() == run.process && pthread_equal(pthread_self(), run.thread)) {
        pthread_exit(NULL);
    }
    if (getpid() == run.process) {
        atomic_store(&run.board->outcome[run.number], FAILED);
    }
    _Exit(EXIT_FAILURE);
}

void plain_fail(const char *file, int line, const char *call, const char *format, ...) {
    char message[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    printf("%s:%d: %s%s%s\n", file, line, call, message[0] != '\0' ? ": " : "", message);
    atomic_store(&run.has_failed, true);
    leave_test();
}

void plain_log(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

void plain_skip(const char *format, ...) {
    char message[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    printf("[SKIP] %s::%s: %s\n", run.test->suite, run.test->name, message);
    run.was_skipped = true;
    leave_test();
}

static void *test_thread(void *argument) {
    const PlainTest *test = argument;
    run.thread = pthread_self();
    if (test->options.init != NULL) {
        test->options.init();
    }
    test->run();
    if (test->options.fini != NULL) {
        test->options.fini();
    }
    return NULL;
}

static Outcome run_test(const PlainTest *test) {
    pthread_t thread;
    pthread_attr_t attributes;
    printf("[RUN ] %s::%s\n", test->suite, test->name); /* before it runs, as it may crash */
    fflush(stdout);
    run.test = test;
    atomic_store(&run.has_failed, false);
    run.was_skipped = test->options.disabled;
    if (!test->options.disabled) {
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, STACK_BYTES);
        if (pthread_create(&thread, &attributes, test_thread, (void *)test) != 0) {
            printf("cannot create a thread for the test\n");
            exit(EXIT_FAILURE);
        }
        pthread_attr_destroy(&attributes);
        pthread_join(thread, NULL);
        if (!atomic_load(&run.has_failed)) {
            cleanup_run();
        }
    }
    const bool has_failed = atomic_load(&run.has_failed);
    if (test->options.disabled) {
        printf("[SKIP] %s::%s: Test is disabled\n", test->suite, test->name);
    } else if (has_failed || !run.was_skipped) {
        printf("[%s] %s::%s\n", has_failed ? "FAIL" : "PASS", test->suite, test->name);
    }
    fflush(stdout);
    return has_failed ? FAILED : run.was_skipped ? SKIPPED : PASSED;
}

/* Runs the next of those that wait until none is left. Returns whether none failed. */
static bool work(void) {
    bool is_well = true;
    int number = 0;
    run.process = getpid();
    for (PlainTest *test = run.tests; test != NULL; test = test->next, number++) {
        Outcome waits = WAITS;
        if (atomic_compare_exchange_strong(&run.board->outcome[number], &waits, RUNS)) {
            run.number = number;
            const Outcome outcome = run_test(test);
            atomic_store(&run.board->outcome[number], outcome);
            is_well = is_well && outcome != FAILED;
        }
    }
    return is_well;
}

static bool start_worker(void) {
    const pid_t worker = fork();
    if (worker == 0) {
        if (!work()) {
            _Exit(EXIT_SUCCESS); /* without a report on leaks: a test left early frees nothing */
        }
        exit(EXIT_SUCCESS); /* after the sanitizers' own checks */
    }
    return worker > 0;
}

static bool any_waits(void) {
    for (int number = 0; number < TESTS_MAX; number++) {
        if (atomic_load(&run.board->outcome[number]) == WAITS) {
            return true;
        }
    }
    return false;
}

/* Runs the tests that wait, so many at a time. A worker that a test ended is replaced. Returns
 * whether all ended well. */
static bool run_tests(int jobs) {
    bool is_well = true;
    int status;
    for (int i = 0; i < jobs; i++) {
        is_well = start_worker() && is_well;
    }
    while (wait(&status) > 0) {
        if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS) {
            is_well = false;
            if (any_waits()) {
                start_worker();
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
static int choose_tests(const char *filter) {
    int number = 0, count = 0;
    for (const PlainTest *test = run.tests; test != NULL; test = test->next, number++) {
        char id[256];
        snprintf(id, sizeof id, "%s/%s", test->suite, test->name);
        if (number == TESTS_MAX) {
            printf("more tests than the runner has room for\n");
            exit(EXIT_FAILURE);
        }
        if (is_chosen(filter, id)) {
            atomic_store(&run.board->outcome[number], WAITS);
            count++;
        }
    }
    return count;
}

/* Returns whether no test failed. */
static bool report(void) {
    int counts[OUTCOMES] = {0}, number = 0;
    for (const PlainTest *test = run.tests; test != NULL; test = test->next, number++) {
        const Outcome outcome = atomic_load(&run.board->outcome[number]);
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
    for (const PlainTest *test = run.tests; test != NULL; test = test->next) {
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
    run.board =
        mmap(NULL, sizeof *run.board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (run.board == MAP_FAILED) {
        perror("mmap");
        return EXIT_FAILURE;
    }
    if (choose_tests(filter) == 0) {
        printf("no test matches %s\n", filter);
        return EXIT_FAILURE;
    }
    fflush(stdout);
    const bool is_well = run_tests(jobs);
    return report() && is_well ? EXIT_SUCCESS : EXIT_FAILURE;
}
