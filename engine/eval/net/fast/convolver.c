#include "engine/eval/net/fast/convolver.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { DIRECT = 0 /* as a number of points: weights that are not Winograd's planes */ };

/* A filter's weights in the form that some convolvers need. */
struct Packed {
    int points; /* of Winograd's tiles, or DIRECT */
    dnnl_memory_desc_t form;
    dnnl_memory_t weights;
    Packed *next;
};

static const dnnl_data_type_t DATA_TYPES[] = {[ELEMENT_F32] = dnnl_f32,
                                              [ELEMENT_BF16] = dnnl_bf16,
                                              [ELEMENT_U8] = dnnl_u8,
                                              [ELEMENT_S8] = dnnl_s8};

static bool done(dnnl_status_t status) {
    return status == dnnl_success;
}

/* ---- The library ---- */

bool library_open(Library *library, Status *status) {
    library_stay_in_thread();
    if (!done(dnnl_engine_create(&library->engine, dnnl_cpu, 0))) {
        return status_fail(status, "oneDNN finds no processor to work on");
    }
    pthread_mutex_init(&library->mutex, NULL);
    return true;
}

void library_close(Library *library) {
    if (library->engine != NULL) {
        dnnl_engine_destroy(library->engine);
        pthread_mutex_destroy(&library->mutex);
    }
}

/* A oneDNN built on OpenMP uses the number of threads that OpenMP gives the calling thread; this
 * limits it to one. Other builds do not link the function. */
void library_stay_in_thread(void) {
    void (*set_threads)(int);
    void *symbol = dlsym(RTLD_DEFAULT, "omp_set_num_threads");
    if (symbol != NULL) {
        memcpy(&set_threads, &symbol, sizeof symbol);
        set_threads(1);
    }
}

bool library_has_bf16(void) {
    const dnnl_cpu_isa_t isa = dnnl_get_effective_cpu_isa();
    return (isa & dnnl_cpu_isa_avx512_core_bf16) == dnnl_cpu_isa_avx512_core_bf16;
}

bool library_has_int8(void) {
    const dnnl_cpu_isa_t isa = dnnl_get_effective_cpu_isa();
    return isa == dnnl_cpu_isa_avx2_vnni ||
           (isa & dnnl_cpu_isa_avx512_core_vnni) == dnnl_cpu_isa_avx512_core_vnni;
}

/* ---- Packed weights ---- */

void packed_free(Packed *packed) {
    for (Packed *next; packed != NULL; packed = next) {
        next = packed->next;
        dnnl_memory_destroy(packed->weights);
        free(packed);
    }
}

/* Writes plain weights in another form. */
static bool reorder(const Library *library, const dnnl_memory_desc_t *plain, void *weights,
                    dnnl_memory_t to) {
    dnnl_memory_t from = NULL;
    dnnl_primitive_desc_t description = NULL;
    dnnl_primitive_t primitive = NULL;
    dnnl_stream_t stream = NULL;
    const dnnl_memory_desc_t *form;
    const bool ok = done(dnnl_memory_get_memory_desc(to, &form)) &&
                    done(dnnl_memory_create(&from, plain, library->engine, weights)) &&
                    done(dnnl_reorder_primitive_desc_create(&description, plain, library->engine,
                                                            form, library->engine, NULL)) &&
                    done(dnnl_primitive_create(&primitive, description)) &&
                    done(dnnl_stream_create(&stream, library->engine, dnnl_stream_default_flags));
    const dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}};
    const bool ran = ok && done(dnnl_primitive_execute(primitive, stream, 2, args)) &&
                     done(dnnl_stream_wait(stream));
    dnnl_stream_destroy(stream);
    dnnl_primitive_destroy(primitive);
    dnnl_primitive_desc_destroy(description);
    dnnl_memory_destroy(from);
    return ran;
}

static bool reorder_direct(const Library *library, const Filter *filter, dnnl_memory_t to) {
    const dnnl_dims_t sizes = {filter->out, filter->in, filter->kernel, filter->kernel};
    dnnl_memory_desc_t plain;
    return done(dnnl_memory_desc_init_by_tag(&plain, 4, sizes, dnnl_f32, dnnl_hwio)) &&
           reorder(library, &plain, filter->weights, to);
}

