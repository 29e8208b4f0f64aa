#include "tests/support/oracle/plain_solver.h"

enum { LINE_MAX_PLIES = 1000 };

typedef struct {
    const Rules *rules;
    Color attacker;
    int target;
    bool avoids_draws;
    long *budget;
    int ko[LINE_MAX_PLIES + 1]; /* of each position of oracle->past */
    int passes[LINE_MAX_PLIES + 1];
} Plain;

static bool reaches(const Plain *plain, int black_score) {
    return (plain->attacker == BLACK ? black_score : -black_score) >= plain->target;
}

/* Has the present position occurred before, as far as simple ko cares? */
static bool is_draw(const Plain *plain, const Oracle *oracle) {
    const int last = oracle->past_count - 1;
    for (int i = 0; plain->rules->ko == KO_SIMPLE && i < last; i++) {
        if (oracle->past[i].to_move == oracle->now.to_move && plain->ko[i] == oracle->ko &&
            plain->passes[i] == oracle->passes &&
            memcmp(oracle->past[i].cells, oracle->now.cells,
                   (size_t)(oracle->width * oracle->height)) == 0) {
            return true;
        }
    }
    return false;
}

/* A suicide of one stone changes nothing. Under simple ko it counts as illegal here. */
static bool is_legal(const Plain *plain, const Oracle *oracle, Color mover, int cell) {
    if (oracle_check(oracle, plain->rules, mover, cell) != MOVE_LEGAL) {
        return false;
    }
    if (cell == ORACLE_PASS || plain->rules->ko != KO_SIMPLE) {
        return true;
    }
    OracleOutcome outcome;
    oracle_try(oracle, mover, cell, &outcome);
    return outcome.suicided != 1;
}

/* All lines of at most depth moves; an answer holds whatever longer lines may bring. */
static PlainAnswer visit(Plain *plain, Oracle *oracle, int depth) {
    if (--*plain->budget < 0) {
        return PLAIN_OPEN;
    }
    plain->ko[oracle->past_count - 1] = oracle->ko;
    plain->passes[oracle->past_count - 1] = oracle->passes;
    if (oracle->passes == 2) {
        return reaches(plain, oracle_area(oracle)) ? PLAIN_YES : PLAIN_NO;
    }
    if (is_draw(plain, oracle)) {
        return !plain->avoids_draws && reaches(plain, 0) ? PLAIN_YES : PLAIN_NO;
    }
    const Color mover = oracle->now.to_move;
    const PlainAnswer good = mover == plain->attacker ? PLAIN_YES : PLAIN_NO;
    PlainAnswer all = good == PLAIN_YES ? PLAIN_NO : PLAIN_YES;
    for (int cell = ORACLE_PASS; cell < oracle->width * oracle->height; cell++) {
        if (depth == 0) {
            return PLAIN_OPEN;
        }
        if (!is_legal(plain, oracle, mover, cell)) {
            continue;
        }
        const OraclePosition before = oracle->now;
        const int ko = oracle->ko, passes = oracle->passes, past_count = oracle->past_count;
        oracle_play(oracle, mover, cell);
        const PlainAnswer answer = visit(plain, oracle, depth - 1);
        oracle->now = before;
        oracle->ko = ko;
        oracle->passes = passes;
        oracle->past_count = past_count;
        if (answer == good) {
            return answer;
        }
        all = answer == PLAIN_OPEN ? PLAIN_OPEN : all;
    }
    return all;
}

static PlainAnswer deepen(Plain *plain, Oracle *oracle) {
    PlainAnswer answer = PLAIN_OPEN;
    for (int depth = 0; answer == PLAIN_OPEN && *plain->budget > 0 && depth < LINE_MAX_PLIES;
         depth++) {
        answer = visit(plain, oracle, depth);
    }
    return answer;
}

PlainAnswer plain_solve(Oracle *oracle, const Rules *rules, int target, long *budget) {
    return deepen(&(Plain){.rules = rules, .attacker = BLACK, .target = target, .budget = budget},
                  oracle);
}

PlainAnswer plain_solve_without_draws(Oracle *oracle, const Rules *rules, Color attacker,
                                      int target, long *budget) {
    return deepen(&(Plain){.rules = rules,
                           .attacker = attacker,
                           .target = target,
                           .avoids_draws = true,
                           .budget = budget},
                  oracle);
}
