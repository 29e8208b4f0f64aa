#include "gtp/engine_options.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/member.h"
#include "engine/base/options.h"
#include "engine/base/os/system.h"

EngineOptions engine_options_default(void) {
    return (EngineOptions){
        .player = player_default_options(),
        .width = 19,
        .height = 19,
        .komi = 7.5,
        .rules = RULE_SETS[0].rules,
        .hash_seed = HASH_DEFAULT_SEED,
        .counts_first_moves = true,
    };
}

/* ---- Options with readers of their own ---- */

static bool read_seed(const char *name, const char *text, uint64_t *seed, bool *is_random,
                      Status *status) {
    *is_random = strcmp(text, "random") == 0;
    return *is_random ? os_random(seed, sizeof *seed) ||
                            status_fail(status, "%s: the system has no random numbers", name)
                      : number_read_integer(name, text, 0, INT64_MAX, (int64_t *)seed, status);
}

static bool read_search_seed(void *target, const char *name, char **values, Status *status) {
    EngineOptions *options = target;
    options->has_seed = true;
    return read_seed(name, values[0], &options->player.seed, &options->random_seed, status);
}

static bool read_hash_seed(void *target, const char *name, char **values, Status *status) {
    EngineOptions *options = target;
    return read_seed(name, values[0], &options->hash_seed, &options->random_hash_seed, status);
}

static bool read_size(void *target, const char *name, char **values, Status *status) {
    EngineOptions *options = target;
    char *end;
    const long width = strtol(values[0], &end, 10);
    const long height = *end == 'x' ? strtol(end + 1, &end, 10) : width;
    if (*end != '\0' || width < 1 || width > BOARD_SIDE_MAX || height < 1 ||
        height > BOARD_SIDE_MAX) {
        return status_fail(status, "%s: expected N or WxH, each from 1 to %d, got '%.40s'", name,
                           BOARD_SIDE_MAX, values[0]);
    }
    options->width = (int)width;
    options->height = (int)height;
    return true;
}

static bool read_rules(void *target, const char *name, char **values, Status *status) {
    EngineOptions *options = target;
    Rules rules;
    if (!rules_read(values[0], &rules)) {
        return rules_fail_unknown(name, values[0], status);
    }
    if (!rules_are_possible(&rules)) {
        return status_fail(status, "%s: a button needs area scoring", name);
    }
    options->rules = rules;
    return true;
}

/* ---- The table ---- */

// clang-format off
const Option ENGINE_OPTIONS[] = {
    {.name = "--size", .argument = "N|WxH", .kind = OPTION_CALL, .read = read_size,
     .help = "board size, each side from 1 to 25 (default 19)"},
    {.name = "--komi", .argument = "K", .real = {-GAME_KOMI_MAX, GAME_KOMI_MAX}, OPTION_REAL_IN(EngineOptions, komi),
     .help = "komi (default 7.5)"},
    {.name = "--rules", .argument = "NAME", .kind = OPTION_CALL, .read = read_rules,
     .help = "tromp-taylor (default), chinese, japanese, korean, aga, new-zealand, ing or another set (an "
             "unknown name lists them), or KataGo's text, such as koSIMPLEscoreAREAtaxNONEsui1"},
    {.name = "--move-time", .argument = "S", .kind = OPTION_FOUND,
     .help = "seconds per move when no clock is set (default 5)"},
    {.name = "--visits", .argument = "N", .kind = OPTION_FOUND,
     .help = "limits each move by visits instead of time: all visits of its position, those kept from earlier "
             "searches included"},
    {.name = "--playouts", .argument = "N", .kind = OPTION_FOUND,
     .help = "limits each move by the visits that its own search makes; of several limits the first one reached "
             "counts"},
    {.name = "--threads", .argument = "T", .kind = OPTION_FOUND, .help = "search threads (default 1)"},
    {.name = "--memory", .argument = "MB", .kind = OPTION_FOUND,
     .help = "memory of the search graph in MB (default 256)"},
    {.name = "--lag", .argument = "S", .kind = OPTION_FOUND,
     .help = "seconds of each move kept back for the delay to the server (default 0.2)"},
    {.name = "--ponder", .argument = "on|off", .kind = OPTION_FOUND,
     .help = "thinks while the opponent does (default off)"},
    {.name = "--resign", .argument = "P", .kind = OPTION_FOUND,
     .help = "resigns below this win rate, 0..1 (default 0.05); 0 never"},
    {.name = "--seed", .argument = "N|random", .kind = OPTION_CALL, .read = read_search_seed,
     .help = "seed of the search (default 1); random: a new one for each game, also the default of a rank"},
    {.name = "--hash-seed", .argument = "N|random", .kind = OPTION_CALL, .read = read_hash_seed,
     .help = "seed of the hash keys (default: the same on every machine)"},
    {.name = "--symmetry", .argument = "on|off", .kind = OPTION_FOUND,
     .help = "on: rotations and reflections of a position are searched as one (default on)"},
    {.name = "--play-out", OPTION_FLAG_IN(EngineOptions, player.play_out),
     .help = "passes only once dead stones are taken and dame are filled"},
    {.name = "--strict", OPTION_FLAG_IN(EngineOptions, strict),
     .help = "refuses moves that only superko forbids, instead of warning"},
    {.name = "--keep-rules", OPTION_FLAG_IN(EngineOptions, keep_rules),
     .help = "loadsgf leaves the rules alone, whatever the record says"},
    {.name = "--model", .alias = "-model", .argument = "FILE|inside|none", OPTION_TEXT_IN(EngineOptions, model),
     .help = "network to search with: a file of KataGo's, the one inside, or none: playouts (default: "
             "$DIHEDRA_MODEL, or default.bin.gz in ~/.local/share/dihedra, or inside)"},
    {.name = "--human-model", .alias = "-human-model", .argument = "FILE|none", OPTION_TEXT_IN(EngineOptions, human_model),
     .help = "KataGo's human-play network, for choosing moves as people do (see human_sl_... in dihedra help "
             "parameters)"},
    {.name = "--human-sl-profile", .argument = "NAME", .kind = OPTION_FOUND,
     .help = "whose play a human-play network imitates: rank_5k, rank_5k_3d, preaz_5k, proyear_1995 ..."},
    {.name = "--rank", .argument = "RANK", .kind = OPTION_FOUND,
     .help = "plays as strong as 20k to 1k, 1d to 9d; off: as well as it can (default). With the network inside GNU "
             "Go at level 10 is taken for 8k"},
    {.name = "--precision", .argument = "NAME", .names = PRECISION_NAMES, OPTION_NAME_IN(EngineOptions, precision),
     .help = "number format of the network: auto (int16 where it fits), fp32 or int16"},
    {.name = "--no-cache", OPTION_FLAG_IN(EngineOptions, no_cache),
     .help = "keeps nothing in ~/.cache/dihedra (or $XDG_CACHE_HOME/dihedra), so that networks take longer to load"},
    {.name = "--book", .argument = "FILE", OPTION_TEXT_IN(EngineOptions, book),
     .help = "plays from this opening book (see dihedra help book), by the parameters book_..."},
    {.name = "--gtp-name", .argument = "TEXT", OPTION_TEXT_IN(EngineOptions, gtp_name),
     .help = "answer of the GTP command `name`, for clients that look at it (default Dihedra)"},
    {0},
};

