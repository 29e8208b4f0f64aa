/* No two rows of a table of options set the same field. */
#include "engine/lab/bench/bench.h"
#include "gtp/engine_options.h"
#include "gtp/subcommands.h"
#include "regress/comply/comply.h"
#include "regress/match/options.h"
#include "regress/review/options.h"
#include "regress/suite/regress.h"

#include <criterion/criterion.h>

static const CommandHelp *const HELPS[] = {
    &ANALYSIS_HELP, &ANALYZE_HELP,  &BENCH_HELP, &BOOK_HELP,    &COMPLY_HELP, &MATCH_HELP,
    &REGRESS_HELP,  &SELFPLAY_HELP, &SOLVE_HELP, &TSUMEGO_HELP, &VERIFY_HELP, &KATAGO_GTP_HELP};

static int check_table(const Option *options) {
    int count = 0;
    for (const Option *option = options; option->kind != OPTION_END; option++, count++) {
        for (const Option *other = options; other < option; other++) {
            const bool have_fields = other->kind != OPTION_HEADING && other->kind != OPTION_FOUND &&
                                     other->kind != OPTION_CALL && option->kind == other->kind;
            cr_assert(!have_fields || other->offset != option->offset, "%s and %s set one field",
                      other->name, option->name);
        }
    }
    return count;
}

Test(option_tables, each_row_has_its_own_field) {
    int count = check_table(SESSION_OPTIONS);
    for (size_t i = 0; i < sizeof HELPS / sizeof HELPS[0]; i++) {
        for (size_t j = 0; HELPS[i]->options[j] != NULL; j++) {
            count += check_table(HELPS[i]->options[j]);
        }
    }
    cr_assert_gt(count, 150);
}
