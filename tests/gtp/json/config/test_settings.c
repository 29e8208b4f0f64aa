/* Config files and command lines as they are in the wild, and settings by KataGo's names. */
#include "tests/support/program/arena.h"

#include "gtp/json/config/settings.h"

static void expect_pair(const Pairs *pairs, int index, const char *key, const char *value) {
    cr_assert_lt(index, pairs->count);
    cr_assert_str_eq(pairs->items[index].key, key);
    cr_assert_str_eq(pairs->items[index].value, value);
}

Test(json_settings, config_files_are_read) {
    Arena *arena = arena_new();
    Pairs pairs = {0};
    Status status;
    char path[ARENA_PATH_MAX];
    arena_write(arena, "inner.cfg", "\xef\xbb\xbfmaxTime = 3\n");
    arena_write(arena, "a.cfg",
                "# a comment\r\n\r\n  maxVisits = 500 # more\r\nlogDir=a b\r\n"
                "homeDataDir = \"x # \\\"y\\\"\" # quoted\r\n@include inner.cfg\r\nempty =\r\n"
                "maxVisits = 7");
    arena_path(arena, "a.cfg", path);
    const OptionList files = {(const char *[]){path}, 1};
    cr_assert(pairs_read(&pairs, &files, &(OptionList){0}, &status), "%s", status.text);
    cr_assert_eq(pairs.count, 5);
    expect_pair(&pairs, 0, "logDir", "a b");
    expect_pair(&pairs, 1, "homeDataDir", "x # \"y\"");
    expect_pair(&pairs, 2, "maxTime", "3");
    expect_pair(&pairs, 3, "empty", "");
    expect_pair(&pairs, 4, "maxVisits", "7");
    cr_assert(pairs_read_text(&pairs, " a = 1 ,b=\"x,y\",, c=2", &status), "%s", status.text);
    cr_assert_eq(pairs.count, 8);
    expect_pair(&pairs, 5, "a", "1");
    expect_pair(&pairs, 6, "b", "x,y");
    expect_pair(&pairs, 7, "c", "2");
    cr_assert_not(pairs_read_text(&pairs, "a=1,b", &status));
    pairs_free(&pairs);
}

/* One line on standard error, a status that is not 1, nothing on standard output. */
Test(json_settings, wrong_files_and_values_are_refused, .timeout = 120) {
    static const char *const LINES[][2] = {
        {"-config nowhere.cfg", "nowhere.cfg: No such file"},
        {"-config .", "."},
        {"-config binary.cfg", "binary.cfg: not a text file"},
        {"-config huge.cfg", "huge.cfg"},
        {"-config broken.cfg", "broken.cfg: line 2 is not of the form key = value"},
        {"-config loop.cfg", "loop.cfg: line 1"},
        {"-config value.cfg", "maxVisits: expected a whole number"},
        {"-override-config maxVisits", "expected KEY=VALUE, got 'maxVisits'"},
        {"-override-config reportAnalysisWinratesAs=RED", "expected BLACK, WHITE or SIDETOMOVE"},
        {"-override-config numAnalysisThreads=0", "numAnalysisThreads: expected a whole number"},
        {"-override-config humanSLProfile=rank_99k", "rank_99k"},
        {"-analysis-threads 0", "-analysis-threads: expected a whole number"},
        {"--nonsense", "unknown option --nonsense"},
        {"-model nowhere.bin.gz", "nowhere.bin.gz: no such file"},
        {"-model broken.cfg", "broken.cfg"},
    };
    Arena *arena = arena_new();
    arena_write(arena, "broken.cfg", "maxVisits = 3\nnonsense\n");
    arena_write(arena, "loop.cfg", "@include loop.cfg\n");
    arena_write(arena, "value.cfg", "maxVisits = many\n");
    arena_shell(arena, "head -c 2000000 /dev/zero | tr '\\0' '\\n' >huge.cfg; printf 'a\\0b' "
                       ">binary.cfg");
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        const char *line = formatted("\"$D\" analysis %s </dev/null", LINES[i][0]);
        cr_assert_eq(arena_shell(arena, line), 2, "%s", line);
        cr_assert_str_eq(arena->out, "");
        cr_assert_not_null(strstr(arena->err, LINES[i][1]), "%s: %s", line, arena->err);
        cr_assert_eq(strcspn(arena->err, "\n") + 1, strlen(arena->err), "%s", arena->err);
    }
}

