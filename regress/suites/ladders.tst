# Ladders that work, ladders that are broken, and the side from which to begin.
# Positions and proofs: see README.md, "Tactics".

# The ladder works in one direction: Black H3 takes H2 by atari after atari; after J2 it runs
# away.
#     A B C D E F G H J
#   9 . . . . . . . . .
#   8 . . . . . . X . .
#   7 . . . . . X . . .
#   6 . . . . . O . . .
#   5 . . . . . . . . .
#   4 . . . . . . . O .
#   3 . O . . . . . . .
#   2 . . . . . . X O .
#   1 . . . . . . X X .
#proof: black captures H2 within E1-J5 safe 5
loadsgf games/ladders_01.sgf
10 restricted_genmove black H3 J2
#? [H3]

# The ladder works in one direction: White F3 takes F2 by atari after atari; after F1 it runs
# away.
#     A B C D E F G H J
#   9 . . . . . . . X .
#   8 . . . . . . . . .
#   7 . . . . . . . . .
#   6 . . . . . . . X .
#   5 . . . . O . . . .
#   4 . . . O . X . X .
#   3 . . . . . . . . .
#   2 . . . . O X O O .
#   1 . . . . . . X . .
#proof: white captures F2 within C1-J5 safe 5
loadsgf games/ladders_02.sgf
20 restricted_genmove white F1 F3
#? [F3]

# The ladder works in one direction: Black H6 takes H5 by atari after atari; after J5 it runs
# away.
#     A B C D E F G H J
#   9 . . . . . . . O .
#   8 . . . . . . . . .
#   7 . . . . . . . O .
#   6 . . . . . . . . .
#   5 . . . . . . X O .
#   4 . . . . . . O X .
#   3 . . . X . X . . X
#   2 . . . X . . . . .
#   1 . . . . . O . . .
#proof: black captures H5 within E2-J8 safe 5
loadsgf games/ladders_03.sgf
30 restricted_genmove black H6 J5
#? [H6]

# The ladder works in one direction: White E6 takes E7 by atari after atari; after F7 it runs
# away.
#     A B C D E F G H J
#   9 . . X . . . O . .
#   8 . . . . O . X . O
#   7 . . . O X . O . .
#   6 . . . . . . . . .
#   5 . . . . X . . . .
#   4 . . . . . . . . .
#   3 . . . . . O . . .
#   2 . . . . . . . . .
#   1 . . . . . . . . .
#proof: white captures E7 within B4-H9 safe 5
loadsgf games/ladders_04.sgf
40 restricted_genmove white E6 F7
#? [E6]

# The ladder works in one direction: Black D3 takes E3 by atari after atari; after F3 it runs
# away.
#     A B C D E F G H J
#   9 . O . . . . . . .
#   8 . . . . . . . X .
#   7 . . . . . . . . .
#   6 O . . . . . . . .
#   5 . . . O . . . . .
#   4 . . O . X . X X .
#   3 . . . . O . X . O
#   2 . . . . X . . . .
#   1 . . . . . . . . .
#proof: black captures E3 within B1-H6 safe 5
loadsgf games/ladders_05.sgf
50 restricted_genmove black D3 F3
#? [D3]

# The ladder works in one direction: White G6 takes G5 by atari after atari; after F5 it runs
# away.
#     A B C D E F G H J
#   9 . . . . . . . . .
#   8 . . . . . . X . .
#   7 . . . . . X O X .
#   6 . . . . . O . . .
#   5 . . . . . . X O .
#   4 . . . . O . O O .
#   3 . . . . . . . O .
#   2 . . . . . . . . .
#   1 . . . . . . . . .
#proof: white captures G5 within C1-J9 safe 5
loadsgf games/ladders_06.sgf
60 restricted_genmove white F5 G6
#? [G6]

