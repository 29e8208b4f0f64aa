# Connecting and cutting: stones between walls that are alive whatever happens live by joining one
# of them.
# Positions and proofs: see README.md, "Tactics".

# Stones between two walls: who is connected, who is cut off? White to play: D4 is worth 6 points
# more than any other move. After White C3 instead, Black D4 wins.
#     A B C D E F G H J
#   9 . . O . . O X . X
#   8 . O O O O O X X X
#   7 O O O O O O X X .
#   6 O O . . O X X X X
#   5 O O O O X X X X X
#   4 O O X . O O X X X
#   3 O O . X . . X X X
#   2 O O X X X X X X .
#   1 . O X X X X X X X
#proof: white wins
loadsgf games/connection_01.sgf
10 reg_genmove white
#? [D4]

# The same position: White's way to win connects E4 with D5.
#proof: white connects E4 D5
loadsgf games/connection_01.sgf
11 restricted_genmove white C3 D4 E3 F3
#? [D4]

# Stones between two walls: who is connected, who is cut off? Black to play: F5 is worth 6 points
# more than any other move. After Black E3 instead, White F5 wins.
#     A B C D E F G H J
#   9 X . X . X X O O O
#   8 X X X X X X O . .
#   7 X X X X X X O O O
#   6 X X X X . X O O .
#   5 X X X X O . O O O
#   4 X X X O . X O O .
#   3 X X X O . . O O O
#   2 X X X O O O O O .
#   1 X X X O O O O O O
#proof: black wins
loadsgf games/connection_02.sgf
20 reg_genmove black
#? [F5]

# The same position: Black's way to win connects F4 with F6.
#proof: black connects F4 F6
loadsgf games/connection_02.sgf
21 restricted_genmove black E3 E4 E6 F3 F5
#? [F5]

# Stones between two walls: who is connected, who is cut off? White to play: E5 is worth 8 points
# more than any other move. After White G5 instead, Black E5 wins.
#     A B C D E F G H J
#   9 X X X X X X X X X
#   8 . X X X X X X X .
#   7 X X X X X X X X X
#   6 X X O O . X O O O
#   5 X X X X . O . O O
#   4 X X X O X X X O O
#   3 O O O O O O O O O
#   2 O O O O O O O O .
#   1 O . . O . . O . .
#proof: white wins
loadsgf games/connection_03.sgf
30 reg_genmove white
#? [E5]

# Stones between two walls: who is connected, who is cut off? Black to play: E5 is worth 8 points
# more than any other move. After Black E4 instead, White E5 wins.
#     A B C D E F G H J
#   9 . X . X . X . X .
#   8 X X X X X X X X X
#   7 . X . X X X X X .
#   6 X X X X X X X X X
#   5 O O O O . O X O O
#   4 O O O O . X O O O
#   3 . . O O O X . O O
#   2 O O O O O O O O O
#   1 . . . O O O O O .
#proof: black wins
loadsgf games/connection_04.sgf
40 reg_genmove black
#? [E5]

# The same position: Black's way to win connects F3 with G5.
#proof: black connects F3 G5
loadsgf games/connection_04.sgf
41 restricted_genmove black E4 E5 G3
#? [E5]

# Stones between two walls: who is connected, who is cut off? Black to play: D9 is worth 12 points
# more than any other move. After Black F10 instead, White D9 wins.
#     A B C D E F G H J K L M N
#  13 O . O O O O O O O O O . O
#  12 O O O O O O O O O O O O O
#  11 O O O . X . X X X X X O .
#  10 . O O . X . X X X . X O O
#   9 O O O . O O O X X X X O O
#   8 O O O X O . O X X . X O O
#   7 X X X X X X X X X X X O O
#   6 . . X X X X X X . . X O .
#   5 X X X X X X X X X X X O O
#   4 . . . . X X X X X X X O O
#   3 X X X X X O O O O O O . O
#   2 . . . . X O O O O . O O O
#   1 X X X X X O O . O O O O .
#proof: black wins
loadsgf games/connection_05.sgf
50 reg_genmove black
#? [D9]

