/* The match runner. It introduces the engines and opens the log; then workers, each in a thread of
 * its own, of this process or of other ranks, play the games of a pool. */
#include "regress/match/match.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/options.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/base/progress.h"
#include "engine/cluster/pool/pool.h"
#include "engine/go/sgf/sgf.h"
#include "regress/match/report.h"
#include "regress/match/sgf.h"
#include "regress/match/worker.h"
#include "regress/page/report_page.h"

typedef struct {
    MatchOptions options;
    Openings openings; /* count 0: games start on the empty board */
    Interrupt interrupt;
    Mpi *mpi;
    double start;
    Text new_log; /* the log's path if none was given */
    json_t *settings;
    MatchContext shared;
    MatchWorker *workers; /* [slot] */

    /* Of the coordinator; unused on all ranks but the first. */
    Progress progress;
    MatchTable table;
    Pool pool;
    bool decided; /* by the sequential test */
} Match;

/* ---- Progress ---- */

/* The share of the games that are in the log. */
static double done_share(const Match *match) {
    return (double)match_finished_count(&match->table) / schedule_game_count(match->table.schedule);
}

/* Shows a line for a finished game, and another if an engine or the referee did something wrong. */
static void show_game(Match *match, int number, const ScheduledGame *scheduled,
                      const MatchGameResult *outcome) {
    static const char *const COLORS[2] = {"Black", "White"};
    const MatchEngine *match_engines = match->options.match_engines;
    const char *const names[2] = {match_engines[scheduled->engine[BLACK]].name,
                                  match_engines[scheduled->engine[WHITE]].name};
    Progress *progress = &match->progress;
    progress_line(progress, "game %d: %s (Black) - %s (White): %s, %d move%s, %.1f s and %.1f s",
                  number, names[BLACK], names[WHITE], outcome->result, outcome->moves,
                  text_plural(outcome->moves), outcome->seconds[BLACK], outcome->seconds[WHITE]);
    const Color culprit = match_game_culprit(outcome);
    if (outcome->message[0] != '\0' && culprit == EMPTY) {
        progress_line(progress, "game %d: %s", number, outcome->message);
    } else if (outcome->message[0] != '\0') {
        progress_line(progress, "game %d: %s as %s %s", number, names[culprit], COLORS[culprit],
                      outcome->message);
    }
    Text line = {0};
    match_report_line(&match->table, &line);
    progress_show(progress, done_share(match), "%s", text_get(&line));
    text_free(&line);
}

/* ---- Results of games ---- */

static bool is_done(void *context, int64_t number) {
    return ((const Match *)context)->table.games[number - 1].is_finished;
}

static bool is_decided(const Match *match) {
    return match->table.sprt != NULL && match_judge(&match->table).verdict != SPRT_CONTINUE;
}

static bool save_record(void *context, int64_t number, const json_t *result, Status *status) {
    const char *folder = ((const Match *)context)->options.sgf_folder;
    const char *record = json_string_value(json_object_get(result, "sgf"));
    return folder == NULL || record == NULL || match_sgf_save(folder, (int)number, record, status);
}

static bool read_entry(void *context, const json_t *entry, Status *status) {
    return match_log_read_entry(&((Match *)context)->table, entry, status);
}

/* Once the sequential test has decided, games still under way are given up: the log then holds
 * exactly the games that decided. */
static bool take_game(void *context, int64_t number, const json_t *entry, Status *status) {
    Match *match = context;
    const ScheduledGame scheduled = schedule_game(&match->options.schedule, (int)number);
    (void)entry, (void)status;
    match->decided = is_decided(match);
    show_game(match, (int)number, &scheduled, &match->table.games[number - 1].outcome);
    if (match->decided) {
        interrupt_request(&match->interrupt);
    }
    return true;
}

static bool is_stopped(void *context) {
    Match *match = context;
    return match->decided || interrupt_requested(&match->interrupt);
}

static void log_line(void *context, const char *line) {
    Match *match = context;
    progress_line(&match->progress, "dihedra match: %s", line);
}

/* ---- The workers: games are played ---- */

static bool play_game(void *context, int slot, const PoolJob *job, Text *result, Status *status) {
    Match *match = context;
    return match_worker_play(&match->workers[slot], (int)job->number, result, status);
}

static void stop_games(void *context) {
    Match *match = context;
    interrupt_request(&match->interrupt);
}

static void leave(void *context, int slot) {
    Match *match = context;
    match_worker_stop(&match->workers[slot]);
}

static bool play_games(Match *match) {
    const int slots = pool_slots(match->mpi, match->options.jobs);
    match->workers = memory_new((size_t)slots, sizeof *match->workers);
    for (int i = 0; i < slots; i++) {
        match_worker_init(&match->workers[i], &match->shared, i);
    }
    const bool ok = pool_run(&match->pool, slots);
    for (int i = 0; i < slots; i++) {
        match_worker_free(&match->workers[i]);
    }
    free(match->workers);
    return ok;
}

