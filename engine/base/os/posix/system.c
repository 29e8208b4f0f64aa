/* The machine and the process by POSIX. */
#include "engine/base/os/system.h"

#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif
#include <sys/random.h>
#include <sys/resource.h>

extern char **environ;

/* A pipe of ours on number 0 would be waited on as the input, for good. */
static void open_standard_streams(void) {
    int file;
    do {
        file = open(OS_NULL_FILE, O_RDONLY | O_CLOEXEC);
    } while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0) {
        close(file);
    }
}

void os_prepare_process(int *argc, char ***argv) {
    (void)argc, (void)argv;
    open_standard_streams();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

_Noreturn void os_exit_now(int exit_status) {
    _exit(exit_status);
}

const char OS_PATH_SEPARATORS[] = "/";
const char OS_NULL_FILE[] = "/dev/null";

const char *os_program_path(const char *argv0) {
#ifdef __APPLE__
    static char path[PATH_MAX]; /* written with the same bytes by every call */
    uint32_t size = sizeof path;
    return _NSGetExecutablePath(path, &size) == 0 ? path : argv0;
#else
    static const char OWN[] = "/proc/self/exe";
    return access(OWN, X_OK) == 0 ? OWN : argv0;
#endif
}

long os_process_id(void) {
    return (long)getpid();
}

const char *os_variable(const char *name) {
    const char *value = getenv(name);
    return value == NULL || *value == '\0' ? NULL : value;
}

/* The folder that the variable names, or else this one below the user's own (XDG Base Directory
 * Specification). */
static char *user_folder(const char *variable, const char *below_home) {
    const char *named = os_variable(variable), *home = os_variable("HOME");
    char *folder = NULL;
    if (named == NULL && home == NULL) {
        return NULL;
    }
    return asprintf(&folder, "%s%s/dihedra/", named != NULL ? named : home,
                    named != NULL ? "" : below_home) < 0
               ? NULL
               : folder;
}

char *os_user_data_folder(void) {
    return user_folder("XDG_DATA_HOME", "/.local/share");
}

char *os_user_cache_folder(void) {
    return user_folder("XDG_CACHE_HOME", "/.cache");
}

char **os_environment(void) {
    return environ;
}

bool os_is_terminal(int stream) {
    return isatty(stream) == 1;
}

bool os_terminal_keys(bool at_once) {
    static struct termios before;
    if (!at_once) {
        return tcsetattr(OS_STANDARD_INPUT, TCSADRAIN, &before) == 0;
    }
    if (tcgetattr(OS_STANDARD_INPUT, &before) != 0) {
        return false;
    }
    struct termios keys = before;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    return tcsetattr(OS_STANDARD_INPUT, TCSADRAIN, &keys) == 0;
}

int os_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t own;
    if (sched_getaffinity(0, sizeof own, &own) == 0) {
        count = CPU_COUNT(&own);
    }
#endif
    return count < 1 ? 1 : count > INT_MAX ? INT_MAX : (int)count;
}

/* The least memory limit of the control groups (version 2) that the process is in, which contain
 * each other; UINT64_MAX: none. */
static uint64_t group_limit(void) {
    char path[4096] = "/sys/fs/cgroup", line[4000], *end = path + strlen(path);
    FILE *file = fopen("/proc/self/cgroup", "re");
    uint64_t least = UINT64_MAX;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "0::/", 4) == 0) {
            snprintf(end, sizeof path - (size_t)(end - path), "%.*s", (int)strcspn(line + 3, "\n"),
                     line + 3);
        }
    }
    for (char *name = strchr(end, '\0'); file != NULL && name != NULL; name = strrchr(end, '/')) {
        unsigned long long limit;
        snprintf(name, sizeof path - (size_t)(name - path), "/memory.max");
        FILE *group = fopen(path, "re");
        least =
            group != NULL && fscanf(group, "%llu", &limit) == 1 && limit < least ? limit : least;
        if (group != NULL) {
            fclose(group);
        }
        *name = '\0';
    }
    if (file != NULL) {
        fclose(file);
    }
    return least;
}

uint64_t os_memory(void) {
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    const uint64_t all = pages <= 0 || bytes <= 0 ? 0 : (uint64_t)pages * (uint64_t)bytes;
    struct rlimit limit;
    const bool is_limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < all;
    const uint64_t most = is_limited ? limit.rlim_cur : all, group = group_limit();
    return group < most ? group : most;
}

struct tm os_local_time(time_t seconds) {
    struct tm parts = {0};
    localtime_r(&seconds, &parts);
    return parts;
}

struct tm os_universal_time(time_t seconds) {
    struct tm parts = {0};
    gmtime_r(&seconds, &parts);
    return parts;
}

bool os_random(void *bytes, size_t count) {
    return getentropy(bytes, count) == 0;
}

void os_host_name(char *name, size_t size) {
    if (gethostname(name, size) != 0) {
        snprintf(name, size, "an unnamed host");
    }
    name[size - 1] = '\0';
}
