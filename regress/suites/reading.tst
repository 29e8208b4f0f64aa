# Captures and rescues inside a closed region: can this chain be caught, can it be saved, and how?
# Positions and proofs: see README.md, "Tactics".

# White catches C6 by E5, and by no other move. After White D5 instead comes Black D6.
#     A B C D E F G H J
#   9 . O O . O O . O O
#   8 O O O O O O O O O
#   7 O O O O O O O O O
#   6 O O X . X . . X X
#   5 O O X . . X X X X
#   4 O O O . O . . X X
#   3 X X X X X X X X X
#   2 X X X X X X X X .
#   1 X . X X X X . X X
#proof: white captures C6
loadsgf games/reading_01.sgf
10 attack C6
#? [1 E5]

# Black catches C6 by F6, and by no other move. After Black C4 instead comes White F6.
#     A B C D E F G H J
#   9 . X . X . X . X .
#   8 . X X X X X X X .
#   7 X X X X X X X X X
#   6 X X O O O . O O O
#   5 X X X . X . O O O
#   4 X X . X X . O O .
#   3 X X . . . O O O O
#   2 O O O O O O O O .
#   1 O O O O O O O O O
#proof: black captures C6
loadsgf games/reading_02.sgf
20 attack C6
#? [1 F6]

# White catches E5 by F5, and by no other move. After White D5 instead comes Black F5.
#     A B C D E F G H J
#   9 . X X X X X X X .
#   8 X X X X X X X X X
#   7 X X X X . . X X .
#   6 X X X O O . X X X
#   5 X X O . X . X X .
#   4 X X . . O . X X X
#   3 X X X X X X X X .
#   2 X X X X X X X X X
#   1 . X . X . X . X .
#proof: white captures E5
loadsgf games/reading_03.sgf
30 attack E5
#? [1 F5]

# Black catches C5 by C6, and by no other move. After Black D6 instead comes White C6.
#     A B C D E F G H J
#   9 . . O . . O . . O
#   8 . O O O O O O O O
#   7 O O O O O O O O O
#   6 X X . . . . . X X
#   5 X X O . . X . X X
#   4 X X X X X X X X X
#   3 X X X X X X X X X
#   2 X X . X X . X X .
#   1 X X . X X . X X .
#proof: black captures C5
loadsgf games/reading_04.sgf
40 attack C5
#? [1 C6]

# White catches D4 by D5, and by no other move. After White G5 instead comes Black D5.
#     A B C D E F G H J
#   9 O O O X X X . X X
#   8 . . O X X X X X X
#   7 O O O X X X X X X
#   6 . O O X . O . X X
#   5 O O O . . O . X X
#   4 . O O X . . . X X
#   3 O O O O O O O X X
#   2 . . O O O O O X X
#   1 O O O O O O O X .
#proof: white captures D4
loadsgf games/reading_05.sgf
50 attack D4
#? [1 D5]

# Black catches F6 by F7, and by no other move. After Black D6 instead comes White F7.
#     A B C D E F G H J
#   9 . O O O O O X X X
#   8 O O O O O O X X X
#   7 O O . . X . X X X
#   6 O O X . . O X X .
#   5 O O O O X . X X X
#   4 O O X . X . X X X
#   3 O O O O O O X X X
#   2 O O O O O O X X X
#   1 . O . O . O X X .
#proof: black captures F6
loadsgf games/reading_06.sgf
60 attack F6
#? [1 F7]

# Black catches G5 by G6, and by no other move. After Black E4 instead comes White G6.
#     A B C D E F G H J
#   9 O O O O O O O O O
#   8 . O O O O O O O .
#   7 O O O O O O O O O
#   6 O O O . . X . X X
#   5 O O . X . X O X X
#   4 O O O O . O . X X
#   3 X X X X X X X X X
#   2 X X X X X X X X .
#   1 X X . X X . X X .
#proof: black captures G5
loadsgf games/reading_07.sgf
70 attack G5
#? [1 G6]

