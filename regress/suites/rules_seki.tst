# Seki: groups without two eyes that neither side can attack. Their stones are alive and stay on the
# board. RULES: area scoring for final_score (the points between the groups are nobody's). The
# liberties and legal moves are the same under all rules. Each seki was searched exhaustively (see
# README.md): whoever moves first in it cannot do better than to pass.

# White's seven stones around Black's three share A1 and E1. If White fills one, Black takes all of
# White by the other. If Black fills one, White takes four stones and lives in the hole.
#   7 X X X X X X X
#   6 X . X X X . X
#   5 X X X X X X X
#   4 X X X X X X X
#   3 X X X X X X X
#   2 O O O O O O X
#   1 . X X X . O X
#     A B C D E F G
loadsgf games/seki_surrounded.sgf
10 countlib A2
#? [2]
20 countlib C1
#? [2]
30 findlib C1
#? [(A1|E1) (A1|E1)]
40 is_legal white A1
#? [1]
50 is_legal black E1
#? [1]
komi 0.5
# Black 40 points, White 7, 2 are nobody's.
60 final_score
#? [B\+32\.5]
70 final_status_list dead
#? []
80 final_status_list black_territory
#? [(B6|F6) (B6|F6)]
90 final_status_list white_territory
#? []
# If White does fill, seven stones and one are taken, and all of the board is Black's.
play white A1
100 countlib A1
#? [1]
play black E1
110 captures black
#? [8]
120 color A1
#? [empty]
130 final_score
#? [B\+48\.5]
undo
undo
# If Black does fill, White takes four stones, and has an eye of four in a row.
play black A1
play white E1
140 captures white
#? [4]
150 color B1
#? [empty]
160 countlib A2
#? [4]

# An eye each, and one liberty, C1, between them: who fills it is left with his eye alone.
#   6 X . X O . O
#   5 X X X O O O
#   4 . X X O O .
#   3 X X X O O O
#   2 O O O X X X
#   1 . O . X X .
#     A B C D E F
loadsgf games/seki_eye_against_eye.sgf
170 countlib B1
#? [2]
180 findlib B1
#? [(A1|C1) (A1|C1)]
190 findlib D1
#? [(C1|F1) (C1|F1)]
komi 0.5
# Black has 12 points on the left above and 6 on the right below, his eye F1 included. White has 12
# and 5, and C1 is nobody's.
200 final_score
#? [B\+0\.5]
210 final_status_list dead
#? []
play black C1
220 countlib D1
#? [1]
230 is_legal white F1
#? [1]
play white F1
240 captures white
#? [6]
undo
undo
play white C1
250 countlib B1
#? [1]
260 is_legal black A1
#? [1]
play black A1
270 captures black
#? [5]

# ---- The corner again: bent four ----

# Three white stones and two liberties, A2 and D1: Black cannot play here. But White can: A2 makes
# four stones in a bent row, Black must take them with D1, White plays B1, and it ends in a ko for
# Black's life. The moves are legal under all rules.
#   7 O O O O O O O
#   6 O . O O O . O
#   5 O O O O O O O
#   4 O O O O O O O
#   3 X X O O O O O
#   2 . X X X X O O
#   1 O O O . X O O
#     A B C D E F G
loadsgf games/seki_bent_four.sgf
280 findlib B1
#? [(A2|D1) (A2|D1)]
# Black to move could only put himself in atari: White takes all from the other liberty.
play black D1
290 countlib D1
#? [1]
300 is_legal white A2
#? [1]
play white A2
310 captures white
#? [8]
undo
undo
# White starts.
play white A2
320 countlib A1
#? [1]
play black D1
330 captures black
#? [4]
340 countlib D1
#? [3]
play white B1
play black A1
350 countlib A1
#? [1]
360 is_legal white A2
#? [1]
play white A2
370 captures white
#? [1]
# White threatens to take all with C1, and Black may not retake at once.
380 countlib D1
#? [1]
390 findlib D1
#? [C1]
400 is_legal black A1
#? [0]
# He has no threat anywhere.
play black pass
410 is_legal white C1
#? [1]
play white C1
420 captures white
#? [9]
430 list_stones black
#? []
