/* The symmetric Zobrist hash: lanes against hashing turned positions from scratch, canonical keys
 * against comparing whole images, and the statistics of bits. Captures and undo are tested with the
 * board, the number of distinct keys in test_zobrist_count.c. */
#include "tests/support/oracle/distinct.h"
#include "tests/support/position/hash_tables.h"
#include "tests/support/program/chance.h"

#include <math.h>

enum { G = SYMMETRY_COUNT };

static void scatter_stones(HashCell *cells, int count, SplitMix *random) {
    int density = 1 + below(random, 8);
    for (int cell = 0; cell < count; cell++) {
        int stone = below(random, 10);
        cells[cell] = (HashCell)(stone < density ? 1 + (stone & 1) : 0);
    }
}

static void turn_position(const SymmetryMaps *maps, Symmetry g, const HashCell *cells,
                          HashCell *turned) {
    for (int cell = 0; cell < maps->cell_count; cell++) {
        turned[maps->image[g][cell]] = cells[cell];
    }
}

/* A random position that g leaves unchanged: all cells of a cycle of g hold the same. */
static void scatter_symmetric(const SymmetryMaps *maps, Symmetry g, HashCell *cells,
                              SplitMix *random) {
    scatter_stones(cells, maps->cell_count, random);
    for (int cell = 0; cell < maps->cell_count; cell++) {
        for (int image = maps->image[g][cell]; image != cell; image = maps->image[g][image]) {
            cells[image] = cells[cell];
        }
    }
}

static HashState random_state(const SymmetryMaps *maps, SplitMix *random) {
    return (HashState){.to_move = below(random, 2),
                       .ko_cell = below(random, maps->cell_count + 1) - 1,
                       .passes = below(random, 4),
                       .rules = (uint32_t)below(random, 5)};
}

static HashState turn_state(const SymmetryMaps *maps, Symmetry g, HashState state) {
    if (state.ko_cell != HASH_NO_KO) {
        state.ko_cell = maps->image[g][state.ko_cell];
    }
    return state;
}

static HashKey key_of(const HashTables *tables, const HashCell *cells, HashState state) {
    HashLanes lanes;
    hash_lanes_of(tables, cells, &lanes);
    return hash_key(tables, &lanes, &state);
}

/* The symmetries that map a board to itself are the first of the eight. */
static Symmetry own_symmetries(const SymmetryMaps *maps) {
    return maps->width == maps->height ? 8 : 4;
}

/* The slow oracle: the plain Zobrist hash of g . P, stone by stone on the board that g . P lives
 * on. The words of the board come from the tables' identity lanes; those of a transposed rectangle
 * from the lanes of plain transposition. */
static uint64_t plain_hash(const HashTables *tables, const HashCell *cells, const HashState *state,
                           Symmetry g) {
    const SymmetryMaps *maps = &tables->maps;
    bool other_board = symmetry_transposes(g) && maps->width != maps->height;
    Symmetry lane = other_board ? SYMMETRY_TRANSPOSE : SYMMETRY_IDENTITY;
    int passes = state->passes > 2 ? 2 : state->passes;
    uint64_t value = tables->context ^ tables->side[state->to_move] ^ tables->passes[passes] ^
                     state->rules * tables->rules_mixer;
    value ^= other_board ? hash_mix(tables->context) : 0;
    for (int cell = 0; cell < maps->cell_count; cell++) {
        /* The cell of this board that has the word of cell's image. */
        int source = 0;
        while (maps->image[lane][source] != maps->image[g][cell]) {
            source++;
        }
        if (cells[cell] != 0) {
            value ^= tables->stone[cells[cell] - 1][source].lane[lane];
        }
        if (state->ko_cell == cell) {
            value ^= tables->ko[source].lane[lane];
        }
    }
    return value;
}

