#include "engine/solve/verify/verify_checkpoint.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"

enum { NUMBER_BYTES = 8 };
static const double SAVING_SHARE = 0.1; /* of the time, at most */
static const char VERSION[] = "dihedra verification 1\n";
static const char DAMAGED[] = "a damaged checkpoint";

static void add_number(Text *text, uint64_t number) {
    uint8_t bytes[NUMBER_BYTES];
    for (int i = 0; i < NUMBER_BYTES; i++) {
        bytes[i] = (uint8_t)(number >> 8 * i);
    }
    text_append(text, (const char *)bytes, sizeof bytes);
}

static uint64_t read_number(const uint8_t *bytes) {
    uint64_t number = 0;
    for (int i = 0; i < NUMBER_BYTES; i++) {
        number |= (uint64_t)bytes[i] << 8 * i;
    }
    return number;
}

bool verify_checkpoint_save(VerifyCheckpoint *checkpoint, const Check *check, Status *status) {
    const ProofFile *file = check->file;
    const RecordList *records = &check->records;
    const double before = clock_seconds();
    Text text = {0};
    if (SAVING_SHARE * (before - checkpoint->saved) < checkpoint->saving_seconds) {
        return true;
    }
    text_add(&text,
             "%sproof %s %zu\nsection %d\nblock %zu\ncycles %zu\npositions %zu\nrecords %zu\n"
             "missing %zu\n",
             VERSION, file->checksum, file->source->length, checkpoint->section, checkpoint->block,
             checkpoint->cyclic_boards, checkpoint->path_positions, records->count,
             check->missing_count);
    for (size_t i = 0; i < records->count; i++) {
        add_number(&text, records->numbers[i]);
        text_append(&text, (const char *)record_list_get(records, i), records->record_bytes);
    }
    for (size_t i = 0; i < check->missing_count; i++) {
        add_number(&text, check->missing[i].number);
        add_number(&text, (uint64_t)check->missing[i].cell);
    }
    add_number(&text, proof_file_sum((const uint8_t *)text.bytes, text.length));
    const bool ok = file_replace(checkpoint->path, text.bytes, text.length, status);
    text_free(&text);
    checkpoint->saved = clock_seconds();
    checkpoint->saving_seconds = checkpoint->saved - before;
    return ok;
}

/* ---- Reading ---- */

typedef struct {
    char sum[17];
    size_t length, records, missing;
    int head; /* bytes */
} Head;

static const char *read_head(const char *text, size_t length, const ProofFile *file,
                             VerifyCheckpoint *checkpoint, Head *head) {
    if (length < sizeof VERSION - 1 || memcmp(text, "dihedra verification ", 21) != 0) {
        return "not a checkpoint of dihedra verify";
    }
    if (memcmp(text, VERSION, sizeof VERSION - 1) != 0) {
        return "a checkpoint of another version of dihedra verify";
    }
    head->head = 0;
    sscanf(text + sizeof VERSION - 1,
           "proof %16s %zu\nsection %d\nblock %zu\ncycles %zu\npositions %zu\nrecords %zu\n"
           "missing %zu%n",
           head->sum, &head->length, &checkpoint->section, &checkpoint->block,
           &checkpoint->cyclic_boards, &checkpoint->path_positions, &head->records, &head->missing,
           &head->head);
    head->head += (int)sizeof VERSION; /* and a newline */
    if (head->head == (int)sizeof VERSION || length < (size_t)head->head + NUMBER_BYTES ||
        read_number((const uint8_t *)text + length - NUMBER_BYTES) !=
            proof_file_sum((const uint8_t *)text, length - NUMBER_BYTES)) {
        return DAMAGED;
    }
    return strcmp(head->sum, file->checksum) == 0 && head->length == file->source->length
               ? NULL
               : "a checkpoint of another proof";
}

/* Nothing that was read may lead out of a list. */
static bool is_right(const VerifyCheckpoint *checkpoint, const ProofFile *file) {
    const RecordList *records = &checkpoint->records;
    const Strategy *strategy = &file->strategy[checkpoint->section];
    bool ok = checkpoint->block <= strategy->block_count;
    for (size_t i = 0; ok && i < records->count; i++) {
        SlowBoard board;
        int ko, move;
        ok = records->numbers[i] < strategy->count &&
             (i == 0 || records->numbers[i - 1] < records->numbers[i]) &&
             record_unpack(&file->rules, record_list_get(records, i), &board, &ko, &move);
    }
    for (size_t i = 0; ok && i < checkpoint->missing_count; i++) {
        const MissingReply *reply = &checkpoint->missing[i];
        ok = (reply->number == CHECK_ROOT ||
              record_list_find(records, reply->number) < records->count) &&
             reply->cell >= 0 && reply->cell < file->rules.count;
    }
    return ok;
}

static bool read_lists(const uint8_t *bytes, size_t length, const Head *head, const ProofFile *file,
                       VerifyCheckpoint *checkpoint) {
    const size_t item = NUMBER_BYTES + file->record_bytes, missing_item = (size_t)2 * NUMBER_BYTES;
    if (checkpoint->section < 0 || checkpoint->section >= file->count ||
        head->records > length / item || head->missing > length / missing_item ||
        head->records * item + head->missing * missing_item != length) {
        return false;
    }
    checkpoint->records.record_bytes = file->record_bytes;
    for (size_t i = 0; i < head->records; i++, bytes += item) {
        record_list_add(&checkpoint->records, bytes + NUMBER_BYTES, read_number(bytes));
    }
    for (size_t i = 0; i < head->missing; i++, bytes += missing_item) {
        checkpoint->missing = memory_grow(checkpoint->missing, checkpoint->missing_count,
                                          sizeof *checkpoint->missing);
        checkpoint->missing[checkpoint->missing_count++] =
            (MissingReply){read_number(bytes), (int)read_number(bytes + NUMBER_BYTES)};
    }
    return is_right(checkpoint, file);
}

bool verify_checkpoint_load(VerifyCheckpoint *checkpoint, const ProofFile *file, Status *status) {
    Head head;
    size_t length;
    checkpoint->saved = clock_seconds();
    if (!os_exists(checkpoint->path)) {
        return true;
    }
    char *text = file_read(checkpoint->path, FILE_REGULAR, SIZE_MAX / 2, &length, status);
    if (text == NULL) {
        return false;
    }
    const char *reason = read_head(text, length, file, checkpoint, &head);
    if (reason == NULL &&
        !read_lists((const uint8_t *)text + head.head, length - (size_t)head.head - NUMBER_BYTES,
                    &head, file, checkpoint)) {
        reason = DAMAGED;
    }
    free(text);
    return reason == NULL || file_fail(status, checkpoint->path, reason);
}
