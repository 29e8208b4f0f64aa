#include "engine/solve/problem/goal_answer.h"

#include "engine/solve/problem/goal_claim.h"

GoalCode goal_code_of(const Goal *goal, GoalOutcome outcome, Color mover) {
    return outcome == GOAL_OPEN                       ? GOAL_UNKNOWN
           : outcome == goal_outcome_for(goal, mover) ? GOAL_WINS
                                                      : GOAL_FAILS;
}

GoalCode goal_code_invert(GoalCode code) {
    static const GoalCode INVERSE[] = {
        [GOAL_FAILS] = GOAL_WINS,
        [GOAL_WINS] = GOAL_FAILS,
        [GOAL_WINS_KO] = GOAL_WINS_KO_THREAT,
        [GOAL_WINS_KO_THREAT] = GOAL_WINS_KO,
        [GOAL_UNKNOWN] = GOAL_UNKNOWN,
    };
    return INVERSE[code];
}

/* Takes a search into the answer. Returns whether mover wins. */
static bool take_result(const Goal *goal, Color mover, const GoalResult *result,
                        GoalAnswer *answer) {
    const bool wins = result->outcome == goal_outcome_for(goal, mover);
    answer->nodes += result->nodes;
    answer->zone = result->zone;
    answer->move = wins ? result->move : POINT_NONE;
    return wins;
}

GoalAnswer goal_answer(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                       uint32_t captured, GoalLimits limits) {
    const GoalKo own = goal_kos_of(goal, mover), other = goal_kos_of(goal, color_opponent(mover));
    /* The extremes first: kos rarely decide. The first win under the last rule is looked up again,
     * so that the line of play is the one of the answer. */
    const struct {
        GoalKo ko;
        GoalCode won, lost; /* GOAL_UNKNOWN: goes on */
    } STEPS[] = {
        {other, GOAL_WINS, GOAL_UNKNOWN},
        {own, GOAL_UNKNOWN, GOAL_FAILS},
        {KO_IS_SIMPLE, GOAL_WINS_KO, GOAL_UNKNOWN},
        {own, GOAL_WINS_KO_THREAT, GOAL_FAILS},
    };
    GoalAnswer answer = {.code = GOAL_UNKNOWN, .move = POINT_NONE};
    for (int i = 0; i < 4 && answer.code == GOAL_UNKNOWN; i++) {
        const GoalKoRule ko = {.ko = STEPS[i].ko};
        const GoalResult result = goal_search_run(search, goal, board, mover, captured, ko, limits);
        const bool wins = take_result(goal, mover, &result, &answer);
        if (result.outcome == GOAL_OPEN) {
            answer.needs_ko = i > 0;
            break;
        }
        answer.code = wins ? STEPS[i].won : i == 0 && !result.ko_met ? GOAL_FAILS : STEPS[i].lost;
    }
    if (answer.code == GOAL_UNKNOWN) {
        answer.move = POINT_NONE;
    }
    return answer;
}

/* A count of threats in progress. */
typedef struct {
    GoalSearch *search;
    const Goal *goal;
    const Board *board;
    Color mover, needer; /* needer: the side that needs threats */
    uint32_t captured;
    GoalLimits limits;
    GoalAnswer *answer;
} ThreatCount;

/* Searches with that many threats. Sets *wins if they are enough. Returns false if the search
 * reaches its limits. */
static bool try_threats(ThreatCount *count, int threats, bool *wins) {
    const GoalKoRule ko = goal_ko_with_threats(count->needer, threats);
    const GoalResult result = goal_search_run(count->search, count->goal, count->board,
                                              count->mover, count->captured, ko, count->limits);
    GoalAnswer counted = {.nodes = count->answer->nodes};
    const bool mover_wins = take_result(count->goal, count->mover, &result, &counted);
    count->answer->nodes = counted.nodes;
    count->answer->zone = counted.zone;
    *wins = mover_wins == (count->needer == count->mover);
    if (mover_wins) {
        count->answer->move = counted.move;
    }
    return result.outcome != GOAL_OPEN;
}

/* Do searches with that many threats prove that no number of them helps the holder? */
static bool defies_threats(ThreatCount *count, int threats) {
    const GoalClaim claim = {.search = count->search,
                             .goal = count->goal,
                             .board = count->board,
                             .captured = count->captured,
                             .ko = goal_ko_with_threats(count->needer, GOAL_THREATS_UNLIMITED),
                             .level = threats,
                             .first = count->mover,
                             .outcome = GOAL_REACHED,
                             .limits = count->limits};
    return goal_claim_is_reached(&claim, &count->answer->nodes);
}

