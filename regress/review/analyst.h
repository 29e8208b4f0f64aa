/* An engine that is led along a game and asked what it thinks of its positions.
 *
 * Invariant: its process is known to the Interrupt while it runs, and stands in the position that
 * it was led to last. An Analyst belongs to the thread that started it (client.h). */
#ifndef REGRESS_REVIEW_ANALYST_H
#define REGRESS_REVIEW_ANALYST_H

#include "regress/client/client.h"
#include "regress/client/interrupt.h"
#include "regress/review/line.h"
#include "regress/review/opinion.h"

typedef struct {
    Client client;
    Interrupt *interrupt;
    const GameLine *line;
    Game *game;          /* to look at lines of play */
    double timeout;      /* seconds for an answer */
    bool knows_handicap; /* set_free_handicap */
    int form;            /* of the request for analyses that it takes */
    char name[64], version[64];
} Analyst;

/* What a position is worth: whichever is reached first. */
typedef struct {
    int64_t visits; /* at most, those kept from before included; INT64_MAX: no limit */
    double seconds; /* INFINITY: no limit */
} AnalystLimits;

/* Starts the engine and tells it size and rules of the game. error_path as for client_start. Fails
 * where it does not know kata-analyze. analyst_stop is called in any case. */
bool analyst_start(Analyst *analyst, const char *command, const char *error_path, double timeout,
                   const GameLine *line, Interrupt *interrupt, Status *status);

/* Leads it to a position of the line: to any at first, from then on to the next. */
bool analyst_lead(Analyst *analyst, int position, Status *status);

/* Asks about the position that it stands in. The opinion has never more visits than the limit: of
 * an engine that reports more at once, even after it has forgotten what it knew, none is had. */
bool analyst_ask(Analyst *analyst, int position, const AnalystLimits *limits, Opinion *opinion,
                 Status *status);

/* How it ended is of no interest. */
void analyst_stop(Analyst *analyst);

#endif