Test(zobrist, lanes_are_hashes_of_images) {
    static const int SHAPES[][2] = {{1, 1}, {1, 7},   {7, 1},   {2, 2},  {2, 3},  {5, 4},
                                    {9, 9}, {13, 13}, {13, 11}, {8, 19}, {19, 19}};
    SplitMix random = {1};
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        HashTables *tables = hash_tables_new(SHAPES[i][0], SHAPES[i][1], splitmix_next(&random));
        HashCell cells[CELL_COUNT_MAX];
        scatter_stones(cells, tables->maps.cell_count, &random);
        HashState state = random_state(&tables->maps, &random);
        HashLanes lanes;
        hash_lanes_of(tables, cells, &lanes);
        hash_lanes_add_state(tables, &lanes, &state, &lanes);
        HashKey key = hash_key_of_lanes(&lanes);
        for (Symmetry g = 0; g < G; g++) {
            cr_assert_eq(lanes.lane[g], plain_hash(tables, cells, &state, g));
            cr_assert_leq(key.key, lanes.lane[g]);
        }
        Symmetry turned_on = symmetry_compose(SYMMETRY_QUARTER_TURN, key.orientation);
        cr_assert_eq(key.key, plain_hash(tables, cells, &state, key.orientation));
        cr_assert_eq(key.check, plain_hash(tables, cells, &state, turned_on));
    }
}

/* H(k . P)[g] = H(P)[g * k], and what follows from it for keys. */
static bool images_meet(const HashTables *tables, const HashCell *cells, HashState state) {
    HashLanes lanes;
    hash_lanes_of(tables, cells, &lanes);
    HashKey key = hash_key(tables, &lanes, &state);
    for (Symmetry k = 0; k < own_symmetries(&tables->maps); k++) {
        HashCell turned[CELL_COUNT_MAX];
        turn_position(&tables->maps, k, cells, turned);
        HashState turned_state = turn_state(&tables->maps, k, state);
        HashLanes turned_lanes;
        hash_lanes_of(tables, turned, &turned_lanes);
        for (Symmetry g = 0; g < G; g++) {
            if (turned_lanes.lane[g] != lanes.lane[symmetry_compose(g, k)]) {
                return false;
            }
        }
        HashKey turned_key = hash_key(tables, &turned_lanes, &turned_state);
        if (turned_key.key != key.key || turned_key.check != key.check) {
            return false;
        }
    }
    return true;
}

Test(zobrist, symmetries_permute_lanes_on_every_shape) {
    SplitMix random = {2};
    for (int w = 1; w <= BOARD_SIDE_MAX; w++) {
        for (int h = 1; h <= BOARD_SIDE_MAX; h++) {
            HashTables *tables = hash_tables_new(w, h, HASH_DEFAULT_SEED);
            HashCell cells[CELL_COUNT_MAX];
            for (int i = 0; i < 2; i++) {
                scatter_stones(cells, w * h, &random);
                cr_assert(images_meet(tables, cells, random_state(&tables->maps, &random)), "%dx%d",
                          w, h);
            }
            Symmetry g = (Symmetry)below(&random, own_symmetries(&tables->maps));
            scatter_symmetric(&tables->maps, g, cells, &random);
            cr_assert(images_meet(tables, cells, random_state(&tables->maps, &random)),
                      "%dx%d symmetric under %d", w, h, g);
        }
    }
}

/* Does g turn stones and ko into the canonical position? Found by comparing whole images. */
static bool reaches_canonical(const SymmetryMaps *maps, const HashCell *cells, HashState state,
                              Symmetry g, Symmetry orientation) {
    HashCell image[CELL_COUNT_MAX], canonical[CELL_COUNT_MAX];
    if (maps->width != maps->height && symmetry_transposes(g) != symmetry_transposes(orientation)) {
        return false;
    }
    turn_position(maps, g, cells, image);
    turn_position(maps, orientation, cells, canonical);
    return memcmp(image, canonical, (size_t)maps->cell_count) == 0 &&
           turn_state(maps, g, state).ko_cell == turn_state(maps, orientation, state).ko_cell;
}

