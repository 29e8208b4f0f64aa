#include "engine/solve/goal/bit_region.h"

#include <string.h>

#include "hash/symmetry.h"

/* Bits of a set of sides: a stone of that side on the point is never captured, by what is beside
 * it outside. */
enum { FIRM_OWNER = 1 << BIT_OWNER, FIRM_ATTACKER = 1 << BIT_ATTACKER };

/* Finds the set for a point. Returns false if a stone outside beside it may be captured. */
static bool find_firm(const Goal *goal, const Board *board, Point p, uint8_t *firm) {
    Point beside[4];
    point_neighbours(p, beside);
    *firm = 0;
    for (int k = 0; k < 4; k++) {
        const Color color = board_color(board, beside[k]);
        if (color == BORDER || zone_has(&goal->playable, beside[k])) {
            continue;
        }
        if (color != EMPTY && !goal_chain_is_immortal(goal, board, beside[k])) {
            return false;
        }
        *firm |= (uint8_t)(color == EMPTY                     ? FIRM_OWNER | FIRM_ATTACKER
                           : color == goal_target_color(goal) ? FIRM_OWNER
                                                              : FIRM_ATTACKER);
    }
    return true;
}

/* The rectangle around the points of a goal. */
typedef struct {
    int left, top, width, height;
} Box;

static Box find_box(const Goal *goal) {
    int left = BOARD_SIDE_MAX, right = 0;
    const int top = point_y(goal->points[0]);
    const int bottom = point_y(goal->points[goal->point_count - 1]);
    for (int i = 0; i < goal->point_count; i++) {
        const int x = point_x(goal->points[i]);
        left = x < left ? x : left;
        right = x > right ? x : right;
    }
    return (Box){left, top, right - left + 1, bottom - top + 1};
}

/* Bits of a row of an image of the box, or 0 if its rows take more than 64; what follows the last
 * point takes none. */
static int find_row(const Box *box, Symmetry g) {
    const int width = symmetry_transposes(g) ? box->height : box->width;
    const int height = symmetry_transposes(g) ? box->width : box->height;
    return (width + 1) * height - 1 <= BIT_POINTS_MAX ? width + 1 : 0;
}

/* An image of a region. Images are compared by these words, the first one first. */
typedef struct {
    uint64_t row, all, firm[2], targets;
} Image;

static bool is_less(const Image *a, const Image *b) {
    const uint64_t first[] = {a->row, a->all, a->firm[0], a->firm[1], a->targets};
    const uint64_t second[] = {b->row, b->all, b->firm[0], b->firm[1], b->targets};
    int i = 0;
    while (i < 4 && first[i] == second[i]) {
        i++;
    }
    return first[i] < second[i];
}

/* The bits of the goal's points in an image, or their order if row is 0. */
static void list_indexes(const Goal *goal, const Box *box, Symmetry g, int row,
                         uint8_t index_of[POINT_COUNT]) {
    for (int i = 0; i < goal->point_count; i++) {
        const Point p = goal->points[i];
        int x = point_x(p) - box->left, y = point_y(p) - box->top;
        symmetry_map_xy(box->width, box->height, g, &x, &y);
        index_of[p] = (uint8_t)(row == 0 ? i : y * row + x);
    }
}

static Image find_image(const Goal *goal, const uint8_t *firm, int row,
                        const uint8_t index_of[POINT_COUNT]) {
    Image image = {.row = (uint64_t)row};
    for (int i = 0; i < goal->point_count; i++) {
        const uint64_t bit = UINT64_C(1) << index_of[goal->points[i]];
        image.all |= bit;
        image.firm[BIT_OWNER] |= firm[i] & FIRM_OWNER ? bit : 0;
        image.firm[BIT_ATTACKER] |= firm[i] & FIRM_ATTACKER ? bit : 0;
    }
    for (int i = 0; i < goal->target_count; i++) {
        image.targets |= UINT64_C(1) << index_of[goal->targets[i]];
    }
    return image;
}

