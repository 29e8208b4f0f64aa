/* Values of game records in words, as people and programs write them in English, Chinese, Japanese
 * and Korean. Pure functions. */
#ifndef ENGINE_GO_SGF_WORDS_H
#define ENGINE_GO_SGF_WORDS_H

#include "engine/go/board/point.h"

/* Reads the color that is named first. Returns false if the text names none. */
bool color_from_words(const char *text, Color *color);

/* Reads the points of a komi: "6,5", "-3.5 points", "6目半", "3.75子" (stones of two points), "no
 * komi". Returns false if the text tells no number. */
bool komi_from_words(const char *text, double *points);

enum { RESULT_TEXT_MAX = 32 };

/* Writes a result in words ("Black wins by resignation") as SGF has it: "B+R". Returns false if the
 * words say no result. */
bool result_from_words(const char *words, char result[RESULT_TEXT_MAX]);

#endif
