#include "engine/solve/goal/closed.h"

#include <string.h>

void closed_find(const Goal *goal, const Board *board, ClosedRegion *region) {
    const Color attacker = color_opponent(goal_target_color(goal));
    region->goal = goal;
    region->count = 0;
    if (goal->point_count > CLOSED_POINTS_MAX || goal->empty_count > CLOSED_EMPTY_MAX ||
        (!goal_is_capture(goal) && goal->kind != GOAL_LIVE)) {
        return;
    }
    for (int i = 0; i < goal->point_count; i++) {
        region->index_of[goal->points[i]] = (uint8_t)i;
    }
    region->wall = region->all = 0;
    for (int i = 0; i < goal->point_count; i++) {
        const uint64_t bit = UINT64_C(1) << i;
        Point beside[4];
        point_neighbours(goal->points[i], beside);
        region->beside[i] = 0;
        region->all |= bit;
        for (int k = 0; k < 4; k++) {
            const Color color = board_color(board, beside[k]);
            if (color == BORDER) {
                continue;
            }
            if (zone_has(&goal->playable, beside[k])) {
                region->beside[i] |= UINT64_C(1) << region->index_of[beside[k]];
            } else if (color == attacker && goal_chain_is_immortal(goal, board, beside[k])) {
                region->wall |= bit;
            } else {
                return;
            }
        }
    }
    for (int i = 0; i < goal->target_count; i++) {
        if (!zone_has(&goal->playable, goal->targets[i])) {
            return;
        }
        region->targets[i] = UINT64_C(1) << region->index_of[goal->targets[i]];
    }
    region->count = goal->point_count;
}

void closed_set_zone(const Goal *goal, const Board *board, Zone *zone) {
    *zone = goal->playable;
    for (int i = 0; i < goal->point_count; i++) {
        Point beside[4];
        point_neighbours(goal->points[i], beside);
        for (int k = 0; k < 4; k++) {
            if (board_color(board, beside[k]) <= WHITE && !zone_has(zone, beside[k])) {
                goal_add_chain(board, beside[k], zone);
            }
        }
    }
}

ClosedPosition closed_position(const ClosedRegion *region, const Board *board) {
    const Color owner = goal_target_color(region->goal);
    ClosedPosition position = {.ko = CLOSED_NO_POINT};
    for (int i = 0; i < region->count; i++) {
        const Color color = board_color(board, region->goal->points[i]);
        if (color <= WHITE) {
            position.stones[color == owner ? CLOSED_OWNER : CLOSED_ATTACKER] |= UINT64_C(1) << i;
        }
    }
    return position;
}

static uint64_t find_beside(const ClosedRegion *region, uint64_t points) {
    uint64_t beside = 0;
    for (; points != 0; points &= points - 1) {
        beside |= region->beside[__builtin_ctzll(points)];
    }
    return beside;
}

