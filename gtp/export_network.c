#include "gtp/export_network.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/options.h"
#include "engine/eval/inside/inside.h"

static const char NAME[] = "export-network";

typedef struct {
    const char *file;
    bool help;
} ExportOptions;

#define FIELD(member) offsetof(ExportOptions, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "FILE", .kind = OPTION_TEXT, .is_required = true, .offset = FIELD(file)},
    {.name = "--help", .letter = "-h", .kind = OPTION_HELP, .offset = FIELD(help)},
    {0},
};
// clang-format on

int export_network_main(int argc, char **argv) {
    Status status;
    ExportOptions options = {0};
    const OptionGroup groups[] = {{OPTIONS, &options, NULL}, {0}};
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error(NAME, &status);
    }
    if (options.help) {
        printf("usage: dihedra export-network FILE\n"
               "Writes the network inside to FILE, in KataGo's format without compression.\n");
        return EXIT_SUCCESS;
    }
    size_t length;
    const uint8_t *bytes = inside_bytes(&length, &status);
    if (bytes == NULL || !file_replace(options.file, (const char *)bytes, length, &status)) {
        status_print(NAME, &status);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
