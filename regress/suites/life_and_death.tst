# Life and death: eyes, vital points, false eyes, shortage of liberties. Walls and territories
# around the fight are alive whatever happens, so it decides the game.
# Positions and proofs: see README.md, "Tactics".

# Three empty points in a row: whoever takes the middle decides. K2 is worth 24 points more than
# any other move. After Black K3 instead, White K2 wins.
#     A B C D E F G H J K L M N
#  13 X . X . X . X . X . X . X
#  12 X X X X X X X X X X X X X
#  11 X . X . X . X . X . X . X
#  10 X X X X X X X X X X X X X
#   9 X . X . X X X X X X X X X
#   8 X X X X O O O O O O O O O
#   7 X X X X O . O . O . O . O
#   6 O O O X O . O O O O O O O
#   5 O . O O O . O O O O O O O
#   4 O . O . O . O O X X X O O
#   3 O . O . O . O O X . X O O
#   2 O O O O O O O O X . X O O
#   1 O . O . O . O O X . X O O
#proof: black wins
loadsgf games/life_and_death_01.sgf
10 reg_genmove black
#? [K2]

# Three points around a bend: the vital point is the bend. B14 is worth 26 points more than any
# other move. After White A14 instead, Black B14 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O O . O O . O O . O X X . X X X X . X
#  18 O O O O O O O . O O X X X X X . X X X
#  17 O O O O O O O . O O X X X . X X X X .
#  16 X X X O O O O O . O X . X X X X . X X
#  15 X . X O O O O . O O X X X X . X X X X
#  14 . . X X O O O . O O X X . X X X X . X
#  13 X X X O O O O O . O X X X X X . X X X
#  12 O O O O O O O . O O X X X . X X X X .
#  11 O O O O O O O . O O X . X X X X . X X
#  10 O O . O O . O O . O X X X X . X X X X
#   9 O . O O . O O . O O X X . X X X X . X
#   8 O . O O . O O . O O X X X X X . X X X
#   7 O O . O O . O O . O X X X . X X X X .
#   6 O . O O . O O . O O X . X X X X . X X
#   5 O . O O . O O . O O X X X X . X X X X
#   4 O O . O O . O O . O X X . X X X X . X
#   3 O . O O . O O . O O X X X X X . X X X
#   2 O . O O . O O . O O X X X . X X X X .
#   1 O O . O O . O O . O O X X X X X . X X
#proof: white wins
loadsgf games/life_and_death_02.sgf
20 reg_genmove white
#? [B14]

# Three points in the very corner: the corner point is the bend of the three. A13 is worth 18
# points more than any other move. After Black B13 instead, White A13 wins.
#     A B C D E F G H J K L M N
#  13 . . O X X . X X . X X . X
#  12 . O O X X X . X X . X X X
#  11 O O O X X . X X . X X O O
#  10 X X X X X . X X . X O O O
#   9 X X X X X X . X X O O . O
#   8 X X . X X . X X O O . O O
#   7 X X . X X . X O O O . O O
#   6 . X X . X X O O . O O . O
#   5 X X . X X O O . O O . O O
#   4 X X . X O O O . O O . O O
#   3 . X X O O . O O . O O . O
#   2 X X O O . O O . O O . O O
#   1 X O O O . O O . O O . O O
#proof: black wins
loadsgf games/life_and_death_03.sgf
30 reg_genmove black
#? [A13]

# Three points in the very corner: the corner point is the bend of the three. T19 is worth 18
# points more than any other move. After White S19 instead, Black T19 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . X . X . X . X . X . X . X X X O . .
#  18 X X X X X X X X X X X X X X X X O O .
#  17 . X . X . X . X . X . X . X X X O O O
#  16 X X X X X X X X X X X X X X X X X X X
#  15 . X . X . X . X . X . X . X . X X X X
#  14 X X X X X X X X X X X X X X X X X X X
#  13 . X . X . X . X . X . X . X . X . X .
#  12 X X X X X X X X X X X X X X X X X X X
#  11 . X . X . X . X . X . X . X . X . X X
#  10 X X X X X X X X X X X X X X X X X X O
#   9 O O O O O O O O O O O O O O O O O O O
#   8 O . . O . . O . . O . . O . . O . . O
#   7 O O O O O O O O O O O O O O O O O O O
#   6 O . . O . . O . . O . . O . . O . . O
#   5 O . . O . . O . . O . . O . . O . . O
#   4 O . . O . . O . . O . . O . . O . . O
#   3 O . . O . . O . . O . . O . . O . . O
#   2 O . . O . . O . . O . . O . . O . . O
#   1 O . . O . . O . . O . . O . . O . . O
#proof: white wins
loadsgf games/life_and_death_04.sgf
40 reg_genmove white
#? [T19]

# Three points along the edge: the middle one makes two eyes or none. H1 is worth 16 points more
# than any other move. After Black J1 instead, White H1 wins.
#     A B C D E F G H J
#   9 . O O O O . O O O
#   8 O O O . O O O O .
#   7 O . O O O O . O O
#   6 O O O O O O O O X
#   5 X X X X X X X X X
#   4 X . X X X X X X X
#   3 X . X X X X X X X
#   2 . X X X X O O O O
#   1 X . X X X O . . .
#proof: black wins
loadsgf games/life_and_death_05.sgf
50 reg_genmove black
#? [H1]

