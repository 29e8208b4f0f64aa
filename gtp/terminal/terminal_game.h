/* A game of a person against the engine: its moves, its end, and the file that keeps it after each
 * move. One thread calls all but terminal_game_end_writing. */
#ifndef GTP_TERMINAL_TERMINAL_GAME_H
#define GTP_TERMINAL_TERMINAL_GAME_H

#include "engine/player/player.h"
#include "gtp/engine_options.h"
#include "gtp/terminal/kept_game.h"

typedef struct {
    const EngineOptions *options;
    PlayerOptions player_options;
    Game *game;
    Player player;
    Color person;   /* whose stones the person has; the engine has the others */
    Color resigner; /* EMPTY: neither has resigned */
    KeptGame kept;
    Status fault; /* why the last move could not be kept; "" if it could */
} TerminalGame;

/* Begins with an empty board. Returns false if out of memory; terminal_game_free must be called in
 * any case. The options and models must outlive the game. */
bool terminal_game_init(TerminalGame *game, const EngineOptions *options, const Models *models);
void terminal_game_free(TerminalGame *game);

/* Begins anew, with a handicap for Black of 2 stones or more, or 0. On failure the game is as it
 * was. */
bool terminal_game_begin(TerminalGame *game, int width, int height, int handicap, Status *status);

/* Takes the main line of a record. If it is of `dihedra play` and has not ended, players and rank
 * are its own, and the game goes on in the file that kept_game_take has taken; otherwise the person
 * has the side to move, and the game gets a file of its own. On failure the game is as it was. */
bool terminal_game_load(TerminalGame *game, const char *path, Status *status);

/* Writes the game with its players and result. */
bool terminal_game_save(TerminalGame *game, const char *path, Status *status);

/* Waits for the end of a write, and lets none begin: the process is about to end. Any thread may
 * call. */
void terminal_game_end_writing(void);

/* Is the game in its file as far as it has come? */
bool terminal_game_is_kept(const TerminalGame *game);

bool terminal_game_is_over(const TerminalGame *game);

/* Plays the person's move, pass or resignation. Returns false with a sentence if the rules forbid
 * it. */
bool terminal_game_play(TerminalGame *game, Point move, Status *status);

/* Plays the engine's move, and says which. */
bool terminal_game_answer(TerminalGame *game, Point *move, Status *status);

/* Takes back to where the person was to move: the own last move and the answer to it. */
bool terminal_game_undo(TerminalGame *game, Status *status);

/* Judges the position at full strength, and calls report at the end. */
bool terminal_game_analyze(TerminalGame *game, void (*report)(void *, const Analysis *),
                           void *context, Status *status);

/* Adds as a sentence who won, and by how much. score is Black's, which does not matter
 * after a resignation. */
void terminal_game_add_result(const TerminalGame *game, double score, Text *text);

#endif