# The ladder works in one direction: White F8 takes F7 by atari after atari; after G7 it runs
# away.
#     A B C D E F G H J K L M N
#  13 . . . . . . . . . . X . .
#  12 . . . . . . . . . . . . .
#  11 . . . . . . . . . . . . X
#  10 . . . . . . . . . . . . .
#   9 . . . . . X . . . . . . .
#   8 . . . . . . . O X . . . .
#   7 . . . . O X . . . . . . .
#   6 . . . . . O O . . . . . .
#   5 O . . O . . . . . . . . .
#   4 . O . . . . . . . . . . .
#   3 . . . . . . . . . . . . .
#   2 . . . . . . . . . . . . .
#   1 . . . . . . . . . . . . .
#proof: white captures F7 within C4-J10 safe 5
loadsgf games/ladders_07.sgf
70 restricted_genmove white F8 G7
#? [F8]

# The ladder works in one direction: White K5 takes L5 by atari after atari; after M5 it runs
# away.
#     A B C D E F G H J K L M N
#  13 . . . . . O . . . . . . .
#  12 . . . . . . . . . . . . .
#  11 . . . . . . . . . . . . .
#  10 . . . . . . . X . . . . .
#   9 . . . . . . . . . . . . .
#   8 . . . . . . . . . . . . .
#   7 . . . . . . . X . X O O X
#   6 . . . . . . . . . . O . .
#   5 . . . . . . . . X . X . O
#   4 . . . . . . . . . . O . .
#   3 . . . . . . . . . . . . .
#   2 . . . . . . . . . . . . .
#   1 . . . . . . . . . . . . .
#proof: white captures L5 within H2-N8 safe 5
loadsgf games/ladders_08.sgf
80 restricted_genmove white K5 M5
#? [K5]

# The ladder works in one direction: Black J12 takes H12 by atari after atari; after H13 it runs
# away.
#     A B C D E F G H J K L M N
#  13 . . . . . . . . . . . . .
#  12 . . . . . . X O . O . X .
#  11 . . . . . . X X . . . . .
#  10 . . . . . . O . . . . . .
#   9 . . . . . . . . . . . . .
#   8 . . . . . . . . . . . . .
#   7 . . . . O . . X . . . . .
#   6 . . . . . . . . . . . . .
#   5 . . . . . . . . . . . . .
#   4 . . . . . . . . . . . . .
#   3 . . . . . . . . . . . . .
#   2 . . . . . . . . . . . . .
#   1 . . . . . . . . . . . . .
#proof: black captures H12 within E9-L13 safe 5
loadsgf games/ladders_09.sgf
90 restricted_genmove black H13 J12
#? [J12]

# The ladder works in one direction: Black C8 takes B8 by atari after atari; after B7 it runs
# away.
#     A B C D E F G H J K L M N
#  13 . . . . . . . . . X . O .
#  12 . . . . . . . . . . . . .
#  11 . . . . . O . . . . . . O
#  10 . O . O . . . . . . . . .
#   9 . X . O . . . . . . . . .
#   8 X O . . . . . . . . . . .
#   7 X . . . . . . . . . . . .
#   6 . . . X . . . . . . . . .
#   5 . . . . . . . O . . . O .
#   4 . . . . . . . . . . . . .
#   3 . . . . . . . . . . . . .
#   2 . . . . . . . . . . . . .
#   1 . O . . . . . . . . . . .
#proof: black captures B8 within A5-E11 safe 5
loadsgf games/ladders_10.sgf
100 restricted_genmove black B7 C8
#? [C8]

# The ladder works in one direction: White E6 takes D6 by atari after atari; after C6 it runs
# away.
#     A B C D E F G H J K L M N
#  13 . . . . . . . . . O . . O
#  12 . . . . . . . . . O . . .
#  11 . . . . . . . . . . . X .
#  10 . . . . . . . . . . . . .
#   9 O . . . . . . . . . . . .
#   8 . . . . . O . . . . . . .
#   7 . . O O . . . . . . . . .
#   6 . . . X . X . . . . . . .
#   5 . . . O . . . . . . . . .
#   4 . . . O . O . . O . . . .
#   3 . . . . . O . . . . . . .
#   2 . O . . . . . . . . . . .
#   1 . . . . . . . . . . . . .
#proof: white captures D6 within A3-G9 safe 5
loadsgf games/ladders_11.sgf
110 restricted_genmove white C6 E6
#? [E6]

