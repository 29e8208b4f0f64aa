# Snapbacks and throw-ins: a stone is offered, and more is taken back.
# Positions and proofs: see README.md, "Tactics".

# A stone for the greater good: J4 is worth 16 points more than any other move. After White J5
# instead, Black J4 wins.
#     A B C D E F G H J
#   9 O . . . . . O O O
#   8 O O O O O O O O O
#   7 O O . . . O O X X
#   6 X X O O O O O X X
#   5 . X X X O O O X .
#   4 . X . X O O O X .
#   3 . X . X O O O O X
#   2 X X X X X X X X X
#   1 . X . X . X X X X
#proof: white wins
loadsgf games/snapbacks_01.sgf
10 reg_genmove white
#? [J4]

# A stone for the greater good: J3 is worth 12 points more than any other move. After White J2
# instead, Black J3 wins.
#     A B C D E F G H J
#   9 . X X X X . X X X
#   8 X X . X X X X . X
#   7 X X X X X X X X X
#   6 X O O O O X X X X
#   5 O . . O O X X X X
#   4 O . . O . O O O X
#   3 O O O O O O O X .
#   2 O . . O . O O X .
#   1 O . . O . O O X X
#proof: white wins
loadsgf games/snapbacks_02.sgf
20 reg_genmove white
#? [J3]

# A stone for the greater good: A3 is worth 6 points more than any other move. After White A4
# instead, Black A3 wins.
#     A B C D E F G H J
#   9 O O O O . . O X X
#   8 X X O O O O O X .
#   7 X X O O . . O X X
#   6 X X O O . . O X .
#   5 X X O O O O X X X
#   4 . X O O . O X . .
#   3 . X O O . O X X X
#   2 X O O O O O X . .
#   1 X X X X X X X X X
#proof: white wins
loadsgf games/snapbacks_03.sgf
30 reg_genmove white
#? [A3]

# A stone for the greater good: A7 is worth 20 points more than any other move. After White A6
# instead, Black A7 wins.
#     A B C D E F G H J
#   9 X X X X X . X . X
#   8 X O O O X X X X X
#   7 . X O O X . X . X
#   6 . X O O X . X . X
#   5 X X O O X X X . X
#   4 X X O O O O O X X
#   3 X X O O O O . O O
#   2 O O O O . O O O O
#   1 O O O O O O O . O
#proof: white wins
loadsgf games/snapbacks_04.sgf
40 reg_genmove white
#? [A7]

# A stone for the greater good: E1 is worth 6 points more than any other move. After White F1
# instead, Black E1 wins.
#     A B C D E F G H J
#   9 . O O O O O X X X
#   8 O O . O O X . X .
#   7 O O O O O X X X X
#   6 X X X O O O O O O
#   5 X X X O O O O O .
#   4 . X X O O O O O O
#   3 X X X O O O O O O
#   2 . X X O X X X X X
#   1 X X X X . . X X X
#proof: white wins
loadsgf games/snapbacks_05.sgf
50 reg_genmove white
#? [E1]

# A stone for the greater good: J4 is worth 6 points more than any other move. After White J5
# instead, Black J4 wins.
#     A B C D E F G H J
#   9 O O O O O O O X X
#   8 X X X O . O O X X
#   7 X X X O O O O X X
#   6 . X X O O O O X X
#   5 X X X O . O O X .
#   4 . X X O O O O X .
#   3 X X X O O O O O X
#   2 . X . X X X X X X
#   1 X X X X X X X X X
#proof: white wins
loadsgf games/snapbacks_06.sgf
60 reg_genmove white
#? [J4]

# A stone for the greater good: A1 or A2 are worth 20 points more than any other move. After Black
# D3 instead, White D1 wins.
#     A B C D E F G H J
#   9 X . X . X . X . X
#   8 X X X X X X X X X
#   7 X X O O O O O O X
#   6 X X O O . O O O X
#   5 X X O O O O O O X
#   4 X X O O O O O O X
#   3 O O X . O O O O X
#   2 . O X X O O . O X
#   1 . O X . O O O O X
#proof: black wins
loadsgf games/snapbacks_07.sgf
70 reg_genmove black
#? [(A1|A2)]

