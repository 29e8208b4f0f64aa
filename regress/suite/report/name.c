#include "regress/suite/report/name.h"
#include "engine/base/memory.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* "some/folder/owl attack.tst" gives "owl-attack". No name begins with a dot, because such files
 * are hidden. */
static SuiteName name_of_path(const char *path) {
    enum { NUMBER_ROOM = 12 };
    const char *base = report_file_name(path);
    size_t length = strlen(base);
    if (length > 4 && strcmp(base + length - 4, ".tst") == 0) {
        length -= 4;
    }
    if (length > SUITE_NAME_MAX - 1 - NUMBER_ROOM) {
        length = SUITE_NAME_MAX - 1 - NUMBER_ROOM;
    }
    SuiteName name = {"suite"};
    for (size_t i = 0; i < length; i++) {
        const char c = base[i];
        const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        const bool other = (c >= '0' && c <= '9') || c == '_' || (c == '.' && i > 0);
        name.text[i] = '-';
        if (letter || other) {
            name.text[i] = c;
        }
        name.text[i + 1] = '\0';
    }
    return name;
}

static bool is_taken(const SuiteName *names, size_t count, const char *text) {
    bool taken = strcasecmp(text, "index") == 0;
    for (size_t i = 0; i < count && !taken; i++) {
        taken = strcasecmp(text, names[i].text) == 0;
    }
    return taken;
}

SuiteName *suite_names_new(const Report *report) {
    SuiteName *names = memory_new(report->suite_count, sizeof *names);
    for (size_t i = 0; i < report->suite_count; i++) {
        SuiteName name = name_of_path(report->suites[i].path);
        const size_t length = strlen(name.text);
        for (unsigned number = 2; is_taken(names, i, name.text); number++) {
            snprintf(name.text + length, sizeof name.text - length, "-%u", number);
        }
        names[i] = name;
    }
    return names;
}
