#include "tests/support/program/suite_folder.h"

#include <poll.h>
#include <string.h>

SuiteFolder suite_folder_open(void) {
    SuiteFolder folder = {.path = "/tmp/dihedra-regress-XXXXXX"};
    int ends[2];
    cr_assert_not_null(mkdtemp(folder.path));
    cr_assert_eq(pipe(ends), 0);
    cr_assert_eq(fcntl(ends[0], F_SETFD, FD_CLOEXEC), 0);
    folder.watch = ends[0];
    folder.held = ends[1];
    return folder;
}

void suite_folder_close(SuiteFolder *folder) {
    char byte, command[128];
    struct pollfd fd = {folder->watch, POLLIN, 0};
    close(folder->held);
    cr_assert_eq(poll(&fd, 1, 20000), 1, "a process is left");
    cr_assert_eq(read(folder->watch, &byte, 1), 0);
    close(folder->watch);
    snprintf(command, sizeof command, "rm -r %s", folder->path);
    cr_assert_eq(system(command), 0);
}

const char *suite_folder_path(const SuiteFolder *folder, const char *name) {
    static char paths[4][128];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder->path, name);
    return path;
}

void suite_folder_write(const SuiteFolder *folder, const char *name, const char *text) {
    FILE *file = fopen(suite_folder_path(folder, name), "w");
    fputs(text, file);
    cr_assert_eq(fclose(file), 0);
}

/* The engine runs in the suite's folder, the test in the repository's root. */
const char *suite_engine(const char *commands) {
    static char engine[8192];
    char script[4096];
    cr_assert_not_null(realpath("tests/support/program/engines/suite.sh", script));
    cr_assert_null(strchr(commands, '\''));
    snprintf(engine, sizeof engine, "sh '%s' '%s'", script, commands);
    return engine;
}