# A stone for the greater good: H1 or J1 are worth 22 points more than any other move. After White
# D2 instead, Black H1 wins.
#     A B C D E F G H J
#   9 X X X O . O O . O
#   8 . X X O O O . O O
#   7 . X X O . O O . O
#   6 X X . X O O O . O
#   5 . X X . X X O O O
#   4 . X X X X X O O O
#   3 X X X X X X O O O
#   2 . X X . O O X X X
#   1 . X X O O O O . .
#proof: white wins
loadsgf games/snapbacks_08.sgf
80 reg_genmove white
#? [(H1|J1)]

# A stone for the greater good: J13 is worth 6 points more than any other move. After Black H13
# instead, White J13 wins.
#     A B C D E F G H J K L M N
#  13 . X X O O O O . . O O O O
#  12 X X X X X X X O O X O O .
#  11 X X X X X X X X X X O O O
#  10 . X X X X X X X X X O . O
#   9 X X X X X X X X X X O O O
#   8 O O O O O O O O O O . O O
#   7 O O . O O O O . O O O O .
#   6 O O O O . O O O O . O O O
#   5 O . O O O O . O O O O . O
#   4 O O O O O O O O O O O O X
#   3 X X X X X X X X X X X X X
#   2 X X . X X . X X . X X . X
#   1 . X X . X X . X X . X X .
#proof: black wins
loadsgf games/snapbacks_09.sgf
90 reg_genmove black
#? [J13]

# A stone for the greater good: A5 is worth 6 points more than any other move. After Black A6
# instead, White A5 wins.
#     A B C D E F G H J K L M N
#  13 X X X X X O . . O . . . .
#  12 X X X . X O O O O O O O O
#  11 X X X X X O . . O . . . .
#  10 O O X X X O O O O O O O O
#   9 O O X X X O . . O . . . .
#   8 O O X X X O O O O O O O O
#   7 O O X X X X O O O O O O O
#   6 . O X X . X X X X X X X X
#   5 . O X X X . X X . X X . X
#   4 O X X X X X X X X X X X X
#   3 O O O O O X . . X . . X .
#   2 O O O O O X X X . X X . X
#   1 . O . . O X X X X X X X X
#proof: black wins
loadsgf games/snapbacks_10.sgf
100 reg_genmove black
#? [A5]

# A stone for the greater good: J1 is worth 20 points more than any other move. After White H1
# instead, Black J1 wins.
#     A B C D E F G H J K L M N
#  13 O X X . X . X . X . X . X
#  12 O O X X X . X . X . X . X
#  11 O . O O X X X X X X X X X
#  10 O O O . O X X . X . X . X
#   9 . O O O O O X . X . X . X
#   8 O O . O O O O X X . X . X
#   7 O O O O . O O O X X X . X
#   6 O . O O O O . O O O X . X
#   5 O O O . O O O O . O X . X
#   4 . O O O O O O O O O X X X
#   3 O O O O O O O O O O X X X
#   2 O O O O X X X X X O X X X
#   1 O . O O X X X . . X X X X
#proof: white wins
loadsgf games/snapbacks_11.sgf
110 reg_genmove white
#? [J1]

# A stone for the greater good: K13 is worth 16 points more than any other move. After Black L13
# instead, White K13 wins.
#     A B C D E F G H J K L M N
#  13 O O O O O O O O O . . O O
#  12 . . . . O . O O X O O O O
#  11 . . . . O . O O X X X X X
#  10 O O O O O O O O X X X X X
#   9 . . . . O . . O X . X . X
#   8 . . . . O O O O X X X X X
#   7 O O O O O X X X X . X . X
#   6 . . . O X X X X X X X X X
#   5 . . . O X . X . X . X . X
#   4 O O O O X X X X X X X X X
#   3 . . . O X . X . X . X . X
#   2 . . . O X X X X X X X X X
#   1 O O O O X . X . X . X . X
#proof: black wins
loadsgf games/snapbacks_12.sgf
120 reg_genmove black
#? [K13]

