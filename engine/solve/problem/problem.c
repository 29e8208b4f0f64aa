#include "engine/solve/problem/problem.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/problem/region.h"

/* ---- The answer to a question about a goal ---- */

GoalCode goal_code_of(const Goal *goal, GoalOutcome outcome, Color mover) {
    return outcome == GOAL_OPEN                       ? GOAL_UNKNOWN
           : outcome == goal_outcome_for(goal, mover) ? GOAL_WINS
                                                      : GOAL_FAILS;
}

GoalCode goal_code_invert(GoalCode code) {
    return code == GOAL_UNKNOWN ? code : code ^ 1; /* those that are the other's stand in pairs */
}

/* Takes a search into the answer. Returns whether mover wins. */
static bool take_search(const Goal *goal, Color mover, const GoalResult *result,
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
    captured = goal_add_captured(goal, board, captured);
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
        const bool wins = take_search(goal, mover, &result, &answer);
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
    GoalClaim claim; /* that no number of them helps the holder */
    Color needer;    /* the side that needs threats */
    GoalAnswer *answer;
} ThreatCount;

/* Searches with that many threats. Sets *wins if they are enough. Returns false if the search
 * reaches its limits. */
static bool try_threats(ThreatCount *count, int threats, bool *wins) {
    const GoalClaim *claim = &count->claim;
    const GoalResult result =
        goal_search_run(claim->search, claim->goal, claim->board, claim->first, claim->captured,
                        goal_ko_with_threats(count->needer, threats), claim->limits);
    const Point move = count->answer->move;
    const bool mover_wins = take_search(claim->goal, claim->first, &result, count->answer);
    count->answer->move = mover_wins ? result.move : move;
    *wins = mover_wins == (count->needer == claim->first);
    return result.outcome != GOAL_OPEN;
}

