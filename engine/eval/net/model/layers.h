/* Reads the layers that networks are made of, each into memory of the model.
 *
 * A shape that is expected is checked against what the file says. On the first error a function
 * returns false with the scanner's message, and the caller must stop. A ModelReader belongs to one
 * thread. */
#ifndef ENGINE_EVAL_NET_MODEL_LAYERS_H
#define ENGINE_EVAL_NET_MODEL_LAYERS_H

#include "engine/eval/net/model/model.h"
#include "engine/eval/net/model/scanner.h"

enum { LAYERS_ANY = 0 }; /* a number of channels that may be any */

typedef struct {
    Scanner scanner;
    Model *model;
    int block_count; /* at all depths; limits the memory that blocks take besides their weights */
    size_t padded;   /* weights of the layers so far, their channels padded */
} ModelReader;

/* Allocates zeroed memory of the model for count items, aligned to a cache line. Returns NULL with
 * a message if out of memory. */
void *layers_allocate(ModelReader *reader, size_t count, size_t item_bytes);

/* Frees all memory that was allocated for the model. */
void layers_free(Model *model);

/* Reads an array of floats. Returns NULL with a message on failure. */
float *layers_read_floats(ModelReader *reader, size_t count);

/* Reads a number of channels, which must equal expected unless that is LAYERS_ANY. */
bool layers_read_channels(ModelReader *reader, const char *what, int expected, int *count);

/* Reads count numbers of a header that are not needed, each from 0 to most. */
bool layers_skip_integers(ModelReader *reader, const char *what, int count, int most);

/* in and out are expected numbers of channels. */
bool layers_read_convolution(ModelReader *reader, int in, int out, Convolution *layer);
bool layers_read_matrix(ModelReader *reader, int in, int out, Matrix *layer);

/* A matrix and a bias; for layers_read_dense, and an activation. */
bool layers_read_biased(ModelReader *reader, int in, int out, Dense *dense);
bool layers_read_dense(ModelReader *reader, int in, int out, Dense *dense);

/* A batch norm and the activation after it. */
bool layers_read_norm(ModelReader *reader, int channels, Norm *norm);

bool layers_read_activation(ModelReader *reader, Activation *activation);

/* The epsilon of an RMS norm, which must be positive. */
bool layers_read_epsilon(ModelReader *reader, double *epsilon);

bool layers_read_rms_norm(ModelReader *reader, int channels, RmsNorm *norm);

/* Notes how many values a layer gives for each point. */
void layers_note_channels(ModelReader *reader, int channels);

/* Notes a layer whose channels evaluators pad; one that they keep beside others has the largest
 * kernel of these. Fails if all layers so far take much more than the file. */
bool layers_note_padded(ModelReader *reader, int kernel, int in, int out);

#endif
