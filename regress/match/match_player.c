#include "regress/match/match_player.h"

#include <stdio.h>

json_t *match_engine_json(const MatchEngine *engine) {
    json_t *rules = json_new_array();
    for (int i = 0; i < RULES_COMMAND_COUNT && engine->rules[i][0] != '\0'; i++) {
        json_add_value(rules, json_new_text(engine->rules[i]));
    }
    json_t *json = json_new_packed("{s:o, s:o, s:o, s:o}", "name", json_new_text(engine->name),
                                   "product", json_new_text(engine->product), "command",
                                   json_new_text(engine->command), "rules", rules);
    engine_settings_add_json(&engine->options, json);
    return json;
}

void match_player_assign(MatchPlayer *player, const MatchEngine *engine) {
    if (player->match_engine != engine) {
        engine_client_stop(&player->client, NULL);
        player->match_engine = engine;
        player->client.command = engine->command;
        player->client.folder = engine->options.folder;
        player->client.variables = engine->options.environment.items;
        player->client.variable_count = engine->options.environment.count;
    }
}

/* ---- Introduction ---- */

/* Tells the engine the rules by every command that it knows, and keeps those that it obeys. */
static bool find_rules(EngineClient *client, MatchEngine *engine, const Rules *rules,
                       Status *status) {
    const char *const *names = rules_find_set(rules->name)->told;
    int count = 0;
    for (int i = 0; i < RULES_COMMAND_COUNT; i++) {
        char *command = engine->rules[count];
        bool is_known = false;
        if (names[i] != NULL &&
            !engine_client_knows(client, RULES_COMMANDS[i], &is_known, status)) {
            return false;
        }
        if (!is_known) {
            continue;
        }
        snprintf(command, sizeof engine->rules[0], "%s %s", RULES_COMMANDS[i], names[i]);
        if (engine_client_tell(client, status, "%s", command)) {
            count++;
        } else if (client->answer.outcome == ENGINE_REFUSED) {
            engine->rules_refusal = *status;
            command[0] = '\0';
        } else {
            return false;
        }
    }
    return true;
}

static const char *const KNOWN_COMMANDS[KNOWN_COMMAND_COUNT] = {
    "time_settings",      "kgs-time_settings", "kata-time_settings", "time_left",
    "set_free_handicap",  "kata-set-param",    "lz-setoption",       "kata-genmove_analyze",
    "lz-genmove_analyze", "final_score"};

/* Writes the command that limits visits. */
static bool find_limit(MatchEngine *engine, Status *status) {
    const int64_t visits = engine->options.visits;
    const bool is_kata = engine->knows[KNOWN_KATA_SET_PARAM];
    if (visits > 0 && !is_kata && !engine->knows[KNOWN_LZ_SETOPTION]) {
        return status_fail(status, "visits: the engine knows neither kata-set-param nor "
                                   "lz-setoption; its command or gtp= must set them");
    }
    if (visits > 0) {
        snprintf(engine->limit, sizeof engine->limit,
                 is_kata ? "kata-set-param maxVisits %lld" : "lz-setoption name visits value %lld",
                 (long long)visits);
    }
    return true;
}

/* Sends what sets up an engine that was started. */
static bool send_start_commands(EngineClient *client, const MatchEngine *engine, Status *status) {
    const OptionList *commands = &engine->options.start_commands;
    bool ok = engine->limit[0] == '\0' ||
              engine_client_ask(client, engine->limit, status).outcome == ENGINE_OK;
    for (int i = 0; ok && i < commands->count; i++) {
        ok = engine_client_ask(client, commands->items[i], status).outcome == ENGINE_OK;
    }
    return ok;
}

bool match_player_introduce(MatchPlayer *player, MatchEngine *engine, int size, double komi,
                            const Rules *rules, Status *status) {
    EngineClient *client = &player->client;
    match_player_assign(player, engine);
    bool ok = engine_client_start(client, status) && engine_client_introduce(client, status);
    for (int i = 0; ok && i < KNOWN_COMMAND_COUNT; i++) {
        ok = engine_client_knows(client, KNOWN_COMMANDS[i], &engine->knows[i], status);
    }
    /* Ends with what starts a game: an engine that refuses it here would in every game. */
    ok = ok && find_limit(engine, status) && send_start_commands(client, engine, status) &&
         engine_client_new_game(client, size, size, komi, status) &&
         find_rules(client, engine, rules, status);
    snprintf(engine->product, sizeof engine->product, "%.47s%s%.47s", client->name,
             client->version[0] == '\0' ? "" : " ", client->version);
    engine_client_stop(client, NULL); /* how it ends does not matter for how it plays */
    return ok;
}

/* ---- From game to game ---- */

/* Checks that the engine answers. */
static bool check_answer(void *context, Status *status) {
    MatchPlayer *player = context;
    return engine_client_tell(&player->client, status, "protocol_version");
}

static bool begin(void *context, Status *status) {
    MatchPlayer *player = context;
    return check_answer(context, status) &&
           send_start_commands(&player->client, player->match_engine, status);
}

bool match_player_new_game(MatchPlayer *player, int width, int height, double komi,
                           Status *status) {
    const MatchEngine *engine = player->match_engine;
    bool ok = engine_client_new_game(&player->client, width, height, komi, status);
    for (int i = 0; ok && i < RULES_COMMAND_COUNT && engine->rules[i][0] != '\0'; i++) {
        ok = engine_client_tell(&player->client, status, "%s", engine->rules[i]);
    }
    return ok;
}

bool match_player_prepare(MatchPlayer *player, Status *status) {
    Status why;
    if (engine_client_is_running(&player->client) && !check_answer(player, &why)) {
        engine_client_stop(&player->client, NULL);
    }
    return engine_client_revive(&player->client, begin, player, &why) ||
           status_fail(status, "%s could not be started, %d times in a row: %.150s",
                       player->match_engine->name, ENGINE_CLIENT_ATTEMPTS, why.text);
}