# White catches G4 by F5, and by no other move. After White F4 instead comes Black F5.
#     A B C D E F G H J
#   9 . . X X X X X O .
#   8 X X X X X X X O O
#   7 . X X X . . O O O
#   6 . X X X X O X O O
#   5 X X X . X . X O O
#   4 . X X . . . X O O
#   3 . X X O O O O O O
#   2 X X X O O O O O .
#   1 . . X O O . . O .
#proof: white captures G4
loadsgf games/reading_08.sgf
80 attack G4
#? [1 F5]

# Black catches F5 by G5, and by no other move. After Black G4 instead comes White G5.
#     A B C D E F G H J
#   9 . X . X O O O O .
#   8 . X X X O O O O O
#   7 . X X X . X . O O
#   6 X X X X . X . O O
#   5 . X X X . O . O O
#   4 . X X X X X . O O
#   3 . X X X . . X O O
#   2 . X X X X X X O O
#   1 . X . X X X X O .
#proof: black captures F5
loadsgf games/reading_09.sgf
90 attack F5
#? [1 G5]

# Black catches K6 by H6, and by no other move. After Black L7 instead comes White H6.
#     A B C D E F G H J K L M N
#  13 X . X X O . O . O . O . O
#  12 X X X X O . O O O O O O O
#  11 X X . X O O O O O O O O O
#  10 . X X X O O O X . . O O O
#   9 X X X X O O O . . . O O O
#   8 X . X X O O O X . O O O O
#   7 X X X X O O O O X X . O O
#   6 X X . X O O O . O O X O O
#   5 . X X X O O O X . X X O O
#   4 X X X X O O O X X X X O O
#   3 X . X X O . O X X X X O O
#   2 X X X X O O O X X . X O O
#   1 X X . X X X X . X X X X X
#proof: black captures K6
loadsgf games/reading_10.sgf
100 attack K6
#? [1 H6]

# Black catches L5 by L6, and by no other move. After Black K6 instead comes White L6.
#     A B C D E F G H J K L M N
#  13 . X X . X X . X X . X X .
#  12 . X X X X X X X X X X X X
#  11 X X O O O O O O O O O O O
#  10 . X O O O O . O O O O . O
#   9 . X O . O O O O O O O O O
#   8 X X O O O O O O O O O O O
#   7 . X O O O O . O . O O X X
#   6 . X O O O O . O . . . X X
#   5 X X O O O O . . X . O X X
#   4 . X X X X X X X X X X X X
#   3 . X X . X X X X X X X X .
#   2 X . X X . X X . X X . X X
#   1 . X X . X X . X X . X X .
#proof: black captures L5
loadsgf games/reading_11.sgf
110 attack L5
#? [1 L6]

# Black catches F10 by F9, and by no other move. After Black E9 instead comes White F9.
#     A B C D E F G H J K L M N
#  13 X X X . X X X X . X X X X
#  12 . X X X X X X X X X . X X
#  11 X X X X X X X X X X X X X
#  10 X X X X . O X O . O O O O
#   9 X . X X . . O O . O O O O
#   8 X X X X . . O X . O O O O
#   7 O O O O O O O O O O O . O
#   6 O O O O O O O O O O O O O
#   5 O O . O O O O . O O O O .
#   4 . O O O O . O O O O . O O
#   3 O O O O O O O O O O O O O
#   2 X X X X X X X X X O O O O
#   1 X X . X X X X . X X X X X
#proof: black captures F10
loadsgf games/reading_12.sgf
120 attack F10
#? [1 F9]

# Black catches H11 by G11, and by no other move. After Black G8 instead comes White G11.
#     A B C D E F G H J K L M N
#  13 X X X . X X X X X X X O .
#  12 X . X X X X X X X X X O .
#  11 X X X X O O . O . X X O .
#  10 X X . X O O . X . X X O .
#   9 . X X X O O O . . X X O .
#   8 X X X X O O . . O X X O .
#   7 X . X X O O O O O O O O .
#   6 X X X X O O O O O O O O O
#   5 X X . X X X X O O . . O .
#   4 . X X X X . X O O . . O .
#   3 X X X . X X X O O . . O .
#   2 X . X X X X X O O . . O .
#   1 X X X X . X X O O . . O .
#proof: black captures H11
loadsgf games/reading_13.sgf
130 attack H11
#? [1 G11]

