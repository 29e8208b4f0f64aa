#include "engine/cluster/ledger/ledger.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/base/os/streams.h"

/* A ledger that is being opened. */
typedef struct {
    Ledger *ledger;
    const LedgerKind *kind;
    const json_t *settings;
    const char *first; /* its first line, if it is ours */
    const LedgerReader *reader;
} LedgerOpening;

/* ---- Writing ---- */

/* Returns the value as one line with its newline; the caller frees it. */
static char *dump_line(const json_t *value) {
    char *text = json_new_dump(value, JSON_COMPACT | JSON_REAL_PRECISION(12));
    const size_t length = strlen(text);
    char *line = memory_check(realloc(text, length + 2));
    memcpy(line + length, "\n", 2);
    return line;
}

/* Writes the line at once, so that a kill can leave only a beginning of it. */
static bool write_line(Ledger *ledger, const char *line, Status *status) {
    const size_t length = strlen(line);
    if (!stream_write(ledger->file, line, length) || !os_sync(ledger->file)) {
        const int error = errno;
        const bool restored = os_truncate(ledger->file, ledger->length);
        return status_fail(status, "%.120s: %s%s", ledger->path, strerror(error),
                           restored ? "" : "; its last line is torn");
    }
    ledger->length += length;
    return true;
}

bool ledger_append(Ledger *ledger, const json_t *entry, Status *status) {
    char *line = dump_line(entry);
    const bool ok = write_line(ledger, line, status);
    free(line);
    return ok;
}

/* ---- Reading ---- */

static bool take_up(const LedgerOpening *opening, const char *line, int line_number,
                    Status *status) {
    json_t *entry = json_loads(line, 0, NULL);
    Status fault;
    const bool ok = opening->reader->read_entry(opening->reader->context, entry, &fault);
    json_decref(entry);
    return ok || status_fail(status, "%.120s: line %d: %.120s", opening->ledger->path, line_number,
                             fault.text);
}

static bool check_settings(const LedgerOpening *opening, const char *line, Status *status) {
    const char *path = opening->ledger->path, *name = opening->kind->name;
    json_t *old = json_loads(line, 0, NULL);
    JsonDifference difference;
    const bool is_ours = json_object_get(old, opening->kind->mark) != NULL;
    const bool ok = is_ours && !json_differ(opening->settings, old, &difference);
    json_decref(old);
    return ok ||
           (is_ours
                ? status_fail(status, "%.80s: from a %s with another \"%.40s\": %s there, %s here",
                              path, name, difference.key, difference.there, difference.here)
                : status_fail(status, "%.120s: not the log of a %s", path, name));
}

/* Reads the file up to the end of its last whole line. */
static bool read_entries(const LedgerOpening *opening, FILE *stream, Status *status) {
    Ledger *ledger = opening->ledger;
    Text line = {0};
    bool ok = true;
    for (int number = 1; ok && file_read_line(stream, &line); number++) {
        if (line.bytes[line.length - 1] != '\n') { /* torn, and dropped if it is ours */
            ok = number > 1 || strncmp(line.bytes, opening->first, line.length) == 0 ||
                 status_fail(status, "%.120s: not the log of a %s", ledger->path,
                             opening->kind->name);
            ledger->was_torn = true;
            break;
        }
        ok = number == 1 ? check_settings(opening, line.bytes, status)
                         : take_up(opening, line.bytes, number, status);
        ledger->length += line.length;
        ledger->entries = number == 1 ? ledger->length : ledger->entries;
    }
    if (ok && ferror(stream)) {
        ok = file_fail(status, ledger->path, strerror(errno));
    }
    text_free(&line);
    return ok;
}

static bool read_ledger(const LedgerOpening *opening, Status *status) {
    Ledger *ledger = opening->ledger;
    FILE *stream = os_fopen(ledger->path, "rb");
    if (stream == NULL) {
        return file_fail(status, ledger->path, strerror(errno));
    }
    const bool ok = read_entries(opening, stream, status);
    fclose(stream);
    return ok && (!ledger->was_torn || os_truncate(ledger->file, ledger->length) ||
                  file_fail(status, ledger->path, strerror(errno)));
}

/* ---- Opening ---- */

static bool open_locked(Ledger *ledger, const LedgerKind *kind, Status *status) {
    OsFileInfo info;
    ledger->file = os_open(ledger->path, OS_OPEN_APPEND);
    if (ledger->file < 0 || !os_file_info(ledger->file, &info)) {
        return file_fail(status, ledger->path, strerror(errno));
    }
    if (info.kind != OS_FILE_REGULAR) {
        return file_fail(status, ledger->path, "not a regular file");
    }
    if (os_lock(ledger->file)) {
        return true;
    }
    return errno == EWOULDBLOCK
               ? status_fail(status, "%.120s: in use by another %s", ledger->path, kind->name)
               : status_fail(status, "%.120s: cannot be locked: %s", ledger->path, strerror(errno));
}

bool ledger_open(Ledger *ledger, const char *path, const LedgerKind *kind, const json_t *settings,
                 const LedgerReader *reader, Status *status) {
    *ledger = (Ledger){.path = path, .file = -1};
    char *first = dump_line(settings);
    const LedgerOpening opening = {ledger, kind, settings, first, reader};
    bool ok = open_locked(ledger, kind, status) && read_ledger(&opening, status);
    if (ok && ledger->length == 0) {
        ok = write_line(ledger, first, status) &&
             (os_sync_folder_of(path) ||
              status_fail(status, "the folder of %.120s: %s", path, strerror(errno)));
        ledger->entries = ledger->length;
    }
    free(first);
    if (!ok) {
        ledger_close(ledger);
    }
    return ok;
}

void ledger_close(Ledger *ledger) {
    if (ledger->file >= 0) {
        os_close(ledger->file);
        ledger->file = -1;
    }
}
