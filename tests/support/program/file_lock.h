/* Lets locks of files fail, or come too late: takes the place of the library's flock. */
#ifndef TESTS_SUPPORT_PROGRAM_FILE_LOCK_H
#define TESTS_SUPPORT_PROGRAM_FILE_LOCK_H

/* What flock fails with from now on; 0: what the system says. */
void file_lock_fail(int error);

/* The next flock finds that another process has just removed the file of this path. */
void file_lock_remove(const char *path);

#endif
