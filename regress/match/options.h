/* The command line of a match, read and checked. A MatchOptions does not change afterwards, except
 * that the match fills in what it learns of the engines. */
#ifndef REGRESS_MATCH_OPTIONS_H
#define REGRESS_MATCH_OPTIONS_H

#include "engine/base/json.h"
#include "engine/base/options.h"
#include "regress/match/match_game.h"
#include "regress/match/openings/openings.h"
#include "regress/match/schedule.h"
#include "regress/match/statistics.h"
#include "regress/match/tune/tune.h"

enum { MATCH_ENGINES_MAX = 64, MATCH_JOBS_MAX = 64 /* games at a time */ };

typedef struct {
    MatchEngine match_engines[MATCH_ENGINES_MAX]; /* command, name and options */
    Schedule schedule;                            /* all but the number of openings */
    MatchGameOptions game;
    int size;
    double komi;
    const Rules *rules;
    int handicap; /* Black's stones; 0: none */
    const char *openings_path;
    int opening_moves; /* taken of each game of an SGF file; 0: all */
    int random_plies;  /* 0: no random openings */
    int64_t seed;      /* of random openings */
    bool is_tuning;    /* two copies of one engine */
    Spsa spsa;
    bool has_sprt;
    Sprt sprt;
    bool restart;           /* new engines for every game */
    int jobs;               /* of this process; of each rank but the first if there are many */
    const char *log_path;   /* to continue or begin; NULL: a new one */
    const char *sgf_folder; /* NULL: none */
    const char *error_path; /* of the engines' standard error */
    const char *html;       /* the page of the result; NULL: none */
    bool json;
} MatchOptions;

/* Whatever it returns, the caller frees the options. */
bool match_options_read(int argc, char **argv, MatchOptions *options, Status *status);
void match_options_free(MatchOptions *options);

/* Returns everything that must be the same for a log to be continued: the first line of the log.
 * The number of games, and of games at a time, may differ; random openings are in it by how they
 * are drawn, because a longer match draws more of them. Figures have few enough digits to compare
 * equal after they were written and read. The caller frees the object with json_decref. */
json_t *match_options_settings(const MatchOptions *options, const Openings *openings);

/* Sets the board to the start of a game of the match, its opening included. */
bool match_options_start_game(const MatchOptions *options, const Openings *openings,
                              const ScheduledGame *scheduled, Game *game, Status *status);

extern const CommandHelp MATCH_HELP;

/* argv[0] is the path of this program; the options follow, without the subcommand's name. The
 * prover judges dead stones: this folder knows engines by GTP only. Returns the exit status that
 * --help describes. No engine outlives the match. */
int match_main(int argc, char **argv, ChainProver *prover);

#endif
