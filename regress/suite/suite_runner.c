#include "regress/suite/suite_runner.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "regress/suite/report.h"

/* ---- The session: an engine that works through a suite ---- */

/* Invariant: the history holds exactly the commands that bring a fresh engine to the state of the
 * present one: its settings, and what made the position since it was last reset. */
typedef struct {
    const EngineSetup *setup;
    EngineClient client;
    char *folder;
    char **history;
    size_t history_count;
    char *lost; /* why no engine is available any more; NULL: one is */
} SuiteSession;

static void open_session(SuiteSession *session, const EngineSetup *setup, int slot,
                         const char *suite_path) {
    const size_t length = os_folder_length(suite_path);
    char *folder =
        text_new("%.*s", length == 0 ? 1 : (int)length, length == 0 ? "." : suite_path).bytes;
    *session = (SuiteSession){.setup = setup,
                              .folder = folder,
                              .client = {.command = setup->command,
                                         .folder = folder,
                                         .error_path = setup->error_path,
                                         .timeout = setup->timeout,
                                         .interrupt = setup->interrupt,
                                         .slot = slot}};
}

/* Checks that a new engine answers, and sends the history. A command without a known effect may
 * have been a question about a position that is gone: that it is refused now does not matter. */
static bool send_history(void *context, Status *status) {
    SuiteSession *session = context;
    char name[8];
    bool ok = engine_client_ask_line(&session->client, "name", name, sizeof name, status);
    for (size_t i = 0; ok && i < session->history_count; i++) {
        const char *line = session->history[i];
        const EngineOutcome outcome = engine_client_ask(&session->client, line, status).outcome;
        ok = outcome == ENGINE_OK ||
             (outcome == ENGINE_REFUSED && suite_effect(line) == EFFECT_NONE);
    }
    return ok;
}

/* Makes sure that an engine runs and has the history. Fails for good once three engines in a row
 * could not be started or failed on the way. */
static bool revive(SuiteSession *session, Status *status) {
    if (session->lost == NULL &&
        engine_client_revive(&session->client, send_history, session, status)) {
        return true;
    }
    if (session->lost == NULL) {
        session->lost =
            text_new("the engine could not be started again: %.200s", status->text).bytes;
    }
    return status_fail(status, "%s", session->lost);
}

static EngineAnswer ask_session(SuiteSession *session, const char *command, Status *status) {
    if (!revive(session, status)) {
        return (EngineAnswer){ENGINE_CLOSED, "", 0};
    }
    return engine_client_ask(&session->client, command, status);
}

static void close_session(SuiteSession *session) {
    engine_client_stop(&session->client, NULL);
    for (size_t i = 0; i < session->history_count; i++) {
        free(session->history[i]);
    }
    free(session->history);
    free(session->folder);
    free(session->lost);
}

/* ---- The history ---- */

static bool is_command(const char *line, const char *command) {
    const size_t length = strlen(command);
    return strncmp(line, command, length) == 0 && strchr(" \t", line[length]) != NULL;
}

/* Does the command, which makes a new position, leave the size of the board as it is? */
static bool keeps_size(const char *reset) {
    return is_command(reset, "clear_board") || is_command(reset, "set_position");
}

/* Forgets what the command `reset`, which makes a new position, makes obsolete. Settings stay; so
 * does what made the size of the board if the command keeps that. */
static void forget_obsolete(SuiteSession *session, const char *reset) {
    size_t kept = 0;
    for (size_t i = 0; i < session->history_count; i++) {
        char *line = session->history[i];
        const Effect effect = suite_effect(line);
        const bool makes_size = keeps_size(reset) && !keeps_size(line);
        if (effect == EFFECT_MOVE || (effect == EFFECT_RESET && !makes_size)) {
            free(line);
        } else {
            session->history[kept++] = line;
        }
    }
    session->history_count = kept;
}

/* The move in an answer, up to the end of its line: VERTEX in the last line of an analysis, "play
 * VERTEX", or else the first line. */
static const char *chosen_move(const char *answer) {
    static const char prefix[] = "play ";
    const char *newline = strrchr(answer, '\n');
    const char *last = newline == NULL ? answer : newline + 1;
    return strncmp(last, prefix, sizeof prefix - 1) == 0 ? last + sizeof prefix - 1 : answer;
}

