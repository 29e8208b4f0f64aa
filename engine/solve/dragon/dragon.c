#include "engine/solve/dragon/dragon.h"

#include "engine/go/board/ladder.h"
#include "engine/go/board/liberty.h"
#include "engine/solve/problem/problem.h"
#include "engine/solve/problem/region.h"

enum {
    CAPTIVE_STONES = 2,    /* a larger chain with more than so many liberties */
    CAPTIVE_LIBERTIES = 2, /* is no captive in an eye, */
    RIVAL_STONES = 7,      /* nor is one so large */
    RIVAL_LIBERTIES = 2,   /* with so many: it races */
    OPEN_LIBERTIES = 5,    /* outside an eye keep a chain out of the race in it */
};

bool dragon_has(const Dragon *dragon, const Board *board, Point p) {
    for (int i = 0; i < dragon->chain_count; i++) {
        if (board->chain[dragon->chains[i]] == board->chain[p]) {
            return true;
        }
    }
    return false;
}

static void add_chain(Dragon *dragon, const Board *board, Point p) {
    if (!dragon_has(dragon, board, p)) {
        dragon->chains[dragon->chain_count++] = p;
    }
}

/* Does an opponent that plays p fail to cut there? */
static bool is_protected(const Board *board, Color color, Point p) {
    const Color opponent = color_opponent(color);
    if (board_check(board, opponent, p, false) != MOVE_LEGAL) {
        return true;
    }
    Board after;
    board_copy(&after, board);
    board_play(&after, opponent, p);
    if (after.prisoners[opponent] > board->prisoners[opponent]) {
        return false;
    }
    return chain_in_atari(&after, p) || ladder_threatens(&after, p);
}

/* Rules 1 and 2. */
static void add_neighbors(Dragon *dragon, const Board *board, Point chain) {
    const Point *chain_at = board->own[dragon->color];
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(board, chain, liberties);
    for (int i = 0; i < 4 * count; i++) {
        const Point at = liberties[i / 4], other = chain_at[point_beside(at, i % 4)];
        int common = 0;
        if (other == 0 || dragon_has(dragon, board, other)) {
            continue;
        }
        for (int k = 0; k < count; k++) {
            bool touches = false;
            for (int side = 0; side < 4; side++) {
                touches |= chain_at[point_beside(liberties[k], side)] == other;
            }
            common += touches;
        }
        if (common >= 2 || is_protected(board, dragon->color, at)) {
            add_chain(dragon, board, other);
        }
    }
}

/* Is the chain in the open: has it many liberties that are no points of the eye? */
static bool is_in_the_open(const Board *board, Point chain, const Point *eye, int eye_count) {
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(board, chain, liberties);
    int outside = count;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < eye_count; k++) {
            outside -= eye[k] == liberties[i];
        }
    }
    return outside >= OPEN_LIBERTIES;
}

/* Rule 3: the region around a point without a stone of the color, if it is an eye. A chain that is
 * in the open is no part of a dragon that races against what stands inside. */
static void add_around_eye(Dragon *dragon, const Board *board, Point start, Point rival) {
    Point points[DRAGON_EYE_MAX + 1];
    int count = 0, stones = 0;
    bool has_rival = false;
    point_list_add(points, &count, start);
    for (int i = 0; i < count; i++) {
        if (board->color[points[i]] != EMPTY) {
            Point liberties[CAPTIVE_LIBERTIES + 1];
            stones++;
            has_rival |= rival != POINT_NONE && board->chain[points[i]] == board->chain[rival];
            const int size = chain_size(board, points[i]);
            const int held =
                chain_find_liberties(board, points[i], CAPTIVE_LIBERTIES + 1, liberties);
            if ((size > CAPTIVE_STONES && held > CAPTIVE_LIBERTIES) ||
                (size >= RIVAL_STONES && held >= RIVAL_LIBERTIES)) {
                return;
            }
        }
        for (int k = 0; k < 4; k++) {
            const Point beside = point_beside(points[i], k);
            const Color color = board_color(board, beside);
            if (color != BORDER && color != dragon->color &&
                point_list_add(points, &count, beside) && count > DRAGON_EYE_MAX) {
                return;
            }
        }
    }
    if (stones > count - 2 && count > 3) {
        return;
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 4; k++) {
            const Point beside = point_beside(points[i], k);
            if (board_color(board, beside) == dragon->color &&
                !(has_rival && is_in_the_open(board, beside, points, count))) {
                add_chain(dragon, board, beside);
            }
        }
    }
}

