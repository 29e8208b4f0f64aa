/* network.h where networks are not built in: none can be opened, so nothing else can be called. */
#include "engine/eval/network.h"

#include <stdlib.h>

Network *network_open(const char *path, const NetworkOptions *options, Status *status) {
    (void)options;
    status_fail(status,
                "%.150s: this program was built without zlib or oneDNN, which networks need", path);
    return NULL;
}

void network_close(Network *network) {
    (void)network;
}
