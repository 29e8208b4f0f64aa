/* Lookups beside a plain search through all records. */
#include "engine/base/rng.h"
#include "engine/base/team.h"
#include "engine/base/text.h"
#include "engine/solve/verify/lookup.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/program/proof.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static int compare_keys(LookupKey a, LookupKey b) {
    return a.high != b.high ? (a.high < b.high ? -1 : 1) : (a.low > b.low) - (a.low < b.low);
}

/* All keys, and small ones, so that many are the same. */
Test(verify_lookup, sorts_what_it_is_given) {
    Rng rng = rng_new(21);
    for (uint32_t count = 0; count < 700; count += 1 + count / 8) {
        for (int kinds = 0; kinds < 3; kinds++) {
            Lookup *list = calloc(count + 1, sizeof *list);
            uint64_t sum = 0;
            for (uint32_t i = 0; i < count; i++) {
                list[i].key.high = kinds == 0 ? rng_below(&rng, 1000000) : rng_below(&rng, 3);
                list[i].key.low = kinds == 2 ? 0 : rng_below(&rng, 50);
                list[i].source = i;
            }
            LookupList lookups = {list, count};
            lookup_sort(&lookups);
            for (uint32_t i = 0; i < count; i++) {
                cr_assert(i == 0 || compare_keys(list[i - 1].key, list[i].key) <= 0);
                sum += list[i].source;
            }
            cr_assert_eq(sum, (uint64_t)count * (count - (count > 0)) / 2);
            free(list);
        }
    }
}

/* Keys compare as the bytes do. */
Test(verify_lookup, keys_compare_as_bytes) {
    Rng rng = rng_new(22);
    for (int step = 0; step < 2000; step++) {
        uint8_t bytes[2][STRATEGY_KEY_MAX];
        const size_t count = 1 + rng_below(&rng, STRATEGY_KEY_MAX);
        for (size_t i = 0; i < 2 * STRATEGY_KEY_MAX; i++) {
            bytes[i / STRATEGY_KEY_MAX][i % STRATEGY_KEY_MAX] = (uint8_t)(254 * rng_below(&rng, 2));
        }
        const int order = memcmp(bytes[0], bytes[1], count);
        const int found = compare_keys(lookup_key(bytes[0], count), lookup_key(bytes[1], count));
        cr_assert_eq((order > 0) - (order < 0), (found > 0) - (found < 0));
    }
}

/* ---- A file of records that are no positions, which a lookup does not mind ---- */

typedef struct {
    Text bytes;
    ProofSource source;
    ProofFile file;
    uint8_t *records;
    size_t count, record_bytes;
} Records;

/* Records whose boards ascend, some with two forbidden cells, with the rank of their number. */
static void start(Records *records, int width, int height, size_t count, Rng *rng) {
    const size_t key_bytes = (size_t)((width * height + 4) / 5) + 1;
    Text flat = {0};
    Status status;
    memset(records, 0, sizeof *records);
    records->count = count;
    records->record_bytes = key_bytes + STRATEGY_TAIL_BYTES;
    records->records = calloc(count + 1, records->record_bytes);
    uint32_t board = 0;
    int cell = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t *record = records->records + i * records->record_bytes;
        const bool is_same = i > 0 && cell < 6 && rng_below(rng, 4) == 0;
        board += is_same ? 0 : 1 + rng_below(rng, 3);
        cell = is_same ? cell + 1 + (int)rng_below(rng, 2) : (int)rng_below(rng, 3);
        record[key_bytes - 2] = (uint8_t)(board & 255);
        record[key_bytes - 3] = (uint8_t)(board >> 8);
        record[key_bytes - 4] = (uint8_t)(board >> 16);
        record[key_bytes - 1] = (uint8_t)cell;
        record[key_bytes] = (uint8_t)(i >> 8);
        record[key_bytes + 1] = (uint8_t)(i & 255);
    }
    text_add(&flat, "dihedra proof 2\nboard %dx%d\nko psk\nsuicide on\nto-move black\nposition ",
             width, height);
    for (int i = 0; i < width * height; i++) {
        text_add(&flat, ".");
    }
    text_add(&flat, "\nbanned -\nfirst -\nsections 1\nsection black 1 %zu\n", count);
    text_append(&flat, (const char *)records->records, count * records->record_bytes);
    text_add(&flat, "\nchecksum %16s\n", "");
    proof_pack(&flat, records->record_bytes, &records->bytes);
    text_free(&flat);
    proof_source_init(&records->source, (const uint8_t *)records->bytes.bytes,
                      records->bytes.length);
    cr_assert(proof_file_read(&records->source, &records->file, &status), "%s", status.text);
}

static void finish(Records *records) {
    proof_file_free(&records->file);
    proof_source_close(&records->source);
    text_free(&records->bytes);
    free(records->records);
}

/* The bytes of a record's position, mostly, with another forbidden cell or another board now and
 * then. */
