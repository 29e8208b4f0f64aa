# Capturing races: groups side by side that live, die or settle for seki by a liberty or an eye.
# All else on the board is alive whatever happens, so the race decides the game.
# Positions and proofs: see README.md, "Tactics".

# Neighbours that cannot both live in peace. White to play: H5 is worth 18 points more than any
# other move. After White H8 instead, Black H5 wins.
#     A B C D E F G H J
#   9 O . . O . O O O O
#   8 O O O O O O O . X
#   7 O . . O . O O X X
#   6 O . . O O O O X .
#   5 O . . O X X X . O
#   4 O O O O X X X O .
#   3 X X X X . X X O .
#   2 X X X X X X X X X
#   1 . . . X . . X X X
#proof: white wins
loadsgf games/races_01.sgf
10 reg_genmove white
#? [H5]

# Neighbours that cannot both live in peace. White to play: C3 is worth 16 points more than any
# other move. After White B1 instead, Black C3 wins.
#     A B C D E F G H J
#   9 . . . . . . O . .
#   8 O O O O O O O O O
#   7 . O X X X X X X O
#   6 O O X X X . X X O
#   5 O O X X X X . X O
#   4 O O X X X X X X O
#   3 X X . X X X X X O
#   2 O . O . X X . X O
#   1 X . O . X X X X O
#proof: white wins
loadsgf games/races_02.sgf
20 reg_genmove white
#? [C3]

# Neighbours that cannot both live in peace. White to play: B4 is worth 16 points more than any
# other move. After White B5 instead, Black B4 wins.
#     A B C D E F G H J
#   9 . O O O O . O O O
#   8 O O O O O O O . O
#   7 O O O O O O O O O
#   6 X O X O O O O X X
#   5 X . . O O X X X X
#   4 X . X O O X X . .
#   3 O . X X X X X X X
#   2 O . O X X X . X X
#   1 O O O X X . X . .
#proof: white wins
loadsgf games/races_03.sgf
30 reg_genmove white
#? [B4]

# Neighbours that cannot both live in peace. Black to play: G8 is worth 12 points more than any
# other move. After Black J9 instead, White G8 wins.
#     A B C D E F G H J
#   9 O O O O . X . O .
#   8 O . O O . X . O X
#   7 O O O O O O O X X
#   6 O . O O O O O X X
#   5 O O O O O O O X .
#   4 O O O O O O O X X
#   3 X X X X X X X X .
#   2 X X X X X X X X X
#   1 . X . X . X . X .
#proof: black wins
loadsgf games/races_04.sgf
40 reg_genmove black
#? [G8]

# Neighbours that cannot both live in peace. Black to play: B8 is worth 12 points more than any
# other move. After Black A9 instead, White B8 wins.
#     A B C D E F G H J
#   9 . O X X X O O O O
#   8 . . . . X O O . O
#   7 X X O O O O O O O
#   6 X X O O O O . O O
#   5 . X X X X X O O .
#   4 X X . X X X O O O
#   3 X X . X X X O . O
#   2 . X X . X X O O O
#   1 X X . X X X O O O
#proof: black wins
loadsgf games/races_05.sgf
50 reg_genmove black
#? [B8]

# Neighbours that cannot both live in peace. Black to play: G2 is worth 10 points more than any
# other move. After Black G1 instead, White G2 wins.
#     A B C D E F G H J
#   9 X X X . X X X X .
#   8 X . X X X X . X X
#   7 X X X X X X X X X
#   6 O O O O O O O X X
#   5 O O O . O O O X X
#   4 . O O O O O O X X
#   3 O O O O O O O X X
#   2 O O O O X . . O O
#   1 O . O O . . . . X
#proof: black wins
loadsgf games/races_06.sgf
60 reg_genmove black
#? [G2]

# Neighbours that cannot both live in peace. Black to play: D9 is worth 18 points more than any
# other move. After Black A9 instead, White D9 wins.
#     A B C D E F G H J
#   9 . O O . . O O . O
#   8 X O X X . O O O O
#   7 . O X X . O O . O
#   6 X X O O O O O . O
#   5 X X O O O O O O O
#   4 X X X X X X O . O
#   3 . X . X . X O . O
#   2 X X X X X X O O O
#   1 . X . X . X X O O
#proof: black wins
loadsgf games/races_07.sgf
70 reg_genmove black
#? [D9]

