#include "tests/support/oracle/prover.h"

#include "engine/go/board/benson.h"
#include "engine/go/board/score.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_SIZE = 1 << 17, DEPTH_MAX = 60 };

/* What is known of a position: a verdict, or how deep it was read without reaching one. */
typedef struct {
    uint64_t key, check;
    uint8_t proof; /* Proof */
    uint8_t depth; /* plies read */
    Point best;    /* the move that decided, or POINT_NONE */
} Entry;

struct Prover {
    const Board *board;
    Goal goal;
    Prover *ladder; /* the same question, ladders only; NULL if it is not asked */
    long node_max, nodes, nodes_before;
    Color generous;                   /* who may retake kos and commit suicide */
    Entry table[2][TABLE_SIZE];       /* [generous] */
    uint32_t cutoffs[2][POINT_COUNT]; /* how often a color's move decided: tried first */
};

Prover *prover_new(const Board *board, const Goal *goal, long node_max) {
    Prover *prover = calloc(1, sizeof *prover);
    if (prover == NULL) {
        return NULL;
    }
    prover->board = board;
    prover->goal = *goal;
    prover->node_max = node_max;
    if (goal->kind == GOAL_CAPTURE && goal->safe > 0) {
        Goal ladder = *goal;
        ladder.kind = GOAL_LADDER;
        prover->ladder = prover_new(board, &ladder, node_max);
        if (prover->ladder == NULL) {
            prover_free(prover);
            return NULL;
        }
    }
    return prover;
}

void prover_free(Prover *prover) {
    if (prover != NULL) {
        prover_free(prover->ladder);
        free(prover);
    }
}

long prover_nodes(const Prover *prover) {
    return prover->nodes + (prover->ladder != NULL ? prover->ladder->nodes : 0);
}

/* ---- Where the goal stands ------------------------------------------------------------------- */

static bool is_settled(const uint8_t *life, Point p) {
    return life[p] != LIFE_UNDECIDED;
}

/* Returns the owner of a settled point. */
static Color settled_owner(const Board *board, const uint8_t *life, Point p) {
    switch ((Life)life[p]) {
    case LIFE_ALIVE:
        return board_color(board, p);
    case LIFE_DEAD:
        return color_opponent(board_color(board, p));
    case LIFE_BLACK_TERRITORY:
        return BLACK;
    default:
        return WHITE;
    }
}

/* On an open board no chain lives unconditionally in time to matter. */
static bool needs_life(const Goal *goal) {
    return goal->kind == GOAL_WIN || (goal->kind == GOAL_CAPTURE && goal->safe == 0);
}

/* Has color won, however the points that are not settled are shared out? */
static Proof judge_win(const Prover *prover, const Board *board, const uint8_t *life) {
    const Geometry *geometry = board->geometry;
    const Color color = prover->goal.color;
    const double komi = color == BLACK ? -prover->goal.komi : prover->goal.komi;
    if (board->passes >= 2) {
        const int black = score_area(board, NULL, NULL);
        return (color == BLACK ? black : -black) + komi > 0 ? PROOF_ACHIEVED : PROOF_FAILED;
    }
    int settled[2] = {0, 0};
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (is_settled(life, p)) {
            settled[settled_owner(board, life, p)]++;
        }
    }
    const int least = 2 * settled[color] - geometry->cell_count;
    const int most = geometry->cell_count - 2 * settled[color_opponent(color)];
    return least + komi > 0 ? PROOF_ACHIEVED : most + komi < 0 ? PROOF_FAILED : PROOF_OPEN;
}

/* Counts liberties in the region alone: no move elsewhere takes those. */
static int count_region_liberties(const Prover *prover, const Board *board, Point p) {
    Point liberties[CELL_COUNT_MAX];
    int inside = 0;
    for (int i = board_liberties(board, p, liberties) - 1; i >= 0; i--) {
        inside += prover->goal.region[liberties[i]];
    }
    return inside;
}

/* On an open board, a target that is saved only as the region ends leaves the question open. */
static Proof judge_capture(const Prover *prover, const Board *board, const uint8_t *life) {
    const Point target = prover->goal.target;
    if (board->color[target] != prover->board->color[target]) {
        return PROOF_ACHIEVED;
    }
    const bool saved = prover->goal.safe > 0
                           ? count_region_liberties(prover, board, target) >= prover->goal.safe
                           : board->passes >= 2 || life[target] == LIFE_ALIVE;
    return saved ? PROOF_FAILED : PROOF_OPEN;
}

/* An attack by ataris is over when the target has a liberty too many. */
static Proof judge_ladder(const Prover *prover, const Board *board) {
    const Point target = prover->goal.target;
    const Color defender = board_color(prover->board, target);
    if (board->color[target] != defender) {
        return PROOF_ACHIEVED;
    }
    const int in_time = board->to_move == defender ? 1 : 2;
    return board->passes >= 2 || board_liberties(board, target, NULL) > in_time ? PROOF_FAILED
                                                                                : PROOF_OPEN;
}

