/* The clock of a game: the time settings, what each side has left, and what a move takes off it.
 * engine/player/time.c decides how much of it to spend.
 *
 * Invariant: left, stones_left and periods_left are what a controller with the same settings and
 * moves would report, except that a side whose flag has fallen plays on with negative time. A
 * GameClock belongs to one thread. All times are in seconds. */
#ifndef ENGINE_GO_BOARD_GAME_CLOCK_H
#define ENGINE_GO_BOARD_GAME_CLOCK_H

#include "engine/go/board/point.h"

typedef enum {
    GAME_CLOCK_NOT_SET,  /* no settings yet: the engine uses its own time for a move */
    GAME_CLOCK_NO_LIMIT, /* set by the controller: the same */
    GAME_CLOCK_ABSOLUTE, /* main time only */
    GAME_CLOCK_CANADIAN, /* after main time, period_stones moves in each period */
    GAME_CLOCK_BYO_YOMI, /* after main time, periods of one move each: only a longer move uses up a
                            period, and the last one loses the game */
    GAME_CLOCK_FISCHER,  /* each move adds to the time left */
} GameClockMode;

typedef struct {
    GameClockMode mode;
    double main_seconds, period_seconds;
    int period_stones;   /* moves in a period: 1 under byo-yomi */
    int periods;         /* byo-yomi: how many at the start */
    double increment;    /* Fischer: added after each move, */
    double left_max;     /* until this much is left, or INFINITY */
    double move_max;     /* Fischer: the most that one move may take, or INFINITY */
    double left[2];      /* by Color; may be negative */
    int stones_left[2];  /* moves to play in that time; 0 in main time */
    int periods_left[2]; /* byo-yomi: the current one included */
} GameClock;

/* GTP's time_settings. byo_yomi_time > 0 with 0 stones means no limit; byo_yomi_time 0 means
 * absolute time. Both sides get their full time. */
void game_clock_set(GameClock *clock, double main_time, double byo_yomi_time, int byo_yomi_stones);

void game_clock_set_no_limit(GameClock *clock);

/* Japanese byo-yomi. Without periods, or with periods of no length, it is absolute time. */
void game_clock_set_byo_yomi(GameClock *clock, double main_time, double period_time, int periods);

/* Fischer time. Pass INFINITY for left_max or move_max if there is no such limit. */
void game_clock_set_fischer(GameClock *clock, double main_time, double increment, double left_max,
                            double move_max);

/* Starts a new game: both sides get their full time again. */
void game_clock_reset(GameClock *clock);

/* GTP's time_left. 0 stones means main time; under byo-yomi the number counts the periods left, as
 * on KGS. Seconds may be any number. If no clock was set, this sets one; 0 seconds
 * are ignored after "no limit". */
void game_clock_set_left(GameClock *clock, Color color, double seconds, int stones);

/* Takes the time of a move by color off its clock. Does nothing if no clock runs. */
void game_clock_spend(GameClock *clock, Color color, double seconds);

/* Does the clock limit the game? */
bool game_clock_is_running(const GameClock *clock);

/* Do periods follow the main time? */
bool game_clock_has_periods(const GameClock *clock);

#endif