# Three points on the edge: the middle one is vital. A13 is worth 20 points more than any other
# move. After White A14 instead, Black A13 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . O . . O X X X X . X X X X . X X X
#  18 . . O . . O X X . X X X X . X X X X .
#  17 O O O . . O X X X X X . X X X X . X X
#  16 O O O O . O X X X . X X X X . X X X X
#  15 X X O O . O X . X X X X . X X X X . X
#  14 . X O O . O X X X X . X X X X . X X X
#  13 . X O O . O X X . X X X X . X X X X .
#  12 . X O O O O X X X X X . X X X X . X X
#  11 X X O O . O X X X . X X X X . X X X X
#  10 O O O O . O X . X X X X . X X X X . X
#   9 O O O . . O X X X X . X X X X . X X X
#   8 . . O . . O X X . X X X X . X X X X .
#   7 . . O . . O X X X X X X X X X X . X X
#   6 . . O . . O O O O O O O O O O X X X X
#   5 . . O . . O . . O . . O . . O O O O O
#   4 O O O O O O O O O O O O O O O O O O O
#   3 . . O . . O . . O . . O . . O . . O .
#   2 . . O . . O . . O . . O . . O . . O .
#   1 . . O . . O . . O . . O . . O . . O .
#proof: white wins
loadsgf games/life_and_death_06.sgf
60 reg_genmove white
#? [A13]

# Bulky five: the point with three neighbours. L9 or M8 or M9 are worth 4 points more than any
# other move. After White L8 instead, Black M9 wins.
#     A B C D E F G H J K L M N
#  13 . O . O O X X X . X X . X
#  12 . O . O O X X X X X X X X
#  11 . O . O O X X X X X X X X
#  10 . O . O O X X X X O O O O
#   9 . O . O O X X X X O . . .
#   8 O O O O O X X X X O . . O
#   7 . O . O O X X X X O O O O
#   6 . O . O O X X X X X X X X
#   5 . O . O O X X X X X X X X
#   4 . O . O O X X X X X X X X
#   3 O O O O O O O O O O O O O
#   2 X X X X X X X O O O O O O
#   1 X X . X X . X X X X X X X
#proof: white wins
loadsgf games/life_and_death_07.sgf
70 reg_genmove white
#? [(L9|M8|M9)]

# Four arms and a centre: the centre is vital. E7 is worth 4 points more than any other move.
# After Black E8 instead, White E7 wins.
#     A B C D E F G H J K L M N
#  13 X . . X . . X . . X . . X
#  12 X . . X . . X . . X . . X
#  11 X X X X X X X X X X X X X
#  10 X X X X X X X X X O O O O
#   9 X X X O O O X X O O O O O
#   8 X X O O . O X X O O . O O
#   7 X X O . . . X X O O O O .
#   6 X X O O . O X X O . O O O
#   5 X X X O O O X X O O O . O
#   4 X X X X X X X X O O O O O
#   3 X X X X X X X X O O . O O
#   2 O O O O O O O O O O O O .
#   1 O O O O . O O O O . O O O
#proof: black wins
loadsgf games/life_and_death_08.sgf
80 reg_genmove black
#? [E7]

# Four arms and a centre: the centre is vital. P5 is worth 2 points more than any other move.
# After Black P4 instead, White P5 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X X X X X X X X X X X X X X X X X X
#  18 . X . . . . . . X . . . . . . X . . .
#  17 X X X X X X X X X X X X X X X X X X X
#  16 . X . . . . . . X . . . . . . X . . .
#  15 X X X X X X X X X X X X X X X X X X X
#  14 . X . . . . . . X . . . . . . X . . .
#  13 X X X X X X X X X X X X X X X X X X X
#  12 . X . . . . . . X X X X X X X X X X X
#  11 X X X X X X X X O O O O O O O O O O O
#  10 O O O O O O O O O O O O O O O O O O O
#   9 . O . O . O . O . O . O O O O O O O .
#   8 O O O O O O O O O O O O O O O O O O O
#   7 . O . O . O . O . O O O O X X X O O O
#   6 O O O O O O O O O O O O X X . X X O O
#   5 . O . O . O . O . O O O X . . . X O O
#   4 O O O O O O O O O O O O X X . X X O O
#   3 . O . O . O . O . O O O O O O O O O O
#   2 O O O O O O O O O O O O O O O O O O O
#   1 . O . O . O . O . O . O . O . O . O .
#proof: black wins
loadsgf games/life_and_death_09.sgf
90 reg_genmove black
#? [P5]

# Five points in the corner: the bulky five of the corner. B13 is worth 6 points more than any
# other move. After Black A13 instead, White B13 wins.
#     A B C D E F G H J K L M N
#  13 . . . O X X X X O . O . O
#  12 . . O O X X X X O O O O O
#  11 O O O O X X X X O . O . O
#  10 X X X X X X X X O O O O O
#   9 X X X X X . X X O . O . O
#   8 X . X . X . X X O O O O O
#   7 X X X X X X X X O . O . O
#   6 O O O O O O O O O O O O O
#   5 O . O . O . O . O . O . O
#   4 O O O O O O O O O O O O X
#   3 X X X X X X X X X X X X X
#   2 X . X . X . X . X . X . X
#   1 X . X . X . X . X . X . X
#proof: black wins
loadsgf games/life_and_death_10.sgf
100 reg_genmove black
#? [B13]

