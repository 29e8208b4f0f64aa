/* A stand-in for Criterion in sanitizer builds. Criterion runs each test in a child process, which
 * does not work under ThreadSanitizer and hides the exit status of LeakSanitizer. The include path
 * has tests/plain before the system's folders, and tests/plain/runner.c is linked instead of the
 * library.
 *
 * It has the part of Criterion that the tests use. All tests run in one process, one after another;
 * any thread may make assertions. A test that fails or is skipped frees nothing, so tests skip
 * before they allocate. Only builds with the true Criterion check messages against their formats.
 */
#ifndef TESTS_PLAIN_CRITERION_CRITERION_H
#define TESTS_PLAIN_CRITERION_CRITERION_H

#pragma GCC system_header /* the true header gives no warnings in expansions either */

#include <stdbool.h>
#include <string.h>

typedef struct {
    void (*init)(void);
    void (*fini)(void); /* not called if the test is left early */
    const char *description;
    double timeout; /* ignored: sanitizers are slow */
    bool disabled;
    bool end; /* closes the macro's list */
} PlainOptions;

typedef struct PlainTest {
    const char *suite, *name;
    void (*run)(void);
    PlainOptions options;
    struct PlainTest *next;
} PlainTest;

/* Called by constructors, before main. */
void plain_register(PlainTest *test);

/* Reports a failure of the running test, and leaves the test if the failure is fatal. */
void plain_fail(bool fatal, const char *file, int line, const char *call, const char *format, ...);

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
#define PLAIN_TRUE(fatal, call, ok, ...)                                                           \
    ((ok) ? (void)0 : plain_fail(fatal, __FILE__, __LINE__, call, __VA_ARGS__))
#define PLAIN_NOT(fatal, call, a, ...)       PLAIN_TRUE(fatal, call, !(a), __VA_ARGS__)
#define PLAIN_EQ(fatal, call, a, b, ...)     PLAIN_TRUE(fatal, call, (a) == (b), __VA_ARGS__)
#define PLAIN_NEQ(fatal, call, a, b, ...)    PLAIN_TRUE(fatal, call, (a) != (b), __VA_ARGS__)
#define PLAIN_LT(fatal, call, a, b, ...)     PLAIN_TRUE(fatal, call, (a) < (b), __VA_ARGS__)
#define PLAIN_LEQ(fatal, call, a, b, ...)    PLAIN_TRUE(fatal, call, (a) <= (b), __VA_ARGS__)
#define PLAIN_GT(fatal, call, a, b, ...)     PLAIN_TRUE(fatal, call, (a) > (b), __VA_ARGS__)
#define PLAIN_GEQ(fatal, call, a, b, ...)    PLAIN_TRUE(fatal, call, (a) >= (b), __VA_ARGS__)
#define PLAIN_NULL(fatal, call, a, ...)      PLAIN_TRUE(fatal, call, (a) == NULL, __VA_ARGS__)
#define PLAIN_NOT_NULL(fatal, call, a, ...)  PLAIN_TRUE(fatal, call, (a) != NULL, __VA_ARGS__)
#define PLAIN_STR_EQ(fatal, call, a, b, ...) PLAIN_TRUE(fatal, call, strcmp(a, b) == 0, __VA_ARGS__)
#define PLAIN_STR_NEQ(fatal, call, a, b, ...)                                                      \
    PLAIN_TRUE(fatal, call, strcmp(a, b) != 0, __VA_ARGS__)
#define PLAIN_STR_EMPTY(fatal, call, a, ...) PLAIN_TRUE(fatal, call, (a)[0] == '\0', __VA_ARGS__)
#define PLAIN_STR_NOT_EMPTY(fatal, call, a, ...)                                                   \
    PLAIN_TRUE(fatal, call, (a)[0] != '\0', __VA_ARGS__)
#define PLAIN_ARR_EQ(fatal, call, a, b, size, ...)                                                 \
    PLAIN_TRUE(fatal, call, memcmp(a, b, size) == 0, __VA_ARGS__)
#define PLAIN_ARR_NEQ(fatal, call, a, b, size, ...)                                                \
    PLAIN_TRUE(fatal, call, memcmp(a, b, size) != 0, __VA_ARGS__)
#define PLAIN_FLOAT_EQ(fatal, call, a, b, epsilon, ...)                                            \
    PLAIN_TRUE(fatal, call, plain_near(a, b, epsilon), __VA_ARGS__)