# The ladder works in one direction: Black E7 takes E6 by atari after atari; after F6 it runs
# away.
#     A B C D E F G H J K L M N
#  13 . . . . . . . . . . O . .
#  12 . . . . . . . . . . . . .
#  11 . . . . . . . . . . X . .
#  10 . . . . . . . . . . . . .
#   9 . X . X . . . . . . . . .
#   8 . X . . O . . . . . . . .
#   7 . . . . . . . . . . . . .
#   6 X . . X O . X . . . . . .
#   5 . . . . X . . . . . . . .
#   4 . . X . . . . . . . . . .
#   3 . . . . . . . . . . . . .
#   2 . . . . . . . . . . . . .
#   1 . . . . . . . . . . . . .
#proof: black captures E6 within B3-H9 safe 5
loadsgf games/ladders_12.sgf
120 restricted_genmove black E7 F6
#? [E7]

# The ladder works in one direction: White F3 takes E3 by atari after atari; after E4 it runs
# away.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . . . . . . . . . . . . . . . . .
#  18 . . . . . . . . . . . . . . . . . . .
#  17 . X . . . . . . . . . . . . . . . . .
#  16 . . . . . . . . . O . . . . . . . . .
#  15 . . . . . . . . . . . . . . . . . . .
#  14 . . . . . . . . . . . . . . . . . . .
#  13 . . . . . . . . . . . . . . . . . . .
#  12 . . . . . . . . . . . . . . . . . . .
#  11 . . . . . . . . . . . . . . . . . . .
#  10 . . . . . . . . . . . . . . . . . . .
#   9 . . . . . . . . . . . . . . . . . . .
#   8 . O . . . . . . . . . . . . . . . . .
#   7 . . . . . . . . . . . . X . . . . . .
#   6 . . . . . . . . . . . . . . . . . . .
#   5 . . . . O . . . . . . . . . . . . . .
#   4 . . . O . . . . . . . . . . . . . . .
#   3 . . . O X . X . . . . . . . . . . . .
#   2 . . . . O . . . . . . . . . . . . . .
#   1 . . . . . . . . . . . . . . . . . . .
#proof: white captures E3 within B1-H6 safe 5
loadsgf games/ladders_13.sgf
130 restricted_genmove white E4 F3
#? [F3]

# The ladder works in one direction: White M10 takes M11 by atari after atari; after N11 it runs
# away.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . . . X . . . . . . . . . . . . .
#  18 . . . . . . . . . . . . . . . . . . .
#  17 . . . . . . . . . . . . . . . . . . .
#  16 . . . . . . . . . . . . . . . . X . .
#  15 . . . . . . . . . . . . . . . . O . .
#  14 . . . . . . . . . . . . . . . . . . .
#  13 . . . X . . . O . O O . . . . . . . .
#  12 . . . . . . . . . . . O . O . . . . .
#  11 . . . . . . . . . . O X . O . . . . .
#  10 . . . . . . . . . . . . . . . . . . .
#   9 . . . . . . . . . . . X . . . . . . .
#   8 . . . . . . . . . . . . . . . . . . .
#   7 . . . . . . . . . . . . . . . . . . .
#   6 . . . . . . . . . . . . . . . . . . .
#   5 . . . . . . . . . . . . . . . . . . .
#   4 . . . . . . . . . . . . . . . . . . .
#   3 . X . . . . . . . . . . . . . . . . .
#   2 . . . . . . . . . . . . . . . . . . .
#   1 . . . . O . . . . . . . . . . . . . .
#proof: white captures M11 within J8-P14 safe 5
loadsgf games/ladders_14.sgf
140 restricted_genmove white M10 N11
#? [M10]

# The ladder works in one direction: White K15 takes L15 by atari after atari; after L16 it runs
# away.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O . . . . . . . . X . . . . . . . . X
#  18 . . . . . . . . . . . . . . . . . . .
#  17 . . . . . . . . X . . . O . . . . . .
#  16 . . . . . . . . . O . . . . . . . . .
#  15 . . . . . . . . . . X O . . . . . . .
#  14 . . . . . . . . . X O . . . . . . . .
#  13 . . . . . . . . . X . . O . . . . . .
#  12 . . . . . . . . . . . . . . . . . . .
#  11 . . . . . . . . . . X . . . . . . . .
#  10 . . . . . . X . . . . . . . . . . . .
#   9 . . . . . . . . . . . . . . . . . . .
#   8 . . . . . . . . . . . . . . . . . . .
#   7 . . . . . . . . . . . . . . . X . . .
#   6 . . . . . . . . . . . . . . . . . . .
#   5 . . . . . . . . . . . . . . . . . O .
#   4 . . . . . . . . . . . . . . . . . . .
#   3 . . . . . . . . . . . . . . . . . . .
#   2 . . . . . O . . . . . . . . . . . . .
#   1 X . . . . . . . . . . . . . . . . . .
#proof: white captures L15 within H12-O18 safe 5
loadsgf games/ladders_15.sgf
150 restricted_genmove white K15 L16
#? [K15]

