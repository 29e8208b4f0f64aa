/* The match runner. The main thread introduces the engines and opens the log; then each worker, in
 * a thread of its own, takes the first game that nobody has taken, plays it, writes it down and
 * takes the next. What workers share is guarded by one mutex. */
#include "regress/match/match.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/options.h"
#include "engine/base/progress.h"
#include "engine/base/team.h"
#include "regress/match/openings/openings.h"
#include "regress/match/options.h"
#include "regress/match/report.h"
#include "regress/match/settings.h"
#include "regress/match/sgf.h"

typedef struct {
    MatchOptions options;
    Openings openings; /* count 0: games start on the empty board */
    Interrupt interrupt;
    double start;
    char fresh_log[64]; /* its name, where none was given */

    pthread_mutex_t mutex; /* guards what follows once workers run */
    Progress progress;
    MatchGame *games; /* [number - 1] */
    MatchLog log;
    int next;     /* the number of the first game that nobody has taken */
    bool decided; /* by the sequential test */
    bool failed;  /* the match cannot go on */
} Match;

enum { SEATS = 3, REFEREE = 2 }; /* of a worker: two players and the referee */

typedef struct {
    Match *match;
    int index;
    Seat seats[SEATS]; /* the players in no particular order */
    Game *game;
    double *move_seconds;
} MatchWorker;

static MatchTable table_of(const Match *match) {
    return (MatchTable){.schedule = &match->options.schedule,
                        .contestants = match->options.contestants,
                        .games = match->games,
                        .sprt = match->options.has_sprt ? &match->options.sprt : NULL};
}

/* ---- Progress ---- */

/* The share of the games that are in the log. */
static double done_share(const Match *match) {
    const MatchTable table = table_of(match);
    return (double)match_finished_count(&table) / schedule_game_count(table.schedule);
}

/* A line for a finished game, and another if an engine or the referee did wrong. */
static void show_game(Match *match, int number, const Fixture *fixture, const BoutResult *bout) {
    static const char *const COLORS[2] = {"Black", "White"};
    const Contestant *contestants = match->options.contestants;
    const char *const names[2] = {contestants[fixture->engine[BLACK]].name,
                                  contestants[fixture->engine[WHITE]].name};
    Progress *progress = &match->progress;
    progress_line(progress, "game %d: %s (Black) - %s (White): %s, %d move%s, %.1f s and %.1f s",
                  number, names[BLACK], names[WHITE], bout->result, bout->moves,
                  text_plural(bout->moves), bout->seconds[BLACK], bout->seconds[WHITE]);
    const Color culprit = bout_culprit(bout);
    if (bout->message[0] != '\0' && culprit == EMPTY) {
        progress_line(progress, "game %d: %s", number, bout->message);
    } else if (bout->message[0] != '\0') {
        progress_line(progress, "game %d: %s as %s %s", number, names[culprit], COLORS[culprit],
                      bout->message);
    }
    Text line = {0};
    const MatchTable table = table_of(match);
    match_report_line(&table, &line);
    progress_show(progress, done_share(match), "%s", text_get(&line));
    text_free(&line);
}

/* ---- What workers share ---- */

/* Said at once, as the games of other workers may take long to end. */
static void fail(Match *match, const Status *why) {
    pthread_mutex_lock(&match->mutex);
    if (!match->failed) {
        match->failed = true;
        progress_line(&match->progress, "dihedra match: %s", why->text);
    }
    pthread_mutex_unlock(&match->mutex);
}

/* The number of a game to play, 0 where there is none. */
static int take_game(Match *match) {
    int number = 0;
    pthread_mutex_lock(&match->mutex);
    const int total = schedule_game_count(&match->options.schedule);
    while (match->next <= total && match->games[match->next - 1].is_finished) {
        match->next++;
    }
    if (match->next <= total && !match->failed && !match->decided) {
        number = match->next++;
    }
    pthread_mutex_unlock(&match->mutex);
    return interrupt_requested(&match->interrupt) ? 0 : number;
}

static bool is_decided(const Match *match) {
    const MatchTable table = table_of(match);
    return table.sprt != NULL && match_judge(&table).verdict != SPRT_CONTINUE;
}

/* Once the sequential test has decided, the games still under way are given up: the log then holds
 * what it decided by. So one that ends at the same moment is not written down. */