static Proof judge_connection(const Prover *prover, const Board *board) {
    const Point a = prover->goal.target, b = prover->goal.other;
    const bool captured =
        board->color[a] != prover->board->color[a] || board->color[b] != prover->board->color[b];
    if (!captured && board->chain[a] == board->chain[b]) {
        return PROOF_ACHIEVED;
    }
    return captured || board->passes >= 2 ? PROOF_FAILED : PROOF_OPEN;
}

static Proof proof_opposite(Proof proof) {
    return proof == PROOF_OPEN       ? PROOF_OPEN
           : proof == PROOF_ACHIEVED ? PROOF_FAILED
                                     : PROOF_ACHIEVED;
}

/* Returns the verdict that the position shows without reading on. */
static Proof judge_position(const Prover *prover, const Board *board, const uint8_t *life) {
    Proof proof = PROOF_OPEN;
    switch (prover->goal.kind) {
    case GOAL_WIN:
        proof = judge_win(prover, board, life);
        break;
    case GOAL_CAPTURE:
        proof = judge_capture(prover, board, life);
        break;
    case GOAL_LADDER:
        proof = judge_ladder(prover, board);
        break;
    case GOAL_CONNECT:
        proof = judge_connection(prover, board);
        break;
    }
    return prover->goal.prevents ? proof_opposite(proof) : proof;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

typedef struct {
    Point moves[CELL_COUNT_MAX + 1];
    int count;
} Moves;

/* Plays the move on *after. Returns false if it is illegal: suicide of a single stone is so for
 * both sides, kos and other suicides for the side that is not generous. */
static bool try_move(const Prover *prover, const Board *board, Point p, Board *after) {
    const Color color = board->to_move;
    const bool generous = color == prover->generous;
    const MoveCheck check = board_check(board, color, p, generous);
    if (check != MOVE_LEGAL && !(check == MOVE_KO && generous)) {
        return false;
    }
    board_copy(after, board);
    board_play(after, color, p);
    return p == POINT_PASS || after->color[p] == color || board_own_neighbors(board, color, p) > 0;
}

static void add_move(Moves *list, Point p) {
    for (int i = 0; i < list->count; i++) {
        if (list->moves[i] == p) {
            return;
        }
    }
    list->moves[list->count++] = p;
}

/* All that can matter in a ladder: the attacker must give atari or capture, so it plays a liberty;
 * the defender, in atari, takes its liberty or a chain that surrounds it and is in atari. */
static void list_ladder_moves(const Prover *prover, const Board *board, Moves *list) {
    const Point target = prover->goal.target;
    list->count = board_liberties(board, target, list->moves);
    if (board->to_move != board->color[target]) {
        return;
    }
    Point stones[CELL_COUNT_MAX], liberties[CELL_COUNT_MAX], beside[4];
    const int size = board_chain_stones(board, target, stones);
    for (int i = 0; i < size; i++) {
        point_neighbors(stones[i], beside);
        for (int k = 0; k < 4; k++) {
            if (board_color(board, beside[k]) == color_opponent(board->to_move) &&
                board_liberties(board, beside[k], liberties) == 1) {
                add_move(list, liberties[0]);
            }
        }
    }
}

/* Lists the empty points of the region, for GOAL_WIN without those that are settled by now. */
static void list_region_moves(const Prover *prover, const Board *board, const uint8_t *life,
                              Moves *list) {
    list->count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (prover->goal.region[p] && !(prover->goal.kind == GOAL_WIN && is_settled(life, p))) {
            list->moves[list->count++] = p;
        }
    }
}

/* Lists the moves, those that decided most often first, and the pass last. */
static void list_moves(const Prover *prover, const Board *board, const uint8_t *life, Moves *list) {
    if (prover->goal.kind == GOAL_LADDER) {
        list_ladder_moves(prover, board, list);
    } else {
        list_region_moves(prover, board, life, list);
    }
    const uint32_t *cutoffs = prover->cutoffs[board->to_move];
    for (int i = 1; i < list->count; i++) {
        const Point p = list->moves[i];
        int k = i;
        for (; k > 0 && cutoffs[list->moves[k - 1]] < cutoffs[p]; k--) {
            list->moves[k] = list->moves[k - 1];
        }
        list->moves[k] = p;
    }
    list->moves[list->count++] = POINT_PASS;
}

