/* A saved position holds exactly while the game stands in the saved position, however it left and
 * came back. */
#include "gtp/session/saved_position.h"
#include "tests/support/session/session.h"

Test(saved_position, holds_only_in_its_position) {
    Session *session = session_new(5, 5);
    const Game *game = session->engine.game;
    SavedPosition saved = {0};
    cr_assert_not(saved_position_holds(&saved, game), "not set yet, on the empty board");
    session_do(session, "play b A1;play w B2");
    saved_position_set(&saved, game);
    cr_assert(saved_position_holds(&saved, game) && saved_position_is_on_path(&saved, game));
    session_do(session, "play b C3");
    cr_assert(!saved_position_holds(&saved, game) && saved_position_is_on_path(&saved, game));
    session_do(session, "undo;undo");
    cr_assert(!saved_position_holds(&saved, game) && !saved_position_is_on_path(&saved, game));
    session_do(session, "play w B2");
    cr_assert(saved_position_holds(&saved, game), "the same stones again");
    saved_position_clear(&saved);
    cr_assert_not(saved_position_holds(&saved, game));
}

/* The same number of moves, but other stones. */
Test(saved_position, sees_other_moves) {
    Session *session = session_new(5, 5);
    const Game *game = session->engine.game;
    SavedPosition saved = {0};
    session_do(session, "play b A1;play w B2");
    saved_position_set(&saved, game);
    session_do(session, "undo;play w C2");
    cr_assert_not(saved_position_holds(&saved, game));
    session_do(session, "play b C3");
    cr_assert_not(saved_position_is_on_path(&saved, game));
    session_do(session, "clear_board");
    cr_assert_not(saved_position_is_on_path(&saved, game));
}
