/* regress/match/report: random results, compared with counts made game by game. */
#include "hash/random.h"
#include "regress/match/report.h"
#include "tests/support/reader/json_at.h"

#include <math.h>

enum { ENGINES = 4, GAMES = 9, ALL = GAMES * ENGINES * (ENGINES - 1) / 2 };

typedef struct {
    Schedule schedule;
    MatchEngine match_engines[ENGINES];
    FinishedGame games[ALL];
} Match;

/* Most games finished, by any end, with few different fingerprints. */
static void fill(Match *match, SplitMix *random) {
    static const char *const NAMES[ENGINES] = {"A", "B", "C", "D"};
    *match = (Match){.schedule = {.engines = 2 + (int)(splitmix_next(random) % (ENGINES - 1)),
                                  .format = (ScheduleFormat)(splitmix_next(random) % 2),
                                  .games = 1 + (int)(splitmix_next(random) % GAMES),
                                  .alternate = splitmix_next(random) % 2 == 0}};
    for (int i = 0; i < ENGINES; i++) {
        strcpy(match->match_engines[i].name, NAMES[i]);
        match->match_engines[i].command = NAMES[i];
    }
    for (int i = 0; i < schedule_game_count(&match->schedule); i++) {
        FinishedGame *game = &match->games[i];
        game->is_finished = splitmix_next(random) % 4 != 0;
        game->outcome.end = (MatchGameEnd)(splitmix_next(random) % MATCH_GAME_ENDS);
        const bool may_draw =
            game->outcome.end == MATCH_GAME_SCORE || game->outcome.end == MATCH_GAME_MOVE_LIMIT;
        game->outcome.winner = (Color)(splitmix_next(random) % (may_draw ? 3 : 2));
        game->outcome.moves = (int)(splitmix_next(random) % 100);
        game->outcome.genmoves[BLACK] = 7;
        game->outcome.genmoves[WHITE] = 5;
        game->outcome.seconds[BLACK] = 14;
        game->fingerprint = splitmix_next(random) % 5;
    }
}

static MatchTable table_of(Match *match) {
    return (MatchTable){
        .schedule = &match->schedule, .match_engines = match->match_engines, .games = match->games};
}

/* Of the finished games those that an engine played with a color and ended so; -1 stands for any
 * end, result: 1 won, 0 drawn, -1 lost, 2 any. */
static int count_games(const Match *match, int engine, int opponent, Color color, int result,
                       int end) {
    int count = 0;
    for (int number = 1; number <= schedule_game_count(&match->schedule); number++) {
        const FinishedGame *game = &match->games[number - 1];
        const ScheduledGame scheduled = schedule_game(&match->schedule, number);
        const Color winner = game->outcome.winner;
        const int got = winner == EMPTY ? 0 : winner == color ? 1 : -1;
        count += game->is_finished && scheduled.engine[color] == engine &&
                 (opponent < 0 || scheduled.engine[!color] == opponent) &&
                 (result == 2 || got == result) && (end < 0 || (int)game->outcome.end == end);
    }
    return count;
}

static int count_both(const Match *match, int engine, int opponent, int result, int end) {
    return count_games(match, engine, opponent, BLACK, result, end) +
           count_games(match, engine, opponent, WHITE, result, end);
}

static void check_engine(const Match *match, const json_t *json, int engine) {
    static const struct {
        const char *key;
        MatchGameEnd end;
    } LOSSES[] = {{"resignations", MATCH_GAME_RESIGNATION},
                  {"time_losses", MATCH_GAME_TIME},
                  {"illegal_moves", MATCH_GAME_ILLEGAL},
                  {"refusals", MATCH_GAME_REFUSED},
                  {"crashes", MATCH_GAME_CRASH},
                  {"hangs", MATCH_GAME_HANG},
                  {"wrong_answers", MATCH_GAME_GARBAGE}};
    cr_assert_eq(json_at(json, "wins"), count_both(match, engine, -1, 1, -1));
    cr_assert_eq(json_at(json, "losses"), count_both(match, engine, -1, -1, -1));
    cr_assert_eq(json_at(json, "draws"), count_both(match, engine, -1, 0, -1));
    cr_assert_eq(json_at(json, "white_wins"), count_games(match, engine, -1, WHITE, 1, -1));
    for (size_t i = 0; i < sizeof LOSSES / sizeof LOSSES[0]; i++) {
        cr_assert_eq(json_at(json, LOSSES[i].key),
                     count_both(match, engine, -1, -1, (int)LOSSES[i].end), "%s", LOSSES[i].key);
    }
    const int black = count_games(match, engine, -1, BLACK, 2, -1);
    const int white = count_games(match, engine, -1, WHITE, 2, -1);
    cr_assert_eq(json_at(json, "moves"), 7 * black + 5 * white);
    if (black + white > 0) {
        const double expected = 14.0 * black / (7 * black + 5 * white);
        cr_assert(fabs(json_at(json, "seconds_per_move") - expected) < 1e-4);
    }
}

static void check_duplicates(const Match *match, const json_t *json, int first, int second) {
    bool seen[5] = {false};
    int duplicates = 0;
    for (int number = 1; number <= schedule_game_count(&match->schedule); number++) {
        const FinishedGame *game = &match->games[number - 1];
        const ScheduledGame scheduled = schedule_game(&match->schedule, number);
        const int low = scheduled.engine[BLACK] < scheduled.engine[WHITE] ? scheduled.engine[BLACK]
                                                                          : scheduled.engine[WHITE];
        if (game->is_finished && low == first &&
            scheduled.engine[BLACK] + scheduled.engine[WHITE] == first + second) {
            duplicates += seen[game->fingerprint];
            seen[game->fingerprint] = true;
        }
    }
    cr_assert_eq(json_at(json, "duplicates"), duplicates);
}