# The ladder works in one direction: White O17 takes P17 by atari after atari; after P18 it runs
# away.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . . . . . . . . . . . . O . . . .
#  18 . . . . . . . . . . . . . . . . . . O
#  17 . O . X . . . . . . . . X . X O . . .
#  16 . . X . . . . . . . . . . . O . . . .
#  15 . X . . . . . . . . . . . . O . . . .
#  14 . . . . . . . . . . . . . . . . . . .
#  13 . . . . . . . . . . . . . . . . . . .
#  12 . . . . . . . . . . . . . . . . . . .
#  11 . . . . . . . . . . . . . . . . . . .
#  10 . . . . . . . . . . . . . . . . . . .
#   9 . . . . . . . . . . . . . . . . . . .
#   8 . . . . O . . . . O . . . . . . . . .
#   7 . . . . . . . . . . . . . . . . . . .
#   6 . . . O . . . . . . . . . . . . . . .
#   5 . . . . . . . . . . . . . . . . . . .
#   4 . . . . . . . . . . . . . X . . . . .
#   3 . . . . . . . . . . . . . . . . . . .
#   2 . . . . . . . . . . O . . . . . . . .
#   1 . . . . . . . . . . . . . . . . . . .
#proof: white captures P17 within M14-S19 safe 5
loadsgf games/ladders_16.sgf
160 restricted_genmove white O17 P18
#? [O17]

# The ladder works in one direction: Black N12 takes N13 by atari after atari; after O13 it runs
# away.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . . . . . . . . . . . . . . . . .
#  18 . . . . . . . . . . . . . X . . . . .
#  17 . . . . . . . . . . . . . . . . . . .
#  16 . . . . . . . . . . . . . . . . . . .
#  15 . . . . . . . . . . . . . . . . . . .
#  14 . . . . . . . . . . . . X . . . . . .
#  13 . . . . . . . O . . O X O . X . . . .
#  12 . . . . . . . . . . O . . . . . . . .
#  11 . . . . . . . . . . O O . X O . . . .
#  10 . . . . . . . . . X . . . O . . . . .
#   9 . X . . . . . . . . . . . . . . . . .
#   8 . . . . . . . . . . . . . . . . . . .
#   7 . . . . . . . . . . . . . . . . . . .
#   6 . . . . . . . . . . . . . . . . . . .
#   5 . . . . . . . . . . . . . . . . . . X
#   4 . . . X O . . . . . . . . . . . . . .
#   3 . . . . . . . . . . X . . . . . . . .
#   2 . . . . . . . . . . . . . . . . . . .
#   1 . . . . . . . . . . . . . . . . O . .
#proof: black captures N13 within K10-Q16 safe 5
loadsgf games/ladders_17.sgf
170 restricted_genmove black N12 O13
#? [N12]

# The ladder works in one direction: Black Q5 takes Q4 by atari after atari; after Q3 it runs
# away.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . . . . . . . . . . . . . . . . .
#  18 . . . . . . . . . . . . . . . . . . .
#  17 . . . . . . . . . . . . . . . . . . .
#  16 . . . . . . . . . . . . . . . . . . .
#  15 . . . . . . . . . . . . . . . . . . .
#  14 . . . . . . . . . . . X . . . . . . .
#  13 . . . . . . . . . . . . . . . . . . .
#  12 . . . . . . . . . . . . . . . . . . .
#  11 . . . . . . . . . . . . . . . . . . .
#  10 . . . . . . . . . . . . . . . . . . X
#   9 . . . O . . . . . . . . . O . . . . .
#   8 . . . . . . . . . . . . . . . . . . .
#   7 . . . . . . . . . . . . . . . . . . .
#   6 . . . . . . . . . . . . . O . . . . .
#   5 . . . . . . . . . . . . . . O . . . .
#   4 . . . . . . . . . . . . . . X O X . .
#   3 . . . . . . . . . . . . . . X . . . .
#   2 . . . . . . . . . . . . . . . X . . .
#   1 . . . . . . . . . . . . . . . . . . .
#proof: black captures Q4 within N1-T7 safe 5
loadsgf games/ladders_18.sgf
180 restricted_genmove black Q3 Q5
#? [Q5]

