/* The bytes of a proof, in memory, or in a file that is read piece by piece. Any thread may read.
 */
#ifndef ENGINE_SOLVE_VERIFY_SOURCE_H
#define ENGINE_SOLVE_VERIFY_SOURCE_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

typedef struct {
    const uint8_t *bytes; /* NULL: in the file */
    int file;
    size_t length;
    pthread_mutex_t lock; /* of the file's place */
} ProofSource;

/* The bytes must outlive the source. */
void proof_source_init(ProofSource *source, const uint8_t *bytes, size_t length);

/* Opens a file. Returns false with a message that begins with the path. */
bool proof_source_open(ProofSource *source, const char *path, Status *status);
void proof_source_close(ProofSource *source);

/* Reads `count` bytes from `at` on. Returns false if there are fewer or reading failed. */
bool proof_source_read(ProofSource *source, size_t at, void *to, size_t count);

#endif