/* Gives each point its bit: in the least image in rows or, if none fits, in order. */
static void lay_out(const Goal *goal, const uint8_t *firm, BitRegion *region) {
    const Box box = find_box(goal);
    Image best = {.row = 0};
    Symmetry symmetry = SYMMETRY_IDENTITY;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        const int row = find_row(&box, g);
        if (row == 0) {
            continue;
        }
        list_indexes(goal, &box, g, row, region->index_of);
        const Image image = find_image(goal, firm, row, region->index_of);
        if (best.row == 0 || is_less(&image, &best)) {
            best = image;
            symmetry = g;
        }
    }
    list_indexes(goal, &box, symmetry, (int)best.row, region->index_of);
    if (best.row == 0) {
        best = find_image(goal, firm, 0, region->index_of);
    }
    region->row = (int)best.row;
    region->all = best.all;
    memcpy(region->firm, best.firm, sizeof region->firm);
    for (int i = 0; i < goal->point_count; i++) {
        region->point_of[region->index_of[goal->points[i]]] = goal->points[i];
    }
}

static void list_targets(const Goal *goal, BitRegion *region) {
    for (int i = 0; i < goal->target_count; i++) {
        const uint8_t index = region->index_of[goal->targets[i]];
        uint8_t place = 0;
        for (int k = 0; k < goal->target_count; k++) {
            place = (uint8_t)(place + (region->index_of[goal->targets[k]] < index));
        }
        region->target_of[i] = place;
        region->targets[place] = UINT64_C(1) << index;
    }
}

void bit_region_find(const Goal *goal, const Board *board, BitRegion *region) {
    uint8_t firm[BIT_POINTS_MAX];
    region->goal = goal;
    region->count = 0;
    if (goal->point_count > BIT_POINTS_MAX || (!goal_is_capture(goal) && goal->kind != GOAL_LIVE)) {
        return;
    }
    for (int i = 0; i < goal->point_count; i++) {
        if (!find_firm(goal, board, goal->points[i], &firm[i])) {
            return;
        }
    }
    for (int i = 0; i < goal->target_count; i++) {
        if (!zone_has(&goal->playable, goal->targets[i])) {
            return;
        }
    }
    lay_out(goal, firm, region);
    list_targets(goal, region);
    for (uint64_t left = region->all; left != 0; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        Point beside[4];
        point_neighbours(region->point_of[i], beside);
        region->beside[i] = 0;
        for (int k = 0; k < 4; k++) {
            if (zone_has(&goal->playable, beside[k])) {
                region->beside[i] |= UINT64_C(1) << region->index_of[beside[k]];
            }
        }
    }
    const bool has_border = (region->firm[BIT_OWNER] | region->firm[BIT_ATTACKER]) != 0;
    region->count = has_border ? goal->point_count : 0;
}

uint64_t bit_region_hash(const BitRegion *region) {
    const Goal *goal = region->goal;
    uint64_t hash = goal_mix((uint64_t)goal->kind, (uint64_t)region->row);
    hash = goal_mix(hash, region->row == 0 ? goal->hash : region->all);
    hash = goal_mix(goal_mix(hash, region->firm[BIT_OWNER]), region->firm[BIT_ATTACKER]);
    for (int i = 0; i < goal->target_count; i++) {
        hash = goal_mix(hash, region->targets[i]);
    }
    return hash;
}

uint32_t bit_region_captured(const BitRegion *region, uint32_t captured) {
    uint32_t mapped = 0;
    for (int i = 0; i < region->goal->target_count; i++) {
        mapped |= (captured >> i & 1) << region->target_of[i];
    }
    return mapped;
}

void bit_region_set_zone(const BitRegion *region, const Board *board, const Zone *indexes,
                         Zone *zone) {
    const Goal *goal = region->goal;
    *zone = (Zone){0};
    for (uint64_t left = indexes->bits[0]; left != 0; left &= left - 1) {
        const Point p = region->point_of[__builtin_ctzll(left)];
        Point beside[4];
        zone_add(zone, p);
        point_neighbours(p, beside);
        for (int k = 0; k < 4; k++) {
            if (board_color(board, beside[k]) <= WHITE && !zone_has(zone, beside[k]) &&
                !zone_has(&goal->playable, beside[k])) {
                goal_add_chain(board, beside[k], zone);
            }
        }
    }
}

