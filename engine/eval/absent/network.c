/* engine/eval/network.h without networks built in: none can be opened, so the functions that take
 * one are never called. */
#include "engine/eval/network.h"

#include <stdlib.h>

bool network_is_built_in(Status *status) {
    return status_fail(status, "this program was built without oneDNN 2, which networks need");
}

Network *network_open(const char *path, const NetworkOptions *options, Status *status) {
    (void)options;
    Status reason;
    network_is_built_in(&reason);
    status_fail(status, "%.150s: %.100s", path, reason.text);
    return NULL;
}

void network_close(Network *network) {
    (void)network;
}

const Evaluator *network_evaluator(const Network *network) {
    (void)network;
    abort();
}

const char *network_path(const Network *network) {
    (void)network;
    abort();
}

const char *network_name(const Network *network) {
    (void)network;
    abort();
}

int network_version(const Network *network) {
    (void)network;
    abort();
}

Precision network_precision(const Network *network) {
    (void)network;
    abort();
}

bool network_has_encoder(const Network *network) {
    (void)network;
    abort();
}

bool network_has_optimism(const Network *network) {
    (void)network;
    abort();
}

bool network_check_profile(const Network *network, const HumanProfile *profile, Status *status) {
    (void)network, (void)profile, (void)status;
    abort();
}

bool network_evaluate(Network *network, const NetworkQuestion *question, NetAnswer *answer) {
    (void)network, (void)question, (void)answer;
    abort();
}

double network_flop(const Network *network, int width, int height) {
    (void)network, (void)width, (void)height;
    abort();
}

FastTimes network_times(Network *network) {
    (void)network;
    abort();
}

double network_peak(Network *network) {
    (void)network;
    abort();
}
