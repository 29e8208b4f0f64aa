/* `dihedra export-network FILE`: writes the network inside to a file, which KataGo reads, too. */
#ifndef GTP_EXPORT_NETWORK_H
#define GTP_EXPORT_NETWORK_H

/* Returns the exit status. */
int export_network_main(int argc, char **argv);

#endif
