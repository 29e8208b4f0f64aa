/* Games for tests, freed when the test ends, or earlier by cleanup_now. Each function fails the
 * test if a step fails. */
#ifndef TESTS_SUPPORT_POSITION_GAMES_H
#define TESTS_SUPPORT_POSITION_GAMES_H

#include "tests/support/position/diagram.h"

#include "engine/go/board/game.h"

/* Has the game freed when the test ends. Returns it. */
Game *games_kept(Game *game);

/* On an empty board. rules: the name of a rule set. */
Game *games_new(int width, int height, const char *rules);

/* From the position of a diagram, without handicap. */
Game *games_set_up(const Diagram *diagram, Color to_move, const char *rules);
Game *games_from(const char *diagram, Color to_move, const char *rules);

/* Makes a move, which must be legal, or takes some back. */
void games_play(Game *game, Color color, Point p);
void games_undo(Game *game, int count);

#endif