/* Keys that KataGo does not know are named once, the others are taken in silence. */
Test(json_settings, unknown_keys_are_named_once, .timeout = 60) {
    Arena *arena = arena_new();
    arena_write(arena, "wild.cfg",
                "logDir = logs\nlogToStderr = false\nnumSearchThreads = 8\nnnMaxBatchSize = 64\n"
                "numSearchThreadsPerAnalysisThread = 4\nnumAnalysisThreads = 12\n"
                "openclDeviceToUseThread0 = 1\ncudaUseFP16 = auto\ntrtDeviceToUse = 0\n"
                "subtreeValueBiasFactor = 0.45\nresignThreshold = -0.9\n"
                "rules = tromp-taylor\nnoSuchKey = 1\nnoSuchKey = 2\nwideRootNoise = 0.04\n"
                "rootNoiseEnabled = true\n"
                "nnCacheSizePowerOfTwo = 23\nmaxTime = 1e20\nmaxVisits = 500\n");
    cr_assert_eq(arena_shell(arena, "\"$D\" analysis -model none -config wild.cfg "
                                    "-override-config 'homeDataDir=/a b' </dev/null"),
                 0);
    const char *first = strstr(arena->err, "noSuchKey");
    cr_assert_not_null(first);
    cr_assert_null(strstr(first + 1, "noSuchKey"));
    cr_assert_null(strstr(arena->err, "openclDeviceToUse"));
    cr_assert_null(strstr(arena->err, "subtreeValueBiasFactor"));
    cr_assert_not_null(strstr(arena->err, "config key rootNoiseEnabled has no effect"));
    cr_assert_not_null(strstr(arena->err, "up to 12 positions at once"));
    cr_assert_str_eq(arena->out, "");
}

/* KataGo's units become ours; a query may set what its answer depends on, and nothing else. */
Test(json_settings, settings_are_translated) {
    Settings settings = settings_default();
    Status status;
    cr_assert_eq(settings_set(&settings, "cpuctExploration", "1.2", &status), SETTING_APPLIED);
    cr_assert_float_eq(settings.query.player.net_select.cpuct, 0.6, 1e-12);
    cr_assert_eq(settings_set(&settings, "maxVisits", "1000000", &status), SETTING_APPLIED);
    cr_assert_eq(settings.query.player.visits, 1000000);
    cr_assert_eq(settings_set(&settings, "maxTime", "1e20", &status), SETTING_APPLIED);
    cr_assert_eq(settings_set(&settings, "numSearchThreads", "1000", &status), SETTING_APPLIED);
    cr_assert_eq(settings.query.player.threads, SEARCH_THREADS_MAX);
    cr_assert_eq(settings_set(&settings, "net_score_share", "0.2", &status), SETTING_APPLIED);
    cr_assert_eq(settings_set(&settings, "lcbStdevs", "4", &status), SETTING_APPLIED);
    cr_assert_float_eq(settings.query.player.net_lcb_z, 4, 1e-12);
    cr_assert_eq(settings.session.batch_max, 8);
    cr_assert_eq(settings_set(&settings, "nnMaxBatchSize", "65536", &status), SETTING_APPLIED);
    cr_assert_eq(settings.session.batch_max, FAST_BATCH_MAX);
    cr_assert_eq(settings_set(&settings, "maxVisits", "0", &status), SETTING_WRONG);
    QuerySettings *query = &settings.query;
    cr_assert_eq(settings_override(query, "wideRootNoise", "0.1", &status), SETTING_APPLIED);
    cr_assert_float_eq(query->root_noise, 0.1, 1e-12);
    cr_assert_eq(settings_override(query, "rootFpuReductionMax", "0.1", &status), SETTING_APPLIED);
    cr_assert_float_eq(query->player.root_fpu_reduction, 0.05, 1e-12);
    cr_assert_eq(settings_override(query, "numAnalysisThreads", "2", &status), SETTING_FIXED);
    cr_assert_eq(settings_override(query, "threads", "2", &status), SETTING_FIXED);
}

/* The program by another name, as clients start it. */
Test(json_settings, command_lines_of_katago, .timeout = 60) {
    Arena *arena = arena_new();
    arena_write(arena, "gtp.cfg",
                "logDir = gtp_logs\nrules = japanese\nmaxVisits = 3\nresignThreshold = -0.9\n"
                "ponderingEnabled = false\nnumSearchThreads = 1\nlagBuffer = 1.0\nodd = 1\n");
    cr_assert_eq(arena_shell(arena, "ln -s \"$D\" katago; ./katago version"), 0);
    cr_assert_not_null(strstr(arena->out, "KataGo v1.17.2"));
    cr_assert_eq(arena_shell(arena, "printf 'name\\nkata-get-rules\\nkata-get-param maxVisits\\n"
                                    "genmove b\\n' | ./katago gtp -model none -config gtp.cfg "
                                    "-override-config maxVisits=5"),
                 0);
    cr_assert_not_null(strstr(arena->out, "= KataGo\n"));
    cr_assert_not_null(strstr(arena->out, "\"scoring\":\"TERRITORY\""));
    cr_assert_not_null(strstr(arena->out, "= 5\n"));
    cr_assert_not_null(strstr(arena->err, "config key odd has no effect"));
    arena_write(arena, "keys.cfg",
                "koRule = SITUATIONAL\nscoringRule = TERRITORY\ntaxRule = SEKI\n"
                "multiStoneSuicideLegal = false\nhasButton = false\ndefaultBoardSize = 9\n"
                "ignorePreRootHistory = false\n"
                "reportAnalysisWinratesAs = BLACK\nignoreGTPAndForceKomi = 7\n");
    cr_assert_eq(arena_shell(arena, "printf 'kata-get-rules\nquery_boardsize\n' | ./katago gtp "
                                    "-model none -config keys.cfg"),
                 0);
    cr_assert_not_null(strstr(arena->out, "\"ko\":\"SITUATIONAL\""));
    cr_assert_not_null(strstr(arena->out, "\"scoring\":\"TERRITORY\""));
    cr_assert_not_null(strstr(arena->out, "= 9\n"));
    cr_assert_not_null(strstr(arena->err, "reportAnalysisWinratesAs has no effect"));
    cr_assert_not_null(strstr(arena->err, "ignoreGTPAndForceKomi has no effect"));
    cr_assert_null(strstr(arena->err, "ignorePreRootHistory"));
    cr_assert_eq(arena_shell(arena, "./katago gtp -override-config koRule=NONE </dev/null"), 2);
    cr_assert_eq(arena_shell(arena, "./katago gtp -config nowhere.cfg </dev/null"), 2);
}

