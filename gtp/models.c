#include "gtp/engine_options.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/eval/inside/inside.h"

enum { PATH_MAX_BYTES = 4096 };

/* Finds a file in the folders for networks. */
static bool find_in_folders(const char *name, char path[PATH_MAX_BYTES]) {
    char *own = os_user_data_folder();
    const char *const FOLDERS[] = {own, "/usr/local/share/dihedra/", "/usr/share/dihedra/"};
    bool is_found = false;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof FOLDERS[0] && !is_found; i++) {
        is_found = FOLDERS[i] != NULL &&
                   snprintf(path, PATH_MAX_BYTES, "%s%s", FOLDERS[i], name) < PATH_MAX_BYTES &&
                   os_is_readable(path);
    }
    free(own);
    return is_found;
}

/* Begins to load the network of that name. Messages begin with `by`: "DIHEDRA_MODEL: ", or "". */
static bool start_named(const EngineOptions *options, const char *by, const char *name,
                        NetworkLoad **load, Status *status) {
    const NetworkOptions how = {.precision = options->precision, .caches = !options->no_cache};
    size_t length;
    char path[PATH_MAX_BYTES];
    Status reason;
    const bool is_inside = strcmp(name, NETWORK_INSIDE) == 0;
    const bool is_here = is_inside || os_folder_length(name) > 0 || os_is_readable(name);
    const char *file = !is_here && find_in_folders(name, path) ? path
                       : is_here || os_exists(name)            ? name
                                                               : NULL;
    if (file == NULL) {
        return status_fail(status, "%s%.120s: no such file here or in the folders for networks", by,
                           name);
    }
    if (!is_inside || inside_bytes(&length, &reason) != NULL) {
        *load = network_load_start(file, &how, &reason);
    }
    return *load != NULL || status_fail(status, "%s%.230s", by, reason.text);
}

/* Leaves *load alone if there is no network. */
static bool start_main(const EngineOptions *options, NetworkLoad **load, Status *status) {
    const char *variable = os_variable("DIHEDRA_MODEL");
    const char *name = options->model != NULL ? options->model : variable;
    char path[PATH_MAX_BYTES];
    if (name == NULL) {
        name = find_in_folders("default.bin.gz", path) ? path : NETWORK_INSIDE;
        return (name == NETWORK_INSIDE && !inside_exists()) ||
               start_named(options, "", name, load, status);
    }
    return strcmp(name, "none") == 0 ||
           start_named(options, options->model == NULL ? "DIHEDRA_MODEL: " : "", name, load,
                       status);
}

bool models_start(const EngineOptions *options, Models *models, Status *status) {
    const char *human = options->human_model;
    *models = (Models){0};
    const bool ok = start_main(options, &models->main, status) &&
                    (human == NULL || strcmp(human, "none") == 0 ||
                     start_named(options, "", human, &models->human, status));
    if (!ok) {
        models_free(models);
    }
    return ok;
}

bool models_are_under_way(const Models *models) {
    return (models->main != NULL && network_load_is_under_way(models->main)) ||
           (models->human != NULL && network_load_is_under_way(models->human));
}

bool models_wait(const Models *models, Status *status) {
    const bool has_main = network_load_wait(models->main, status) != NULL || models->main == NULL;
    Status other;
    Network *human = network_load_wait(models->human, has_main ? status : &other);
    return has_main && (human != NULL || models->human == NULL);
}

void models_free(Models *models) {
    network_load_free(models->main);
    network_load_free(models->human);
    *models = (Models){0};
}
