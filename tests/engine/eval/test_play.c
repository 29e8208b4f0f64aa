/* Playing with a network: which file is opened, how a bad one is reported. */
#include "tests/support/network/net_spec.h"
#include "tests/support/session/session.h"

#include <sys/stat.h>

static void write_spec(const char *path, const NetSpec *spec, bool whole) {
    size_t length;
    uint8_t *bytes = cleanup_free(net_spec_write(spec, &length));
    FILE *file = fopen(path, "wb");
    const size_t part = whole ? length : length / 2;
    cr_assert(file != NULL && fwrite(bytes, 1, part, file) == part && fclose(file) == 0);
}

/* Writes a small network of a version, or only its first part if it is to be damaged. */
static void write_version(const char *path, int version, bool whole) {
    const NetSpec spec = net_spec_small(version, 4);
    write_spec(path, &spec, whole);
}

static void write_network(const char *path, bool whole) {
    write_version(path, 8, whole);
}

static NetworkLoad *start(const char *model) {
    EngineOptions options = engine_options_default();
    options.model = model;
    options.precision = PRECISION_FP32;
    Models models;
    Status status;
    cr_assert(models_start(&options, &models, &status), "%s", status.text);
    cr_assert_null(models.human);
    return models.main;
}

/* A session whose player owns the load of the file's network. */
static Session *session_with(const char *path) {
    Session *session = session_new(5, 5);
    player_free(&session->engine.player);
    cr_assert(player_init(&session->engine.player, start(path)));
    session->engine.options.visits = 40;
    return session;
}

static void end_session(Session *session) {
    NetworkLoad *load = session->engine.player.load;
    network_load_free(load);
}

Test(network_play, plays_and_tells_of_the_network) {
    char path[TEMPORARY_PATH_MAX], games[2][200];
    temporary_path(path);
    write_network(path, true);
    for (int i = 0; i < 2; i++) {
        Session *session = session_with(path);
        session_do(session, "genmove b;genmove w;genmove b");
        snprintf(games[i], sizeof games[i], "%s", session_ask(session, "move_history"));
        session_expect(
            session, "kata-get-models",
            formatted("[{\"name\":\"%s\",\"internalName\":\"test-net\",\"maxBatchSize\":1,"
                      "\"usesHumanSLProfile\":false,\"version\":8,\"precision\":\"fp32\"}]",
                      path));
        end_session(session);
    }
    cr_assert_str_eq(games[0], games[1], "one seed, one game");
}

Test(network_play, names_a_broken_file_and_changes_nothing) {
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    write_network(path, false);
    Session *session = session_with(path);
    session_do(session, "play b C3");
    char *before = cleanup_free(session_state(session));
    static const char *const LINES[] = {"genmove w", "kata-get-models", "kata-raw-nn 0",
                                        "restricted_genmove w A1", "genmove w"};
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        cr_assert_not_null(strstr(session_body(session, LINES[i], '?'), path), "%s", LINES[i]);
    }
    char *after = cleanup_free(session_state(session));
    cr_assert_str_eq(after, before);
    end_session(session);
}

/* KataGo's example (cpp/tests): White's stone at E7 is in atari, so D7 is no point if the network
 * was trained so, or if the parameter says so. The network itself sees no difference. */
Test(network_play, points_beside_atari_follow_the_network) {
    static const char *const AUTO[] = {"0", "B+1"}; /* by slot C of the header */
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    for (int slot = 0; slot < 2; slot++) {
        NetSpec spec = net_spec_small(15, 4);
        spec.excludes_atari = slot != 0;
        write_spec(path, &spec, true);
        Session *session = session_with(path);
        session_set_up(session,
                       ". O O . O X .\n"
                       "O O . O X X .\n"
                       "X O O O O X .\n"
                       ". O O O O X .\n"
                       "O O O O . X .\n"
                       "O . O O O X .\n"
                       "O O O O O X .\n",
                       BLACK);
        session_do(session, "komi 0;kata-set-rules koSIMPLEscoreTERRITORYtaxNONEsui0fpok1");
        session_expect(session, "kata-get-param excludeTerritoryAdjacentToAtari", "auto");
        char *input = session_ask(session, "kata-raw-nn 0");
        session_expect(session, "final_score", AUTO[slot]);
        session_do(session, "kata-set-param excludeTerritoryAdjacentToAtari true");
        session_expect(session, "final_score", AUTO[1]);
        session_expect(session, "kata-raw-nn 0", input);
        session_do(session, "kata-set-param excludeTerritoryAdjacentToAtari false");
        session_expect(session, "final_score", AUTO[0]);
        session_do(session, "kata-set-param excludeTerritoryAdjacentToAtari auto");
        session_do(session, "kata-set-rule tax SEKI"); /* where it has no meaning */
        session_expect(session, "final_score", AUTO[0]);
        end_session(session);
    }
}

