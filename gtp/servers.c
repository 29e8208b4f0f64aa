/* Commands of the servers KGS and CGOS. */
#include "gtp/command.h"

const GtpCommand GTP_SERVER_COMMANDS[] = {
    {NULL, NULL, 0, 0, NULL, NULL},
};
