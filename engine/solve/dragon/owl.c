#include "engine/solve/dragon/owl.h"

#include <string.h>

#include "engine/solve/problem/region.h"

/* ---- Questions ---- */

enum {
    TRY_RADIUS = 5,  /* of moves from a stone of the targets, in steps */
    PLIES = 3,       /* of the lines that are tried */
    TRIES_MAX = 6,   /* in a position, a pass among them */
    TRY_NODES = 400, /* of the search in each position */
    PASS_SHARE = 4,  /* of the nodes, to prove that nothing need be played */
};

/* How many of the likeliest moves are tried at each ply. */
static const int WIDTHS[PLIES] = {TRIES_MAX - 1, 3, 1};

/* What counts in a position is the success of the best move and, for the rest, the ownership. The
 * policy decides between moves that succeed alike. */
static const float MOVE_WEIGHT = 0.7F, POLICY_WEIGHT = 0.1F;

/* The success, 0..1, from which on an estimate counts as one. */
static const float LEAST_SUCCESS = 0.45F;
static const float LEAST_IF_OUT = 0.8F; /* to kill stones that get out of an open region */

/* A move that is tried. */
typedef struct {
    Point point;
    float policy;
    float success; /* of its player, 0..1 */
} Try;

/* Does mover win if that side has one ko threat? */
static bool wins_with_threat(const Question *question, Color side) {
    const Goal *goal = &question->goal;
    const uint32_t captured = goal_add_captured(goal, question->board, 0);
    return goal_search_run(question->search, goal, question->board, question->mover, captured,
                           goal_ko_with_threats(side, 1), question->limits)
               .outcome == goal_outcome_for(goal, question->mover);
}

/* What the goal search proves. A ko counts only if one threat decides it: a side that wins although
 * the other has a threat just wins, and one that needs two fails. */
static GoalAnswer question_prove(const Question *question) {
    const Goal *goal = &question->goal;
    const Color mover = question->mover;
    GoalAnswer answer =
        goal_answer(question->search, goal, question->board, mover, 0, question->limits);
    if (answer.code == GOAL_WINS_KO && wins_with_threat(question, color_opponent(mover))) {
        answer.code = GOAL_WINS;
    } else if (answer.code == GOAL_WINS_KO_THREAT && !wins_with_threat(question, mover)) {
        answer.code = GOAL_FAILS;
        answer.move = POINT_NONE;
    }
    return answer;
}

/* Does what question_prove has found leave the question open? Stones that get out of an open region
 * are not proved to live. */
static bool question_is_open(const Question *question, GoalCode found) {
    return found == GOAL_UNKNOWN ||
           (!question->is_closed &&
            found == goal_code_of(&question->goal, GOAL_HELD, question->mover));
}

/* The answer if nothing need be played: mover succeeds as it stands, or fails whatever it does. Not
 * proved. */
static Answer answer_settled(bool succeeds) {
    return (Answer){.code = succeeds ? GOAL_WINS : GOAL_FAILS,
                    .move = succeeds ? POINT_PASS : POINT_NONE};
}

static float lost_share(const Question *question, uint32_t captured, const float *ownership) {
    const Goal *goal = &question->goal;
    const Board *board = question->board;
    const float sign = goal_target_color(goal) == BLACK ? 1 : -1;
    float lost = 0;
    int stones = 0;
    for (int i = 0; i < goal->target_count; i++) {
        Point stone = goal->targets[i];
        do {
            const float own = sign * ownership[board->geometry->cell_of[stone]];
            lost += captured >> i & 1 ? 1 : (1 - own) / 2;
            stones++;
            stone = board->next[stone];
        } while (stone != goal->targets[i]);
    }
    return lost / (float)stones;
}

