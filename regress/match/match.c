/* The match runner. It introduces the engines and opens the log; then workers, each in a thread of
 * its own, of this process or of other ranks, play the games of a pool.
 *
 * Invariant: a finished game is on disk before its worker begins another; the result of a match is
 * made from what the log holds and nothing else. */
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
#include "page/report/page.h"
#include "regress/match/report.h"
#include "regress/match/tune/tune.h"

/* One thread's engines and the game that they play. */
typedef struct {
    MatchPlayer players[2]; /* in any order */
    Game *game;
    MatchMove *moves; /* [options.game.move_limit] */
} MatchWorker;

typedef struct {
    MatchOptions options;
    Openings openings; /* count 0: games start on the empty board */
    Interrupt interrupt;
    double start;
    Text new_log; /* the log's path if none was given */
    json_t *settings;
    MatchTable table; /* of the first rank; of others without games */
    Tune tune;        /* of the first rank */
    json_t *records;  /* entries of the log as games ended, for the page */
    json_t *course;   /* of the sequential test: [games, LLR] each; of a tuning: [games, values] */
    double next_page; /* when the page is to be written again, by clock_seconds() */
    MatchWorker *workers; /* [slot] */

    /* The coordinator's; unused on all ranks but the first. */
    Progress progress;
    Pool pool;
    bool decided; /* by the sequential test */
} Match;

/* ---- Progress ---- */

/* The share of the games that are in the log. */
static double done_share(const Match *match) {
    return (double)match_finished_count(&match->table) / schedule_game_count(match->table.schedule);
}

/* Shows a line for a finished game, and another if an engine did something wrong. */
static void show_game(Match *match, int number) {
    const ScheduledGame scheduled = schedule_game(&match->options.schedule, number);
    const MatchGameResult *outcome = &match->table.games[number - 1].outcome;
    const MatchEngine *match_engines = match->options.match_engines;
    const char *const names[2] = {match_engines[scheduled.engine[BLACK]].name,
                                  match_engines[scheduled.engine[WHITE]].name};
    Progress *progress = &match->progress;
    progress_line(progress, "game %d: %s (Black) - %s (White): %s, %d move%s, %.1f s and %.1f s",
                  number, names[BLACK], names[WHITE], outcome->result, outcome->moves,
                  text_plural(outcome->moves), outcome->seconds[BLACK], outcome->seconds[WHITE]);
    const Color culprit = match_game_culprit(outcome);
    if (culprit != EMPTY) {
        progress_line(progress, "game %d: %s as %s %s", number, names[culprit],
                      color_capital_name(culprit), outcome->message);
    } else if (outcome->message[0] != '\0') {
        progress_line(progress, "game %d: but %s", number, outcome->message);
    }
    Text line = {0};
    if (match->options.is_tuning) {
        text_add(&line, "%d of %d games: ", match_finished_count(&match->table),
                 match->options.schedule.games);
        tune_report_line(&match->tune, &line);
    } else {
        match_report_line(&match->table, &line);
    }
    progress_show(progress, done_share(match), "%s", text_get(&line));
    text_free(&line);
}

/* ---- The page ---- */

static json_t *report_json(const Match *match) {
    json_t *json = match_report_json(&match->table);
    json_set_figure(json, "seconds", clock_seconds() - match->start, 3);
    if (match->options.is_tuning) {
        json_set_value(json, "parameters", tune_report(&match->tune));
    }
    return json;
}

/* Where the page finds the records: beside it or below if the paths say so, else from the root. */
static json_t *sgf_place(const MatchOptions *options) {
    const char *folder = options->sgf_folder;
    const size_t length = os_folder_length(options->html);
    if (folder == NULL || os_is_absolute(folder)) {
        return json_new_text(folder);
    }
    if (strncmp(folder, options->html, length) == 0) {
        return json_new_text(folder + length);
    }
    char *full = os_full_path(folder);
    json_t *place = json_new_text(full);
    free(full);
    return place;
}

