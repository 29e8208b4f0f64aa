/* How tests came out from run to run. Results are kept in a folder, one file a run as --json prints
 * it; FOLDER/history.html shows all. In its suite a test is known by its number and command. */
#ifndef REGRESS_SUITE_HISTORY_H
#define REGRESS_SUITE_HISTORY_H

#include "engine/base/json.h"
#include "engine/base/status.h"

/* Makes the folder if it is missing, and reads the results in it, the oldest first. The caller
 * frees the array with json_decref. Returns NULL with a message if a .json file there is not a
 * result. */
json_t *history_read(const char *folder, Status *status);

/* Keeps a finished run, of which date, name and version are known, and writes the page of all. */
bool history_add(const char *folder, json_t *runs, json_t *run, Status *status);

#endif