/* The strongest way from the first target to the second. */
static float find_joined(const Goal *goal, const Board *board, const float *ownership) {
    const float sign = goal->reacher == BLACK ? 1 : -1;
    float strength[POINT_COUNT] = {0};
    strength[goal->targets[0]] = 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < board->geometry->cell_count; cell++) {
            const Point p = board->geometry->point_of[cell];
            const float own = (1 + sign * ownership[cell]) / 2;
            for (int k = 0; k < 4; k++) {
                const Point beside = point_beside(p, k);
                const bool is_same = board_color(board, p) == goal->reacher &&
                                     board->chain[p] == board->chain[beside];
                const float way = is_same || strength[beside] < own ? strength[beside] : own;
                changed |= way > strength[p];
                strength[p] = way > strength[p] ? way : strength[p];
            }
        }
    }
    return strength[goal->targets[1]];
}

static bool is_near_target(const Question *question, Point p) {
    const Goal *goal = &question->goal;
    for (int i = 0; i < goal->target_count; i++) {
        if (board_chain_is_near(question->board, goal->targets[i], p, TRY_RADIUS)) {
            return true;
        }
    }
    return false;
}

/* Adds a move to a list of at most `limit`, the likeliest first. */
static void add_try(Try move, int limit, Try *tries, int *count) {
    int i = *count;
    *count += *count < limit;
    for (; i > 0 && tries[i - 1].policy < move.policy; i--) {
        if (i < limit) {
            tries[i] = tries[i - 1];
        }
    }
    if (i < limit) {
        tries[i] = move;
    }
}

/* Sets the success of the side to move on a board of the lines, and the best of the moves that it
 * tried: none where a search decides or, after the first moves, when the time is over. Returns
 * false if there is no evaluator, or it fails. */
static bool try_moves(const Question *question, const Board *board, Color mover, int ply,
                      float *success, Try *best) {
    const Goal *goal = &question->goal;
    const LocalEvaluator *evaluator = question->limits.evaluator;
    const uint32_t captured = goal_add_captured(goal, board, 0);
    if (ply > 0) {
        const GoalLimits limits = {.nodes = TRY_NODES, .deadline = question->limits.deadline};
        const GoalKoRule ko = {.ko = KO_IS_SIMPLE};
        const GoalOutcome outcome =
            goal_search_run(question->search, goal, board, mover, captured, ko, limits).outcome;
        if (outcome == GOAL_REACHED || (outcome == GOAL_HELD && question->is_closed)) {
            *success = outcome == goal_outcome_for(goal, mover);
            return true;
        }
    }
    LocalEvaluation evaluation;
    if (evaluator == NULL || !evaluator->evaluate(evaluator->context, board, mover, &evaluation)) {
        return false;
    }
    const float reached = goal->kind != GOAL_CONNECT
                              ? lost_share(question, captured, evaluation.ownership)
                          : captured != 0 ? 0
                                          : find_joined(goal, board, evaluation.ownership);
    *success = mover == goal->reacher ? reached : 1 - reached;
    if (ply == PLIES || (ply > 0 && deadline_is_over(question->limits.deadline))) {
        return true;
    }
    Try likely[TRIES_MAX], best_reply;
    int count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (is_near_target(question, p) && board_check(board, mover, p, false) == MOVE_LEGAL) {
            add_try((Try){p, evaluation.policy[p], 0}, WIDTHS[ply], likely, &count);
        }
    }
    likely[count++] = (Try){POINT_PASS, 0, 0};
    *best = (Try){POINT_PASS, 0, -1};
    for (int i = 0; i < count; i++) {
        Board after;
        float reply;
        board_copy(&after, board);
        board_play(&after, mover, likely[i].point);
        if (!try_moves(question, &after, color_opponent(mover), ply + 1, &reply, &best_reply)) {
            return false;
        }
        likely[i].success = 1 - reply;
        const float more = likely[i].success - best->success;
        if (more > POLICY_WEIGHT * (best->policy - likely[i].policy)) {
            *best = likely[i];
        }
    }
    *success += MOVE_WEIGHT * (best->success - *success);
    return true;
}

