#include "engine/solve/problem/region.h"

#include <limits.h>
#include <string.h>

#include "engine/go/board/benson.h"
#include "engine/go/board/ladder.h"
#include "engine/go/board/liberty.h"

/* ---- Walls ---- */

enum {
    WALL_LIBERTIES = 2, /* outside */
    WALL_ROOM = 7,      /* empty points that are two eyes, as a rule */
};

/* The walls of a region, which must not change while they are asked about. */
typedef struct {
    const Board *board;
    const Zone *region;
    bool alive[2][POINT_COUNT]; /* [color][chain] */
} Walls;

static void walls_find(const Board *board, const Zone *region, Walls *walls) {
    bool inside[POINT_COUNT] = {false};
    walls->board = board;
    walls->region = region;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        inside[p] = zone_has(region, p);
    }
    for (Color color = BLACK; color <= WHITE; color++) {
        benson_find_outside(board, color, inside, walls->alive[color]);
    }
}

static bool is_alive(const Walls *walls, Point stone) {
    const Board *board = walls->board;
    return walls->alive[board_color(board, stone)][board->chain[stone]];
}

/* What kind of wall is the chain at p? Sets *room to the number of empty points outside the region
 * that it reaches without crossing the opponent's stones, or to INT_MAX if a living chain is among
 * what it reaches. */
static WallKind find_wall_kind(const Walls *walls, Point p, int *room) {
    const Board *board = walls->board;
    const Color own = board_color(board, p);
    Point queue[CELL_COUNT_MAX];
    Zone seen = {0};
    int count = board_chain_stones(board, p, queue);
    goal_add_chain(board, p, &seen);
    *room = 0;
    for (int i = 0; i < count && *room < INT_MAX; i++) {
        Point beside[4];
        if (board_color(board, queue[i]) != EMPTY) {
            *room = is_alive(walls, queue[i]) ? INT_MAX : *room;
        } else {
            ++*room;
        }
        point_neighbors(queue[i], beside);
        for (int k = 0; k < 4; k++) {
            const Color color = board_color(board, beside[k]);
            if ((color == EMPTY || color == own) && !zone_has(&seen, beside[k]) &&
                !zone_has(walls->region, beside[k])) {
                zone_add(&seen, beside[k]);
                queue[count++] = beside[k];
            }
        }
    }
    return is_alive(walls, p) ? WALL_ALIVE
           : *room >= WALL_ROOM && goal_count_outside(walls->region, board, p) >= WALL_LIBERTIES
               ? WALL_ASSUMED
               : WALL_WEAK;
}

static bool is_part(const Zone *zone, const Zone *of) {
    bool is_part = true;
    for (int i = 0; i < POINT_COUNT / 64; i++) {
        is_part &= (zone->bits[i] & ~of->bits[i]) == 0;
    }
    return is_part;
}

/* Is a stone of the chain at p in the region or beside it? */
static bool touches(const Board *board, Point p, const Zone *region) {
    Point stone = p;
    do {
        if (zone_has(region, stone) || zone_touches(region, stone)) {
            return true;
        }
        stone = board->next[stone];
    } while (stone != p);
    return false;
}

int region_list_walls(const Board *board, const Zone *region, const bool colors[2], WallKind kind,
                      Point stones[CELL_COUNT_MAX]) {
    bool seen[POINT_COUNT] = {false}; /* [chain] */
    int count = 0, room;
    Walls walls;
    walls_find(board, region, &walls);
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        const Color color = board_color(board, p);
        if (color == EMPTY || (colors != NULL && !colors[color]) || seen[board->chain[p]]) {
            continue;
        }
        seen[board->chain[p]] = true;
        Zone chain = {0};
        goal_add_chain(board, p, &chain);
        if ((goal_count_outside(region, board, p) > 0 || !is_part(&chain, region)) &&
            touches(board, p, region) && find_wall_kind(&walls, p, &room) == kind) {
            stones[count++] = p;
        }
    }
    return count;
}

int region_list_exits(const Board *board, const Zone *region, Point exits[CELL_COUNT_MAX]) {
    int count = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) == EMPTY && !zone_has(region, p) && zone_touches(region, p)) {
            exits[count++] = p;
        }
    }
    return count;
}

/* ---- Regions ---- */

enum {
    WEAK_LIBERTIES = 3,    /* a chain with so few may fall: an open region has its liberties */
    WEAK_RADIUS = 2,       /* if it is that near */
    REGION_WHOLE_MAX = 12, /* empty points with which a region has what is enclosed with it, too */

