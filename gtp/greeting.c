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