/* What a session of GTP answers to a command under that -override-config. */
static void expect_answer(Arena *arena, const char *overrides, const char *command,
                          const char *answer, const char *warning) {
    arena_shell(arena, formatted("echo '%s' | \"$D\" gtp -model none -override-config '%s'",
                                 command, overrides));
    cr_assert_eq(arena->status, 0, "%s: %s", overrides, arena->err);
    cr_assert_not_null(strstr(arena->out, answer), "%s: %s", overrides, arena->out);
    cr_assert_not_null(strstr(arena->err, warning), "%s: %s", overrides, arena->err);
    cr_assert(*warning != '\0' || *arena->err == '\0', "%s: %s", overrides, arena->err);
}

/* As in KataGo, whatever the order. */
Test(json_settings, gtp_board_sizes, .timeout = 60) {
    static const char *const CASES[][3] = {
        {"defaultBoardSize=9", "= 9\n", ""},
        {"defaultBoardXSize=9,defaultBoardYSize=7", "= 9 7\n", ""},
        {"defaultBoardXSize=5,defaultBoardSize=9", "= 5 9\n", ""},
        {"defaultBoardSize=9,defaultBoardYSize=25", "= 9 25\n", ""},
        {"defaultBoardXSize=9", "= 19\n", "config key defaultBoardXSize has no effect"},
        {"defaultBoardYSize=9", "= 19\n", "config key defaultBoardYSize has no effect"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_answer(arena, CASES[i][0], "query_boardsize", CASES[i][1], CASES[i][2]);
    }
    arena_shell(arena, "\"$D\" gtp -override-config defaultBoardYSize=26 </dev/null");
    arena_expect(arena, 2, "defaultBoardYSize: expected a whole number from 1 to 25, got '26'");
}

Test(json_settings, gtp_rules_are_read_key_by_key, .timeout = 60) {
    static const char *const CASES[][3] = {
        {"multiStoneSuicideLegal=false", "\"suicide\":false", ""},
        {"whiteHandicapBonus=N-1", "\"whiteHandicapBonus\":\"N-1\"", ""},
        {"rules=japanese,koRule=POSITIONAL", "\"ko\":\"POSITIONAL\",\"scoring\":\"TERRITORY\"", ""},
        {"koRule=SIMPLE,rules=tromp-taylor", "\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\"", ""},
        {"taxRule=NONE", "\"tax\":\"NONE\"", ""},
        {"koRule=SIMPLE,taxRule=ALL,hasButton=True", "\"hasButton\":true,\"ko\":\"SIMPLE\"", ""},
        {"scoringRule=TERRITORY", "\"tax\":\"SEKI\"", ""},
        {"rules=stone-scoring",
         "\"scoring\":\"AREA\",\"suicide\":false,\"tax\":\"ALL\",\"whiteHandicapBonus\":\"0\"", ""},
        {"rules=japanese,taxRule=NONE",
         "\"scoring\":\"TERRITORY\",\"suicide\":false,\"tax\":\"NONE\"", ""},
        {"rules=japanese,taxRule=ALL", "\"tax\":\"ALL\"", ""},
    };
    static const char *const REFUSALS[][2] = {
        {"koRule=FOO", "dihedra gtp: koRule: unknown value 'FOO'"},
        {"koRule=\xff", "dihedra gtp: koRule: unknown value '"},
        {"hasButton=FOO", "dihedra gtp: hasButton: expected on or off"},
        {"rules=FOO", "dihedra gtp: rules: unknown rules 'FOO'"},
        {"taxRule=SOME", "dihedra gtp: taxRule: unknown value 'SOME'"},
        {"hasButton=true,scoringRule=TERRITORY",
         "dihedra gtp: hasButton: true needs scoringRule AREA"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_answer(arena, CASES[i][0], "kata-get-rules", CASES[i][1], CASES[i][2]);
    }
    for (size_t i = 0; i < sizeof REFUSALS / sizeof REFUSALS[0]; i++) {
        arena_shell(arena,
                    formatted("\"$D\" gtp -override-config '%s' </dev/null", REFUSALS[i][0]));
        arena_expect(arena, 2, REFUSALS[i][1]);
    }
}
