/* What fuzz targets share. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FUZZ_PATH_MAX = 64 };

/* Aborts, which the fuzzer reports, unless the property holds. */
static inline void require(bool condition) {
    if (!condition) {
        abort();
    }
}

/* Returns a copy of just these bytes, so that AddressSanitizer sees a read past their end. */
static inline uint8_t *fuzz_copy(const void *bytes, size_t length) {
    uint8_t *copy = malloc(length > 0 ? length : 1);
    require(copy != NULL);
    memcpy(copy, bytes, length);
    return copy;
}

/* Opens a file in memory with these bytes. Returns the descriptor; path names the file until that
 * is closed. */
static inline int fuzz_open(const void *bytes, size_t length, char path[FUZZ_PATH_MAX]) {
    const int file = memfd_create("fuzz", 0);
    require(file >= 0 && write(file, bytes, length) == (ssize_t)length);
    snprintf(path, FUZZ_PATH_MAX, "/proc/self/fd/%d", file);
    return file;
}

/* A message is one line that begins with the path. */
static inline void fuzz_check_refusal(const char *path, const char *message) {
    require(strncmp(message, path, strlen(path)) == 0 && strchr(message, '\n') == NULL);
}

/* Changes bytes of a good file: of each three bytes of data two are the place and one is what the
 * byte there is combined with. */
static inline void fuzz_change(uint8_t *bytes, size_t length, const uint8_t *data, size_t size) {
    for (size_t at = 0; at + 3 <= size && length > 0; at += 3) {
        bytes[(data[at] | (size_t)data[at + 1] << 8) % length] ^= data[at + 2];
    }
}

/* Reads a file of at most this many bytes that a target has written, and removes it. */
static inline size_t fuzz_take_file(const char *path, uint8_t *bytes, size_t most) {
    FILE *file = fopen(path, "rb");
    require(file != NULL);
    const size_t length = fread(bytes, 1, most, file);
    fclose(file);
    unlink(path);
    return length;
}

#endif
