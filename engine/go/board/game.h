/* A game: the position it began with, its moves, and what the ban on repetition forbids.
 *
 * Invariant: the board is the start position with the moves played on it. Undo replays the game,
 * which is exact by construction. As in KataGo, a turn that does not alternate begins anew: the ko
 * ban ends, passes before it do not count, and superko forgets all earlier positions. A Game
 * belongs to one thread; the threads of a search read it while the owner waits. */
#ifndef ENGINE_GO_BOARD_GAME_H
#define ENGINE_GO_BOARD_GAME_H

#include "engine/go/board/board.h"

/* Greatest size of a komi from outside, in points: of a command, an option, a record. */
enum { GAME_KOMI_MAX = 1000000 };

/* A position that has occurred in the game. Its stones are in Game.past_cells. */
typedef struct {
    uint64_t hash; /* of the stones alone: lane 0 */
    Color to_move;
    uint8_t button;   /* Button of the board */
    int superko_past; /* how many positions before it superko knows; 0: the turn was set */
} Past;

typedef struct {
    Geometry *geometry;
    Rules rules;
    double komi;
    uint64_t hash_seed;
    Board board;

    int handicap;            /* stones given before the first move */
    bool counts_first_moves; /* so are stones on the first board and Black's first moves */
    int first_prisoners[2];  /* stones that each color had captured before the first move */

    Move *moves;
    Past *past;            /* past[i]: the position before move i; past[move_count]: the present */
    ColorCell *past_cells; /* cell_count cells for each past position */
    int move_count, move_capacity;

    /* Positions before past[0], of the game before stones were set up: moves[-1], past[-1] and so
     * on down to -earlier_count. A set-up is a move of color EMPTY. Only records need them. */
    int earlier_count;
} Game;

/* Returns an empty 19x19 game under Tromp-Taylor rules with komi 7.5, or NULL if out of memory. */
Game *game_new(uint64_t hash_seed);
void game_free(Game *game);

/* Goes on by other rules, as if the game had been played by them. */
void game_set_rules(Game *game, const Rules *rules);

/* Returns the image of the whole game under a symmetry, on the transposed board if g transposes, or
 * NULL if out of memory. */
Game *game_new_image(const Game *game, Symmetry g);

/* Starts a new empty game on a board of this size; rules and komi stay. On failure ("unacceptable
 * size", "out of memory") the game is unchanged. */
bool game_clear(Game *game, int width, int height, Status *status);

/* Starts from a position, given as for board_set_up. On failure the game is unchanged. */
bool game_set_up(Game *game, const ColorCell *cells, Color to_move, int handicap, Status *status);

/* Puts Black's handicap stones on the board, beside the stones that are there, and gives White the
 * turn. On failure the game is unchanged. */
bool game_place_handicap(Game *game, const Point *points, int count, Status *status);

/* Sets up a position as game_set_up does, in mid-game: prisoners, button and handicap stay; the
 * moves before it cannot be taken back and do not count for superko. */
bool game_restart_from(Game *game, const ColorCell *cells, Color to_move, Status *status);

/* Checks what board_check does, and superko by the rules of the game. */
MoveCheck game_check(const Game *game, Color color, Point p);

/* How many positions before that after i moves superko knows if color moves next. 0 if color is out
 * of turn, or got the turn by game_set_to_move. */
int game_superko_past(const Game *game, int i, Color color);

/* Has the position of this board occurred in the game, the present one with color to move included?
 * Compares stones, who has the button, and under situational superko the side to move. Returns
 * false under the simple ko rule. */
bool game_repeats(const Game *game, Color color, const Board *board);

/* Plays a move that board_check finds legal. Fails only if out of memory. */
bool game_play(Game *game, Color color, Point p, Status *status);

/* Gives the turn to color. If that changes whose turn it is, history begins anew (see above). */
void game_set_to_move(Game *game, Color color);

/* Takes back count moves. Fails and changes nothing if the game has fewer. */
bool game_undo(Game *game, int count, Status *status);

/* Goes back to the position after move_count moves, whose board the caller has kept. Faster than
 * game_undo. */
void game_return(Game *game, int move_count, const Board *board);

/* POINT_NONE if the game has no move. */
Point game_last_move(const Game *game);

/* The stones of the handicap: those given or, with counts_first_moves, at least all that Black had
 * on the board before White's first move, passes aside, if two or more. As in KataGo somebody sets
 * up a position, not a handicap, if White moves twice in a row or has stones where a turn was out
 * of order. */
int game_handicap(const Game *game);

/* Black's final score minus White's by the rules of the game, with komi, handicap bonus and button.
 * status is as for score_by_rules. */
double game_score(const Game *game, const uint8_t *status);

/* The komi with which area scoring gives the score of these rules: komi and handicap bonus and,
 * under territory rules, a point for each stone that Black has played, set up or lost before the
 * first move, less White's. */
double game_white_komi(const Game *game);

/* Who owns each point under these rules once dead stones are removed: BLACK, WHITE, or EMPTY for
 * dame. */
void game_find_owners(const Game *game, const uint8_t *status, uint8_t owner[POINT_COUNT]);

#endif
