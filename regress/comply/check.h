/* The checks and levels of `dihedra comply`. They are data: checks/NAME.tst, of which the first,
 * framing.tst, says how they are written. */
#ifndef REGRESS_COMPLY_CHECK_H
#define REGRESS_COMPLY_CHECK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *key, *name, *counts, *commands;
} ComplyLevel;

typedef struct {
    const char *id; /* "GROUP.NAME" */
    const char *meaning, *levels, *needs;
    size_t first, end; /* its lines in the list: those behind the head */
} ComplyCheck;

typedef struct {
    char *text;   /* of the files, cut into lines */
    char **lines; /* of all checks, and the #let lines before them */
    size_t line_count;
    ComplyCheck *checks; /* in the order in which they run */
    size_t count;
    ComplyLevel *levels;
    size_t level_count;
} CheckList;

/* Reads the checks of one of the two protocols. Freed by check_list_free. */
CheckList check_list_read(bool of_analysis);
void check_list_free(CheckList *list);

/* Is one of these words, separated by '|', in the list, separated by blanks or newlines? */
bool check_names(const char *list, const char *words);

#endif