# Stones between two walls: who is connected, who is cut off? White to play: H11 is worth 6 points
# more than any other move. After White G10 instead, Black H11 wins.
#     A B C D E F G H J K L M N
#  13 X X X X . X X X X X O O O
#  12 X . X X X X X X X X O O O
#  11 X X X . X X O . O O O O O
#  10 . X X X X X . O X O O O O
#   9 X X . X X X X . X . O O .
#   8 X X X X X X O O X . O O O
#   7 X . X X X X X X X X O O O
#   6 X X X . X X X X X X O O O
#   5 X X X X X X X X X X O O O
#   4 O O O O O O O O O O O O .
#   3 O O O O . O O O O . O O O
#   2 O . O O O O . O O O O . O
#   1 O O O . O O O O . O O O O
#proof: white wins
loadsgf games/connection_06.sgf
60 reg_genmove white
#? [H11]

# The same position: White's way to win connects G11 with L8.
#proof: white connects G11 L8
loadsgf games/connection_06.sgf
61 restricted_genmove white G10 H9 H11 K8 K9
#? [H11]

# Stones between two walls: who is connected, who is cut off? White to play: E11 is worth 6 points
# more than any other move. After White D9 instead, Black E11 wins.
#     A B C D E F G H J K L M N
#  13 . X X X X X X X X X . X X
#  12 X X X X X X X X X X X X .
#  11 O O O X . O O O O X X X X
#  10 O O O O X O O O O X X . X
#   9 O O O . X . O O O X X X X
#   8 O O O O O O O O O X . X X
#   7 O O O O O O O O O X X X .
#   6 O O . O O O O O O X X X X
#   5 O . O O O X X X X X X . X
#   4 O O . O O O X X . X X X X
#   3 O O . O O . O X X X . X X
#   2 O . O O . O O O X X X X .
#   1 O O . O O . O O O X X X X
#proof: white wins
loadsgf games/connection_07.sgf
70 reg_genmove white
#? [E11]

# Stones between two walls: who is connected, who is cut off? White to play: H5 or J6 are worth 8
# points more than any other move. After White J5 instead, Black H5 wins.
#     A B C D E F G H J K L M N
#  13 O O O O O O O O O O O O O
#  12 O . O . O . O . O . O . O
#  11 O O O O O O O O O O O O O
#  10 O . O . O . O . O . O . O
#   9 O O O O O O O O O O O O O
#   8 O X X X X O O X X X X X X
#   7 X X X X X O O X X X X X X
#   6 X X . X X O O . . . X X X
#   5 . . X . X O O . . O X X .
#   4 X X X X X O O X O O X X X
#   3 X X . X X O O X X X X X X
#   2 . . X . X O O X X X X X .
#   1 X X X X X X X X X X X X X
#proof: white wins
loadsgf games/connection_08.sgf
80 reg_genmove white
#? [(H5|J6)]

# The same position: White's way to win connects J4 with G6.
#proof: white connects J4 G6
loadsgf games/connection_08.sgf
81 restricted_genmove white H5 H6 J5 J6 K6
#? [(H5|J6)]

# Stones between two walls: who is connected, who is cut off? White to play: G3 is worth 6 points
# more than any other move. After White F5 instead, Black G3 wins.
#     A B C D E F G H J K L M N
#  13 O O O O . O O X X X X X X
#  12 O . O O O O . O X . X . .
#  11 O O O . O O O O X X . X X
#  10 . O O O O . O X X X X X X
#   9 O O . O O O O X . . X . .
#   8 O O O O O O O X X X . X X
#   7 O O O O O O O X X X X X X
#   6 O O O O X X X X X . X . .
#   5 . O O O X . O X X X . X X
#   4 O O O O X X O X X X X X X
#   3 O O O O O . . X X . X . .
#   2 O O O O O O O X X X . X X
#   1 O O O O O O O X X X X X X
#proof: white wins
loadsgf games/connection_09.sgf
90 reg_genmove white
#? [G3]

# The same position: White's way to win connects G4 with E3.
#proof: white connects G4 E3
loadsgf games/connection_09.sgf
91 restricted_genmove white F3 F5 G3
#? [G3]

# Stones between two walls: who is connected, who is cut off? Black to play: J4 is worth 12 points
# more than any other move. After Black F6 instead, White J4 wins.
#     A B C D E F G H J K L M N
#  13 X . . . . . . X . . . . .
#  12 X X X X X X X X X X X X X
#  11 X O O O O O O O O X . . .
#  10 X O O . O . O . O X X X X
#   9 X O O . O O O O O X . . .
#   8 X O O O O O O O O X X X X
#   7 X O O O O X O O O X X . .
#   6 X O O O O . O O O X X X X
#   5 X O O O O X O . O X X . .
#   4 X O O O O X X X . X X X X
#   3 X O O O O O O O O X X . .
#   2 X O O . O O O O O X X X X
#   1 X O O . O . O . O X . . .
#proof: black wins
loadsgf games/connection_10.sgf
100 reg_genmove black
#? [J4]

