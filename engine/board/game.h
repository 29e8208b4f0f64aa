/* A game: the position it began with, its moves, and what repetition forbids.
 *
 * The board always is the start position with the moves played on it, so taking moves back is
 * playing the game again without them: exact by construction, and under a millisecond.
 * A Game belongs to one thread; a search reads it while the owner waits.
 */
#ifndef ENGINE_BOARD_GAME_H
#define ENGINE_BOARD_GAME_H

#include "engine/board/board.h"

typedef struct {
    Color color;
    Point point; /* or POINT_PASS */
} Move;

/* A position that the game has been in; its stones are in Game.past_cells. */
typedef struct {
    uint64_t hash; /* of the stones alone: lane 0 */
    Color to_move;
} Past;

typedef struct {
    Geometry *geometry;
    Rules rules;
    double komi;
    uint64_t hash_seed;
    Board board;

    int handicap; /* stones given before the first move */

    Move *moves;
    Past *past;            /* past[i]: the position before move i; past[move_count]: the present */
    ColorCell *past_cells; /* cell_count bytes for each past position */
    int move_count, move_capacity;
} Game;

/* An empty 19x19 game under Tromp-Taylor rules with komi 7.5. NULL where memory runs out. */
Game *game_new(uint64_t hash_seed);
void game_free(Game *game);

/* The whole game as a symmetry turns it, on the transposed board where that transposes. NULL where
 * memory runs out. */
Game *game_new_image(const Game *game, Symmetry g);

/* A new empty game on a board of this size; rules and komi stay. On failure ("unacceptable size",
 * no memory) the game is unchanged. */
bool game_clear(Game *game, int width, int height, Status *status);

/* Starts from a position: stones as board_set_up takes them. On failure the game is unchanged. */
bool game_set_up(Game *game, const ColorCell *cells, Color to_move, int handicap, Status *status);

/* Everything board_check sees, and superko by the game's rules. */
MoveCheck game_check(const Game *game, Color color, Point p);

/* Has the game been in the position of this board (stones; and side to move under situational
 * superko) before, the present one included? False under the simple ko rule. A search asks this of
 * every board that it reaches from the present one. */
bool game_repeats(const Game *game, const Board *board);

/* Plays a move that board_check finds legal. Fails only where memory runs out. */
bool game_play(Game *game, Color color, Point p, Status *status);

/* Makes it color's turn; where that changes whose turn it is, the ko is off. */
void game_set_to_move(Game *game, Color color);

/* Takes back count moves; fails, with nothing changed, where there are fewer. */
bool game_undo(Game *game, int count, Status *status);

/* Goes back to when move_count moves had been played and board was the game's board: a quick way to
 * take moves back for who has kept a copy of it. */
void game_return(Game *game, int move_count, const Board *board);

/* The last move's point, or POINT_NONE. */
Point game_last_move(const Game *game);

/* Black's final score less White's, komi and handicap bonus included, by the game's rules; dead
 * stones given as score_area_without takes them. */
double game_score(const Game *game, const uint8_t *dead);

#endif
