/* The checks and levels of `dihedra comply`: a check is a sentence of a specification, or of what a
 * client documents, that an engine can break. They are data: checks/ID.tst, in the format of
 * regression suites with the directives that script.h describes. */
#ifndef REGRESS_COMPLY_CHECK_H
#define REGRESS_COMPLY_CHECK_H

#include <stdbool.h>
#include <stddef.h>

/* What an engine can be ready for. A check counts for one level or several. */
typedef enum {
    LEVEL_CORE,       /* what the GTP 2 draft requires of every engine */
    LEVEL_TOURNAMENT, /* its subsets of commands */
    LEVEL_REGRESSION,
    LEVEL_SABAKI,
    LEVEL_GOGUI,
    LEVEL_LIZZIE,
    LEVEL_KGS,
    LEVEL_CGOS,
    LEVEL_GOMILL,
    LEVEL_STRESS, /* load and hostile input: nothing that a specification promises */
    LEVEL_ANALYSIS,
    LEVEL_KATRAIN,
    LEVEL_OGATAK,
    LEVEL_COUNT
} ComplyLevel;

typedef struct {
    const char *key, *name;
    const char *required; /* commands, separated by blanks: without them an engine is not ready */
    const char *wished;   /* "COMMAND=WHAT IS MISSING WITHOUT IT;...", or "" */
    bool in_analysis;     /* of KataGo's JSON protocol, not of GTP */
} ComplyLevelInfo;

extern const ComplyLevelInfo LEVELS[LEVEL_COUNT];

/* Its head in the file:
 *
 *     #check ID: the sentence that is checked
 *     #source document and section
 *     #levels for which it counts
 *     #needs commands that the engine must list, or the check is skipped; "a|b" is either
 *     #advice     a custom that no specification demands
 *     #formal     counts for the draft's levels, not for clients: few read wordings
 *     #fresh      wants an engine that was started for it
 */
typedef struct {
    const char *id; /* "GROUP.NAME" */
    const char *source, *meaning, *needs;
    unsigned levels; /* bit of each ComplyLevel */
    bool is_advice, is_formal, is_fresh;
    size_t first, end; /* its lines in the list: those behind the head */
} ComplyCheck;

typedef struct {
    char *text; /* of the files, cut into lines */
    char **lines;
    size_t line_count;
    ComplyCheck *checks; /* in the order in which they run */
    size_t count;
} CheckList;

/* Reads the checks of one of the two protocols. Freed by check_list_free. */
CheckList check_list_read(bool of_analysis);
void check_list_free(CheckList *list);

/* Does a blank-separated list name this word? "a|b": either. */
bool check_names(const char *list, const char *word);

#endif
