/* Child processes by CreateProcess, each in a job that ends with it or with us.
 *
 * Our ends of the pipes are overlapped, so a child that neither reads nor writes, or never stops
 * writing, cannot block us: one read and one write may be under way, from and to buffers of the
 * child's. Only the child's three handles are inherited. */
#include "engine/base/os/process.h"

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/windows/utf16.h"
#include "engine/base/text.h"

#include <errno.h>
#include <io.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIPE_BYTES = 1 << 16 };

typedef struct {
    HANDLE handle;    /* ours; NULL: closed */
    OVERLAPPED state; /* of what is under way; its event is set when that is done */
    bool is_under_way;
    bool is_broken;    /* the child has closed its end */
    size_t start, end; /* of the bytes read and not yet handed out */
    char bytes[PIPE_BYTES];
} Pipe;

struct ChildProcess {
    HANDLE process, job;
    Pipe input, output;
};

/* ---- Pipes ---- */

/* Makes a pipe; *theirs is inherited. */
static bool pipe_open(Pipe *pipe, bool is_input, HANDLE *theirs) {
    static atomic_uint number;
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    char name[64];
    snprintf(name, sizeof name, "\\\\.\\pipe\\dihedra-%lu-%u", GetCurrentProcessId(),
             atomic_fetch_add(&number, 1));
    pipe->handle = CreateNamedPipeA(name,
                                    (is_input ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND) |
                                        FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                    PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, PIPE_BYTES,
                                    PIPE_BYTES, 0, NULL);
    if (pipe->handle == INVALID_HANDLE_VALUE) {
        pipe->handle = NULL;
        return false;
    }
    *theirs = CreateFileA(name, is_input ? GENERIC_READ : GENERIC_WRITE, 0, &inherited,
                          OPEN_EXISTING, 0, NULL);
    pipe->state.hEvent = CreateEventA(NULL, TRUE, FALSE, NULL);
    return *theirs != INVALID_HANDLE_VALUE && pipe->state.hEvent != NULL;
}

static void pipe_close(Pipe *pipe) {
    DWORD count;
    if (pipe->is_under_way) { /* the system may write to *pipe until it says that this is done */
        CancelIoEx(pipe->handle, &pipe->state);
        GetOverlappedResult(pipe->handle, &pipe->state, &count, TRUE);
    }
    if (pipe->handle != NULL) {
        CloseHandle(pipe->handle);
    }
    if (pipe->state.hEvent != NULL) {
        CloseHandle(pipe->state.hEvent);
    }
    pipe->handle = pipe->state.hEvent = NULL;
    pipe->is_under_way = false;
    pipe->is_broken = true;
}

/* Takes the result of what is under way if it is done. Returns whether nothing is any more. */
static bool pipe_settle(Pipe *pipe, DWORD *count) {
    *count = 0;
    if (pipe->is_under_way) {
        const bool ok = GetOverlappedResult(pipe->handle, &pipe->state, count, FALSE);
        if (!ok && GetLastError() == ERROR_IO_INCOMPLETE) {
            return false;
        }
        pipe->is_under_way = false;
        pipe->is_broken = pipe->is_broken || !ok;
    }
    return true;
}

/* Notes what has begun: `ok` is the result of ReadFile or WriteFile. */
static void pipe_begin(Pipe *pipe, bool ok) {
    pipe->is_under_way = ok || GetLastError() == ERROR_IO_PENDING;
    pipe->is_broken = !pipe->is_under_way;
}

/* Fills the output's buffer if it is empty. */
static void pipe_fill(Pipe *output) {
    DWORD count;
    while (!output->is_broken && output->start == output->end && pipe_settle(output, &count)) {
        output->start = 0;
        output->end = count;
        if (count == 0 && !output->is_broken) {
            pipe_begin(output, ReadFile(output->handle, output->bytes, sizeof output->bytes, NULL,
                                        &output->state));
        }
    }
}

/* ---- Starting ---- */

/* Adds a word so that the C runtime's start-up code reads it back (Microsoft, "Parsing C
 * command-line arguments"): backslashes count only before a quote. */
static void quote_word(Text *line, const char *word) {
    text_add(line, line->length > 0 ? " \"" : "\"");
    for (; *word != '\0'; word++) {
        const size_t slashes = strspn(word, "\\");
        const char after = word[slashes];
        const size_t written = after == '"' || after == '\0' ? 2 * slashes : slashes;
        for (size_t i = 0; i < written; i++) {
            text_add(line, "\\");
        }
        word += slashes;
        if (after == '\0') {
            break;
        }
        text_add(line, after == '"' ? "\\\"" : "%c", after);
    }
    text_add(line, "\"");
}

