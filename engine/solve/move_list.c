#include "engine/solve/move_list.h"

/* ---- The learned order under simple ko ---- */

/* What is counted after the move, unless it says otherwise; own: of the side that moves. */
typedef enum {
    OWN_LIBERTIES, /* points */
    OTHER_LIBERTIES,
    TAKEN_STONES,
    IS_CAPTURE,
    NEIGHBORS, /* of the point played: fewer on the edge */
    OWN_REACH, /* stones and the points next to them */
    OTHER_REACH,
    OWN_REACH_BY_TWO, /* these and the points next to them */
    OWN_EULER,        /* number: chains less what they enclose */
    OTHER_EULER,
    OWN_EYES,   /* points whose neighbors are all own stones */
    OWN_BESIDE, /* stones next to the point, before the move */
    OTHER_BESIDE,
    OWN_DIAGONAL,
    HAS_ONE_LIBERTY, /* the chain of the new stone */
    HAS_TWO_LIBERTIES,
    HAS_THREE_LIBERTIES,
    CHAIN_STONES, /* of the same chain */
    SAVED_STONES, /* in atari before the move, on whose liberty it is */
    FILLS_OWN_EYE,
    FILLS_OTHER_EYE,
    IS_APART,  /* no stone was next to the point */
    OWN_ALONE, /* own reach that the other side does not reach */
    OTHER_ALONE,
    FEATURES
} Feature;

/* Fitted to 1,917 positions of attackers and 1,131 of defenders, all of whose moves were searched:
 * MEASUREMENTS.md. */
static const int16_t WEIGHTS[2][FEATURES] = {
    /* of the defender */
    {93, -97, -41,  164, 156, -72, -6, -18, -74, 48, 9,   -74,
     15, -19, -127, -59, -39, -12, 40, 39,  18,  93, -28, 4},
    /* of the attacker */
    {43,  -142, 19,   86,  220, -39, 5,  -7, 0,  22,  24,  -51,
     -46, -40,  -107, -22, 13,  -4,  33, 62, 55, -19, -18, 8},
};

static Bits eyes_of(const BitboardShape *shape, Bits stones) {
    const int row = shape->row;
    const Bits open = shape->points & ~stones;
    return open & ~(open << 1 | open >> 1 | open << row | open >> row);
}

/* Points less pairs of neighbors plus squares. */
static int euler_number(const BitboardShape *shape, Bits stones) {
    const int row = shape->row;
    const Bits across = stones & stones >> 1;
    return bitboard_count(stones) - bitboard_count(across) -
           bitboard_count(stones & stones >> row) + bitboard_count(across & across >> row);
}

static int count_saved(const BitboardMoves *moves, Bits bit) {
    int stones = 0;
    for (int i = 0; i < moves->atari_count[0]; i++) {
        stones += moves->atari[0][i].liberty == bit ? bitboard_count(moves->atari[0][i].stones) : 0;
    }
    return stones;
}

/* What belongs to the board after the move. */
static void count_board(const BitboardShape *shape, Bits own, Bits other, int *values) {
    const Bits empty = shape->points & ~(own | other);
    const Bits own_reach = bitboard_grow(shape, own), other_reach = bitboard_grow(shape, other);
    values[OWN_LIBERTIES] = bitboard_count(own_reach & empty);
    values[OTHER_LIBERTIES] = bitboard_count(other_reach & empty);
    values[OWN_REACH] = bitboard_count(own_reach);
    values[OTHER_REACH] = bitboard_count(other_reach);
    values[OWN_REACH_BY_TWO] = bitboard_count(bitboard_grow(shape, own_reach));
    values[OWN_EULER] = euler_number(shape, own);
    values[OTHER_EULER] = euler_number(shape, other);
    values[OWN_EYES] = bitboard_count(eyes_of(shape, own));
    values[OWN_ALONE] = bitboard_count(own_reach & ~other_reach);
    values[OTHER_ALONE] = bitboard_count(other_reach & ~own_reach);
}

/* What belongs to the point played: own and other are the stones before the move. */
static void count_point(const BitboardShape *shape, int move, Bits own, Bits other, int *values) {
    const int row = shape->row;
    const Bits bit = bitboard_bit(move), beside = shape->beside[move];
    const Bits diagonal = bit << (row + 1) | bit << (row - 1) | bit >> (row + 1) | bit >> (row - 1);
    values[NEIGHBORS] = bitboard_count(beside);
    values[OWN_BESIDE] = bitboard_count(beside & own);
    values[OTHER_BESIDE] = bitboard_count(beside & other);
    values[OWN_DIAGONAL] = bitboard_count(diagonal & own);
    values[FILLS_OWN_EYE] = (eyes_of(shape, own) & bit) != 0;
    values[FILLS_OTHER_EYE] = (eyes_of(shape, other) & bit) != 0;
    values[IS_APART] = (beside & (own | other)) == 0;
}

