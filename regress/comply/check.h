/* The checks and levels of `dihedra comply`: a check is a sentence of a specification, or of what a
 * client documents, that an engine can break. The tables are constants. */
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
    const char *wished;   /* "COMMAND=WHAT IS MISSING WITHOUT IT;...", or NULL */
    bool in_analysis;     /* of KataGo's JSON protocol, not of GTP */
} ComplyLevelInfo;

extern const ComplyLevelInfo LEVELS[LEVEL_COUNT];

struct Probe;

typedef struct {
    const char *id;     /* "MODULE.NAME" */
    unsigned levels;    /* bit of each ComplyLevel for which it counts; all clients need the core */
    const char *source; /* document and section */
    const char *meaning; /* the sentence that is checked */
    const char *needs;   /* commands that the engine must list, or the check is skipped; NULL: none.
                            "a|b" is either */
    bool is_advice;      /* a custom that no specification demands */
    bool is_formal;      /* counts for the draft's levels, not for clients: few read wordings */
    bool wants_new;      /* needs an engine that was started for it */
    /* What the check does: one of these. */
    const char *script;           /* script.h */
    const char *pipe, *responses; /* lines for an engine of its own, and what it must answer: the
                                     arguments of probe_expect_pipe */
    void (*run)(struct Probe *probe);
} ComplyCheck;

/* The tables of checks/, which end with a NULL id. */
extern const ComplyCheck FRAMING_CHECKS[], COMMAND_CHECKS[], RULES_CHECKS[], RECORD_CHECKS[],
    CLOCK_CHECKS[], ANALYZE_CHECKS[], CLIENT_CHECKS[], STRESS_CHECKS[], ANALYSIS_CHECKS[],
    QUERY_CHECKS[];

/* Does a blank-separated list name this word? */
bool check_list_has(const char *list, const char *word);

#endif