static bool orientation_is_right(const HashTables *tables, const HashCell *cells, HashState state) {
    const SymmetryMaps *maps = &tables->maps;
    HashKey key = key_of(tables, cells, state);
    if (!(key.symmetries >> key.orientation & 1)) {
        return false;
    }
    for (Symmetry g = 0; g < G; g++) {
        bool reaches = reaches_canonical(maps, cells, state, g, key.orientation);
        if ((key.symmetries >> g & 1) != reaches) {
            return false;
        }
    }
    return true;
}

/* A move and its images have the same canonical move. If the position is symmetric in itself, that
 * holds up to its own symmetries, each of which reaches the canonical position. */
static bool moves_meet(const HashTables *tables, const HashCell *cells, HashState state, int move) {
    const SymmetryMaps *maps = &tables->maps;
    HashKey key = key_of(tables, cells, state);
    for (Symmetry k = 0; k < own_symmetries(maps); k++) {
        HashCell turned[CELL_COUNT_MAX];
        turn_position(maps, k, cells, turned);
        HashKey turned_key = key_of(tables, turned, turn_state(maps, k, state));
        int canonical_move = maps->image[turned_key.orientation][maps->image[k][move]];
        bool met = false;
        for (Symmetry g = 0; g < G; g++) {
            met = met || ((key.symmetries >> g & 1) && maps->image[g][move] == canonical_move);
        }
        if (!met) {
            return false;
        }
    }
    return true;
}

static bool move_comes_back(const SymmetryMaps *maps, Symmetry orientation, int move) {
    SymmetryMaps canonical;
    bool transposed = symmetry_transposes(orientation);
    symmetry_maps_init(&canonical, transposed ? maps->height : maps->width,
                       transposed ? maps->width : maps->height);
    int canonical_move = maps->image[orientation][move];
    return canonical.image[symmetry_inverse(orientation)][canonical_move] == move;
}

static const int ORIENTED_SHAPES[][2] = {{1, 1}, {1, 2}, {1, 9},  {9, 1},   {2, 2},   {3, 2},
                                         {3, 3}, {4, 4}, {7, 5},  {9, 9},   {12, 13}, {13, 13},
                                         {6, 6}, {2, 9}, {25, 3}, {19, 19}, {25, 25}};

Test(zobrist, orientation_maps_moves) {
    SplitMix random = {4};
    for (size_t i = 0; i < sizeof ORIENTED_SHAPES / sizeof ORIENTED_SHAPES[0]; i++) {
        int w = ORIENTED_SHAPES[i][0], h = ORIENTED_SHAPES[i][1];
        HashTables *tables = hash_tables_new(w, h, HASH_DEFAULT_SEED);
        for (int game = 0; game < 40; game++) {
            /* Every second position is drawn with the identity, that is, without symmetry. */
            Symmetry g = (Symmetry)(game & 1 ? below(&random, own_symmetries(&tables->maps)) : 0);
            HashCell cells[CELL_COUNT_MAX];
            scatter_symmetric(&tables->maps, g, cells, &random);
            if (game < 2) { /* the empty board, and one stone */
                memset(cells, 0, sizeof cells);
                cells[0] = (HashCell)game;
            }
            HashState state = random_state(&tables->maps, &random);
            state.ko_cell = game < 2 || game & 2 ? HASH_NO_KO : state.ko_cell;
            int move = below(&random, w * h);
            Symmetry orientation = key_of(tables, cells, state).orientation;
            cr_assert(orientation_is_right(tables, cells, state), "%dx%d", w, h);
            cr_assert(moves_meet(tables, cells, state, move), "%dx%d", w, h);
            cr_assert(move_comes_back(&tables->maps, orientation, move), "%dx%d", w, h);
        }
    }
}

