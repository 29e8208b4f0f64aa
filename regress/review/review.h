/* The figures of an analysed game: what each move lost, and how the players did.
 *
 * A move loses the value of the best move in the position before it, minus the value of the
 * position after it, both from the player's side. A negative loss means that the move was better
 * than the engine had expected of its own choice. If stones were set up after the move, or its
 * player moves again, the loss is unknown (NAN). Functions read only, except review_judge. */
#ifndef REGRESS_REVIEW_REVIEW_H
#define REGRESS_REVIEW_REVIEW_H

#include "engine/base/text.h"
#include "regress/review/line.h"
#include "regress/review/position_analysis.h"
#include "regress/review/rank_estimate.h"

enum { REVIEW_WORST_MAX = 5 };

/* By the loss of win rate: a blunder loses at least the threshold, a mistake at least half of it,
 * unless the engine would have played the move too. A find gains at least the threshold. */
typedef enum { GRADE_NONE, GRADE_FIND, GRADE_MISTAKE, GRADE_BLUNDER } Grade;

typedef struct {
    double loss_win_rate, loss_points; /* NAN: unknown */
    bool agrees;                       /* the engine's choice, or as good by symmetry */
    Grade grade;
} MoveFigures;

/* Of the moves that were analysed. Mean losses count gains as 0, and are NAN if no loss is known.
 */
typedef struct {
    int moves, agreeing, mistakes, blunders;
    double mean_loss_win_rate, mean_loss_points;
    int worst[REVIEW_WORST_MAX]; /* moves, the one that lost the most win rate first */
    int worst_count;             /* only moves that lost any and are not the engine's choice */
    bool has_rank;               /* is enough known for an estimate? */
    RankEstimate rank;
} PlayerFigures;

typedef struct {
    const GameLine *line;
    int first, last;            /* moves to judge, 0-based; last < first: none */
    double blunder;             /* win rate, 0..1 */
    const char *file;           /* where the record came from */
    const char *name, *version; /* of the engine */
    PositionAnalysis *analyses; /* [position]; valid from first to last + 1 */
    RankEvidence ranks[2];      /* [color] */
    MoveFigures *figures;       /* [move] */
    PlayerFigures players[2];
} Review;

/* Computes figures and players from the rest. */
void review_judge(Review *review);

/* Rounded to tenths, never -0. */
double review_tenths(double value);

enum { REVIEW_SCORE_MAX = 32 };

/* "B+3.5", "W+0.2", "0.0", or "?" if unknown; returns text. */
const char *review_score_text(double black_score, char text[REVIEW_SCORE_MAX]);

/* Adds at most `most` moves of a line of play, as "D4 Q16", with a blank before each. */
void review_add_pv(const Review *review, const PositionAnalysis *analysis, int most, Text *text);

/* Add a description of a position, and of the move played in it: a sentence or two in ASCII. */
void review_describe_position(const Review *review, int position, Text *text);
void review_describe_move(const Review *review, int move, Text *text);

/* "blunder", "mistake", "find" or "". */
const char *review_grade_name(Grade grade);

#endif
