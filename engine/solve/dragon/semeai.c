#include "engine/solve/dragon/owl.h"

#include "engine/solve/dragon/race.h"

/* A dragon whose chance of dying, 0..1, is at least this is taken to fall. */
static const float LIKELY_DEAD = 0.5F;

enum { NODES_FACTOR = 4 }; /* for the search of an enclosed race */

/* Of the time that is left, for the searches of one dragon; the rest is for the other dragon and
 * the estimate. */
static const double SEARCH_SHARE = 0.4;

/* What counts as clear where a ko is looked for, or a search is doubted. */
static const float CLEARLY_DEAD = 0.7F;

/* Do stones enclose the playable points? If not, a dragon that survives may have done no more than
 * get out of them. */
static bool is_enclosed(const Goal *goal, const Board *board) {
    for (int i = 0; i < goal->point_count; i++) {
        const Point p = goal->points[i];
        if (board->color[p] == EMPTY && goal_has_exit(goal, board, p)) {
            return false;
        }
    }
    return true;
}

/* ---- Answers ---- */

/* What the evaluator makes of the race if either side moves first. */
typedef struct {
    bool is_known, is_lasting; /* lasting: the result is the same if the other side moves first */
    LocalResult moves;         /* of the side that moves first */
    GoalCode codes[2];         /* [dragon]: does that side save it, or capture it? */
} RaceEstimate;

/* Does a dragon fall after the best move of the side that moves first? */
static bool falls(const LocalResult *result, int d) {
    return result->moves[0].dead[d] >= LIKELY_DEAD;
}

/* Does the best move of a side save the dragon if that side owns it, or else capture it? */
static bool succeeds(const LocalResult *result, int d, bool own) {
    return falls(result, d) != own;
}

static bool fails_clearly(const LocalResult *result, int d, bool own) {
    const float dead = result->moves[0].dead[d];
    return own ? dead > CLEARLY_DEAD : dead < 1 - CLEARLY_DEAD;
}

/* Tells kos apart: a side that succeeds although the other one has a threat needs none, and one
 * that fails although it has a threat has none. */
static void find_codes(LocalQuestion question, RaceEstimate *estimate) {
    const Color mover = question.mover;
    LocalResult lost, won;
    bool has_ko = estimate->moves.ko_on_line;
    if (has_ko) {
        question.threats[color_opponent(mover)] = LOCAL_KO_THREATS;
        has_ko = local_search_run(&question, &lost);
        question.threats[color_opponent(mover)] = 0;
        question.threats[mover] = LOCAL_KO_THREATS;
        has_ko = has_ko && local_search_run(&question, &won);
    }
    bool needs_threat = false;
    for (int d = 0; d < 2; d++) {
        const bool own = question.dragons[d]->color == mover;
        const bool simple = succeeds(&estimate->moves, d, own);
        const bool is_ko = has_ko && fails_clearly(&lost, d, own) && succeeds(&won, d, own);
        estimate->codes[d] = is_ko    ? (simple ? GOAL_WINS_KO : GOAL_WINS_KO_THREAT)
                             : simple ? GOAL_WINS
                                      : GOAL_FAILS;
        needs_threat |= estimate->codes[d] == GOAL_WINS_KO_THREAT;
    }
    if (needs_threat) {
        estimate->moves = won;
    }
}

/* A race of two dragons that is being analyzed. */
typedef struct {
    GoalSearch *search;
    const Board *board;
    const Dragon *dragons[2]; /* first, second */
    Color mover;
    GoalLimits limits;
    bool is_estimated;
    RaceEstimate estimate; /* once it is asked for */
} Semeai;

/* Most races are decided without an estimate. */
static const RaceEstimate *estimate(Semeai *semeai) {
    LocalResult other;
    RaceEstimate *made = &semeai->estimate;
    if (semeai->is_estimated) {
        return made;
    }
    LocalQuestion question = {.board = semeai->board,
                              .mover = semeai->mover,
                              .dragons = {semeai->dragons[0], semeai->dragons[1]},
                              .limits = &semeai->limits};
    semeai->is_estimated = true;
    made->is_known = local_search_run(&question, &made->moves);
    if (!made->is_known) {
        return made;
    }
    find_codes(question, made);
    question.mover = color_opponent(semeai->mover);
    if (local_search_run(&question, &other)) {
        made->is_lasting = true;
        for (int d = 0; d < 2; d++) {
            made->is_lasting &= falls(&made->moves, d) == falls(&other, d);
        }
    }
    return made;
}

