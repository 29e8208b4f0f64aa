/* Proof numbers for the side to move (V. Allis, "Searching for solutions in games and artificial
 * intelligence", 1994): phi is what is left to prove that it wins, delta that it loses. One is 0 if
 * that is proved, and the other is then GOAL_INFINITE. */
#ifndef ENGINE_SOLVE_GOAL_GOAL_NUMBERS_H
#define ENGINE_SOLVE_GOAL_GOAL_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t phi, delta;
} GoalNumbers;

enum { GOAL_INFINITE = 1 << 28 };

static inline bool goal_numbers_decided(GoalNumbers numbers) {
    return numbers.phi == 0 || numbers.delta == 0;
}

#endif
