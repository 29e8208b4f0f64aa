/* Waiting for descriptors by looking again and again: pipes of Windows that others have made cannot
 * be waited for. */
#include "engine/base/os/streams.h"

#include "engine/base/clock.h"
#include "engine/base/os/windows/utf16.h"

#include <assert.h>
#include <fcntl.h>
#include <io.h>
#include <math.h>
#include <winternl.h>

/* Pauses grow from the first to the last, in milliseconds. */
enum { PAUSE_FIRST = 1, PAUSE_LAST = 10, LOOKS_A_PAUSE = 50 };

/* Lets a line of the console be read when a key has been pressed; drops other events, such as
 * released keys and changes of focus. */
static bool has_key(HANDLE console) {
    INPUT_RECORD record;
    DWORD count;
    while (PeekConsoleInputW(console, &record, 1, &count) && count > 0) {
        if (record.EventType == KEY_EVENT && record.Event.KeyEvent.bKeyDown &&
            record.Event.KeyEvent.uChar.UnicodeChar != 0) {
            return true;
        }
        ReadConsoleInputW(console, &record, 1, &count);
    }
    return false;
}

static bool has_input(HANDLE handle) {
    DWORD available = 0, mode;
    if (GetFileType(handle) == FILE_TYPE_PIPE) {
        return !PeekNamedPipe(handle, NULL, 0, NULL, &available, NULL) || available > 0;
    }
    return !GetConsoleMode(handle, &mode) || has_key(handle);
}

/* A pipe whose other end is closed is in a closing state, told by NtQueryInformationFile (the
 * Windows Driver Kit documents FILE_PIPE_LOCAL_INFORMATION). */
static bool has_lost_reader(HANDLE handle) {
    enum { FILE_PIPE_LOCAL_INFORMATION_CLASS = 24, FILE_PIPE_CONNECTED = 3 };
    struct {
        ULONG type, configuration, most_instances, instances, input_quota, readable, output_quota,
            writable, state, end;
    } info;
    IO_STATUS_BLOCK result;
    return GetFileType(handle) == FILE_TYPE_PIPE &&
           NtQueryInformationFile(handle, &result, &info, sizeof info,
                                  (FILE_INFORMATION_CLASS)FILE_PIPE_LOCAL_INFORMATION_CLASS) == 0 &&
           info.state != FILE_PIPE_CONNECTED;
}

static bool has_happened(const StreamEvent *event) {
    const HANDLE handle =
        event->stream < 0 ? INVALID_HANDLE_VALUE : (HANDLE)_get_osfhandle(event->stream);
    if (handle == INVALID_HANDLE_VALUE) {
        return false;
    }
    switch (event->kind) {
    case STREAM_READABLE:
        return has_input(handle);
    case STREAM_WRITABLE:
        return true; /* a write waits itself */
    case STREAM_LOST_READER:
        return has_lost_reader(handle);
    }
    return false;
}

int streams_wait(StreamEvent *events, int count, double seconds) {
    const double end = seconds == INFINITY ? INFINITY : clock_seconds() + seconds;
    assert(count <= STREAM_EVENTS_MAX);
    for (int looks = 0;; looks++) {
        int happened = 0;
        for (int i = 0; i < count; i++) {
            events[i].has_happened = has_happened(&events[i]);
            happened += events[i].has_happened;
        }
        if (happened > 0 || clock_seconds() >= end) {
            return happened;
        }
        const int pause = PAUSE_FIRST + looks / LOOKS_A_PAUSE;
        Sleep((DWORD)(pause < PAUSE_LAST ? pause : PAUSE_LAST));
    }
}

bool stream_pipe(int ends[2]) {
    enum { PIPE_BYTES = 1 << 16 };
    return _pipe(ends, PIPE_BYTES, _O_BINARY | _O_NOINHERIT) == 0;
}

ptrdiff_t stream_read(int stream, void *bytes, size_t size) {
    return _read(stream, bytes, (unsigned)size);
}

bool stream_write(int stream, const void *bytes, size_t count) {
    enum { WRITE_MAX = 1 << 20 };
    const char *at = bytes;
    while (count > 0) {
        const int written = _write(stream, at, (unsigned)(count < WRITE_MAX ? count : WRITE_MAX));
        if (written <= 0) {
            return false;
        }
        at += written;
        count -= (size_t)written;
    }
    return true;
}
