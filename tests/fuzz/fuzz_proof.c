/* libFuzzer entry for proofs: any bytes are refused with one line, or accepted; and what is
 * accepted claims bounds that agree with each other and with the size of the board. If bit 0 of the
 * first byte is set, the checksum is made right first. The corpus has proofs of small boards.
 *
 * If bit 1 is set, the file is a proof of ours instead, with some of its records changed, and what
 * is accepted is true. Bits 2 to 4 say which board and rule it is about. The next two bytes are
 * added to its goals, and the rest are changes: two bytes for the record, one for what happens to
 * it (RecordChange), one for the value. */
#include <inttypes.h>

#include "tests/fuzz/fuzz.h"
#include "tests/support/program/proof.h"

enum {
    BIT_SIGNED = 1,
    BIT_OURS = 2,
    CHECKSUM_LINE_BYTES = 26,
    REPORTS = 1000, /* of a check's progress, after which it is ended */
    CHANGE_BYTES = 4,
};

typedef enum { CHANGE_DROP, CHANGE_MOVE, CHANGE_RANK, CHANGE_ANY, CHANGE_KINDS } RecordChange;

static const struct {
    int width, height;
    KoRule ko;
    int value;
} QUESTIONS[] = {
    {2, 2, KO_SIMPLE, 0},     {2, 2, KO_POSITIONAL, 1}, {1, 4, KO_POSITIONAL, 4},
    {1, 5, KO_POSITIONAL, 0}, {1, 6, KO_SIMPLE, 0},     {1, 6, KO_POSITIONAL, 1},
    {2, 3, KO_SIMPLE, 0},     {2, 3, KO_POSITIONAL, 0},
};

enum { QUESTION_COUNT = sizeof QUESTIONS / sizeof QUESTIONS[0] };

/* Ends the check after a number of reports, so that no input takes for ever. */
static bool count_down(void *context, const char *part, size_t done, size_t all) {
    size_t *left = context;
    (void)part;
    (void)done;
    (void)all;
    return (*left)-- > 0;
}

/* Returns whether the bytes are accepted. */
static bool verify(const Text *text, VerifyResult *result) {
    uint8_t *bytes = fuzz_copy(text->bytes, text->length);
    size_t left = REPORTS;
    const VerifyMonitor monitor = {.report = count_down, .context = &left};
    Status status = {""};
    const bool ok = verify_proof(bytes, text->length, result, &monitor, &status);
    free(bytes);
    require(ok == (status.text[0] == '\0') && strchr(status.text, '\n') == NULL);
    if (ok) {
        const int cells = result->file.rules.shape.count;
        require(!result->has_lower || (result->lower >= -cells && result->lower <= cells));
        require(!result->has_upper || (result->upper >= -cells && result->upper <= cells));
        require(!result->has_lower || !result->has_upper || result->lower <= result->upper);
    }
    return ok;
}

/* ---- Proofs of ours ---- */

static void change_records(uint8_t *records, size_t *count, size_t record_bytes,
                           const uint8_t *data, size_t size) {
    for (; size >= CHANGE_BYTES && *count > 0; data += CHANGE_BYTES, size -= CHANGE_BYTES) {
        uint8_t *record = records + (data[0] | (size_t)data[1] << 8) % *count * record_bytes;
        const uint8_t value = data[3];
        switch ((RecordChange)(data[2] % CHANGE_KINDS)) {
        case CHANGE_DROP:
            --*count;
            memmove(record, record + record_bytes,
                    (size_t)(records + *count * record_bytes - record));
            break;
        case CHANGE_MOVE:
            record[record_bytes - 1] = value;
            break;
        case CHANGE_RANK:
            record[record_bytes - 2] = value;
            break;
        default:
            record[data[2] / CHANGE_KINDS % record_bytes] ^= value;
        }
    }
}

/* Appends a section of the proof with the changes. */
static void add_section(const ProofFile *file, int section, const uint8_t *data, size_t size,
                        Text *text) {
    const Strategy *strategy = &file->strategy[section];
    size_t count = strategy->count;
    require(count <= BLOCK_RECORDS);
    change_records(strategy->records, &count, file->record_bytes, data + 2, size - 2);
    text_add(text, "section %s %d %zu\n", strategy->is_black ? "black" : "white",
             strategy->goal + (int8_t)data[section], count);
    if (count > 0) {
        block_pack(strategy->records, count, file->record_bytes, text);
    }
    text_add(text, "\n");
}

static void check_ours(const uint8_t *data, size_t size) {
    static Text proofs[QUESTION_COUNT];
    const int question = data[0] / 4 % QUESTION_COUNT;
    const int value = QUESTIONS[question].value;
    Text *proof = &proofs[question], changed = {0};
    ProofFile file;
    VerifyResult result;
    Status status;
    if (proof->length == 0) {
        const SolverOptions options = small_board_options(
            QUESTIONS[question].width, QUESTIONS[question].height, QUESTIONS[question].ko, false);
        proof_make(&options, proof);
    }
    require(proof_file_read((const uint8_t *)proof->bytes, proof->length, NULL, &file, &status));
    text_append(&changed, proof->bytes,
                (size_t)(strstr(proof->bytes, "\nsection ") + 1 - proof->bytes));
    for (int section = 0; section < file.count; section++) {
        add_section(&file, section, data + 1, size - 1, &changed);
    }
    text_add(&changed, "checksum 0123456789ABCDEF\n");
    proof_sign(&changed);
    if (verify(&changed, &result)) {
        require(!result.has_lower || result.lower <= value);
        require(!result.has_upper || result.upper >= value);
    }
    proof_file_free(&file);
    text_free(&changed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    VerifyResult result;
    Text text = {0};
    if (size < 1 + CHECKSUM_LINE_BYTES && (size < 3 || (data[0] & BIT_OURS) == 0)) {
        return 0;
    }
    if ((data[0] & BIT_OURS) != 0) {
        check_ours(data, size);
        return 0;
    }
    text_append(&text, (const char *)data + 1, size - 1);
    if ((data[0] & BIT_SIGNED) != 0) {
        proof_sign(&text);
    }
    verify(&text, &result);
    text_free(&text);
    return 0;
}