/* Pairs by looking for each game's partner among all games. */
static void check_pairs(const Match *match, const json_t *json, int first, int second) {
    int pairs[5] = {0}, count = 0;
    const int total = schedule_game_count(&match->schedule);
    for (int a = 1; a <= total; a++) {
        for (int b = a + 1; b <= total; b++) {
            const ScheduledGame x = schedule_game(&match->schedule, a);
            const ScheduledGame y = schedule_game(&match->schedule, b);
            const int black = x.engine[BLACK], white = x.engine[WHITE];
            if (black != first || white != second || y.engine[BLACK] != second ||
                y.engine[WHITE] != first || y.round != x.round + 1 ||
                !match->games[a - 1].is_finished || !match->games[b - 1].is_finished) {
                continue;
            }
            const Color winner_a = match->games[a - 1].outcome.winner;
            const Color winner_b = match->games[b - 1].outcome.winner;
            pairs[(winner_a == BLACK) * 2 + (winner_a == EMPTY) + (winner_b == WHITE) * 2 +
                  (winner_b == EMPTY)]++;
            count++;
        }
    }
    cr_assert_eq(json_is_null(json_object_get(json, "pentanomial")), count == 0);
    for (int i = 0; count > 0 && i < 5; i++) {
        cr_assert_eq(json_at(json, formatted("pentanomial/%d", i)), pairs[i]);
    }
}

Test(match_report, counts_what_was_played) {
    SplitMix random = {3};
    static Match match;
    for (int i = 0; i < 300; i++) {
        fill(&match, &random);
        const MatchTable table = table_of(&match);
        json_t *json = match_report_json(&table);
        for (int engine = 0; engine < match.schedule.engines; engine++) {
            check_engine(&match, json_find(json, formatted("engines/%d", engine)), engine);
        }
        for (int p = 0; p < schedule_pairing_count(&match.schedule); p++) {
            int first, second;
            schedule_pairing(&match.schedule, p, &first, &second);
            const json_t *pairing = json_find(json, formatted("pairings/%d", p));
            const int games = count_both(&match, first, second, 2, -1);
            const int wins = count_both(&match, first, second, 1, -1);
            const int draws = count_both(&match, first, second, 0, -1);
            cr_assert_eq(json_at(pairing, "games"), games);
            cr_assert_eq(json_at(pairing, "wins"), wins);
            cr_assert_eq(json_at(pairing, "move_limit_games"),
                         count_both(&match, first, second, 2, MATCH_GAME_MOVE_LIMIT));
            if (games > 0) {
                const double rate = (wins + draws / 2.0) / games;
                cr_assert(fabs(json_at(pairing, "win_rate") - rate) < 1e-4);
                cr_assert(json_at(pairing, "win_rate_low") <= rate + 1e-4 &&
                          json_at(pairing, "win_rate_high") >= rate - 1e-4);
            }
            check_duplicates(&match, pairing, first, second);
            check_pairs(&match, pairing, first, second);
        }
        json_decref(json);
    }
}

/* A text that a reader can check by hand. */
Test(match_report, reads_well) {
    static Match match = {
        .schedule = {.engines = 2, .games = 4, .alternate = true},
        .match_engines = {{.name = "A", .command = "a"}, {.name = "B", .command = "b"}}};
    for (int i = 0; i < 4; i++) {
        match.games[i] =
            (FinishedGame){.is_finished = true,
                           .outcome = {.end = i == 3 ? MATCH_GAME_TIME : MATCH_GAME_RESIGNATION,
                                       .winner = i == 1 || i == 2 ? WHITE : BLACK,
                                       .moves = 10 * i,
                                       .genmoves = {10, 10},
                                       .seconds = {1, 2}},
                           .fingerprint = (uint64_t)i / 2};
    }
    const Sprt sprt = {0, 10};
    MatchTable table = table_of(&match);
    table.sprt = &sprt;
    Text *text = text_kept();
    json_t *report = match_report_json(&table);
    match_report_text(report, text);
    match_report_add_facts(report); /* for the page: the same words */
    expect_in(text_get(text), json_text_at(report, "pairings/0/facts/4/1"));
    cr_assert_str_eq(json_text_at(report, "engines/1/facts/4/0"), "resignations");
    json_decref(report);
    static const char *const PARTS[] = {
        "4 of 4 games\nA against B: 2 won, 2 lost, 0 drawn\n  as Black: 1 won, 1 lost, 0 drawn\n"
        "  as White: 1 won, 1 lost, 0 drawn\n  win rate: 50.0% (15.0% to 85.0%)\n  Elo: +0.0",
        "  pairs: 1, 0, 0, 0, 1 with 0, 1/2, 1, 3/2, 2 points\n",
        "  SPRT: Elo 0 (H0) against 10 (H1): LLR ",
        "  moves: 15.0 a game\n  duplicates: 2, equal to an earlier game, turned or mirrored\n",
        "engine                             points    games   s/move       time\n"
        "A                                     2.0        4    0.150      6.0 s  resignations: 1  "
        "losses on time: 1\n"
        "B                                     2.0        4    0.150      6.0 s  resignations: "
        "2\n"};
    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0]; i++) {
        cr_assert_not_null(strstr(text_get(text), PARTS[i]), "%s", text_get(text));
    }
    text_clear(text);
    match_report_line(&table, text);
    cr_assert_str_eq(text_get(text), "4 of 4 games, A 2 - 2 B");
}
