#include "tests/support/session/picture.h"

#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"

void picture_play_random(Session *session, int moves, uint64_t seed) {
    Game *game = session->engine.game;
    Rng rng = rng_new(seed);
    for (int i = 0; i < moves && game->board.passes < 2; i++) {
        games_play(game, game->board.to_move, random_game_move(game, &rng));
    }
}

char *picture_fill_in(const char *text, const char *wildcard, const char *value) {
    Text filled = {0};
    for (const char *at; (at = strstr(text, wildcard)) != NULL; text = at + strlen(wildcard)) {
        text_add(&filled, "%.*s%s", (int)(at - text), text, value);
    }
    text_add(&filled, "%s", text);
    return cleanup_free(filled.bytes);
}

int64_t picture_visits(Session *session, const char *line) {
    const char *to_play = strstr(session_ask(session, line), " to play: ");
    cr_assert_not_null(to_play, "%s", line);
    return strtoll(to_play + strlen(" to play: "), NULL, 10);
}

Session *picture_race_session(const char *visits) {
    static const char RACE[] = "O X X X X X .\n"
                               "O O O O O O .\n"
                               "X X X X X X O\n"
                               ". X . X . X O\n"
                               "X X X X X X O\n";
    Session *session = session_new(7, 5);
    char line[64];
    session_set_up(session, RACE, WHITE);
    session_ask(session, "dihedra_param_search solve 0"); /* for a picture of the search */
    snprintf(line, sizeof line, "dihedra_param_search visits %s", visits);
    session_ask(session, line);
    return session;
}
