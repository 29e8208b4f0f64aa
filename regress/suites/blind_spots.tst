# Positions of the kinds that networks misjudge: each side to move has a move that decides about a
# group, proved by the goal search in the group's region (loose ladders: by reading of the chain).
# How they were made, and what the player finds: README.md, "Blind spots".

# Loose ladders: chains of three or four liberties that fall to one of the moves around them alone.

# kills F8
#      A B C D E F G H J
#    9 . . . . . O X . .
#    8 . . . X . O . . .
#    7 . . . . . X . . .
#    6 . O . . . . . . .
#    5 . . . . . . . . .
#    4 . . . . . . . . .
#    3 . . . . . . . . .
#    2 . . . . . . . . .
#    1 . . . . . . . . .
loadsgf games/blind_spot_01.sgf
10 restricted_genmove black D9 E7 E8 E9 F6 G7 G8 H8 H9
#? [G8]

# kills B6
#      A B C D E F G H J
#    9 . . . . . . . . .
#    8 . X . . X . . . .
#    7 O . O . . . . . .
#    6 O O . . X . . . .
#    5 O X . . . . . . .
#    4 X X . . . . . . .
#    3 . . . . . . . . .
#    2 . . . . . . . . .
#    1 . . . . . . . . .
loadsgf games/blind_spot_02.sgf
20 restricted_genmove black A3 A8 A9 B7 C5 C6 D6
#? [C6]

# kills B8
#      A B C D E F G H J
#    9 O O X . . . . . .
#    8 . O . . . . . . .
#    7 . . . . . . . . .
#    6 X . X . . . . . .
#    5 . . . X . . . . .
#    4 . . . . . . . . .
#    3 . . . . . . . . .
#    2 . . . . . . . . .
#    1 . . . . . . . . .
loadsgf games/blind_spot_03.sgf
30 restricted_genmove black A7 A8 B6 B7 C7 C8 D8 D9
#? [C8]

# kills D8
#      A B C D E F G H J
#    9 . . O O X X X . .
#    8 . . . O . . . . .
#    7 . . . X . . . . .
#    6 X . . . . . . . .
#    5 . . . . . . . . .
#    4 . . . . . . . . .
#    3 . . . . . . . . .
#    2 . . . . . . . . .
#    1 . . . . . . . . .
loadsgf games/blind_spot_04.sgf
40 restricted_genmove black A9 B8 B9 C7 C8 D6 E7 E8 F8
#? [E8]

# kills F8
#      A B C D E F G H J
#    9 . . . . . X . . .
#    8 . . . X O O . . .
#    7 . . . X . . . . .
#    6 . . . . . . X . .
#    5 . . . . X X X . .
#    4 . . . . . . . . .
#    3 . . . . . . . . .
#    2 . . . . . . . . .
#    1 . . . . . . . . .
loadsgf games/blind_spot_05.sgf
50 restricted_genmove black C8 D9 E6 E7 E9 F6 F7 G7 G8 G9 H8
#? [G8]

# kills B8
#      A B C D E F G H J
#    9 . O O X . . . . .
#    8 . O X . . . . . .
#    7 X . . . . . . . .
#    6 . X . . X . . . .
#    5 X X . . . . . . .
#    4 . . . . . . . . .
#    3 . . . . . . . . .
#    2 . . . . . . . . .
#    1 . . . . . . . . .
loadsgf games/blind_spot_06.sgf
60 restricted_genmove black A8 A9 B7 C7 D8 E9
#? [D8]

# kills B8
#      A B C D E F G H J
#    9 X O . . . . . . .
#    8 . O X . . . . . .
#    7 . . . . . . . . .
#    6 . . O . . . . . .
#    5 . . . . . . . O .
#    4 . . . . . . . . .
#    3 . . . . . . . . .
#    2 . . . . . . . . .
#    1 . . . . . . . . .
loadsgf games/blind_spot_07.sgf
70 restricted_genmove black A7 A8 B6 B7 C7 C9 D8 D9
#? [B7]

# kills B8
#      A B C D E F G H J
#    9 . . . . . . . . .
#    8 . O X . . . . . .
#    7 X O . . . . . . .
#    6 X . . . . . . . .
#    5 . X . . . . . . .
#    4 . . . . . . . . .
#    3 . . . . . . . . .
#    2 . . . . . . . . .
#    1 O . . . . . . . .
loadsgf games/blind_spot_08.sgf
80 restricted_genmove black A8 A9 B6 B9 C6 C7 C9 D7 D8
#? [C7]

