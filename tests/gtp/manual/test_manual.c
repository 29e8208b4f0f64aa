/* Manual pages and completions are made from the tables of options: each names every subcommand and
 * every option that the help names. (`make check-manuals` asks mandoc and the shells about their
 * form.)
 */
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

/* Calls check for each option "--name" with which a line of the help begins. Returns their number.
 */
static int for_each_option(const char *help, const char *text,
                           bool (*check)(const char *text, const char *option)) {
    int count = 0;
    for (const char *line = help; line != NULL; line = strchr(line, '\n')) {
        char option[64];
        line += *line == '\n';
        if (sscanf(line, "  --%60[a-z0-9-]", option + 2) == 1) {
            memcpy(option, "--", 2);
            cr_assert(check(text, option), "%s is missing", option);
            count++;
        }
    }
    return count;
}

static bool text_names(const char *text, const char *option) {
    return strstr(text, option) != NULL;
}

Test(manual, pages_name_each_option) {
    Arena *arena = arena_new();
    static char names[ARENA_TEXT_MAX], page[ARENA_TEXT_MAX];
    cr_assert_eq(arena_run(arena, "print-manual --list"), 0);
    strcpy(names, arena->out);
    int count = 0;
    char *rest = names;
    for (char *name; (name = strtok_r(rest, "\n", &rest)) != NULL; count++) {
        cr_assert_eq(arena_run(arena, "print-manual %s --section 1", name), 0);
        strcpy(page, arena->out);
        cr_assert(strncmp(page, ".TH DIHEDRA\\-", 13) == 0 && strstr(page, "\n.SH NAME\n") != NULL,
                  "%s", page);
        if (strcmp(name, "gtp") != 0) { /* `help gtp` lists the commands of the protocol */
            cr_assert_eq(arena_run(arena, "help %s", name), 0);
            for_each_option(arena->out, page, page_names);
        }
    }
    cr_assert_gt(count, 10);
}

Test(manual, the_programs_page_has_parameters_too) {
    Arena *arena = arena_new();
    static char page[ARENA_TEXT_MAX];
    cr_assert_eq(arena_run(arena, "print-manual"), 0);
    strcpy(page, arena->out);
    cr_assert(page_names(page, "--cpuct-exploration") && page_names(page, "--sandbox"));
    cr_assert_eq(arena_run(arena, "print-manual nonsense"), 2);
    arena_expect(arena, 2, "there is no subcommand 'nonsense'");
}

/* A parameter of the search that the table of options has is listed there. */
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

Test(manual, completions_name_each_subcommand_and_option) {
    static const char *const SHELLS[] = {"bash", "zsh", "fish"};
    Arena *arena = arena_new();
    static char names[ARENA_TEXT_MAX], script[ARENA_TEXT_MAX];
    for (size_t i = 0; i < sizeof SHELLS / sizeof SHELLS[0]; i++) {
        cr_assert_eq(arena_run(arena, "print-manual --list"), 0);
        strcpy(names, arena->out);
        cr_assert_eq(arena_run(arena, "print-completion %s", SHELLS[i]), 0);
        strcpy(script, arena->out);
        char *rest = names;
        for (char *name; (name = strtok_r(rest, "\n", &rest)) != NULL;) {
            cr_assert(strstr(script, name) != NULL, "%s: %s", SHELLS[i], name);
        }
        if (i < 2) { /* fish has names without their dashes */
            cr_assert_eq(arena_run(arena, "help match"), 0);
            cr_assert_gt(for_each_option(arena->out, script, text_names), 10);
        }
    }
    cr_assert_eq(arena_run(arena, "print-completion tcsh"), 2);
    arena_expect(arena, 2, "expected bash, zsh or fish");
}
