#include "engine/eval/net/model/scanner.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/base/text.h"

/* An unpacked file is smaller, in bytes: more than any network takes. */
static const size_t FILE_BYTES_MAX = (size_t)1 << 30;

/* Bytes unpacked at a time: the precision of offsets in messages about damage. */
enum { CHUNK_BYTES = 1 << 16 };

/* Unpacks the rest of the file. */
static bool unpack(gzFile file, uint8_t **bytes, size_t *length, Status *status) {
    size_t capacity = 0;
    for (;;) {
        if (*length == capacity) {
            capacity = capacity == 0 ? (size_t)1 << 20 : 2 * capacity;
            if (capacity > FILE_BYTES_MAX) {
                return status_fail(status, "byte %zu: too large for a network", *length);
            }
            uint8_t *larger = realloc(*bytes, capacity);
            if (larger == NULL) {
                return status_fail(status, "byte %zu: out of memory", *length);
            }
            *bytes = larger;
        }
        const size_t space = capacity - *length;
        const int got =
            gzread(file, *bytes + *length, (unsigned)(space < CHUNK_BYTES ? space : CHUNK_BYTES));
        if (got > 0) {
            *length += (size_t)got;
            continue;
        }
        int error = Z_OK;
        gzerror(file, &error);
        if (got == 0 && error == Z_OK) {
            return true;
        }
        return status_fail(status, "byte %zu: %s", *length,
                           error == Z_ERRNO       ? strerror(errno)
                           : error == Z_BUF_ERROR ? "the gzip file ends too early"
                                                  : "the gzip file is damaged");
    }
}

/* Opens a regular file; a pipe could block its reader forever, and a device may have no end.
 * Returns NULL with a message on failure. */
static gzFile open_file(const char *path, Status *status) {
    OsFileInfo info;
    const int descriptor = os_open(path, OS_OPEN_READ);
    const uint64_t memory = os_memory();
    if (descriptor < 0 || !os_file_info(descriptor, &info)) {
        status_fail(status, "%s", strerror(errno));
    } else if (info.kind != OS_FILE_REGULAR) {
        status_fail(status, "%s",
                    info.kind == OS_FILE_FOLDER ? strerror(EISDIR) : "not an ordinary file");
    } else if (memory > 0 && info.bytes > memory / 2) { /* the file and its weights */
        status_fail(status, "a network of %llu MiB does not fit into %llu MiB of memory",
                    (unsigned long long)(info.bytes >> 20), (unsigned long long)(memory >> 20));
    } else {
        gzFile file = gzdopen(descriptor, "rb");
        if (file != NULL) {
            return file;
        }
        status_fail(status, "out of memory");
    }
    if (descriptor >= 0) {
        os_close(descriptor);
    }
    return NULL;
}

bool scanner_load_file(const char *path, uint8_t **bytes, size_t *length, Status *status) {
    *bytes = NULL;
    *length = 0;
    gzFile file = open_file(path, status);
    if (file == NULL) {
        return false;
    }
    const bool ok = unpack(file, bytes, length, status);
    gzclose(file);
    if (!ok) {
        free(*bytes);
        *bytes = NULL;
    }
    return ok;
}

void scanner_fail(Scanner *scanner, const char *format, ...) {
    if (scanner->failed) {
        return;
    }
    char reason[160];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    scanner->failed = true;
    status_fail(scanner->status, "byte %zu: %s%s%s", scanner->begin, scanner->part,
                scanner->part[0] != '\0' ? ": " : "", reason);
}

