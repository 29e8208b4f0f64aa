/* A request has only the stones and the rule on suicide: komi, history, side to move and scoring
 * change what a network expects of the game, but not which stones live. */
#include "engine/search/ownership.h"

#include <stdlib.h>

/* Images of the position for each side to move. With the network inside, 167 to 169 of 172 finished
 * games are scored as agreed with one or two images, 168 or 169 with four, 169 with eight. */
enum { IMAGES = 4 };

/* Fixed, so that a position always gets the same answer. */
static const uint64_t SEED = 0x6F776E657273;

/* Returns a game that begins with these stones, or NULL if out of memory. */
static Game *game_of_stones(const Game *game) {
    const Geometry *geometry = game->geometry;
    ColorCell cells[CELL_COUNT_MAX];
    Status ignored;
    Game *plain = game_new(game->hash_seed);
    board_get_cells(&game->board, cells);
    if (plain == NULL || !game_clear(plain, geometry->width, geometry->height, &ignored) ||
        !game_set_up(plain, cells, BLACK, 0, &ignored)) {
        game_free(plain);
        return NULL;
    }
    plain->rules.suicide = game->rules.suicide;
    return plain;
}

/* Adds the ownership that the evaluator expects with color to move. */
static void add_ownership(const Evaluator *evaluator, Game *game, Color color, EvalAnswer *answer,
                          float *ownership) {
    const Geometry *geometry = game->geometry;
    Rng rng = rng_new(SEED);
    game_set_to_move(game, color);
    const EvalRequest request = {.game = game,
                                 .board = &game->board,
                                 .last = POINT_NONE,
                                 .before = POINT_NONE,
                                 .symmetries = IMAGES,
                                 .wants_ownership = true,
                                 .rng = &rng};
    evaluator->evaluate(evaluator, &request, answer);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        ownership[geometry->point_of[cell]] += answer->ownership[cell] / 2;
    }
}

/* The mean over both sides to move; 0 if out of memory. */
static bool average_ownership(const void *context, const Game *game, const Deadline *deadline,
                              float *ownership) {
    const Geometry *geometry = game->geometry;
    Game *plain = game_of_stones(game);
    EvalAnswer *answer = malloc(sizeof *answer);
    bool is_late = false;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        ownership[geometry->point_of[cell]] = 0;
    }
    for (Color color = BLACK; color <= WHITE && plain != NULL && answer != NULL; color++) {
        is_late = is_late || deadline_is_over(deadline);
        if (!is_late) {
            add_ownership(context, plain, color, answer, ownership);
        }
    }
    game_free(plain);
    free(answer);
    return !is_late;
}

OwnershipSource ownership_of_evaluator(const Evaluator *evaluator) {
    return evaluator->predicts_ownership
               ? (OwnershipSource){.find = average_ownership, .context = evaluator}
               : OWNERSHIP_UNKNOWN;
}
