/* Reading network files: what is read, what is refused, and the messages. */
#include "engine/eval/net/model/model.h"
#include "tests/support/net_spec.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* Writes the bytes to a file with a name of its own, gzip's or plain. */
static void write_file(char path[64], const uint8_t *bytes, size_t length, bool packed) {
    snprintf(path, 64, "/tmp/dihedra-test-XXXXXX");
    const int file = mkstemp(path);
    cr_assert_geq(file, 0);
    gzFile stream = gzdopen(file, packed ? "wb" : "wbT");
    cr_assert_not_null(stream);
    cr_assert_eq(gzwrite(stream, bytes, (unsigned)length), (int)length);
    cr_assert_eq(gzclose(stream), Z_OK);
}

/* The model that the bytes, all of them, are; fails where they are none. */
static Model *read_model(const uint8_t *bytes, size_t length) {
    Status status;
    Model *model = model_read(bytes, length, &status);
    cr_assert_not_null(model, "%s", status.text);
    return model;
}

static void expect_refusal(const uint8_t *bytes, size_t length, const char *message) {
    Status status = {""};
    Model *model = model_read(bytes, length, &status);
    cr_assert_null(model);
    cr_assert_not_null(strstr(status.text, message), "'%s', not '%s'", status.text, message);
    cr_assert_eq(strncmp(status.text, "byte ", 5), 0, "%s", status.text);
}

Test(net_model, reads_what_was_written) {
    for (int version = MODEL_VERSION_MIN; version <= MODEL_VERSION_MAX; version++) {
        const NetSpec spec = net_spec_small(version, (uint64_t)version);
        size_t length;
        uint8_t *bytes = net_spec_write(&spec, &length);
        Model *model = read_model(bytes, length);
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
        cr_assert_eq(model->policy.out.out, version < 12 ? 1 : 2);
        cr_assert_eq(model->policy.pass_second.in, version < 15 ? 0 : spec.hidden);
        cr_assert_eq(model->value.scores.matrix.out, version < 9 ? 4 : 6);
        cr_assert_eq(model->multipliers.lead, version < 13 ? 20 : 19);
        cr_assert_eq(model->tip.activation,
                     version < 11 || spec.seed % 3 == 0 ? ACTIVATION_RELU : ACTIVATION_MISH);
        model_free(model);
        free(bytes);
    }
}

Test(net_model, merges_norms) {
    const NetWeight set[] = {{"tip", 1, 4}};
    const NetSpec spec = {.version = 8,
                          .kernel = 3,
                          .channels = 2,
                          .pooled = 1,
                          .hidden = 1,
                          .blocks = "o",
                          .set = set,
                          .set_count = 1};
    size_t length;
    uint8_t *bytes = net_spec_write(&spec, &length); /* mean and variance of channel 1 are 4 */
    Model *model = read_model(bytes, length);
    cr_assert_float_eq(model->tip.scale[0], 1, 1e-6);
    cr_assert_float_eq(model->tip.bias[0], 0, 1e-6);
    cr_assert_float_eq(model->tip.scale[1], 0.5, 1e-6);
    cr_assert_float_eq(model->tip.bias[1], -2, 1e-6);
    model_free(model);
    free(bytes);
}

Test(net_model, loads_files_plain_and_packed) {
    const NetSpec spec = net_spec_small(15, 1);
    size_t length;
    uint8_t *bytes = net_spec_write(&spec, &length);
    for (int packed = 0; packed < 2; packed++) {
        char path[64];
        Status status;
        write_file(path, bytes, length, packed);
        Model *model = model_load(path, &status);
        cr_assert_not_null(model, "%s", status.text);
        model_free(model);
        unlink(path);
    }
    free(bytes);
}

Test(net_model, names_the_file_it_refuses) {
    const NetSpec spec = net_spec_small(15, 1);
    size_t length;
    uint8_t *bytes = net_spec_write(&spec, &length);
    char path[64];
    Status status;
    write_file(path, bytes, length, true);
    cr_assert_eq(truncate(path, (off_t)length / 2), 0);
    cr_assert_null(model_load(path, &status));
    cr_assert(strncmp(status.text, path, strlen(path)) == 0 && strstr(status.text, ": byte "), "%s",
              status.text);
    cr_assert_not_null(strstr(status.text, "ends too early"), "%s", status.text);
    unlink(path);
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
    free(bytes);
}

/* A pipe that nobody writes to would keep its reader waiting, a device may have no end. */
Test(net_model, refuses_what_is_no_ordinary_file) {
    char path[] = "/tmp/dihedra-test-XXXXXX";
    Status status = {""};
    cr_assert_not_null(mkdtemp(path));
    cr_assert_eq(rmdir(path), 0);
    cr_assert_eq(mkfifo(path, 0600), 0);
    cr_assert_null(model_load(path, &status));
    cr_assert_not_null(strstr(status.text, ": not an ordinary file"), "%s", status.text);
    unlink(path);
    cr_assert_null(model_load("/dev/zero", &status));
    cr_assert_str_eq(status.text, "/dev/zero: not an ordinary file");
}

/* Every beginning of a network but the whole is refused, whatever follows in memory: a buffer of
 * just that length, so that the sanitizer sees a read beyond it. */
Test(net_model, refuses_every_beginning) {
    for (int version = 8; version <= 15; version += 7) {
        const NetSpec spec = net_spec_small(version, 2);
        size_t length;
        uint8_t *bytes = net_spec_write(&spec, &length);
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
        free(bytes);
    }
}

