/* The slow board, obviously right: an array of colours, and flood fill for every question. Nothing
 * is kept up to date from move to move but the colours, the ko, the counts of passes and prisoners
 * and a list of all positions so far; that list is searched whole for superko.
 *
 * Cells are numbers y * width + x from the top left; a colour is a Color (EMPTY where no stone is).
 * An Oracle owns its history; it belongs to one thread. */
#ifndef TESTS_SUPPORT_ORACLE_H
#define TESTS_SUPPORT_ORACLE_H

#include "engine/board/board.h"

enum { ORACLE_PASS = -1, ORACLE_NO_KO = -1 };

typedef struct {
    Color to_move;
    ColorCell cells[CELL_COUNT_MAX];
} OraclePosition;

typedef struct {
    int width, height;
    OraclePosition now;
    int ko;           /* the cell where now.to_move may not retake, or ORACLE_NO_KO */
    int passes;       /* consecutive passes just played */
    int prisoners[2]; /* stones this colour has taken; suicides count for the other */
    OraclePosition
        *past; /* every position since the set-up, passes counted, the present one last */
    int past_count, past_capacity;
} Oracle;

/* The empty board, Black to move; and any other position as the start of a history. */
void oracle_init(Oracle *oracle, int width, int height);
void oracle_set_up(Oracle *oracle, const ColorCell *cells, Color to_move);
void oracle_free(Oracle *oracle);

/* The neighbours of a cell. Returns how many: 0 to 4. */
int oracle_neighbours(int width, int height, int cell, int neighbours[4]);

/* A maximal connected set of one colour (empty points have one too) and what it touches. */
typedef struct {
    int stone_count, liberty_count;
    bool stone[CELL_COUNT_MAX];   /* the cells of the set */
    bool liberty[CELL_COUNT_MAX]; /* the empty cells next to it */
    bool touches[2];              /* a stone of that colour */
} OracleChain;

void oracle_flood(int width, int height, const ColorCell *cells, int cell, OracleChain *chain);

/* Has every chain a liberty? */
bool oracle_cells_legal(int width, int height, const ColorCell *cells);

/* What color playing the empty cell does, legal or not. */
typedef struct {
    OraclePosition after;
    int captured; /* stones of the other colour */
    int suicided; /* own stones, the one played counted */
    int ko;       /* the cell that a simple ko then forbids the other colour, or ORACLE_NO_KO */
} OracleOutcome;

void oracle_try(const Oracle *oracle, Color color, int cell, OracleOutcome *outcome);

/* May color play the cell (or pass)? oracle_check_simple as board_check, superko not seen;
 * oracle_check as game_check. */
MoveCheck oracle_check_simple(const Oracle *oracle, Color color, int cell, bool suicide_allowed);
MoveCheck oracle_check(const Oracle *oracle, const Rules *rules, Color color, int cell);

/* Does the position repeat one of the history in the sense of this ko rule? */
bool oracle_repeats(const Oracle *oracle, KoRule ko, const OraclePosition *position);

/* Plays a move that oracle_check_simple finds legal with suicide allowed, or a pass. */
void oracle_play(Oracle *oracle, Color color, int cell);

/* Black's area less White's: stones, and the empty regions that touch one colour only. */
int oracle_area(const Oracle *oracle);

/* The hash of the stones and the key of the position, from scratch. */
HashLanes oracle_hash(const Oracle *oracle, const HashTables *tables);
HashKey oracle_key(const Oracle *oracle, const HashTables *tables, const Rules *rules);

#endif
