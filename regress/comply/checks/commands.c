/* Checks of single commands by scripts (script.h). Points are in the lower left corner, so that
 * they are on every board. */
#include "regress/comply/checks/levels.h"
#include "regress/comply/script.h"

#include <stdio.h>
#include <string.h>

/* ---- The list of commands ---- */

static void check_required(Probe *probe) {
    const char *rest = LEVELS[LEVEL_CORE].required;
    const bool has_list = probe_expect(probe, "list_commands", "=");
    for (char name[32]; has_list && *rest != '\0'; rest += strspn(rest, " ")) {
        const size_t length = strcspn(rest, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, rest);
        if (!probe_knows(probe, name)) {
            probe_complain(probe, "a list with %s", name);
        }
        rest += length;
    }
}

static void check_rows(Probe *probe) {
    const Reply *reply = probe_ask(probe, "list_commands");
    for (const char *rest = reply->body; *rest != '\0'; rest += strspn(rest, "\n")) {
        const size_t length = strcspn(rest, "\n");
        if (strcspn(rest, " \t,") < length) {
            probe_complain(probe, "one command a row");
            return;
        }
        rest += length;
    }
}

static void check_known(Probe *probe) {
    char line[128], name[96];
    if (probe->commands.length == 0) {
        probe->skipped = "the engine lists no commands";
        return;
    }
    for (const char *rest = text_get(&probe->commands); *rest != '\0'; rest += strspn(rest, " ")) {
        const size_t length = strcspn(rest, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, rest);
        snprintf(line, sizeof line, "known_command %s", name);
        if (!probe_expect(probe, line, "= true")) {
            return;
        }
        rest += length;
    }
}

/* What the engine knows by known_command, it lists. */
static void check_hidden(Probe *probe) {
    static const char *const NAMES[] = {"protocol_version",
                                        "name",
                                        "version",
                                        "known_command",
                                        "list_commands",
                                        "quit",
                                        "boardsize",
                                        "clear_board",
                                        "komi",
                                        "fixed_handicap",
                                        "place_free_handicap",
                                        "set_free_handicap",
                                        "play",
                                        "undo",
                                        "genmove",
                                        "reg_genmove",
                                        "time_settings",
                                        "time_left",
                                        "final_score",
                                        "final_status_list",
                                        "loadsgf",
                                        "showboard",
                                        "get_komi",
                                        "list_stones",
                                        "captures",
                                        "lz-analyze",
                                        "lz-genmove_analyze",
                                        "kata-analyze",
                                        "kata-genmove_analyze",
                                        "kata-get-rules",
                                        "kata-set-rules",
                                        "kata-set-rule",
                                        "kata-time_settings",
                                        "gogui-analyze_commands",
                                        "gogui-interrupt",
                                        "gogui-play_sequence",
                                        "gogui-setup",
                                        "kgs-genmove_cleanup",
                                        "kgs-rules",
                                        "kgs-time_settings",
                                        "kgs-game_over",
                                        "cgos-genmove_analyze",
                                        "gomill-describe_engine",
                                        "gomill-explain_last_move",
                                        "gomill-cpu_time"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0] && probe->complaint_count == 0; i++) {
        if (!probe_knows(probe, NAMES[i]) &&
            strcmp(probe_ask(probe, "known_command %s", NAMES[i])->body, "true") == 0) {
            probe_complain(probe, "= false, or %s in list_commands", NAMES[i]);
        }
    }
}

/* Questions leave the history of moves as it is. */
static void check_questions(Probe *probe) {
    static const char *const QUESTIONS[] = {"final_score", "final_status_list dead",
                                            "final_status_list alive", "showboard",
                                            "reg_genmove w"};
    char name[32];
    for (size_t i = 0; i < sizeof QUESTIONS / sizeof QUESTIONS[0]; i++) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(QUESTIONS[i], " "), QUESTIONS[i]);
        if (probe_knows(probe, name) && probe->complaint_count == 0) {
            script_run("new\nplay b C3\n", probe);
            probe_ask(probe, "%s", QUESTIONS[i]);
            script_run("undo\nplay w C3\nundo\nundo\n?\n", probe);
        }
    }
}

