#include "gtp/session_options.h"

#include <stddef.h>
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/member.h"

const Option SESSION_RUN_OPTIONS[] = {
    {.name = "--log",
     .argument = "FILE",
     OPTION_TEXT_IN(GtpSessionOptions, engine.log_path),
     .help = "appends each line of GTP that comes in or goes out, with its time"},
    {.name = "--no-files",
     OPTION_FLAG_IN(GtpSessionOptions, engine.no_files),
     .help = "refuses GTP commands that read or write files; what the command line names is read"},
    {.name = "--sandbox",
     OPTION_FLAG_IN(GtpSessionOptions, engine.sandbox),
     .help = "once all is loaded, gives up the right to open files and connections and to start "
             "programs (Linux)"},
    {0},
};

const Option SESSION_CONFIG_OPTIONS[] = {
    {.name = "--config",
     .argument = "FILE|none",
     OPTION_TEXT_IN(GtpSessionOptions, config),
     .help = "a file with options, a name and its value a line, which those of the command line "
             "override (default: $DIHEDRA_CONFIG, or dihedra.conf in ~/.config/dihedra)"},
    {0},
};

/* Refuses a log that is one of the files that the session reads. config may be NULL. */
static bool check_log(const EngineOptions *options, const char *config, Status *status) {
    const FilePlace read[] = {{"--config", config},
                              {"--book", options->book},
                              {"--model", options->model},
                              {"--human-model", options->human_model}};
    const FilePlace log = {"--log", options->log_path};
    return file_check_apart_from(&log, 1, read, sizeof read / sizeof read[0], status);
}

bool session_options_read(int argc, char **argv, GtpSessionOptions *options, Status *status) {
    const OptionGroup groups[] = {engine_options_group(&options->engine),
                                  {.options = SESSION_RUN_OPTIONS, .target = options},
                                  {.options = SESSION_CONFIG_OPTIONS, .target = options},
                                  {0}};
    const OptionGroup config_groups[] = {groups[0], groups[1], {0}}; /* no file names another */
    *options = (GtpSessionOptions){.engine = engine_options_default()};
    if (!option_read(groups, argc, argv, status)) {
        return false;
    }
    char *path = config_file_find(options->config);
    bool ok = true;
    if (path != NULL) {
        *options = (GtpSessionOptions){.engine = engine_options_default()};
        ok = config_file_read(path, config_groups, &options->words, status) &&
             option_read(groups, argc, argv, status);
    }
    if (ok && options->engine.no_files && options->engine.log_path != NULL) {
        ok = path == NULL
                 ? status_fail(status, "--log cannot be combined with --no-files")
                 : status_fail(
                       status,
                       "--log cannot be combined with --no-files; the options of %.150s count, too",
                       path);
    }
    ok = ok && check_log(&options->engine, path, status);
    free(path);
    return ok;
}

void session_options_free(GtpSessionOptions *options) {
    config_file_free(&options->words);
}
