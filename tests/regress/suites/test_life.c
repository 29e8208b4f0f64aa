/* The problems of regress/suites/life.sgf and classics.sgf: the proof in each says what its comment
 * says, and the solver finds the same. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/go/sgf/record.h"
#include "engine/solve/problem/problem_json.h"
#include "engine/solve/verify/local_proof.h"

/* Does the comment tell the answer for a side? */
static bool comment_tells(const char *comment, const char *mover, const char *aim,
                          const char *answer, int threats, bool is_seki) {
    Text line = {0};
    text_add(&line, "%s first, to %s: %s", mover, aim, answer);
    if (threats > 0) {
        text_add(&line, ", %d threat%s needed", threats, text_plural(threats));
    }
    text_add(&line, "%s", is_seki ? ", seki" : "");
    const char *place = strstr(comment, text_get(&line));
    const char next = place == NULL ? '?' : place[line.length];
    text_free(&line);
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

Test(suite_life, each_problem_is_proved) {
    static LocalProof proof;
    SgfTree *tree;
    Status status;
    Game *game = game_new(HASH_DEFAULT_SEED);
    GoalSearch *search = goal_search_new(16);
    cr_assert(game != NULL && search != NULL);
    cr_assert(sgf_load("regress/suites/life.sgf", &tree, &status), "%s", status.text);
    const bool is_long = getenv("DIHEDRA_LONG") != NULL;
    int count = 0, kos = 0, sekis = 0;
    for (const SgfNode *root = sgf_tree_root(tree); root != NULL; root = root->next_sibling) {
        const char *comment = sgf_node_property(root, "C")->values[0].text;
        const char *text = sgf_node_property(root, "PROOF")->values[0].text;
        cr_assert(local_proof_verify((const uint8_t *)text, strlen(text), &proof, &status),
                  "problem %d: %s", count + 1, status.text);
        cr_assert(record_start(game, root, &status) && record_set_up(game, root, false, &status));
        const Goal goal = make_goal(&proof, &game->board);
        bool has_ko = false, has_seki = false;
        for (int i = 0; i < 2; i++) {
            int threats;
            const char *answer = local_proof_answer(&proof, i == 0, &threats);
            const bool is_seki = local_proof_is_seki(&proof, i == 0);
            const Color mover = i == 0 ? goal.reacher : color_opponent(goal.reacher);
            cr_assert(comment_tells(comment, color_name(mover), i == 0 ? "kill" : "save", answer,
                                    threats, is_seki),
                      "problem %d: %s", count + 1, comment);
            has_ko |= strncmp(answer, "ko", 2) == 0;
            has_seki |= is_seki;
            if (count % 7 == 0 || is_long) {
                const GoalLimits limits = {.nodes = 2000000};
                const GoalAnswer found = goal_answer(search, &goal, &game->board, mover, 0, limits);
                cr_assert_str_eq(problem_code_name(found.code), answer, "problem %d", count + 1);
            }
        }
        kos += has_ko;
        sekis += has_seki;
        count++;
    }
    cr_log_info("%d problems, %d with kos, %d with sekis", count, kos, sekis);
    cr_assert(count >= 300 && kos >= 50 && sekis >= 50);
    sgf_tree_free(tree);
    goal_search_free(search);
    game_free(game);
}

/* Classical problems name their source. Those without a proof have the literature's status. */
Test(suite_life, classical_problems_are_proved) {
    static LocalProof proof;
    SgfTree *tree;
    Status status;
    Game *game = game_new(HASH_DEFAULT_SEED);
    GoalSearch *search = goal_search_new(16);
    cr_assert(game != NULL && search != NULL);
    cr_assert(sgf_load("regress/suites/classics.sgf", &tree, &status), "%s", status.text);
    int count = 0, proved = 0;
    for (const SgfNode *root = sgf_tree_root(tree); root != NULL; root = root->next_sibling) {
        const char *comment = sgf_node_property(root, "C")->values[0].text;
        const SgfProperty *text = sgf_node_property(root, "PROOF");
        count++;
        cr_assert(strncmp(comment, "Gokyo Shumyo ", 13) == 0 ||
                  strncmp(comment, "Xuanxuan Qijing ", 16) == 0);
        cr_assert(record_start(game, root, &status) && record_set_up(game, root, false, &status));
        if (text == NULL) {
            cr_assert_not_null(strstr(comment, "\nThe literature says so."));
            continue;
        }
        cr_assert(local_proof_verify((const uint8_t *)text->values[0].text,
                                     strlen(text->values[0].text), &proof, &status),
                  "problem %d: %s", count, status.text);
        const Goal goal = make_goal(&proof, &game->board);
        const bool kills = strstr(comment, " first, to kill: ") != NULL;
        const Color mover = kills ? goal.reacher : color_opponent(goal.reacher);
        int threats;
        const char *answer = local_proof_answer(&proof, kills, &threats);
        cr_assert(answer != NULL && comment_tells(comment, color_name(mover),
                                                  kills ? "kill" : "save", answer, threats, false),
                  "problem %d: %s", count, comment);
        if (proved++ % 4 == 0) {
            const GoalLimits limits = {.nodes = 2000000};
            const GoalAnswer found = goal_answer(search, &goal, &game->board, mover, 0, limits);
            cr_assert_str_eq(problem_code_name(found.code), answer, "problem %d", count);
        }
    }

    cr_assert(proved >= 20);
    sgf_tree_free(tree);
    goal_search_free(search);
    game_free(game);
}
