# Boards beyond 19x19, and rectangles. RULES: area scoring for the two scores. Few engines go that
# far: GNU Go 3.8 stops at 19x19 and knows no rectangles. The 25th column is Z.

# ---- 20x20 to 25x25 ----

boardsize 20
10 query_boardsize
#? [20]
play black U20
20 color U20
#? [black]
30 findlib U20
#? [(U19|T20) (U19|T20)]
boardsize 21
40 query_boardsize
#? [21]
play black V21
50 color V21
#? [black]
60 findlib V21
#? [(V20|U21) (V20|U21)]
boardsize 22
70 query_boardsize
#? [22]
play black W22
80 color W22
#? [black]
90 findlib W22
#? [(W21|V22) (W21|V22)]
boardsize 23
100 query_boardsize
#? [23]
play black X23
110 color X23
#? [black]
120 findlib X23
#? [(X22|W23) (X22|W23)]
boardsize 24
130 query_boardsize
#? [24]
play black Y24
140 color Y24
#? [black]
150 findlib Y24
#? [(Y23|X24) (Y23|X24)]
boardsize 25
160 query_boardsize
#? [25]
play black Z25
170 color Z25
#? [black]
180 findlib Z25
#? [(Z24|Y25) (Z24|Y25)]

# Handicap stones: nine on odd sizes, four on even ones.
boardsize 20
clear_board
190 fixed_handicap 4
#? [( ?(D4|R17|D17|R4)){4}]
boardsize 21
clear_board
200 fixed_handicap 9
#? [( ?(D4|S18|D18|S4|D11|S11|L4|L18|L11)){9}]
boardsize 22
clear_board
210 fixed_handicap 4
#? [( ?(D4|T19|D19|T4)){4}]
boardsize 23
clear_board
220 fixed_handicap 9
#? [( ?(D4|U20|D20|U4|D12|U12|M4|M20|M12)){9}]
boardsize 24
clear_board
230 fixed_handicap 4
#? [( ?(D4|V21|D21|V4)){4}]
boardsize 25
clear_board
240 fixed_handicap 9
#? [( ?(D4|W22|D22|W4|D13|W13|N4|N22|N13)){9}]

# A finished game on 25x25: 13 columns are Black's, 12 White's.
#   25 . X . X . X . X . X . X X O . O . O . O . O . O .
#   24 X X X X X X X X X X X X X O O O O O O O O O O O O
#   23 . X . X . X . X . X . X X O . O . O . O . O . O .
#   22 X X X X X X X X X X X X X O O O O O O O O O O O O
#   21 . X . X . X . X . X . X X O . O . O . O . O . O .
#   20 X X X X X X X X X X X X X O O O O O O O O O O O O
#   19 . X . X . X . X . X . X X O . O . O . O . O . O .
#   18 X X X X X X X X X X X X X O O O O O O O O O O O O
#   17 . X . X . X . X . X . X X O . O . O . O . O . O .
#   16 X X X X X X X X X X X X X O O O O O O O O O O O O
#   15 . X . X . X . X . X . X X O . O . O . O . O . O .
#   14 X X X X X X X X X X X X X O O O O O O O O O O O O
#   13 . X . X . X . X . X . X X O . O . O . O . O . O .
#   12 X X X X X X X X X X X X X O O O O O O O O O O O O
#   11 . X . X . X . X . X . X X O . O . O . O . O . O .
#   10 X X X X X X X X X X X X X O O O O O O O O O O O O
#    9 . X . X . X . X . X . X X O . O . O . O . O . O .
#    8 X X X X X X X X X X X X X O O O O O O O O O O O O
#    7 . X . X . X . X . X . X X O . O . O . O . O . O .
#    6 X X X X X X X X X X X X X O O O O O O O O O O O O
#    5 . X . X . X . X . X . X X O . O . O . O . O . O .
#    4 X X X X X X X X X X X X X O O O O O O O O O O O O
#    3 . X . X . X . X . X . X X O . O . O . O . O . O .
#    2 X X X X X X X X X X X X X O O O O O O O O O O O O
#    1 . X . X . X . X . X . X X O . O . O . O . O . O .
#      A B C D E F G H J K L M N O P Q R S T U V W X Y Z
loadsgf games/large_25x25.sgf
250 query_boardsize
#? [25]
komi 7.5
260 final_score
#? [B\+17\.5]

# A ko in the far corner of 25x25.
boardsize 25
clear_board
play black Z24
play white Y24
play black Y25
play white X25
270 is_legal white Z25
#? [1]
play white Z25
280 captures white
#? [1]
290 is_legal black Y25
#? [0]
play black A1
play white A25
300 is_legal black Y25
#? [1]

# ---- Rectangles ----

# Width first, then height.
rectangular_boardsize 7 5
310 query_boardsize
#? [7 5]
play black G5
320 color G5
#? [black]
330 findlib G5
#? [(G4|F5) (G4|F5)]
play white A1
340 countlib A1
#? [2]
350 list_stones black
#? [G5]
clear_board
360 query_boardsize
#? [7 5]
370 list_stones black
#? []
rectangular_boardsize 2 3
clear_board
380 query_boardsize
#? [2 3]
390 all_legal black
#? [( ?(A1|B1|A2|B2|A3|B3)){6}]
# On 1x2 a stone takes the other, and may not be taken back.
rectangular_boardsize 1 2
clear_board
play black A1
400 is_legal white A2
#? [1]
play white A2
410 captures white
#? [1]
420 is_legal black A1
#? [0]
rectangular_boardsize 25 1
clear_board
play black Z1
430 countlib Z1
#? [1]
440 findlib Z1
#? [Y1]
# From a record with SZ[7:5]: columns A to G, rows 5 to 1.
loadsgf games/large_rectangle.sgf
450 query_boardsize
#? [7 5]
460 color A5
#? [black]
470 color G1
#? [white]
480 color D3
#? [black]
490 last_move
#? [white G5]
# A finished one, 9x5: five columns and four.
#   5 . X . X X O . O .
#   4 X X X X X O O O O
#   3 . X . X X O . O .
#   2 X X X X X O O O O
#   1 . X . X X O . O .
#     A B C D E F G H J
loadsgf games/large_9x5.sgf
500 query_boardsize
#? [9 5]
komi 0.5
510 final_score
#? [B\+4\.5]
