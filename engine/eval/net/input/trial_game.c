#include "engine/eval/net/input/situation.h"

#include <string.h>

#include "engine/base/os/pages.h"

struct TrialGame {
    Board present; /* of the game that is followed */
    GameSituation situation;
    Game *game; /* the copy; NULL before the first call */
    int length; /* of the path that is on it, in moves */
};

TrialGame *trial_game_new(void) {
    return aligned_new(sizeof(TrialGame));
}

void trial_game_free(TrialGame *trial_game) {
    if (trial_game != NULL) {
        game_free(trial_game->game);
        aligned_free(trial_game);
    }
}

/* Is the game of the copy a beginning of the game, on the same board and from the same stones? */
static bool is_beginning(const Game *own, const Game *game) {
    bool is = own != NULL && own->hash_seed == game->hash_seed &&
              own->geometry->width == game->geometry->width &&
              own->geometry->height == game->geometry->height &&
              own->move_count <= game->move_count && own->past[0].button == game->past[0].button &&
              memcmp(own->past_cells, game->past_cells, (size_t)game->geometry->cell_count) == 0;
    for (int i = 0; is && i < own->move_count; i++) {
        is = own->moves[i].color == game->moves[i].color &&
             own->moves[i].point == game->moves[i].point &&
             own->past[i].to_move == game->past[i].to_move &&
             own->past[i].superko_past == game->past[i].superko_past;
    }
    return is;
}

static bool copy_game(TrialGame *trial_game, const Game *game) {
    Status ignored;
    if (trial_game->game == NULL || trial_game->game->hash_seed != game->hash_seed) {
        game_free(trial_game->game);
        trial_game->game = game_new(game->hash_seed);
    }
    Game *own = trial_game->game;
    const bool ok = own != NULL &&
                    game_clear(own, game->geometry->width, game->geometry->height, &ignored) &&
                    game_set_up(own, game->past_cells, game->past[0].to_move, 0, &ignored);
    if (ok) {
        own->past[0].button = game->past[0].button;
        own->board.button = game->past[0].button;
    }
    return ok;
}

/* Brings the copy up to the game by playing the moves that it lacks. */
static bool follow(TrialGame *trial_game, const Game *game) {
    if (!is_beginning(trial_game->game, game) && !copy_game(trial_game, game)) {
        return false;
    }
    Game *own = trial_game->game;
    while (own->move_count < game->move_count) {
        const Move *move = &game->moves[own->move_count];
        const Past *past = &game->past[own->move_count];
        Status ignored;
        game_set_to_move(own, past->to_move);
        own->past[own->move_count] = *past;
        if (!game_play(own, move->color, move->point, &ignored)) {
            return false;
        }
    }
    own->rules = game->rules;
    own->komi = game->komi;
    own->handicap = game_handicap(game);
    memcpy(own->first_prisoners, game->first_prisoners, sizeof own->first_prisoners);
    own->past[own->move_count] = game->past[game->move_count];
    board_copy(&trial_game->present, &game->board);
    trial_game->present.geometry = own->geometry;
    return true;
}

const Situation *trial_game_play(TrialGame *trial_game, const Game *game,
                                 const NetInputParameters *parameters, Color color,
                                 const Point *path, int length) {
    if (trial_game->length > 0) { /* take back the last path */
        game_return(trial_game->game, trial_game->game->move_count - trial_game->length,
                    &trial_game->present);
        trial_game->length = 0;
    }
    if (!follow(trial_game, game)) {
        return NULL;
    }
    Game *own = trial_game->game;
    board_copy(&own->board, &trial_game->present);
    game_set_to_move(own, color);
    while (trial_game->length < length) {
        Status ignored;
        if (!game_play(own, own->board.to_move, path[trial_game->length], &ignored)) {
            return NULL;
        }
        trial_game->length++;
    }
    situation_from_game(own, &trial_game->situation);
    Situation *situation = &trial_game->situation.situation;
    if (parameters->conservative_pass) {
        situation_pass_conservatively(situation);
    }
    if (parameters->ignores_pre_root_history && length < SITUATION_RECENT) {
        situation_ignore_history(situation, length);
    }
    const double doublings = parameters->playout_doublings;
    situation->profile = parameters->profile;
    situation->playout_doublings = situation->boards[0]->to_move == BLACK ? doublings : -doublings;
    return situation;
}