#define PLAIN_FLOAT_NEQ(fatal, call, a, b, epsilon, ...)                                           \
    PLAIN_TRUE(fatal, call, !plain_near(a, b, epsilon), __VA_ARGS__)

#define cr_assert(...)      PLAIN_TRUE(true, "cr_assert(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_not(...)  PLAIN_NOT(true, "cr_assert_not(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_eq(...)   PLAIN_EQ(true, "cr_assert_eq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_neq(...)  PLAIN_NEQ(true, "cr_assert_neq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_lt(...)   PLAIN_LT(true, "cr_assert_lt(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_leq(...)  PLAIN_LEQ(true, "cr_assert_leq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_gt(...)   PLAIN_GT(true, "cr_assert_gt(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_geq(...)  PLAIN_GEQ(true, "cr_assert_geq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_null(...) PLAIN_NULL(true, "cr_assert_null(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_not_null(...)                                                                    \
    PLAIN_NOT_NULL(true, "cr_assert_not_null(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_str_eq(...)                                                                      \
    PLAIN_STR_EQ(true, "cr_assert_str_eq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_str_neq(...)                                                                     \
    PLAIN_STR_NEQ(true, "cr_assert_str_neq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_str_empty(...)                                                                   \
    PLAIN_STR_EMPTY(true, "cr_assert_str_empty(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_str_not_empty(...)                                                               \
    PLAIN_STR_NOT_EMPTY(true, "cr_assert_str_not_empty(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_arr_eq(...)                                                                      \
    PLAIN_ARR_EQ(true, "cr_assert_arr_eq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_arr_neq(...)                                                                     \
    PLAIN_ARR_NEQ(true, "cr_assert_arr_neq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_float_eq(...)                                                                    \
    PLAIN_FLOAT_EQ(true, "cr_assert_float_eq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_assert_float_neq(...)                                                                   \
    PLAIN_FLOAT_NEQ(true, "cr_assert_float_neq(" #__VA_ARGS__ ")", __VA_ARGS__, "")

#define cr_expect(...)      PLAIN_TRUE(false, "cr_expect(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_not(...)  PLAIN_NOT(false, "cr_expect_not(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_eq(...)   PLAIN_EQ(false, "cr_expect_eq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_neq(...)  PLAIN_NEQ(false, "cr_expect_neq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_lt(...)   PLAIN_LT(false, "cr_expect_lt(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_leq(...)  PLAIN_LEQ(false, "cr_expect_leq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_gt(...)   PLAIN_GT(false, "cr_expect_gt(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_geq(...)  PLAIN_GEQ(false, "cr_expect_geq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_null(...) PLAIN_NULL(false, "cr_expect_null(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_not_null(...)                                                                    \
    PLAIN_NOT_NULL(false, "cr_expect_not_null(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_str_eq(...)                                                                      \
    PLAIN_STR_EQ(false, "cr_expect_str_eq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_str_neq(...)                                                                     \
    PLAIN_STR_NEQ(false, "cr_expect_str_neq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_str_empty(...)                                                                   \
    PLAIN_STR_EMPTY(false, "cr_expect_str_empty(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_str_not_empty(...)                                                               \
    PLAIN_STR_NOT_EMPTY(false, "cr_expect_str_not_empty(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_arr_eq(...)                                                                      \
    PLAIN_ARR_EQ(false, "cr_expect_arr_eq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_arr_neq(...)                                                                     \
    PLAIN_ARR_NEQ(false, "cr_expect_arr_neq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_float_eq(...)                                                                    \
    PLAIN_FLOAT_EQ(false, "cr_expect_float_eq(" #__VA_ARGS__ ")", __VA_ARGS__, "")
#define cr_expect_float_neq(...)                                                                   \
    PLAIN_FLOAT_NEQ(false, "cr_expect_float_neq(" #__VA_ARGS__ ")", __VA_ARGS__, "")

#define cr_assert_fail(...) plain_fail(true, __FILE__, __LINE__, "cr_assert_fail", "" __VA_ARGS__)
#define cr_expect_fail(...) plain_fail(false, __FILE__, __LINE__, "cr_expect_fail", "" __VA_ARGS__)
#define cr_log_info(...)    plain_log(__VA_ARGS__)
#define cr_log_warn(...)    plain_log(__VA_ARGS__)
#define cr_log_error(...)   plain_log(__VA_ARGS__)
#define cr_skip_test(...)   plain_skip("" __VA_ARGS__)

#endif
