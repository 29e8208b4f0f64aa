/* Tries in the sandbox what tests/support/program/sandbox_attempts.h lists, as a program of its
 * own, so that it can be linked as the static program is. */
#include "tests/support/program/sandbox_attempts.h"

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static const char *const OUTCOMES[] = {"as it should be", "wrong", "no sandbox"};
    Status status = {""};
    const AttemptsOutcome outcome = sandbox_attempts(&status);
    printf("sandbox: %s%s%s\n", OUTCOMES[outcome], *status.text == '\0' ? "" : ": ", status.text);
    return outcome == ATTEMPTS_AS_THEY_SHOULD ? EXIT_SUCCESS : EXIT_FAILURE;
}