Answer question_decide(const Question *question, GoalAnswer found) {
    Answer answer = {.code = found.code, .move = found.move};
    if (!question_is_open(question, found.code)) {
        Question other = *question; /* does mover win even if the other side moves first? */
        other.mover = color_opponent(question->mover);
        other.limits.nodes = question->limits.nodes / PASS_SHARE + 1;
        answer.proved = true;
        if (found.code == GOAL_WINS && question_prove(&other).code == GOAL_FAILS) {
            answer.move = POINT_PASS;
        }
        return answer;
    }
    Try best;
    float success;
    if (!try_moves(question, question->board, question->mover, 0, &success, &best)) {
        /* stones in an open region have room; otherwise the side that moves first succeeds */
        const bool has_room = question->goal.kind == GOAL_CAPTURE_ALL && !question->is_closed;
        return found.code != GOAL_UNKNOWN
                   ? answer
                   : answer_settled(!has_room || question->mover != question->goal.reacher);
    }
    const float least = found.code == GOAL_FAILS ? LEAST_IF_OUT : LEAST_SUCCESS;
    answer = answer_settled(best.success > least);
    answer.move = answer.code == GOAL_WINS ? best.point : POINT_NONE;
    return answer;
}

/* ---- Dragons ---- */

/* Limits of owl_prove: some 10 ms. */
enum { PROOF_NODES = 5000, PROOF_MEGABYTES = 1 };

/* If the dragon is proved to live though all walls around it stand, makes that the question. */
static void prove_within_walls(Question *question, GoalAnswer *found) {
    Question walled = *question;
    Goal *goal = &walled.goal;
    Status status;
    if (!region_find_walled(question->board, goal->targets, goal->target_count, &goal->playable) ||
        !goal_finish(goal, question->board, &status)) {
        return;
    }
    walled.is_closed = true;
    const GoalAnswer answer = question_prove(&walled);
    if (answer.code == goal_code_of(goal, GOAL_HELD, question->mover)) {
        *question = walled;
        *found = answer;
    }
}

/* Sets *answer if reading proves that a dragon of one chain is captured, as far as kos allow. Its
 * nodes are few: it reads when the time is over, too. */
static bool is_captured(const Question *question, Answer *answer) {
    const Point target = question->goal.targets[0];
    const bool attacks = question->mover == question->goal.reacher;
    const ReadingLimits limits = reading_default_limits();
    Reader *reader = question->goal.target_count == 1 ? reader_new() : NULL;
    if (reader == NULL) {
        return false;
    }
    const ReadingResult attack = reading_attack(reader, question->board, target, limits);
    const ReadingResult defense = reading_defend(reader, question->board, target, limits);
    reader_free(reader);
    *answer = (Answer){.code = (GoalCode)(attacks ? attack.code : defense.code),
                       .move = !attacks                        ? defense.move
                               : defense.code == READING_FAILS ? POINT_PASS
                                                               : attack.move,
                       .proved = true};
    return attack.code != READING_FAILS && (attacks || defense.code != READING_WINS);
}

/* Proves what it can of a dragon, with mover to move first: the opponent, who wants to kill it, or
 * its owner. Captured chains are left out. Returns false, with the code, if there is nothing to
 * ask: all are captured, or would be in vain. */
static bool prove_dragon(Question *question, const Dragon *dragon, GoalAnswer *found) {
    const Board *board = question->board;
    Goal *goal = &question->goal;
    const bool owns = question->mover == dragon->color;
    Status status;
    dragon_init_goal(dragon, board, goal);
    const bool is_gone = goal->target_count == 0;
    if (is_gone || !nakade_gains(question->search, board, dragon, question->limits)) {
        found->code = owns == is_gone ? GOAL_FAILS : GOAL_WINS;
        return false;
    }
    question->is_closed = region_find(board, goal->targets, goal->target_count, REGION_RADIUS,
                                      &goal->playable) == REGION_CLOSED;
    goal_finish(goal, board, &status); /* if it is too large, nothing is proved */
    *found = question_prove(question);
    if (question_is_open(question, found->code)) {
        prove_within_walls(question, found);
    }
    return true;
}

