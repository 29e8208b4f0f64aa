/* What positions look like at a glance: room for eyes, and links between chains, in all
 * orientations and both colors. */
#include "engine/solve/goal/eye_space.h"
#include "engine/solve/goal/link.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/shapes.h"

#include <criterion/criterion.h>
#include <string.h>

/* Makes the goal about the stones, by column and row, playable where `playable` has '#'. */
static void make_goal(const Diagram *playable, const Board *board, const Board *image, Symmetry g,
                      GoalKind kind, Color reacher, const int stones[][2], int count, Goal *goal) {
    Status status;
    goal_init(goal, image, kind, reacher);
    goal->playable = (Zone){0};
    for (int i = 0; i < count; i++) {
        goal_add_target(
            goal, image,
            geometry_map_point(board->geometry, g, point_at(stones[i][0], stones[i][1])));
    }
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        if (playable->cells[cell] == BLACK) {
            zone_add(&goal->playable,
                     geometry_map_point(board->geometry, g, board->geometry->point_of[cell]));
        }
    }
    cr_assert(goal_finish(goal, image, &status), "%s", status.text);
}

/* Black's chains at the stones; the rest of a 9x9 board is empty and not playable. */
static void expect_glance(const char *rows, const char *playable, const int stones[][2], int count,
                          GoalOutcome expected) {
    const bool is_link = count == 2;
    const Diagram small = diagram_read(rows), diagram = diagram_in_corner(&small, 9);
    const Diagram zone_small = diagram_read(playable);
    const Diagram zone_diagram = diagram_in_corner(&zone_small, 9);
    const Shapes shapes = shapes_new(9, 9);
    Board board, image;
    diagram_set_up(&diagram, BLACK, &board);
    for (int variant = 0; variant < 2 * SYMMETRY_COUNT; variant++) {
        const Symmetry g = (Symmetry)(variant / 2);
        const bool exchanged = (variant & 1) != 0;
        const Color own = exchanged ? WHITE : BLACK;
        Goal goal;
        Zone zone = {0};
        shapes_make_image(&board, &shapes, g, exchanged, &image);
        make_goal(&zone_diagram, &board, &image, g, is_link ? GOAL_CONNECT : GOAL_CAPTURE_ALL,
                  is_link ? own : color_opponent(own), stones, count, &goal);
        const GoalOutcome found =
            is_link ? link_judge(&goal, &image, &zone) : eye_space_judge(&goal, &image, 0, &zone);
        cr_assert_eq(found, expected, "%d, not %d\n%s", (int)found, (int)expected, rows);
        if (found != GOAL_OPEN && is_link) {
            for (int i = 0; i < POINT_COUNT / 64; i++) {
                cr_assert_eq(zone.bits[i], goal.playable.bits[i]);
            }
        } else if (found != GOAL_OPEN) {
            Point liberties[CELL_COUNT_MAX];
            cr_assert(zone_has(&zone, goal.targets[0]));
            for (int i = board_liberties(&image, goal.targets[0], liberties) - 1; i >= 0; i--) {
                cr_assert(zone_has(&zone, liberties[i]));
            }
        }
    }
}

/* The wall's liberties are not playable, so it is trusted. */
static void expect_room(const char *row, GoalOutcome expected) {
    char rows[256], playable[256];
    const int width = (int)strlen(row);
    int at = 0, mark = 0;
    for (int y = 0; y < 3; y++) {
        for (int x = 0; x < width + 2; x++) {
            const bool is_room = y == 0 && x < width, is_wall = y == 2 || x == width + 1;
            rows[at++] = is_room ? row[x] : is_wall ? 'O' : 'X';
            playable[mark++] = is_wall ? '.' : '#';
        }
        rows[at++] = playable[mark++] = '\n';
    }
    rows[at] = playable[mark] = '\0';
    expect_glance(rows, playable, (const int[][2]){{0, 1}}, 1, expected);
}

