/* Reads the layers that networks are made of, each into memory of the model, and checks shapes
 * against what is expected. Errors are the scanner's: after one, arrays are NULL.
 *
 * A ModelReader belongs to one thread. */
#ifndef ENGINE_EVAL_NET_MODEL_LAYERS_H
#define ENGINE_EVAL_NET_MODEL_LAYERS_H

#include "engine/eval/net/model/model.h"
#include "engine/eval/net/model/scanner.h"

enum { LAYERS_ANY = 0 }; /* any number of channels */

typedef struct {
    Scanner scanner;
    Model *model;
    int block_count; /* at all depths; limits the memory that blocks take besides their weights */
} ModelReader;

/* Allocates zeroed memory of the model for count items, aligned to a cache line. Returns NULL after
 * an error or if out of memory. */
void *layers_allocate(ModelReader *reader, size_t count, size_t item_bytes);

/* Frees all memory that was allocated for the model. */
void layers_free(Model *model);

/* Reads a number of channels, which must equal expected unless that is LAYERS_ANY. */
int layers_read_channels(ModelReader *reader, const char *what, int expected);

/* Reads count numbers of a header that are not needed, each from 0 to most. */
void layers_skip_integers(ModelReader *reader, const char *what, int count, int most);

/* in and out are expected numbers of channels. */
void layers_read_convolution(ModelReader *reader, int in, int out, Convolution *layer);
void layers_read_matrix(ModelReader *reader, int in, int out, Matrix *layer);

/* A matrix and a bias; for layers_read_dense, and an activation. */
void layers_read_biased(ModelReader *reader, int in, int out, Dense *dense);
void layers_read_dense(ModelReader *reader, int in, int out, Dense *dense);

/* A batch norm and the activation after it. */
void layers_read_norm(ModelReader *reader, int channels, Norm *norm);

Activation layers_read_activation(ModelReader *reader);

void layers_read_rms_norm(ModelReader *reader, int channels, RmsNorm *norm);

#endif
