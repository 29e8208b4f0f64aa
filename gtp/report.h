/* Analyses as text, in the dialects of Leela Zero and of KataGo. */
#ifndef GTP_REPORT_H
#define GTP_REPORT_H

#include "engine/base/text.h"
#include "engine/search/analysis.h"

typedef enum { REPORT_LZ, REPORT_KATA } ReportDialect;

typedef struct {
    ReportDialect dialect;
    int least_moves, most_moves; /* listed, as far as there are such */
    bool owner, owner_stdev, moves_owner, moves_owner_stdev;
    bool pv_visits, pv_edge_visits, root_info, no_result;
} ReportForm;

/* Adds one line. Everything is told from the side to move. */
void report_add(const Analysis *analysis, const Geometry *geometry, const ReportForm *form,
                Text *text);

#endif
