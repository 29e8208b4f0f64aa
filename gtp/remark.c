#include "gtp/remark.h"

#include <string.h>

void remarks_clear(Remarks *remarks) {
    memset(remarks, 0, sizeof *remarks);
}

Remark remark_on(const PlayerMove *choice, Color color, const Game *game) {
    return (Remark){.is_made = true, .choice = *choice, .color = color, .number = game->move_count};
}

void remarks_keep(Remarks *remarks, const Game *game) {
    Remark *remark = &remarks->played[remarks->last.number % REMARKS_MAX];
    *remark = remarks->last;
    bookmark_set(&remark->after, game);
}

const Remark *remarks_find(const Remarks *remarks, const Game *game, int i) {
    const Remark *remark = &remarks->played[i % REMARKS_MAX];
    const bool stands = remark->number == i && bookmark_is_on_path(&remark->after, game) &&
                        remark->choice.move == game->moves[i].point;
    return stands ? remark : NULL;
}

void remark_add(const Remark *remark, const Geometry *geometry, Text *text) {
    char vertex[POINT_TEXT_MAX];
    if (!remark->is_made) {
        return;
    }
    const SearchResult *search = &remark->choice.search;
    text_add(text, "%s, ", point_to_text(remark->choice.move, geometry->height, vertex));
    if (remark->choice.searched) {
        text_add(text, "win rate %.1f%%, score %+.1f, %lld playout%s, depth %d, %.2f s",
                 100 * search->win_rate, search->score, (long long)search->playouts,
                 text_plural(search->playouts), search->depth, search->seconds);
    } else {
        text_add(text, "without a search");
    }
}
