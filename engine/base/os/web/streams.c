/* What is written goes to the worker, which posts it (packaging/web/library.js), or into a file in
 * memory. Nothing is read: lines are handed in. */
#include "engine/base/os/streams.h"

#include <unistd.h>

extern void page_write(int stream, const void *bytes, size_t count);

int streams_wait(StreamEvent *events, int count, double seconds) {
    (void)events, (void)count, (void)seconds;
    return 0;
}

bool stream_pipe(int ends[2]) {
    ends[0] = ends[1] = -1;
    return false;
}

ptrdiff_t stream_read(int stream, void *bytes, size_t size) {
    (void)stream, (void)bytes, (void)size;
    return -1;
}

bool stream_write(int stream, const void *bytes, size_t count) {
    if (stream > STDERR_FILENO) {
        return write(stream, bytes, count) == (ptrdiff_t)count;
    }
    page_write(stream, bytes, count);
    return true;
}
