/* What sgf_read does to a record before and after it is parsed. Pure functions, except for the
 * texts to which they add. */
#ifndef ENGINE_GO_SGF_IMPORT_H
#define ENGINE_GO_SGF_IMPORT_H

#include "engine/go/sgf/tree.h"

/* Decodes the record by the character set that it names or else a guess. utf8 must be empty.
 * Returns whether it has other characters than ASCII. */
bool record_decode(const char *bytes, size_t length, Text *utf8, Text *repairs);

/* Is the text, which is not SGF, a file of Tygem (GIB) or of Cyberoro (NGF)? */
bool gib_is_record(const char *text);
bool ngf_is_record(const char *text);

/* Append it as SGF, whose lines are those of the text. Return false with a message if it is
 * damaged. */
bool gib_convert(const char *text, Text *sgf, Status *status);
bool ngf_convert(const char *text, Text *sgf, Status *status);

/* Sets CA of a root to UTF-8, which its texts are in; a root without CA gets it if needs_charset.
 * Returns false with a message if memory runs out. */
bool record_set_charset(SgfTree *tree, SgfNode *root, bool needs_charset, Status *status);

/* Repairs a game: its size, komi, handicap stones and result, and the values of all nodes. Returns
 * false with a message if the game is not Go, or memory runs out. */
bool record_repair_game(SgfTree *tree, SgfNode *root, Status *status);

enum { REPAIR_VALUE_MAX = 48 };

/* Writes the beginning of a value for the line that reports its repair, without control characters.
 * Returns text. */
const char *record_shown_value(const char *value, char text[REPAIR_VALUE_MAX]);

#endif