/* Before the first game, too: a file that cannot be written costs no match. */
static bool save_page(const Match *match, bool is_running, Status *status) {
    if (match->options.html == NULL || !pool_is_first(&match->pool)) {
        return true;
    }
    const struct tm now = os_local_time(time(NULL));
    char date[32];
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &now);
    json_t *page = report_json(match);
    match_report_add_facts(page);
    json_set_packed(page, "{s:s, s:s, s:b, s:O, s:O, s:O, s:o}", "kind", "match", "saved", date,
                    "running", is_running, "settings", match->settings, "records", match->records,
                    "course", match->course, "sgf", sgf_place(&match->options));
    return page_save_report(match->options.html, page, status);
}

/* ---- Results of games ---- */

static bool is_done(void *context, int64_t number) {
    return ((const Match *)context)->table.games[number - 1].is_finished;
}

static bool is_decided(const Match *match) {
    return match->table.sprt != NULL && match_judge(&match->table).verdict != SPRT_CONTINUE;
}

static bool read_entry(void *context, const json_t *entry, Status *status) {
    enum { COURSE_POINTS = 500 }; /* at least, of a long match */
    Match *match = context;
    const MatchTable *table = &match->table;
    const int step = 1 + schedule_game_count(table->schedule) / (2 * COURSE_POINTS);
    if (!match_log_read_entry(&match->table, entry, status)) {
        return false;
    }
    if (match->options.is_tuning) {
        const int game = (int)json_integer_value(json_object_get(entry, "game"));
        const FinishedGame *first = &table->games[(game - 1) / 2 * 2], *second = first + 1;
        const Color winners[2] = {first->outcome.winner, second->outcome.winner};
        const bool is_pair = first->is_finished && second->is_finished;
        if (!tune_read_entry(&match->tune, game, entry, is_pair ? winners : NULL, status)) {
            return false;
        }
    }
    if (match->options.html != NULL) {
        json_add_value(match->records, json_incref((json_t *)entry));
        const int count = (int)json_array_size(match->records);
        if (table->sprt != NULL && (count % step == 0 || is_decided(match))) {
            json_add_value(match->course, json_new_packed("[i, f]", count, match_judge(table).llr));
        } else if (match->options.is_tuning && count % step == 0) {
            json_add_value(match->course,
                           json_new_packed("[i, o]", count, tune_values_json(&match->tune)));
        }
    }
    return true;
}

/* The page is written so seldom that it takes less than 2% of the time. Once the sequential test
 * has decided, games still under way are given up: the log then holds exactly the games that
 * decided. */
static bool take_game(void *context, int64_t number, const json_t *entry, Status *status) {
    Match *match = context;
    (void)entry;
    match->decided = is_decided(match);
    show_game(match, (int)number);
    const double start = clock_seconds();
    if (start >= match->next_page) {
        if (!save_page(match, true, status)) {
            progress_line(&match->progress, "dihedra match: %s", status->text);
        }
        match->next_page = clock_seconds() + 50 * (clock_seconds() - start);
    }
    if (match->decided) {
        interrupt_request(&match->interrupt);
    }
    return true;
}

/* ---- The workers: games are played ---- */

/* Makes an engine of a game a player's; an engine that has a player keeps it. */
static void assign_players(Match *match, MatchWorker *worker, const ScheduledGame *scheduled,
                           MatchPlayer *players[2]) {
    const MatchEngine *engines = match->options.match_engines;
    const MatchEngine *black = &engines[scheduled->engine[BLACK]];
    const MatchEngine *white = &engines[scheduled->engine[WHITE]];
    const int crossed =
        worker->players[0].match_engine == white || worker->players[1].match_engine == black;
    players[BLACK] = &worker->players[crossed];
    players[WHITE] = &worker->players[!crossed];
    match_player_assign(players[BLACK], black);
    match_player_assign(players[WHITE], white);
}

static void stop_engines(MatchWorker *worker) {
    engine_client_stop(&worker->players[0].client, NULL);
    engine_client_stop(&worker->players[1].client, NULL);
}

/* Makes sure that both engines run; those of a tuning are told what they play, and started again if
 * they die of it. */
