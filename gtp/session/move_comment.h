/* The evaluations of the moves that the engine chose, kept for clients that write game records.
 *
 * Invariant: a comment on a move of the game is found only while that move stands and led to the
 * same stones. Commands may take moves back and play others at any time.
 *
 * Not thread-safe: comments belong to the thread that runs commands. */
#ifndef GTP_SESSION_MOVE_COMMENT_H
#define GTP_SESSION_MOVE_COMMENT_H

#include "engine/base/text.h"
#include "engine/player/player.h"
#include "gtp/session/saved_position.h"

typedef struct {
    bool is_made; /* false: no move has been chosen */
    PlayerMove choice;
    int number;          /* moves of the game before it */
    SavedPosition after; /* the position it led to; not set: it was not played */
} MoveComment;

enum { MOVE_COMMENTS_MAX = 1024 }; /* older ones are overwritten */

typedef struct {
    MoveComment last;                      /* on the move chosen last, played or not */
    MoveComment played[MOVE_COMMENTS_MAX]; /* [number % MOVE_COMMENTS_MAX] */
} MoveComments;

/* Forgets all comments: a new game begins. */
void move_comments_clear(MoveComments *move_comments);

/* Returns a comment on a choice for the game's present position. */
MoveComment move_comment_on(const PlayerMove *choice, const Game *game);

/* Keeps the last comment: the game's last move is the choice it was made on. */
void move_comments_keep(MoveComments *move_comments, const Game *game);

/* Returns the comment on move i of the game, counted from 0, or NULL. */
const MoveComment *move_comments_find(const MoveComments *move_comments, const Game *game, int i);

/* Adds the comment as one line without its newline, or nothing if it is NULL or no move has been
 * chosen. */
void move_comment_add(const MoveComment *move_comment, const Geometry *geometry, Text *text);

#endif