/* How promising a listed move looks, in hundredths of a natural logarithm of its chance to be the
 * best one: it decides in which order moves are searched, and how deep; no answer rests on it. */
static int estimate_move(const BitboardShape *shape, const Bitboard *bitboard,
                         const BitboardMoves *moves, int move, const Bits stones[2],
                         bool is_attacker) {
    const int mover = bitboard->to_move;
    const Bits empty = bitboard_empty(shape, stones), bit = bitboard_bit(move);
    const Bits chain = bitboard_flood(shape, bit, stones[mover]);
    const int liberties = bitboard_count(bitboard_grow(shape, chain) & empty);
    const Bits taken = bitboard->stones[!mover] & ~stones[!mover];
    int values[FEATURES], sum = 0;
    count_board(shape, stones[mover], stones[!mover], values);
    count_point(shape, move, bitboard->stones[mover], bitboard->stones[!mover], values);
    values[TAKEN_STONES] = bitboard_count(taken);
    values[IS_CAPTURE] = taken != 0;
    values[HAS_ONE_LIBERTY] = liberties == 1;
    values[HAS_TWO_LIBERTIES] = liberties == 2;
    values[HAS_THREE_LIBERTIES] = liberties == 3;
    values[CHAIN_STONES] = bitboard_count(chain);
    values[SAVED_STONES] = count_saved(moves, bit);
    for (int i = 0; i < FEATURES; i++) {
        sum += WEIGHTS[is_attacker][i] * values[i];
    }
    return sum;
}

/* ---- The list ---- */

/* Ordering under superko, chosen by the nodes that the ladder of `dihedra bench solve` takes. */
enum {
    LIBERTY_OWN = 2,
    LIBERTY_OTHER = 4,
    CAPTURED_STONE = 4,
    NEIGHBOR = 32, /* of the point played: the edge is last */
};

/* Both are more than orders of moves differ. */
enum {
    HELD = 100000, /* a ply of the depth at which a move of the defender was left open */
    PASS_ORDER = -100000,
};

enum {
    ESTIMATE_PER_PLY = 25, /* an estimate lower by this costs the attacker one more ply */
    REDUCTION_MAX = 20,    /* plies */
    FORCED_MOVES_MAX = 2,  /* up to this many moves of the defender cost no depth */
    WIDE_MOVES_MIN = 8,    /* from this many on, a move of the defender costs two plies */
    SUPERKO_FULL_DEPTH_MOVES = 3,
    SUPERKO_REDUCTION = 6, /* plies for all others */
};

/* A node, and what its children have in common. */
typedef struct {
    SolverQuery *query;
    const Bitboard *bitboard;
    BitboardMoves *moves;
    HashLanes lanes; /* of the node, with the state lanes of its children */
    int lane;        /* the number of these lanes in the bitboard */
    MoveList list;
    int repeat;   /* the last ply that a move repeats to the mover's advantage, or -1 */
    Bits threats; /* of the opponent */
} Node;

static int static_order(const Node *node, const Child *child) {
    const BitboardShape *shape = node->query->context->shape;
    const int mover = node->bitboard->to_move;
    const Bits own = child->stones[mover], other = child->stones[!mover];
    const Bits empty = shape->points & ~(own | other);
    const Bits taken = node->bitboard->stones[!mover] & ~other;
    return LIBERTY_OWN * bitboard_count(bitboard_grow(shape, own) & empty) -
           LIBERTY_OTHER * bitboard_count(bitboard_grow(shape, other) & empty) +
           CAPTURED_STONE * bitboard_count(taken) +
           NEIGHBOR * bitboard_count(shape->beside[child->move]);
}

/* Adds to the order of the moves that are to be searched. */
static void estimate(const Node *node, Child *children) {
    const SolverQuery *query = node->query;
    const SolverContext *context = query->context;
    const bool is_attacker = node->bitboard->to_move == (int)query->attacker;
    const bool is_learned = context->ko == KO_SIMPLE && context->use.learned_order;
    for (int i = 0; i < node->list.count; i++) {
        Child *child = &children[i];
        if (child->move != BITBOARD_PASS) {
            child->order += is_learned ? estimate_move(context->shape, node->bitboard, node->moves,
                                                       child->move, child->stones, is_attacker)
                                       : static_order(node, child);
        }
    }
}

