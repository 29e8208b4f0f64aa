#include "gtp/session/move_comment.h"

void move_comments_keep(MoveComments *move_comments, const Game *game) {
    MoveComment *move_comment =
        &move_comments->played[move_comments->last.number % MOVE_COMMENTS_MAX];
    *move_comment = move_comments->last;
    saved_position_set(&move_comment->after, game);
}

const MoveComment *move_comments_find(const MoveComments *move_comments, const Game *game, int i) {
    const MoveComment *move_comment = &move_comments->played[i % MOVE_COMMENTS_MAX];
    const bool stands = move_comment->number == i &&
                        saved_position_is_on_path(&move_comment->after, game) &&
                        move_comment->choice.move == game->moves[i].point;
    return stands ? move_comment : NULL;
}

void move_comment_add(const MoveComment *move_comment, const Geometry *geometry, Text *text) {
    char vertex[POINT_TEXT_MAX];
    if (move_comment == NULL || !move_comment->is_made) {
        return;
    }
    const SearchResult *search = &move_comment->choice.search;
    text_add(text, "%s, ", point_to_text(move_comment->choice.move, geometry->height, vertex));
    if (move_comment->choice.searched) {
        text_add(text, "win rate %.1f%%, score %+.1f, %lld playout%s, depth %d, %.2f s",
                 100 * search->win_rate, search->score, (long long)search->playouts,
                 text_plural(search->playouts), search->depth, search->seconds);
    } else if (move_comment->choice.is_from_book) {
        const BookOpinion *book = &move_comment->choice.book;
        text_add(text, "from the book, win rate %.1f%% (%.1f to %.1f), score %+.1f, visits %.0f",
                 100 * book->win_rate, 100 * book->lower, 100 * book->upper, book->score,
                 book->visits);
    } else {
        text_add(text, "without a search");
    }
}