static Answer ask_dragon(GoalSearch *search, const Board *board, const Dragon *dragon, Color mover,
                         GoalLimits limits) {
    Question question = {.search = search, .board = board, .mover = mover, .limits = limits};
    GoalAnswer found;
    Answer answer;
    if (!prove_dragon(&question, dragon, &found)) {
        return answer_settled(found.code == GOAL_WINS);
    }
    return question_is_open(&question, found.code) && is_captured(&question, &answer)
               ? answer
               : question_decide(&question, found);
}

Answer owl_ask(GoalSearch *search, const Board *board, Point p, Color mover, GoalLimits limits) {
    Dragon dragon;
    dragon_find(board, p, &dragon);
    return ask_dragon(search, board, &dragon, mover, limits);
}

GoalCode owl_ask_move(GoalSearch *search, const Board *board, Point move, Point p, Color mover,
                      GoalLimits limits) {
    Dragon dragon;
    Board after;
    dragon_find(board, p, &dragon);
    board_copy(&after, board);
    board_play(&after, mover, move);
    return goal_code_invert(
        ask_dragon(search, &after, &dragon, color_opponent(mover), limits).code);
}

DragonStatus owl_status(GoalSearch *search, const Board *board, Point p, GoalLimits limits,
                        Point *attack, Point *defense) {
    const Color owner = board_color(board, p);
    const Answer killed = owl_ask(search, board, p, color_opponent(owner), limits);
    if (killed.code == GOAL_FAILS) {
        return DRAGON_ALIVE;
    }
    const Answer saved = owl_ask(search, board, p, owner, limits);
    *attack = killed.move;
    *defense = saved.move;
    return saved.code == GOAL_FAILS ? DRAGON_DEAD : DRAGON_CRITICAL;
}

/* What is proved for mover of the dragon at p, or else of its race, whose walls stand. */
static GoalCode prove_code(GoalSearch *search, const Board *board, Point p, Point rival,
                           Color mover, GoalLimits limits) {
    Question question = {.search = search, .board = board, .mover = mover, .limits = limits};
    Dragon dragon, other;
    GoalAnswer found;
    dragon_find(board, p, &dragon);
    if (!prove_dragon(&question, &dragon, &found) || !question_is_open(&question, found.code)) {
        return found.code;
    }
    dragon_find_rivals(board, p, rival, &dragon, &other);
    race_make_goal(board, &dragon, &other, &question.goal);
    question.is_closed = race_is_enclosed(&question.goal, board);
    found = question_prove(&question);
    return question_is_open(&question, found.code) ? GOAL_UNKNOWN : found.code;
}

ChainProof owl_prove(const Board *board, Point p, Point rival, const Deadline *deadline) {
    const GoalLimits limits = {.nodes = PROOF_NODES, .deadline = deadline};
    const Color owner = board_color(board, p);
    GoalSearch *search = goal_search_new(PROOF_MEGABYTES);
    if (search == NULL) {
        return PROVED_NOTHING;
    }
    const GoalCode attack = prove_code(search, board, p, rival, color_opponent(owner), limits);
    const bool is_lost =
        attack == GOAL_WINS && prove_code(search, board, p, rival, owner, limits) == GOAL_FAILS;
    goal_search_free(search);
    return attack == GOAL_UNKNOWN ? PROVED_NOTHING
           : attack == GOAL_FAILS ? PROVED_SAFE
           : is_lost              ? PROVED_LOST
                                  : PROVED_AT_RISK;
}

/* ---- Races ---- */

enum { ENCLOSED_NODES = 4 /* times as many as for another race */ };

/* Does mover capture the target or, as its owner, save it from `other`?
 *
 * A ko inside an eye that the captor may begin when it likes, and that the owner can neither end
 * nor take first, is lost for the owner, who runs out of threats before: so with the bent four in
 * the corner. In other races the captor has no time to wait. */
