/* An analysis as a line of text, "info move C4 visits 12 ...", in the dialects of Leela Zero
 * (lz-analyze) and KataGo (kata-analyze; its GTP_Extensions.md). Pure functions. */
#ifndef GTP_COMMANDS_DIALECTS_INFO_LINE_H
#define GTP_COMMANDS_DIALECTS_INFO_LINE_H

#include "engine/base/text.h"
#include "engine/search/analysis.h"

typedef enum { INFO_LINE_LZ, INFO_LINE_KATA } InfoLineDialect;

typedef struct {
    InfoLineDialect dialect;
    int least_moves; /* listed even if unvisited */
    int most_moves;  /* listed */
    /* Fields of KataGo's lines that have to be asked for. */
    bool ownership, ownership_stdev, moves_ownership, moves_ownership_stdev;
    bool pv_visits, pv_edge_visits, root_info, no_result;
} InfoLineForm;

/* Adds one line with its newline. Every figure is from the point of view of the side to move. */
void info_line_add(const Analysis *analysis, const Geometry *geometry, const InfoLineForm *form,
                   Text *text);

#endif
