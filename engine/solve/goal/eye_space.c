#include "engine/solve/goal/eye_space.h"

#include "engine/go/board/liberty.h"

enum {
    UNKNOWN = 0,
    SAFE,
    UNSAFE,
    ROOM_ALIVE =
        7, /* points of one room that usually make two eyes, with either side moving first */
};

typedef struct {
    const Goal *goal;
    const Board *board;
    Color attacker;
    uint8_t known[POINT_COUNT]; /* [chain] */
    bool may_be_eye[POINT_COUNT];
    Point points[CELL_COUNT_MAX]; /* those */
    int count;
} EyeSpace;

static bool is_safe(EyeSpace *space, Point p) {
    uint8_t *known = &space->known[space->board->chain[p]];
    if (*known == UNKNOWN) {
        Point liberties[EYE_SPACE_SAFE];
        const bool safe =
            chain_find_liberties(space->board, p, EYE_SPACE_SAFE, liberties) == EYE_SPACE_SAFE ||
            goal_chain_is_immortal(space->goal, space->board, p);
        *known = safe ? SAFE : UNSAFE;
    }
    return *known == SAFE;
}

static bool may_be_eye(EyeSpace *space, Point p) {
    const Color color = board_color(space->board, p);
    if (color == color_opponent(space->attacker) ||
        (color == space->attacker && is_safe(space, p))) {
        return false;
    }
    Point beside[4];
    point_neighbors(p, beside);
    for (int k = 0; k < 4; k++) {
        const Color other = board_color(space->board, beside[k]);
        if ((other == space->attacker && is_safe(space, beside[k])) ||
            (other == EMPTY && !zone_has(&space->goal->playable, beside[k]))) {
            return false;
        }
    }
    return true;
}

static void find_points(EyeSpace *space) {
    for (int i = 0; i < space->goal->point_count; i++) {
        const Point p = space->goal->points[i];
        if (may_be_eye(space, p)) {
            space->may_be_eye[p] = true;
            space->points[space->count++] = p;
        }
    }
}

/* Is the connected set around start enclosed by the holder, and does it make an eye? Returns its
 * size, or 0. */
static int find_room(const EyeSpace *space, Point start, bool *seen) {
    Point points[CELL_COUNT_MAX];
    int count = 0, stones = 0;
    bool enclosed = true;
    points[count++] = start;
    seen[start] = true;
    for (int i = 0; i < count; i++) {
        Point beside[4];
        stones += space->board->color[points[i]] == space->attacker;
        point_neighbors(points[i], beside);
        for (int k = 0; k < 4; k++) {
            const Color color = board_color(space->board, beside[k]);
            if (color == BORDER || color == color_opponent(space->attacker)) {
                continue;
            }
            if (!space->may_be_eye[beside[k]]) {
                enclosed = false;
            } else if (!seen[beside[k]]) {
                seen[beside[k]] = true;
                points[count++] = beside[k];
            }
        }
    }
    return enclosed && stones * 3 <= count ? count : 0;
}

static bool is_alive(const EyeSpace *space) {
    bool seen[POINT_COUNT] = {false};
    for (int i = 0; i < space->count; i++) {
        if (!seen[space->points[i]] && find_room(space, space->points[i], seen) >= ROOM_ALIVE) {
            return true;
        }
    }
    return false;
}

GoalOutcome eye_space_judge(const Goal *goal, const Board *board, uint32_t captured, Zone *zone) {
    EyeSpace space = {.goal = goal, .board = board, .attacker = goal->reacher};
    find_points(&space);
    const bool is_one_eye =
        space.count < 2 || (space.count == 2 && point_touches(space.points[0], space.points[1]));
    if (!is_one_eye && !is_alive(&space)) {
        return GOAL_OPEN;
    }
    *zone = (Zone){0};
    goal_add_targets(goal, board, captured, zone);
    for (int i = 0; i < space.count; i++) {
        zone_add(zone, space.points[i]);
    }
    for (int i = 0; i < goal->target_count; i++) {
        if (!(captured >> i & 1)) {
            Point liberties[CELL_COUNT_MAX];
            for (int k = board_liberties(board, goal->targets[i], liberties) - 1; k >= 0; k--) {
                zone_add(zone, liberties[k]);
            }
        }
    }
    return is_one_eye ? GOAL_REACHED : GOAL_HELD;
}
