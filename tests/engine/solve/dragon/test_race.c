/* Races that are counted, or searched with shortcuts, end as the searches of all moves say. */
#include "engine/base/rng.h"
#include "engine/solve/dragon/race.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/program/golden.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

enum { WIDTH = 9, HEIGHT = 9, LIBERTIES_MAX = 4 };

/* A race between a black and a white chain in two rows, with walls around them. */
typedef struct {
    int outside[2], common; /* [Color]: liberties */
    int eye[2];             /* points, 0 to 2; 3: two points, on one of which the opponent stands */
} Layout;

/*     . . . . . . . . .
 *     O O O O O O O O O      a wall
 *     . . O O O O X X X      outside liberties of Black's, and above its eye
 *     X X X X X X X . .      Black's chain, with an eye or without
 *     O O O . X X X X X      common liberties
 *     . O O O O O O O O      White's chain
 *     O O O . . X X X X
 *     X X X X X X X X X
 *     . . . . . . . . .      */
static void set_up(const Layout *layout, Board *board, Goal *goal, Color target) {
    char rows[HEIGHT][WIDTH + 1];
    char text[HEIGHT * (WIDTH + 1) + 1];
    Status status;
    memset(rows, '.', sizeof rows);
    memset(rows[1], 'O', WIDTH);
    memset(rows[2], 'O', WIDTH);
    memset(rows[3], 'X', WIDTH);
    memset(rows[4], 'X', WIDTH);
    memset(rows[5], 'O', WIDTH);
    memset(rows[6], 'X', WIDTH);
    memset(rows[7], 'X', WIDTH);
    memset(rows[2], '.', (size_t)layout->outside[BLACK]);
    memset(&rows[4][3], '.', (size_t)layout->common);
    memset(&rows[6][3], '.', (size_t)layout->outside[WHITE]);
    if (layout->eye[BLACK] > 0) {
        memset(&rows[2][WIDTH - 3], 'X', 3);
        rows[3][WIDTH - 1] = layout->eye[BLACK] == 3 ? 'O' : '.';
        rows[3][WIDTH - 2] = layout->eye[BLACK] > 1 ? '.' : 'X';
    }
    if (layout->eye[WHITE] > 0) {
        memset(rows[4], 'O', 3);
        memset(rows[6], 'O', 3);
        rows[5][0] = layout->eye[WHITE] == 3 ? 'X' : '.';
        rows[5][1] = layout->eye[WHITE] > 1 ? '.' : 'O';
    }
    for (int y = 0; y < HEIGHT; y++) {
        memcpy(&text[y * (WIDTH + 1)], rows[y], WIDTH);
        text[y * (WIDTH + 1) + WIDTH] = '\n';
    }
    text[sizeof text - 1] = '\0';
    const Diagram diagram = diagram_read(text);
    diagram_set_up(&diagram, BLACK, board);
    goal_init(goal, board, GOAL_CAPTURE_ALL, color_opponent(target));
    goal->playable = (Zone){0};
    for (int y = 2; y < 7; y++) {
        for (int x = 0; x < WIDTH; x++) {
            zone_add(&goal->playable, point_at(x, y));
        }
    }
    goal_add_target(goal, board, target == BLACK ? point_at(4, 3) : point_at(4, 5));
    cr_assert(goal_finish(goal, board, &status), "%s", status.text);
}

/* Calls a check for each layout, target and side that moves first. */
static void for_each(void (*check)(void *context, const Layout *layout, const Goal *goal,
                                   const Board *board, Color mover),
                     void *context) {
    for (int code = 0; code < 4 * 4 * 3 * 4 * 4; code++) {
        const Layout layout = {.outside = {code % 4, code / 4 % 4},
                               .common = code / 16 % 3,
                               .eye = {code / 48 % 4, code / 192}};
        const int liberties = layout.outside[BLACK] + layout.outside[WHITE] + layout.common +
                              layout.eye[BLACK] + layout.eye[WHITE];
        const bool black_breathes = layout.outside[BLACK] + layout.common > 0;
        const bool white_breathes = layout.outside[WHITE] + layout.common > 0;
        if (liberties > LIBERTIES_MAX || (!black_breathes && layout.eye[BLACK] == 0) ||
            (!white_breathes && layout.eye[WHITE] == 0)) {
            continue;
        }
        for (int i = 0; i < 4; i++) {
            Board board;
            Goal goal;
            set_up(&layout, &board, &goal, (Color)(i / 2));
            check(context, &layout, &goal, &board, (Color)(i % 2));
        }
    }
}

typedef struct {
    GoalSearch *search, *plain;
    int counted, open;
} Tally;

static void begin(const Goal *goal, const Board *board, Race *race) {
    Dragon other = {.color = goal->reacher, .chain_count = 1};
    other.chains[0] = goal->reacher == BLACK ? point_at(4, 3) : point_at(4, 5);
    race_begin(board, &other, race);
}

