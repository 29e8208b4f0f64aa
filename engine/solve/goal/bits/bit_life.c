#include "engine/solve/goal/bits/bit_position.h"

#include <stddef.h>

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
    const uint64_t empty = bit_position_empty(region, position);
    rooms->chain_count = rooms->room_count = 0;
    const uint64_t others = region->all & ~owner;
    const uint64_t open = bit_set_flood(region, others & region->firm[BIT_ATTACKER], others);
    for (uint64_t left = others & ~open; left != 0;) {
        const uint64_t room = bit_set_component(region, left, left);
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
        const uint64_t chain = bit_set_component(region, left, left);
        rooms->chains[rooms->chain_count] = chain;
        rooms->around[rooms->chain_count] = bit_set_beside(region, chain);
        rooms->firm |= (uint32_t)((chain & region->firm[BIT_OWNER]) != 0) << rooms->chain_count;
    }
    for (int k = 0; k < rooms->room_count; k++) {
        rooms->border[k] = rooms->vital[k] = 0;
        rooms->kept[k] = rooms->first[k] = 0;
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
    if ((points & region->firm[BIT_OWNER]) != 0 ||
        (rooms->room_count == 1 && bit_set_count(points) < 3) ||
        bit_set_count(points) > EYE_ROOM_POINTS_MAX ||
        bit_set_count(rooms->border[k]) > EYE_ROOM_CHAINS_MAX) {
        return;
    }
    EyeRoom room = {.count = 0, .chain_count = 0};
    uint8_t place[GOAL_POINTS_MAX]; /* of each point, in the room */
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
    rooms->first[k] = kept >> EYE_ROOM_FIRST;
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

/* The attacker's stones that are never captured. */
static uint64_t find_firm(const BitRegion *region, const BitPosition *position) {
    const uint64_t attacker = position->stones[BIT_ATTACKER];
    return bit_set_flood(region, attacker & region->firm[BIT_ATTACKER], attacker);
}

/* Does each way from one target to the other meet a wall? */
static bool are_apart(const BitRegion *region, uint64_t walls) {
    const uint64_t ways = bit_set_flood(region, region->targets[0], region->all & ~walls);
    return (ways & region->targets[1]) == 0;
}

static GoalOutcome judge_connection(const BitRegion *region, const BitPosition *position,
                                    uint32_t captured, uint64_t *zone) {
    if ((captured & 3) != 0) {
        return GOAL_HELD;
    }
    if (are_apart(region, find_firm(region, position))) {
        *zone = region->all;
        return GOAL_HELD;
    }
    const uint64_t chain = bit_set_flood(region, region->targets[0], position->stones[BIT_OWNER]);
    if ((chain & region->targets[1]) == 0) {
        return GOAL_OPEN;
    }
    *zone = chain;
    return GOAL_REACHED;
}

GoalOutcome bit_life_judge(const BitRegion *region, const BitPosition *position, BitSide mover,
                           uint32_t captured, EyeRooms *eye_rooms, uint64_t *zone) {
    const Goal *goal = region->goal;
    const Color owner = goal_target_color(goal);
    const GoalOutcome alive = goal_outcome_for(goal, owner);
    Rooms rooms;
    *zone = 0;
    if (goal->kind == GOAL_CONNECT) {
        return judge_connection(region, position, captured, zone);
    }
    if (goal->kind == GOAL_CAPTURE_ANY
            ? captured != 0
            : captured == (uint32_t)((UINT64_C(1) << goal->target_count) - 1)) {
        return goal_outcome_for(goal, color_opponent(owner));
    }
    if (!list_rooms(region, position, &rooms)) {
        return GOAL_OPEN;
    }
    for (int k = 0; eye_rooms != NULL && goal_is_capture(goal) && k < rooms.room_count; k++) {
        judge_room(region, position, eye_rooms, &rooms, k); /* in a seki the stones are not alive */
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

/* ---- Ways out ---- */

/* Returns the chain with two exits beside it, or 0. */
static uint64_t with_two_exits(const BitRegion *region, uint64_t chain, uint64_t exits) {
    const uint64_t near = bit_set_beside(region, chain) & exits;
    const uint64_t first = bit_set_lowest(near), second = bit_set_lowest(near & ~first);
    return second == 0 ? 0 : chain | first | second;
}

bool bit_escape_find(const BitRegion *region, const BitPosition *position, BitSide mover,
                     uint32_t captured, uint64_t *zone) {
    const uint64_t owner = position->stones[BIT_OWNER];
    const uint64_t empty = bit_position_empty(region, position);
    const uint64_t firm = bit_set_flood(region, owner & region->firm[BIT_OWNER], owner);
    const uint64_t exits = empty & (region->firm[BIT_OWNER] | bit_set_beside(region, firm));
    uint64_t left = exits == 0 ? 0 : bit_region_targets(region, captured) & owner, found = 0;
    while (left != 0 && found == 0) {
        const uint64_t chain = bit_set_component(region, left, owner);
        uint64_t moves = bit_set_beside(region, chain) & empty;
        left &= ~chain;
        if (mover == BIT_ATTACKER) {
            found = with_two_exits(region, chain, exits);
        } else if ((moves & exits) != 0) {
            found = chain | bit_set_lowest(moves & exits);
        }
        for (; mover == BIT_OWNER && moves != 0 && found == 0; moves &= moves - 1) {
            const uint64_t move = bit_set_lowest(moves);
            found = with_two_exits(region, bit_set_flood(region, move, owner | move), exits);
        }
    }
    const uint64_t inner = bit_set_beside(region, found & exits & ~region->firm[BIT_OWNER]);
    *zone = found | bit_set_flood(region, inner & firm, firm); /* which make these points exits */
    return found != 0;
}

/* ---- Room for eyes ---- */

/* Do all chains with stones in `inner` touch `eye`? */
static bool all_touch(const BitRegion *region, uint64_t owner, uint64_t inner, uint64_t eye) {
    while (inner != 0) {
        const uint64_t chain = bit_set_component(region, inner, owner);
        if ((bit_set_beside(region, chain) & eye) == 0) {
            return false;
        }
        inner &= ~chain;
    }
    return true;
}

/* What walls, stones of the attacker, and the edge enclose. */
typedef struct {
    uint64_t walls, points, covered;
    uint64_t zone; /* on which it rests that the walls stand */
} BitArea;

static BitArea find_area(const BitRegion *region, uint64_t targets, uint64_t walls) {
    const uint64_t points = bit_set_flood(region, targets, region->all & ~walls);
    const uint64_t beside = region->firm[BIT_ATTACKER] | walls | bit_set_beside(region, walls);
    return (BitArea){.walls = walls, .points = points, .covered = points & beside};
}

/* The owner has stones in an area that the edge and stones of the attacker which are not captured
 * meanwhile enclose.
 *
 * A point is *covered* if a stone of the attacker that is not captured stands there or beside it.
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
    const int count = bit_set_count(eye);
    if (count > 2 || (owner & (owner - 1)) == 0) {
        return false;
    }
    const uint64_t chain = inner == 0 ? 0 : bit_set_component(region, inner, owner);
    const bool is_one = (inner & ~chain) == 0;
    if (count == 0) {
        return is_one;
    }
    const uint64_t first = bit_set_lowest(eye);
    if (count == 1) {
        return (is_one || (eye & empty) != 0) && all_touch(region, owner, inner, eye);
    }
    return (bit_set_beside(region, first) & eye) != 0 && is_one && inner != 0 &&
           all_touch(region, owner, inner, first) && all_touch(region, owner, inner, eye & ~first);
}

/* Takes chains out of the walls, all of the attacker's at first, until each other one is firm or
 * has more liberties outside the area than is_dead takes turns: each turn puts a stone on a point
 * where none of the owner's stands to the end, and the owner fills one of those liberties at most.
 * Returns false if there is a way out, or more room than for is_dead. */
static bool find_walls(const BitRegion *region, const BitPosition *position, uint64_t targets,
                       uint64_t firm, BitArea *area) {
    const uint64_t owner = position->stones[BIT_OWNER];
    const uint64_t empty = bit_position_empty(region, position);
    uint64_t walls = position->stones[BIT_ATTACKER];
    do {
        *area = find_area(region, targets, walls);
        const uint64_t eye = area->points & ~owner & ~area->covered;
        if ((area->points & region->firm[BIT_OWNER]) != 0 || bit_set_count(eye) > 2) {
            return false;
        }
        const uint64_t inner = owner & area->points & ~area->covered;
        const int turns = bit_set_count(area->points & ~bit_set_flood(region, inner, owner));
        area->zone = area->points;
        for (uint64_t left = bit_set_beside(region, area->points) & walls; left != 0;) {
            const uint64_t chain = bit_set_component(region, left, area->walls);
            const uint64_t liberties = bit_set_beside(region, chain) & empty & ~area->points;
            const bool is_firm = (chain & firm) != 0;
            left &= ~chain;
            area->zone |= chain | (is_firm ? 0 : liberties);
            walls &= is_firm || bit_set_count(liberties) > turns ? UINT64_MAX : ~chain;
        }
    } while (walls != area->walls);
    return true;
}

BitShape bit_shape_find(const BitRegion *region, const BitPosition *position, uint32_t captured) {
    const uint64_t owner = position->stones[BIT_OWNER];
    const uint64_t targets = bit_region_targets(region, captured);
    const uint64_t firm = find_firm(region, position);
    BitArea area = find_area(region, targets, firm);
    BitShape shape = {.eye_points = (area.points & region->firm[BIT_OWNER]) != 0
                                        ? GOAL_POINTS_MAX
                                        : bit_set_count(area.points & ~owner & ~area.covered)};
    shape.is_dead = find_walls(region, position, targets, firm, &area) &&
                    is_dead(region, area.points, owner & area.points,
                            area.points & bit_position_empty(region, position), area.covered);
    shape.zone = area.zone;
    return shape;
}

/* ---- Connections ---- */

enum { SAFE = 4 /* liberties of a chain that is taken to stand */ };

/* Returns a side's chains with at most `most` liberties, all of them inside the region. */
static uint64_t find_weak(const BitRegion *region, const BitPosition *position, BitSide side,
                          int most) {
    const uint64_t empty = bit_position_empty(region, position);
    uint64_t weak = 0;
    for (uint64_t left = position->stones[side]; left != 0;) {
        const uint64_t chain = bit_set_component(region, left, left);
        left &= ~chain;
        if ((chain & region->firm[side]) == 0 &&
            bit_set_count(bit_set_beside(region, chain) & empty) <= most) {
            weak |= chain;
        }
    }
    return weak;
}

/* The empty points on which an opponent's stone would be in atari and capture nothing. */
static uint64_t find_denied(const BitRegion *region, const BitPosition *position) {
    const uint64_t empty = bit_position_empty(region, position);
    const uint64_t in_atari = find_weak(region, position, BIT_OWNER, 1);
    const uint64_t against = position->stones[BIT_ATTACKER] | in_atari;
    uint64_t denied = 0;
    for (uint64_t left = empty & ~region->firm[BIT_ATTACKER]; left != 0; left &= left - 1) {
        const uint64_t beside = region->beside[__builtin_ctzll(left)];
        if ((beside & against) == 0 && bit_set_count(beside & empty) <= 1) {
            denied |= bit_set_lowest(left);
        }
    }
    return denied;
}

/* The chains of the owner that belong to the first target. */
static uint64_t find_group(const BitRegion *region, const BitPosition *position) {
    const uint64_t owner = position->stones[BIT_OWNER];
    const uint64_t empty = bit_position_empty(region, position);
    const uint64_t denied = find_denied(region, position);
    uint64_t group = bit_set_flood(region, region->targets[0], owner), done = 0;
    while (group != done) {
        const uint64_t chain = bit_set_component(region, group & ~done, owner);
        const uint64_t liberties = bit_set_beside(region, chain) & empty;
        done |= chain;
        for (uint64_t left = owner & ~group; left != 0;) {
            const uint64_t other = bit_set_component(region, left, left);
            const uint64_t common = liberties & bit_set_beside(region, other);
            left &= ~other;
            if ((common & denied) != 0 || bit_set_count(common) >= 2) {
                group |= other;
            }
        }
    }
    return group;
}

GoalOutcome bit_link_judge(const BitRegion *region, const BitPosition *position) {
    if ((find_group(region, position) & region->targets[1]) != 0) {
        return GOAL_REACHED;
    }
    const uint64_t walls =
        position->stones[BIT_ATTACKER] & ~find_weak(region, position, BIT_ATTACKER, SAFE - 1);
    return are_apart(region, walls) ? GOAL_HELD : GOAL_OPEN;
}
