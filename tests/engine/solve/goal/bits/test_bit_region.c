/* Regions in bits beside the board: moves, captures, kos and what a position shows. */
#include "engine/solve/goal/bits/bit_life.h"
#include "engine/solve/goal/search/goal_search.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_goal.h"

#include <criterion/criterion.h>
#include <string.h>

static bool is_bit(uint64_t bits, int i) {
    return bits >> i & 1;
}

/* The bits of a position are its stones, and its empty points what is left. */
static void expect_position(const BitRegion *region, const BitPosition *position, const Goal *goal,
                            const Board *board) {
    for (int k = 0; k < region->count; k++) {
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
                     bit_region_captured(region, goal_add_captured(goal, &next, 0)));
    }
}

/* What the board shows the bits show, too. */
static void expect_outcome(const BitRegion *region, const BitPosition *position, const Goal *goal,
                           const Board *board, uint32_t captured, EyeRooms *rooms) {
    Zone zone;
    const GoalOutcome shown = goal_judge(goal, board, captured, &zone);
    for (int side = 0; side < 2 && shown != GOAL_OPEN; side++) {
        uint64_t rests_on = 0;
        cr_assert_eq(bit_life_judge(region, position, (BitSide)side,
                                    bit_region_captured(region, captured), rooms, &rests_on),
                     shown, "goal %d\n%s", (int)goal->kind, diagram_print_board(board).text);
        cr_assert_eq(rests_on & ~region->all, 0);
    }
}

/* Walks through a region by random moves of both sides. */
static void walk(const BitRegion *region, const Goal *goal, Board *board, Rng *rng,
                 EyeRooms *rooms) {
    uint32_t captured = 0;
    for (int step = 0; step < 12; step++) {
        const Color mover = (Color)rng_below(rng, 2);
        const BitPosition position = bit_position_read(region, board);
        board->ko = POINT_NONE;
        expect_position(region, &position, goal, board);
        expect_outcome(region, &position, goal, board, captured, rooms);
        for (int i = 0; i < BIT_POINTS_MAX; i++) {
            if (is_bit(bit_position_empty(region, &position), i)) {
                expect_move(region, &position, goal, board, BLACK, i);
                expect_move(region, &position, goal, board, WHITE, i);
            }
        }
        const Point p = goal->points[rng_below(rng, (uint32_t)region->count)];
        if (board_check(board, mover, p, false) == MOVE_LEGAL) {
            board_play(board, mover, p);
            captured = goal_add_captured(goal, board, captured);
        }
    }
}

/* All points of the region, and the chains beside it. */
static void expect_zone(const BitRegion *region, const Goal *goal, const Board *board) {
    const Zone indexes = {.bits = {region->all}};
    Zone zone, expected = goal->playable;
    bit_region_set_zone(region, board, &indexes, &zone);
    for (int i = 0; i < goal->point_count; i++) {
        Point beside[4];
        point_neighbors(goal->points[i], beside);
        for (int k = 0; k < 4; k++) {
            if (board_color(board, beside[k]) <= WHITE && !zone_has(&goal->playable, beside[k])) {
                goal_add_chain(board, beside[k], &expected);
            }
        }
    }
    cr_assert_eq(memcmp(&zone, &expected, sizeof zone), 0, "%s", diagram_print_board(board).text);
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
    EyeRooms *rooms = eye_rooms_new();
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
        bit_region_find(&goal, &board, &region);
        if (region.count > 0) {
            cr_assert_eq(region.count, goal.point_count);
            cr_assert_eq(region.row == 0, spreads);
            expect_zone(&region, &goal, &board);
            walk(&region, &goal, &board, &rng, rooms);
            walks[spreads]++;
        }
    }
    cr_assert_gt(walks[0], 50);
    cr_assert_gt(walks[1], 50);
    eye_rooms_free(rooms);
}

static Point map_point(const Board *board, Symmetry g, Point p) {
    int x = point_x(p), y = point_y(p);
    symmetry_map_xy(board->geometry->width, board->geometry->height, g, &x, &y);
    return point_at(x, y);
}

/* A position and its goal as a symmetry maps them, with colors exchanged. */
static void map_goal(const Board *from, const Goal *goal, Symmetry g, Board *to, Goal *mapped) {
    const int width = from->geometry->width, height = from->geometry->height;
    const bool transposes = symmetry_transposes(g);
    ColorCell cells[RANDOM_GOAL_CELLS_MAX];
    Status status;
    board_init(to, geometry_kept(transposes ? height : width, transposes ? width : height));
    goal_init(mapped, to, goal->kind, color_opponent(goal->reacher));
    mapped->playable = (Zone){0};
    for (int cell = 0; cell < from->geometry->cell_count; cell++) {
        const Point p = from->geometry->point_of[cell], image = map_point(from, g, p);
        const Color color = board_color(from, p);
        cells[to->geometry->cell_of[image]] =
            (ColorCell)(color == EMPTY ? EMPTY : color_opponent(color));
        if (zone_has(&goal->playable, p)) {
            zone_add(&mapped->playable, image);
        }
    }
    for (int i = 0; i < goal->target_count; i++) {
        mapped->targets[mapped->target_count++] = map_point(from, g, goal->targets[i]);
    }
    cr_assert(board_set_up(to, cells, BLACK, &status), "%s", status.text);
    cr_assert(goal_finish(mapped, to, &status), "%s", status.text);
}

