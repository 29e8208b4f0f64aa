/* engine/cluster/mpi: a rank alone, as in any build without MPI. tests/ranks/ has several. */
#include "engine/cluster/mpi/mpi.h"
#include "tests/support/program/cleanup.h"

Test(mpi, one_rank_agrees_with_itself) {
    Status status = {"as it was"};
    Mpi *mpi = mpi_open("a test", &status);
    MpiMessage message;
    json_t *settings = json_pack("{s:i, s:[s, s]}", "size", 5, "engines", "a", "b");
    cr_assert(mpi_size(mpi) == 1 && mpi_rank(mpi) == 0);
    cr_assert_not(mpi_receive(mpi, 0, &message));
    cr_assert(mpi_agree(mpi, settings, &status));
    cr_assert(mpi_all_ok(mpi, true, &status));
    cr_assert_str_eq(status.text, "as it was");
    cr_assert_not(mpi_all_ok(mpi, status_fail(&status, "no engine"), &status));
    cr_assert_str_eq(status.text, "no engine");
    json_decref(settings);
    mpi_close(mpi);
}

static bool has_variable(char *const *list, const char *text) {
    for (; *list != NULL; list++) {
        if (strcmp(*list, text) == 0) {
            return true;
        }
    }
    return false;
}

/* PMI_RANKS is not one of the names that make a rank of a process, but goes with them. */
Test(mpi, children_are_no_ranks) {
    static const char *const GONE[] = {"PMI_RANKS", "OMPI_COMM_WORLD_SIZE", "PMIX_RANK"};
    static const char *const KEPT[] = {"OMPI_ALLOW_RUN_AS_ROOT", "DIHEDRA_RANKS_TEST"};
    for (size_t i = 0; i < sizeof GONE / sizeof *GONE; i++) {
        unsetenv(GONE[i]);
    }
    setenv("PMI_RANKS", "1", 1);
    cr_assert_not(mpi_has_launcher());
    char **list = mpi_environment_of_child(NULL, 0);
    cr_assert(has_variable(list, "PMI_RANKS=1"), "nothing is hidden if there is no launcher");
    free(list);
    for (size_t i = 1; i < sizeof GONE / sizeof *GONE; i++) {
        setenv(GONE[i], "1", 1);
    }
    setenv(KEPT[0], "1", 1);
    setenv(KEPT[1], "1", 1);
    cr_assert(mpi_has_launcher());
    list = mpi_environment_of_child(NULL, 0);
    cr_assert_not(has_variable(list, "PMI_RANKS=1"));
    cr_assert_not(has_variable(list, "OMPI_COMM_WORLD_SIZE=1"));
    cr_assert_not(has_variable(list, "PMIX_RANK=1"));
    cr_assert(has_variable(list, "OMPI_ALLOW_RUN_AS_ROOT=1"));
    cr_assert(has_variable(list, "DIHEDRA_RANKS_TEST=1"));
    free(list);
    for (size_t i = 0; i < sizeof GONE / sizeof *GONE; i++) {
        unsetenv(GONE[i]);
    }
    unsetenv(KEPT[0]);
    unsetenv(KEPT[1]);
}
