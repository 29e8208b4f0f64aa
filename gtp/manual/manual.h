/* Manual pages, from the tables that the help is printed from. */
#ifndef GTP_MANUAL_MANUAL_H
#define GTP_MANUAL_MANUAL_H

#include "engine/base/options.h"
#include "engine/base/text.h"

/* Adds the page of a command in roff, for section 6 of man; others: the names in SEE ALSO, with
 * NULL at the end. The date is that of SOURCE_DATE_EPOCH, or today's. */
void manual_add_page(Text *page, const CommandHelp *help, const CommandHelp *const *others);

#endif
