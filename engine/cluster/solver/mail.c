#include "engine/cluster/solver/mail.h"

#include <stdlib.h>

#include "engine/base/memory.h"

void mail_init(Mail *mail, Mpi *mpi) {
    const size_t count = (size_t)mpi_size(mpi);
    *mail = (Mail){.mpi = mpi,
                   .out = memory_new(count, sizeof *mail->out),
                   .is_urgent = memory_new(count, sizeof *mail->is_urgent)};
}

void mail_free(Mail *mail) {
    for (int rank = 0; rank < mpi_size(mail->mpi); rank++) {
        text_free(&mail->out[rank]);
    }
    free(mail->out);
    free(mail->is_urgent);
}

void mail_post(Mail *mail, int rank, const Parcel *parcel, bool is_urgent) {
    parcel_add(parcel, &mail->out[rank]);
    mail->is_urgent[rank] |= is_urgent;
    mail->records += rank != mpi_rank(mail->mpi);
}

void mail_flush(Mail *mail, bool everything) {
    for (int rank = 0; rank < mpi_size(mail->mpi); rank++) {
        Text *out = &mail->out[rank];
        if (rank != mpi_rank(mail->mpi) && out->length > 0 &&
            (everything || mail->is_urgent[rank] || out->length >= MAIL_BATCH_BYTES)) {
            mpi_send(mail->mpi, rank, MAIL_KIND, out->bytes, out->length);
            text_clear(out);
            mail->is_urgent[rank] = false;
        }
    }
}

bool mail_take_own(Mail *mail, Text *batch) {
    Text *own = &mail->out[mpi_rank(mail->mpi)];
    *batch = *own;
    *own = (Text){0};
    return batch->length > 0;
}
