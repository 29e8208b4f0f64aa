#include "gtp/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_MAX_BYTES = 4096 };

/* Finds a file of the folders for networks. */
static bool find_in_folders(const char *name, char path[PATH_MAX_BYTES]) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    const struct {
        const char *base, *below;
    } FOLDERS[] = {
        {data, "/dihedra"},
        {data == NULL ? home : NULL, "/.local/share/dihedra"},
        {"/usr/local/share", "/dihedra"},
        {"/usr/share", "/dihedra"},
    };
    for (size_t i = 0; i < sizeof FOLDERS / sizeof FOLDERS[0]; i++) {
        if (FOLDERS[i].base == NULL) {
            continue;
        }
        const int length =
            snprintf(path, PATH_MAX_BYTES, "%s%s/%s", FOLDERS[i].base, FOLDERS[i].below, name);
        if (length < PATH_MAX_BYTES && access(path, R_OK) == 0) {
            return true;
        }
    }
    return false;
}

bool model_start(const Options *options, NetworkLoad **load, Status *status) {
    const char *name = options->model != NULL ? options->model : getenv("DIHEDRA_MODEL");
    char path[PATH_MAX_BYTES];
    *load = NULL;
    if (name == NULL || *name == '\0') {
        if (!find_in_folders("default.bin.gz", path)) {
            return true;
        }
        name = path;
    } else if (strcmp(name, "none") == 0) {
        return true;
    } else if (strchr(name, '/') == NULL && access(name, R_OK) != 0 &&
               find_in_folders(name, path)) {
        name = path;
    }
    const NetworkOptions how = {
        .precision = options->precision, .symmetry = NETWORK_RANDOM, .batch_max = 1};
    *load = network_load_start(name, &how, status);
    return *load != NULL;
}
