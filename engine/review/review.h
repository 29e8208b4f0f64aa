/* The figures of an analysed game: what each move lost, and how the players did.
 *
 * A move loses the value of the best move in the position before it, minus the value of the
 * position after it, both from the player's side; the engine's own choice loses nothing. A negative
 * loss means that the move was better than the engine had expected of its choice. Passes that end
 * the game lose nothing if the players agreed on the result or nothing was left to play for. If
 * stones were set up after the move, or it is illegal, or its player moves again, the loss is
 * unknown (NAN). Functions read only, except review_set_analysis and review_judge. */
#ifndef ENGINE_REVIEW_REVIEW_H
#define ENGINE_REVIEW_REVIEW_H

#include "engine/base/json.h"
#include "engine/review/game_line.h"
#include "engine/review/position_analysis.h"

/* How the name of a record with its review ends, which stands beside the record. */
extern const char REVIEW_ENDING[];

enum { REVIEW_WORST_MAX = 8, REVIEW_WORST_SHOWN = 5, REVIEW_KEYS_MAX = 3, REVIEW_CLASSES = 5 };

/* A find gains what an inaccuracy loses. Losses are in ascending order. */
typedef enum {
    GRADE_NONE,
    GRADE_FIND,
    GRADE_SLIP,
    GRADE_INACCURACY,
    GRADE_MISTAKE,
    GRADE_SERIOUS_MISTAKE,
    GRADE_BLUNDER,
    GRADE_COUNT
} Grade;

/* By board area: on 19x19 the opening ends after move 50 and the middle game after move 150. */
typedef enum { PHASE_OPENING, PHASE_MIDDLE_GAME, PHASE_ENDGAME, PHASE_COUNT } Phase;

/* The least loss of a blunder, a serious mistake, a mistake, an inaccuracy and a slip. A move has
 * the worse of its two grades, and none if it gains what a slip loses by the other measure. Points
 * count less in a game that is nearly decided: they are multiplied by openness, which is 1 at a win
 * rate of 50%, 0.6 at 90% and 0.2 at 99%. */
extern const double REVIEW_POINTS[REVIEW_CLASSES], REVIEW_RATES[REVIEW_CLASSES]; /* 0..1 */

typedef struct {
    double loss_win_rate, loss_points; /* NAN: unknown */
    /* Spread of the losses: how far the values of the other candidates are apart (the standard
     * deviation by visits) where a position has less than SURE_VISITS; else 0. A loss within it has
     * no grade. */
    double uncertain_win_rate, uncertain_points;
    double openness; /* 0..1, of the more open one of the positions before and after */
    bool agrees;     /* the engine's choice, or as good by symmetry */
    bool ends_game;  /* a pass that loses nothing since the game is over */
    Grade grade;
    int episode; /* -1: the move loses nothing that is seen in what is printed */
} MoveFigures;

/* Moves that lose for the same reason: the same point is missed, or the line of the missed move
 * answers it, with at most EPISODE_GAP moves between two of them. It counts as one mistake of each
 * color that made it, by its worst move. */
typedef struct {
    int first, last; /* moves */
    int worst[2];    /* [color]: as for PlayerFigures; -1: none */
} Episode;

/* Sums over the moves between positions that were analysed. Losses count gains as 0; mean ones are
 * NAN if none is known. */
typedef struct {
    int moves, agreeing;
    int grades[GRADE_COUNT]; /* finds and episodes of each */
    double mean_loss_win_rate, mean_loss_points;
    int phase_moves[PHASE_COUNT];
    double phase_points[PHASE_COUNT]; /* lost, in all */
    /* Moves, by grade and then by what they lost in points or else win rate, the worst first. */
    int worst[REVIEW_WORST_MAX];
    int worst_count; /* only the worst moves of episodes */
    /* The few mistakes that matter most: each of another episode, and in another place or for
     * another reason. An episode of both colors is that of the worse move alone. */
    int keys[REVIEW_KEYS_MAX];
    int key_count;
} PlayerFigures;

