#include "gtp/greeting.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/os/files.h"
#include "engine/base/os/system.h"

void greeting_print(const char *argv0) {
    if (!os_is_terminal(OS_STANDARD_INPUT)) {
        return;
    }
    char *path = os_full_path(os_program_path(argv0));
    const char *program = path != NULL ? path : argv0;
    fprintf(stderr,
            "Dihedra speaks GTP, as board programs do: type list_commands, genmove b, showboard or "
            "quit; dihedra help tells more.\n"
            "To play in GoGui: Program > New Program, command %s\n"
            "To play in Sabaki: Engines > Manage Engines > Add, path %s\n",
            program, program);
    free(path);
}

/* By the end of a file's name. */
static const struct {
    const char *ending, *uses; /* %s: the path */
} FILE_USES[] = {
    {".sgf", "a game record: 'dihedra analyze %s' reviews it"},
    {".gib", "a game record: 'dihedra analyze %s' reviews it"},
    {".ngf", "a game record: 'dihedra analyze %s' reviews it"},
    {".tst", "a regression suite: 'dihedra regress %s' runs it"},
    {".proof", "a proof: 'dihedra verify %s' checks it"},
    {".bin.gz", "a network: 'dihedra --model %s' plays with it"},
    {".txt.gz", "a network: 'dihedra --model %s' plays with it"},
    {".cfg", "a config file of KataGo's: 'dihedra analysis -config %s' reads it"},
    {".conf", "a config file: 'dihedra --config %s' reads it"},
};

enum { FILE_USE_COUNT = sizeof FILE_USES / sizeof FILE_USES[0] };

static bool ends_with(const char *text, const char *ending) {
    const size_t length = strlen(text), end = strlen(ending);
    return length > end && strcasecmp(text + length - end, ending) == 0;
}

bool greeting_explain_file(const char *path, Status *status) {
    OsFileInfo info;
    if (!os_path_info(path, &info)) {
        return false;
    }
    for (int i = 0; i < FILE_USE_COUNT; i++) {
        if (ends_with(path, FILE_USES[i].ending)) {
            char uses[160];
            snprintf(uses, sizeof uses, FILE_USES[i].uses, path);
            status_fail(status, "%.60s is %s", path, uses);
            return true;
        }
    }
    status_fail(status, "%.60s is a %s, not a subcommand", path,
                info.kind == OS_FILE_FOLDER ? "folder" : "file");
    return true;
}
