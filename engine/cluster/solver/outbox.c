#include "engine/cluster/solver/outbox.h"

#include <stdlib.h>

#include "engine/base/memory.h"

void outbox_init(Outbox *outbox, Mpi *mpi) {
    const size_t count = (size_t)mpi_size(mpi);
    *outbox = (Outbox){.mpi = mpi,
                       .out = memory_new(count, sizeof *outbox->out),
                       .is_urgent = memory_new(count, sizeof *outbox->is_urgent)};
}

void outbox_free(Outbox *outbox) {
    for (int rank = 0; rank < mpi_size(outbox->mpi); rank++) {
        text_free(&outbox->out[rank]);
    }
    free(outbox->out);
    free(outbox->is_urgent);
}

void outbox_add(Outbox *outbox, int rank, const Message *message, bool is_urgent) {
    message_add(message, &outbox->out[rank]);
    outbox->is_urgent[rank] |= is_urgent;
    outbox->records += rank != mpi_rank(outbox->mpi);
}

void outbox_flush(Outbox *outbox, bool everything) {
    for (int rank = 0; rank < mpi_size(outbox->mpi); rank++) {
        Text *out = &outbox->out[rank];
        if (rank != mpi_rank(outbox->mpi) && out->length > 0 &&
            (everything || outbox->is_urgent[rank] || out->length >= OUTBOX_BATCH_BYTES)) {
            mpi_send(outbox->mpi, rank, OUTBOX_KIND, out->bytes, out->length);
            text_clear(out);
            outbox->is_urgent[rank] = false;
        }
    }
}

bool outbox_take_own(Outbox *outbox, Text *batch) {
    Text *own = &outbox->out[mpi_rank(outbox->mpi)];
    *batch = *own;
    *own = (Text){0};
    return batch->length > 0;
}
