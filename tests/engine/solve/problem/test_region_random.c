/* Questions in the regions that are found for them have the answers of the whole space that the
 * attacker encloses: random positions in which attacking stones stand inside it. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "engine/base/text.h"
#include "engine/go/board/benson.h"
#include "engine/solve/problem/problem.h"
#include "engine/solve/problem/region.h"
#include "tests/support/position/games.h"
#include "tests/support/program/goal_search_kept.h"

enum { SIDE = 7, EMPTY_MAX = 12, SPACE_MAX = 22 };

static const GoalLimits LIMITS = {.nodes = 300000};

typedef struct {
    Board board;
    Zone space; /* all points that the attacker's living wall does not fill */
    Point targets[3];
    int target_count, empty_count;
    Color owner;
} Enclosed;

static bool is_on_board(int x, int y) {
    return x >= 0 && y >= 0 && x < SIDE && y < SIDE;
}

/* Marks a random connected set of cells that leaves room for the wall and its eyes. */
static void sample_space(Rng *rng, bool *inside) {
    const int size = 6 + (int)rng_below(rng, SPACE_MAX - 5);
    int list[SPACE_MAX], count = 1;
    memset(inside, 0, SIDE * SIDE);
    list[0] = rng_below(rng, 2) == 0 ? 0 : (int)rng_below(rng, SIDE * SIDE);
    inside[list[0]] = true;
    while (count < size) {
        static const int STEPS[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        const int from = list[rng_below(rng, (uint32_t)count)], *step = STEPS[rng_below(rng, 4)];
        const int x = from % SIDE + step[0], y = from / SIDE + step[1];
        if (is_on_board(x, y) && !inside[y * SIDE + x]) {
            inside[y * SIDE + x] = true;
            list[count++] = y * SIDE + x;
        }
    }
}

/* Does a cell touch the space, also by a corner? */
static bool is_wall(const bool *inside, int cell) {
    bool touches = false;
    for (int i = -1; i <= 1; i++) {
        for (int j = -1; j <= 1; j++) {
            const int x = cell % SIDE + i, y = cell / SIDE + j;
            touches |= is_on_board(x, y) && inside[y * SIDE + x];
        }
    }
    return touches;
}

/* Sets up random stones in the space, and the attacker's stones around it but for two points. */
static bool set_up(Rng *rng, const bool *inside, Geometry *geometry, Enclosed *position) {
    ColorCell cells[SIDE * SIDE];
    const Color attacker = color_opponent(position->owner);
    const uint32_t density = 3 + rng_below(rng, 5);
    Status status;
    int eyes = 0;
    position->space = (Zone){0};
    position->empty_count = 0;
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        cells[cell] = (ColorCell)attacker;
        if (inside[cell]) {
            cells[cell] = rng_below(rng, 10) >= density ? EMPTY
                          : rng_below(rng, 3) == 0      ? (ColorCell)attacker
                                                        : (ColorCell)position->owner;
            zone_add(&position->space, geometry->point_of[cell]);
            position->empty_count += cells[cell] == EMPTY;
        } else if (eyes < 2 && !is_wall(inside, cell) && (eyes == 0 || rng_below(rng, 3) == 0) &&
                   (cell == 0 || cells[cell - 1] != EMPTY) &&
                   (cell < SIDE || cells[cell - SIDE] != EMPTY)) {
            cells[cell] = EMPTY;
            eyes++;
        }
    }
    board_init(&position->board, geometry);
    return eyes == 2 && position->empty_count <= EMPTY_MAX && position->empty_count > 0 &&
           board_set_up(&position->board, cells, BLACK, &status);
}

/* Is every stone of the wall alive, and is an attacking stone inside that is not? */
static bool is_enclosed(const Enclosed *position) {
    const Board *board = &position->board;
    uint8_t life[POINT_COUNT];
    bool has_attacker = false;
    benson_find(board, false, life);
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        const Point p = board->geometry->point_of[cell];
        const bool attacks = board_color(board, p) == color_opponent(position->owner);
        if (!zone_has(&position->space, p)) {
            if (attacks && life[p] != LIFE_ALIVE) {
                return false;
            }
        } else {
            has_attacker |= attacks && life[p] != LIFE_ALIVE;
        }
    }
    return has_attacker;
}

