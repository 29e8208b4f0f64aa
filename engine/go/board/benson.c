/* Unconditional life: Benson's algorithm ("Life in the game of Go", 1976), and the territory in
 * which the opponent can neither live nor stay.
 *
 * Below, Black is the color to judge. A *region* is a maximal connected set of points without a
 * stone of a chain still considered alive. It is *vital* to a chain if each of its points that
 * White can keep or make empty while Black passes is next to that chain: the points without a white
 * stone, or all points if White can remove its own stones by suicide. Chains with fewer than two
 * vital regions are dropped until each has two. A region next to a dropped chain merges with it and
 * is vital to no chain from then on, since two chains never touch.
 *
 * What remains is A. LIFE_* means the three claims below, which the tests verify by exhaustive
 * search on small boards.
 *
 * 1. LIFE_ALIVE. However long White moves while Black passes, no chain of A is captured; every
 *    other black chain can be. (Benson's theorem. With suicide: White can empty any region of two
 *    or more points by filling it to the end, and on the board without those stones the two rules
 *    for "vital" are one.)
 *
 * Let A have chains, let T be one of the regions left in the end, and call a point of T *inner* if
 * it is next to no stone of A. T is territory, and the white stones on it are LIFE_DEAD, if its
 * inner points cannot be two eyes (there is at most one, or there are two and they are neighbors)
 * and if T is not closed (see 3).
 *
 * 2. However long White moves while Black passes, no white chain on T is ever unconditionally
 *    alive: from every position on the way Black, moving alone, could capture it.
 *    Proof. A stands throughout (1). Suppose White has a chain c on T with two vital regions V and
 *    W, white-bordered ones. A chain b of A inside V would bring along its own two vital regions;
 *    each has an empty point, which is connected to b, belongs to V and so is next to c. But c lies
 *    in one black-bordered region only. So V and W hold no stone of A; as they are maximal, no
 * point next to A either; and being next to c they lie in T. All their points are inner. No point
 * of one region is next to a point of the other: two inner points that are not neighbors, a
 *    contradiction.
 *
 * 3. In ordinary play Black, even moving second, keeps all of A and comes to a position without a
 *    white stone on T, whatever White does; and so again after each white move there. Hence T and A
 *    count for Black under area rules, and white stones on T are dead. (Superko can interfere only
 *    through positions from before A stood: a move next to A adds a stone that is never lost, so
 *    it repeats nothing since.)
 *    Proof. Black needs an order of moves in T that does not spoil A.
 *    - T is vital to some chains, and each of its points is next to one of those (T is *solid*).
 *      Black plays any empty point q of T as long as there is more than one point. q is next to all
 *      chains T is vital to and joins them; every remaining piece has all its points next to the
 *      joined chain and so is an eye of it whatever is captured. The pieces shrink, and white
 *      stones in them die, until none is left.
 *    - T is vital to none, or only to chains that have two solid regions besides. Then A does not
 *      need T. Black plays empty points next to A while there are any. After that White fills all
 *      of T but inner points, so all its liberties there are among at most two neighboring points:
 *      Black plays one, and the other if that did not capture (if White takes the stone, it is
 *      left with that one liberty). All white stones come off, which leaves empty points next to A
 *      again. If T has a single one of those it is the end of a line, (inner) (inner) q on a board
 *      one point wide, where a ko rule or the fight for three points ends the same way.
 *    - T is vital to a chain that needs it, and not solid: it is an eye only because white stones
 *      stand on points away from that chain, and Black, capturing them, might lose the eye before
 *      it is solid. Such a T is *closed*: Black does not play there, and we claim nothing.
 *
 * Black stones in T outside A stay LIFE_UNDECIDED: White alone could take them. By 3 their points
 * are Black's in the end.
 *
 * The inner-point test follows van der Werf's unconditional territory ("AI techniques for the game
 * of Go", 2004, chapter 4); closing regions is ours. */
#include "engine/go/board/benson.h"

#include <string.h>

