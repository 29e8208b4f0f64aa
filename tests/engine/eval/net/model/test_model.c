/* Reading network files: what is read, what is refused, and the messages. */
#include "engine/eval/net/model/model_file.h"
#include "tests/support/network/net_check.h"
#include "tests/support/program/temporary_path.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* Writes the bytes to a separate file, gzip's or plain. */
static void write_file(char path[TEMPORARY_PATH_MAX], const uint8_t *bytes, size_t length,
                       bool packed) {
    temporary_path(path);
    gzFile stream = gzopen(path, packed ? "wb" : "wbT");
    cr_assert_not_null(stream);
    cr_assert_eq(gzwrite(stream, bytes, (unsigned)length), (int)length);
    cr_assert_eq(gzclose(stream), Z_OK);
}

static void expect_refusal(const uint8_t *bytes, size_t length, const char *message) {
    Status status = {""};
    Model *model = model_read(bytes, length, &status);
    cr_assert_null(model);
    cr_assert_not_null(strstr(status.text, message), "'%s', not '%s'", status.text, message);
    cr_assert_eq(strncmp(status.text, "byte ", 5), 0, "%s", status.text);
}

static void expect_spec_refused(const NetSpec *spec, const char *message) {
    size_t length;
    uint8_t *bytes = cleanup_free(net_spec_write(spec, &length));
    expect_refusal(bytes, length, message);
}

Test(net_model, reads_what_was_written) {
    for (int version = MODEL_VERSION_MIN; version <= MODEL_VERSION_MAX; version++) {
        const NetSpec spec = net_spec_small(version, (uint64_t)version);
        Model *model = net_check_read(&spec);
        cr_assert_str_eq(model->name, "test-net");
        cr_assert_eq(model->version, version);
        cr_assert_eq(model->first.kernel, spec.kernel);
        cr_assert_eq(model->first.out, spec.channels);
        cr_assert_eq(model->block_count, 3);
        cr_assert_eq(model->blocks[0].kind, BLOCK_ORDINARY);
        cr_assert_eq(model->blocks[1].kind, BLOCK_POOLING);
        cr_assert_eq(model->blocks[1].pooled.out, spec.pooled);
        cr_assert_eq(model->blocks[2].kind, BLOCK_BOTTLENECK);
        cr_assert_eq(model->blocks[2].inner_count, 2);
        cr_assert_eq(model->blocks[2].inner[1].kind, BLOCK_POOLING);
        cr_assert_eq(model->policy.channels, version < 12    ? 1
                                             : version < 16  ? 2
                                             : version == 16 ? 4
                                                             : spec.policies);
        cr_assert_eq(model->policy.out.out, model->policy.channels);
        cr_assert_eq(model->policy.pass_second.in, version < 15 ? 0 : spec.hidden);
        cr_assert_eq(model->value.scores.matrix.out, version < 9 ? 4 : 6);
        cr_assert_eq(model->multipliers.lead, version < 13 ? 20 : 19);
        cr_assert_eq(model->tip.activation,
                     version < 11 || spec.seed % 3 == 0 ? ACTIVATION_RELU : ACTIVATION_MISH);
    }
}

static void expect_attention(const Attention *attention, const NetSpec *spec, bool turns) {
    cr_assert_eq(attention->heads, spec->heads);
    cr_assert_eq(attention->key_heads, spec->key_heads);
    cr_assert_eq(attention->queries.out, spec->heads * spec->query_size);
    cr_assert_eq(attention->keys.out, spec->key_heads * spec->query_size);
    cr_assert_eq(attention->values.out, spec->key_heads * spec->value_size);
    cr_assert_eq(attention->out.in, spec->heads * spec->value_size);
    cr_assert_float_eq(attention->norm.epsilon, 0.01, 1e-12);
    cr_assert_eq(attention->frequencies != NULL, turns);
}

