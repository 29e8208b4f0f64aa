/* Windows has no sandbox that a process can enter by itself. */
#include "engine/base/os/sandbox.h"

bool os_sandbox_enter(Status *status) {
    return status_fail(status, "only Linux has it");
}