/* The points of `within` that are connected to those of `from`, which are a part of it. */
static uint64_t flood(const ClosedRegion *region, uint64_t from, uint64_t within) {
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
static bool all_touch(const ClosedRegion *region, uint64_t owner, uint64_t inner, uint64_t eye) {
    while (inner != 0) {
        const uint64_t chain = flood(region, lowest(inner), owner);
        if ((find_beside(region, chain) & eye) == 0) {
            return false;
        }
        inner &= ~chain;
    }
    return true;
}

/* A point is *covered* if a stone of the attacker that is never captured stands there or beside it.
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
static bool is_dead(const ClosedRegion *region, uint64_t owner, uint64_t empty, uint64_t covered) {
    const uint64_t eye = region->all & ~owner & ~covered, inner = owner & ~covered;
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

bool closed_play(const ClosedRegion *region, const ClosedPosition *before, ClosedSide side,
                 int point, ClosedPosition *after) {
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
        if ((find_beside(region, chain) & empty) == 0 &&
            (side == CLOSED_ATTACKER || (chain & region->wall) == 0)) {
            taken |= chain;
        }
    }
    const bool is_firm = side == CLOSED_ATTACKER && (bit & region->wall) != 0;
    if (taken == 0 && !is_firm && (beside & empty) == 0) {
        const uint64_t chain = flood(region, bit, own);
        if ((find_beside(region, chain) & empty) == 0 &&
            (side == CLOSED_OWNER || (chain & region->wall) == 0)) {
            return false;
        }
    }
    after->stones[side] = own;
    after->stones[1 - side] = other & ~taken;
    after->ko = CLOSED_NO_POINT;
    if (taken != 0 && (taken & (taken - 1)) == 0 && (beside & (own | empty)) == 0 && !is_firm) {
        after->ko = (uint8_t)__builtin_ctzll(taken);
    }
    return true;
}

uint32_t closed_add_captured(const ClosedRegion *region, const ClosedPosition *position,
                             uint32_t captured) {
    for (int i = 0; i < region->goal->target_count; i++) {
        captured |= (uint32_t)((position->stones[CLOSED_OWNER] & region->targets[i]) == 0) << i;
    }
    return captured;
}

enum { CHAINS_MAX = 32, ROOMS_MAX = 32 };

typedef struct {
    uint64_t chains[CHAINS_MAX], around[CHAINS_MAX]; /* of the owner, and the points beside them */
    uint64_t rooms[ROOMS_MAX];  /* maximal connected sets of other points that it encloses */
    uint32_t border[ROOMS_MAX]; /* the chains around each */
    uint32_t vital[ROOMS_MAX];  /* those to which it is vital */
    unsigned kept[ROOMS_MAX];   /* by eye_rooms_judge, with the attacker moving first */
    unsigned first[ROOMS_MAX];  /* and with the owner doing so */
    int chain_count, room_count;
} Rooms;

/* Returns false if there are too many. */
static bool list_rooms(const ClosedRegion *region, const ClosedPosition *position, Rooms *rooms) {
    const uint64_t owner = position->stones[CLOSED_OWNER];
    const uint64_t empty = closed_empty(region, position);
    rooms->chain_count = rooms->room_count = 0;
    const uint64_t others = region->all & ~owner;
    for (uint64_t left = others & ~flood(region, others & region->wall, others); left != 0;) {
        const uint64_t room = flood(region, lowest(left), left);
        left &= ~room;
        if (rooms->room_count == ROOMS_MAX) {
            return false;
        }
        rooms->rooms[rooms->room_count++] = room;
    }
    if (rooms->room_count == 0) {
        return false;
    }
    for (uint64_t left = owner; left != 0; left &= ~rooms->chains[rooms->chain_count++]) {
        if (rooms->chain_count == CHAINS_MAX) {
            return false;
        }
        const uint64_t chain = flood(region, lowest(left), left);
        rooms->chains[rooms->chain_count] = chain;
        rooms->around[rooms->chain_count] = find_beside(region, chain);
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
static void judge_room(const ClosedRegion *region, const ClosedPosition *position,
                       EyeRooms *eye_rooms, Rooms *rooms, int k) {
    const uint64_t points = rooms->rooms[k];
    rooms->kept[k] = rooms->first[k] = 0;
    if ((rooms->room_count == 1 && count_points(points) < 3) ||
        count_points(points) > EYE_ROOM_POINTS_MAX ||
        count_points(rooms->border[k]) > EYE_ROOM_CHAINS_MAX) {
        return;
    }
    EyeRoom room = {.count = 0, .chain_count = 0};
    uint8_t place[CLOSED_POINTS_MAX]; /* of each point, in the room */
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
    const unsigned attacker = map_points(place, position->stones[CLOSED_ATTACKER] & points);
    const unsigned kept = eye_rooms_judge(eye_rooms, &room, attacker);
    rooms->kept[k] = kept & (EYE_ROOM_ONE | EYE_ROOM_TWO);
    rooms->first[k] = (kept & EYE_ROOM_ONE_FIRST ? EYE_ROOM_ONE : 0) |
                      (kept & EYE_ROOM_TWO_FIRST ? EYE_ROOM_TWO : 0);
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
            const unsigned kept = k == first ? rooms->first[k] : rooms->kept[k];
            const uint32_t eye = kept & EYE_ROOM_ONE ? rooms->border[k] : rooms->vital[k];
            two |= (one & eye) | (kept & EYE_ROOM_TWO ? rooms->border[k] : 0);
            one |= eye;
        }
        alive &= two;
    } while (alive != before);
    return alive;
}

