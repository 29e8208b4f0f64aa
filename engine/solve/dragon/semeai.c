#include "engine/solve/dragon/semeai.h"

#include "engine/go/board/liberty.h"
#include "engine/solve/dragon/estimate.h"
#include "engine/solve/dragon/race.h"

enum {
    RACE_RADIUS = 3,    /* steps from the dragons over empty points, if the race is not enclosed */
    COUNTED_STONES = 7, /* of a chain whose capture gives two eyes */
    WEAK_LIBERTIES = 2, /* a chain with so few beside the race takes part in it */
};

/* Chances, 0..1, that a dragon dies: less than the first, it is taken to be saved; more than the
 * second, to be captured. Between them both live. */
static const float DEFENCE_DEAD = 0.5F, ATTACK_DEAD = 0.6F;

/* ---- Where a race is decided ---- */

typedef struct {
    const Board *board;
    Zone *playable;
    Point queue[CELL_COUNT_MAX];
    uint8_t distance[POINT_COUNT];
    int count;
} Flood;

static void add_point(Flood *flood, Point p, int distance) {
    if (!zone_has(flood->playable, p) && distance <= RACE_RADIUS) {
        zone_add(flood->playable, p);
        flood->distance[p] = (uint8_t)distance;
        flood->queue[flood->count++] = p;
    }
}

static void add_chain(Flood *flood, Point p, int distance) {
    Point stone = p;
    do {
        add_point(flood, stone, distance);
        stone = flood->board->next[stone];
    } while (stone != p);
}

static void add_dragon(Flood *flood, const Dragon *dragon) {
    for (int i = 0; i < dragon->chain_count; i++) {
        if (board_color(flood->board, dragon->chains[i]) == dragon->color) {
            add_chain(flood, dragon->chains[i], 0);
        }
    }
}

/* The dragons, the empty points around them, and weak chains beside those. */
static void find_region(const Board *board, const Dragon *first, const Dragon *second,
                        Zone *playable) {
    Flood flood = {.board = board, .playable = playable};
    *playable = (Zone){0};
    add_dragon(&flood, first);
    add_dragon(&flood, second);
    for (int i = 0; i < flood.count; i++) {
        const Point p = flood.queue[i];
        Point beside[4];
        point_neighbours(p, beside);
        for (int k = 0; k < 4; k++) {
            const Color color = board_color(board, beside[k]);
            Point liberties[WEAK_LIBERTIES + 1];
            if (color == EMPTY) {
                add_point(&flood, beside[k], flood.distance[p] + 1);
            } else if (color != BORDER && !zone_has(playable, beside[k]) &&
                       chain_find_liberties(board, beside[k], WEAK_LIBERTIES + 1, liberties) <=
                           WEAK_LIBERTIES) {
                add_chain(&flood, beside[k], flood.distance[p] + 1);
            }
        }
    }
}

/* The goal of capturing a dragon in a race. Returns false if none of its chains is left. */
static bool make_goal(const Board *board, const Dragon *dragon, const Dragon *other, Goal *goal) {
    Status status;
    goal_init(goal, board, GOAL_CAPTURE_ALL, color_opponent(dragon->color));
    for (int i = 0; i < dragon->chain_count; i++) {
        if (board_color(board, dragon->chains[i]) == dragon->color) {
            goal_add_target(goal, board, dragon->chains[i]);
        }
    }
    if (goal->target_count == 0) {
        return false;
    }
    find_region(board, dragon, other, &goal->playable);
    return goal_finish(goal, board, &status);
}

/* ---- Counting ---- */

/* A chain in a race that can be counted. */
typedef struct {
    Point liberties[CELL_COUNT_MAX]; /* the outside ones first */
    int outside, common;             /* the other chain's, too, are common */
} RaceLiberties;

static bool chain_has_liberty(const Board *board, Point p, Point q) {
    Point beside[4];
    bool has = false;
    point_neighbours(q, beside);
    for (int k = 0; k < 4; k++) {
        has |= board->chain[beside[k]] == board->chain[p];
    }
    return has;
}

/* Would a stone of the chain at p on its liberty q reach new points, or fill an eye? */
static bool gains_or_is_eye(const Board *board, Point p, Point q) {
    Point beside[4];
    bool is_eye = true;
    point_neighbours(q, beside);
    for (int k = 0; k < 4; k++) {
        const Color color = board_color(board, beside[k]);
        is_eye &= color == BORDER || color == board_color(board, p);
        if (color == EMPTY && !chain_has_liberty(board, p, beside[k])) {
            return true;
        }
        if (color == board_color(board, p) && board->chain[beside[k]] != board->chain[p]) {
            return true;
        }
    }
    return is_eye;
}