/* The commands of the draft, without arguments: they may be refused, but not as unknown. */
static void check_listed(Probe *probe) {
    static const char *const NAMES[] = {
        "boardsize",         "komi",           "play",
        "genmove",           "fixed_handicap", "place_free_handicap",
        "set_free_handicap", "undo",           "time_settings",
        "time_left",         "final_score",    "final_status_list",
        "loadsgf",           "reg_genmove",    "showboard"};
    probe_new_game(probe);
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0] && probe->complaint_count == 0; i++) {
        if (probe_knows(probe, NAMES[i])) {
            const Reply *reply = probe_ask(probe, "%s", NAMES[i]);
            if (reply->sign == '?' && strcmp(reply->body, "unknown command") == 0) {
                probe_complain(probe, "another answer than this to a listed command");
            }
        }
    }
}

static void check_once(Probe *probe) {
    char name[96];
    probe_expect(probe, "list_commands", "=");
    for (const char *rest = text_get(&probe->commands); *rest != '\0'; rest += strspn(rest, " ")) {
        const size_t length = strcspn(rest, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, rest);
        rest += length;
        if (check_list_has(rest, name)) {
            probe_complain(probe, "%s once", name);
            return;
        }
    }
}

static const Reply *ask_early_score(Probe *probe) {
    script_run("new\nplay b C3\nplay w D4\nplay b pass\nplay w pass\n", probe);
    return probe_ask(probe, "final_score");
}

static void check_score_form(Probe *probe) {
    const Reply *reply = ask_early_score(probe);
    if (reply->sign == '=' && !probe_matches(reply->body, "[BW]\\+[0-9]+(\\.[0-9]+)?|0")) {
        probe_complain(probe, "= [BW]+NUMBER or = 0");
    }
}

static void check_score_text(Probe *probe) {
    const Reply *reply = ask_early_score(probe);
    if (reply->sign == '?' && strncmp(reply->body, "cannot score", 12) != 0) {
        probe_complain(probe, "a score, or ? cannot score");
    }
}

static void check_empty_answers(Probe *probe) {
    char line[32];
    snprintf(line, sizeof line, "boardsize %d", probe->size);
    probe_expect(probe, line, "=empty");
    probe_expect(probe, "clear_board", "=empty");
    probe_expect(probe, "komi 6.5", "=empty");
}

/* A stone on H5 is captured by stones on G5 and J5. */
static void check_letter_j(Probe *probe) {
    if (probe->size < 9) {
        probe->skipped = "the board is too small";
        return;
    }
    script_run("new\nplay w H5\nplay b G5\nplay b H4\nplay b H6\nplay b J5\nplay b H5\n=\n", probe);
}

static void check_far(Probe *probe) {
    if (probe_ask(probe, "boardsize 19")->sign != '=') {
        probe->skipped = "the engine has no board of 19x19";
        return;
    }
    script_run("new 19\nplay b T19\n=\nplay w A19\n=\nplay b T1\n=\nplay w S18\n=\nplay b "
               "T20\n?\nplay b U1\n?\n"
               "play b A20\n?\nplay w T19\n?\nplay b K10\n=\n",
               probe);
}

enum {
    FIXED = TOURNAMENT | GOGUI | GOMILL,              /* they use fixed_handicap */
    FREE = TOURNAMENT | KGS | GOMILL,                 /* place_free_handicap */
    SET = TOURNAMENT | SABAKI | GOGUI | KGS | GOMILL, /* set_free_handicap */
    CLIENTS = SABAKI | GOGUI | LIZZIE | KGS,
};