/* Does one of the dragons stand inside an eye of the other? */
static bool is_inside(const GoalQuestion *question, const Dragon *other) {
    Dragon targets = {.color = color_opponent(other->color)};
    Point points[NAKADE_POINTS];
    for (int i = 0; i < question->goal->target_count; i++) {
        targets.chains[targets.chain_count++] = question->goal->targets[i];
    }
    return nakade_find(question->board, &targets, other, points) > 0 ||
           nakade_find(question->board, other, &targets, points) > 0;
}

/* A ko inside an eye that the reacher may begin when it likes, and that its opponent can neither
 * end nor take first, is lost for the opponent, who runs out of threats before: so with the bent
 * four in the corner. In other races the reacher has no time to wait. */
static void settle_ko(const Goal *goal, Color mover, GoalCode other, LocalAnswer *answer) {
    const bool reaches = mover == goal->reacher;
    const GoalCode reacher = reaches ? answer->code : other,
                   holder = reaches ? other : answer->code;
    if ((reacher == GOAL_WINS_KO || reacher == GOAL_WINS_KO_THREAT) &&
        holder == GOAL_WINS_KO_THREAT) {
        answer->code = reaches ? GOAL_WINS : GOAL_FAILS;
        answer->move = reaches ? POINT_PASS : POINT_NONE;
    }
}

/* Among moves that win as well, takes what the estimate prefers. */
static void choose_move(Semeai *semeai, const GoalQuestion *question, LocalAnswer *answer) {
    if (estimate(semeai)->is_known) {
        const Point likely = semeai->estimate.moves.moves[0].move;
        if (local_question_move_does(question, likely, answer)) {
            answer->move = likely;
        }
    }
}

/* Searches a race against `other`. Returns false if it is not decided. */
static bool ask_race(Semeai *semeai, GoalQuestion question, const Dragon *other,
                     LocalAnswer *answer) {
    const Color mover = question.mover;
    GoalAnswer found = local_question_prove(&question);
    *answer = (LocalAnswer){.code = found.code, .move = found.move, .nodes = found.nodes};
    if (found.code == GOAL_UNKNOWN) {
        return false;
    }
    if (found.code == GOAL_FAILS) {
        return true;
    }
    const GoalQuestion second = local_question_other_side(&question);
    const GoalCode reply = local_question_prove(&second).code;
    if (is_inside(&question, other)) {
        settle_ko(question.goal, mover, reply, answer);
    }
    if (answer->code == GOAL_WINS && reply == GOAL_FAILS) {
        answer->move = POINT_PASS;
    } else if (answer->code != GOAL_FAILS && answer->move != POINT_PASS) {
        local_question_simplify_ko(&question, &found);
        answer->code = found.code;
        answer->move = found.move;
        if (found.code != GOAL_FAILS) {
            choose_move(semeai, &question, answer);
        }
    }
    return true;
}

/* Does mover save dragon d, or capture it? A dragon that survives in an open region may have done
 * no more than get out of it: an estimate that is clear decides. Where an estimate says that
 * nothing need be played to capture, a move does no harm. */
