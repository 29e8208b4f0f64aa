/* Random sessions against the slow board, and every command of the tables with missing, extra,
 * wrong, huge and binary arguments. Each line gets one well-formed response. A refusal is one plain
 * line and leaves everything as it was, down to the bytes of the engine's state. Searches have one
 * visit, and what takes long is interrupted.
 *
 * Lines are drawn from fixed seeds (line_maker.h). Commands that write files do so in a folder that
 * is removed. */
#include "tests/support/session/line_maker.h"
#include "tests/support/session/session_check.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>

/* ---- What must hold of every line ---- */

/* Where a test writes. Files go two folders deep into a folder of our own, so that "../../x" stays
 * inside it; standard error goes to a file in it. */
typedef struct {
    char path[32];
    char *back;
    int error;
} Sandbox;

static Sandbox sandbox_enter(void) {
    Sandbox sandbox = {"/tmp/dihedra-fuzz-XXXXXX", getcwd(NULL, 0), dup(STDERR_FILENO)};
    cr_assert(mkdtemp(sandbox.path) != NULL && chdir(sandbox.path) == 0);
    cr_assert(mkdir("a", 0755) == 0 && mkdir("a/b", 0755) == 0);
    const int log = open("log", O_WRONLY | O_CREAT | O_APPEND, 0644);
    cr_assert(log >= 0 && chdir("a/b") == 0 && dup2(log, STDERR_FILENO) >= 0);
    close(log);
    return sandbox;
}

/* Lizzie reads standard error as if it were answers, so no line may look like one or be endless. */
static void expect_harmless_log(void) {
    static const char *const ANSWERS[] = {"=", "?", "info", "play"};
    char line[4096];
    FILE *log = fopen("../../log", "r");
    cr_assert_not_null(log);
    while (fgets(line, sizeof line, log) != NULL) {
        cr_assert(strchr(line, '\n') != NULL && strstr(line, " -> ") == NULL, "%s", line);
        for (size_t i = 0; i < sizeof ANSWERS / sizeof ANSWERS[0]; i++) {
            cr_assert_neq(strncmp(line, ANSWERS[i], strlen(ANSWERS[i])), 0, "%s", line);
        }
    }
    fclose(log);
}

static void sandbox_leave(Sandbox *sandbox) {
    fflush(stderr);
    dup2(sandbox->error, STDERR_FILENO);
    close(sandbox->error);
    expect_harmless_log();
    cr_assert(chdir(sandbox->back) == 0 && system(formatted("rm -rf %s", sandbox->path)) == 0);
    free(sandbox->back);
}

enum { PATIENCE_MICROSECONDS = 20000 };

static atomic_bool is_interrupted;

static void interrupt_command(int signal) {
    (void)signal;
    atomic_store(&is_interrupted, true);
}

static Session *session_that_waits_for_nothing(void) {
    Session *session = session_new(5, 5);
    const struct sigaction action = {.sa_handler = interrupt_command, .sa_flags = SA_RESTART};
    cr_assert_eq(sigaction(SIGALRM, &action, NULL), 0);
    session->engine.player.cancel = &is_interrupted;
    return session;
}

/* As a client that interrupts what takes long. The engine goes on with its earlier options and on a
 * small board, for speed. */
static void expect_sense(Session *session, const char *line) {
    const PlayerOptions options = session->engine.options;
    const struct itimerval patience = {.it_value.tv_usec = PATIENCE_MICROSECONDS}, none = {0};
    atomic_store(&is_interrupted, false);
    cr_assert_eq(setitimer(ITIMER_REAL, &patience, NULL), 0);
    session_expect_sense(session, line);
    cr_assert_eq(setitimer(ITIMER_REAL, &none, NULL), 0);
    session->engine.options = options;
    if (session->engine.game->geometry->cell_count > 49) {
        session_ask(session, "boardsize 5");
    }
}

/* ---- The lines ---- */

static int rounds(int usual) {
    return getenv("DIHEDRA_LONG") != NULL ? 100 * usual : usual;
}

/* From no arguments to a few more than the command takes or needs. */
Test(gtp_fuzz, every_command_with_every_number_of_arguments) {
    Sandbox sandbox = sandbox_enter();
    LineMaker maker = line_maker_of_seed(21);
    Text *line = text_kept();
    for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
        Session *session = session_that_waits_for_nothing();
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            const int most =
                command->most < command->least + 6 ? command->most : command->least + 6;
            for (int count = 0; count <= most + 2; count++) {
                for (int round = rounds(10); round > 0; round--) {
                    line_maker_make(&maker, command, count, line);
                    expect_sense(session, line->bytes);
                }
            }
        }
        session_free(session);
    }
    sandbox_leave(&sandbox);
}

/* Runs one command with huge arguments, alone and after some that may be good. */
static void expect_sense_of_huge(Session *session, const GtpCommand *command, const char *huge) {
    static const char *const FIRST[] = {"", " b", " C3"};
    Text *line = text_kept();
    for (size_t i = 0; i < sizeof FIRST / sizeof FIRST[0]; i++) {
        text_set(line, "%s%s %s", command->name, FIRST[i], huge);
        expect_sense(session, line->bytes);
    }
}

Test(gtp_fuzz, every_command_with_huge_arguments) {
    static const char *const PARTS[] = {"x",   "9",  "[",     "{\"a\":", "A1,",
                                        " A1", " b", " b A1", "\xFF"};
    Sandbox sandbox = sandbox_enter();
    Session *session = session_that_waits_for_nothing();
    for (size_t part = 0; part < sizeof PARTS / sizeof PARTS[0]; part++) {
        Text *huge = text_kept();
        while (huge->length < GTP_LINE_MAX - 100) {
            text_add(huge, "%s", PARTS[part]);
        }
        for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
            for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
                expect_sense_of_huge(session, command, huge->bytes);
            }
        }
    }
    sandbox_leave(&sandbox);
}

/* Runs random sessions. After each, and now and then in between, the game is what the slow board
 * makes of it and what the searches have kept is sound. */
Test(gtp_fuzz, sessions_leave_what_the_oracle_says) {
    enum { LINES = 500 };
    Sandbox sandbox = sandbox_enter();
    Text *line = text_kept();
    for (int number = 0; number < rounds(12); number++) {
        LineMaker maker = line_maker_of_seed(20 + (uint64_t)number);
        Session *session = session_that_waits_for_nothing();
        for (int i = 1; i <= LINES; i++) {
            line_maker_next(&maker, &session->engine, line);
            expect_sense(session, line->bytes);
            if (i % 16 == 0 || i == LINES) {
                session_check_game(session);
                session_check_graph(session);
            }
        }
        session_free(session);
    }
    sandbox_leave(&sandbox);
}
