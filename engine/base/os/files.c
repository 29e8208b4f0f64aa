/* What files have in common on all systems. */
#include "engine/base/os/files.h"

#include "engine/base/os/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int os_create_temporary(const char *path, char **name) {
    enum { NAMES = 1000, SUFFIX_MAX = 48 /* bytes of ".PID.N.tmp" with its NUL */ };
    const size_t size = strlen(path) + SUFFIX_MAX;
    int file = -1;
    *name = malloc(size);
    errno = *name == NULL ? ENOMEM : EEXIST;
    for (int n = 0; n < NAMES && file < 0 && errno == EEXIST; n++) {
        snprintf(*name, size, "%s.%ld.%d.tmp", path, os_process_id(), n);
        file = os_create_like(*name, path);
    }
    if (file < 0) {
        free(*name);
        *name = NULL;
    }
    return file;
}

/* Some systems report a full disk only when the file is closed. */
bool os_commit_temporary(int file, const char *name, const char *path, bool ok) {
    ok = ok && os_sync(file);
    int error = errno;
    if (!os_close(file) && ok) {
        ok = false;
        error = errno;
    }
    if (ok && !os_rename(name, path)) {
        ok = false;
        error = errno;
    }
    if (!ok) {
        os_remove(name);
    }
    errno = error;
    return ok;
}