# kills B6
#      A B C D E F G H J
#    9 . . . . . . . . .
#    8 . X X . . . . . .
#    7 . . X . . . . . .
#    6 O O . O . . . . .
#    5 X . X X . . . . .
#    4 . . . . X . . . .
#    3 . . . X . . . . .
#    2 . . . . . . . . .
#    1 . . . . . . . . .
loadsgf games/blind_spot_09.sgf
90 restricted_genmove black A4 A7 A8 B4 B5 B7 C6
#? [C6]

# kills C8
#      A B C D E F G H J
#    9 . X . . X . . . .
#    8 X O O . . . . . .
#    7 X X . . . . . . .
#    6 . . . . . . . . .
#    5 . . X . . . . . O
#    4 O . . . . . . . .
#    3 . . . . . . . . .
#    2 . . . . . . . . .
#    1 . . . . . . . . .
loadsgf games/blind_spot_10.sgf
100 restricted_genmove black A9 B6 C6 C7 C9 D7 D8 D9 E8
#? [D7]

# Dead shapes in the opponent's area: a vital point decides about a small eye space.

# saves J6
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . . . . . . . . . .
#   10 . . . . . . . . . . . . .
#    9 . . . . . . . . . . . . .
#    8 . . . . . . . . . . . . .
#    7 . . . . . . . . O O O O .
#    6 . . . . . . . O X X X X O
#    5 . . . . . . . O X . . X O
#    4 . . . . . . . O X . X X O
#    3 . . . . . . . O X X X O .
#    2 . . . . . . . . O O O . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_11.sgf
110 reg_genmove black
#? [K5]

# kills A12
#      A B C D E F G H J K L M N
#   13 . . . X O . . . . . . . .
#   12 X . X X O . . . . . . . .
#   11 X X X O . . . . . . . . .
#   10 O O O . . . . . . . . . .
#    9 . . . . . . . . . . . . .
#    8 . . . . . . . . . . . . .
#    7 . . . . . . . . . . . . .
#    6 . . . . . . . . . . . . .
#    5 . . . . . . . . . . . . .
#    4 . . . . . . . . . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_12.sgf
120 reg_genmove white
#? [B13]

# saves A13
#      A B C D E F G H J K L M N
#   13 X . X X O . . . . . . . .
#   12 . . . X O . . . . . . . .
#   11 X . X X O . . . . . . . .
#   10 X X X O . . . . . . . . .
#    9 O O O . . . . . . . . . .
#    8 . . . . . . . . . . . . .
#    7 . . . . . . . . . . . . .
#    6 . . . . . . . . . . . . .
#    5 . . . . . . . . . . . . .
#    4 . . . . . . . . . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_13.sgf
130 reg_genmove black
#? [B12]

# kills E5
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . . . . . . . . . .
#   10 . . . . . . . . . . . . .
#    9 . . . . . . . . . . . . .
#    8 . . . . . . . . . . . . .
#    7 . . . . . . . . . . . . .
#    6 . . . . O O O O O . . . .
#    5 . . . O X X X X X O . . .
#    4 . . . O X . . . X O . . .
#    3 . . . O X X X X X O . . .
#    2 . . . . O O O O O . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_14.sgf
140 reg_genmove white
#? [G4]

# kills F11
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . O O O O . . . .
#   11 . . . . O X X X X O . . .
#   10 . . . . O X . . X O . . .
#    9 . . . . O X O X X O . . .
#    8 . . . . O X X X O . . . .
#    7 . . . . . O O O . . . . .
#    6 . . . . . . . . . . . . .
#    5 . . . . . . . . . . . . .
#    4 . . . . . . . . . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_15.sgf
150 reg_genmove white
#? [G10]

# kills D13
#      A B C D E F G H J K L M N
#   13 . . O X O . X X O . . . .
#   12 . . O X . . . X O . . . .
#   11 . . O X X X X X O . . . .
#   10 . . . O O O O O . . . . .
#    9 . . . . . . . . . . . . .
#    8 . . . . . . . . . . . . .
#    7 . . . . . . . . . . . . .
#    6 . . . . . . . . . . . . .
#    5 . . . . . . . . . . . . .
#    4 . . . . . . . . . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_16.sgf
160 reg_genmove white
#? [F12]

# saves D9
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . O O O . . . . . .
#   10 . . . O X X X O . . . . .
#    9 . . O X X . X X O . . . .
#    8 . . O X . . . X O . . . .
#    7 . . O X X . X X O . . . .
#    6 . . . O X X X O . . . . .
#    5 . . . . O O O . . . . . .
#    4 . . . . . . . . . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_17.sgf
170 reg_genmove black
#? [F8]

