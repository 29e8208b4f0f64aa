/* What kernels should do to values between products, in double precision and one by one. */
#ifndef TESTS_SUPPORT_ORACLE_LAYER_ORACLE_H
#define TESTS_SUPPORT_ORACLE_LAYER_ORACLE_H

#include "engine/base/rng.h"
#include "engine/eval/net/fast/kernels/kernels.h"

enum { LAYER_CHANNELS_MAX = 256 };

/* An OutputStage with memory of its own. */
typedef struct {
    OutputStage output_stage;
    float scale[LAYER_CHANNELS_MAX], bias[LAYER_CHANNELS_MAX], inverse_scale[LAYER_CHANNELS_MAX];
    float excess[KERNELS_PANEL];
} LayerWriting;

/* Writes for readers of this element, by random scales and inverse_scales. Bytes are at most
 * unsigned_most. */
void layer_oracle_writing(LayerWriting *made, Activation activation, Element element,
                          int unsigned_most, Rng *rng);

/* A value for a test, now and then far beyond any limit. */
float layer_oracle_value(Rng *rng);

/* activation(x * scale + bias) of that channel. */
double layer_oracle_normed(const OutputStage *output_stage, int channel, double x);

/* The number of that element at an index. */
double layer_oracle_read(Element element, const void *numbers, size_t index);

/* Whether the number that was written for x is right: floats up to rounding, others the nearest
 * whole number, or either one if x is about in the middle. x may be wrong by `error`. */
bool layer_oracle_is_right(const OutputStage *output_stage, int channel, double x, double error,
                           double number);

/* What clamping takes off the number for x; 0 for floats. */
double layer_oracle_excess(const OutputStage *output_stage, int channel, double x);

/* Has this much been added to the output stage's excess, which was 0? Up to the rounding of floats.
 */
bool layer_oracle_has_excess(const OutputStage *output_stage, double expected);

#endif
