/* regress/comply: the engine with faults (tests/support/faulty), of which each fault is found by
 * the check of its sentence, and none without a fault; other bad engines; and the reports. */
#include "tests/support/faulty/faults.h"
#include "tests/support/program/arena.h"
#include "tests/support/reader/xml_check.h"

#include <signal.h>

/* An arena whose folder has the engine with faults as "faulty-engine". Skips the test if that is
 * not beside the program. */
static Arena *arena_with_engine(void) {
    Arena *arena = arena_new();
    const char *slash = strrchr(arena->program, '/');
    arena_shell(arena, formatted("ln -s '%.*s/faulty-engine' .", (int)(slash - arena->program),
                                 arena->program));
    if (arena_shell(arena, "test -x faulty-engine") != 0) {
        cr_skip_test("there is no faulty-engine beside the program");
    }
    return arena;
}

/* ---- Faults ---- */

/* The check that is to find each fault. */
static const char *const FINDERS[][2] = {
    {"id-dropped", "framing.ids"},
    {"id-cut", "framing.large_id"},
    {"id-invented", "framing.no_id"},
    {"one-newline", "framing.end"},
    {"empty-line", "framing.bodies"},
    {"comment-kept", "framing.comments"},
    {"blank-answered", "framing.blank_lines"},
    {"cr-kept", "framing.returns"},
    {"control-kept", "framing.controls"},
    {"tab-kept", "framing.tabs"},
    {"chatter", "genmove.answer"},
    {"pipe-dropped", "framing.order"},
    {"unknown-ok", "framing.unknown"},
    {"unknown-text", "framing.unknown_text"},
    {"tab-written", "framing.output"},
    {"version-1", "admin.protocol_version"},
    {"known-yes", "admin.known"},
    {"known-all", "admin.unknown"},
    {"list-line", "admin.rows"},
    {"list-short", "admin.required"},
    {"list-private", "admin.hidden"},
    {"quit-silent", "framing.quit"},
    {"quit-stays", "framing.quit"},
    {"color-case", "play.colors"},
    {"vertex-case", "play.vertices"},
    {"letter-i", "play.letter_i"},
    {"size-text", "boardsize.text"},
    {"clear-kept", "clear_board.stones"},
    {"clear-history", "clear_board.history"},
    {"komi-refused", "komi.any"},
    {"komi-whole", "final_score.value"},
    {"fixed-point", "fixed_handicap.points"},
    {"fixed-full", "fixed_handicap.empty"},
    {"fixed-edge", "fixed_handicap.points"},
    {"fixed-komi", "fixed_handicap.komi"},
    {"free-twice", "set_free_handicap.twice"},
    {"play-occupied", "play.occupied"},
    {"play-turns", "play.turns"},
    {"refusal-clears", "play.refusal"},
    {"capture-one", "rules.capture_two"},
    {"ko-ignored", "rules.ko"},
    {"suicide-stays", "rules.suicide"},
    {"suicide-chain", "kata.suicide"},
    {"undo-stones", "undo.capture"},
    {"undo-empty", "undo.empty"},
    {"genmove-unplayed", "genmove.legal"},
    {"genmove-color", "genmove.color"},
    {"genmove-over", "genmove.after_passes"},
    {"late", "clock.little_left"},
    {"late-untold", "clock.untold"},
    {"time-refused", "time_settings.any"},
    {"score-words", "final_score.form"},
    {"score-passes", "undo.questions"},
    {"status-empty", "final_status_list.stones"},
    {"status-chain", "final_status_list.whole"},
    {"status-twice", "final_status_list.whole"},
    {"reg-plays", "reg_genmove.state"},
    {"load-after", "loadsgf.before"},
    {"load-missing", "loadsgf.missing"},
    {"load-undo", "loadsgf.undo"},
    {"load-rectangle", "loadsgf.rectangle"},
    {"board-mirrored", "showboard.drawing"},
    {"analyze-deaf", "analysis.lz"},
    {"blank-deaf", "analysis.blank_line"},
    {"interval-seconds", "analysis.interval"},
    {"analyze-color", "analysis.side"},
    {"analyze-plays", "analysis.position"},
    {"winrate-percent", "analysis.lz"},
    {"winrate-side", "analysis.side"},
    {"pv-missing", "analysis.lz"},
    {"genmove-no-play", "analysis.lz_genmove"},
    {"analyze-genmove", "analysis.genmove_color"},
    {"kata-nan", "analysis.kata"},
    {"lead-side", "analysis.kata_perspective"},
    {"root-side", "analysis.kata_perspective"},
    {"root-bare", "analysis.kata_root"},
    {"pv-visits", "analysis.kata_pv_visits"},
    {"allow-ignored", "analysis.kata_allow"},
    {"ownership-flipped", "analysis.kata_ownership_sides"},
    {"ownership-side", "analysis.kata_ownership_sides"},
    {"rules-quotes", "kata.rules_json"},
    {"rules-reset", "kata.rules_refusal"},
    {"rule-any", "kata.rule"},
    {"gogui-type", "gogui.commands"},
    {"interrupt-answered", "gogui.interrupt"},
    {"sequence-half", "gogui.play_sequence_all"},
    {"cgos-text", "cgos.analyze"},
    {"cleanup-passes", "kgs.cleanup_dead"},
    {"json-id", "query.result"},
    {"json-turn", "query.turns"},
    {"json-during", "query.during"},
    {"json-order", "query.result"},
    {"json-winrate", "query.result"},
    {"json-player", "query.result"},
    {"json-ownership", "query.ownership"},
    {"json-policy", "query.policy"},
    {"json-side", "query.perspective"},
    {"json-initial", "query.initial"},
    {"json-allow", "query.allow"},
    {"json-error", "error.fields"},
    {"json-dies", "error.garbage"},
    {"json-terminate", "action.echo"},
    {"json-id-cut", "query.id"},
    {"json-return", "query.line_end"},
    {"json-square", "query.rectangle"},
    {"json-visits", "query.visits"},
    {"json-pv", "query.pv"},
    {"json-flipped", "query.sides"},
    {"json-lead", "query.sides"},
    {"json-silent", "query.reports"},
    {"json-unwarned", "error.warning"},
    {"json-komi", "error.refusals"},
    {"json-dance", "error.refusals"},
    {"json-idless", "error.refusals"},
    {"json-turns-all", "action.turn"},
    {"json-echo", "query.reports"},
    {"json-last", "stream.end"},
};

