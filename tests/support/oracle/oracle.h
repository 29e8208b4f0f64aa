/* The slow board, obviously right: an array of colors, and a flood fill for every question. From
 * move to move it keeps only the colors, the ko, the counts of passes and prisoners and a list of
 * all positions so far, which it searches whole for superko.
 *
 * A cell is the number y * width + x, counted from the top left; its color is a Color, EMPTY if no
 * stone is there. An Oracle owns its history and belongs to one thread. */
#ifndef TESTS_SUPPORT_ORACLE_ORACLE_H
#define TESTS_SUPPORT_ORACLE_ORACLE_H

#include "engine/go/board/game.h"
#include "tests/support/program/cleanup.h"

enum { ORACLE_PASS = -1, ORACLE_NO_KO = -1 };

typedef struct {
    Color to_move;
    ColorCell cells[CELL_COUNT_MAX];
} OraclePosition;

typedef struct {
    int width, height;
    OraclePosition now;
    int ko;               /* the cell that now.to_move may not retake, or ORACLE_NO_KO */
    int passes;           /* consecutive passes just played */
    int prisoners[2];     /* stones that this color took; suicides count for the other */
    OraclePosition *past; /* all positions since the set-up, after passes too; now is the last */
    int past_count, past_capacity;
} Oracle;

/* Starts a history: from the empty board with Black to move, or from any position. */
void oracle_init(Oracle *oracle, int width, int height);
void oracle_set_up(Oracle *oracle, const ColorCell *cells, Color to_move);
/* From the position of a board, its ko and passes too. */
void oracle_from_board(Oracle *oracle, const Board *board);
/* From where the game began, with its moves. Fails the test if the game's list of past positions is
 * another. */
void oracle_from_game(Oracle *oracle, const Game *game);
/* Gives the turn to color out of order: nothing before counts, no ko, passes or superko. */
void oracle_set_to_move(Oracle *oracle, Color color);

void oracle_free(Oracle *oracle);

/* Fills in the neighbors of a cell. Returns their number, 0 to 4. */
int oracle_neighbors(int width, int height, int cell, int neighbors[4]);

/* A maximal connected set of one color, which may be EMPTY, and what it touches. */
typedef struct {
    int stone_count, liberty_count;
    bool stone[CELL_COUNT_MAX];   /* the cells of the set */
    bool liberty[CELL_COUNT_MAX]; /* the empty cells next to it */
    bool touches[2];              /* a stone of that color */
} OracleChain;

void oracle_flood(int width, int height, const ColorCell *cells, int cell, OracleChain *chain);

/* Does every chain have a liberty? */
bool oracle_cells_legal(int width, int height, const ColorCell *cells);

/* What a move of color on an empty cell does, legal or not. */
typedef struct {
    OraclePosition after;
    int captured; /* stones of the other color */
    int suicided; /* own stones, the one played counted */
    int ko;       /* the cell that simple ko then forbids to the other color, or ORACLE_NO_KO */
} OracleOutcome;

void oracle_try(const Oracle *oracle, Color color, int cell, OracleOutcome *outcome);

/* One move later, legal or not, without a history: nothing is to be freed. */
Oracle oracle_after(const Oracle *oracle, Color color, int cell);

/* May color play the cell, or pass? oracle_check_simple answers as board_check does, which knows no
 * superko; oracle_check as game_check does. */
MoveCheck oracle_check_simple(const Oracle *oracle, Color color, int cell, bool suicide_allowed);
MoveCheck oracle_check(const Oracle *oracle, const Rules *rules, Color color, int cell);

/* Does the position repeat one of the history, by this ko rule? */
bool oracle_repeats(const Oracle *oracle, KoRule ko, const OraclePosition *position);

/* Plays a move that oracle_check_simple finds legal with suicide allowed, or a pass. */
void oracle_play(Oracle *oracle, Color color, int cell);

/* Black's area minus White's: stones, and the empty regions that touch one color only. */
int oracle_area(const Oracle *oracle);

/* The hash of the stones and the key of the position, computed from scratch. */
HashLanes oracle_hash(const Oracle *oracle, const HashTables *tables);
HashKey oracle_key(const Oracle *oracle, const HashTables *tables, const Rules *rules);

/* Names what the board has otherwise, of stones, turn, ko, passes, prisoners, hash and key. Returns
 * NULL if there is nothing. */
const char *oracle_difference(const Oracle *oracle, const Board *board, const Rules *rules);

#endif