static int orbit_count(const SymmetryMaps *maps, uint8_t symmetries, Symmetry orientation) {
    int orbits = 0;
    for (int cell = 0; cell < maps->cell_count; cell++) {
        /* A cell represents its orbit if no image of it under the position's own symmetries,
         * inverse(orientation) * g, comes before it. */
        bool least = true;
        for (Symmetry g = 0; g < G; g++) {
            Symmetry own = symmetry_compose(symmetry_inverse(orientation), g);
            least = least && (!(symmetries >> g & 1) || maps->image[own][cell] >= cell);
        }
        orbits += least;
    }
    return orbits;
}

/* With symmetric stones and a ko anywhere, there are exactly as many keys, and as many second
 * words, as orbits of cells. */
Test(zobrist, ko_on_symmetric_stones) {
    SplitMix random = {5};
    for (int shape = 0; shape < 16; shape++) {
        int width = 2 + shape / 2, height = width + shape % 2, count = width * height;
        HashTables *tables = hash_tables_new(width, height, HASH_DEFAULT_SEED);
        for (int i = 0; i < 2 * G; i++) {
            HashCell cells[CELL_COUNT_MAX];
            Symmetry g = (Symmetry)(i % own_symmetries(&tables->maps));
            scatter_symmetric(&tables->maps, g, cells, &random);
            HashKey plain = key_of(tables, cells, HASH_TABLES_PLAIN_STATE);
            uint64_t keys[CELL_COUNT_MAX + 1] = {plain.key}, checks[CELL_COUNT_MAX + 1] = {0};
            checks[0] = plain.check;
            for (int cell = 0; cell < count; cell++) {
                HashState state = HASH_TABLES_PLAIN_STATE;
                state.ko_cell = cell;
                HashKey key = key_of(tables, cells, state);
                keys[cell + 1] = key.key;
                checks[cell + 1] = key.check;
                cr_assert(images_meet(tables, cells, state));
                cr_assert(orientation_is_right(tables, cells, state));
            }
            size_t orbits = (size_t)orbit_count(&tables->maps, plain.symmetries, plain.orientation);
            cr_assert_eq(distinct_count(keys, (size_t)count + 1), orbits + 1);
            cr_assert_eq(distinct_count(checks, (size_t)count + 1), orbits + 1);
        }
    }
}

Test(zobrist, everything_in_the_state_tells_positions_apart) {
    static const uint32_t RULES[] = {0, 1, 2, 3, 0x80000000u, 0xFFFFFFFFu};
    HashTables *tables = hash_tables_new(9, 9, HASH_DEFAULT_SEED);
    HashCell empty[CELL_COUNT_MAX] = {0};
    uint64_t keys[2 * 3 * 6 * 3];
    size_t count = 0;
    for (int to_move = 0; to_move < 2; to_move++) {
        for (int passes = 0; passes < 3; passes++) {
            for (int rules = 0; rules < 6; rules++) {
                for (int ko = HASH_NO_KO; ko < 2; ko++) {
                    HashState state = {to_move, ko, passes, RULES[rules]};
                    keys[count] = key_of(tables, empty, state).key;
                    cr_assert_neq(keys[count], 0);
                    count++;
                }
            }
        }
    }
    cr_assert_eq(distinct_count(keys, count), count);
    HashState two = {HASH_WHITE, HASH_NO_KO, 2, 1}, many = {HASH_WHITE, HASH_NO_KO, 7, 1};
    cr_assert_eq(key_of(tables, empty, two).key, key_of(tables, empty, many).key);
    cr_assert(tables->side[0] != 0 && tables->side[1] != 0 && (tables->rules_mixer & 1));
}

/* So that no two rules have the same word. */
Test(zobrist, the_factor_of_the_rules_is_odd_by_every_seed) {
    for (uint64_t seed = 0; seed < 16; seed++) {
        const HashTables *tables = hash_tables_new(3, 3, seed);
        cr_assert_eq(tables->rules_mixer & 1, 1, "seed %d", (int)seed);
    }
}

