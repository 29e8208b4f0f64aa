/* Settings by KataGo's names: those of config files, and those of overrideSettings, which hold for
 * one query. Plain data. */
#ifndef GTP_JSON_CONFIG_SETTINGS_H
#define GTP_JSON_CONFIG_SETTINGS_H

#include "engine/player/player.h"
#include "gtp/json/config/katago_key.h"

/* Whose values are reported: those of a colour, or of the side to move. */
typedef enum { VIEW_BLACK = BLACK, VIEW_WHITE = WHITE, VIEW_MOVER } JsonView;

/* What a query may change. */
typedef struct {
    PlayerOptions player;          /* of them, the parameters of searching and choosing */
    int64_t view;                  /* JsonView */
    int64_t line_moves;            /* analysisPVLen: moves of a line after its first */
    double root_noise;             /* wideRootNoise */
    bool ignores_pre_root_history; /* ignorePreRootHistory */
    bool conservative_pass;        /* conservativePass */
    bool by_bounds;                /* useLcbForSelection */
    bool counts_first_moves;       /* assumeMultipleStartingBlackMovesAreHandicap */
} QuerySettings;

/* What is fixed for the session. */
typedef struct {
    int64_t positions;   /* numAnalysisThreads: in progress at once */
    int64_t cache_power; /* nnCacheSizePowerOfTwo: evaluations remembered, -1 none */
    int64_t cache_mb;    /* evalCacheMemory: MiB for them */
    int64_t batch_max;   /* nnMaxBatchSize */
    bool warns;          /* warnUnusedFields */
} SessionSettings;

typedef struct {
    QuerySettings query;
    SessionSettings session;
} Settings;

Settings settings_default(void);

/* Sets what a config file may. What is neither taken nor wrong stays without effect. */
SettingResult settings_set(Settings *settings, const char *key, const char *value, Status *status);

/* Sets what a query may. */
SettingResult settings_override(QuerySettings *settings, const char *key, const char *value,
                                Status *status);

/* Says on standard error that a key of a config has no effect, if somebody might expect one. */
void settings_tell(const char *program, const char *key, SettingResult result);

#endif
