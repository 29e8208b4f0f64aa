/* How a recorded game ended: the passes at its end, and the result.
 *
 * The result is the score in RE; or else the score without the stones that the record marks as dead
 * (TB and TW at its end), or else without those that Ending calls dead. A score in RE that no set
 * of dead stones can give at this komi is ignored. Two passes end a game, or one if the record has
 * a score or such marks. Pure functions. */
#ifndef REGRESS_REVIEW_GAME_END_H
#define REGRESS_REVIEW_GAME_END_H

#include "engine/go/board/game.h"
#include "engine/go/sgf/sgf.h"

typedef struct {
    int first; /* of these passes, 0-based; the number of moves if the record does not end in passes
                */
    double score;    /* Black's */
    bool is_settled; /* do these passes lose nothing? By agreement (Rules.friendly_pass_ok), or
                        because nothing was left to play for */
} GameEnd;

/* Reads the end of a record that ends with the moves from first on, all passes without stones set
 * up between them. game: after them; last: the node of the last one. Of a record that does not end
 * so the answer is {.first = move_count}. */
GameEnd game_end_read(const Game *game, const SgfNode *root, const SgfNode *last, int first,
                      int move_count);

#endif