/* The color with the blanks before it that follows the command's name; length 0: another argument
 * or none follows. */
static const char *color_argument(const char *command, int *length) {
    const char *argument = command + strcspn(command, " \t");
    const size_t gap = strspn(argument, " \t"), word = strcspn(argument + gap, " \t");
    static const char *const colors[] = {"b", "w", "black", "white"};
    *length = 0;
    for (size_t i = 0; i < sizeof colors / sizeof colors[0]; i++) {
        if (strlen(colors[i]) == word && strncasecmp(argument + gap, colors[i], word) == 0) {
            *length = (int)(gap + word);
        }
    }
    return argument;
}

/* The command that repeats the effect of a command and its answer: a genmove repeated might choose
 * another move. An analysis that does not name its color is kept as it is. */
static char *line_of(const char *command, const char *answer) {
    static const struct {
        const char *chooses, *does;
        bool has_color;
    } choices[] = {
        {"genmove", "play", true},
        {"genmove_black", "play black", false},
        {"genmove_white", "play white", false},
        {"genmove_analyze", "play", true},
        {"cgos-genmove_analyze", "play", true},
        {"kata-genmove_analyze", "play", true},
        {"kgs-genmove_cleanup", "play", true},
        {"lz-genmove_analyze", "play", true},
        {"place_free_handicap", "set_free_handicap", false},
    };
    int length;
    const char *color = color_argument(command, &length), *move = chosen_move(answer);
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        if (is_command(command, choices[i].chooses) && (length > 0 || !choices[i].has_color)) {
            return text_new("%s%.*s %.*s", choices[i].does, choices[i].has_color ? length : 0,
                            color, (int)strcspn(move, "\n"), move)
                .bytes;
        }
    }
    return memory_copy(command);
}

/* Adds a command that the engine has accepted with this answer to the history. A genmove is kept as
 * the move it gave, a free handicap as its stones. */
static void remember(SuiteSession *session, const SuiteStep *step, const char *answer) {
    if (step->effect == EFFECT_RESET) {
        forget_obsolete(session, step->command);
    }
    /* A command without a known effect is probably an engine's own setting, unless it has a number
     * as tests do. */
    const char *move = step->effect == EFFECT_MOVE ? chosen_move(answer) : "";
    const bool is_kept = step->effect == EFFECT_NONE ? !step->is_test && step->id[0] == '\0'
                                                     : strcasecmp(move, "resign") != 0;
    if (is_kept) {
        session->history =
            memory_grow(session->history, session->history_count, sizeof *session->history);
        session->history[session->history_count++] = line_of(step->command, answer);
    }
}

/* ---- Questions about the engine and its position ---- */

/* Asks a question that is not part of the suite. Returns "" if the engine does not answer it. */
static const char *ask_aside(SuiteSession *session, const char *question) {
    Status why;
    const EngineAnswer answer = engine_client_ask(&session->client, question, &why);
    return answer.outcome == ENGINE_OK ? answer.text : "";
}

/* Does the engine's known_command answer `said` ("true" or "false") for this command line? */
static bool says_known(SuiteSession *session, const char *command, const char *said) {
    Text question = text_new("known_command %.*s", (int)strcspn(command, " \t"), command);
    const char *answer = ask_aside(session, text_get(&question));
    text_free(&question);
    return strncasecmp(answer, said, strlen(said)) == 0;
}

/* Puts the stones of an answer to list_stones, vertices between white space, on the board. */
static bool put_stones(char *stones, int width, int height, const char *vertices, char stone) {
    char vertex[16];
    Point point;
    for (int length; sscanf(vertices, "%15s%n", vertex, &length) == 1; vertices += length) {
        if (!point_from_text(vertex, width, height, &point) || !point_is_move(point)) {
            return false;
        }
        stones[point_y(point) * width + point_x(point)] = stone;
    }
    return true;
}

