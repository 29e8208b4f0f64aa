/* Opening positions from which engines play their games: read from a file, or random.
 *
 *     Openings openings;
 *     if (openings_load("openings.sgf", &board, 8, &openings, &status)) {
 *         opening_start(&openings, i % openings.count, game, &status);
 *         ...
 *         openings_free(&openings);
 *     }
 *
 * Invariant: every opening is legal on its board under the rules it was made for, and does not end
 * the game. Openings do not change once made; any thread may read them. */
#ifndef REGRESS_MATCH_OPENINGS_OPENINGS_H
#define REGRESS_MATCH_OPENINGS_OPENINGS_H

#include "engine/base/text.h"
#include "engine/go/board/game.h"

/* Moves with their colors. Engines are told all of them by "play", set-up stones too: whatever
 * their order, none captures. The referee's game sets those up at once. */
typedef struct {
    Move *moves;      /* set-up stones first */
    int move_count;   /* all of them */
    int set_up_count; /* how many of them are set-up stones */
    Color to_move;    /* after the last */
} Opening;

typedef struct {
    int width, height;
    Opening *items;
    int count;    /* at least 1 */
    Text repairs; /* sgf_tree_repairs of their file; empty: none */
} Openings;

/* What openings are made for. */
typedef struct {
    int width, height;
    const Rules *rules;
} OpeningBoard;

/* Reads the openings of an SGF file for a board of that size, each checked by the rules: the main
 * line of each game of the collection, for at most moves_max moves (0: to its end). Stones may be
 * set up before the first move, by AB, AW and AE; handicap stones are only such stones: White gets
 * no points for them. Without moves, White moves first if PL says so, or if there is a handicap and
 * no PL.
 *
 * On failure there is nothing to free and status names file, line and move. */
bool openings_load(const char *path, const OpeningBoard *board, int moves_max, Openings *openings,
                   Status *status);

/* Draws `count` openings of `plies` moves. Stones are on the third to fifth line (third and fourth
 * below 13 lines, second and up below 9, anywhere below 5), apart from each other while there is
 * room; none is captured or in atari. The same seed gives the same openings: a longer list begins
 * with the shorter one. No two lead to the same position up to symmetry; there are fewer than
 * `count` if 1,000 draws in a row find no new one. Fails if the board has no room. */
bool openings_sample(const OpeningBoard *board, int plies, int count, uint64_t seed,
                     Openings *openings, Status *status);

void openings_free(Openings *openings);

/* Adds the stones that the game began with, and its moves. */
bool openings_add(Openings *openings, const Game *game, Status *status);

/* Makes the game begin with an opening: its size, its set-up stones, its moves. Keeps the game's
 * rules and komi; the rules should be those the openings were made for. Fails only if out of
 * memory; the game's moves are then undefined. */
bool opening_start(const Openings *openings, int index, Game *game, Status *status);

/* A hash of size, order, stones and moves of the openings; the same on every machine. It does not
 * depend on the format of their file. */
uint64_t openings_checksum(const Openings *openings);

#endif