enum { FINDER_COUNT = sizeof FINDERS / sizeof FINDERS[0] };

static const Fault *fault_of(const char *name) {
    for (const Fault *fault = FAULTS; fault->name != NULL; fault++) {
        if (strcmp(fault->name, name) == 0) {
            return fault;
        }
    }
    return NULL;
}

/* Runs a check on the engine with a fault ("": none). Returns the exit status. */
static int check_fault(Arena *arena, const char *name, bool in_analysis, const char *check) {
    return arena_run(arena, "comply %s './faulty-engine %s %s' --only %s --timeout %s",
                     in_analysis ? "--analysis" : "", in_analysis ? "analysis" : "", name, check,
                     strcmp(name, "late") == 0 ? "4"
                     : name[0] == '\0'         ? "10"
                                               : "1");
}

/* Every `step`th fault from this one. */
static void expect_found(size_t first, size_t step) {
    Arena *arena = arena_with_engine();
    for (size_t i = first; i < FINDER_COUNT; i += step) {
        const char *name = FINDERS[i][0], *check = FINDERS[i][1];
        const Fault *fault = fault_of(name);
        cr_assert_not_null(fault, "%s", name);
        cr_assert_eq(check_fault(arena, name, fault->in_analysis, check), 1, "%s by %s: %s%s", name,
                     check, arena->out, arena->err);
        cr_assert_not_null(strstr(arena->out, formatted("failed  %s: ", check)), "%s", arena->out);
        cr_assert_eq(check_fault(arena, "", fault->in_analysis, check), 0, "%s: %s", check,
                     arena->out);
    }
}

