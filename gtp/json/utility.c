#include "gtp/json/utility.h"

#include <math.h>

static const double STATIC_WEIGHT = 0.1, DYNAMIC_WEIGHT = 0.3;
static const double STATIC_SCALE = 2, DYNAMIC_SCALE = 0.75;
static const double CENTER_SHARE = 0.8; /* of the root's score */

double utility_center(double root_score, int cells) {
    const double most = sqrt(cells) * DYNAMIC_SCALE, center = root_score * CENTER_SHARE;
    return fmax(root_score - most, fmin(center, root_score + most));
}

/* The mean of 2/pi atan((x - center) / (scale side)) over normally distributed x, by Simpson's rule
 * over three deviations on each side. */
static double mean_value(double score, double stdev, double center, double scale, double side) {
    enum { STEPS = 24 };
    static const double RANGE = 3;
    double sum = 0, weights = 0;
    for (int i = 0; i <= STEPS; i++) {
        const double z = RANGE * (2.0 * i / STEPS - 1);
        const double simpson = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
        const double weight = simpson * exp(-z * z / 2);
        sum += weight * atan((score + z * stdev - center) / (scale * side));
        weights += weight;
    }
    return 2 / acos(-1.0) * sum / weights;
}

double utility_of(double win_rate, double score, double stdev, double center, int cells) {
    const double side = sqrt(cells);
    return 2 * win_rate - 1 + STATIC_WEIGHT * mean_value(score, stdev, 0, STATIC_SCALE, side) +
           DYNAMIC_WEIGHT * mean_value(score, stdev, center, DYNAMIC_SCALE, side);
}

double utility_lower(double utility, double win_rate_loss) {
    return utility - 2 * (1 + STATIC_WEIGHT + DYNAMIC_WEIGHT) * win_rate_loss;
}