static bool make_ready(const MatchOptions *options, const ScheduledGame *scheduled, int number,
                       MatchPlayer *const players[2], const json_t *values, Status *status) {
    bool ok = true;
    for (int color = BLACK; ok && color <= WHITE; color++) {
        int attempts = options->is_tuning ? ENGINE_CLIENT_ATTEMPTS : 1;
        do {
            ok = match_player_prepare(players[color], status) &&
                 (!options->is_tuning ||
                  tune_send(&options->spsa, values, number, (SpsaSide)scheduled->engine[color],
                            &players[color]->client, status));
        } while (!ok && --attempts > 0);
    }
    return ok;
}

/* Adds {"entry": of the log, "sgf": the record or null}; nothing if the match was interrupted. */
static bool play_game(void *context, int slot, const PoolJob *job, Text *result, Status *status) {
    Match *match = context;
    const MatchOptions *options = &match->options;
    MatchWorker *worker = &match->workers[slot];
    const int number = (int)job->number;
    const ScheduledGame scheduled = schedule_game(&options->schedule, number);
    MatchPlayer *players[2];
    FinishedGame finished = {.is_finished = true};
    json_t *values = json_loadb(job->bytes, job->length, 0, NULL); /* of a tuning, or else NULL */
    assign_players(match, worker, &scheduled, players);
    if (!match_options_start_game(options, &match->openings, &scheduled, worker->game, status) ||
        !make_ready(options, &scheduled, number, players, values, status)) {
        json_decref(values);
        return interrupt_requested(&match->interrupt);
    }
    match_game_play(&options->game, players, worker->game, worker->moves, &finished.outcome);
    finished.fingerprint = fingerprint_of_game(worker->game);
    if (options->restart) {
        stop_engines(worker);
    }
    if (!interrupt_requested(&match->interrupt)) {
        const char *const names[2] = {players[BLACK]->match_engine->name,
                                      players[WHITE]->match_engine->name};
        Text record = {0};
        if (options->sgf_folder != NULL) {
            match_sgf_write(names, worker->game, worker->moves, &finished.outcome, &record);
        }
        json_t *entry = match_log_entry(&match->table, number, &scheduled, &finished, worker->game,
                                        worker->moves);
        if (values != NULL) {
            json_set_value(entry, "values", json_incref(values));
        }
        json_add_text(
            json_new_packed("{s:o, s:o}", "entry", entry, "sgf", json_new_text(record.bytes)),
            result);
        text_free(&record);
    }
    json_decref(values);
    return true;
}

static const char *message_of(void *context, int64_t number, size_t *length) {
    return tune_message(&((Match *)context)->tune, (int)number, length);
}

static void leave(void *context, int slot) {
    stop_engines(&((Match *)context)->workers[slot]);
}

/* A player of the game of a worker. */
static MatchPlayer new_player(Match *match, int slot) {
    const MatchOptions *options = &match->options;
    return (MatchPlayer){.client = {.interrupt = &match->interrupt,
                                    .slot = slot,
                                    .error_path = options->error_path,
                                    .timeout = options->game.hang}};
}

static bool play_games(Match *match, Status *status) {
    const int slots = pool_slots(&match->pool, match->options.jobs);
    match->workers = memory_new((size_t)slots, sizeof *match->workers);
    for (int i = 0; i < slots; i++) {
        match->workers[i] = (MatchWorker){
            .players = {new_player(match, 2 * i), new_player(match, 2 * i + 1)},
            .game = memory_check(game_new(1)),
            .moves = memory_new((size_t)match->options.game.move_limit, sizeof(MatchMove))};
    }
    const bool ok = pool_run(&match->pool, slots, status);
    for (int i = 0; i < slots; i++) {
        game_free(match->workers[i].game);
        for (int j = 0; j < match->options.game.move_limit; j++) {
            text_free(&match->workers[i].moves[j].words);
        }
        free(match->workers[i].moves);
    }
    free(match->workers);
    return ok;
}

/* ---- Before the games ---- */