static bool write_down(Match *match, int number, const Fixture *fixture, const MatchGame *finished,
                       const Game *game, Status *status) {
    pthread_mutex_lock(&match->mutex);
    const bool ok =
        match->decided || match_log_append(&match->log, number, fixture, finished, game, status);
    if (ok && !match->decided) {
        match->games[number - 1] = *finished;
        match->decided = is_decided(match);
        show_game(match, number, fixture, &finished->bout);
    }
    const bool decided = match->decided;
    pthread_mutex_unlock(&match->mutex);
    if (decided) {
        interrupt_request(&match->interrupt);
    }
    return ok;
}

/* ---- A worker ---- */

/* The file for an engine's standard error: a path has no place for some of the letters that a name
 * may have. */
static void write_error_path(const Match *match, const char *name, int number,
                             char path[SEAT_PATH_MAX]) {
    char plain[SEAT_NAME_MAX];
    snprintf(plain, sizeof plain, "%s", name);
    for (char *c = plain; *c != '\0'; c++) {
        const bool keep = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                          (*c >= '0' && *c <= '9') || *c == '.' || *c == '-';
        *c = keep ? *c : '_';
    }
    if (match->options.error_folder == NULL) {
        snprintf(path, SEAT_PATH_MAX, "/dev/null");
    } else {
        snprintf(path, SEAT_PATH_MAX, "%s/%s-%d.log", match->options.error_folder, plain, number);
    }
}

static void seat_contestant(MatchWorker *worker, Seat *seat, const Contestant *contestant) {
    if (seat->contestant != contestant) {
        Status ignored;
        seat_stop(seat, &ignored);
        seat->contestant = contestant;
        write_error_path(worker->match, contestant->name, worker->index + 1, seat->error_path);
    }
}

/* Seats the two engines of a game, each where it sits already if it does. */
static void seat_players(MatchWorker *worker, const Fixture *fixture, Seat *players[2]) {
    const Contestant *contestants = worker->match->options.contestants;
    const Contestant *black = &contestants[fixture->engine[BLACK]];
    const Contestant *white = &contestants[fixture->engine[WHITE]];
    const int crossed =
        worker->seats[0].contestant == white || worker->seats[1].contestant == black;
    players[BLACK] = &worker->seats[crossed];
    players[WHITE] = &worker->seats[!crossed];
    seat_contestant(worker, players[BLACK], black);
    seat_contestant(worker, players[WHITE], white);
}

static void stop_seats(MatchWorker *worker) {
    Status ignored;
    for (int i = 0; i < SEATS; i++) {
        seat_stop(&worker->seats[i], &ignored);
    }
}

static bool start_position(MatchWorker *worker, const Fixture *fixture, Status *status) {
    const Match *match = worker->match;
    if (fixture->opening != SCHEDULE_NO_OPENING) {
        return opening_start(&match->openings, fixture->opening, worker->game, status);
    }
    return game_clear(worker->game, match->options.size, match->options.size, status);
}

static bool save_record(MatchWorker *worker, int number, const Fixture *fixture,
                        const BoutResult *bout, Status *status) {
    const MatchOptions *options = &worker->match->options;
    const char *const names[2] = {options->contestants[fixture->engine[BLACK]].name,
                                  options->contestants[fixture->engine[WHITE]].name};
    return options->sgf_folder == NULL ||
           match_sgf_save(options->sgf_folder, number, names, worker->game, worker->move_seconds,
                          bout, status);
}

/* Plays a game and writes it down, unless the match was interrupted meanwhile. */
static bool play_game(MatchWorker *worker, int number, Status *status) {
    Match *match = worker->match;
    const Fixture fixture = schedule_fixture(&match->options.schedule, number);
    Seat *players[2], *referee = &worker->seats[REFEREE];
    seat_players(worker, &fixture, players);
    if (!start_position(worker, &fixture, status) || !seat_prepare(players[BLACK], status) ||
        !seat_prepare(players[WHITE], status)) {
        return false;
    }
    MatchGame finished = {.is_finished = true};
    bout_play(&match->options.terms, players, referee->contestant == NULL ? NULL : referee,
              worker->game, worker->move_seconds, &finished.bout);
    if (match->options.restart) {
        stop_seats(worker);
    }
    if (interrupt_requested(&match->interrupt)) {
        return true;
    }
    finished.fingerprint = fingerprint_of_game(worker->game);
    return save_record(worker, number, &fixture, &finished.bout, status) &&
           write_down(match, number, &fixture, &finished, worker->game, status);
}

