/* Runs the tests that were registered with the stand-in for Criterion, in order of suite and name.
 *
 *     run-tests --list
 *     run-tests -j1 --verbose=1 --filter PATTERN
 *
 * PATTERN is a glob over "suite/name". tests/run calls it so, as it calls Criterion's runner, once
 * for each suite, and reads "[RUN ] suite::name" before each test and its outcome after it. The
 * exit status is 0 if nothing failed and the sanitizers found nothing. A test that crashes ends the
 * run.
 *
 * Each test has its own thread, so that it can be left from any depth. */
#include <fnmatch.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <unistd.h>

#include "tests/support/program/cleanup.h"

enum { STACK_BYTES = 16 << 20 }; /* twice what programs get; sanitizers' frames are large */

/* It is global because constructors and assertions get no pointer. */
static struct {
    PlainTest *tests;
    pid_t process;
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
    _Exit(EXIT_FAILURE);
}

void plain_fail(const char *file, int line, const char *call, const char *format, ...) {
    va_list args;
    va_start(args, format);
    printf("%s:%d: %s: ", file, line, call);
    vprintf(format, args);
    va_end(args);
    printf("\n");
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
    va_list args;
    va_start(args, format);
    printf("[SKIP] %s::%s: ", run.test->suite, run.test->name);
    vprintf(format, args);
    va_end(args);
    printf("\n");
    run.was_skipped = true;
    leave_test();
}

static void *test_thread(void *argument) {
    run.thread = pthread_self();
    ((const PlainTest *)argument)->run();
    return NULL;
}

/* Runs a test. Returns whether it did not fail. */
static bool run_test(const PlainTest *test) {
    pthread_t thread;
    pthread_attr_t attributes;
    printf("[RUN ] %s::%s\n", test->suite, test->name); /* before it runs, as it may crash */
    fflush(stdout);
    run.test = test;
    run.process = getpid();
    run.was_skipped = false;
    atomic_store(&run.has_failed, false);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    if (pthread_create(&thread, &attributes, test_thread, (void *)test) != 0) {
        printf("cannot create a thread for the test\n");
        exit(EXIT_FAILURE);
    }
    pthread_attr_destroy(&attributes);
    pthread_join(thread, NULL);
    const bool has_failed = atomic_load(&run.has_failed);
    if (!has_failed) {
        cleanup_run();
    }
    if (has_failed || !run.was_skipped) {
        printf("[%s] %s::%s\n", has_failed ? "FAIL" : "PASS", test->suite, test->name);
    }
    fflush(stdout);
    return !has_failed;
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
    const bool lists = argc == 2 && strcmp(argv[1], "--list") == 0;
    bool is_well = true;
    if (lists) {
        list_suites();
    } else if (argc != 5 || strcmp(argv[3], "--filter") != 0) {
        fprintf(stderr, "usage: %s --list | -j1 --verbose=1 --filter PATTERN\n", argv[0]);
        return 2;
    }
    for (const PlainTest *test = run.tests; !lists && test != NULL; test = test->next) {
        char id[256];
        snprintf(id, sizeof id, "%s/%s", test->suite, test->name);
        is_well = (fnmatch(argv[4], id, 0) != 0 || run_test(test)) && is_well;
    }
    if (!is_well) {
        fflush(stdout);
        _Exit(EXIT_FAILURE); /* without a report on leaks: a test left early frees nothing */
    }
    return EXIT_SUCCESS; /* after the sanitizers' own checks */
}
