/* Records come back as they were packed; what makes no sense is refused. */
#include "engine/base/rng.h"
#include "engine/cluster/solver/message.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static uint64_t any(Rng *rng, uint64_t most) {
    const uint64_t word = (uint64_t)rng_below(rng, UINT32_MAX) << 32 | rng_below(rng, UINT32_MAX);
    return most == UINT64_MAX ? word : (word >> rng_below(rng, 64)) % (most + 1);
}

static Origin any_origin(Rng *rng) {
    return (Origin){(int)any(rng, 1023), any(rng, UINT64_MAX), (int)any(rng, BITBOARD_PASS)};
}

static Task any_task(Rng *rng, uint8_t *moves, uint8_t *places) {
    const Task task = {.search = {.epoch = (uint32_t)any(rng, UINT32_MAX),
                                  .attacker = (Color)any(rng, 1),
                                  .goal = (int)any(rng, 128) - 64,
                                  .first = (int)any(rng, BITBOARD_NONE),
                                  .trusts_open = any(rng, 1) != 0,
                                  .is_pessimistic = any(rng, 1) != 0},
                       .origin = any_origin(rng),
                       .depth = (int)any(rng, 510),
                       .is_large = any(rng, 1) != 0,
                       .is_lent = any(rng, 1) != 0,
                       .length = (int)any(rng, PATH_PLIES_MAX - 1),
                       .moves = moves,
                       .places = places};
    for (int i = 0; i < task.length; i++) {
        moves[i] = (uint8_t)any(rng, BITBOARD_PASS);
        places[i] = (uint8_t)any(rng, BITBOARD_PASS);
    }
    return task;
}

static void check_origin(const Origin *a, const Origin *b) {
    cr_assert(a->rank == b->rank && a->node == b->node && a->place == b->place);
}

static void check_task(const Task *a, const Task *b) {
    const DistributedSearch *p = &a->search, *q = &b->search;
    cr_assert(p->epoch == q->epoch && p->attacker == q->attacker && p->goal == q->goal &&
              p->first == q->first && p->trusts_open == q->trusts_open &&
              p->is_pessimistic == q->is_pessimistic);
    check_origin(&a->origin, &b->origin);
    cr_assert(a->depth == b->depth && a->is_large == b->is_large && a->is_lent == b->is_lent);
    cr_assert_eq(a->length, b->length);
    cr_assert_eq(memcmp(a->moves, b->moves, (size_t)a->length), 0);
    cr_assert_eq(memcmp(a->places, b->places, (size_t)a->length), 0);
}

static TaskResult any_result(Rng *rng) {
    return (TaskResult){.epoch = (uint32_t)any(rng, UINT32_MAX),
                        .node = any(rng, UINT64_MAX),
                        .place = (int)any(rng, BITBOARD_PASS),
                        .result = {(Answer)any(rng, ANSWER_NO), (int)any(rng, DEPENDS_ON_NO_PLY),
                                   any(rng, 1) != 0, (Kos)any(rng, BOUNDS_KOS_ALL)},
                        .end = (SearchEnd)any(rng, SEARCH_ENDED_BY_DEPTH),
                        .nodes = any(rng, UINT64_MAX)};
}

static void check_result(const TaskResult *a, const TaskResult *b) {
    cr_assert(a->epoch == b->epoch && a->node == b->node && a->place == b->place &&
              a->end == b->end && a->nodes == b->nodes);
    cr_assert(a->result.answer == b->result.answer && a->result.depends == b->result.depends &&
              a->result.is_tainted == b->result.is_tainted && a->result.kos == b->result.kos);
}

Test(message, comes_back_as_it_was) {
    Rng rng = rng_new(1);
    for (int i = 0; i < 2000; i++) {
        uint8_t moves[PATH_PLIES_MAX], places[PATH_PLIES_MAX];
        const Message task = {.kind = MESSAGE_TASK, .task = any_task(&rng, moves, places)};
        const Message result = {.kind = MESSAGE_RESULT, .task_result = any_result(&rng)};
        const Message moved = {.kind = MESSAGE_MOVED, .moved = {any_origin(&rng), 7}};
        const Message bounds = {
            .kind = MESSAGE_BOUNDS,
            .entry = {any(&rng, UINT64_MAX), any(&rng, UINT64_MAX), any(&rng, UINT64_MAX)}};
        Message counts = {.kind = MESSAGE_COUNTS}, read;
        for (int j = 0; j < 8; j++) {
            counts.numbers[j] = any(&rng, UINT64_MAX);
        }
        Text batch = {0};
        message_add(&task, &batch);
        message_add(&result, &batch);
        message_add(&moved, &batch);
        message_add(&bounds, &batch);
        message_add(&counts, &batch);
        const char *at = batch.bytes, *end = batch.bytes + batch.length;
        cr_assert(message_read(&at, end, &read) && read.kind == MESSAGE_TASK);
        check_task(&task.task, &read.task);
        cr_assert(message_read(&at, end, &read) && read.kind == MESSAGE_RESULT);
        check_result(&result.task_result, &read.task_result);
        cr_assert(message_read(&at, end, &read) && read.kind == MESSAGE_MOVED);
        check_origin(&moved.moved.origin, &read.moved.origin);
        cr_assert_eq(read.moved.rank, 7);
        cr_assert(message_read(&at, end, &read) && read.kind == MESSAGE_BOUNDS);
        cr_assert_eq(memcmp(&bounds.entry, &read.entry, sizeof bounds.entry), 0);
        cr_assert(message_read(&at, end, &read) && read.kind == MESSAGE_COUNTS);
        cr_assert_eq(memcmp(counts.numbers, read.numbers, sizeof counts.numbers), 0);
        cr_assert_not(message_read(&at, end, &read));
        text_free(&batch);
    }
}

Test(message, reads_no_further_than_the_batch) {
    Rng rng = rng_new(2);
    for (int i = 0; i < 20000; i++) {
        const size_t length = (size_t)any(&rng, 63);
        char *bytes = malloc(length + 1); /* the sanitizers see what lies behind it */
        for (size_t j = 0; j < length; j++) {
            bytes[j] = (char)any(&rng, j == 0 ? MESSAGE_KINDS : 255);
        }
        bytes = realloc(bytes, length > 0 ? length : 1);
        const char *at = bytes;
        Message message;
        while (message_read(&at, bytes + length, &message)) {
            cr_assert(at <= bytes + length);
            if (message.kind == MESSAGE_TASK && message.task.length > 0) {
                cr_assert(message.task.moves[message.task.length - 1] <= BITBOARD_PASS);
            }
        }
        free(bytes);
    }
}
