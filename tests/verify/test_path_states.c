/* The set of states of paths beside a plain list and with several threads. */
#include "engine/base/rng.h"
#include "engine/base/team.h"
#include "verify/path_states.h"

#include <criterion/criterion.h>
#include <string.h>

enum { BOARDS_MAX = 4, AMPLE = 64 << 20 };

typedef struct {
    StateBoard boards[BOARDS_MAX];
    size_t count;
} State;

static bool has(const State *state, size_t count, const StateBoard *board) {
    for (size_t i = 1; i < count; i++) {
        if (memcmp(&state->boards[i], board, sizeof *board) == 0) {
            return true;
        }
    }
    return false;
}

/* With few words, so that it comes again, also in another order. The boards behind a position
 * differ. */
static State random_state(Rng *rng) {
    State state = {.count = 1 + rng_below(rng, BOARDS_MAX)};
    for (size_t i = 0; i < state.count; i++) {
        do {
            state.boards[i] = (StateBoard){rng_below(rng, 3), rng_below(rng, 3), rng_below(rng, 2)};
        } while (i > 0 && has(&state, i, &state.boards[i]));
    }
    return state;
}

static bool is_same(const State *a, const State *b) {
    bool same = a->count == b->count && memcmp(a->boards, b->boards, sizeof *a->boards) == 0;
    for (size_t i = 1; same && i < a->count; i++) {
        same = has(b, b->count, &a->boards[i]);
    }
    return same;
}

Test(verify_path_states, a_state_is_new_once_whatever_the_order_of_its_boards) {
    enum { STEPS = 4000 };
    static State listed[STEPS];
    PathStates *states = path_states_new(AMPLE);
    Rng rng = rng_new(19);
    size_t count = 0;
    for (int step = 0; step < STEPS; step++) {
        State state = random_state(&rng);
        bool is_listed = false;
        for (size_t i = 0; i < count && !is_listed; i++) {
            is_listed = is_same(&listed[i], &state);
        }
        if (!is_listed) {
            listed[count++] = state;
        }
        cr_assert_eq(path_states_add(states, state.boards, state.count), !is_listed);
    }
    cr_assert_gt(count, 1000);
    cr_assert_lt(count, STEPS - 1000);
    path_states_free(states);
}

/* ---- Threads ---- */

enum { THREADS = 4, NUMBERS = 20000 };

typedef struct {
    PathStates *states;
    uint64_t first; /* of the numbers that it adds, which are taken round */
    int added;
} Adder;

static void add_numbers(void *item) {
    Adder *adder = item;
    for (uint64_t i = 0; i < NUMBERS; i++) {
        StateBoard board = {(adder->first + i) % NUMBERS, 0, 0};
        adder->added += path_states_add(adder->states, &board, 1);
    }
}

Test(verify_path_states, each_state_is_new_to_one_thread) {
    Adder adders[THREADS];
    PathStates *states = path_states_new(AMPLE);
    int added = 0;
    for (int i = 0; i < THREADS; i++) {
        adders[i] = (Adder){.states = states, .first = (uint64_t)i * NUMBERS / THREADS};
    }
    team_run_all(add_numbers, adders, sizeof adders[0], THREADS);
    for (int i = 0; i < THREADS; i++) {
        added += adders[i].added;
    }
    cr_assert_eq(added, NUMBERS);
    path_states_free(states);
}
