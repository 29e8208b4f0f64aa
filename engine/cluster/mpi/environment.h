/* An MPI launcher's variables in the environment, and a child's environment without them: a program
 * that we start must not join as our rank. An engine that we start does not read the user's config
 * file either: all its options are on its command line. */
#ifndef ENGINE_CLUSTER_MPI_ENVIRONMENT_H
#define ENGINE_CLUSTER_MPI_ENVIRONMENT_H

#include <stdbool.h>

/* Has a launcher started this process, whether or not this build can use it? */
bool environment_has_launcher(void);

/* Returns the environment for a child, with variables "NAME=VALUE" that are added or replace
 * others, the last of a name: a list that ends in NULL, of texts that are constant or belong to the
 * environment or the caller. The caller frees the list with free(). */
char **environment_of_child(const char *const *added, int added_count);

#endif
