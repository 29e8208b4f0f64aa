/* libFuzzer entry for .tst files: reading any bytes, in either dialect, gives steps that can be
 * sent as they are, and tests that have a pattern or one line of error. Every pattern can be
 * matched with the file's own commands. */
#include "regress/suite/suite.h"
#include "tests/fuzz/fuzz.h"

static bool is_one_line(const char *text) {
    return strpbrk(text, "\n\r") == NULL;
}

static void check_step(const SuiteStep *step, int last_line) {
    require(step->line > last_line);
    require(is_one_line(step->command) && is_one_line(step->expected));
    require(strspn(step->id, "0123456789") == strlen(step->id));
    require(strchr(step->command, '#') == NULL);
    require(step->is_test || (step->error == NULL && step->command[0] != '\0'));
    require(step->error == NULL || (step->error[0] != '\0' && is_one_line(step->error)));
    require(step->effect == suite_effect(step->command));
}

/* Matches the pattern with some of the commands, as if they were answers. */
static void match_all(const SuiteFile *suite, const SuiteStep *test) {
    for (size_t i = 0; i < suite->count && i < 8; i++) {
        const char *answer = suite->steps[i].command;
        const bool matches = pattern_accepts(&test->pattern, false, answer);
        require(pattern_accepts(&test->pattern, false, answer) == matches);
    }
}

static void check_dialect(const char *bytes, size_t size, Dialect dialect) {
    SuiteFile suite = suite_parse("fuzz.tst", bytes, size, dialect);
    int last_line = 0;
    for (size_t i = 0; i < suite.count; i++) {
        check_step(&suite.steps[i], last_line);
        last_line = suite.steps[i].line;
        if (suite.steps[i].is_test && suite.steps[i].error == NULL) {
            match_all(&suite, &suite.steps[i]);
        }
    }
    suite_free(&suite);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check_dialect((const char *)data, size, DIALECT_GNUGO);
    check_dialect((const char *)data, size, DIALECT_GOGUI);
    return 0;
}
