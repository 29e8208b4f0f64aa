/* A GTP session: commands from a file descriptor, answers to a stream, pondering in between. */
#ifndef GTP_LOOP_H
#define GTP_LOOP_H

#include <stdio.h>

#include "gtp/engine.h"

/* Runs a session until quit, the end of the input, the loss of the output's reader or an answer
 * that cannot be written. The last two are failures. models may be NULL: no networks. Returns the
 * exit status. */
int loop_run(const EngineOptions *options, const GtpFamily *families, const Models *models,
             int input, FILE *output);

#endif
