#include "gtp/selfplay/selfplay_game.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/os/system.h"
#include "engine/base/rng.h"
#include "engine/base/version.h"
#include "engine/go/board/board_text.h"
#include "engine/go/ending/ending.h"
#include "gtp/selfplay/selfplay_entry.h"

typedef struct {
    const SelfplayTerms *terms;
    int64_t number; /* from 0 */
    Game *game;
    Player *player;
    char **comments; /* on each move so far; NULL if no search chose it */
    int64_t playouts;
    double slowest_move;
    Color resigned; /* EMPTY: neither */
} SelfplayGame;

/* Returns a random legal move (superko included), or a pass. */
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

/* Draws the board: over the last one on a terminal, else below it. */
static void show(const Game *game) {
    char line[BOARD_TEXT_LINE_MAX];
    if (os_is_terminal(OS_STANDARD_OUTPUT)) {
        printf("\033[H\033[J");
    }
    for (int i = 0; i <= game->geometry->height + 1; i++) {
        printf("%s\n", board_text_line(&game->board, i, game_last_move(game), line));
    }
    printf("Move %d\n\n", game->move_count);
    fflush(stdout);
}

bool selfplay_is_random(SelfplayRandom random, int64_t number, Color color) {
    const Color each = number % 2 == 0 ? WHITE : BLACK;
    const Color side[] = {[RANDOM_NONE] = EMPTY,
                          [RANDOM_BLACK] = BLACK,
                          [RANDOM_WHITE] = WHITE,
                          [RANDOM_EACH] = each};
    return color == side[random];
}

/* Returns the search's result from Black's point of view. The caller frees it. */
static char *describe(const SearchResult *search, Color color) {
    const double black = color == BLACK ? search->win_rate : 1 - search->win_rate;
    const double score = round(10 * (color == BLACK ? search->score : -search->score)) / 10;
    char points[RECORD_RESULT_MAX];
    Text text = {0};
    text_add(&text, "%lld playout%s, Black wins %.1f%%, score %s", (long long)search->playouts,
             text_plural(search->playouts), 100 * black, record_result(score, points));
    return text.bytes;
}

/* Plays until both pass, one side resigns, the game has `limit` moves, or all are stopped. */
static bool play_moves(SelfplayGame *play, uint64_t seed, int limit, Status *status) {
    const SelfplayTerms *terms = play->terms;
    Game *game = play->game;
    PlayerOptions options = terms->options->player;
    options.seed = hash_mix(seed + (uint64_t)play->number);
    Rng rng = rng_new(options.seed);
    while (game->board.passes < 2 && game->move_count < limit && !atomic_load(terms->stopped)) {
        const Color color = (Color)game->board.to_move;
        const Turn turn = {.game = game, .color = color, .options = &options};
        PlayerMove move = {.move = POINT_PASS};
        const double start = clock_seconds();
        if (selfplay_is_random(terms->random, play->number, color)) {
            move.move = random_move(game, color, &rng);
        } else if (!player_choose(play->player, &turn, &move, status)) {
            return false;
        }
        play->slowest_move = fmax(play->slowest_move, clock_seconds() - start);
        play->playouts += move.search.playouts;
        if (move.move == POINT_RESIGN) {
            play->resigned = color;
            return true;
        }
        play->comments[game->move_count] = move.searched ? describe(&move.search, color) : NULL;
        if (!game_play(game, color, move.move, status)) {
            return false;
        }
        if (terms->watch) {
            show(game);
        }
    }
    return true;
}

/* Writes the result, such as "B+3.5" or "W+R". Returns Black's points less White's; NAN if one side
 * resigned. */
static double judge(const SelfplayGame *play, char text[RECORD_RESULT_MAX]) {
    if (play->resigned != EMPTY) {
        snprintf(text, RECORD_RESULT_MAX, "%c+R", play->resigned == BLACK ? 'W' : 'B');
        return (double)NAN;
    }
    const double score = ending_score(player_ending(play->player), play->game);
    record_result(score, text);
    return score;
}

static bool write_record(const SelfplayGame *play, const char *result, json_t *json,
                         Status *status) {
    static const char *const names[] = {"Dihedra " DIHEDRA_VERSION, "random moves"};
    const SelfplayRandom random = play->terms->random;
    const RecordNotes notes = {.black = names[selfplay_is_random(random, play->number, BLACK)],
                               .white = names[selfplay_is_random(random, play->number, WHITE)],
                               .result = result,
                               .on_moves = (const char *const *)play->comments};
    SgfWriter writer;
    record_write(play->game, &notes, &writer);
    const bool ok = sgf_writer_check(&writer, status);
    json_set_text(json, "sgf", ok ? writer.text.bytes : NULL);
    sgf_writer_free(&writer);
    return ok;
}

/* Appends what is kept of the finished game. */
static bool write_result(const SelfplayGame *play, Text *text, Status *status) {
    SelfplayEntry entry = {.number = play->number,
                           .moves = play->game->move_count,
                           .unfinished = play->resigned == EMPTY && play->game->board.passes < 2,
                           .playouts = play->playouts,
                           .slowest_move = play->slowest_move};
    entry.score = judge(play, entry.result);
    json_t *json = json_new_packed("{s:o}", "entry", selfplay_entry_json(&entry));
    const bool ok = !play->terms->has_record || write_record(play, entry.result, json, status);
    json_add_text(json, text);
    return ok;
}

bool selfplay_game_play(const SelfplayTerms *terms, const SelfplayJob *job, Game *game,
                        Player *player, Text *result, Status *status) {
    if (!game_clear(game, terms->options->width, terms->options->height, status)) {
        return false;
    }
    const int limit = selfplay_move_limit(game->geometry->cell_count);
    SelfplayGame play = {
        .terms = terms, .number = job->number, .game = game, .player = player, .resigned = EMPTY};
    player_clear(player);
    play.comments = calloc((size_t)limit, sizeof play.comments[0]);
    const bool ok = (play.comments != NULL || status_fail(status, "out of memory")) &&
                    play_moves(&play, job->seed, limit, status) &&
                    write_result(&play, result, status);
    for (int i = 0; play.comments != NULL && i < limit; i++) {
        free(play.comments[i]);
    }
    free(play.comments);
    return ok;
}