Test(net_model, reads_transformer_blocks_in_every_version) {
    for (int version = MODEL_VERSION_MIN; version <= MODEL_VERSION_MAX; version++) {
        const NetSpec spec = net_spec_transformer(version, (uint64_t)version);
        Model *model = net_check_read(&spec);
        cr_assert_eq(model->block_count, 5); /* "lf(af(rfo)l)pr" */
        cr_assert_eq(model->blocks[0].kind, BLOCK_ATTENTION);
        cr_assert_eq(model->blocks[1].kind, BLOCK_FEED_FORWARD);
        cr_assert_eq(model->blocks[1].feed_forward.gate.out, spec.feed_forward);
        cr_assert_eq(model->blocks[2].inner_count, 4);
        const Block *inner = &model->blocks[2].inner[2];
        cr_assert_eq(inner->kind, BLOCK_BOTTLENECK);
        cr_assert_eq(inner->inner_count, 3);
        expect_attention(&model->blocks[0].attention, &spec, true);
        expect_attention(&model->blocks[2].inner[0].attention, &spec, false);
        expect_attention(&inner->inner[0].attention, &spec, true);
        cr_assert_eq(model->tip_kind, spec.tip);
        cr_assert_eq(model->has_encoder, spec.has_encoder);
        cr_assert_eq(model->life_by_suicide, spec.has_life_by_suicide);
        cr_assert_eq(model->excludes_atari, spec.excludes_atari);
        cr_assert_eq(model->encoder.out.out, spec.has_encoder ? spec.channels : 0);
    }
}

/* Fixed frequencies are as if they had been learned, for every head alike. With D channels, the
 * first floor(D / 4) pairs turn by the row, the others by the column. */
static void expect_fixed_frequencies(int size) {
    NetSpec spec = net_spec_transformer(17, 1);
    spec.blocks = "r";
    spec.key_heads = 2;
    spec.query_size = size;
    Model *model = net_check_read(&spec);
    const float *got = model->blocks[0].attention.frequencies;
    const int half = size / 4;
    for (int i = 0; i < spec.key_heads * size / 2; i++, got += 2) {
        const int pair = i % (size / 2);
        const double by_row = pair < half ? pow(37.5, -4.0 * pair / size) : 0;
        const double by_column = pair < half ? 0 : pow(37.5, -4.0 * (pair - half) / size);
        cr_assert_float_eq(got[0], by_column, 1e-6, "pair %d of %d channels", pair, size);
        cr_assert_float_eq(got[1], by_row, 1e-6, "pair %d of %d channels", pair, size);
    }
}

Test(net_model, computes_fixed_frequencies) {
    for (int size = 2; size <= 16; size += 2) {
        expect_fixed_frequencies(size);
    }
}

Test(net_model, loads_files_plain_and_packed) {
    const NetSpec spec = net_spec_small(15, 1);
    size_t length;
    uint8_t *bytes = cleanup_free(net_spec_write(&spec, &length));
    for (int packed = 0; packed < 2; packed++) {
        char path[TEMPORARY_PATH_MAX];
        Status status;
        write_file(path, bytes, length, packed);
        Model *model = model_load(path, &status);
        cr_assert_not_null(model, "%s", status.text);
        model_free(model);
    }
}

Test(net_model, names_the_file_it_refuses) {
    const NetSpec spec = net_spec_small(15, 1);
    size_t length;
    uint8_t *bytes = cleanup_free(net_spec_write(&spec, &length));
    char path[TEMPORARY_PATH_MAX];
    Status status;
    write_file(path, bytes, length, true);
    cr_assert_eq(truncate(path, (off_t)length / 2), 0);
    cr_assert_null(model_load(path, &status));
    cr_assert(strncmp(status.text, path, strlen(path)) == 0 && strstr(status.text, ": byte "), "%s",
              status.text);
    cr_assert_not_null(strstr(status.text, "ends too early"), "%s", status.text);
    write_file(path, bytes, length, true);
    FILE *file = fopen(path, "r+b");
    cr_assert(file != NULL && fseek(file, -8, SEEK_END) == 0 && fputs("ruin", file) >= 0);
    cr_assert_eq(fclose(file), 0); /* where gzip keeps its checksum */
    cr_assert_null(model_load(path, &status));
    cr_assert_not_null(strstr(status.text, "the gzip file is damaged"), "%s", status.text);
    unlink(path);
    cr_assert_null(model_load(path, &status));
    cr_assert_not_null(strstr(status.text, "No such file"), "%s", status.text);
    cr_assert_null(model_load("/tmp", &status));
    cr_assert_not_null(strstr(status.text, "Is a directory"), "%s", status.text);
}

