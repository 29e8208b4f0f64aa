#include "regress/match/match_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    ATTEMPTS = 3,         /* to start an engine */
    LAST_WORDS_MAX = 120, /* characters of a line on standard error */
};

static const double quit_seconds = 2;     /* for an engine that works to end by itself */
static const double broken_seconds = 0.2; /* for one that does not */

static bool start(MatchPlayer *player, Status *status) {
    if (!engine_process_start(&player->process, player->match_engine->command, player->error_path,
                              status)) {
        return false;
    }
    interrupt_set_process(player->interrupt, player->slot, player->process.pid);
    return true;
}

static bool tell(MatchPlayer *player, const char *command, Status *status) {
    return engine_process_ask(&player->process, command, player->seconds, status).outcome ==
           ENGINE_OK;
}

bool match_player_stop(MatchPlayer *player, Status *status) {
    if (player->process.pid == 0) {
        return true;
    }
    interrupt_set_process(player->interrupt, player->slot, 0);
    return engine_process_stop(&player->process,
                               player->process.failure == ENGINE_OK ? quit_seconds : broken_seconds,
                               status);
}

/* ---- Getting to know an engine ---- */

/* Asks a command that every engine must know, and copies the first line of the answer. */
static bool ask_text(MatchPlayer *player, const char *command, char *text, size_t size,
                     Status *status) {
    const EngineAnswer answer =
        engine_process_ask(&player->process, command, player->seconds, status);
    if (answer.outcome != ENGINE_OK) {
        return false;
    }
    snprintf(text, size, "%.*s", (int)strcspn(answer.text, "\n"), answer.text);
    return true;
}

/* Is the command one of the lines? */
static bool lists(const char *lines, const char *command) {
    const size_t length = strlen(command);
    for (const char *line = lines; *line != '\0'; line += *line == '\n') {
        const size_t end = strcspn(line, "\n");
        if (end == length && memcmp(line, command, length) == 0) {
            return true;
        }
        line += end;
    }
    return false;
}

static bool learn_product(MatchPlayer *player, MatchEngine *match_engine, Status *status) {
    char name[MATCH_ENGINE_PRODUCT_MAX / 2], version[MATCH_ENGINE_PRODUCT_MAX / 2];
    if (!ask_text(player, "name", name, sizeof name, status) ||
        !ask_text(player, "version", version, sizeof version, status)) {
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

static bool learn_commands(MatchPlayer *player, MatchEngine *match_engine, int64_t visits,
                           Status *status) {
    const EngineAnswer answer =
        engine_process_ask(&player->process, "list_commands", player->seconds, status);
    if (answer.outcome != ENGINE_OK) {
        return false;
    }
    match_engine->knows_time_settings = lists(answer.text, "time_settings");
    match_engine->knows_time_left = lists(answer.text, "time_left");
    if (visits == 0) {
        return true;
    }
    const char *setter = lists(answer.text, "dihedra_param_search") ? "dihedra_param_search visits"
                         : lists(answer.text, "kata-set-param")     ? "kata-set-param maxVisits"
                                                                    : NULL;
    if (setter == NULL) {
        return status_fail(status, "knows neither dihedra_param_search nor kata-set-param, so "
                                   "--visits does not reach it; limit it in its command line");
    }
    snprintf(match_engine->limit, sizeof match_engine->limit, "%s %lld", setter, (long long)visits);
    return tell(player, match_engine->limit, status);
}

/* Sends what starts a game: an engine that refuses it here would refuse it in every game. */
static bool try_game(MatchPlayer *player, int size, double komi, Status *status) {
    char size_command[32], komi_command[32];
    snprintf(size_command, sizeof size_command, "boardsize %d", size);
    snprintf(komi_command, sizeof komi_command, "komi %.12g", komi);
    return tell(player, size_command, status) && tell(player, "clear_board", status) &&
           tell(player, komi_command, status);
}

/* What an engine is asked to do before the first game. */
typedef struct {
    int64_t visits;
    int size;
    double komi;
} Introduction;

static bool introduce(MatchPlayer *player, MatchEngine *match_engine,
                      const Introduction *introduction, bool *has_ended, Status *status) {
    *has_ended = false;
    if (!start(player, status)) {
        return false;
    }
    const bool ok = learn_product(player, match_engine, status) &&
                    learn_commands(player, match_engine, introduction->visits, status) &&
                    try_game(player, introduction->size, introduction->komi, status);
    *has_ended = player->process.failure == ENGINE_CLOSED;
    Status ignored; /* how it ends does not matter for how it plays */
    match_player_stop(player, &ignored);
    return ok;
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

bool match_player_introduce(MatchPlayer *player, MatchEngine *match_engine, int64_t visits,
                            int size, double komi, Status *status) {
    FILE *notes = player->error_path[0] == '\0' ? open_notes(player->error_path) : NULL;
    player->match_engine = match_engine;
    bool has_ended;
    const Introduction introduction = {visits, size, komi};
    const bool ok = introduce(player, match_engine, &introduction, &has_ended, status);
    if (has_ended && notes != NULL) {
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

/* Starts an engine, and checks that it answers. */
static bool start_answering(MatchPlayer *player, Status *status) {
    if (!start(player, status)) {
        return false;
    }
    const char *limit = player->match_engine->limit;
    if (tell(player, limit[0] != '\0' ? limit : "protocol_version", status)) {
        return true;
    }
    Status ignored;
    match_player_stop(player, &ignored);
    return false;
}

bool match_player_prepare(MatchPlayer *player, Status *status) {
    if (player->process.pid != 0 && player->process.failure == ENGINE_OK) {
        return true;
    }
    Status why;
    match_player_stop(player, &why);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (start_answering(player, &why)) {
            return true;
        }
        if (interrupt_requested(player->interrupt)) {
            break;
        }
    }
    return status_fail(status, "%s could not be started, %d times in a row: %.150s",
                       player->match_engine->name, ATTEMPTS, why.text);
}