# The ladder works in one direction: White P3 takes P2 by atari after atari; after P1 it runs
# away.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . . . . . . . . . . . . . . X . .
#  18 . . . . . . . . . . . . . . . . . . .
#  17 . . . . . . . . . . . . . . . . . . .
#  16 . . . . . . . . . . . . . . X . . . .
#  15 . . . . . . . . . . . . . . . . . . .
#  14 . . . . . . . . . . . . . . . . . . .
#  13 . . . . . . . O . . . . . . . . . . .
#  12 . . . . . . . . . . . X O . . . . . .
#  11 . O . . . . . . . . . . . . . . . . .
#  10 . . . . . . . . . . . . . . . . . . .
#   9 . . . . . X . . . . . . . . . . . . .
#   8 . . . . . . . . . . . . . . . O . . .
#   7 . . . . . . . . . . X . . . . . . . .
#   6 . . . . . . . . . . . . . . . . . . .
#   5 . . . . . . . . . . . . . . . . . . .
#   4 . . . . . . . . . . . . X . . . . . .
#   3 . . . . . . . . . . . . . . . . X . .
#   2 . . . . . . . . O . . . . O X O . . .
#   1 . . . . . . . . . . . . . . . O . . .
#proof: white captures P2 within L1-T6 safe 5
loadsgf games/ladders_19.sgf
190 restricted_genmove white P1 P3
#? [P3]

# D2 is in atari, and every way out leads into a ladder that works: it cannot be saved.
#     A B C D E F G H J
#   9 . . . . . . . . .
#   8 . . . . . . X . .
#   7 . . . . . . . . .
#   6 . . . . . . O . .
#   5 . . . . X . . . .
#   4 . X . O . O . O .
#   3 O . O X O O . . .
#   2 . . . X O . . . .
#   1 . . . O . . . . .
#proof: black saves D2 within A1-G5 safe 5
loadsgf games/ladders_20.sgf
200 defend D2
#? [0]

# C7 is in atari, and every way out leads into a ladder that works: it cannot be saved.
#     A B C D E F G H J
#   9 . O . . O . . . .
#   8 . . . O . . . . .
#   7 . O X X O . . . .
#   6 . . O O . . . . .
#   5 X . . . . . . . .
#   4 . . . . . . . . .
#   3 . . . X . . . . .
#   2 . . . . . . . O .
#   1 . . . X . . . . .
#proof: black saves C7 within A4-F9 safe 5
loadsgf games/ladders_21.sgf
210 defend C7
#? [0]

# C3 is in atari, and every way out leads into a ladder that works: it cannot be saved.
#     A B C D E F G H J
#   9 . . . . O . . . .
#   8 . . . . . . . . .
#   7 . . X . . . . . .
#   6 . . . . . . . . .
#   5 . . X . . . . . .
#   4 O X O X . . . . .
#   3 . . O X . O . . .
#   2 X . X . X . . . .
#   1 . . . . . . . . .
#proof: white saves C3 within A1-F6 safe 5
loadsgf games/ladders_22.sgf
220 defend C3
#? [0]

# M2 is in atari, and every way out leads into a ladder that works: it cannot be saved.
#     A B C D E F G H J K L M N
#  13 . . . . . . . . . . . . .
#  12 . . . . . X . . O . . . O
#  11 X . . . . . . . . . . . .
#  10 . . . X . . . X . . . X .
#   9 . . . . . . . . . . . . .
#   8 . . . . . . . . . . . . .
#   7 . . . . . . . . . . . X .
#   6 . . . . . . . . . . . . .
#   5 . . . . . . X . . . . . .
#   4 . . . . . . . . . . X O .
#   3 . . . . . . . . . . . X .
#   2 . . . . . . . . . . X O .
#   1 . . . . . . . . . . X O X
#proof: white saves M2 within J1-N5 safe 5
loadsgf games/ladders_23.sgf
230 defend M2
#? [0]

