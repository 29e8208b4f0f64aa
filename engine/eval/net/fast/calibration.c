#include "engine/eval/net/fast/lowered_graph.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/base/version.h"

enum {
    FILES_MAX = 32,
    FILE_BYTES_MAX = 16 << 20,
    PATH_BYTES = 4096,
    VERSION = 1, /* of the calibration games and of the order of filters: raise it with them */
};

/* The beginning of a file; the values follow, in the byte order of the machine. */
typedef struct {
    char key[120];
    uint64_t checksum; /* of the values */
} CacheHeader;

static const char PREFIX[] = "calibration-";

/* A kept file (engine/lab/train/network/README.md). */
static const uint8_t INSIDE[] = {
#include "engine/eval/net/fast/calibration_inside.bin.inc"
};

Calibration *calibration_new(size_t count) {
    Calibration *calibration = calloc(1, sizeof *calibration + count * sizeof(float));
    if (calibration != NULL) {
        calibration->count = count;
    }
    return calibration;
}

/* Writes the key as text, what a calibration from elsewhere must have in common first. Returns the
 * length of that. */
static size_t write_key(const CalibrationKey *key, CacheHeader *header) {
    *header = (CacheHeader){0};
    const int shared = snprintf(header->key, sizeof header->key,
                                "dihedra calibration %d %016" PRIx64, VERSION, key->model);
    snprintf(header->key + shared, sizeof header->key - (size_t)shared, " %.16s %.40s\n",
             key->instructions, DIHEDRA_VERSION);
    return (size_t)shared;
}

/* Writes the key, and finds the cache folder and the file in it. Returns false if there is
 * none. */
static bool find_file(const CalibrationKey *key, CacheHeader *header, char folder[PATH_BYTES],
                      char path[PATH_BYTES]) {
    char *own = os_user_cache_folder();
    write_key(key, header);
    const bool fits = own != NULL && snprintf(folder, PATH_BYTES, "%s", own) < PATH_BYTES &&
                      snprintf(path, PATH_BYTES, "%s%s%016" PRIx64, own, PREFIX,
                               checksum_of(header->key, sizeof header->key)) < PATH_BYTES;
    free(own);
    return fits;
}

/* Reads the values. Returns NULL if the bytes are damaged, or if their key does not begin with so
 * many bytes of the expected one. */
static Calibration *read_values(const void *bytes, size_t length, const CacheHeader *expected,
                                size_t shared) {
    CacheHeader header;
    const size_t rest = length < sizeof header ? 1 : length - sizeof header;
    Calibration *calibration =
        rest % sizeof(float) == 0 ? calibration_new(rest / sizeof(float)) : NULL;
    if (calibration == NULL) {
        return NULL;
    }
    memcpy(&header, bytes, sizeof header);
    memcpy(calibration->values, (const char *)bytes + sizeof header, rest);
    bool is_sound = memcmp(header.key, expected->key, shared) == 0 &&
                    checksum_of(calibration->values, rest) == header.checksum;
    for (size_t i = 0; i < calibration->count; i++) {
        is_sound = is_sound && isfinite(calibration->values[i]);
    }
    if (!is_sound) {
        free(calibration);
    }
    return is_sound ? calibration : NULL;
}

Calibration *calibration_inside(uint64_t model) {
    CacheHeader header;
    const size_t shared = write_key(&(CalibrationKey){model, ""}, &header);
    return read_values(INSIDE, sizeof INSIDE, &header, shared);
}

Calibration *calibration_load(const CalibrationKey *key) {
    CacheHeader header;
    char folder[PATH_BYTES], path[PATH_BYTES];
    Status ignored;
    size_t length;
    char *bytes = find_file(key, &header, folder, path)
                      ? file_read(path, FILE_REGULAR, FILE_BYTES_MAX, &length, &ignored)
                      : NULL;
    Calibration *calibration =
        bytes != NULL ? read_values(bytes, length, &header, sizeof header.key) : NULL;
    free(bytes);
    return calibration;
}

/* Removes files beside the new one until there are not too many. */
static void make_space(const char *folder, const char *new) {
    char **names = os_list_folder(folder), path[PATH_BYTES];
    int count = 0;
    for (char **name = names; name != NULL && *name != NULL; name++) {
        if (strncmp(*name, PREFIX, strlen(PREFIX)) == 0 &&
            snprintf(path, sizeof path, "%s%s", folder, *name) < PATH_BYTES &&
            strcmp(path, new) != 0 && ++count >= FILES_MAX) {
            os_remove(path);
        }
    }
    free(names);
}

void calibration_save(const CalibrationKey *key, const Calibration *calibration) {
    CacheHeader header;
    char folder[PATH_BYTES], path[PATH_BYTES];
    Status ignored;
    const size_t rest = calibration->count * sizeof(float), bytes = sizeof header + rest;
    char *content = malloc(bytes);
    if (content != NULL && bytes <= FILE_BYTES_MAX && find_file(key, &header, folder, path) &&
        file_make_two_folders(folder)) {
        header.checksum = checksum_of(calibration->values, rest);
        memcpy(content, &header, sizeof header);
        memcpy(content + sizeof header, calibration->values, rest);
        if (file_replace(path, content, bytes, &ignored)) {
            make_space(folder, path);
        }
    }
    free(content);
}
