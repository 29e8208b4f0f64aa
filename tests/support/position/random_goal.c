#include "tests/support/position/random_goal.h"

#include "engine/solve/problem/region.h"
#include "tests/support/position/diagram.h"
#include "verify/local/local_board.h"

/* Marks a random connected set of cells. */
static void sample_region(Rng *rng, const Geometry *geometry, int size, bool *inside) {
    int list[RANDOM_GOAL_CELLS_MAX], count = 0;
    memset(inside, 0, RANDOM_GOAL_CELLS_MAX);
    const int start =
        rng_below(rng, 2) == 0 ? 0 : (int)rng_below(rng, (uint32_t)geometry->cell_count);
    list[count++] = start;
    inside[start] = true;
    while (count < size) {
        const int from = list[rng_below(rng, (uint32_t)count)];
        Point beside[4];
        point_neighbors(geometry->point_of[from], beside);
        const Point p = beside[rng_below(rng, 4)];
        const int x = point_x(p), y = point_y(p);
        if (x < 0 || y < 0 || x >= geometry->width || y >= geometry->height ||
            inside[geometry->cell_of[p]]) {
            continue;
        }
        inside[geometry->cell_of[p]] = true;
        list[count++] = geometry->cell_of[p];
    }
}

/* Fills in a region with random stones, and a wall around it, mostly of one color, often with gaps;
 * beyond it all is empty and not playable. Returns false if the position is illegal. */
static bool sample_position(Rng *rng, const Geometry *geometry, const bool *inside, Board *board) {
    ColorCell cells[RANDOM_GOAL_CELLS_MAX];
    const uint32_t stones = 3 + rng_below(rng, 6), wall = rng_below(rng, 8);
    const bool has_gaps = rng_below(rng, 2) == 0;
    const uint32_t gaps = has_gaps ? rng_below(rng, 4) : 0; /* of 8 points */
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        cells[cell] = EMPTY;
        if (inside[cell]) {
            cells[cell] = rng_below(rng, 10) < stones ? (ColorCell)rng_below(rng, 2) : EMPTY;
            continue;
        }
        Point beside[4];
        point_neighbors(geometry->point_of[cell], beside);
        for (int k = 0; k < 4; k++) {
            const int x = point_x(beside[k]), y = point_y(beside[k]);
            if (x >= 0 && y >= 0 && x < geometry->width && y < geometry->height &&
                inside[geometry->cell_of[beside[k]]]) {
                cells[cell] = rng_below(rng, 8) < gaps   ? EMPTY
                              : rng_below(rng, 8) < wall ? BLACK
                                                         : WHITE;
            }
        }
    }
    Status status;
    return board_set_up(board, cells, BLACK, &status);
}

static bool sample_goal(Rng *rng, const Board *board, const bool *inside, Goal *goal) {
    static const GoalKind KINDS[] = {GOAL_CAPTURE_ALL, GOAL_CAPTURE_ALL, GOAL_CAPTURE_ALL,
                                     GOAL_CAPTURE_ANY, GOAL_CONNECT};
    const Geometry *geometry = board->geometry;
    const Color reacher = (Color)rng_below(rng, 2); /* by a fixed order of the random numbers */
    goal_init(goal, board, KINDS[rng_below(rng, 5)], reacher);
    goal->playable = (Zone){0};
    const int wanted = goal->kind == GOAL_CONNECT ? 2 : 1 + (int)rng_below(rng, 3);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (inside[cell]) {
            zone_add(&goal->playable, geometry->point_of[cell]);
        }
    }
    for (int i = 0; i < 30; i++) {
        const int cell = (int)rng_below(rng, (uint32_t)geometry->cell_count);
        const Point p = geometry->point_of[cell];
        if (board_color(board, p) == goal_target_color(goal) && goal->target_count < wanted) {
            goal_add_target(goal, board, p);
        }
    }
    Status status;
    return goal_finish(goal, board, &status);
}

void random_goal_sizes(RandomGoalSizes sizes) {
    for (int i = 0; i < 16; i++) {
        sizes[i / 4][i % 4] = geometry_kept(3 + i / 4, 3 + i % 4);
    }
}

bool random_goal_sample(Rng *rng, int size_max, RandomGoalSizes sizes, Board *board, Goal *goal) {
    Geometry **row = sizes[rng_below(rng, 4)]; /* by a fixed order of the random numbers */
    Geometry *geometry = row[rng_below(rng, 4)];
    int size = 4 + (int)rng_below(rng, (uint32_t)size_max);
    bool inside[RANDOM_GOAL_CELLS_MAX];
    size = size < geometry->cell_count ? size : geometry->cell_count;
    board_init(board, geometry);
    sample_region(rng, geometry, size, inside);
    return sample_position(rng, geometry, inside, board) && sample_goal(rng, board, inside, goal);
}

/* Do the verifier's rules refuse the region: is a wall weak, or has a way out no room? */
static bool is_refused(const Board *board, const Goal *goal) {
    const Geometry *geometry = board->geometry;
    LocalRules rules = {
        .width = geometry->width, .height = geometry->height, .count = geometry->cell_count};
    uint8_t cells[LOCAL_CELLS_MAX];
    Point walls[CELL_COUNT_MAX];
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        cells[cell] = board->color[geometry->point_of[cell]];
        rules.playable[cell] = zone_has(&goal->playable, geometry->point_of[cell]);
    }
    LocalGame game;
    local_game_init(&game, &rules);
    const SlowBoard slow = local_board_of(&game, cells);
    return local_find_dead_end(&game, &slow, LOCAL_BLACK) != LOCAL_PASS ||
           local_find_dead_end(&game, &slow, LOCAL_WHITE) != LOCAL_PASS ||
           region_list_walls(board, &goal->playable, NULL, WALL_WEAK, walls) > 0;
}

void random_goal_sample_capture(Rng *rng, int size_max, RandomGoalSizes sizes, Board *board,
                                Goal *goal) {
    do {
        while (!random_goal_sample(rng, size_max, sizes, board, goal) || !goal_is_capture(goal)) {
        }
    } while (is_refused(board, goal));
}
