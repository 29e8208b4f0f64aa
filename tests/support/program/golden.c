#include "tests/support/program/golden.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash/random.h"

enum { LINE_BYTES = 512 };

uint64_t golden_add(uint64_t digest, uint64_t value) {
    SplitMix mix = {digest ^ value};
    return splitmix_next(&mix);
}

/* Writes the value that the table has, or an empty string. */
static void look_up(const char *name, char value[LINE_BYTES]) {
    char line[LINE_BYTES];
    const size_t length = strlen(name);
    FILE *file = fopen("tests/golden.tsv", "r");
    cr_assert_not_null(file, "tests run in the repository's root");
    value[0] = '\0';
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, name, length) == 0 && line[length] == '\t') {
            line[strcspn(line, "\n")] = '\0';
            strcpy(value, line + length + 1);
        }
    }
    fclose(file);
}

void golden_expect(const char *name, const char *value) {
    const char *path = getenv("DIHEDRA_GOLDEN");
    char expected[LINE_BYTES];
    if (path != NULL) {
        FILE *file = fopen(path, "a");
        cr_assert(file != NULL && fprintf(file, "%s\t%s\n", name, value) > 0 && fclose(file) == 0);
        return;
    }
    look_up(name, expected);
    cr_assert_str_eq(value, expected, "%s: %s, and it was %s (`make golden` if that is meant)",
                     name, value, expected);
}