# A stone for the greater good: G1 is worth 12 points more than any other move. After White F1
# instead, Black G1 wins.
#     A B C D E F G H J K L M N
#  13 O O O O O O O X X X X X .
#  12 . . . . . . O X X X . X X
#  11 O O O O O O O X . X X X X
#  10 . . . . . . O X X X X . X
#   9 O O O O O O O X X . X X X
#   8 . . . . . O X . X X X X .
#   7 O O O O O O X X X X . X X
#   6 . . . . . O X X . X X X X
#   5 O O O O O O X X X X X . X
#   4 . . . O O O O O X . X X X
#   3 O O O O O O O O X X X X .
#   2 . . O O X X X O X X . X X
#   1 O O O O X . . X X X X X X
#proof: white wins
loadsgf games/snapbacks_13.sgf
130 reg_genmove white
#? [G1]

# A stone for the greater good: H9 is worth 22 points more than any other move. After White H8
# instead, Black H9 wins.
#     A B C D E F G H J K L M N
#  13 X X . X X . X X . X X . X
#  12 . . X . . X X X X X . X .
#  11 X X X X X X X X X X X X X
#  10 X X . X X X X X O O O O O
#   9 . . X X X X X . X O O O O
#   8 X X X O O O O . X O O O .
#   7 X X X O . O O X X O O O .
#   6 . . X O O O O X X O O O O
#   5 X X X O . O O X X O O O .
#   4 X X X O . O O X X O O O .
#   3 . . X O O O O O O O O O O
#   2 X X X O . . O O O O . O .
#   1 X X X O . . . . . . . O .
#proof: white wins
loadsgf games/snapbacks_14.sgf
140 reg_genmove white
#? [H9]

# A stone for the greater good: F1 is worth 6 points more than any other move. After White E1
# instead, Black F1 wins.
#     A B C D E F G H J K L M N
#  13 O . O . O . O X X . . X .
#  12 O . O . O . O X X . . X .
#  11 O . O . O . O X X . . X .
#  10 O O O O O O O X X . . X .
#   9 O . O . O . O X X . . X .
#   8 O . O . O O X . X . . X .
#   7 O . O . O O X X X X X X X
#   6 O . O . O . O X X . . X .
#   5 O . O . O . O X X . . X .
#   4 O O O O O O O X X . . X .
#   3 O O O O O O O X X . . X .
#   2 O O O O X X O X X . . X .
#   1 O O X X . . X X X . . X .
#proof: white wins
loadsgf games/snapbacks_15.sgf
150 reg_genmove white
#? [F1]

# A stone for the greater good: F1 is worth 6 points more than any other move. After Black E1
# instead, White F1 wins.
#     A B C D E F G H J K L M N
#  13 X . X . X . X O O . O . O
#  12 X . X . X . X O O . O . O
#  11 X . X . X . X X O . O . O
#  10 X . X . X . X X O . O . O
#   9 X . X . X . X X O . O . O
#   8 X X X X X X X X O . O . O
#   7 X . X . X . X X O O O O O
#   6 X . X . X . X X O . O . O
#   5 X . X . X . X O O . O . O
#   4 X X X X X X X O O . O . O
#   3 X X X X X X X O O . O . O
#   2 O O O O O O X O O . O . O
#   1 O O O O . . O O O . O . O
#proof: black wins
loadsgf games/snapbacks_16.sgf
160 reg_genmove black
#? [F1]

# A stone for the greater good: H5 is worth 14 points more than any other move. After Black G5
# instead, White H5 wins.
#     A B C D E F G H J K L M N
#  13 X X X X X O O O O O . O O
#  12 X . X . X O O . O O O O .
#  11 X X X X X O O O O . O O O
#  10 X . X . X X O O O O O . O
#   9 X X X X X X O O . O O O O
#   8 X . X . X . X O O O . O O
#   7 X X X X X X X O O O O O .
#   6 X . X X X X X O O O O O O
#   5 X X X X O O . . O O O . O
#   4 X . X X O O O O X O O O O
#   3 X X X X X X X X X O O O O
#   2 X . X X X X X X X O O O .
#   1 X X X X X X X X X O O O O
#proof: black wins
loadsgf games/snapbacks_17.sgf
170 reg_genmove black
#? [H5]

