#include "engine/cluster/mpi/environment.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/os/system.h"

/* By these the launchers say that there are other ranks: Open MPI, MPICH and its relatives, and
 * schedulers by PMIx. */
static const char *const SIGNS[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_RANK", "PMIX_RANK"};

/* What begins with these is for a rank alone. */
static const char *const PREFIXES[] = {"OMPI_",  "PMI_",      "PMIX_", "HYDI_",
                                       "HYDRA_", "MPI_LOCAL", "PRTE_"};

/* Except leave to run as root, which an engine that calls mpirun needs as we do. */
static const char KEPT[] = "OMPI_ALLOW_RUN_AS_ROOT";

static bool begins_with(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static bool is_of_a_rank(const char *variable) {
    bool any = false;
    for (size_t i = 0; i < sizeof PREFIXES / sizeof *PREFIXES; i++) {
        any |= begins_with(variable, PREFIXES[i]);
    }
    return any && !begins_with(variable, KEPT);
}

bool environment_has_launcher(void) {
    bool any = false;
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++) {
        any |= getenv(SIGNS[i]) != NULL;
    }
    return any;
}

/* Is a variable of that name among the added ones? */
static bool is_variable_added(const char *variable, const char *const *added, int count) {
    bool any = false;
    for (int i = 0; i < count; i++) {
        any |= strncmp(variable, added[i], strcspn(added[i], "=") + 1) == 0;
    }
    return any;
}

char **environment_of_child(const char *const *added, int added_count) {
    const bool is_rank = environment_has_launcher();
    char **own = os_environment();
    size_t count = 0, kept = 0;
    while (own[count] != NULL) {
        count++;
    }
    char **list = memory_new(count + (size_t)added_count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++) {
        if ((!is_rank || !is_of_a_rank(own[i])) && !is_variable_added(own[i], added, added_count)) {
            list[kept++] = own[i];
        }
    }
    for (int i = 0; i < added_count; i++) {
        if (!is_variable_added(added[i], added + i + 1, added_count - i - 1)) {
            list[kept++] = (char *)added[i];
        }
    }
    return list;
}
