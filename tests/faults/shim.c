/* Makes one call of the program fail, for tests/faults/run. Linked into build/X/dihedra-faults,
 * where the linker sends each call of the program to the function __wrap_NAME below
 * (`-Wl,--wrap=NAME`); calls within the C library and zlib are not seen, those of jansson for
 * memory are.
 *
 * DIHEDRA_FAULT=KIND:N     fails the Nth call of the kind, KIND:N+ that and all after it
 * DIHEDRA_FAULT_STATE=FILE a file of sizeof(State) bytes, which afterwards has the number of calls
 * of each kind and where the fault was
 * DIHEDRA_FAULT_DEPTH=D    fails a call of the child (1) or grandchild (2) that is this program
 *
 * Any thread may call anything. What fork makes counts in the same state until it becomes another
 * program. */
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <regex.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

// clang-format off
#define KINDS(X) \
    X(memory) X(read) X(write) X(open) X(close) X(look) X(sync) X(rename) X(map) X(fork) X(exec) \
    X(pipe) X(poll) X(thread) X(lock) X(random) X(shorten) X(interrupt)
// clang-format on

#define KIND_ENUM(name) KIND_##name,
#define KIND_NAME(name) #name,
typedef enum { KINDS(KIND_ENUM) KIND_COUNT } Kind;
static const char *const NAMES[] = {KINDS(KIND_NAME)};

enum { FRAMES_MAX = 12 };

typedef struct {
    _Atomic uint64_t counts[KIND_COUNT];
    _Atomic uint64_t failed;     /* calls that were made to fail */
    uint64_t frames[FRAMES_MAX]; /* of the first of them: offsets into the program; 0: elsewhere */
} State;

extern const char __executable_start[], _end[];
static State own_state;
static State *state = &own_state;
static int fault_kind = -1; /* none; both are written before main */
static uint64_t fault_number;
static bool is_lasting;

/* Fills in what has called fails. */
static __attribute__((noinline)) void find_place(uint64_t places[FRAMES_MAX]) {
    void *frames[FRAMES_MAX + 2];
    const int count = backtrace(frames, FRAMES_MAX + 2);
    for (int i = 2; i < FRAMES_MAX + 2; i++) { /* without this function and fails */
        const uintptr_t at = i < count ? (uintptr_t)frames[i] : 0;
        const uintptr_t start = (uintptr_t)__executable_start;
        places[i - 2] = at >= start && at < (uintptr_t)_end ? at - start : 0;
    }
}

static __attribute__((noinline)) bool fails(Kind kind) {
    const uint64_t number = atomic_fetch_add(&state->counts[kind], 1) + 1;
    const bool is_hit = (int)kind == fault_kind &&
                        (number == fault_number || (is_lasting && number > fault_number));
    const bool is_first = is_hit && atomic_fetch_add(&state->failed, 1) == 0;
    if (is_first) {
        const int error = errno;
        find_place(state->frames);
        errno = error;
    }
    return is_hit;
}

/* Fails with an error's number. */
static bool fails_by(Kind kind, int error) {
    const bool is_hit = fails(kind);
    if (is_hit) {
        errno = error;
    }
    return is_hit;
}

void *__wrap_malloc(size_t bytes);
int __real_open(const char *path, int flags, ...);

static void *map_file(const char *path, size_t bytes) {
    const int file = path == NULL ? -1 : __real_open(path, O_RDWR | O_CLOEXEC);
    void *map =
        file < 0 ? MAP_FAILED : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return map == MAP_FAILED ? NULL : map;
}

__attribute__((constructor)) static void start(void) {
    char *fault = getenv("DIHEDRA_FAULT"), *depth = getenv("DIHEDRA_FAULT_DEPTH");
    if (depth != NULL && atoi(depth) > 0) {
        depth[0]--;
        return;
    }
    void *shared = map_file(getenv("DIHEDRA_FAULT_STATE"), sizeof *state);
    state = shared == NULL ? state : shared;
    memset(state, 0, sizeof *state);
    char *colon = fault == NULL ? NULL : strchr(fault, ':');
    if (colon != NULL) {
        char *end;
        fault_number = strtoull(colon + 1, &end, 10);
        is_lasting = *end == '+';
        for (int kind = 0; kind < KIND_COUNT; kind++) {
            if (strncmp(fault, NAMES[kind], (size_t)(colon - fault)) == 0 &&
                NAMES[kind][colon - fault] == '\0') {
                fault_kind = kind;
            }
        }
    }
    unsetenv("DIHEDRA_FAULT");
    unsetenv("DIHEDRA_FAULT_STATE");
    unsetenv("DIHEDRA_FAULT_DEPTH");
}