/* The first stones' words and the keys of the empty board, from a second implementation of the
 * filling written for this test in another language: files of keys depend on them. */
Test(zobrist, default_seed_is_fixed) {
    static const struct {
        int width, height;
        uint64_t empty, late, first, second;
    } WORDS[] = {
        {19, 19, 0xcd6130cfce10c51a, 0xda1466d62356955e, 0xc7ebe3754c55cb52, 0x8c0eec45d4c8efd3},
        {5, 3, 0x5cc2ea69f3d2f2d0, 0x26184e0dcd8d0bc5, 0xa8dbe6003671dd27, 0xc4cf8049092ecd19},
    };
    const HashState late = {.to_move = HASH_WHITE, .ko_cell = HASH_NO_KO, .passes = 2, .rules = 7};
    for (int i = 0; i < 2; i++) {
        HashTables *tables = hash_tables_new(WORDS[i].width, WORDS[i].height, HASH_DEFAULT_SEED);
        HashCell empty[CELL_COUNT_MAX] = {0};
        bool square = WORDS[i].width == WORDS[i].height;
        const HashLanes *black = tables->stone[HASH_BLACK];
        cr_assert_eq(key_of(tables, empty, HASH_TABLES_PLAIN_STATE).key, WORDS[i].empty);
        cr_assert_eq(key_of(tables, empty, late).key, WORDS[i].late);
        cr_assert_eq(black[0].lane[SYMMETRY_IDENTITY], WORDS[i].first);
        cr_assert_eq(square ? black[1].lane[SYMMETRY_IDENTITY] : black[0].lane[SYMMETRY_TRANSPOSE],
                     WORDS[i].second);
    }
}

/* All words of a table, each once: the lanes of a square share theirs. */
static size_t gather_words(const HashTables *tables, uint64_t *words) {
    const HashLanes *lanes[] = {tables->stone[0], tables->stone[1], tables->ko};
    int last = tables->maps.width == tables->maps.height ? 0 : SYMMETRY_TRANSPOSE;
    size_t count = 0;
    words[count++] = tables->context;
    words[count++] = tables->side[0];
    words[count++] = tables->side[1];
    for (int i = 0; i < 3; i++) {
        words[count++] = tables->passes[i];
        for (int cell = 0; cell < tables->maps.cell_count; cell++) {
            for (int g = 0; g <= last; g += SYMMETRY_TRANSPOSE) {
                words[count++] = lanes[i][cell].lane[g];
            }
        }
    }
    return count;
}

Test(zobrist, seeds_and_shapes_share_no_words) {
    static const struct {
        int width, height;
        uint64_t seed;
    } USES[] = {{9, 9, 0},  {9, 9, 1},  {9, 8, 0},
                {8, 9, 0},  {9, 9, 2},  {9, 9, UINT64_C(0x9E3779B97F4A7C15)},
                {1, 25, 0}, {25, 1, 0}, {9, 9, HASH_DEFAULT_SEED}};
    enum { USE_COUNT = sizeof USES / sizeof USES[0] };
    uint64_t *words = cleanup_free(malloc(USE_COUNT * 1000 * sizeof *words));
    size_t count = 0;
    for (int i = 0; i < USE_COUNT; i++) {
        HashTables *tables = hash_tables_new(USES[i].width, USES[i].height, USES[i].seed);
        HashTables *again = hash_tables_new(USES[i].width, USES[i].height, USES[i].seed);
        cr_assert_eq(memcmp(tables, again, sizeof *tables), 0);
        cr_assert_eq(tables->seed, USES[i].seed);
        count += gather_words(tables, words + count);
    }
    cr_assert_eq(distinct_count(words, count), count);
}

/* Chi-square of counts, each expected to be half of the trials: a sum of squares of normal deviates
 * with mean = cells and variance = 2 cells. With at least 32 cells, as here, it exceeds six
 * standard deviations for fewer than one in 100,000 seeds, and the seeds are fixed. */
