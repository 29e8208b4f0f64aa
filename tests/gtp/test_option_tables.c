/* Every row of every table of options sets its own field from a text, and nothing else. */
#include "engine/lab/bench/bench.h"
#include "gtp/engine_options.h"
#include "gtp/subcommands.h"
#include "regress/match/options.h"
#include "regress/review/options.h"
#include "regress/suite/regress.h"

#include <criterion/criterion.h>

enum { TARGET_BYTES = 1 << 17 };

static const CommandHelp *const HELPS[] = {
    &ANALYSIS_HELP, &ANALYZE_HELP,  &BENCH_HELP, &BOOK_HELP,    &COMPLY_HELP, &MATCH_HELP,
    &REGRESS_HELP,  &SELFPLAY_HELP, &SOLVE_HELP, &TSUMEGO_HELP, &VERIFY_HELP, &KATAGO_GTP_HELP};

static int count_names(const char *const *names) {
    int count = 0;
    while (names[count] != NULL) {
        count++;
    }
    return count;
}

/* Writes a value that is not 0 as a text, and into *field as the row should store it. Returns the
 * field's size, or 0 for a row without one. */
static size_t make_value(const Option *option, char text[64], unsigned char field[16]) {
    const int64_t whole = option->integer.most != 0 ? option->integer.most : option->integer.least;
    const int small = (int)whole;
    const double real = option->real.most != 0 ? option->real.most : option->real.least;
    switch (option->kind) {
    case OPTION_FLAG:
    case OPTION_SWITCH:
        strcpy(text, "on");
        field[0] = true;
        return sizeof(bool);
    case OPTION_TEXT:
    case OPTION_LIST: /* its list is looked at by the caller */
        strcpy(text, "text");
        return sizeof(const char *);
    case OPTION_INT:
        snprintf(text, 64, "%d", small);
        memcpy(field, &small, sizeof small);
        return sizeof small;
    case OPTION_INT64:
        snprintf(text, 64, "%lld", (long long)whole);
        memcpy(field, &whole, sizeof whole);
        return sizeof whole;
    case OPTION_REAL:
        snprintf(text, 64, "%.17g", real);
        memcpy(field, &real, sizeof real);
        return sizeof real;
    case OPTION_NAME: {
        const int last = count_names(option->names) - 1;
        strcpy(text, option->names[last]);
        memcpy(field, &last, sizeof last);
        return sizeof last;
    }
    case OPTION_CALL: /* sets what its function says */
    case OPTION_END:
    case OPTION_HEADING:
    case OPTION_FOUND:
        break;
    }
    return 0;
}

static void check_row(const Option *option) {
    static _Alignas(16) unsigned char target[TARGET_BYTES], expected[TARGET_BYTES];
    char text[64];
    unsigned char field[16] = {0};
    const size_t size = make_value(option, text, field);
    if (size == 0) {
        return;
    }
    Option rows[] = {*option, {0}};
    rows[0].is_required = false;
    const OptionGroup groups[] = {{.options = rows, .target = target}, {0}};
    char word[256];
    const bool is_named = option->name[0] == '-';
    snprintf(word, sizeof word, "%s%s%s", is_named ? option->name : "", is_named ? "=" : "", text);
    Status status = {""};
    memset(target, 0, sizeof target);
    memset(expected, 0, sizeof expected);
    cr_assert_lt(option->offset + sizeof(OptionList), TARGET_BYTES);
    cr_assert(option_read(groups, 2, (char *[]){"", word, NULL}, &status), "%s: %s", option->name,
              status.text);
    if (option->kind == OPTION_TEXT) {
        const char *found;
        memcpy(&found, target + option->offset, sizeof found);
        cr_assert_str_eq(found, text);
        memcpy(field, &found, sizeof found);
    }
    if (option->kind == OPTION_LIST) {
        OptionList *list = (OptionList *)(target + option->offset);
        cr_assert(list->count == 1 && strcmp(list->items[0], text) == 0, "%s", option->name);
        option_list_free(list);
    } else {
        memcpy(expected + option->offset, field, size);
    }
    cr_assert_eq(memcmp(target, expected, sizeof target), 0, "%s sets something else",
                 option->name);
}

static int check_table(const Option *options) {
    int count = 0;
    for (const Option *option = options; option->kind != OPTION_END; option++, count++) {
        check_row(option);
        for (const Option *other = options; other < option; other++) {
            const bool have_fields = other->kind != OPTION_HEADING && other->kind != OPTION_FOUND &&
                                     other->kind != OPTION_CALL && option->kind == other->kind;
            cr_assert(!have_fields || other->offset != option->offset, "%s and %s set one field",
                      other->name, option->name);
        }
    }
    return count;
}

Test(option_tables, each_row_sets_its_own_field) {
    int count = check_table(SESSION_OPTIONS);
    for (size_t i = 0; i < sizeof HELPS / sizeof HELPS[0]; i++) {
        for (size_t j = 0; HELPS[i]->options[j] != NULL; j++) {
            count += check_table(HELPS[i]->options[j]);
        }
    }
    cr_assert_gt(count, 150);
}
