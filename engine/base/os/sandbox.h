/* Gives up rights of this process for good. Linux only, by libseccomp; elsewhere, and in builds
 * without it, entering fails. */
#ifndef ENGINE_BASE_OS_SANDBOX_H
#define ENGINE_BASE_OS_SANDBOX_H

#include "engine/base/status.h"

/* From now on this process can only compute: read, write and wait for what it has open, take and
 * release memory, start and end threads, and tell the time. Opening files, connections, other
 * programs, processes, signals to others and memory that is executable fail with EPERM. It holds
 * for all threads.
 *
 * Returns false, with the reason, if the system cannot do that. Rights may then have been given up
 * in part, so the process should end. */
bool os_sandbox_enter(Status *status);

#endif
