#include "engine/eval/net/model/model_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "engine/base/file.h"
#include "engine/base/os/files.h"
#include "engine/base/os/pages.h"
#include "engine/base/os/system.h"

/* An unpacked file is smaller, in bytes: more than any network takes. */
static const size_t FILE_BYTES_MAX = (size_t)1 << 30;

enum {
    BUFFER_BYTES = 1 << 16, /* of zlib, for packed bytes */
    CHUNK_BYTES = 1 << 17, /* unpacked at a time, and so the precision of offsets in messages; large
                              enough that zlib copies nothing through its own buffer */
    RATIO_MAX = 1032,      /* no gzip file unpacks to more times its bytes */
};

struct ModelFile {
    char *path;
    gzFile stream;
    uint64_t bytes; /* of the unpacked file: a hint, if it is packed */
    bool was_read;
    uint64_t checksum; /* of the unpacked content when it was first read */
};

/* ---- Opening ---- */

/* Puts the file's name before the reason; of a long name, its end. */
static void fail_with_path(const char *path, const char *reason, Status *status) {
    const size_t length = strlen(path), shown = 100;
    Status whole;
    status_fail(&whole, "%s%s: %.150s", length > shown ? "..." : "",
                path + (length > shown ? length - shown : 0), reason);
    *status = whole;
}

/* What a file of this many bytes says that it unpacks to: a gzip file ends with the lowest 32 bits
 * of that. */
static uint64_t unpacked_bytes(const char *path, uint64_t bytes) {
    uint8_t magic[2] = {0}, size[4] = {0};
    FILE *file = os_fopen(path, "rb");
    const bool is_packed = file != NULL && fread(magic, sizeof magic, 1, file) == 1 &&
                           magic[0] == 0x1F && magic[1] == 0x8B &&
                           fseek(file, -(long)sizeof size, SEEK_END) == 0 &&
                           fread(size, sizeof size, 1, file) == 1;
    if (file != NULL) {
        fclose(file);
    }
    if (!is_packed) {
        return bytes;
    }
    const uint64_t said = (uint64_t)size[0] | (uint64_t)size[1] << 8 | (uint64_t)size[2] << 16 |
                          (uint64_t)size[3] << 24;
    return said < bytes * RATIO_MAX ? said : bytes * RATIO_MAX;
}

/* Opens a regular file; a pipe could block its reader forever, and a device may have no end.
 * Returns false with a message on failure. */
static bool open_regular_file(ModelFile *file, Status *status) {
    OsFileInfo info;
    const int descriptor = os_open(file->path, OS_OPEN_READ);
    if (descriptor < 0 || !os_file_info(descriptor, &info)) {
        fail_with_path(file->path, strerror(errno), status);
    } else if (info.kind != OS_FILE_REGULAR) {
        fail_with_path(file->path,
                       info.kind == OS_FILE_FOLDER ? strerror(EISDIR) : "not a regular file",
                       status);
    } else if ((file->stream = gzdopen(descriptor, "rb")) == NULL) {
        fail_with_path(file->path, "out of memory", status);
    } else {
        gzbuffer(file->stream, BUFFER_BYTES);
        file->bytes = unpacked_bytes(file->path, info.bytes);
        return true;
    }
    if (descriptor >= 0) {
        os_close(descriptor);
    }
    return false;
}

ModelFile *model_file_open(const char *path, Status *status) {
    ModelFile *file = calloc(1, sizeof *file);
    char *copy = strdup(path);
    if (file == NULL || copy == NULL) {
        fail_with_path(path, "out of memory", status);
        free(copy);
        free(file);
        return NULL;
    }
    file->path = copy;
    if (!open_regular_file(file, status)) {
        model_file_close(file);
        return NULL;
    }
    return file;
}

void model_file_close(ModelFile *file) {
    if (file != NULL) {
        if (file->stream != NULL) {
            gzclose(file->stream);
        }
        free(file->path);
        free(file);
    }
}

/* ---- Reading ---- */

/* Unpacks the next part of the file, whose first byte is at `at`. Returns its length, 0 at the end,
 * or -1 with a reason. */
