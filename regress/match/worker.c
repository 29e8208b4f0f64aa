/* Workers of a match. */
#include "regress/match/worker.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "regress/match/log.h"
#include "regress/match/sgf.h"

enum { REFEREE = 2 }; /* its index among a worker's players */

void match_error_path(const MatchContext *shared, const char *name, int number,
                      char path[MATCH_PLAYER_PATH_MAX]) {
    char plain[MATCH_ENGINE_NAME_MAX], rank[16] = "";
    snprintf(plain, sizeof plain, "%s", name);
    for (char *c = plain; *c != '\0'; c++) {
        const bool keep = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                          (*c >= '0' && *c <= '9') || *c == '.' || *c == '-';
        *c = keep ? *c : '_';
    }
    if (shared->rank > 0) {
        snprintf(rank, sizeof rank, "rank%d-", shared->rank);
    }
    if (shared->options->error_folder == NULL) {
        snprintf(path, MATCH_PLAYER_PATH_MAX, "%s", OS_NULL_FILE);
    } else {
        snprintf(path, MATCH_PLAYER_PATH_MAX, "%s/%s-%s%d.log", shared->options->error_folder,
                 plain, rank, number);
    }
}

static void assign_engine(MatchWorker *worker, MatchPlayer *player,
                          const MatchEngine *match_engine) {
    if (player->match_engine != match_engine) {
        match_player_assign(player, match_engine);
        match_error_path(worker->shared, match_engine->name, worker->index + 1, player->error_path);
    }
}

/* Assigns the two engines of a game to players; an engine that has a player keeps it. */
static void assign_players(MatchWorker *worker, const ScheduledGame *scheduled,
                           MatchPlayer *players[2]) {
    const MatchEngine *match_engines = worker->shared->options->match_engines;
    const MatchEngine *black = &match_engines[scheduled->engine[BLACK]];
    const MatchEngine *white = &match_engines[scheduled->engine[WHITE]];
    const int crossed =
        worker->players[0].match_engine == white || worker->players[1].match_engine == black;
    players[BLACK] = &worker->players[crossed];
    players[WHITE] = &worker->players[!crossed];
    assign_engine(worker, players[BLACK], black);
    assign_engine(worker, players[WHITE], white);
}

void match_worker_stop(MatchWorker *worker) {
    for (int i = 0; i < MATCH_PLAYERS; i++) {
        engine_client_stop(&worker->players[i].client, NULL);
    }
}

bool match_worker_play(MatchWorker *worker, int number, Text *result, Status *status) {
    const MatchContext *shared = worker->shared;
    const MatchOptions *options = shared->options;
    const ScheduledGame scheduled = schedule_game(&options->schedule, number);
    MatchPlayer *players[2], *referee = &worker->players[REFEREE];
    assign_players(worker, &scheduled, players);
    if (!match_options_start_game(options, shared->openings, &scheduled, worker->game, status) ||
        !match_player_prepare(players[BLACK], status) ||
        !match_player_prepare(players[WHITE], status)) {
        return interrupt_requested(shared->interrupt);
    }
    FinishedGame finished = {.is_finished = true};
    match_game_play(&options->game, players, referee->match_engine == NULL ? NULL : referee,
                    worker->game, worker->move_seconds, &finished.outcome);
    if (options->restart) {
        match_worker_stop(worker);
    }
    if (interrupt_requested(shared->interrupt)) {
        return true;
    }
    const char *const names[2] = {players[BLACK]->match_engine->name,
                                  players[WHITE]->match_engine->name};
    Text record = {0};
    const bool ok =
        options->sgf_folder == NULL || match_sgf_write(names, worker->game, worker->move_seconds,
                                                       &finished.outcome, &record, status);
    if (ok) {
        finished.fingerprint = fingerprint_of_game(worker->game);
        json_t *entry =
            match_log_entry(shared->engines, number, &scheduled, &finished, worker->game);
        json_add_text(
            json_new_packed("{s:o, s:o}", "entry", entry, "sgf", json_new_text(record.bytes)),
            result);
    }
    text_free(&record);
    return ok;
}

void match_worker_init(MatchWorker *worker, const MatchContext *shared, int index) {
    const MatchOptions *options = shared->options;
    *worker = (MatchWorker){.shared = shared, .index = index, .game = memory_check(game_new(1))};
    worker->move_seconds =
        memory_new((size_t)options->game.move_limit, sizeof *worker->move_seconds);
    for (int i = 0; i < MATCH_PLAYERS; i++) {
        worker->players[i].client = (EngineClient){.interrupt = shared->interrupt,
                                                   .slot = index * MATCH_PLAYERS + i,
                                                   .timeout = options->game.hang};
    }
    if (options->referee.command != NULL) {
        assign_engine(worker, &worker->players[REFEREE], &options->referee);
    }
}

void match_worker_free(MatchWorker *worker) {
    game_free(worker->game);
    free(worker->move_seconds);
}
