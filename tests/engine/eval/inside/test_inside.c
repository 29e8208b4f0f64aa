/* The network inside. Builds without one have these tests, too: they check the messages. */
#include "engine/eval/inside/inside.h"

#include <criterion/criterion.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/eval/network.h"
#include "tests/support/arena.h"

enum { FILE_MOST = 4 << 20 }; /* bytes that the repository may have of it */

static Network *open_inside(Precision precision, Status *status) {
    const NetworkOptions options = {.precision = precision, .batch_max = 1, .threads = 1};
    return network_open(NETWORK_INSIDE, &options, status);
}

Test(inside, checksums_are_those_of_cksum) {
    /* printf '' | cksum; printf 123456789 | cksum */
    cr_assert_eq(inside_checksum((const uint8_t *)"", 0), 4294967295U);
    cr_assert_eq(inside_checksum((const uint8_t *)"123456789", 9), 930766865U);
}

Test(inside, has_a_small_network_in_a_format_that_needs_no_library) {
    Status status;
    size_t length = 0;
    const uint8_t *bytes = inside_bytes(&length, &status);
    cr_assert_eq(bytes != NULL, inside_exists());
    if (bytes == NULL) {
        cr_assert_str_eq(status.text, "this build has no network inside");
        return;
    }
    cr_assert_leq(length, (size_t)FILE_MOST);
    Model *model = model_read(bytes, length, &status);
    cr_assert_not_null(model, "%s", status.text);
    model_free(model);
}

Test(inside, is_ready_without_measuring_precisions) {
    Status status;
    Network *network = open_inside(PRECISION_AUTO, &status);
    cr_assert_eq(network != NULL, inside_exists());
    if (network == NULL) {
        cr_assert_str_eq(status.text, "this build has no network inside");
        return;
    }
    cr_assert_eq(network_precision(network), fast_usual_precision());
    cr_assert_str_eq(network_path(network), "inside");
    network_close(network);
}

Test(inside, is_what_export_network_writes) {
    Arena *arena = arena_new();
    Status status;
    size_t length = 0, written = 0;
    const uint8_t *bytes = inside_bytes(&length, &status);
    const int result = arena_shell(arena, "\"$D\" export-network written.bin");
    if (bytes == NULL) {
        arena_expect(arena, 1, "dihedra export-network: this build has no network inside");
        arena_shell(arena, "\"$D\" --model inside </dev/null");
        arena_expect(arena, 1, "dihedra: this build has no network inside");
    } else {
        char path[ARENA_PATH_MAX];
        cr_assert_eq(result, 0);
        arena_path(arena, "written.bin", path);
        char *file = file_read(path, FILE_REGULAR, FILE_MOST, &written, &status);
        cr_assert_not_null(file, "%s", status.text);
        cr_assert(written == length && memcmp(file, bytes, length) == 0);
        free(file);
    }
    arena_free(arena);
}

/* Without an option and the variable, the network inside plays. */
Test(inside, is_the_default) {
    Arena *arena = arena_new();
    arena_shell(arena, "unset DIHEDRA_MODEL; echo kata-get-models | XDG_DATA_HOME=/nowhere \"$D\"");
    const bool has_default_file = strstr(arena->out, "default.bin.gz") != NULL; /* installed */
    cr_assert(has_default_file || inside_exists() == (strstr(arena->out, "inside") != NULL), "%s",
              arena->out);
    arena_free(arena);
}