# The same position: Black's way to win connects F4 with K4.
#proof: black connects F4 K4
loadsgf games/connection_10.sgf
101 restricted_genmove black F6 H5 J4
#? [J4]

# Stones between two walls: who is connected, who is cut off? White to play: P15 is worth 6 points
# more than any other move. After White N15 instead, Black P15 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O O O O O O O O O O O O O O O O O O O
#  18 . . . . . O X O . O O O O O O O O . .
#  17 . . . . . O X O . O O . . . X O O . .
#  16 O O O O O O X O O O O O X O X O O O O
#  15 . . . . . O X O . O O . . X . O O . .
#  14 . . . . . O X O O O O . O O X O O O O
#  13 O O O O O O X X X X X X X X X X X X X
#  12 . . . . . O X . X X X X X X X X X . X
#  11 . . . . . O X X X . X X X X . X X X X
#  10 O O O O O O X X X X X . X X X X . X X
#   9 . . . . . O X X . X X X X . X X X X .
#   8 . . . . . O X X X X . X X X X . X X X
#   7 O O O O O O X . X X X X . X X X X . X
#   6 . . . . . O X X X . X X X X . X X X X
#   5 . . . . . O X X X X X . X X X X . X X
#   4 O O O O O O X X . X X X X . X X X X .
#   3 . . . . . O X X X X . X X X X . X X X
#   2 . . . . . O X . X X X X . X X X X . X
#   1 O O O O O O X X X . X X X X . X X X X
#proof: white wins
loadsgf games/connection_11.sgf
110 reg_genmove white
#? [P15]

# Stones between two walls: who is connected, who is cut off? White to play: F10 is worth 6 points
# more than any other move. After White G7 instead, Black F10 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . X . . X . . X . . X . . X . . X . .
#  18 X X X X X X X X X X X X X X X X X X X
#  17 X . X X . X X . X X . X X . X X . X X
#  16 . X . . X . . X . . X . . X . . X . .
#  15 X X X X X X X X X X X X X X X X X X X
#  14 X . X X X O O O O O O X X . X X . X X
#  13 . X . . X O O O O O O X . X . . X . .
#  12 X X X X X O O O O O O X X X X X X X X
#  11 X X X X X O O O O O O X X X O O O O O
#  10 O O X X X . X X O O O O O O O O O O .
#   9 . O X X X O . . O O . O O O O . O O O
#   8 O O X X X . O . O O O O . O O O O . O
#   7 O O X X X . . . O O O O O O . O O O O
#   6 O O X X X X X X O O O . O O O O . O O
#   5 O O X X X X X X O O O O O . O O O O .
#   4 . O X X X X X X O O . O O O O . O O O
#   3 O O O O O O O O O O O O . O O O O . O
#   2 O O O O . O O O O . O O O O . O O O O
#   1 O . O O O O . O O O O . O O O O . O O
#proof: white wins
loadsgf games/connection_12.sgf
120 reg_genmove white
#? [F10]

# Stones between two walls: who is connected, who is cut off? White to play: E14 is worth 6 points
# more than any other move. After White H12 instead, Black E14 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O O O O O O O O O O O O O O O O O O O
#  18 . . . O . . . . . . O . . . . . . O .
#  17 O O O O O O O O O O O O O O O O O O O
#  16 . . . O X X X X X X O . . . . . . O .
#  15 O O O O X X X X X X O O O O O O O O O
#  14 . . O O . O O X X X O . . . . . . O .
#  13 O O O O X X . O X X O O O O O O O O O
#  12 . . O O O O X . X X O . . . . . . O .
#  11 O O O O . . X X X X O O O O O O O O O
#  10 . . O O O O O O X X O . . . . . . O .
#   9 O O O O O O O O X X O O O O O O O O O
#   8 O O X X X X X X X . X X X X X X X X X
#   7 X X X X X X X X X X X X X X X X X X X
#   6 X . X . X . X . X . X . X . X . X . X
#   5 X X X X X X X X X X X X X X X X X X X
#   4 X . X . X . X . X . X . X . X . X . X
#   3 X X X X X X X X X X X X X X X X X X X
#   2 X . X . X . X . X . X . X . X . X . X
#   1 X X X X X X X X X X X X X X X X X X X
#proof: white wins
loadsgf games/connection_13.sgf
130 reg_genmove white
#? [E14]