static void toggle_all(const Node *node, HashLanes *lanes, int color, Bits stones) {
    const BitboardShape *shape = node->query->context->shape;
    const HashLanes *words = shape->hash.stone[color ^ node->lane];
    for (; stones != 0; stones &= stones - 1) {
        hash_lanes_toggle(lanes, &words[shape->cell_of[bitboard_first(stones)]]);
    }
}

static HashKey child_key(const Node *node, const Child *child) {
    const SolverContext *context = node->query->context;
    HashLanes lanes = node->lanes;
    for (int color = 0; color < 2; color++) {
        toggle_all(node, &lanes, color, node->bitboard->stones[color] ^ child->stones[color]);
    }
    if (child->ko != BITBOARD_NO_KO) {
        hash_lanes_toggle(&lanes, &context->shape->hash.ko[context->shape->cell_of[child->ko]]);
    }
    return solver_context_key_of_lanes(context, &lanes);
}

/* ---- Threats: moves by which a color would reach its goal by unconditional life, so that the
 * opponent must answer ---- */

enum { COVERED_BY_MOVE = 5 /* points: that of the stone and those next to it */ };

/* The empty points where a stone of the opponent would secure its goal, legal or not. */
static Bits find_opponent_threats(const SolverQuery *query, const Bitboard *bitboard) {
    const BitboardShape *shape = query->context->shape;
    const int other = !bitboard->to_move, needed = query->needed[other];
    const Bits own = bitboard->stones[other], covered = bitboard_grow(shape, own);
    Bits threats = 0;
    if (!query->context->use.threats || query->context->ko != KO_SIMPLE ||
        bitboard_count(covered) + COVERED_BY_MOVE < needed) {
        return 0;
    }
    for (Bits open = bitboard_empty(shape, bitboard->stones); open != 0; open &= open - 1) {
        const Bits bit = open & -open;
        if (bitboard_count(covered | bitboard_grow(shape, bit)) >= needed &&
            solver_query_is_secure(query, other, own | bit)) {
            threats |= bit;
        }
    }
    return threats;
}

/* May the opponent carry out a threat after this move? One that takes stones of the opponent may
 * have ended what they threatened. A threat that is possible is no suicide without taking stones.
 */
static bool leaves_threat(const Node *node, const Bits stones[2]) {
    const BitboardShape *shape = node->query->context->shape;
    const int other = !node->bitboard->to_move;
    const Bits empty = bitboard_empty(shape, stones);
    if (stones[other] != node->bitboard->stones[other]) {
        return false;
    }
    for (Bits open = node->threats & empty; open != 0; open &= open - 1) {
        const Bits bit = open & -open;
        const Bits chain = bitboard_flood(shape, bit, stones[other] | bit);
        if ((bitboard_grow(shape, chain) & empty) != bit) {
            return true;
        }
    }
    return false;
}

/* Decides a child without a search. Returns false if it is out of the question. */
static bool admit(Node *node, const Child *child) {
    const SolverQuery *query = node->query;
    const SolverContext *context = query->context;
    MoveList *list = &node->list;
    const int mover = node->bitboard->to_move;
    const int repeated = path_find(&query->path, context->ko, child->stones, !mover, child->ko);
    if (repeated >= 0) {
        if (mover == query->repetition_winner) {
            node->repeat = repeated > node->repeat ? repeated : node->repeat;
        } else {
            list->loss.depends = repeated < list->loss.depends ? repeated : list->loss.depends;
            list->loss.is_tainted |= query->repetition_winner < 0;
        }
        return false;
    }
    if (solver_query_is_secure(query, mover, child->stones[mover])) {
        list->result.answer = ANSWER_YES;
        list->result.is_tainted = solver_context_may_be_in_history(context, child->stones);
        list->move = child->move;
        return false;
    }
    return !leaves_threat(node, child->stones);
}

static void fill_child(Node *node, int move, Child *child) {
    SolverQuery *query = node->query;
    const SolverContext *context = query->context;
    child->move = (uint8_t)move;
    child->order = 0;
    bitboard_play_listed(context->shape, node->bitboard, node->moves, move, child->stones,
                         &child->ko);
    query->counts.generated++;
    if (admit(node, child)) {
        child->key = child_key(node, child);
        node->list.count++;
    }
}

static void generate(Node *node, Child *children) {
    const SolverQuery *query = node->query;
    MoveList *list = &node->list;
    bitboard_list_moves(query->context->shape, node->bitboard, query->context->suicide,
                        node->moves);
    Bits open = node->moves->legal & ~solver_query_excluded(query).spots;
    for (; open != 0 && list->result.answer == ANSWER_OPEN; open &= open - 1) {
        fill_child(node, bitboard_first(open), &children[list->count]);
    }
    if (list->result.answer == ANSWER_OPEN && node->repeat >= 0) {
        list->result = (SolverResult){ANSWER_YES, node->repeat, false, 0};
    }
}