# Six points in two rows in the corner. A12 or B12 are worth 4 points more than any other move.
# After Black A13 instead, White B12 wins.
#     A B C D E F G H J K L M N
#  13 . . X O O O O O X X X X X
#  12 . . X O O O O O X X . X X
#  11 . . X O O . O O X X X X .
#  10 X X X O O O O O X . X X X
#   9 O O O O O O . O X X X . X
#   8 O O O O . O O O X X X X X
#   7 O O . O O O O X X X . X X
#   6 . O O O O . O X X X X X .
#   5 O O O . O O O X X . X X X
#   4 O . O O O O O X X X X . X
#   3 O O O O . O O X . X X X X
#   2 O O . O O O O X X X . X X
#   1 . O O O O . O X X X X X .
#proof: black wins
loadsgf games/life_and_death_11.sgf
110 reg_genmove black
#? [(A12|B12)]

# One eye is sure, the other still open to dispute. C3 is worth 2 points more than any other move.
# After White F3 instead, Black C3 wins.
#     A B C D E F G H J
#   9 X X X . X X X X .
#   8 X . X X X X . X X
#   7 X X X X X X X X X
#   6 O O O O O O O O O
#   5 . O O O O O O O .
#   4 O O O O O O O O O
#   3 O O . X X . X O O
#   2 O O X . X X X O O
#   1 O O X X O . X O O
#proof: white wins
loadsgf games/life_and_death_12.sgf
120 reg_genmove white
#? [C3]

# One eye is sure, the other still open to dispute. L4 or L7 or N4 are worth 3 points more than
# any other move. After Black M6 instead, White L7 wins.
#     A B C D E F G H J K L M N
#  13 . . . X X O O O O O O O O
#  12 X X X X X O O . O O . O O
#  11 . . . X X O . O . . O . .
#  10 X X X X X O O O O O O O O
#   9 . . . X X O O . O O O O O
#   8 X X X X X O . O O O O O O
#   7 . . . X X O O O O O . X X
#   6 X X X X X X O . O O X . X
#   5 . . . X . X O O O O X X O
#   4 X X X X X X O O O O . X .
#   3 . . . X . X O . O O X X X
#   2 X X X X X X O O O O O O O
#   1 . . . X . X O O O O O O O
#proof: black wins
loadsgf games/life_and_death_13.sgf
130 reg_genmove black
#? [(L4|L7|N4)]

# White makes life as far as it goes: H3 is worth 18 points more than any other move. After White
# G3 instead, Black H3 wins.
#     A B C D E F G H J
#   9 O O O O O O X X .
#   8 O . O O O O X X X
#   7 . O O X X X . X .
#   6 O O O X X X X X X
#   5 O . O X X X X X X
#   4 . O O X X X . . X
#   3 O O O X X X . . O
#   2 O . O X X X O . O
#   1 . O O X X X O O .
#proof: white wins
loadsgf games/life_and_death_14.sgf
140 reg_genmove white
#? [H3]

# Black makes life as far as it goes: B7 is worth 6 points more than any other move. After Black
# A7 instead, White B7 wins.
#     A B C D E F G H J
#   9 O O O O . O X X X
#   8 X X O O O O X . .
#   7 . . O O O O X X X
#   6 . X O O O O X . .
#   5 X X O O O O X X X
#   4 . X O O . O X . .
#   3 X X O O O O X X X
#   2 O O O O O O X . .
#   1 O O O . O O X X X
#proof: black wins
loadsgf games/life_and_death_15.sgf
150 reg_genmove black
#? [B7]

# Black kills what can be killed: B7 is worth 22 points more than any other move. After Black D8
# instead, White B7 wins.
#     A B C D E F G H J
#   9 . O O O X X X X X
#   8 O . O . X X O X .
#   7 O . O O X X O X X
#   6 X X X X X X O X .
#   5 X X X X X X O X X
#   4 O O O O O O O X .
#   3 . O O O O . O X X
#   2 O O . O O O O X .
#   1 O O O O . O O X X
#proof: black wins
loadsgf games/life_and_death_16.sgf
160 reg_genmove black
#? [B7]

# Black makes life as far as it goes: L12 is worth 20 points more than any other move. After Black
# N12 instead, White L12 wins.
#     A B C D E F G H J K L M N
#  13 . O . O . O O X . X O . .
#  12 O O O O O O O X X X . X .
#  11 . O . O . O O O O O O O O
#  10 O O O O O O O O O O O O O
#   9 . O . O . O . O . O . O .
#   8 O O O O O O O O O O O O O
#   7 X O O O O O O O O O O O O
#   6 X X X X X X X X X X X X X
#   5 X X X X . X X X X . X X X
#   4 X . X X X X . X X X X . X
#   3 X X X . X X X X . X X X X
#   2 . X X X X . X X X X . X X
#   1 X X . X X X X . X X X X .
#proof: black wins
loadsgf games/life_and_death_17.sgf
170 reg_genmove black
#? [L12]

