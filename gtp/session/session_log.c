#include "gtp/session/session_log.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/base/version.h"

struct SessionLog {
    pthread_mutex_t mutex; /* guards the file */
    FILE *file;
    double start; /* by clock_seconds */
    char *path;
    bool is_broken; /* a line could not be written, which has been reported */
};

/* Returns false, with errno, if what has been added cannot be written. */
static bool flush(const SessionLog *log) {
    errno = 0;
    return fflush(log->file) == 0 && !ferror(log->file);
}

SessionLog *session_log_open(const char *path, Status *status) {
    FILE *file = os_fopen(path, "ab");
    if (file == NULL) {
        file_fail(status, path, strerror(errno));
        return NULL;
    }
    SessionLog *log = memory_new(1, sizeof *log);
    *log = (SessionLog){.mutex = PTHREAD_MUTEX_INITIALIZER,
                        .file = file,
                        .start = clock_seconds(),
                        .path = memory_copy(path)};
    const struct tm now = os_universal_time(time(NULL));
    char date[32];
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &now);
    fprintf(file, "# Dihedra " DIHEDRA_VERSION ", %s; times are seconds since then\n", date);
    if (!flush(log)) {
        file_fail(status, path, strerror(errno));
        session_log_close(log);
        return NULL;
    }
    return log;
}

void session_log_close(SessionLog *log) {
    if (log != NULL) {
        fclose(log->file);
        pthread_mutex_destroy(&log->mutex);
        free(log->path);
        free(log);
    }
}

/* Adds the lines and says whether they could be written; the mutex is held. */
static bool add_lines(const SessionLog *log, LogDirection direction, const char *text) {
    const double now = clock_seconds() - log->start;
    do {
        const size_t length = strcspn(text, "\n");
        fprintf(log->file, "%.3f %c%s%.*s\n", now, (char)direction, length == 0 ? "" : " ",
                (int)length, text);
        text += length + (text[length] == '\n');
    } while (*text != '\0');
    return flush(log);
}

void session_log_add(SessionLog *log, LogDirection direction, const char *text) {
    if (log == NULL) {
        return;
    }
    pthread_mutex_lock(&log->mutex);
    if (!log->is_broken && !add_lines(log, direction, text)) {
        Status status;
        status_fail(&status, "%.120s: %s; the log ends here", log->path, strerror(errno));
        status_print("", &status);
        log->is_broken = true;
    }
    pthread_mutex_unlock(&log->mutex);
}