/* A pass is a move only if the score is good for the mover as it stands: if not, the opponent would
 * pass, too. After it the opponent's pass ends the game. */
static void add_pass(Node *node, Child *children) {
    SolverQuery *query = node->query;
    const Bitboard *bitboard = node->bitboard;
    const int mover = bitboard->to_move;
    if (bitboard_score(query->context->shape, bitboard->stones, mover) < query->goal[mover] ||
        solver_query_excluded(query).has_pass || leaves_threat(node, bitboard->stones)) {
        return;
    }
    Child *child = &children[node->list.count++];
    *child = (Child){.stones = {bitboard->stones[0], bitboard->stones[1]},
                     .order = PASS_ORDER,
                     .move = BITBOARD_PASS,
                     .ko = BITBOARD_NO_KO};
    child->key = child_key(node, child);
    query->counts.generated++;
}

/* Looks all children up: one that is won decides, and those that are lost are dropped. */
static void cut_off(Node *node, Child *children) {
    SolverQuery *query = node->query;
    MoveList *list = &node->list;
    const int mover = node->bitboard->to_move;
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        table_prefetch(&query->context->table, children[i].key.check);
    }
    for (int i = 0; i < list->count; i++) {
        Child *child = &children[i];
        const Bounds bounds = solver_query_probe(query, &child->key, !mover);
        SolverResult result = solver_query_result(query, &bounds, !mover);
        if (result.answer == ANSWER_OPEN) {
            solver_query_probe_bans(query, &child->key, child->stones, &result);
        }
        if (result.answer == ANSWER_OPEN) {
            result =
                solver_result_of(solver_query_assumed(query, child->stones, !mover, child->ko));
        }
        if (result.answer == ANSWER_NO) {
            list->result = move_list_win(query->context, child, result);
            list->move = child->move;
            return;
        }
        if (result.answer == ANSWER_YES) {
            move_list_join(query, &list->loss, result);
        } else {
            /* The defender tries first what held longest in earlier, less deep searches. */
            child->order += mover == (int)query->attacker
                                ? 0
                                : HELD * solver_query_open_depth(query, &bounds, !mover);
            if (kept != i) {
                children[kept] = *child;
            }
            kept++;
        }
    }
    list->count = kept;
}

bool move_list_was_left_open(const Child *child) {
    return child->order > HELD / 2;
}

static int cost_for_attacker(int place, int behind, bool is_superko) {
    if (is_superko) {
        return place < SUPERKO_FULL_DEPTH_MOVES ? 1 : 1 + SUPERKO_REDUCTION;
    }
    const int reduction = place + behind / ESTIMATE_PER_PLY;
    return 1 + (reduction < REDUCTION_MAX ? reduction : REDUCTION_MAX);
}

/* Under superko, where what was found seldom holds on another path, long lines cost too much: with
 * the defender's forced moves for nothing 1x8 does not end, and graded reductions take 20 times the
 * positions there. */
int move_list_cost(const SolverQuery *query, int mover, int count, int place, int behind) {
    const SolverTechniques *use = &query->context->use;
    const bool is_superko = query->context->ko != KO_SIMPLE;
    if (mover == (int)query->attacker) {
        return use->reduction ? cost_for_attacker(place, behind, is_superko) : 1;
    }
    const int cost = count <= FORCED_MOVES_MAX ? 0 : count < WIDE_MOVES_MIN ? 1 : 2;
    return use->extension && !is_superko ? cost : 1;
}

MoveList move_list_generate(SolverQuery *query, Child *children) {
    const SolverContext *context = query->context;
    BitboardMoves moves; /* not cleared: half a thousand bytes for each node */
    Node node = {.query = query, .bitboard = path_end(&query->path), .moves = &moves, .repeat = -1};
    const int next = !node.bitboard->to_move;
    node.list =
        (MoveList){solver_result_of(ANSWER_OPEN), solver_result_of(ANSWER_NO), BITBOARD_NONE, 0};
    node.lane = solver_context_lane(context, next);
    node.lanes = node.bitboard->lanes[node.lane];
    hash_lanes_toggle(&node.lanes, &context->state_lanes[next]);
    node.threats = find_opponent_threats(query, node.bitboard);
    generate(&node, children);
    if (node.list.result.answer == ANSWER_OPEN) {
        add_pass(&node, children);
        if (context->use.cutoff) {
            cut_off(&node, children);
        }
        if (node.list.result.answer == ANSWER_OPEN) {
            estimate(&node, children);
        }
    }
    return node.list;
}
