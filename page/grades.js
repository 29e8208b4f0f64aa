/* Grades of moves that lose, the worst first: the least loss of each in points and in win rate. Of pages and of
 * `dihedra analyze` (engine/review/review.c), which reads the same lines. */
GRADE("blunder", 12, 0.3)
GRADE("serious mistake", 6, 0.2)
GRADE("mistake", 3, 0.1)
GRADE("inaccuracy", 1.5, 0.05)
GRADE("slip", 0.5, 0.02)
