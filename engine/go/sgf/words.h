/* Values of game records in words, as people and programs write them in English, German, French,
 * Russian, Chinese, Japanese and Korean. A text of which any part is not understood is not read at
 * all. Pure functions. */
#ifndef ENGINE_GO_SGF_WORDS_H
#define ENGINE_GO_SGF_WORDS_H

#include "engine/go/sgf/sgf.h"

/* Reads the one color that is named, as in "Black to play". */
bool color_from_words(const char *text, Color *color);

/* Reads the points of a komi: "6,5", "-3.5 points", "6目半", "3.75子" (stones of two points), "no
 * komi", "倒贴5.5" (reverse: negative). */
bool komi_from_words(const char *text, double *points);

/* Reads "19路", "９x９" or "9 lines". */
bool size_from_words(const char *text, SgfSize *size);

/* Reads a number of handicap stones: "2 stones", "让二子"; "none" is 0. */
bool handicap_from_words(const char *text, int *stones);

enum { RESULT_TEXT_MAX = 32 };

/* Writes a result in words ("Black wins by resignation") as SGF has it: "B+R". */
bool result_from_words(const char *text, char result[RESULT_TEXT_MAX]);

/* Returns the name (rules.h) of the rule set that is meant by "Japanese Rules", "中国规则" or
 * "territory scoring"; NULL if it is not understood. */
const char *rules_from_words(const char *text);

#endif
