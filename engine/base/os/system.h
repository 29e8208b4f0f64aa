/* What the system says about the program and the machine. Any thread may call, unless a function
 * says otherwise. */
#ifndef ENGINE_BASE_OS_SYSTEM_H
#define ENGINE_BASE_OS_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "engine/base/status.h"

/* Descriptors. */
enum { OS_STANDARD_INPUT, OS_STANDARD_OUTPUT, OS_STANDARD_ERROR };

/* Prepares the process; to be called first, by main. Writing to a closed pipe, or to a file that
 * may not grow, fails instead of ending the process. Standard streams that the caller has closed
 * are opened on nothing, for reading alone, so that no other file gets their numbers and writes to
 * them still fail. Standard streams carry bytes unchanged. On Windows *argv becomes UTF-8. */
void os_prepare_process(int *argc, char ***argv);

/* Ends the process at once, without running exit handlers. */
_Noreturn void os_exit_now(int exit_status);

extern const char OS_PATH_SEPARATORS[];
extern const char OS_NULL_FILE[]; /* reads as empty and takes everything */

/* The user's folders for this program's data, and for what it can make again, with a separator at
 * their end; NULL: unknown. The caller frees them. */
char *os_user_data_folder(void);
char *os_user_cache_folder(void);

/* The path of the running program, or argv0 if the system cannot tell. The text is constant. */
const char *os_program_path(const char *argv0);

long os_process_id(void);
const char *os_variable(const char *name); /* of the environment; NULL: not set, or empty */
char **os_environment(void);               /* "NAME=VALUE", ends in NULL */

bool os_is_terminal(int stream);

/* Makes the terminal of standard input give each key at once, without showing it, or makes it as it
 * was before. Returns false if standard input is no terminal or the system has no such mode. One
 * thread at a time. */
bool os_terminal_keys(bool at_once);

int os_processors(void);  /* at least 1 */
uint64_t os_memory(void); /* bytes that the process may have; 0: unknown */
struct tm os_local_time(time_t seconds);
struct tm os_universal_time(time_t seconds);
bool os_random(void *bytes, size_t count); /* unpredictable; at most 256 */
void os_host_name(char *name, size_t size);

/* Gives up rights for good: from now on this process can only compute: read, write and wait for
 * what it has open, take and release memory, start and end threads, and tell the time. Opening
 * files, connections, other programs, processes, signals to others and memory that is executable
 * fail with EPERM. It holds for all threads. Linux only, by libseccomp.
 *
 * Returns false, with the reason, if the system cannot do that. Rights may then have been given up
 * in part, so the process should end. */
bool os_sandbox_enter(Status *status);

#endif
