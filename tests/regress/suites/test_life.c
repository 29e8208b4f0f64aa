/* The problems of regress/suites/life.sgf and classics.sgf: the proof in each says what its comment
 * says, and the solver finds the same. */
#include "engine/go/sgf/record.h"
#include "gtp/solve/problem_text.h"
#include "tests/support/program/goal_search_kept.h"
#include "verify/local/local_proof.h"

/* Does the comment tell the answer for a side? */
static bool comment_tells(const char *comment, const char *mover, const char *aim,
                          const char *answer, int threats, bool is_seki) {
    const char *needed = formatted(", %d threat%s needed", threats, text_plural(threats));
    const char *line = formatted("%s first, to %s: %s%s%s", mover, aim, answer,
                                 threats > 0 ? needed : "", is_seki ? ", seki" : "");
    const char *place = strstr(comment, line);
    const char next = place == NULL ? '?' : place[strlen(line)];
    return next == '\0' || next == '\n' || next == ';';
}

static Goal make_goal(const LocalProof *proof, const Board *board) {
    const LocalRules *rules = &proof->rules;
    const Geometry *geometry = board->geometry;
    Goal goal;
    Status status;
    goal_init(&goal, board, GOAL_CAPTURE_ALL, color_opponent((Color)rules->owner));
    goal.playable = (Zone){0};
    for (int cell = 0; cell < rules->count; cell++) {
        cr_assert_eq(board_color(board, geometry->point_of[cell]), (Color)proof->cell[cell]);
        if (rules->playable[cell]) {
            zone_add(&goal.playable, geometry->point_of[cell]);
        }
    }
    for (int i = 0; i < rules->target_count; i++) {
        goal_add_target(&goal, board, geometry->point_of[rules->targets[i]]);
    }
    cr_assert(goal_finish(&goal, board, &status), "%s", status.text);
    return goal;
}

/* A file of problems, and what they are checked with. */
typedef struct {
    SgfTree *tree;
    Game *game;
    GoalSearch *search;
    LocalProof proof; /* of the last problem */
} Problems;

static void open_problems(Problems *problems, const char *path) {
    Status status;
    problems->game = game_new(HASH_DEFAULT_SEED);
    problems->search = goal_search_kept(16);
    cr_assert_not_null(problems->game);
    cr_assert(sgf_load(path, &problems->tree, &status), "%s", status.text);
}

static void close_problems(Problems *problems) {
    sgf_tree_free(problems->tree);
    game_free(problems->game);
}

/* Sets up the problem of a root and checks its proof. */
static Goal set_up(Problems *problems, int number, const SgfNode *root, const char *text) {
    Status status;
    cr_assert(record_start(problems->game, root, &status) &&
              record_set_up(problems->game, root, false, NULL, &status));
    cr_assert(
        local_proof_verify((const uint8_t *)text, strlen(text), NULL, &problems->proof, &status),
        "problem %d: %s", number, status.text);
    return make_goal(&problems->proof, &problems->game->board);
}

/* The proof's answer for a side is what the comment tells and, if it is asked to, what the search
 * finds. Returns it. */
static const char *expect_side(Problems *problems, int number, const Goal *goal, bool kills,
                               const char *comment, bool search) {
    int threats;
    const char *answer = local_proof_answer(&problems->proof, kills, &threats);
    const Color mover = kills ? goal->reacher : color_opponent(goal->reacher);
    cr_assert_not_null(answer);
    cr_assert(comment_tells(comment, color_name(mover), kills ? "kill" : "save", answer, threats,
                            local_proof_is_seki(&problems->proof, kills)),
              "problem %d: %s", number, comment);
    if (search) {
        const GoalLimits limits = {.nodes = 2000000};
        const GoalAnswer found =
            goal_answer(problems->search, goal, &problems->game->board, mover, 0, limits);
        cr_assert_str_eq(problem_code_name(found.code), answer, "problem %d", number);
    }
    return answer;
}

Test(suite_life, each_problem_is_proved) {
    static Problems problems;
    const bool is_long = getenv("DIHEDRA_LONG") != NULL;
    int count = 0, kos = 0, sekis = 0;
    open_problems(&problems, "regress/suites/life.sgf");
    for (const SgfNode *root = sgf_tree_root(problems.tree); root != NULL;
         root = root->next_sibling) {
        const char *comment = sgf_node_property(root, "C")->values[0].text;
        const char *text = sgf_node_property(root, "PROOF")->values[0].text;
        const Goal goal = set_up(&problems, count + 1, root, text);
        bool has_ko = false, has_seki = false;
        for (int i = 0; i < 2; i++) {
            const char *answer = expect_side(&problems, count + 1, &goal, i == 0, comment,
                                             count % 7 == 0 || is_long);
            has_ko |= strncmp(answer, "ko", 2) == 0;
            has_seki |= local_proof_is_seki(&problems.proof, i == 0);
        }
        kos += has_ko;
        sekis += has_seki;
        count++;
    }
    cr_log_info("%d problems, %d with kos, %d with sekis", count, kos, sekis);
    cr_assert(count >= 300 && kos >= 50 && sekis >= 50);
    close_problems(&problems);
}

/* Classical problems name their source. Those without a proof have the literature's status. */
Test(suite_life, classical_problems_are_proved) {
    static Problems problems;
    int count = 0, proved = 0;
    open_problems(&problems, "regress/suites/classics.sgf");
    for (const SgfNode *root = sgf_tree_root(problems.tree); root != NULL;
         root = root->next_sibling) {
        const char *comment = sgf_node_property(root, "C")->values[0].text;
        const SgfProperty *text = sgf_node_property(root, "PROOF");
        count++;
        cr_assert(strncmp(comment, "Gokyo Shumyo ", 13) == 0);
        if (text == NULL) {
            Status status;
            cr_assert(record_start(problems.game, root, &status) &&
                      record_set_up(problems.game, root, false, NULL, &status));
            cr_assert_not_null(strstr(comment, "\nThe literature says so."));
        } else {
            const Goal goal = set_up(&problems, count, root, text->values[0].text);
            expect_side(&problems, count, &goal, strstr(comment, " first, to kill: ") != NULL,
                        comment, proved++ % 4 == 0);
        }
    }
    cr_log_info("%d problems, %d proved", count, proved);
    cr_assert(proved >= 14);
    close_problems(&problems);
}
