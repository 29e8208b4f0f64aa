#include "engine/go/playout/policy.h"

#include "engine/go/board/ladder.h"
#include "engine/go/board/liberty.h"
#include "engine/go/playout/pattern.h"

/* Tuned by matches on 9x9 at 200 visits a move (../MEASUREMENTS.md). */
const PlayoutPolicyRates PLAYOUT_POLICY_RATES = {
    .capture = 0.95, .escape = 0.95, .nakade = 0.9, .attack = 0.1, .shape = 0.95};

enum { CANDIDATES_MAX = 24 }; /* of one turn; further ones are dropped */

/* A turn of one side, and the candidates so far. */
typedef struct {
    const PlayoutPolicyRates *rates;
    const PatternTable *patterns;
    Board *board;
    Rng *rng;
    Color color;        /* to move */
    Point last, before; /* the opponent's last move, and the mover's own before it */
    int count;
    Point candidates[CANDIDATES_MAX];
} PolicyTurn;

static void add_candidate(PolicyTurn *turn, Point p) {
    if (turn->count < CANDIDATES_MAX) {
        point_list_add(turn->candidates, &turn->count, p);
    }
}

/* ---- Small regions ---- */

/* A connected set of points, and how many of them are beside each. */
typedef struct {
    int count;
    Point points[PATTERN_EYE_MAX + 1]; /* one more: the region is too large */
    int neighbors[PATTERN_EYE_MAX];
} EyeRegion;

/* Finds the points that are connected to p through points of the colors in `inside` (a bit each).
 * Returns false if they are more than PATTERN_EYE_MAX, or if a point beside them has a color that
 * is neither in `inside` nor in `border`. */