BitPosition bit_region_position(const BitRegion *region, const Board *board) {
    const Color owner = goal_target_color(region->goal);
    BitPosition position = {.ko = BIT_NO_POINT};
    for (uint64_t left = region->all; left != 0; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const Color color = board_color(board, region->point_of[i]);
        if (color <= WHITE) {
            position.stones[color == owner ? BIT_OWNER : BIT_ATTACKER] |= UINT64_C(1) << i;
        }
    }
    return position;
}

static uint64_t find_beside(const BitRegion *region, uint64_t points) {
    if (region->row != 0) {
        return (points << 1 | points >> 1 | points << region->row | points >> region->row) &
               region->all;
    }
    uint64_t beside = 0;
    for (; points != 0; points &= points - 1) {
        beside |= region->beside[__builtin_ctzll(points)];
    }
    return beside;
}

/* The points of `within` that are connected to those of `from`, which are a part of it. */
static uint64_t flood(const BitRegion *region, uint64_t from, uint64_t within) {
    uint64_t found = from, fresh = from;
    while (fresh != 0) {
        fresh = find_beside(region, fresh) & within & ~found;
        found |= fresh;
    }
    return found;
}

static int count_points(uint64_t points) {
    int count = 0;
    for (; points != 0; points &= points - 1) {
        count++;
    }
    return count;
}

static uint64_t lowest(uint64_t points) {
    return points & (~points + 1);
}

/* Do all chains with stones in `inner` touch `eye`? */
static bool all_touch(const BitRegion *region, uint64_t owner, uint64_t inner, uint64_t eye) {
    while (inner != 0) {
        const uint64_t chain = flood(region, lowest(inner), owner);
        if ((find_beside(region, chain) & eye) == 0) {
            return false;
        }
        inner &= ~chain;
    }
    return true;
}

/* The targets that are on the board. */
static uint64_t find_targets(const BitRegion *region, uint32_t captured) {
    uint64_t targets = 0;
    for (int i = 0; i < region->goal->target_count; i++) {
        targets |= captured >> i & 1 ? 0 : region->targets[i];
    }
    return targets;
}

/* The owner has stones in an area that the edge and stones of the attacker which are never captured
 * enclose.
 *
 * A point is *covered* if a stone of the attacker that is never captured stands there or beside it.
 * The attacker may always play on it, and the stone stays. So it fills covered points, which ends,
 * and captures no chain with stones on other points ("inner" ones) while another empty point is
 * left. There is one such chain at most, or all touch the only point that may become an eye and are
 * one chain once it is filled. So inner points are set free only by the last move.
 *
 *  - No eye point: it fills the last covered point and captures all.
 *  - One: when only that is empty it is the last liberty of all chains, which are captured at once.
 *  - Two, which touch each other and the inner chain: the attacker throws in; if that is captured,
 *    one empty point is left. The capturing stone belongs to the inner chain, so it is no ko.
 *
 * At least two stones are captured by the last move, so that is no ko, either. */
static bool is_dead(const BitRegion *region, uint64_t area, uint64_t owner, uint64_t empty,
                    uint64_t covered) {
    const uint64_t eye = area & ~owner & ~covered, inner = owner & ~covered;
    const int count = count_points(eye);
    if (count > 2 || (owner & (owner - 1)) == 0) {
        return false;
    }
    const uint64_t chain = inner == 0 ? 0 : flood(region, lowest(inner), owner);
    const bool is_one = (inner & ~chain) == 0;
    if (count == 0) {
        return is_one;
    }
    const uint64_t first = lowest(eye);
    if (count == 1) {
        return (eye & empty) != 0 ? all_touch(region, owner, inner, eye)
                                  : is_one && (inner == 0 || all_touch(region, owner, inner, eye));
    }
    return (find_beside(region, first) & eye) != 0 && is_one && inner != 0 &&
           all_touch(region, owner, inner, first) && all_touch(region, owner, inner, eye & ~first);
}

