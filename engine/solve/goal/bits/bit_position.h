/* The region of a goal in bits, sets of its points, its positions and their moves, the zones of
 * proofs, and what a position shows without reading on. Plain data and pure functions.
 *
 * All that is beside the region, outside, must be empty or stones that are never captured
 * (goal_count_outside). These do not change while a goal is searched. */
#ifndef ENGINE_SOLVE_GOAL_BITS_BIT_POSITION_H
#define ENGINE_SOLVE_GOAL_BITS_BIT_POSITION_H

#include "engine/solve/goal/goal.h"

typedef enum { BIT_OWNER, BIT_ATTACKER } BitSide;

/* The points lie in rows if these fit 64 bits, counted from the corner of the region. So regions
 * that are alike, wherever they lie and whatever the colors are, have positions with the same bits.
 */
typedef struct {
    const Goal *goal;
    int row; /* bits of a row, of which the last is no point, so that shifts never wrap around;
                0: the points are in no rows, since they would take more than 64 bits */
    uint64_t beside[GOAL_POINTS_MAX]; /* the points beside each */
    uint64_t firm[2];                 /* [BitSide]: points where a stone of that side is never
                                         captured, by what is beside it outside */
    uint64_t all;
    uint8_t index_of[POINT_COUNT];      /* [playable point]: its bit */
    Point point_of[GOAL_POINTS_MAX];    /* [bit of `all`] */
    uint64_t targets[GOAL_TARGETS_MAX]; /* a bit each */
} BitRegion;

/* Returns false if a stone outside beside the region may be captured, or a target is outside, or
 * goal_finish has refused the goal. The goal must have been finished, on this board or one before
 * it, and must outlive the region. */
bool bit_region_find(const Goal *goal, const Board *board, BitRegion *region);

/* A hash of the region and its goal, the same for regions in rows that are alike. */
uint64_t bit_region_hash(const BitRegion *region);

/* Sets *zone to the given points and the stones outside beside them. */
void bit_region_set_zone(const BitRegion *region, const Board *board, uint64_t points, Zone *zone);

/* The targets that are left. */
static inline uint64_t bit_region_targets(const BitRegion *region, uint32_t captured) {
    uint64_t targets = 0;
    for (int i = 0; i < region->goal->target_count; i++) {
        targets |= captured >> i & 1 ? 0 : region->targets[i];
    }
    return targets;
}

/* ---- Sets of points ---- */

static inline uint64_t bit_set_lowest(uint64_t points) {
    return points & (~points + 1);
}

