/* What the engine thought of the moves it chose, kept for clients that write game records.
 *
 * Invariant: a remark on a move of the game is handed out only while that move stands and led to
 * the same stones. Commands may take moves back and play others without telling anyone.
 *
 * Not thread-safe: remarks belong to the thread that runs commands. */
#ifndef GTP_REMARK_H
#define GTP_REMARK_H

#include "engine/base/text.h"
#include "engine/player/player.h"
#include "gtp/bookmark.h"

typedef struct {
    bool is_made; /* false: no move has been chosen */
    PlayerMove choice;
    Color color;
    int number;     /* moves of the game before it */
    Bookmark after; /* the position it led to; not set: it was not played */
} Remark;

enum { REMARKS_MAX = 1024 }; /* moves back that remarks are kept; older ones are overwritten */

typedef struct {
    Remark last;                /* on the move chosen last, played or not */
    Remark played[REMARKS_MAX]; /* [number % REMARKS_MAX] */
} Remarks;

/* Forgets all remarks: a new game begins. */
void remarks_clear(Remarks *remarks);

/* Returns a remark on a choice for the game's present position. */
Remark remark_on(const PlayerMove *choice, Color color, const Game *game);

/* Keeps the last remark: the game's last move is the choice it was made on. */
void remarks_keep(Remarks *remarks, const Game *game);

/* Returns the remark on move i of the game, counted from 0, or NULL if there is none. */
const Remark *remarks_find(const Remarks *remarks, const Game *game, int i);

/* Adds the remark as one line without its newline, or nothing if no move has been chosen. */
void remark_add(const Remark *remark, const Geometry *geometry, Text *text);

#endif
