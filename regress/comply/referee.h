/* The position that an engine should have, by the program's own board, and whether it has it.
 *
 * An engine is asked by what every engine knows: a move on a stone is refused, and one on an empty
 * point, where it is legal under all rules, is not. list_stones, captures and showboard are used
 * if the engine lists them. */
#ifndef REGRESS_COMPLY_REFEREE_H
#define REGRESS_COMPLY_REFEREE_H

#include "engine/go/board/game.h"
#include "regress/comply/probe.h"

/* Returns a new game under rules so strict that what they allow is legal under all: no suicide, no
 * repetition. The caller frees it with game_free. Ends the program if out of memory. */
Game *referee_new_game(int size);

/* Plays a vertex such as "C3" or "pass" on our board. Returns false if it is no vertex, or illegal
 * whatever the rules. */
bool referee_play(Game *game, Color color, const char *vertex);

const char *referee_vertex(const Game *game, Point point, char text[POINT_TEXT_MAX]);

/* Complains unless the engine's stones are those of the game. The engine's position is the same
 * afterwards, unless it is at fault. */
void referee_check(Probe *probe, const Game *game);

/* Complains unless the stone at the point, which has only empty points beside it, is one of this
 * color: the other color captures it. Leaves the capturing stones on the engine's board. */
void referee_expect_stone(Probe *probe, const Game *game, Point point, Color color);

/* Complains if a drawing by showboard can be read and shows other stones or coordinates. */
void referee_check_drawing(Probe *probe, const Game *game);

#endif
