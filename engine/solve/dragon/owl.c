#include "engine/solve/dragon/owl.h"

#include "engine/solve/dragon/nakade.h"
#include "engine/solve/dragon/race.h"
#include "engine/solve/problem/region.h"

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
static bool prove(Question *question, const Dragon *dragon, GoalAnswer *found) {
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

static Answer ask(GoalSearch *search, const Board *board, const Dragon *dragon, Color mover,
                  GoalLimits limits) {
    Question question = {.search = search, .board = board, .mover = mover, .limits = limits};
    GoalAnswer found;
    Answer answer;
    if (!prove(&question, dragon, &found)) {
        return answer_settled(found.code == GOAL_WINS);
    }
    return question_is_open(&question, found.code) && is_captured(&question, &answer)
               ? answer
               : question_decide(&question, found);
}

Answer owl_ask(GoalSearch *search, const Board *board, Point p, Color mover, GoalLimits limits) {
    Dragon dragon;
    dragon_find(board, p, &dragon);
    return ask(search, board, &dragon, mover, limits);
}

GoalCode owl_ask_move(GoalSearch *search, const Board *board, Point move, Point p, Color mover,
                      GoalLimits limits) {
    Dragon dragon;
    Board after;
    dragon_find(board, p, &dragon);
    board_copy(&after, board);
    board_play(&after, mover, move);
    return goal_code_invert(ask(search, &after, &dragon, color_opponent(mover), limits).code);
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

/* The same in the race with a rival, whose walls stand. */
static bool prove_race(Question *question, Point p, Point rival, GoalAnswer *found) {
    Dragon first, second;
    dragon_find_rivals(question->board, p, rival, &first, &second);
    race_make_goal(question->board, &first, &second, &question->goal);
    question->is_closed = race_is_enclosed(&question->goal, question->board);
    *found = question_prove(question);
    return !question_is_open(question, found->code);
}

/* What is proved for mover of the dragon at p, or else of its race. */
static GoalCode prove_code(GoalSearch *search, const Board *board, Point p, Point rival,
                           Color mover, GoalLimits limits) {
    Question question = {.search = search, .board = board, .mover = mover, .limits = limits};
    Dragon dragon;
    GoalAnswer found;
    dragon_find(board, p, &dragon);
    return !prove(&question, &dragon, &found) || !question_is_open(&question, found.code) ||
                   prove_race(&question, p, rival, &found)
               ? found.code
               : GOAL_UNKNOWN;
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
