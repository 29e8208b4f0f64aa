#include "tests/support/program/temporary_path.h"

#include <unistd.h>

static void remove_file(void *path) {
    unlink(path);
    free(path);
}

void temporary_path(char path[TEMPORARY_PATH_MAX]) {
    snprintf(path, TEMPORARY_PATH_MAX, "/tmp/dihedra-test-XXXXXX");
    const int fd = mkstemp(path);
    cr_assert_geq(fd, 0, "cannot create %s", path);
    close(fd);
    cleanup_add(strdup(path), remove_file);
}

void temporary_file(char path[TEMPORARY_PATH_MAX], const void *bytes, size_t length) {
    temporary_path(path);
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(bytes, 1, length, file), length);
    cr_assert_eq(fclose(file), 0);
}
