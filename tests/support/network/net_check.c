#include "tests/support/network/net_check.h"

static void release(void *model) {
    model_free(model);
}

Model *model_kept(Model *model) {
    cleanup_add(model, release);
    return model;
}

static void release_fast(void *fast) {
    fast_free(fast);
}

Fast *fast_kept(Fast *fast) {
    cleanup_add(fast, release_fast);
    return fast;
}

static void release_stream(void *stream) {
    fast_stream_free(stream);
}

FastStream *fast_stream_kept(Fast *fast, int batch_max) {
    FastStream *stream = fast_stream_new(fast, batch_max);
    cr_assert_not_null(stream);
    cleanup_add(stream, release_stream);
    return stream;
}

Model *net_check_read(const NetSpec *spec) {
    size_t length;
    uint8_t *bytes = net_spec_write(spec, &length);
    Status status;
    Model *model = model_read(bytes, length, &status);
    cr_assert_not_null(model, "%s", status.text);
    free(bytes);
    return model_kept(model);
}

static void release_network(void *network) {
    network_close(network);
}

void net_check_write(const NetSpec *spec, char path[TEMPORARY_PATH_MAX]) {
    size_t length;
    uint8_t *bytes = net_spec_write(spec, &length);
    temporary_file(path, bytes, length);
    free(bytes);
}

Network *net_check_open(const NetSpec *spec, Status *status) {
    const NetworkOptions options = {.precision = PRECISION_FP32};
    char path[TEMPORARY_PATH_MAX];
    net_check_write(spec, path);
    Network *network = network_open(path, &options, status);
    if (network != NULL) {
        cleanup_add(network, release_network);
    }
    return network;
}

Network *net_check_open_small(int version, uint64_t seed) {
    const NetSpec spec = net_spec_small(version, seed);
    Status status;
    Network *network = net_check_open(&spec, &status);
    cr_assert_not_null(network, "%s", status.text);
    return network;
}

void net_check_within(const char *what, double got, double expected, double error) {
    cr_assert_float_eq(got, expected, error + error * fabs(expected), "%s: %g, not %g", what, got,
                       expected);
}

void net_check_same(const NetAnswer *got, const NetAnswer *expected, int cells, double error) {
    net_check_within("win", got->win, expected->win, error);
    net_check_within("loss", got->loss, expected->loss, error);
    net_check_within("no result", got->no_result, expected->no_result, error);
    net_check_within("score", got->score_mean, expected->score_mean, error);
    net_check_within("score square", got->score_mean_square, expected->score_mean_square, error);
    net_check_within("lead", got->lead, expected->lead, error);
    net_check_within("variance time", got->variance_time, expected->variance_time, error);
    net_check_within("win error", got->winloss_error, expected->winloss_error, error);
    net_check_within("score error", got->score_error, expected->score_error, error);
    net_check_within("pass", (double)got->pass, (double)expected->pass, error);
    for (int cell = 0; cell < cells; cell++) {
        net_check_within("policy", (double)got->policy[cell], (double)expected->policy[cell],
                         error);
        net_check_within("ownership", (double)got->ownership[cell],
                         (double)expected->ownership[cell], error);
    }
}
