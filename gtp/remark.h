/* What the engine thought of the moves it chose, kept for those who write game records.
 *
 * Invariant: a remark on a move of the game is handed out only where that move still stands and led
 * to the same stones, so that taking moves back and playing others needs no care. All of it belongs
 * to the thread that plays. */
#ifndef GTP_REMARK_H
#define GTP_REMARK_H

#include "engine/base/text.h"
#include "engine/search/player.h"

typedef struct {
    bool is_made; /* false: nothing is known */
    PlayerMove choice;
    Color color;
    int number;    /* of moves before it */
    uint64_t hash; /* of the stones after it, where it was played */
} Remark;

enum { REMARKS_MAX = 1024 }; /* so many moves back */

typedef struct {
    Remark last;                /* on the move chosen last, played or not */
    Remark played[REMARKS_MAX]; /* [number % REMARKS_MAX] */
} Remarks;

/* A new game: nothing has been chosen. */
void remarks_clear(Remarks *remarks);

/* On a choice for the game's present position. */
Remark remark_on(const PlayerMove *choice, Color color, const Game *game);

/* The game's last move was the choice remarked on last. */
void remarks_keep(Remarks *remarks, const Game *game);

/* On move number i of the game, counted from 0; NULL where there is none. */
const Remark *remarks_find(const Remarks *remarks, const Game *game, int i);

/* Adds a line without its end; nothing where nothing is known. */
void remark_add(const Remark *remark, const Geometry *geometry, Text *text);

#endif