static Answer ask_race(GoalSearch *search, const Board *board, const Dragon *target,
                       const Dragon *other, Color mover, GoalLimits limits) {
    Question question = {.search = search, .board = board, .mover = mover, .limits = limits};
    const bool owns = mover == target->color;
    if (!race_make_goal(board, target, other, &question.goal)) {
        return answer_settled(!owns);
    }
    if (!nakade_gains(search, board, target, limits)) {
        return answer_settled(owns);
    }
    question.is_closed = race_is_enclosed(&question.goal, board);
    question.limits.nodes *= question.is_closed ? ENCLOSED_NODES : 1;
    Answer answer = question_decide(&question, question_prove(&question));
    if (answer.code == GOAL_FAILS) {
        return answer;
    }
    question.mover = color_opponent(mover);
    const Answer reply = question_decide(&question, question_prove(&question));
    const GoalCode reacher = owns ? reply.code : answer.code;
    const GoalCode holder = owns ? answer.code : reply.code;
    if ((reacher == GOAL_WINS_KO || reacher == GOAL_WINS_KO_THREAT) &&
        holder == GOAL_WINS_KO_THREAT && nakade_is_inside(board, other, target)) {
        return answer_settled(!owns);
    }
    if (answer.code == GOAL_WINS && reply.code == GOAL_FAILS && reply.proved >= answer.proved) {
        answer.move = POINT_PASS;
    }
    return answer;
}

SemeaiAnswer semeai_analyze(GoalSearch *search, const Board *board, const Dragon *first,
                            const Dragon *second, GoalLimits limits) {
    const Answer attack = ask_race(search, board, second, first, first->color, limits);
    if (attack.code == GOAL_WINS && !nakade_is_inside(board, second, first)) {
        return (SemeaiAnswer){.defense = GOAL_WINS, .attack = GOAL_WINS, .move = attack.move};
    }
    const Answer defense = ask_race(search, board, first, second, first->color, limits);
    if (defense.code == GOAL_FAILS) {
        return (SemeaiAnswer){.defense = GOAL_FAILS, .attack = GOAL_FAILS, .move = POINT_PASS};
    }
    return (SemeaiAnswer){.defense = defense.code,
                          .attack = attack.code,
                          .move = attack.code != GOAL_FAILS ? attack.move : defense.move};
}

/* ---- Connections ---- */

enum {
    FAR = 100,     /* no way */
    SLACK_MAX = 4, /* moves by which a way may be longer than the shortest */
    SLACK_STEP = 2,
};

/* How many moves join each point to a chain. */
typedef uint8_t Distances[POINT_COUNT];

static void find_distances(const Board *board, Point chain, Distances distances) {
    const Color owner = board_color(board, chain);
    memset(distances, FAR, POINT_COUNT);
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < board->geometry->cell_count; cell++) {
            const Point p = board->geometry->point_of[cell];
            const Color color = board_color(board, p);
            int least = board->chain[p] == board->chain[chain] ? 0 : FAR;
            if (color == color_opponent(owner) && !region_is_weak(board, p)) {
                continue;
            }
            for (int k = 0; k < 4; k++) {
                const int next = distances[point_beside(p, k)] + (color != owner);
                least = next < least ? next : least;
            }
            changed |= least < distances[p];
            distances[p] = (uint8_t)least;
        }
    }
}

static void add_liberties(const Board *board, Point p, Zone *zone) {
    Point liberties[CELL_COUNT_MAX];
    for (int count = board_liberties(board, p, liberties); count > 0;) {
        zone_add(zone, liberties[--count]);
    }
}

/* Makes the goal of connecting the chains over ways that take at most `slack` moves more than the
 * shortest. Returns false if there is no way, or if the region is too large for a search. */