/* A move of the loser: one that takes a ko if there is any, or else the one that took most work. */
static Point find_resistance(const GoalSearch *search, const GoalGame *game, const GoalNode *node) {
    GoalMove moves[GOAL_POINTS_MAX + 1];
    GoalNode after;
    GoalMoveNotes notes;
    for (int i = 0; i < game->goal->point_count; i++) {
        if (goal_node_play(game, node, game->goal->points[i], &after, &notes) && notes.takes_ko) {
            return game->goal->points[i];
        }
    }
    const int count = goal_search_list_moves(search, moves);
    Point best = POINT_PASS;
    int64_t most = -1;
    for (int i = 0; i < count; i++) {
        best = moves[i].nodes > most ? moves[i].point : best;
        most = moves[i].nodes > most ? moves[i].nodes : most;
    }
    return best;
}

/* Are kos at two places taken when the winner plays on against a loser that takes each ko at once?
 * level: threats of the loser in searches. */
static bool meets_two_kos(const ThreatCount *count, int level) {
    enum { PLIES_MAX = 60 };
    GoalGame game;
    GoalNode node, after;
    GoalMoveNotes notes;
    uint64_t first = 0; /* the two points of the first ko */
    if (!goal_game_begin(&game, count->goal, count->board,
                         goal_ko_with_threats(count->needer, level))) {
        return false;
    }
    goal_node_set(&game, count->board, count->mover, count->captured, &node);
    for (int i = 0; i < PLIES_MAX && goal_node_judge(&game, &node, NULL) == GOAL_OPEN; i++) {
        node.threats[count->needer] = (uint8_t)level;
        const GoalResult result = goal_search_run_node(count->search, &game, &node, count->limits);
        const Point move = node.mover == count->needer
                               ? find_resistance(count->search, &game, &node)
                               : result.move;
        if (result.outcome == GOAL_OPEN || move == POINT_NONE ||
            !goal_node_play(&game, &node, move, &after, &notes)) {
            return false;
        }
        if (notes.takes_ko) {
            const uint64_t ko =
                UINT64_C(1) << after.position.ko | UINT64_C(1) << game.region.index_of[move];
            if (first != 0 && (ko & first) == 0) {
                return true;
            }
            first |= ko;
        }
        node = after;
    }
    return false;
}

void goal_answer_count_threats(GoalSearch *search, const Goal *goal, const Board *board,
                               Color mover, uint32_t captured, GoalLimits limits,
                               GoalAnswer *answer) {
    const bool own = answer->code == GOAL_WINS_KO_THREAT;
    const Color needer = own ? mover : color_opponent(mover);
    const bool needer_reaches = needer == goal->reacher;
    ThreatCount count = {search, goal, board, mover, needer, captured, limits, answer};
    int *enough = own ? &answer->threats : &answer->opponent_threats, threats = 0;
    bool wins = false, defied = !needer_reaches && defies_threats(&count, 0);
    while (!defied && !wins && threats < GOAL_THREATS_MAX) {
        if (!try_threats(&count, ++threats, &wins)) {
            return;
        }
        if (!wins && !needer_reaches) {
            defied = defies_threats(&count, threats);
        } else if (!wins && threats == 1) {
            bool helps = true;
            defied = try_threats(&count, GOAL_THREATS_UNLIMITED, &helps) && !helps;
        }
    }
    /* The line and the zone are those with the most threats that do not change the answer. */
    bool ignored;
    try_threats(&count, wins && !own ? threats - 1 : threats, &ignored);
    if (defied) {
        answer->code = own ? GOAL_FAILS : GOAL_WINS;
        answer->any_threats = true;
        answer->level = threats;
        answer->double_ko =
            meets_two_kos(&count, needer_reaches ? GOAL_THREATS_UNLIMITED : threats);
        answer->move = own ? POINT_NONE : answer->move;
    } else {
        *enough = wins ? threats : GOAL_THREATS_MAX + 1;
    }
}

int goal_answer_rank(const GoalAnswer *answer) {
    enum { STEP = GOAL_THREATS_MAX + 2 };
    static const int RANKS[] = {[GOAL_FAILS] = 1,
                                [GOAL_WINS_KO_THREAT] = 3,
                                [GOAL_WINS_KO] = 4,
                                [GOAL_WINS] = 6,
                                [GOAL_UNKNOWN] = 0};
    return RANKS[answer->code] * STEP - answer->threats + answer->opponent_threats;
}
