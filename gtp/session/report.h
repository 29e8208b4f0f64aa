/* An analysis as a line of text, "info move C4 visits 12 ...", in the dialects of Leela Zero
 * (lz-analyze) and KataGo (kata-analyze; its GTP_Extensions.md). Pure functions. */
#ifndef GTP_SESSION_REPORT_H
#define GTP_SESSION_REPORT_H

#include "engine/base/text.h"
#include "engine/search/analysis.h"

typedef enum { REPORT_LZ, REPORT_KATA } ReportDialect;

typedef struct {
    ReportDialect dialect;
    int least_moves; /* listed even if unvisited */
    int most_moves;  /* listed */
    /* Fields of KataGo's lines that have to be asked for. */
    bool ownership, ownership_stdev, moves_ownership, moves_ownership_stdev;
    bool pv_visits, pv_edge_visits, root_info, no_result;
} ReportForm;

/* Adds one line with its newline. Every figure is from the point of view of the side to move. */
void report_add(const Analysis *analysis, const Geometry *geometry, const ReportForm *form,
                Text *text);

#endif
