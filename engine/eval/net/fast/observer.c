#include "engine/eval/net/fast/observer.h"

#include <math.h>
#include <stdlib.h>

Observer *observer_new(int in) {
    Observer *observer = calloc(1, sizeof *observer);
    if (observer == NULL) {
        return NULL;
    }
    observer->in = in;
    observer->greatest = calloc((size_t)in, sizeof *observer->greatest);
    observer->sums = calloc((size_t)in, sizeof *observer->sums);
    if (observer->greatest == NULL || observer->sums == NULL) {
        observer_free(observer);
        return NULL;
    }
    return observer;
}

void observer_free(Observer *observer) {
    if (observer != NULL) {
        free(observer->greatest);
        free(observer->sums);
        free(observer);
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

void observer_add(Observer *observer, const float *values, int cells) {
    observer->cells += cells;
    for (int cell = 0; cell < cells; cell++, values += observer->in) {
        note_cell(values, observer->in, observer->greatest, observer->sums);
    }
}
