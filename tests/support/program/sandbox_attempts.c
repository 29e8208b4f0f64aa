#include "tests/support/program/sandbox_attempts.h"

#ifdef __linux__

#include "engine/base/os/system.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What was open before. */
static struct {
    int pipe[2], socket, folder;
    void *page;
} before;

/* ---- What must fail: each returns whether it worked ---- */

static bool is_open(int descriptor) {
    return descriptor >= 0 && close(descriptor) == 0;
}

static bool read_file(void) {
    return is_open(open("/proc/self/exe", O_RDONLY)) || is_open(open("/", O_RDONLY | O_DIRECTORY));
}

static bool write_file(void) {
    return is_open(open("sandbox-attempt", O_WRONLY | O_CREAT, 0600));
}

static bool open_below_an_open_folder(void) {
    return is_open(openat(before.folder, ".", O_RDONLY | O_DIRECTORY)) ||
           is_open((int)syscall(SYS_openat2, before.folder, ".",
                                &(uint64_t[3]){O_RDONLY | O_DIRECTORY}, sizeof(uint64_t[3])));
}

static bool ask_about_file(void) {
    struct stat information;
    return stat("/", &information) == 0 || access("/", F_OK) == 0;
}

static bool change_names(void) {
    return mkdir("sandbox-attempt", 0700) == 0 || symlink("/", "sandbox-attempt") == 0 ||
           rename("sandbox-attempt", "sandbox-other") == 0 || errno != EPERM ||
           unlink("sandbox-attempt") == 0 || errno != EPERM || truncate("/", 0) == 0 ||
           errno != EPERM || chdir("/") == 0 || chmod(".", 0700) == 0;
}

static bool make_socket(void) {
    int pair[2];
    return is_open(socket(AF_INET, SOCK_STREAM, 0)) || is_open(socket(AF_INET, SOCK_DGRAM, 0)) ||
           is_open(socket(AF_UNIX, SOCK_STREAM, 0)) ||
           socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
}

static bool connect_or_listen(void) {
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct sockaddr *place = (const struct sockaddr *)&address;
    return connect(before.socket, place, sizeof address) == 0 || errno != EPERM ||
           bind(before.socket, place, sizeof address) == 0 || listen(before.socket, 1) == 0;
}

static bool fork_process(void) {
    const pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    return child > 0;
}

static bool clone_process(void) {
    const long child = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0) {
        _exit(0);
    }
    return child > 0;
}

static bool start_program(void) {
    char *const words[] = {"sh", "-c", "exit 0", NULL};
    pid_t child;
    return posix_spawn(&child, "/bin/sh", NULL, NULL, words, NULL) == 0 ||
           execve("/bin/sh", words, NULL) == 0 || errno != EPERM;
}

static bool signal_others(void) {
    return kill(getppid(), 0) == 0 || errno != EPERM || kill(-1, 0) == 0 ||
           syscall(SYS_tgkill, getppid(), getppid(), 0) == 0;
}

static bool watch_others(void) {
    return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 ||
           syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0) == 0;
}

static bool make_code(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
               MAP_FAILED ||
           mprotect(before.page, 4096, PROT_READ | PROT_EXEC) == 0;
}

static bool make_memory_file(void) {
    return is_open(memfd_create("attempt", 0));
}

static bool change_limits(void) {
    const struct rlimit limit = {16, 16};
    return setrlimit(RLIMIT_NOFILE, &limit) == 0 || setuid(getuid()) == 0 || nice(1) != -1;
}

static bool reach_the_kernel(void) {
    return syscall(SYS_unshare, CLONE_NEWUSER) == 0 ||
           syscall(SYS_io_uring_setup, 1, &(char[256]){0}) >= 0 ||
           syscall(SYS_bpf, 0, &(char[128]){0}, 128) >= 0 ||
           syscall(SYS_perf_event_open, &(char[128]){0}, 0, -1, -1, 0) >= 0 ||
           syscall(SYS_mount, "none", "/", "tmpfs", 0, NULL) == 0;
}

/* ---- What must work ---- */

static void *say_yes(void *argument) {
    atomic_store((atomic_bool *)argument, true);
    return NULL;
}

static bool run_thread(void) {
    atomic_bool has_run = false;
    pthread_t thread;
    return pthread_create(&thread, NULL, say_yes, &has_run) == 0 &&
           pthread_join(thread, NULL) == 0 && atomic_load(&has_run);
}

