/* engine/cluster/mpi/ranks: a rank alone, as in any build without MPI. tests/ranks/ has several. */
#include "engine/cluster/farm/farm.h"
#include "engine/cluster/mpi/environment.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static Mpi *open_alone(void) {
    Status status;
    Mpi *mpi = mpi_open("a test", &status);
    cr_assert_not_null(mpi);
    return mpi;
}

Test(mpi, one_rank_is_the_first_everywhere) {
    Mpi *mpi = open_alone();
    cr_assert_eq(mpi_size(mpi), 1);
    cr_assert_eq(mpi_rank(mpi), 0);
    cr_assert_eq(mpi_node(mpi).size, 1);
    cr_assert_eq(mpi_node(mpi).rank, 0);
    cr_assert_eq(mpi_node(mpi).first_rank, 0);
    cr_assert_not(mpi_rank_is_lost(mpi, 0));
    cr_assert_eq(farm_slots(mpi, 0, 3), 3);
    cr_assert_eq(farm_slots(mpi, 5, 3), 5);
    mpi_close(mpi, 0);
}

Test(mpi, messages_to_itself_keep_their_order) {
    enum { LARGE = 1 << 20 };
    Mpi *mpi = open_alone();
    MpiMessage message;
    char *large = calloc(LARGE, 1);
    cr_assert_not(mpi_receive(mpi, &message));
    mpi_send(mpi, 0, 7, "one", 3);
    mpi_send(mpi, 0, 8, NULL, 0);
    mpi_send(mpi, 0, 9, large, LARGE);
    for (int kind = 7; kind <= 9; kind++) {
        cr_assert(mpi_wait(mpi, 0, &message));
        cr_assert_eq(message.kind, kind);
        cr_assert_eq(message.from, 0);
        cr_assert_eq(message.length, kind == 7 ? 3U : kind == 8 ? 0U : LARGE);
        cr_assert_eq(message.bytes[message.length], '\0');
        free(message.bytes);
    }
    cr_assert_not(mpi_wait(mpi, 0, &message));
    cr_assert_eq(mpi_traffic(mpi).messages, 0);
    mpi_send(mpi, 0, 1, "left", 4); /* freed at the end */
    mpi_close(mpi, 0);
    free(large);
}

Test(mpi, one_rank_agrees_with_itself) {
    Mpi *mpi = open_alone();
    Status status = {"as it was"};
    json_t *settings = json_pack("{s:i, s:[s, s]}", "size", 5, "engines", "a", "b");
    cr_assert(mpi_agree(mpi, "the weather", "fine", &status));
    cr_assert(mpi_agree_settings(mpi, settings, &status));
    cr_assert(mpi_all_ok(mpi, true, &status));
    cr_assert_str_eq(status.text, "as it was");
    cr_assert_not(mpi_all_ok(mpi, status_fail(&status, "no engine"), &status));
    cr_assert_str_eq(status.text, "no engine");
    json_decref(settings);
    mpi_close(mpi, 0);
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
    cr_assert_not(environment_has_launcher());
    char **list = environment_of_child();
    cr_assert(has_variable(list, "PMI_RANKS=1"), "nothing is hidden if there is no launcher");
    cr_assert(has_variable(list, "DIHEDRA_CONFIG=none"));
    free(list);
    for (size_t i = 1; i < sizeof GONE / sizeof *GONE; i++) {
        setenv(GONE[i], "1", 1);
    }
    setenv(KEPT[0], "1", 1);
    setenv(KEPT[1], "1", 1);
    cr_assert(environment_has_launcher());
    list = environment_of_child();
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
