/* Opens networks that tests describe. */
#ifndef TESTS_SUPPORT_NETWORK_NET_OPEN_H
#define TESTS_SUPPORT_NETWORK_NET_OPEN_H

#include "engine/eval/network.h"
#include "tests/support/network/net_spec.h"

/* The network of a spec, by a file that is gone afterwards. It is closed when the test
 * ends. Returns NULL with the reason if it is refused. */
Network *net_open(const NetSpec *spec, const NetworkOptions *options, Status *status);

#endif