# Neighbours that cannot both live in peace. White to play: B3 is worth 16 points more than any
# other move. After White A2 instead, Black B3 wins.
#     A B C D E F G H J
#   9 O O O O O O X . X
#   8 . O . . . O X X X
#   7 O O O O O O X X .
#   6 O O O O . O X X X
#   5 . X O O O O X X X
#   4 . X O O . O X . X
#   3 X . O O O O X X X
#   2 . O X X X X X X .
#   1 O O X X X X . X X
#proof: white wins
loadsgf games/races_08.sgf
80 reg_genmove white
#? [B3]

# Neighbours that cannot both live in peace. White to play: B2 is worth 8 points more than any
# other move. After White C2 instead, Black B2 wins.
#     A B C D E F G H J
#   9 O O O O O O O O O
#   8 . O . O . O O O X
#   7 . O . O . O X X X
#   6 . O . O O X . X .
#   5 O O O O X X X X X
#   4 O O O O X X X X X
#   3 O X X X O O O X X
#   2 O . . X . O O X X
#   1 O X X X . O . X X
#proof: white wins
loadsgf games/races_09.sgf
90 reg_genmove white
#? [B2]

# Neighbours that cannot both live in peace. Black to play: J12 is worth 5 points more than any
# other move. After Black G13 instead, White J12 wins.
#     A B C D E F G H J K L M N
#  13 O X X X X . . O X O O O .
#  12 O X X X X . O . . . O O O
#  11 O X X X X . X . X X O O .
#  10 O X X X X X X X O O O O O
#   9 O X X . X X X X O O O . .
#   8 O X X X . X X X O O O O O
#   7 O X X X X X X X O . . . .
#   6 O O O O O O O O O O O O O
#   5 . . . . . . O . . . . . .
#   4 O O O O O O O O O O O O O
#   3 O O O X X X X X X X X X X
#   2 X X X X . X X . X X . X X
#   1 X . X X . X X . X X . X X
#proof: black wins
loadsgf games/races_10.sgf
100 reg_genmove black
#? [J12]

# Neighbours that cannot both live in peace. Black to play: B12 is worth 12 points more than any
# other move. After Black A13 instead, White B12 wins.
#     A B C D E F G H J K L M N
#  13 . . X X O O O O X X . . X
#  12 O . . . O O O O X X X X X
#  11 . X O O O O O O X X . . X
#  10 X X O O O O O O X X . . X
#   9 X X O O O . O O X X . . X
#   8 X X O . O . O O X X . . X
#   7 X X O O O O O O X X . . X
#   6 X . X X X X X X . X . . X
#   5 X . . X . . X . . X X X X
#   4 X X X X X X X X X X O O O
#   3 O O O O O O O O O O O . O
#   2 O . O . O . O . O . O . O
#   1 O . O . O . O . O . O . O
#proof: black wins
loadsgf games/races_11.sgf
110 reg_genmove black
#? [B12]

# Neighbours that cannot both live in peace. Black to play: L12 is worth 12 points more than any
# other move. After Black N13 instead, White L12 wins.
#     A B C D E F G H J K L M N
#  13 X . . X O . O O X X . O .
#  12 X . . X O . O O . . . O X
#  11 X X X X O . O O O O O X X
#  10 X . . X O . O O O O O X X
#   9 X . . X O . O . . O O X X
#   8 X . . X O O O O O O O X X
#   7 X . . X X X X X X X X . X
#   6 X . . X . . X . . X . . X
#   5 X X X X X X X . . X . . X
#   4 O O O O O O O X X X X X X
#   3 O . . O . . O O O O O O O
#   2 O . . O . . O . . O . . O
#   1 O . . O . . O . . O . . O
#proof: black wins
loadsgf games/races_12.sgf
120 reg_genmove black
#? [L12]

# Neighbours that cannot both live in peace. Black to play: L13 is worth 18 points more than any
# other move. After Black M11 instead, White M9 wins.
#     A B C D E F G H J K L M N
#  13 . X . X . X . X X X . O O
#  12 . X . X . X X X X X O . O
#  11 X X X X X X O O O O X . X
#  10 . X . X . X O . O O X O X
#   9 . X . X . X O O O O X . X
#   8 . X . X . X O O O O O O O
#   7 . X . X . X O O O O O O O
#   6 . X . X . X O O O . O O O
#   5 . X . X . X O O O O O O O
#   4 X X X X X X X X X X X X X
#   3 O O O O O O O O O O X X X
#   2 O . O O O O . O O O O O O
#   1 O O O O . O O O O . O O O
#proof: black wins
loadsgf games/races_13.sgf
130 reg_genmove black
#? [L13]