/* ---- Before the games ---- */

/* Introduces engine `number`: starts it once and asks for its name, version and commands. */
static bool introduce(Match *match, int number, MatchEngine *match_engine, int64_t visits,
                      Status *status) {
    MatchPlayer player = {
        .client = {.interrupt = &match->interrupt, .timeout = match->options.game.hang}};
    const MatchTrial trial = {visits, match->options.size, match->options.komi,
                              match->options.rules};
    Status why;
    if (match->options.error_folder != NULL) {
        match_error_path(&match->shared, "introduction", number, player.error_path);
    }
    return match_player_introduce(&player, match_engine, &trial, &why) ||
           status_fail(status, "%.60s: %.190s", match_engine->command, why.text);
}

/* Only the first rank prints. */
static bool is_first(const Match *match) {
    return mpi_rank(match->mpi) == 0;
}

/* Says what an engine cannot be told. */
static void warn_about(const MatchEngine *engine, const MatchOptions *options, bool needs_time) {
    const char *refusal = engine->rules_refusal.text;
    if (engine->rules[0][0] == '\0') {
        fprintf(stderr,
                "dihedra match: %s cannot be told the rules (%s) by %s%s: its command line must "
                "set them\n",
                engine->name, options->rules->name,
                refusal[0] != '\0' ? "a command: " : "any command that it knows", refusal);
    }
    if (needs_time && !engine->knows_time_settings) {
        fprintf(stderr,
                "dihedra match: %s does not know time_settings: it is not told the time, but "
                "its moves are timed\n",
                engine->name);
    }
}

/* The engines, then the referee if there is one. */
static bool introduce_all(Match *match, Status *status) {
    MatchOptions *options = &match->options;
    const int engines = options->schedule.engines;
    const int count = engines + (options->referee.command != NULL);
    for (int i = 0; i < count; i++) {
        const bool plays = i < engines;
        MatchEngine *engine = plays ? &options->match_engines[i] : &options->referee;
        if (!introduce(match, i + 1, engine, plays ? options->visits : 0, status)) {
            return false;
        }
        if (is_first(match)) {
            warn_about(engine, options, plays && options->time != NULL);
        }
    }
    return true;
}

static bool get_openings(Match *match, Status *status) {
    MatchOptions *options = &match->options;
    Openings *openings = &match->openings;
    Schedule *schedule = &options->schedule;
    const OpeningBoard board = {options->size, options->size, options->rules};
    const int count = schedule->alternate ? (schedule->games + 1) / 2 : schedule->games;
    if (options->openings_path != NULL
            ? !openings_load(options->openings_path, &board, options->opening_moves, openings,
                             status)
            : options->random_plies > 0 &&
                  !openings_sample(&board, options->random_plies, count, (uint64_t)options->seed,
                                   openings, status)) {
        return false;
    }
    if (is_first(match)) {
        sgf_print_repairs(options->openings_path, text_get(&openings->repairs));
    }
    schedule->openings = openings->count;
    for (int i = 0; i < openings->count; i++) {
        const int moves = openings->items[i].move_count - openings->items[i].set_up_count;
        if (options->game.move_limit <= moves) {
            return status_fail(status, "--move-limit %d: there is an opening of %d move%s",
                               options->game.move_limit, moves, text_plural(moves));
        }
    }
    return true;
}

static bool make_folder(const char *folder, Status *status) {
    if (folder != NULL && strlen(folder) > MATCH_PLAYER_PATH_MAX / 2) {
        return file_fail(status, folder, strerror(ENAMETOOLONG));
    }
    return folder == NULL || file_make_folder(folder, status);
}

/* A new log is where the result will be. */
static const char *log_path(Match *match) {
    const MatchOptions *options = &match->options;
    if (options->log_path != NULL) {
        return options->log_path;
    }
    const struct tm now = os_local_time(time(NULL));
    char date[32];
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", &now);
    if (options->html != NULL) {
        text_append(&match->new_log, options->html, os_folder_length(options->html));
    } else if (options->sgf_folder != NULL) {
        text_add(&match->new_log, "%s/", options->sgf_folder);
    }
    text_add(&match->new_log, "match-%s-%ld.jsonl", date, os_process_id());
    return text_get(&match->new_log);
}

/* ---- The command ---- */

static json_t *report_json(const Match *match) {
    json_t *json = match_report_json(&match->table);
    json_set_figure(json, "seconds", clock_seconds() - match->start, 3);
    return json;
}

/* Before the first game, too: a file that cannot be written costs no match. */
static bool save_page(const Match *match, Status *status) {
    if (match->options.html == NULL || !is_first(match)) {
        return true;
    }
    json_t *page = report_json(match);
    json_set_text(page, "kind", "match");
    return report_page_save(match->options.html, page, status);
}

