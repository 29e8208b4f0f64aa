/* A program that checks proofs, of verify/ and what it includes alone
 * (tests/verify/test_standalone.c). */
#include "verify/verify.h"
#include "verify/local/local_proof.h"

#include <stdio.h>

static uint8_t bytes[1 << 20];
static LocalProof local;

int main(void) {
    const size_t length = fread(bytes, 1, sizeof bytes, stdin);
    VerifyResult result;
    Status status;
    const bool ok = local_proof_is_start(bytes, length)
                        ? local_proof_verify(bytes, length, NULL, &local, &status)
                        : verify_proof(bytes, length, &result, NULL, &status);
    puts(ok ? "right" : status.text);
    return !ok;
}