# Neighbours that cannot both live in peace. Black to play: H2 is worth 16 points more than any
# other move. After Black K2 instead, White H2 wins.
#     A B C D E F G H J K L M N
#  13 . X . X . X . X . X . X .
#  12 . X . X . X . X . X . X .
#  11 . X . X . X . X . X . X .
#  10 X X X X X X X X X X X X X
#   9 O O O O O O O O O O O O O
#   8 . O . . O . . O . . O . .
#   7 . O . . O . . O O O O O O
#   6 . O . . O . . O X X X X X
#   5 . O . . O . . O X X . X .
#   4 . O . . O O O O X X X X .
#   3 . O . O O O O O X X X X X
#   2 O O O O O X . . O . O X X
#   1 . O . O O . X X O O O X X
#proof: black wins
loadsgf games/races_14.sgf
140 reg_genmove black
#? [H2]

# Neighbours that cannot both live in peace. White to play: K11 is worth 10 points more than any
# other move. After White N13 instead, Black K11 wins.
#     A B C D E F G H J K L M N
#  13 X X O X X X X . . O X . .
#  12 . X O X X X X O O O X X X
#  11 X X O X X X X . O . X O X
#  10 X X O X X X X X X X O O O
#   9 X X O X . X X X X X O O O
#   8 X X O X X X X . X X O O O
#   7 . X O X X X X X X X O O .
#   6 X X O O O O O O O O O O O
#   5 X . X O O O . O O O O . O
#   4 X X X O O O O O . O O O O
#   3 X X X O O . O O O O . O O
#   2 . X X O O O O . O O O O .
#   1 X X X O . O O O O . O O O
#proof: white wins
loadsgf games/races_15.sgf
150 reg_genmove white
#? [K11]

# Neighbours that cannot both live in peace. White to play: N4 is worth 14 points more than any
# other move. After White L7 instead, Black N4 wins.
#     A B C D E F G H J K L M N
#  13 . . X X O O . . . . . . O
#  12 X X X X O O O O O O O O O
#  11 . . X X O O . . . . . . O
#  10 X X X X O O O O O O O O O
#   9 . . X X O O . . . O O O O
#   8 X X X X O O O O O O O O O
#   7 . . X X O O . . O O . X X
#   6 X X X X O O O O O O O X X
#   5 . . X X O O O O O O . X X
#   4 X X X X X O X X X X O O .
#   3 . . X . X O X . X X . X O
#   2 X X X X X O X X X X X X X
#   1 . . X . X O X . . X X X X
#proof: white wins
loadsgf games/races_16.sgf
160 reg_genmove white
#? [N4]

# Neighbours that cannot both live in peace. Black to play: F2 is worth 10 points more than any
# other move. After Black J1 instead, White F2 wins.
#     A B C D E F G H J K L M N
#  13 . X . X . X X O . . . . .
#  12 . X . X . X X O O O O O O
#  11 . X . X . X O . . . . . .
#  10 X X X X X X O O O O O O O
#   9 . X . X . X O . . . . . .
#   8 . X . X . X O O O O O O O
#   7 . X . X . X O . . . . . .
#   6 X X X X X X O O O O O O O
#   5 O O O O O O O X X X X X X
#   4 O O O O O O O X X X X X .
#   3 . O O O O O O X X X X X X
#   2 O O O X X . X O . O X X .
#   1 . O O X . . X . . O X X .
#proof: black wins
loadsgf games/races_17.sgf
170 reg_genmove black
#? [F2]

# Neighbours that cannot both live in peace. White to play: B10 is worth 8 points more than any
# other move. After White B13 instead, Black B10 wins.
#     A B C D E F G H J K L M N
#  13 X . O O O O O O O O O O O
#  12 . O O O O O O . . . . . .
#  11 . O X X X X O O O O O O O
#  10 X . X X X X O . . . . . .
#   9 O O X X X X O O O O O O O
#   8 X X X X X X O . . . . . .
#   7 X X X X X X O O O O O O O
#   6 X X X X . X O . . . . . .
#   5 X . X X X X O O O O O O O
#   4 X X X . X X X X X X X X X
#   3 . X X X X . X X X X . X X
#   2 X X . X X X X . X X X X .
#   1 X X X X . X X X X . X X X
#proof: white wins
loadsgf games/races_18.sgf
180 reg_genmove white
#? [B10]