/* Returns false if the race of the chains at p and q is more than a matter of counting p's
 * liberties. */
static bool count_liberties(const Board *board, Point p, Point q, RaceLiberties *race) {
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(board, p, liberties);
    race->outside = race->common = 0;
    for (int i = 0; i < count; i++) {
        if (gains_or_is_eye(board, p, liberties[i])) {
            return false;
        }
        if (chain_has_liberty(board, q, liberties[i])) {
            race->common++;
        } else {
            race->liberties[race->outside++] = liberties[i];
        }
    }
    return true;
}

/* Does a chain capture the other in a race without eyes (M. Müller, "Race to capture: Analyzing
 * semeai in Go", 1999), if it has so many outside liberties more? */
static bool is_ahead(int lead, int common, bool moves_first) {
    return lead >= (common > 0 ? common - 1 : 0) + !moves_first;
}

/* Decides a race of two chains by counting, for the owner of `first`, which moves first if `own`.
 * Returns false if it is more than that. */
static bool count_race(const Board *board, const Dragon *first, const Dragon *second, bool own,
                       SemeaiAnswer *answer) {
    RaceLiberties mine, others;
    if (first->chain_count != 1 || second->chain_count != 1 ||
        chain_size(board, first->chains[0]) < COUNTED_STONES ||
        chain_size(board, second->chains[0]) < COUNTED_STONES ||
        !count_liberties(board, first->chains[0], second->chains[0], &mine) ||
        !count_liberties(board, second->chains[0], first->chains[0], &others)) {
        return false;
    }
    const int lead = mine.outside - others.outside, common = mine.common;
    const bool wins = is_ahead(lead, common, own), loses = is_ahead(-lead, common, !own);
    *answer = (SemeaiAnswer){.defence = loses ? GOAL_FAILS : GOAL_WINS,
                             .attack = wins ? GOAL_WINS : GOAL_FAILS,
                             .move = POINT_PASS};
    const bool same_if_other_begins = wins    ? is_ahead(lead, common, !own)
                                      : loses ? is_ahead(-lead, common, own)
                                              : !is_ahead(own ? -lead : lead, common, true);
    const bool is_lost = own ? loses : wins; /* for the side that moves first */
    if (!same_if_other_begins && !is_lost) {
        const RaceLiberties *filled = own ? &others : &mine;
        answer->move = filled->outside > 0 ? filled->liberties[0] : POINT_PASS;
    }
    return true;
}

/* ---- Answers ---- */

/* What the evaluator makes of the race if either side moves first. */
typedef struct {
    bool is_known, is_lasting; /* lasting: the result is the same if the other side moves first */
    LocalResult moves;         /* of the side that moves first */
} RaceEstimate;

/* Does a dragon fall after the best move of the side that moves first, which owns it or not? */
static bool falls(const LocalMove *move, int d, bool own) {
    return own ? move->dead[d] >= DEFENCE_DEAD : move->dead[d] > ATTACK_DEAD;
}

static RaceEstimate estimate(const Board *board, const Dragon *first, const Dragon *second,
                             Color mover, const GoalLimits *limits) {
    LocalResult other;
    RaceEstimate estimate = {0};
    estimate.is_known = estimate_moves(board, first, second, mover, limits, &estimate.moves);
    if (estimate.is_known &&
        estimate_moves(board, first, second, color_opponent(mover), limits, &other)) {
        estimate.is_lasting = true;
        for (int d = 0; d < 2; d++) {
            const bool own = (d == 0 ? first : second)->color == mover;
            estimate.is_lasting &=
                falls(&estimate.moves.moves[0], d, own) == falls(&other.moves[0], d, !own);
        }
    }
    return estimate;
}

/* Searches a race with what makes it shorter. Returns false if it is not decided. */
static bool ask_race(GoalSearch *search, const Goal *goal, const Board *board, const Dragon *other,
                     Color mover, GoalLimits limits, LocalAnswer *answer) {
    Race race;
    race_begin(board, other, &race);
    limits.shortcuts = &race.shortcuts;
    GoalAnswer found = goal_answer(search, goal, board, mover, 0, limits);
    if (found.code == GOAL_UNKNOWN) {
        return false;
    }
    local_question_simplify_ko(search, goal, board, mover, limits, &found);
    *answer = (LocalAnswer){.code = found.code, .move = found.move, .nodes = found.nodes};
    if (found.code == GOAL_WINS &&
        goal_answer(search, goal, board, color_opponent(mover), 0, limits).code == GOAL_FAILS) {
        answer->move = POINT_PASS;
    } else if (found.code != GOAL_FAILS && mover == goal->reacher) {
        const Point outside = race_find_outside(goal, board);
        if (outside != POINT_NONE &&
            local_question_move_does(search, goal, board, mover, outside, limits, answer)) {
            answer->move = outside;
        }
    }
    return true;
}