static void sample_key(const Records *records, Rng *rng, uint8_t *key) {
    const size_t key_bytes = records->file.key_bytes;
    memset(key, 0, STRATEGY_KEY_MAX);
    if (records->count > 0) {
        memcpy(key,
               records->records + rng_below(rng, (uint32_t)records->count) * records->record_bytes,
               key_bytes);
    }
    if (rng_below(rng, 3) == 0) {
        key[key_bytes - 1] = (uint8_t)rng_below(rng, 10);
    }
    if (rng_below(rng, 3) == 0) {
        key[key_bytes - 2] = (uint8_t)rng_below(rng, 256);
    }
    if (rng_below(rng, 20) == 0) {
        memset(key, rng_below(rng, 2) == 0 ? 0 : 242, key_bytes);
    }
}

/* The record itself, or whether its board is there, and a rank that a record of the board has. */
static void expect_found(const Records *records, const uint8_t *key, const Lookup *lookup) {
    const size_t key_bytes = records->file.key_bytes;
    Found expected = FOUND_NOTHING;
    bool is_rank = false;
    for (size_t i = 0; i < records->count; i++) {
        const uint8_t *record = records->records + i * records->record_bytes;
        if (memcmp(record, key, key_bytes - 1) != 0) {
            continue;
        }
        const bool is_record = record[key_bytes - 1] == key[key_bytes - 1];
        const bool is_its_rank = record_rank(record, key_bytes) == lookup->rank;
        is_rank = is_record ? is_its_rank : is_rank || (is_its_rank && expected != FOUND_RECORD);
        expected = is_record ? FOUND_RECORD : expected == FOUND_RECORD ? expected : FOUND_BOARD;
    }
    cr_assert_eq((Found)lookup->found, expected);
    cr_assert(expected == FOUND_NOTHING ? lookup->rank == 0 : is_rank);
}

static void expect_all_found(const Records *records, int lists, size_t each, Rng *rng) {
    static uint8_t keys[4][400][STRATEGY_KEY_MAX];
    BlockReader readers[4];
    LookupList list[4];
    Status status;
    for (int i = 0; i < lists; i++) {
        block_reader_init(&readers[i], &records->file, &records->file.strategy[0]);
        list[i] = (LookupList){calloc(each + 1, sizeof(Lookup)), each};
        for (size_t k = 0; k < each; k++) {
            sample_key(records, rng, keys[i][k]);
            list[i].list[k] = (Lookup){.key = lookup_key(keys[i][k], records->file.key_bytes),
                                       .source = (uint32_t)k,
                                       .found = 7};
        }
        lookup_sort(&list[i]);
    }
    cr_assert(lookup_find(readers, list, lists, &status), "%s", status.text);
    for (int i = 0; i < lists; i++) {
        for (size_t k = 0; k < each; k++) {
            expect_found(records, keys[i][list[i].list[k].source], &list[i].list[k]);
        }
        block_reader_free(&readers[i]);
        free(list[i].list);
    }
}

/* Keys of up to eight bytes are one number, longer ones two; records fill no block, a block,
 * several of them. */
Test(verify_lookup, finds_what_a_plain_search_finds) {
    static const size_t COUNTS[] = {0, 1, 30, 4096, 9000};
    static const int SIZES[][2] = {{4, 4}, {7, 5}, {6, 6}};
    Rng rng = rng_new(23);
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; i++) {
        for (size_t k = 0; k < sizeof SIZES / sizeof SIZES[0]; k++) {
            Records records;
            start(&records, SIZES[k][0], SIZES[k][1], COUNTS[i], &rng);
            for (int lists = 1; lists <= 4; lists++) {
                expect_all_found(&records, lists, COUNTS[i] > 1000 ? 60 : 300, &rng);
            }
            finish(&records);
        }
    }
}

/* A block that cannot be read, in whatever part of the file, is told by its place. */
Test(verify_lookup, tells_of_a_damaged_block) {
    Rng rng = rng_new(24);
    Records records;
    start(&records, 4, 4, 13000, &rng);
    for (size_t block = 0; block < records.file.strategy[0].block_count; block++) {
        const size_t at = records.file.strategy[0].blocks[block] + BLOCK_HEAD_BYTES + 1;
        for (int lists = 1; lists <= 4; lists++) {
            BlockReader readers[4];
            LookupList list[4];
            Status status = {""};
            records.bytes.bytes[at] ^= 1;
            for (int i = 0; i < lists; i++) {
                block_reader_init(&readers[i], &records.file, &records.file.strategy[0]);
                list[i] = (LookupList){NULL, 0};
            }
            cr_assert_not(lookup_find(readers, list, lists, &status));
            cr_assert_not_null(strstr(status.text, "no block of"), "%s", status.text);
            for (int i = 0; i < lists; i++) {
                block_reader_free(&readers[i]);
            }
            records.bytes.bytes[at] ^= 1;
        }
    }
    finish(&records);
}