/* Says what an engine cannot be told. */
static void warn_about(const MatchEngine *engine, const MatchOptions *options) {
    const GameClock *clock = &engine->options.clock;
    const bool knows_kata = engine->knows[KNOWN_KATA_TIME_SETTINGS];
    const char *refusal = engine->rules_refusal.text;
    if (engine->rules[0][0] == '\0') {
        fprintf(stderr,
                "dihedra match: %s cannot be told the rules (%s) by %s%s: its command line must "
                "set them\n",
                engine->name, options->rules->name,
                refusal[0] != '\0' ? "a command: " : "any command that it knows", refusal);
    }
    const bool is_fischer = clock->mode == GAME_CLOCK_FISCHER;
    const bool is_told =
        knows_kata || (!is_fischer && engine->knows[KNOWN_KGS_TIME_SETTINGS]) ||
        (!is_fischer && clock->mode != GAME_CLOCK_BYO_YOMI && engine->knows[KNOWN_TIME_SETTINGS]);
    if (game_clock_is_running(clock) && !is_told) {
        fprintf(stderr, "dihedra match: %s knows no command that tells it %s: %s\n", engine->name,
                engine->options.time,
                !engine->knows[KNOWN_TIME_SETTINGS]
                    ? "it is not told the time, but its moves are timed"
                : is_fischer ? "it is told the time left, but no increment"
                             : "it is told one move in each period, not how many periods");
    }
}

/* Calls engines without a name by their answers to name and version, or else by their command.
 * Those of one name get numbers. */
static void name_engines(MatchOptions *options) {
    bool is_unnamed[MATCH_ENGINES_MAX], is_numbered[MATCH_ENGINES_MAX] = {false};
    const MatchEngine *engines = options->match_engines;
    const int count = options->schedule.engines;
    for (int i = 0; i < count; i++) {
        MatchEngine *engine = &options->match_engines[i];
        is_unnamed[i] = engine->name[0] == '\0';
        if (is_unnamed[i]) {
            snprintf(engine->name, sizeof engine->name, "%s",
                     engine->product[0] == '\0' ? engine->command : engine->product);
        }
    }
    for (int i = 0; i < count * count; i++) {
        const int a = i / count, b = i % count;
        is_numbered[a] |= is_unnamed[a] && a != b && strcmp(engines[a].name, engines[b].name) == 0;
    }
    for (int i = 0; i < count; i++) {
        if (is_numbered[i]) {
            char *name = options->match_engines[i].name;
            const size_t most = ENGINE_NAME_MAX - sizeof " #64", length = strlen(name);
            sprintf(name + (length < most ? length : most), " #%d", i + 1);
        }
    }
}

