#include "engine/cluster/batch/batch.h"

#include <string.h>

#include "engine/base/memory.h"

bool batch_open(Batch *batch, const json_t *settings, Status *status) {
    const LedgerReader reader = {batch->context, batch->read_entry};
    if (!mpi_agree_settings(batch->mpi, settings, status)) {
        return false;
    }
    const bool ok =
        batch->log_path == NULL || mpi_rank(batch->mpi) != 0 ||
        ledger_open(&batch->ledger, batch->log_path, batch->kind, settings, &reader, status);
    return mpi_all_ok(batch->mpi, ok, status);
}

void batch_close(Batch *batch) {
    ledger_close(&batch->ledger);
}

static FarmSupply next_job(void *context, FarmJob *job) {
    Batch *batch = context;
    while (batch->next < batch->count) {
        const int64_t index = batch->next++;
        job->number = batch->order == NULL ? batch->first + index : batch->order[index];
        if (batch->is_done == NULL || !batch->is_done(batch->context, job->number)) {
            if (batch->message != NULL) {
                job->bytes = memory_copy(batch->message);
                job->length = strlen(batch->message);
            }
            return FARM_JOB;
        }
    }
    return FARM_NONE;
}

static bool store_result(void *context, int64_t number, const char *bytes, size_t length,
                         Status *status) {
    Batch *batch = context;
    json_t *result = json_loadb(bytes, length, 0, NULL);
    const json_t *entry = json_object_get(result, "entry");
    bool ok = batch->save == NULL || batch->save(batch->context, number, result, status);
    if (ok) {
        const long long ordinal = number - batch->first + 1;
        Status fault;
        ok =
            (batch->read_entry(batch->context, entry, &fault) ||
             status_fail(status, "%s %lld: %.200s", batch->kind->entry_key, ordinal, fault.text)) &&
            (batch->ledger.file < 0 || ledger_append(&batch->ledger, entry, status)) &&
            batch->show(batch->context, number, entry, status);
    }
    json_decref(result);
    return ok;
}

static bool is_stopped(void *context) {
    const Batch *batch = context;
    return batch->is_stopped != NULL && batch->is_stopped(batch->context);
}

static void log_line(void *context, const char *line) {
    const Batch *batch = context;
    batch->log(batch->context, line);
}

bool batch_run(Batch *batch, int slots, double timeout) {
    const FarmCoordinator coordinator = {.timeout = timeout,
                                         .context = batch,
                                         .next_job = next_job,
                                         .store_result = store_result,
                                         .is_stopped = is_stopped,
                                         .log = log_line};
    const FarmWorker worker = {.timeout = timeout,
                               .slots = slots,
                               .context = batch->context,
                               .work = batch->work,
                               .stop = batch->stop,
                               .is_leaving = batch->is_stopped,
                               .leave = batch->leave};
    return farm_run(batch->mpi, &coordinator, &worker);
}
