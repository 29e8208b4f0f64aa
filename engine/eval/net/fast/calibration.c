#include "engine/eval/net/fast/calibration.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/base/version.h"

enum {
    FILES_MAX = 32,
    FILE_BYTES_MAX = 16 << 20,
    VERSION = 1, /* of the calibration games and of the order of filters: raise it with them */
};

/* The beginning of a file; the values follow, in the byte order of the machine. */
typedef struct {
    char key[112]; /* text, as key_text writes it */
    uint64_t count, checksum;
} Header;

static const char PREFIX[] = "calibration-";

Calibration *calibration_new(size_t count) {
    Calibration *calibration = calloc(1, sizeof *calibration + count * sizeof(float));
    if (calibration != NULL) {
        calibration->count = count;
    }
    return calibration;
}

static void write_key(const CalibrationKey *key, Header *header) {
    memset(header->key, 0, sizeof header->key);
    snprintf(header->key, sizeof header->key, "dihedra calibration %d %.40s %.16s %016" PRIx64 "\n",
             VERSION, DIHEDRA_VERSION, key->instructions, key->model);
}

/* Returns the file of that name in the folder, or NULL. The caller frees it. */
static char *path_of(const char *folder, const char *name) {
    const size_t size = strlen(folder) + strlen(name) + 1;
    char *path = malloc(size);
    if (path != NULL) {
        snprintf(path, size, "%s%s", folder, name);
    }
    return path;
}

/* Returns the path of the calibration's file, or NULL if there is no cache folder. The caller frees
 * both. */
static char *find_path(const Header *header, char **folder) {
    char name[64];
    snprintf(name, sizeof name, "%s%016" PRIx64, PREFIX,
             checksum_of(header->key, sizeof header->key));
    *folder = os_user_cache_folder();
    return *folder == NULL ? NULL : path_of(*folder, name);
}

/* ---- Loading ---- */

static bool is_calibration(const char *bytes, size_t length, const Header *expected) {
    Header header;
    if (length < sizeof header) {
        return false;
    }
    memcpy(&header, bytes, sizeof header);
    const size_t rest = length - sizeof header;
    if (memcmp(header.key, expected->key, sizeof header.key) != 0 ||
        rest / sizeof(float) != header.count || rest % sizeof(float) != 0 ||
        checksum_of(bytes + sizeof header, rest) != header.checksum) {
        return false;
    }
    bool are_finite = true;
    for (size_t at = sizeof header; at < length; at += sizeof(float)) {
        float value;
        memcpy(&value, bytes + at, sizeof value);
        are_finite &= isfinite(value) != 0;
    }
    return are_finite;
}

Calibration *calibration_load(const CalibrationKey *key) {
    Header header;
    char *folder;
    Status ignored;
    size_t length;
    write_key(key, &header);
    char *path = find_path(&header, &folder);
    char *bytes =
        path == NULL ? NULL : file_read(path, FILE_REGULAR, FILE_BYTES_MAX, &length, &ignored);
    Calibration *calibration = bytes == NULL || !is_calibration(bytes, length, &header)
                                   ? NULL
                                   : calibration_new((length - sizeof header) / sizeof(float));
    if (calibration != NULL) {
        memcpy(calibration->values, bytes + sizeof header, length - sizeof header);
    }
    free(bytes);
    free(path);
    free(folder);
    return calibration;
}

/* ---- Saving ---- */

/* Makes the folder and the one that it is in. */
static bool make_folder(const char *folder) {
    char *parent = strdup(folder);
    if (parent == NULL) {
        return false;
    }
    parent[strlen(parent) - 1] = '\0'; /* the separator */
    parent[os_folder_length(parent)] = '\0';
    os_make_folder(parent);
    free(parent);
    return os_make_folder(folder);
}

/* Removes files until there is space for one more. */
static void make_space(const char *folder) {
    char **names = os_list_folder(folder);
    int count = 0;
    for (char **name = names; name != NULL && *name != NULL; name++) {
        char *path = strncmp(*name, PREFIX, strlen(PREFIX)) == 0 ? path_of(folder, *name) : NULL;
        if (path != NULL && ++count >= FILES_MAX) {
            os_remove(path);
        }
        free(path);
    }
    free(names);
}

void calibration_save(const CalibrationKey *key, const Calibration *calibration) {
    const size_t bytes = calibration->count * sizeof(float);
    Header header = {.count = calibration->count,
                     .checksum = checksum_of(calibration->values, bytes)};
    char *folder, *content = malloc(sizeof header + bytes);
    Status ignored;
    write_key(key, &header);
    char *path = find_path(&header, &folder);
    if (path != NULL && content != NULL && sizeof header + bytes <= FILE_BYTES_MAX &&
        make_folder(folder)) {
        memcpy(content, &header, sizeof header);
        memcpy(content + sizeof header, calibration->values, bytes);
        if (!os_exists(path)) {
            make_space(folder);
        }
        file_replace(path, content, sizeof header + bytes, &ignored);
    }
    free(content);
    free(path);
    free(folder);
}
