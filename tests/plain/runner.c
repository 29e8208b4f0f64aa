/* Runs the tests that were registered with the stand-in for Criterion, in order of suite and name.
 *
 *     run-tests [--filter PATTERN]        a glob over "suite/name"
 *
 * At the end it prints a line for each test that failed and "N passed, N failed, N skipped". The
 * exit status is 0 if nothing failed and the sanitizers found nothing, else 1; a filter that
 * matches no test is a failure. Each test has a thread of its own, so that it can be left from any
 * depth. */
#include <criterion/criterion.h>

#include <fnmatch.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { STACK_BYTES = 16 << 20 }; /* twice what programs get; sanitizers' frames are large */

/* The one run of this process. It is global because constructors and assertions get no pointer. */
static struct {
    PlainTest *tests;
    int passed, failed, skipped;
    pid_t process;
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

static void print_counts(void) {
    for (const PlainTest *test = run.tests; test != NULL; test = test->next) {
        if (test->has_failed) {
            printf("failed: %s/%s\n", test->suite, test->name);
        }
    }
    printf("%d passed, %d failed, %d skipped\n", run.passed, run.failed, run.skipped);
    fflush(stdout);
}

/* Leaves the running test. Only the test's own thread can do so without ending the run; another
 * thread ends it, and a child process that the test forked ends silently. */
static _Noreturn void leave_test(void) {
    fflush(stdout);
    if (getpid() == run.process && pthread_equal(pthread_self(), run.thread)) {
        pthread_exit(NULL);
    }
    if (getpid() == run.process) {
        run.failed++;
        print_counts();
    }
    _Exit(EXIT_FAILURE);
}

void plain_fail(bool fatal, const char *file, int line, const char *call, const char *format, ...) {
    char message[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    printf("%s:%d: %s%s%s\n", file, line, call, message[0] != '\0' ? ": " : "", message);
    atomic_store(&run.has_failed, true);
    if (fatal) {
        leave_test();
    }
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
    printf("skipped: %s\n", message);
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

static void run_test(PlainTest *test) {
    pthread_t thread;
    pthread_attr_t attributes;
    printf("%s/%s\n", test->suite, test->name); /* before it runs, as it may crash */
    fflush(stdout);
    atomic_store(&run.has_failed, false);
    run.was_skipped = test->options.disabled;
    if (!test->options.disabled) {
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, STACK_BYTES);
        if (pthread_create(&thread, &attributes, test_thread, test) != 0) {
            printf("cannot create a thread for the test\n");
            exit(EXIT_FAILURE);
        }
        pthread_attr_destroy(&attributes);
        pthread_join(thread, NULL);
    }
    test->has_failed = atomic_load(&run.has_failed);
    run.failed += test->has_failed;
    run.skipped += !test->has_failed && run.was_skipped;
    run.passed += !test->has_failed && !run.was_skipped;
}

int main(int argc, char **argv) {
    const char *filter = "*";
    if (argc == 3 && strcmp(argv[1], "--filter") == 0) {
        filter = argv[2];
    } else if (argc == 2 && strncmp(argv[1], "--filter=", 9) == 0) {
        filter = argv[1] + 9;
    } else if (argc != 1) {
        fprintf(stderr, "usage: %s [--filter PATTERN]\n", argv[0]);
        return 2;
    }
    run.process = getpid();
    bool any = false;
    for (PlainTest *test = run.tests; test != NULL; test = test->next) {
        char id[256];
        snprintf(id, sizeof id, "%s/%s", test->suite, test->name);
        if (fnmatch(filter, id, 0) == 0) {
            any = true;
            run_test(test);
        }
    }
    if (!any) {
        printf("no test matches %s\n", filter);
    }
    print_counts();
    if (run.failed > 0 || !any) {
        _Exit(
            EXIT_FAILURE); /* without a report on leaks: a test that was left early frees nothing */
    }
    return EXIT_SUCCESS;
}
