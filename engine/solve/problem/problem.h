/* Solves a problem of life and death: who moves first, what each first move leads to, and whether
 * stones that live do so in seki. */
#ifndef ENGINE_SOLVE_PROBLEM_PROBLEM_H
#define ENGINE_SOLVE_PROBLEM_PROBLEM_H

#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/solve/problem/goal_answer.h"
#include "engine/solve/verify/local/local_proof.h"

enum { PROBLEM_LINE_MAX = 60 };

/* A first move and what it leads to for the side that makes it. */
typedef struct {
    Point point;
    GoalCode code;
    int threats; /* that it needs, or its opponent by GOAL_WINS_KO; as in GoalAnswer */
    bool any_threats;
    int rank;    /* goal_answer_rank */
    Point reply; /* the best, which refutes a wrong move; POINT_NONE if no reply helps or it is
                    unknown */
} ProblemMove;

/* The problem for one side moving first. */
typedef struct {
    Color mover;
    GoalAnswer answer;
    bool is_seki;                          /* the targets live, but not by two eyes */
    ProblemMove moves[CELL_COUNT_MAX + 1]; /* the best first */
    int move_count;
    Point line[PROBLEM_LINE_MAX]; /* best play, the longest resistance first */
    int line_count;
} ProblemSide;

/* Sets the answer, with the number of ko threats, and the line of best play, and nothing else. The
 * goal must be one of capture. A position that shows the answer costs no search. */
void problem_answer(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                    GoalLimits limits, ProblemSide *side);

typedef enum {
    WIDER_NONE,    /* no answer rests on the end of the region, or none wider fits */
    WIDER_SAME,    /* a wider region has the same answers */
    WIDER_OTHER,   /* it has others, which now stand */
    WIDER_UNKNOWN, /* it was not decided in time */
} ProblemWider;

/* Asks again in the widest region that fits if an answer, each known or its side NULL, rests on the
 * end of an open one, where stones that get there count as safe. What is found there counts: goal
 * and sides are then those of the wider region. */
ProblemWider problem_widen(GoalSearch *search, Goal *goal, const Board *board, GoalLimits limits,
                           ProblemSide *const sides[2]);

/* "same", "other" or "unknown"; NULL for WIDER_NONE. */
const char *problem_wider_name(ProblemWider wider);

/* Adds the rest to a known answer that took a search: the first moves, each searched with the
 * limits, and whether it is seki. */
void problem_explain(GoalSearch *search, const Goal *goal, const Board *board, GoalLimits limits,
                     ProblemSide *side);

/* Both. */
void problem_solve(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                   GoalLimits limits, ProblemSide *side);

typedef enum {
    PROBLEM_ALIVE,     /* with either side moving first */
    PROBLEM_DEAD,      /* with either side moving first */
    PROBLEM_UNSETTLED, /* who moves first decides, or a ko */
    PROBLEM_UNKNOWN,
} ProblemStatus;

/* kills: the side where the reacher moves first; saves: that of the holder. */
ProblemStatus problem_status(const ProblemSide *kills, const ProblemSide *saves);

/* The status if ko threats do not count, as at the end of a game under Japanese rules, where a side
 * must pass before it may take the same ko again: then the bent four in the corner is dead. */
ProblemStatus problem_status_without_threats(const ProblemSide *kills, const ProblemSide *saves);

const char *problem_status_name(ProblemStatus status);

/* Appends the status, and that without ko threats if it is another. */
void problem_add_status(Text *text, const ProblemSide *kills, const ProblemSide *saves);

/* Appends what is known as a sentence, as in "Black lives even if White plays first.". A side that
 * was not asked is NULL. */
void problem_add_sentence(Text *text, const Goal *goal, const Board *board,
                          const ProblemSide *kills, const ProblemSide *saves);

/* "yes", "no", "ko", ...: does the side that moves first succeed? */
const char *problem_code_name(GoalCode code);

/* Appends what a side that moves first gets: "yes", "ko, opponent needs 1 threat", ... threats: as
 * in ProblemMove. */
void problem_add_result(Text *text, GoalCode code, int threats, bool any_threats);

/* Does the move reach the best result? */
bool problem_move_is_right(const ProblemSide *side, const ProblemMove *move);

/* ---- As JSON, for `dihedra tsumego --json` and dihedra-life (problem_json.c) ---- */

/* The caller frees the object. The members of a side that was not asked are null. */
json_t *problem_json(const Goal *goal, const Board *board, ProblemWider wider,
                     const ProblemSide *kills, const ProblemSide *saves);

/* The points of a zone. */
json_t *problem_zone_json(const Board *board, const Zone *zone);

/* ---- Proofs (goal_proof.c, problem_proof.c; engine/solve/verify/README.md has the format) ---- */

/* Writes a proof of the sides' answers, each of which is NULL or known, to an empty text. Returns
 * false with a message if a search reaches its limits again, the deadline is over, or there are too
 * many moves. */
bool goal_proof_write(GoalSearch *search, const Goal *goal, const Board *board,
                      const ProblemSide *const sides[2], GoalLimits limits, Text *text,
                      Status *status);

typedef struct {
    Text text;          /* of the file; the caller frees it */
    LocalProof checked; /* what the verifier read in it */
    size_t moves;       /* of all claims */
    int frame;          /* the radius of the frame that holds the position, or 0 */
    bool has_side[2];   /* of the problem's sides: the proof is about its answer */
} ProblemProof;

/* Makes a proof of the answers that are known, and checks it. If the targets live in a frame, it is
 * about that frame, and about the other side only if its answer is the same there. A side that was
 * not asked is NULL. Returns false with a message if nothing could be proved. */
bool problem_prove(GoalSearch *search, const Goal *goal, const Board *board,
                   const ProblemSide *const sides[2], GoalLimits limits, ProblemProof *proof,
                   Status *status);

#endif