# A stone for the greater good: J6 is worth 6 points more than any other move. After White H4
# instead, Black J6 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X . X X X X . X X X X . X X X X O O .
#  18 X X X X . X X X X . X X X X X O O O O
#  17 X X . X X X X . X X X X . X O O O . O
#  16 . X X X X . X X X X . X X X O O O O O
#  15 X X X . X X X X . X X X X O O O . O O
#  14 X . X X X X . X X X X X O . O O O O .
#  13 X X X X . X X X X . X O O O O . O O O
#  12 X X . X X X X X X X O O O O O O O . O
#  11 . X X O O O O O O O O X X X X O O O O
#  10 X X X O O O . O O O O X X . X O . O O
#   9 X . X O O O O O O O O X X X X O O O .
#   8 X X X O O O O O O O O X X X X O O O O
#   7 X X X O O O O X X O O X X X X O O . O
#   6 . X X O . O O . . X O X X X X O O O O
#   5 X X X O O O O O X X X X X . X O . O O
#   4 X X O . O O O . X . O X X X X O O O .
#   3 X O O O O O O O O O O X X X X O O O O
#   2 O O . O O O O O O O O X . X X O O . O
#   1 O O O O . O O O O . O X X X X O O O O
#proof: white wins
loadsgf games/snapbacks_18.sgf
180 reg_genmove white
#? [J6]

# A stone for the greater good: N7 is worth 10 points more than any other move. After Black M7
# instead, White N7 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X . X . X . X . X O O O O O O O O O O
#  18 X X X X X X X X X O . O . O . O . O .
#  17 X . X . X . X X O O O O O O O O O O O
#  16 X X X X X X X X O O . O . O . O . O .
#  15 X . X . X . X X O O O O O O O O O O O
#  14 X X X X X X X X O O . O . O . O . O .
#  13 X . X . X . X X O O O O O O O O O O O
#  12 X X X X X X X X O O . O . O . O . O .
#  11 X . X . X . X X O O O O O O O O O O O
#  10 X X X X X X X X O O O O . O . O . O .
#   9 X . X . X . X . X X X X O O O O O O O
#   8 X X X X X X X X X X X X O O O O . O .
#   7 X . X . X . X . X X O . . O O O O O O
#   6 X X X X X X X X X X O O O X O O . O .
#   5 X . X . X . X . X X X X X X O O O O O
#   4 X X X X X X X X X X X X X X O O . O .
#   3 X . X . X . X X O O O O O O O O O O O
#   2 X X X X X X X X O O . O . O . O . O .
#   1 X . X . X . X X O O O O O O O O O O O
#proof: black wins
loadsgf games/snapbacks_19.sgf
190 reg_genmove black
#? [N7]

# A stone for the greater good: A4 is worth 16 points more than any other move. After White A3
# instead, Black A4 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . X . . X . . X . . X . . X . . X .
#  18 . . X . . X . . X . . X . . X . . X .
#  17 X X X X X X X X X X X X X X X X X X X
#  16 . . X . . X . . X . . X . . X . . X .
#  15 . . X . . X . . X . . X . . X . . X .
#  14 . . X . . X . . X . . X . . X . . X .
#  13 . . X . . X . . X . . X . . X . X X X
#  12 X X X X X X X X X X X X X X X X O O O
#  11 O O O O O O O O O O O O O O O O O O O
#  10 O O O O O O O O . O O . O O . O O . O
#   9 X X X X X X O . O . . O . . O . . O .
#   8 . . X . . X O O O O O O O O O O O O O
#   7 X X X . . X O O . O O . O O . O O . O
#   6 X X X X X X O . O . . O . . O . . O .
#   5 X O O O O O O O O O O O O O O O O O O
#   4 . X O O O . O O . O O . O O . O O . O
#   3 . X O O . O . . O . . O . . O . . O .
#   2 X X O O O O O O O O O O O O O O O O O
#   1 X X O O O . O O . O O . O O . O O . O
#proof: white wins
loadsgf games/snapbacks_20.sgf
200 reg_genmove white
#? [A4]