/* Adds "position" to the result of a test (report.h), if the engine tells it. */
static void add_position(SuiteSession *session, json_t *result) {
    char stones[CELL_COUNT_MAX + 1];
    int width, height;
    if (!session->setup->knows_stones) {
        return;
    }
    const int numbers = sscanf(ask_aside(session, "query_boardsize"), "%d %d", &width, &height);
    height = numbers == 1 ? width : height;
    if (numbers < 1 || width < 1 || width > BOARD_SIDE_MAX || height < 1 ||
        height > BOARD_SIDE_MAX) {
        return;
    }
    memset(stones, '0', sizeof stones);
    stones[width * height] = '\0';
    if (put_stones(stones, width, height, ask_aside(session, "list_stones black"), '1') &&
        put_stones(stones, width, height, ask_aside(session, "list_stones white"), '2') &&
        engine_client_is_running(&session->client)) {
        json_set_value(
            result, "position",
            json_new_packed("{s:i, s:i, s:s}", "width", width, "height", height, "stones", stones));
    }
}

/* ---- The run of a suite ---- */

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
    return line == 0 ? text_new("%s: %s", job->file->name, what).bytes
                     : text_new("%s:%d: %s", job->file->name, line, what).bytes;
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
           says_known(session, command, "false");
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
    remember(&job->session, step, answer);
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
    const EngineAnswer answer = ask_session(&job->session, step->command, &status);
    if (answer.outcome == ENGINE_OK) {
        note_success(job, step, answer.text);
    } else if (answer.outcome != ENGINE_REFUSED) {
        note_failure(job, step, false, status.text);
    } else if (!step->is_test || step->error != NULL ||
               !pattern_accepts(&step->pattern, true, answer.text)) {
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
    const bool matches = pattern_accepts(&step->pattern, refused, answer);
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
        add_position(&job->session, result);
    }
}

static void ask_test(SuiteJob *job, const SuiteStep *step, json_t *result) {
    Status status;
    if (!revive(&job->session, &status)) {
        set_error(result, status.text);
        return;
    }
    Text setup = text_new("%s", ""); /* the history, a command a line */
    for (size_t i = 0; i < job->session.history_count; i++) {
        text_add(&setup, "%s\n", job->session.history[i]);
    }
    const EngineAnswer answer = ask_session(&job->session, step->command, &status);
    const bool refused = answer.outcome == ENGINE_REFUSED;
    json_set_text(result, "setup", setup.bytes);
    json_set_figure(result, "seconds", answer.seconds, 6);
    text_free(&setup);
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

bool suite_runner_introduce(EngineSetup *engine, const char *suite_path, json_t *report,
                            Status *status) {
    SuiteSession session;
    open_session(&session, engine, 0, suite_path);
    const bool ok = engine_client_start(&session.client, status) &&
                    engine_client_introduce(&session.client, status);
    if (ok) {
        json_set_text(report, "name", session.client.name);
        json_set_text(report, "version", session.client.version);
        engine->knows_stones = says_known(&session, "query_boardsize", "true") &&
                               says_known(&session, "list_stones", "true");
    }
    close_session(&session);
    return ok;
}

json_t *suite_runner_run(const EngineSetup *engine, const SuiteFile *file, int slot) {
    const double start = clock_seconds();
    SuiteJob job = {.file = file, .results = json_new_array(), .problems = json_new_array()};
    if (file->error != NULL) {
        json_add_value(job.problems, json_new_packed("{s:i, s:o}", "line", 0, "message",
                                                     json_new_text(file->error)));
    }
    open_session(&job.session, engine, slot, file->path);
    for (size_t i = 0; i < file->count && !interrupt_requested(engine->interrupt); i++) {
        const SuiteStep *step = &file->steps[i];
        if (step->is_selected) {
            json_add_value(job.results, run_test(&job, step));
        } else {
            run_command(&job, step);
        }
    }
    if (job.session.lost != NULL) {
        add_problem(&job, 0, job.session.lost);
    }
    clear_failure(&job);
    close_session(&job.session);
    json_t *suite =
        json_new_packed("{s:o, s:o, s:b, s:o, s:o}", "suite", json_new_text(file->path), "seconds",
                        json_new_figure(clock_seconds() - start, 3), "unreadable",
                        file->error != NULL, "results", job.results, "problems", job.problems);
    report_count_suite(suite);
    return suite;
}