# White catches D4 by D3, and by no other move. After White G6 instead comes Black D3.
#     A B C D E F G H J K L M N
#  13 . . . X . . . . . . . X .
#  12 X X X X X X X X X X X X X
#  11 . . . X . . . . . . . X .
#  10 X X X X X X X X X X . X .
#   9 O O O O O O O O O O X X X
#   8 O O O O O O O O . O X X .
#   7 . O O O O O O O O O X X .
#   6 O O O O X O . X X X X X X
#   5 O O O . . O . X X . . X .
#   4 O O O X O O . X X . . X .
#   3 O O O . X . . X X X X X X
#   2 X X X X X X X X X . . X .
#   1 . . X X X X X X . . . X .
#proof: white captures D4
loadsgf games/reading_14.sgf
140 attack D4
#? [1 D3]

# Black catches J11 by J10, and by no other move. After Black H10 instead comes White J10.
#     A B C D E F G H J K L M N
#  13 O X X . X X X X X X X . .
#  12 O X X X X X X X X X X X X
#  11 O O O O O . . X O . X X .
#  10 O O O O O X . . . . X X X
#   9 O O . O O X X O O . X X X
#   8 . O O O O O O O O O O O O
#   7 O O O . O O O O O O O O O
#   6 O . O O O O . O O O O . O
#   5 O O O O . O O O O . O O O
#   4 O O . O O O O . O O O O .
#   3 . O O O O . O O O O . O O
#   2 O O O . O O O O . O O O O
#   1 O . O O O O . O O O O . O
#proof: black captures J11
loadsgf games/reading_15.sgf
150 attack J11
#? [1 J10]

# Black catches G4 by H4, and by no other move. After Black G5 instead comes White H4.
#     A B C D E F G H J K L M N
#  13 X X X . X X X X . X X X X
#  12 X . X X X X . X X X X . X
#  11 X X X X . X X X X X X X X
#  10 X X . X X X O O O O O O O
#   9 X X X X X X O O O . O O .
#   8 O O X . X X O O O O O O O
#   7 O O X X X X O O O O O O O
#   6 . O X X X X . . X O O O .
#   5 O O X X X X . . X . O O O
#   4 O O X X X X O . O O O O O
#   3 . O X . X X X . . O O O .
#   2 O O X X X X X X X X O O O
#   1 O O X X . X X X X X O . O
#proof: black captures G4
loadsgf games/reading_16.sgf
160 attack G4
#? [1 H4]

# Black catches E8 by E9, and by no other move. After Black E7 instead comes White E9.
#     A B C D E F G H J K L M N
#  13 O O O O O O O O O O O O O
#  12 O . O . O X X X O . O . O
#  11 O O O O O X . X O O O O O
#  10 O O O O O X X X O . O . O
#   9 O O . O . X X X O O O O O
#   8 O O . X O X X X O . O . O
#   7 O O . . . X X X O O O O O
#   6 O O . X . X X X X X X X X
#   5 O O O O O X X X . . X . .
#   4 O O O O O X X X X X X X X
#   3 O O O O O X . X . . X . .
#   2 X X X X X . . X . . X . .
#   1 . X . . X . . X . . X . .
#proof: black captures E8
loadsgf games/reading_17.sgf
170 attack E8
#? [1 E9]

# White catches H6 by H5, and by no other move. After White J5 instead comes Black H5.
#     A B C D E F G H J K L M N
#  13 . X X . X X . X X . X X .
#  12 X X X X X X X X X X X X X
#  11 X X X X X X X X X X . . X
#  10 O O O O O O O O O O X X X
#   9 O O O O O O O O O O X X O
#   8 O . . O . O O . . . X X O
#   7 . O O . O O O . . O X X O
#   6 O O O O O O O X O O X X O
#   5 O . . O . O O . . . X X O
#   4 . O O . O O O X X X X X O
#   3 O O O O O O O X X X X X O
#   2 O . . O . . O O O O O O O
#   1 . O O . O O . O O . O O .
#proof: white captures H6
loadsgf games/reading_18.sgf
180 attack H6
#? [1 H5]

