/* Waiting for what happens on descriptors of pipes, terminals, sockets and files. No state: any
 * thread may call. */
#ifndef ENGINE_BASE_OS_STREAMS_H
#define ENGINE_BASE_OS_STREAMS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    STREAM_READABLE,    /* bytes have come, or their end */
    STREAM_WRITABLE,    /* bytes can be written without waiting, or no longer at all */
    STREAM_LOST_READER, /* what is written can no longer be read: a pipe's other end is closed, a
                           terminal or socket has hung up */
} StreamEventKind;

typedef struct {
    int stream; /* descriptor; -1: nothing happens on it */
    StreamEventKind kind;
    bool has_happened; /* set by streams_wait */
} StreamEvent;

enum { STREAM_EVENTS_MAX = 4 };

/* Waits until one of at most STREAM_EVENTS_MAX events has happened, at most `seconds` (INFINITY: no
 * limit). Returns their number. */
int streams_wait(StreamEvent *events, int count, double seconds);

/* Makes a pipe that child processes do not inherit: the end to read and the end to write. */
bool stream_pipe(int ends[2]);

/* Both wait as long as they must and are not ended by signals. Reading returns the bytes read, 0 at
 * the end of the input, or -1. Writing writes all, or returns false if there is no reader. */
ptrdiff_t stream_read(int stream, void *bytes, size_t size);
bool stream_write(int stream, const void *bytes, size_t count);

#endif
