#include "engine/eval/evaluator.h"

#include <stdlib.h>

#include "engine/go/board/ladder.h"
#include "engine/go/board/liberty.h"
#include "engine/go/board/score.h"
#include "engine/go/playout/pattern.h"

enum {
    POLICY_VISITS = 4, /* a policy costs more than a game, and most nodes are visited only once */
    PASS_VISITS = 8,   /* fewer games say too little about passing */
};

/* Factors of a move's weight, rounded from a model of 34,000 features that had been fitted to a
 * network's policy. */
static const float CAPTURE = 4, ESCAPE = 5, ATARI = 2, SELF_ATARI = 0.15F, SHAPE = 3, EYE = 0.1F;
static const float NEAR_LAST[] = {1, 1, 2.5F, 3, 2, 2, 1.5F}; /* by dx + dy + max(dx, dy) */
static const float LINE[] = {0.3F, 0.6F, 1.5F, 1.5F, 1};      /* from the edge */
static const float PASS = 0.1F, PASS_AFTER_PASS = 1;

enum {
    NEAR_LAST_COUNT = sizeof NEAR_LAST / sizeof NEAR_LAST[0],
    LINE_COUNT = sizeof LINE / sizeof LINE[0],
};

static float weigh_place(const Geometry *geometry, Point last, Point p) {
    const int x = point_x(p), y = point_y(p);
    const int sides[] = {x, y, geometry->width - 1 - x, geometry->height - 1 - y};
    int line = LINE_COUNT - 1;
    for (int i = 0; i < 4; i++) {
        line = sides[i] < line ? sides[i] : line;
    }
    if (!point_is_move(last)) {
        return LINE[line];
    }
    const int dx = abs(x - point_x(last)), dy = abs(y - point_y(last));
    const int distance = dx + dy + (dx > dy ? dx : dy);
    return LINE[line] * (distance < NEAR_LAST_COUNT ? NEAR_LAST[distance] : 1);
}

static float weigh_chains(const Board *board, Color color, Point p) {
    Point beside[4], liberties[3];
    float weight = 1;
    point_neighbors(p, beside);
    for (int i = 0; i < 4; i++) {
        if (board->color[beside[i]] == color_opponent(color)) {
            const int count = chain_find_liberties(board, beside[i], 3, liberties);
            weight *= count == 1 ? CAPTURE : count == 2 ? ATARI : 1;
        } else if (board->color[beside[i]] == (uint8_t)color && chain_in_atari(board, beside[i]) &&
                   !ladder_catches_run(board, beside[i])) {
            weight *= ESCAPE;
        }
    }
    return weight;
}

/* Weighs all moves by where they are, their shape and the chains beside them. */
static void fill_policy(const Board *board, Point last, float policy[POINT_COUNT]) {
    const PatternTable *patterns = pattern_table();
    const Color color = board->to_move;
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        policy[p] = weigh_place(board->geometry, last, p) * weigh_chains(board, color, p) *
                    (pattern_matches(patterns, board, color, p) ? SHAPE : 1) *
                    (playout_policy_is_self_atari(board, color, p) ? SELF_ATARI : 1) *
                    (board_is_eye(board, color, p) ? EYE : 1);
    }
    policy[POINT_PASS] = board->passes > 0 ? PASS_AFTER_PASS : PASS;
}

static void evaluate_by_playout(const Evaluator *evaluator, const EvalRequest *request,
                                EvalAnswer *answer) {
    (void)evaluator;
    if (request->wants_policy) {
        fill_policy(request->board, request->last, answer->policy);
    }
    Board board;
    board_copy(&board, request->board);
    const PlayoutResult result = playout_policy_run(&PLAYOUT_POLICY_RATES, &board, request->last,
                                                    request->before, request->rng, &answer->trace);
    const Rules *rules = &request->game->rules;
    const bool is_taxed = (int)rules->tax > (int)rules->scoring; /* more than playouts count */
    const int points = is_taxed ? score_by_rules(&board, NULL, rules, NULL) : result.score;
    answer->win = evaluator_final_value(request->game, &board, points, &answer->lead);
    evaluator_set_final(answer);
    if (request->wants_ownership) {
        uint8_t owners[POINT_COUNT];
        playout_owners(&board, owners);
        evaluator_set_ownership(board.geometry, owners, answer->ownership);
    }
}

const Evaluator PLAYOUT_EVALUATOR = {.policy_visits = POLICY_VISITS,
                                     .pass_visits = PASS_VISITS,
                                     .has_trace = true,
                                     .evaluate = evaluate_by_playout};
