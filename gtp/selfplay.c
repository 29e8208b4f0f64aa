#include "gtp/selfplay.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/json.h"
#include "engine/base/number.h"
#include "engine/base/rng.h"
#include "engine/board/draw.h"
#include "engine/search/ownership.h"
#include "engine/sgf/record.h"
#include "gtp/options.h"

const char SELFPLAY_HELP[] =
    "usage: dihedra selfplay [OPTION...]\n"
    "\n"
    "Plays games of the engine against itself in one process and tells how they went.\n"
    "\n"
    "  --games N           how many (default 1)\n"
    "  --sgf DIR           writes each game to DIR/game-N.sgf; makes DIR\n"
    "  --random COLOR      that colour (black, white, or both in turns: each) plays random legal\n"
    "                      moves\n"
    "  --watch             draws the board after each move\n"
    "  --json              one JSON object on standard output\n";

typedef enum { RANDOM_NOBODY, RANDOM_BLACK, RANDOM_WHITE, RANDOM_EACH } RandomSide;

typedef struct {
    Options options;
    int64_t games;
    const char *folder;
    RandomSide random;
    bool watch, json;
} Request;

typedef struct {
    int64_t games, moves, black_wins, white_wins, draws, resignations, unfinished;
    int64_t engine_wins; /* of games with a random side */
    double seconds, slowest_move;
} Statistics;

/* ---- One game ---- */

/* Uniform among the legal moves, with a pass where there is none; superko included. */
static Point random_move(const Game *game, Color color, Rng *rng) {
    Point untried[CELL_COUNT_MAX];
    int count = game->board.empty_count;
    memcpy(untried, game->board.empty, (size_t)count * sizeof untried[0]);
    while (count > 0) {
        const uint32_t i = rng_below(rng, (uint32_t)count);
        if (game_check(game, color, untried[i]) == MOVE_LEGAL) {
            return untried[i];
        }
        untried[i] = untried[--count];
    }
    return POINT_PASS;
}

static void show(const Game *game) {
    char line[DRAW_LINE_MAX];
    for (int i = 0; i <= game->geometry->height + 1; i++) {
        printf("%s\n", board_draw_line(&game->board, i, game_last_move(game), line));
    }
    printf("\n");
    fflush(stdout);
}

static bool is_random(const Request *request, int64_t number, Color color) {
    const Color each = number % 2 == 0 ? WHITE : BLACK;
    return (request->random == RANDOM_BLACK && color == BLACK) ||
           (request->random == RANDOM_WHITE && color == WHITE) ||
           (request->random == RANDOM_EACH && color == each);
}

/* Plays until both pass, one resigns (*resigned), or the limit. */
static bool play_moves(const Request *request, int64_t number, Game *game, Statistics *statistics,
                       Color *resigned, Status *status) {
    const int limit = 4 * game->geometry->cell_count + 16;
    PlayerOptions options = request->options.player;
    options.seed ^= hash_mix((uint64_t)number * 2 + 1);
    Rng rng = rng_new(options.seed);
    while (game->board.passes < 2 && game->move_count < limit) {
        const Color color = (Color)game->board.to_move;
        PlayerMove move = {.move = POINT_PASS};
        const double start = clock_seconds();
        if (is_random(request, number, color)) {
            move.move = random_move(game, color, &rng);
        } else if (!player_choose(&options, NULL, game, color, &move, status)) {
            return false;
        }
        statistics->slowest_move = fmax(statistics->slowest_move, clock_seconds() - start);
        if (move.move == POINT_RESIGN) {
            *resigned = color;
            return true;
        }
        if (!game_play(game, color, move.move, status)) {
            return false;
        }
        if (request->watch) {
            show(game);
        }
    }
    return true;
}

/* Writes "B+3.5", "W+R" or the like and counts the result. */
static void judge(const Request *request, int64_t number, const Game *game, Color resigned,
                  Statistics *statistics, char *text, size_t size) {
    uint8_t dead[POINT_COUNT];
    double score = resigned == BLACK ? -1 : 1;
    if (resigned != EMPTY) {
        snprintf(text, size, "%c+R", resigned == BLACK ? 'W' : 'B');
        statistics->resignations++;
    } else {
        ownership_dead(game, dead);
        score = game_score(game, dead);
        snprintf(text, size, score == 0 ? "0" : "%c+%.12g", score > 0 ? 'B' : 'W', fabs(score));
        statistics->unfinished += game->board.passes < 2;
    }
    statistics->games++;
    statistics->moves += game->move_count;
    statistics->black_wins += score > 0;
    statistics->white_wins += score < 0;
    statistics->draws += score == 0;
    if (request->random != RANDOM_NOBODY) {
        statistics->engine_wins +=
            is_random(request, number, score > 0 ? WHITE : BLACK) && score != 0;
    }
}

static bool save(const Request *request, int64_t number, const Game *game, const char *result,
                 Status *status) {
    char path[4096];
    const int length =
        snprintf(path, sizeof path, "%s/game-%lld.sgf", request->folder, (long long)number + 1);
    if (length < 0 || (size_t)length >= sizeof path) {
        return status_fail(status, "the folder's name is too long");
    }
    SgfWriter writer;
    Status why;
    record_write(game, result, &writer);
    const bool ok = sgf_writer_save(&writer, path, &why);
    sgf_writer_free(&writer);
    return ok || status_fail(status, "%.150s: %.90s", path, why.text);
}

