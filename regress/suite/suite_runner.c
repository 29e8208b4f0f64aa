/* One suite on an engine. */
#include "regress/suite/suite_runner.h"
#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/team.h"
#include "engine/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    const SuiteRunnerSetup *setup;
    const SuiteFile *file;
    Suite *suite;
    SuiteSession session;
    SuiteSession diagram_engine; /* is asked for positions; starts its engine when first needed */
    char *broken;                /* why there is no position to test; NULL: there is one */
    bool broken_by_unknown;      /* because the engine does not know the command that makes it */
} SuiteJob;

/* ---- Problems ---- */

/* Returns "file.tst:LINE: what", without the line if it is 0; the caller frees it. */
static char *located(const SuiteJob *job, int line, const char *what) {
    Text text = {0};
    text_add(&text, "%s:", job->file->name);
    if (line != 0) {
        text_add(&text, "%d:", line);
    }
    text_add(&text, " %s", what);
    return text.bytes;
}

/* Notes a problem, unless the suite has the same one in another line. */
static void add_problem(SuiteJob *job, int line, const char *what) {
    Suite *suite = job->suite;
    for (size_t i = 0; i < suite->problem_count; i++) {
        const char *message = suite->problems[i].message;
        const size_t length = strlen(message), end = strlen(what);
        if (length >= end && strcmp(message + length - end, what) == 0) {
            return;
        }
    }
    suite->problems = memory_grow(suite->problems, suite->problem_count, sizeof(Problem));
    suite->problems[suite->problem_count++] = (Problem){line, located(job, line, what)};
}

/* Does the engine not know the command, by its refusal or its known_command? */
static bool is_unknown(SuiteSession *session, const char *command, const char *refusal) {
    static const char usual[] = "unknown command";
    return strncasecmp(refusal, usual, sizeof usual - 1) == 0 ||
           suite_session_says_known(session, command, "false");
}

static void clear_failure(SuiteJob *job) {
    free(job->broken);
    job->broken = NULL;
}

/* Records that a command failed. If it would have changed the position, the position is unknown
 * from here on. A judged test reports this as its outcome; any other command, as a problem. */
static void note_failure(SuiteJob *job, const SuiteStep *step, bool unknown, const char *why) {
    Text what = {0};
    if (unknown) {
        text_add(&what, "the engine does not know %.*s", (int)strcspn(step->command, " \t"),
                 step->command);
    } else {
        text_add(&what, "%s: %.*s", step->command, (int)strcspn(why, "\n"), why);
    }
    if (!step->is_selected || step->error != NULL) {
        add_problem(job, step->line, text_get(&what));
    }
    if (step->effect >= EFFECT_MOVE) {
        clear_failure(job);
        job->broken = located(job, step->line, text_get(&what));
        job->broken_by_unknown = unknown;
    }
    text_free(&what);
}

/* ---- Commands that are not tests ---- */

static void note_success(SuiteJob *job, const SuiteStep *step, const char *answer) {
    suite_session_remember(&job->session, step, answer);
    if (step->effect == EFFECT_RESET) {
        clear_failure(job);
    }
}

/* Is the step a test that passes with this refusal? */
static bool expects_refusal(const SuiteStep *step, const char *refusal) {
    return step->is_test && step->error == NULL && pattern_matches(&step->pattern, true, refusal);
}

static void run_command(SuiteJob *job, const SuiteStep *step) {
    Status status;
    /* We alone tell the engine to quit; a move needs a position; a test that is not selected
     * matters only if it changes the engine's state. */
    if (step->command[0] == '\0' || strcmp(step->command, "quit") == 0 ||
        job->session.lost != NULL || (job->broken != NULL && step->effect == EFFECT_MOVE) ||
        (step->is_test && step->effect == EFFECT_NONE)) {
        return;
    }
    const EngineAnswer answer = suite_session_ask(&job->session, step->command, &status);
    if (answer.outcome == ENGINE_OK) {
        note_success(job, step, answer.text);
    } else if (answer.outcome != ENGINE_REFUSED) {
        note_failure(job, step, false, status.text);
    } else if (!expects_refusal(step, answer.text)) {
        char *refusal = memory_copy(answer.text);
        note_failure(job, step, is_unknown(&job->session, step->command, refusal), refusal);
        free(refusal);
    }
}

/* ---- Tests ---- */

/* The position of a failed test, after its answer if that was a move. */
static TestPosition position_after(SuiteJob *job) {
    const TestPosition told = suite_session_position(&job->session);
    return told.width > 0 || job->setup->diagram_engine.command == NULL
               ? told
               : suite_session_replay(&job->diagram_engine, &job->session);
}

static void fail_as_lost(const SuiteSession *session, Status *status) {
    status_fail(status, "the engine could not be started again: %.200s", session->lost);
}

static void set_error(Test *test, const char *message) {
    test->outcome = TEST_ERROR;
    test->message = memory_copy(message);
}