static bool use_memory(void) {
    enum { BYTES = 64 << 20 };
    char *bytes = malloc(BYTES);
    if (bytes == NULL) {
        return false;
    }
    memset(bytes, 1, BYTES);
    char *more = realloc(bytes, 2 * BYTES);
    free(more != NULL ? more : bytes);
    return more != NULL;
}

static bool use_pipes(void) {
    char byte = 'x';
    struct pollfd can_read = {before.pipe[0], POLLIN, 0};
    int another[2];
    return write(before.pipe[1], &byte, 1) == 1 && poll(&can_read, 1, 1000) == 1 &&
           read(before.pipe[0], &byte, 1) == 1 && pipe2(another, O_CLOEXEC) == 0 &&
           close(another[0]) == 0 && close(another[1]) == 0;
}

static bool ask_the_system(void) {
    uint64_t word;
    nanosleep(&(struct timespec){.tv_nsec = 1000}, NULL);
    return os_random(&word, sizeof word) && os_processors() > 0 &&
           os_local_time(86400).tm_year == 70 && os_process_id() > 0;
}

/* ---- The list ---- */

static const struct {
    const char *name;
    bool (*attempt)(void);
    bool must_work;
} ATTEMPTS[] = {
    {"reading a file", read_file, false},
    {"writing a file", write_file, false},
    {"opening a file below an open folder", open_below_an_open_folder, false},
    {"asking about a file", ask_about_file, false},
    {"changing names of files", change_names, false},
    {"making a socket", make_socket, false},
    {"connecting a socket", connect_or_listen, false},
    {"fork", fork_process, false},
    {"clone of a process", clone_process, false},
    {"exec", start_program, false},
    {"signals to others", signal_others, false},
    {"watching others", watch_others, false},
    {"making code", make_code, false},
    {"a file in memory", make_memory_file, false},
    {"changing limits", change_limits, false},
    {"odd calls of the kernel", reach_the_kernel, false},
    {"a thread", run_thread, true},
    {"memory", use_memory, true},
    {"pipes", use_pipes, true},
    {"time and chance", ask_the_system, true},
};

enum { ATTEMPTS_COUNT = sizeof ATTEMPTS / sizeof ATTEMPTS[0] };

static const char *first_wrong(void) {
    for (int i = 0; i < ATTEMPTS_COUNT; i++) {
        if (ATTEMPTS[i].attempt() != ATTEMPTS[i].must_work) {
            return ATTEMPTS[i].name;
        }
    }
    return NULL;
}

/* A thread that is older than the sandbox. */
static void *wait_and_try(void *argument) {
    const char **wrong = argument;
    char byte;
    *wrong = read(before.pipe[0], &byte, 1) == 1 ? first_wrong() : "reading a pipe";
    return NULL;
}

AttemptsOutcome sandbox_attempts(Status *status) {
    const char *wrong_in_thread = NULL;
    pthread_t thread;
    before.folder = open("/", O_RDONLY | O_DIRECTORY);
    before.socket = socket(AF_INET, SOCK_STREAM, 0);
    before.page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (before.folder < 0 || before.socket < 0 || before.page == MAP_FAILED ||
        pipe(before.pipe) != 0 ||
        pthread_create(&thread, NULL, wait_and_try, &wrong_in_thread) != 0) {
        status_fail(status, "no attempt could be prepared");
        return ATTEMPTS_WRONG;
    }
    if (!os_sandbox_enter(status)) {
        return ATTEMPTS_NO_SANDBOX;
    }
    const bool is_told = write(before.pipe[1], "x", 1) == 1;
    pthread_join(thread, NULL);
    const char *wrong = wrong_in_thread != NULL ? wrong_in_thread : first_wrong();
    status_fail(status, "%s%s", wrong == NULL ? "" : wrong,
                wrong_in_thread != NULL ? ", in a thread that is older than the sandbox" : "");
    return is_told && wrong == NULL ? ATTEMPTS_AS_THEY_SHOULD : ATTEMPTS_WRONG;
}

#else

AttemptsOutcome sandbox_attempts(Status *status) {
    return os_sandbox_enter(status) ? ATTEMPTS_WRONG : ATTEMPTS_NO_SANDBOX;
}

#endif