static bool bits_are_even(const int *ones, int cells, int trials) {
    double sum = 0;
    for (int i = 0; i < cells; i++) {
        double excess = ones[i] - 0.5 * trials;
        sum += excess * excess / (0.25 * trials);
    }
    return fabs(sum - cells) < 6 * sqrt(2.0 * cells);
}

enum { TRIALS = 4096, BITS = 64 };

static void count_ones(const uint64_t *words, int count, int *ones) {
    for (int i = 0; i < count; i++) {
        for (int bit = 0; bit < BITS; bit++) {
            ones[i * BITS + bit] += (int)(words[i] >> bit & 1);
        }
    }
}

/* Lanes, orientations (half of a rectangle's are transposed) and keys. The least of eight words is
 * skewed, its top bit being set once in 256; the high bits of the mixed key are not. */
static void check_bits_of_random_positions(int width, int height, SplitMix *random) {
    HashTables *tables = hash_tables_new(width, height, HASH_DEFAULT_SEED);
    int ones[G * BITS] = {0}, mixed_ones[BITS] = {0}, top_bits = 0, orientations[G] = {0};
    for (int i = 0; i < TRIALS; i++) {
        HashCell cells[CELL_COUNT_MAX];
        scatter_stones(cells, tables->maps.cell_count, random);
        HashLanes lanes;
        hash_lanes_of(tables, cells, &lanes);
        HashKey key = hash_key(tables, &lanes, &HASH_TABLES_PLAIN_STATE);
        count_ones(lanes.lane, G, ones);
        count_ones(&(uint64_t){hash_mix(key.key)}, 1, mixed_ones);
        top_bits += (int)(key.key >> 63);
        orientations[key.orientation]++;
    }
    cr_assert(bits_are_even(ones, G * BITS, TRIALS));
    cr_assert_lt(top_bits, TRIALS / 64);
    cr_assert(bits_are_even(mixed_ones + 32, 32, TRIALS));
    for (int g = 0; g < G; g++) { /* five standard deviations of 21 */
        cr_assert_lt(abs(orientations[g] - TRIALS / 8), 106);
    }
}

Test(zobrist, bits_of_random_positions) {
    SplitMix random = {9};
    check_bits_of_random_positions(19, 19, &random);
    check_bits_of_random_positions(13, 9, &random);
}

/* Positions symmetric under g: the bits of a word that several lanes share are even too. */
Test(zobrist, bits_of_symmetric_positions) {
    SplitMix random = {10};
    HashTables *tables = hash_tables_new(19, 19, HASH_DEFAULT_SEED);
    for (Symmetry g = 1; g < G; g++) {
        int ones[BITS] = {0};
        for (int i = 0; i < TRIALS; i++) {
            HashCell cells[CELL_COUNT_MAX];
            scatter_symmetric(&tables->maps, g, cells, &random);
            HashLanes lanes;
            hash_lanes_of(tables, cells, &lanes);
            cr_assert_eq(lanes.lane[0], lanes.lane[g]);
            count_ones(lanes.lane, 1, ones);
        }
        cr_assert(bits_are_even(ones, BITS, TRIALS), "symmetric under %d", g);
    }
}

/* Where images count as different positions, no symmetry but the identity leaves one as it is. */
Test(zobrist, plain_keys_know_no_symmetry) {
    const HashTables *tables = hash_tables_new(3, 3, 1);
    HashCell cells[9] = {HASH_CELL_BLACK}; /* the others are empty */
    HashLanes lanes;
    hash_lanes_of(tables, cells, &lanes);
    const HashKey key = hash_plain_key_of_lanes(&lanes);
    cr_assert(key.orientation == SYMMETRY_IDENTITY && key.symmetries == 1);
    cr_assert(key.key == lanes.lane[0] && key.check != key.key);
}
