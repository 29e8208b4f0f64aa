#include "regress/suite/suite_runner.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "regress/suite/report.h"

typedef struct {
    const SuiteFile *file;
    json_t *results, *problems;
    SuiteSession session;
    char *broken;           /* why there is no position to test; NULL: there is one */
    bool broken_by_unknown; /* because the engine does not know the command that makes it */
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
    size_t i;
    json_t *problem;
    json_array_foreach(job->problems, i, problem) {
        const char *message = report_text(problem, "message");
        const size_t length = strlen(message), end = strlen(what);
        if (length >= end && strcmp(message + length - end, what) == 0) {
            return;
        }
    }
    char *message = located(job, line, what);
    json_add_value(job->problems,
                   json_new_packed("{s:i, s:o}", "line", line, "message", json_new_text(message)));
    free(message);
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
    } else if (!step->is_test || step->error != NULL ||
               !pattern_matches(&step->pattern, true, answer.text)) {
        char *refusal = memory_copy(answer.text);
        note_failure(job, step, is_unknown(&job->session, step->command, refusal), refusal);
        free(refusal);
    }
}

/* ---- Tests ---- */

static void set_outcome(json_t *result, TestOutcome outcome) {
    json_set_text(result, "outcome", test_outcome_name(outcome));
}

static void set_error(json_t *result, const char *message) {
    set_outcome(result, TEST_ERROR);
    json_set_text(result, "message", message);
}

static void judge_answer(SuiteJob *job, const SuiteStep *step, bool refused, const char *answer,
                         json_t *result) {
    const bool matches = pattern_matches(&step->pattern, refused, answer);
    const bool unknown = refused && is_unknown(&job->session, step->command, answer);
    if (refused && !matches) {
        note_failure(job, step, unknown, answer);
    }
    if (unknown) {
        set_outcome(result, TEST_UNSUPPORTED);
        return;
    }
    if (!refused) {
        note_success(job, step, answer);
    }
    set_outcome(result, step->is_ignored ? TEST_IGNORED
                        : step->expects_failure
                            ? matches ? TEST_UNEXPECTED_PASSED : TEST_EXPECTED_FAILED
                        : matches ? TEST_PASSED
                                  : TEST_FAILED);
    if (!matches && !step->is_ignored) {
        suite_session_add_position(&job->session, result);
    }
}

static void ask_test(SuiteJob *job, const SuiteStep *step, json_t *result) {
    Status status;
    if (!suite_session_revive(&job->session, &status)) {
        set_error(result, status.text);
        return;
    }
    char *setup = suite_session_history(&job->session);
    const EngineAnswer answer = suite_session_ask(&job->session, step->command, &status);
    const bool refused = answer.outcome == ENGINE_REFUSED;
    json_set_text(result, "setup", setup);
    json_set_figure(result, "seconds", answer.seconds, 6);
    free(setup);
    if (answer.outcome != ENGINE_OK && !refused) {
        set_error(result, status.text);
        note_failure(job, step, false, status.text);
        return;
    }
    char *text = memory_copy(answer.text); /* valid until the engine is asked again */
    json_set_text(result, "answer", text);
    json_set_value(result, "refused", json_boolean(refused));
    judge_answer(job, step, refused, text, result);
    free(text);
}

static json_t *run_test(SuiteJob *job, const SuiteStep *step) {
    json_t *result =
        json_new_packed("{s:i, s:o, s:o, s:o, s:s, s:b, s:s, s:n, s:s, s:f}", "line", step->line,
                        "id", json_new_text(step->id), "command", json_new_text(step->command),
                        "expected", json_new_text(step->expected), "answer", "", "refused", false,
                        "outcome", "", "message", "setup", "", "seconds", 0.0);
    if (step->error != NULL) {
        set_error(result, step->error);
        if (step->effect != EFFECT_NONE) {
            run_command(job, step);
        }
    } else if (job->broken == NULL || step->effect == EFFECT_RESET) {
        ask_test(job, step, result);
    } else if (job->broken_by_unknown) {
        set_outcome(result, TEST_UNSUPPORTED);
    } else {
        set_error(result, job->broken);
    }
    return result;
}

/* ---- The suite ---- */

static void run_steps(SuiteJob *job, const EngineSetup *engine, int slot) {
    suite_session_open(&job->session, engine, slot, job->file->path);
    for (size_t i = 0; i < job->file->count && !interrupt_requested(engine->interrupt); i++) {
        const SuiteStep *step = &job->file->steps[i];
        if (step->is_selected) {
            json_add_value(job->results, run_test(job, step));
        } else {
            run_command(job, step);
        }
    }
    if (job->session.lost != NULL) {
        add_problem(job, 0, job->session.lost);
    }
    clear_failure(job);
    suite_session_close(&job->session);
}

json_t *suite_runner_run(const EngineSetup *engine, const SuiteFile *file, int slot) {
    const double start = clock_seconds();
    SuiteJob job = {.file = file, .results = json_new_array(), .problems = json_new_array()};
    if (file->error == NULL) {
        run_steps(&job, engine, slot);
    } else {
        json_add_value(job.problems, json_new_packed("{s:i, s:o}", "line", 0, "message",
                                                     json_new_text(file->error)));
    }
    json_t *suite =
        json_new_packed("{s:o, s:o, s:b, s:o, s:o}", "suite", json_new_text(file->path), "seconds",
                        json_new_figure(clock_seconds() - start, 3), "unreadable",
                        file->error != NULL, "results", job.results, "problems", job.problems);
    report_count_suite(suite);
    return suite;
}