typedef struct {
    int begin, end; /* its points are Benson.points[begin .. end - 1] */
    Point vital[4]; /* the chains it is vital to: all next to one point, so at most four */
    int vital_count;
} BensonRegion;

typedef struct {
    const Board *board;
    Color owner; /* whose chains are judged */
    bool suicide_allowed;
    const bool *excluded;    /* [point]: its region is vital to no chain; NULL: none is */
    bool alive[POINT_COUNT]; /* [chain of owner]: not dropped yet; [0] is no chain */
    Point points[CELL_COUNT_MAX];
    BensonRegion regions[CELL_COUNT_MAX];
    int region_count;
} Benson;

/* The chain of owner at p that is not dropped, or 0. */
static inline Point alive_chain_at(const Benson *a, int p) {
    const Point chain = a->board->own[a->owner][p];
    return a->alive[chain] ? chain : 0;
}

static bool is_next_to_chain(const Benson *a, Point p, Point chain) {
    const Point *own = a->board->own[a->owner];
    return own[p - 1] == chain || own[p + 1] == chain || own[p - STRIDE] == chain ||
           own[p + STRIDE] == chain;
}

static void region_find_vital(const Benson *a, BensonRegion *region) {
    const uint8_t opponent = (uint8_t)color_opponent(a->owner);
    bool begun = false;
    region->vital_count = 0;
    for (int i = region->begin; i < region->end; i++) {
        const Point p = a->points[i];
        if (a->excluded != NULL && a->excluded[p]) {
            region->vital_count = 0;
            return;
        }
        if (a->board->color[p] == opponent && !a->suicide_allowed) {
            continue;
        }
        for (int k = 0; !begun && k < 4; k++) {
            const Point chain = alive_chain_at(a, p + POINT_OFFSETS[k]);
            if (chain != 0) {
                point_list_add(region->vital, &region->vital_count, chain);
            }
        }
        begun = true;
        int count = 0;
        for (int k = 0; k < region->vital_count; k++) {
            if (is_next_to_chain(a, p, region->vital[k])) {
                region->vital[count++] = region->vital[k];
            }
        }
        region->vital_count = count;
    }
}

/* Appends the points connected to start to the list. Returns its end. */
static int region_flood(Benson *a, int begin, Point start, bool *seen) {
    int end = begin;
    a->points[end++] = start;
    seen[start] = true;
    for (int i = begin; i < end; i++) {
        for (int k = 0; k < 4; k++) {
            const int p = a->points[i] + POINT_OFFSETS[k];
            if (!seen[p] && a->board->color[p] != BORDER && !alive_chain_at(a, p)) {
                seen[p] = true;
                a->points[end++] = (Point)p;
            }
        }
    }
    return end;
}

static void regions_find(Benson *a) {
    const Geometry *geometry = a->board->geometry;
    bool seen[POINT_COUNT] = {false};
    int listed = 0;
    a->region_count = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (!seen[p] && !alive_chain_at(a, p)) {
            BensonRegion *region = &a->regions[a->region_count++];
            region->begin = listed;
            region->end = listed = region_flood(a, listed, p, seen);
            region_find_vital(a, region);
        }
    }
}

/* Drops the chains with fewer than two vital regions. Returns true if it dropped some and kept
 * some.
 */
static bool chains_drop(Benson *a) {
    const Geometry *geometry = a->board->geometry;
    uint16_t eyes[POINT_COUNT] = {0};
    bool dropped = false, left = false;
    for (int r = 0; r < a->region_count; r++) {
        for (int k = 0; k < a->regions[r].vital_count; k++) {
            eyes[a->regions[r].vital[k]]++;
        }
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point chain = alive_chain_at(a, geometry->point_of[cell]);
        if (chain != 0) {
            a->alive[chain] = eyes[chain] >= 2;
            dropped |= !a->alive[chain];
            left |= a->alive[chain];
        }
    }
    return dropped && left;
}

