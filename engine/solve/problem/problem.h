/* Solves a problem of life and death: who moves first, what each first move leads to, and whether
 * stones that live do so in seki. */
#ifndef ENGINE_SOLVE_PROBLEM_PROBLEM_H
#define ENGINE_SOLVE_PROBLEM_PROBLEM_H

#include "engine/base/text.h"
#include "engine/solve/goal/search/goal_search.h"
#include "verify/local/local_proof.h"

/* ---- The answer to a question about a goal: for the side that moves first, with kos told apart by
 * a search for each rule ---- */

/* The numbers are those of GNU Go's commands. */
typedef enum {
    GOAL_FAILS = 0,
    GOAL_WINS = 1,           /* whatever the ko threats */
    GOAL_WINS_KO = 2,        /* by a ko for which the other side needs the first threat */
    GOAL_WINS_KO_THREAT = 3, /* by a ko for which this side needs the first threat */
    GOAL_UNKNOWN = 4,        /* the search reached its limits */
} GoalCode;

typedef struct {
    GoalCode code;
    Point move; /* the first move, which may be POINT_PASS; POINT_NONE if it fails or is unknown */
    /* How many ko threats are enough: GOAL_THREATS_MAX + 1 if these are not, 0: not counted. */
    int threats;          /* GOAL_WINS_KO_THREAT: for the mover to win */
    int opponent_threats; /* GOAL_WINS_KO: for the other side */
    /* GOAL_WINS or GOAL_FAILS: the loser could win if the other side took no ko, but no number of
     * threats helps it. */
    bool any_threats;
    bool double_ko; /* any_threats: since there are two kos, or more */
    bool needs_ko;  /* GOAL_UNKNOWN: it fails if the other side wins every ko */
    int level;      /* any_threats, if the goal is reached: that of the claim (goal_claim.h) */
    int64_t nodes;  /* for all rules */
    Zone zone;      /* of the search that decided */
    int frame; /* radius of the frame (region.h) in which the targets live; 0: none was needed */
} GoalAnswer;

/* mover moves first and wants to reach the goal or, if it is the holder, to prevent that. captured:
 * as for goal_search_run; targets that do not stand count, too. The limit of nodes holds for each
 * rule. */
GoalAnswer goal_answer(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                       uint32_t captured, GoalLimits limits);

/* Counts the threats of an answer by a ko; if no number of them helps, it becomes GOAL_WINS or
 * GOAL_FAILS. */
void goal_answer_count_threats(GoalSearch *search, const Goal *goal, const Board *board,
                               Color mover, uint32_t captured, GoalLimits limits,
                               GoalAnswer *answer);

/* What an outcome is for the side that moves first. */
GoalCode goal_code_of(const Goal *goal, GoalOutcome outcome, Color mover);

/* The code of the side that has just moved, given that of the side that moves next. */
GoalCode goal_code_invert(GoalCode code);

/* ---- Problems ---- */

enum { PROBLEM_LINE_MAX = 60 };

/* A first move and what it leads to for the side that makes it. */
typedef struct {
    Point point;
    GoalCode code;
    int threats; /* that it needs, or its opponent by GOAL_WINS_KO; as in GoalAnswer */
    bool any_threats;
    int rank;    /* the higher the better */
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

/* Adds the rest to a known answer that took a search: the first moves, each searched with the
 * limits, and whether it is seki. */
void problem_explain(GoalSearch *search, const Goal *goal, const Board *board, GoalLimits limits,
                     ProblemSide *side);

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

/* Does the move reach the best result? */
bool problem_move_is_right(const ProblemSide *side, const ProblemMove *move);

/* ---- Proofs (problem_proof.c; verify/README.md has the format) ---- */

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
