#include "engine/go/board/handicap.h"

#include <assert.h>

int handicap_fixed_max(int width, int height) {
    if (width != height || width < 7) {
        return 0;
    }
    return width == 7 || width % 2 == 0 ? 4 : HANDICAP_MAX;
}

/* GTP 2, section 4.1.1: corners first, then the left and right sides, then the lower and upper
 * ones. An odd count of five or more has its last stone in the center. */
void handicap_fixed_points(int size, int count, Point *points) {
    assert(count >= 2 && count <= handicap_fixed_max(size, size));
    const int low = size >= 13 ? 3 : 2;
    const int high = size - 1 - low;
    const int middle = size / 2;
    const int places[8][2] = {{low, high},   {high, low},    {low, low},     {high, high},
                              {low, middle}, {high, middle}, {middle, high}, {middle, low}};
    const int around = count >= 5 && count % 2 == 1 ? count - 1 : count;
    for (int i = 0; i < around; i++) {
        points[i] = point_at(places[i][0], places[i][1]);
    }
    if (around < count) {
        points[around] = point_at(middle, middle);
    }
}

static int lesser_of(int a, int b) {
    return a < b ? a : b;
}

/* The distance of the cell from the nearest of the points, or from the line just beyond the nearest
 * edge if that is less. */
static int distance_at(int width, int height, int x, int y, const Point *points, int count) {
    int distance = lesser_of(lesser_of(x, width - 1 - x), lesser_of(y, height - 1 - y)) + 1;
    for (int i = 0; i < count; i++) {
        const int dx = x - point_x(points[i]), dy = y - point_y(points[i]);
        distance = lesser_of(distance, (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));
    }
    return distance;
}

void handicap_free_points(int width, int height, int count, Point *points) {
    assert(count >= 0 && count < width * height);
    const int fixed = count < 2 ? 0 : lesser_of(count, handicap_fixed_max(width, height));
    if (fixed > 0) {
        handicap_fixed_points(width, fixed, points);
    }
    for (int i = fixed; i < count; i++) {
        int best = 0; /* a point that is taken has distance 0 */
        for (int cell = 0; cell < width * height; cell++) {
            const int x = cell % width, y = cell / width;
            const int distance = distance_at(width, height, x, y, points, i);
            if (distance > best) {
                best = distance;
                points[i] = point_at(x, y);
            }
        }
    }
}
