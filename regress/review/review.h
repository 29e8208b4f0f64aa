/* The figures of a game that was analysed: what each move lost, and how the players did.
 *
 * A move loses the value of the best move in the position before it less the value of the position
 * after it, both from the mover's side. A negative loss says that the move was better than the
 * engine had thought of its own choice. Where stones were set up after the move, or its player
 * moves again, its loss is not known (NAN). */
#ifndef REGRESS_REVIEW_REVIEW_H
#define REGRESS_REVIEW_REVIEW_H

#include "engine/base/text.h"
#include "regress/review/line.h"
#include "regress/review/opinion.h"

enum { REVIEW_WORST_MAX = 5 };

/* By the loss of win rate: from the blunder's threshold on, and from half of that. A move that the
 * engine would have played too is neither; one that gains the threshold is a find. */
typedef enum { GRADE_NONE, GRADE_FIND, GRADE_MISTAKE, GRADE_BLUNDER } Grade;

typedef struct {
    double loss_win_rate, loss_points; /* NAN: not known */
    bool agrees;                       /* the engine's choice, or as good by symmetry */
    Grade grade;
} MoveFigures;

/* Of the moves that were analysed; mean losses count gains as 0 and are NAN where none is known. */
typedef struct {
    int moves, agreeing, mistakes, blunders;
    double mean_loss_win_rate, mean_loss_points;
    int worst[REVIEW_WORST_MAX]; /* moves, the one that lost most win rate first */
    int worst_count;             /* those of them that lost any, not the engine's choice */
} PlayerFigures;

typedef struct {
    const GameLine *line;
    int first, last;            /* moves that are judged, 0-based; last < first: none */
    double blunder;             /* win rate, 0..1 */
    const char *file;           /* where the record came from */
    const char *name, *version; /* of the engine */
    Opinion *opinions;          /* [position]; of first to last + 1 */
    MoveFigures *figures;       /* [move] */
    PlayerFigures players[2];
} Review;

/* Makes figures and players from the rest. */
void review_judge(Review *review);

/* A value of Black's from a side's view. */
double review_win_rate(double black_win_rate, Color color);
double review_score(double black_score, Color color);

/* Rounded to tenths, never -0. */
double review_tenths(double value);

enum { REVIEW_SCORE_MAX = 32 };

/* "B+3.5", "W+0.2", "0.0", or "?" where it is not known; returns text. */
const char *review_score_text(double black_score, char text[REVIEW_SCORE_MAX]);

/* The first moves of a line of play, as "D4 Q16", with a blank before each. */
void review_add_pv(const Review *review, const Opinion *opinion, int most, Text *text);

/* Adds what is to be said of a position, and of the move that was played in it: a sentence or two
 * in ASCII. */
void review_describe_position(const Review *review, int position, Text *text);
void review_describe_move(const Review *review, int move, Text *text);

/* "blunder", "mistake", "find" or "". */
const char *review_grade_name(Grade grade);

#endif
