#include "engine/go/playout/playout.h"

#include "engine/base/simd.h"
#include "engine/go/board/place.h"

/* Stones played change the hash in registers, which are added to the board at the end; captured
 * stones are rare and change the board's hash at once. XOR is commutative, so the sum is the same.
 */
typedef uint64_t LaneQuad __attribute__((vector_size(32), may_alias));

typedef struct {
    LaneQuad part[2];
} LaneSum;

static inline void lane_sum_add(LaneSum *sum, const HashLanes *stone) {
    for (int i = 0; i < 2; i++) {
        sum->part[i] ^= *(const LaneQuad *)&stone->lane[4 * i];
    }
}

/* Draws points without replacement until one is playable, which is uniform among the playable ones,
 * and plays there. Rejected points are swapped behind those still to try. Returns false for a pass.
 * Color and hashed are constants at each call, so that each gets its own loop. */
static inline __attribute__((always_inline)) bool
play_random(Board *b, Rng *rng, LaneSum *sum, const Color color, const bool hashed) {
    size_t untried = (size_t)b->empty_count;
    while (untried > 0) {
        const size_t slot = rng_below(rng, (uint32_t)untried);
        const size_t p = b->empty[slot];
        const unsigned around = b->around[p];
        if ((around & AROUND_EMPTY_MASK) != 0 ||
            ((around & around_not_eye_mask(color)) != 0 && p != b->ko &&
             place_is_safe_enclosed(b, p, color))) {
            place_stone(b, p, slot, color, hashed);
            if (hashed) {
                lane_sum_add(sum, &b->geometry->stone[color][p]);
            }
            return true;
        }
        place_swap_empty(b, slot, --untried);
    }
    b->ko = POINT_NONE;
    return false;
}

/* At the end an empty point has stones of only one color beside it, or is a last liberty of both
 * sides. */
int playout_final_score(const Board *b) {
    const int end = b->geometry->point_count;
    int score = 0;
    for (int p = STRIDE; p < end; p++) {
        score += (b->color[p] == BLACK) - (b->color[p] == WHITE);
    }
    for (int i = 0; i < b->empty_count; i++) {
        const unsigned around = b->around[b->empty[i]];
        score += (around_count(around, WHITE) == 0 && around_count(around, BLACK) != 0) -
                 (around_count(around, BLACK) == 0 && around_count(around, WHITE) != 0);
    }
    return score;
}

/* Plays one turn. Returns false if it was the second pass in a row. */
static inline __attribute__((always_inline)) bool
take_turn(Board *b, Rng *rng, LaneSum *sum, int *passes, const Color color, const bool hashed) {
    if (__builtin_expect(play_random(b, rng, sum, color, hashed), 1)) {
        *passes = 0;
        return true;
    }
    return ++*passes < 2;
}

static inline __attribute__((always_inline)) PlayoutResult run(Board *b, Rng *rng,
                                                               const bool hashed) {
    const int limit = playout_move_limit(b->geometry->cell_count);
    Rng local = *rng; /* stays in a register */
    LaneSum sum = {0};
    int passes = b->passes;
    int moves = 0;
    bool on = true;
    if (b->to_move == WHITE) {
        moves++;
        on = take_turn(b, &local, &sum, &passes, WHITE, hashed);
    }
    while (on && moves < limit) {
        moves++;
        if (!take_turn(b, &local, &sum, &passes, BLACK, hashed)) {
            break;
        }
        moves++;
        on = take_turn(b, &local, &sum, &passes, WHITE, hashed);
    }
    *rng = local;
    lane_sum_add(&sum, &b->hash);
    memcpy(&b->hash, &sum, sizeof sum);
    return (PlayoutResult){.score = playout_final_score(b), .moves = moves};
}

void playout_owners(const Board *board, uint8_t *owner) {
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        owner[p] = board->color[p];
        if (board->color[p] == EMPTY) {
            const bool black = around_count(board->around[p], BLACK) != 0;
            const bool white = around_count(board->around[p], WHITE) != 0;
            owner[p] = (uint8_t)(black == white ? EMPTY : black ? BLACK : WHITE);
        }
    }
}

/* The loop is compiled for each instruction set: wider registers move the eight lanes of the
 * hash in fewer instructions. */
static PlayoutResult run_plain(Board *board, Rng *rng, bool hashed) {
    return hashed ? run(board, rng, true) : run(board, rng, false);
}

#if defined(__x86_64__)
__attribute__((target("avx2,bmi,bmi2"))) static PlayoutResult run_avx2(Board *board, Rng *rng,
                                                                       bool hashed) {
    return hashed ? run(board, rng, true) : run(board, rng, false);
}
#endif

static PlayoutResult (*const KERNELS[])(Board *, Rng *, bool) = {
    [SIMD_PLAIN] = run_plain,
#if defined(__x86_64__)
    [SIMD_AVX2] = run_avx2,
#endif
};

PlayoutResult playout_run(Board *board, Rng *rng) {
    return KERNELS[simd_level()](board, rng, true);
}

PlayoutResult playout_run_unhashed(Board *board, Rng *rng) {
    return KERNELS[simd_level()](board, rng, false);
}
