/* Questions and claims; see the header. */
#include "engine/solve/inquiry.h"

void inquiry_set_question(Inquiry *inquiry, Color attacker, int target) {
    const int cells = inquiry->context->shape->cell_count;
    inquiry->attacker = attacker;
    inquiry->goal[attacker] = target;
    inquiry->goal[color_opponent(attacker)] = 1 - target;
    for (int color = 0; color < 2; color++) {
        inquiry->needed[color] = (cells + inquiry->goal[color] + 1) / 2;
    }
    const int serves = inquiry->goal[BLACK] <= 0 ? BLACK : WHITE; /* a draw is 0 points */
    inquiry->holder = inquiry->context->ko == KO_SIMPLE ? serves
                      : inquiry->is_plain               ? (int)color_opponent(attacker)
                                                        : -1;
}

/* log2, rounded down. */
static int work_of(uint64_t nodes) {
    return nodes == 0 ? 0 : 63 - __builtin_clzll(nodes);
}

bool inquiry_news(const Inquiry *inquiry, const HashKey *key, Verdict verdict, int depth,
                  uint64_t nodes, uint64_t *own_key, Claim *news) {
    const int mover = trail_end(&inquiry->trail)->to_move, goal = inquiry->goal[mover];
    const bool holds = !verdict.is_tainted && (verdict.kos == 0 || !inquiry->is_careful ||
                                               inquiry->context->ko == KO_SIMPLE);
    if (verdict.depends < inquiry->trail.ply || (!holds && verdict.answer != ANSWER_OPEN)) {
        return false; /* holds on this path only */
    }
    *own_key = inquiry_key(inquiry, key, mover);
    *news = claim_unknown();
    news->work = work_of(nodes);
    if (verdict.answer == ANSWER_OPEN) {
        news->target = goal;
        news->open[mover == (int)inquiry->attacker] =
            depth < CLAIM_DEPTH_MAX ? depth + depth % 2 : CLAIM_DEPTH_MAX;
        return true;
    }
    *(verdict.answer == ANSWER_YES ? &news->least : &news->most) =
        verdict.answer == ANSWER_YES ? goal : goal - 1;
    news->kos = verdict.kos;
    return true;
}

void inquiry_store(Inquiry *inquiry, const HashKey *key, Verdict verdict, int depth,
                   uint64_t nodes) {
    uint64_t own_key = 0;
    Claim news;
    if (!inquiry_news(inquiry, key, verdict, depth, nodes, &own_key, &news)) {
        return;
    }
    table_count_store(&inquiry->counts.table,
                      solver_context_store(inquiry->context, own_key, key->check, &news));
    if (inquiry->share.take != NULL && nodes >= inquiry->share.least_nodes) {
        inquiry->share.take(inquiry->share.context, own_key, key->check, &news);
    }
}