bool bit_region_play(const BitRegion *region, const BitPosition *before, BitSide side, int point,
                     BitPosition *after) {
    const uint64_t bit = UINT64_C(1) << point, beside = region->beside[point];
    const uint64_t own = before->stones[side] | bit, other = before->stones[1 - side];
    const uint64_t empty = region->all & ~(own | other);
    uint64_t taken = 0;
    for (uint64_t left = beside & other; left != 0; left &= left - 1) {
        const int near = __builtin_ctzll(left);
        if ((region->beside[near] & empty) != 0 || (taken >> near & 1)) {
            continue;
        }
        const uint64_t chain = flood(region, UINT64_C(1) << near, other);
        if ((find_beside(region, chain) & empty) == 0 && (chain & region->firm[1 - side]) == 0) {
            taken |= chain;
        }
    }
    const bool is_firm = (bit & region->firm[side]) != 0;
    if (taken == 0 && !is_firm && (beside & empty) == 0) {
        const uint64_t chain = flood(region, bit, own);
        if ((find_beside(region, chain) & empty) == 0 && (chain & region->firm[side]) == 0) {
            return false;
        }
    }
    after->stones[side] = own;
    after->stones[1 - side] = other & ~taken;
    after->ko = BIT_NO_POINT;
    if (taken != 0 && (taken & (taken - 1)) == 0 && (beside & (own | empty)) == 0 && !is_firm) {
        after->ko = (uint8_t)__builtin_ctzll(taken);
    }
    return true;
}

uint64_t bit_region_targets(const BitRegion *region, const BitPosition *position,
                            uint32_t captured) {
    return flood(region, find_targets(region, captured), position->stones[BIT_OWNER]);
}

uint32_t bit_region_add_captured(const BitRegion *region, const BitPosition *position,
                                 uint32_t captured) {
    for (int i = 0; i < region->goal->target_count; i++) {
        captured |= (uint32_t)((position->stones[BIT_OWNER] & region->targets[i]) == 0) << i;
    }
    return captured;
}

enum { CHAINS_MAX = 32, ROOMS_MAX = 32 };

typedef struct {
    uint64_t chains[CHAINS_MAX], around[CHAINS_MAX]; /* of the owner, and the points beside them */
    uint32_t firm;                                   /* chains that are never captured */
    uint64_t rooms[ROOMS_MAX];  /* maximal connected sets of other points that it encloses */
    uint32_t border[ROOMS_MAX]; /* the chains around each */
    uint32_t vital[ROOMS_MAX];  /* those to which it is vital */
    unsigned kept[ROOMS_MAX];   /* by eye_rooms_judge, with the attacker moving first */
    unsigned first[ROOMS_MAX];  /* and with the owner doing so */
    int chain_count, room_count;
} Rooms;

/* Returns false if there are too many. */
static bool list_rooms(const BitRegion *region, const BitPosition *position, Rooms *rooms) {
    const uint64_t owner = position->stones[BIT_OWNER];
    const uint64_t empty = bit_region_empty(region, position);
    rooms->chain_count = rooms->room_count = 0;
    const uint64_t others = region->all & ~owner;
    const uint64_t open = flood(region, others & region->firm[BIT_ATTACKER], others);
    for (uint64_t left = others & ~open; left != 0;) {
        const uint64_t room = flood(region, lowest(left), left);
        left &= ~room;
        if (rooms->room_count == ROOMS_MAX) {
            return false;
        }
        rooms->rooms[rooms->room_count++] = room;
    }
    rooms->firm = 0;
    if (rooms->room_count == 0 && (owner & region->firm[BIT_OWNER]) == 0) {
        return false;
    }
    for (uint64_t left = owner; left != 0; left &= ~rooms->chains[rooms->chain_count++]) {
        if (rooms->chain_count == CHAINS_MAX) {
            return false;
        }
        const uint64_t chain = flood(region, lowest(left), left);
        rooms->chains[rooms->chain_count] = chain;
        rooms->around[rooms->chain_count] = find_beside(region, chain);
        rooms->firm |= (uint32_t)((chain & region->firm[BIT_OWNER]) != 0) << rooms->chain_count;
    }
    for (int k = 0; k < rooms->room_count; k++) {
        rooms->border[k] = rooms->vital[k] = 0;
        for (int i = 0; i < rooms->chain_count; i++) {
            const bool touches = (rooms->rooms[k] & rooms->around[i]) != 0;
            const bool is_vital = (rooms->rooms[k] & empty & ~rooms->around[i]) == 0;
            rooms->border[k] |= (uint32_t)touches << i;
            rooms->vital[k] |= (uint32_t)(touches && is_vital) << i;
        }
    }
    return true;
}

