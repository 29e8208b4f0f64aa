#include "engine/eval/net/model/scanner.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

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

static bool is_separator(uint8_t byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static void skip_spaces(Scanner *scanner) {
    while (scanner->at < scanner->length && is_separator(scanner->bytes[scanner->at])) {
        scanner->at++;
    }
    scanner->begin = scanner->at;
}

void scanner_read_word(Scanner *scanner, char word[SCANNER_WORD_MAX + 1]) {
    size_t length = 0;
    if (!scanner->failed) {
        skip_spaces(scanner);
    }
    while (!scanner->failed && scanner->at < scanner->length &&
           !is_separator(scanner->bytes[scanner->at])) {
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

/* Skips an array's mark. */
static bool begin_floats(Scanner *scanner, size_t count) {
    static const char MARK[] = "@BIN@";
    const size_t mark_length = sizeof MARK - 1;
    if (scanner->failed) {
        return false;
    }
    skip_spaces(scanner);
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

/* The first of the floats that is not finite, or count. */
static size_t find_infinite(const float *values, size_t count) {
    size_t i = 0;
    while (i < count && isfinite(values[i])) {
        i++;
    }
    return i;
}

float *scanner_read_floats(Scanner *scanner, size_t count) {
    if (!begin_floats(scanner, count)) {
        return NULL;
    }
    uint8_t *from = scanner->bytes + scanner->at;
    float *values = (float *)(void *)(from - scanner->at % sizeof *values);
    uint32_t largest = 0;                /* of the exponents, at their place */
    for (size_t i = 0; i < count; i++) { /* forward: a float may overwrite the one it is made of */
        const uint8_t *byte = from + i * sizeof *values;
        const uint32_t bits = (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
                              (uint32_t)byte[3] << 24;
        const uint32_t exponent = bits & 0x7F800000;
        largest = exponent > largest ? exponent : largest;
        memcpy(&values[i], &bits, sizeof bits);
    }
    if (largest == 0x7F800000) {
        const size_t bad = find_infinite(values, count);
        scanner->begin = scanner->at + bad * sizeof *values;
        scanner_fail(scanner, "weight %zu is not finite", bad);
        return NULL;
    }
    scanner->at += count * sizeof *values;
    return values;
}

void scanner_expect_end(Scanner *scanner) {
    if (!scanner->failed) {
        scanner->part[0] = '\0';
        skip_spaces(scanner);
    }
    if (scanner->at != scanner->length) {
        scanner_fail(scanner, "data after the end of the network");
    }
}