# White makes life as far as it goes: C9 is worth 26 points more than any other move. After White
# A7 instead, Black C9 wins.
#     A B C D E F G H J K L M N
#  13 X X X X X X X X X X X X X
#  12 X X X X X . X . X . X X O
#  11 O O X X X X X X X X X O O
#  10 . O O X X . X . X X O . O
#   9 O . . X X X X X X O O . O
#   8 O O . X X . X X O O O O O
#   7 . O O X X X X O O . O . O
#   6 X X X X X X O . O . O . O
#   5 X X X X X O O . O . O . O
#   4 X . X X O . O . O . O . O
#   3 X X X X O . O . O . O . O
#   2 X . X O O . O . O . O . O
#   1 X X O O O O O O O O O O O
#proof: white wins
loadsgf games/life_and_death_18.sgf
180 reg_genmove white
#? [C9]

# Black makes life as far as it goes: A3 is worth 20 points more than any other move. After Black
# C3 instead, White A3 wins.
#     A B C D E F G H J K L M N
#  13 X . X . X . X . X . X . X
#  12 X X X X X X X X X X X X X
#  11 X . X . X . X . X . X . X
#  10 X X X X X X X X X X X X X
#   9 X X X . X . X . X . X . X
#   8 O O X X X X X X X X X X X
#   7 . O O O O O O O O O O O O
#   6 O O O O O O O O O O O O O
#   5 O O O O O O . O . O . O .
#   4 O O O O O O O O O O O O O
#   3 . X . X O O . O . O . O .
#   2 . X X X O O O O O O O O O
#   1 X . X O O O . O . O . O .
#proof: black wins
loadsgf games/life_and_death_19.sgf
190 reg_genmove black
#? [A3]

# Black makes life as far as it goes: L12 is worth 24 points more than any other move. After Black
# M13 instead, White L12 wins.
#     A B C D E F G H J K L M N
#  13 . X X . X X O O O O X . .
#  12 X . X X . X O . O O . . X
#  11 X . X X . X O O O O X . O
#  10 . X X . X X O . O O X X X
#   9 X . X X . X O O O O O O O
#   8 O X X X . X O . O O O O O
#   7 O O X . X X O O O O O O O
#   6 O . O X . X O O O O O O O
#   5 O O O O X X X X X X X X X
#   4 O . O . O X . X X . X X .
#   3 O O O O O O X . X X . X X
#   2 O . O . O . O X X X . X X
#   1 O O O O O O O O O X X X .
#proof: black wins
loadsgf games/life_and_death_20.sgf
200 reg_genmove black
#? [L12]

# White makes life as far as it goes: N10 is worth 20 points more than any other move. After White
# L12 instead, Black N10 wins.
#     A B C D E F G H J K L M N
#  13 X . X O . O X . X X X O .
#  12 X . X O O O X . X X . O O
#  11 X X X O . O X X X X O O .
#  10 X . X O O O X . X X . O .
#   9 X . X O . O X . X X X X X
#   8 X . X O O O X . . X X X X
#   7 X . X O . O X . . X . . X
#   6 X . X O O O X X X X X X X
#   5 X . X O . . O O O O O O O
#   4 X . X O O O O O O O O O O
#   3 X X O . . . . . . O . . .
#   2 X X O O O O O O O O O O O
#   1 X X O . . . . . . O . . .
#proof: white wins
loadsgf games/life_and_death_21.sgf
210 reg_genmove white
#? [N10]

# White makes life as far as it goes: C12 is worth 16 points more than any other move. After White
# E13 instead, Black C12 wins.
#     A B C D E F G H J K L M N
#  13 . O . O . X X X X X X X X
#  12 O O . O X X X . X . X . X
#  11 X X X X X X X . X . X . X
#  10 X X X X X X X . X . X . X
#   9 X . X . X . X . X . X . X
#   8 X . X . X . X . X . X . X
#   7 X X X X X X X X X X X . X
#   6 O O O O O O O O O O O X X
#   5 O O O O O O O O O O O O O
#   4 . . . . . O . . . . . . O
#   3 O O O O O O O O O O O O O
#   2 . . . . . O . . . . . . O
#   1 O O O O O O O O O O O O O
#proof: white wins
loadsgf games/life_and_death_22.sgf
220 reg_genmove white
#? [C12]

# White makes life as far as it goes: D2 is worth 6 points more than any other move. After White
# A2 instead, Black D2 wins.
#     A B C D E F G H J K L M N
#  13 . . . . . . . O . . . . .
#  12 O O O O O O O O O O O O O
#  11 . . . . . . . O . . . . .
#  10 . . . . . . . O . . . . .
#   9 O O O O O O O O O O O O O
#   8 O O O O O O O X X X X X X
#   7 X X X X X X X X . X . X .
#   6 . X . X . X . X . X . X .
#   5 X X X X X X . X . X . X .
#   4 X X X X X X . X . X . X .
#   3 O O O O X X . X . X . X .
#   2 . O . . X X . X . X . X .
#   1 X . O O X X X X X X X X X
#proof: white wins
loadsgf games/life_and_death_23.sgf
230 reg_genmove white
#? [D2]