/* A function that returns `failure` with an errno if it is made to fail. */
#define WRAP(kind, error, failure, type, name, parameters, arguments)                              \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters {                                                                \
        return fails_by(KIND_##kind, error) ? (failure) : __real_##name arguments;                 \
    }

/* ---- Memory ---- */

WRAP(memory, ENOMEM, NULL, void *, malloc, (size_t bytes), (bytes))
WRAP(memory, ENOMEM, NULL, void *, calloc, (size_t count, size_t bytes), (count, bytes))
WRAP(memory, ENOMEM, NULL, void *, realloc, (void *memory, size_t bytes), (memory, bytes))
WRAP(memory, ENOMEM, NULL, void *, aligned_alloc, (size_t at, size_t bytes), (at, bytes))
WRAP(memory, ENOMEM, NULL, char *, strdup, (const char *text), (text))
WRAP(memory, ENOMEM, NULL, char *, strndup, (const char *text, size_t most), (text, most))
WRAP(memory, ENOMEM, NULL, FILE *, open_memstream, (char **text, size_t *size), (text, size))
WRAP(memory, ENOMEM, REG_ESPACE, int, regcomp, (regex_t * r, const char *text, int flags),
     (r, text, flags))
WRAP(memory, ENOMEM, Z_MEM_ERROR, int, uncompress,
     (Bytef * to, uLongf *length, const Bytef *from, uLong bytes), (to, length, from, bytes))
WRAP(map, ENOMEM, MAP_FAILED, void *, mmap,
     (void *at, size_t bytes, int protection, int flags, int file, off_t offset),
     (at, bytes, protection, flags, file, offset))

int __wrap_asprintf(char **text, const char *format, ...);
int __wrap_asprintf(char **text, const char *format, ...) {
    if (fails_by(KIND_memory, ENOMEM)) {
        *text = NULL;
        return -1;
    }
    va_list args;
    va_start(args, format);
    const int length = vasprintf(text, format, args);
    va_end(args);
    return length;
}

/* ---- Files ---- */

WRAP(open, EMFILE, NULL, FILE *, fopen, (const char *path, const char *mode), (path, mode))
WRAP(open, ENOMEM, NULL, FILE *, fdopen, (int file, const char *mode), (file, mode))
WRAP(open, ENOMEM, NULL, gzFile, gzdopen, (int file, const char *mode), (file, mode))
WRAP(open, EMFILE, NULL, DIR *, opendir, (const char *path), (path))
WRAP(open, EMFILE, -1, int, mkstemp, (char *path), (path))
WRAP(open, ENOSPC, -1, int, mkdir, (const char *path, mode_t mode), (path, mode))
WRAP(open, EMFILE, -1, int, memfd_create, (const char *name, unsigned flags), (name, flags))
WRAP(look, EIO, -1, int, stat, (const char *path, struct stat *about), (path, about))
WRAP(look, EIO, -1, int, fstat, (int file, struct stat *about), (file, about))
WRAP(look, EIO, -1, int, access, (const char *path, int mode), (path, mode))
WRAP(look, EIO, NULL, char *, realpath, (const char *path, char *real), (path, real))
WRAP(look, EIO, NULL, char *, getcwd, (char *path, size_t size), (path, size))
WRAP(look, EIO, -1, off_t, lseek, (int file, off_t offset, int whence), (file, offset, whence))
WRAP(look, ENOMEM, -1, int, dup2, (int from, int to), (from, to))
WRAP(sync, EIO, -1, int, fsync, (int file), (file))
WRAP(sync, EIO, -1, int, ftruncate, (int file, off_t bytes), (file, bytes))
WRAP(rename, EACCES, -1, int, rename, (const char *from, const char *to), (from, to))
WRAP(lock, ENOLCK, -1, int, flock, (int file, int operation), (file, operation))
WRAP(random, ENOSYS, -1, int, getentropy, (void *bytes, size_t count), (bytes, count))

int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    const int mode = (flags & O_CREAT) != 0 ? va_arg(args, int) : 0;
    va_end(args);
    return fails_by(KIND_open, EMFILE) ? -1 : __real_open(path, flags, mode);
}

int __real_fcntl(int file, int command, ...);
int __wrap_fcntl(int file, int command, ...);
int __wrap_fcntl(int file, int command, ...) {
    va_list args;
    va_start(args, command);
    const int argument = va_arg(args, int);
    va_end(args);
    return fails_by(KIND_look, EMFILE) ? -1 : __real_fcntl(file, command, argument);
}

int __real_close(int file);
int __wrap_close(int file);
int __wrap_close(int file) { /* the file is closed even so, as on Linux */
    const bool is_hit = fails(KIND_close);
    const int result = __real_close(file);
    errno = is_hit ? EIO : errno;
    return is_hit ? -1 : result;
}

