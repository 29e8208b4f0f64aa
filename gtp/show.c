/* What GoGui shows on its board: the engine's view of the position as colours, marks and text. */
#include "gtp/command.h"

const GtpCommand GTP_SHOW_COMMANDS[] = {
    {NULL, NULL, 0, 0, NULL, NULL},
};
