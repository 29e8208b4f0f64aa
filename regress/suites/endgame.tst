# Endgame: all but a few points are settled, and just the best move wins.
# Positions and proofs: see README.md, "Tactics".

# The last points. Black wins by half a point or a little more with C2, and loses with every other
# move. After Black B2 instead, White A3 wins.
#     A B C D E F G H J
#   9 . X X . X X . X X
#   8 X X . . . . X X .
#   7 . X X X X X X O O
#   6 . X X O O O O O .
#   5 X X X O . . . O .
#   4 . X X O O O O O O
#   3 . . X O . . . O .
#   2 X . . O . . . O .
#   1 . X X O O O O O O
#proof: black wins
loadsgf games/endgame_01.sgf
10 reg_genmove black
#? [C2]

# The last points. Black wins by half a point or a little more with E8, and loses with every other
# move. After Black F7 instead, White E8 wins.
#     A B C D E F G H J
#   9 O O . O X . . X X
#   8 O . O O . . X X .
#   7 O O O O . . X X X
#   6 O O . O X . X . X
#   5 . O O O X . X X X
#   4 O O O O X X . X X
#   3 O . O O X X X X .
#   2 O O O O X . X X X
#   1 O O . O X X X . X
#proof: black wins
loadsgf games/endgame_02.sgf
20 reg_genmove black
#? [E8]

# The last points. White wins by half a point or a little more with B5, and loses with every other
# move. After White A6 instead, Black B5 wins.
#     A B C D E F G H J
#   9 O O O O . O O O O
#   8 O O . O O O O . O
#   7 . O O O O . O O O
#   6 . . O O O O O O .
#   5 O . X X O O O O O
#   4 X X X X X X X . .
#   3 . X X . X X X X .
#   2 . X X X X . X X X
#   1 X X . X X X X . X
#proof: white wins
loadsgf games/endgame_03.sgf
30 reg_genmove white
#? [B5]

# The last points. White wins by half a point or a little more with C8, and loses with every other
# move. After White G5 instead, Black C8 wins.
#     A B C D E F G H J
#   9 X X O . O O . O O
#   8 X . . . O O . O O
#   7 X X X O O . O O .
#   6 X . X O O O . O O
#   5 X X X O O O . O O
#   4 X X X O O . . O O
#   3 X . X X X X X X X
#   2 X X . . X . . X .
#   1 X X . X X . X X .
#proof: white wins
loadsgf games/endgame_04.sgf
40 reg_genmove white
#? [C8]

# The last points. Black wins by half a point or a little more with G3, and loses with every other
# move. After Black C5 instead, White G3 wins.
#     A B C D E F G H J
#   9 O O O O O O O O O
#   8 . O . . O . . O .
#   7 O O O . O . . O .
#   6 X X X O O . . O .
#   5 X X . X O O . O .
#   4 X . X . X X O O O
#   3 X X X X . . . X X
#   2 X . X . X . . . X
#   1 X X X X X X X X X
#proof: black wins
loadsgf games/endgame_05.sgf
50 reg_genmove black
#? [G3]

# The last points. White wins by half a point or a little more with H2, and loses with every other
# move. After White G1 instead, Black H2 wins.
#     A B C D E F G H J
#   9 . . . . . . O . .
#   8 O O O O O O O O O
#   7 X X O . . . O . .
#   6 X . X O O O O O O
#   5 X X X X X O O . .
#   4 X X . X X . O O O
#   3 . X X X X X O . .
#   2 X X X . X X X . .
#   1 X . X X X . . O .
#proof: white wins
loadsgf games/endgame_06.sgf
60 reg_genmove white
#? [H2]

# The last points. White wins by half a point or a little more with G6, and loses with every other
# move. After White A7 instead, Black G6 wins.
#     A B C D E F G H J
#   9 O O O O . O O O O
#   8 O . O O O O . O O
#   7 . O O O O O . O .
#   6 X X X X X X . . O
#   5 X X X . X X O . O
#   4 X . X X X X O O O
#   3 X X X X . X O O O
#   2 X X . X X X O O .
#   1 . X X X X X . O O
#proof: white wins
loadsgf games/endgame_07.sgf
70 reg_genmove white
#? [G6]

# The last points. White wins by half a point or a little more with G4, and loses with every other
# move. After White A3 instead, Black G4 wins.
#     A B C D E F G H J
#   9 X X X X X X O . O
#   8 . . X . . X O O O
#   7 X X . X X X O . O
#   6 X X X X X X O O O
#   5 . . X . . X O . O
#   4 X X X X X X . . O
#   3 . . O O O O . . O
#   2 O O O O O O O O O
#   1 O . O . O . O . O
#proof: white wins
loadsgf games/endgame_08.sgf
80 reg_genmove white
#? [G4]

