/* A message is a copy in a queue until MPI has taken it; one to this rank itself until it is
 * received.
 */
#include "engine/cluster/mpi/mpi.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/clock.h"
#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "engine/base/text.h"
#include "engine/base/version.h"
#include "engine/cluster/mpi/environment.h"

#ifdef DIHEDRA_MPI
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#endif

enum {
    HOST_MAX = 256,   /* bytes of a host's name, with NUL */
    VERSION_MAX = 80, /* the same of version and command */
};

/* A message on its way to another rank, to this one from itself, or to this one from another. */
typedef struct Packet {
    struct Packet *next;
    MpiMessage message; /* until it arrives .from is the receiver */
    double due;         /* by clock_seconds(): not sent before */
#ifdef DIHEDRA_MPI
    MPI_Request request;
    bool is_started;
#endif
} Packet;

typedef struct {
    Packet *first, **end;
} PacketQueue;

struct Mpi {
    int rank, size;
    MpiNode node;
    char (*hosts)[HOST_MAX]; /* [rank] */
    bool *lost;              /* [rank] */
    bool any_lost;
    double delay;
    PacketQueue outgoing, to_self; /* in the order they were sent */
    PacketQueue arriving;          /* in the order in which MPI has announced them */
    MpiTraffic traffic;
};

/* A message with room for that many bytes, at the end of the queue. */
static Packet *add_packet(PacketQueue *queue, int from, int kind, size_t length) {
    Packet *packet = memory_new(1, sizeof *packet);
    packet->message = (MpiMessage){
        .from = from, .kind = kind, .bytes = memory_new(length + 1, 1), .length = length};
    *queue->end = packet;
    queue->end = &packet->next;
    return packet;
}

/* Removes the packet at this place of the queue; its bytes are the caller's. */
static void remove_packet(PacketQueue *queue, Packet **place) {
    Packet *packet = *place;
    *place = packet->next;
    queue->end = queue->end == &packet->next ? place : queue->end;
    free(packet);
}

int mpi_size(const Mpi *mpi) {
    return mpi->size;
}

int mpi_rank(const Mpi *mpi) {
    return mpi->rank;
}

MpiNode mpi_node(const Mpi *mpi) {
    return mpi->node;
}

void mpi_rank_name(const Mpi *mpi, int rank, char name[RANK_NAME_MAX]) {
    snprintf(name, RANK_NAME_MAX, "rank %d on %s", rank, mpi->hosts[rank]);
}

bool mpi_rank_is_lost(const Mpi *mpi, int rank) {
    return mpi->lost[rank];
}

void mpi_give_up_rank(Mpi *mpi, int rank) {
    mpi->any_lost |= rank != mpi->rank;
}

MpiTraffic mpi_traffic(const Mpi *mpi) {
    return mpi->traffic;
}

void mpi_set_delay(Mpi *mpi, double seconds) {
    mpi->delay = seconds;
}

/* ---- What MPI does ---- */

#ifdef DIHEDRA_MPI

static bool mpi_fail(const char *what, int code, Status *status) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    return status_fail(status, "MPI: %s: %.160s", what, text);
}

static void lose(Mpi *mpi, int rank) {
    mpi->lost[rank] = mpi->any_lost = true;
}

/* Finds out which ranks share this machine. */
static void find_node(Mpi *mpi) {
    MPI_Comm node;
    if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node) ==
        MPI_SUCCESS) {
        MPI_Comm_rank(node, &mpi->node.rank);
        MPI_Comm_size(node, &mpi->node.size);
        mpi->node.first_rank = mpi->rank;
        MPI_Bcast(&mpi->node.first_rank, 1, MPI_INT, 0, node);
        MPI_Comm_free(&node);
    }
}

static bool start(Mpi *mpi, Status *status) {
    if (!environment_has_launcher()) {
        return true;
    }
    int given = 0;
    sigset_t all, before; /* MPI's threads leave signals to ours */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const int code = MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code != MPI_SUCCESS) {
        return mpi_fail("it does not start", code, status);
    }
    if (given < MPI_THREAD_FUNNELED) {
        return status_fail(status, "MPI: this one does not work in a program with threads");
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &mpi->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &mpi->size);
    find_node(mpi);
    return true;
}