static GoalOutcome search(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                          const GoalShortcuts *shortcuts) {
    const GoalLimits limits = {.nodes = 20000, .shortcuts = shortcuts};
    const GoalKoRule ko = {.ko = KO_IS_SIMPLE};
    return goal_search_run(search, goal, board, mover, 0, ko, limits).outcome;
}

static void expect_same(void *context, const Layout *layout, const Goal *goal, const Board *board,
                        Color mover) {
    Tally *tally = context;
    Race race;
    begin(goal, board, &race);
    const GoalOutcome expected = search(tally->plain, goal, board, mover, NULL);
    const GoalOutcome counted = race.shortcuts.judge(&race, goal, board, mover, 0);
    const GoalOutcome found = search(tally->search, goal, board, mover, &race.shortcuts);
    if (expected == GOAL_OPEN) {
        tally->open++;
        return;
    }
    cr_assert(counted == GOAL_OPEN || counted == expected,
              "counted %d, not %d, %s first: outside %d %d, common %d, eyes %d %d\n%s",
              (int)counted, (int)expected, color_name(mover), layout->outside[0],
              layout->outside[1], layout->common, layout->eye[0], layout->eye[1],
              diagram_print_board(board).text);
    cr_assert_eq(found, expected, "%s first\n%s", color_name(mover),
                 diagram_print_board(board).text);
    tally->counted += counted != GOAL_OPEN;
}

static void release(void *search) {
    goal_search_free(search);
}

Test(race, is_counted_as_it_is_searched) {
    Tally tally = {.search = goal_search_new(4), .plain = goal_search_new(16)};
    cr_assert(tally.search != NULL && tally.plain != NULL);
    cleanup_add(tally.search, release);
    cleanup_add(tally.plain, release);
    for_each(expect_same, &tally);
    cr_assert(tally.counted > 150 && tally.open < 20, "%d counted, %d open", tally.counted,
              tally.open);
}

static void expect_outside(void *context, const Layout *layout, const Goal *goal,
                           const Board *board, Color mover) {
    const Color target = goal_target_color(goal);
    const Point p = race_find_outside(goal, board);
    (void)context;
    (void)mover;
    if (p == POINT_NONE) {
        cr_assert_eq(layout->outside[target], 0, "%s", diagram_print_board(board).text);
    } else {
        cr_assert_eq(point_y(p), target == BLACK ? 2 : 6);
        cr_assert_eq(board_color(board, p), EMPTY);
    }
}

Test(race, outside_liberties_are_told_from_others) {
    for_each(expect_outside, NULL);
}

/* Puts one to three other things on points of the region. Returns false if that gives no position
 * or no goal. */
static bool change(Rng *rng, Board *board, Goal *goal) {
    ColorCell cells[CELL_COUNT_MAX];
    Status status;
    board_get_cells(board, cells);
    for (int changes = 1 + (int)rng_below(rng, 3); changes > 0; changes--) {
        const int cell = 2 * WIDTH + (int)rng_below(rng, 5 * WIDTH);
        cells[cell] = (ColorCell)(BLACK + rng_below(rng, 3));
    }
    return board_set_up(board, cells, BLACK, &status) && goal_finish(goal, board, &status);
}

/* What is counted, and which moves are left out, where the layouts are not so clean. */
Test(race_golden, changed_layouts) {
    Rng rng = rng_new(23);
    uint64_t digest = 0;
    int counted = 0, skipped = 0;
    for (int n = 0; n < 1200; n++) {
        const int code = (int)rng_below(&rng, 3 * 3 * 3 * 4 * 4);
        const Layout layout = {.outside = {code % 3, code / 3 % 3},
                               .common = code / 9 % 3,
                               .eye = {code / 27 % 4, code / 108}};
        Board board;
        Goal goal;
        Race race;
        if (layout.outside[BLACK] + layout.common + layout.eye[BLACK] == 0 ||
            layout.outside[WHITE] + layout.common + layout.eye[WHITE] == 0) {
            continue;
        }
        set_up(&layout, &board, &goal, (Color)(n % 2));
        if (!change(&rng, &board, &goal)) {
            continue;
        }
        begin(&goal, &board, &race);
        if (n % 8 == 7) { /* two chains are no matter of counting: the other is the wall */
            Dragon both = race.other;
            both.chains[both.chain_count++] = both.chains[0];
            both.chains[0] = point_at(0, goal.reacher == BLACK ? 7 : 1);
            race_begin(&board, &both, &race);
        }
        for (Color mover = BLACK; mover <= WHITE; mover++) {
            const GoalOutcome outcome = race.shortcuts.judge(&race, &goal, &board, mover, 0);
            digest = golden_add(digest, (uint64_t)outcome);
            counted += outcome != GOAL_OPEN;
            for (int i = 0; i < goal.point_count; i++) {
                const bool skips =
                    board_color(&board, goal.points[i]) == EMPTY &&
                    race.shortcuts.skips(&race, &goal, &board, mover, goal.points[i]);
                digest = golden_add(digest, skips);
                skipped += skips;
            }
        }
    }
    golden_expect("races of changed layouts",
                  formatted("counted %d skipped %d digest %016" PRIx64, counted, skipped, digest));
}