static void choose_targets(Rng *rng, Enclosed *position) {
    const Board *board = &position->board;
    const int wanted = 1 + (int)rng_below(rng, 3);
    position->target_count = 0;
    for (int i = 0; i < 40 && position->target_count < wanted; i++) {
        const Point p = board->geometry->point_of[rng_below(rng, SIDE * SIDE)];
        bool is_new = board_color(board, p) == position->owner;
        for (int k = 0; k < position->target_count; k++) {
            is_new = is_new && board->chain[p] != board->chain[position->targets[k]];
        }
        if (is_new) {
            position->targets[position->target_count++] = p;
        }
    }
}

static void sample(Rng *rng, Geometry *geometry, Enclosed *position) {
    bool inside[SIDE * SIDE];
    for (;;) {
        position->owner = (Color)rng_below(rng, 2);
        sample_space(rng, inside);
        if (set_up(rng, inside, geometry, position) && is_enclosed(position)) {
            choose_targets(rng, position);
            if (position->target_count > 0) {
                return;
            }
        }
    }
}

static bool make_goal(const Enclosed *position, GoalKind kind, const Zone *playable, Goal *goal) {
    Status status;
    goal_init(goal, &position->board, kind, color_opponent(position->owner));
    goal->playable = *playable;
    for (int i = 0; i < position->target_count; i++) {
        goal_add_target(goal, &position->board, position->targets[i]);
    }
    return goal_finish(goal, &position->board, &status);
}

static const char *describe(const Enclosed *position, const Zone *region) {
    Text text = {0};
    text_add(&text, "%s", diagram_print_board(&position->board).text);
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        const Point p = position->board.geometry->point_of[cell];
        bool is_target = false;
        for (int i = 0; i < position->target_count; i++) {
            is_target |= position->targets[i] == p;
        }
        text_add(&text, "%s%c", cell % SIDE == 0 ? "\n" : "",
                 is_target ? 'T' : ".#"[zone_has(region, p)]);
    }
    return text_get(&text); /* of a test that fails */
}

/* Compares answers in as many positions. Returns how many of them the whole space was too much
 * for. */
static int compare_answers(uint64_t seed, int positions) {
    Rng rng = rng_new(seed);
    Geometry *geometry = geometry_kept(SIDE, SIDE);
    GoalSearch *search = goal_search_kept(4), *whole = goal_search_kept(64);
    int open = 0, answers[GOAL_UNKNOWN + 1] = {0};
    for (int i = 0; i < positions; i++) {
        Enclosed position;
        Zone region;
        Goal found, all;
        sample(&rng, geometry, &position);
        region_find(&position.board, position.targets, position.target_count, REGION_RADIUS,
                    &region);
        const GoalKind kind = rng_below(&rng, 2) == 0 ? GOAL_CAPTURE_ALL : GOAL_CAPTURE_ANY;
        const Color mover = (Color)rng_below(&rng, 2);
        cr_assert(make_goal(&position, kind, &position.space, &all));
        if (!make_goal(&position, kind, &region, &found)) {
            continue;
        }
        const GoalAnswer truth = goal_answer(whole, &all, &position.board, mover, 0, LIMITS);
        const GoalAnswer answer = goal_answer(search, &found, &position.board, mover, 0, LIMITS);
        if (truth.code == GOAL_UNKNOWN || answer.code == GOAL_UNKNOWN) {
            open++;
            continue;
        }
        answers[truth.code]++;
        cr_assert_eq(answer.code, truth.code, "%d: %d, expected %d; kind %d, %s first\n%s", i,
                     (int)answer.code, (int)truth.code, (int)kind, color_name(mover),
                     describe(&position, &region));
    }
    cr_log_info("%d positions: %d fail, %d win, %d and %d by ko, %d open", positions,
                answers[GOAL_FAILS], answers[GOAL_WINS], answers[GOAL_WINS_KO],
                answers[GOAL_WINS_KO_THREAT], open);
    return open;
}

Test(region_random, a_region_has_the_answers_of_the_whole_space) {
    const bool is_long = getenv("DIHEDRA_LONG") != NULL;
    const int positions = is_long ? 20000 : 200;
    cr_assert_lt(compare_answers(1, positions), positions / 20);
}
