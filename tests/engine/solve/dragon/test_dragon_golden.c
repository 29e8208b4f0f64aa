/* What is guessed about dragons in random games, and the searches behind it. */
#include "engine/solve/dragon/owl.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/goal_search_kept.h"
#include "tests/support/program/golden.h"

#include <inttypes.h>

enum { NODES = 60 };

static const GoalLimits LIMITS = {.nodes = NODES};

/* Random games, and what is asked of the positions at their ends. */
typedef struct {
    GoalSearch *search;
    Geometry *geometry;
    Rng rng;
    Board board;
    uint64_t digest, questions;
} Sampler;

static void add(Sampler *sampler, uint64_t value) {
    sampler->digest = golden_add(sampler->digest, value);
}

static void add_answer(Sampler *sampler, const Answer *answer) {
    add(sampler, (uint64_t)answer->code);
    add(sampler, (uint64_t)answer->move);
    add(sampler, (uint64_t)answer->proved);
    sampler->questions++;
}

/* The first stone of the chain at p, by cells: is it p? */
static bool is_first(const Board *board, Point p) {
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point q = board->geometry->point_of[cell];
        if (board_color(board, q) != EMPTY && board->chain[q] == board->chain[p]) {
            return q == p;
        }
    }
    return false;
}

/* Lists a stone of each chain. */
static int list_chains(const Board *board, Point chains[CELL_COUNT_MAX]) {
    int count = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) != EMPTY && is_first(board, p)) {
            chains[count++] = p;
        }
    }
    return count;
}

/* Asks of the positions after random games, from a third full on. */
static void expect(const char *name, int side, int games,
                   void (*ask)(Sampler *sampler, const Point *chains, int count)) {
    static Sampler sampler;
    sampler = (Sampler){.search = goal_search_kept(1),
                        .geometry = geometry_kept(side, side),
                        .rng = rng_new((uint64_t)side)};
    for (int game = 0; game < games; game++) {
        Point chains[CELL_COUNT_MAX];
        random_game_play(&sampler.board, sampler.geometry, side * side * (4 + game % 16) / 12,
                         &sampler.rng, NULL);
        ask(&sampler, chains, list_chains(&sampler.board, chains));
    }
    golden_expect(
        formatted("%s on %dx%d", name, side, side),
        formatted("questions %" PRIu64 " digest %016" PRIx64, sampler.questions, sampler.digest));
}

static void ask_dragons(Sampler *sampler, const Point *chains, int count) {
    for (int i = 0; i < count; i++) {
        Dragon dragon;
        dragon_find(&sampler->board, chains[i], &dragon);
        for (int k = 0; k < dragon.chain_count; k++) {
            add(sampler, (uint64_t)dragon.chains[k]);
        }
        sampler->questions++;
    }
}

Test(dragon_golden, dragons) {
    expect("dragon chains", 9, 200, ask_dragons);
}

static void ask_owl(Sampler *sampler, const Point *chains, int count) {
    for (int i = 0; i < count; i++) {
        for (int mover = BLACK; mover <= WHITE; mover++) {
            const Answer answer =
                owl_ask(sampler->search, &sampler->board, chains[i], (Color)mover, LIMITS);
            add_answer(sampler, &answer);
        }
    }
}

Test(dragon_golden, life_and_death) {
    expect("dragon owl", 9, 5, ask_owl);
}

/* Adds what the race is worth to the owner of the first dragon. */
static void add_race(Sampler *sampler, const Dragon *first, const Dragon *second) {
    const SemeaiAnswer race =
        semeai_analyze(sampler->search, &sampler->board, first, second, LIMITS);
    add(sampler, (uint64_t)(8 * race.defense + race.attack));
    add(sampler, (uint64_t)race.move);
}

static void ask_races(Sampler *sampler, const Point *chains, int count) {
    for (int i = 0; i < count; i++) {
        Dragon first, second;
        dragon_find(&sampler->board, chains[i], &first);
        dragon_find(&sampler->board, chains[(i + 1) % count], &second);
        if (first.color == second.color) {
            continue;
        }
        add_race(sampler, &first, &second);
        add_race(sampler, &second, &first);
        sampler->questions++;
    }
}

Test(dragon_golden, races) {
    expect("dragon races", 9, 8, ask_races);
}

static void ask_connections(Sampler *sampler, const Point *chains, int count) {
    const Board *board = &sampler->board;
    for (int i = 0; i + 1 < count; i++) {
        const Point a = chains[i], b = chains[i + 1];
        for (int mover = BLACK; mover <= WHITE && board_color(board, a) == board_color(board, b);
             mover++) {
            const Answer answer =
                connection_ask(sampler->search, board, a, b, (Color)mover, LIMITS);
            add_answer(sampler, &answer);
        }
    }
}

Test(dragon_golden, connections) {
    expect("dragon connections", 9, 14, ask_connections);
}
