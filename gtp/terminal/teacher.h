/* A teacher beside a game of `dihedra play`: tells the person's serious mistakes at once, and lets
 * the key mistakes be tried again after the game. Judges as engine/review does. One thread calls.
 */
#ifndef GTP_TERMINAL_TEACHER_H
#define GTP_TERMINAL_TEACHER_H

#include "engine/review/review.h"
#include "gtp/terminal/terminal_game.h"

typedef struct {
    TerminalGame *game;
    bool is_on;
    int silent_until;            /* the number of moves played from which it may speak again */
    int first, known;            /* the positions that it has seen, from first to known - 1 */
    PositionAnalysis *analyses;  /* [position] */
    int keys[REVIEW_KEYS_MAX];   /* moves */
    Text words[REVIEW_KEYS_MAX]; /* about them */
    int key_count, key;
    Game *exercise; /* the position before that key; NULL: none is tried */
} Teacher;

void teacher_free(Teacher *teacher);

/* From here on the teacher judges the game. */
void teacher_start(Teacher *teacher);

/* Moves have been taken back. */
void teacher_go_back(Teacher *teacher);

/* If the person's last move was a serious mistake, adds a line about it, at most once in ten
 * moves that stand. */
void teacher_tell(Teacher *teacher, Text *text);

/* Finds the key mistakes of a game that is over; the first is the exercise. */
void teacher_begin(Teacher *teacher, Text *text);

/* Judges a move instead of the key mistake, and goes on to the next one if it is right. */
void teacher_try(Teacher *teacher, Point move, Text *text);

/* Tells what was better, and goes on. */
void teacher_skip(Teacher *teacher, Text *text);

#endif