# M3 is in atari, and every way out leads into a ladder that works: it cannot be saved.
#     A B C D E F G H J K L M N
#  13 . X . . . X X . . . . . .
#  12 . . . . . . . . . . . . .
#  11 . . . . . . . . . . . . .
#  10 . . . . . . . . . . . . .
#   9 . . . . O . . . O . . . .
#   8 . . . O . X . . . . . . .
#   7 . O . . . . . . . . . . .
#   6 . . . . . . . . . . . . .
#   5 . . . . . . . . . . . . .
#   4 . . . . . . . . . . X . X
#   3 . . . . . . . . . X O O X
#   2 . . . . . . . . . X X X .
#   1 . . . . . X . . . . . . .
#proof: white saves M3 within J1-N6 safe 5
loadsgf games/ladders_24.sgf
240 defend M3
#? [0]

# B10 is in atari, and every way out leads into a ladder that works: it cannot be saved.
#     A B C D E F G H J K L M N
#  13 . . . . . . . . . . . . .
#  12 . . . O . . . . . . . . .
#  11 . X X . . . O . . . . . .
#  10 X O O X . X . . . . . . .
#   9 X . X O . . . . . . . . .
#   8 . . . . . . . . . . . . .
#   7 . . . . . . . . . . . . .
#   6 . . . . . . . . . . . . .
#   5 X . . . . . . . . . . . .
#   4 X . . . . . . . . . . O .
#   3 . . . . . . . . . . . . .
#   2 . . . . . . . . . . . . .
#   1 . . . O . . . . . . . . .
#proof: white saves B10 within A7-E13 safe 5
loadsgf games/ladders_25.sgf
250 defend B10
#? [0]

# B13 is in atari, and every way out leads into a ladder that works: it cannot be saved.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . . . . . . . . . . O . . . . . .
#  18 . . . . . . . . . . . . . . . . . . .
#  17 . . . . . . . . . . . . . . . . . . .
#  16 . . . . . . . . . . . . . . . . . . .
#  15 X . . . . . . . . . . . . . . . . . .
#  14 X X . . . . . . . . . . . . . . . . .
#  13 O O X . . . . . . . . . X . . . . . .
#  12 X . . . . . . . . . . . . . . . . . .
#  11 . X . . X . . . . . . . . . . . . . .
#  10 . . . . . . . . . . . . . . O . . . .
#   9 . . . . . . . . . . . O . . . . . . .
#   8 X . . . . . . . . . . . . . . . . . .
#   7 . . . . . . . . . . . . . . . . . . .
#   6 . . . . . . . . . . . . . . . . . . .
#   5 . . . . . . . . . . . . . . . . . . .
#   4 . . . . . . . . . . . . . . . . . . .
#   3 . . . . . . . . . . . . . . . . . . .
#   2 . . . . . . . . . . . . . . . . . . O
#   1 . . . . . . . . . . . . . . . . . . .
#proof: white saves B13 within A10-E16 safe 5
loadsgf games/ladders_26.sgf
260 defend B13
#? [0]

# K18 is in atari, and every way out leads into a ladder that works: it cannot be saved.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . . . . . . O . . . . . . . . . .
#  18 . . . . . . . O X X O . . . . . . . .
#  17 . . . . . . . . O O . . . . . . . . .
#  16 . . . . . . . . . . . . . . . . . . .
#  15 . . . . . . . . . . . . . . . . . . .
#  14 . . . . . . . . . . . . . . . . . . .
#  13 . . . . . . . . . . . . . . . . . . .
#  12 . . . . . . . . . . . . . . . . . . .
#  11 . . . . . . . . . . . . . X . . . . .
#  10 . . . . . . . . . . . . . . . . . . .
#   9 . . . . . . . . . . . . . . . . . . .
#   8 X . . . . . . . . . . . . . . . . . .
#   7 . . . . . . . . . . . . . . . . . . .
#   6 . . . . . . . . . . O . . . . . . . .
#   5 . . . . . . . . . . . . . . . . . . .
#   4 . . . . . . . . . . . . . . . . . . .
#   3 . . . . . . . . . . . . . . . . . . .
#   2 . . . . . . . . . . . . . . . X . . .
#   1 . . . . . . . . . . . . . . . . . . .
#proof: black saves K18 within G15-N19 safe 5
loadsgf games/ladders_27.sgf
270 defend K18
#? [0]

