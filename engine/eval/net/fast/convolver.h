/* One convolution of the fast evaluator for one size of board and batch, by the library oneDNN:
 * directly, or for 3x3 kernels in 32-bit floats as Winograd's, with the library's product of
 * matrices in the middle.
 *
 * A Convolver belongs to one thread. Filters are shared: packing their weights for a convolver is
 * guarded by the library's mutex. */
#ifndef ENGINE_EVAL_NET_FAST_CONVOLVER_H
#define ENGINE_EVAL_NET_FAST_CONVOLVER_H

#include <dnnl.h>
#include <pthread.h>

#include "engine/base/status.h"
#include "engine/eval/net/fast/filter.h"
#include "engine/eval/net/fast/winograd.h"

/* oneDNN as all threads use it. */
typedef struct {
    dnnl_engine_t engine;
    pthread_mutex_t mutex; /* of all filters' packed forms */
} Library;

bool library_open(Library *library, Status *status);
void library_close(Library *library);

/* Keeps the library's work in the calling thread: its own threads would only be in the way of ours.
 * To be called in every thread before it makes or runs convolvers. */
void library_stay_in_thread(void);

/* What the processor has, as far as the library uses it. */
bool library_has_bf16(void);
bool library_has_int8(void); /* products of bytes summed up in 32 bits by one instruction */

/* Bytes in whole cache lines. */
static inline size_t whole_lines(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

/* What a convolver writes. */
typedef struct {
    const Filter *reader; /* values are written as this filter reads them; NULL: 32-bit floats */
    bool rectifies;       /* negative numbers become 0 */
    bool adds;            /* to what is there; 32-bit floats */
} Output;

enum { CONVOLVER_ARGS_MAX = 5 };

typedef struct {
    Filter *filter;
    Output output;
    bool is_winograd;
    Tiling tiling; /* batch, width and height count for a direct convolution too */
    dnnl_primitive_t primitive;
    dnnl_memory_t from, to, scratch, bias;
    dnnl_exec_arg_t args[CONVOLVER_ARGS_MAX];
    int arg_count;
    size_t scratch_bytes; /* that convolver_run may use, whole cache lines */
    const float *layer_from;
    float *layer_to, *planes_in, *planes_out; /* Winograd's */
} Convolver;

/* False where the library refuses or memory runs out; the convolver is to be cleared even then. */
bool convolver_init(Convolver *convolver, Library *library, Filter *filter, Output output,
                    int batch, int width, int height);
void convolver_clear(Convolver *convolver);

/* Says where values are read and written, and where scratch_bytes are free while it runs. */
bool convolver_bind(Convolver *convolver, void *from, void *to, void *scratch);

bool convolver_run(const Convolver *convolver, const Loops *loops, dnnl_stream_t stream);

/* Frees a filter's packed forms. */
void packed_free(Packed *packed);

#endif
