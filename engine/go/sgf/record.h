/* Game records: from SGF to Game and back. Pure functions of what is passed in: any thread. */
#ifndef ENGINE_GO_SGF_RECORD_H
#define ENGINE_GO_SGF_RECORD_H

#include "engine/go/board/game.h"
#include "engine/go/sgf/sgf.h"

/* Where to stop on the main line: before move number before_move (the first is 1; 0: at the end),
 * or before the first move at a vertex such as "C4" (NULL: at none). */
typedef struct {
    int before_move;
    const char *before_vertex;
} RecordStop;

/* Replaces the game by the main line of the first game in the record. Size, handicap, set-up
 * stones, side to move and, if the record has one, komi come from the record; the rules stay. A
 * handicap gives White the turn even without stones, as in GNU Go and Sabaki, unless PL says
 * otherwise. Setting up stones in mid-game starts the game anew from there; only prisoners and
 * handicap stay. Moves that only ko or suicide forbid are played, as they are history. On failure
 * the game is unchanged; the message begins with the path and says what is wrong and where. */
bool record_load(Game *game, const char *path, RecordStop stop, Status *status);

/* The steps of record_load, for callers that follow a main line themselves. record_start empties
 * the game and takes size and komi from the root. record_set_up sets up what a node says about
 * stones, handicap and the side to move, as above; has_moves says whether the main line had moves
 * before. On failure the game may be partly changed. */
bool record_start(Game *game, const SgfNode *root, Status *status);
bool record_set_up(Game *game, const SgfNode *node, bool has_moves, Status *status);

/* Sets the cells that the node sets up (AB, AW, AE), row by row from the top. *any says whether
 * there are any. */
bool record_read_stones(const SgfNode *node, SgfSize size, ColorCell *cells, bool *any,
                        Status *status);

/* Writes a position (cells as for board_set_up) and the side to move into the current node. */
void record_write_stones(const Geometry *geometry, const ColorCell *cells, Color to_move,
                         SgfWriter *writer);

/* What a record says besides the game. Any pointer may be NULL. */
typedef struct {
    const char *black, *white, *date, *result;
    const char *comment;         /* on the game */
    const char *const *on_moves; /* for each move of the game a comment or NULL */
    const SgfText *others;       /* further properties of the root: SgfHeader.others */
    int other_count;
} RecordNotes;

/* Writes the game from its start; notes may be NULL. Prisoners taken before that are lost, since
 * SGF has no property for them. The caller frees the writer, even on failure. */
void record_write(const Game *game, const RecordNotes *notes, SgfWriter *writer);

/* The same into a file, as sgf_writer_save does. */
bool record_save(const Game *game, const RecordNotes *notes, const char *path, Status *status);

enum { RECORD_RESULT_MAX = 24 };

/* Writes "B+3.5", "W+2" or, for a draw, "0", as in RE. score is Black's minus White's. Returns
 * text. */
const char *record_result(double score, char text[RECORD_RESULT_MAX]);

#endif
