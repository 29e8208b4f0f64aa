/* engine/cluster/ledger: what a file is after writes that fail, and whose it is. */
#include "engine/cluster/ledger/ledger.h"
#include "tests/support/program/temporary_path.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static const LedgerKind KIND = {"test run", "dihedra_test"};

typedef struct {
    char path[TEMPORARY_PATH_MAX];
    json_t *settings;
    int pieces; /* read back */
    Status status;
} Fixed;

static bool take_up(void *context, const json_t *entry, Status *status) {
    Fixed *fixed = context;
    fixed->pieces++;
    return json_is_integer(json_object_get(entry, "piece")) || status_fail(status, "not a piece");
}

static Fixed fixed_new(void) {
    json_t *settings = json_pack("{s:i, s:i}", "dihedra_test", 1, "size", 9);
    Fixed fixed = {.settings = cleanup_json(settings)};
    temporary_path(fixed.path);
    return fixed;
}

static bool open_it(Fixed *fixed, Ledger *ledger) {
    const LedgerReader reader = {fixed, take_up};
    fixed->pieces = 0;
    return ledger_open(ledger, fixed->path, &KIND, fixed->settings, &reader, &fixed->status);
}

static bool append(Fixed *fixed, Ledger *ledger, const char *text) {
    json_t *entry = json_pack("{s:i, s:s}", "piece", 1, "text", text);
    const bool ok = ledger_append(ledger, entry, &fixed->status);
    json_decref(entry);
    return ok;
}

static off_t size_of(const Fixed *fixed) {
    struct stat about;
    cr_assert_eq(stat(fixed->path, &about), 0);
    return about.st_size;
}

/* The file may not grow beyond a limit, as on a full disk: the line that does not fit leaves no
 * trace, and a shorter one still fits. */
Test(ledger, a_full_disk_tears_nothing) {
    Fixed fixed = fixed_new();
    Ledger ledger;
    char large[400];
    struct rlimit before;
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    cr_assert(open_it(&fixed, &ledger), "%s", fixed.status.text);
    cr_assert(append(&fixed, &ledger, "small"));
    const off_t size = size_of(&fixed);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit limit = {(rlim_t)size + 200, before.rlim_max};
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    const bool large_fits = append(&fixed, &ledger, large);
    const off_t size_then = size_of(&fixed);
    const bool small_fits = append(&fixed, &ledger, "small");
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    cr_assert_not(large_fits);
    cr_assert_eq(size_then, size);
    cr_assert(small_fits, "%s", fixed.status.text);
    ledger_close(&ledger);
    cr_assert(open_it(&fixed, &ledger), "%s", fixed.status.text);
    cr_assert_not(ledger.was_torn);
    cr_assert_eq(fixed.pieces, 2);
    ledger_close(&ledger);
}

Test(ledger, says_whose_it_is) {
    Fixed fixed = fixed_new();
    Ledger ledger, other;
    cr_assert(open_it(&fixed, &ledger));
    cr_assert_not(open_it(&fixed, &other));
    cr_assert_str_eq(fixed.status.text, formatted("%s: in use by another test run", fixed.path));
    ledger_close(&ledger);
    json_object_set_new(fixed.settings, "size", json_integer(13));
    cr_assert_not(open_it(&fixed, &ledger));
    cr_assert_str_eq(
        fixed.status.text,
        formatted("%s: from a test run with another \"size\": 9 there, 13 here", fixed.path));
}

/* A line that was cut short is dropped; the first only if it begins as the settings do. */
Test(ledger, drops_its_own_torn_lines) {
    Fixed fixed = fixed_new();
    Ledger ledger;
    cr_assert(open_it(&fixed, &ledger) && append(&fixed, &ledger, "one"));
    const off_t size = (off_t)ledger.length;
    ledger_close(&ledger);
    FILE *file = fopen(fixed.path, "a");
    fputs("{\"piece\":2,\"te", file);
    fclose(file);
    cr_assert(open_it(&fixed, &ledger), "%s", fixed.status.text);
    cr_assert(ledger.was_torn);
    cr_assert_eq(size_of(&fixed), size);
    ledger_close(&ledger);
    file = fopen(fixed.path, "w");
    fputs("a letter", file);
    fclose(file);
    cr_assert_not(open_it(&fixed, &ledger));
    cr_assert_eq(size_of(&fixed), 8);
}
