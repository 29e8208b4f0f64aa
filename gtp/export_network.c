/* `dihedra export-network`: writes the network inside to a file. */
#include "gtp/subcommands.h"

#include <stddef.h>
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/member.h"
#include "engine/eval/inside/inside.h"

typedef struct {
    const char *path;
} ExportOptions;

static const Option OPTIONS[] = {
    {.name = "FILE", .is_required = true, OPTION_TEXT_IN(ExportOptions, path)},
    {0},
};

const CommandHelp EXPORT_NETWORK_HELP = {
    .name = "export-network",
    .summary = "writes the network inside to a file",
    .usage = "usage: dihedra export-network FILE\n"
             "\n"
             "Writes the network inside to FILE, in KataGo's format without compression.\n",
    .options = {OPTIONS},
};

int export_network_main(int argc, char **argv) {
    ExportOptions options = {0};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &options}, {0}};
    Status status;
    size_t length;
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("export-network", &status);
    }
    char *bytes = (char *)inside_read(&length, &status);
    const bool ok = bytes != NULL && file_replace(options.path, bytes, length, &status);
    free(bytes);
    if (!ok) {
        status_print("export-network", &status);
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
