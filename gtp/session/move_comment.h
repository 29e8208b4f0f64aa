/* Positions of the game that are saved, and the evaluations of the moves that the engine chose,
 * kept for clients that write game records.
 *
 * Invariant: a comment on a move of the game is found only while that move stands and led to the
 * same stones. Commands may take moves back and play others at any time.
 *
 * Not thread-safe: both belong to the thread that runs commands. */
#ifndef GTP_SESSION_MOVE_COMMENT_H
#define GTP_SESSION_MOVE_COMMENT_H

#include "engine/base/text.h"
#include "engine/go/board/game.h"
#include "engine/player/player.h"

/* A position of the game, saved so that later commands can check whether the game still stands
 * there, whatever was undone, played or loaded in between. All zeros: not set. */
typedef struct {
    bool is_set;
    int move_count; /* moves played before the position */
    uint64_t hash;  /* of its stones */
} SavedPosition;

/* Saves the present position. */
static inline void saved_position_set(SavedPosition *saved, const Game *game) {
    *saved = (SavedPosition){
        .is_set = true, .move_count = game->move_count, .hash = game->past[game->move_count].hash};
}

static inline void saved_position_clear(SavedPosition *saved) {
    saved->is_set = false;
}

/* Does the game stand there, or did its present moves lead through it? */
static inline bool saved_position_is_on_path(const SavedPosition *saved, const Game *game) {
    return saved->is_set && saved->move_count <= game->move_count &&
           game->past[saved->move_count].hash == saved->hash;
}

/* Does the game stand in the saved position? */
static inline bool saved_position_holds(const SavedPosition *saved, const Game *game) {
    return saved->move_count == game->move_count && saved_position_is_on_path(saved, game);
}

typedef struct {
    bool is_made; /* false: no move has been chosen */
    PlayerMove choice;
    int number;          /* moves of the game before it */
    SavedPosition after; /* the position it led to; not set: it was not played */
} MoveComment;

enum { MOVE_COMMENTS_MAX = 1024 }; /* older ones are overwritten */

typedef struct {
    MoveComment last;                      /* on the move chosen last in this game, played or not */
    MoveComment played[MOVE_COMMENTS_MAX]; /* [number % MOVE_COMMENTS_MAX] */
} MoveComments;

/* Keeps the last comment: the game's last move is the choice it was made on. */
void move_comments_keep(MoveComments *move_comments, const Game *game);

/* Returns the comment on move i of the game, counted from 0, or NULL. */
const MoveComment *move_comments_find(const MoveComments *move_comments, const Game *game, int i);

/* Adds the comment as one line without its newline, or nothing if it is NULL or no move has been
 * chosen. */
void move_comment_add(const MoveComment *move_comment, const Geometry *geometry, Text *text);

#endif