static void expect_too_large(const char *path, double times, const char *message) {
    Status status = {""};
    struct rlimit before;
    cr_assert_eq(getrlimit(RLIMIT_AS, &before), 0);
    const struct rlimit limit = {(rlim_t)1 << 30, before.rlim_max};
    ModelFile *file = model_file_open(path, &status);
    cr_assert_not_null(file, "%s", status.text);
    cr_assert_eq(setrlimit(RLIMIT_AS, &limit), 0);
    const bool fits = model_file_fits(file, times, &status);
    setrlimit(RLIMIT_AS, &before);
    model_file_close(file);
    cr_assert_not(fits);
    cr_assert(strncmp(status.text, path, strlen(path)) == 0 && strstr(status.text, message), "%s",
              status.text);
}

/* Before it takes any: the limit leaves none for the file. What a packed file says at its end is
 * believed only if the file unpacks: one that was cut short says anything. */
Test(net_model, refuses_what_does_not_fit_into_memory) {
    enum { BYTES = 1 << 20 };
    char path[TEMPORARY_PATH_MAX];
    uint8_t *bytes = cleanup_free(calloc(BYTES, 1));
    const uint8_t size[4] = {0, 0, 0, 0xC0}; /* 3 GiB */
    write_file(path, (const uint8_t *)"test-net", 8, false);
    cr_assert_eq(truncate(path, (off_t)600 << 20), 0);
    expect_too_large(path, 2, "a network of 600 MiB needs 1200 MiB of memory, more than the 1024");
    write_file(path, bytes, BYTES, true);
    expect_too_large(path, 2000, "a network of 1 MiB needs 2000 MiB of memory, more than the 1024");
    Rng rng = rng_new(1);
    for (int i = 0; i < BYTES; i++) {
        bytes[i] = (uint8_t)rng_next(&rng);
    }
    write_file(path, bytes, BYTES, true);
    for (int cut = 0; cut < 2; cut++) {
        cr_assert_eq(truncate(path, cut ? 20 : BYTES / 2), 0);
        FILE *file = fopen(path, "ab");
        cr_assert(file != NULL && fwrite(size, 4, 1, file) == 1 && fclose(file) == 0);
        expect_too_large(path, 1e6, "the gzip file ends too early");
    }
}

Test(net_model, reads_a_file_again_unless_it_has_changed) {
    const NetSpec spec = net_spec_small(15, 1), other = net_spec_small(15, 2);
    for (int packed = 0; packed < 2; packed++) {
        size_t length;
        uint8_t *bytes = cleanup_free(net_spec_write(&spec, &length));
        char path[TEMPORARY_PATH_MAX], second[TEMPORARY_PATH_MAX];
        Status status;
        write_file(path, bytes, length, packed);
        ModelFile *file = model_file_open(path, &status);
        uint64_t checksum = 0;
        for (int i = 0; i < 2; i++) {
            Model *model = model_file_read(file, &status);
            cr_assert_not_null(model, "%s", status.text);
            cr_assert(i == 0 || model->checksum == checksum);
            checksum = model->checksum;
            model_free(model);
        }
        bytes = cleanup_free(net_spec_write(&other, &length));
        write_file(second, bytes, length, packed);
        cr_assert_eq(rename(second, path), 0); /* another file: the open one stays */
        Model *model = model_file_read(file, &status);
        cr_assert_not_null(model, "%s", status.text);
        cr_assert_eq(model->checksum, checksum);
        model_free(model);
        model_file_close(file);
        file = model_file_open(path, &status);
        model = model_file_read(file, &status);
        cr_assert_neq(model->checksum, checksum);
        model_free(model);
        FILE *stream = fopen(path, "r+b");
        cr_assert(stream != NULL && fseek(stream, (long)length / 3, SEEK_SET) == 0 &&
                  fputs("ruin", stream) >= 0 && fclose(stream) == 0);
        cr_assert_null(model_file_read(file, &status));
        cr_assert_eq(strncmp(status.text, path, strlen(path)), 0, "%s", status.text);
        expect_in(status.text, packed ? "damaged" : "has changed");
        cr_assert_eq(truncate(path, 0), 0);
        cr_assert_null(model_file_read(file, &status));
        model_file_close(file);
    }
}