# The same position: White's way to win connects F14 with D14.
#proof: white connects F14 D14
loadsgf games/connection_13.sgf
131 restricted_genmove white E11 E14 F11 G13 H12
#? [E14]

# Stones between two walls: who is connected, who is cut off? White to play: Q8 is worth 6 points
# more than any other move. After White O7 instead, Black Q8 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X X X . X O . . O . . . . . . . O .
#  18 X . X X X X O O O O O O O O O O O O O
#  17 X X X . X X O . . O . . . . . . . O .
#  16 . X X X X X O . . O . . . . . . . O .
#  15 X X . X X X O O O O O O O O O O O O O
#  14 X X X X . X O . . O . . . . . . . O .
#  13 X . X X X X O . . O . . . . . . . O .
#  12 X X X . X X O O O O O O O O O O O O O
#  11 . X X X X X O . O O O O O O O O O O .
#  10 X X . X X X O O X X X X X X . O O O .
#   9 X X X X . X O O X . X X X X X X O O O
#   8 X . X X X X O O X X X X X . O . O O .
#   7 X X X . X X O O X X X X O . . X O O O
#   6 . X X X X X O O X X X X X X X X X X X
#   5 X X . X X O . O X X X X X X X X X . X
#   4 X X X X X O . O X . X X X X . X X X X
#   3 X . X X X O O O X X X X X X X X X X X
#   2 X X X . X O . . O O O O O O O O O O O
#   1 . X X X X O . . . O . . . . . . . O .
#proof: white wins
loadsgf games/connection_14.sgf
140 reg_genmove white
#? [Q8]

# The same position: White's way to win connects P8 with Q10.
#proof: white connects P8 Q10
loadsgf games/connection_14.sgf
141 restricted_genmove white O7 O8 P7 P10 Q8
#? [Q8]

# Stones between two walls: who is connected, who is cut off? White to play: L16 is worth 10
# points more than any other move. After White J14 instead, Black L16 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . O O . O X . X X X X X X . X O O O .
#  18 O . O O O X X X X X X X X X X O . O O
#  17 O . O O O X X X . O X O O O O O . O O
#  16 . O O . O X X X X O . X O O O . O O .
#  15 O . O O O X X X . O X X O O O O . O O
#  14 O . O O O X X X . . X X O O O O . O O
#  13 . O O . O O O O O O O O O O O . O O .
#  12 O . O O . O O O O O O O O . O O . O O
#  11 O . O O . O O . O O . O O . O O . O O
#  10 . O O . O O . O O . O O . O O . O O .
#   9 O O O O O O O O O O O O O . O O . O O
#   8 X X X X X X X X X X X X O O O O O O O
#   7 . . X . . . . . . X . . X X X X X X X
#   6 X X X X X X X X X X X X X X X X X X X
#   5 . . X . . . . . . X . . . . . . X . .
#   4 X X X X X X X X X X X X X X X X X X X
#   3 . . X . . . . . . X . . . . . . X . .
#   2 X X X X X X X X X X X X X X X X X X X
#   1 . . X . . . . . . X . . . . . . X . .
#proof: white wins
loadsgf games/connection_15.sgf
150 reg_genmove white
#? [L16]

# Stones between two walls: who is connected, who is cut off? Black to play: J10 is worth 10
# points more than any other move. After Black J8 instead, White J10 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . O O O O . O O O O . O O O O . O O O
#  18 O O . O O O O . O O O O . O O O O . O
#  17 O O O O . O O O O . O O O O . O O O O
#  16 O . O O O O . O O O O . O O O O . O O
#  15 O O O . O O O O . O O O O . O O O O .
#  14 . O O O O O O O O O . O O O O . O O O
#  13 O O O X X X X X X O O O O O O O O O O
#  12 X X X X X X X X X O O O X X X X X X X
#  11 X X . X X X X X X O O O X X X X X . X
#  10 X X X X X X O O . O O O X X . X X X X
#   9 X . X X X X O . X O O O X X X X . X X
#   8 X X X . X X X O . O O O X . X X X X .
#   7 . X X X X X O O X O O O X X X . X X X
#   6 X X . X X X O . X O O O X X X X X . X
#   5 X X X X X X O O O O O O X X . X X X X
#   4 X . X X X X O O O O . O X X X X . X X
#   3 X X X . X X O O O O O O X . X X X X .
#   2 . X X X X . X X X X X X X X X . X X X
#   1 X X . X X X X . X X X X . X X X X . X
#proof: black wins
loadsgf games/connection_16.sgf
160 reg_genmove black
#? [J10]