/* Regions that are alike share what the table knows: the answer about an image is looked up. */
Test(bit_region, images_are_the_same_region) {
    RandomGoalSizes sizes;
    Rng rng = rng_new(8);
    GoalSearch *search = goal_search_new(16);
    const GoalLimits limits = {.nodes = 100000};
    const GoalKoRule ko = {.ko = KO_IS_SIMPLE};
    int64_t nodes[2] = {0, 0};
    random_goal_sizes(sizes);
    for (int count = 0; count < 100;) {
        const Symmetry g = (Symmetry)rng_below(&rng, SYMMETRY_COUNT);
        Board boards[2];
        Goal goals[2];
        BitRegion regions[2];
        if (!random_goal_sample(&rng, 10, sizes, &boards[0], &goals[0])) {
            continue;
        }
        bit_region_find(&goals[0], &boards[0], &regions[0]);
        if (regions[0].count == 0) {
            continue;
        }
        map_goal(&boards[0], &goals[0], g, &boards[1], &goals[1]);
        bit_region_find(&goals[1], &boards[1], &regions[1]);
        cr_assert_eq(regions[1].count, regions[0].count);
        cr_assert_eq(bit_region_hash(&regions[1]), bit_region_hash(&regions[0]));
        GoalOutcome outcomes[2];
        for (int i = 0; i < 2; i++) {
            const Color mover = i == 0 ? BLACK : WHITE;
            const GoalResult result =
                goal_search_run(search, &goals[i], &boards[i], mover, 0, ko, limits);
            nodes[i] += result.nodes;
            outcomes[i] = result.outcome;
        }
        cr_assert_eq(outcomes[1], outcomes[0]);
        count++;
    }
    cr_assert_lt(nodes[1] * 4, nodes[0], "%lld, %lld", (long long)nodes[0], (long long)nodes[1]);
    goal_search_free(search);
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

Test(bit_region, has_64_points_at_most) {
    static BitRegion region;
    static Board board;
    static Goal goal;
    set_up_corner(8, 8, "X", &board, &goal);
    bit_region_find(&goal, &board, &region);
    cr_assert_eq(region.count, 64);
    set_up_corner(5, 11, "X", &board, &goal);
    bit_region_find(&goal, &board, &region);
    cr_assert_eq(region.count, 55);
    set_up_corner(11, 6, "X", &board, &goal);
    bit_region_find(&goal, &board, &region);
    cr_assert_eq(region.count, 0);
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

/* What is beside a region must never be captured. */
Test(bit_region, regions_that_do_not_fit_bits_are_told) {
    static const struct {
        const char *rows, *playable;
        GoalKind kind;
        bool fits;
    } CASES[] = {
        {". . X O .\n"
         "X X X O .\n"
         "O O O O .\n"
         ". . . . .\n",
         "# # # . .\n"
         "# # # . .\n",
         GOAL_CAPTURE_ALL, true},
        {". . X O .\n"
         "X X X O .\n"
         "O O O O .\n"
         ". . . . .\n",
         "# # # . .\n"
         "# # # . .\n",
         GOAL_CONNECT, false},
        {". . X O .\n" /* a point beside it is empty */
         "X X X . .\n"
         "O O O O .\n"
         ". . . . .\n",
         "# # # . .\n"
         "# # # . .\n",
         GOAL_CAPTURE_ALL, true},
        {". . . O X\n" /* the wall has no liberty outside */
         "X X X O X\n"
         "O O O O X\n"
         "X X X X .\n",
         "# # # . .\n"
         "# # # . .\n",
         GOAL_CAPTURE_ALL, false},
        {". . X O .\n" /* the targets are outside */
         "X X X O .\n"
         "O O O O .\n"
         ". . . . .\n",
         "# # . . .\n"
         ". . . . .\n",
         GOAL_CAPTURE_ALL, false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Diagram diagram = diagram_read(CASES[i].rows);
        const Diagram playable = diagram_read(CASES[i].playable);
        Board board;
        Goal goal;
        BitRegion region;
        Status status;
        diagram_set_up(&diagram, BLACK, &board);
        goal_init(&goal, &board, CASES[i].kind, CASES[i].kind == GOAL_CONNECT ? BLACK : WHITE);
        goal.playable = (Zone){0};
        for (int cell = 0; cell < playable.width * playable.height; cell++) {
            if (playable.cells[cell] == BLACK) {
                zone_add(&goal.playable, board.geometry->point_of[cell]);
            }
        }
        goal_add_target(&goal, &board, point_at(0, 1));
        if (CASES[i].kind == GOAL_CONNECT) {
            goal.targets[goal.target_count++] = point_at(0, 1);
        }
        cr_assert(goal_finish(&goal, &board, &status), "%s", status.text);
        bit_region_find(&goal, &board, &region);
        cr_assert_eq(region.count > 0, CASES[i].fits, "%s", CASES[i].rows);
    }
}
