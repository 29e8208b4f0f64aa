/* Least rights: --no-files keeps GTP from the file system, --sandbox keeps the process from all
 * that it does not need. */
#include "tests/support/program/arena.h"
#include "tests/support/program/sandbox_attempts.h"
#include "tests/support/program/sanitizer.h"
#include "tests/support/session/session.h"

/* ---- --no-files ---- */

Test(rights, each_command_with_a_file_is_refused_by_name) {
    Session *session = session_new(5, 5);
    int count = 0;
    session->engine.no_files = true;
    session_do(session, "play b C3;play w B2");
    for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            cr_assert_eq(command->first == GTP_FILE, strstr(command->arguments, "FILE") != NULL,
                         "%s", command->name);
            if (command->first == GTP_FILE) {
                count++;
                session_expect_refusal(
                    session, formatted("%s /tmp/x", command->name),
                    formatted("%s: this engine was started without access to files",
                              command->name));
            }
        }
    }
    cr_assert_geq(count, 2);
    cr_assert(strstr(session_ask(session, "printsgf"), ";B[cc]") != NULL);
}

/* Runs a command on a path in each place of its arguments. The answer must not depend on whether
 * the file exists, and no file may be written. Paths have equal lengths. */
static void expect_blind(const GtpCommand *command, const char *const paths[2]) {
    static const char *const FORMS[] = {"%s %s", "%s b %s", "%s C3 %s", "%s b C3 %s", "%s %s %s"};
    for (size_t form = 0; form < sizeof FORMS / sizeof FORMS[0]; form++) {
        char answers[2][4096];
        for (int i = 0; i < 2; i++) {
            Session *session = session_new(5, 5);
            char line[512];
            session->engine.no_files = true;
            snprintf(line, sizeof line, FORMS[form], command->name, paths[i], paths[i]);
            snprintf(answers[i], sizeof answers[i], "%s", session_run(session, line));
            for (char *at; (at = strstr(answers[i], paths[1])) != NULL;) {
                memcpy(at, paths[0], strlen(paths[0]));
            }
            session_free(session);
        }
        cr_assert_str_eq(answers[0], answers[1]);
        cr_assert_neq(access(paths[1], F_OK), 0, "%s", command->name);
    }
}

Test(rights, no_command_sees_a_file) {
    static const char RECORD[] = "(;SZ[5];B[cc])";
    char path[TEMPORARY_PATH_MAX], absent[TEMPORARY_PATH_MAX];
    temporary_file(path, RECORD, strlen(RECORD));
    strcpy(absent, path);
    absent[strlen(absent) - 1] = '!';
    for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            expect_blind(command, (const char *const[]){path, absent});
        }
    }
    char text[64] = "";
    FILE *file = fopen(path, "rb");
    cr_assert(file != NULL && fread(text, 1, sizeof text - 1, file) == strlen(RECORD));
    fclose(file);
    cr_assert_str_eq(text, RECORD);
}

/* ---- --sandbox ---- */

/* Sanitizers make system calls of their own. */
static Arena *sandbox_arena(void) {
    if (IS_SANITIZED) {
        cr_skip_test("sanitizers need what a sandbox takes away");
    }
    return arena_new();
}

/* Runs a session without and with the sandbox: the answers are the same. */
static void expect_same_answers(Arena *arena, const char *options, const char *input) {
    static char plain[ARENA_TEXT_MAX];
    arena_write(arena, "input", input);
    cr_assert_eq(arena_shell(arena, formatted("\"$D\" %s <input", options)), 0, "%s", arena->err);
    strcpy(plain, arena->out);
    if (arena_shell(arena, formatted("\"$D\" %s --sandbox <input", options)) != 0 &&
        strstr(arena->err, "built without libseccomp") != NULL) {
        cr_skip_test("this build has no sandbox");
    }
    cr_assert_eq(arena->status, 0, "%s", arena->err);
    cr_assert_str_eq(arena->out, plain, "%s\nnot\n%s", arena->out, plain);
}

Test(rights, a_sandbox_changes_no_answer) {
    Arena *arena = sandbox_arena();
    static const char LINES[] =
        "genmove b\ngenmove w\nplay b C3\nkata-search_analyze w 6000 maxmoves 1\nundo\ngenmove b\n"
        "final_score\nfinal_status_list dead\nclear_board\nboardsize 3\nkomi 0\ngenmove b\n"
        "dihedra-life C2\nprintsgf\nshowboard\nquit\n";
    expect_same_answers(arena, "--size 7 --visits 30 --seed 3 --model none", LINES);
    expect_same_answers(arena, "--size 9 --visits 8 --seed 3 --model inside --ponder on",
                        "genmove b\ngenmove w\nprintsgf\nquit\n");
}

/* With several threads the answers differ from run to run. */
Test(rights, a_sandbox_lets_threads_search) {
    Arena *arena = sandbox_arena();
    arena_shell(arena, "printf 'genmove b\\nprintsgf x\\ngenmove w\\nquit\\n' | \"$D\" --threads 3 "
                       "--visits 200 --sandbox --size 9");
    if (strstr(arena->err, "built without libseccomp") != NULL) {
        cr_skip_test("this build has no sandbox");
    }
    arena_expect(arena, 0, "");
    cr_assert(strstr(arena->out, "? printsgf: this engine was started without") != NULL, "%s",
              arena->out);
}

Test(rights, a_sandbox_lets_queries_be_answered) {
    Arena *arena = sandbox_arena();
    static const char QUERY[] = "{\"id\":\"a\",\"moves\":[[\"B\",\"C3\"]],\"rules\":\"chinese\","
                                "\"boardXSize\":5,\"boardYSize\":5,\"maxVisits\":20}\n";
    expect_same_answers(arena, "analysis --model none --analysis-threads 1", QUERY);
}

Test(rights, a_sandbox_lets_a_process_only_compute) {
    sandbox_arena();
    int ends[2], result;
    char text[sizeof((Status *)NULL)->text] = "";
    cr_assert_eq(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        Status status = {""};
        const AttemptsOutcome outcome = sandbox_attempts(&status);
        _exit(write(ends[1], status.text, strlen(status.text)) < 0 ? 9 : (int)outcome);
    }
    close(ends[1]);
    cr_assert(read(ends[0], text, sizeof text - 1) >= 0);
    close(ends[0]);
    cr_assert(waitpid(child, &result, 0) == child && WIFEXITED(result), "%d", result);
    if (WEXITSTATUS(result) == ATTEMPTS_NO_SANDBOX) {
        cr_skip_test("%s", text);
    }
    cr_assert_eq(WEXITSTATUS(result), ATTEMPTS_AS_THEY_SHOULD, "%s", text);
}