# kills A9
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . . . . . . . . . .
#   10 O O O O O . . . . . . . .
#    9 X X X X X O . . . . . . .
#    8 . O . . X O . . . . . . .
#    7 X . X X X O . . . . . . .
#    6 X X X O O . . . . . . . .
#    5 O O O . . . . . . . . . .
#    4 . . . . . . . . . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_18.sgf
180 reg_genmove white
#? [C8]

# kills E5
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . . . . . . . . . .
#   10 . . . . . . . . . . . . .
#    9 . . . . . . . . . . . . .
#    8 . . . . . . . . . . . . .
#    7 . . . . . . . . . . . . .
#    6 . . . . O O O O O . . . .
#    5 . . . O X X X X X O . . .
#    4 . . . O X . . . X O . . .
#    3 . . . O X X . X X O . . .
#    2 . . . . O X X X O . . . .
#    1 . . . . . O O O . . . . .
loadsgf games/blind_spot_19.sgf
190 reg_genmove white
#? [G4]

# saves D13
#      A B C D E F G H J K L M N
#   13 . . O X X . X X O . . . .
#   12 . . O X . . . X O . . . .
#   11 . . O X X . . X O . . . .
#   10 . . . O X X X X O . . . .
#    9 . . . . O O O O . . . . .
#    8 . . . . . . . . . . . . .
#    7 . . . . . . . . . . . . .
#    6 . . . . . . . . . . . . .
#    5 . . . . . . . . . . . . .
#    4 . . . . . . . . . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_20.sgf
200 reg_genmove black
#? [(F12|G12|F11)]

# Cyclic groups: a ring around stones of the opponent, enclosed by others; who moves first decides.

# saves G11
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . O O O O O O O O
#   11 . . . . . O X X X X X X O
#   10 . . . . . O X O O . O X O
#    9 . . . . . O X . O . O X O
#    8 . . . . . O X O O O O X O
#    7 . . . . . O X X X X X X O
#    6 . . . . . O O O O . O O O
#    5 . . . . . . . . . O . . .
#    4 . . . . . . . . . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_21.sgf
210 reg_genmove black
#? [K10]

# kills D10
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . O . . O . . . .
#   11 . . O O O . O O . O . . .
#   10 . . O X X X X X O . . . .
#    9 . . O X O O . X O . . . .
#    8 . . O X . O O X O . . . .
#    7 . . O X X X X X . O . . .
#    6 . . O O O O O O O . . . .
#    5 . . . . . . . . . . . . .
#    4 . . . . . . . . . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_22.sgf
220 reg_genmove white
#? [(G9|E8)]

# saves D8
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . . . . . . . . . .
#   10 . . . . . . . . . . . . .
#    9 . . O O O O O O O . . . .
#    8 . . O X X X X X O . . . .
#    7 . . O X . . O X . O . . .
#    6 . . O X . O O X O . . . .
#    5 . . O X X X X X O . . . .
#    4 . . O O O O O O . O . . .
#    3 . . . . . . . . O . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_23.sgf
230 reg_genmove black
#? [F7]

# saves F12
#      A B C D E F G H J K L M N
#   13 . . . . O O O O O O O . .
#   12 . . . . O X X X X X O . .
#   11 . . . . O X O . O X O . .
#   10 . . . O . X O . O X O . .
#    9 . . . . O X O O O X O . .
#    8 . . . . O X X X X X O . .
#    7 . . . . O O O O O O O . .
#    6 . . . . . . . . . . . . .
#    5 . . . . . . . . . . . . .
#    4 . . . . . . . . . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_24.sgf
240 reg_genmove black
#? [(H11|H10)]

# saves C8
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . . . . . . . . . .
#   10 . . . . . O . . . . . . .
#    9 . O O O O . O O . . . . .
#    8 . O X X X X X O . . . . .
#    7 . O X O O O X O . . . . .
#    6 O . X . . O X O . . . . .
#    5 . O X X X X X O . . . . .
#    4 . O O O O O O O . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_25.sgf
250 reg_genmove black
#? [(D6|E6)]

# kills G12
#      A B C D E F G H J K L M N
#   13 . . . . . O O O O O . O O
#   12 . . . . . O X X X X X X O
#   11 . . . . O . X O O . O X O
#   10 . . . . . O X O O . O X O
#    9 . . . . . O X O O . O X O
#    8 . . . . . O X O O O O X O
#    7 . . . . . O X X X X X X O
#    6 . . . . . O O O O O O O O
#    5 . . . . . . . . . . . . .
#    4 . . . . . . . . . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_26.sgf
260 reg_genmove white
#? [(L13|F11)]

