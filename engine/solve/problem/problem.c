#include "engine/solve/problem/problem.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/problem/goal_claim.h"
#include "engine/solve/problem/region.h"

/* ---- The answer to a question about a goal ---- */

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
    const bool mover_wins = take_search(count->goal, count->mover, &result, &counted);
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
        *enough = wins ? threats : GOAL_THREATS_MAX + 1;
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
    return RANKS[answer->code] * STEP - answer->threats + answer->opponent_threats;
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

/* A position in which a side is asked. */
typedef struct {
    const Goal *goal;
    Board board;
    uint32_t captured;
    Frames frames;
} Position;

static void begin_position(const Goal *goal, const Board *board, Position *position) {
    position->goal = goal;
    board_copy(&position->board, board);
    position->captured = 0;
    frames_find(goal, board, &position->frames);
}

static void play_position(const Position *before, Color color, Point p, Position *after) {
    after->goal = before->goal;
    board_copy(&after->board, &before->board);
    board_play(&after->board, color, p);
    after->captured = goal_add_captured(before->goal, &after->board, before->captured);
    frames_play(&before->frames, color, p, &after->frames);
}

/* Takes frames out of the position in which the targets do not live. */
static GoalAnswer answer_position(GoalSearch *search, Position *position, Color mover,
                                  GoalLimits limits) {
    const Goal *goal = position->goal;
    int64_t nodes = position->frames.count > 0 ? TURN_NODES : limits.nodes, total = 0;
    for (;; nodes *= TURN_GROWTH) {
        GoalLimits turn = limits;
        GoalResult life;
        turn.nodes = nodes < limits.nodes ? nodes : limits.nodes;
        const Frame *frame = frames_find_life(search, &position->frames, mover, turn, &life);
        total += life.nodes;
        if (frame != NULL) {
            return (GoalAnswer){.code = goal_code_of(goal, GOAL_HELD, mover),
                                .move = life.move,
                                .nodes = total,
                                .zone = life.zone,
                                .frame = frame->radius};
        }
        GoalAnswer answer =
            goal_answer(search, goal, &position->board, mover, position->captured, turn);
        if (answer.code == GOAL_WINS_KO || answer.code == GOAL_WINS_KO_THREAT) {
            goal_answer_count_threats(search, goal, &position->board, mover, position->captured,
                                      limits, &answer);
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
                              .threats = answer->threats + answer->opponent_threats,
                              .any_threats = answer->any_threats,
                              .rank = rank_answer(answer),
                              .reply = reply};
    int i = side->move_count++;
    for (; i > 0 && side->moves[i - 1].rank < move.rank; i--) {
        side->moves[i] = side->moves[i - 1];
    }
    side->moves[i] = move;
}

static void try_first_moves(GoalSearch *search, const Position *position, GoalLimits limits,
                            ProblemSide *side) {
    const Goal *goal = position->goal;
    const Color mover = side->mover, other = color_opponent(mover);
    Position start = *position, after;
    if (start.board.to_move != mover) {
        start.board.to_move = (uint8_t)mover;
        start.board.ko = POINT_NONE;
    }
    for (int i = 0; i <= goal->point_count; i++) {
        const Point p = i < goal->point_count ? goal->points[i] : POINT_PASS;
        if (board_check(&start.board, mover, p, false) != MOVE_LEGAL) {
            continue;
        }
        play_position(&start, mover, p, &after);
        const GoalAnswer reply = answer_position(search, &after, other, limits);
        const bool is_known = reply.code == GOAL_UNKNOWN && p == side->answer.move;
        GoalAnswer answer = is_known ? side->answer
                                     : (GoalAnswer){.code = goal_code_invert(reply.code),
                                                    .threats = reply.opponent_threats,
                                                    .opponent_threats = reply.threats,
                                                    .any_threats = reply.any_threats};
        answer.any_threats |= after.board.ko != POINT_NONE && answer.code == GOAL_WINS;
        side->answer.nodes += reply.nodes;
        add_first_move(side, p, &answer, reply.move);
    }
}

bool problem_move_is_right(const ProblemSide *side, const ProblemMove *move) {
    return side->answer.code != GOAL_FAILS && move->code != GOAL_FAILS &&
           move->rank >= rank_answer(&side->answer);
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
    side->mover = mover;
    side->move_count = side->line_count = 0;
    side->is_seki = false;
    if (goal_judge(goal, board, 0, &zone) == GOAL_HELD) {
        side->answer = (GoalAnswer){.code = goal_code_of(goal, GOAL_HELD, mover),
                                    .move = mover == goal->reacher ? POINT_NONE : POINT_PASS,
                                    .zone = zone};
        return;
    }
    Position position;
    begin_position(goal, board, &position);
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

/* ---- A wider region ---- */

/* Does a known answer rest on the end of its region? A life in a frame does not. */
static bool rests_on_end(const ProblemSide *side, const Goal *goal, const Board *board) {
    if (side == NULL || side->answer.code == GOAL_UNKNOWN || side->answer.frame > 0) {
        return false;
    }
    for (int i = 0; i < goal->point_count; i++) {
        if (zone_has(&side->answer.zone, goal->points[i]) &&
            goal_has_exit(goal, board, goal->points[i])) {
            return true;
        }
    }
    return false;
}

ProblemWider problem_widen(GoalSearch *search, Goal *goal, const Board *board, GoalLimits limits,
                           ProblemSide *const sides[2]) {
    Goal wider = *goal;
    Status ignored;
    if (!rests_on_end(sides[0], goal, board) && !rests_on_end(sides[1], goal, board)) {
        return WIDER_NONE;
    }
    region_find(board, goal->targets, goal->target_count, REGION_WIDE_RADIUS, &wider.playable);
    if (!goal_finish(&wider, board, &ignored) || wider.empty_count <= goal->empty_count) {
        return WIDER_NONE;
    }
    ProblemSide *found = memory_new(2, sizeof *found);
    ProblemWider result = WIDER_SAME;
    for (int i = 0; i < 2 && result != WIDER_UNKNOWN; i++) {
        if (sides[i] == NULL || sides[i]->answer.code == GOAL_UNKNOWN) {
            continue;
        }
        problem_answer(search, &wider, board, sides[i]->mover,
                       share_of(&sides[i]->answer, WIDER_SHARE, limits), &found[i]);
        result = found[i].answer.code == GOAL_UNKNOWN                              ? WIDER_UNKNOWN
                 : rank_answer(&found[i].answer) != rank_answer(&sides[i]->answer) ? WIDER_OTHER
                                                                                   : result;
    }
    for (int i = 0; i < 2 && result == WIDER_OTHER; i++) {
        if (sides[i] != NULL && sides[i]->answer.code != GOAL_UNKNOWN) {
            *sides[i] = found[i];
        }
    }
    *goal = result == WIDER_OTHER ? wider : *goal;
    free(found);
    return result;
}

void problem_explain(GoalSearch *search, const Goal *goal, const Board *board, GoalLimits limits,
                     ProblemSide *side) {
    const Color mover = side->mover;
    Zone zone;
    if (side->answer.code == GOAL_UNKNOWN || goal_judge(goal, board, 0, &zone) == GOAL_HELD) {
        return;
    }
    Position position;
    begin_position(goal, board, &position);
    if (position.frames.count > 0) {
        limits = share_of(&side->answer, MOVE_SHARE, limits);
    }
    if (side->answer.code == goal_code_of(goal, GOAL_HELD, mover)) {
        side->is_seki = is_seki(search, goal, board, mover, limits);
    }
    try_first_moves(search, &position, limits, side);
}

static ProblemStatus status_of_answers(GoalCode attack, GoalCode defense) {
    return attack == GOAL_FAILS                                ? PROBLEM_ALIVE
           : defense == GOAL_FAILS                             ? PROBLEM_DEAD
           : attack == GOAL_UNKNOWN || defense == GOAL_UNKNOWN ? PROBLEM_UNKNOWN
                                                               : PROBLEM_UNSETTLED;
}

ProblemStatus problem_status(const ProblemSide *kills, const ProblemSide *saves) {
    return status_of_answers(kills->answer.code, saves->answer.code);
}

/* Who takes a ko first wins it. */
static GoalCode without_threats(GoalCode code) {
    return code == GOAL_WINS_KO ? GOAL_WINS : code == GOAL_WINS_KO_THREAT ? GOAL_FAILS : code;
}

ProblemStatus problem_status_without_threats(const ProblemSide *kills, const ProblemSide *saves) {
    return status_of_answers(without_threats(kills->answer.code),
                             without_threats(saves->answer.code));
}