ssize_t __real_read(int file, void *bytes, size_t count);
ssize_t __wrap_read(int file, void *bytes, size_t count);
ssize_t __wrap_read(int file, void *bytes, size_t count) {
    if (fails_by(KIND_read, EIO) || fails_by(KIND_interrupt, EINTR)) {
        return -1;
    }
    return __real_read(file, bytes, count > 1 && fails(KIND_shorten) ? 1 : count);
}

ssize_t __real_write(int file, const void *bytes, size_t count);
ssize_t __wrap_write(int file, const void *bytes, size_t count);
ssize_t __wrap_write(int file, const void *bytes, size_t count) {
    if (fails_by(KIND_write, ENOSPC) || fails_by(KIND_interrupt, EINTR)) {
        return -1;
    }
    return __real_write(file, bytes, count > 1 && fails(KIND_shorten) ? count / 2 : count);
}

/* ---- Streams: their file becomes one that cannot be written or read, so that all is as when a
 * disk is full or breaks ---- */

static void break_stream(FILE *stream, const char *path, int flags) {
    const int file = fileno(stream);
    const int broken = file < 0 ? -1 : __real_open(path, flags | O_CLOEXEC);
    if (broken >= 0) { /* a stream in memory has no file */
        dup3(broken, file, file > STDERR_FILENO ? O_CLOEXEC : 0);
        __real_close(broken);
    }
}

static void before_write(FILE *stream) {
    if (stream != NULL && stream != stderr && fails(KIND_write)) {
        break_stream(stream, "/dev/full", O_RDWR);
    }
}

static void before_read(FILE *stream) {
    if (fails(KIND_read)) {
        break_stream(stream, "/proc/self/mem", O_RDONLY); /* has no page at 0: EIO */
    }
}

#define WRAP_STREAM(before, type, name, parameters, arguments)                                     \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters {                                                                \
        before(stream);                                                                            \
        return __real_##name arguments;                                                            \
    }

WRAP_STREAM(before_write, size_t, fwrite,
            (const void *bytes, size_t size, size_t count, FILE *stream),
            (bytes, size, count, stream))
WRAP_STREAM(before_write, int, fputs, (const char *text, FILE *stream), (text, stream))
WRAP_STREAM(before_write, int, fputc, (int c, FILE *stream), (c, stream))
WRAP_STREAM(before_write, int, fflush, (FILE * stream), (stream))
WRAP_STREAM(before_write, int, fclose, (FILE * stream), (stream))
WRAP_STREAM(before_write, int, vfprintf, (FILE * stream, const char *format, va_list args),
            (stream, format, args))
WRAP_STREAM(before_read, size_t, fread, (void *bytes, size_t size, size_t count, FILE *stream),
            (bytes, size, count, stream))
WRAP_STREAM(before_read, int, getc, (FILE * stream), (stream))

int __wrap_fprintf(FILE *stream, const char *format, ...);
int __wrap_fprintf(FILE *stream, const char *format, ...) {
    va_list args;
    before_write(stream);
    va_start(args, format);
    const int length = __real_vfprintf(stream, format, args);
    va_end(args);
    return length;
}

int __wrap_printf(const char *format, ...);
int __wrap_printf(const char *format, ...) {
    va_list args;
    before_write(stdout);
    va_start(args, format);
    const int length = vprintf(format, args);
    va_end(args);
    return length;
}

int __real_puts(const char *text);
int __wrap_puts(const char *text);
int __wrap_puts(const char *text) {
    before_write(stdout);
    return __real_puts(text);
}

int __real_putchar(int c);
int __wrap_putchar(int c);
int __wrap_putchar(int c) {
    before_write(stdout);
    return __real_putchar(c);
}

WRAP(read, EIO, -1, int, gzread, (gzFile file, voidp bytes, unsigned count), (file, bytes, count))

/* ---- Processes, threads ---- */

WRAP(fork, EAGAIN, -1, pid_t, fork, (void), ())
WRAP(exec, ENOMEM, -1, int, execvp, (const char *program, char *const words[]), (program, words))
WRAP(pipe, EMFILE, -1, int, pipe2, (int ends[2], int flags), (ends, flags))

int __real_poll(struct pollfd *fds, nfds_t count, int milliseconds);
int __wrap_poll(struct pollfd *fds, nfds_t count, int milliseconds);
int __wrap_poll(struct pollfd *fds, nfds_t count, int milliseconds) {
    return fails_by(KIND_poll, ENOMEM) || fails_by(KIND_interrupt, EINTR)
               ? -1
               : __real_poll(fds, count, milliseconds);
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument) {
    return fails(KIND_thread) ? EAGAIN : __real_pthread_create(thread, attributes, run, argument);
}
