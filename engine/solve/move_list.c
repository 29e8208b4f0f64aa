/* Generates children; see the header. */
#include "engine/solve/move_list.h"

/* Ordering, chosen by the nodes that the ladder of `dihedra bench solve` takes. */
enum {
    LIBERTY_OWN = 2,
    LIBERTY_OTHER = 4,
    CAPTURED_STONE = 4,
    NEIGHBOUR = 32, /* of the point played: the edge is last */
    HELD = 1000,    /* a ply of the depth at which a move of the defender was left open */
    PASS_ORDER = -1000,
};

enum {
    FULL_DEPTH_MOVES = 3, /* of the attacker; the others are reduced */
    REDUCTION = 6,        /* plies */
};

/* A node, and what its children have in common. */
typedef struct {
    SolverQuery *query;
    const Bitboard *bitboard;
    BitboardMoves *moves;
    HashLanes lanes; /* of the node, with the state lanes of its children */
    int lane;        /* the number of these lanes in the bitboard */
    MoveList list;
    int repeat; /* the last ply that a move repeats to the mover's advantage, or -1 */
} Node;

static int order_of(const BitboardShape *shape, const Child *child, int mover, Bits taken) {
    const Bits own = child->stones[mover], other = child->stones[!mover];
    const Bits empty = shape->points & ~(own | other);
    return LIBERTY_OWN * bitboard_count(bitboard_grow(shape, own) & empty) -
           LIBERTY_OTHER * bitboard_count(bitboard_grow(shape, other) & empty) +
           CAPTURED_STONE * bitboard_count(taken) +
           NEIGHBOUR * bitboard_count(shape->beside[child->move]);
}

static void toggle_all(const Node *node, HashLanes *lanes, int color, Bits stones) {
    const BitboardShape *shape = node->query->context->shape;
    const HashLanes *words = shape->hash.stone[color ^ node->lane];
    for (; stones != 0; stones &= stones - 1) {
        hash_lanes_toggle(lanes, &words[shape->cell_of[bitboard_first(stones)]]);
    }
}

static HashKey key_of(const Node *node, const Child *child) {
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
            list->depends = repeated < list->depends ? repeated : list->depends;
            list->is_tainted |= query->repetition_winner < 0;
        }
        return false;
    }
    if (solver_query_is_secure(query, mover, child->stones[mover])) {
        list->result.answer = ANSWER_YES;
        list->result.is_tainted = solver_context_may_be_in_history(context, child->stones);
        list->move = child->move;
        return false;
    }
    return true;
}

static void add_move(Node *node, int move, Child *child) {
    SolverQuery *query = node->query;
    const SolverContext *context = query->context;
    child->move = (uint8_t)move;
    const Bits taken = bitboard_play_listed(context->shape, node->bitboard, node->moves, move,
                                            child->stones, &child->ko);
    if (taken == bitboard_bit(move)) {
        return; /* suicide of one stone: solver_context_play */
    }
    query->counts.generated++;
    if (admit(node, child)) {
        child->key = key_of(node, child);
        child->order = order_of(context->shape, child, node->bitboard->to_move,
                                taken & node->bitboard->stones[!node->bitboard->to_move]);
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
        add_move(node, bitboard_first(open), &children[list->count]);
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
    const int black = bitboard_score(query->context->shape, bitboard->stones);
    const int score = bitboard->to_move == BLACK ? black : -black;
    if (score < query->goal[bitboard->to_move] || solver_query_excluded(query).has_pass) {
        return;
    }
    Child *child = &children[node->list.count++];
    *child = (Child){.stones = {bitboard->stones[0], bitboard->stones[1]},
                     .order = PASS_ORDER,
                     .move = BITBOARD_PASS,
                     .ko = BITBOARD_NO_KO};
    child->key = key_of(node, child);
    query->counts.generated++;
}

/* The defender tries first what held longest in earlier, less deep searches. */
static int resistance_of(const Node *node, const Bounds *bounds) {
    const SolverQuery *query = node->query;
    const int mover = node->bitboard->to_move;
    return mover == (int)query->attacker ? 0
                                         : HELD * solver_query_open_depth(query, bounds, !mover);
}

/* Looks all children up: one that is won decides, and those that are lost are dropped. */
static void cut_off(Node *node, Child *children) {
    SolverQuery *query = node->query;
    MoveList *list = &node->list;
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        table_prefetch(&query->context->table, children[i].key.check);
    }
    for (int i = 0; i < list->count; i++) {
        Child *child = &children[i];
        const Bounds bounds = solver_query_probe(query, &child->key, !node->bitboard->to_move);
        const SolverResult result = solver_query_result(query, &bounds, !node->bitboard->to_move);
        if (result.answer == ANSWER_NO) {
            list->result = solver_result_of(ANSWER_YES);
            list->result.is_tainted =
                solver_context_may_be_in_history(query->context, child->stones);
            list->result.kos = move_list_kos(query->context, child, result.kos);
            list->move = child->move;
            return;
        }
        if (result.answer == ANSWER_YES) {
            list->kos = solver_context_join(query->context, list->kos, result.kos);
        } else {
            child->order += resistance_of(node, &bounds);
            if (kept != i) {
                children[kept] = *child;
            }
            kept++;
        }
    }
    list->count = kept;
}

int move_list_cost(const SolverQuery *query, int mover, int place) {
    if (!query->context->use.reduction || mover != (int)query->attacker) {
        return 1;
    }
    return place < FULL_DEPTH_MOVES ? 1 : 1 + REDUCTION;
}

MoveList move_list_generate(SolverQuery *query, Child *children) {
    const SolverContext *context = query->context;
    BitboardMoves moves; /* not cleared: half a thousand bytes for each node */
    Node node = {.query = query, .bitboard = path_end(&query->path), .moves = &moves, .repeat = -1};
    const int next = !node.bitboard->to_move;
    node.list = (MoveList){.result = solver_result_of(ANSWER_OPEN),
                           .move = BITBOARD_NONE,
                           .depends = DEPENDS_ON_NO_PLY};
    node.lane = solver_context_lane(context, next);
    node.lanes = node.bitboard->lanes[node.lane];
    hash_lanes_toggle(&node.lanes, &context->state_lanes[next]);
    generate(&node, children);
    if (node.list.result.answer == ANSWER_OPEN) {
        add_pass(&node, children);
        if (context->use.cutoff) {
            cut_off(&node, children);
        }
    }
    return node.list;
}
