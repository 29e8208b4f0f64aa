/* Questions and claims; see the header. */
#include "engine/solve/inquiry.h"

void inquiry_set_question(Inquiry *inquiry, Color attacker, int target) {
    const int cells = inquiry->arena->shape->cell_count;
    inquiry->attacker = attacker;
    inquiry->goal[attacker] = target;
    inquiry->goal[color_opponent(attacker)] = 1 - target;
    for (int color = 0; color < 2; color++) {
        inquiry->needed[color] = (cells + inquiry->goal[color] + 1) / 2;
    }
    const int serves = inquiry->goal[BLACK] <= 0 ? BLACK : WHITE; /* a draw is 0 points */
    inquiry->holder = inquiry->arena->ko == KO_SIMPLE ? serves
                      : inquiry->is_plain             ? (int)color_opponent(attacker)
                                                      : -1;
}

/* log2, rounded down. */
static int work_of(uint64_t nodes) {
    return nodes == 0 ? 0 : 63 - __builtin_clzll(nodes);
}

void inquiry_store(Inquiry *inquiry, const HashKey *key, Verdict verdict, int depth,
                   uint64_t nodes) {
    Table *table = &inquiry->arena->table;
    const int mover = trail_end(&inquiry->trail)->to_move, goal = inquiry->goal[mover];
    const bool holds = !verdict.is_tainted && (verdict.kos == 0 || !inquiry->is_careful ||
                                               inquiry->arena->ko == KO_SIMPLE);
    if (verdict.depends < inquiry->trail.ply || (!holds && verdict.answer != ANSWER_OPEN)) {
        return; /* holds on this path only */
    }
    const uint64_t own_key = inquiry_key(inquiry, key, mover);
    Claim claim = claim_unpack(table_probe(table, own_key, key->check));
    /* A claim that is stored already and says more could not be trusted on this path. */
    if (verdict.answer == ANSWER_OPEN) {
        if (claim.target != goal) {
            claim.open[0] = claim.open[1] = 0;
        }
        claim.target = goal;
        claim.open[mover == (int)inquiry->attacker] =
            depth < CLAIM_DEPTH_MAX ? depth + depth % 2 : CLAIM_DEPTH_MAX;
    } else if (verdict.answer == ANSWER_YES) {
        claim.least = goal;
        claim.kos =
            inquiry_join(inquiry, verdict.kos, claim.most == CLAIM_MOST_NONE ? 0 : claim.kos);
    } else {
        claim.most = goal - 1;
        claim.kos =
            inquiry_join(inquiry, verdict.kos, claim.least == CLAIM_LEAST_NONE ? 0 : claim.kos);
    }
    const int work = work_of(nodes);
    claim.work = work > claim.work ? work : claim.work;
    table_count_store(&inquiry->counts.table,
                      table_store(table, own_key, key->check, claim_pack(&claim)));
}