# Neighbours that cannot both live in peace. Black to play: C8 is worth 13 points more than any
# other move. After Black B10 instead, White C8 wins.
#     A B C D E F G H J K L M N
#  13 X X . X X . X X . X X . X
#  12 X X X X X X X X X X X X X
#  11 X X X X X X . . X . . X .
#  10 O . X X X . X X . X X . X
#   9 O O O X X X X X X X X X X
#   8 . X . O O O O X X . . X .
#   7 . . . O O . O X . X X . X
#   6 X X X O O O O X X X X X X
#   5 O O O O O . O O O O O X X
#   4 O O O O O O O O O O O O O
#   3 O . O . O . O . O . O . O
#   2 O O O O O O O O O O O O O
#   1 O . O . O . O . O . O . O
#proof: black wins
loadsgf games/races_19.sgf
190 reg_genmove black
#? [C8]

# Neighbours that cannot both live in peace. White to play: L2 is worth 8 points more than any
# other move. After White N2 instead, Black L2 wins.
#     A B C D E F G H J K L M N
#  13 . X X X X . X X X X . X X
#  12 X X . X X X X . X X X X .
#  11 X X X X . X X X X X X X X
#  10 X X X X X X X X O O O O O
#   9 O O O O O O O O . O O . O
#   8 O O . O O . O O . O O . O
#   7 O . O O O O O O O O O O O
#   6 O O . O X X X X X X X O O
#   5 O O . O X X . X X X X O O
#   4 O . O O X X X X X X X O O
#   3 O O . O X . X X X X X O O
#   2 O O . O X X X X . . . X .
#   1 O . O O X X X X X . O X O
#proof: white wins
loadsgf games/races_20.sgf
200 reg_genmove white
#? [L2]

# Neighbours that cannot both live in peace. White to play: G3 is worth 8 points more than any
# other move. After White D2 instead, Black G3 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X . X X . X X . X X . X X . X X . X X
#  18 X . X X . X X . X X . X X . X X . X X
#  17 X X . X X . X X . X X . X X . X X . X
#  16 X . X X . X X . X X . X X . X X . X X
#  15 X . X X . X X . X X . X X . X X . X X
#  14 X X X X X . X X . X X . X X . X X . X
#  13 O O O X X X X X X X X X X X X X X X X
#  12 O O O O O O O O O O O O O O O O O O O
#  11 . O . . . . . . . O . . . . . . . O .
#  10 . O . . . . . . . O . . . . . . . O .
#   9 O O O O O O O O O O O O O O O O O O O
#   8 . O . . . . O O O O O O O . . . . O .
#   7 . O . . . O X X X X X X X O . . . O .
#   6 O O O O O O X . X X . X X O O O O O O
#   5 . O O O O O X X X X X . X O . . . O .
#   4 . O O O O O X X X X X X X O . . . O .
#   3 O O O X X . . O . X X X X O O O O O O
#   2 . O O . X X X O O X X . X O . . . O .
#   1 . O O X X O O . . X X X X O . . . O .
#proof: white wins
loadsgf games/races_21.sgf
210 reg_genmove white
#? [G3]

# Neighbours that cannot both live in peace. Black to play: S3 is worth 12 points more than any
# other move. After Black T3 instead, White S3 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O O O O O O O X X X X X X X X X X X X
#  18 O O . O O . O X . X . X . X . X . X .
#  17 . . O . . O O X X X X X X X X X X X X
#  16 O O O O O O O X . X . X . X . X . X .
#  15 O O . O O . O X X X X X X X X X X X X
#  14 . . O . . O O X . X . X . X . X . X .
#  13 O O O O O O O X X X X X X X X X X X X
#  12 O O . O O . O X . X . X . X . X . X .
#  11 . . O . . O O X X X X X X X X X X X X
#  10 O O O O O O O X . X . X . X X X X X X
#   9 O O . O O . O X X X X X X O O O O O O
#   8 . . O . . O O X . X . X X O O . . O .
#   7 O O O O O O O O X X X X X O O O O O O
#   6 O O . O O . O O X X . X X O . O O O O
#   5 . . O . . O . O X X X X X O O O O . X
#   4 O O O O O O O O X X . X X O O O O X .
#   3 O O . O O . O O X X X X X O O O O . .
#   2 . . O . . O . O X X . X . X X X X O .
#   1 O O O O O O O O X X X X X X X X X O .
#proof: black wins
loadsgf games/races_22.sgf
220 reg_genmove black
#? [S3]

