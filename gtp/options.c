#include "gtp/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/number.h"

const char OPTIONS_HELP[] =
    "  --size N, WxH       board size 1..25 (default 19)\n"
    "  --komi K            komi (7.5)\n"
    "  --rules NAME        tromp-taylor (default), chinese, aga, new-zealand, japanese\n"
    "  --move-time S       seconds a move where no clock rules (5)\n"
    "  --visits N          visits a move, in place of the time; --playouts is the same\n"
    "  --level L           1..10: 100 visits a move, doubled with each level\n"
    "  --threads T         search threads (1)\n"
    "  --memory MB         for the search graph (256)\n"
    "  --lag S             seconds of each move kept back for the way to the clock (0.2)\n"
    "  --resign P          resigns below this win rate, 0..1 (0.05); 0: never\n"
    "  --seed N|random     of the search (1)\n"
    "  --hash-seed N|random  of the hash keys (a fixed one, the same on every machine)\n"
    "  --symmetry on|off   on: rotations and reflections of a position are searched as one\n"
    "  --play-out          passes only when dead stones are taken and dame filled\n"
    "  --strict            refuses moves that only superko forbids\n";

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

static bool read_move_time(Options *options, const char *name, const char *text, Status *status) {
    options->is_timed = true;
    return number_read_real(name, text, 0.001, 1e6, &options->player.move_seconds, status);
}

/* Fixed work takes the place of the default time. */
static void set_visits(Options *options, int64_t visits) {
    options->player.visits = visits;
    if (!options->is_timed) {
        options->player.move_seconds = INFINITY;
    }
}

static bool read_visits(Options *options, const char *name, const char *text, Status *status) {
    int64_t visits = 0;
    if (!number_read_integer(name, text, 1, INT64_MAX - 1, &visits, status)) {
        return false;
    }
    set_visits(options, visits);
    return true;
}

static bool read_level(Options *options, const char *name, const char *text, Status *status) {
    int64_t level = 0;
    if (!number_read_integer(name, text, 1, 10, &level, status)) {
        return false;
    }
    set_visits(options, player_level_visits((int)level));
    return true;
}

static bool read_threads(Options *options, const char *name, const char *text, Status *status) {
    int64_t threads = 0;
    if (!number_read_integer(name, text, 1, UCT_THREADS_MAX, &threads, status)) {
        return false;
    }
    options->player.threads = (int)threads;
    return true;
}

static bool read_memory(Options *options, const char *name, const char *text, Status *status) {
    int64_t megabytes = 0;
    if (!number_read_integer(name, text, 1, 1 << 20, &megabytes, status)) {
        return false;
    }
    options->player.memory = (size_t)megabytes << 20;
    return true;
}

static bool read_lag(Options *options, const char *name, const char *text, Status *status) {
    return number_read_real(name, text, 0, 60, &options->player.lag, status);
}

static bool read_resign(Options *options, const char *name, const char *text, Status *status) {
    return number_read_real(name, text, 0, 1, &options->player.resign_below, status);
}

static bool read_symmetry(Options *options, const char *name, const char *text, Status *status) {
    options->player.symmetric = strcmp(text, "on") == 0;
    return options->player.symmetric || strcmp(text, "off") == 0 ||
           status_fail(status, "%s: expected on or off, got %.40s", name, text);
}

static const struct {
    const char *name;
    bool (*read)(Options *options, const char *name, const char *text, Status *status);
} READERS[] = {
    {"--size", read_size},           {"--komi", read_komi},
    {"--rules", read_rules},         {"--move-time", read_move_time},
    {"--visits", read_visits},       {"--playouts", read_visits},
    {"--level", read_level},         {"--threads", read_threads},
    {"--memory", read_memory},       {"--lag", read_lag},
    {"--resign", read_resign},       {"--seed", read_search_seed},
    {"--hash-seed", read_hash_seed}, {"--symmetry", read_symmetry},
};

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
    for (size_t i = 0; i < sizeof READERS / sizeof READERS[0]; i++) {
        if (strcmp(name, READERS[i].name) != 0) {
            continue;
        }
        if (*index + 1 >= argc) {
            return status_fail(status, "%s: a value is missing", name);
        }
        *index += 2;
        return READERS[i].read(options, name, argv[*index - 1], status);
    }
    return status_fail(status, "unknown option %.60s", name);
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
