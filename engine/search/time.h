/* The clock of a game: what the controller has said of it, and how long the next move may take. A
 * GameClock belongs to one thread. */
#ifndef ENGINE_SEARCH_TIME_H
#define ENGINE_SEARCH_TIME_H

#include "engine/board/point.h"

typedef enum {
    TIME_NOT_SET,  /* nobody has said: the engine's own time a move holds */
    TIME_NO_LIMIT, /* likewise, but told so */
    TIME_ABSOLUTE,
    TIME_CANADIAN, /* period_stones moves in each period after the main time */
} TimeMode;

typedef struct {
    TimeMode mode;
    double main_seconds, period_seconds;
    int period_stones;
    double left[2];     /* seconds, by colour; may be negative */
    int stones_left[2]; /* to play in that time; 0 in main time */
} GameClock;

/* GTP's time_settings: byo_yomi_time > 0 with 0 stones means no limit, byo_yomi_time 0 absolute
 * time. */
void clock_set(GameClock *clock, double main_time, double byo_yomi_time, int byo_yomi_stones);

/* A new game: each side has its full time again. */
void clock_reset(GameClock *clock);

/* GTP's time_left: 0 stones means main time. Any number of seconds is taken. */
void clock_set_left(GameClock *clock, Color color, double seconds, int stones);

/* A move by color took this long. */
void clock_spend(GameClock *clock, Color color, double seconds);

/* Seconds to spend on a move of color, lag (seconds between us and the clock) taken off; at least
 * 0. cells is the size of the board, moves how many have been played. INFINITY where the clock
 * says nothing. */
double clock_budget(const GameClock *clock, Color color, int cells, int moves, double lag);

/* How much longer a move may take than its budget where the position is unclear: a part of it where
 * later moves can make up for it and lag takes little of it, in main time never more than is left
 * of that; else nothing. */
double clock_reserve(const GameClock *clock, Color color, double budget, double lag);

#endif