static void put_first(Moves *list, Point p) {
    for (int i = 1; i < list->count; i++) {
        if (list->moves[i] == p) {
            memmove(list->moves + 1, list->moves, (size_t)i * sizeof *list->moves);
            list->moves[0] = p;
        }
    }
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* The table knows a position by 128 bits of its hash, without symmetries: a goal has a place. */
static Entry *find_entry(Prover *prover, const Board *board, Entry *wanted) {
    const HashState state = board_hash_state(board, &RULE_SETS[0].rules);
    HashLanes lanes;
    hash_lanes_add_state(&board->geometry->hash, &board->hash, &state, &lanes);
    *wanted = (Entry){.key = lanes.lane[0], .check = lanes.lane[5]};
    return &prover->table[prover->generous][hash_mix(wanted->key) % TABLE_SIZE];
}

static Proof read_position(Prover *prover, const Board *board, int depth);

/* Returns the verdict that the side to move can reach: its wish if one move grants it, the opposite
 * if all moves are known to fail. */
static Proof read_moves(Prover *prover, const Board *board, int depth, Moves *list, Point *best) {
    const Color color = board->to_move;
    const Proof wish = color == prover->goal.color ? PROOF_ACHIEVED : PROOF_FAILED;
    Proof proof = proof_opposite(wish);
    for (int i = 0; i < list->count; i++) {
        Board after;
        if (!try_move(prover, board, list->moves[i], &after)) {
            continue;
        }
        const Proof answer = read_position(prover, &after, depth - 1);
        if (answer == wish) {
            *best = list->moves[i];
            prover->cutoffs[color][*best] += (uint32_t)(depth * depth);
            return wish;
        }
        if (answer == PROOF_OPEN) {
            proof = PROOF_OPEN;
        }
    }
    return proof;
}

static Proof read_position(Prover *prover, const Board *board, int depth) {
    uint8_t life[POINT_COUNT];
    if (needs_life(&prover->goal)) {
        benson_find(board, true, life);
    }
    Proof proof = judge_position(prover, board, life);
    prover->nodes++;
    if (proof != PROOF_OPEN || depth == 0 || board->passes >= 2 ||
        prover->nodes - prover->nodes_before > prover->node_max) {
        return proof;
    }
    Entry wanted, *entry = find_entry(prover, board, &wanted);
    const bool known = entry->key == wanted.key && entry->check == wanted.check;
    if (known && (entry->proof != PROOF_OPEN || entry->depth >= depth)) {
        return (Proof)entry->proof;
    }
    Moves list;
    list_moves(prover, board, life, &list);
    Point best = known ? entry->best : POINT_NONE;
    put_first(&list, best);
    proof = read_moves(prover, board, depth, &list, &best);
    *entry = wanted;
    entry->proof = (uint8_t)proof;
    entry->depth = (uint8_t)depth;
    entry->best = best;
    return proof;
}

/* Returns the verdict with one side generous, or PROOF_OPEN if node_max positions do not show it.
 * Reads deeper and deeper, so that short proofs are found first. */
static Proof read_deeper(Prover *prover, const Board *board, Color generous) {
    prover->generous = generous;
    prover->nodes_before = prover->nodes;
    Proof proof = PROOF_OPEN;
    for (int depth = 0; depth <= DEPTH_MAX && proof == PROOF_OPEN; depth++) {
        if (prover->nodes - prover->nodes_before > prover->node_max) {
            break;
        }
        proof = read_position(prover, board, depth);
    }
    return proof;
}

/* The goal is achieved if it is achieved even against a generous opponent, and fails if it fails
 * even for a generous side. If the move in question is a pass, it does not count as the first of
 * the two that end the game. Otherwise it would fail merely because dead stones are left on the
 * board; so whoever wants it to fail must answer with a move. */
Proof prover_judge(Prover *prover, Point move) {
    const Color color = prover->goal.color;
    const Proof captured = prover->goal.prevents ? PROOF_FAILED : PROOF_ACHIEVED;
    if (prover->ladder != NULL && prover_judge(prover->ladder, move) == captured) {
        return captured;
    }
    Board start, after;
    board_copy(&start, prover->board);
    start.to_move = (uint8_t)color;
    for (Color generous = BLACK; generous <= WHITE; generous++) {
        prover->generous = generous;
        const Proof wanted = generous == color ? PROOF_FAILED : PROOF_ACHIEVED;
        if (!try_move(prover, &start, move, &after)) {
            return PROOF_FAILED;
        }
        after.passes = 0;
        if (read_deeper(prover, &after, generous) == wanted) {
            return wanted;
        }
    }
    return PROOF_OPEN;
}

int prover_find_open_points(const Board *board, bool region[POINT_COUNT]) {
    uint8_t life[POINT_COUNT];
    int count = 0;
    memset(region, 0, POINT_COUNT * sizeof *region);
    benson_find(board, true, life);
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        region[p] = !is_settled(life, p);
        count += region[p];
    }
    return count;
}