static unsigned map_points(const uint8_t *place, uint64_t points) {
    unsigned mapped = 0;
    for (; points != 0; points &= points - 1) {
        mapped |= 1U << place[__builtin_ctzll(points)];
    }
    return mapped;
}

/* Asks for what is kept in a room if the owner answers there. */
static void judge_room(const BitRegion *region, const BitPosition *position, EyeRooms *eye_rooms,
                       Rooms *rooms, int k) {
    const uint64_t points = rooms->rooms[k];
    rooms->kept[k] = rooms->first[k] = 0;
    if ((points & region->firm[BIT_OWNER]) != 0 ||
        (rooms->room_count == 1 && count_points(points) < 3) ||
        count_points(points) > EYE_ROOM_POINTS_MAX ||
        count_points(rooms->border[k]) > EYE_ROOM_CHAINS_MAX) {
        return;
    }
    EyeRoom room = {.count = 0, .chain_count = 0};
    uint8_t place[BIT_POINTS_MAX]; /* of each point, in the room */
    for (uint64_t left = points; left != 0; left &= left - 1) {
        place[__builtin_ctzll(left)] = (uint8_t)room.count++;
    }
    for (uint64_t left = points; left != 0; left &= left - 1) {
        const int point = __builtin_ctzll(left);
        room.beside[place[point]] = (uint8_t)map_points(place, region->beside[point] & points);
    }
    for (uint32_t left = rooms->border[k]; left != 0; left &= left - 1) {
        const uint64_t around = rooms->around[__builtin_ctz(left)];
        room.touched[room.chain_count++] = (uint8_t)map_points(place, around & points);
    }
    const unsigned attacker = map_points(place, position->stones[BIT_ATTACKER] & points);
    const unsigned kept = eye_rooms_judge(eye_rooms, &room, attacker);
    rooms->kept[k] = kept & (EYE_ROOM_ONE | EYE_ROOM_TWO);
    rooms->first[k] = (kept & EYE_ROOM_ONE_FIRST ? EYE_ROOM_ONE : 0) |
                      (kept & EYE_ROOM_TWO_FIRST ? EYE_ROOM_TWO : 0);
}

/* What is kept in a room, where the owner moves first if it is the room `first`. */
static unsigned find_kept(const Rooms *rooms, int k, int first) {
    return k == first ? rooms->first[k] : rooms->kept[k];
}

/* The chains that have an eye in a room. */
static uint32_t find_eye(const Rooms *rooms, int k, int first) {
    return find_kept(rooms, k, first) & EYE_ROOM_ONE ? rooms->border[k] : rooms->vital[k];
}

/* The chains that are alive by Benson's algorithm, where a room in which the owner keeps an eye by
 * answering counts as well: there it answers, elsewhere it does not. In the room `first` it moves
 * first. */
static uint32_t find_alive(const Rooms *rooms, int first) {
    uint32_t alive = rooms->chain_count == 32 ? UINT32_MAX : (1U << rooms->chain_count) - 1;
    uint32_t before;
    do {
        before = alive;
        uint32_t one = 0, two = 0;
        for (int k = 0; k < rooms->room_count; k++) {
            if ((rooms->border[k] & ~alive) != 0) {
                continue;
            }
            const uint32_t eye = find_eye(rooms, k, first);
            two |= (one & eye) | (find_kept(rooms, k, first) & EYE_ROOM_TWO ? rooms->border[k] : 0);
            one |= eye;
        }
        alive &= two | rooms->firm;
    } while (alive != before);
    return alive;
}

/* The points on which the life of chains rests: their stones, rooms with two eyes for each, the
 * chains around those, and so on. */