# White makes life as far as it goes: N10 is worth 10 points more than any other move. After White
# M13 instead, Black N10 wins.
#     A B C D E F G H J K L M N
#  13 X . X X . X X . X X O . X
#  12 X X X X X X X X X X O O O
#  11 . X . . X . . X X X O O .
#  10 X . X X . X X . X X . O .
#   9 X X X X X X X X X X X X X
#   8 . X . . X . . X . X X X X
#   7 X . X X X X X X X X X X X
#   6 X X O O O O O O O O O O O
#   5 O O . O O O O . O O O O .
#   4 . O O O O . O O O O . O O
#   3 O O O . O O O O . O O O O
#   2 O . O O O O . O O O O . O
#   1 O O O O . O O O O . O O O
#proof: white wins
loadsgf games/life_and_death_24.sgf
240 reg_genmove white
#? [N10]

# Black makes life as far as it goes: M3 is worth 16 points more than any other move. After Black
# N3 instead, White M3 wins.
#     A B C D E F G H J K L M N
#  13 . X X X X . X X X X . X X
#  12 X X X . X X X X . X X X X
#  11 X . X X X X . X X X X . X
#  10 X X X X . X X X X . X X X
#   9 X X . X X X X . X X X X X
#   8 X X X X X X X X X X X O O
#   7 O O O O O O O O O O O O O
#   6 . . O . . . . . . . O . .
#   5 . . O . . . . . . O O O O
#   4 O O O O O O O O O O O O O
#   3 . . O . . . . . O O X . .
#   2 . . O . . . . . O O X . X
#   1 O O O O O O O O O O . X .
#proof: black wins
loadsgf games/life_and_death_25.sgf
250 reg_genmove black
#? [M3]

# White kills what can be killed: N11 is worth 24 points more than any other move. After White N7
# instead, Black N11 wins.
#     A B C D E F G H J K L M N
#  13 X X . X X X X . X O O O O
#  12 . X X X X . X X X O O O O
#  11 X X X . X X X X X O O X .
#  10 X . X X X X . X X O O X .
#   9 X X X X . X X X X O O X X
#   8 X X . X X X X . X O O X .
#   7 . X X X X . X X X O O X .
#   6 X X X X X X X X X O O X X
#   5 O O O O O O X X X O O O O
#   4 O O O . O O O O O O O O O
#   3 . O O O O . O O O O . O O
#   2 O O . O O O O . O O O O .
#   1 O O O O . O O O O . O O O
#proof: white wins
loadsgf games/life_and_death_26.sgf
260 reg_genmove white
#? [N11]

# Black kills what can be killed: C2 is worth 18 points more than any other move. After Black B2
# instead, White C2 wins.
#     A B C D E F G H J K L M N
#  13 X X X X . X X X X . X X X
#  12 X X X X X X . X X X X . X
#  11 O O O X X X X X X X X X X
#  10 O . . O O O O O O O O O O
#   9 O O O O O O O . . O . . O
#   8 X X X X X X X O . O . . O
#   7 X . X X X X X O . O . . O
#   6 X X X X X X X O . O . . O
#   5 X X X X X . X O O O O O O
#   4 . . O X X X X O . O . . O
#   3 O O O X X X X O . O . . O
#   2 O . . X X X X O . O . . O
#   1 . O X X X X X O . O . . O
#proof: black wins
loadsgf games/life_and_death_27.sgf
270 reg_genmove black
#? [C2]

# White kills what can be killed: L11 is worth 20 points more than any other move. After White M11
# instead, Black L11 wins.
#     A B C D E F G H J K L M N
#  13 O O . O . O . O O X X X .
#  12 X O O O O O O O O X . X X
#  11 X X O O . O . O O X . . X
#  10 X X X O O O O O O O O O O
#   9 . X X X O O . O O O O O O
#   8 X X . X X O O O O O O O O
#   7 X X X X . X O O . O . O .
#   6 X . X X X X X O O O O O O
#   5 X X X . X X X X O O . O .
#   4 . X X X X . X X X O O O O
#   3 X X . X X X X . X X O O .
#   2 X X X X . X X X X . X O O
#   1 X . X X X X . X X X X O .
#proof: white wins
loadsgf games/life_and_death_28.sgf
280 reg_genmove white
#? [L11]

# White makes life as far as it goes: B1 is worth 20 points more than any other move. After White
# A4 instead, Black B1 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O O . O O O O . O O O O . O O O O . O
#  18 O O O O . O O O O . O O O O . O O O O
#  17 O . O O O O . O O O O . O O O O . O O
#  16 O O O . O O O O . O O O O . O O O O .
#  15 . O O O O . O O O O . O O O O . O O O
#  14 O O . O O O O . O O O O . O O O O . O
#  13 O O O O . O O O O . O O O O . O O O O
#  12 O . O O O O . O O O O . O O O O . O O
#  11 O O O O O O O O O O O O O O O O O O .
#  10 X X X X X X X X X X X X X X X X X O O
#   9 . X . . X . . X . . X . . X . . X X X
#   8 . X . . X . . X . . X . . X . . X . .
#   7 . X . . X . . X . . X . . X . . X . .
#   6 X X X X X . . X . . X . . X . . X . .
#   5 X X X X X . . X . . X . . X . . X . .
#   4 . O O X X X X X X X X X X X X X X X X
#   3 . . O X X . . X . . X . . X . . X . .
#   2 O O O X X . . X . . X . . X . . X . .
#   1 . . X X X . . X . . X . . X . . X . .
#proof: white wins
loadsgf games/life_and_death_29.sgf
290 reg_genmove white
#? [B1]

