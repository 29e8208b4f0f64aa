/* The clock: plain GTP's commands, and time systems by name, as KGS and KataGo set them. */
#ifndef GTP_COMMANDS_TIME_SYSTEM_H
#define GTP_COMMANDS_TIME_SYSTEM_H

#include "gtp/session/call.h"

/* KGS knows the first few of KataGo's systems. */
typedef enum { TIME_SYSTEMS_OF_KGS = 4, TIME_SYSTEMS_OF_KATAGO = 6 } TimeSystems;

/* Sets the clock to the system that argument 0 names, with the numbers that follow it. Returns
 * false with the error. */
bool time_system_set(GtpCall *call, TimeSystems known);

#endif
