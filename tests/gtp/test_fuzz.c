/* Every command of the tables with missing, extra, wrong, huge and binary arguments. Each line gets
 * one well-formed response. A refusal is one plain line and leaves everything as it was, down to
 * the bytes of the engine's state. Searches have one visit, and what takes long is interrupted.
 *
 * Arguments are drawn from a fixed seed: words of a list, words of the command's own help, and
 * bytes of all kinds. Commands that write files do so in a folder that is removed. */
#include "hash/random.h"
#include "tests/support/program/session.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>

/* Good arguments, nearly good ones, and what nobody would send. No path leads out of the two
 * folders of the test or to a file that can be written. */
static const char *const WORDS[] = {
    "b",          "w",          "Black",
    "WHITE",      "C3",         "a1",
    "B2",         "E5",         "pass",
    "resign",     "A1,B2,c3",   "A1,,B2",
    "alive",      "dead",       "seki",
    "true",       "false",      "on",
    "0",          "1",          "2",
    "3",          "4",          "5",
    "7",          "26",         "-1",
    "3.5",        "-7.5",       "1e308",
    "1e-320",     "nan",        "-inf",
    "0x10",       "+3",         "1e",
    "I9",         "Z25",        "AA1",
    "A0",         "A256",       "A65537",
    "a-1",        "empty",      "%s%n%d",
    "\xFF\xFE",   "../../x",    "/nonexistent/x.sgf",
    "/dev/null",  "2147483648", "999999999999999999999999",
    "4294967297", "{}",         "-9223372036854775808",
    "`ls`",       "$HOME",      "{\"ko\":\"SIMPLE\"}",
    "\"",         "\\",         "[[[[{\"a\":",
    "*",          "=1",         "?",
};

static const char *pick_listed_word(SplitMix *random) {
    return WORDS[splitmix_next(random) % (sizeof WORDS / sizeof WORDS[0])];
}

static const GtpCommand *pick_command(SplitMix *random) {
    int count = 0;
    const GtpCommand *picked = NULL;
    for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            count++;
            picked = splitmix_next(random) % (uint64_t)count == 0 ? command : picked;
        }
    }
    return picked;
}

/* Returns a name that some command may know: of a parameter, a rule set or a command. */
static const char *pick_name(SplitMix *random) {
    const Parameter *parameter = PARAMETERS;
    const Rules *rules = RULES;
    for (uint64_t i = splitmix_next(random) % 16; i > 0 && parameter[1].name != NULL; i--) {
        parameter++;
    }
    for (uint64_t i = splitmix_next(random) % 8; i > 0 && rules[1].name != NULL; i--) {
        rules++;
    }
    const char *const names[] = {parameter->name, rules->name, pick_command(random)->name};
    return names[splitmix_next(random) % 3];
}

/* Adds one of the words of the command's own documentation: its keywords are among them. */
static void add_own_word(SplitMix *random, const GtpCommand *command, Text *line) {
    static const char SEPARATORS[] = " ,.|[]()\"";
    Text text = {0};
    text_add(&text, "%s %s", command->arguments, command->help != NULL ? command->help : "");
    char *words[256], *rest = text.bytes;
    size_t count = 0;
    for (char *word; count < 256 && (word = strtok_r(rest, SEPARATORS, &rest)) != NULL;) {
        words[count++] = word;
    }
    text_add(line, "%s", count > 0 ? words[splitmix_next(random) % count] : "x");
    text_free(&text);
}

/* Adds up to 300 of the bytes that the line reader lets through, without blanks. */
static void add_bytes(SplitMix *random, Text *line) {
    for (uint64_t i = splitmix_next(random) % 300 + 1; i > 0; i--) {
        const int byte = '!' + (int)(splitmix_next(random) % (0xFF - '!'));
        text_add(line, "%c", byte == '/' || byte == '#' || byte == 0x7F ? '~' : byte);
    }
}

static void add_word(SplitMix *random, const GtpCommand *command, Text *line) {
    switch (splitmix_next(random) % 8) {
    case 0:
        add_own_word(random, command, line);
        break;
    case 1:
        text_add(line, "%s", pick_name(random));
        break;
    case 2:
        add_bytes(random, line);
        break;
    default:
        text_add(line, "%s", pick_listed_word(random));
    }
}

static void make_line(SplitMix *random, const GtpCommand *command, int count, Text *line) {
    text_clear(line);
    text_add(line, "%s%s", splitmix_next(random) % 4 == 0 ? "42 " : "", command->name);
    for (int i = 0; i < count; i++) {
        text_add(line, " ");
        add_word(random, command, line);
    }
}

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
    char command[sizeof sandbox->path + 16];
    snprintf(command, sizeof command, "rm -rf %s", sandbox->path);
    cr_assert(chdir(sandbox->back) == 0 && system(command) == 0);
    free(sandbox->back);
}