# A stone for the greater good: O1 is worth 16 points more than any other move. After Black N1
# instead, White O1 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X . X X X X O O O O O O O O O O O O
#  18 . X X X X . X O . O . O . O . O . O .
#  17 X X X . X X X O O O O O O O O O O O O
#  16 X . X X X X X O . O . O . O . O . O .
#  15 X X X X . X X O O O O O O O O O O O O
#  14 X X . X X X X O . O . O . O . O . O .
#  13 . X X X X . X X O O O O O O O O O O O
#  12 X X X . X X X X O O . O . O . O . O .
#  11 X . X X X X . X O O O O O O O O O O O
#  10 X X X X . X X X O O . O . O . O . O .
#   9 X X . X X X X X O O O O O O O O O O O
#   8 . X X X X . X X O O . O . O . O . O .
#   7 X X X . X X X X O O O O O O O O O O O
#   6 X . X X X X . X X X X X X X X O . O .
#   5 X X X X . X X X X . X X X X X O O O O
#   4 X X . X X X X . X X X X X X X O . O .
#   3 . X X X X . X X X X X X X X X O O O O
#   2 X X X . X X X X X X O O O O X O O O .
#   1 X . X X X X . X X X O O . . O O O O O
#proof: black wins
loadsgf games/snapbacks_21.sgf
210 reg_genmove black
#? [O1]

# A stone for the greater good: L1 is worth 12 points more than any other move. After White K1
# instead, Black L1 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . X . X . X . X X O O . O O O O . O O
#  18 . X . X . X . X X O O O O . O O O O .
#  17 X X X X X X X X X X O O O O O . O O O
#  16 . X . X . X . X . X O O . O O O O . O
#  15 . X . X . X . X . X O O O O . O O O O
#  14 . X . X . X . X . X O . O O O O . O O
#  13 . X . X . X . X . X O O O . O O O O .
#  12 . X . X . X . X . X O O O O O . O O O
#  11 . X . X . X . X . X O O . O O O O . O
#  10 X X X X X X X X X X O O O O . O O O O
#   9 . X . X . X . X . X O . O O O O . O O
#   8 . X . X . X . X . X O O O . O O O O .
#   7 . X . X X X X X X X O O O O O O O O O
#   6 . X . X O O O O O O O O X X X X O . O
#   5 . X . X O O O O O . O O X X . X O O O
#   4 . X . X O O . O O O O O X X . X O O O
#   3 X X X X O O O O O O O O X X X X O O .
#   2 . X . X O . O O X X X O X X . X O O O
#   1 . X . X O O O O X . . X X X . X O . O
#proof: white wins
loadsgf games/snapbacks_22.sgf
220 reg_genmove white
#? [L1]

# A stone for the greater good: M5 is worth 22 points more than any other move. After Black L5
# instead, White M5 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O O O O O O O O O O O O O O O O O O O
#  18 . . . . O . . . . . . . O . . . . . .
#  17 . . . . O . . . . . . . O . . . . . .
#  16 O O O O O O O O O O O O O O O O O O O
#  15 . . . . O . . . . . . . O . . . . . .
#  14 O O O O O O O . . . . . O . . . . . .
#  13 X X X X X X X O O O O O O O O O O O O
#  12 X X X X . X X X X X X X X X X X X X X
#  11 X X . X X X X . X X X X . X X X X . X
#  10 . X X X X . X X X X . X X O O O O X X
#   9 X X X . X X X X . X X X X O . . O X .
#   8 X . X X X X X X X X X X X O . . O X X
#   7 X X X X X X X X X X X X X O O O O X X
#   6 X X . X X X O O O O O O X O O . O X X
#   5 . X X X X X O O O O . . O O O . O X X
#   4 X X X . X X X X X X X O O O O O O X .
#   3 X . X X X X X X X X X O O O . . O X X
#   2 X X X X . X X X X . X O O . . . O X X
#   1 X X . X X X X . X X X O O O O O O X X
#proof: black wins
loadsgf games/snapbacks_23.sgf
230 reg_genmove black
#? [M5]