/* Do searches with that many threats prove that no number of them helps the holder? */
static bool defies_threats(ThreatCount *count, int threats) {
    count->claim.level = threats;
    return goal_claim_is_reached(&count->claim, &count->answer->nodes);
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
    const GoalClaim *claim = &count->claim;
    GoalGame game;
    GoalNode node, after;
    GoalMoveNotes notes;
    uint64_t first = 0; /* the two points of the first ko */
    if (!goal_game_begin(&game, claim->goal, claim->board,
                         goal_ko_with_threats(count->needer, level))) {
        return false;
    }
    goal_node_set(&game, claim->board, claim->first, claim->captured, &node);
    for (int i = 0; i < PLIES_MAX && goal_node_judge(&game, &node, NULL) == GOAL_OPEN; i++) {
        node.threats[count->needer] = (uint8_t)level;
        const GoalResult result = goal_search_run_node(claim->search, &game, &node, claim->limits);
        const Point move = node.mover == count->needer
                               ? find_resistance(claim->search, &game, &node)
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
    ThreatCount count = {{search, goal, board, captured,
                          goal_ko_with_threats(needer, GOAL_THREATS_UNLIMITED), 0, mover,
                          GOAL_REACHED, limits},
                         needer,
                         answer};
    int threats = 0;
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
    if (defied) {
        answer->double_ko =
            meets_two_kos(&count, needer_reaches ? GOAL_THREATS_UNLIMITED : threats);
    }
    /* The last search, whose line and zone are the answer's: with the most threats that do not
     * change it. */
    bool ignored;
    try_threats(&count, wins && !own ? threats - 1 : threats, &ignored);
    if (defied) {
        answer->code = own ? GOAL_FAILS : GOAL_WINS;
        answer->any_threats = true;
        answer->level = threats;
        answer->move = own ? POINT_NONE : answer->move;
    } else {
        answer->threats = wins ? threats : GOAL_THREATS_MAX + 1;
    }
}

/* Ranks answers for the side that moves first: the better one has the higher rank. */
static int rank_answer(const GoalAnswer *answer) {
    enum { STEP = GOAL_THREATS_MAX + 2 };
    static const int RANKS[] = {[GOAL_FAILS] = 1,
                                [GOAL_WINS_KO_THREAT] = 3,
                                [GOAL_WINS_KO] = 4,
                                [GOAL_WINS] = 6,
                                [GOAL_UNKNOWN] = 0};
    return RANKS[answer->code] * STEP +
           (answer->code == GOAL_WINS_KO ? answer->threats : -answer->threats);
}

/* ---- Problems ---- */

enum {
    /* Frames and the open region take turns: each is searched for TURN_NODES positions in the first
     * turn, and for TURN_GROWTH times as many in each later one. */
    TURN_NODES = 50000,
    TURN_GROWTH = 4,
    /* A first move in an open region gets at most MOVE_SHARE times the positions of the answer,
     * and MOVE_NODES more. */
    MOVE_NODES = 100000,
    MOVE_SHARE = 4,
    WIDER_SHARE = 2, /* the same for the answer in a wider region */
};

/* Takes frames out of the position in which the targets do not live. */
static GoalAnswer answer_position(GoalSearch *search, Frames *position, Color mover,
                                  GoalLimits limits) {
    int64_t nodes = position->count > 1 ? TURN_NODES : limits.nodes, total = 0;
    for (;; nodes *= TURN_GROWTH) {
        GoalLimits turn = limits;
        GoalResult life;
        turn.nodes = nodes < limits.nodes ? nodes : limits.nodes;
        const Frame *frame = frames_find_life(search, position, mover, turn, &life);
        total += life.nodes;
        if (frame != NULL) {
            return (GoalAnswer){.code = goal_code_of(&frame->goal, GOAL_HELD, mover),
                                .move = life.move,
                                .nodes = total,
                                .zone = life.zone,
                                .frame = frame->radius};
        }
        const Frame *region = frames_at(position, 0);
        GoalAnswer answer =
            goal_answer(search, &region->goal, &region->board, mover, region->captured, turn);
        if (answer.code == GOAL_WINS_KO || answer.code == GOAL_WINS_KO_THREAT) {
            goal_answer_count_threats(search, &region->goal, &region->board, mover,
                                      region->captured, limits, &answer);
        }
        total += answer.nodes;
        answer.nodes = total;
        if (answer.code != GOAL_UNKNOWN || turn.nodes == limits.nodes ||
            deadline_is_over(limits.deadline)) {
            return answer;
        }
    }
}

static void add_first_move(ProblemSide *side, Point p, const GoalAnswer *answer, Point reply) {
    const ProblemMove move = {.point = p,
                              .code = answer->code,
                              .threats = answer->threats,
                              .any_threats = answer->any_threats,
                              .is_right = side->answer.code != GOAL_FAILS &&
                                          answer->code != GOAL_FAILS &&
                                          rank_answer(answer) >= rank_answer(&side->answer),
                              .rank = rank_answer(answer),
                              .reply = reply};
    int i = side->move_count++;
    for (; i > 0 && side->moves[i - 1].rank < move.rank; i--) {
        side->moves[i] = side->moves[i - 1];
    }
    side->moves[i] = move;
}

static void try_first_moves(GoalSearch *search, Frames *start, GoalLimits limits,
                            ProblemSide *side) {
    Board *board = &start->frames[start->count - 1].board;
    const Goal *goal = &frames_at(start, 0)->goal;
    const Color mover = side->mover, other = color_opponent(mover);
    if (board->to_move != mover) {
        board_set_to_move(board, mover);
    }
    for (int i = 0; i <= goal->point_count; i++) {
        const Point p = i < goal->point_count ? goal->points[i] : POINT_PASS;
        Frames after;
        if (board_check(board, mover, p, false) != MOVE_LEGAL) {
            continue;
        }
        frames_play(start, mover, p, &after);
        const GoalAnswer reply = answer_position(search, &after, other, limits);
        const bool is_known = reply.code == GOAL_UNKNOWN && p == side->answer.move;
        GoalAnswer answer = is_known ? side->answer : reply;
        answer.code = is_known ? answer.code : goal_code_invert(reply.code);
        answer.any_threats |=
            frames_at(&after, 0)->board.ko != POINT_NONE && answer.code == GOAL_WINS;
        side->answer.nodes += reply.nodes;
        add_first_move(side, p, &answer, reply.move);
    }
}

/* Do the targets, which are not captured, fail to become alive unconditionally? */
static bool is_seki(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                    GoalLimits limits) {
    Goal life;
    Status ignored;
    const GoalKoRule ko = {.ko = KO_IS_SIMPLE};
    return goal_make_life(goal, board, &life, &ignored) &&
           goal_search_run(search, &life, board, mover, 0, ko, limits).outcome == GOAL_HELD;
}

void problem_answer(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                    GoalLimits limits, ProblemSide *side) {
    Zone zone;
    side->is_asked = true;
    side->mover = mover;
    side->move_count = side->line_count = 0;
    side->is_seki = false;
    if (goal_judge(goal, board, 0, &zone) == GOAL_HELD) {
        side->answer = (GoalAnswer){.code = goal_code_of(goal, GOAL_HELD, mover),
                                    .move = mover == goal->reacher ? POINT_NONE : POINT_PASS,
                                    .zone = zone};
        return;
    }
    Frames position;
    frames_find(goal, board, &position);
    side->answer = answer_position(search, &position, mover, limits);
    if (side->answer.code != GOAL_UNKNOWN) {
        side->line_count = goal_search_find_line(search, side->line, PROBLEM_LINE_MAX);
    }
}

/* The limits of what follows an answer: `share` times its positions, and MOVE_NODES more. */
static GoalLimits share_of(const GoalAnswer *answer, int share, GoalLimits limits) {
    const int64_t nodes = answer->nodes * share + MOVE_NODES;
    limits.nodes = nodes < limits.nodes ? nodes : limits.nodes;
    return limits;
}

static bool is_known(const ProblemSide *side) {
    return side->is_asked && side->answer.code != GOAL_UNKNOWN;
}

/* ---- A wider region ---- */

/* Does a known answer rest on the end of its region? A life in a frame does not. */
static bool rests_on_end(const Problem *problem, const ProblemSide *side) {
    const Goal *goal = &problem->goal;
    if (!is_known(side) || side->answer.frame > 0) {
        return false;
    }
    for (int i = 0; i < goal->point_count; i++) {
        if (zone_has(&side->answer.zone, goal->points[i]) &&
            goal_has_exit(goal, problem->board, goal->points[i])) {
            return true;
        }
    }
    return false;
}

void problem_widen(GoalSearch *search, Problem *problem, GoalLimits limits) {
    Status ignored;
    if (!rests_on_end(problem, &problem->sides[0]) && !rests_on_end(problem, &problem->sides[1])) {
        return;
    }
    Problem *wider = memory_new(1, sizeof *wider);
    Goal *goal = &wider->goal;
    *wider = *problem;
    region_find(problem->board, goal->targets, goal->target_count, REGION_WIDE_RADIUS,
                &goal->playable);
    const bool fits = goal_finish(goal, problem->board, &ignored) &&
                      goal->empty_count > problem->goal.empty_count;
    wider->wider = fits ? WIDER_SAME : WIDER_NONE;
    for (int i = 0; i < 2 && fits && wider->wider != WIDER_UNKNOWN; i++) {
        const ProblemSide *side = &problem->sides[i];
        ProblemSide *found = &wider->sides[i];
        if (is_known(side)) {
            problem_answer(search, goal, problem->board, side->mover,
                           share_of(&side->answer, WIDER_SHARE, limits), found);
            wider->wider = found->answer.code == GOAL_UNKNOWN ? WIDER_UNKNOWN
                           : rank_answer(&found->answer) != rank_answer(&side->answer)
                               ? WIDER_OTHER
                               : wider->wider;
        }
    }
    problem->wider = wider->wider;
    if (wider->wider == WIDER_OTHER) {
        *problem = *wider;
    }
    free(wider);
}

void problem_explain(GoalSearch *search, const Goal *goal, const Board *board, GoalLimits limits,
                     ProblemSide *side) {
    const Color mover = side->mover;
    Zone zone;
    if (side->answer.code == GOAL_UNKNOWN || goal_judge(goal, board, 0, &zone) == GOAL_HELD) {
        return;
    }
    Frames position;
    frames_find(goal, board, &position);
    if (position.count > 1) {
        limits = share_of(&side->answer, MOVE_SHARE, limits);
    }
    if (side->answer.code == goal_code_of(goal, GOAL_HELD, mover)) {
        side->is_seki = is_seki(search, goal, board, mover, limits);
    }
    try_first_moves(search, &position, limits, side);
}

/* ---- Sekis ---- */

enum { SEKI_POINTS_MAX = 16 /* empty points of a region: a larger one is not asked about */ };

/* Does the reacher fail even if it moves first? */
static bool is_held(GoalSearch *search, const Goal *goal, const Board *board, GoalLimits limits) {
    return goal_answer(search, goal, board, goal->reacher, 0, limits).code == GOAL_FAILS;
}

/* Are there stones of the opponent in the region that do not live as they stand, and are not
 * captured even if the targets' owner moves first? */
static bool has_partner(GoalSearch *search, const Goal *goal, const Board *board,
                        GoalLimits limits) {
    for (int i = 0; i < goal->point_count; i++) {
        Goal capture;
        Zone stones = {0}, zone;
        Status ignored;
        zone_add(&stones, goal->points[i]);
        if (board_color(board, goal->points[i]) == goal->reacher &&
            region_make_goal(board, &stones, false, &goal->playable, &capture, &ignored) &&
            goal_judge(&capture, board, 0, &zone) == GOAL_OPEN &&
            is_held(search, &capture, board, limits)) {
            return true;
        }
    }
    return false;
}

bool seki_prove(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                GoalLimits limits, Seki *seki) {
    Board now;
    Goal life;
    Status ignored;
    if (goal->empty_count > SEKI_POINTS_MAX || goal_is_open(goal, board) ||
        !goal_make_life(goal, board, &life, &ignored)) {
        return false;
    }
    board_copy(&now, board);
    seki->line_count = 0;
    for (;; mover = color_opponent(mover)) {
        const bool is_safe = is_held(search, goal, &now, limits);
        const bool is_eyeless = is_held(search, &life, &now, limits);
        if (is_safe && is_eyeless) {
            return has_partner(search, goal, &now, limits);
        }
        /* Each side prevents what the other wants: first the mover fails, then it must prevent. */
        const bool attacks = mover == goal->reacher;
        const GoalAnswer answer =
            goal_answer(search, attacks ? &life : goal, &now, mover, 0, limits);
        if (!(attacks ? is_safe : is_eyeless) || answer.code != GOAL_WINS ||
            seki->line_count == SEKI_LINE_MAX ||
            board_check(&now, mover, answer.move, false) != MOVE_LEGAL) {
            return false;
        }
        board_play(&now, mover, answer.move);
        seki->line[seki->line_count++] = answer.move;
    }
}

bool life_prove(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                GoalLimits limits) {
    Goal life;
    Status ignored;
    return !goal_is_open(goal, board) && goal_make_life(goal, board, &life, &ignored) &&
           goal_answer(search, &life, board, mover, 0, limits).code ==
               goal_code_of(&life, GOAL_REACHED, mover);
}
