#include "engine/solve/goal/bits/bit_position.h"

#include <stdlib.h>
#include <string.h>

#include "hash/random.h"

enum {
    POINTS = EYE_ROOM_POINTS_MAX,
    STATES_MAX = 2187, /* 3 ^ POINTS */
    CACHE = 4096,      /* rooms */
    WAYS = 4,
    OWNER = 0,
    ATTACKER = 1,
    /* What a move leads to, if to no other position: */
    ILLEGAL = -1,
    TAKES_LAST = -2, /* the last liberty of a chain, by a stone without a liberty */
    WINS = -3,       /* the last liberty of a chain */
};

typedef struct {
    uint64_t key;              /* 0: free */
    uint8_t kept[1 << POINTS]; /* [stones of the attacker] */
} EyeRoomTable;

struct EyeRooms {
    EyeRoomTable tables[CACHE];
    unsigned made;
    /* For the table that is being made; positions are numbers of base 3. */
    int16_t moves[2][STATES_MAX][POINTS]; /* [side to move] */
    bool is_taken[STATES_MAX];            /* a chain has no liberty in the room */
    bool lost[2][STATES_MAX];             /* for the owner */
    int code[1 << POINTS];                /* of stones of the attacker */
};

EyeRooms *eye_rooms_new(void) {
    return calloc(1, sizeof(EyeRooms));
}

void eye_rooms_free(EyeRooms *rooms) {
    free(rooms);
}

static unsigned find_beside(const EyeRoom *room, unsigned points) {
    unsigned beside = 0;
    for (; points != 0; points &= points - 1) {
        beside |= room->beside[__builtin_ctz(points)];
    }
    return beside;
}

static unsigned flood(const EyeRoom *room, unsigned from, unsigned within) {
    unsigned found = from, fresh = from;
    while (fresh != 0) {
        fresh = find_beside(room, fresh) & within & ~found;
        found |= fresh;
    }
    return found;
}

/* The stones of the owner that are connected to the chains outside. */
static unsigned find_connected(const EyeRoom *room, unsigned owner) {
    unsigned from = 0;
    for (int i = 0; i < room->chain_count; i++) {
        from |= room->touched[i];
    }
    return flood(room, from & owner, owner);
}

/* Has each chain a liberty in the room, itself or by what it is joined to? */
static bool all_breathe(const EyeRoom *room, unsigned owner, unsigned empty) {
    for (int i = 0; i < room->chain_count; i++) {
        unsigned touched = room->touched[i], before = 0;
        while ((touched & empty) == 0 && touched != before) {
            before = touched;
            const unsigned stones = flood(room, touched & owner, owner);
            touched |= find_beside(room, stones);
            for (int k = 0; k < room->chain_count; k++) {
                touched |= (room->touched[k] & stones) != 0 ? room->touched[k] : 0;
            }
        }
        if ((touched & empty) == 0) {
            return false;
        }
    }
    return true;
}

/* Removes the chains of `other` beside a point that have no liberty, but none in `kept`. */
static unsigned capture(const EyeRoom *room, int point, unsigned other, unsigned empty,
                        unsigned kept) {
    unsigned taken = 0;
    for (unsigned left = room->beside[point] & other & ~kept; left != 0; left &= left - 1) {
        const unsigned chain = flood(room, left & (~left + 1), other);
        if ((find_beside(room, chain) & empty) == 0) {
            taken |= chain;
        }
    }
    return taken;
}

static int move_attacker(const EyeRooms *rooms, const EyeRoom *room, unsigned owner,
                         unsigned attacker, int point) {
    const unsigned bit = 1U << point, all = (1U << room->count) - 1;
    attacker |= bit;
    const unsigned taken =
        capture(room, point, owner, all & ~(owner | attacker), find_connected(room, owner));
    owner &= ~taken;
    const unsigned empty = all & ~(owner | attacker);
    const bool breathes = (find_beside(room, flood(room, bit, attacker)) & empty) != 0;
    const int state = rooms->code[attacker] + 2 * rooms->code[owner];
    if (rooms->is_taken[state]) {
        return breathes ? WINS : TAKES_LAST;
    }
    return breathes ? state : ILLEGAL;
}

static int move_owner(const EyeRooms *rooms, const EyeRoom *room, unsigned owner, unsigned attacker,
                      int point) {
    const unsigned bit = 1U << point, all = (1U << room->count) - 1;
    owner |= bit;
    const unsigned taken = capture(room, point, attacker, all & ~(owner | attacker), 0);
    attacker &= ~taken;
    const unsigned empty = all & ~(owner | attacker), chain = flood(room, bit, owner);
    const unsigned liberties = find_beside(room, chain) & empty;
    const bool is_inner = (find_connected(room, owner) & bit) == 0;
    const bool takes_ko =
        is_inner && chain == bit && liberties == taken && (taken & (taken - 1)) == 0 && taken != 0;
    if ((is_inner && liberties == 0) || takes_ko) {
        return ILLEGAL;
    }
    return rooms->code[attacker] + 2 * rooms->code[owner];
}

