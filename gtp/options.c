#include "gtp/options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

bool options_integer(const char *name, const char *text, int64_t least, int64_t most,
                     int64_t *value, Status *status) {
    char *end;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < least || number > most) {
        return status_fail(status, "%s: expected a whole number %lld..%lld, got %.40s", name,
                           (long long)least, (long long)most, text);
    }
    *value = number;
    return true;
}

bool options_real(const char *name, const char *text, double least, double most, double *value,
                  Status *status) {
    char *end;
    const double number = strtod(text, &end);
    if (end == text || *end != '\0' || !(number >= least && number <= most)) {
        return status_fail(status, "%s: expected a number %g..%g, got %.40s", name, least, most,
                           text);
    }
    *value = number;
    return true;
}

static bool read_seed(const char *name, const char *text, uint64_t *seed, Status *status) {
    if (strcmp(text, "random") == 0) {
        return hash_random_seed(seed) ||
               status_fail(status, "%s: no random numbers to be had", name);
    }
    int64_t value = 0;
    if (!options_integer(name, text, 0, INT64_MAX, &value, status)) {
        return false;
    }
    *seed = (uint64_t)value;
    return true;
}

static bool read_size(Options *options, const char *text, Status *status) {
    char *end;
    const long width = strtol(text, &end, 10);
    const long height = *end == 'x' ? strtol(end + 1, &end, 10) : width;
    if (*end != '\0' || width < 1 || width > BOARD_SIDE_MAX || height < 1 ||
        height > BOARD_SIDE_MAX) {
        return status_fail(status, "--size: expected N or WxH of 1..%d, got %.40s", BOARD_SIDE_MAX,
                           text);
    }
    options->width = (int)width;
    options->height = (int)height;
    return true;
}

static bool read_rules(Options *options, const char *text, Status *status) {
    const Rules *rules = rules_find(text);
    if (rules == NULL) {
        return status_fail(status, "--rules: unknown rules %.40s", text);
    }
    options->rules = *rules;
    return true;
}

/* Fixed work takes the place of the default time. */
static void set_visits(Options *options, int64_t visits) {
    options->player.visits = visits;
    if (!options->is_timed) {
        options->player.move_seconds = INFINITY;
    }
}

static bool read_value(Options *options, const char *name, const char *text, Status *status) {
    PlayerOptions *player = &options->player;
    int64_t whole = 0;
    if (strcmp(name, "--size") == 0) {
        return read_size(options, text, status);
    }
    if (strcmp(name, "--komi") == 0) {
        return options_real(name, text, -1e6, 1e6, &options->komi, status);
    }
    if (strcmp(name, "--rules") == 0) {
        return read_rules(options, text, status);
    }
    if (strcmp(name, "--move-time") == 0) {
        options->is_timed = true;
        return options_real(name, text, 0.001, 1e6, &player->move_seconds, status);
    }
    if (strcmp(name, "--resign") == 0) {
        return options_real(name, text, 0, 1, &player->resign_below, status);
    }
    if (strcmp(name, "--lag") == 0) {
        return options_real(name, text, 0, 60, &player->lag, status);
    }
    if (strcmp(name, "--seed") == 0) {
        return read_seed(name, text, &player->seed, status);
    }
    if (strcmp(name, "--hash-seed") == 0) {
        return read_seed(name, text, &options->hash_seed, status);
    }
    if (strcmp(name, "--visits") == 0 || strcmp(name, "--playouts") == 0) {
        if (!options_integer(name, text, 1, INT64_MAX - 1, &whole, status)) {
            return false;
        }
        set_visits(options, whole);
        return true;
    }
    if (strcmp(name, "--level") == 0) {
        if (!options_integer(name, text, 1, 10, &whole, status)) {
            return false;
        }
        set_visits(options, player_level_visits((int)whole));
        return true;
    }
    if (strcmp(name, "--symmetry") == 0) {
        player->symmetric = strcmp(text, "on") == 0;
        return player->symmetric || strcmp(text, "off") == 0 ||
               status_fail(status, "--symmetry: expected on or off, got %.40s", text);
    }
    if (strcmp(name, "--threads") == 0) {
        if (!options_integer(name, text, 1, UCT_THREADS_MAX, &whole, status)) {
            return false;
        }
        player->threads = (int)whole;
        return true;
    }
    if (strcmp(name, "--memory") == 0) {
        if (!options_integer(name, text, 1, 1 << 20, &whole, status)) {
            return false;
        }
        player->memory = (size_t)whole << 20;
        return true;
    }
    return status_fail(status, "unknown option %.60s", name);
}

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
    if (strncmp(name, "--", 2) != 0) {
        return status_fail(status, "unknown argument %.60s", name);
    }
    if (*index + 1 >= argc) {
        /* An unknown option is the better message than one that lacks a value. */
        Options scratch = *options;
        Status unknown;
        if (!read_value(&scratch, name, "", &unknown) && strncmp(unknown.text, "unknown", 7) == 0) {
            return status_fail(status, "%s", unknown.text);
        }
        return status_fail(status, "%.60s: a value is missing", name);
    }
    if (!read_value(options, name, argv[*index + 1], status)) {
        return false;
    }
    *index += 2;
    return true;
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