static bool is_space(uint8_t byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static void skip_space(Scanner *scanner) {
    while (scanner->at < scanner->length && is_space(scanner->bytes[scanner->at])) {
        scanner->at++;
    }
    scanner->begin = scanner->at;
}

void scanner_read_word(Scanner *scanner, char word[SCANNER_WORD_MAX + 1]) {
    size_t length = 0;
    if (!scanner->failed) {
        skip_space(scanner);
    }
    while (!scanner->failed && scanner->at < scanner->length &&
           !is_space(scanner->bytes[scanner->at])) {
        const uint8_t byte = scanner->bytes[scanner->at++];
        if (byte < '!' || byte > '~') {
            scanner_fail(scanner, "binary data instead of a word");
        } else if (length == SCANNER_WORD_MAX) {
            scanner_fail(scanner, "a word of more than %d letters", SCANNER_WORD_MAX);
        } else {
            word[length++] = (char)byte;
        }
    }
    if (length == 0) {
        scanner_fail(scanner, "the file ends too early");
    }
    word[scanner->failed ? 0 : length] = '\0';
}

void scanner_read_part(Scanner *scanner) {
    char name[SCANNER_WORD_MAX + 1];
    scanner_read_word(scanner, name);
    if (!scanner->failed) {
        memcpy(scanner->part, name, sizeof name);
    }
}

int scanner_read_integer(Scanner *scanner, const char *what, int least, int most) {
    char word[SCANNER_WORD_MAX + 1], *end;
    scanner_read_word(scanner, word);
    errno = 0;
    const long number = strtol(word, &end, 10);
    if (*end != '\0') {
        scanner_fail(scanner, "%s is not a whole number: %.40s", what, word);
    } else if (errno != 0 || number < least || number > most) {
        char range[32];
        snprintf(range, sizeof range, least == most ? "%d" : "%d to %d", least, most);
        scanner_fail(scanner, "%s is %.40s, not %s", what, word, range);
    }
    return scanner->failed ? least : (int)number;
}

double scanner_read_real(Scanner *scanner, const char *what) {
    char word[SCANNER_WORD_MAX + 1], *end;
    scanner_read_word(scanner, word);
    const double value = strtod(word, &end);
    if (*end != '\0' || !isfinite(value)) {
        scanner_fail(scanner, "%s is not a number: %.40s", what, word);
    }
    return value;
}

double scanner_read_positive(Scanner *scanner, const char *what) {
    const double value = scanner_read_real(scanner, what);
    if (value <= 0) {
        scanner_fail(scanner, "%s is not positive", what);
    }
    return scanner->failed ? 1 : value;
}

int scanner_read_name(Scanner *scanner, const char *what, const char *const *names) {
    char word[SCANNER_WORD_MAX + 1];
    scanner_read_word(scanner, word);
    const int found = text_find(word, names);
    if (found < 0) {
        scanner_fail(scanner, "unknown %s %.40s", what, word);
    }
    return found < 0 ? 0 : found;
}

bool scanner_begin_floats(Scanner *scanner, size_t count) {
    static const char MARK[] = "@BIN@";
    const size_t mark_length = sizeof MARK - 1;
    if (scanner->failed) {
        return false;
    }
    skip_space(scanner);
    if (scanner->length - scanner->at < mark_length ||
        memcmp(scanner->bytes + scanner->at, MARK, mark_length) != 0) {
        scanner_fail(scanner, "no %s before %zu weights", MARK, count);
        return false;
    }
    scanner->at += mark_length;
    const size_t there = (scanner->length - scanner->at) / sizeof(float);
    if (count > there) {
        scanner_fail(scanner, "the file ends after %zu of %zu weights", there, count);
    }
    return !scanner->failed;
}

bool scanner_read_floats(Scanner *scanner, float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const uint8_t *byte = scanner->bytes + scanner->at;
        const uint32_t bits = (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
                              (uint32_t)byte[3] << 24;
        memcpy(&values[i], &bits, sizeof bits);
        if (!isfinite(values[i])) {
            scanner->begin = scanner->at;
            scanner_fail(scanner, "weight %zu is not finite", i);
            return false;
        }
        scanner->at += sizeof bits;
    }
    return true;
}

void scanner_expect_end(Scanner *scanner) {
    if (!scanner->failed) {
        scanner->part[0] = '\0';
        skip_space(scanner);
    }
    if (scanner->at != scanner->length) {
        scanner_fail(scanner, "data after the end of the network");
    }
}