/* Starts each engine once and asks for its name, version and commands. */
static bool introduce_all(Match *match, Status *status) {
    MatchOptions *options = &match->options;
    for (int i = 0; i < options->schedule.engines; i++) {
        MatchEngine *engine = &options->match_engines[i];
        MatchPlayer player = new_player(match, 0);
        Status why;
        bool ok = match_player_introduce(&player, engine, options->size, options->komi,
                                         options->rules, &why);
        if (ok && options->is_tuning && i == 0) { /* it must take the limits of its parameters */
            ok = match_player_prepare(&player, &why) &&
                 tune_try_limits(&options->spsa, &player.client, &why);
            engine_client_stop(&player.client, NULL);
        }
        if (!ok) {
            return status_fail(status, "%.60s: %.190s", engine->command, why.text);
        }
        if (options->game.resign_moves > 0 && !engine->knows[KNOWN_KATA_GENMOVE_ANALYZE] &&
            !engine->knows[KNOWN_LZ_GENMOVE_ANALYZE]) {
            return status_fail(status,
                               "%.60s: tells no win rates, for --resign: it knows neither "
                               "kata-genmove_analyze nor lz-genmove_analyze",
                               engine->command);
        }
    }
    name_engines(options);
    for (int i = 0; pool_is_first(&match->pool) && i < options->schedule.engines; i++) {
        warn_about(&options->match_engines[i], options);
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
    if (pool_is_first(&match->pool)) {
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

/* Each rank starts and asks its own engines, so that all find out whether these are the same. Then
 * the log is opened. */
static bool prepare(Match *match, Status *status) {
    const MatchOptions *options = &match->options;
    const FilePlace files[] = {{"--openings", options->openings_path},
                               {"--html", options->html},
                               {"--resume", options->log_path},
                               {"--stderr", options->error_path}};
    const bool ok = get_openings(match, status) && introduce_all(match, status) &&
                    (!pool_is_first(&match->pool) || file_check_apart(files, 4, status));
    if (!pool_all_ok(&match->pool, ok, status)) {
        return false;
    }
    const int games = schedule_game_count(&options->schedule);
    match->settings = match_options_settings(options, &match->openings);
    match->table = (MatchTable){.schedule = &options->schedule,
                                .match_engines = options->match_engines,
                                .games = memory_new((size_t)games, sizeof *match->table.games),
                                .sprt = options->has_sprt ? &options->sprt : NULL};
    if (options->is_tuning) {
        tune_start(&match->tune, &options->spsa);
    }
    match->pool.log_path = log_path(match);
    match->pool.folder = options->sgf_folder;
    match->pool.count = games;
    match->pool.message = options->is_tuning ? message_of : NULL;
    if (!pool_open(&match->pool, match->settings, status)) {
        return false;
    }
    if (pool_is_first(&match->pool)) {
        fprintf(stderr, "dihedra match: the log is %s, with %d of %d game%s%s\n",
                match->pool.log_path, match_finished_count(&match->table), games,
                text_plural(games),
                match->pool.ledger.was_torn ? "; its last line was torn and has been dropped" : "");
    }
    return pool_all_ok(&match->pool, save_page(match, true, status), status);
}

/* Plays the match and prints its result. Returns whether all games were played or the sequential
 * test has decided, as far as this rank knows. */
static bool run(Match *match) {
    Status status;
    if (!prepare(match, &status)) {
        if (!interrupt_requested(&match->interrupt) && pool_is_first(&match->pool)) {
            status_print("match", &status);
        }
        return false;
    }
    match->decided = is_decided(match);
    if (match->decided) {
        interrupt_request(&match->interrupt);
    }
    match->progress = progress_start(false, done_share(match));
    const bool ok = play_games(match, &status);
    progress_end(&match->progress);
    if (!ok) {
        status_print("match", &status);
    }
    if (!pool_is_first(&match->pool)) {
        return ok;
    }
    json_t *report = report_json(match);
    if (match->options.json) {
        json_print(report, stdout);
    } else {
        Text text = {0};
        match_report_text(report, &text);
        fputs(text_make_printable(text.bytes, "\n"), stdout);
        text_free(&text);
        json_decref(report);
    }
    if (!save_page(match, false, &status)) {
        status_print("match", &status);
        return false;
    }
    return match->decided ||
           match_finished_count(&match->table) == schedule_game_count(match->table.schedule);
}

int match_main(int argc, char **argv, ChainProver *prover) {
    Status status;
    Match match = {.pool = {.context = &match,
                            .interrupt = &match.interrupt,
                            .kind = &MATCH_LOG_KIND,
                            .digits = 4,
                            .first = 1,
                            .is_done = is_done,
                            .work = play_game,
                            .leave = leave,
                            .read_entry = read_entry,
                            .show = take_game},
                   .start = clock_seconds(),
                   .records = json_new_array(),
                   .course = json_new_array()};
    int exit_status = EXIT_FAILURE;
    if (!match_options_read(argc, argv, &match.options, &status)) {
        exit_status = option_print_error("match", &status);
    } else if (!interrupt_start(&match.interrupt, &status) ||
               !pool_join(&match.pool, "match", &status)) {
        status_print("match", &status);
    } else {
        match.options.game.prover = prover;
        exit_status = run(&match) ? EXIT_SUCCESS : EXIT_FAILURE;
        if (match.interrupt.signal != 0 && pool_is_first(&match.pool)) {
            exit_status = 128 + match.interrupt.signal;
        }
    }
    interrupt_finish(&match.interrupt);
    pool_leave(&match.pool);
    openings_free(&match.openings);
    text_free(&match.new_log);
    json_decref(match.settings);
    json_decref(match.records);
    json_decref(match.course);
    free(match.table.games);
    tune_finish(&match.tune);
    match_options_free(&match.options);
    return exit_status;
}
