/* What the tests of GoGui's pictures share: random positions, commands with wildcards, a race
 * between two groups. */
#ifndef TESTS_SUPPORT_SHOW_HELPERS_H
#define TESTS_SUPPORT_SHOW_HELPERS_H

#include "engine/sgf/record.h"
#include "hash/random.h"
#include "tests/support/gogui_check.h"
#include "tests/support/gtp_helpers.h"

/* Returns a random legal move that fills no eye of its own, or a pass if none was found. */
static inline Point random_move(const Game *game, SplitMix *random) {
    const Board *board = &game->board;
    const Color color = (Color)board->to_move;
    for (int tries = 0; tries < 4 * board->empty_count; tries++) {
        const uint64_t word = splitmix_next(random);
        const Point p = board->empty[word % (uint64_t)board->empty_count];
        if (game_check(game, color, p) == MOVE_LEGAL && !board_is_eye(board, color, p)) {
            return p;
        }
    }
    return POINT_PASS;
}

/* Plays at most that many moves, until both sides pass. */
static inline void play_random(Session *session, int moves, uint64_t seed) {
    Game *game = session->engine.game;
    SplitMix random = {seed};
    Status status;
    for (int i = 0; i < moves && game->board.passes < 2; i++) {
        cr_assert(game_play(game, (Color)game->board.to_move, random_move(game, &random), &status));
    }
}

/* Returns the text with each occurrence of the wildcard replaced. The caller frees it. */
static inline char *put(const char *text, const char *wildcard, const char *value) {
    Text expanded = {0};
    for (const char *at; (at = strstr(text, wildcard)) != NULL; text = at + strlen(wildcard)) {
        text_add(&expanded, "%.*s%s", (int)(at - text), text, value);
    }
    text_add(&expanded, "%s", text);
    return expanded.bytes;
}

/* Expects this answer on the board of the diagram, Black to move. */
static inline void expect_shown(const char *diagram, const char *line, const char *answer) {
    const Diagram size = diagram_read(diagram);
    Session session = session_new(size.width, size.height);
    session_set_up(&session, diagram, BLACK);
    session_expect(&session, line, answer);
    session_free(&session);
}

/* White to move takes five stones. */
static const char RACE[] = "O X X X X X .\n"
                           "O O O O O O .\n"
                           "X X X X X X O\n"
                           ". X . X . X O\n"
                           "X X X X X X O\n";

static inline Session session_of_race(const char *visits) {
    Session session = session_new(7, 5);
    char line[64];
    session_set_up(&session, RACE, WHITE);
    snprintf(line, sizeof line, "dihedra_param_search visits %s", visits);
    session_ask(&session, line);
    return session;
}

#endif
