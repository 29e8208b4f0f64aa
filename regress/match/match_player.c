#include "regress/match/match_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LAST_WORDS_MAX = 120 }; /* characters of a line on standard error */

void match_player_assign(MatchPlayer *player, const MatchEngine *match_engine) {
    Status ignored;
    engine_client_stop(&player->client, &ignored);
    player->match_engine = match_engine;
    player->client.command = match_engine->command;
    player->client.error_path = player->error_path;
}

/* ---- Introduction ---- */

static bool learn_product(EngineClient *client, MatchEngine *match_engine, Status *status) {
    char name[MATCH_ENGINE_PRODUCT_MAX / 2], version[MATCH_ENGINE_PRODUCT_MAX / 2];
    if (!engine_client_ask_line(client, "name", name, sizeof name, status) ||
        !engine_client_ask_line(client, "version", version, sizeof version, status)) {
        return false;
    }
    snprintf(match_engine->product, sizeof match_engine->product, "%s%s%s", name,
             version[0] == '\0' ? "" : " ", version);
    if (match_engine->name[0] == '\0') {
        snprintf(match_engine->name, sizeof match_engine->name, "%.50s",
                 match_engine->product[0] == '\0' ? "unnamed" : match_engine->product);
    }
    return true;
}

/* Finds the command that sets the visits of a move, and sends it. */
static bool limit_visits(EngineClient *client, MatchEngine *match_engine, int64_t visits,
                         Status *status) {
    static const struct {
        const char *command, *setter;
    } WAYS[] = {{"dihedra_param_search", "dihedra_param_search visits"},
                {"kata-set-param", "kata-set-param maxVisits"}};
    for (size_t i = 0; i < sizeof WAYS / sizeof WAYS[0]; i++) {
        bool is_known;
        if (!engine_client_knows(client, WAYS[i].command, &is_known, status)) {
            return false;
        }
        if (is_known) {
            snprintf(match_engine->limit, sizeof match_engine->limit, "%s %lld", WAYS[i].setter,
                     (long long)visits);
            return engine_client_tell(client, status, "%s", match_engine->limit);
        }
    }
    return status_fail(status, "knows neither dihedra_param_search nor kata-set-param, so "
                               "--visits does not reach it; limit it in its command line");
}

/* Ends with what starts a game: an engine that refuses it here would refuse it in every game. */
static bool introduce(EngineClient *client, MatchEngine *match_engine, const MatchTrial *trial,
                      Status *status) {
    return learn_product(client, match_engine, status) &&
           engine_client_knows(client, "time_settings", &match_engine->knows_time_settings,
                               status) &&
           engine_client_knows(client, "time_left", &match_engine->knows_time_left, status) &&
           (trial->visits == 0 || limit_visits(client, match_engine, trial->visits, status)) &&
           engine_client_new_game(client, trial->size, trial->size, trial->komi, status);
}

/* Adds the last line of the file to the message: an engine that ends at once says why there. */
static void add_last_words(FILE *notes, Status *status) {
    char *line = NULL, last[LAST_WORDS_MAX + 1] = "";
    size_t size = 0;
    while (getline(&line, &size, notes) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0') {
            snprintf(last, sizeof last, "%s", line);
        }
    }
    free(line);
    if (last[0] != '\0') {
        const Status why = *status;
        status_fail(status, "%.100s; it wrote: %s", why.text, last);
    }
}

/* Opens a new file for an engine's standard error. Returns NULL if there is no room for one. */
static FILE *open_notes(char path[MATCH_PLAYER_PATH_MAX]) {
    const char *folder = getenv("TMPDIR");
    snprintf(path, MATCH_PLAYER_PATH_MAX, "%s/dihedra-XXXXXX",
             folder == NULL || *folder == '\0' ? "/tmp" : folder);
    const int file = mkstemp(path);
    FILE *notes = file < 0 ? NULL : fdopen(file, "r");
    if (notes == NULL) {
        snprintf(path, MATCH_PLAYER_PATH_MAX, "/dev/null");
    }
    return notes;
}

bool match_player_introduce(MatchPlayer *player, MatchEngine *match_engine, const MatchTrial *trial,
                            Status *status) {
    FILE *notes = player->error_path[0] == '\0' ? open_notes(player->error_path) : NULL;
    EngineClient *client = &player->client;
    Status ignored; /* how it ends does not matter for how it plays */
    match_player_assign(player, match_engine);
    const bool is_started = engine_client_start(client, status);
    const bool ok = is_started && introduce(client, match_engine, trial, status);
    engine_client_stop(client, &ignored);
    if (is_started && client->answer.outcome == ENGINE_CLOSED && notes != NULL) {
        add_last_words(notes, status);
    }
    if (notes != NULL) {
        fclose(notes);
        unlink(player->error_path);
        player->error_path[0] = '\0';
    }
    return ok;
}

/* ---- From game to game ---- */

/* Checks that a new engine answers. */
static bool check_answer(void *context, Status *status) {
    MatchPlayer *player = context;
    const char *limit = player->match_engine->limit;
    return engine_client_tell(&player->client, status, "%s",
                              limit[0] != '\0' ? limit : "protocol_version");
}

bool match_player_prepare(MatchPlayer *player, Status *status) {
    Status why;
    return engine_client_revive(&player->client, check_answer, player, &why) ||
           status_fail(status, "%s could not be started, %d times in a row: %.150s",
                       player->match_engine->name, ENGINE_CLIENT_ATTEMPTS, why.text);
}