    /* The radius of closed regions. */
    WALLED = UINT8_MAX - 1, /* all of the opponent's walls stand */
    CLOSED = UINT8_MAX,
};

void flood_add(Flood *flood, Point p, int distance) {
    if (!zone_has(flood->playable, p) && distance > flood->radius) {
        flood->is_cut = true;
    } else if (!zone_has(flood->playable, p)) {
        zone_add(flood->playable, p);
        flood->distance[p] = (uint8_t)distance;
        flood->queue[flood->count++] = p;
        flood->empty_count += flood->board->color[p] == EMPTY;
    }
}

void flood_add_chain(Flood *flood, Point p, int distance) {
    Point stone = p;
    do {
        flood_add(flood, stone, distance);
        stone = flood->board->next[stone];
    } while (stone != p);
}

/* The color of the targets, with which a region begins. */
static Color own_color(const Flood *flood) {
    return board_color(flood->board, flood->queue[0]);
}

/* Adds a chain so near that the radius does not cut off its liberties: without them it could not be
 * captured. */
static void add_with_liberties(Flood *flood, Point p, int distance) {
    flood_add_chain(flood, p, distance < flood->radius ? distance : flood->radius - 1);
}

bool region_is_weak(const Board *board, Point p) {
    Point liberties[WEAK_LIBERTIES + 1];
    return chain_find_liberties(board, p, WEAK_LIBERTIES + 1, liberties) <= WEAK_LIBERTIES;
}

static void spread(Flood *flood) {
    const Board *board = flood->board;
    const Color own = own_color(flood);
    for (int i = 0; i < flood->count; i++) {
        const Point p = flood->queue[i];
        Point beside[4];
        point_neighbors(p, beside);
        for (int k = 0; k < 4; k++) {
            const Color color = board_color(board, beside[k]);
            const int distance = flood->distance[p];
            const bool is_closed = flood->radius >= WALLED;
            if (color == EMPTY) {
                flood_add(flood, beside[k], distance + 1);
            } else if (color == own && board->color[p] == EMPTY &&
                       (is_closed || region_is_weak(board, beside[k]))) {
                add_with_liberties(flood, beside[k], distance);
            } else if (color == color_opponent(own) && !is_closed && distance <= WEAK_RADIUS &&
                       region_is_weak(board, beside[k])) {
                flood_add_chain(flood, beside[k], distance + 1);
            }
        }
    }
}

/* Must the region have the chain at p, which is beside it? */
static bool needs_chain(const Flood *flood, const Walls *walls, Point p, int *room) {
    const WallKind kind = find_wall_kind(walls, p, room);
    if (flood->radius == WALLED && board_color(flood->board, p) != own_color(flood)) {
        return goal_count_outside(flood->playable, flood->board, p) == 0;
    }
    return kind == WALL_WEAK ||
           (kind == WALL_ASSUMED && *room <= REGION_WHOLE_MAX - flood->empty_count);
}

/* Adds the chain beside the region that has the least room among those that it must have. Returns
 * false if it has them all. */
static bool add_wall(Flood *flood) {
    const Board *board = flood->board;
    bool asked[POINT_COUNT] = {false}; /* [chain] */
    Point weakest = POINT_NONE;
    int least = 0, distance = 0, room;
    Walls walls;
    walls_find(board, flood->playable, &walls);
    for (int i = 0; i < flood->count; i++) {
        Point beside[4];
        point_neighbors(flood->queue[i], beside);
        for (int k = 0; k < 4; k++) {
            const Point p = beside[k];
            if (board_color(board, p) > WHITE || zone_has(flood->playable, p) ||
                asked[board->chain[p]]) {
                continue;
            }
            asked[board->chain[p]] = true;
            if (needs_chain(flood, &walls, p, &room) && (weakest == POINT_NONE || room < least)) {
                weakest = p;
                least = room;
                distance = flood->distance[flood->queue[i]];
            }
        }
    }
    if (weakest != POINT_NONE) {
        add_with_liberties(flood, weakest, distance);
    }
    return weakest != POINT_NONE;
}

/* Makes the region of that radius, or a part of it with more than empty_max empty points. Returns
 * how many are empty. */