static bool region_is_solid(const Benson *a, const BensonRegion *region) {
    bool solid = true;
    for (int i = region->begin; i < region->end && solid; i++) {
        solid = false;
        for (int k = 0; k < region->vital_count; k++) {
            solid |= is_next_to_chain(a, a->points[i], region->vital[k]);
        }
    }
    return solid;
}

/* Is it certain that the opponent cannot make two eyes in the region? Claim 2. */
static bool region_has_one_eye(const Benson *a, const BensonRegion *region) {
    Point first = POINT_NONE;
    int count = 0;
    for (int i = region->begin; i < region->end; i++) {
        const Point p = a->points[i];
        if (alive_chain_at(a, p - 1) || alive_chain_at(a, p + 1) || alive_chain_at(a, p - STRIDE) ||
            alive_chain_at(a, p + STRIDE)) {
            continue; /* not an inner point */
        }
        if (++count == 1) {
            first = p;
        } else if (count > 2 || !point_touches(first, p)) {
            return false;
        }
    }
    return true;
}

static void region_mark(const Benson *a, const BensonRegion *region, uint8_t *life) {
    const uint8_t opponent = (uint8_t)color_opponent(a->owner);
    for (int i = region->begin; i < region->end; i++) {
        const Point p = a->points[i];
        if (a->board->color[p] == opponent) {
            life[p] = LIFE_DEAD;
        } else if (a->board->color[p] == EMPTY) {
            life[p] = a->owner == BLACK ? LIFE_BLACK_TERRITORY : LIFE_WHITE_TERRITORY;
        }
    }
}

/* Claim 3: marks the regions that hold no second eye and are not closed. */
static void territory_mark(const Benson *a, uint8_t *life) {
    uint16_t solid_eyes[POINT_COUNT] = {0};
    bool solid[CELL_COUNT_MAX];
    for (int r = 0; r < a->region_count; r++) {
        const BensonRegion *region = &a->regions[r];
        solid[r] = region_is_solid(a, region);
        for (int k = 0; solid[r] && k < region->vital_count; k++) {
            solid_eyes[region->vital[k]]++;
        }
    }
    for (int r = 0; r < a->region_count; r++) {
        const BensonRegion *region = &a->regions[r];
        bool closed = false;
        for (int k = 0; !solid[r] && k < region->vital_count; k++) {
            closed |= solid_eyes[region->vital[k]] < 2;
        }
        if (!closed && region_has_one_eye(a, region)) {
            region_mark(a, region, life);
        }
    }
}

/* Leaves A in alive and, unless it is empty, its regions. */
static void alive_find(Benson *a) {
    memset(a->alive, true, sizeof a->alive);
    a->alive[0] = false;
    do {
        regions_find(a);
    } while (chains_drop(a));
}

static void life_mark(const Board *board, Color owner, bool suicide_allowed, uint8_t *life) {
    const Geometry *geometry = board->geometry;
    Benson a = {.board = board, .owner = owner, .suicide_allowed = suicide_allowed};
    bool any = false;
    alive_find(&a);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (alive_chain_at(&a, p)) {
            life[p] = LIFE_ALIVE;
            any = true;
        }
    }
    if (any) {
        territory_mark(&a, life);
    }
}

void benson_find(const Board *board, bool suicide_allowed, uint8_t *life) {
    memset(life, LIFE_UNDECIDED, (size_t)board->geometry->point_count);
    /* No point is claimed twice. If T and a territory U of White had a point in common, T has no
     * living white chain (claim 2), so U, being maximal, would hold T and the stones of A around
     * it, which contradicts claim 2 for White. */
    life_mark(board, BLACK, suicide_allowed, life);
    life_mark(board, WHITE, suicide_allowed, life);
}

void benson_find_outside(const Board *board, Color owner, const bool *excluded, bool *alive) {
    Benson a = {.board = board, .owner = owner, .excluded = excluded};
    alive_find(&a);
    memcpy(alive, a.alive, sizeof a.alive);
}
