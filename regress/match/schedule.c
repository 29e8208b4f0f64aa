#include "regress/match/schedule.h"

#include <assert.h>
#include <stddef.h>

int schedule_pairing_count(const Schedule *schedule) {
    const int n = schedule->engines;
    return schedule->format == SCHEDULE_GAUNTLET ? n - 1 : n * (n - 1) / 2;
}

void schedule_pairing(const Schedule *schedule, int pairing, int *first, int *second) {
    int row = 0;
    if (schedule->format == SCHEDULE_ROUND_ROBIN) {
        /* Row i of the table holds the pairings of engine i with later engines. */
        for (int length = schedule->engines - 1; pairing >= length; length--) {
            pairing -= length;
            row++;
        }
    }
    *first = row;
    *second = row + 1 + pairing;
}

int schedule_game_count(const Schedule *schedule) {
    return schedule_pairing_count(schedule) * schedule->games;
}

int schedule_number(const Schedule *schedule, int pairing, int round) {
    return round * schedule_pairing_count(schedule) + pairing + 1;
}

ScheduledGame schedule_game(const Schedule *schedule, int number) {
    assert(number >= 1 && number <= schedule_game_count(schedule));
    const int pairings = schedule_pairing_count(schedule);
    const int round = (number - 1) / pairings;
    ScheduledGame scheduled = {.pairing = (number - 1) % pairings, .round = round};
    int first, second;
    schedule_pairing(schedule, scheduled.pairing, &first, &second);
    const bool swapped = schedule->alternate && round % 2 == 1;
    scheduled.engine[BLACK] = swapped ? second : first;
    scheduled.engine[WHITE] = swapped ? first : second;
    const int turn = schedule->alternate ? round / 2 : round;
    scheduled.opening = schedule->openings > 0 ? turn % schedule->openings : SCHEDULE_NO_OPENING;
    return scheduled;
}