static bool reorder_winograd(const Library *library, const Filter *filter, int points,
                             dnnl_memory_t to) {
    const dnnl_dims_t sizes = {points * points, filter->in, filter->out};
    const size_t count = (size_t)sizes[0] * (size_t)sizes[1] * (size_t)sizes[2];
    float *planes = malloc(count * sizeof *planes);
    dnnl_memory_desc_t plain;
    if (planes == NULL) {
        return false;
    }
    winograd_transform(points, filter->weights, filter->in, filter->out, planes);
    const bool ok = done(dnnl_memory_desc_init_by_tag(&plain, 3, sizes, dnnl_f32, dnnl_abc)) &&
                    reorder(library, &plain, planes, to);
    free(planes);
    return ok;
}

static Packed *pack(const Library *library, const Filter *filter, int points,
                    const dnnl_memory_desc_t *form) {
    Packed *packed = calloc(1, sizeof *packed);
    if (packed == NULL) {
        return NULL;
    }
    packed->points = points;
    packed->form = *form;
    if (!done(dnnl_memory_create(&packed->weights, form, library->engine, DNNL_MEMORY_ALLOCATE)) ||
        !(points == DIRECT ? reorder_direct(library, filter, packed->weights)
                           : reorder_winograd(library, filter, points, packed->weights))) {
        packed_free(packed);
        return NULL;
    }
    return packed;
}

/* The weights in this form, packed the first time they are asked for. Returns NULL on failure. */
static dnnl_memory_t find_packed(Library *library, Filter *filter, int points,
                                 const dnnl_memory_desc_t *form) {
    pthread_mutex_lock(&library->mutex);
    Packed *packed = filter->packed;
    while (packed != NULL &&
           (packed->points != points || !dnnl_memory_desc_equal(&packed->form, form))) {
        packed = packed->next;
    }
    if (packed == NULL && (packed = pack(library, filter, points, form)) != NULL) {
        packed->next = filter->packed;
        filter->packed = packed;
    }
    pthread_mutex_unlock(&library->mutex);
    return packed != NULL ? packed->weights : NULL;
}

/* ---- Making primitives ---- */

static Element element_written(const Output *output) {
    return output->reader != NULL ? output->reader->element : ELEMENT_F32;
}

/* int8: scales each sum of products, which is in units, to steps of the reader. The bias is added
 * before that, in units. */
static bool scale_output(const Filter *filter, const Output *output, dnnl_primitive_attr_t attr) {
    if (filter->unit == NULL) {
        return true;
    }
    float *scales = malloc((size_t)filter->out * sizeof *scales);
    if (scales == NULL) {
        return false;
    }
    for (int o = 0; o < filter->out; o++) {
        scales[o] = filter->unit[o] * (output->reader != NULL ? output->reader->gain[o] : 1);
    }
    const int by_channel = 1 << 1;
    const bool ok =
        done(dnnl_primitive_attr_set_output_scales(attr, filter->out, by_channel, scales));
    free(scales);
    return ok;
}

static bool describe_output(const Filter *filter, const Output *output,
                            dnnl_primitive_attr_t attr) {
    dnnl_post_ops_t after = NULL;
    const bool ok =
        done(dnnl_post_ops_create(&after)) &&
        (!output->adds || done(dnnl_post_ops_append_sum(after, 1))) &&
        (!output->rectifies ||
         done(dnnl_post_ops_append_eltwise(after, 1, dnnl_eltwise_relu, 0, 0))) &&
        done(dnnl_primitive_attr_set_post_ops(attr, after)) &&
        done(dnnl_primitive_attr_set_scratchpad_mode(attr, dnnl_scratchpad_mode_user)) &&
        scale_output(filter, output, attr);
    dnnl_post_ops_destroy(after);
    return ok;
}