# kills B8
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . . . . . . . . . .
#   10 . . . . . . . . . . . . .
#    9 O O O O O O O O O . . . .
#    8 O X X X X X X X O . . . .
#    7 O X O O O O O X O . . . .
#    6 O X . . O O O X O . . . .
#    5 O X O O O O O X O . . . .
#    4 O X X X X X X X O . . . .
#    3 O O O O . O O O O . . . .
#    2 . . . . O . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_27.sgf
270 reg_genmove white
#? [E3]

# kills H9
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . . . . . O . . . .
#   10 . . . . . . O O . O O O O
#    9 . . . . . . O X X X X X O
#    8 . . . . . . O X O O . X O
#    7 . . . . . . O X O . O X O
#    6 . . . . . . O X X X X X O
#    5 . . . . . O . O O . O O O
#    4 . . . . . . O . . O . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_28.sgf
280 reg_genmove white
#? [K7]

# kills G8
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . . . . . . . . . .
#   10 . . . . . . . . . . O . .
#    9 . . . . . O O O O O . O .
#    8 . . . . . O X X X X X O .
#    7 . . . . . O X O . O X O .
#    6 . . . . . O X O O . X O .
#    5 . . . . . O X X X X X O .
#    4 . . . . . O O O O O O O .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_29.sgf
290 reg_genmove white
#? [(L9|J7)]

# saves H12
#      A B C D E F G H J K L M N
#   13 . . . . . . O O O O O O O
#   12 . . . . . . O X X X X X O
#   11 . . . . . . O X . O O X O
#   10 . . . . . . O X O O . X O
#    9 . . . . . O . X X X X X O
#    8 . . . . . . O O O O O O O
#    7 . . . . . . . . . . . . .
#    6 . . . . . . . . . . . . .
#    5 . . . . . . . . . . . . .
#    4 . . . . . . . . . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_30.sgf
300 reg_genmove black
#? [(J11|L10)]

# Large races along two lines: who moves first, and where, decides.

# kills N2
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . X X X X
#   12 . . . . . . . . . X X X X
#   11 . . . . . . . . . . O O X
#   10 . . . . . . . . . . O O X
#    9 . . . . . . . . . . O O X
#    8 . . . . . . . . . . O O X
#    7 . . . . . . . . . . O . .
#    6 . . . . . . . . . . O . .
#    5 . . . . . . . . . . O X O
#    4 . . . . . . . . . . O X O
#    3 . . . . . . . . . . O X O
#    2 . . . . . . . . . . O X O
#    1 . . . . . . . . . . O . .
loadsgf games/blind_spot_31.sgf
310 reg_genmove black
#? [N6]

# saves A2
#      A B C D E F G H J K L M N
#   13 O O O O . . . . . . . . .
#   12 O O O O . . . . . . . . .
#   11 O X X . . . . . . . . . .
#   10 O . X . . . . . . . . . .
#    9 O . X . . . . . . . . . .
#    8 . . X . . . . . . . . . .
#    7 X O X . . . . . . . . . .
#    6 X O X . . . . . . . . . .
#    5 X O X . . . . . . . . . .
#    4 X O X . . . . . . . . . .
#    3 X O X . . . . . . . . . .
#    2 X O X . . . . . . . . . .
#    1 X O X . . . . . . . . . .
loadsgf games/blind_spot_32.sgf
320 reg_genmove black
#? [B8]

# kills A2
#      A B C D E F G H J K L M N
#   13 X X X X . . . . . . . . .
#   12 X X X X . . . . . . . . .
#   11 X O O . . . . . . . . . .
#   10 X O O . . . . . . . . . .
#    9 . . O . . . . . . . . . .
#    8 O X O . . . . . . . . . .
#    7 O X O . . . . . . . . . .
#    6 O X O . . . . . . . . . .
#    5 O X O . . . . . . . . . .
#    4 O X O . . . . . . . . . .
#    3 O X O . . . . . . . . . .
#    2 O X O . . . . . . . . . .
#    1 O X O . . . . . . . . . .
loadsgf games/blind_spot_33.sgf
330 reg_genmove black
#? [A9]

