/* The dynamic ranges of a network's values, from which whole numbers get their scales. Finding them
 * takes most of the first start with a network, so they are kept: those of the network inside in
 * the program, others as files in the user's cache folder. */
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
    uint64_t model;           /* Model.checksum */
    const char *instructions; /* whose rounding decides about the calibration games */
} CalibrationKey;

/* Returns the calibration that the program contains, or NULL if it is of another model. The caller
 * frees it. */
Calibration *calibration_inside(uint64_t model);

/* Returns what calibration_save has kept, or NULL if there is no undamaged file for the key. The
 * caller frees it. */
Calibration *calibration_load(const CalibrationKey *key);

/* Keeps a calibration, if the user's cache folder is known and can be written. Of more than 32
 * files any other is removed. */
void calibration_save(const CalibrationKey *key, const Calibration *calibration);

#endif