static void read_state(const EyeRoom *room, int state, unsigned stones[2]) {
    stones[OWNER] = stones[ATTACKER] = 0;
    for (int i = 0, rest = state; i < room->count; i++, rest /= 3) {
        stones[OWNER] |= (unsigned)(rest % 3 == 2) << i;
        stones[ATTACKER] |= (unsigned)(rest % 3 == 1) << i;
    }
}

static void list_moves(EyeRooms *rooms, const EyeRoom *room, int state_count) {
    const unsigned all = (1U << room->count) - 1;
    unsigned stones[2];
    for (int state = 0; state < state_count; state++) {
        read_state(room, state, stones);
        rooms->is_taken[state] =
            !all_breathe(room, stones[OWNER], all & ~(stones[OWNER] | stones[ATTACKER]));
    }
    for (int state = 0; state < state_count; state++) {
        read_state(room, state, stones);
        const unsigned empty = all & ~(stones[OWNER] | stones[ATTACKER]);
        for (int i = 0; i < room->count; i++) {
            const bool may = empty >> i & 1 && !rooms->is_taken[state];
            rooms->moves[OWNER][state][i] =
                (int16_t)(may ? move_owner(rooms, room, stones[OWNER], stones[ATTACKER], i)
                              : ILLEGAL);
            rooms->moves[ATTACKER][state][i] =
                (int16_t)(may ? move_attacker(rooms, room, stones[OWNER], stones[ATTACKER], i)
                              : ILLEGAL);
        }
    }
}

/* Is the position lost for the owner, by what is known so far? */
static bool find_lost(const EyeRooms *rooms, int count, int side, int state, bool alone) {
    bool lost = rooms->lost[1 - side][state]; /* after a pass */
    for (int i = 0; i < count && lost == (side == OWNER); i++) {
        const int next = rooms->moves[side][state][i];
        if (next == ILLEGAL || (next == TAKES_LAST && !alone)) {
            continue;
        }
        lost = next < 0 || rooms->lost[1 - side][next];
    }
    return lost;
}

/* Adds all positions that are lost for the owner. alone: its chains have liberties in this room
 * only, so what is lost otherwise is lost, too. A move leads to a higher number unless it captures,
 * so few sweeps from the highest down are needed. */
static void sweep(EyeRooms *rooms, int count, int state_count, bool alone) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (int state = state_count - 1; state >= 0; state--) {
            for (int side = OWNER; side <= ATTACKER; side++) {
                if (!rooms->lost[side][state] && find_lost(rooms, count, side, state, alone)) {
                    rooms->lost[side][state] = changed = true;
                }
            }
        }
    }
}

static void make_table(EyeRooms *rooms, const EyeRoom *room, EyeRoomTable *table) {
    int state_count = 1;
    memset(rooms->code, 0, sizeof rooms->code);
    for (int i = 0; i < room->count; i++, state_count *= 3) {
        for (unsigned stones = 0; stones < 1U << room->count; stones++) {
            rooms->code[stones] += stones >> i & 1 ? state_count : 0;
        }
    }
    memset(table->kept, 0, sizeof table->kept);
    list_moves(rooms, room, state_count);
    memcpy(rooms->lost[OWNER], rooms->is_taken, (size_t)state_count);
    memcpy(rooms->lost[ATTACKER], rooms->is_taken, (size_t)state_count);
    for (int alone = 0; alone <= 1; alone++) {
        sweep(rooms, room->count, state_count, alone != 0);
        for (unsigned stones = 0; stones < 1U << room->count; stones++) {
            const int state = rooms->code[stones];
            table->kept[stones] |=
                (uint8_t)(!rooms->lost[ATTACKER][state] << alone | !rooms->lost[OWNER][state]
                                                                       << (alone + EYE_ROOM_FIRST));
        }
    }
}

unsigned eye_rooms_judge(EyeRooms *rooms, const EyeRoom *room, unsigned attacker) {
    uint64_t beside = 0;
    uint32_t touched = 0;
    memcpy(&beside, room->beside, (size_t)room->count);
    memcpy(&touched, room->touched, (size_t)room->chain_count);
    SplitMix mix = {beside ^ (uint64_t)room->count << 56};
    mix.state = splitmix_next(&mix) ^ ((uint64_t)touched << 8 | (uint64_t)room->chain_count);
    const uint64_t key = splitmix_next(&mix) | 1;
    EyeRoomTable *set = &rooms->tables[key >> 32 & (CACHE - WAYS)];
    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key) {
            return set[i].kept[attacker];
        }
    }
    EyeRoomTable *table = &set[rooms->made++ % WAYS];
    table->key = key;
    make_table(rooms, room, table);
    return table->kept[attacker];
}
