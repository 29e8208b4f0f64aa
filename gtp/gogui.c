/* GoGui's extensions: what can be shown, setting up, sequences of moves. */
#include "gtp/command.h"

const GtpCommand GTP_GOGUI_COMMANDS[] = {
    {NULL, NULL, 0, 0, NULL, NULL},
};