static void work(void *item) {
    MatchWorker *worker = item;
    Status status;
    for (int number; (number = take_game(worker->match)) != 0;) {
        if (!play_game(worker, number, &status) &&
            !interrupt_requested(&worker->match->interrupt)) {
            fail(worker->match, &status);
        }
    }
    stop_seats(worker);
}

static void worker_init(MatchWorker *worker, Match *match, int index) {
    const MatchOptions *options = &match->options;
    *worker = (MatchWorker){.match = match, .index = index, .game = memory_check(game_new(1))};
    worker->game->rules = *options->rules;
    worker->game->komi = options->komi;
    worker->move_seconds =
        memory_new((size_t)options->terms.move_limit, sizeof *worker->move_seconds);
    for (int i = 0; i < SEATS; i++) {
        worker->seats[i] = (Seat){.client = {.input = -1, .output = -1},
                                  .interrupt = &match->interrupt,
                                  .slot = index * SEATS + i,
                                  .seconds = options->terms.hang};
    }
    if (options->referee.command != NULL) {
        seat_contestant(worker, &worker->seats[REFEREE], &options->referee);
    }
}

static void play_games(Match *match) {
    const int jobs = match->options.jobs;
    MatchWorker *workers = memory_new((size_t)jobs, sizeof *workers);
    for (int i = 0; i < jobs; i++) {
        worker_init(&workers[i], match, i);
    }
    team_run(work, workers, sizeof *workers, jobs);
    for (int i = 0; i < jobs; i++) {
        game_free(workers[i].game);
        free(workers[i].move_seconds);
    }
    free(workers);
}

/* ---- Before the games ---- */

/* Engines of one name and version are told apart by their number; names taken from engines leave
 * room for it. */
static void make_names_distinct(MatchOptions *options) {
    for (int i = 1; i < options->schedule.engines; i++) {
        char *name = options->contestants[i].name;
        for (int j = 0; j < i; j++) {
            if (strcmp(name, options->contestants[j].name) == 0) {
                const size_t length = strlen(name);
                snprintf(name + length, SEAT_NAME_MAX - length, " #%d", i + 1);
            }
        }
    }
}

/* Gets to know the engine of that number. */
static bool introduce(Match *match, int number, Contestant *contestant, int64_t visits,
                      Status *status) {
    Seat seat = {.interrupt = &match->interrupt, .seconds = match->options.terms.hang};
    Status why;
    write_error_path(match, "introduction", number, seat.error_path);
    return seat_introduce(&seat, contestant, visits, match->options.size, match->options.komi,
                          &why) ||
           status_fail(status, "%.80s: %.160s", contestant->command, why.text);
}

static bool introduce_all(Match *match, Status *status) {
    MatchOptions *options = &match->options;
    for (int i = 0; i < options->schedule.engines; i++) {
        Contestant *contestant = &options->contestants[i];
        if (!introduce(match, i + 1, contestant, options->visits, status)) {
            return false;
        }
        if (options->time != NULL && !contestant->knows_time_settings) {
            fprintf(stderr,
                    "dihedra match: %s does not know time_settings: it is not told the time, but "
                    "its moves are timed all the same\n",
                    contestant->name);
        }
    }
    make_names_distinct(options);
    return options->referee.command == NULL ||
           introduce(match, options->schedule.engines + 1, &options->referee, 0, status);
}

static bool get_openings(Match *match, Status *status) {
    MatchOptions *options = &match->options;
    Schedule *schedule = &options->schedule;
    bool ok = true;
    if (options->openings_path != NULL) {
        ok = openings_load(options->openings_path, options->size, options->size, options->rules,
                           options->opening_moves, &match->openings, status);
    } else if (options->random_plies > 0) {
        const int count = schedule->alternate ? (schedule->games + 1) / 2 : schedule->games;
        ok = openings_draw(options->size, options->size, options->rules, options->random_plies,
                           count, (uint64_t)options->seed, &match->openings, status);
    }
    if (!ok) {
        return false;
    }
    if (match->openings.distinct_count < match->openings.count) {
        fprintf(stderr, "dihedra match: of %d openings only %d %s different\n",
                match->openings.count, match->openings.distinct_count,
                match->openings.distinct_count == 1 ? "is" : "are");
    }
    schedule->openings = match->openings.count;
    return true;
}