Test(comply, finds_each_fault_1, .timeout = 120) {
    expect_found(0, 4);
}

Test(comply, finds_each_fault_2, .timeout = 120) {
    expect_found(1, 4);
}

Test(comply, finds_each_fault_3, .timeout = 120) {
    expect_found(2, 4);
}

Test(comply, finds_each_fault_4, .timeout = 120) {
    expect_found(3, 4);
}

Test(comply, has_a_check_for_each_fault) {
    for (const Fault *fault = FAULTS; fault->name != NULL; fault++) {
        size_t i = 0;
        while (i < FINDER_COUNT && strcmp(FINDERS[i][0], fault->name) != 0) {
            i++;
        }
        cr_assert_lt(i, FINDER_COUNT, "%s", fault->name);
    }
}

Test(comply, finds_nothing_without_a_fault, .timeout = 60) {
    Arena *arena = arena_with_engine();
    cr_assert_eq(arena_run(arena, "comply ./faulty-engine"), 0, "%s", arena->out);
    cr_assert_not_null(strstr(arena->out, " 0 failed, "));
    cr_assert_not_null(strstr(arena->out, "ready for Sabaki: yes\n"));
    cr_assert_null(strstr(arena->out, ": no"), "%s", arena->out);
    cr_assert_eq(arena_run(arena, "comply --analysis './faulty-engine analysis'"), 0, "%s",
                 arena->out);
    cr_assert_not_null(strstr(arena->out, "ready for KaTrain: yes\n"), "%s", arena->out);
}

/* ---- This program ---- */

Test(comply, finds_nothing_in_this_program, .timeout = 300) {
    Arena *arena = arena_new();
    cr_assert_eq(arena_run(arena, "comply \"$D --visits 50 --memory 16\" --verbose"), 0, "%s",
                 arena->out);
    cr_assert_null(strstr(arena->out, "\nskipped"), "%s", arena->out);
    cr_assert_eq(arena_run(arena, "comply --analysis"), 0, "%s", arena->out);
}

/* ---- Engines that hang, end or say nothing ---- */

Test(comply, gives_up_engines_that_hang_or_end, .timeout = 120) {
    static const char *const ENGINES[] = {"sleep 100", "true", "false",
                                          "cat",       "yes",  "sh -c \"echo =; yes\""};
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof ENGINES / sizeof ENGINES[0]; i++) {
        arena_run(arena, "comply '%s' --timeout 0.2", ENGINES[i]);
        cr_assert_eq(arena->status, 1, "%s: %s%s", ENGINES[i], arena->out, arena->err);
        cr_assert_not_null(strstr(arena->out, "failed  framing.flush"), "%s", arena->out);
        cr_assert_not_null(strstr(arena->out, "ready for the GTP 2 core: no, because: "));
    }
}