const Option SESSION_OPTIONS[] = {
    {.name = "--no-files", OPTION_FLAG_IN(EngineOptions, no_files), .help = "refuses GTP commands that read or write files"},
    {.name = "--sandbox", OPTION_FLAG_IN(EngineOptions, sandbox),
     .help = "once all is loaded, gives up the right to open files and connections and to start programs (Linux)"},
    {0},
};
// clang-format on

/* ---- Parameters of the search ---- */

static bool set_player_parameter(void *target, const char *name, char **values, Status *status) {
    EngineOptions *options = target;
    Status reason;
    return parameter_set(parameter_find(name + 2), &options->player, values[0], &reason) ||
           status_fail(status, "%s: %.200s", name, reason.text);
}

static bool find_parameter_option(void *target, const char *name, Option *option) {
    (void)target;
    const bool is_long = strncmp(name, "--", 2) == 0;
    const Parameter *parameter = is_long ? parameter_find(name + 2) : NULL;
    *option = (Option){.name = name, .argument = "VALUE", .kind = OPTION_CALL};
    if (parameter == NULL) {
        return false;
    }
    option->offset = offsetof(EngineOptions, player) + parameter->offset;
    if (parameter->type == PARAMETER_BOOL) {
        option->kind = OPTION_SWITCH;
    } else if (parameter->type == PARAMETER_INTEGER) {
        option->kind = OPTION_INT64;
        option->integer.least = (int64_t)parameter->least;
        option->integer.most = (int64_t)parameter->most;
    } else if (parameter->type == PARAMETER_REAL && parameter->scale == 1) {
        option->kind = OPTION_REAL;
        option->real.least = parameter->least;
        option->real.most = parameter->most;
    } else {
        option->read = set_player_parameter;
    }
    return true;
}

OptionGroup engine_options_group(EngineOptions *options) {
    return (OptionGroup){ENGINE_OPTIONS, options, find_parameter_option};
}

bool engine_options_check_parameter(const char *name, const char *value, Status *status) {
    if (strncmp(name, "--", 2) != 0 || parameter_find(name + 2) == NULL) {
        return status_fail(status, "%.60s is not a parameter of the search", name);
    }
    if (value == NULL) {
        return true;
    }
    EngineOptions scratch = engine_options_default();
    char word[OPTION_NAME_MAX], text[64];
    snprintf(word, sizeof word, "%s", name);
    snprintf(text, sizeof text, "%s", value);
    char *line[] = {"", word, text};
    const OptionGroup groups[] = {engine_options_group(&scratch), {0}};
    return option_read(groups, 3, line, status);
}

Game *engine_options_new_game(const EngineOptions *options) {
    Game *game = game_new(options->hash_seed);
    Status status;
    if (game == NULL || !game_clear(game, options->width, options->height, &status)) {
        game_free(game);
        return NULL;
    }
    game->counts_first_moves = options->counts_first_moves;
    game->komi = options->komi;
    game_set_rules(game, &options->rules);
    return game;
}