/* Whatever one bit does, the network is refused with a message or read. */
Test(net_model, survives_flipped_bits) {
    const bool is_long = getenv("DIHEDRA_LONG") != NULL; /* all bits, not one of each byte */
    const NetSpec spec = net_spec_small(15, 4);
    size_t length;
    uint8_t *bytes = net_spec_write(&spec, &length);
    int refused = 0;
    for (size_t at = 0; at < length; at++) {
        for (size_t bit = is_long ? 0 : at % 8; bit < 8; bit += is_long ? 1 : 8) {
            bytes[at] ^= (uint8_t)(1 << bit);
            Status status = {""};
            Model *model = model_read(bytes, length, &status);
            refused += model == NULL;
            cr_assert(model != NULL || strncmp(status.text, "byte ", 5) == 0, "%s", status.text);
            model_free(model);
            bytes[at] ^= (uint8_t)(1 << bit);
        }
    }
    cr_assert_gt(refused, 200);
    free(bytes);
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
    {"test-net", "test/net", "no network: its name has a '/'"},
    {"\n15\n", "\n16\n", "model version is 16, not 8 to 15"},
    {"\n15\n", "\n7\n", "model version is 7, not 8 to 15"},
    {"\n15\n", "\nx\n", "model version is not a whole number: x"},
    {"\n22\n", "\n23\n", "number of input planes is 23, not 22 to 22"},
    {"\n18.5\n", "\n-18.5\n", "output multiplier is not positive"},
    {"\n18.5\n", "\nnan\n", "output multiplier is not a number: nan"},
    {"\n28\n0\n", "\n28\n1\n", "human-play networks are not supported"},
    {"\n28\n0\n0\n0\n", "\n28\n0\n0\n3\n", "unknown option is 3, not 0 to 0"},
    {"trunk\n3\n", "trunk\n99999\n", "trunk: number of blocks is 99999, not 1 to 1024"},
    {"trunk\n3\n", "trunk\n4\n", "unknown kind of block tip"},
    {"trunk\n",
     "0123456789012345678901234567890123456789012345678901234567890123456789"
     "012345678901234567890123456\n",
     "a word of more than 96 letters"},
    {"5 5 22", "5 3 22", "first: a kernel of 5x3"},
    {"5 5 22", "4 4 22", "first: a kernel of 4x4"},
    {"5 5 22", "11 11 22", "kernel height is 11, not 1 to 9"},
    {"22 4 1 1", "22 5 1 1", "output channels: 5 instead of 4"},
    {"22 4 1 1", "22 4 2 1", "dilation is 2, not 1 to 1"},
    {"first\n3 3 4 5", "first\n3 3 4 4096", "weights"},
    {"@BIN@", "@BIM@", "no @BIN@ before"},
    {"ACTIVATION_MISH", "ACTIVATION_TANH", "act: unknown activation ACTIVATION_TANH"},
    {"0.001", "inf", "epsilon is not a number: inf"},
    {"0.001", "-9", "has no usable variance"},
    {"ordinary_block", "transformer_block", "unknown kind of block transformer_block"},
    {"block\n2\n", "block\n0\n", "number of inner blocks is 0, not 1 to 1024"},
    {"block\n2\n", "block\n1022\n", "more than 1024 blocks"},
};

Test(net_model, says_what_is_wrong) {
    const NetSpec spec = net_spec_small(15, 1);
    for (size_t i = 0; i < sizeof DAMAGES / sizeof DAMAGES[0]; i++) {
        size_t length;
        uint8_t *bytes = net_spec_write(&spec, &length);
        bytes = realloc(bytes, length + 128);
        cr_assert_not_null(bytes);
        length = replace(bytes, length, DAMAGES[i].old, DAMAGES[i].new);
        expect_refusal(bytes, length, DAMAGES[i].message);
        free(bytes);
    }
}

Test(net_model, refuses_weights_that_are_no_numbers) {
    static const float VALUES[] = {__builtin_nanf(""), __builtin_inff(), -__builtin_inff()};
    for (size_t i = 0; i < 3; i++) {
        NetSpec spec = net_spec_small(11, 1);
        const NetWeight set[] = {{"globals", 7, VALUES[i]}};
        spec.set = set;
        spec.set_count = 1;
        size_t length;
        uint8_t *bytes = net_spec_write(&spec, &length);
        expect_refusal(bytes, length, "globals: weight 7 is not finite");
        free(bytes);
    }
}

Test(net_model, refuses_what_follows_the_network) {
    const NetSpec spec = net_spec_small(8, 3);
    size_t length;
    uint8_t *bytes = net_spec_write(&spec, &length);
    bytes = realloc(bytes, length + 1);
    cr_assert_not_null(bytes);
    bytes[length] = 'x';
    expect_refusal(bytes, length + 1, "data after the end of the network");
    free(bytes);
}

Test(net_model, refuses_blocks_too_deep) {
    char text[4096] = "deep 11 22 19 trunk 1 1 1 1 0 1 c 1 1 22 1 1 1 @BIN@";
    size_t length = strlen(text);
    memset(text + length, 0, 88);
    length += 88;
    length += (size_t)sprintf(text + length, " m 19 1 @BIN@");
    memset(text + length, 0, 76);
    length += 76;
    for (int depth = 0; depth < 6; depth++) {
        length += (size_t)sprintf(text + length, " nested_bottleneck_block b 1 n 1 1 0 0 @BIN@");
        memset(text + length, 0, 4);
        length += 4 + (size_t)sprintf(text + length + 4, " @BIN@");
        memset(text + length, 0, 4);
        length += 4 + (size_t)sprintf(text + length + 4, " a ACTIVATION_RELU c 1 1 1 1 1 1 @BIN@");
        memset(text + length, 0, 4);
        length += 4;
    }
    expect_refusal((const uint8_t *)text, length, "blocks more than 4 deep");
}
