#include "engine/cluster/mpi/agree.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/memory.h"

/* Agrees on the list of keys first, so that all ranks then go through the same one. */
bool mpi_agree_settings(Mpi *mpi, const json_t *settings, Status *status) {
    Text keys = {0};
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)settings, key, value) {
        text_add(&keys, "%s ", key);
    }
    bool ok = mpi_agree(mpi, "the list of settings", text_get(&keys), status);
    text_free(&keys);
    json_object_foreach((json_t *)settings, key, value) {
        char what[64];
        char *text = memory_check(json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT));
        snprintf(what, sizeof what, "\"%.40s\"", key);
        ok = ok && mpi_agree(mpi, what, text, status);
        free(text);
    }
    return ok;
}