static int flood_region(const Board *board, const Point *targets, int target_count, int radius,
                        int empty_max, Zone *playable) {
    Flood flood = {.board = board, .radius = radius, .playable = playable};
    *playable = (Zone){0};
    for (int i = 0; i < target_count; i++) {
        flood_add_chain(&flood, targets[i], 0);
    }
    do {
        spread(&flood);
    } while (flood.empty_count <= empty_max && add_wall(&flood));
    return flood.empty_count;
}

/* Adds every point of the ladders that capture a target, with either side to move. */
static void add_ladders(const Board *board, const Point *targets, int target_count, Zone *zone) {
    for (int i = 0; i < 2 * target_count; i++) {
        bool path[POINT_COUNT] = {false};
        const bool is_taken = ladder_find_path(board, targets[i / 2], (Color)(i % 2), path);
        for (int cell = 0; is_taken && cell < board->geometry->cell_count; cell++) {
            if (path[board->geometry->point_of[cell]]) {
                zone_add(zone, board->geometry->point_of[cell]);
            }
        }
    }
}

/* The largest open region of at most that radius that fits into a goal together with these points.
 * Returns false if none does. */
static bool find_open_with(const Board *board, const Point *targets, int target_count, int radius,
                           const Zone *points, Zone *playable) {
    bool fits = false;
    for (; !fits && radius > 0; radius--) {
        flood_region(board, targets, target_count, radius, CELL_COUNT_MAX, playable);
        zone_join(playable, points);
        fits = goal_close_region(board, playable) <= GOAL_POINTS_MAX;
    }
    return fits;
}

/* Makes a closed region. Returns false if it is too large. */
static bool find_closed(const Board *board, const Point *targets, int target_count, int radius,
                        Zone *playable) {
    return flood_region(board, targets, target_count, radius, REGION_CLOSED_MAX, playable) <=
               REGION_CLOSED_MAX &&
           goal_close_region(board, playable) <= GOAL_POINTS_MAX;
}

bool region_find_walled(const Board *board, const Point *targets, int target_count,
                        Zone *playable) {
    return find_closed(board, targets, target_count, WALLED, playable);
}

RegionKind region_find(const Board *board, const Point *targets, int target_count, int radius,
                       Zone *playable) {
    if (find_closed(board, targets, target_count, CLOSED, playable)) {
        return REGION_CLOSED;
    }
    const Zone none = {0};
    Zone ladders = none;
    add_ladders(board, targets, target_count, &ladders);
    if (!find_open_with(board, targets, target_count, radius, &ladders, playable)) {
        find_open_with(board, targets, target_count, radius, &none, playable); /* too long */
    }
    return REGION_OPEN;
}

/* Makes *framed the board with stones of the color on the empty points around the region. */
static bool set_frame(const Board *board, Color color, const Zone *playable, Board *framed) {
    ColorCell cells[CELL_COUNT_MAX];
    Status ignored;
    board_get_cells(board, cells);
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (cells[cell] == EMPTY && !zone_has(playable, p) && zone_touches(playable, p)) {
            cells[cell] = (ColorCell)color;
        }
    }
    board_init(framed, board->geometry);
    return board_set_up(framed, cells, board->to_move, &ignored);
}

/* Adds chains around the region that are the owner's, that may be captured by play inside or, if
 * `safe`, that are weak walls. Returns whether there were any. */
static bool add_loose(const Board *framed, Color owner, bool safe, Zone *playable) {
    const Zone before = *playable;
    Walls walls;
    int room;
    walls_find(framed, &before, &walls);
    for (int cell = 0; cell < framed->geometry->cell_count; cell++) {
        const Point p = framed->geometry->point_of[cell];
        if (framed->color[p] != EMPTY && !zone_has(playable, p) && zone_touches(&before, p) &&
            (board_color(framed, p) == owner ||
             (safe && find_wall_kind(&walls, p, &room) == WALL_WEAK))) {
            goal_add_chain(framed, p, playable);
        }
    }
    goal_close_region(framed, playable);
    return memcmp(playable, &before, sizeof before) != 0;
}

bool region_frame(const Board *board, const Point *targets, int target_count, int radius, bool safe,
                  Zone *playable, Board *framed) {
    const Color owner = board_color(board, targets[0]);
    flood_region(board, targets, target_count, radius, CELL_COUNT_MAX, playable);
    do {
        if (!set_frame(board, color_opponent(owner), playable, framed)) {
            return false;
        }
    } while (add_loose(framed, owner, safe, playable));
    return true;
}