/* What each rank does on its own. The first alone writes records; each writes its engines' standard
 * error. */
static bool prepare_alone(Match *match, Status *status) {
    MatchOptions *options = &match->options;
    MatchTable *table = &match->table;
    if (!make_folder(is_first(match) ? options->sgf_folder : NULL, status) ||
        !make_folder(options->error_folder, status) || !get_openings(match, status) ||
        !introduce_all(match, status)) {
        return false;
    }
    match->settings = match_options_settings(options, &match->openings);
    match->shared.engines = json_object_get(match->settings, "engines");
    *table = (MatchTable){.schedule = &options->schedule,
                          .match_engines = options->match_engines,
                          .engines = match->shared.engines,
                          .sprt = options->has_sprt ? &options->sprt : NULL};
    table->games = memory_new((size_t)schedule_game_count(table->schedule), sizeof *table->games);
    return true;
}

/* Each rank starts and asks its own engines, so that all find out whether these are the same. Then
 * the log is opened. */
static bool prepare(Match *match, Status *status) {
    const MatchOptions *options = &match->options;
    const FilePlace files[] = {{"--openings", options->openings_path},
                               {"--html", options->html},
                               {"--resume", options->log_path}};
    const bool ok =
        prepare_alone(match, status) && (!is_first(match) || file_check_apart(files, 3, status));
    if (!mpi_all_ok(match->mpi, ok, status)) {
        return false;
    }
    const int games = schedule_game_count(match->table.schedule);
    match->pool = (Pool){.mpi = match->mpi,
                         .context = match,
                         .kind = &MATCH_LOG_KIND,
                         .log_path = log_path(match),
                         .first = 1,
                         .count = games,
                         .is_done = is_done,
                         .work = play_game,
                         .leave = leave,
                         .stop = stop_games,
                         .is_stopped = is_stopped,
                         .save = save_record,
                         .read_entry = read_entry,
                         .show = take_game,
                         .log = log_line,
                         .ledger = {.file = -1}};
    if (!pool_open(&match->pool, match->settings, status)) {
        return false;
    }
    if (is_first(match)) {
        fprintf(stderr, "dihedra match: the log is %s, with %d of %d game%s%s\n",
                match->pool.log_path, match_finished_count(&match->table), games,
                text_plural(games),
                match->pool.ledger.was_torn ? "; its last line was torn and has been dropped" : "");
    }
    return mpi_all_ok(match->mpi, save_page(match, status), status);
}

/* Plays the match and prints its result. Returns whether all games were played or the sequential
 * test has decided, as far as this rank knows. */
static bool run(Match *match) {
    Status status;
    if (!prepare(match, &status)) {
        if (!interrupt_requested(&match->interrupt) && is_first(match)) {
            status_print("match", &status);
        }
        return false;
    }
    match->decided = is_decided(match);
    match->progress = progress_start(false, done_share(match));
    const bool ok = play_games(match);
    progress_end(&match->progress);
    if (!is_first(match)) {
        return ok;
    }
    if (match->options.json) {
        json_print(report_json(match), stdout);
    } else {
        Text text = {0};
        match_report_text(&match->table, &text);
        fputs(text_make_printable(text.bytes, "\n"), stdout);
        text_free(&text);
    }
    if (!save_page(match, &status)) {
        status_print("match", &status);
        return false;
    }
    return match->decided ||
           match_finished_count(&match->table) == schedule_game_count(match->table.schedule);
}

int match_main(int argc, char **argv) {
    Status status;
    Match match = {.pool = {.ledger = {.file = -1}}, .start = clock_seconds()};
    if (!match_options_read(argc, argv, &match.options, &status)) {
        return option_print_error("match", &status);
    }
    if (!interrupt_start(&match.interrupt, &status)) {
        status_print("match", &status);
        return EXIT_FAILURE;
    }
    int exit_status = EXIT_FAILURE;
    match.mpi = mpi_open("match", &status);
    if (match.mpi == NULL) {
        status_print("match", &status);
    } else {
        match.shared = (MatchContext){.options = &match.options,
                                      .openings = &match.openings,
                                      .interrupt = &match.interrupt,
                                      .rank = mpi_rank(match.mpi)};
        exit_status = run(&match) ? EXIT_SUCCESS : EXIT_FAILURE;
        if (match.interrupt.signal != 0 && is_first(&match)) {
            exit_status = 128 + match.interrupt.signal;
        }
        mpi_close(match.mpi);
    }
    interrupt_finish(&match.interrupt);
    pool_close(&match.pool);
    openings_free(&match.openings);
    text_free(&match.new_log);
    json_decref(match.settings);
    free(match.table.games);
    return exit_status;
}