Test(comply, gives_up_engines_that_flood, .timeout = 120) {
    static const char *const CASES[][3] = {
        {"yes \"{\\\"warning\\\":5}\"", "query.result", "an answer within 0.2 s"},
        {"yes \"{\\\"id\\\":\\\"long\\\",\\\"isDuringSearch\\\":true}\"", "action.terminate",
         "an answer within 0.2 s"},
        {"yes \"{\\\"warning\\\":5}\"", "query.during", "an answer within 0.2 s"},
        {"cat /dev/zero", "query.result", "a line of at most 16777216 bytes"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_run(arena, "comply --analysis '%s' --only %s --timeout %s", CASES[i][0], CASES[i][1],
                  strstr(CASES[i][2], "0.2") != NULL ? "0.2" : "60");
        cr_assert_eq(arena->status, 1, "%s: %s%s", CASES[i][0], arena->out, arena->err);
        cr_assert_not_null(strstr(arena->out, CASES[i][2]), "%s", arena->out);
    }
}

/* The check of this name alone says this of the engine. */
static void expect_said(Arena *arena, const char *engine, const char *check, const char *said) {
    arena_run(arena, "comply '%s' --only %s --timeout 1", engine, check);
    cr_assert_not_null(strstr(arena->out, said), "%s: %s", engine, arena->out);
}

Test(comply, says_how_an_engine_ended_and_what_time_ran_out) {
    Arena *arena = arena_new();
    expect_said(arena, "sh -c \"exit 3\"", "framing.flush",
                "came      (the engine ended with exit status 3)\n");
    expect_said(arena, "sh -c \"kill -9 \\$\\$\"", "framing.flush",
                "came      (the engine was ended by signal 9)\n");
    expect_said(arena, "sleep 100", "framing.silence",
                "came      0 responses, 0 bytes, and no end of the engine after ");
    expect_said(arena, "sleep 100", "framing.silence", " s (--timeout 1)\n");
}

Test(comply, passes_nothing_that_an_engine_without_commands_did_not_do) {
    Arena *arena = arena_new();
    arena_run(arena, "comply true --timeout 1");
    cr_assert_not_null(strstr(arena->out, " checks, 0 passed, "), "%s", arena->out);
}

Test(comply, expects_in_plain_words) {
    Arena *arena = arena_with_engine();
    expect_said(arena, "./faulty-engine fixed-komi", "fixed_handicap.komi", "expected  = 3.5\n");
    expect_said(arena, "./faulty-engine komi-whole", "final_score.value", "expected  = B+3.5\n");
    expect_said(arena, "./faulty-engine genmove-no-play", "analysis.kata_genmove",
                "expected  a last line \"play VERTEX\"\n");
}

Test(comply, refuses_wrong_command_lines) {
    static const char *const CASES[][2] = {
        {"--only nothing", "--only: no check, group or level is called 'nothing'"},
        {"--timeout 0", "--timeout"},
        {"/no/such/engine", "no/such/engine"},
        {"--json --html /no/such/folder/x true", "/no/such/folder"},
        {"'engine \"'", "a closing"},
        {"--junit x --html ./x true", "--junit and --html are the same file"},
        {"--junit x --stderr ./x true", "--junit and --stderr are the same file"},
    };
    Arena *arena = arena_new();
    arena_expect_refusals(arena, "comply", 2, CASES, sizeof CASES / sizeof CASES[0]);
}

Test(comply, ends_at_a_signal) {
    Arena *arena = arena_new();
    pid_t process;
    FILE *errors = arena_start(arena, &process,
                               "comply 'sh -c \"echo up >&2; sleep 100\"' --stderr "
                               "/dev/stderr");
    char line[64];
    cr_assert_not_null(fgets(line, sizeof line, errors));
    kill(process, SIGTERM);
    const int result = arena_await(errors, process);
    cr_assert(WIFEXITED(result) && WEXITSTATUS(result) == 128 + SIGTERM, "%d", result);
}

/* ---- Reports ---- */

Test(comply, prints_what_was_sent_came_and_should_have_come) {
    Arena *arena = arena_with_engine();
    check_fault(arena, "unknown-text", false, "framing.unknown_text");
    cr_assert_str_eq(arena->out,
                     formatted("failed  framing.unknown_text: the refusal of an unknown command is "
                               "\"unknown command\" (GTP 2, error messages)\n"
                               "    sent      no_such_command\n"
                               "    came      ? no such command\n"
                               "              \n"
                               "    expected  response 1: ? unknown command\n%s",
                               strstr(arena->out, "Faulty 1.0: 1 checks")));
    cr_assert_not_null(strstr(arena->out, "\nready for the GTP 2 core: no, because: "
                                          "framing.unknown_text\n"));
    cr_assert_not_null(strstr(arena->out, "\nready for Sabaki: yes\n")); /* a wording */
}

Test(comply, says_which_commands_a_client_lacks) {
    Arena *arena = arena_new();
    arena_write(
        arena, "small.sh",
        "while read -r line; do case $line in list_commands) printf '= name\\nplay\\n\\n';;\n"
        "*) printf '= \\n\\n';; esac; done\n");
    arena_run(arena, "comply 'sh small.sh' --only admin.rows");
    cr_assert_eq(arena->status, 0, "%s", arena->out);
    cr_assert_not_null(strstr(arena->out, "ready for Lizzie: no, because: it does not list "
                                          "protocol_version or version or "),
                       "%s", arena->out);
    cr_assert_null(strstr(arena->out, " or play "), "%s", arena->out);
}

Test(comply, prints_json) {
    Arena *arena = arena_with_engine();
    cr_assert_eq(arena_run(arena, "comply './faulty-engine ko-ignored' --json --only rules"), 1);
    const json_t *object = arena_json(arena);
    cr_assert_str_eq(json_text_at(object, "command"), "./faulty-engine ko-ignored");
    cr_assert_str_eq(json_text_at(object, "name"), "Faulty");
    cr_assert_eq(json_at(object, "failed") + json_at(object, "passed") + json_at(object, "skipped"),
                 (double)json_array_size(json_find(object, "checks")));
    const json_t *checks = json_find(object, "checks");
    const json_t *ko = NULL;
    for (size_t i = 0; i < json_array_size(checks); i++) {
        if (strcmp(json_text_at(json_array_get(checks, i), "id"), "rules.ko") == 0) {
            ko = json_array_get(checks, i);
        }
    }
    cr_assert_str_eq(json_text_at(ko, "outcome"), "failed");
    cr_assert_str_eq(json_text_at(ko, "levels/0"), "core");
    cr_assert_str_eq(json_text_at(ko, "source"), "GTP 2, play");
    cr_assert_str_eq(json_text_at(ko, "complaints/0/came"), "= \n\n");
    cr_assert_str_eq(json_text_at(ko, "complaints/0/expected"), "? (a refusal)");
    cr_assert_not_null(strstr(json_text_at(ko, "complaints/0/sent"), "play b C1\nplay w B1\n"));
    cr_assert(json_is_false(json_find(object, "levels/0/ready")));
    cr_assert_str_eq(json_text_at(object, "levels/0/because/0"), "rules.ko");
}

Test(comply, writes_junit_and_a_page_whatever_the_engine_says) {
    static char text[ARENA_TEXT_MAX];
    Arena *arena = arena_new();
    arena_write(arena, "evil.sh",
                "while read -r line; do printf '= </script><b>&\"\\377\\001]]>\\n\\n'; done\n");
    arena_run(arena, "comply 'sh evil.sh' --only admin --junit x.xml --html x.html --timeout 2");
    cr_assert_eq(arena->status, 1, "%s", arena->err);
    arena_read(arena, "x.xml", text);
    xml_expect_valid(text);
    cr_assert_not_null(strstr(text, "<testcase classname=\"admin\" name=\"protocol_version\""));
    cr_assert_not_null(strstr(text, "<failure type=\"failed\""));
    arena_read(arena, "x.html", text);
    cr_assert_null(strstr(text, "</script><b>"));
    cr_assert_not_null(strstr(text, "\"kind\":\"comply\""));
}

Test(comply, lists_its_checks) {
    Arena *arena = arena_new();
    cr_assert_eq(arena_run(arena, "comply --list --only rules.ko"), 0);
    cr_assert_str_eq(arena->out,
                     "rules.ko: retaking a ko at once is an illegal move (GTP 2, play)\n"
                     "    core\n");
    cr_assert_eq(arena_run(arena, "comply --list --analysis --only katrain"), 0);
    cr_assert_not_null(strstr(arena->out, "error.illegal_move: "));
    cr_assert_null(strstr(arena->out, "query.turns: "));
}
