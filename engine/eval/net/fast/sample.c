#include "engine/eval/net/fast/sample.h"

#include <math.h>
#include <stdlib.h>

Sample *sample_new(int in) {
    Sample *sample = calloc(1, sizeof *sample);
    if (sample == NULL) {
        return NULL;
    }
    sample->in = in;
    sample->greatest = calloc((size_t)in, sizeof *sample->greatest);
    sample->sums = calloc((size_t)in, sizeof *sample->sums);
    if (sample->greatest == NULL || sample->sums == NULL) {
        sample_free(sample);
        return NULL;
    }
    return sample;
}

void sample_free(Sample *sample) {
    if (sample != NULL) {
        free(sample->greatest);
        free(sample->sums);
        free(sample);
    }
}

/* `restrict` and the comparison, which passes over what is not a number, let compilers vectorise.
 */
static void note_cell(const float *restrict values, int in, float *restrict greatest,
                      double *restrict sums) {
    for (int i = 0; i < in; i++) {
        const float size = fabsf(values[i]);
        greatest[i] = size > greatest[i] ? size : greatest[i];
    }
    for (int i = 0; i < in; i++) {
        sums[i] += (double)values[i];
    }
}

void sample_note(Sample *sample, const float *values, int cells) {
    sample->cells += cells;
    for (int cell = 0; cell < cells; cell++, values += sample->in) {
        note_cell(values, sample->in, sample->greatest, sample->sums);
    }
}