# White kills what can be killed: R1 is worth 5 points more than any other move. After White T3
# instead, Black R1 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . . X . . . X O O O O O O O O O O
#  18 X X X X X X X X X O . O . O . O . O .
#  17 . . . . X . . . X O O O O O O O O O O
#  16 X X X X X X X X X O . O . O . O . O .
#  15 . . . . X . . . X O O O O O O O O O O
#  14 X X X X X X X X X O . O . O . O . O .
#  13 . . . . X . . . X O O O O O O O O O O
#  12 X X X X X X X X X O . O . O . O . O .
#  11 . . . . X . . . X O O O O O O O O O O
#  10 X X X X X X X X X O . O . O . O . O .
#   9 . . . . X . . . X O O O O O O O O O O
#   8 X X X X X X X X X O . O . O . O . O .
#   7 . . . . X . . . X O O O O O O O O O O
#   6 X X X X X X X X X O . O . O O O O O O
#   5 . . . . X . . . X O O O O O O O . X X
#   4 X X X X X X X X X O . O . O O O . X X
#   3 . . . . X . . X O O O O O O O O X . .
#   2 X X X X X X X X O O . O . O O O X X X
#   1 . . . . X . . X O O O O O O O O . O X
#proof: white wins
loadsgf games/life_and_death_30.sgf
300 reg_genmove white
#? [R1]

# Black makes life as far as it goes: S9 is worth 22 points more than any other move. After Black
# T11 instead, White S9 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X X . X X X X . X X X X . X X X X .
#  18 . X X X X . X X X X . X X X X . X X X
#  17 X X . X X X X . X X X X . X X X X . X
#  16 X X X X . X X X X . X X X X . X X X X
#  15 X . X X X X . X X X X . X X X X . X X
#  14 X X X . X X X X . X X X X . X X X X X
#  13 . X X X X . X X X X . X X X X O O O O
#  12 X X . X X X X . X X X X . X X O O O O
#  11 X X X X . X X X X . X X X X X O O . .
#  10 X X X X X X X X X X X X X X O O O X X
#   9 O O O O O O O O O O O O O O . O O . .
#   8 O . . O . . O . . O . . O . . O O X X
#   7 O . . O . . O . . O . . O . . O O X .
#   6 O . . O . . O . . O . . O . . O O X X
#   5 O . . O . . O . . O . . O . . O O O O
#   4 O . . O . . O . . O . . O . . O O O O
#   3 O O O O O O O O O O O O O O O O O O O
#   2 O . . O . . O . . O . . O . . O . . O
#   1 O . . O . . O . . O . . O . . O . . O
#proof: black wins
loadsgf games/life_and_death_31.sgf
310 reg_genmove black
#? [S9]

# Black kills what can be killed: S3 is worth 6 points more than any other move. After Black Q3
# instead, White S3 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . O . O . O . O X X X X X X X X X X X
#  18 . O . O . O . O X . . . . . . . X . .
#  17 . O . O . O . O X . . . . . . . X . .
#  16 . O . O . O . O O X X X X X X X X X X
#  15 . O . O . O . O O X . . . . . . X . .
#  14 . O . O . O . O O X . . . . . . X . .
#  13 O O O O O O O O O X X X X X X X X X X
#  12 . O . O . O . O O X . . . . . . X . .
#  11 . O . O . O . O O X . . . . . . X . .
#  10 . O . O . O . O O X X X X X X X X X X
#   9 . O . O . O . O O X . . . . . . X . .
#   8 . O . O . O . O O X . . . . . . X . .
#   7 . O . O . O . O O X X X X X X X X X X
#   6 O O O O O O O O O X . . . . . . X . .
#   5 . O . O . O . O O X . . . X X X X X X
#   4 . O . O . O . O O X X X X X X X X X X
#   3 . O . O . O . O O X . . X X O . O . O
#   2 . O . O . O . O O X . . X X O O O X .
#   1 . O . O . O . O O X X X X X O . O O X
#proof: black wins
loadsgf games/life_and_death_32.sgf
320 reg_genmove black
#? [S3]