Test(glance, room_for_eyes) {
    expect_room(".", GOAL_REACHED);
    expect_room("..", GOAL_REACHED);
    expect_room("...", GOAL_OPEN);
    expect_room(".X.", GOAL_OPEN);
    expect_room("......", GOAL_OPEN);
    expect_room(".......", GOAL_HELD);
    expect_room(".O...O.", GOAL_HELD);
    expect_room(".O.O.O.", GOAL_OPEN); /* too many stones inside */
    expect_room(".O", GOAL_REACHED);
}

/* Points beside a trusted chain cannot become eyes, and a room with a gap is not enclosed. */
Test(glance, room_that_the_opponent_touches) {
    expect_glance(". . . . . . . O\n"
                  "X X X X X X X O\n"
                  "O O O O O O O O\n",
                  "# # # # # # # .\n"
                  "# # # # # # # .\n",
                  (const int[][2]){{0, 1}}, 1, GOAL_OPEN);
    expect_glance(". . . O\n"
                  "X X X O\n"
                  "O O O O\n",
                  "# # # .\n"
                  "# # # .\n",
                  (const int[][2]){{0, 1}}, 1, GOAL_REACHED);
    expect_glance(". . . . . . . .\n"
                  "X X X X X X X .\n"
                  ". . . . . . . .\n",
                  "# # # # # # # .\n"
                  "# # # # # # # .\n",
                  (const int[][2]){{0, 1}}, 1, GOAL_OPEN);
}

static const char ALL_PLAYABLE[] = "# # # # # # # # #\n"
                                   "# # # # # # # # #\n"
                                   "# # # # # # # # #\n"
                                   "# # # # # # # # #\n"
                                   "# # # # # # # # #\n"
                                   "# # # # # # # # #\n"
                                   "# # # # # # # # #\n"
                                   "# # # # # # # # #\n"
                                   "# # # # # # # # #\n";

static void expect_link(const char *rows, const int stones[][2], GoalOutcome expected) {
    expect_glance(rows, ALL_PLAYABLE, stones, 2, expected);
}

Test(glance, links_between_chains) {
    expect_link(". . . .\n" /* two common liberties */
                ". X . .\n"
                ". . X .\n",
                (const int[][2]){{1, 1}, {2, 2}}, GOAL_REACHED);
    expect_link(". . . .\n" /* one of them is taken */
                ". X O .\n"
                ". . X .\n",
                (const int[][2]){{1, 1}, {2, 2}}, GOAL_OPEN);
    expect_link(". X . X .\n" /* a stone between would be in atari */
                ". . . . .\n",
                (const int[][2]){{1, 0}, {3, 0}}, GOAL_REACHED);
    expect_link(". X . X .\n" /* it has a friend */
                ". . O . .\n",
                (const int[][2]){{1, 0}, {3, 0}}, GOAL_OPEN);
    expect_link("O X . X .\n" /* it would capture */
                ". O . . .\n",
                (const int[][2]){{1, 0}, {3, 0}}, GOAL_OPEN);
    expect_link(". . . . . .\n" /* by a third chain */
                ". X . . . .\n"
                ". . X . . .\n"
                ". . . X . .\n",
                (const int[][2]){{1, 1}, {3, 3}}, GOAL_REACHED);
    expect_link(". . . . .\n"
                ". X . X .\n"
                ". . . . .\n",
                (const int[][2]){{1, 1}, {3, 1}}, GOAL_OPEN);
}

Test(glance, walls_between_chains) {
    expect_link(". . . O . . .\n"
                "X . . O . . X\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n",
                (const int[][2]){{0, 1}, {6, 1}}, GOAL_HELD);
    expect_link(". . . O . . .\n" /* with a gap */
                "X . . O . . X\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . . . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n"
                ". . . O . . .\n",
                (const int[][2]){{0, 1}, {6, 1}}, GOAL_OPEN);
    expect_link(". O . X .\n" /* a wall that may fall */
                "X O X . .\n"
                "O O X . .\n"
                "X X . . .\n",
                (const int[][2]){{0, 1}, {2, 1}}, GOAL_OPEN);
}