static int unpack_part(ModelFile *file, uint8_t *bytes, size_t space, size_t at, Status *reason) {
    const int got =
        gzread(file->stream, bytes, (unsigned)(space < CHUNK_BYTES ? space : CHUNK_BYTES));
    int error = Z_OK;
    if (got <= 0) {
        gzerror(file->stream, &error);
    }
    if (error == Z_OK) {
        return got;
    }
    status_fail(reason, "byte %zu: %s", at,
                error == Z_ERRNO       ? strerror(errno)
                : error == Z_BUF_ERROR ? "the gzip file ends too early"
                                       : "the gzip file is damaged");
    return -1;
}

/* Counts the bytes of the unpacked file, up to the limit: the figure at the end of a packed one
 * that was cut short is chance. Returns false with a reason if it cannot be unpacked. */
static bool count_bytes(ModelFile *file, Status *reason) {
    uint8_t part[BUFFER_BYTES];
    int got = 1;
    file->bytes = 0;
    while (file->bytes < FILE_BYTES_MAX &&
           (got = unpack_part(file, part, sizeof part, (size_t)file->bytes, reason)) > 0) {
        file->bytes += (uint64_t)got;
    }
    return got >= 0;
}

bool model_file_fits(ModelFile *file, double times, Status *status) {
    const double memory = (double)os_memory(), mib = 1 << 20;
    Status reason;
    if (memory == 0 || times * (double)file->bytes <= memory) {
        return true;
    }
    if (count_bytes(file, &reason)) {
        const double bytes = (double)file->bytes, needed = times * bytes;
        if (needed <= memory) {
            return true;
        }
        status_fail(&reason,
                    "a network of %.0f MiB needs %.0f MiB of memory, more than the %.0f available",
                    bytes / mib, needed / mib, memory / mib);
    }
    fail_with_path(file->path, reason.text, status);
    return false;
}

/* Makes room for more bytes, at first for as many as there should be and one more, so that the end
 * is found. */
static bool grow(const ModelFile *file, uint8_t **bytes, size_t length, size_t *capacity,
                 Status *reason) {
    const size_t hint = file->bytes < FILE_BYTES_MAX ? (size_t)file->bytes + 1 : FILE_BYTES_MAX;
    if (length >= FILE_BYTES_MAX) {
        return status_fail(reason, "byte %zu: too large for a network", length);
    }
    *capacity = length < hint ? hint : 2 * length;
    uint8_t *larger = realloc(*bytes, *capacity);
    if (larger == NULL) {
        return status_fail(reason, "byte %zu: out of memory", length);
    }
    pages_prefer_huge(larger, *capacity);
    *bytes = larger;
    return true;
}

/* Unpacks the whole file. */
static bool unpack(ModelFile *file, uint8_t **bytes, size_t *length, Status *reason) {
    size_t capacity = 0;
    if (gzrewind(file->stream) != 0) {
        return status_fail(reason, "byte 0: cannot be read again");
    }
    for (;;) {
        if (*length == capacity && !grow(file, bytes, *length, &capacity, reason)) {
            return false;
        }
        const int got = unpack_part(file, *bytes + *length, capacity - *length, *length, reason);
        if (got <= 0) {
            return got == 0;
        }
        *length += (size_t)got;
    }
}

/* Is the content that of the first time? */
static bool check_content(ModelFile *file, const uint8_t *bytes, size_t length, Status *reason) {
    const uint64_t checksum = checksum_of(bytes, length);
    if (file->was_read && checksum != file->checksum) {
        return status_fail(reason, "the file has changed since it was read");
    }
    file->was_read = true;
    file->checksum = checksum;
    return true;
}

Model *model_file_read(ModelFile *file, Status *status) {
    uint8_t *bytes = NULL;
    size_t length = 0;
    Status reason;
    Model *model = NULL;
    if (unpack(file, &bytes, &length, &reason) && check_content(file, bytes, length, &reason)) {
        model = model_read_own(bytes, length, &reason);
    } else {
        free(bytes);
    }
    if (model == NULL) {
        fail_with_path(file->path, reason.text, status);
        return NULL;
    }
    model->checksum = file->checksum;
    return model;
}

Model *model_load(const char *path, Status *status) {
    ModelFile *file = model_file_open(path, status);
    Model *model =
        file != NULL && model_file_fits(file, 1, status) ? model_file_read(file, status) : NULL;
    model_file_close(file);
    return model;
}
