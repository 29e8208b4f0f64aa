/* The page on which to try moves against the solver's tree. */
#ifndef GTP_SOLVE_TSUMEGO_TSUMEGO_PAGE_H
#define GTP_SOLVE_TSUMEGO_TSUMEGO_PAGE_H

#include "engine/base/json.h"
#include "engine/base/status.h"

/* Writes the page of a list of problems: the objects of `dihedra tsumego --json`, each with the
 * members "tree", "position" and "playable" in "kill" and "save"; the last two have rows from the
 * top, separated by '/'. Takes the list over. Returns false with a message that begins with the
 * path. */
bool tsumego_page_save(const char *path, json_t *problems, Status *status);

#endif
