/* The table of all GTP commands, by family. Constant: any thread may read it. */
#ifndef GTP_COMMANDS_FAMILIES_H
#define GTP_COMMANDS_FAMILIES_H

#include "gtp/session/call.h"

/* Topics: commands without a prefix. */
extern const GtpCommand GTP_ADMIN_COMMANDS[];
extern const GtpCommand GTP_SETUP_COMMANDS[];
extern const GtpCommand GTP_PLAY_COMMANDS[];
extern const GtpCommand GTP_TIME_COMMANDS[];
extern const GtpCommand GTP_BOARD_COMMANDS[];
extern const GtpCommand GTP_SCORE_COMMANDS[];
extern const GtpCommand GTP_READING_COMMANDS[];
extern const GtpCommand GTP_LIFE_COMMANDS[];

/* Dialects: commands with the prefix of a client, or with our own. */
extern const GtpCommand GTP_KATA_COMMANDS[];
extern const GtpCommand GTP_KATA_TIME_COMMANDS[];
extern const GtpCommand GTP_KATA_PARAM_COMMANDS[];
extern const GtpCommand GTP_KATA_RAW_COMMANDS[];
extern const GtpCommand GTP_KATA_RULES_COMMANDS[];
extern const GtpCommand GTP_LZ_COMMANDS[];
extern const GtpCommand GTP_GOGUI_COMMANDS[];
extern const GtpCommand GTP_KGS_COMMANDS[];
extern const GtpCommand GTP_CGOS_COMMANDS[];
extern const GtpCommand GTP_DIHEDRA_COMMANDS[];
extern const GtpCommand GTP_DIHEDRA_LIFE_COMMANDS[];
extern const GtpCommand GTP_REASON_COMMANDS[];

/* All families, in the order of list_commands. NULL commands end them. */
extern const GtpFamily GTP_FAMILIES[];

/* ---- Time systems by name, as KGS and KataGo set them (time_system.c) ---- */

/* KGS knows the first few of KataGo's systems. */
typedef enum { TIME_SYSTEMS_OF_KGS = 4, TIME_SYSTEMS_OF_KATAGO = 6 } TimeSystems;

/* Sets the clock to the system that argument 0 names, with the numbers that follow it. Returns
 * false with the error. */
bool time_system_set(GtpCall *call, TimeSystems known);

#endif
