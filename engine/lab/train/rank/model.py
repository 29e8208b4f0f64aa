"""One model of all results: each place of the path (path.py) and each other engine has an Elo rating.

Ratings are linear between knots of the path, so a match between any two places informs the knots
around them (logistic regression, maximum a posteriori, Newton's method). Prior: the rating grows by
50 Elo from knot to knot, with a standard deviation of 200, so that one-sided matches have finite
ratings; from one step to the next this growth changes by 40, since settings change gradually; and
another engine is somewhere on the path. Errors come from the inverse of the information matrix.
Standard library only.
"""

import math

import path
import results

KNOTS = 41
STEP, STEP_ERROR = 50.0, 200.0  # Elo from knot to knot
BEND_ERROR = 40.0  # Elo between two such steps
OTHER_ERROR = 1000.0  # Elo of another engine, from the middle knot
SCALE = math.log(10) / 400
ROUNDS = 100  # of Newton's method; it needs about ten


def knot_weights(place):
    """Returns {knot: weight}: the rating at a place is their sum."""
    at = min(max(place / path.PLACES, 0.0), 1.0) * (KNOTS - 1)
    knot = min(int(at), KNOTS - 2)
    return {knot: 1 - (at - knot), knot + 1: at - knot}


def solve(matrix, vector):
    """Solves a system of equations whose matrix is positive definite, with many right sides."""
    size = len(matrix)
    rows = [list(row) + list(right) for row, right in zip(matrix, vector)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(size):
            factor = rows[r][i] / rows[i][i]
            if r != i and factor != 0:
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [[value / rows[i][i] for value in rows[i][size:]] for i in range(size)]


class Model:
    """Ratings of the knots, then of the other engines, with their covariance."""

    def __init__(self, matches):
        engines = {name for match in matches for name in (match.first, match.second)}
        self.others = sorted(name for name in engines if results.place_of(name) is None)
        self.size = KNOTS + len(self.others)
        self.ratings = [STEP * (i - KNOTS // 2) for i in range(KNOTS)] + [0.0] * len(self.others)
        games = [(self.difference(match.first, match.second), match.wins, match.losses)
                 for match in matches]
        for _ in range(ROUNDS):
            gradient, information = self.slope(games)
            step = [row[0] for row in solve(information, [[g] for g in gradient])]
            largest = max(abs(s) for s in step)
            damp = min(1.0, 200.0 / largest) if largest > 0 else 1.0
            self.ratings = [r + damp * s for r, s in zip(self.ratings, step)]
            if largest < 1e-6:
                break
        identity = [[float(i == j) for j in range(self.size)] for i in range(self.size)]
        self.covariance = solve(self.slope(games)[1], identity)

    def weights(self, engine):
        place = results.place_of(engine)
        return knot_weights(place) if place is not None else {
            KNOTS + self.others.index(engine): 1.0}

    def difference(self, first, second):
        """Returns {parameter: weight} of the first engine's rating less the second's."""
        weights = dict(self.weights(first))
        for i, weight in self.weights(second).items():
            weights[i] = weights.get(i, 0.0) - weight
        return weights

    def priors(self):
        """Yields ({parameter: weight}, mean, standard deviation)."""
        for i in range(KNOTS - 1):
            yield {i + 1: 1.0, i: -1.0}, STEP, STEP_ERROR
        for i in range(1, KNOTS - 1):
            yield {i - 1: 1.0, i: -2.0, i + 1: 1.0}, 0.0, BEND_ERROR
        yield {KNOTS // 2: 1.0}, 0.0, 1.0  # the origin
        for i in range(KNOTS, self.size):
            yield {i: 1.0}, 0.0, OTHER_ERROR

    def slope(self, games):
        """Returns the gradient of the log posterior and the information matrix."""
        gradient = [0.0] * self.size
        information = [[0.0] * self.size for _ in range(self.size)]

        def add(weights, slope, curvature):
            for i, a in weights.items():
                gradient[i] += a * slope
                for j, b in weights.items():
                    information[i][j] += a * b * curvature

        for weights, wins, losses in games:
            share = chance(sum(w * self.ratings[i] for i, w in weights.items()))
            count = wins + losses
            add(weights, SCALE * (wins - count * share), SCALE ** 2 * count * share * (1 - share))
        for weights, mean, deviation in self.priors():
            off = sum(w * self.ratings[i] for i, w in weights.items()) - mean
            add(weights, -off / deviation ** 2, deviation ** -2)
        return gradient, information

    def gap(self, first, second):
        """Returns the Elo between two engines and its standard error."""
        weights = self.difference(first, second)
        variance = sum(a * b * self.covariance[i][j]
                       for i, a in weights.items() for j, b in weights.items())
        return sum(w * self.ratings[i] for i, w in weights.items()), math.sqrt(max(variance, 0.0))

    def place_at(self, elo):
        """Returns the first place of the path with this rating, or None if there is none."""
        for i in range(KNOTS - 1):
            low, high = self.ratings[i], self.ratings[i + 1]
            if low <= elo <= high and high > low:
                return (i + (elo - low) / (high - low)) * path.PLACES / (KNOTS - 1)
        return None


def chance(elo):
    """Returns the expected score of an engine that is this much stronger."""
    return 1 / (1 + 10 ** (-max(min(elo, 4000.0), -4000.0) / 400))


def elo_of(share):
    return 400 * math.log10(share / (1 - share))