# The last points. White wins by half a point or a little more with H5, and loses with every other
# move. After White H6 instead, Black H5 wins.
#     A B C D E F G H J
#   9 X X X X . X X X X
#   8 X X . X X X X . X
#   7 X X X X X X X X X
#   6 O O O O O O X . .
#   5 O O O O O O O . .
#   4 O . O . O . O X X
#   3 O O O O O O O X X
#   2 O . O . O O X X X
#   1 O O O O O O . . .
#proof: white wins
loadsgf games/endgame_09.sgf
90 reg_genmove white
#? [H5]

# The last points. Black wins by half a point or a little more with H4, and loses with every other
# move. After Black H2 instead, White H4 wins.
#     A B C D E F G H J
#   9 O O O O O O O O O
#   8 O . O . O . O . O
#   7 O O O O O O O O O
#   6 X . X X O . O . O
#   5 X X X X X O O . .
#   4 X . X . X X X . O
#   3 X X X X X X X . X
#   2 X . X . X . X . X
#   1 X X X X X X X X X
#proof: black wins
loadsgf games/endgame_10.sgf
100 reg_genmove black
#? [H4]

# The last points. Black wins by half a point or a little more with E4, and loses with every other
# move. After Black J8 instead, White E4 wins.
#     A B C D E F G H J
#   9 O O O O O O O O O
#   8 O . O . O . O O .
#   7 O O O O O O O X X
#   6 O . O . O X X . X
#   5 O O O O O X X X X
#   4 O . O X . . X X .
#   3 O O . X . X . . X
#   2 O O X . X X X X X
#   1 O O X . X . X X .
#proof: black wins
loadsgf games/endgame_11.sgf
110 reg_genmove black
#? [E4]

# The last points. White wins by half a point or a little more with D3, and loses with every other
# move. After White E2 instead, Black D3 wins.
#     A B C D E F G H J
#   9 X X X O . O . O O
#   8 . X X O . O O O O
#   7 X X X O O O O . O
#   6 . X X O O . O O O
#   5 X X X O O O O O .
#   4 . X X O . O . O O
#   3 X X . . X O O . O
#   2 . X . . . X X X X
#   1 X X X X X X X X X
#proof: white wins
loadsgf games/endgame_12.sgf
120 reg_genmove white
#? [D3]

# The last points. Black wins by half a point or a little more with K12, and loses with every
# other move. After Black B4 instead, White K12 wins.
#     A B C D E F G H J K L M N
#  13 O . O O O O . O O X . . X
#  12 O O O . O O O O O . . X X
#  11 . O O O O . O O O X . X X
#  10 O O . O O O O . O X X X .
#   9 O O O O . O O O O X X X X
#   8 O . O O O O . O O X X . X
#   7 O O O . O O O O O X X X X
#   6 . O O . O . O O O X . X X
#   5 O O O O O O O O O X X X .
#   4 X . X X X O O X X . X X X
#   3 X . X X X X X X X X X . X
#   2 X X X . X X X X . X X X X
#   1 . X X X X . X X X X . X X
#proof: black wins
loadsgf games/endgame_13.sgf
130 reg_genmove black
#? [K12]

# The last points. Black wins by half a point or a little more with B7, and loses with every other
# move. After Black A8 instead, White B7 wins.
#     A B C D E F G H J K L M N
#  13 O . O O O O . O O O O . O
#  12 O O O . O O O O . O O O O
#  11 . O O O O . O O O O . O O
#  10 O O . O O O O . O O O O .
#   9 . . O O . O O O O . O O O
#   8 . O O O O O O O O O O O O
#   7 X . . X X X X X X X X X X
#   6 . . X . X X X X . X X . .
#   5 . X X X X . X X X X . X X
#   4 X X . X X X X . X X X X .
#   3 X X X X . X X X X . X X X
#   2 X . X X X X . X X X X . X
#   1 X X X . X X X X . X X X X
#proof: black wins
loadsgf games/endgame_14.sgf
140 reg_genmove black
#? [B7]