# The same position: Black's way to win connects J9 with F10.
#proof: black connects J9 F10
loadsgf games/connection_16.sgf
161 restricted_genmove black H6 H9 J8 J10
#? [J10]

# Stones between two walls: who is connected, who is cut off? White to play: N10 is worth 8 points
# more than any other move. After White M8 instead, Black N10 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . X . . . . X O O O O O . O O O O . O
#  18 . X . . . . X O O O . O O O O . O O O
#  17 X X X X X X X O . O O O O . O O O O .
#  16 . X . . . . X O O O O . O O O O . O O
#  15 . X . . . . X O O O O O O O O O O O O
#  14 X X X X X X O X X X X X X X X X X X X
#  13 . X . . . X O X . X . . . . . . . X .
#  12 . X . . . X O X . X X X X X X X . X .
#  11 X X X X X X O X X X X X X X X X X X X
#  10 . X . . . X O X . X X . . O O O O O O
#   9 . X . . . X O X . X X O X X X O O . O
#   8 X X X X X X O X X X X . O . . O O O O
#   7 . X . . . X O O O O O O O O O O O O .
#   6 . X . . . X O O O O O O O O O O . O O
#   5 X X X X X X O O O . O O O O . O O O O
#   4 . X . . . X O . O O O O . O O O O . O
#   3 . X . . . X O O O O . O O O O . O O O
#   2 X X X X X X O O . O O O O . O O O O .
#   1 . X . . . X O O O O O . O O O O . O O
#proof: white wins
loadsgf games/connection_17.sgf
170 reg_genmove white
#? [N10]

# Stones between two walls: who is connected, who is cut off? White to play: J6 is worth 6 points
# more than any other move. After White H5 instead, Black J6 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X . X X X X . X X X X . X X X X . X X
#  18 X X X . X X X X . X X X X . X X X X .
#  17 . X X X X . X X X X . X X X X . X X X
#  16 X X . X X X X . X X X X . X X X X . X
#  15 X X X X . X X X X . X X X X . X X X X
#  14 X . X X X X X X X X X . X X X X . X X
#  13 X X X O O O O O O O X X X . X X X X X
#  12 X O O O O O O O O O X X X X O O O O O
#  11 O O . . O . O O O O X X . X O . O . .
#  10 O . O O . O O O O O X X X X O O . O O
#   9 O O O O O O O O . . X X X X O O O O O
#   8 . O . . O O O . O X X X X X O . O . .
#   7 O . O O . O O X O X X X X X O O . O O
#   6 O O O O O O O X . X X X . X O O O O O
#   5 . O . . O O O . O O X X X X O . O . .
#   4 O . O O . O O O O O X X X X O O . O O
#   3 O O O O O O O O O O X X X X O O O O O
#   2 . O . . O . . O . O X X X X O . O . .
#   1 O . O O . O O . O O X X . X O O . O O
#proof: white wins
loadsgf games/connection_18.sgf
180 reg_genmove white
#? [J6]

# Stones between two walls: who is connected, who is cut off? White to play: G13 is worth 6 points
# more than any other move. After White H12 instead, Black G13 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X X X X X X X X X X O O O O O O O O
#  18 X . X . X O O O O O O . O . . . . . .
#  17 X X X X X O O O O . . O O . . . . . .
#  16 X . X X X O O O O O O X O O O O O O O
#  15 X X X X X X O O O O O X O . . . . . .
#  14 X . X X X . X O O O O X O . . . . . .
#  13 X X X X X O . X O O O X O O O O O O O
#  12 X . X X X . X . O O O X O . . . . . .
#  11 X X X X X X X X O O O X O . . . . . .
#  10 X . X . X X X X O O O X O O O O O O O
#   9 X X X X X X X X O O O X O . . . . . .
#   8 X . X . X . X . X X X X O . . . . . .
#   7 X X X X X X X X X X X X O O O O O O O
#   6 X . X . X . X . X . X X O . . . . . .
#   5 X X X X X X X X X X X X O . . . . . .
#   4 X . X . X . X . X . X X O O O O O O O
#   3 X X X X X X X X X X X X O . . . . . .
#   2 X . X . X . X . X . X X O . . . . . .
#   1 X X X X X X X X X X X X O O O O O O O
#proof: white wins
loadsgf games/connection_19.sgf
190 reg_genmove white
#? [G13]

