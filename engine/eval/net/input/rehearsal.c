#include "engine/eval/net/input/rehearsal.h"

#include <stdlib.h>
#include <string.h>

struct Rehearsal {
    Board present; /* of the game that is followed */
    GameSituation situation;
    Game *game; /* the copy; NULL before the first call */
    int length; /* of the path that is on it, in moves */
};

Rehearsal *rehearsal_new(void) {
    Rehearsal *rehearsal = aligned_alloc(64, (sizeof *rehearsal + 63) / 64 * 64);
    if (rehearsal != NULL) {
        rehearsal->game = NULL;
        rehearsal->length = 0;
    }
    return rehearsal;
}

void rehearsal_free(Rehearsal *rehearsal) {
    if (rehearsal != NULL) {
        game_free(rehearsal->game);
        free(rehearsal);
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

static bool begin(Rehearsal *rehearsal, const Game *game) {
    Status ignored;
    if (rehearsal->game == NULL || rehearsal->game->hash_seed != game->hash_seed) {
        game_free(rehearsal->game);
        rehearsal->game = game_new(game->hash_seed);
    }
    Game *own = rehearsal->game;
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
static bool follow(Rehearsal *rehearsal, const Game *game) {
    if (!is_beginning(rehearsal->game, game) && !begin(rehearsal, game)) {
        return false;
    }
    Game *own = rehearsal->game;
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
    board_copy(&rehearsal->present, &game->board);
    rehearsal->present.geometry = own->geometry;
    return true;
}

/* Takes back the path. */
static void step_back(Rehearsal *rehearsal) {
    if (rehearsal->length > 0) {
        game_return(rehearsal->game, rehearsal->game->move_count - rehearsal->length,
                    &rehearsal->present);
        rehearsal->length = 0;
    }
}

static void apply_terms(const RehearsalTerms *terms, int length, Situation *situation) {
    if (terms->conservative_pass) {
        situation_go_on(situation);
    }
    if (terms->ignores_pre_root_history && length < SITUATION_RECENT) {
        situation_hide_past(situation, length);
    }
    situation->profile = terms->profile;
    situation->playout_doublings = situation->boards[0]->to_move == BLACK
                                       ? terms->playout_doublings
                                       : -terms->playout_doublings;
}

const Situation *rehearsal_play(Rehearsal *rehearsal, const Game *game, const RehearsalTerms *terms,
                                Color color, const Point *path, int length) {
    step_back(rehearsal);
    if (!follow(rehearsal, game)) {
        return NULL;
    }
    Game *own = rehearsal->game;
    board_copy(&own->board, &rehearsal->present);
    game_set_to_move(own, color);
    while (rehearsal->length < length) {
        Status ignored;
        if (!game_play(own, (Color)own->board.to_move, path[rehearsal->length], &ignored)) {
            return NULL;
        }
        rehearsal->length++;
    }
    situation_from_game(own, &rehearsal->situation);
    if (terms != NULL) {
        apply_terms(terms, length, &rehearsal->situation.situation);
    }
    return &rehearsal->situation.situation;
}
