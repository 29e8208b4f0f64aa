/* What the parts of a goal search say of random positions: judgements with their zones, orders of
 * moves, first guesses. */
#include "engine/solve/goal/alive.h"
#include "engine/solve/goal/bits/bit_life.h"
#include "engine/solve/goal/bits/bit_shape.h"
#include "engine/solve/goal/bits/bit_zone.h"
#include "engine/solve/goal/dilate.h"
#include "engine/solve/goal/eye_space.h"
#include "engine/solve/goal/goal_moves.h"
#include "engine/solve/goal/link.h"
#include "tests/support/position/random_goal.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/program/golden.h"

#include <criterion/criterion.h>
#include <inttypes.h>

typedef struct {
    EyeRooms *rooms;
    RandomGoalSizes sizes;
    Rng rng;
    Board board;
    Goal goal;
    uint64_t digest;
    int positions;
} Sampler;

static void free_rooms(void *rooms) {
    eye_rooms_free(rooms);
}

static void add(Sampler *sampler, uint64_t value) {
    sampler->digest = golden_add(sampler->digest, value);
}

static void add_zone(Sampler *sampler, const Zone *zone) {
    for (int i = 0; i < POINT_COUNT / 64; i++) {
        add(sampler, zone->bits[i]);
    }
}

static void add_judgement(Sampler *sampler, GoalOutcome outcome, const Zone *zone) {
    add(sampler, (uint64_t)outcome);
    if (outcome != GOAL_OPEN) {
        add_zone(sampler, zone);
    }
}

/* A quarter of all points. */
static uint64_t some_points(const Sampler *sampler) {
    return golden_add(sampler->digest, 1) & golden_add(sampler->digest, 2);
}

/* ---- On the board ---- */

static void ask_moves(Sampler *sampler, Color mover) {
    GoalMoveList list = {.count = 0};
    goal_moves_find(&sampler->goal, &sampler->board, mover, 0, &list);
    for (int i = 0; i < list.count; i++) {
        add(sampler, (uint64_t)list.points[i]);
        add(sampler, (uint64_t)list.costs[i]);
    }
    const GoalNumbers guess =
        goal_moves_guess(&sampler->goal, &sampler->board, mover, 0, (int)mover);
    add(sampler, guess.phi);
    add(sampler, guess.delta);
}

static void ask_zones(Sampler *sampler, Color winner) {
    const Goal *goal = &sampler->goal;
    const Board *board = &sampler->board;
    for (int variant = 0; variant < 4; variant++) {
        Zone zone = {0};
        goal_add_targets(goal, board, 0, &zone);
        dilate_position(goal, board, winner, variant % 2 == 0, variant / 2 == 0, &zone);
        add_zone(sampler, &zone);
        zone = (Zone){0};
        const uint64_t some = some_points(sampler);
        for (int i = 0; i < goal->point_count; i++) {
            if (some >> i % 64 & 1) {
                zone_add(&zone, goal->points[i]);
            }
        }
        dilate_position(goal, board, winner, variant % 2 == 0, variant / 2 == 0, &zone);
        add_zone(sampler, &zone);
    }
    for (int i = 0; i < goal->point_count; i++) {
        const Point p = goal->points[i];
        if (board_check(board, winner, p, false) == MOVE_LEGAL) {
            Zone zone = {0};
            add(sampler, move_takes_ko(board, winner, p));
            dilate_move(board, winner, p, &zone);
            add_zone(sampler, &zone);
        }
    }
}

static void ask_life(Sampler *sampler, Color owner) {
    static AliveChains alive;
    alive_find(&sampler->goal, &sampler->board, owner, &alive);
    add(sampler, alive.alive);
    add(sampler, alive.immortal);
    for (int i = 0; i < alive.chain_count; i++) {
        Zone zone = {0};
        if (alive_has(&alive, &sampler->board, alive.chains[i])) {
            alive_add_zone(&alive, &sampler->board, alive.chains[i], &zone);
            add_zone(sampler, &zone);
        }
    }
}

static void ask_on_board(Sampler *sampler) {
    Zone zone;
    add_judgement(sampler, goal_judge(&sampler->goal, &sampler->board, 0, &zone), &zone);
    if (goal_is_capture(&sampler->goal)) {
        add_judgement(sampler, eye_space_judge(&sampler->goal, &sampler->board, 0, &zone), &zone);
    }
    if (sampler->goal.kind == GOAL_CONNECT) {
        add_judgement(sampler, link_judge(&sampler->goal, &sampler->board, &zone), &zone);
    }
    for (Color color = BLACK; color <= WHITE; color++) {
        ask_moves(sampler, color);
        ask_zones(sampler, color);
        ask_life(sampler, color);
    }
}

/* ---- In bits ---- */

