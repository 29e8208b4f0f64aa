/* Where the assertions of tests/support end in a fuzz target. */
#include <criterion/criterion.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void plain_fail(const char *file, int line, const char *call, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%d: %s: ", file, line, call);
    vfprintf(stderr, format, args);
    va_end(args);
    abort();
}

_Noreturn void plain_skip(const char *format, ...) {
    (void)format;
    abort();
}
