/* Shapes of eyes as tests write them: rows that '/' ends, a letter for each point, blanks for none.
 */
#ifndef TESTS_SUPPORT_POSITION_EYE_SHAPE_H
#define TESTS_SUPPORT_POSITION_EYE_SHAPE_H

#include <stdint.h>

enum { EYE_SHAPE_POINTS_MAX = 32 };

typedef struct {
    int count;
    char letter[EYE_SHAPE_POINTS_MAX];     /* of each point, row by row */
    uint32_t beside[EYE_SHAPE_POINTS_MAX]; /* the points beside it, a bit each */
} EyeShape;

EyeShape eye_shape_read(const char *rows);

#endif