/* Gives every rank the bytes of all: an array [rank][bytes]. */
static bool share_bytes(const Mpi *mpi, const void *own, size_t bytes, void *all, Status *status) {
    if (mpi->size == 1) {
        memcpy(all, own, bytes);
        return true;
    }
    const int code =
        MPI_Allgather(own, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, MPI_COMM_WORLD);
    return code == MPI_SUCCESS || mpi_fail("the ranks do not meet", code, status);
}

/* Hands a message to MPI, and later finds out whether MPI is done with it. */
static bool is_sent(Mpi *mpi, Packet *out) {
    const MpiMessage *message = &out->message;
    int done = 0;
    if (mpi->lost[message->from]) {
        return !out->is_started; /* MPI may still read it: it is never freed */
    }
    if (!out->is_started) {
        out->is_started = true;
        if (MPI_Isend(message->bytes, (int)message->length, MPI_BYTE, message->from, message->kind,
                      MPI_COMM_WORLD, &out->request) != MPI_SUCCESS) {
            lose(mpi, message->from);
            return false;
        }
    }
    if (MPI_Test(&out->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
        lose(mpi, message->from);
    }
    return done != 0;
}

/* Begins to receive a message of one rank, or of any, if one is announced: to wait until MPI has
 * all of it would be to wait for its sender. Returns false if MPI fails. */
static bool begin_receive(Mpi *mpi, int source) {
    MPI_Status found;
    MPI_Message handle;
    int is_there = 0, length = 0;
    if (MPI_Improbe(source, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &handle, &found) !=
        MPI_SUCCESS) {
        return false;
    }
    if (!is_there) {
        return true;
    }
    MPI_Get_count(&found, MPI_BYTE, &length);
    Packet **end = mpi->arriving.end;
    Packet *in = add_packet(&mpi->arriving, found.MPI_SOURCE, found.MPI_TAG, (size_t)length);
    if (MPI_Imrecv(in->message.bytes, length, MPI_BYTE, &handle, &in->request) != MPI_SUCCESS) {
        free(in->message.bytes);
        remove_packet(&mpi->arriving, end);
        return false;
    }
    return true;
}

/* Once a rank is lost, to ask for a message of any rank is an error: then each is asked. */
static void begin_receives(Mpi *mpi) {
    const bool ok = begin_receive(mpi, MPI_ANY_SOURCE);
    for (int rank = 0; !ok && rank < mpi->size; rank++) {
        if (!mpi->lost[rank] && !begin_receive(mpi, rank)) {
            lose(mpi, rank);
        }
    }
}

/* Does an earlier message of the same rank still arrive? */
static bool has_earlier(const Mpi *mpi, const Packet *in) {
    const Packet *earlier = mpi->arriving.first;
    while (earlier != in && earlier->message.from != in->message.from) {
        earlier = earlier->next;
    }
    return earlier != in;
}

static bool receive(Mpi *mpi, MpiMessage *message) {
    if (mpi->size == 1) {
        return false;
    }
    begin_receives(mpi);
    for (Packet **place = &mpi->arriving.first; *place != NULL; place = &(*place)->next) {
        Packet *in = *place;
        int is_done = 0;
        if (has_earlier(mpi, in) || mpi->lost[in->message.from]) {
            continue; /* MPI may still write to that of a lost rank: it is never freed */
        }
        if (MPI_Test(&in->request, &is_done, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
            lose(mpi, in->message.from);
        } else if (is_done) {
            *message = in->message;
            remove_packet(&mpi->arriving, place);
            return true;
        }
    }
    return false;
}

enum { FINALIZE_SECONDS = 60 }; /* ranks end together, but for the engines that they still stop */

/* MPI_Finalize waits for ever if a rank was killed just before, which happens under MPICH's
 * launcher with -disable-auto-cleanup. */
static void stop_waiting(int number) {
    (void)number;
    _exit(EXIT_FAILURE);
}

static void finish(const Mpi *mpi, int exit_status) {
    if (mpi->any_lost && mpi->rank > 0) {
        _exit(exit_status); /* several that abort at once have left Open MPI's launcher hanging */
    }
    if (mpi->any_lost) {
        MPI_Abort(MPI_COMM_WORLD, exit_status);
    }
    int is_started = 0;
    MPI_Initialized(&is_started);
    if (is_started) {
        signal(SIGALRM, stop_waiting);
        alarm(FINALIZE_SECONDS);
        MPI_Finalize();
        alarm(0);
    }
}

#else

static bool start(Mpi *mpi, Status *status) {
    (void)mpi, (void)status;
    return true;
}

static bool share_bytes(const Mpi *mpi, const void *own, size_t bytes, void *all, Status *status) {
    (void)mpi, (void)status;
    memcpy(all, own, bytes);
    return true;
}

static bool is_sent(Mpi *mpi, Packet *out) {
    (void)mpi, (void)out;
    return true;
}

static bool receive(Mpi *mpi, MpiMessage *message) {
    (void)mpi, (void)message;
    return false;
}

static void finish(const Mpi *mpi, int exit_status) {
    (void)mpi, (void)exit_status;
}

#endif

/* ---- To join and to leave ---- */

static void free_ranks(Mpi *mpi) {
    free(mpi->hosts);
    free(mpi->lost);
    free(mpi);
}

static bool meet(Mpi *mpi, Status *status) {
    char own[HOST_MAX] = "";
    mpi->lost = memory_new((size_t)mpi->size, sizeof *mpi->lost);
    mpi->hosts = memory_new((size_t)mpi->size, sizeof *mpi->hosts);
    os_host_name(own, sizeof own);
    return share_bytes(mpi, own, HOST_MAX, mpi->hosts[0], status);
}

Mpi *mpi_open(const char *command, Status *status) {
    char version[VERSION_MAX];
    snprintf(version, sizeof version, "Dihedra " DIHEDRA_VERSION ", %s", command);
    Mpi *mpi = memory_new(1, sizeof *mpi);
    mpi->size = mpi->node.size = 1;
    mpi->outgoing.end = &mpi->outgoing.first;
    mpi->to_self.end = &mpi->to_self.first;
    mpi->arriving.end = &mpi->arriving.first;
    if (!start(mpi, status)) {
        free_ranks(mpi);
        return NULL;
    }
    if (!meet(mpi, status) || !mpi_agree(mpi, "the version", version, status)) {
        finish(mpi, EXIT_FAILURE);
        free_ranks(mpi);
        return NULL;
    }
    return mpi;
}

/* Gives every rank the texts of all, as an array [rank][*room], which the caller frees. Returns
 * NULL if MPI fails. */
static char *share_texts(const Mpi *mpi, const char *own, size_t *room, Status *status) {
    const size_t count = (size_t)mpi->size, bytes = strlen(own) + 1;
    size_t *sizes = memory_new(count, sizeof *sizes);
    bool ok = share_bytes(mpi, &bytes, sizeof bytes, sizes, status);
    *room = bytes;
    for (size_t rank = 0; ok && rank < count; rank++) {
        *room = sizes[rank] > *room ? sizes[rank] : *room;
    }
    free(sizes);
    char *padded = memory_new(*room, 1), *all = memory_new(count, *room);
    memcpy(padded, own, bytes);
    ok = ok && share_bytes(mpi, padded, *room, all, status);
    free(padded);
    if (!ok) {
        free(all);
        return NULL;
    }
    return all;
}

bool mpi_agree(Mpi *mpi, const char *what, const char *text, Status *status) {
    size_t room;
    char *all = share_texts(mpi, text, &room, status);
    bool ok = all != NULL;
    for (int rank = 1; ok && rank < mpi->size; rank++) {
        const char *other = all + (size_t)rank * room;
        if (strcmp(other, all) != 0) {
            char name[RANK_NAME_MAX];
            const size_t from = text_find_difference(other, all);
            const char *dots = from > 0 ? "..." : "";
            mpi_rank_name(mpi, rank, name);
            ok = status_fail(status, "%.60s: %.40s is %s%.50s, that of rank 0 is %s%.50s", name,
                             what, dots, other + from, dots, all + from);
        }
    }
    free(all);
    return ok;
}

/* Agrees on the list of keys first, so that all ranks then go through the same one. */
bool mpi_agree_settings(Mpi *mpi, const json_t *settings, Status *status) {
    Text keys = {0};
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)settings, key, value) {
        text_add(&keys, "%s ", key);
    }
    bool ok = mpi_agree(mpi, "the list of settings", text_get(&keys), status);
    text_free(&keys);
    json_object_foreach((json_t *)settings, key, value) {
        char what[64];
        char *text = json_new_dump(value, JSON_ENCODE_ANY | JSON_COMPACT);
        snprintf(what, sizeof what, "\"%.40s\"", key);
        ok = ok && mpi_agree(mpi, what, text, status);
        free(text);
    }
    return ok;
}

