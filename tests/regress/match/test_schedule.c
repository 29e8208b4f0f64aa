/* regress/match/schedule: whole schedules are counted game by game. */
#include "regress/match/schedule.h"

#include <criterion/criterion.h>

enum { ENGINES_MAX = 6 };

/* How often each engine meets each other one with either color. */
static void check_meetings(const Schedule *schedule) {
    int met[ENGINES_MAX][ENGINES_MAX] = {{0}};
    for (int number = 1; number <= schedule_game_count(schedule); number++) {
        const ScheduledGame scheduled = schedule_game(schedule, number);
        met[scheduled.engine[BLACK]][scheduled.engine[WHITE]]++;
        cr_assert_eq(schedule_number(schedule, scheduled.pairing, scheduled.round), number);
    }
    for (int a = 0; a < schedule->engines; a++) {
        cr_assert_eq(met[a][a], 0);
        for (int b = a + 1; b < schedule->engines; b++) {
            const bool meet = schedule->format == SCHEDULE_ROUND_ROBIN || a == 0;
            const int swapped = schedule->alternate ? schedule->games / 2 : 0;
            cr_assert_eq(met[a][b], meet ? schedule->games - swapped : 0);
            cr_assert_eq(met[b][a], meet ? swapped : 0);
        }
    }
}

Test(match_schedule, every_pairing_plays_its_games) {
    for (int i = 0; i < 4 * (ENGINES_MAX - 1) * 5; i++) {
        const Schedule schedule = {.format = i % 2 == 0 ? SCHEDULE_GAUNTLET : SCHEDULE_ROUND_ROBIN,
                                   .alternate = i / 2 % 2 == 0,
                                   .engines = 2 + i / 4 % (ENGINES_MAX - 1),
                                   .games = 1 + i / 4 / (ENGINES_MAX - 1)};
        check_meetings(&schedule);
        cr_assert_eq(schedule_game(&schedule, 1).opening, SCHEDULE_NO_OPENING);
    }
}

/* In every pairing the openings come in their order, and again from the first. */
Test(match_schedule, openings_go_round) {
    for (int alternate = 0; alternate <= 1; alternate++) {
        const Schedule schedule = {.format = SCHEDULE_ROUND_ROBIN,
                                   .engines = 4,
                                   .games = 11,
                                   .alternate = alternate == 1,
                                   .openings = 3};
        static const int EXPECTED[2][11] = {{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1},
                                            {0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2}};
        int played[6] = {0};
        for (int number = 1; number <= 66; number++) {
            const ScheduledGame scheduled = schedule_game(&schedule, number);
            cr_assert_eq(scheduled.round, played[scheduled.pairing]);
            cr_assert_eq(scheduled.opening, EXPECTED[alternate][played[scheduled.pairing]++]);
        }
    }
}

Test(match_schedule, more_games_change_none) {
    const Schedule few = {.engines = 4, .games = 5, .alternate = true, .openings = 3};
    Schedule many = few;
    many.games = 12;
    for (int number = 1; number <= schedule_game_count(&few); number++) {
        const ScheduledGame a = schedule_game(&few, number), b = schedule_game(&many, number);
        cr_assert(a.pairing == b.pairing && a.round == b.round && a.opening == b.opening &&
                  a.engine[BLACK] == b.engine[BLACK] && a.engine[WHITE] == b.engine[WHITE]);
    }
}