/* Rule 3 for all regions beside a chain, some of which it may touch at a captive alone. */
static void add_around_eyes(Dragon *dragon, const Board *board, Point chain, Point rival) {
    Point starts[CELL_COUNT_MAX], stone = chain;
    int count = 0;
    do {
        for (int k = 0; k < 4; k++) {
            const Point beside = point_beside(stone, k);
            const Color color = board_color(board, beside);
            if (color != BORDER && color != dragon->color &&
                point_list_add(starts, &count, beside)) {
                add_around_eye(dragon, board, beside, rival);
            }
        }
        stone = board->next[stone];
    } while (stone != chain);
}

static void find(const Board *board, Point p, Point rival, Dragon *dragon) {
    dragon->color = board_color(board, p);
    dragon->chain_count = 0;
    add_chain(dragon, board, p);
    for (int i = 0; i < dragon->chain_count; i++) {
        add_neighbors(dragon, board, dragon->chains[i]);
        add_around_eyes(dragon, board, dragon->chains[i], rival);
    }
}

void dragon_find(const Board *board, Point p, Dragon *dragon) {
    find(board, p, POINT_NONE, dragon);
}

void dragon_find_rivals(const Board *board, Point a, Point b, Dragon *first, Dragon *second) {
    find(board, a, b, first);
    find(board, b, a, second);
}

bool dragon_init_goal(const Dragon *dragon, const Board *board, Goal *goal) {
    bool fits = true;
    goal_init(goal, board, GOAL_CAPTURE_ALL, color_opponent(dragon->color));
    for (int i = 0; i < dragon->chain_count; i++) {
        if (board_color(board, dragon->chains[i]) == dragon->color) {
            fits &= goal_add_target(goal, board, dragon->chains[i]);
        }
    }
    return fits;
}

/* ---- Races ---- */

enum {
    RACE_RADIUS = 3,   /* steps from the dragons over empty points */
    CLOSED_RADIUS = 8, /* steps in a region that ends before that */
    CLOSED_POINTS = 4, /* empty points that this may add */
    WALL_STONES = 6,   /* chains this large are taken to stand unless they are short of liberties */
    SHORT_LIBERTIES = 2, /* or fewer: a chain beside the race takes part in it */
};

static void add_dragon(Flood *flood, const Dragon *dragon) {
    for (int i = 0; i < dragon->chain_count; i++) {
        if (board_color(flood->board, dragon->chains[i]) == dragon->color) {
            flood_add_chain(flood, dragon->chains[i], 0);
        }
    }
}

/* May the chain be captured in the region? It has few liberties or, if it is no wall, at most one
 * outside, which is an eye or one of three liberties: there it may be short of liberties. */
static bool is_short_of_liberties(const Flood *flood, Point chain) {
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(flood->board, chain, liberties);
    int outside = 0, single = 0;
    for (int i = 0; i < count; i++) {
        if (!zone_has(flood->playable, liberties[i])) {
            outside++;
            /* surrounded by stones */
            single += (flood->board->around[liberties[i]] & AROUND_EMPTY_MASK) == 0;
        }
    }
    return count <= SHORT_LIBERTIES ||
           (chain_size(flood->board, chain) < WALL_STONES &&
            (outside == 0 || (outside == 1 && (single == 1 || count <= SHORT_LIBERTIES + 1))));
}

/* Adds the empty points beside a point of the region, or else the weak chains. */
static void flood_neighbors(Flood *flood, Point p, bool over_chains) {
    for (int k = 0; k < 4; k++) {
        const Point beside = point_beside(p, k);
        const Color color = board_color(flood->board, beside);
        if (color == EMPTY && !over_chains) {
            flood_add(flood, beside, flood->distance[p] + 1);
        } else if (color != EMPTY && color != BORDER && over_chains &&
                   !zone_has(flood->playable, beside) && is_short_of_liberties(flood, beside)) {
            flood_add_chain(flood, beside, flood->distance[p] + 1);
        }
    }
}

/* The dragons, the empty points around them, and weak chains beside those. Returns the number of
 * empty ones. Sets *is_cut if the radius cuts the region off. */
static int find_race_region(const Board *board, const Dragon *first, const Dragon *second,
                            int radius, Zone *playable, bool *is_cut) {
    Flood flood = {.board = board, .playable = playable, .radius = radius};
    *playable = (Zone){0};
    add_dragon(&flood, first);
    add_dragon(&flood, second);
    int before;
    do {
        before = flood.count;
        for (int i = 0; i < flood.count; i++) {
            flood_neighbors(&flood, flood.queue[i], false);
        }
        for (int i = 0, count = flood.count; i < count; i++) {
            flood_neighbors(&flood, flood.queue[i], true);
        }
    } while (flood.count > before);
    *is_cut = flood.is_cut;
    return flood.empty_count;
}

