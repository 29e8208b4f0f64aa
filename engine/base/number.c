/* Reading numbers and switches; the header has the contract. */
#include "engine/base/number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool number_read_integer(const char *name, const char *text, int64_t least, int64_t most,
                         int64_t *value, Status *status) {
    char *end;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < least || number > most) {
        return status_fail(status, "%s: expected a whole number from %lld to %lld, got '%.40s'",
                           name, (long long)least, (long long)most, text);
    }
    *value = number;
    return true;
}

bool number_read_real(const char *name, const char *text, double least, double most, double *value,
                      Status *status) {
    char *end;
    const double number = strtod(text, &end);
    if (end == text || *end != '\0' || !(number >= least && number <= most)) {
        return status_fail(status, "%s: expected a number from %.12g to %.12g, got '%.40s'", name,
                           least, most, text);
    }
    *value = number;
    return true;
}

bool number_read_switch(const char *name, const char *text, bool *value, Status *status) {
    static const char *const WORDS[] = {"0", "1", "off", "on", "false", "true"};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        if (strcasecmp(text, WORDS[i]) == 0) {
            *value = i % 2 == 1;
            return true;
        }
    }
    return status_fail(status, "%s: expected on or off (1 or 0, true or false), got '%.40s'", name,
                       text);
}
