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

/* oneDNN, shared by all threads. */
typedef struct {
    dnnl_engine_t engine;
    pthread_mutex_t mutex; /* guards the packed forms of all filters */
} Library;

bool library_open(Library *library, Status *status);
void library_close(Library *library);

/* Keeps the library's work in the calling thread: threads of its own would compete with ours. Call
 * it in every thread before it makes or runs convolvers. */
void library_stay_in_thread(void);

/* What the processor has and the library uses. */
bool library_has_bf16(void);
bool library_has_int8(void); /* products of bytes summed up in 32 bits by one instruction */

/* Bytes rounded up to whole cache lines. */
static inline size_t whole_lines(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

/* What a convolver writes. */
typedef struct {
    const Filter *reader; /* values are written as this filter reads them; NULL: fp32 */
    bool rectifies;       /* negative numbers become 0 */
    bool adds;            /* to what is there, in fp32 */
} Output;

enum { CONVOLVER_ARGS_MAX = 5 };

typedef struct {
    Filter *filter;
    Output output;
    bool is_winograd;
    Tiling tiling; /* a direct convolution uses batch, width and height alone */
    dnnl_primitive_t primitive;
    dnnl_memory_t from, to, scratch, bias;
    dnnl_exec_arg_t args[CONVOLVER_ARGS_MAX];
    int arg_count;
    size_t scratch_bytes; /* that convolver_run needs, whole cache lines */
    const float *layer_from;
    float *layer_to, *planes_in, *planes_out; /* Winograd's */
} Convolver;

/* Returns false if the library fails or if out of memory; clear the convolver even then. */
bool convolver_init(Convolver *convolver, Library *library, Filter *filter, Output output,
                    int batch, int width, int height);
void convolver_clear(Convolver *convolver);

/* Sets where values are read and written, and the scratch memory (scratch_bytes) that may be
 * overwritten in each run. Returns false if the library fails. */
bool convolver_bind(Convolver *convolver, void *from, void *to, void *scratch);

bool convolver_run(const Convolver *convolver, const Loops *loops, dnnl_stream_t stream);

/* Frees a filter's packed forms. */
void packed_free(Packed *packed);

#endif