# The last points. White wins by half a point or a little more with N8, and loses with every other
# move. After White A6 instead, Black N8 wins.
#     A B C D E F G H J K L M N
#  13 O O O O . O O O O . O O O
#  12 O O . O O O O . O O O O .
#  11 . O O O O . O O O O . O O
#  10 O O O . O O O O . O O O O
#   9 O . O O O O . O O O O . .
#   8 O O O O . O O . O . O O .
#   7 X X X O O O O O O O O X X
#   6 . . . X X X X X X X X X X
#   5 X X . X X X X . X X X X .
#   4 X X X X . X X X X . X X X
#   3 X . X X X X . X X X X . X
#   2 X X X . X X X X . X X X X
#   1 . X X X X . X X X X . X X
#proof: white wins
loadsgf games/endgame_15.sgf
150 reg_genmove white
#? [N8]

# The last points. Black wins by half a point or a little more with N4, and loses with every other
# move. After Black N1 instead, White N4 wins.
#     A B C D E F G H J K L M N
#  13 . X X O . O O O O . O O O
#  12 . . X O O O . O O O O . O
#  11 . X X O O O O O . O O O O
#  10 X X X O O . O O O O . O O
#   9 . X . X O O O . O O O O .
#   8 . X . X O O O O O . O O O
#   7 . X . X O . . O O O O . O
#   6 . X . X O O O O . O O O O
#   5 . X . X O O O O O O O O O
#   4 . X . X X X X X X X X X .
#   3 X X X X X X . X X X X . .
#   2 . X . X . X . X . X . X .
#   1 . X . X . X . X . X . X .
#proof: black wins
loadsgf games/endgame_16.sgf
160 reg_genmove black
#? [N4]

# The last points. White wins by half a point or a little more with A9, and loses with every other
# move. After White L4 instead, Black A9 wins.
#     A B C D E F G H J K L M N
#  13 . X . X . X . X . X . X .
#  12 X X X X X X X X X X X X X
#  11 . X . X . X . X . X . X .
#  10 . X X X X X X X X X X X X
#   9 . . X X . X . X . X . X .
#   8 . O O O X X X X X X X X X
#   7 O O O O O O O X . X . X .
#   6 . O . O . O . O X X X X X
#   5 O O O O O O O O O O X X X
#   4 . O . O . O . O . O . . O
#   3 O O O O O O O O O O O O O
#   2 . O . O . O . O . O . O .
#   1 O O O O O O O O O O O O O
#proof: white wins
loadsgf games/endgame_17.sgf
170 reg_genmove white
#? [A9]

# The last points. White wins by half a point or a little more with G12, and loses with every
# other move. After White F13 instead, Black G12 wins.
#     A B C D E F G H J K L M N
#  13 X X . X X . . O . O O . O
#  12 . X X X X . . . O O O O O
#  11 X X X . X X X O O . . O .
#  10 X . X X X X X O . O O . O
#   9 X X X X . X X O O O O O O
#   8 X X . X X X X O O . . O .
#   7 . X X X X . X O . O O . O
#   6 X X X . X X X O O O O O O
#   5 X . X X X X X O O . . O .
#   4 X X X X . X X O . O O . O
#   3 X X . X X X O O O O O O O
#   2 . X X X . X O . O . . O .
#   1 X X X . X X O O . O O . O
#proof: white wins
loadsgf games/endgame_18.sgf
180 reg_genmove white
#? [G12]

# The last points. Black wins by half a point or a little more with J9, and loses with every other
# move. After Black M8 instead, White J9 wins.
#     A B C D E F G H J K L M N
#  13 . O O O O . O O O O . O O
#  12 O O O . O O O O . O O O .
#  11 O . O O O O . O O O O O O
#  10 O O O O O O O O O O O X X
#   9 O O . O X X X X . X X X X
#   8 . O O O X X . . . . . . X
#   7 O O O X X X X X X X X X X
#   6 O . O X . X . . . . . . X
#   5 O O O O X X X X X X X X X
#   4 O O . O X X . . . . . . X
#   3 . O O O X X X X X X X X X
#   2 O O O O X . . . . . . . X
#   1 O . . O X X X X X X X X X
#proof: black wins
loadsgf games/endgame_19.sgf
190 reg_genmove black
#? [J9]

# The last points. Black wins by half a point or a little more with J3, and loses with every other
# move. After Black K3 instead, White J3 wins.
#     A B C D E F G H J K L M N
#  13 . X X X X . X X X O . O O
#  12 X X X . X X X X . O . . O
#  11 X . X X X X . X X O O . O
#  10 X X X X . X X X X O O . O
#   9 X X . X X X X . X O O . O
#   8 . X X X X . X X X O O . O
#   7 X X X . X X X X X O O . O
#   6 X . X X X X . X X O O O O
#   5 X X X X X X X X X O O . O
#   4 X X X O O O O X X O O . O
#   3 O O O . O . O O . . O . O
#   2 O . O . O . O . . . O . O
#   1 O . O . O . O . O . O . O
#proof: black wins
loadsgf games/endgame_20.sgf
200 reg_genmove black
#? [J3]

