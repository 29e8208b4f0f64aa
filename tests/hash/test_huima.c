/* The hash of the paper: it has the properties that the paper states, and fails in the ways that
 * hash/huima.h lists. */
#include "hash/huima.h"
#include "hash/random.h"
#include "tests/support/oracle/distinct.h"
#include "tests/support/position/hash_tables.h"

#include <math.h>

enum { SIDE = 19, SEED = 20000 };

/* "Q16" on 19x19: the letter I is left out, row 1 is y = 0. */
static int cell_named(const char *name) {
    int x = name[0] - 'A' - (name[0] > 'I');
    return (atoi(name + 1) - 1) * SIDE + x;
}

static void place_black(HashCell *cells, const char *names) {
    for (const char *name = names; name != NULL; name = strchr(name, ' ')) {
        name += *name == ' ';
        cells[cell_named(name)] = 1;
    }
}

static void scatter_stones(HashCell *cells, int count, SplitMix *random) {
    for (int cell = 0; cell < count; cell++) {
        cells[cell] = (HashCell)(splitmix_next(random) % 3);
    }
}

static unsigned z(uint64_t value, int index) {
    return (unsigned)(value >> (64 - 8 * index)) & 0xFF;
}

/* Whether z1..z8 repeat as the letters of a pattern do. */
static bool has_form(uint64_t value, const char *pattern) {
    for (int i = 1; i <= 8; i++) {
        for (int j = 1; j < i; j++) {
            if (pattern[i - 1] == pattern[j - 1] && z(value, i) != z(value, j)) {
                return false;
            }
        }
    }
    return true;
}

Test(huima, permutations_of_the_paper) {
    uint64_t value = UINT64_C(0x0102030405060708);
    cr_assert_eq(huima_rho(value), UINT64_C(0x0203040106070805));
    cr_assert_eq(huima_mu(value), UINT64_C(0x0403020108070605));
    cr_assert_eq(huima_kappa(value), UINT64_C(0x0506070801020304));
    for (Symmetry a = 0; a < SYMMETRY_COUNT; a++) {
        cr_assert_eq(huima_turn(huima_kappa(value), a), huima_kappa(huima_turn(value, a)));
        for (Symmetry b = 0; b < SYMMETRY_COUNT; b++) {
            cr_assert_eq(huima_turn(huima_turn(value, b), a),
                         huima_turn(value, symmetry_compose(a, b)));
        }
    }
}

Test(huima, addition_is_bytewise) {
    SplitMix random = {1};
    for (int i = 0; i < 1000; i++) {
        uint64_t a = splitmix_next(&random), b = splitmix_next(&random);
        uint64_t sum = huima_combine(HUIMA_ADD, a, b);
        for (int index = 1; index <= 8; index++) {
            cr_assert_eq(z(sum, index), (z(a, index) + z(b, index)) % 256);
        }
        cr_assert_eq(huima_combine(HUIMA_XOR, a, b), a ^ b);
    }
}

Test(huima, tables_are_bound_as_the_paper_says) {
    for (int n = 1; n <= BOARD_SIDE_MAX; n++) {
        HuimaTable table;
        huima_table_init(&table, n, SEED);
        const uint64_t *black = table.stone[0];
        for (int y = 0; y < n; y++) {
            for (int x = 0; x < n; x++) {
                uint64_t word = black[y * n + x];
                cr_assert_eq(black[y * n + n - 1 - x], huima_mu(word));
                cr_assert_eq(black[x * n + n - 1 - y], huima_rho(word));
                cr_assert_eq(table.stone[1][y * n + x], huima_kappa(word));
            }
        }
    }
}

/* Words of special points have the forms of the paper and are otherwise free: they do not have the
 * forms with more bytes alike, except by chance. */
Test(huima, words_of_special_points) {
    HuimaTable table;
    huima_table_init(&table, SIDE, SEED);
    int tengen = SIDE / 2;
    for (int i = 0; i < SIDE; i++) {
        uint64_t rising = table.stone[0][i * SIDE + i];
        uint64_t falling = table.stone[0][i * SIDE + SIDE - 1 - i];
        uint64_t horizontal = table.stone[0][tengen * SIDE + i];
        uint64_t vertical = table.stone[0][i * SIDE + tengen];
        cr_assert(has_form(rising, "abcbdefe"));
        cr_assert(has_form(falling, "abacdedf"));
        cr_assert(has_form(horizontal, "aabbccdd"));
        cr_assert(has_form(vertical, "abbacddc"));
        if (i != tengen) {
            cr_assert(!has_form(rising, "abababab") && !has_form(rising, "aabbccdd"));
            cr_assert(!has_form(horizontal, "aaaabbbb") && !has_form(horizontal, "abcbdefe"));
        }
    }
    uint64_t center = table.stone[0][cell_named("K10")];
    cr_assert(has_form(center, "aaaabbbb"));
    cr_assert(!has_form(center, "aaaaaaaa"));
    cr_assert(!has_form(table.stone[0][cell_named("C4")], "abcbdefe"));
}