/* One of the two questions of a race. */
static LocalAnswer ask(GoalSearch *search, const Board *board, const Dragon *dragon,
                       const Dragon *other, Color mover, const RaceEstimate *estimate, int d,
                       GoalLimits limits) {
    Goal goal;
    if (!make_goal(board, dragon, other, &goal)) {
        const bool saves = mover == dragon->color;
        return (LocalAnswer){.code = saves ? GOAL_FAILS : GOAL_WINS,
                             .move = saves ? POINT_NONE : POINT_PASS,
                             .proved = true};
    }
    limits.evaluator = NULL;
    LocalAnswer answer;
    if (ask_race(search, &goal, board, other, mover, limits, &answer)) {
        return answer;
    }
    answer = local_question_ask(search, &goal, board, mover, REGION_CLOSED, false, limits);
    if (answer.proved && answer.code != GOAL_WINS) {
        GoalAnswer simple = {.code = answer.code, .move = answer.move};
        local_question_simplify_ko(search, &goal, board, mover, limits, &simple);
        answer.proved = simple.code == answer.code;
        answer.code = simple.code;
        answer.move = simple.move;
        answer.nodes += simple.nodes;
    } else if (answer.proved && estimate->is_known) {
        local_question_prefer(search, &goal, board, mover, &estimate->moves, limits, &answer);
    } else if (!answer.proved && estimate->is_known) {
        const bool own = mover == dragon->color;
        const bool succeeds = falls(&estimate->moves.moves[0], d, own) != own;
        answer.code = succeeds ? GOAL_WINS : GOAL_FAILS;
        answer.move = !succeeds              ? POINT_NONE
                      : estimate->is_lasting ? POINT_PASS
                                             : estimate->moves.moves[0].move;
    }
    return answer;
}

/* Does the dragon survive if mover captures another one by that move? */
static bool survives(GoalSearch *search, const Board *board, const Dragon *dragon,
                     const Dragon *other, Color mover, Point move, GoalLimits limits) {
    Board after;
    Goal goal;
    board_copy(&after, board);
    if (board_check(board, mover, move, false) != MOVE_LEGAL) {
        return true;
    }
    board_play(&after, mover, move);
    return !make_goal(&after, dragon, other, &goal) ||
           goal_answer(search, &goal, &after, color_opponent(mover),
                       goal_add_captured(&goal, &after, 0), limits)
                   .code != GOAL_WINS;
}

/* The result for the owner of `first`; mover is that side or its opponent. */
static GoalCode own_code(LocalAnswer answer, bool own) {
    return own ? answer.code : goal_code_invert(answer.code);
}

/* mover moves first; the codes are for the owner of `first`. A capture of `second` that does not
 * save `first` counts for nothing. */
static SemeaiAnswer analyze(GoalSearch *search, const Board *board, const Dragon *first,
                            const Dragon *second, Color mover, GoalLimits limits) {
    const bool own = mover == first->color;
    SemeaiAnswer counted;
    if (count_race(board, first, second, own, &counted)) {
        return counted;
    }
    const RaceEstimate guess = estimate(board, first, second, mover, &limits);
    const LocalAnswer defence = ask(search, board, first, second, mover, &guess, 0, limits);
    SemeaiAnswer answer = {.defence = own_code(defence, own),
                           .attack = GOAL_FAILS,
                           .move = defence.code == GOAL_FAILS ? POINT_PASS : defence.move,
                           .proved = defence.proved};
    if (answer.defence == GOAL_FAILS) {
        return answer;
    }
    const LocalAnswer attack = ask(search, board, second, first, mover, &guess, 1, limits);
    answer.proved &= attack.proved;
    if (own && attack.proved && attack.code != GOAL_FAILS && attack.move != POINT_PASS &&
        !survives(search, board, first, second, mover, attack.move, limits)) {
        return answer;
    }
    answer.attack = own_code(attack, own);
    if (attack.code != GOAL_FAILS) {
        answer.move = attack.move;
    }
    return answer;
}

SemeaiAnswer semeai_analyze(GoalSearch *search, const Board *board, const Dragon *first,
                            const Dragon *second, GoalLimits limits) {
    return analyze(search, board, first, second, first->color, limits);
}

SemeaiAnswer semeai_analyze_second(GoalSearch *search, const Board *board, const Dragon *first,
                                   const Dragon *second, GoalLimits limits) {
    return analyze(search, board, first, second, second->color, limits);
}
