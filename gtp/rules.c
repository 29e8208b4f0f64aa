/* Commands about rule sets, in the dialects of KataGo, KGS and GoGui. */
#include "gtp/command.h"

const GtpCommand GTP_RULES_COMMANDS[] = {
    {NULL, NULL, 0, 0, NULL, NULL},
};
