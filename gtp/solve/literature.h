/* Published values of small boards, Black first, counted by area: `dihedra solve` shows them beside
 * its own. Constant: any thread. */
#ifndef GTP_SOLVE_LITERATURE_H
#define GTP_SOLVE_LITERATURE_H

#include "engine/base/text.h"
#include "engine/go/board/rules.h"

/* Appends what is published of the empty board under a ko rule, in either orientation: "+20 (E.
 * van der Werf and M. Winands, 2009)"; nothing if that is nothing. */
void literature_add_text(int width, int height, KoRule ko, Text *text);

#endif
