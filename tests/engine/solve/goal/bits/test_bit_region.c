/* Regions in bits beside the board: moves, captures, kos and what a position shows. */
#include "engine/solve/goal/bits/bit_position.h"
#include "engine/solve/goal/search/goal_search.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_goal.h"

static bool is_bit(uint64_t bits, int i) {
    return bits >> i & 1;
}

/* The bits of a position are its stones, and its empty points what is left. */
static void expect_position(const BitRegion *region, const BitPosition *position, const Goal *goal,
                            const Board *board) {
    for (int k = 0; k < goal->point_count; k++) {
        const int i = region->index_of[goal->points[k]];
        const Color color = board_color(board, goal->points[k]);
        const Color owner = goal_target_color(goal);
        cr_assert_eq(is_bit(position->stones[BIT_OWNER], i), color == owner);
        cr_assert_eq(is_bit(position->stones[BIT_ATTACKER], i), color == color_opponent(owner));
        cr_assert_eq(is_bit(bit_position_empty(region, position), i), color == EMPTY);
    }
}

/* A move is legal on both, or on none, and leads to the same. */
static void expect_move(const BitRegion *region, const BitPosition *position, const Goal *goal,
                        const Board *board, Color mover, int i) {
    const Point p = region->point_of[i];
    const BitSide side = mover == goal_target_color(goal) ? BIT_OWNER : BIT_ATTACKER;
    BitPosition after;
    const bool is_legal = bit_position_play(region, position, side, i, &after);
    cr_assert_eq(is_legal, board_check(board, mover, p, false) == MOVE_LEGAL, "%s",
                 diagram_print_board(board).text);
    if (is_legal) {
        Board next;
        board_copy(&next, board);
        board_play(&next, mover, p);
        expect_position(region, &after, goal, &next);
        cr_assert_eq(after.ko, next.ko == POINT_NONE ? BIT_NO_POINT : region->index_of[next.ko],
                     "%s", diagram_print_board(&next).text);
        cr_assert_eq(bit_position_add_captured(region, &after, 0),
                     goal_add_captured(goal, &next, 0));
    }
}

/* Walks through a region by random moves of both sides. */
static void walk(const BitRegion *region, const Goal *goal, Board *board, Rng *rng) {
    for (int step = 0; step < 12; step++) {
        const Color mover = (Color)rng_below(rng, 2);
        const BitPosition position = bit_position_read(region, board);
        board->ko = POINT_NONE;
        expect_position(region, &position, goal, board);
        for (int i = 0; i < GOAL_POINTS_MAX; i++) {
            if (is_bit(bit_position_empty(region, &position), i)) {
                expect_move(region, &position, goal, board, BLACK, i);
                expect_move(region, &position, goal, board, WHITE, i);
            }
        }
        const Point p = goal->points[rng_below(rng, (uint32_t)goal->point_count)];
        if (board_check(board, mover, p, false) == MOVE_LEGAL) {
            board_play(board, mover, p);
        }
    }
}

/* Puts the stones on a larger board, and adds far points to the region: its rows do not fit 64
 * bits. */
static void spread(const Board *small, const Goal *goal, Board *board, Goal *spread_goal) {
    ColorCell cells[9 * 9];
    Status status;
    board_init(board, geometry_kept(9, 9));
    memset(cells, EMPTY, sizeof cells);
    for (int cell = 0; cell < small->geometry->cell_count; cell++) {
        const Point p = small->geometry->point_of[cell];
        cells[board->geometry->cell_of[p]] = small->color[p];
    }
    cr_assert(board_set_up(board, cells, BLACK, &status), "%s", status.text);
    *spread_goal = *goal;
    zone_add(&spread_goal->playable, point_at(8, 0));
    zone_add(&spread_goal->playable, point_at(0, 8));
    cr_assert(goal_finish(spread_goal, board, &status), "%s", status.text);
}

Test(bit_region, plays_and_shows_what_the_board_does) {
    RandomGoalSizes sizes;
    Rng rng = rng_new(51);
    int walks[2] = {0, 0}; /* in rows, in no rows */
    random_goal_sizes(sizes);
    while (walks[0] + walks[1] < 400) {
        BitRegion region;
        Board small, board;
        Goal small_goal, goal;
        if (!random_goal_sample(&rng, 10, sizes, &small, &small_goal) ||
            !goal_is_capture(&small_goal)) {
            continue;
        }
        if (rng_below(&rng, 3) == 0) {
            Status status;
            small_goal.kind = GOAL_LIVE;
            small_goal.reacher = color_opponent(small_goal.reacher);
            cr_assert(goal_finish(&small_goal, &small, &status));
        }
        const bool spreads = rng_below(&rng, 4) == 0;
        if (spreads) {
            spread(&small, &small_goal, &board, &goal);
        } else {
            board_copy(&board, &small);
            goal = small_goal;
        }
        cr_assert(bit_region_find(&goal, &board, &region));
        cr_assert_eq(region.row == 0, spreads);
        walk(&region, &goal, &board, &rng);
        walks[spreads]++;
    }
    cr_assert_gt(walks[0], 50);
    cr_assert_gt(walks[1], 50);
}

/* Makes the goal of capturing Black's chain in the corner. White's wall encloses the region, which
 * has `columns` by `rows` points. */
static void set_up_corner(int columns, int rows, const char *corner, Board *board, Goal *goal) {
    enum { SIDE = 12 };
    ColorCell cells[SIDE * SIDE];
    Status status;
    memset(cells, EMPTY, sizeof cells);
    for (int i = 0; i <= columns; i++) {
        cells[SIDE * rows + i] = WHITE;
    }
    for (int i = 0; i <= rows; i++) {
        cells[SIDE * i + columns] = WHITE;
    }
    for (int i = 0; corner[i] != '\0'; i++) {
        cells[SIDE * (i / columns) + i % columns] = corner[i] == 'X' ? BLACK : EMPTY;
    }
    board_init(board, geometry_kept(SIDE, SIDE));
    cr_assert(board_set_up(board, cells, BLACK, &status), "%s", status.text);
    goal_init(goal, board, GOAL_CAPTURE_ALL, WHITE);
    goal->playable = (Zone){0};
    for (int i = 0; i < columns * rows; i++) {
        zone_add(&goal->playable, point_at(i % columns, i / columns));
    }
    cr_assert(goal_add_target(goal, board, point_at((int)(strchr(corner, 'X') - corner), 0)));
    cr_assert(goal_finish(goal, board, &status), "%s", status.text);
}

/* Rooms of up to seven points are known: in rows of four to seven the owner keeps two eyes though
 * the attacker moves first, in one of three it does not. */
Test(bit_region, rows_of_up_to_seven_are_known) {
    static BitRegion region;
    static Board board;
    static Goal goal;
    EyeRooms *rooms = eye_rooms_new();
    for (int length = 3; length <= 8; length++) {
        char corner[40];
        uint64_t zone = 0;
        memset(corner, 'X', sizeof corner);
        memset(corner, '.', (size_t)length);
        corner[2 * (length + 1)] = '\0';
        set_up_corner(length + 1, 2, corner, &board, &goal);
        bit_region_find(&goal, &board, &region);
        const BitPosition position = bit_position_read(&region, &board);
        cr_assert_eq(bit_life_judge(&region, &position, BIT_ATTACKER, 0, rooms, &zone),
                     length >= 4 && length <= 7 ? GOAL_HELD : GOAL_OPEN, "%d points", length);
    }
    eye_rooms_free(rooms);
}