# saves N12
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . O X O
#   12 . . . . . . . . . . O X O
#   11 . . . . . . . . . . O X O
#   10 . . . . . . . . . . O X O
#    9 . . . . . . . . . . O X O
#    8 . . . . . . . . . . O X O
#    7 . . . . . . . . . . O X O
#    6 . . . . . . . . . . O X O
#    5 . . . . . . . . . . O . .
#    4 . . . . . . . . . . O . .
#    3 . . . . . . . . . . O O X
#    2 . . . . . . . . . X X X X
#    1 . . . . . . . . . X X X X
loadsgf games/blind_spot_34.sgf
340 reg_genmove white
#? [(M5|N5)]

# saves M1
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . . . . . . . . . .
#   10 . . . . . . . . . . . . .
#    9 . . . . . . . . . . . . .
#    8 . . . . . . . . . . . . .
#    7 . . . . . . . . . . . . .
#    6 . . . . . . . . . . . . .
#    5 . . . . . . . . . . . . .
#    4 O O . . . . . . . . . . .
#    3 O O X X X X X X X X X X X
#    2 O O X X . O O O O O O O O
#    1 O O . . . X X X X X X X X
loadsgf games/blind_spot_35.sgf
350 reg_genmove black
#? [(E2|E1)]

# saves B1
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . . . . . . . . . .
#   10 . . . . . . . . . . . . .
#    9 . . . . . . . . . . . . .
#    8 . . . . . . . . . . . . .
#    7 . . . . . . . . . . . . .
#    6 . . . . . . . . . . . . .
#    5 . . . . . . . . . . . . .
#    4 . . . . . . . . . . . O O
#    3 X X X X X X X X X X X O O
#    2 O O O O O O O O O . X O O
#    1 X X X X X X X X X . . O O
loadsgf games/blind_spot_36.sgf
360 reg_genmove black
#? [(K2|K1)]

# saves M13
#      A B C D E F G H J K L M N
#   13 X X X X . . . O O O O O O
#   12 X X O O O . . X X X X X X
#   11 X X O O O O O O O O O O O
#   10 X X . . . . . . . . . . .
#    9 . . . . . . . . . . . . .
#    8 . . . . . . . . . . . . .
#    7 . . . . . . . . . . . . .
#    6 . . . . . . . . . . . . .
#    5 . . . . . . . . . . . . .
#    4 . . . . . . . . . . . . .
#    3 . . . . . . . . . . . . .
#    2 . . . . . . . . . . . . .
#    1 . . . . . . . . . . . . .
loadsgf games/blind_spot_37.sgf
370 reg_genmove white
#? [(G13|G12)]

# kills N2
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . X X X X
#   12 . . . . . . . . . X X X X
#   11 . . . . . . . . . . O . X
#   10 . . . . . . . . . . O . .
#    9 . . . . . . . . . . O . .
#    8 . . . . . . . . . . O X O
#    7 . . . . . . . . . . O X O
#    6 . . . . . . . . . . O X O
#    5 . . . . . . . . . . O X O
#    4 . . . . . . . . . . O X O
#    3 . . . . . . . . . . O X O
#    2 . . . . . . . . . . O X O
#    1 . . . . . . . . . . O X O
loadsgf games/blind_spot_38.sgf
380 reg_genmove black
#? [(M9|N9)]

# kills M1
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . . . . . . . . . .
#   10 . . . . . . . . . . . . .
#    9 . . . . . . . . . . . . .
#    8 . . . . . . . . . . . . .
#    7 . . . . . . . . . . . . .
#    6 . . . . . . . . . . . . .
#    5 . . . . . . . . . . . . .
#    4 O O . . . . . . . . . . .
#    3 O O X X X X X X X X X X X
#    2 O O . . . O O O O O O O O
#    1 O O O . . X X X X X X X X
loadsgf games/blind_spot_39.sgf
390 reg_genmove white
#? [(E2|E1)]

# saves B1
#      A B C D E F G H J K L M N
#   13 . . . . . . . . . . . . .
#   12 . . . . . . . . . . . . .
#   11 . . . . . . . . . . . . .
#   10 . . . . . . . . . . . . .
#    9 . . . . . . . . . . . . .
#    8 . . . . . . . . . . . . .
#    7 . . . . . . . . . . . . .
#    6 . . . . . . . . . . . . .
#    5 . . . . . . . . . . . . .
#    4 . . . . . . . . . . . X X
#    3 O O O O O O O O O O O X X
#    2 X X X . X X . . O O O X X
#    1 O O O . O O . X X X X X X
loadsgf games/blind_spot_40.sgf
400 reg_genmove white
#? [(D2|D1)]
