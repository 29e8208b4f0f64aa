/* The styles and scripts of the web page (page/), which are in the program. Functions keep no
 * state. */
#ifndef PAGE_APP_H
#define PAGE_APP_H

#include "engine/base/text.h"

typedef enum {
    APP_REPORT, /* shows a review, without the engine and what needs it */
    APP_ENGINE, /* all of it, with an engine that the caller's script gives as `files` */
} AppKind;

const char *app_styles(void);

/* Adds the scripts but for start.js, which comes last. */
void app_add_scripts(Text *script, AppKind kind);

/* Adds start.js. */
void app_add_start(Text *script);

#endif
