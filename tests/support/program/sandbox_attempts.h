/* What a process tries in the sandbox: all that must fail there, and what must still work. */
#ifndef TESTS_SUPPORT_PROGRAM_SANDBOX_ATTEMPTS_H
#define TESTS_SUPPORT_PROGRAM_SANDBOX_ATTEMPTS_H

#include "engine/base/status.h"

typedef enum {
    ATTEMPTS_AS_THEY_SHOULD,
    ATTEMPTS_WRONG,      /* status names what was allowed or forbidden wrongly */
    ATTEMPTS_NO_SANDBOX, /* this system or build has none; status says why */
} AttemptsOutcome;

/* Enters the sandbox, for good, and tries. Call it in a separate process. */
AttemptsOutcome sandbox_attempts(Status *status);

#endif
