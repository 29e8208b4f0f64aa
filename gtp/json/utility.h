/* What KataGo calls utility: a result and a score as one number from a side's view, about -1.4 to
 * 1.4, by the default weights of its search (cpp/neuralnet/nninputs.cpp, ScoreValue). Pure
 * functions.
 */
#ifndef GTP_JSON_UTILITY_H
#define GTP_JSON_UTILITY_H

/* The score around which KataGo's search would judge others: that of its root, drawn towards 0. */
double utility_center(double root_score, int cells);

/* The utility of a win rate (0..1), a mean score and its standard deviation. */
double utility_of(double win_rate, double score, double stdev, double center, int cells);

/* Lowers a utility as much as this loss of win rate does. */
double utility_lower(double utility, double win_rate_loss);

#endif
