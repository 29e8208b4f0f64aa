/* The state of `dihedra match tune`: a match of two copies of an engine, whose parameters move with
 * the results. The values from which a pair of games is played are in the log with both games, so a
 * tuning that is resumed goes on as if it had not been stopped.
 *
 * A Tune belongs to the thread that runs the pool; tune_send may be called by any. */
#ifndef REGRESS_MATCH_TUNE_TUNE_H
#define REGRESS_MATCH_TUNE_TUNE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/json.h"
#include "engine/go/board/point.h"
#include "regress/engine/engine_client.h"

/* ---- Simultaneous perturbation stochastic approximation (Spall 1992; spsa.c), with the schedule
 * of Fishtest and OpenBench. In a pair of games one side plays each value plus c or minus c, at
 * random, and the other side the opposite; then each value moves by a / c towards the side that
 * won, for each game that it won more. In pair k of N, from 1,
 *
 *     c = step * (N / k)^0.101        a = rate * step^2 * ((0.1 N + N) / (0.1 N + k))^0.602
 *
 * Pure functions of the options; any thread may call them ---- */

enum { SPSA_PARAMETERS_MAX = 32 };

typedef struct {
    const char *command; /* of GTP; the value follows it */
    double start, low, high;
    double step;   /* half the distance of the two sides in the last pair */
    bool is_whole; /* plays a whole number beside the value, drawn so that the mean is the value */
} SpsaParameter;

typedef struct {
    SpsaParameter parameters[SPSA_PARAMETERS_MAX];
    int count;
    double rate; /* steps that a value moves for each game won, in the last pair */
    int pairs;
    uint64_t seed;
} Spsa;

typedef enum { SPSA_PLUS, SPSA_MINUS } SpsaSide;

/* What a side plays in a pair, 0..pairs - 1, when the parameter has this value. */
double spsa_played(const Spsa *spsa, int parameter, double value, int pair, SpsaSide side);

/* Moves all values; won is by how many games SPSA_PLUS won the pair, -2..2. */
void spsa_move(const Spsa *spsa, int pair, int won, double values[]);

/* ---- The state of a tuning (tune.c) ---- */

typedef struct {
    const Spsa *spsa;
    double values[SPSA_PARAMETERS_MAX]; /* now */
    json_t *
        *pairs; /* [spsa->pairs], the values from which each is played; NULL: none is under way */
    Text message;
} Tune;

/* The options, as they are in the log. The caller frees the object with json_decref. */
json_t *tune_settings(const Spsa *spsa);

void tune_start(Tune *tune, const Spsa *spsa);
void tune_finish(Tune *tune);

/* The message of a game's job: a JSON array of the values from which it is played. Ends in NUL. */
const char *tune_message(Tune *tune, int game, size_t *length);

/* Tells an engine what its side plays in this game. Fails unless it obeys. */
bool tune_send(const Spsa *spsa, const json_t *values, int game, SpsaSide side,
               EngineClient *client, Status *status);

/* Tells an engine the limits of all parameters, so that it is known to take them. */
bool tune_try_limits(const Spsa *spsa, EngineClient *client, Status *status);

/* Takes the log's entry of a game. The second of a pair moves the values: winners are those of the
 * pair's games, or NULL if the other is not finished. */
bool tune_read_entry(Tune *tune, int game, const json_t *entry, const Color winners[2],
                     Status *status);

/* The values now, in an array. */
json_t *tune_values_json(const Tune *tune);

/* A list of objects: command, value (now), start, min, max, step, whole. */
json_t *tune_report(const Tune *tune);

/* Adds the report as lines of text, and what plays the values. */
void tune_report_text(const json_t *parameters, Text *text);

/* "COMMAND VALUE, ..." */
void tune_report_line(const Tune *tune, Text *text);

#endif