# Neighbours that cannot both live in peace. White to play: K17 is worth 8 points more than any
# other move. After White L18 instead, Black K17 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X . X X X O O O O X X O O O O . O .
#  18 X X X X X X O O O O . . X O O O . O .
#  17 X . X X X X . O . . X X . O O O . O .
#  16 X X X . X X X X X X O O O O O O O O O
#  15 . X X X X X X X X X O O O O . O . O .
#  14 X X . X X X X . X X O O . O . O . O .
#  13 X X X X . X X X X X O O . O . O . O .
#  12 X . X X X X . X X X X O . O . O . O .
#  11 X X X . X X X X . X X O . O . O . O .
#  10 . X X X X . X X X X O O . O . O . O .
#   9 X X . X X X X . X X O O O O O O O O O
#   8 X X X X . X X X X X O O . O . O . O .
#   7 X . X X X X . X X X O O . O . O . O .
#   6 X X X . X X X X . X O O . O . O . O .
#   5 . X X X X . X X X X O O . O . O . O .
#   4 X X . X X X X . X X O O . O . O . O .
#   3 X X X X . X X X X X O O . O . O . O .
#   2 X . X X X X . X X X O O O O O O O O O
#   1 X X X . X X X X . X O O . O . O . O .
#proof: white wins
loadsgf games/races_23.sgf
230 reg_genmove white
#? [K17]

# Neighbours that cannot both live in peace. White to play: S17 is worth 7 points more than any
# other move. After White S14 instead, Black S17 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X X X . X X X X . X X X X . X X X .
#  18 X X . X X X X . X X X X . X X X X . .
#  17 . X X X X . X X X X . X X X X X X . O
#  16 X X X . X X X X . X X X X O O O O X .
#  15 X . X X X X . X X X X . X O . O O X X
#  14 X X X X . X X X X . X X X O O O O . X
#  13 X X . X X X X . X X X X X O . O O O O
#  12 . X X X X . X X X X . X X O O O O O O
#  11 X X X . X X X X . X X X X O . . . . .
#  10 X . X X X X . X X X X . X O O O O O O
#   9 X X X X . X X X X X X X X X X X X X X
#   8 X X X X X X X X X O O O O O O O O O O
#   7 O O O O O O O O O . . . . O . . . . .
#   6 O O O O O O O O O O O O O O O O O O O
#   5 . . . . . . O . . . . . . O . . . . .
#   4 O O O O O O O O O O O O O O O O O O O
#   3 . . . . . . O . . . . . . O . . . . .
#   2 O O O O O O O O O O O O O O O O O O O
#   1 . . . . . . O . . . . . . O . . . . .
#proof: white wins
loadsgf games/races_24.sgf
240 reg_genmove white
#? [S17]

# Neighbours that cannot both live in peace. Black to play: S18 is worth 12 points more than any
# other move. After Black S19 instead, White S18 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O O O O . O O X X X X X X X X X O . O
#  18 O O . O O O O X . . X . X X X X O . O
#  17 . O O O O . O X X X . X O O O O X . .
#  16 O O O . O O O X X X X X O . O O X . X
#  15 O . O O O O O X . . X X O O O O O O O
#  14 O O O O . O O X X X . X O O . O O O O
#  13 O O . O O O O X X X X X O O O O O . O
#  12 . O O O O . O X . . X X O O O O O O O
#  11 O O O . O O O X X X . X X X X X X X X
#  10 O . O O O O O X X X X X X X X X X X X
#   9 O O O O . O O X . . X . . X . . X . .
#   8 O O . O O O O X X X . X X . X X . X X
#   7 . O O O O . O X X X X X X X X X X X X
#   6 O O O . O O O X . . X . . X . . X . .
#   5 O . O O O O O X X X . X X . X X . X X
#   4 O O O O . O O X X X X X X X X X X X X
#   3 O O . O O O O O X . X . . X . . X . .
#   2 . O O O O . O O X X . X X . X X . X X
#   1 O O O . O O O O X X X X X X X X X X X
#proof: black wins
loadsgf games/races_25.sgf
250 reg_genmove black
#? [S18]

