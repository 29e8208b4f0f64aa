/* Settings by KataGo's names: those of config files, and those of overrideSettings, which hold for
 * one query. Plain data. */
#ifndef GTP_JSON_CONFIG_SETTINGS_H
#define GTP_JSON_CONFIG_SETTINGS_H

#include "engine/base/options.h"
#include "engine/player/player.h"

/* Whose values are reported: those of a color, or of the side to move. */
typedef enum { VIEW_BLACK = BLACK, VIEW_WHITE = WHITE, VIEW_MOVER } JsonView;

/* What a query may change. */
typedef struct {
    PlayerOptions player;          /* of them, the parameters of searching and choosing */
    int64_t view;                  /* JsonView */
    int64_t pv_length;             /* analysisPVLen: moves of a line after its first */
    double root_noise;             /* wideRootNoise */
    bool ignores_pre_root_history; /* ignorePreRootHistory */
    bool conservative_pass;        /* conservativePass */
    bool use_lcb;                  /* useLcbForSelection */
    bool counts_first_moves;       /* assumeMultipleStartingBlackMovesAreHandicap */
} QuerySettings;

/* What is fixed for the session. */
typedef struct {
    int64_t positions;   /* numAnalysisThreads: in progress at once */
    int64_t cache_power; /* nnCacheSizePowerOfTwo: evaluations remembered, -1 none */
    int64_t cache_mb;    /* evalCacheMemory: MiB for them */
    int64_t batch_max;   /* nnMaxBatchSize, at most FAST_BATCH_MAX */
    bool warns;          /* warnUnusedFields */
} SessionSettings;

typedef struct {
    QuerySettings query;
    SessionSettings session;
} Settings;

Settings settings_default(void);

/* What became of a key and its value. */
typedef enum {
    SETTING_APPLIED,
    SETTING_IGNORED, /* KataGo's, and means nothing here */
    SETTING_UNKNOWN, /* or KataGo's, and asks for what this program does not do */
    SETTING_FIXED,   /* applied at start, but a query cannot change it */
    SETTING_WRONG,   /* the value is wrong; the status says why */
} SettingResult;

/* Sets what a config file may. */
SettingResult settings_set(Settings *settings, const char *key, const char *value, Status *status);

/* Sets what config files and overrides say, and warns of keys that have no effect. */
bool settings_read(Settings *settings, const OptionList *configs, const OptionList *overrides,
                   Status *status);

/* Warns on standard error of a key that has no effect. */
void settings_warn(const char *program, const char *key);

/* Sets what a query may. */
SettingResult settings_override(QuerySettings *settings, const char *key, const char *value,
                                Status *status);

/* ---- Pairs of a key and a value, as KataGo's config files and -override-config have them
 * (pairs.c). A Pairs belongs to one thread. The program ends with a message if memory runs out
 * (memory.h) ---- */

typedef struct {
    char *key, *value;
} Pair;

typedef struct {
    Pair *items; /* the last one of each key, in the order in which they came */
    int count;
} Pairs;

/* Adds those of a text "key=value, key=value". */
bool pairs_read_text(Pairs *pairs, const char *text, Status *status);

/* Adds the pairs of the files of a command line, then of its overrides. A line of a file is
 * `key = value`, a comment after '#', or `@include FILE`, a file beside it. Quotation marks around
 * a value keep blanks and '#'. Returns false with a message if a file cannot be read, is not a text
 * of at most 256 KiB, or has another line. */
bool pairs_read(Pairs *pairs, const OptionList *files, const OptionList *overrides, Status *status);

void pairs_free(Pairs *pairs);

#endif