static uint64_t find_zone(const Rooms *rooms, uint32_t alive, int first, uint32_t needed) {
    uint64_t zone = 0;
    uint32_t done = 0, used = 0; /* chains, rooms */
    while (needed != done) {
        const int i = __builtin_ctz(needed & ~done);
        done |= 1U << i;
        zone |= rooms->chains[i];
        int eyes = rooms->firm >> i & 1 ? 2 : 0;
        for (int is_used = 1; is_used >= 0; is_used--) {
            for (int k = 0; eyes < 2 && k < rooms->room_count; k++) {
                const bool is_two = find_kept(rooms, k, first) & EYE_ROOM_TWO;
                const uint32_t eye = is_two ? rooms->border[k] : find_eye(rooms, k, first);
                if ((rooms->border[k] & ~alive) != 0 || !(eye >> i & 1) ||
                    (int)(used >> k & 1) != is_used) {
                    continue;
                }
                eyes += is_two ? 2 : 1;
                used |= 1U << k;
                needed |= rooms->border[k];
                zone |= rooms->rooms[k];
            }
        }
    }
    return zone;
}

/* Are the targets on the board alive: one of them or, if any capture ends the game, each? */
static bool targets_live(const BitRegion *region, const Rooms *rooms, int first, uint32_t captured,
                         uint64_t *zone) {
    const Goal *goal = region->goal;
    const bool all = goal->kind == GOAL_CAPTURE_ANY;
    const uint32_t alive = find_alive(rooms, first);
    uint32_t needed = 0;
    int count = 0;
    for (int i = 0; alive != 0 && i < goal->target_count && (all || count == 0); i++) {
        for (int k = 0; !(captured >> i & 1) && k < rooms->chain_count; k++) {
            if ((alive >> k & 1) && (rooms->chains[k] & region->targets[i]) != 0) {
                needed |= 1U << k;
                count++;
            }
        }
    }
    if (count < (all ? goal->target_count : 1)) {
        return false;
    }
    *zone = find_zone(rooms, alive, first, needed);
    return true;
}

GoalOutcome bit_region_judge(const BitRegion *region, const BitPosition *position, BitSide mover,
                             uint32_t captured, EyeRooms *eye_rooms, uint64_t *zone) {
    const Goal *goal = region->goal;
    const uint32_t all = (uint32_t)((UINT64_C(1) << goal->target_count) - 1);
    const bool is_capture = goal_is_capture(goal);
    const GoalOutcome alive = is_capture ? GOAL_HELD : GOAL_REACHED;
    Rooms rooms;
    *zone = 0;
    if (goal->kind == GOAL_CAPTURE_ANY ? captured != 0 : captured == all) {
        return is_capture ? GOAL_REACHED : GOAL_HELD;
    }
    if (!list_rooms(region, position, &rooms)) {
        return GOAL_OPEN;
    }
    for (int k = 0; k < rooms.room_count; k++) {
        rooms.kept[k] = rooms.first[k] = 0;
        if (is_capture) { /* in a seki the stones are not alive */
            judge_room(region, position, eye_rooms, &rooms, k);
        }
    }
    if (targets_live(region, &rooms, -1, captured, zone)) {
        return alive;
    }
    for (int k = 0; mover == BIT_OWNER && k < rooms.room_count; k++) {
        if (rooms.first[k] != rooms.kept[k] && targets_live(region, &rooms, k, captured, zone)) {
            return alive;
        }
    }
    return GOAL_OPEN;
}

BitShape bit_region_find_shape(const BitRegion *region, const BitPosition *position,
                               uint32_t captured) {
    const uint64_t owner = position->stones[BIT_OWNER];
    const uint64_t attacker = position->stones[BIT_ATTACKER];
    const uint64_t firm = flood(region, attacker & region->firm[BIT_ATTACKER], attacker);
    const uint64_t area = flood(region, find_targets(region, captured), region->all & ~firm);
    if ((area & region->firm[BIT_OWNER]) != 0) {
        return (BitShape){.eye_points = BIT_POINTS_MAX};
    }
    const uint64_t covered = area & (region->firm[BIT_ATTACKER] | firm | find_beside(region, firm));
    const uint64_t empty = area & bit_region_empty(region, position);
    const uint64_t around = find_beside(region, area) & firm;
    return (BitShape){.is_dead = is_dead(region, area, owner & area, empty, covered),
                      .eye_points = count_points(area & ~owner & ~covered),
                      .zone = area | flood(region, around, firm)};
}