/* "? " or "?ID ", then one line that says something. */
static void expect_error_form(const char *line, const char *response) {
    const char *body = strchr(response, ' ') + 1;
    cr_assert(*body >= 'a' && *body <= 'z' && strchr(body, '\n') == body + strlen(body) - 2 &&
                  strlen(body) < 300,
              "%.200s\ngives %s", line, response);
}

static void expect_same(const char *line, const char *before, const char *after) {
    cr_assert_str_eq(after, before, "%.200s\nchanges\n%s\nto\n%s", line, before, after);
}

enum { PATIENCE_MICROSECONDS = 20000 };

static atomic_bool is_interrupted;

static void interrupt_command(int signal) {
    (void)signal;
    atomic_store(&is_interrupted, true);
}

static Session session_that_waits_for_nothing(void) {
    Session session = session_new(5, 5);
    const struct sigaction action = {.sa_handler = interrupt_command, .sa_flags = SA_RESTART};
    cr_assert_eq(sigaction(SIGALRM, &action, NULL), 0);
    session.engine.player.cancel = &is_interrupted;
    return session;
}

static void set_patience(int microseconds) {
    const struct itimerval patience = {.it_value.tv_usec = microseconds};
    cr_assert_eq(setitimer(ITIMER_REAL, &patience, NULL), 0);
}

/* As a client that interrupts what takes long. */
static const char *run_impatiently(Session *session, const char *line) {
    atomic_store(&is_interrupted, false);
    set_patience(PATIENCE_MICROSECONDS);
    const char *response = session_run(session, line);
    set_patience(0);
    return response;
}

/* The engine goes on with its earlier options and on a small board, for speed. */
static void expect_sense(Session *session, const char *line) {
    const GtpEngine engine = session->engine;
    char *before = session_state(session);
    const char *response = run_impatiently(session, line);
    if (*response == '?') {
        expect_error_form(line, response);
        char *after = session_state(session);
        expect_same(line, before, after);
        cr_assert_eq(memcmp(&engine, &session->engine, sizeof engine), 0,
                     "%.200s\nchanges the engine", line);
        free(after);
    }
    free(before);
    session->engine.options = engine.options;
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
    SplitMix random = {21};
    Text line = {0};
    for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
        Session session = session_that_waits_for_nothing();
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            const int most =
                command->most < command->least + 6 ? command->most : command->least + 6;
            for (int count = 0; count <= most + 2; count++) {
                for (int round = rounds(10); round > 0; round--) {
                    make_line(&random, command, count, &line);
                    expect_sense(&session, line.bytes);
                }
            }
        }
        session_free(&session);
    }
    text_free(&line);
    sandbox_leave(&sandbox);
}

/* Runs one command with huge arguments, alone and after some that may be good. */
static void expect_sense_of_huge(Session *session, const GtpCommand *command, const char *huge) {
    static const char *const FIRST[] = {"", " b", " C3"};
    Text line = {0};
    for (size_t i = 0; i < sizeof FIRST / sizeof FIRST[0]; i++) {
        text_clear(&line);
        text_add(&line, "%s%s %s", command->name, FIRST[i], huge);
        expect_sense(session, line.bytes);
    }
    text_free(&line);
}

Test(gtp_fuzz, every_command_with_huge_arguments) {
    static const char *const PARTS[] = {"x",   "9",  "[",     "{\"a\":", "A1,",
                                        " A1", " b", " b A1", "\xFF"};
    Sandbox sandbox = sandbox_enter();
    Session session = session_that_waits_for_nothing();
    for (size_t part = 0; part < sizeof PARTS / sizeof PARTS[0]; part++) {
        Text huge = {0};
        while (huge.length < GTP_LINE_MAX - 100) {
            text_add(&huge, "%s", PARTS[part]);
        }
        for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
            for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
                expect_sense_of_huge(&session, command, huge.bytes);
            }
        }
        text_free(&huge);
    }
    session_free(&session);
    sandbox_leave(&sandbox);
}

/* One random command after another, each with about as many arguments as it takes. */
Test(gtp_fuzz, commands_in_any_order) {
    Sandbox sandbox = sandbox_enter();
    SplitMix random = {20};
    Session session = session_that_waits_for_nothing();
    Text line = {0};
    for (int i = rounds(4000); i > 0; i--) {
        const GtpCommand *command = pick_command(&random);
        const uint64_t word = splitmix_next(&random);
        const int spread = command->most - command->least < 3 ? command->most - command->least : 3;
        const int count = command->least + (int)(word % (uint64_t)(spread + 1));
        make_line(&random, command, count, &line);
        expect_sense(&session, line.bytes);
    }
    text_free(&line);
    session_free(&session);
    sandbox_leave(&sandbox);
}
