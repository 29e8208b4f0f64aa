/* The machine and the process by Windows. */
#include "engine/base/os/system.h"

#include "engine/base/memory.h"
#include "engine/base/os/windows/utf16.h"

#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include <shellapi.h>
#include <timeapi.h>

/* The C runtime ends the process if a closed descriptor is used; it shall fail. */
static void ignore_parameter(const wchar_t *expression, const wchar_t *function,
                             const wchar_t *file, unsigned line, uintptr_t reserved) {
    (void)expression, (void)function, (void)file, (void)line, (void)reserved;
}

/* Opens what the caller closed of the standard streams for reading, so that no other file gets its
 * number. Bytes pass as they are; terminals get UTF-8 and understand escape sequences. */
static void prepare_streams(void) {
    for (int stream = OS_STANDARD_INPUT; stream <= OS_STANDARD_ERROR; stream++) {
        DWORD mode;
        HANDLE handle = (HANDLE)_get_osfhandle(stream);
        if (handle == INVALID_HANDLE_VALUE || handle == (HANDLE)-2) {
            const int opened = _open(OS_NULL_FILE, _O_RDONLY);
            if (opened >= 0 && opened != stream) {
                _dup2(opened, stream);
                _close(opened);
            }
        } else if (stream != OS_STANDARD_INPUT && GetConsoleMode(handle, &mode)) {
            SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
            SetConsoleOutputCP(CP_UTF8);
        }
        _setmode(stream, _O_BINARY);
    }
}

/* The arguments stay as they are, in the system's code page, if there is no memory. */
static void read_arguments(int *argc, char ***argv) {
    int count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **utf8 = wide == NULL ? NULL : calloc((size_t)count + 1, sizeof *utf8);
    for (int i = 0; utf8 != NULL && i < count; i++) {
        utf8[i] = utf16_to_utf8(wide[i]);
        if (utf8[i] == NULL) {
            return;
        }
    }
    if (utf8 != NULL) {
        *argc = count;
        *argv = utf8;
    }
    LocalFree(wide);
}

void os_prepare_process(int *argc, char ***argv) {
    _set_invalid_parameter_handler(ignore_parameter);
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    timeBeginPeriod(1); /* pauses of a millisecond take about as long */
    prepare_streams();
    read_arguments(argc, argv);
}

_Noreturn void os_exit_now(int exit_status) {
    _exit(exit_status);
}

const char OS_PATH_SEPARATORS[] = "/\\";
const char OS_NULL_FILE[] = "NUL";

const char *os_program_path(const char *argv0) {
    static char path[4 * MAX_PATH]; /* written with the same bytes by every call */
    wchar_t wide[MAX_PATH + 1];
    const DWORD length = GetModuleFileNameW(NULL, wide, MAX_PATH);
    return length > 0 && length < MAX_PATH &&
                   WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, sizeof path, NULL, NULL) > 0
               ? path
               : argv0;
}

long os_process_id(void) {
    return (long)_getpid();
}

/* Returns a copy, or NULL if it is not set or is empty. */
static char *copy_variable(const wchar_t *name) {
    const wchar_t *value = _wgetenv(name);
    return value == NULL || *value == L'\0' ? NULL : utf16_to_utf8(value);
}

/* Each call's text is kept for good: variables are read at start alone. */
const char *os_variable(const char *name) {
    wchar_t *wide = utf16_from_utf8(name);
    const char *value = wide == NULL ? NULL : copy_variable(wide);
    free(wide);
    return value;
}

static char *user_folder(const wchar_t *variable) {
    static const char BELOW[] = "\\dihedra\\";
    char *base = copy_variable(variable);
    char *folder = base == NULL ? NULL : malloc(strlen(base) + sizeof BELOW);
    if (folder != NULL) {
        sprintf(folder, "%s%s", base, BELOW);
    }
    free(base);
    return folder;
}

char *os_user_data_folder(void) {
    return user_folder(L"LOCALAPPDATA");
}

char *os_user_cache_folder(void) {
    return user_folder(L"LOCALAPPDATA");
}

/* Only the first call makes the list: no other thread may call then. */
char **os_environment(void) {
    static char **list;
    if (list == NULL) {
        wchar_t *block = GetEnvironmentStringsW();
        size_t count = 0;
        for (const wchar_t *at = block; at != NULL && *at != L'\0'; at += wcslen(at) + 1) {
            list = memory_grow(list, count, sizeof *list);
            list[count] = utf16_to_utf8(at);
            count += list[count] != NULL;
        }
        list = memory_grow(list, count, sizeof *list);
        list[count] = NULL;
        FreeEnvironmentStringsW(block);
    }
    return list;
}

bool os_is_terminal(int stream) {
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(stream), &mode);
}

bool os_terminal_keys(bool at_once) {
    (void)at_once;
    return false;
}

int os_processors(void) {
    const DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count < 1 ? 1 : (int)count;
}

uint64_t os_memory(void) {
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    return GlobalMemoryStatusEx(&memory) ? memory.ullTotalPhys : 0;
}

struct tm os_local_time(time_t seconds) {
    struct tm parts = {0};
    localtime_s(&parts, &seconds);
    return parts;
}

struct tm os_universal_time(time_t seconds) {
    struct tm parts = {0};
    gmtime_s(&parts, &seconds);
    return parts;
}

/* RtlGenRandom (advapi32) by its exported name. */
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG count);

bool os_random(void *bytes, size_t count) {
    return SystemFunction036(bytes, (ULONG)count);
}

void os_host_name(char *name, size_t size) {
    wchar_t wide[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD length = MAX_COMPUTERNAME_LENGTH + 1;
    char *utf8 = GetComputerNameW(wide, &length) ? utf16_to_utf8(wide) : NULL;
    snprintf(name, size, "%s", utf8 == NULL ? "an unnamed host" : utf8);
    free(utf8);
}

/* A process cannot enter a sandbox by itself. */
bool os_sandbox_enter(Status *status) {
    return status_fail(status, "only Linux has it");
}
