/* The clock of a game: what the controller has said of it, and how long the next move may take. A
 * GameClock belongs to one thread. */
#ifndef ENGINE_BOARD_GAME_CLOCK_H
#define ENGINE_BOARD_GAME_CLOCK_H

#include "engine/board/point.h"

typedef enum {
    TIME_NOT_SET,  /* nobody has said: the engine's own time a move holds */
    TIME_NO_LIMIT, /* likewise, but told so */
    TIME_ABSOLUTE,
    TIME_CANADIAN, /* period_stones moves in each period after the main time */
    TIME_BYO_YOMI, /* after the main time periods of one move each: a period lasts on until a move
                      outlasts it; with the last one the game is lost */
    TIME_FISCHER,  /* each move made adds to the time left */
} TimeMode;

typedef struct {
    TimeMode mode;
    double main_seconds, period_seconds;
    int period_stones;   /* moves in a period: 1 under byo-yomi */
    int periods;         /* byo-yomi's */
    double increment;    /* Fischer's: seconds added after a move, */
    double left_max;     /* up to so many in all, */
    double move_max;     /* and the most a move may take; INFINITY: no such limit */
    double left[2];      /* seconds, by colour; may be negative */
    int stones_left[2];  /* to play in that time; 0 in main time */
    int periods_left[2]; /* byo-yomi's, the one that runs included */
} GameClock;

/* GTP's time_settings: byo_yomi_time > 0 with 0 stones means no limit, byo_yomi_time 0 absolute
 * time. */
void clock_set(GameClock *clock, double main_time, double byo_yomi_time, int byo_yomi_stones);

void clock_set_no_limit(GameClock *clock);

/* Japanese byo-yomi; without periods, or with such of no length, absolute time. */
void clock_set_byo_yomi(GameClock *clock, double main_time, double period_time, int periods);

/* Fischer time; INFINITY for left_max or move_max where there is no such limit. */
void clock_set_fischer(GameClock *clock, double main_time, double increment, double left_max,
                       double move_max);

/* A new game: each side has its full time again. */
void clock_reset(GameClock *clock);

/* GTP's time_left: 0 stones means main time; under byo-yomi, as KGS has it, the number is that of
 * the periods left. Any number of seconds is taken. */
void clock_set_left(GameClock *clock, Color color, double seconds, int stones);

/* A move by color took this long. */
void clock_spend(GameClock *clock, Color color, double seconds);

/* Seconds to spend on a move of color, lag (seconds between us and the clock) taken off; at least
 * 0. cells is the size of the board, moves how many have been played. INFINITY where the clock
 * says nothing. */
double clock_budget(const GameClock *clock, Color color, int cells, int moves, double lag);

/* How much longer a move may take than its budget where the position is unclear: a part of it where
 * later moves can make up for it and lag takes little of it, in main time never more than is left
 * of that; under byo-yomi a period of several that are left; else nothing. */
double clock_reserve(const GameClock *clock, Color color, double budget, double lag);

#endif