# White catches J8 by J9, and by no other move. After White H9 instead comes Black J9.
#     A B C D E F G H J K L M N
#  13 X . X . X . X . X . X . X
#  12 X . X . X . X . X . X . X
#  11 X . X . X X X X X X X X X
#  10 X X X X X X X X X X X X X
#   9 X O O O O . . . . . O O O
#   8 X O O O O . . . X O . O O
#   7 X O . O O O O O O O O O O
#   6 X O O O O O O O O O O O O
#   5 X O . . . . O . . . . . .
#   4 X O O O O O O O O O O O O
#   3 X X X X X X O . . . . . .
#   2 X X X X X X X O O O O O O
#   1 X . X . X . X O . . . . .
#proof: white captures J8
loadsgf games/reading_19.sgf
190 attack J8
#? [1 J9]

# White catches P15 by P16, and by no other move. After White M17 instead comes Black P16.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O O O O O O O O X . X X X X X O O O O
#  18 O . O O . O O O X X X X X X X O O O O
#  17 . O . . O . . O X X X . . . X O O . .
#  16 O O O O O O O O X X X X . . . O O O O
#  15 O . O O . O O O X X X . O O X O O O O
#  14 . O . . O . . O X X X . . O . O O . .
#  13 O O O O O O O O X X X X O . X O O O O
#  12 O . O O . O O O X X X O O O O O O O O
#  11 O O O O O O O O X . X O O O O O O O X
#  10 X X X X X X X X X X X O O O O O O O X
#   9 X . X . X . X . X . X X X X X X X X X
#   8 X X X X X X X X X X X X X X X X X X X
#   7 X . X . X . X . X . X . X . X . X . X
#   6 X X X X X X X X X X X X X X X X X X X
#   5 X . X . X . X . X . X . X . X . X . X
#   4 X X X X X X X X X X X X X X X X X X X
#   3 X . X . X . X . X . X . X . X . X . X
#   2 X X X X X X X X X X X X X X X X X X X
#   1 X . X . X . X . X . X . X . X . X . X
#proof: white captures P15
loadsgf games/reading_20.sgf
200 attack P15
#? [1 P16]

# Black catches K3 by J3, and by no other move. After Black J7 instead comes White J3.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O . . O X X X X X X X X X X X X X X X
#  18 O O O O X . . . X . . . . . . . X . .
#  17 O . . O X . . . X . . . . . . . X . .
#  16 O O O O X X X X X X X X X X X X X X X
#  15 O . . O X . . . X . . . . . . . X . .
#  14 O O O O X . . . X . . . . . . . X . .
#  13 O . O X X X X X X X X X X X X X X X X
#  12 O O O X . . . . X . . . . . . . X . .
#  11 O . O X . X X X X X X X . . . . X . .
#  10 O O O X X O O O O O O O X X X X X X X
#   9 O . O X X O . O O O O O X . . . X . .
#   8 O O O X X O O O O O O O X X . . X . .
#   7 O . O X X O O O . . . . X X X X X X X
#   6 O O O X X O O O . . X . X X . . X . .
#   5 O . O X X O O O O X O . X X . . X . .
#   4 O O O X X O O O X X . O X X X X X X X
#   3 O . O X X O O O . O . O X X . . X . .
#   2 O O O X X O O O X X X X X X . . X . .
#   1 O . O X X O . O X X X X X X X X X X X
#proof: black captures K3
loadsgf games/reading_21.sgf
210 attack K3
#? [1 J3]

# Black catches L5 by L3, and by no other move. After Black N5 instead comes White L3.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X . X X X X . X X X X . X X X X . X
#  18 . X X X X . X X X X . X X X X . X X X
#  17 X X X . X X X X . X X X X . X X X X .
#  16 X . X X X X . X X X X . X X X X . X X
#  15 X X X X . X X X X . X X X X . X X X X
#  14 X X . X X X X . X X X X . X X X X . X
#  13 . X X X X . X X X X . X X X X . X X X
#  12 X X X . X X X X . X X X X . X X X X .
#  11 X . X X X X . X X X X . X X X X . X X
#  10 X X X X . X X X X . X X X X . X X X X
#   9 X X . X X X X . X X X X . X X X X X O
#   8 . X X X X . X X X X . X X X X X O O O
#   7 X X X . X X X X . X X X X X X X X X O
#   6 X . X X X X . X X X X X X X X X X X O
#   5 X X X X . X X X X X O . . O . . O O O
#   4 X X . X X X X . X X O X O . . O O O O
#   3 . X X X X . X X X X . X . . O . O O O
#   2 X X X . X X X X O O O O O O O O O O O
#   1 X . X X X X . X O O O O O O O O O . O
#proof: black captures L5
loadsgf games/reading_22.sgf
220 attack L5
#? [1 L3]