static bool make_folder(const char *folder, Status *status) {
    if (folder != NULL && strlen(folder) > SEAT_PATH_MAX / 2) {
        return file_fail(status, folder, strerror(ENAMETOOLONG));
    }
    return folder == NULL || file_make_folder(folder, status);
}

/* Opens the log, and says where it is and what it holds. */
static bool open_log(Match *match, Status *status) {
    const char *path = match->options.log_path;
    if (path == NULL) {
        struct tm now;
        const time_t seconds = time(NULL);
        const size_t used = strftime(match->fresh_log, sizeof match->fresh_log,
                                     "match-%Y%m%d-%H%M%S", localtime_r(&seconds, &now));
        snprintf(match->fresh_log + used, sizeof match->fresh_log - used, "-%d.jsonl",
                 (int)getpid());
        path = match->fresh_log;
    }
    json_t *settings = match_settings(&match->options, &match->openings);
    const bool ok =
        match_log_open(&match->log, path, settings, &match->options.schedule, match->games, status);
    json_decref(settings);
    if (ok) {
        const MatchTable table = table_of(match);
        fprintf(stderr, "dihedra match: the log is %s, with %d of %d game%s%s\n", path,
                match_finished_count(&table), schedule_game_count(table.schedule),
                text_plural(schedule_game_count(table.schedule)),
                match->log.was_torn ? "; its last line was torn and has been dropped" : "");
    }
    return ok;
}

/* ---- The whole ---- */

static void report(const Match *match) {
    const MatchTable table = table_of(match);
    if (match->options.json) {
        json_t *json = match_report_json(&table);
        json_set_figure(json, "seconds", clock_seconds() - match->start, 3);
        json_print(json, stdout);
        return;
    }
    Text text = {0};
    match_report_text(&table, &text);
    fputs(text_get(&text), stdout);
    text_free(&text);
}

/* In moves, as the move limit counts them. */
static int longest_opening(const Openings *openings) {
    int longest = 0;
    for (int i = 0; i < openings->count; i++) {
        const int moves = openings->items[i].move_count - openings->items[i].set_up_count;
        longest = moves > longest ? moves : longest;
    }
    return longest;
}

static bool prepare(Match *match, Status *status) {
    const MatchOptions *options = &match->options;
    if (!make_folder(options->sgf_folder, status) || !make_folder(options->error_folder, status) ||
        !get_openings(match, status)) {
        return false;
    }
    const int longest = longest_opening(&match->openings);
    if (options->terms.move_limit <= longest) {
        return status_fail(status, "--move-limit %d: there is an opening of %d move%s",
                           options->terms.move_limit, longest, text_plural(longest));
    }
    match->games =
        memory_new((size_t)schedule_game_count(&options->schedule), sizeof *match->games);
    return introduce_all(match, status) && open_log(match, status);
}

/* Plays the match and reports. Returns whether all was played. */
static bool run(Match *match) {
    Status status;
    if (!prepare(match, &status)) {
        if (!interrupt_requested(&match->interrupt)) {
            status_print("match", &status);
        }
        return false;
    }
    match->decided = is_decided(match);
    match->progress = progress_start(false, done_share(match));
    play_games(match);
    progress_end(&match->progress);
    report(match);
    const MatchTable table = table_of(match);
    return match->decided || match_finished_count(&table) == schedule_game_count(table.schedule);
}

int match_main(int argc, char **argv) {
    Status status;
    Match match = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                   .log = {.file = -1},
                   .next = 1,
                   .start = clock_seconds()};
    if (!match_options_read(argc, argv, &match.options, &status)) {
        return option_complain("match", &status);
    }
    if (match.options.help) {
        fputs(MATCH_HELP, stdout);
        match_options_help();
        fputs(MATCH_OUTPUT_HELP, stdout);
        return EXIT_SUCCESS;
    }
    if (!interrupt_start(&match.interrupt, &status)) {
        status_print("match", &status);
        return EXIT_FAILURE;
    }
    const bool complete = run(&match);
    interrupt_finish(&match.interrupt);
    match_log_close(&match.log);
    openings_free(&match.openings);
    free(match.games);
    if (match.interrupt.signal != 0) {
        return 128 + match.interrupt.signal;
    }
    return complete ? EXIT_SUCCESS : EXIT_FAILURE;
}
