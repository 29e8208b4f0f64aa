/* The options of a GTP session: the engine's, those of the session, and the config file. */
#ifndef GTP_SESSION_OPTIONS_H
#define GTP_SESSION_OPTIONS_H

#include "gtp/config_file.h"
#include "gtp/engine_options.h"

typedef struct {
    EngineOptions engine;
    const char *config;
    ConfigWords words; /* of the config file: texts of the other members point into them */
} GtpSessionOptions;

/* What a config file may have besides ENGINE_OPTIONS, and what it may not. */
extern const Option SESSION_RUN_OPTIONS[], SESSION_CONFIG_OPTIONS[];

/* Reads the command line alone, to check it and to find the config file; then that file, and the
 * command line again, which wins. Returns false with a message if anything is wrong. The caller
 * frees the options in either case. */
bool session_options_read(int argc, char **argv, GtpSessionOptions *options, Status *status);
void session_options_free(GtpSessionOptions *options);

#endif