# Black catches M5 by L5, and by no other move. After Black L6 instead comes White L5.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . O O X X . X . X . X . X . X . X . X
#  18 O O O X X . X . X . X . X . X . X . X
#  17 O . O X X . X . X . X . X . X . X . X
#  16 O O O X X . X . X . X . X . X . X . X
#  15 O O O X X . X . X . X . X . X . X . X
#  14 . O O X X X X X X X X X X X X X X X X
#  13 O O O X X X X X X X X X X X X X X . X
#  12 O . O X X O O O O O O O O O O O O X X
#  11 O O O X X O O O O . O O O O . O O X X
#  10 O O O X X O O . O O O O O O O O O X X
#   9 . O O X X O O O O O O O O O O O O X X
#   8 O O O O X O O O O O O . . X X X X . X
#   7 O . O O X O . O O . X . . X X X X X X
#   6 O O O O X O O O O O . X . X X . X . X
#   5 O O . O X O O O O O . O O X X . X . X
#   4 . O O O X X X X X X X X X X X . X . X
#   3 O O O O X . X . X X X X X X X . X . X
#   2 O . O O X . X . X . X . X . X . X . X
#   1 O O O O X . X . X . X . X . X . X . X
#proof: black captures M5
loadsgf games/reading_23.sgf
230 attack M5
#? [1 L5]

# Black catches N5 by N4, and by no other move. After Black M4 instead comes White N4.
#     A B C D E F G H J K L M N O P Q R S T
#  19 X X X O O O . O O . O O . O O . O O .
#  18 X . X O O O . O O . O O . O O . O O .
#  17 X X X O . O O . O O . O O . O O . O O
#  16 X . X O O O . O O . O O . O O . O O .
#  15 X X X O O O . O O . O O . O O . O O .
#  14 X . X O . O O . O O . O O . O O . O O
#  13 X X X O O O . O O . O O . O O . O O .
#  12 X . X O O O . O O . O O . O O . O O .
#  11 X X X O . O O O O O O O O O O O O O O
#  10 X . X O O O O X X X X X X X X X X X X
#   9 X X X O O O O X X X X X X X X X X X X
#   8 X . X O . O O X X . X X X X X X X X X
#   7 X X X O O O O X X X X X X X X X X X X
#   6 X . X O O O O X X X X . . X X X . X X
#   5 X X X O . O O X X X X X O X . . X X X
#   4 X . X X O O O X X X X . . . . O O X X
#   3 X X X X O O . O O O O O O O O O O O O
#   2 X . X X O O O . O O O O O O O O O O O
#   1 X X X X O O . O O . O O . O O . O O .
#proof: black captures N5
loadsgf games/reading_24.sgf
240 attack N5
#? [1 N4]

# Black catches P18 by Q18, and by no other move. After Black O18 instead comes White Q18.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . . . O . . . . . O X X X . X . O O .
#  18 O O O O O O O O O O X X X . O . O O O
#  17 . . . O . . . . . O X X X . X . O O .
#  16 O O O O O O O O O O X X X . . X O O O
#  15 . . . O . . . . . O X X X X X X X X X
#  14 O O O O O O O O O O X . X X X X X . X
#  13 . . . O . . . . . O X X X X X X X X X
#  12 O O O O O O O O O O O O O O O O O O O
#  11 . . . O . . . . . . O . . . . . . O .
#  10 O O O O O O O O O O O O O O O O O O O
#   9 X X X X X O O O O O O O O O O O O O O
#   8 X . X . X X X X X X X X X X X X X X X
#   7 X X X X X X X X X X X X X X X X X X X
#   6 X . X . X . X . X . X . X . X . X . X
#   5 X X X X X X X X X X X X X X X X X X X
#   4 X . X . X . X . X . X . X . X . X . X
#   3 X X X X X X X X X X X X X X X X X X X
#   2 X . X . X . X . X . X . X . X . X . X
#   1 X X X X X X X X X X X X X X X X X X X
#proof: black captures P18
loadsgf games/reading_25.sgf
250 attack P18
#? [1 Q18]

