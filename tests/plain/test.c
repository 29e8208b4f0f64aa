#include "tests/plain/test.h"

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

const PlainTest *test_first(void) {
    return run.tests;
}

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

TestOutcome test_run(const PlainTest *test) {
    pthread_t thread;
    pthread_attr_t attributes;
    printf("[RUN ] %s::%s\n", test->suite, test->name); /* before it runs, as it may crash */
    fflush(stdout);
    run.test = test;
    run.process = getpid();
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
    return has_failed ? TEST_FAILED : run.was_skipped ? TEST_SKIPPED : TEST_PASSED;
}
