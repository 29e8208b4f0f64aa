/* libFuzzer entry for proofs: any bytes are refused with one line, or accepted; and what is
 * accepted claims bounds that agree with each other and with the size of the board. If bit 0 of the
 * first byte is set, the checksum is made right first. The corpus has proofs of small boards. */
#include "engine/solve/verify/verify.h"
#include "tests/fuzz/fuzz.h"

#include <inttypes.h>

enum { CHECKSUM_DIGITS = 16, CHECKSUM_LINE_BYTES = 9 + CHECKSUM_DIGITS + 1 };

/* Ends the check after a number of reports, so that no input takes for ever. */
static bool count_down(void *context, const char *part, size_t done, size_t all) {
    size_t *left = context;
    (void)part;
    (void)done;
    (void)all;
    return (*left)-- > 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { REPORTS = 1000 };
    if (size < 1 + CHECKSUM_LINE_BYTES) {
        return 0;
    }
    const size_t length = size - 1, place = length - CHECKSUM_LINE_BYTES;
    uint8_t *bytes = malloc(length); /* so that AddressSanitizer sees a read past the end */
    require(bytes != NULL);
    memcpy(bytes, data + 1, length);
    if ((data[0] & 1) != 0) {
        char line[CHECKSUM_LINE_BYTES + 1];
        snprintf(line, sizeof line, "checksum %016" PRIX64 "\n", proof_file_sum(bytes, place));
        memcpy(bytes + place, line, CHECKSUM_LINE_BYTES);
    }
    size_t left = REPORTS;
    const VerifyMonitor monitor = {.report = count_down, .context = &left};
    VerifyResult result;
    Status status = {""};
    if (verify_proof(bytes, length, &result, &monitor, &status)) {
        const int cells = result.file.rules.count;
        require(!result.has_lower || (result.lower >= -cells && result.lower <= cells));
        require(!result.has_upper || (result.upper >= -cells && result.upper <= cells));
        require(!result.has_lower || !result.has_upper || result.lower <= result.upper);
    } else {
        require(status.text[0] != '\0' && strchr(status.text, '\n') == NULL);
    }
    free(bytes);
    return 0;
}
