/* Commands of gomill, which runs tournaments. */
#include "gtp/command.h"

const GtpCommand GTP_GOMILL_COMMANDS[] = {
    {NULL, NULL, 0, 0, NULL, NULL},
};