bool region_check_targets(const Goal *goal, const Board *board, Status *status) {
    uint8_t life[POINT_COUNT];
    char text[POINT_TEXT_MAX];
    for (int i = 0; i < goal->target_count; i++) {
        if (!touches(board, goal->targets[i], &goal->playable)) {
            point_to_text(goal->targets[i], board->geometry->height, text);
            return status_fail(status, "the target %s stands neither in the region nor beside it",
                               text);
        }
    }
    benson_find(board, false, life);
    for (int i = 0; i < goal->target_count; i++) {
        if (life[goal->targets[i]] != LIFE_DEAD) {
            return true;
        }
    }
    return status_fail(status, "the targets are dead as they stand");
}

bool region_make_goal(const Board *board, const Zone *targets, bool any, const Zone *playable,
                      Goal *goal, Status *status) {
    const Geometry *geometry = board->geometry;
    Color color = EMPTY;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (!zone_has(targets, p)) {
            continue;
        }
        if (board_color(board, p) > WHITE) {
            return status_fail(status, "targets: expected stones");
        }
        if (color == EMPTY) {
            color = board_color(board, p);
            goal_init(goal, board, any ? GOAL_CAPTURE_ANY : GOAL_CAPTURE_ALL,
                      color_opponent(color));
        }
        if (board_color(board, p) != color) {
            return status_fail(status, "targets: expected stones of one color");
        }
        if (!goal_add_target(goal, board, p)) {
            return status_fail(status, "targets: at most %d chains", GOAL_TARGETS_MAX);
        }
    }
    if (color == EMPTY) {
        return status_fail(status, "targets: expected stones");
    }
    if (playable != NULL) {
        goal->playable = *playable;
    } else {
        region_find(board, goal->targets, goal->target_count, REGION_RADIUS, &goal->playable);
    }
    return region_check_targets(goal, board, status) && goal_finish(goal, board, status);
}

/* ---- Frames ---- */

void frames_find(const Goal *goal, const Board *board, Frames *frames) {
    const int last = goal_is_open(goal, board) ? REGION_RADIUS : 0;
    frames->count = 0;
    for (int radius = 1; radius <= last; radius++) {
        Frame *frame = &frames->frames[frames->count];
        Status status;
        frame->radius = radius;
        frame->captured = 0;
        frame->goal = *goal;
        if (region_frame(board, goal->targets, goal->target_count, radius, false,
                         &frame->goal.playable, &frame->board) &&
            is_part(&frame->goal.playable, &goal->playable) &&
            goal_finish(&frame->goal, &frame->board, &status)) {
            frames->count++;
        }
    }
    Frame *region = &frames->frames[frames->count++];
    region->radius = 0;
    region->captured = 0;
    region->goal = *goal;
    board_copy(&region->board, board);
}

const Frame *frames_at(const Frames *frames, int radius) {
    const Frame *frame = frames->frames;
    while (frame->radius != radius) {
        frame++;
    }
    return frame;
}

void frames_play(const Frames *before, Color color, Point p, Frames *after) {
    after->count = 0;
    for (int i = 0; i < before->count; i++) {
        const Frame *from = &before->frames[i];
        const bool is_inside = p != POINT_PASS && zone_has(&from->goal.playable, p);
        if (is_inside && board_check(&from->board, color, p, false) != MOVE_LEGAL) {
            continue;
        }
        Frame *frame = &after->frames[after->count++];
        frame->radius = from->radius;
        frame->goal = from->goal;
        board_copy(&frame->board, &from->board);
        board_play(&frame->board, color, is_inside ? p : POINT_PASS);
        frame->captured = goal_add_captured(&frame->goal, &frame->board, from->captured);
    }
}

const Frame *frames_find_life(GoalSearch *search, Frames *frames, Color mover, GoalLimits limits,
                              GoalResult *result) {
    *result = (GoalResult){.outcome = GOAL_OPEN};
    for (int i = 0; i < frames->count - 1; i++) {
        const Frame *frame = &frames->frames[i];
        const GoalKoRule ko = {.ko = KO_IS_REACHERS};
        const int64_t before = result->nodes;
        *result = goal_search_run(search, &frame->goal, &frame->board, mover, frame->captured, ko,
                                  limits);
        result->nodes += before;
        if (result->outcome == GOAL_HELD) {
            return frame;
        }
        if (result->outcome == GOAL_REACHED) {
            frames->count -= i + 1; /* they do not live in narrower ones, either */
            memmove(frames->frames, frame + 1, (size_t)frames->count * sizeof *frame);
            i = -1;
        }
    }
    return NULL;
}