# The same position: White's way to win connects F13 with J13.
#proof: white connects F13 J13
loadsgf games/connection_19.sgf
191 restricted_genmove white F12 F14 G13 H12
#? [G13]

# Stones between two walls: who is connected, who is cut off? Black to play: P11 is worth 14
# points more than any other move. After Black P10 instead, White P11 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X X X . X X O O O O . O O O O . O O
#  18 X . X X X X X O O . O O O O . O O O O
#  17 X X X . X X X O O O O O . O O O O . O
#  16 . X X X X . X O O O O O O O O O O O O
#  15 X X . X X X X O X X X X X X X X X X X
#  14 X X X X . X X O X . X X X X . X X X X
#  13 X . X X X X X O X X X X X X X X X X X
#  12 X X X . X X X O X X X X X X X X X X X
#  11 . X X X X . X O O O O O O O . O . X X
#  10 X X . X X X X O . O O O . X . O X X X
#   9 X X X X . X X O O O O O X . X X O X X
#   8 X . X X X X X O O . O O O O O O O O O
#   7 X X X . X X X O O O O O O O O O O O O
#   6 . X X X X . X O O O . O O O O . O O O
#   5 X X . X X X O O . O O O O . O O O O .
#   4 X X X X . X O O O O O . O O O O . O O
#   3 X . X X X X O O O . O O O O . O O O O
#   2 X X X . X X O . O O O O . O O O O . O
#   1 . X X X X X O O O O . O O O O . O O O
#proof: black wins
loadsgf games/connection_20.sgf
200 reg_genmove black
#? [P11]

# The same position: Black's way to win connects O10 with S11.
#proof: black connects O10 S11
loadsgf games/connection_20.sgf
201 restricted_genmove black N10 O9 P10 P11 R11
#? [P11]

# Stones between two walls: who is connected, who is cut off? Black to play: M6 is worth 6 points
# more than any other move. After Black L8 instead, White M6 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X . X X X X X O O O O O O O O O O O
#  18 . X X X X . X X X O O . O . O . O . O
#  17 X X X . X X X X X O O O O O O O O O O
#  16 X . X X X X . X X O O . O . O . O . O
#  15 X X X X . X X X X O O O O O O O O O O
#  14 X X . X X X X . X O O . O . O . O . O
#  13 . X X X X . X X X O O O O O O O O O O
#  12 X X X . X X X X . X X X X X X X O . O
#  11 X . X X X X . X X X X . X X X X O O O
#  10 X X X X . X X X X X X X X X . X O . O
#   9 X X . X X X X X X X X X X X X X O O O
#   8 . X X X O O O O X . . O X X X X O . O
#   7 X X X X O O O O O X O O X X X X O O O
#   6 X . X X O . O O X . X . X X X X O . O
#   5 X X X X O O O O O O O O O O O O O O O
#   4 X X . X O . O O O O O O O . O . O . O
#   3 . X X X O O O O O O O O O O O O O O O
#   2 X X X X O O O O O . O . O . O . O . O
#   1 X . X X X X X X X O O O O O O O O O O
#proof: black wins
loadsgf games/connection_21.sgf
210 reg_genmove black
#? [M6]

# Stones between two walls: who is connected, who is cut off? White to play: J6 is worth 6 points
# more than any other move. After White K8 instead, Black J6 wins.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O O O O O O O O O O X X . X X . X X .
#  18 . O . O . O . O . O X X . X X . X X .
#  17 O O O O O O O O O O X X X . X X . X X
#  16 . O . O . O . O . O X X . X X . X X .
#  15 O O O O O O O O O O X X . X X . X X .
#  14 . O . O . O . O . O X X X . X X . X X
#  13 O O O O O O O O O O X X . X X . X X .
#  12 . O . O . O . O . O O X . X X . X X .
#  11 O O O O O O O O O O O X X . X X . X X
#  10 . O . O . O O O O O O O X X X . X X .
#   9 O O O O O O O O O O O O X X X . X X .
#   8 . O . O O O X O O . X X X . X X . X X
#   7 O O O O O O X O . . X X . X X . X X .
#   6 . O . O O O X X . . X X . X X . X X .
#   5 O O O O O O O O X O X X X . X X . X X
#   4 . O . O X X X X X X X X . X X . X X .
#   3 O O O O X X X X X X X X . X X . X X .
#   2 . O . O O O O O O O O X X . X X . X X
#   1 O O O O O O O O O O O X . X X . X X .
#proof: white wins
loadsgf games/connection_22.sgf
220 reg_genmove white
#? [J6]

