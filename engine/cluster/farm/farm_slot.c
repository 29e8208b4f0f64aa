#include "engine/cluster/farm/farm_slot.h"

#include <stdlib.h>

void farm_slot_run(const FarmSlot *slot) {
    const FarmWorker *worker = slot->worker;
    FarmResult result = {0};
    for (FarmJob job; slot->take(slot->context, &job);) {
        text_clear(&result.bytes);
        result.number = job.number;
        result.ok = worker->work(worker->context, slot->index, &job, &result.bytes, &result.status);
        slot->give(slot->context, &result);
        free(job.bytes);
    }
    text_free(&result.bytes);
    if (worker->leave != NULL) {
        worker->leave(worker->context, slot->index);
    }
}
