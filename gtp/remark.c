#include "gtp/remark.h"

#include <string.h>

void remarks_clear(Remarks *remarks) {
    memset(remarks, 0, sizeof *remarks);
}

Remark remark_on(const PlayerMove *move) {
    return (Remark){.is_made = true,
                    .searched = move->searched,
                    .move = move->move,
                    .depth = move->search.depth,
                    .visits = move->search.visits,
                    .win_rate = move->search.win_rate,
                    .score = move->search.score,
                    .seconds = move->search.seconds};
}

void remarks_keep(Remarks *remarks, const Game *game) {
    Remark remark = remarks->last;
    remark.number = game->move_count - 1;
    remark.hash = game->board.hash.lane[0];
    remarks->played[remark.number % REMARKS_MAX] = remark;
}

const Remark *remarks_find(const Remarks *remarks, const Game *game, int i) {
    const Remark *remark = &remarks->played[i % REMARKS_MAX];
    const bool stands = remark->is_made && remark->number == i &&
                        remark->move == game->moves[i].point &&
                        remark->hash == game->past[i + 1].hash;
    return stands ? remark : NULL;
}

void remark_add(const Remark *remark, const Geometry *geometry, Text *text) {
    char vertex[POINT_TEXT_MAX];
    if (!remark->is_made) {
        return;
    }
    text_add(text, "%s, ", point_to_text(remark->move, geometry->height, vertex));
    if (remark->searched) {
        text_add(text, "win rate %.1f%%, score %+.1f, %lld visits, depth %d, %.2f s",
                 100 * remark->win_rate, remark->score, (long long)remark->visits, remark->depth,
                 remark->seconds);
    } else {
        text_add(text, "without a search");
    }
}
