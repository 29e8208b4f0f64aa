/* The games that `dihedra play` keeps in the user's cache folder, each in a file under the date
 * when it began: play-2026-11-30-142501.sgf. The play.sgf and play-before.sgf of earlier versions
 * are kept games too.
 *
 * Invariant: only the process that has locked a game's byte of play.lock writes its file, and a new
 * game gets a name that no file has, so no game is written over another. One thread calls. */
#ifndef GTP_TERMINAL_KEPT_GAME_H
#define GTP_TERMINAL_KEPT_GAME_H

#include "engine/base/file.h"
#include "engine/go/sgf/record.h"

typedef struct {
    Text path; /* empty: the game has no file yet */
    int lock;  /* the descriptor of play.lock; -1: none */
} KeptGame;

/* Finds a file for a new game. Fails if there is no folder for it. */
bool kept_game_begin(KeptGame *kept, Status *status);

/* Takes the file if it is that of a kept game. Returns false if another process has it. */
bool kept_game_take(KeptGame *kept, const char *path);

/* Leaves the file to others. */
void kept_game_leave(KeptGame *kept);

extern const char KEPT_PERSON[]; /* the person's name in a record; the engine's is "Dihedra 5k" */

/* What a record tells of its game. */
typedef struct {
    Color person; /* EMPTY: it is not of `dihedra play` */
    int strength; /* of the engine */
    SgfSize size;
    int moves;
    bool has_more;                  /* than its moves: comments or variations, by another program */
    char result[RECORD_RESULT_MAX]; /* empty: the game goes on */
} KeptRecord;

/* Returns false with a message if the file has no record. */
bool kept_game_read(const char *path, KeptRecord *record, Status *status);

/* Sets the path to that of the kept game written last, not counting files that are no records.
 * Returns false if no game is kept or that one has ended. */
bool kept_game_find_last(Text *path);

/* Prints a line for each kept game, the one that was written last first. */
void kept_games_print(FILE *stream);

#endif