/* Returns the command line; the caller frees it. */
static wchar_t *command_line(char **words) {
    Text line = {0};
    for (size_t i = 0; words[i] != NULL; i++) {
        quote_word(&line, words[i]);
    }
    for (char *c = line.bytes + 1; *c != '"'; c++) {
        *c = *c == '/' ? '\\' : *c; /* of the program */
    }
    wchar_t *wide = utf16_from_utf8(line.bytes);
    text_free(&line);
    return wide;
}

/* The variables one after the other, each with its NUL, and a NUL (Microsoft, "CreateProcessW").
 * The caller frees them. */
static wchar_t *environment_block(char **variables) {
    wchar_t *block = NULL;
    size_t length = 0;
    for (; *variables != NULL; variables++) {
        wchar_t *wide = utf16_from_utf8(*variables);
        for (const wchar_t *at = wide; at != NULL; at = *at == L'\0' ? NULL : at + 1) {
            block = memory_grow(block, length, sizeof *block);
            block[length++] = *at;
        }
        free(wide);
    }
    block = memory_grow(block, length, sizeof *block);
    block[length] = L'\0';
    return block;
}

/* Opens what the child's standard error goes to. */
static bool open_error(const char *path, HANDLE *error, Status *status) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    const HANDLE self = GetCurrentProcess(), ours = GetStdHandle(STD_ERROR_HANDLE);
    if (path == NULL) { /* INVALID_HANDLE_VALUE would be the process */
        return (ours != INVALID_HANDLE_VALUE &&
                DuplicateHandle(self, ours, self, error, 0, TRUE, DUPLICATE_SAME_ACCESS)) ||
               open_error("NUL", error, status);
    }
    wchar_t *wide = utf16_path(path);
    *error = wide == NULL ? INVALID_HANDLE_VALUE
                          : CreateFileW(wide, FILE_APPEND_DATA | SYNCHRONIZE,
                                        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                        &inherited, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
    windows_set_errno();
    const int number = errno;
    free(wide);
    return *error != INVALID_HANDLE_VALUE || file_fail(status, path, strerror(number));
}

static bool make_job_object(ChildProcess *child) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {.BasicLimitInformation.LimitFlags =
                                                       JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE};
    child->job = CreateJobObjectW(NULL, NULL);
    return child->job != NULL &&
           SetInformationJobObject(child->job, JobObjectExtendedLimitInformation, &limits,
                                   sizeof limits);
}

/* Runs the program with the three handles, in the job before it does anything. */
static bool run_program_in_child(ChildProcess *child, const ChildOptions *options,
                                 HANDLE handles[3]) {
    STARTUPINFOEXW start = {.StartupInfo = {.cb = sizeof start,
                                            .dwFlags = STARTF_USESTDHANDLES,
                                            .hStdInput = handles[0],
                                            .hStdOutput = handles[1],
                                            .hStdError = handles[2]}};
    PROCESS_INFORMATION made = {0};
    SIZE_T bytes = 0;
    wchar_t *line = command_line(options->words);
    wchar_t *folder = options->folder == NULL ? NULL : utf16_from_utf8(options->folder);
    wchar_t *environment =
        options->environment == NULL ? NULL : environment_block(options->environment);
    InitializeProcThreadAttributeList(NULL, 1, 0, &bytes);
    start.lpAttributeList = malloc(bytes);
    bool ok = line != NULL && start.lpAttributeList != NULL &&
              InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &bytes);
    if (ok) {
        ok = UpdateProcThreadAttribute(start.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                       handles, 3 * sizeof *handles, NULL, NULL) &&
             CreateProcessW(NULL, line, NULL, NULL, TRUE,
                            CREATE_SUSPENDED | CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP |
                                EXTENDED_STARTUPINFO_PRESENT | CREATE_UNICODE_ENVIRONMENT,
                            environment, folder, &start.StartupInfo, &made) &&
             AssignProcessToJobObject(child->job, made.hProcess) &&
             ResumeThread(made.hThread) != (DWORD)-1;
        windows_set_errno();
        DeleteProcThreadAttributeList(start.lpAttributeList);
    }
    const int error = errno;
    if (made.hThread != NULL) {
        CloseHandle(made.hThread);
    }
    child->process = made.hProcess;
    free(start.lpAttributeList);
    free(line);
    free(folder);
    free(environment);
    errno = error;
    return ok;
}