static void judge_answer(SuiteJob *job, const SuiteStep *step, Test *test) {
    const bool matches = pattern_matches(&step->pattern, test->refused, test->answer);
    const bool unknown = test->refused && is_unknown(&job->session, step->command, test->answer);
    if (test->refused && !matches) {
        note_failure(job, step, unknown, test->answer);
    }
    if (unknown) {
        test->outcome = TEST_UNSUPPORTED;
        return;
    }
    test->outcome = step->is_ignored ? TEST_IGNORED
                    : step->expects_failure
                        ? matches ? TEST_UNEXPECTED_PASSED : TEST_EXPECTED_FAILED
                    : matches ? TEST_PASSED
                              : TEST_FAILED;
    test->passes = matches;
    if (!test->refused) {
        note_success(job, step, test->answer);
    }
    if (test->outcome == TEST_FAILED || test->outcome == TEST_EXPECTED_FAILED) {
        test->position = position_after(job);
    }
}

static void ask_test(SuiteJob *job, const SuiteStep *step, Test *test) {
    Status status;
    if (!suite_session_revive(&job->session, &status)) {
        fail_as_lost(&job->session, &status);
        set_error(test, status.text);
        return;
    }
    const double before = suite_session_cpu_seconds(&job->session);
    free(test->setup);
    test->setup = suite_session_history(&job->session);
    const EngineAnswer answer = suite_session_ask(&job->session, step->command, &status);
    test->seconds = answer.seconds;
    if (answer.outcome != ENGINE_OK && answer.outcome != ENGINE_REFUSED) {
        set_error(test, status.text);
        note_failure(job, step, false, status.text);
        test->position = position_after(job);
        return;
    }
    test->refused = answer.outcome == ENGINE_REFUSED;
    free(test->answer);
    test->answer = memory_copy(answer.text);
    test->cpu_seconds = suite_session_cpu_seconds(&job->session) - before;
    judge_answer(job, step, test);
}

/* Runs a test once. */
static Test run_test(SuiteJob *job, const SuiteStep *step) {
    Test test = {
        .line = step->line,
        .id = memory_copy(step->id),
        .command = memory_copy(step->command),
        .expected = memory_copy(step->expected),
        .answer = memory_copy(""),
        .setup = memory_copy(""),
        .cpu_seconds = NAN,
        .runs = 1,
    };
    if (step->error != NULL) {
        set_error(&test, step->error);
        if (step->effect != EFFECT_NONE) {
            run_command(job, step);
        }
    } else if (job->broken == NULL || step->effect == EFFECT_RESET) {
        ask_test(job, step, &test);
    } else if (job->broken_by_unknown) {
        test.outcome = TEST_UNSUPPORTED;
    } else {
        set_error(&test, job->broken);
    }
    return test;
}

/* Merges another run of a test into the test, which then owns its texts. With --repeat the worst
 * run decides the outcome, and of equal ones the last. */
static void merge_run(Test *test, Test run) {
    static const int SEVERITY[TEST_OUTCOMES] = {
        [TEST_ERROR] = 3, [TEST_FAILED] = 2, [TEST_EXPECTED_FAILED] = 2, [TEST_UNSUPPORTED] = 1};
    run.runs += test->runs;
    run.passes += test->passes;
    if (test->runs == 0 || SEVERITY[run.outcome] >= SEVERITY[test->outcome]) {
        test_free(test);
        *test = run;
    } else {
        test->runs = run.runs;
        test->passes = run.passes;
        test_free(&run);
    }
}

/* ---- The suite ---- */

/* Runs the file once, on a fresh engine. */
static void run_once(SuiteJob *job, int slot) {
    const SuiteRunnerSetup *setup = job->setup;
    size_t number = 0;
    suite_session_open(&job->session, &setup->engine, setup->interrupt, slot, job->file->path);
    suite_session_open(&job->diagram_engine, &setup->diagram_engine, setup->interrupt,
                       TEAM_MAX + slot, job->file->path);
    for (size_t i = 0; i < job->file->count && !interrupt_requested(setup->interrupt); i++) {
        const SuiteStep *step = &job->file->steps[i];
        if (step->is_selected) {
            Test *test = &job->suite->tests[number++];
            merge_run(test, run_test(job, step));
            setup->tell(setup->context, test);
        } else {
            run_command(job, step);
        }
    }
    if (job->session.lost != NULL) {
        Status status;
        fail_as_lost(&job->session, &status);
        add_problem(job, 0, status.text);
    }
    clear_failure(job);
    suite_session_close(&job->diagram_engine);
    job->suite->cpu_seconds += suite_session_close(&job->session);
}

Suite suite_runner_run(const SuiteRunnerSetup *setup, const SuiteFile *file, int slot) {
    const double start = clock_seconds();
    Suite suite = {.path = memory_copy(file->path),
                   .unreadable = file->error != NULL,
                   .test_count = suite_count_tests(file)};
    suite.tests = memory_new(suite.test_count, sizeof *suite.tests);
    SuiteJob job = {.setup = setup, .file = file, .suite = &suite};
    if (file->error != NULL) {
        suite.problems = memory_new(1, sizeof *suite.problems);
        suite.problems[suite.problem_count++] = (Problem){0, memory_copy(file->error)};
    }
    for (int repeat = 0; repeat < setup->repeats && file->error == NULL; repeat++) {
        run_once(&job, slot);
    }
    for (size_t i = 0; i < suite.test_count; i++) {
        suite.counts[suite.tests[i].outcome]++;
    }
    suite.seconds = clock_seconds() - start;
    return suite;
}
