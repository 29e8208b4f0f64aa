/* `dihedra export-network`: writes the network inside to a file. */
#ifndef GTP_EXPORT_NETWORK_H
#define GTP_EXPORT_NETWORK_H

#include "engine/base/options.h"

extern const CommandHelp EXPORT_NETWORK_HELP;

int export_network_main(int argc, char **argv);

#endif
