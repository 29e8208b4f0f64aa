/* Opening positions from which engines play their games: read from a file, or drawn at random.
 *
 *     Openings openings;
 *     if (openings_load("openings.sgf", 9, 9, &rules, 8, &openings, &status)) {
 *         opening_start(&openings, i % openings.count, game, &status);
 *         ...
 *         openings_free(&openings);
 *     }
 *
 * Invariant: every opening is legal on its board under the rules it was made for, leaves no game
 * that is over, and never changes once made; then any number of threads may read it. */
#ifndef REGRESS_MATCH_OPENINGS_OPENINGS_H
#define REGRESS_MATCH_OPENINGS_OPENINGS_H

#include "engine/board/game.h"

/* Moves with their colours. An engine is told them by "play" one by one, the stones that were set
 * up too: whatever order these come in, none captures. The referee's game sets them up at once. */
typedef struct {
    Move *moves;      /* set-up stones first */
    int move_count;   /* all of them */
    int set_up_count; /* how many are stones that were set up */
    Color to_move;    /* after the last */
    int line;         /* where it begins in its file, from 1; 0: drawn at random */
    int same_as;      /* the first opening that leads to the same position, turned or mirrored or by
                         another order; -1: none before this one does */
} Opening;

typedef struct {
    int width, height;
    Opening *items;
    int count;          /* at least 1 */
    int distinct_count; /* those with same_as = -1 */
} Openings;

/* Reads the openings of a file for a board of that size, each checked by the rules. Where the first
 * character that is not white space is a '(' the file is SGF, else text.
 *
 *  - Text: an opening a line, "D4 Q16 pass C14": Black begins and colours alternate, unless a move
 *    has its own ("b D4 b Q16 w C14"). '#' begins a comment; a line without moves is no opening.
 *  - SGF: the main line of each game of the collection, for at most moves_max moves (0: to its
 *    end). Stones may be set up before the first move, by AB, AW and AE; handicap stones are such
 *    stones and nothing more: White gets no points for them. Without moves, White moves first where
 *    PL says so, or where there is a handicap and no PL.
 *
 * On failure there is nothing to free and status names file, line and move. */
bool openings_load(const char *path, int width, int height, const Rules *rules, int moves_max,
                   Openings *openings, Status *status);

/* Draws count openings of so many plies. Stones stand on the third to fifth line (third and fourth
 * below 13 lines, second and up below 9, anywhere below 5), apart from each other while there is
 * room; none is captured or in atari. The same seed gives the same openings, whatever their count:
 * more of them begin with the same ones. No two lead to the same position up to symmetry until the
 * board has no more to offer, as far as 1,000 draws in a row can tell; from then on they repeat
 * from the first. Fails where the board has no room for so many plies. */
bool openings_draw(int width, int height, const Rules *rules, int plies, int count, uint64_t seed,
                   Openings *openings, Status *status);

void openings_free(Openings *openings);

/* Makes the game begin with an opening: its size, its set-up stones, its moves. Rules and komi of
 * the game stay; the rules should be those the openings were made for. Fails only where memory runs
 * out; the game's moves are undefined then. */
bool opening_start(const Openings *openings, int index, Game *game, Status *status);

/* A number that differs where size, order, stones or moves of the openings differ; the same on
 * every machine. It does not depend on the file they stood in. */
uint64_t openings_checksum(const Openings *openings);

#endif
