/* The keys of KataGo's config files that this program knows but does not obey. Constant data. */
#ifndef GTP_JSON_CONFIG_KATAGO_KEY_H
#define GTP_JSON_CONFIG_KATAGO_KEY_H

#include <stdbool.h>

/* What became of a key and its value. */
typedef enum {
    SETTING_TAKEN,   /* obeyed */
    SETTING_IDLE,    /* KataGo's, but of no consequence here */
    SETTING_INNER,   /* a number of KataGo's search, which this one does not have */
    SETTING_REFUSED, /* KataGo's, and asks for something that this program does not do */
    SETTING_FIXED,   /* obeyed at start, but a query cannot change it */
    SETTING_UNKNOWN,
    SETTING_WRONG, /* there is no such value; the status says why */
} SettingResult;

/* What to do with a key that is not obeyed: one of IDLE, INNER, REFUSED and UNKNOWN. */
SettingResult katago_key_judge(const char *key, const char *value);

#endif