/* Moves cells stone by stone by the two movements of the paper, and exchanges their colors. */
static void move_stones(int n, const HashCell *cells, HashCell *turned, HashCell *mirrored,
                        HashCell *exchanged) {
    for (int y = 0; y < n; y++) {
        for (int x = 0; x < n; x++) {
            HashCell stone = cells[y * n + x];
            turned[x * n + n - 1 - y] = stone;
            mirrored[y * n + n - 1 - x] = stone;
            exchanged[y * n + x] = stone == 0 ? 0 : (HashCell)(3 - stone);
        }
    }
}

Test(huima, theorem) {
    SplitMix random = {2};
    for (int n = 1; n <= BOARD_SIDE_MAX; n++) {
        HuimaTable table;
        huima_table_init(&table, n, splitmix_next(&random));
        HashCell cells[CELL_COUNT_MAX], turned[CELL_COUNT_MAX], mirrored[CELL_COUNT_MAX],
            exchanged[CELL_COUNT_MAX];
        SymmetryMaps maps;
        symmetry_maps_init(&maps, n, n);
        scatter_stones(cells, n * n, &random);
        move_stones(n, cells, turned, mirrored, exchanged);
        for (HuimaForm form = HUIMA_XOR; form <= HUIMA_ADD; form++) {
            uint64_t value = huima_hash(&table, form, cells);
            uint64_t least = huima_canonical(value, false);
            uint64_t least_exchanged = huima_canonical(value, true);
            cr_assert_eq(huima_hash(&table, form, turned), huima_rho(value));
            cr_assert_eq(huima_hash(&table, form, mirrored), huima_mu(value));
            cr_assert_eq(huima_hash(&table, form, exchanged), huima_kappa(value));
            cr_assert_eq(huima_canonical(huima_rho(value), false), least);
            cr_assert_eq(huima_canonical(huima_mu(value), false), least);
            cr_assert_eq(huima_canonical(huima_rho(huima_kappa(value)), true), least_exchanged);
            cr_assert(least_exchanged <= least && least <= value);
            for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
                HashCell image[CELL_COUNT_MAX];
                for (int cell = 0; cell < n * n; cell++) {
                    image[maps.image[g][cell]] = cells[cell];
                }
                cr_assert_eq(huima_hash(&table, form, image), huima_turn(value, g));
            }
        }
    }
}

Test(huima, anomaly_of_the_paper) {
    HashCell cells[CELL_COUNT_MAX] = {0};
    place_black(cells, "K4 D10 Q10 K16");
    for (uint64_t seed = 0; seed < 10; seed++) {
        HuimaTable table;
        huima_table_init(&table, SIDE, seed);
        cr_assert_eq(huima_hash(&table, HUIMA_XOR, cells), 0);
        cr_assert_neq(huima_hash(&table, HUIMA_ADD, cells), 0);
    }
}

typedef struct {
    const char *one, *other;
    bool under_addition;
} Collision;

static const Collision COLLISIONS[] = {
    {"C4 R16", "D3 Q17", true},  {"C4 D3", "R16 Q17", false}, {"C4 Q17", "R16 D3", false},
    {"Q3 D17", "R4 C16", true},  {"Q3 R4", "D17 C16", false}, {"Q3 C16", "D17 R4", false},
    {"D10 Q10", "K4 K16", true},
};

enum { COLLISION_COUNT = sizeof COLLISIONS / sizeof COLLISIONS[0] };

/* Makes two positions that differ only in the black stones of the collision. */
static void surround_collision(const Collision *collision, SplitMix *random, HashCell *one,
                               HashCell *other) {
    HashCell free_points[CELL_COUNT_MAX] = {0};
    place_black(free_points, collision->one);
    place_black(free_points, collision->other);
    scatter_stones(one, SIDE * SIDE, random);
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        one[cell] = free_points[cell] ? 0 : one[cell];
        other[cell] = one[cell];
    }
    place_black(one, collision->one);
    place_black(other, collision->other);
}

static uint64_t dihedra_key(const HashTables *tables, const HashCell *cells) {
    HashLanes lanes;
    hash_lanes_of(tables, cells, &lanes);
    return hash_key_of_lanes(&lanes).key;
}

Test(huima, named_collisions_with_any_stones_around) {
    HashTables *tables = hash_tables_new(SIDE, SIDE, HASH_DEFAULT_SEED);
    SplitMix random = {4};
    for (int i = 0; i < 20 * COLLISION_COUNT; i++) {
        const Collision *collision = &COLLISIONS[i % COLLISION_COUNT];
        HuimaTable table;
        huima_table_init(&table, SIDE, splitmix_next(&random));
        HashCell one[CELL_COUNT_MAX], other[CELL_COUNT_MAX];
        surround_collision(collision, &random, one, other);
        cr_assert_eq(huima_hash(&table, HUIMA_XOR, one), huima_hash(&table, HUIMA_XOR, other),
                     "%s and %s", collision->one, collision->other);
        bool added = huima_hash(&table, HUIMA_ADD, one) == huima_hash(&table, HUIMA_ADD, other);
        cr_assert_eq(added, collision->under_addition, "%s and %s", collision->one,
                     collision->other);
        cr_assert_neq(dihedra_key(tables, one), dihedra_key(tables, other));
    }
}

