/* A bookmark holds exactly while the game stands in the marked position, however it left and came
 * back. */
#include "gtp/bookmark.h"
#include "tests/support/program/session.h"

Test(bookmark, holds_only_in_its_position) {
    Session session = session_new(5, 5);
    const Game *game = session.engine.game;
    Bookmark bookmark = {0};
    cr_assert_not(bookmark_holds(&bookmark, game), "not set yet, on the empty board");
    session_do(&session, "play b A1;play w B2");
    bookmark_set(&bookmark, game);
    cr_assert(bookmark_holds(&bookmark, game) && bookmark_is_on_path(&bookmark, game));
    session_do(&session, "play b C3");
    cr_assert(!bookmark_holds(&bookmark, game) && bookmark_is_on_path(&bookmark, game));
    session_do(&session, "undo;undo");
    cr_assert(!bookmark_holds(&bookmark, game) && !bookmark_is_on_path(&bookmark, game));
    session_do(&session, "play w B2");
    cr_assert(bookmark_holds(&bookmark, game), "the same stones again");
    bookmark_clear(&bookmark);
    cr_assert_not(bookmark_holds(&bookmark, game));
    session_free(&session);
}

/* The same number of moves, but other stones. */
Test(bookmark, sees_other_moves) {
    Session session = session_new(5, 5);
    const Game *game = session.engine.game;
    Bookmark bookmark = {0};
    session_do(&session, "play b A1;play w B2");
    bookmark_set(&bookmark, game);
    session_do(&session, "undo;play w C2");
    cr_assert_not(bookmark_holds(&bookmark, game));
    session_do(&session, "play b C3");
    cr_assert_not(bookmark_is_on_path(&bookmark, game));
    session_do(&session, "clear_board");
    cr_assert_not(bookmark_is_on_path(&bookmark, game));
    session_free(&session);
}
