#include "gtp/options.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/number.h"
#include "engine/search/parameter.h"

const char OPTIONS_HELP[] =
    "  --size N, WxH       board size 1..25 (default 19)\n"
    "  --komi K            komi (7.5)\n"
    "  --rules NAME        tromp-taylor (default), chinese, chinese-simple-ko, japanese, korean,\n"
    "                      aga, bga, french, new-zealand, ing\n"
    "  --move-time S       seconds a move where no clock rules (5)\n"
    "  --visits N          searches a move, in place of the time; --playouts is the same\n"
    "  --level L           1..10: 100 visits a move, doubled with each level\n"
    "  --threads T         search threads (1)\n"
    "  --memory MB         for the search graph (256)\n"
    "  --lag S             seconds of each move kept back for the way to the clock (0.2)\n"
    "  --ponder on|off     thinks on while the opponent does (off)\n"
    "  --resign P          resigns below this win rate, 0..1 (0.05); 0: never\n"
    "  --seed N|random     of the search (1); random: another one for each game\n"
    "  --hash-seed N|random  of the hash keys (a fixed one, the same on every machine)\n"
    "  --symmetry on|off   on: rotations and reflections of a position are searched as one\n"
    "  --play-out          passes only when dead stones are taken and dame filled\n"
    "  --strict            refuses moves that only superko forbids\n"
    "  --gtp-name TEXT     what the GTP command name answers, for programs that tell engines "
    "apart\n"
    "                      by it (Dihedra)\n";

Options options_default(void) {
    return (Options){
        .player = player_default_options(),
        .width = 19,
        .height = 19,
        .komi = 7.5,
        .rules = RULES[0],
        .hash_seed = HASH_DEFAULT_SEED,
    };
}

/* ---- One reader an option ---- */

static bool read_seed(const char *name, const char *text, uint64_t *seed, Status *status) {
    if (strcmp(text, "random") == 0) {
        return hash_random_seed(seed) ||
               status_fail(status, "%s: no random numbers to be had", name);
    }
    int64_t value = 0;
    if (!number_read_integer(name, text, 0, INT64_MAX, &value, status)) {
        return false;
    }
    *seed = (uint64_t)value;
    return true;
}

static bool read_search_seed(Options *options, const char *name, const char *text, Status *status) {
    options->random_seed = strcmp(text, "random") == 0;
    return read_seed(name, text, &options->player.seed, status);
}

static bool read_hash_seed(Options *options, const char *name, const char *text, Status *status) {
    return read_seed(name, text, &options->hash_seed, status);
}

static bool read_size(Options *options, const char *name, const char *text, Status *status) {
    char *end;
    const long width = strtol(text, &end, 10);
    const long height = *end == 'x' ? strtol(end + 1, &end, 10) : width;
    if (*end != '\0' || width < 1 || width > BOARD_SIDE_MAX || height < 1 ||
        height > BOARD_SIDE_MAX) {
        return status_fail(status, "%s: expected N or WxH of 1..%d, got %.40s", name,
                           BOARD_SIDE_MAX, text);
    }
    options->width = (int)width;
    options->height = (int)height;
    return true;
}

static bool read_komi(Options *options, const char *name, const char *text, Status *status) {
    return number_read_real(name, text, -1e6, 1e6, &options->komi, status);
}

static bool read_rules(Options *options, const char *name, const char *text, Status *status) {
    const Rules *rules = rules_find(text);
    if (rules == NULL) {
        return status_fail(status, "%s: unknown rules %.40s", name, text);
    }
    options->rules = *rules;
    return true;
}

/* Stands in one line of an answer. */
static bool read_gtp_name(Options *options, const char *name, const char *text, Status *status) {
    for (const char *s = text; *s != '\0'; s++) {
        if (iscntrl((unsigned char)*s)) {
            return status_fail(status, "%s: expected a text without control characters", name);
        }
    }
    if (*text == '\0') {
        return status_fail(status, "%s: expected a text, got nothing", name);
    }
    options->gtp_name = text;
    return true;
}

static bool read_level(Options *options, const char *name, const char *text, Status *status) {
    int64_t level = 0;
    if (!number_read_integer(name, text, 1, 10, &level, status)) {
        return false;
    }
    options->player.visits = player_level_visits((int)level);
    return true;
}

static const struct {
    const char *name;
    bool (*read)(Options *options, const char *name, const char *text, Status *status);
} READERS[] = {
    {"--size", read_size},         {"--komi", read_komi},        {"--rules", read_rules},
    {"--level", read_level},       {"--seed", read_search_seed}, {"--hash-seed", read_hash_seed},
    {"--gtp-name", read_gtp_name},
};

/* --playouts is the same as --visits. */
static const Parameter *find_parameter(const char *name) {
    if (strncmp(name, "--", 2) != 0) {
        return NULL;
    }
    return parameter_find(strcmp(name, "--playouts") == 0 ? "visits" : name + 2);
}

enum { READER_COUNT = sizeof READERS / sizeof READERS[0] };

bool options_read(Options *options, int argc, char **argv, int *index, Status *status) {
    const char *name = argv[*index];
    if (strcmp(name, "--strict") == 0) {
        options->strict = true;
        ++*index;
        return true;
    }
    if (strcmp(name, "--play-out") == 0) {
        options->player.play_out = true;
        ++*index;
        return true;
    }
    const Parameter *parameter = find_parameter(name);
    size_t reader = 0;
    while (reader < READER_COUNT && strcmp(name, READERS[reader].name) != 0) {
        reader++;
    }
    if (parameter == NULL && reader == READER_COUNT) {
        return status_fail(status, "unknown option %.60s", name);
    }
    if (*index + 1 >= argc) {
        return status_fail(status, "%s: a value is missing", name);
    }
    const char *value = argv[*index + 1];
    *index += 2;
    return parameter != NULL ? parameter_set(parameter, &options->player, value, status)
                             : READERS[reader].read(options, name, value, status);
}

Game *options_new_game(const Options *options) {
    Game *game = game_new(options->hash_seed);
    Status status;
    if (game == NULL || !game_clear(game, options->width, options->height, &status)) {
        game_free(game);
        return NULL;
    }
    game->komi = options->komi;
    game->rules = options->rules;
    return game;
}
