/* Runs tests one after another until one fails.
 *
 *     run-tests --list | run-tests <TESTS
 *
 * TESTS has a line for each: "suite::name SECONDS", the processor time of this process that it may
 * take. A test that takes more, or WAIT_SECONDS more than ten times as long by the clock, ends the
 * process. Prints, beside each test's outcome, "[TIME] MILLISECONDS" of the processor, those of its
 * children included, and "[SEEN] NUMBER...": the places of mutants that it came to. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "tests/mutation/switch.h"
#include "tests/plain/test.h"

enum { WAIT_SECONDS = 20, NAME_BYTES = 256, TESTS_MAX = 4096 };

typedef struct {
    const PlainTest *test;
    double seconds;
} Order;

static const PlainTest *find_test(const char *name) {
    char full_name[NAME_BYTES];
    for (const PlainTest *test = test_first(); test != NULL; test = test->next) {
        snprintf(full_name, sizeof full_name, "%s::%s", test->suite, test->name);
        if (strcmp(full_name, name) == 0) {
            return test;
        }
    }
    fprintf(stderr, "no test %s\n", name);
    exit(EXIT_FAILURE);
}

static timer_t new_timer(clockid_t clock) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    timer_t timer;
    if (timer_create(clock, &event, &timer) != 0) {
        perror("timer_create");
        exit(EXIT_FAILURE);
    }
    return timer;
}

static void set_timer(timer_t timer, double seconds) {
    const time_t whole = (time_t)seconds;
    const struct itimerspec when = {
        .it_value = {.tv_sec = whole, .tv_nsec = (long)((seconds - (double)whole) * 1e9)}};
    timer_settime(timer, 0, &when, NULL);
}

static double seconds_used(void) {
    double seconds = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage usage;
        getrusage(i == 0 ? RUSAGE_SELF : RUSAGE_CHILDREN, &usage);
        seconds += (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                   1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    }
    return seconds;
}

static void print_seen(void) {
    printf("[SEEN]");
    for (int number = 0; number < MUTANTS_MAX; number++) {
        if (mutant_reached[number] != 0) {
            printf(" %d", number);
            mutant_reached[number] = 0;
        }
    }
    printf("\n");
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--list") == 0) {
        for (const PlainTest *test = test_first(); test != NULL; test = test->next) {
            printf("%s::%s\n", test->suite, test->name);
        }
        return EXIT_SUCCESS;
    }
    static Order orders[TESTS_MAX];
    int count = 0;
    char name[NAME_BYTES];
    while (count < TESTS_MAX && scanf("%255s %lf", name, &orders[count].seconds) == 2) {
        orders[count++].test = find_test(name);
    }
    timer_t processor = new_timer(CLOCK_PROCESS_CPUTIME_ID), clock = new_timer(CLOCK_MONOTONIC);
    for (int i = 0; i < count; i++) {
        const double before = seconds_used();
        set_timer(processor, orders[i].seconds);
        set_timer(clock, WAIT_SECONDS + 10 * orders[i].seconds);
        const TestOutcome outcome = test_run(orders[i].test);
        printf("[TIME] %.0f\n", 1000 * (seconds_used() - before));
        print_seen();
        if (outcome == TEST_FAILED) {
            return EXIT_FAILURE;
        }
    }
    return EXIT_SUCCESS;
}
