/* Manual pages are made from the tables of options: each names every option that the help names.
 * (`make check-manuals` asks mandoc about their form.) */
#include "tests/support/program/arena.h"

/* Is the option in the page? In roff each dash is written as "\-". */
static bool page_names(const char *page, const char *option) {
    char text[128];
    size_t length = 0;
    for (const char *c = option; *c != '\0' && length + 3 < sizeof text; c++) {
        if (*c == '-') {
            text[length++] = '\\';
        }
        text[length++] = *c;
    }
    text[length] = '\0';
    return strstr(page, text) != NULL;
}

Test(manual, pages_name_each_option) {
    static const char *const NAMES[] = {"analyze", "book", "match", "selfplay"};
    Arena *arena = arena_new();
    static char page[ARENA_TEXT_MAX];
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        cr_assert_eq(arena_run(arena, "print-manual %s", NAMES[i]), 0);
        strcpy(page, arena->out);
        cr_assert(strncmp(page, ".TH DIHEDRA\\-", 13) == 0 && strstr(page, "\n.SH NAME\n") != NULL,
                  "%s", page);
        cr_assert_eq(arena_run(arena, "help %s", NAMES[i]), 0);
        for (const char *line = arena->out; line != NULL; line = strchr(line, '\n')) {
            char option[64] = "--";
            line += *line == '\n';
            if (sscanf(line, "  --%60[a-z0-9-]", option + 2) == 1) {
                cr_assert(page_names(page, option), "%s: %s is missing", NAMES[i], option);
            }
        }
    }
    arena_run(arena, "print-manual nonsense");
    arena_expect(arena, 2, "there is no subcommand 'nonsense'");
}

/* The program's page has the parameters of the search, each once, also if the table of options has
 * it. */
Test(manual, the_programs_options_are_listed_once) {
    Arena *arena = arena_new();
    char names[256][64];
    int count = 0;
    cr_assert_eq(arena_run(arena, "print-manual"), 0);
    for (char *item = arena->out; (item = strstr(item, "\n.TP\n")) != NULL;) {
        item += strlen("\n.TP\n");
        char *name = strstr(item, "\\-\\-");
        if (name == NULL || name > strchr(item, '\n')) {
            continue; /* not of an option */
        }
        snprintf(names[count], sizeof names[count], "%.*s", (int)strcspn(name, " \n"), name);
        for (int i = 0; i < count; i++) {
            cr_assert_str_neq(names[i], names[count]);
        }
        count++;
    }
    cr_assert_gt(count, 60);
    cr_assert_not_null(strstr(arena->out, "\\-\\-human\\-sl\\-chosen\\-move\\-prop"));
}
