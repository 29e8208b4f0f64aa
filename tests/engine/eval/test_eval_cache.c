/* What the cache of evaluations remembers, and how much. */
#include "engine/eval/eval_cache.h"

#include <criterion/criterion.h>
#include <string.h>

static Canonical canonical_of(uint64_t number, int cells) {
    Canonical canonical = {.key = hash_mix(number), .check = hash_mix(~number)};
    canonical.cell_count = cells;
    canonical.symmetry = (Symmetry)(number % SYMMETRY_COUNT);
    return canonical;
}

/* An answer all of whose figures depend on the number. */
static void fill(uint64_t number, int cells, NetAnswer *answer) {
    const double value = (double)number;
    *answer = (NetAnswer){.is_finite = true,
                          .win = value,
                          .loss = value + 1,
                          .no_result = value + 2,
                          .score_mean = value + 3,
                          .score_mean_square = value + 4,
                          .lead = value + 5,
                          .variance_time = value + 6,
                          .winloss_error = value + 7,
                          .score_error = value + 8,
                          .pass = (float)(value + 9)};
    for (int i = 0; i < cells; i++) {
        answer->policy[i] = (float)(value + i);
        answer->ownership[i] = (float)(value - i);
    }
}

Test(eval_cache, returns_what_was_stored) {
    static NetAnswer stored, found;
    EvalCache *cache = eval_cache_new(1 << 20, 1000);
    for (uint64_t number = 0; number < 100; number++) {
        const Canonical canonical = canonical_of(number, 81);
        cr_assert_not(eval_cache_find(cache, &canonical, &found));
        fill(number, 81, &stored);
        eval_cache_store(cache, &canonical, &stored);
        memset(&found, 0, sizeof found);
        cr_assert(eval_cache_find(cache, &canonical, &found));
        cr_assert_eq(memcmp(&stored, &found, sizeof found), 0);
    }
    const EvalCacheCounts counts = eval_cache_counts(cache);
    cr_assert_eq(counts.asked, 200);
    cr_assert_eq(counts.found, 100);
    cr_assert_eq(counts.turned, 0);
    cr_assert_geq(counts.entries, 90); /* a set may have been full */
    eval_cache_clear(cache);
    cr_assert_eq(eval_cache_counts(cache).entries, 0);
    cr_assert_eq(eval_cache_counts(cache).bytes, 0);
    eval_cache_free(cache);
}

/* However many are stored, for boards of all sizes, memory is kept to and the latest are there. */
Test(eval_cache, keeps_to_its_memory) {
    static NetAnswer answer = {.is_finite = true};
    static const size_t BYTES = 200000;
    EvalCache *cache = eval_cache_new(BYTES, 1 << 20);
    uint64_t late = 0;
    for (uint64_t number = 0; number < 3000; number++) {
        const Canonical canonical = canonical_of(number, number % 3 == 0 ? 361 : 81);
        eval_cache_store(cache, &canonical, &answer);
        cr_assert_leq(eval_cache_counts(cache).bytes, BYTES);
        late += eval_cache_find(cache, &canonical, &answer);
    }
    cr_assert_geq(late, 2900);
    cr_assert_gt(eval_cache_counts(cache).bytes, BYTES / 2);
    eval_cache_free(cache);
}

/* The least recently used one of a set goes. */
Test(eval_cache, keeps_to_its_entries) {
    static NetAnswer answer = {.is_finite = true};
    EvalCache *cache = eval_cache_new(1 << 20, 4);
    for (uint64_t number = 0; number < 5; number++) {
        const Canonical canonical = canonical_of(number, 81), first = canonical_of(0, 81);
        eval_cache_store(cache, &canonical, &answer);
        cr_assert(eval_cache_find(cache, &first, &answer));
    }
    const Canonical second = canonical_of(1, 81);
    cr_assert_not(eval_cache_find(cache, &second, &answer));
    cr_assert_eq(eval_cache_counts(cache).entries, 4);
    eval_cache_free(cache);
}
