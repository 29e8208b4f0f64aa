/* KataGo's commands beside analysis: parameters, models, raw evaluations, searches without reports.
 */
#include "gtp/command.h"

const GtpCommand GTP_KATA_COMMANDS[] = {
    {NULL, NULL, 0, 0, NULL, NULL},
};