static bool find_region(const Board *b, Point p, unsigned inside, unsigned border,
                        EyeRegion *region) {
    region->count = 1;
    region->points[0] = p;
    for (int i = 0; i < region->count; i++) {
        Point beside[4];
        point_neighbors(region->points[i], beside);
        region->neighbors[i] = 0;
        for (int k = 0; k < 4; k++) {
            const unsigned color = 1U << b->color[beside[k]];
            if ((color & (inside | border)) == 0) {
                return false;
            }
            if ((color & inside) != 0) {
                region->neighbors[i]++;
                if (point_list_add(region->points, &region->count, beside[k]) &&
                    region->count > PATTERN_EYE_MAX) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* ---- Self-atari ---- */

/* Does the shape have a vital point? Three in a row, the pyramid, the bulky five, the cross and the
 * rabbity six have: the point with the most neighbors in the shape. `most` is that number, `links`
 * the sum over all points. */
static bool has_vital_point(int points, int most, int links) {
    return (points == 3 && most == 2) || (points == 4 && most == 3) ||
           (points == 5 && (most == 4 || links == 10)) || (points == 6 && most == 4 && links == 12);
}

/* A move at p leaves its chain one liberty. Do the stones then fill an eye of the opponent except
 * that liberty, in a shape that leaves one eye when it is captured: one or two stones, the square,
 * or one with a vital point? */
static bool is_nakade_fill(const Board *b, Color color, Point p, Point liberty) {
    const unsigned border = 1U << BORDER | 1U << color_opponent(color);
    EyeRegion region;
    if (!find_region(b, p, 1U << EMPTY | 1U << color, border, &region)) {
        return false;
    }
    int stones = 0, links = 0, most = 0;
    for (int i = 0; i < region.count; i++) {
        const Point q = region.points[i];
        if (q == liberty) {
            continue;
        }
        if (b->color[q] == EMPTY && q != p) {
            return false;
        }
        const bool leads_out = b->color[liberty] == EMPTY && point_touches(q, liberty);
        const int linked = region.neighbors[i] - leads_out;
        most = linked > most ? linked : most;
        links += linked;
        stones++;
    }
    return stones <= 2 || (stones == 4 && links == 8) || has_vital_point(stones, most, links);
}

bool playout_policy_is_bad_self_atari(const Board *b, Color color, Point p) {
    Point liberty;
    return liberties_after(b, p, color, &liberty) < 2 && around_count(b->around[p], color) > 0 &&
           !is_nakade_fill(b, color, p, liberty);
}

bool playout_policy_is_self_atari(const Board *b, Color color, Point p) {
    Point beside[4], liberty;
    if (liberties_after(b, p, color, &liberty) >= 2) {
        return false;
    }
    point_neighbors(p, beside);
    for (int k = 0; k < 4; k++) {
        if (b->color[beside[k]] == color_opponent(color) && chain_in_atari(b, beside[k])) {
            return false;
        }
    }
    return true;
}

/* ---- Atari ---- */

/* Captures the last move's chain. */
static void capture_last_move(PolicyTurn *turn) {
    const Board *b = turn->board;
    if (chain_in_atari(b, turn->last)) {
        const Point take = chain_last_liberty(b, turn->last);
        if (move_is_playable(b, turn->color, take)) {
            add_candidate(turn, take);
        }
    }
}

/* Saves own chains in atari beside the last move: captures stones around them, or extends them if
 * no ladder captures them then. */
static void add_escapes(PolicyTurn *turn) {
    const Board *b = turn->board;
    Point beside[4];
    point_neighbors(turn->last, beside);
    for (int i = 0; i < 4; i++) {
        if (board_color(b, beside[i]) != turn->color || !chain_in_atari(b, beside[i])) {
            continue;
        }
        chain_add_captures(b, beside[i], POINT_NONE, CANDIDATES_MAX, turn->candidates,
                           &turn->count);
        const Point run = chain_last_liberty(b, beside[i]);
        if (move_is_playable(b, turn->color, run) && !ladder_catches_run(b, beside[i])) {
            add_candidate(turn, run);
        }
    }
}

/* ---- Two liberties ---- */

/* Begins ladders that capture the last move's chain, and saves own chains beside it from ladders.
 */
static void add_attacks(PolicyTurn *turn) {
    const Board *b = turn->board;
    Point liberties[3], beside[4], only;
    if (chain_find_liberties(b, turn->last, 3, liberties) == 2) {
        for (int k = 0; k < 2; k++) {
            if (ladder_takes(b, turn->last, liberties[k]) &&
                !playout_policy_is_bad_self_atari(b, turn->color, liberties[k])) {
                add_candidate(turn, liberties[k]);
            }
        }
    }
    point_neighbors(turn->last, beside);
    for (int i = 0; i < 4; i++) {
        if (board_color(b, beside[i]) != turn->color || !ladder_threatens(b, beside[i])) {
            continue;
        }
        const int count = chain_find_liberties(b, beside[i], 2, liberties);
        for (int k = 0; k < count; k++) {
            if (move_is_playable(b, turn->color, liberties[k]) &&
                !place_is_eye(b, liberties[k], turn->color) &&
                liberties_after(b, liberties[k], turn->color, &only) >= 2) {
                add_candidate(turn, liberties[k]);
            }
        }
    }
}

/* ---- Nakade ---- */

/* Plays the vital points of the opponent's small eyes beside the last move. */
static void add_nakade(PolicyTurn *turn) {
    const Board *b = turn->board;
    const unsigned border = 1U << BORDER | 1U << color_opponent(turn->color);
    Point beside[4];
    point_neighbors(turn->last, beside);
    for (int i = 0; i < 4; i++) {
        EyeRegion eye;
        int best = 0, links = 0;
        if (b->color[beside[i]] != EMPTY ||
            !pattern_may_be_eye(turn->patterns, b, color_opponent(turn->color), beside[i]) ||
            !find_region(b, beside[i], 1U << EMPTY, border, &eye)) {
            continue;
        }
        for (int k = 0; k < eye.count; k++) {
            best = eye.neighbors[k] > eye.neighbors[best] ? k : best;
            links += eye.neighbors[k];
        }
        if (has_vital_point(eye.count, eye.neighbors[best], links) &&
            move_is_playable(b, turn->color, eye.points[best])) {
            add_candidate(turn, eye.points[best]);
        }
    }
}

/* ---- Shapes ---- */

/* Plays the first shape on the eight points around center, from a random one on. */
static void add_shape_around(PolicyTurn *turn, Point center) {
    static const int8_t AROUND[16] = {
        /* twice, so that no index wraps */
        -STRIDE - 1, -STRIDE, -STRIDE + 1, 1, STRIDE + 1, STRIDE, STRIDE - 1, -1,
        -STRIDE - 1, -STRIDE, -STRIDE + 1, 1, STRIDE + 1, STRIDE, STRIDE - 1, -1};
    const Board *b = turn->board;
    const int8_t *around = &AROUND[rng_below(turn->rng, 8)];
    for (int i = 0; i < 8 && turn->count == 0; i++) {
        const Point p = (Point)(center + around[i]);
        Point liberty;
        if (b->color[p] == EMPTY && pattern_matches(turn->patterns, b, turn->color, p) &&
            move_is_playable(b, turn->color, p) &&
            liberties_after(b, p, turn->color, &liberty) >= 2) {
            add_candidate(turn, p);
        }
    }
}

static void add_shapes(PolicyTurn *turn) {
    add_shape_around(turn, turn->last);
    if (turn->count == 0 && point_is_move(turn->before)) {
        add_shape_around(turn, turn->before);
    }
}

/* ---- A turn ---- */

/* A random move, uniform among those that fill no own eye and are not a bad self-atari, or
 * POINT_PASS. Rejected points are swapped behind those still to try. */
static Point random_move(PolicyTurn *turn) {
    Board *b = turn->board;
    size_t untried = (size_t)b->empty_count;
    while (untried > 0) {
        const size_t slot = rng_below(turn->rng, (uint32_t)untried);
        const Point p = b->empty[slot];
        if (move_is_playable(b, turn->color, p) && !place_is_eye(b, p, turn->color) &&
            !playout_policy_is_bad_self_atari(b, turn->color, p)) {
            return p;
        }
        place_swap_empty(b, slot, --untried);
    }
    return POINT_PASS;
}

/* Applies a rule with the probability `rate`. Returns whether there are candidates. */
static bool apply(PolicyTurn *turn, double rate, void (*rule)(PolicyTurn *)) {
    if (rng_next(turn->rng) < rate * 0x1p32) {
        rule(turn);
    }
    return turn->count > 0;
}

/* The first rule with candidates decides; captures and escapes count as one rule. */
static bool apply_rules(PolicyTurn *turn) {
    const PlayoutPolicyRates *rates = turn->rates;
    turn->count = 0;
    if (!point_is_move(turn->last) ||
        board_color(turn->board, turn->last) != color_opponent(turn->color)) {
        return false;
    }
    apply(turn, rates->capture, capture_last_move);
    return apply(turn, rates->escape, add_escapes) || apply(turn, rates->nakade, add_nakade) ||
           apply(turn, rates->attack, add_attacks) || apply(turn, rates->shape, add_shapes);
}

PlayoutResult playout_policy_run(const PlayoutPolicyRates *rates, Board *board, Point last,
                                 Point before, Rng *rng, PlayoutTrace *trace) {
    const int limit = playout_move_limit(board->geometry->cell_count);
    PolicyTurn turn = {.rates = rates,
                       .patterns = pattern_table(),
                       .board = board,
                       .rng = rng,
                       .color = board->to_move,
                       .last = last,
                       .before = before};
    trace->first = turn.color;
    trace->count = 0;
    while (board->passes < 2 && trace->count < limit) {
        const Point p = apply_rules(&turn) ? turn.candidates[rng_below(rng, (uint32_t)turn.count)]
                                           : random_move(&turn);
        if (p == POINT_PASS) {
            board_play(board, turn.color, POINT_PASS);
        } else {
            place_stone(board, p, board->slot[p], turn.color, false);
            board->passes = 0;
        }
        trace->moves[trace->count++] = p;
        turn.before = turn.last;
        turn.last = p;
        turn.color = color_opponent(turn.color);
    }
    return (PlayoutResult){.score = playout_final_score(board), .moves = trace->count};
}