bool race_make_goal(const Board *board, const Dragon *dragon, const Dragon *other, Goal *goal) {
    Status status;
    Zone closed;
    bool is_cut;
    dragon_init_goal(dragon, board, goal);
    if (goal->target_count == 0) {
        return false;
    }
    const int count = find_race_region(board, dragon, other, RACE_RADIUS, &goal->playable, &is_cut);
    if (is_cut &&
        find_race_region(board, dragon, other, CLOSED_RADIUS, &closed, &is_cut) <=
            count + CLOSED_POINTS &&
        !is_cut) {
        goal->playable = closed;
    }
    for (int radius = RACE_RADIUS - 1; !goal_finish(goal, board, &status) && radius > 0; radius--) {
        find_race_region(board, dragon, other, radius, &goal->playable, &is_cut);
    }
    return true;
}

bool race_is_enclosed(const Goal *goal, const Board *board) {
    for (int i = 0; i < goal->point_count; i++) {
        const Point p = goal->points[i];
        if (board->color[p] == EMPTY && goal_has_exit(goal, board, p)) {
            return false;
        }
    }
    return true;
}

/* ---- Stones inside an eye ---- */

enum {
    EYE_POINTS = 12, /* of an eye with stones of the opponent */
    EYE_STONES = 6,  /* more of them cannot be captured without two eyes */
};

/* An eye with stones inside, and the dragon around it. */
typedef struct {
    Dragon outer;
    Point points[EYE_POINTS];
    int count;
} Eye;

/* Adds what is beside a point of the eye. Returns false if it is no eye of a single dragon. */
static bool add_eye_neighbors(const Board *board, Color inner, Point p, Eye *eye) {
    for (int k = 0; k < 4; k++) {
        const Point beside = point_beside(p, k);
        const Color color = board_color(board, beside);
        if (color == color_opponent(inner)) {
            if (eye->outer.chain_count == 0) {
                dragon_find(board, beside, &eye->outer);
            } else if (!dragon_has(&eye->outer, board, beside)) {
                return false;
            }
        } else if (color != BORDER) {
            if (eye->count == EYE_POINTS) {
                return false;
            }
            point_list_add(eye->points, &eye->count, beside);
        }
    }
    return true;
}

static bool find_shared_eye(const Board *board, const Dragon *inner, Eye *eye) {
    int stones = 0;
    eye->count = eye->outer.chain_count = 0;
    for (int i = 0; i < inner->chain_count && eye->count < EYE_POINTS; i++) {
        if (board_color(board, inner->chains[i]) == inner->color) {
            point_list_add(eye->points, &eye->count, inner->chains[i]);
        }
    }
    for (int i = 0; i < eye->count; i++) {
        stones += board_color(board, eye->points[i]) == inner->color;
        if (!add_eye_neighbors(board, inner->color, eye->points[i], eye)) {
            return false;
        }
    }
    return stones <= EYE_STONES && eye->outer.chain_count > 0;
}

bool nakade_is_inside(const Board *board, const Dragon *inner, const Dragon *outer) {
    Eye eye;
    return find_shared_eye(board, inner, &eye) && dragon_has(&eye.outer, board, outer->chains[0]);
}

/* Sets up the board after the captor has filled their liberties and captured them. */
static bool set_captured(const Board *board, const Eye *eye, Color inner, Board *after) {
    ColorCell cells[CELL_COUNT_MAX];
    Status ignored;
    board_get_cells(board, cells);
    for (int i = 0; i < eye->count; i++) {
        const Point p = eye->points[i];
        ColorCell *cell = &cells[board->geometry->cell_of[p]];
        if (board_color(board, p) == inner) {
            *cell = EMPTY;
        } else if (around_count(board->around[p], inner) != 0) {
            *cell = (ColorCell)eye->outer.color;
        }
    }
    board_copy(after, board);
    return board_set_up(after, cells, inner, &ignored);
}

bool nakade_gains(GoalSearch *search, const Board *board, const Dragon *inner, GoalLimits limits) {
    Board after;
    Eye eye;
    Goal goal;
    Status ignored;
    if (!find_shared_eye(board, inner, &eye) || !set_captured(board, &eye, inner->color, &after)) {
        return true;
    }
    dragon_init_goal(&eye.outer, &after, &goal);
    region_find(&after, goal.targets, goal.target_count, REGION_RADIUS, &goal.playable);
    return !goal_finish(&goal, &after, &ignored) ||
           goal_answer(search, &goal, &after, inner->color, 0, limits).code != GOAL_WINS;
}
