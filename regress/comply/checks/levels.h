/* The levels of `dihedra comply` as bits, as the tables of checks write them. */
#ifndef REGRESS_COMPLY_CHECKS_LEVELS_H
#define REGRESS_COMPLY_CHECKS_LEVELS_H

#include "regress/comply/check.h"

enum {
    CORE = 1 << LEVEL_CORE,
    TOURNAMENT = 1 << LEVEL_TOURNAMENT,
    REGRESSION = 1 << LEVEL_REGRESSION,
    SABAKI = 1 << LEVEL_SABAKI,
    GOGUI = 1 << LEVEL_GOGUI,
    LIZZIE = 1 << LEVEL_LIZZIE,
    KGS = 1 << LEVEL_KGS,
    CGOS = 1 << LEVEL_CGOS,
    GOMILL = 1 << LEVEL_GOMILL,
    STRESS = 1 << LEVEL_STRESS,
    ANALYSIS = 1 << LEVEL_ANALYSIS,
    KATRAIN = 1 << LEVEL_KATRAIN,
    OGATAK = 1 << LEVEL_OGATAK,
    UNDO = TOURNAMENT | SABAKI | GOGUI | LIZZIE | KGS, /* they use undo */
};

#endif
