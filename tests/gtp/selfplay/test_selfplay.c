/* Self-play as users run it: what it prints, the records it writes, and that the same seed gives
 * the same games however many are played at once. */
#include "engine/go/sgf/sgf.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *program(void) {
    const char *path = getenv("DIHEDRA");
    return path == NULL ? "build/dev/dihedra" : path;
}

/* Returns what the command prints, which the caller frees, and its exit status. */
static char *run(const char *arguments, int *status) {
    char command[512];
    snprintf(command, sizeof command, "%s selfplay %s 2>/dev/null", program(), arguments);
    FILE *pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    char *text = calloc(1, 1 << 16);
    const size_t length = fread(text, 1, (1 << 16) - 1, pipe);
    text[length] = '\0';
    *status = WEXITSTATUS(pclose(pipe));
    return text;
}

static char *new_folder(void) {
    char *folder = strdup("/tmp/dihedra-selfplay-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    return folder;
}

static void remove_folder(char *folder, int games) {
    char path[256];
    for (int i = 1; i <= games; i++) {
        snprintf(path, sizeof path, "%s/game-%d.sgf", folder, i);
        unlink(path);
    }
    cr_assert_eq(rmdir(folder), 0, "%s holds more than its games", folder);
    free(folder);
}

static char *read_file(const char *folder, int game) {
    char path[256];
    snprintf(path, sizeof path, "%s/game-%d.sgf", folder, game);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s is missing", path);
    char *text = calloc(1, 1 << 16);
    cr_assert_lt(fread(text, 1, (1 << 16) - 1, file), (1 << 16) - 1);
    fclose(file);
    return text;
}

static double figure(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    cr_assert(json_is_number(value), "%s is missing", key);
    return json_number_value(value);
}

Test(selfplay, same_games_one_by_one_and_two_at_once) {
    enum { GAMES = 5 };
    char *folders[2] = {new_folder(), new_folder()};
    for (int i = 0; i < 2; i++) {
        char arguments[256];
        int status;
        snprintf(arguments, sizeof arguments,
                 "--size 5 --games %d -j %d --visits 50 --json --sgf %s", GAMES, i + 1, folders[i]);
        char *text = run(arguments, &status);
        cr_assert_eq(status, 0);
        json_t *object = json_loads(text, 0, NULL);
        cr_assert_not_null(object, "no JSON: %s", text);
        cr_assert_eq(figure(object, "games"), (double)GAMES);
        cr_assert_eq(figure(object, "black_wins") + figure(object, "white_wins") +
                         figure(object, "draws"),
                     (double)GAMES);
        cr_assert_leq(figure(object, "moves_least"), figure(object, "moves_per_game"));
        cr_assert_geq(figure(object, "moves_most"), figure(object, "moves_per_game"));
        cr_assert_gt(figure(object, "visits_per_s"), 0);
        json_decref(object);
        free(text);
    }
    for (int game = 1; game <= GAMES; game++) {
        char *one = read_file(folders[0], game), *two = read_file(folders[1], game);
        cr_assert_str_eq(one, two);
        free(one);
        free(two);
    }
    remove_folder(folders[0], GAMES);
    remove_folder(folders[1], GAMES);
}

/* Each move that a search chose has a comment; those of the random player have none. */
Test(selfplay, records_say_what_the_search_thought) {
    char *folder = new_folder();
    char arguments[256], path[256], comment[256];
    int exit_status;
    snprintf(arguments, sizeof arguments, "--size 5 --visits 20 --random white --sgf %s", folder);
    free(run(arguments, &exit_status));
    cr_assert_eq(exit_status, 0);
    snprintf(path, sizeof path, "%s/game-1.sgf", folder);
    SgfTree *tree;
    Status status;
    cr_assert(sgf_load(path, &tree, &status), "%s", status.text);
    const SgfNode *node = sgf_tree_root(tree);
    cr_assert(sgf_node_simple_text(node, "PW", comment, sizeof comment));
    cr_assert_str_eq(comment, "random moves");
    cr_assert(sgf_node_simple_text(node, "RE", comment, sizeof comment));
    int black_comments = 0;
    while ((node = node->first_child) != NULL) {
        const bool commented = sgf_node_simple_text(node, "C", comment, sizeof comment);
        long long visits;
        double percent;
        if (sgf_node_property(node, "W") != NULL) {
            cr_assert(!commented, "%s", comment);
        } else if (commented) {
            cr_assert_eq(
                sscanf(comment, "%lld playouts, Black wins %lf%%, score", &visits, &percent), 2,
                "%s", comment);
            cr_assert(visits > 0 && percent >= 0 && percent <= 100, "%s", comment);
            black_comments++;
        }
    }
    cr_assert_gt(black_comments, 0);
    sgf_tree_free(tree);
    remove_folder(folder, 1);
}

/* A log that was cut short in its fourth line is continued to the same games; the report counts
 * them all, and other settings are refused. */
Test(selfplay, resumes_from_its_log) {
    char path[] = "/tmp/dihedra-selfplay-log-XXXXXX", arguments[256], first[1 << 16];
    const int file = mkstemp(path);
    cr_assert_geq(file, 0);
    int status;
    snprintf(arguments, sizeof arguments, "--size 5 --games 4 --visits 20 --json --resume %s",
             path);
    char *text = run(arguments, &status);
    json_t *whole = json_loads(text, 0, NULL);
    free(text);
    cr_assert_eq(status, 0);
    const ssize_t length = pread(file, first, sizeof first - 1, 0);
    cr_assert(length > 0);
    first[length] = '\0';
    char *cut = first;
    for (int line = 0; line < 3; line++) {
        cut = strchr(cut, '\n') + 1;
    }
    cr_assert_eq(ftruncate(file, cut + 20 - first), 0);
    text = run(arguments, &status);
    json_t *again = json_loads(text, 0, NULL);
    free(text);
    cr_assert_eq(status, 0);
    cr_assert_eq(figure(again, "games_before"), 2.0);
    static const char *const KEYS[] = {"games",        "black_wins",     "white_wins",
                                       "resignations", "moves_per_game", "score_mean"};
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        cr_assert(json_equal(json_object_get(whole, KEYS[i]), json_object_get(again, KEYS[i])),
                  "%s", KEYS[i]);
    }
    snprintf(arguments, sizeof arguments, "--size 5 --games 4 --visits 21 --json --resume %s",
             path);
    free(run(arguments, &status));
    cr_assert_eq(status, 1);
    json_decref(whole);
    json_decref(again);
    close(file);
    unlink(path);
}

Test(selfplay, watch_draws_each_position) {
    int status;
    char *text = run("--size 3 --visits 10 --watch", &status);
    cr_assert_eq(status, 0);
    cr_assert_not_null(strstr(text, " 3 "), "%s", text);
    cr_assert_not_null(strstr(text, "Move 1\n"), "%s", text);
    cr_assert_not_null(strstr(text, "game 1: "), "%s", text);
    free(text);
}

Test(selfplay, refuses_bad_options) {
    static const char *const BAD[] = {
        "--games 0",    "--games x",        "-j 0",  "--watch --json",   "--watch -j 2",
        "--random red", "--sgf /dev/null/", "--sgf", "--visits 0.5",     "--nonsense",
        "--size 26",    "--threads 65",     "extra", "--move-time never"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        int status;
        char *text = run(BAD[i], &status);
        cr_assert_neq(status, 0, "%s was accepted: %s", BAD[i], text);
        cr_assert_str_eq(text, "", "%s", BAD[i]);
        free(text);
    }
}
