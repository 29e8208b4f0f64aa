/* A stand-in for Criterion in sanitizer builds. Criterion runs each test in a child process, which
 * does not work under ThreadSanitizer and hides the exit status of LeakSanitizer. The include path
 * has tests/plain before the system's folders, and tests/plain/runner.c is linked instead of the
 * library.
 *
 * It has the part of Criterion that the tests use. All tests run in one process, one after another;
 * any thread may make assertions. A test that fails frees nothing, and one that is skipped only
 * what support/program/cleanup.h knows. Only builds with the true Criterion check messages against
 * their formats.
 */
#ifndef TESTS_PLAIN_CRITERION_CRITERION_H
#define TESTS_PLAIN_CRITERION_CRITERION_H

#pragma GCC system_header /* the true header gives no warnings in expansions either */

#include <stdbool.h>
#include <string.h>

typedef struct {
    double timeout; /* ignored: sanitizers are slow */
    bool end;       /* closes the macro's list */
} PlainOptions;

typedef struct PlainTest {
    const char *suite, *name;
    void (*run)(void);
    PlainOptions options;
    struct PlainTest *next;
} PlainTest;

/* Called by constructors, before main. */
void plain_register(PlainTest *test);

/* Reports a failure of the running test, and leaves the test. */
void plain_fail(const char *file, int line, const char *call, const char *format, ...);

/* Leaves the running test, which then counts as skipped. */
void plain_skip(const char *format, ...) __attribute__((noreturn));

/* Prints a line about the running test. */
void plain_log(const char *format, ...);

static inline bool plain_near(double a, double b, double epsilon) {
    return a - b <= epsilon && b - a <= epsilon;
}

#define Test(...) PLAIN_TEST(__VA_ARGS__, .end = true)
#define PLAIN_TEST(suite_, name_, ...)                                                             \
    static void plain_##suite_##_##name_(void);                                                    \
    __attribute__((constructor)) static void plain_register_##suite_##_##name_(void) {             \
        static PlainTest test = {.suite = #suite_,                                                 \
                                 .name = #name_,                                                   \
                                 .run = plain_##suite_##_##name_,                                  \
                                 .options = {__VA_ARGS__}};                                        \
        plain_register(&test);                                                                     \
    }                                                                                              \
    static void plain_##suite_##_##name_(void)

/* The optional message comes last. An empty string is put behind it, so that there is always a
 * format; behind a message it is an argument too many, which printf ignores. */
#define PLAIN_TRUE(call, ok, ...)                                                                  \
    ((ok) ? (void)0 : plain_fail(__FILE__, __LINE__, call, __VA_ARGS__))
#define PLAIN_NOT(call, a, ...)              PLAIN_TRUE(call, !(a), __VA_ARGS__)
#define PLAIN_IS(call, relation, a, b, ...)  PLAIN_TRUE(call, (a)relation(b), __VA_ARGS__)
#define PLAIN_STR(call, relation, a, b, ...) PLAIN_TRUE(call, strcmp(a, b) relation 0, __VA_ARGS__)
#define PLAIN_ARR(call, a, b, size, ...)     PLAIN_TRUE(call, memcmp(a, b, size) == 0, __VA_ARGS__)
#define PLAIN_FLOAT(call, is_near, a, b, epsilon, ...)                                             \
    PLAIN_TRUE(call, plain_near(a, b, epsilon) == is_near, __VA_ARGS__)

#define cr_assert(...)          PLAIN_TRUE("cr_assert(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_not(...)      PLAIN_NOT("cr_assert_not(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_null(...)     PLAIN_NOT("cr_assert_null(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_not_null(...) PLAIN_TRUE("cr_assert_not_null(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_eq(...)       PLAIN_IS("cr_assert_eq(" #__VA_ARGS__ ")", ==, __VA_ARGS__, "")
#define cr_assert_neq(...)      PLAIN_IS("cr_assert_neq(" #__VA_ARGS__ ")", !=, __VA_ARGS__, "")
#define cr_assert_lt(...)       PLAIN_IS("cr_assert_lt(" #__VA_ARGS__ ")", <, __VA_ARGS__, "")
#define cr_assert_leq(...)      PLAIN_IS("cr_assert_leq(" #__VA_ARGS__ ")", <=, __VA_ARGS__, "")
#define cr_assert_gt(...)       PLAIN_IS("cr_assert_gt(" #__VA_ARGS__ ")", >, __VA_ARGS__, "")
#define cr_assert_geq(...)      PLAIN_IS("cr_assert_geq(" #__VA_ARGS__ ")", >=, __VA_ARGS__, "")
#define cr_assert_str_eq(...)   PLAIN_STR("cr_assert_str_eq(" #__VA_ARGS__ ")", ==, __VA_ARGS__, "")
#define cr_assert_str_neq(...)  PLAIN_STR("cr_assert_str_neq(" #__VA_ARGS__ ")", !=, __VA_ARGS__, "")
#define cr_assert_str_not_empty(...)                                                               \
    PLAIN_STR("cr_assert_str_not_empty(" #__VA_ARGS__ ")", !=, "", __VA_ARGS__, "")
#define cr_assert_arr_eq(...) PLAIN_ARR("cr_assert_arr_eq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_float_eq(...)                                                                    \
    PLAIN_FLOAT("cr_assert_float_eq(" #__VA_ARGS__ ")", true, __VA_ARGS__, "")
#define cr_assert_float_neq(...)                                                                   \
    PLAIN_FLOAT("cr_assert_float_neq(" #__VA_ARGS__ ")", false, __VA_ARGS__, "")

#define cr_assert_fail(...) plain_fail(__FILE__, __LINE__, "cr_assert_fail", "" __VA_ARGS__)
#define cr_log_info(...)    plain_log(__VA_ARGS__)
#define cr_skip_test(...)   plain_skip("" __VA_ARGS__)

#endif