/* ---- Which file is opened ---- */

Test(network_play, finds_files_by_name) {
    char base[] = "/tmp/dihedra-test-XXXXXX", folder[64], path[96];
    cr_assert_not_null(mkdtemp(base));
    snprintf(folder, sizeof folder, "%s/dihedra", base);
    cr_assert_eq(mkdir(folder, 0700), 0);
    setenv("XDG_DATA_HOME", base, 1);
    unsetenv("DIHEDRA_MODEL");
    cr_assert_null(start("none"));
    snprintf(path, sizeof path, "%s/default.bin.gz", folder);
    write_network(path, true);
    static const char *const NAMES[] = {NULL, "default.bin.gz"};
    Status status;
    for (int i = 0; i < 2; i++) {
        NetworkLoad *load = start(NAMES[i]);
        cr_assert_str_eq(network_path(network_load_wait(load, &status)), path);
        network_load_free(load);
    }
    const char *other = formatted("%s/other.bin", folder);
    write_network(other, true);
    setenv("DIHEDRA_MODEL", other, 1);
    NetworkLoad *load = start(NULL);
    cr_assert_str_eq(network_path(network_load_wait(load, &status)), other);
    network_load_free(load);
    cr_assert_null(start("none"), "the command line has the last word");
    unsetenv("XDG_DATA_HOME");
    setenv("DIHEDRA_MODEL", "none", 1);
    Models models;
    const EngineOptions missing = {.model = "no-such-network.bin.gz"};
    cr_assert_not(models_start(&missing, &models, &status));
    cr_assert_str_eq(status.text, "no-such-network.bin.gz: no such file here or in the folders for "
                                  "networks");
    setenv("DIHEDRA_MODEL", "/no/such/network", 1);
    const EngineOptions unnamed = {.model = NULL};
    cr_assert_not(models_start(&unnamed, &models, &status));
    cr_assert_str_eq(status.text, "DIHEDRA_MODEL: /no/such/network: No such file or directory");
    setenv("DIHEDRA_MODEL", "none", 1);
    unlink(path);
    unlink(other);
    rmdir(folder);
    rmdir(base);
}

/* ---- What the network is asked ---- */

/* The answers of kata-raw-nn to these arguments are the same, up to the policy or altogether. */
static void expect_raw(Session *session, const char *arguments, const char *others, bool same) {
    char *one = session_ask(session, formatted("kata-raw-nn %s", arguments));
    const char *other = session_ask(session, formatted("kata-raw-nn %s", others));
    const size_t values = (size_t)(strstr(one, "policy") - one);
    cr_assert_eq(strncmp(one, other, values), 0);
    cr_assert_str_eq(strstr(one, "whiteOwnership"), strstr(other, "whiteOwnership"));
    cr_assert_eq(strcmp(one, other) == 0, same, "%s and %s", arguments, others);
}

Test(network_play, mixes_in_the_optimistic_policy_as_told) {
    static const int VERSIONS[] = {8, 12, 16, 17};
    for (int i = 0; i < 4; i++) {
        const bool has_none = VERSIONS[i] < 12;
        char path[TEMPORARY_PATH_MAX];
        temporary_path(path);
        write_version(path, VERSIONS[i], true);
        Session *session = session_with(path);
        session_do(session, "play b C3");
        expect_raw(session, "0", "0 0.2", true);
        expect_raw(session, "w 3", "w 3 0.2", true);
        expect_raw(session, "0 0", "0 0.2", has_none);
        expect_raw(session, "0 0.2", "0 1", has_none);
        end_session(session);
    }
}
