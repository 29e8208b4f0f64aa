/* The interface of an evaluator: positions in, values and policies out. Members of Evaluator say
 * how evaluators differ.
 *
 * An Evaluator is constant while searches run. Any number of threads may ask it at once; each
 * request brings its own random number generator. */
#ifndef ENGINE_EVAL_EVALUATOR_H
#define ENGINE_EVAL_EVALUATOR_H

#include "engine/base/deadline.h"
#include "engine/base/rng.h"
#include "engine/eval/net/input/situation.h"
#include "engine/go/board/game.h"
#include "engine/go/playout/policy.h"

typedef struct {
    const Game *game;   /* rules, komi, handicap, and the moves up to the root */
    const Board *board; /* the position */
    Point last, before; /* the two moves that led to it, the later one first, or POINT_NONE */
    const Point *path;  /* the moves from the game's present position to this one, by turns */
    int path_length;
    int symmetries; /* images of the position to average over, 1..8; ignored by playouts */
    NetInputParameters input; /* ignored by playouts */
    const Deadline *deadline; /* evaluates fewer images, at least one, to keep it; NULL: none */
    bool wants_policy, wants_ownership;
    Rng *rng;
} EvalRequest;

typedef struct {
    float win;                 /* Black's chance to win, 0..1 */
    float lead;                /* Black's points less White's, komi included */
    float score_mean;          /* the same at the end of the evaluator's training games, whose
                                  winners give points away */
    float score_mean_square;   /* expected square of that */
    float no_result;           /* chance, 0..1, that the game has no result; half of it is in win */
    float policy[POINT_COUNT]; /* if asked for: [point, or POINT_PASS] a positive weight for each
                                  legal move of the side to move; need not sum to 1 */
    float ownership[CELL_COUNT_MAX]; /* if asked for: [cell] 1 Black's, -1 White's */
    PlayoutTrace trace;              /* the moves of a playout game; count 0: there was none */
} EvalAnswer;

typedef struct Evaluator Evaluator;
struct Evaluator {
    int policy_visits; /* A node is expanded, and so asks for a policy, on this visit: the first if
                          a policy costs no more than a value, later if most nodes are never visited
                          again. */
    int pass_visits; /* The root needs this many visits per edge before a pass may be chosen, since
                        a pass ends games and few visits are not enough to trust. */
    bool has_optimism; /* It has an optimistic policy, so that a request's share has an effect. */
    bool predicts_ownership; /* Its ownership predicts life and death: equal requests with rngs of
                                equal seeds, about two images or more, have equal answers. */
    bool has_trace;          /* Answers have a trace, for all-moves-as-first statistics. */
    void (*evaluate)(const Evaluator *evaluator, const EvalRequest *request, EvalAnswer *answer);
};

/* Returns the value of a finished game for Black: 1, 0, or 1/2 for a tie. points is Black's area
 * less White's on the board, also under territory rules (game_white_komi). Sets *score to the
 * points with komi, handicap and button. */
float evaluator_final_value(const Game *game, const Board *board, int points, float *score);

/* Sets score_mean, its square and no_result of a game that was played to its end. */
static inline void evaluator_set_final(EvalAnswer *answer) {
    answer->score_mean = answer->lead;
    answer->score_mean_square = answer->lead * answer->lead;
    answer->no_result = 0;
}

/* Translates the owner of each point (BLACK, WHITE or EMPTY) to ownership as in an answer. */
void evaluator_set_ownership(const Geometry *geometry, const uint8_t *owners, float *ownership);

/* The evaluator that needs no file: one playout game gives the value, and a few constants give the
 * weights of the moves. It serves signatures, tests and measurements, not strength. */
extern const Evaluator PLAYOUT_EVALUATOR;

#endif