# Neighbours that cannot both live in peace. White to play: S13 is worth 12 points more than any
# other move. After White T14 instead, Black S13 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X X X X X X X X X X X X X X X X X X
#  18 X X . X . X . X . X . X . X . X X X X
#  17 O X X X X X X X X X X X X X X X X . O
#  16 O O X X . X . X . X . X . X . X X . O
#  15 O . O X X X X X X X X X X X X X X X .
#  14 . O O O X X . X . X . X X O O O O X .
#  13 O O O O O X X X X X X X X O O O O . .
#  12 O . . O O X . X . X . X X O . O O X X
#  11 . O O . O O X X X X X X X O O O O X X
#  10 O O O O O O O X . X . X X O O O O O O
#   9 O . . O . . O O X X X X X O . O O O O
#   8 . O O . O O . O O X . X X O O . O O .
#   7 O O O O O O O O O O X X X O O O O O O
#   6 O . . O . . O . . O O X . X X X X X X
#   5 . O O . O O . O O . O O X X X X X X X
#   4 O O O O O O O O O O O O O X . X . X .
#   3 O . . O . . O . . O . . O O X X X X X
#   2 . O O . O O . O O . O O . O O X . X .
#   1 O O O O O O O O O O O O O O O O X X X
#proof: white wins
loadsgf games/races_26.sgf
260 reg_genmove white
#? [S13]

# Neighbours that cannot both live in peace. Black to play: B13 is worth 18 points more than any
# other move. After Black A16 instead, White B13 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X X X X X X X X X X X X X X X X X X
#  18 X X X X . . X . . X . . X . . X . . X
#  17 X X X X X X . X X . X X . X X . X X .
#  16 . O X X X X X X X X X X X X X X X X X
#  15 X O X X . . X . . X . . X . . X . . X
#  14 O O X X X X . X X . X X . X X . X X .
#  13 X . O O O X X X X X X X X X X X X X X
#  12 . X O O O X X . . X . . X . . X . . X
#  11 X . O O O X . X X . X X . X X . X X .
#  10 . X O O O X X X X X X X X X X X X X X
#   9 O O O O O X X X X X X X X X X O O O O
#   8 O O O O O O O O O O O O O O O O O O O
#   7 O . O . O . O . O . O . O . O . O . O
#   6 O O O O O O O O O O O O O O O O O O O
#   5 O . O . O . O . O . O . O . O . O . O
#   4 O O O O O O O O O O O O O O O O O O O
#   3 O . O . O . O . O . O . O . O . O . O
#   2 O O O O O O O O O O O O O O O O O O O
#   1 O . O . O . O . O . O . O . O . O . O
#proof: black wins
loadsgf games/races_27.sgf
270 reg_genmove black
#? [B13]

# Neighbours that cannot both live in peace. Black to play: B9 is worth 12 points more than any
# other move. After Black A10 instead, White B9 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X . X X X X . X X X X . X X X X . X X
#  18 X X X . X X X X . X X X X . X X X X .
#  17 . X X X X . X X X X . X X X X . X X X
#  16 X X . X X X X . X X X X . X X X X . X
#  15 X X X X . X X X X . X X X X . X X X X
#  14 X X X X X X . X X X X . X X X X . X X
#  13 X X X X X X X X . X X X X . X X X X .
#  12 O O X X X . X X X X . X X X X . X X X
#  11 . X X X O X X X X X X X X X X X X X X
#  10 . O X X O O O O O O O O O O O O O O O
#   9 . . O O . O O O O . O O O O . O O O O
#   8 . X O O O O O . O O O O . O O O O . O
#   7 X X O O O . O O O O . O O O O . O O O
#   6 O O O O O O O O . O O O O . O O O O .
#   5 O O O O O O . O O O O . O O O O . O O
#   4 O O O O . O O O O . O O O O . O O O O
#   3 O O . O O O O . O O O O . O O O O . O
#   2 . O O O O . O O O O . O O O O . O O O
#   1 O O O . O O O O . O O O O . O O O O .
#proof: black wins
loadsgf games/races_28.sgf
280 reg_genmove black
#? [B9]