static bool describe_direct(const Convolver *convolver, dnnl_engine_t engine,
                            dnnl_primitive_attr_t attr, dnnl_primitive_desc_t *description) {
    const Filter *filter = convolver->filter;
    const Tiling *size = &convolver->tiling;
    const dnnl_data_type_t from_type = DATA_TYPES[filter->element],
                           to_type = DATA_TYPES[element_written(&convolver->output)];
    const dnnl_dims_t from_sizes = {size->batch, filter->in, size->height, size->width};
    const dnnl_dims_t to_sizes = {size->batch, filter->out, size->height, size->width};
    const dnnl_dims_t weight_sizes = {filter->out, filter->in, filter->kernel, filter->kernel};
    const dnnl_dims_t bias_sizes = {filter->out};
    const dnnl_dims_t stride = {1, 1}, margin = {filter->kernel / 2, filter->kernel / 2};
    dnnl_memory_desc_t from, to, weights, bias;
    dnnl_convolution_desc_t convolution;
    return done(dnnl_memory_desc_init_by_tag(&from, 4, from_sizes, from_type, dnnl_nhwc)) &&
           done(dnnl_memory_desc_init_by_tag(&to, 4, to_sizes, to_type, dnnl_nhwc)) &&
           done(dnnl_memory_desc_init_by_tag(&weights, 4, weight_sizes,
                                             filter->gain != NULL ? dnnl_s8 : from_type,
                                             dnnl_format_tag_any)) &&
           done(dnnl_memory_desc_init_by_tag(&bias, 1, bias_sizes, dnnl_f32, dnnl_a)) &&
           done(dnnl_convolution_forward_desc_init(&convolution, dnnl_forward_inference,
                                                   dnnl_convolution_direct, &from, &weights, &bias,
                                                   &to, stride, margin, margin)) &&
           describe_output(filter, &convolver->output, attr) &&
           done(dnnl_primitive_desc_create(description, &convolution, attr, engine, NULL));
}

static bool describe_winograd(const Convolver *convolver, dnnl_engine_t engine,
                              dnnl_primitive_attr_t attr, dnnl_primitive_desc_t *description) {
    const Filter *filter = convolver->filter;
    const int planes = convolver->tiling.points * convolver->tiling.points;
    const int tiles = tiling_count(&convolver->tiling);
    const dnnl_dims_t from_sizes = {planes, tiles, filter->in};
    const dnnl_dims_t weight_sizes = {planes, filter->in, filter->out};
    const dnnl_dims_t to_sizes = {planes, tiles, filter->out};
    dnnl_memory_desc_t from, to, weights;
    dnnl_matmul_desc_t product;
    return done(dnnl_memory_desc_init_by_tag(&from, 3, from_sizes, dnnl_f32, dnnl_abc)) &&
           done(dnnl_memory_desc_init_by_tag(&to, 3, to_sizes, dnnl_f32, dnnl_abc)) &&
           done(dnnl_memory_desc_init_by_tag(&weights, 3, weight_sizes, dnnl_f32,
                                             dnnl_format_tag_any)) &&
           done(dnnl_matmul_desc_init(&product, &from, &weights, NULL, &to)) &&
           done(dnnl_primitive_attr_set_scratchpad_mode(attr, dnnl_scratchpad_mode_user)) &&
           done(dnnl_primitive_desc_create(description, &product, attr, engine, NULL));
}

static bool add_arg(Convolver *convolver, int kind, const_dnnl_primitive_desc_t description,
                    dnnl_query_t what, dnnl_engine_t engine, dnnl_memory_t *memory) {
    const dnnl_memory_desc_t *form = dnnl_primitive_desc_query_md(description, what, 0);
    if (form == NULL || !done(dnnl_memory_create(memory, form, engine, DNNL_MEMORY_NONE))) {
        return false;
    }
    convolver->args[convolver->arg_count++] = (dnnl_exec_arg_t){kind, *memory};
    return true;
}

/* The bias in units of the sums. */
static bool add_bias(Convolver *convolver, dnnl_engine_t engine) {
    const Filter *filter = convolver->filter;
    const dnnl_dims_t sizes = {filter->out};
    dnnl_memory_desc_t form;
    void *memory;
    if (!done(dnnl_memory_desc_init_by_tag(&form, 1, sizes, dnnl_f32, dnnl_a)) ||
        !done(dnnl_memory_create(&convolver->bias, &form, engine, DNNL_MEMORY_ALLOCATE)) ||
        !done(dnnl_memory_get_data_handle(convolver->bias, &memory))) {
        return false;
    }
    float *bias = memory;
    for (int o = 0; o < filter->out; o++) {
        bias[o] = filter->unit != NULL ? filter->bias[o] / filter->unit[o] : filter->bias[o];
    }
    convolver->args[convolver->arg_count++] = (dnnl_exec_arg_t){DNNL_ARG_BIAS, convolver->bias};
    return true;
}

static size_t planes_bytes(const Convolver *convolver, int channels) {
    const Tiling *tiling = &convolver->tiling;
    return whole_lines((size_t)(tiling->points * tiling->points * tiling_count(tiling)) *
                       (size_t)channels * sizeof(float));
}