# M14 is in atari, and every way out leads into a ladder that works: it cannot be saved.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . . . . . . . . . . . . . . . . .
#  18 . . . . . . . . . . . . . . . . . . X
#  17 . . . . . . . . . . . . . . . . . . .
#  16 . . . . . . . . . . . . . . . . . . .
#  15 . . . . . . . . . O . O . O . . . . .
#  14 . . . . . . . . . O . X O . . . . . .
#  13 . . . . . . . . . O O X O . . . . . .
#  12 . . . . . . . . . . . O X . . . . . .
#  11 . . . O . . . . . . . . . . . . . . .
#  10 . . . . . . . . . . . . . . . . . . .
#   9 . . . . . . . . . . . . . . . . . . .
#   8 . . . . . . . . . . . . . . . . . . .
#   7 . . . . . . . . . . . . . . . . . . .
#   6 . . . . . . . . . . . . . . . . . . .
#   5 . . . . . . . . . . . . . O . . . . .
#   4 . . . . . . . . . . . . . . . . . O .
#   3 . . . . . . . . . . . . . . . . . . .
#   2 . . . . . . . . . . . . . . . . . . .
#   1 . . . . . . . . . . . . . . . . . . .
#proof: black saves M14 within J11-P17 safe 5
loadsgf games/ladders_28.sgf
280 defend M14
#? [0]

# Q12 is in atari, and every way out leads into a ladder that works: it cannot be saved.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . . . . . . . O . . . X . . . . .
#  18 . . . . . . . . . . . . . . . . . . .
#  17 . . . . X . . . . . . . . . . . . . .
#  16 . . . . . . . . . . . . . . . . . . .
#  15 . . . . . . . . . X . . . . . . . . O
#  14 . . . O . . . . . . . . . . O O . . .
#  13 . . . . . . . . . . . . . X O X O . .
#  12 . . . . . . . . . . . . . . O X . . .
#  11 . . . . . . . . . . . . . . . O O . .
#  10 . . . . . . . . . . . . . . . X . . .
#   9 . . . . . . . . . . . . . . . . . . .
#   8 . . . . . . . . . . . . . X . . . . .
#   7 . . . . . . . . . . . . . . . . . . .
#   6 . . . . . . . . . . . . . . . . . . .
#   5 . . . . . . . . . . . X . . . . . . .
#   4 . . . . . . O . . . . . . . . . . . .
#   3 . . . . . . . . . . . . . . . . . . .
#   2 . . . . . . . . . . . . . . . . . . .
#   1 X . . . . . . . . . . . . . . . . . .
#proof: black saves Q12 within N9-T15 safe 5
loadsgf games/ladders_29.sgf
290 defend Q12
#? [0]

# B6 is in atari. B7 is the one way out: the ladder against it does not work.
#     A B C D E F G H J
#   9 . . . . . . . . .
#   8 . O . . . . . . .
#   7 . . . . . . . . .
#   6 X O X . . . . . .
#   5 X O X X . . . . .
#   4 . X . O . . . . .
#   3 . . . . . . . . O
#   2 . . . O . . . . .
#   1 . . . . . . . . .
#proof: white saves B6 within A3-E9 safe 5
loadsgf games/ladders_30.sgf
300 defend B6
#? [1 B7]

# G4 is in atari. G3 is the one way out: the ladder against it does not work.
#     A B C D E F G H J
#   9 . . . . . . . . .
#   8 . . . . . . . . .
#   7 . . . . . O . . .
#   6 . . . . . . X . .
#   5 . . . X . X O X .
#   4 O . . . . X O X .
#   3 . . . . . . . . .
#   2 . . . . . . O . .
#   1 . . . . . . . . .
#proof: white saves G4 within D1-J7 safe 5
loadsgf games/ladders_31.sgf
310 defend G4
#? [1 G3]

