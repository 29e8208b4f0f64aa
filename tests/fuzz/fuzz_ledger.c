/* libFuzzer entry for the logs that runs resume from: any bytes are refused with one line that
 * names the file, which then is as it was; or a run goes on from them: what was read is read again,
 * with what the run adds, and a torn last line is dropped. If the first byte is odd, the settings
 * of the run stand before the bytes. */
#include "engine/cluster/ledger/ledger.h"
#include "tests/fuzz/fuzz.h"

static const LedgerKind KIND = {"fuzz run", "dihedra_fuzz"};

static bool take(void *context, const json_t *entry, Status *status) {
    ++*(int *)context;
    return json_is_integer(json_object_get(entry, "piece")) || status_fail(status, "not a piece");
}

/* Returns the entries read, or -1 after a refusal. */
static int read_entries(const char *path, json_t *settings, bool adds) {
    Ledger ledger;
    int count = 0;
    Status status = {""};
    const LedgerReader reader = {&count, take};
    if (!ledger_open(&ledger, path, &KIND, settings, &reader, &status)) {
        require(strstr(status.text, path) != NULL && strchr(status.text, '\n') == NULL);
        return -1;
    }
    if (adds) {
        json_t *entry = json_pack("{s:i}", "piece", 7);
        require(ledger_append(&ledger, entry, &status));
        json_decref(entry);
    }
    ledger_close(&ledger);
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[] = "/tmp/fuzz-ledger-XXXXXX";
    static uint8_t before[1 << 20], after[1 << 20];
    static const char SETTINGS[] = "{\"dihedra_fuzz\": 1, \"size\": 9}\n";
    if (size == 0 || size > sizeof before / 2) {
        return 0;
    }
    json_t *settings = json_loads(SETTINGS, 0, NULL);
    const int file = mkstemp(path);
    require(file >= 0);
    size_t length = 0;
    if (data[0] % 2 == 1) {
        length = strlen(SETTINGS);
        memcpy(before, SETTINGS, length);
    }
    memcpy(before + length, data + 1, size - 1);
    length += size - 1;
    require(write(file, before, length) == (ssize_t)length);
    close(file);
    const int first = read_entries(path, settings, true);
    if (first >= 0) {
        require(read_entries(path, settings, false) == first + 1);
        unlink(path);
    } else {
        require(fuzz_take_file(path, after, sizeof after) == length &&
                memcmp(before, after, length) == 0);
    }
    json_decref(settings);
    return 0;
}
