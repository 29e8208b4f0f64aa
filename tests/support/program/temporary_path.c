#include "tests/support/program/temporary_path.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void temporary_path(char path[TEMPORARY_PATH_MAX]) {
    snprintf(path, TEMPORARY_PATH_MAX, "/tmp/dihedra-test-XXXXXX");
    const int fd = mkstemp(path);
    cr_assert_geq(fd, 0, "cannot create %s", path);
    close(fd);
}