ChildProcess *child_start(const ChildOptions *options, Status *status) {
    HANDLE handles[3] = {NULL, NULL, NULL};
    ChildProcess *child = calloc(1, sizeof *child);
    if (child == NULL) {
        status_fail(status, "out of memory");
        return NULL;
    }
    bool ok = (pipe_open(&child->input, true, &handles[0]) &&
               pipe_open(&child->output, false, &handles[1]) && make_job_object(child)) ||
              status_fail(status, "cannot make a pipe to an engine");
    ok = ok && open_error(options->error_path, &handles[2], status) &&
         (run_program_in_child(child, options, handles) ||
          status_fail(status, "cannot start %.100s: %s", options->words[0], strerror(errno)));
    for (int i = 0; i < 3; i++) {
        if (handles[i] != NULL && handles[i] != INVALID_HANDLE_VALUE) {
            CloseHandle(handles[i]);
        }
    }
    if (!ok) {
        child_finish(child);
        child = NULL;
    }
    return child;
}

/* ---- Reading and writing ---- */

/* Milliseconds, rounded up. */
static DWORD wait_time(double seconds) {
    return seconds < 1e6 ? (DWORD)ceil(1000 * fmax(seconds, 0)) : INFINITE;
}

void child_wait(ChildProcess *child, double seconds, bool *can_read, bool *can_write) {
    const double end = clock_seconds() + seconds;
    for (;;) {
        DWORD count;
        if (can_read != NULL) {
            pipe_fill(&child->output);
            *can_read = child->output.is_broken || child->output.start < child->output.end;
        }
        if (can_write != NULL) {
            *can_write = child->input.is_broken || pipe_settle(&child->input, &count);
        }
        const double left = end - clock_seconds();
        if ((can_read != NULL && *can_read) || (can_write != NULL && *can_write) || left <= 0) {
            return;
        }
        const HANDLE events[2] = {child->output.state.hEvent, child->input.state.hEvent};
        WaitForMultipleObjects(can_read == NULL || can_write == NULL ? 1 : 2,
                               can_read == NULL ? events + 1 : events, FALSE, wait_time(left));
    }
}

ptrdiff_t child_read(ChildProcess *child, void *bytes, size_t size) {
    Pipe *output = &child->output;
    pipe_fill(output);
    const size_t held = output->end - output->start;
    const size_t count = size < held ? size : held;
    memcpy(bytes, output->bytes + output->start, count);
    output->start += count;
    return count > 0 ? (ptrdiff_t)count : output->is_broken ? -1 : 0;
}

ptrdiff_t child_write(ChildProcess *child, const void *bytes, size_t count) {
    Pipe *input = &child->input;
    DWORD written;
    if (!input->is_broken && !pipe_settle(input, &written)) {
        return 0;
    }
    if (input->is_broken) {
        return -1;
    }
    count = count < sizeof input->bytes ? count : sizeof input->bytes;
    memcpy(input->bytes, bytes, count);
    pipe_begin(input, WriteFile(input->handle, input->bytes, (DWORD)count, NULL, &input->state));
    return input->is_broken ? -1 : (ptrdiff_t)count;
}

void child_close_input(ChildProcess *child) {
    pipe_close(&child->input);
}

/* ---- Ending ---- */

bool child_wait_for_end(ChildProcess *child, double seconds) {
    const double end = clock_seconds() + seconds;
    for (;;) {
        child->output.start = child->output.end; /* dropped */
        pipe_fill(&child->output);
        const HANDLE events[2] = {child->process, child->output.state.hEvent};
        const double left = end - clock_seconds();
        const DWORD result =
            WaitForMultipleObjects(child->output.is_broken ? 1 : 2, events, FALSE, wait_time(left));
        if (result == WAIT_OBJECT_0 || left <= 0) {
            return result == WAIT_OBJECT_0;
        }
    }
}

/* A program without a window cannot be asked. */
void child_terminate(ChildProcess *child) {
    child_kill(child);
}

void child_kill(ChildProcess *child) {
    TerminateJobObject(child->job, EXIT_FAILURE);
}

ChildEnd child_finish(ChildProcess *child) {
    DWORD status = EXIT_FAILURE;
    if (child->job != NULL) {
        child_kill(child);
    }
    if (child->process != NULL) {
        TerminateProcess(child->process, EXIT_FAILURE); /* in case it is not in the job */
        WaitForSingleObject(child->process, INFINITE);
        GetExitCodeProcess(child->process, &status);
        CloseHandle(child->process);
    }
    if (child->job != NULL) {
        CloseHandle(child->job);
    }
    pipe_close(&child->input);
    pipe_close(&child->output);
    free(child);
    return (ChildEnd){.exit_status = (int)status};
}