/* The points beside any of them. */
static inline uint64_t bit_set_beside(const BitRegion *region, uint64_t points) {
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
static inline uint64_t bit_set_flood(const BitRegion *region, uint64_t from, uint64_t within) {
    uint64_t found = from, fresh = from;
    while (fresh != 0) {
        fresh = bit_set_beside(region, fresh) & within & ~found;
        found |= fresh;
    }
    return found;
}

/* The connected part of `within` that has the lowest of the points, which are a part of it. */
static inline uint64_t bit_set_component(const BitRegion *region, uint64_t points,
                                         uint64_t within) {
    return bit_set_flood(region, bit_set_lowest(points), within);
}

static inline int bit_set_count(uint64_t points) {
    int count = 0;
    for (; points != 0; points &= points - 1) {
        count++;
    }
    return count;
}

/* ---- Positions ---- */

enum { BIT_NO_POINT = 255 };

typedef struct {
    uint64_t stones[2]; /* [BitSide] */
    uint8_t ko;         /* the point that a simple ko forbids to the side to move, or
                           BIT_NO_POINT */
} BitPosition;

/* Without a ko. */
BitPosition bit_position_read(const BitRegion *region, const Board *board);

static inline uint64_t bit_position_empty(const BitRegion *region, const BitPosition *position) {
    return region->all & ~(position->stones[0] | position->stones[1]);
}

/* Makes `after` the position after a move on an empty point, or returns false if that is suicide. A
 * ban on a ko is for the caller to see. The move takes a ko if after->ko is set. */
bool bit_position_play(const BitRegion *region, const BitPosition *before, BitSide side, int point,
                       BitPosition *after);

/* As goal_add_captured. */
uint32_t bit_position_add_captured(const BitRegion *region, const BitPosition *position,
                                   uint32_t captured);

/* The stones of the targets that are still there. */
uint64_t bit_position_targets(const BitRegion *region, const BitPosition *position,
                              uint32_t captured);

/* Costs of moves. 0: obvious; higher: less likely to help. */
enum {
    BIT_COST_LIBERTY = 0, /* of a target */
    BIT_COST_SECOND = 1,  /* beside a liberty */
    BIT_COST_PASS = 1,
    BIT_COST_OTHER = 3, /* far from the targets */
    BIT_COST_EYE = 4,   /* that a move costs more if it fills an eye of the mover */
};

/* Sets the costs of moves on all empty points. */
void bit_position_order(const BitRegion *region, const BitPosition *position, BitSide side,
                        uint32_t captured, int costs[GOAL_POINTS_MAX]);

/* ---- Zones: sets of points outside of which the loser's moves do not change a proof ----
 *
 * "A novel approach to solving goal-achieving problems for board games", arXiv 2112.02563:
 * the winner follows its proof and passes whenever the loser plays outside the zone. That works if
 *
 *  1. what the loser may not play inside the zone stays forbidden,
 *  2. no move outside the zone captures a stone inside it,
 *  3. the winner's moves stay legal and capture the same stones.
 *
 * The functions below add the points that this takes. Kos are no part of the argument: where a ban
 * decides, the zone must be the whole region. */

/* Adds what the winner's move at a point needs: the point, what it captures, and what is around. */
uint64_t bit_zone_dilate_move(const BitRegion *region, const BitPosition *before, BitSide winner,
                              int point, uint64_t zone);

/* Adds what a zone needs in a position, to a fixpoint: liberties of the chains in it and, if the
 * loser is to move, what forbids its moves. loser_takes_kos: false if the search forbids that. */
uint64_t bit_zone_dilate(const BitRegion *region, const BitPosition *position, BitSide winner,
                         bool loser_moves, bool loser_takes_kos, uint64_t zone);

/* ---- Rooms of at most seven points that the owner of stones encloses (eye_room.c) ----
 *
 * Does it keep an eye there, or two, by answering each move of the attacker inside the room? Tables
 * are made as they are needed, by a search of all positions of a room, and kept. An EyeRooms
 * belongs to one thread. */

enum { EYE_ROOM_POINTS_MAX = 7, EYE_ROOM_CHAINS_MAX = 4 };

/* A room: the points that are enclosed, as bits, and the chains around it. */
typedef struct {
    int count, chain_count;
    uint8_t beside[EYE_ROOM_POINTS_MAX];  /* the points beside each */
    uint8_t touched[EYE_ROOM_CHAINS_MAX]; /* the points beside each chain */
} EyeRoom;

/* What the owner keeps in a room without taking kos. It has no stones there yet. */
enum {
    EYE_ROOM_ONE = 1,   /* each chain always has a liberty there that the attacker cannot fill
                           as long as it has another elsewhere; the attacker moves first */
    EYE_ROOM_TWO = 2,   /* the chains live by this room alone */
    EYE_ROOM_FIRST = 2, /* bits by which these are shifted if the owner moves first: */
    EYE_ROOM_ONE_FIRST = EYE_ROOM_ONE << EYE_ROOM_FIRST,
    EYE_ROOM_TWO_FIRST = EYE_ROOM_TWO << EYE_ROOM_FIRST,
};

typedef struct EyeRooms EyeRooms;

/* Returns NULL if out of memory. */
EyeRooms *eye_rooms_new(void);
void eye_rooms_free(EyeRooms *rooms); /* may be NULL */

/* Returns a set of the above. attacker: its stones in the room. */
unsigned eye_rooms_judge(EyeRooms *rooms, const EyeRoom *room, unsigned attacker);

/* ---- What a position shows about a goal without reading on (bit_life.c) ---- */

/* Judges by Benson's algorithm ("Life in the game of Go", 1976) over chains, vital regions and
 * rooms in which the owner keeps eyes by answering, where a chain with a liberty that
 * is never filled is alive, too. When the position is decided, sets *zone to the points that this
 * rests on. eye_rooms: NULL leaves rooms out, so that what is decided needs no further move. */
GoalOutcome bit_life_judge(const BitRegion *region, const BitPosition *position, BitSide mover,
                           uint32_t captured, EyeRooms *eye_rooms, uint64_t *zone);

/* Does a target get out: to an *exit*, an empty point where a stone of the owner is
 * never captured? The owner needs one beside the target's chain, or two, of which the attacker
 * takes one. Its moves touch that chain, so they are legal, and no ko. Sets *zone to what this
 * rests on. */
bool bit_escape_find(const BitRegion *region, const BitPosition *position, BitSide mover,
                     uint32_t captured, uint64_t *zone);

/* How much room for eyes the targets have, and whether that is too little. */
typedef struct {
    bool is_dead;   /* the attacker captures all stones of the owner without winning a ko, even if
                       the owner moves first */
    int eye_points; /* that may still become part of an eye; many if a target may get out */
    uint64_t zone;  /* on which is_dead rests */
} BitShape;

BitShape bit_shape_find(const BitRegion *region, const BitPosition *position, uint32_t captured);

/* Whether the targets of GOAL_CONNECT look connected or cut apart: an estimate that ends lines of a
 * search if the caller accepts judgements. Reached: the targets are one group of chains, two of
 * which belong together if they have two common liberties, or one on which an opponent's stone
 * would be in atari. Held: every way from one to the other meets a chain of the opponent with four
 * liberties or one outside. */
GoalOutcome bit_link_judge(const BitRegion *region, const BitPosition *position);

#endif