# White catches F6 by E6, and by no other move. After White G6 instead comes Black E6.
#     A B C D E F G H J K L M N O P Q R S T
#  19 . O O O O . O O O O . O O O O . O O O
#  18 O O O . O O O O . O O O O . O O O O .
#  17 O . O O O O . O O O O . O O O O . O O
#  16 O O O O . O O O O . O O O O . O O O O
#  15 O O . O O O O . O O O O . O O O O . O
#  14 . O O O O . O O O O . O O O O . O O O
#  13 O O O O O O O O . O O O O . O O O O .
#  12 X X X X O O . O O O O . O O O O . O O
#  11 X X X X O O O O O . O O O O . O O O O
#  10 X . X X O O O O O O O O . O O O O . O
#   9 X X X X O O O O O O . O O O O . O O O
#   8 X . X X O X . O O O O O O . O O O O .
#   7 X X X X . O . O O O O . O O O O . O O
#   6 X . X X . X . O O . O O O O . O O O O
#   5 X X X X . O X O O O O O . O O O O . O
#   4 X . X X O . . O O O . O O O O . O O O
#   3 X X X X O O O O O O O O O . O O O O .
#   2 X . X X O O O O O O O . O O O O . O O
#   1 X X X X O O O O O . O O O O . O O O O
#proof: white captures F6
loadsgf games/reading_26.sgf
260 attack F6
#? [1 E6]

# White catches F5 by G5, and by no other move. After White D5 instead comes Black G5.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O O O . O O O O . O O O O . O O O O .
#  18 O . O O O O . O O O O . O O O O . O O
#  17 O O O O . O O O O . O O O O . O O O O
#  16 O O . O O O O . O O O O . O O O O . O
#  15 . O O O O . O O O O . O O O O . O O O
#  14 O O O . O O O O . O O O O . O O O O .
#  13 O . O O O O . O O O O . O O O O . O O
#  12 O O O O . O O O O . O O O O . O O O O
#  11 O O O O O O O O O O O O . O O O O O O
#  10 X X X X X X X X X X O O O X X X X X X
#   9 X X X X X X X X X X X X X X X X X . X
#   8 . X X X X X X X X X . X X X X . X X X
#   7 X X X . . O X X X X X X X . X X X X .
#   6 X X X O . O O X X X X . X X X X . X X
#   5 X X X . . X . X X . X X X X . X X X X
#   4 X X X . . O O X X X X X . X X X X . X
#   3 O O O O O O O O O O X X X X X . X X X
#   2 O O O O O O O O O O X X X . X X X X .
#   1 O O . O O O O . O O X . X X X X . X X
#proof: white captures F5
loadsgf games/reading_27.sgf
270 attack F5
#? [1 G5]

# White catches L9 by J9, and by no other move. After White K7 instead comes Black J9.
#     A B C D E F G H J K L M N O P Q R S T
#  19 O . O O O X X . X X X X . X X X X . X
#  18 O O O O O X X X X . X X X X . X X X X
#  17 O O . O O O X X X X X . X X X X . X X
#  16 . O O O O O X X . X X X X . X X X X .
#  15 O O O . O O X X X X X X X X X . X X X
#  14 O . O O X X X X O O O O O O O X X . X
#  13 O O O O X X X X O . O O O O O X X X X
#  12 O O . O X X . X O O O O . O O X . X X
#  11 . O O O X X X X O O O O O O O X X X .
#  10 O O O O X . X X O . X O O . O X X X X
#   9 O . O O X X X X . X X O O O O X X . X
#   8 O O O O X X X X O O . O O O O X X X X
#   7 O O . O X X X X X . . O O O O X . X X
#   6 . O O O X X X X . . . O O O O X X X .
#   5 O O O O X . X X X X X O O . O X X X X
#   4 O . O O X X X X X X X O O O O X X . X
#   3 O O O O X X X X X . X O O O O X X X X
#   2 O O . O X X . X X X X O O O O X . X X
#   1 . O O O O O X X . X X X X X X X X X .
#proof: white captures L9
loadsgf games/reading_28.sgf
280 attack L9
#? [1 J9]

