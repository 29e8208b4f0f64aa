/* Which engines play a game of a match, with which colors and from which opening.
 *
 * Invariant: all of it follows from the game's number alone, whatever the order in which games end
 * and however many are asked for. So a match can be resumed, or made longer, without changing its
 * games. Pure functions; any thread may call them. */
#ifndef REGRESS_MATCH_SCHEDULE_H
#define REGRESS_MATCH_SCHEDULE_H

#include "engine/go/board/point.h"

typedef enum {
    SCHEDULE_GAUNTLET,    /* the first engine against every other */
    SCHEDULE_ROUND_ROBIN, /* every engine against every other */
} ScheduleFormat;

typedef struct {
    int engines; /* at least 2 */
    ScheduleFormat format;
    int games;      /* of each pairing */
    bool alternate; /* colors change from one game of a pairing to the next */
    int openings;   /* 0: every game starts on the empty board */
} Schedule;

enum { SCHEDULE_NO_OPENING = -1 };

/* One game. All pairings play their first game, then their second, and so on. If colors alternate,
 * a pairing's games 0 and 1 start from the same opening, and so do 2 and 3: these are pairs. */
typedef struct {
    int pairing;
    int round;     /* of the pairing's games, from 0 */
    int engine[2]; /* by Color */
    int opening;   /* or SCHEDULE_NO_OPENING */
} ScheduledGame;

int schedule_pairing_count(const Schedule *schedule);

/* The two engines of a pairing; first < second. */
void schedule_pairing(const Schedule *schedule, int pairing, int *first, int *second);

int schedule_game_count(const Schedule *schedule);

/* The number, 1..schedule_game_count, of a pairing's game. */
int schedule_number(const Schedule *schedule, int pairing, int round);

ScheduledGame schedule_game(const Schedule *schedule, int number);

#endif
