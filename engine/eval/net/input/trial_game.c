#include "engine/eval/net/input/trial_game.h"

#include <stdlib.h>
#include <string.h>

struct TrialGame {
    Board present; /* of the game that is followed */
    GameSituation situation;
    Game *game; /* the copy; NULL before the first call */
    int length; /* of the path that is on it, in moves */
};

TrialGame *trial_game_new(void) {
    TrialGame *trial_game = aligned_alloc(64, (sizeof *trial_game + 63) / 64 * 64);
    if (trial_game != NULL) {
        trial_game->game = NULL;
        trial_game->length = 0;
    }
    return trial_game;
}

void trial_game_free(TrialGame *trial_game) {
    if (trial_game != NULL) {
        game_free(trial_game->game);
        free(trial_game);
    }
}

static bool same_move(const Game *a, const Game *b, int i) {
    return a->moves[i].color == b->moves[i].color && a->moves[i].point == b->moves[i].point &&
           a->past[i].to_move == b->past[i].to_move;
}

/* Does the copy begin as the game does, on the same board and from the same stones? */
static bool begins_alike(const Game *own, const Game *game) {
    return own->hash_seed == game->hash_seed && own->geometry->width == game->geometry->width &&
           own->geometry->height == game->geometry->height &&
           memcmp(own->past_cells, game->past_cells, (size_t)game->geometry->cell_count) == 0;
}

static bool begin(TrialGame *trial_game, const Game *game) {
    Status ignored;
    if (trial_game->game == NULL || trial_game->game->hash_seed != game->hash_seed) {
        game_free(trial_game->game);
        trial_game->game = game_new(game->hash_seed);
    }
    Game *own = trial_game->game;
    return own != NULL &&
           game_clear(own, game->geometry->width, game->geometry->height, &ignored) &&
           game_set_up(own, game->past_cells, game->past[0].to_move, 0, &ignored);
}

/* Is the game of the copy a beginning of the game? */
static bool is_beginning(const Game *own, const Game *game) {
    if (own == NULL || !begins_alike(own, game) || own->move_count > game->move_count) {
        return false;
    }
    int common = 0;
    while (common < own->move_count && same_move(own, game, common)) {
        common++;
    }
    return common == own->move_count;
}

/* Brings the copy up to the game by playing the moves that it lacks. */
static bool follow(TrialGame *trial_game, const Game *game) {
    if (!is_beginning(trial_game->game, game) && !begin(trial_game, game)) {
        return false;
    }
    Game *own = trial_game->game;
    while (own->move_count < game->move_count) {
        const Move *move = &game->moves[own->move_count];
        Status ignored;
        game_set_to_move(own, game->past[own->move_count].to_move);
        if (!game_play(own, move->color, move->point, &ignored)) {
            return false;
        }
    }
    own->rules = game->rules;
    own->komi = game->komi;
    own->handicap = game->handicap;
    memcpy(own->first_prisoners, game->first_prisoners, sizeof own->first_prisoners);
    own->past[own->move_count].to_move = (Color)game->board.to_move;
    board_copy(&trial_game->present, &game->board);
    trial_game->present.geometry = own->geometry;
    return true;
}

/* Takes back the path. */
static void step_back(TrialGame *trial_game) {
    if (trial_game->length > 0) {
        game_return(trial_game->game, trial_game->game->move_count - trial_game->length,
                    &trial_game->present);
        trial_game->length = 0;
    }
}

static void apply_terms(const TrialGameOptions *options, int length, Situation *situation) {
    if (options->conservative_pass) {
        situation_pass_conservatively(situation);
    }
    if (options->ignores_pre_root_history && length < SITUATION_RECENT) {
        situation_ignore_history(situation, length);
    }
    situation->profile = options->profile;
    situation->playout_doublings = situation->boards[0]->to_move == BLACK
                                       ? options->playout_doublings
                                       : -options->playout_doublings;
}

const Situation *trial_game_play(TrialGame *trial_game, const Game *game,
                                 const TrialGameOptions *options, Color color, const Point *path,
                                 int length) {
    step_back(trial_game);
    if (!follow(trial_game, game)) {
        return NULL;
    }
    Game *own = trial_game->game;
    board_copy(&own->board, &trial_game->present);
    game_set_to_move(own, color);
    while (trial_game->length < length) {
        Status ignored;
        if (!game_play(own, (Color)own->board.to_move, path[trial_game->length], &ignored)) {
            return NULL;
        }
        trial_game->length++;
    }
    situation_from_game(own, &trial_game->situation);
    if (options != NULL) {
        apply_terms(options, length, &trial_game->situation.situation);
    }
    return &trial_game->situation.situation;
}