bool mpi_all_ok(Mpi *mpi, bool ok, Status *status) {
    if (mpi->size == 1) {
        return ok;
    }
    size_t room;
    char *all = share_texts(mpi, ok ? "" : status->text, &room, status);
    bool all_ok = all != NULL;
    for (int rank = 0; all_ok && rank < mpi->size; rank++) {
        const char *why = all + (size_t)rank * room;
        char name[RANK_NAME_MAX];
        mpi_rank_name(mpi, rank, name);
        all_ok = why[0] == '\0' || status_fail(status, "%.60s: %.180s", name, why);
    }
    free(all);
    return all_ok;
}

/* Hands on what is due, and forgets what is sent. Messages to one rank keep their order, since MPI
 * keeps it, and what is due later was sent later. */
static void push(Mpi *mpi) {
    const double now = mpi->outgoing.first == NULL || mpi->delay == 0 ? 0 : clock_seconds();
    Packet **place = &mpi->outgoing.first;
    while (*place != NULL && (mpi->delay == 0 || (*place)->due <= now)) {
        Packet *out = *place;
        if (is_sent(mpi, out)) {
            free(out->message.bytes);
            remove_packet(&mpi->outgoing, place);
        } else {
            place = &out->next;
        }
    }
}

enum {
    LAST_SECONDS = 10,   /* for what is still on its way at the end */
    LEAST_PAUSE = 20000, /* nanoseconds between two looks for a message */
    MOST_PAUSE = 2000000,
};