static bool targets_live(const ClosedRegion *region, const Rooms *rooms, uint32_t alive,
                         uint32_t captured) {
    const Goal *goal = region->goal;
    uint64_t stones = 0;
    for (; alive != 0; alive &= alive - 1) {
        stones |= rooms->chains[__builtin_ctz(alive)];
    }
    int count = 0;
    for (int i = 0; i < goal->target_count; i++) {
        count += !(captured >> i & 1) && (stones & region->targets[i]) != 0;
    }
    return goal->kind == GOAL_CAPTURE_ANY ? count == goal->target_count : count > 0;
}

GoalOutcome closed_judge(const ClosedRegion *region, const ClosedPosition *position,
                         ClosedSide mover, uint32_t captured, EyeRooms *eye_rooms) {
    const Goal *goal = region->goal;
    const uint32_t all = (uint32_t)((UINT64_C(1) << goal->target_count) - 1);
    const bool is_capture = goal_is_capture(goal);
    const GoalOutcome alive = is_capture ? GOAL_HELD : GOAL_REACHED;
    Rooms rooms;
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
    if (targets_live(region, &rooms, find_alive(&rooms, -1), captured)) {
        return alive;
    }
    for (int k = 0; mover == CLOSED_OWNER && k < rooms.room_count; k++) {
        if (rooms.first[k] != rooms.kept[k] &&
            targets_live(region, &rooms, find_alive(&rooms, k), captured)) {
            return alive;
        }
    }
    return GOAL_OPEN;
}

ClosedShape closed_find_shape(const ClosedRegion *region, const ClosedPosition *position) {
    const uint64_t owner = position->stones[CLOSED_OWNER];
    const uint64_t attacker = position->stones[CLOSED_ATTACKER];
    const uint64_t firm = flood(region, attacker & region->wall, attacker);
    const uint64_t covered = region->wall | firm | find_beside(region, firm);
    return (ClosedShape){.is_dead = is_dead(region, owner, closed_empty(region, position), covered),
                         .eye_points = count_points(region->all & ~owner & ~covered)};
}

void closed_order(const ClosedRegion *region, const ClosedPosition *position, ClosedSide side,
                  uint32_t captured, int costs[CLOSED_POINTS_MAX]) {
    enum { COST_LIBERTY = 0, COST_SECOND = 1, COST_OTHER = 3, COST_EYE = 4 };
    const uint64_t empty = closed_empty(region, position);
    uint64_t targets = 0;
    for (int i = 0; i < region->goal->target_count; i++) {
        targets |= captured >> i & 1 ? 0 : region->targets[i];
    }
    const uint64_t chains = flood(region, targets, position->stones[CLOSED_OWNER]);
    const uint64_t liberties = find_beside(region, chains) & empty;
    const uint64_t second = find_beside(region, liberties);
    for (uint64_t left = empty; left != 0; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const bool is_eye = (region->beside[i] & ~position->stones[side]) == 0 &&
                            (side == CLOSED_ATTACKER || !(region->wall >> i & 1));
        costs[i] = (liberties >> i & 1 ? COST_LIBERTY
                    : second >> i & 1  ? COST_SECOND
                                       : COST_OTHER) +
                   (is_eye ? COST_EYE : 0);
    }
}
