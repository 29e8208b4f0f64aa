/* Ledgers; the header says what they promise. */
#include "engine/cluster/ledger/ledger.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"

/* A ledger that is being opened. */
typedef struct {
    Ledger *ledger;
    const LedgerKind *kind;
    const json_t *settings;
    const char *first; /* its first line, if it is ours */
    const LedgerReader *reader;
} Opening;

/* ---- Writing ---- */

/* Returns the value as one line with its newline; the caller frees it. */
static char *dump_line(const json_t *value) {
    char *text = memory_check(json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(12)));
    const size_t length = strlen(text);
    char *line = memory_check(realloc(text, length + 2));
    memcpy(line + length, "\n", 2);
    return line;
}

/* Writes the line at once, so that a kill can leave only a beginning of it. */
static bool write_line(Ledger *ledger, const char *line, Status *status) {
    const size_t length = strlen(line);
    ssize_t written;
    do {
        written = write(ledger->file, line, length);
    } while (written < 0 && errno == EINTR);
    if (written != (ssize_t)length || fsync(ledger->file) != 0) {
        const int error = written >= 0 && written != (ssize_t)length ? ENOSPC : errno;
        const bool restored = ftruncate(ledger->file, ledger->length) == 0;
        return status_fail(status, "%.120s: %s%s", ledger->path, strerror(error),
                           restored ? "" : "; its last line is torn");
    }
    ledger->length += (off_t)length;
    return true;
}

/* Writes the folder to disk: a new file is safe only when its folder is. */
static bool sync_folder(const char *path, Status *status) {
    char *copy = memory_copy(path);
    const int folder = open(dirname(copy), O_RDONLY | O_CLOEXEC);
    const bool ok = (folder >= 0 && fsync(folder) == 0) ||
                    status_fail(status, "the folder of %.120s: %s", path, strerror(errno));
    if (folder >= 0) {
        close(folder);
    }
    free(copy);
    return ok;
}

bool ledger_append(Ledger *ledger, const json_t *entry, Status *status) {
    char *line = dump_line(entry);
    const bool ok = write_line(ledger, line, status);
    free(line);
    return ok;
}

/* ---- Reading ---- */

/* Gives the entry of a line to the reader. */
static bool take_up(const Opening *opening, const char *line, int line_number, Status *status) {
    json_t *entry = json_loads(line, 0, NULL);
    const char *fault = opening->reader->read_entry(opening->reader->context, entry);
    json_decref(entry);
    return fault == NULL ||
           status_fail(status, "%.120s: line %d: %s", opening->ledger->path, line_number, fault);
}

/* Compares settings. The message names the first that differs, with both values. */
static bool check_settings(const Opening *opening, const char *line, Status *status) {
    const char *path = opening->ledger->path, *name = opening->kind->name;
    json_t *old = json_loads(line, 0, NULL);
    const char *key;
    json_t *value;
    bool ok = json_is_object(old) && json_object_get(old, opening->kind->mark) != NULL;
    if (!ok) {
        status_fail(status, "%.120s: not the log of a %s", path, name);
    }
    json_object_foreach((json_t *)opening->settings, key, value) {
        const json_t *other = json_object_get(old, key);
        if (!ok || json_equal(value, other)) {
            continue;
        }
        char *now = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        char *then = other == NULL ? NULL : json_dumps(other, JSON_ENCODE_ANY | JSON_COMPACT);
        const size_t from = then == NULL || now == NULL ? 0 : text_find_difference(then, now);
        const char *dots = from > 0 ? "..." : "";
        ok = status_fail(
            status, "%.80s: from a %s with another \"%s\": %s%.50s there, %s%.50s here", path, name,
            key, dots, then == NULL ? "none" : then + from, dots, now == NULL ? "?" : now + from);
        free(now);
        free(then);
    }
    json_decref(old);
    return ok;
}

/* A line without a newline is torn and will be dropped. Checks that it is the beginning of a line
 * that we write, as anything else is not ours to drop. Of an entry only its first key is known. */
static bool check_torn(const Opening *opening, const char *line, int line_number, Status *status) {
    char entry[64];
    snprintf(entry, sizeof entry, "{\"%s\":", opening->kind->entry_key);
    const char *begin = line_number == 1 ? opening->first : entry;
    const size_t length = strlen(line), most = strlen(begin);
    const size_t compared = length < most ? length : most;
    return strncmp(line, begin, compared) == 0 ||
           status_fail(status, "%.120s: line %d: cut short, and not a line of a %s",
                       opening->ledger->path, line_number, opening->kind->name);
}

/* Reads the file up to the end of its last whole line. */
static bool read_lines(const Opening *opening, FILE *stream, Status *status) {
    Ledger *ledger = opening->ledger;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool ok = true;
    for (int number = 1; ok && (length = getline(&line, &capacity, stream)) > 0; number++) {
        if (line[length - 1] != '\n') {
            ok = check_torn(opening, line, number, status);
            ledger->was_torn = true;
            break;
        }
        ok = number == 1 ? check_settings(opening, line, status)
                         : take_up(opening, line, number, status);
        ledger->length += length;
    }
    if (ok && ferror(stream)) {
        ok = file_fail(status, ledger->path, strerror(errno));
    }
    free(line);
    return ok;
}

static bool read_ledger(const Opening *opening, Status *status) {
    Ledger *ledger = opening->ledger;
    const int copy = fcntl(ledger->file, F_DUPFD_CLOEXEC, 0);
    FILE *stream = copy < 0 ? NULL : fdopen(copy, "r");
    if (stream == NULL) {
        if (copy >= 0) {
            close(copy);
        }
        return file_fail(status, ledger->path, strerror(errno));
    }
    const bool ok = read_lines(opening, stream, status);
    fclose(stream);
    return ok && (!ledger->was_torn || ftruncate(ledger->file, ledger->length) == 0 ||
                  file_fail(status, ledger->path, strerror(errno)));
}

/* ---- Opening ---- */

static bool open_locked(Ledger *ledger, const LedgerKind *kind, Status *status) {
    struct stat about;
    ledger->file = open(ledger->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (ledger->file < 0 || fstat(ledger->file, &about) != 0) {
        return file_fail(status, ledger->path, strerror(errno));
    }
    if (!S_ISREG(about.st_mode)) {
        return file_fail(status, ledger->path, "not a regular file");
    }
    return flock(ledger->file, LOCK_EX | LOCK_NB) == 0 ||
           status_fail(status, "%.120s: in use by another %s", ledger->path, kind->name);
}

bool ledger_open(Ledger *ledger, const char *path, const LedgerKind *kind, const json_t *settings,
                 const LedgerReader *reader, Status *status) {
    *ledger = (Ledger){.path = path, .file = -1};
    char *first = dump_line(settings);
    const Opening opening = {ledger, kind, settings, first, reader};
    bool ok = open_locked(ledger, kind, status) && read_ledger(&opening, status);
    if (ok && ledger->length == 0) {
        ok = write_line(ledger, first, status) && sync_folder(path, status);
    }
    free(first);
    if (!ok) {
        ledger_close(ledger);
    }
    return ok;
}

void ledger_close(Ledger *ledger) {
    if (ledger->file >= 0) {
        close(ledger->file);
        ledger->file = -1;
    }
}
