#include "gtp/selfplay/selfplay_game.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/version.h"

/* A game is broken off after this many moves: four for each point, and some for tiny boards. */
enum { MOVES_PER_CELL = 4, MOVES_MORE = 16 };

/* ---- Entries of the log ---- */

bool selfplay_entry_read(const json_t *json, SelfplayEntry *entry, Status *status) {
    json_int_t number, playouts;
    const json_t *score;
    const char *result;
    int unfinished;
    if (json_unpack((json_t *)json, "{s:I, s:s, s:o, s:i, s:b, s:I, s:F}", "game", &number,
                    "result", &result, "score", &score, "moves", &entry->moves, "unfinished",
                    &unfinished, "playouts", &playouts, "slowest_move_s",
                    &entry->slowest_move) != 0 ||
        number < 1) {
        return status_fail(status, "not a finished game");
    }
    entry->number = number - 1;
    entry->playouts = playouts;
    entry->unfinished = unfinished != 0;
    entry->score = json_is_number(score) ? json_number_value(score) : (double)NAN;
    snprintf(entry->result, sizeof entry->result, "%s", result);
    return true;
}

/* ---- A game ---- */

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

/* Returns the search's result from Black's point of view. The caller frees it. */
static char *describe(const SearchResult *search, Color color) {
    const double black = color == BLACK ? search->win_rate : 1 - search->win_rate;
    const double score = round(10 * (color == BLACK ? search->score : -search->score)) / 10;
    char points[RECORD_RESULT_MAX];
    return text_new("%lld playout%s, Black wins %.1f%%, score %s", (long long)search->playouts,
                    text_plural(search->playouts), 100 * black, record_result(score, points))
        .bytes;
}

/* Plays until both pass, one side resigns, the game has `limit` moves, or all are stopped. */
static bool play_moves(SelfplayGame *play, uint64_t seed, int limit, Status *status) {
    const SelfplayTerms *terms = play->terms;
    Game *game = play->game;
    PlayerOptions options = terms->options->player;
    options.seed = hash_mix(seed + (uint64_t)play->number);
    while (game->board.passes < 2 && game->move_count < limit && !atomic_load(terms->stopped)) {
        const Color color = game->board.to_move;
        const Turn turn = {.game = game, .color = color, .options = &options};
        PlayerMove move = {.move = POINT_PASS};
        const double start = clock_seconds();
        if (!player_choose(play->player, &turn, &move, status)) {
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

static void write_record(const SelfplayGame *play, const char *result, json_t *json) {
    static const char NAME[] = "Dihedra " DIHEDRA_VERSION;
    const RecordNotes notes = {.black = NAME,
                               .white = NAME,
                               .result = result,
                               .on_moves = (const char *const *)play->comments};
    SgfWriter writer;
    record_write(play->game, &notes, &writer);
    json_set_text(json, "sgf", writer.text.bytes);
    sgf_writer_free(&writer);
}

/* Appends what is kept of the finished game. */
static void write_result(const SelfplayGame *play, Text *text) {
    SelfplayEntry entry = {.number = play->number,
                           .moves = play->game->move_count,
                           .unfinished = play->resigned == EMPTY && play->game->board.passes < 2,
                           .playouts = play->playouts,
                           .slowest_move = play->slowest_move};
    entry.score = judge(play, entry.result);
    json_t *json = json_new_packed(
        "{s:{s:I, s:s, s:o, s:i, s:b, s:I, s:o}}", "entry", "game", (json_int_t)entry.number + 1,
        "result", entry.result, "score", json_new_figure(entry.score, 2), "moves", entry.moves,
        "unfinished", entry.unfinished, "playouts", (json_int_t)entry.playouts, "slowest_move_s",
        json_new_figure(entry.slowest_move, 4));
    if (play->terms->has_record) {
        write_record(play, entry.result, json);
    }
    json_add_text(json, text);
}

bool selfplay_game_play(const SelfplayTerms *terms, int64_t number, uint64_t seed, Game *game,
                        Player *player, Text *result, Status *status) {
    if (!game_clear(game, terms->options->width, terms->options->height, status)) {
        return false;
    }
    const int limit = MOVES_PER_CELL * game->geometry->cell_count + MOVES_MORE;
    SelfplayGame play = {
        .terms = terms, .number = number, .game = game, .player = player, .resigned = EMPTY};
    player_clear(player);
    play.comments = memory_new((size_t)limit, sizeof play.comments[0]);
    const bool ok = play_moves(&play, seed, limit, status);
    if (ok) {
        write_result(&play, result);
    }
    for (int i = 0; i < limit; i++) {
        free(play.comments[i]);
    }
    free(play.comments);
    return ok;
}