/* Gaussian elimination over GF(2). */
static int rank_of_words(const uint64_t *words, int count) {
    uint64_t rows[SYMMETRY_COUNT];
    memcpy(rows, words, (size_t)count * sizeof *rows);
    int rank = 0;
    for (int bit = 0; bit < 64 && rank < count; bit++) {
        int pivot = rank;
        while (pivot < count && !(rows[pivot] >> bit & 1)) {
            pivot++;
        }
        if (pivot == count) {
            continue;
        }
        uint64_t row = rows[pivot];
        rows[pivot] = rows[rank];
        rows[rank++] = row;
        for (int i = rank; i < count; i++) {
            rows[i] ^= rows[i] >> bit & 1 ? row : 0;
        }
    }
    return rank;
}

/* The words of a generic point's images span six dimensions; those of hash/zobrist.h span eight. */
Test(huima, rank_of_generic_orbits) {
    HashTables *tables = hash_tables_new(SIDE, SIDE, HASH_DEFAULT_SEED);
    HuimaTable table;
    huima_table_init(&table, SIDE, SEED);
    int generic = 0;
    for (int y = 0; y < SIDE / 2; y++) {
        for (int x = 0; x < y; x++) {
            int cell = y * SIDE + x;
            uint64_t words[SYMMETRY_COUNT];
            for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
                words[g] = table.stone[0][tables->maps.image[g][cell]];
            }
            cr_assert_eq(rank_of_words(words, SYMMETRY_COUNT), 6);
            cr_assert_eq(rank_of_words(tables->stone[0][cell].lane, SYMMETRY_COUNT), 8);
            generic++;
        }
    }
    cr_assert_eq(generic, 36);
}

/* Do all chains of the stones (of one color) have a liberty? Life spreads from the empty points
 * along the chains. */
static bool has_liberties(int side, uint32_t stones, uint32_t empty) {
    const uint32_t all = (UINT32_C(1) << (side * side)) - 1;
    const uint32_t first_column = all / ((UINT32_C(1) << side) - 1);
    uint32_t alive = 0, reached = empty;
    do {
        alive = reached;
        reached |= stones & (((alive << 1) & ~first_column) | ((alive & ~first_column) >> 1) |
                             (alive << side) | (alive >> side));
    } while (reached != alive);
    return (stones & ~alive) == 0;
}

/* The cells of a number in base 3, and whether they are a legal position. */
static bool read_position(int side, int number, HashCell *cells) {
    uint32_t stones[3] = {0};
    for (int cell = 0; cell < side * side; cell++, number /= 3) {
        cells[cell] = (HashCell)(number % 3);
        stones[number % 3] |= UINT32_C(1) << cell;
    }
    return has_liberties(side, stones[1], stones[0]) && has_liberties(side, stones[2], stones[0]);
}

/* expected: distinct hashes given the dependencies within the table. Chance collisions take away a
 * few more, most of them under addition, where bytes that happen to be equal are enough. */
static void check_census(int side, size_t legal, const size_t expected[2], size_t chance,
                         uint64_t seeds) {
    const int positions = (int)pow(3, side * side);
    for (uint64_t seed = SEED; seed < SEED + seeds; seed++) {
        for (HuimaForm form = HUIMA_XOR; form <= HUIMA_ADD; form++) {
            HuimaTable table;
            HashCell cells[CELL_COUNT_MAX];
            uint64_t *keys = malloc(legal * sizeof *keys);
            size_t found = 0;
            huima_table_init(&table, side, seed);
            for (int number = 0; number < positions; number++) {
                if (read_position(side, number, cells)) {
                    cr_assert_lt(found, legal);
                    keys[found++] = huima_canonical(huima_hash(&table, form, cells), false);
                }
            }
            cr_assert_eq(found, legal);
            const size_t distinct = distinct_count(keys, legal);
            cr_assert(distinct + chance >= expected[form] && distinct <= expected[form] + chance,
                      "%dx%d form %d: %zu distinct", side, side, (int)form, distinct);
            free(keys);
        }
    }
}

/* XOR tells 1,600 of 1,824 classes apart, addition 1,788. */
Test(huima, census_of_3x3) {
    check_census(3, 12675, (size_t[2]){1600, 1788}, 5, 3);
}

/* There are 3,047,783 classes. */
Test(huima, census_of_4x4) {
    if (getenv("DIHEDRA_LONG") == NULL) {
        cr_skip_test("24 million positions: set DIHEDRA_LONG");
    }
    check_census(4, 24318165, (size_t[2]){2065735, 2846636}, 1000, 1);
}