void bit_region_order(const BitRegion *region, const BitPosition *position, BitSide side,
                      uint32_t captured, int costs[BIT_POINTS_MAX]) {
    enum { COST_LIBERTY = 0, COST_SECOND = 1, COST_OTHER = BIT_COST_OTHER, COST_EYE = 4 };
    const uint64_t empty = bit_region_empty(region, position);
    const uint64_t chains = bit_region_targets(region, position, captured);
    const uint64_t liberties = find_beside(region, chains) & empty;
    const uint64_t second = find_beside(region, liberties);
    for (uint64_t left = empty; left != 0; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const bool is_eye = (region->beside[i] & ~position->stones[side]) == 0 &&
                            !(region->firm[1 - side] >> i & 1);
        costs[i] = (liberties >> i & 1 ? COST_LIBERTY
                    : second >> i & 1  ? COST_SECOND
                                       : COST_OTHER) +
                   (is_eye ? COST_EYE : 0);
    }
}

/* ---- Zones (dilate.h) ---- */

/* Adds liberties until the zone has as many as it needs, or all. */
static uint64_t add_liberties(uint64_t liberties, int needed, uint64_t zone) {
    for (int inside = count_points(liberties & zone); inside < needed; inside++) {
        zone |= lowest(liberties & ~zone);
    }
    return zone;
}

/* Adds the chains of a side beside a point that match, with all points around them. */
static uint64_t add_chains(const BitRegion *region, const BitPosition *position, BitSide side,
                           int point, bool in_atari, uint64_t zone) {
    const uint64_t empty = bit_region_empty(region, position);
    for (uint64_t left = region->beside[point] & position->stones[side]; left != 0;) {
        const uint64_t chain = flood(region, lowest(left), position->stones[side]);
        const uint64_t around = find_beside(region, chain);
        const bool is_taken =
            (around & empty) == UINT64_C(1) << point && (chain & region->firm[side]) == 0;
        left &= ~chain;
        zone |= !in_atari || is_taken ? chain | around : 0;
    }
    return zone;
}

/* Adds what forbids a move of the loser at the empty point, if something does. */
static uint64_t add_forbidden(const BitRegion *region, const BitPosition *position, BitSide loser,
                              int point, bool takes_kos, uint64_t zone) {
    BitPosition after;
    if ((region->beside[point] & bit_region_empty(region, position)) != 0 ||
        (region->firm[loser] >> point & 1)) {
        return zone;
    }
    const bool suicide = !bit_region_play(region, position, loser, point, &after);
    if (!suicide && (takes_kos || after.ko == BIT_NO_POINT)) {
        return zone;
    }
    return add_chains(region, position, suicide ? loser : 1 - loser, point, !suicide,
                      zone | region->beside[point]);
}

uint64_t bit_region_dilate_move(const BitRegion *region, const BitPosition *before, BitSide winner,
                                int point, uint64_t zone) {
    const uint64_t larger = add_chains(region, before, 1 - winner, point, true, 0);
    zone |= UINT64_C(1) << point | larger;
    return larger == 0 ? zone : zone | region->beside[point]; /* so that it becomes no ko */
}

uint64_t bit_region_dilate(const BitRegion *region, const BitPosition *position, BitSide winner,
                           bool loser_moves, bool loser_takes_kos, uint64_t zone) {
    const uint64_t empty = bit_region_empty(region, position);
    uint64_t before, seen = 0;
    do {
        before = zone;
        for (int side = BIT_OWNER; side <= BIT_ATTACKER; side++) {
            const uint64_t stones = position->stones[side];
            for (uint64_t left = zone & stones & ~seen; left != 0;) {
                const uint64_t chain = flood(region, lowest(left), stones);
                const uint64_t liberties = find_beside(region, chain) & empty;
                const int needed = loser_moves && side == (int)winner ? 2 : 1;
                left &= ~chain;
                seen |= chain;
                if ((chain & region->firm[side]) == 0) {
                    zone = add_liberties(liberties, needed, zone);
                }
            }
        }
        for (uint64_t left = zone & empty & ~seen; loser_moves && left != 0; left &= left - 1) {
            const int point = __builtin_ctzll(left);
            seen |= UINT64_C(1) << point;
            zone = add_forbidden(region, position, 1 - winner, point, loser_takes_kos, zone);
        }
    } while (zone != before);
    return zone;
}
