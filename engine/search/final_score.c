#include "engine/search/search_context.h"

#include <stdlib.h>
#include <string.h>

/* Takes at most half of the time that is left, or until the search is cancelled. */
static StatusState judge_root(SearchContext *context) {
    const double now = clock_seconds();
    const Deadline half = {.at = now + (context->deadline.at - now) / 2,
                           .cancel = context->deadline.cancel};
    if (!ending_status(context->ending, context->game, &half, context->status)) {
        return STATUS_GIVEN_UP;
    }
    score_by_rules(&context->root, context->status, &context->game->rules, context->owner);
    return STATUS_KNOWN;
}

/* Judges the root's stones, unless that has been done. Returns false if there was no time. */
static bool know_status(SearchContext *context) {
    /* Acquire pairs with the release of the thread that judged: it has written context->status. */
    StatusState state = atomic_load_explicit(&context->status_state, memory_order_acquire);
    if (state == STATUS_NOT_ASKED) {
        pthread_mutex_lock(&context->status_mutex);
        state = atomic_load_explicit(&context->status_state, memory_order_relaxed);
        if (state == STATUS_NOT_ASKED) {
            state = judge_root(context);
            atomic_store_explicit(&context->status_state, state, memory_order_release);
        }
        pthread_mutex_unlock(&context->status_mutex);
    }
    return state == STATUS_KNOWN;
}

/* Area without those dead stones of the root that are still on the board. */
static int count_cleaned_area(const SearchContext *context, const Board *board, uint8_t *owners) {
    uint8_t status[POINT_COUNT];
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        status[p] = board->color[p] == context->root.color[p] ? context->status[p] : STATUS_NONE;
    }
    return score_by_rules(board, status, &context->game->rules, owners);
}

/* Does each stone of a chain stand on what was the opponent's at the root, or was dead there? */
static bool is_chain_lost(const SearchContext *context, const Board *board, Point chain) {
    const Color color = board_color(board, chain);
    Point p = chain;
    do {
        if (context->owner[p] != color_opponent(color) &&
            (board_color(&context->root, p) != color || context->status[p] != STATUS_DEAD)) {
            return false;
        }
        p = board->next[p];
    } while (p != chain);
    return true;
}

/* Stones played since the root, Black's less White's. */
static int count_played(const SearchThread *thread) {
    int played = 0;
    for (int i = 0; i < thread->length - 1; i++) {
        played += (thread->moves[i] != POINT_PASS) * (i % 2 == 0 ? 1 : -1);
    }
    return thread->context->root.to_move == BLACK ? played : -played;
}

/* Territory, counted as area in which each stone played costs a point. Since capturing costs
 * points, stones that were thrown into the opponent's territory are dead, too. */
static int count_cleaned_territory(const SearchThread *thread, uint8_t *owners) {
    const SearchContext *context = thread->context;
    const Board *board = &thread->board;
    uint8_t status[POINT_COUNT];
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board->color[p] == EMPTY) {
            status[p] = STATUS_NONE;
        } else if (is_chain_lost(context, board, board->chain[p])) {
            status[p] = STATUS_DEAD;
        } else {
            const bool stood = board->color[p] == context->root.color[p];
            status[p] =
                stood && context->status[p] != STATUS_DEAD ? context->status[p] : STATUS_NONE;
        }
    }
    return score_by_rules(board, status, &context->game->rules, owners) - count_played(thread);
}

bool final_score_set(SearchThread *thread) {
    SearchContext *context = thread->context;
    const Board *board = &thread->board;
    uint8_t owners[POINT_COUNT], cleaned_owners[POINT_COUNT];
    int points = score_by_rules(board, NULL, &context->game->rules, owners);
    if (context->removes_dead_stones && !know_status(context)) {
        if (deadline_is_cancelled(&context->deadline)) {
            return false;
        }
        const int cells = board->geometry->cell_count;
        points = context->root.to_move == BLACK ? -cells : cells;
    } else if (context->removes_dead_stones && context->game->rules.scoring == SCORING_TERRITORY) {
        points = count_cleaned_territory(thread, owners);
    } else if (context->removes_dead_stones) {
        const int cleaned = count_cleaned_area(context, board, cleaned_owners);
        if (context->root.to_move == BLACK ? cleaned < points : cleaned > points) {
            points = cleaned;
            memcpy(owners, cleaned_owners, sizeof owners);
        }
    }
    if (context->wants_ownership) {
        evaluator_set_ownership(board->geometry, owners, thread->answer.ownership);
    }
    thread->answer.win = evaluator_final_value(context->game, board, points, &thread->answer.lead);
    evaluator_set_final(&thread->answer);
    thread->answer.trace.count = 0;
    return true;
}

/* ---- The evaluator's ownership ---- */

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