# Neighbours that cannot both live in peace. White to play: S17 is worth 16 points more than any
# other move. After White S15 instead, Black S17 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . O . . O . . O . . O . . O . O O X X
#  18 O O O O O O O O O O O O O O O O O X .
#  17 . O . . O . . O . . O . O X X X X . O
#  16 . O . . O . . O . . O . O X X X X O O
#  15 . O . . O . . O . . O . O X X X X . .
#  14 . O . . O . . O . . O . O X X X X X X
#  13 . O . . O . . O . . O . O X . X X X X
#  12 . O . . O . . O . . O . O X X X X . X
#  11 . O . . O . . O . . O . O X X X X X X
#  10 O O O O O O O O O O O O O O O O O O O
#   9 . O . . O . . O . . O . . O O O O O O
#   8 O O O O O O O O O O O O O X X X X X X
#   7 X X X X X X X X X X X X X X X X X . X
#   6 . X X X X . X X X X . X X X X . X X X
#   5 X X X . X X X X . X X X X . X X X X .
#   4 X . X X X X . X X X X . X X X X . X X
#   3 X X X X . X X X X . X X X X . X X X X
#   2 X X . X X X X . X X X X . X X X X . X
#   1 . X X X X . X X X X . X X X X . X X X
#proof: white wins
loadsgf games/races_29.sgf
290 reg_genmove white
#? [S17]

# Neighbours that cannot both live in peace. Black to play: R17 is worth 30 points more than any
# other move. After Black S18 instead, White R17 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X . X X X X . X O . O O . X X O O O
#  18 X X X X . X X X X O . O O X X X . . O
#  17 X . X X X X . X X O O O O . X O . O O
#  16 X X X . X X X X X O . O O O O O X X X
#  15 . X X X X . X X X O . O O O O O X X X
#  14 X X . X X X X . X O . O . O . O X . X
#  13 X X X X . X X X X O O O O O O O X X X
#  12 X . X X X X . X X X X X X X X X . X X
#  11 X X X . X X X X . X X X X . X X X X .
#  10 . X X X X . X X X X . X X X X . X X X
#   9 X X . X X X X . X X X X . X X X X . X
#   8 X X X X X X X X X X X X X X X X X X X
#   7 O O O O O O O O O O O O O O O O O O O
#   6 . O . O . O . O . O . O . O . O . O .
#   5 . O . O . O . O . O . O . O . O . O .
#   4 . O . O . O . O . O . O . O . O . O .
#   3 O O O O O O O O O O O O O O O O O O O
#   2 . O . O . O . O . O . O . O . O . O .
#   1 . O . O . O . O . O . O . O . O . O .
#proof: black wins
loadsgf games/races_30.sgf
300 reg_genmove black
#? [R17]

# Neighbours that cannot both live in peace. Black to play: D2 is worth 8 points more than any
# other move. After Black D1 instead, White D2 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . . . . X . . . X O . . . . . O .
#  18 X X X X X X X X X X X O O O O O O O O
#  17 . . . . . . X . . . X O . . . . . O .
#  16 X X X X X X X X X X X O O O O O O O O
#  15 . . . . . . X . . . X O . . . . . O .
#  14 X X X X X X X X X X X X O O O O O O O
#  13 . . . . . . X . . . . X O . . . . O .
#  12 X X X X X X X X X X X X O O O O O O O
#  11 . . . . . . X . . . . X O . . . . O .
#  10 X X X X X X X X X X X X O O O O O O O
#   9 . . . . . . X . . . . X O . . . . O .
#   8 X X X X X X X X X X X X O O O O O O O
#   7 . . . X X X X X X X . X O . . . . O .
#   6 X X X O O O O O O O X X O O O O O O O
#   5 . . X O . . . . . O X X O . . . . O .
#   4 X X X O O O O O O O X X O O O O O O O
#   3 X X X O O O O O . O X X O . . . . O .
#   2 O O O . X . O O O O X X O O O O O O O
#   1 O O O . X . O O . O X X O . . . . O .
#proof: black wins
loadsgf games/races_31.sgf
310 reg_genmove black
#? [D2]

