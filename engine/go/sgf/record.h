/* Game records: from SGF to Game and back. Any thread may call. */
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

/* Replaces the game by the main line of the first game in the record. Size, handicap, set-up stones
 * and side to move come from the record, and so do komi and rules if it has them; with keeps_rules
 * the rules stay. A handicap gives White the turn even without stones, as in GNU Go and Sabaki,
 * unless PL says otherwise. Setting up stones in mid-game starts a new game that keeps prisoners
 * and handicap. Illegal moves are executed: see record_play. Tells of them, and of what else is
 * repaired, on standard error. On failure the game is unchanged; the message begins with the path
 * and says what is wrong and where. */
bool record_load(Game *game, const char *path, RecordStop stop, bool keeps_rules, Status *status);

/* The steps of record_load, for callers that follow a main line themselves. record_start empties
 * the game and takes size and komi from the root. record_set_up sets up a node's stones, handicap
 * and side to move; has_moves: the main line had moves before. Chains that are left without a
 * liberty are taken off and noted; with NULL for notes they are a failure. On failure the game may
 * be partly changed. */
bool record_start(Game *game, const SgfNode *root, Status *status);
bool record_set_up(Game *game, const SgfNode *node, bool has_moves, Text *notes, Status *status);

/* What makes the move illegal, in words: "is on a stone"; NULL: it is legal. A position may be
 * repeated, except by retaking a simple ko: a record is history. */
const char *record_find_fault(const Game *game, Move move);

/* Executes the node's move, legal or not, as FF[4] says: the stone replaces what is there, then
 * chains without a liberty are taken off, the opponent's first. An illegal move is noted with its
 * number. After a move on a stone the game starts again from the position that it leaves. */
bool record_play(Game *game, const SgfNode *node, Move move, int number, Text *notes,
                 Status *status);

/* Writes a position (cells as for board_set_up) and the side to move into the current node. Black's
 * turn goes without saying on an empty board, unless there is a handicap. */
void record_write_stones(const Geometry *geometry, const ColorCell *cells, Color to_move,
                         int handicap, SgfWriter *writer);

/* What a record has besides the game. Any pointer may be NULL. */
typedef struct {
    const char *black, *white, *date, *result;
    const char *comment;         /* on the game */
    const char *const *on_moves; /* for each move of the game a comment or NULL */
    const double *win_rates;     /* for each, Black's after it for SBKV, 0..1; NAN: unknown */
} RecordNotes;

/* Writes the game with all that went before stones were set up; notes may be NULL. The caller frees
 * the writer, even on failure. */
void record_write(const Game *game, const RecordNotes *notes, SgfWriter *writer);

/* Writes the record to a file, as sgf_writer_save does. */
bool record_save(const Game *game, const RecordNotes *notes, const char *path, Status *status);

enum { RECORD_RESULT_MAX = 24 };

/* Writes "B+3.5", "W+2" or, for a draw, "0", as in RE. score is Black's minus White's. Returns
 * text. */
const char *record_result(double score, char text[RECORD_RESULT_MAX]);

#endif
