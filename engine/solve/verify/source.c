#include "engine/solve/verify/source.h"

#include <errno.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/os/files.h"

void proof_source_init(ProofSource *source, const uint8_t *bytes, size_t length) {
    *source = (ProofSource){.bytes = bytes, .file = -1, .length = length};
    pthread_mutex_init(&source->lock, NULL);
}

bool proof_source_open(ProofSource *source, const char *path, Status *status) {
    OsFileInfo info;
    proof_source_init(source, NULL, 0);
    if (!os_path_info(path, &info)) {
        return file_fail(status, path, strerror(errno));
    }
    if (info.kind != OS_FILE_REGULAR) {
        return file_fail(status, path, "not a regular file");
    }
    source->file = os_open(path, OS_OPEN_READ);
    source->length = (size_t)info.bytes;
    return source->file >= 0 || file_fail(status, path, strerror(errno));
}

void proof_source_close(ProofSource *source) {
    if (source->file >= 0) {
        os_close(source->file);
    }
    pthread_mutex_destroy(&source->lock);
}

bool proof_source_read(ProofSource *source, size_t at, void *to, size_t count) {
    if (at > source->length || count > source->length - at) {
        return false;
    }
    if (source->bytes != NULL) {
        memcpy(to, source->bytes + at, count);
        return true;
    }
    pthread_mutex_lock(&source->lock);
    const bool ok = os_seek(source->file, at) && os_read(source->file, to, count) == (int64_t)count;
    pthread_mutex_unlock(&source->lock);
    return ok;
}
