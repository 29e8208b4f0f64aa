/* Searches the positions of a game: all of them first, then those deeper where the engine's values
 * before and after a move are farthest apart, as at mistakes. There the value of the played move
 * rests on as many visits as that of the best one.
 *
 * Positions in the log are not searched again. All ranks call review_search; only rank 0 has a log,
 * and in the end the analyses. */
#ifndef REGRESS_REVIEW_REVIEW_SEARCH_H
#define REGRESS_REVIEW_REVIEW_SEARCH_H

#include "engine/base/progress.h"
#include "engine/base/team.h"
#include "engine/base/text.h"
#include "engine/cluster/pool/pool.h"
#include "engine/review/game_line.h"
#include "engine/review/position_analysis.h"
#include "regress/engine/engine_client.h"
#include "regress/review/options.h"

/* ---- A GTP engine that is asked about positions of a game (analysis_engine.c).
 *
 * Invariant: a running engine has been told the positions of the line before `next`. An
 * AnalysisEngine belongs to the thread that first asks it (engine_client.h) ---- */

/* The effort for each position: whichever limit is reached first. */
typedef struct {
    int64_t visits; /* at most, visits kept from before included; INT64_MAX: no limit */
    double seconds; /* INFINITY: no limit */
} AnalysisLimits;

/* The caller sets all before `next`. */
typedef struct {
    EngineClient client;
    const GameLine *line;
    AnalysisLimits limits;

    int next;            /* position to tell it */
    bool has_worked;     /* since it was started */
    bool knows_handicap; /* set_free_handicap */
    bool knows_limit;    /* maxvisits */
} AnalysisEngine;

/* Returns the report about a position (position_analysis.h), which the caller frees; it never has
 * more visits than the limit. Starts the engine if need be. Returns NULL on failure. */
char *analysis_engine_ask(AnalysisEngine *engine, int position, Status *status);

/* Asks why the move after a position is a mistake, by a command of this program (dihedra-reason).
 * Returns its answer, which the caller frees; NULL if the engine refuses or fails. */
char *analysis_engine_ask_reason(AnalysisEngine *engine, int position, const char *command);

/* ---- The search (review_search.c) ---- */

/* The caller sets all up to `review`. */
typedef struct {
    Pool pool; /* that has joined the ranks */
    Interrupt *interrupt;
    const AnalyzeOptions *options; /* a log with other ones for the engine is refused */
    const char *command;           /* of the engine */
    const char *log_path;          /* NULL: none */
    const char *label;             /* goes before the progress: "game.sgf: ", or "" */
    AnalysisLimits limits;         /* of the search of all positions */
    Review *review;                /* line, first, last; gets analyses, name and version */

    char name[256], version[256]; /* of the engine */
    bool is_new;                  /* something was not in the log */
    int *depth;                   /* [position]; 0: not searched yet */
    Text command_text;            /* of the last reason that was asked for */
    AnalysisEngine slots[TEAM_MAX];
    Progress progress;
} ReviewSearch;

/* Adds the path of a log in the folder, the same for all searches of this game with these options.
 */
void review_search_add_log_path(const ReviewSearch *search, const char *folder, Text *path);

/* Sets review->last to the last move between positions that were searched: an earlier one if the
 * search was interrupted or has failed. Returns false after a message if it has failed. */
bool review_search(ReviewSearch *search);

#endif