static bool make_connection_goal(const Board *board, Point a, Point b, int slack, Goal *goal) {
    const Geometry *geometry = board->geometry;
    Status status;
    Distances from, to;
    int most = FAR;
    find_distances(board, a, from);
    find_distances(board, b, to);
    for (int i = 0; i < board->empty_count; i++) {
        const int length = from[board->empty[i]] + to[board->empty[i]] + slack;
        most = length < most ? length : most;
    }
    goal_init(goal, board, GOAL_CONNECT, board_color(board, a));
    goal_add_target(goal, board, a);
    goal_add_target(goal, board, b);
    goal->playable = (Zone){0};
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (from[p] + to[p] <= most) {
            goal_add_chain(board, p, &goal->playable);
            if (board_color(board, p) != EMPTY && region_is_weak(board, p)) {
                add_liberties(board, p, &goal->playable);
            }
        }
    }
    return most < FAR && goal_finish(goal, board, &status);
}

/* Searches for a proof that the chains connect with the question's mover first, in regions that
 * grow. Sets the goal to the last of them. */
static GoalAnswer prove_connection(Question *question, Point a, Point b) {
    GoalAnswer found = {.code = GOAL_UNKNOWN, .move = POINT_NONE};
    for (int slack = 0;
         slack <= SLACK_MAX && make_connection_goal(question->board, a, b, slack, &question->goal);
         slack += SLACK_STEP) {
        found = question_prove(question);
        if (found.code == goal_code_of(&question->goal, GOAL_REACHED, question->mover)) {
            break;
        }
    }
    return found;
}

/* Adds to the goal of a connection the opponent's chains beside its region that may be captured
 * from outside, with their liberties. Returns false if the region is too large then. */
static bool add_weak_walls(const Board *board, Goal *goal) {
    const bool only[2] = {[BLACK] = goal->reacher == WHITE, [WHITE] = goal->reacher == BLACK};
    Point weak[CELL_COUNT_MAX];
    Status ignored;
    int count;
    do {
        count = region_list_walls(board, &goal->playable, only, WALL_WEAK, weak);
        for (int i = 0; i < count; i++) {
            goal_add_chain(board, weak[i], &goal->playable);
            add_liberties(board, weak[i], &goal->playable);
        }
    } while (count > 0 && goal_finish(goal, board, &ignored));
    return count == 0;
}

bool connection_prove(GoalSearch *search, const Board *before, const Board *board,
                      const Point stones[2], Color winner, Color mover, GoalLimits limits,
                      Goal *goal) {
    const bool connects = winner == board_color(board, stones[0]);
    bool proved = !connects; /* a wider region may add a connection, or break a cut */
    Goal wider;
    if (board->chain[stones[0]] == board->chain[stones[1]]) {
        return connects;
    }
    for (int slack = 0; slack <= SLACK_MAX && proved != connects; slack += SLACK_STEP) {
        if (!make_connection_goal(before, stones[0], stones[1], slack, &wider) ||
            !add_weak_walls(board, &wider)) {
            return slack > 0 && proved;
        }
        const GoalKoRule ko = {.ko = goal_kos_of(&wider, color_opponent(winner))};
        *goal = wider;
        proved = goal_search_run(search, goal, board, mover, 0, ko, limits).outcome ==
                 goal_outcome_for(goal, winner);
    }
    return proved;
}

Answer connection_ask(GoalSearch *search, const Board *board, Point a, Point b, Color mover,
                      GoalLimits limits) {
    const bool connects = mover == board_color(board, a);
    Question question = {.search = search, .board = board, .mover = mover, .limits = limits};
    if (board->chain[a] == board->chain[b]) {
        return answer_settled(connects);
    }
    question.limits.trusting = true;
    const GoalAnswer found = prove_connection(&question, a, b);
    if (found.code != goal_code_of(&question.goal, GOAL_REACHED, mover)) {
        return question_decide(&question, found);
    }
    question.mover = color_opponent(mover);
    return connects && prove_connection(&question, a, b).code == GOAL_FAILS
               ? answer_settled(true)
               : (Answer){.code = found.code, .move = found.move};
}
