#include "tests/support/network/net_open.h"

#include "tests/support/program/temporary_path.h"

static void release(void *network) {
    network_close(network);
}

Network *net_open(const NetSpec *spec, const NetworkOptions *options, Status *status) {
    char path[TEMPORARY_PATH_MAX];
    size_t length;
    uint8_t *bytes = net_spec_write(spec, &length);
    temporary_file(path, bytes, length);
    Network *network = network_open(path, options, status);
    free(bytes);
    if (network != NULL) {
        cleanup_add(network, release);
    }
    return network;
}
