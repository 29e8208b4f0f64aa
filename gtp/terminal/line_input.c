#include "gtp/terminal/screen.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/os/streams.h"
#include "engine/base/os/system.h"

enum { END_OF_TEXT = 3, END_OF_INPUT = 4, BACKSPACE = 8, ESCAPE = 27, DELETE = 127 };

/* Seconds that the rest of an arrow key's bytes may take; the Escape key has none. */
static const double ESCAPE_SECONDS = 0.05;

/* Returns the next byte, or -1 at the end. */
static int read_byte(void) {
    unsigned char byte;
    return stream_read(OS_STANDARD_INPUT, &byte, 1) == 1 ? byte : -1;
}

static int read_byte_soon(void) {
    StreamEvent event = {OS_STANDARD_INPUT, STREAM_READABLE, false};
    return streams_wait(&event, 1, ESCAPE_SECONDS) == 1 ? read_byte() : -1;
}

/* Reads what follows an Escape. Returns false if it was no arrow key: longer sequences of other
 * keys end with a letter or '~'. */
static bool read_arrow(InputEvent *event) {
    int byte = read_byte_soon();
    if (byte != '[' && byte != 'O') {
        return false;
    }
    byte = read_byte_soon();
    const char *const keys = "ABCD", *key = byte > 0 ? strchr(keys, byte) : NULL;
    if (key == NULL) {
        while (byte >= '0' && byte <= ';') {
            byte = read_byte_soon();
        }
        return false;
    }
    static const int STEPS[4][2] = {{0, -1}, {0, 1}, {1, 0}, {-1, 0}};
    *event = (InputEvent){INPUT_ARROW, STEPS[key - keys][0], STEPS[key - keys][1]};
    return true;
}

static InputEvent edit_line(const char *prompt, char *line, size_t size) {
    InputEvent event = {.kind = INPUT_LINE};
    size_t length = 0;
    for (;;) {
        line[length] = '\0';
        printf("\r\033[K%s%s", prompt, line);
        fflush(stdout);
        const int byte = read_byte();
        if (byte == '\n' || byte == '\r') {
            return event;
        }
        if (byte < 0 || byte == END_OF_TEXT || (byte == END_OF_INPUT && length == 0)) {
            return (InputEvent){.kind = INPUT_END};
        }
        if (byte == ESCAPE) {
            if (read_arrow(&event) && length == 0) {
                return event;
            }
            event = (InputEvent){.kind = INPUT_LINE};
        } else if (byte == BACKSPACE || byte == DELETE) {
            while (length > 0 && ((unsigned char)line[--length] & 0xC0) == 0x80) {
            } /* with all bytes of UTF-8 */
        } else if (byte >= ' ' && length + 1 < size) {
            line[length++] = (char)byte;
        }
    }
}

static InputEvent read_line(const char *prompt, char *line, size_t size) {
    size_t length = 0;
    int byte;
    printf("%s", prompt);
    fflush(stdout);
    while ((byte = read_byte()) >= 0 && byte != '\n') {
        if (length + 1 < size) {
            line[length++] = (char)byte;
        }
    }
    line[length] = '\0';
    if (!os_is_terminal(OS_STANDARD_INPUT)) { /* a pipe echoes nothing */
        printf("%s\n", line);
    }
    return (InputEvent){.kind = byte < 0 && length == 0 ? INPUT_END : INPUT_LINE};
}

/* Guards the terminal's mode; locked for good at the end. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool has_keys;

void line_input_end(void) {
    pthread_mutex_lock(&mutex);
    if (has_keys) {
        os_terminal_keys(false);
    }
}

/* The terminal gives keys at once from the first arrow to the end of the line: a key that is typed
 * between two modes may be lost. */
InputEvent line_input_next(const char *prompt, char *line, size_t size) {
    pthread_mutex_lock(&mutex);
    has_keys = has_keys || (os_is_terminal(OS_STANDARD_OUTPUT) && os_terminal_keys(true));
    pthread_mutex_unlock(&mutex);
    const InputEvent event =
        has_keys ? edit_line(prompt, line, size) : read_line(prompt, line, size);
    if (has_keys && event.kind != INPUT_ARROW) {
        pthread_mutex_lock(&mutex);
        os_terminal_keys(false);
        has_keys = false;
        pthread_mutex_unlock(&mutex);
        printf("\n");
    }
    return event;
}