# A stone for the greater good: T15 is worth 20 points more than any other move. After Black T14
# instead, White T15 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . O . O . O . O . O . O . O . O . O .
#  18 . O . O . O . O . O . O . O . O O O O
#  17 O O O O O O O O O O O O O O O O O O O
#  16 . O . O . O . O . O . O . O X X X X O
#  15 . O . O . O . O . O . O . O X X X O .
#  14 . O . O . O . O . O . O . O X X X O .
#  13 . O . O . O . O . O . O . O X X X O O
#  12 . O . O . O . O . O . O . O X X X O O
#  11 . O . O . O . O . O . O . O X X X O O
#  10 O O O O O O O O O O O O O O X X X X X
#   9 . O O O O O O O O O O O O O X X X X X
#   8 O O X X X X X X X X X X X X X X X X .
#   7 X X X X X . X X X X . X X X X . X X X
#   6 X X . X X X X . X X X X . X X X X . X
#   5 X X X X . X X X X . X X X X . X X X X
#   4 X . X X X X . X X X X . X X X X . X X
#   3 X X X . X X X X . X X X X . X X X X .
#   2 . X X X X . X X X X . X X X X . X X X
#   1 X X . X X X X . X X X X . X X X X . X
#proof: black wins
loadsgf games/snapbacks_24.sgf
240 reg_genmove black
#? [T15]

# A stone for the greater good: A9 is worth 6 points more than any other move. After Black A8
# instead, White A9 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O O O . O O O O . O O O O . O O O O .
#  18 . O O O O . O O O O . O O O O . O O O
#  17 O O . O O O O . O O O O . O O O O . O
#  16 O O O O . O O O O . O O O O . O O O O
#  15 O . O O O O . O O O O . O O O O . O O
#  14 O O O . O O O O . O O O O . O O O O .
#  13 . O O O O . O O O O . O O O O . O O O
#  12 O O O O O O O . O O O O . O O O O . O
#  11 O O O O O O O O O . O O O O O O O O O
#  10 O X X X X X O O O O X X X X X X X X X
#   9 . O X X X X X X X X X X X . X X X X .
#   8 . O X X X . X X X X . X X X X . X X X
#   7 O X X X X X X . X X X X . X X X X . X
#   6 O X X X . X X X X . X X X X . X X X X
#   5 O X X X X X . X X X X . X X X X . X X
#   4 O X X X X X X X . X X X X . X X X X .
#   3 X X X X X . X X X X . X X X X . X X X
#   2 X X X X X X X . X X X X . X X X X . X
#   1 X X X X . X X X X . X X X X . X X X X
#proof: black wins
loadsgf games/snapbacks_25.sgf
250 reg_genmove black
#? [A9]

# A stone for the greater good: T5 is worth 6 points more than any other move. After Black T6
# instead, White T5 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X X X X X X O O O . O O O O . O O O
#  18 X . . . . . X O O O O O . O O O O . O
#  17 X . . . . . X O O . O O O O . O O O O
#  16 X X X X X X X O O O O . O O O O . O O
#  15 X . . . . . X O . O O O O . O O O O .
#  14 X . . . . . X O O O . O O O O . O O O
#  13 X X X X X X X O O O O O . O O O O O O
#  12 X . . . . . X O O . O O O X X X X X X
#  11 X . . . . . X O O O O . O X . . X . .
#  10 X X X X X X X O . O O O O X X X X X X
#   9 X . . . . . X O O O . O O X . X X X X
#   8 X . . . . . X O O O O O O X . X X X O
#   7 X X X X X X X O O . O O O X X X X X O
#   6 X . . . . . X O O O O . O X . X X O .
#   5 X . . . . . X O . O O O O X . X X O .
#   4 X X X X X X X O O O . O O X X X X X O
#   3 X . . . . . X O O O O O . O O O O O O
#   2 X . . . . . X O O . O O O O . O O O O
#   1 X X X X X X X O O O O . O O O O . O O
#proof: black wins
loadsgf games/snapbacks_26.sgf
260 reg_genmove black
#? [T5]