void mpi_close(Mpi *mpi, int exit_status) {
    const double end = clock_seconds() + LAST_SECONDS;
    fflush(NULL); /* the launcher may end this process as soon as another has ended */
    push(mpi);
    while (mpi->outgoing.first != NULL && !mpi->any_lost && clock_seconds() < end) {
        nanosleep(&(struct timespec){.tv_nsec = LEAST_PAUSE}, NULL);
        push(mpi);
    }
    finish(mpi, exit_status);
    while (mpi->to_self.first != NULL) {
        free(mpi->to_self.first->message.bytes);
        remove_packet(&mpi->to_self, &mpi->to_self.first);
    }
    free_ranks(mpi);
}

/* ---- Messages ---- */

void mpi_send(Mpi *mpi, int to, int kind, const void *bytes, size_t length) {
    assert(to >= 0 && to < mpi->size && length < INT32_MAX);
    if (mpi->lost[to]) {
        return;
    }
    Packet *out = add_packet(to == mpi->rank ? &mpi->to_self : &mpi->outgoing, to, kind, length);
    if (length > 0) {
        memcpy(out->message.bytes, bytes, length);
    }
    if (to != mpi->rank) {
        out->due = mpi->delay > 0 ? clock_seconds() + mpi->delay : 0;
        mpi->traffic.messages++;
        mpi->traffic.bytes += length;
        push(mpi);
    }
}

bool mpi_receive(Mpi *mpi, MpiMessage *message) {
    push(mpi);
    if (mpi->to_self.first == NULL) {
        return receive(mpi, message);
    }
    *message = mpi->to_self.first->message;
    remove_packet(&mpi->to_self, &mpi->to_self.first);
    return true;
}

bool mpi_wait(Mpi *mpi, double seconds, MpiMessage *message) {
    const double end = clock_seconds() + seconds;
    for (long pause = LEAST_PAUSE; !mpi_receive(mpi, message);
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
