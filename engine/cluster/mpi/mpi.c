#include "engine/cluster/mpi/mpi.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "engine/base/version.h"

#ifdef DIHEDRA_MPI
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#endif

/* ---- The environment ---- */

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

bool mpi_has_launcher(void) {
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

char **mpi_environment_of_child(const char *const *added, int added_count) {
    const bool is_rank = mpi_has_launcher();
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

/* ---- Ranks ---- */

enum { HOST_MAX = 256 }; /* bytes of a host's name, with NUL */

typedef struct Sending Sending;

struct Mpi {
    int rank, size;
    Sending *sendings; /* that MPI may still read, the last first */
};

int mpi_size(const Mpi *mpi) {
    return mpi->size;
}

int mpi_rank(const Mpi *mpi) {
    return mpi->rank;
}

void mpi_own_name(const Mpi *mpi, char name[RANK_NAME_MAX]) {
    char host[HOST_MAX] = "";
    os_host_name(host, sizeof host);
    snprintf(name, RANK_NAME_MAX, "rank %d on %s", mpi->rank, host);
}

/* ---- What MPI does ---- */

#ifdef DIHEDRA_MPI

struct Sending {
    Sending *next;
    MPI_Request request;
    char *bytes;
};

/* MPI's threads leave signals to ours. Errors of MPI end all ranks, as its default is. */
static bool start_mpi(Mpi *mpi, Status *status) {
    if (!mpi_has_launcher()) {
        return true;
    }
    int given = 0;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const int code = MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code != MPI_SUCCESS || given < MPI_THREAD_FUNNELED) {
        return status_fail(status, "MPI does not start, or does not support threads");
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &mpi->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &mpi->size);
    return true;
}

static void finish_mpi(void) {
    int is_started = 0;
    MPI_Initialized(&is_started);
    if (is_started) {
        MPI_Finalize();
    }
}

/* Gives every rank the bytes of all: an array [rank][bytes]. */
static void gather_bytes(const Mpi *mpi, const void *own, size_t bytes, void *all) {
    if (mpi->size == 1) {
        memcpy(all, own, bytes);
    } else {
        MPI_Allgather(own, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, MPI_COMM_WORLD);
    }
}

/* Returns the text of rank 0; the caller frees it. */
static char *broadcast(const Mpi *mpi, const char *own) {
    int length = (int)strlen(own);
    if (mpi->size == 1) {
        return memory_copy(own);
    }
    MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
    char *text = memory_new((size_t)length + 1, 1);
    memcpy(text, own, mpi->rank == 0 ? (size_t)length : 0);
    MPI_Bcast(text, length, MPI_BYTE, 0, MPI_COMM_WORLD);
    return text;
}

void mpi_send(Mpi *mpi, int to, int kind, const void *bytes, size_t length) {
    assert(to >= 0 && to < mpi->size && to != mpi->rank && length < INT32_MAX);
    Sending *sending = memory_new(1, sizeof *sending);
    *sending = (Sending){.next = mpi->sendings, .bytes = memory_new(length + 1, 1)};
    memcpy(sending->bytes, length > 0 ? bytes : "", length);
    MPI_Isend(sending->bytes, (int)length, MPI_BYTE, to, kind, MPI_COMM_WORLD, &sending->request);
    mpi->sendings = sending;
}

/* Frees what MPI has taken; if it waits, all. */
static void free_sendings(Mpi *mpi, bool waits) {
    for (Sending **place = &mpi->sendings; *place != NULL;) {
        Sending *sending = *place;
        int is_done = 0;
        if (waits) {
            is_done = MPI_Wait(&sending->request, MPI_STATUS_IGNORE) == MPI_SUCCESS;
        } else {
            MPI_Test(&sending->request, &is_done, MPI_STATUS_IGNORE);
        }
        if (is_done) {
            *place = sending->next;
            free(sending->bytes);
            free(sending);
        } else {
            place = &sending->next;
        }
    }
}

/* Returns false if no message has come. */
static bool receive_message(Mpi *mpi, MpiMessage *message) {
    MPI_Status found;
    int is_there = 0, length = 0;
    if (mpi->size == 1) {
        return false;
    }
    free_sendings(mpi, false);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &found);
    if (!is_there) {
        return false;
    }
    MPI_Get_count(&found, MPI_BYTE, &length);
    *message = (MpiMessage){.from = found.MPI_SOURCE,
                            .kind = found.MPI_TAG,
                            .bytes = memory_new((size_t)length + 1, 1),
                            .length = (size_t)length};
    MPI_Recv(message->bytes, length, MPI_BYTE, message->from, message->kind, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return true;
}

#else

static bool start_mpi(Mpi *mpi, Status *status) {
    (void)mpi, (void)status;
    return true;
}

static void finish_mpi(void) {}

static void gather_bytes(const Mpi *mpi, const void *own, size_t bytes, void *all) {
    (void)mpi;
    memcpy(all, own, bytes);
}

static char *broadcast(const Mpi *mpi, const char *own) {
    (void)mpi;
    return memory_copy(own);
}

void mpi_send(Mpi *mpi, int to, int kind, const void *bytes, size_t length) {
    (void)mpi, (void)to, (void)kind, (void)bytes, (void)length;
    assert(false); /* there is no other rank */
}

static void free_sendings(Mpi *mpi, bool waits) {
    (void)mpi, (void)waits;
}

static bool receive_message(Mpi *mpi, MpiMessage *message) {
    (void)mpi, (void)message;
    return false;
}

#endif

/* ---- To join and to leave ---- */

Mpi *mpi_open(const char *command, Status *status) {
    Mpi *mpi = memory_new(1, sizeof *mpi);
    mpi->size = 1;
    if (!start_mpi(mpi, status)) {
        free(mpi);
        return NULL;
    }
    json_t *version = json_new_packed("{s:s, s:s}", "version", DIHEDRA_VERSION, "command", command);
    const bool ok = mpi_agree(mpi, version, status);
    json_decref(version);
    if (!ok) {
        mpi_close(mpi);
        mpi = NULL;
    }
    return mpi;
}

void mpi_close(Mpi *mpi) {
    fflush(NULL); /* the launcher may end this process as soon as another has ended */
    free_sendings(mpi, true);
    finish_mpi();
    free(mpi);
}

/* ---- To agree ---- */

typedef struct {
    bool ok;
    Status why;
} Verdict;

bool mpi_all_ok(Mpi *mpi, bool ok, Status *status) {
    if (mpi->size == 1) {
        return ok;
    }
    Verdict own = {.ok = ok}, *all = memory_new((size_t)mpi->size, sizeof *all);
    char name[RANK_NAME_MAX];
    mpi_own_name(mpi, name);
    if (!ok) {
        status_fail(&own.why, "%.60s: %.180s", name, status->text);
    }
    gather_bytes(mpi, &own, sizeof own, all);
    bool all_ok = true;
    for (int rank = 0; all_ok && rank < mpi->size; rank++) {
        all_ok = all[rank].ok || status_fail(status, "%s", all[rank].why.text);
    }
    free(all);
    return all_ok;
}

bool mpi_agree(Mpi *mpi, const json_t *settings, Status *status) {
    char *own = json_new_dump(settings, JSON_COMPACT), *text = broadcast(mpi, own);
    json_t *first = json_loads(text, 0, NULL), *here = json_loads(own, 0, NULL);
    JsonDifference difference;
    bool ok = true;
    if (json_differ(here, first, &difference)) {
        ok = status_fail(status, "\"%.40s\" is %s, that of rank 0 is %s", difference.key,
                         difference.here, difference.there);
    }
    json_decref(first);
    json_decref(here);
    free(own);
    free(text);
    return mpi_all_ok(mpi, ok, status);
}

/* ---- Messages ---- */

enum {
    LEAST_PAUSE = 20000,
    MOST_PAUSE = 2000000
}; /* nanoseconds between two looks for a message */

bool mpi_receive(Mpi *mpi, double seconds, MpiMessage *message) {
    const double end = clock_seconds() + seconds;
    for (long pause = LEAST_PAUSE; !receive_message(mpi, message);
         pause = pause < MOST_PAUSE ? 2 * pause : MOST_PAUSE) {
        const double left = end - clock_seconds();
        if (left <= 0) {
            return false;
        }
        const long most = left < 1 ? (long)(left * 1e9) : MOST_PAUSE;
        nanosleep(&(struct timespec){.tv_nsec = pause < most ? pause : most}, NULL);
    }
    return true;
}