static LocalAnswer ask(Semeai *semeai, int d) {
    const Dragon *dragon = semeai->dragons[d], *other = semeai->dragons[!d];
    const bool own = semeai->mover == dragon->color;
    Goal goal;
    if (!race_make_goal(semeai->board, dragon, other, &goal)) {
        return local_answer_settled(!own);
    }
    GoalQuestion question = {.search = semeai->search,
                             .goal = &goal,
                             .board = semeai->board,
                             .mover = semeai->mover,
                             .limits = semeai->limits};
    const bool enclosed = is_enclosed(&goal, semeai->board);
    question.limits.nodes *= enclosed ? NODES_FACTOR : 1;
    Deadline end;
    if (semeai->limits.deadline != NULL) {
        const double now = clock_seconds();
        end = *semeai->limits.deadline;
        end.at = now + (end.at - now) * SEARCH_SHARE;
        question.limits.deadline = &end;
    }
    if (!nakade_gains(semeai->search, semeai->board, dragon, other, question.limits)) {
        return local_answer_settled(own);
    }
    LocalAnswer answer;
    if (ask_race(semeai, question, other, &answer) &&
        (enclosed || !local_question_survives(&question, answer.code) ||
         !estimate(semeai)->is_known || semeai->estimate.moves.moves[0].dead[d] <= CLEARLY_DEAD)) {
        return answer;
    }
    const RaceEstimate *judged = estimate(semeai);
    if (!judged->is_known) { /* with all that is left of the time */
        question.limits = semeai->limits;
        question.limits.evaluator = NULL;
        question.is_race = true;
        return local_question_ask(&question, REGION_CLOSED);
    }
    answer.code = judged->codes[d];
    answer.move = answer.code == GOAL_FAILS ? POINT_NONE
                  : answer.code == GOAL_WINS && judged->is_lasting && own
                      ? POINT_PASS
                      : judged->moves.moves[0].move;
    return answer;
}

/* What can the opponent do about the first dragon after that move of mover? */
static GoalCode find_danger(const Semeai *semeai, Point move) {
    const Color mover = semeai->mover;
    Board after;
    Goal goal;
    board_copy(&after, semeai->board);
    if (board_check(semeai->board, mover, move, false) != MOVE_LEGAL) {
        return GOAL_FAILS;
    }
    board_play(&after, mover, move);
    const GoalQuestion question = {.search = semeai->search,
                                   .goal = &goal,
                                   .board = &after,
                                   .mover = color_opponent(mover),
                                   .limits = semeai->limits};
    if (!race_make_goal(&after, semeai->dragons[0], semeai->dragons[1], &goal)) {
        return GOAL_FAILS;
    }
    return local_question_prove(&question).code;
}

/* The result for the owner of the first dragon; mover is that side or its opponent. */
static GoalCode own_code(LocalAnswer answer, bool own) {
    return own ? answer.code : goal_code_invert(answer.code);
}

static bool is_ko(GoalCode code) {
    return code == GOAL_WINS_KO || code == GOAL_WINS_KO_THREAT;
}

/* The codes are for the owner of the first dragon. A capture of the second that does not save the
 * first counts for nothing, nor does a ko that stakes the first where it is safe without. */
SemeaiAnswer semeai_analyze(GoalSearch *search, const Board *board, const Dragon *first,
                            const Dragon *second, Color mover, GoalLimits limits) {
    Semeai semeai = {.search = search,
                     .board = board,
                     .dragons = {first, second},
                     .mover = mover,
                     .limits = limits};
    const bool own = mover == first->color;
    Point points[NAKADE_POINTS];
    Goal goal;
    dragon_init_goal(first, semeai.board, &goal);
    if (goal.target_count == 0) { /* captured by the move before */
        return (SemeaiAnswer){.defense = GOAL_FAILS, .attack = GOAL_FAILS, .move = POINT_PASS};
    }
    const LocalAnswer attack = ask(&semeai, 1);
    if (own_code(attack, own) == GOAL_WINS &&
        nakade_find(semeai.board, second, first, points) == 0 &&
        (!own || attack.move == POINT_PASS || find_danger(&semeai, attack.move) != GOAL_WINS)) {
        return (SemeaiAnswer){
            .defense = GOAL_WINS, .attack = GOAL_WINS, .move = own ? attack.move : POINT_PASS};
    }
    const LocalAnswer defense = ask(&semeai, 0);
    SemeaiAnswer answer = {.defense = own_code(defense, own), .attack = own_code(attack, own)};
    if (answer.defense == GOAL_FAILS ||
        (own && answer.defense == GOAL_WINS && is_ko(answer.attack) &&
         is_ko(find_danger(&semeai, attack.move)))) {
        answer.attack = GOAL_FAILS;
    }
    const LocalAnswer *aim = own ? &attack : &defense, *other = own ? &defense : &attack;
    const bool aims = own ? answer.attack != GOAL_FAILS : answer.defense != GOAL_FAILS;
    answer.move = aims && aim->code != GOAL_FAILS && answer.defense != GOAL_FAILS ? aim->move
                  : other->code != GOAL_FAILS                                     ? other->move
                                                                                  : POINT_PASS;
    return answer;
}
