#include "gtp/models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/eval/inside/inside.h"

enum { PATH_MAX_BYTES = 4096 };

/* Returns an environment variable, or NULL if it is unset or empty. */
static const char *get_variable(const char *name) {
    const char *value = getenv(name);
    return value != NULL && *value != '\0' ? value : NULL;
}

/* Finds a file in the folders for networks. */
static bool find_in_folders(const char *name, char path[PATH_MAX_BYTES]) {
    const char *data = get_variable("XDG_DATA_HOME"), *home = get_variable("HOME");
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

/* Returns the file that the name means, here or in a folder for networks, or NULL if there is none.
 */
static const char *find_file(const char *name, char path[PATH_MAX_BYTES]) {
    if (strchr(name, '/') != NULL || access(name, R_OK) == 0) {
        return name;
    }
    return find_in_folders(name, path) ? path : access(name, F_OK) == 0 ? name : NULL;
}

/* Begins to load the network of that name. Messages begin with `by`: "DIHEDRA_MODEL: ", or "". */
static bool start_named(const EngineOptions *options, const char *by, const char *name,
                        NetworkLoad **load, Status *status) {
    const NetworkOptions how = {.precision = options->precision,
                                .symmetry = NETWORK_RANDOM,
                                .batch_max = 1,
                                .threads = (int)options->player.threads,
                                .tells_choice = true};
    char path[PATH_MAX_BYTES];
    Status reason;
    const bool is_inside = strcmp(name, NETWORK_INSIDE) == 0;
    const char *file = is_inside ? name : find_file(name, path);
    if (is_inside && !inside_is_whole(&reason)) {
        return status_fail(status, "%s%.200s", by, reason.text);
    }
    if (file == NULL) {
        return status_fail(status, "%s%.120s: no such file here or in the folders for networks", by,
                           name);
    }
    *load = network_load_start(file, &how, &reason);
    return *load != NULL || status_fail(status, "%s%.230s", by, reason.text);
}

/* Sets *load to NULL if there is no network. */
static bool start_main(const EngineOptions *options, NetworkLoad **load, Status *status) {
    const char *variable = get_variable("DIHEDRA_MODEL");
    const char *name = options->model != NULL ? options->model : variable;
    char path[PATH_MAX_BYTES];
    *load = NULL;
    if (name == NULL) {
        name = find_in_folders("default.bin.gz", path) ? path : NETWORK_INSIDE;
        return (name == NETWORK_INSIDE && !inside_exists()) ||
               start_named(options, "", name, load, status);
    }
    return strcmp(name, "none") == 0 ||
           start_named(options, options->model == NULL ? "DIHEDRA_MODEL: " : "", name, load,
                       status);
}

static bool start_human(const EngineOptions *options, NetworkLoad **load, Status *status) {
    const char *name = options->human_model;
    *load = NULL;
    return name == NULL || strcmp(name, "none") == 0 ||
           start_named(options, "", name, load, status);
}

bool models_start(const EngineOptions *options, Models *models, Status *status) {
    *models = (Models){0};
    const bool ok =
        start_main(options, &models->main, status) && start_human(options, &models->human, status);
    if (!ok) {
        models_free(models);
    }
    return ok;
}

bool models_are_under_way(const Models *models) {
    return (models->main != NULL && network_load_is_under_way(models->main)) ||
           (models->human != NULL && network_load_is_under_way(models->human));
}

void models_free(Models *models) {
    network_load_free(models->main);
    network_load_free(models->human);
    *models = (Models){0};
}