static void ask_side(Sampler *sampler, const BitRegion *region, const BitPosition *position,
                     BitSide side) {
    int costs[BIT_POINTS_MAX];
    uint64_t zone = 0;
    const GoalOutcome outcome = bit_life_judge(region, position, side, 0, sampler->rooms, &zone);
    add(sampler, (uint64_t)outcome);
    add(sampler, outcome == GOAL_OPEN ? 0 : zone);
    bit_position_order(region, position, side, 0, costs);
    const uint64_t empty = bit_position_empty(region, position);
    for (int i = 0; i < region->count; i++) {
        BitPosition after;
        if ((empty >> i & 1) == 0) {
            continue;
        }
        add(sampler, (uint64_t)costs[i]);
        if (bit_position_play(region, position, side, i, &after)) {
            add(sampler, after.stones[0]);
            add(sampler, after.stones[1]);
            add(sampler, after.ko);
            add(sampler, bit_zone_dilate_move(region, position, side, i, 0));
        }
    }
    for (int variant = 0; variant < 4; variant++) {
        add(sampler, bit_zone_dilate(region, position, side, variant % 2 == 0, variant / 2 == 0,
                                     bit_position_targets(region, position, 0)));
        add(sampler, bit_zone_dilate(region, position, side, variant % 2 == 0, variant / 2 == 0,
                                     some_points(sampler) & region->all));
    }
}

static void ask_in_bits(Sampler *sampler) {
    static BitRegion region;
    bit_region_find(&sampler->goal, &sampler->board, &region);
    add(sampler, (uint64_t)region.count);
    if (region.count == 0) {
        return;
    }
    const BitPosition position = bit_position_read(&region, &sampler->board);
    const BitShape shape = bit_shape_find(&region, &position, 0);
    add(sampler, region.firm[0]);
    add(sampler, region.firm[1]);
    add(sampler, shape.is_dead);
    add(sampler, (uint64_t)shape.eye_points);
    add(sampler, shape.is_dead ? shape.zone : 0);
    ask_side(sampler, &region, &position, BIT_OWNER);
    ask_side(sampler, &region, &position, BIT_ATTACKER);
    sampler->positions++;
}

/* ---- Samples ---- */

/* Goals of all kinds; those of life are made of goals of capture. */
static void next_goal(Sampler *sampler, int size_max) {
    Goal *goal = &sampler->goal;
    Status status;
    while (!random_goal_sample(&sampler->rng, size_max, sampler->sizes, &sampler->board, goal)) {
    }
    if (goal->kind == GOAL_CAPTURE_ALL && rng_below(&sampler->rng, 3) == 0) {
        goal->kind = GOAL_LIVE;
        goal->reacher = color_opponent(goal->reacher);
        cr_assert(goal_finish(goal, &sampler->board, &status));
    }
}

static void expect(const char *name, int goals, void (*ask)(Sampler *sampler)) {
    static Sampler sampler;
    sampler = (Sampler){.rooms = eye_rooms_new(), .rng = rng_new(19)};
    cr_assert_not_null(sampler.rooms);
    cleanup_add(sampler.rooms, free_rooms);
    random_goal_sizes(sampler.sizes);
    for (int i = 0; i < goals; i++) {
        next_goal(&sampler, 4 + i % 20);
        ask(&sampler);
    }
    golden_expect(name,
                  formatted("in bits %d digest %016" PRIx64, sampler.positions, sampler.digest));
}

Test(goal_golden, parts_on_the_board) {
    expect("goal parts on the board", 2000, ask_on_board);
}

Test(goal_golden, parts_in_bits) {
    expect("goal parts in bits", 4000, ask_in_bits);
}

/* ---- Rooms ---- */

/* Random rooms of each size, connected or not, with chains that touch some of their points. */
Test(goal_golden, eye_rooms) {
    EyeRooms *rooms = eye_rooms_new();
    Rng rng = rng_new(20);
    uint64_t digest = 0;
    cr_assert_not_null(rooms);
    cleanup_add(rooms, free_rooms);
    for (int n = 0; n < 1500; n++) {
        EyeRoom room = {.count = 1 + n % EYE_ROOM_POINTS_MAX,
                        .chain_count = 1 + (int)rng_below(&rng, EYE_ROOM_CHAINS_MAX)};
        const uint32_t all = (1U << room.count) - 1;
        for (int i = 1; i < room.count; i++) {
            const int k = (int)rng_below(&rng, (uint32_t)i);
            room.beside[i] |= (uint8_t)(1 << k);
            room.beside[k] |= (uint8_t)(1 << i);
        }
        for (int i = 0; i < room.chain_count; i++) {
            room.touched[i] = (uint8_t)(rng_below(&rng, 3) == 0 ? all : rng_below(&rng, all + 1));
        }
        const unsigned attacker = rng_below(&rng, all + 1) & rng_below(&rng, all + 1);
        digest = golden_add(digest, eye_rooms_judge(rooms, &room, attacker));
    }
    golden_expect("goal eye rooms", formatted("digest %016" PRIx64, digest));
}
