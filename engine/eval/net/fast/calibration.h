/* The dynamic ranges of a network's values, from which whole numbers get their scales, and their
 * files in the user's cache folder: finding them takes most of the first start with a network. */
#ifndef ENGINE_EVAL_NET_FAST_CALIBRATION_H
#define ENGINE_EVAL_NET_FAST_CALIBRATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For each filter of a lowered graph, in order, what its input channels have been in calibration
 * games: the greatest absolute values, then the means. */
typedef struct {
    size_t count; /* of floats */
    float values[];
} Calibration;

/* Returns a calibration with all values 0, or NULL if out of memory. The caller frees it. */
Calibration *calibration_new(size_t count);

/* What a calibration is of: one with another key is never taken. */
typedef struct {
    uint64_t model;           /* the checksum of its file */
    const char *instructions; /* whose rounding decides about the calibration games */
} CalibrationKey;

/* Returns what calibration_save has kept, or NULL if there is no undamaged file for the key. The
 * caller frees it. */
Calibration *calibration_load(const CalibrationKey *key);

/* Keeps a calibration, if the user's cache folder is known and can be written. Of more than 32
 * files any other is removed. */
void calibration_save(const CalibrationKey *key, const Calibration *calibration);

#endif
