#include "gtp/commands/families.h"

#include "gtp/gogui/show.h"

const GtpFamily GTP_FAMILIES[] = {
    {"The engine and the protocol", GTP_ADMIN_COMMANDS},
    {"Setting up a game", GTP_SETUP_COMMANDS},
    {"Playing", GTP_PLAY_COMMANDS},
    {"The clock", GTP_TIME_COMMANDS},
    {"The position", GTP_BOARD_COMMANDS},
    {"The end of the game", GTP_SCORE_COMMANDS},
    {"Reading", GTP_READING_COMMANDS},
    {"Life and death", GTP_DIHEDRA_LIFE_COMMANDS},
    {NULL, GTP_REASON_COMMANDS},
    {NULL, GTP_LIFE_COMMANDS},
    {"KataGo: searches and analyses", GTP_KATA_COMMANDS},
    {NULL, GTP_KATA_TIME_COMMANDS},
    {"KataGo: parameters", GTP_KATA_PARAM_COMMANDS},
    {"KataGo: the evaluator alone", GTP_KATA_RAW_COMMANDS},
    {"KataGo: rules", GTP_KATA_RULES_COMMANDS},
    {"Leela Zero: analyses", GTP_LZ_COMMANDS},
    {"GoGui", GTP_GOGUI_COMMANDS},
    {"KGS", GTP_KGS_COMMANDS},
    {"CGOS", GTP_CGOS_COMMANDS},
    {"Dihedra: keys and parameters", GTP_DIHEDRA_COMMANDS},
    {"Dihedra: pictures and texts for GoGui", GTP_SHOW_SEARCH_COMMANDS},
    {NULL, GTP_SHOW_POSITION_COMMANDS},
    {NULL, NULL},
};
