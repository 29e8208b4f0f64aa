/* The match runner. It introduces the engines and opens the log; then workers, each in a thread of
 * its own, of this process or of other ranks, play the games that the farm hands out, and the farm
 * hands their results back to be written down, one at a time. */
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
#include "engine/cluster/batch/batch.h"
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
    MatchWorker *workers; /* [slot of the farm] */

    /* Of the coordinator; unused on all ranks but the first. */
    Progress progress;
    MatchTable table;
    Batch batch;
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
    const Match *match = context;
    const char *folder = match->options.sgf_folder;
    const json_t *game = json_object_get(json_object_get(result, "entry"), "game");
    const char *record = json_string_value(json_object_get(result, "sgf"));
    if (json_integer_value(game) != number) {
        return status_fail(status, "game %lld: its result is that of another", (long long)number);
    }
    if (folder != NULL && record == NULL) {
        return status_fail(status, "game %lld: its record is missing", (long long)number);
    }
    return folder == NULL || match_sgf_save(folder, (int)number, record, status);
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

static bool play_game(void *context, int slot, const FarmJob *job, Text *result, Status *status) {
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
    const MatchOptions *options = &match->options;
    const int slots = farm_slots(match->mpi, options->per_node, options->jobs);
    match->workers = memory_new((size_t)slots, sizeof *match->workers);
    for (int i = 0; i < slots; i++) {
        match_worker_init(&match->workers[i], &match->shared, i);
    }
    const bool ok = batch_run(&match->batch, slots, options->rank_timeout);
    for (int i = 0; i < slots; i++) {
        match_worker_free(&match->workers[i]);
    }
    free(match->workers);
    return ok;
}

/* ---- Before the games ---- */

/* Is one of the first `count` engines called so? */
static bool is_taken(const MatchOptions *options, int count, const char *name) {
    bool is_taken = false;
    for (int i = 0; i < count && !is_taken; i++) {
        is_taken = strcmp(name, options->match_engines[i].name) == 0;
    }
    return is_taken;
}

/* Ends the names of engines that are called as one before with a number, from their own on, which
 * takes the place of the name's end where there is no room for both. */
static void make_names_distinct(MatchOptions *options) {
    for (int i = 1; i < options->schedule.engines; i++) {
        char *name = options->match_engines[i].name;
        const size_t length = strlen(name);
        for (int number = i + 1; is_taken(options, i, name); number++) {
            char ending[16];
            const size_t room = (size_t)snprintf(ending, sizeof ending, " #%d", number) + 1;
            const size_t longest = MATCH_ENGINE_NAME_MAX - room;
            memcpy(name + (length < longest ? length : longest), ending, room);
        }
    }
}

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
static void warn_about(const Match *match, const MatchEngine *engine, bool needs_time) {
    if (is_first(match) && engine->rules[0][0] == '\0') {
        const char *refusal = engine->rules_refusal.text;
        fprintf(stderr,
                "dihedra match: %s cannot be told the rules (%s) by %s%s: its command line must "
                "set them\n",
                engine->name, match->options.rules->name,
                refusal[0] != '\0' ? "a command: " : "any command that it knows", refusal);
    }
    if (is_first(match) && needs_time && !engine->knows_time_settings) {
        fprintf(stderr,
                "dihedra match: %s does not know time_settings: it is not told the time, but "
                "its moves are timed\n",
                engine->name);
    }
}

static bool introduce_all(Match *match, Status *status) {
    MatchOptions *options = &match->options;
    for (int i = 0; i < options->schedule.engines; i++) {
        MatchEngine *match_engine = &options->match_engines[i];
        if (!introduce(match, i + 1, match_engine, options->visits, status)) {
            return false;
        }
        warn_about(match, match_engine, options->time != NULL);
    }
    make_names_distinct(options);
    if (options->referee.command == NULL) {
        return true;
    }
    const bool ok = introduce(match, options->schedule.engines + 1, &options->referee, 0, status);
    if (ok) {
        warn_about(match, &options->referee, false);
    }
    return ok;
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
    if (openings->distinct_count < openings->count && is_first(match)) {
        fprintf(stderr, "dihedra match: of %d openings only %d %s different\n", openings->count,
                openings->distinct_count, openings->distinct_count == 1 ? "is" : "are");
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

/* The name of a new log, where the result will be. */
static const char *make_log_path(Match *match) {
    const MatchOptions *options = &match->options;
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

static const char *log_path(Match *match) {
    const MatchOptions *options = &match->options;
    return options->log_path != NULL       ? options->log_path
           : options->new_log_path != NULL ? options->new_log_path
                                           : make_log_path(match);
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
                          .options = options,
                          .openings = &match->openings,
                          .sprt = options->has_sprt ? &options->sprt : NULL};
    table->games = memory_new((size_t)schedule_game_count(table->schedule), sizeof *table->games);
    return true;
}

/* The page or the log would replace another file of the match. */
static bool check_files(const MatchOptions *options, Status *status) {
    const char *new_log = options->new_log_path;
    const FilePlace files[] = {{"--openings", options->openings_path},
                               {"--html", options->html},
                               {"--log", new_log},
                               {"--resume", options->log_path}};
    return file_check_apart(files, sizeof files / sizeof files[0], status) &&
           (new_log == NULL ||
            (file_check_place(new_log, status) &&
             (!os_exists(new_log) ||
              status_fail(status, "--log %.120s: exists; --resume continues it", new_log))));
}

/* Each rank starts and asks its own engines, so that all find out whether these are the same. Then
 * the log is opened. */
static bool prepare(Match *match, Status *status) {
    const bool ok = prepare_alone(match, status);
    if (!mpi_all_ok(match->mpi, ok, status)) {
        return false;
    }
    if (!mpi_all_ok(match->mpi, !is_first(match) || check_files(&match->options, status), status)) {
        return false;
    }
    const int games = schedule_game_count(match->table.schedule);
    match->batch = (Batch){.mpi = match->mpi,
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
    if (!batch_open(&match->batch, match->settings, status)) {
        return false;
    }
    if (is_first(match)) {
        fprintf(
            stderr, "dihedra match: the log is %s, with %d of %d game%s%s\n", match->batch.log_path,
            match_finished_count(&match->table), games, text_plural(games),
            match->batch.ledger.was_torn ? "; its last line was torn and has been dropped" : "");
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
    Match match = {.batch = {.ledger = {.file = -1}}, .start = clock_seconds()};
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
        mpi_close(match.mpi, exit_status);
    }
    interrupt_finish(&match.interrupt);
    batch_close(&match.batch);
    openings_free(&match.openings);
    text_free(&match.new_log);
    json_decref(match.settings);
    free(match.table.games);
    return exit_status;
}
