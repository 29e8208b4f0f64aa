/* Game records: between SGF and Game. */
#ifndef ENGINE_SGF_RECORD_H
#define ENGINE_SGF_RECORD_H

#include "engine/board/game.h"
#include "engine/sgf/sgf.h"

/* Where to stop on the main line: before move number (1 the first; 0: at the end), or before the
 * first move at a vertex such as "C4" (NULL: do not look for one). */
typedef struct {
    int before_move;
    const char *before_vertex;
} RecordStop;

/* Replaces the game by the main line of the record's first game. Size, handicap, set-up stones and
 * the player to move are taken from the record, komi where it has one; the rules stay. A set-up of
 * stones in mid-game starts the game anew from there, without moves or prisoners. Moves that only
 * ko or suicide forbid are played, as records are history. On failure the game is unchanged and
 * status says what is wrong where, behind the path. */
bool record_load(Game *game, const char *path, RecordStop stop, Status *status);

/* The steps of record_load, for those who follow a main line themselves. The first empties the game
 * at the size and komi of the root; the second sets up what a node says of stones, handicap and
 * whose turn it is, as above; has_moves: some were played before, at any time. On failure the game
 * may be half changed. */
bool record_start(Game *game, const SgfNode *root, Status *status);
bool record_set_up(Game *game, const SgfNode *node, bool has_moves, Status *status);

/* Adds the stones and empty points that the node sets up (AB, AW, AE) to cells, row by row from the
 * top; *any tells whether there are some. */
bool record_read_stones(const SgfNode *node, SgfSize size, ColorCell *cells, bool *any,
                        Status *status);

/* A move, or a pass, as a record has it. */
SgfMove record_move(Color color, Point p);

/* Sets up a position (cells as board_set_up takes them) and the side to move in the node that is
 * being written. */
void record_write_stones(const Geometry *geometry, const ColorCell *cells, Color to_move,
                         SgfWriter *writer);

/* What a record says beside the game; all may be NULL. */
typedef struct {
    const char *black, *white, *date, *result;
    const char *comment;         /* on the game */
    const char *const *on_moves; /* a comment, or NULL, on each move of the game */
    const SgfText *others;       /* further properties of the root, see SgfHeader */
    int other_count;
} RecordNotes;

/* Writes the game from its start; notes may be NULL. The caller frees the writer in any case. */
void record_write(const Game *game, const RecordNotes *notes, SgfWriter *writer);

/* The same into a file, which holds all of it or what it held before. On failure status names the
 * file. */
bool record_save(const Game *game, const RecordNotes *notes, const char *path, Status *status);

enum { RECORD_RESULT_MAX = 24 };

/* "B+3.5", "W+2" or, for a draw, "0", as RE has it. score is Black's less White's; returns text. */
const char *record_result(double score, char text[RECORD_RESULT_MAX]);

#endif