# B3 is in atari. C3 is the one way out: the ladder against it does not work.
#     A B C D E F G H J
#   9 . . . . . . . . .
#   8 . X . . . . . . .
#   7 . . . . . . . . X
#   6 . . . . . . O . .
#   5 . . . X . . . . .
#   4 X X . X . . . . .
#   3 O O . . O . . . .
#   2 O X . O . . . . .
#   1 O X . O . . O . .
#proof: white saves B3 within A1-F7 safe 4
loadsgf games/ladders_32.sgf
320 defend B3
#? [1 C3]

# F6 is in atari. F7 is the one way out: the ladder against it does not work.
#     A B C D E F G H J
#   9 . . . . . . . X .
#   8 . . . . . . O . .
#   7 . . . O . . . . .
#   6 . . . . X O X . .
#   5 . . . . X O X . .
#   4 . . . . . X . X .
#   3 . . . . . . . . .
#   2 . . . . . . . . .
#   1 . . X . . . . . .
#proof: white saves F6 within C3-J9 safe 5
loadsgf games/ladders_33.sgf
330 defend F6
#? [1 F7]

# K6 is in atari. K5 is the one way out: the ladder against it does not work.
#     A B C D E F G H J K L M N
#  13 . . . . . . . . . O . . .
#  12 . . . . . . . . . . . . .
#  11 . . . . . . . . . . . . .
#  10 . . . . . . . X . . . . .
#   9 . . . X . . . . . . . . .
#   8 . . . . . . . . . O . X .
#   7 X . . . . . . O O X O . .
#   6 . . . . . . . . O X O . .
#   5 . . . . . . . . . . . . .
#   4 . . . . . X . X . X X . .
#   3 . . . . . . . . . . . . .
#   2 . . O . . X . . . . . . .
#   1 . . . . . . . . . . . . O
#proof: black saves K6 within G3-N9 safe 5
loadsgf games/ladders_34.sgf
340 defend K6
#? [1 K5]

# B12 is in atari. C12 is the one way out: the ladder against it does not work.
#     A B C D E F G H J K L M N
#  13 O X O . . . . . . . O . .
#  12 O X . X . . . . . . . . .
#  11 O O X . . . . . . . . . .
#  10 . . . . . . . X . . . . .
#   9 . . . . . . O . . . . . .
#   8 . . . O . . . . . . . . .
#   7 . O . . . . . . . . . . .
#   6 . . . . . . . . . . . . .
#   5 . . . . . . . . . . . . .
#   4 . . . . . . . . . O . . .
#   3 . . . . . . . . . . . . .
#   2 . . . . . . . . . . . . .
#   1 . . . . . . X . . X . . .
#proof: black saves B12 within A9-E13 safe 5
loadsgf games/ladders_35.sgf
350 defend B12
#? [1 C12]

# P18 is in atari. P17 is the one way out: the ladder against it does not work.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . . . . . . . . . . O X X O . . .
#  18 . . . . . . . . . O . . . O X O . . .
#  17 . . . . . . . . . . . . X . . . O . .
#  16 . . . . . . . . . . . . . . . . . . .
#  15 . . . . . . . . . . . . . . . . . . .
#  14 . . . . . . . . . . . . . . . . . . .
#  13 . O . . . . . . . . . . . . . . . . .
#  12 . . . . . . O . . . . . . . . . . . .
#  11 . . . . . . . . . . . . . . . . . . .
#  10 . . . . . . . . . . . . . . . . . . .
#   9 . . . . . . . . . . . . . . . . . . .
#   8 . . . . . . . . . . . . . . . . . . .
#   7 . . . . . . . . . . . . . . . . . . .
#   6 . . . . . . . . X . . . . . . . . . .
#   5 . . X . . . . . . . . . . . . . . . .
#   4 . . . . . . . . . . . . . . . . . . .
#   3 . . . . . . . . . . . . . . . . . . .
#   2 . . . . . . . . . . . . . . . . . . .
#   1 . . . . . . . . . . . . . . . . . . .
#proof: black saves P18 within L14-T19 safe 4
loadsgf games/ladders_36.sgf
360 defend P18
#? [1 P17]

