/* Solves a problem of life and death: who moves first, what each first move leads to, whether
 * stones that live do so in seki; and proves it. */
#ifndef ENGINE_SOLVE_PROBLEM_PROBLEM_H
#define ENGINE_SOLVE_PROBLEM_PROBLEM_H

#include "engine/base/text.h"
#include "engine/solve/goal/search/goal_search.h"

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
    /* How many ko threats are enough, GOAL_THREATS_MAX + 1 if these are not, 0: not counted: by
     * GOAL_WINS_KO_THREAT for the mover to win, by GOAL_WINS_KO for the other side. */
    int threats;
    /* GOAL_WINS or GOAL_FAILS: the loser could win if the other side took no ko, but no number of
     * threats helps it. */
    bool any_threats;
    bool double_ko; /* any_threats: since there are two kos, or more */
    bool needs_ko;  /* GOAL_UNKNOWN: it fails if the other side wins every ko */
    int level;      /* any_threats, if the goal is reached: that of its claim */
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
    int threats; /* as in GoalAnswer */
    bool any_threats;
    bool is_right; /* reaches the best result */
    int rank;      /* the higher the better */
    Point reply;   /* the best, which refutes a wrong move; POINT_NONE if no reply helps or it is
                      unknown */
} ProblemMove;

/* The problem for one side moving first. */
typedef struct {
    bool is_asked; /* otherwise nothing else is set */
    Color mover;
    GoalAnswer answer;
    bool is_seki;                          /* the targets live, but not by two eyes */
    ProblemMove moves[CELL_COUNT_MAX + 1]; /* the best first */
    int move_count;
    Point line[PROBLEM_LINE_MAX]; /* best play, the longest resistance first */
    int line_count;
} ProblemSide;

/* What a wider region says. */
typedef enum {
    WIDER_NONE,    /* no answer rests on the end of the region, or none wider fits */
    WIDER_SAME,    /* a wider region has the same answers */
    WIDER_OTHER,   /* it has others, which now stand */
    WIDER_UNKNOWN, /* it was not decided in time */
} ProblemWider;

typedef struct {
    Goal goal; /* of capture */
    const Board *board;
    ProblemSide sides[2]; /* the reacher moves first, to kill; the holder does, to save */
    ProblemWider wider;
} Problem;

/* Sets the answer, with the number of ko threats, and the line of best play, and nothing else. The
 * goal must be one of capture. A position that shows the answer costs no search. */
void problem_answer(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                    GoalLimits limits, ProblemSide *side);

/* Asks again in the widest region that fits if an answer that is known rests on the end of an open
 * one, where stones that get there count as safe. What is found there counts: goal and sides are
 * then those of the wider region. */
void problem_widen(GoalSearch *search, Problem *problem, GoalLimits limits);

/* Adds the rest to a known answer that took a search: the first moves, each searched with the
 * limits, and whether it is seki. */
void problem_explain(GoalSearch *search, const Goal *goal, const Board *board, GoalLimits limits,
                     ProblemSide *side);

/* ---- Sekis ---- */

enum { SEKI_LINE_MAX = 12 };

typedef struct {
    Point line[SEKI_LINE_MAX]; /* moves that lead to the seki, the first of mover's */
    int line_count;
} Seki;

/* Proves that the targets of a capture goal in a closed region live in seki, but not with two eyes,
 * if mover moves first and whichever side wins kos. After the line, whichever side is to move, the
 * targets can neither be captured nor make two eyes, and neither can some opposing stones in the
 * region be captured that have no life of their own. Returns false if that is not proved. */
bool seki_prove(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                GoalLimits limits, Seki *seki);

/* Proves that one of the targets makes two eyes if mover moves first, whichever side wins kos. */
bool life_prove(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                GoalLimits limits);

/* ---- Proofs (problem_proof.c; verify/README.md has the format) ---- */

/* Writes a proof of the answers of the sides that were asked, all known, to an empty text. Returns
 * false with a message if a search reaches its limits again, the deadline is over, or there are too
 * many moves. */
bool goal_proof_write(GoalSearch *search, const Problem *problem, GoalLimits limits, Text *text,
                      Status *status);

typedef struct {
    Text text;        /* of the file; the caller frees it */
    size_t moves;     /* of all claims */
    int frame;        /* the radius of the frame that holds the position, or 0 */
    bool has_side[2]; /* does it cover the answer of that side of the problem? */
} ProblemProof;

/* Makes a proof of the answers that are known, and checks it. If the targets live in a frame, it is
 * about that frame, and about the other side only if its answer is the same there. Returns false
 * with a message if nothing could be proved. */
bool problem_prove(GoalSearch *search, const Problem *problem, GoalLimits limits,
                   ProblemProof *proof, Status *status);

/* ---- Claims (goal_claim.c) ----
 *
 * A goal is reached or held under a rule for kos: the winner's moves against all replies inside the
 * region, found again by searches where the table has lost them.
 *
 * Against a holder with unlimited threats a goal is reached if each line ends, or has no end but
 * breaks bans again and again: any number of threats runs out. The searches give the holder `level`
 * threats. If the reacher wins with them wherever a ban may be broken by its own moves, it wins
 * against any number: it plays against `level` threats, and anew so after each that is used. */

typedef struct {
    GoalSearch *search;
    const Goal *goal; /* finished */
    const Board *board;
    uint32_t captured; /* targets */
    GoalKoRule ko;     /* threats of the loser may be GOAL_THREATS_UNLIMITED */
    int level;         /* threats instead of a holder's unlimited ones in searches */
    Color first;       /* who moves first */
    GoalOutcome outcome;
    GoalLimits limits;
} GoalClaim;

/* Is the claim, that a goal is reached, true? Looks only at positions that rest on kos. Adds the
 * positions searched to *nodes; returns false, too, if more than the limits say are needed. */
bool goal_claim_is_reached(const GoalClaim *claim, int64_t *nodes);

/* Appends the moves in the order in which the verifier asks for them, and sets their number. The
 * board's ko ban does not hold. Returns false with a message if a search reaches its limits again,
 * the deadline is over, or there are too many moves. */
bool goal_claim_write(const GoalClaim *claim, Text *moves, size_t *move_count, Status *status);

#endif
