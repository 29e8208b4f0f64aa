/* What an evaluator is: positions in, values and policies out. The search drives any of them and
 * never asks which; what differs is said in the members below.
 *
 * An Evaluator is constant while searches run and may be asked by any number of threads at once;
 * each question brings the thread's own generator of random numbers. */
#ifndef ENGINE_EVAL_EVALUATOR_H
#define ENGINE_EVAL_EVALUATOR_H

#include "engine/base/deadline.h"
#include "engine/base/rng.h"
#include "engine/board/game.h"
#include "engine/playout/policy.h"

typedef struct {
    const Game *game;   /* rules, komi, handicap, and the moves up to the root */
    const Board *board; /* the position */
    Point last, before; /* the two moves that led to it, the opponent's first; POINT_NONE: none */
    const Point *path;  /* the moves from the game's present position to this one, by turns */
    int path_length;
    int images; /* of the position to average over, 1..8, where the evaluator tells them apart; */
    const Deadline *deadline; /* fewer if it comes first, at least one; NULL: none */
    bool wants_policy, wants_owner;
    Rng *rng;
} EvalQuestion;

typedef struct {
    float win;                 /* Black's chance to win, 0..1 */
    float score;               /* Black's points less White's, komi included */
    float policy[POINT_COUNT]; /* [point, POINT_PASS too]: a positive weight for each legal move of
                                  the side to move, where asked for; need not sum to 1 */
    float owner[CELL_COUNT_MAX]; /* [cell]: 1 Black's, -1 White's, where asked for */
    PlayoutTrace trace;          /* the moves of the playout; no moves where there was none */
} EvalAnswer;

typedef struct Evaluator Evaluator;
struct Evaluator {
    const char *name;
    /* A position gets moves (and so a policy) at its so many-th visit: one for an evaluator whose
     * policy costs no more than its value, more where most positions are never seen again. */
    int policy_visits;
    int pass_visits; /* an edge of the root before passing may be chosen: what few say of it, which
                        ends games, is not to be trusted */
    bool has_trace;  /* answers say which moves were played, for all-moves-as-first statistics */
    void (*evaluate)(const Evaluator *evaluator, const EvalQuestion *questions, EvalAnswer *answers,
                     int count);
};

/* The value of a finished game for Black: 1, 0, or 1/2; points is Black's area less White's on the
 * board (territory rules too are searched by area), *score gets what komi and handicap make of it.
 */
float eval_final_value(const Game *game, int points, float *score);

/* Ownership as an answer has it: from the owner of each point, BLACK, WHITE or EMPTY, by cell. */
void eval_set_owner(const Geometry *geometry, const uint8_t *owners, float *owner);

#endif