static bool play_game(const Request *request, int64_t number, Game *game, Statistics *statistics,
                      Status *status) {
    Color resigned = EMPTY;
    char result[32];
    if (!game_clear(game, request->options.width, request->options.height, status) ||
        !play_moves(request, number, game, statistics, &resigned, status)) {
        return false;
    }
    judge(request, number, game, resigned, statistics, result, sizeof result);
    FILE *progress = request->json ? stderr : stdout;
    fprintf(progress, "game %lld: %s, %d moves\n", (long long)number + 1, result, game->move_count);
    if (fflush(progress) != 0 || ferror(stdout)) {
        return status_fail(status, "standard output cannot be written");
    }
    return request->folder == NULL || save(request, number, game, result, status);
}

/* ---- All games ---- */

static void report(const Request *request, const Statistics *statistics) {
    const double games = (double)statistics->games, seconds = statistics->seconds;
    Text text = {0};
    if (request->json) {
        json_t *json = json_new_object();
        json_set_figure(json, "games", games, 0);
        json_set_figure(json, "black_wins", (double)statistics->black_wins, 0);
        json_set_figure(json, "white_wins", (double)statistics->white_wins, 0);
        json_set_figure(json, "draws", (double)statistics->draws, 0);
        json_set_figure(json, "resignations", (double)statistics->resignations, 0);
        json_set_figure(json, "unfinished", (double)statistics->unfinished, 0);
        if (request->random != RANDOM_NOBODY) {
            json_set_figure(json, "engine_wins", (double)statistics->engine_wins, 0);
        }
        json_set_figure(json, "moves_per_game", (double)statistics->moves / games, 2);
        json_set_figure(json, "games_per_s", games / seconds, 4);
        json_set_figure(json, "moves_per_s", (double)statistics->moves / seconds, 2);
        json_set_figure(json, "slowest_move_s", statistics->slowest_move, 4);
        json_set_figure(json, "seconds", seconds, 3);
        json_print(json, stdout);
    } else {
        text_add(&text, "%lld games in %.1f s: %.2f games/s, %.1f moves/s, %.1f moves a game\n",
                 (long long)statistics->games, seconds, games / seconds,
                 (double)statistics->moves / seconds, (double)statistics->moves / games);
        text_add(&text,
                 "Black won %lld, White %lld, drawn %lld; %lld by resignation, %lld unfinished\n",
                 (long long)statistics->black_wins, (long long)statistics->white_wins,
                 (long long)statistics->draws, (long long)statistics->resignations,
                 (long long)statistics->unfinished);
        if (request->random != RANDOM_NOBODY) {
            text_add(&text, "The engine won %lld of them against the random player\n",
                     (long long)statistics->engine_wins);
        }
    }
    fputs(text_get(&text), stdout);
    text_free(&text);
}

static bool read_random(const char *text, RandomSide *side) {
    Color color;
    if (strcmp(text, "each") == 0) {
        *side = RANDOM_EACH;
        return true;
    }
    if (!color_from_text(text, &color)) {
        return false;
    }
    *side = color == BLACK ? RANDOM_BLACK : RANDOM_WHITE;
    return true;
}

/* Reads the option argv[*index], with its value if it takes one, where it is one of selfplay's own:
 * *known tells. */
static bool read_own_option(char **argv, int *index, Request *request, bool *known,
                            Status *status) {
    const char *name = argv[*index], *value = argv[*index + 1];
    *known = true;
    if (strcmp(name, "--watch") == 0) {
        request->watch = true;
        ++*index;
        return true;
    }
    if (strcmp(name, "--json") == 0) {
        request->json = true;
        ++*index;
        return true;
    }
    *known =
        strcmp(name, "--games") == 0 || strcmp(name, "--sgf") == 0 || strcmp(name, "--random") == 0;
    if (!*known) {
        return true;
    }
    *index += 2;
    if (value == NULL) {
        return status_fail(status, "%s: a value is missing", name);
    }
    if (strcmp(name, "--games") == 0) {
        return number_read_integer(name, value, 1, 1000000000, &request->games, status);
    }
    if (strcmp(name, "--sgf") == 0) {
        request->folder = value;
        return true;
    }
    return read_random(value, &request->random) ||
           status_fail(status, "%s: expected black, white or each, got %.40s", name, value);
}

static bool read_request(int argc, char **argv, Request *request, Status *status) {
    for (int i = 1; i < argc;) {
        bool known;
        if (!read_own_option(argv, &i, request, &known, status) ||
            (!known && !options_read(&request->options, argc, argv, &i, status))) {
            return false;
        }
    }
    if (request->watch && request->json) {
        return status_fail(status, "--watch and --json both want standard output");
    }
    return true;
}

static bool make_folder(const char *folder, Status *status) {
    if ((mkdir(folder, 0777) == 0 || errno == EEXIST) && access(folder, W_OK | X_OK) == 0) {
        return true;
    }
    return status_fail(status, "%.150s: %s", folder, strerror(errno));
}

int selfplay_main(int argc, char **argv) {
    Request request = {.options = options_default(), .games = 1};
    Status status;
    if (!read_request(argc, argv, &request, &status)) {
        fprintf(stderr, "dihedra selfplay: %s; try dihedra help selfplay\n", status.text);
        return 2;
    }
    if (request.folder != NULL && !make_folder(request.folder, &status)) {
        fprintf(stderr, "dihedra selfplay: %s\n", status.text);
        return EXIT_FAILURE;
    }
    Game *game = options_new_game(&request.options);
    bool ok = game != NULL || status_fail(&status, "out of memory");
    Statistics statistics = {0};
    const double start = clock_seconds();
    for (int64_t i = 0; ok && i < request.games; i++) {
        ok = play_game(&request, i, game, &statistics, &status);
    }
    statistics.seconds = clock_seconds() - start;
    if (ok) {
        report(&request, &statistics);
    } else {
        fprintf(stderr, "dihedra selfplay: %s\n", status.text);
    }
    game_free(game);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