// clang-format off
const ComplyCheck COMMAND_CHECKS[] = {
    /* ---- Administration ---- */
    {.id = "admin.protocol_version", .levels = CORE, .source = "GTP 2, protocol_version",
     .meaning = "the version is 2", .script = "protocol_version\n= 2\n"},
    {.id = "admin.name", .levels = CORE, .source = "GTP 2, name and version",
     .meaning = "the engine has a name; its version may be empty", .script = "name\n= .+\nversion\n=\n"},
    {.id = "admin.version", .levels = SABAKI | LIZZIE, .source = "clients", .is_advice = true,
     .meaning = "the version has numbers with dots, which clients parse", .script = "version\n= .*[0-9]+\\.[0-9]+.*\n"},
    {.id = "admin.required", .levels = CORE, .source = "GTP 2, 6.1 required commands", .run = check_required,
     .meaning = "the required commands are listed"},
    {.id = "admin.rows", .levels = CORE, .source = "GTP 2, list_commands", .run = check_rows,
     .meaning = "the list has one command a row"},
    {.id = "admin.listed", .levels = CORE, .source = "GTP 2, known_command", .run = check_listed,
     .meaning = "a command that the engine does not implement is not listed"},
    {.id = "admin.hidden", .levels = CORE, .source = "GTP 2, list_commands", .run = check_hidden,
     .meaning = "all known commands are listed, private extensions too"},
    {.id = "admin.once", .levels = CORE, .source = "GTP 2, list_commands", .is_advice = true, .run = check_once,
     .meaning = "each command is listed once"},
    {.id = "admin.known", .levels = CORE, .source = "GTP 2, known_command", .run = check_known,
     .meaning = "each listed command is known, by the answer \"true\""},
    {.id = "admin.known_required", .levels = CORE, .source = "GTP 2, known_command",
     .meaning = "required commands are known",
     .script = "known_command komi\n= true\nknown_command play\n= true\nknown_command genmove\n= true\n"
               "known_command boardsize\n= true\nknown_command clear_board\n= true\nknown_command quit\n= true\n"},
    {.id = "admin.unknown", .levels = CORE, .source = "GTP 2, known_command",
     .meaning = "an unknown command is not known, by the answer \"false\"",
     .script = "known_command no_such_command\n= false\nknown_command list_command\n= false\n"
               "known_command playx\n= false\n"},
    {.id = "admin.name_case", .levels = CORE, .source = "GTP 2, simple entities", .is_formal = true,
     .meaning = "names of commands are strings, and so case sensitive", .script = "known_command NAME\n= false\nPROTOCOL_VERSION\n?\nName\n?\n"},

    /* ---- Setting up ---- */
    {.id = "boardsize.too_large", .levels = CORE, .source = "GTP 2, boardsize", .meaning = "a size of 1000 is refused",
     .script = "boardsize 1000\n?\n"},
    {.id = "boardsize.text", .levels = CORE, .source = "GTP 2, boardsize", .is_formal = true,
     .meaning = "a size that the engine cannot have is refused as \"unacceptable size\"",
     .script = "boardsize 1000\n? unacceptable size\n"},
    {.id = "boardsize.zero", .levels = CORE, .source = "GTP 2, boardsize", .meaning = "sizes of 0 and less are refused",
     .script = "boardsize 0\n?\nboardsize -1\n?\n"},
    {.id = "boardsize.above_25", .levels = CORE, .source = "GTP 2, 2.11 board coordinates",
     .meaning = "boards end at 25x25: there are 25 letters", .script = "boardsize 26\n?\n"},
    {.id = "boardsize.arguments", .levels = CORE, .source = "GTP 2, boardsize",
     .meaning = "an argument that is missing or no integer is refused", .script = "boardsize\n?\nboardsize x\n?\n"},
    {.id = "boardsize.syntax_text", .levels = CORE, .source = "GTP 2, syntax error", .is_advice = true,
     .meaning = "the refusal of wrong arguments begins with \"syntax error\"",
     .script = "boardsize\n? syntax error\nboardsize x\n? syntax error\n"},
    {.id = "boardsize.refusal", .levels = CLIENTS, .source = "clients", .meaning = "a refused size changes nothing",
     .script = "new\nplay b C3\nboardsize 1000\n?\nplay w C3\n?\nplay w D4\n=\n"},
    {.id = "boardsize.usual", .levels = SABAKI | GOGUI, .source = "clients", .is_advice = true,
     .meaning = "9, 13 and 19 are sizes of boards", .script = "boardsize 9\n=\nboardsize 13\n=\nboardsize 19\n=\n"},
    {.id = "setup.answers", .levels = CORE, .source = "GTP 2, 6.3.2 setup commands", .is_formal = true,
     .run = check_empty_answers, .meaning = "boardsize, clear_board and komi have empty answers"},
    {.id = "clear_board.stones", .levels = CORE, .source = "GTP 2, clear_board", .meaning = "the board is cleared",
     .script = "new\nplay b C3\nplay w D3\nclear_board\n=\nplay w C3\n=\nplay b D3\n=\n"},
    {.id = "clear_board.history", .levels = UNDO, .source = "GTP 2, clear_board", .needs = "undo",
     .meaning = "the history of moves is cleared: there is nothing to undo",
     .script = "new\nplay b C3\nclear_board\n=\nundo\n?\nplay w C3\n=\n"},
    {.id = "clear_board.ko", .levels = CORE, .source = "GTP 2, clear_board", .meaning = "a ko does not outlive the board",
     .script = "new\nplay b B2\nplay w C2\nplay b A1\nplay w D1\nplay w B1\nplay b C1\nclear_board\nplay w B1\n=\n"},
    {.id = "komi.any", .levels = CORE, .source = "GTP 2, komi", .meaning = "any komi is accepted, even a ridiculous one",
     .script = "komi 0\n=\nkomi -7.5\n=\nkomi 1000\n=\nkomi 6.5\n=\nkomi 7\n=\nkomi -0.5\n=\nkomi 375.5\n=\n"},
    {.id = "komi.arguments", .levels = CORE, .source = "GTP 2, komi",
     .meaning = "an argument that is missing or no number is refused", .script = "komi\n?\nkomi x\n?\n"},
    {.id = "komi.syntax_text", .levels = CORE, .source = "GTP 2, syntax error", .is_advice = true,
     .meaning = "the refusal of wrong arguments begins with \"syntax error\"",
     .script = "komi\n? syntax error\nkomi x\n? syntax error\n"},
    {.id = "komi.in_game", .levels = CORE | SABAKI, .source = "GTP 2, komi",
     .meaning = "komi may change during the game, which it leaves alone",
     .script = "new\nplay b C3\nkomi 3.5\n=\nplay w C3\n?\nplay w D3\n=\n"},
    {.id = "komi.kept", .levels = TOURNAMENT | GOGUI, .source = "GTP 2, get_komi of GNU Go", .needs = "get_komi",
     .meaning = "komi outlives clear_board and a refused komi",
     .script = "new\nkomi 3.5\n=\nclear_board\nkomi x\n?\nget_komi\n= number 3.5\n"},

    /* ---- Handicap ---- */
    {.id = "fixed_handicap.number", .levels = FIXED, .source = "GTP 2, fixed_handicap", .needs = "fixed_handicap",
     .meaning = "0 stones, 1 stone, 10 and more are refused",
     .script = "new\nfixed_handicap 1\n?\nfixed_handicap 10\n?\nfixed_handicap 0\n?\nplay b C3\n=\n"},
    {.id = "fixed_handicap.text", .levels = TOURNAMENT, .source = "GTP 2, fixed_handicap", .needs = "fixed_handicap",
     .is_formal = true, .meaning = "they are refused as \"invalid number of stones\"",
     .script = "new\nfixed_handicap 1\n? invalid number of stones\n"},
    {.id = "fixed_handicap.empty", .levels = FIXED, .source = "GTP 2, fixed_handicap", .needs = "fixed_handicap",
     .meaning = "the board must be empty", .script = "new\nplay b E5\nfixed_handicap 2\n?\n"},
    {.id = "handicap.empty_text", .levels = TOURNAMENT, .source = "GTP 2, fixed_handicap", .needs = "fixed_handicap",
     .is_formal = true, .meaning = "handicap on stones is refused as \"board not empty\"",
     .script = "new\nplay b E5\nfixed_handicap 2\n? board not empty\n"},
    {.id = "fixed_handicap.arguments", .levels = FIXED, .source = "GTP 2, fixed_handicap", .needs = "fixed_handicap",
     .meaning = "an argument that is missing or no integer is refused",
     .script = "new\nfixed_handicap\n?\nfixed_handicap x\n?\n"},
    {.id = "fixed_handicap.komi", .levels = FIXED, .source = "GTP 2, fixed_handicap", .needs = "fixed_handicap get_komi",
     .meaning = "komi is the controller's, and stays", .script = "new\nkomi 3.5\nfixed_handicap 2\n=\nget_komi\n= number 3.5\n"},
    {.id = "fixed_handicap.undo", .levels = TOURNAMENT, .source = "GTP 2, undo", .needs = "fixed_handicap undo",
     .meaning = "the placing of handicap cannot be undone", .script = "new\nfixed_handicap 2\nundo\n?\n"},
    {.id = "free_handicap.number", .levels = FREE, .source = "GTP 2, place_free_handicap",
     .needs = "place_free_handicap", .meaning = "0 stones and 1 stone are refused",
     .script = "new\nplace_free_handicap 1\n?\nplace_free_handicap 0\n?\nplace_free_handicap x\n?\n"},
    {.id = "free_handicap.text", .levels = TOURNAMENT, .source = "GTP 2, place_free_handicap",
     .needs = "place_free_handicap", .is_formal = true, .meaning = "they are refused as \"invalid number of stones\"",
     .script = "new\nplace_free_handicap 1\n? invalid number of stones\n"},
    {.id = "free_handicap.empty", .levels = FREE, .source = "GTP 2, place_free_handicap",
     .needs = "place_free_handicap", .meaning = "the board must be empty",
     .script = "new\nplay b E5\nplace_free_handicap 2\n?\n"},
    {.id = "set_free_handicap.stones", .levels = SET, .source = "GTP 2, set_free_handicap",
     .needs = "set_free_handicap", .meaning = "the stones are placed where the list says",
     .script = "new\nset_free_handicap A1 C3 E2\n=\nplay w A1\n?\nplay w C3\n?\nplay b E2\n?\nplay w B2\n=\n"},
    {.id = "set_free_handicap.case", .levels = SET, .source = "GTP 2, simple entities",
     .needs = "set_free_handicap", .meaning = "vertices of the list are not case sensitive",
     .script = "new\nset_free_handicap a1 c3\n=\nplay w C3\n?\n"},
    {.id = "set_free_handicap.twice", .levels = TOURNAMENT, .source = "GTP 2, set_free_handicap",
     .needs = "set_free_handicap", .meaning = "a list with a vertex twice is refused, and nothing is placed",
     .script = "new\nset_free_handicap C3 C3\n?\nset_free_handicap C3 D4 c3\n?\nplay w C3\n=\nplay w D4\n=\n"},
    {.id = "set_free_handicap.text", .levels = TOURNAMENT, .source = "GTP 2, set_free_handicap",
     .needs = "set_free_handicap", .is_formal = true, .meaning = "such a list is refused as \"bad vertex list\"",
     .script = "new\nset_free_handicap C3 C3\n? bad vertex list\n"},
    {.id = "set_free_handicap.pass", .levels = TOURNAMENT, .source = "GTP 2, set_free_handicap",
     .needs = "set_free_handicap", .meaning = "a list with a pass is refused and places nothing",
     .script = "new\nset_free_handicap C3 pass\n?\nplay w C3\n=\n"},
    {.id = "set_free_handicap.off_board", .levels = TOURNAMENT, .source = "GTP 2, set_free_handicap",
     .needs = "set_free_handicap", .meaning = "a list with a vertex off the board is refused and places nothing",
     .script = "new\nset_free_handicap C3 Z99\n?\nplay w C3\n=\n"},
    {.id = "set_free_handicap.one", .levels = TOURNAMENT, .source = "GTP 2, set_free_handicap",
     .needs = "set_free_handicap", .meaning = "a list with one vertex or none is refused",
     .script = "new\nset_free_handicap C3\n?\nset_free_handicap\n?\nplay w C3\n=\n"},
    {.id = "set_free_handicap.empty", .levels = SET, .source = "GTP 2, set_free_handicap",
     .needs = "set_free_handicap", .meaning = "the board must be empty",
     .script = "new\nplay b E5\nset_free_handicap A1 C3\n?\nplay w C3\n=\n"},
    {.id = "set_free_handicap.undo", .levels = TOURNAMENT, .source = "GTP 2, undo",
     .needs = "set_free_handicap undo", .meaning = "the placing of handicap cannot be undone, moves after it can",
     .script = "new\nset_free_handicap A1 C3\nplay w D4\nundo\n=\nplay b D4\n=\nundo\n=\nundo\n?\n"},

    /* ---- Playing ---- */
    {.id = "play.colors", .levels = CORE, .source = "GTP 2, simple entities",
     .meaning = "colors are b, black, w, white, in any case",
     .script = "new\nplay b A1\n=\nplay black B2\n=\nplay w C3\n=\nplay white D4\n=\nplay B A3\n=\nplay BLACK B4\n=\n"
               "play W C1\n=\nplay White D2\n=\nplay bLaCk E1\n=\n"},
    {.id = "play.color_names", .levels = CORE, .source = "GTP 2, simple entities",
     .meaning = "each name means its color: stones of it capture together",
     .script = "new\nplay w C3\nplay b B3\nplay BLACK D3\nplay Black C2\nplay B C4\nplay b C3\n=\n"
               "clear_board\nplay black C3\nplay w B3\nplay WHITE D3\nplay White C2\nplay W C4\nplay w C3\n=\n"},
    {.id = "play.vertices", .levels = CORE, .source = "GTP 2, simple entities",
     .meaning = "vertices are in any case, and so is the pass",
     .script = "new\nplay b a1\n=\nplay w C3\n=\nplay b A1\n?\nplay b c3\n?\nplay b pass\n=\nplay w PASS\n=\n"
               "play b Pass\n=\n"},
    {.id = "play.letter_i", .levels = CORE, .source = "GTP 2, 2.11 board coordinates", .meaning = "there is no column I",
     .script = "new\nplay b I3\n?\nplay b i3\n?\n"},
    {.id = "play.letter_j", .levels = CORE, .source = "GTP 2, 2.11 board coordinates", .meaning = "J is beside H",
     .run = check_letter_j},
    {.id = "play.off_board", .levels = CORE, .source = "GTP 2, play", .meaning = "a vertex off the board is refused",
     .script = "new\nplay b A0\n?\nplay b Z1\n?\nplay b A26\n?\nplay b U20\n?\nplay b A99\n?\nplay b A1\n=\n"},
    {.id = "play.arguments", .levels = CORE, .source = "GTP 2, play", .meaning = "wrong arguments are refused",
     .script = "new\nplay\n?\nplay b\n?\nplay green C3\n?\nplay b 33\n?\nplay b CC\n?\nplay C3\n?\nplay b C3\n=\n"},
    {.id = "play.syntax_text", .levels = CORE, .source = "GTP 2, syntax error", .is_advice = true,
     .meaning = "the refusal of wrong arguments begins with \"syntax error\"",
     .script = "new\nplay\n? syntax error\nplay b\n? syntax error\nplay green C3\n? syntax error\n"},
    {.id = "play.empty_answer", .levels = CORE, .source = "GTP 2, play", .is_formal = true,
     .meaning = "the answer is empty", .script = "new\nplay b C3\n=empty\nplay w pass\n=empty\n"},
    {.id = "play.occupied", .levels = CORE, .source = "GTP 2, play",
     .meaning = "a move on a stone is illegal", .script = "new\nplay b C3\nplay w C3\n?\nplay b C3\n?\n"},
    {.id = "play.text", .levels = CORE, .source = "GTP 2, play", .is_formal = true,
     .meaning = "an illegal move is refused as \"illegal move\"",
     .script = "new\nplay b C3\nplay w C3\n? illegal move\n"},
    {.id = "play.junk", .levels = CORE, .source = "GTP 2, simple entities", .is_advice = true,
     .meaning = "a vertex with something behind it is refused", .script = "new\nplay b C3x\n?\nplay b C3\n=\n"},
    {.id = "play.far", .levels = CORE, .source = "GTP 2, 2.11 board coordinates", .run = check_far,
     .meaning = "a 19x19 board has all points up to T19, and no others"},
    {.id = "play.refusal", .levels = CORE, .source = "GTP 2, play", .meaning = "a refused move changes nothing",
     .script = "new\nplay b C3\nplay w C3\n?\nplay w C3\n?\nplay b C3\n?\nplay w B3\nplay w D3\nplay w C2\nplay w C4\n"
               "play w C3\n=\n"},
    {.id = "play.turns", .levels = CORE, .source = "GTP 2, play", .meaning = "consecutive moves of one color are legal",
     .script = "new\nplay w A1\n=\nplay w B2\n=\nplay w C3\n=\nplay b D4\n=\nplay b E5\n=\nplay w pass\n=\nplay w A3\n=\n"},
    {.id = "play.pass", .levels = CORE, .source = "GTP 2, simple entities", .meaning = "a pass is a move",
     .script = "new\nplay b pass\n=\nplay w C3\n=\nplay b pass\n=\nplay w D3\n=\nplay b C3\n?\n"},
    {.id = "play.after_passes", .levels = CLIENTS, .source = "GoGui, KGS", .meaning = "the game may go on after two passes",
     .script = "new\nplay b C3\nplay w D3\nplay b pass\nplay w pass\nplay b D4\n=\nplay w C4\n=\n"},

    /* ---- Undo ---- */
    {.id = "undo.empty", .levels = UNDO, .source = "GTP 2, undo", .needs = "undo",
     .meaning = "without a move to take back it is refused", .script = "new\nundo\n?\nplay b C3\n=\nundo\n=\nundo\n?\n"},
    {.id = "undo.text", .levels = TOURNAMENT, .source = "GTP 2, undo", .needs = "undo", .is_formal = true,
     .meaning = "it is refused as \"cannot undo\"", .script = "new\nundo\n? cannot undo\n"},
    {.id = "undo.move", .levels = UNDO, .source = "GTP 2, undo", .needs = "undo",
     .meaning = "the last move is taken back, and only that",
     .script = "new\nplay b C3\nplay w D3\nundo\n=\nplay b C3\n?\nplay w D3\n=\nundo\n=\nundo\n=\nundo\n?\n"},
    {.id = "undo.pass", .levels = UNDO, .source = "GTP 2, undo", .needs = "undo", .meaning = "a pass is taken back as a move",
     .script = "new\nplay b C3\nplay w pass\nundo\n=\nplay w C3\n?\nundo\n=\nplay w C3\n=\n"},
    {.id = "undo.capture", .levels = UNDO, .source = "GTP 2, undo", .needs = "undo", .meaning = "captured stones come back",
     .script = "new\nplay w C3\nplay b B3\nplay b D3\nplay b C2\nplay b C4\nundo\n=\nplay b C3\n?\nplay w C4\n=\n"},
    {.id = "undo.ko", .levels = UNDO, .source = "GTP 2, undo", .needs = "undo", .meaning = "the ko comes back",
     .script = "new\nplay b B2\nplay w C2\nplay b A1\nplay w D1\nplay w B1\nplay b C1\nplay w E5\nundo\n=\n"
               "play w B1\n?\n"},
    {.id = "undo.refused", .levels = UNDO, .source = "GTP 2, undo", .needs = "undo",
     .meaning = "what was refused is not taken back",
     .script = "new\nplay b C3\nplay w C3\n?\nplay w Z99\n?\nundo\n=\nplay w C3\n=\n"},
    {.id = "undo.questions", .levels = UNDO, .source = "GTP 2, undo", .needs = "undo", .run = check_questions,
     .meaning = "final_score, final_status_list, showboard and reg_genmove leave no move in the history"},
    {.id = "undo.genmove", .levels = UNDO, .source = "GTP 2, undo", .needs = "undo",
     .meaning = "the engine's own move is taken back",
     .script = "new\nplay b C3\ngenmove w\n=\nundo\n=\nundo\n=\nundo\n?\n"},

    /* ---- Moves of the engine ---- */
    {.id = "genmove.answer", .levels = CORE, .source = "GTP 2, genmove",
     .meaning = "the answer is a vertex, pass or resign, and nothing else",
     .script = "new\ngenmove b\n= [A-HJ-Za-hj-z][0-9]+|[Pp][Aa][Ss][Ss]|resign\ngenmove white\n"
               "= [A-HJ-Za-hj-z][0-9]+|[Pp][Aa][Ss][Ss]|resign\ngenmove BLACK\n=\ngenmove W\n=\n"},
    {.id = "genmove.after_passes", .levels = CLIENTS, .source = "GoGui, KGS",
     .meaning = "a move is made after two passes, too: the game is resumed",
     .script = "new\nplay b C3\nplay w D3\nplay b pass\nplay w pass\ngenmove b\n=\ngenmove w\n=\n"},
    {.id = "genmove.arguments", .levels = CORE, .source = "GTP 2, genmove", .meaning = "wrong arguments are refused",
     .script = "new\ngenmove\n?\ngenmove green\n?\n"},

    {.id = "genmove.refusal", .levels = UNDO, .source = "clients", .needs = "undo", .meaning = "a refused genmove plays nothing",
     .script = "new\nplay b C3\ngenmove green\n?\nundo\n=\nundo\n?\n"},

    /* ---- Tournaments ---- */
    {.id = "time_settings.any", .levels = TOURNAMENT | GOGUI | KGS | CGOS | GOMILL, .source = "GTP 2, time_settings",
     .needs = "time_settings", .wants_new = true, .meaning = "any settings are accepted, of all kinds",
     .script = "time_settings 1800 0 0\n=\ntime_settings 0 30 5\n=\ntime_settings 600 30 25\n=\n"
               "time_settings 0 0 0\n=\ntime_settings 300 60 0\n=\ntime_settings 0 1 0\n=\ntime_settings 86400 3600 100\n=\n"},
    {.id = "time_settings.arguments", .levels = TOURNAMENT, .source = "GTP 2, time_settings", .needs = "time_settings",
     .meaning = "wrong arguments are refused", .script = "time_settings\n?\ntime_settings 1 2\n?\ntime_settings x 1 1\n?\n"},
    {.id = "time_left.any", .levels = TOURNAMENT | GOGUI | KGS | CGOS | GOMILL, .source = "GTP 2, time_left",
     .needs = "time_left time_settings", .wants_new = true, .meaning = "the time that is left is accepted for both colors",
     .script = "new\ntime_settings 300 30 5\ntime_left b 300 0\n=\ntime_left white 20 3\n=\ntime_left B 0 0\n=\n"},
    {.id = "time_left.arguments", .levels = TOURNAMENT, .source = "GTP 2, time_left", .needs = "time_left",
     .meaning = "wrong arguments are refused", .script = "time_left\n?\ntime_left x 1 1\n?\ntime_left b\n?\n"},
    {.id = "final_score.form", .levels = TOURNAMENT | GOGUI, .source = "GTP 2, final_score", .needs = "final_score",
     .run = check_score_form, .meaning = "the score is B+N, W+N or 0, unless it is refused"},
    {.id = "final_score.text", .levels = TOURNAMENT, .source = "GTP 2, final_score", .needs = "final_score",
     .run = check_score_text, .is_formal = true, .meaning = "a score is refused as \"cannot score\""},
    {.id = "final_status_list.arguments", .levels = TOURNAMENT | KGS, .source = "GTP 2, final_status_list",
     .needs = "final_status_list", .meaning = "a status other than alive, seki and dead is refused",
     .script = "new\nplay b C3\nfinal_status_list sleepy\n?\nfinal_status_list\n?\n"},

    /* ---- Regression ---- */
    {.id = "loadsgf.missing", .levels = REGRESSION | GOGUI, .source = "GTP 2, loadsgf", .needs = "loadsgf",
     .meaning = "a file that is not there is refused", .script = "loadsgf /no/such/folder/x.sgf\n?\n"},
    {.id = "loadsgf.text", .levels = REGRESSION, .source = "GTP 2, loadsgf", .needs = "loadsgf", .is_formal = true,
     .meaning = "it is refused as \"cannot load file\"", .script = "loadsgf /no/such/folder/x.sgf\n? cannot load file\n"},
    {.id = "loadsgf.refusal", .levels = REGRESSION | GOGUI, .source = "clients", .needs = "loadsgf",
     .meaning = "a refused file changes nothing",
     .script = "new\nplay b C3\nloadsgf /no/such/folder/x.sgf\n?\nplay w C3\n?\nplay w D3\n=\n"},
    {.id = "reg_genmove.answer", .levels = REGRESSION, .source = "GTP 2, reg_genmove", .needs = "reg_genmove",
     .meaning = "the answer is a vertex, pass or resign",
     .script = "new\nreg_genmove b\n= [A-HJ-Za-hj-z][0-9]+|[Pp][Aa][Ss][Ss]|resign\n"},
    {0},
};
// clang-format on
