#include "engine/eval/net/input/features.h"

#include <string.h>

#include "hash/random.h"

/* Two independent words of the same bits. */
typedef struct {
    uint64_t key, check;
} HashWords;

/* Any two odd constants. */
static const uint64_t KEY_FACTOR = UINT64_C(0x9E3779B97F4A7C15);
static const uint64_t CHECK_FACTOR = UINT64_C(0xC2B2AE3D27D4EB4F);

static uint64_t mix_word(uint64_t word) {
    SplitMix mixer = {word};
    return splitmix_next(&mixer);
}

static void hash_number(HashWords *words, uint64_t number) {
    words->key = mix_word((words->key ^ number) * KEY_FACTOR);
    words->check = mix_word((words->check + number) * CHECK_FACTOR);
}

static void hash_reals(HashWords *words, const float *values, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        hash_number(words, bits);
    }
}

/* What is the same for all images. */
static HashWords add_globals(const Features *features) {
    HashWords words = {0};
    int unset = 0;
    hash_reals(&words, features->globals, FEATURE_GLOBALS);
    while (unset < HUMAN_PROFILE_INPUTS && features->metadata[unset] == 0) {
        unset++;
    }
    hash_reals(&words, features->metadata, unset < HUMAN_PROFILE_INPUTS ? HUMAN_PROFILE_INPUTS : 0);
    hash_number(&words, features->has_no_result);
    return words;
}

/* The words of each image: a sum over its cells, so that their order does not matter. A cell of the
 * board has plane 0 at least. */
static void add_images(const Features *features, const Geometry *geometry,
                       HashWords images[SYMMETRY_COUNT]) {
    for (int cell = 0; cell < features->cell_count; cell++) {
        const uint64_t content = (uint64_t)features->planes[cell] << 32;
        for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
            const uint64_t word = mix_word(content | (uint64_t)features_image(geometry, g, cell));
            images[g].key += word;
            images[g].check ^= mix_word(word ^ CHECK_FACTOR);
        }
    }
}

void canonical_find(const Features *features, const Geometry *geometry, Canonical *canonical) {
    HashWords images[SYMMETRY_COUNT] = {{0}};
    add_images(features, geometry, images);
    Symmetry least = 0;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        const bool transposes = symmetry_transposes(g);
        hash_number(&images[g], (uint64_t)(transposes ? geometry->height : geometry->width) << 8 |
                                    (uint64_t)(transposes ? geometry->width : geometry->height));
        if (images[g].key < images[least].key ||
            (images[g].key == images[least].key && images[g].check < images[least].check)) {
            least = g;
        }
    }
    HashWords words = add_globals(features);
    hash_number(&words, images[least].key);
    hash_number(&words, images[least].check);
    canonical->key = words.key;
    canonical->check = words.check;
    canonical->symmetry = least;
    canonical->cell_count = features->cell_count;
    for (int cell = 0; cell < features->cell_count; cell++) {
        canonical->image[cell] = (uint16_t)features_image(geometry, least, cell);
    }
}

void canonical_turn(const Features *features, const Canonical *canonical, Features *turned) {
    const bool transposes = symmetry_transposes(canonical->symmetry);
    turned->width = transposes ? features->height : features->width;
    turned->height = transposes ? features->width : features->height;
    turned->cell_count = features->cell_count;
    turned->has_no_result = features->has_no_result;
    memcpy(turned->globals, features->globals, sizeof turned->globals);
    memcpy(turned->metadata, features->metadata, sizeof turned->metadata);
    for (int cell = 0; cell < features->cell_count; cell++) {
        const int image = canonical->image[cell];
        turned->image[cell] = (uint16_t)cell;
        turned->planes[image] = features->planes[cell];
        turned->legal[image] = features->legal[cell];
    }
}