# Black makes life as far as it goes: S3 is worth 24 points more than any other move. After Black
# T3 instead, White S3 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X . X X X X . X X O . O O . O O . O O
#  18 X X X . X X X X X O O . . O . . O . .
#  17 . X X X X . X X X O O O O O O O O O O
#  16 X X . X X X X . X O . O O . O O . O O
#  15 X X X X . X X X X O O . . O . . O . .
#  14 X . X X X X . X X O O O O O O O O O O
#  13 X X X . X X X X X O . O O . O O . O O
#  12 . X X X X . X X X O O . . O . . O . .
#  11 X X . X X X X . X O O O O O O O O O O
#  10 X X X X . X X X X O . O O . O O . O O
#   9 X . X X X X . X X O O . . O . . O . .
#   8 X X X . X X X X X O O O O O O O O O O
#   7 . X X X X . X X X O . O O . O O O O O
#   6 X X . X X X X . X O O . . O O O O O O
#   5 X X X X . X X X X O O O O O O O X X X
#   4 X . X X X X . X X O . O O . O O . X .
#   3 X X X . X X X X X O O . . O O O O . .
#   2 . X X X X . X X X O O O O O O O X X X
#   1 X X . X X X X . X O . O O . O O X . X
#proof: black wins
loadsgf games/life_and_death_33.sgf
330 reg_genmove black
#? [S3]

# White kills what can be killed: M17 is worth 26 points more than any other move. After White M18
# instead, Black M17 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . O O O O . O O O X . X X O O . O O O
#  18 O O O . O O O O X X X . X O O O O O .
#  17 O . O O O O O O X X . . X O O O . O O
#  16 O O O O . O O O O O O O O O O O O O O
#  15 O O . O O O O O O O O O O O O O O . O
#  14 . O O O O . O O O O . O O O O . O O O
#  13 O O O . O O O O . O O O O . O O O O .
#  12 O . O O O O . O O O O . O O O O . O O
#  11 O O O O . O O O O . O O O O . O O O O
#  10 X X O O O O O O O O O O O O O O O O O
#   9 X . X X X X X X X X X X X X X X X X X
#   8 X . . . . . . . X . . . . . . . X . .
#   7 X X X X X X X X X X X X X X X X X X X
#   6 X . . . . . . . X . . . . . . . X . .
#   5 X . . . . . . . X . . . . . . . X . .
#   4 X X X X X X X X X X X X X X X X X X X
#   3 X . . . . . . . X . . . . . . . X . .
#   2 X . . . . . . . X . . . . . . . X . .
#   1 X X X X X X X X X X X X X X X X X X X
#proof: white wins
loadsgf games/life_and_death_34.sgf
340 reg_genmove white
#? [M17]

# Black makes life as far as it goes: C17 is worth 12 points more than any other move. After Black
# A16 instead, White C17 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O X X O O O O O O O O O O O O O O O O
#  18 O . X O O O . O . O . O . O . O . O .
#  17 . X . O O O O O O O O O O O O O O O O
#  16 . O X O O O . O . O . O . O . O . O .
#  15 . X X O O O O O O O O O O O O O O O O
#  14 O O O O O O . O . O . O . O . O . O .
#  13 O O O O O O O O O O O O O O O O O O O
#  12 . O . O . O . O . O . O . O . O . O .
#  11 O O O O O O O O O O O O O O O O O O O
#  10 O O O O O O O O O O O O O O . O . O .
#   9 X X X X X X X X X X X X X X O O O O O
#   8 . X . X . X . X . X . X . X X X X X X
#   7 . X . X . X . X . X . X . X . X . X .
#   6 X X X X X X X X X X X X X X X X X X X
#   5 . X . X . X . X . X . X . X . X . X .
#   4 . X . X . X . X . X . X . X . X . X .
#   3 . X . X . X . X . X . X . X . X . X .
#   2 . X . X . X . X . X . X . X . X . X .
#   1 . X . X . X . X . X . X . X . X . X .
#proof: black wins
loadsgf games/life_and_death_35.sgf
350 reg_genmove black
#? [C17]

# Black kills what can be killed: B17 is worth 16 points more than any other move. After Black B18
# instead, White B17 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . O O X X X . X X X X . X X X X . X X
#  18 O . O X X X X X X . X X X X . X X X X
#  17 . . O X X X X . X X X X . X X X X . X
#  16 X X X X X . X X X X . X X X X . X X X
#  15 X X X X X X X X . X X X X . X X X X .
#  14 X . X X X X . X X X X . X X X X . X X
#  13 X X X X . X X X X . X X X X . X X X X
#  12 X X . X X X X . X X X X . X X X X . X
#  11 . X X X X . X X X X . X X X X . X X X
#  10 X X X X X X X X X X X X X X X X X O O
#   9 O O O O O O O O O O O O O O O O O O O
#   8 O O O . O O O O . O O O O . O O O O .
#   7 O . O O O O . O O O O . O O O O . O O
#   6 O O O O . O O O O . O O O O . O O O O
#   5 O O . O O O O . O O O O . O O O O . O
#   4 . O O O O . O O O O . O O O O . O O O
#   3 O O O . O O O O . O O O O . O O O O .
#   2 O . O O O O . O O O O . O O O O . O O
#   1 O O O O . O O O O . O O O O . O O O O
#proof: black wins
loadsgf games/life_and_death_36.sgf
360 reg_genmove black
#? [B17]

