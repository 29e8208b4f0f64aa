/* The file from which a killed run resumes: a line of JSON with the run's settings, then a line for
 * each finished piece of it (an entry), in the order in which they were finished.
 *
 * Invariant: a line ends in a newline only if all of it was written, and ledger_append returns only
 * when its line is on disk. So a kill at any moment tears at most the last line, and its missing
 * newline shows it. Two processes never have the same ledger open. */
#ifndef ENGINE_CLUSTER_LEDGER_LEDGER_H
#define ENGINE_CLUSTER_LEDGER_LEDGER_H

#include "engine/base/json.h"
#include "engine/base/status.h"

#include <stdint.h>

typedef struct {
    const char *name; /* for messages: "match" */
    const char *mark; /* a key that only settings of this kind have */
} LedgerKind;

typedef struct {
    const char *path;
    int file;
    uint64_t entries; /* where they begin */
    uint64_t length;  /* bytes in whole lines */
    bool was_torn;    /* a torn last line was dropped on opening */
} Ledger;

typedef struct {
    void *context;
    /* Reads an entry. Fails with why it does not belong there: "not a finished game". */
    bool (*read_entry)(void *context, const json_t *entry, Status *status);
} LedgerReader;

/* Opens or creates the ledger, and gives its entries to the reader in order. Fails, with nothing
 * changed, if the file is not a ledger of this kind, has other settings (the message names the
 * first that differs), is damaged before its last line, is in use or cannot be locked, or if the
 * reader refuses an entry. */
bool ledger_open(Ledger *ledger, const char *path, const LedgerKind *kind, const json_t *settings,
                 const LedgerReader *reader, Status *status);

/* Adds an entry. If it cannot be written, fails and leaves the file as it was. */
bool ledger_append(Ledger *ledger, const json_t *entry, Status *status);

void ledger_close(Ledger *ledger);

#endif