static bool make_primitive(Convolver *convolver, Library *library,
                           const_dnnl_primitive_desc_t description) {
    const dnnl_engine_t engine = library->engine;
    const dnnl_memory_desc_t *form =
        dnnl_primitive_desc_query_md(description, dnnl_query_weights_md, 0);
    const dnnl_memory_desc_t *scratch =
        dnnl_primitive_desc_query_md(description, dnnl_query_scratchpad_md, 0);
    dnnl_memory_t weights =
        find_packed(library, convolver->filter,
                    convolver->is_winograd ? convolver->tiling.points : DIRECT, form);
    if (weights == NULL || !done(dnnl_primitive_create(&convolver->primitive, description))) {
        return false;
    }
    convolver->args[convolver->arg_count++] = (dnnl_exec_arg_t){DNNL_ARG_WEIGHTS, weights};
    convolver->scratch_bytes = whole_lines(dnnl_memory_desc_get_size(scratch));
    if (convolver->is_winograd) {
        convolver->scratch_bytes += planes_bytes(convolver, convolver->filter->in) +
                                    planes_bytes(convolver, convolver->filter->out);
    }
    return add_arg(convolver, DNNL_ARG_SRC, description, dnnl_query_src_md, engine,
                   &convolver->from) &&
           add_arg(convolver, DNNL_ARG_DST, description, dnnl_query_dst_md, engine,
                   &convolver->to) &&
           add_arg(convolver, DNNL_ARG_SCRATCHPAD, description, dnnl_query_scratchpad_md, engine,
                   &convolver->scratch) &&
           (convolver->is_winograd || add_bias(convolver, engine));
}

bool convolver_init(Convolver *convolver, Library *library, Filter *filter, Output output,
                    int batch, int width, int height) {
    dnnl_primitive_attr_t attr = NULL;
    dnnl_primitive_desc_t description = NULL;
    *convolver = (Convolver){.filter = filter,
                             .output = output,
                             .is_winograd = filter->element == ELEMENT_F32 && filter->kernel == 3,
                             .tiling = tiling_choose(batch, width, height)};
    const bool ok = done(dnnl_primitive_attr_create(&attr)) &&
                    (convolver->is_winograd
                         ? describe_winograd(convolver, library->engine, attr, &description)
                         : describe_direct(convolver, library->engine, attr, &description)) &&
                    make_primitive(convolver, library, description);
    dnnl_primitive_desc_destroy(description);
    dnnl_primitive_attr_destroy(attr);
    return ok;
}

void convolver_clear(Convolver *convolver) {
    dnnl_primitive_destroy(convolver->primitive);
    dnnl_memory_destroy(convolver->from);
    dnnl_memory_destroy(convolver->to);
    dnnl_memory_destroy(convolver->scratch);
    dnnl_memory_destroy(convolver->bias);
    *convolver = (Convolver){0};
}

/* ---- Running ---- */

bool convolver_bind(Convolver *convolver, void *from, void *to, void *scratch) {
    char *free_bytes = scratch;
    if (convolver->is_winograd) {
        convolver->layer_from = from;
        convolver->layer_to = to;
        from = free_bytes;
        free_bytes += planes_bytes(convolver, convolver->filter->in);
        to = free_bytes;
        free_bytes += planes_bytes(convolver, convolver->filter->out);
        convolver->planes_in = from;
        convolver->planes_out = to;
    }
    return done(dnnl_memory_set_data_handle(convolver->from, from)) &&
           done(dnnl_memory_set_data_handle(convolver->to, to)) &&
           done(dnnl_memory_set_data_handle(convolver->scratch, free_bytes));
}

bool convolver_run(const Convolver *convolver, const Loops *loops, dnnl_stream_t stream) {
    const Filter *filter = convolver->filter;
    if (convolver->is_winograd) {
        winograd_gather(&convolver->tiling, loops, convolver->layer_from, filter->in,
                        convolver->planes_in);
    }
    if (!done(dnnl_primitive_execute(convolver->primitive, stream, convolver->arg_count,
                                     convolver->args)) ||
        !done(dnnl_stream_wait(stream))) {
        return false;
    }
    if (convolver->is_winograd) {
        winograd_scatter(&convolver->tiling, loops, convolver->planes_out, filter->out,
                         filter->bias, convolver->output.rectifies, convolver->output.adds,
                         convolver->layer_to);
    }
    return true;
}