# Black makes life as far as it goes: S3 is worth 18 points more than any other move. After Black
# Q1 instead, White S3 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . X . X . X . X X O O O . O O . O O .
#  18 . X . X . X . X X O . . O . . O . . O
#  17 . X . X . X . X X O O O O O O O O O O
#  16 . X . X . X . X X O O O . O O . O O .
#  15 X X X X X X X X X O . . O . . O . . O
#  14 . X . X . X . X X O O O O O O O O O O
#  13 . X . X . X . X X O O O . O O . O O .
#  12 . X . X . X . X X O . . O . . O . . O
#  11 . X . X . X . X X O O O O O O O O O O
#  10 . X . X . X . X X O O O . O O . O O .
#   9 . X . X . X . X X O . . O . . O . . O
#   8 X X X X X X X X X O O O O O O O O O O
#   7 . X . X . X . X X O O O . O O . O O .
#   6 . X . X . X . X X O . . O . . O . . O
#   5 . X . X . X . X X O O O O O O O O O O
#   4 . X . X . X . X X O O O . O O O O O O
#   3 . X . X . X . X X O . . O O O O . . X
#   2 . X . X . X . X X O O O O O O O X . X
#   1 X X X X X X X X X X O O . O O . X X .
#proof: black wins
loadsgf games/life_and_death_37.sgf
370 reg_genmove black
#? [S3]

# White kills what can be killed: C18 is worth 22 points more than any other move. After White F19
# instead, Black C18 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . X X . X . O O O O X X . X . X . X .
#  18 X X . X X X O O O O X X . X . X . X .
#  17 O O O O O O O O . O X X X X X X X X X
#  16 O O O O O O O O O O X X . X . X . X .
#  15 O O O O . O O O O O X X . X . X . X .
#  14 O O . O O O O . O O X X . X . X . X .
#  13 . O O O O . O O O O X X . X . X . X .
#  12 O O O . O O O O . O X X . X . X . X .
#  11 O . O O O O . O O O X X . X . X . X .
#  10 O O O O . O O O O O X X X X X X X X X
#   9 O O . O O O O . O O X X . X . X . X .
#   8 . O O O O . O O O O X X . X . X . X .
#   7 O O O . O O O O . O X X . X . X . X .
#   6 O . O O O O . O O O X X . X . X . X .
#   5 O O O O . O O O O O X X . X . X . X .
#   4 O O . O O O O . O X . X . X . X . X .
#   3 . O O O O . O O O X X X X X X X X X X
#   2 O O O . O O O O O X . X . X . X . X .
#   1 O . O O O O . O O X . X . X . X . X .
#proof: white wins
loadsgf games/life_and_death_38.sgf
380 reg_genmove white
#? [C18]

# White kills what can be killed: J17 is worth 24 points more than any other move. After White K17
# instead, Black J17 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X O O O . X . X X O O O O . O O . O
#  18 X X O O O X X X O X O O O O . O O . O
#  17 X X O O O . . X . . O O O . O O . O O
#  16 X X O O O O O O O O O O O O . O O . O
#  15 X X O O O O O O O O O . O O . O O . O
#  14 X X O O O O O O O O O O O . O O . O O
#  13 X . X X X X X X X X X X X O . O O . O
#  12 X X X X X X X X X X X X X O . O O . O
#  11 X . X . X . X . X . X . X O O O . O O
#  10 X X X X X X X X X X X X X O . O O . O
#   9 X . X . X . X . X . X . X O . O O . O
#   8 X X X X X X X X X X X X X O O O . O O
#   7 X . X . X . X . X . X X O O . O O . O
#   6 X X X X X X X X X X X X O O . O O . O
#   5 X . X . X . X . X . X X O . O O . O O
#   4 X X X X X X X X X X X X O O . O O . O
#   3 X . X . X . X . X . X X O O . O O . O
#   2 X X X X X X X X X X X X O . O O . O O
#   1 X . X . X . X . X . X X O O . O O . O
#proof: white wins
loadsgf games/life_and_death_39.sgf
390 reg_genmove white
#? [J17]

# White kills what can be killed: R4 is worth 8 points more than any other move. After White T5
# instead, Black R4 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . O . . O . . O . . O . . O . . O .
#  18 O O O O O O O O O O O O O O O O O O O
#  17 O O . O O . O O . O O . O O . O O . O
#  16 . . O . . O . . O . . O . . O . . O .
#  15 O O O O O O O O O O O O O O O O O O O
#  14 O O . O O . O O . O O . O O . O O . O
#  13 X O O O O O O O O O O O O O O O O O O
#  12 X X X X X X X X X X X X X X X X X X X
#  11 X . X . X . X . X . X . X . X . X . X
#  10 X . X . X . X . X . X . X X X X X X X
#   9 X . X . X . X . X . X X O O O O O O O
#   8 X . X . X . X . X . X X O O . O O . O
#   7 X . X . X . X . X . X X O . O O O O O
#   6 X . X . X . X . X . X X O O O O O O O
#   5 X X X X X X X X X X X X O O O O X X .
#   4 X . X . X . X . X . X X O . O O . . X
#   3 X . X . X . X . X . X X O O O O X X X
#   2 X . X . X . X . X . X X O O O O X X .
#   1 X . X . X . X . X . X X O . O O X X X
#proof: white wins
loadsgf games/life_and_death_40.sgf
400 reg_genmove white
#? [R4]