/* A pipe without a writer would keep its reader waiting, a device may have no end. */
Test(net_model, refuses_what_is_no_ordinary_file) {
    char path[] = "/tmp/dihedra-test-XXXXXX";
    Status status = {""};
    cr_assert_not_null(mkdtemp(path));
    cr_assert_eq(rmdir(path), 0);
    cr_assert_eq(mkfifo(path, 0600), 0);
    cr_assert_null(model_load(path, &status));
    cr_assert_not_null(strstr(status.text, ": not a regular file"), "%s", status.text);
    unlink(path);
    cr_assert_null(model_load("/dev/zero", &status));
    cr_assert_str_eq(status.text, "/dev/zero: not a regular file");
}

/* Every beginning of a network but the whole is refused, whatever follows in memory: a buffer of
 * just that length, so that the sanitizer sees a read beyond it. */
Test(net_model, refuses_every_beginning) {
    const NetSpec specs[] = {net_spec_small(8, 2), net_spec_small(15, 2),
                             net_spec_transformer(17, 1)};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        const NetSpec spec = specs[i];
        size_t length;
        uint8_t *bytes = cleanup_free(net_spec_write(&spec, &length));
        while (bytes[length - 1] == '\n') {
            length--;
        }
        for (size_t cut = 0; cut < length; cut++) {
            uint8_t *part = malloc(cut + 1);
            cr_assert_not_null(part);
            memcpy(part + 1, bytes, cut);
            Status status = {""};
            cr_assert_null(model_read(part + 1, cut, &status), "cut at %zu of %zu", cut, length);
            cr_assert_eq(strncmp(status.text, "byte ", 5), 0, "%s", status.text);
            free(part);
        }
    }
}

/* Replaces the first occurrence of a text in the file by another one. Returns the new length. */
static size_t replace(uint8_t *bytes, size_t length, const char *old, const char *new) {
    const size_t removed = strlen(old), added = strlen(new);
    uint8_t *at = memmem(bytes, length, old, removed);
    cr_assert_not_null(at, "%s", old);
    memmove(at + added, at + removed, length - (size_t)(at - bytes) - removed);
    memcpy(at, new, added);
    return length - removed + added;
}

typedef struct {
    const char *old, *new, *message;
} Damage;

static const Damage DAMAGES[] = {
    {"test-net", "test/net", "not a network: its name has a '/'"},
    {"\n15\n", "\n18\n", "model version is 18, not 8 to 17"},
    {"\n15\n", "\nx\n", "model version is not a whole number: x"},
    {"\n22\n", "\n23\n", "number of input planes is 23, not 22"},
    {"\n18.5\n", "\n-18.5\n", "output multiplier is not positive"},
    {"\n28\n0\n0\n0\n", "\n28\n0\n0\n3\n", "flag of territory beside atari is 3, not 0 to 1"},
    {"\n28\n0\n0\n0\n0\n", "\n28\n0\n0\n0\n1\n",
     "header slot D (unused up to KataGo 1.18, perhaps not in a later version) is 1, not 0"},
    {"0\ntrunk\n3\n4\n", "-1\ntrunk\n3\n4\n", "header slot H (unused up to KataGo 1.18"},
    {"trunk\n3\n4\n", "trunk\n3\n4097\n", "trunk channels is 4097, not 1 to 4096"},
    {"trunk\n3\n", "trunk\n99999\n", "trunk: number of blocks is 99999, not 1 to 1024"},
    {"trunk\n",
     "0123456789012345678901234567890123456789012345678901234567890123456789"
     "012345678901234567890123456\n",
     "a word of more than 96 letters"},
    {"5 5 22", "5 3 22", "first: a kernel of 5x3"},
    {"22 4 1 1", "22 5 1 1", "output channels: 5 instead of 4"},
    {"@BIN@", "@BIM@", "no @BIN@ before"},
    {"ACTIVATION_MISH", "ACTIVATION_TANH", "act: unknown activation ACTIVATION_TANH"},
    {"0.001", "-9", "has no usable variance"},
    {"ordinary_block", "transformer_block", "unknown kind of block transformer_block"},
    {"block\n2\n", "block\n1022\n", "more than 1024 blocks"},
};