# The last points. White wins by half a point or a little more with M7, and loses with every other
# move. After White M8 instead, Black M7 wins.
#     A B C D E F G H J K L M N
#  13 . X X . X X . X X . X X .
#  12 X X X X X X X X X X X X X
#  11 X . . X . . X . . X . . X
#  10 . X X . X X . X X . X X .
#   9 . X X X X X X X X X X . X
#   8 X X . X X X X X X X . . X
#   7 O O X X O O O O O X X . O
#   6 O . . O O O O . O O O O .
#   5 O O O O . O O O O . O O O
#   4 O . O O O O . O O O O . O
#   3 O O O . O O O O . O O O O
#   2 . O O O O . O O O O . O O
#   1 O O . O O O O . O O O O .
#proof: white wins
loadsgf games/endgame_21.sgf
210 reg_genmove white
#? [M7]

# The last points. Black wins by half a point or a little more with A9, and loses with every other
# move. After Black B8 instead, White A9 wins.
#     A B C D E F G H J K L M N
#  13 X X X X X X X X X X X X X
#  12 X . X . X . X . X . X . X
#  11 X X X X X X X X X X X X X
#  10 . X X . X . X . X . X . X
#   9 . . X X X X X X X X X X X
#   8 . . O O O X X . X . X . X
#   7 O O O . O O O X X X X X X
#   6 . O O O O . O O X . X . .
#   5 O O . O O O O . O O X X X
#   4 O O O O . O O O O . O O O
#   3 O . O O O O . O O O O . O
#   2 O O O . O O O O . O O O O
#   1 . O O O O . O O O O . O O
#proof: black wins
loadsgf games/endgame_22.sgf
220 reg_genmove black
#? [A9]

# The last points. Black wins by half a point or a little more with P1, and loses with every other
# move. After Black Q2 instead, White P1 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X X . X X X X . X X X X . X X X X .
#  18 X . X X X X . X X X X . X X X X . X X
#  17 X X X X . X X X X . X X X X . X X X X
#  16 X X . X X X X . X X X X . X X X X . X
#  15 . . X X X X X X X X . X X X X . X X X
#  14 X X X O O O O O X X X X X X X X X X .
#  13 O O O O . O . O O O O O O O X X . X X
#  12 . O . O . O . O . O . O . O X X X X X
#  11 . O . O . O . O . O . O . O X X X . X
#  10 . O . O . O . O . O . O . O X . X X X
#   9 . O . O . O . O . O . O O X X X X X .
#   8 . O . O . O . O . O . O O X X X . X X
#   7 O O O O O O O O O O O O O X . X X X X
#   6 . O . O . O . O . O . O O X X X X . X
#   5 . O . O . O . O . O . O O X X . X X X
#   4 . O . O . O . O . O . O O X X X X X .
#   3 . O . O . O . O . O . O O X X X . X X
#   2 . O . O . O . O . O . O . O X . X X X
#   1 . O . O . O . O . O . O . O . . X . X
#proof: black wins
loadsgf games/endgame_23.sgf
230 reg_genmove black
#? [P1]

# The last points. White wins by half a point or a little more with K18, and loses with every
# other move. After White L6 instead, Black K18 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X X . X X X . X . O O O O O O O O O
#  18 X . X X X X . X . . . O . . . . . . O
#  17 X X X X . X X X . X O O O O O O O O O
#  16 X X . X X X X . X X O O . . . . . . O
#  15 . X X X X . X X X X O O O O O O O O O
#  14 X X X . X X X X . X O O . . . . . . O
#  13 X . X X X X . X . X O O O O O O O O O
#  12 X X X X . X X X X X O O . . . . . . O
#  11 X X . X X X X . X X O O O O O O O O O
#  10 . X X X X . X X X O . O . . . . . . O
#   9 X X X . X X X X X O O O O O O O O O O
#   8 X . X X X X . X X O . O . . . . . . O
#   7 X X X X . X X X X O O O O O O O O O O
#   6 X X . X X X X . X O . O . . . . . . O
#   5 . X X X X . X X X X . O O O O O O O O
#   4 X X X . X X X X . X O O . . . . . . O
#   3 X . X X X X . X X X O O O O O O O O O
#   2 X X X X . X X X X X O . . . . . . . O
#   1 X X . X X X X . X X O . O O O O O O O
#proof: white wins
loadsgf games/endgame_24.sgf
240 reg_genmove white
#? [K18]

