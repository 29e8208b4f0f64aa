/* `dihedra analysis --engine`: passes KataGo's analysis protocol through to another engine, and
 * adds what reading proves (group_prover.h) to its final answers. All else stays as the engine
 * wrote it, byte by byte. The ownership that this needs is asked for, and taken out again for a
 * client that did not ask.
 *
 * One thread reads the client's lines and writes them to the engine; one reads the engine's; others
 * prove. An answer waits for its proofs for a limited time, and no other waits for it. If the
 * engine ends, every query is answered with an error that says how, those to come as well. */
#ifndef GTP_JSON_ANALYSIS_PROXY_H
#define GTP_JSON_ANALYSIS_PROXY_H

#include "engine/base/status.h"
#include "gtp/json/config/settings.h"

typedef struct {
    char **words;       /* the engine's command line, ends in NULL */
    double seconds;     /* for the proofs of an answer */
    const char *folder; /* of proofs; NULL: none are written */
    Settings settings;  /* with which queries are read */
} AnalysisProxyOptions;

/* Runs until the input and then the engine end. Returns false with a message if the engine cannot
 * be started or fails. */
bool analysis_proxy_run(const AnalysisProxyOptions *options, int input, int output, Status *status);

#endif