static void expect_damages(const NetSpec *spec, const Damage *damages, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t length;
        uint8_t *bytes = net_spec_write(spec, &length);
        bytes = realloc(bytes, length + 128);
        cr_assert_not_null(bytes);
        length = replace(bytes, length, damages[i].old, damages[i].new);
        expect_refusal(bytes, length, damages[i].message);
        free(bytes);
    }
}

Test(net_model, says_what_is_wrong) {
    const NetSpec spec = net_spec_small(15, 1);
    expect_damages(&spec, DAMAGES, sizeof DAMAGES / sizeof DAMAGES[0]);
}

/* Damages of "rflo": 4 channels, 6 heads, 2 key-value heads, queries of 4, values of 3 channels. */
static const Damage TRANSFORMER_DAMAGES[] = {
    {"trunk\n4\n4\n4\n4\n0\n2\n1\n", "trunk\n4\n4\n4\n4\n0\n2\n2\n",
     "trunk: kind of norm is 2, not 0 to 1"},
    {"attention\n6\n2\n", "attention\n0\n2\n", "attention: number of heads is 0, not 1 to 4096"},
    {"attention\n6\n2\n", "attention\n6\n4\n", "attention: 6 heads share 4 key-value heads"},
    {"attention\n6\n2\n4\n", "attention\n6\n2\n5\n",
     "attention: queries of 5 channels are not pairs"},
    {"attention\n6\n2\n4\n3\n", "attention\n6\n2\n4\n4096\n",
     "attention: 6 heads of 4096 channels are more than 4096"},
    {"attention_norm\n4\n0.01\n", "attention_norm\n4\n0\n",
     "attention_norm: epsilon is not positive"},
    {"queries\n4 24\n", "queries\n4 23\n", "queries: output channels: 23 instead of 24"},
    {"37.5", "0", "frequencies: theta is not positive"},
    {"feed_forward\n4\n7\n1\n", "feed_forward\n4\n7\n0\n",
     "feed_forward: feed-forward without a gate is not supported"},
    {"feed_forward_gate\n4 7\n", "feed_forward_gate\n4 6\n", "output channels: 6 instead of 7"},
    {"frequencies\n2\n2\n2\n", "frequencies\n6\n2\n2\n",
     "frequencies: number of key-value heads is 6, not 2"},
    {"tip\n4\n0.02\n1\n0\n", "tip\n4\n0.02\n2\n0\n", "tip: flag of a spatial norm is 2, not 0"},
    {"encoder\n192\n", "encoder\n191\n", "encoder: metadata inputs: 191 instead of 192"},
    {"policyhead\n4\n", "policyhead\n3\n", "policyhead: 3 policy channels, not 2 or 4"},
    {"policyhead\n4\n", "policyhead\n2\n", "policy_out: output channels: 4 instead of 2"},
};

Test(net_model, says_what_is_wrong_with_transformers) {
    NetSpec spec = net_spec_transformer(17, 1);
    spec.blocks = "rflo";
    spec.query_size = 4;
    spec.tip = TIP_SPATIAL_RMS;
    spec.has_encoder = true;
    expect_damages(&spec, TRANSFORMER_DAMAGES,
                   sizeof TRANSFORMER_DAMAGES / sizeof TRANSFORMER_DAMAGES[0]);
}

Test(net_model, refuses_weights_that_are_no_numbers) {
    static const float VALUES[] = {__builtin_nanf(""), __builtin_inff(), -__builtin_inff()};
    for (size_t i = 0; i < 3; i++) {
        NetSpec spec = net_spec_small(11, 1);
        const NetWeight set[] = {{"globals", 7, VALUES[i]}};
        spec.set = set;
        spec.set_count = 1;
        expect_spec_refused(&spec, "globals: weight 7 is not finite");
    }
}