typedef struct {
    const GameLine *line;
    int first, last;            /* moves to judge, 0-based; last < first: none */
    const char *file;           /* where the record came from */
    const char *name, *version; /* of the engine */
    PositionAnalysis *analyses; /* [position]; from first to last + 1; win_rate is NAN: unknown */
    MoveFigures *figures;       /* [move] */
    Episode *episodes;          /* [episode]; there are at most as many as moves */
    int episode_count;
    json_t *
        *reasons; /* [move]: what the engine proves (reason.h); null: nothing; NULL: not asked */
    PlayerFigures players[2];
} Review;

/* Sets up a review of the whole line, which must outlive it; of its positions nothing is known. */
void review_init(Review *review, const GameLine *line);
void review_free(Review *review); /* also one that was never set up, but zeroed */

/* Stores the analysis of a position. If the game is over there, its value is the result. */
void review_set_analysis(Review *review, int position, const PositionAnalysis *analysis);

/* Computes figures and players from the other members. The values of one position agree: a
 * candidate that was played gets the value of the position after it if that has more visits. */
void review_judge(Review *review);

/* The figures of the moves alone. */
void review_judge_moves(Review *review);

/* The figures of a candidate, by its own value, as if it were played. */
MoveFigures review_judge_candidate(const Review *review, int position, int candidate);

/* Is the move the worst of its color in its episode, so that it is counted and listed? */
bool review_counts(const Review *review, int move);

/* Is the loss of move a greater than that of move b, by grade and then points or else win rate? */
bool review_is_worse(const Review *review, int a, int b);

/* How far apart the engine's values before and after a move are, in inaccuracies: from 1 on they
 * differ by a class. 0 if unknown. */
double review_difference(const Review *review, int move);

/* Returns the object of --json, which the caller frees with json_decref. */
json_t *review_to_json(const Review *review);

/* Returns of it the members "black" and "white", and those of "moves". */
json_t *review_player_to_json(const PlayerFigures *player);
json_t *review_move_to_json(const Review *review, int move);

/* Returns those members of a move that tell what it lost. */
json_t *review_figures_to_json(const MoveFigures *figures);

/* ---- Words that the reports share ------------------------------------------------------------ */

/* Rounded to tenths, never -0. */
double review_tenths(double value);

enum { REVIEW_SCORE_MAX = 32 };

/* "B+3.5", "W+0.2", "0.0", or "?" if unknown; returns text. */
const char *review_score_text(double black_score, char text[REVIEW_SCORE_MAX]);

/* Adds at most `most` moves of a line of play, as "D4 Q16", with a blank before each. */
void review_add_pv(const Review *review, const Candidate *candidate, int most, Text *text);

/* Adds "Black wins 52.1%, score B+3.5". */
void review_add_value(double win_rate, double score, Text *text);

/* Adds "loses 12.5% and 3.0 points", "loses 1.2% and gains 0.4 points" or "gains 3.0%", and how
 * uncertain that is, if it is. */
void review_add_loss(const MoveFigures *figures, Text *text);

/* How long the point that the worst move of an episode missed was left: from the first to the last
 * move that loses by it. */
typedef struct {
    int first, last; /* moves */
    bool by_both;    /* colors; else by the move's */
} LeftPoint;

LeftPoint review_find_left_point(const Review *review, int move);

/* Adds a sentence about that with a blank before it, if it was longer than the move. */
void review_add_episode(const Review *review, int move, Text *text);

/* Adds a description of a move: a sentence or two in ASCII. */
void review_describe_move(const Review *review, int move, Text *text);

/* How reports show the grade of a move; of GRADE_NONE all is empty. */
typedef struct {
    const char *article, *name, *plural; /* "A", "mistake", "mistakes" */
    const char *sign;                    /* behind the move */
    const char *mark, *value;            /* property of its node in SGF; NULL: none */
} GradeWords;

extern const GradeWords REVIEW_GRADES[GRADE_COUNT];

#endif
