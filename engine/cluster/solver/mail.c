#include "engine/cluster/solver/mail.h"

#include <stdlib.h>

#include "engine/base/memory.h"

void mail_init(Mail *mail, Ranks *ranks) {
    const size_t count = (size_t)ranks_count(ranks);
    *mail = (Mail){.ranks = ranks,
                   .out = memory_new(count, sizeof *mail->out),
                   .is_urgent = memory_new(count, sizeof *mail->is_urgent)};
}

void mail_free(Mail *mail) {
    for (int rank = 0; rank < ranks_count(mail->ranks); rank++) {
        text_free(&mail->out[rank]);
    }
    free(mail->out);
    free(mail->is_urgent);
}

void mail_post(Mail *mail, int rank, const Parcel *parcel, bool is_urgent) {
    parcel_add(parcel, &mail->out[rank]);
    mail->is_urgent[rank] |= is_urgent;
    mail->records += rank != ranks_own(mail->ranks);
}

void mail_flush(Mail *mail, bool everything) {
    for (int rank = 0; rank < ranks_count(mail->ranks); rank++) {
        Text *out = &mail->out[rank];
        if (rank != ranks_own(mail->ranks) && out->length > 0 &&
            (everything || mail->is_urgent[rank] || out->length >= MAIL_BATCH_BYTES)) {
            ranks_send(mail->ranks, rank, MAIL_KIND, out->bytes, out->length);
            text_clear(out);
            mail->is_urgent[rank] = false;
        }
    }
}

bool mail_take_own(Mail *mail, Text *batch) {
    Text *own = &mail->out[ranks_own(mail->ranks)];
    *batch = *own;
    *own = (Text){0};
    return batch->length > 0;
}
