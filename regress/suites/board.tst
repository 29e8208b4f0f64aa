# The board: stones, liberties, captures, legal moves. No answer depends on a rule set, but that New
# Zealand's rules allow even the suicide of a single stone (two of all_legal, one of is_legal).
# Besides the commands of GTP version 2 this suite asks the queries that GNU Go introduced and many
# engines share: color, list_stones, countlib, findlib, is_legal, all_legal, captures, last_move.

# ---- Stones and liberties ----

boardsize 9
clear_board
10 color E5
#? [empty]
play black E5
20 color E5
#? [black]
30 countlib E5
#? [4]
40 last_move
#? [black E5]
play white A1
50 color A1
#? [white]
60 countlib A1
#? [2]
70 findlib A1
#? [(A2|B1) (A2|B1)]
play black J5
80 countlib J5
#? [3]
# Lower case, upper case and short colours are the same.
play B e6
90 countlib E5
#? [6]
play WHITE d5
100 color D5
#? [white]
110 countlib E6
#? [5]
120 countlib D5
#? [3]
130 last_move
#? [white D5]
140 list_stones white
#? [(A1|D5) (A1|D5)]
150 list_stones black
#? [(E5|J5|E6) (E5|J5|E6) (E5|J5|E6)]
# There is no column I: J comes after H.
play white H5
160 countlib J5
#? [2]
170 findlib J5
#? [(J4|J6) (J4|J6)]
# Passing changes nothing on the board.
play black pass
180 last_move
#? [black (pass|PASS)]
190 list_stones white
#? [(A1|D5|H5) (A1|D5|H5) (A1|D5|H5)]

# A chain's liberty counts once, however many of its stones touch it: B2 touches A2, B1 and B3 ...
#   5 . . . . .
#   4 . . . . .
#   3 X X . . .
#   2 X . . . .
#   1 X X . . .
#     A B C D E
loadsgf games/board_liberties.sgf
200 countlib A1
#? [5]
210 findlib A1
#? [( ?(B2|C1|C3|A4|B4)){5}]

# ---- Captures ----

# One stone in the centre, at the edge, in the corner.
#   5 . . . . O
#   4 . . X . .
#   3 O X O . .
#   2 X . X . .
#   1 . . . . .
#     A B C D E
loadsgf games/board_capture_one.sgf
220 countlib C3
#? [1]
230 is_legal black D3
#? [1]
play black D3
240 color C3
#? [empty]
250 captures black
#? [1]
260 countlib A3
#? [1]
play black A4
270 color A3
#? [empty]
280 captures black
#? [2]
play black D5
play black E4
290 color E5
#? [empty]
300 captures black
#? [3]
310 captures white
#? [0]
320 list_stones white
#? []

# A move on a point without liberties is legal if it takes something.
#   5 . O . . .
#   4 O X O . .
#   3 X . X . .
#   2 O X O . .
#   1 . . . . .
#     A B C D E
loadsgf games/board_capture_inside.sgf
# B3 has four black neighbours. B4 and A3 have no other liberty, C3 has D3 and B2 has B1.
330 countlib B4
#? [1]
340 countlib A3
#? [1]
350 is_legal white B3
#? [1]
play white B3
360 color B4
#? [empty]
370 color A3
#? [empty]
380 color C3
#? [black]
390 color B2
#? [black]
400 captures white
#? [2]
410 countlib B3
#? [2]
420 findlib B3
#? [(A3|B4) (A3|B4)]

# One move takes chains on all four sides.
#   5 . . O . .
#   4 . O X O .
#   3 O X . X O
#   2 . O X O .
#   1 . . O . .
#     A B C D E
loadsgf games/board_capture_four.sgf
430 is_legal white C3
#? [1]
play white C3
440 captures white
#? [4]
450 countlib C3
#? [4]
460 list_stones black
#? []

# A chain of twenty-four around its only eye, taken by one stone.
#   5 X X X X X
#   4 X X X X X
#   3 X X . X X
#   2 X X X X X
#   1 X X X X X
#     A B C D E
loadsgf games/board_capture_all.sgf
470 countlib A1
#? [1]
480 is_legal white C3
#? [1]
play white C3
490 captures white
#? [24]
500 color A1
#? [empty]
510 countlib C3
#? [4]
520 list_stones white
#? [C3]
undo
530 captures white
#? [0]
540 color E5
#? [black]
550 findlib E5
#? [C3]

# With a second eye White may play in neither.
#   5 X X X X X
#   4 X X X . X
#   3 X X X X X
#   2 X . X X X
#   1 X X X X X
#     A B C D E
loadsgf games/board_two_eyes.sgf
560 countlib A1
#? [2]
570 is_legal white B2
#? [0]
580 is_legal white D4
#? [0]
590 is_legal black B2
#? [1]

# ---- Legal moves ----

# Occupied points are not legal for either side; passing always is.
boardsize 3
clear_board
play black B2
600 is_legal black B2
#? [0]
610 is_legal white B2
#? [0]
620 is_legal white pass
#? [1]
630 all_legal white
#? [( ?(A1|B1|C1|A2|C2|A3|B3|C3)){8}]
play white A1
640 all_legal black
#? [( ?(B1|C1|A2|C2|A3|B3|C3)){7}]
# A white stone at A2 would join A1 and still have a liberty. A black stone there takes nothing.
play black A2
650 countlib A1
#? [1]
# Black takes with B1; then A1 is an eye that White may not enter.
play black B1
660 captures black
#? [1]
670 all_legal white
#? [( ?(C1|C2|A3|B3|C3)){5}]
680 all_legal black
#? [( ?(A1|C1|C2|A3|B3|C3)){6}]

# On 1x1 there is no legal move but to pass: the stone would have no liberty.
boardsize 1
clear_board
690 is_legal black A1
#? [0]
700 is_legal white A1
#? [0]
710 all_legal black
#? []
720 is_legal black pass
#? [1]

# On 2x2 a second stone of the other colour on the diagonal leaves both with no common chain.
boardsize 2
clear_board
play black A1
play white B2
730 countlib A1
#? [2]
740 findlib B2
#? [(A2|B1) (A2|B1)]
750 is_legal black B1
#? [1]
play black B1
# B2 has A2 left, and White there would take nothing: A1 and B1 have no liberty but A2.
760 findlib B2
#? [A2]
770 findlib A1
#? [A2]
780 is_legal white A2
#? [1]
play white A2
790 captures white
#? [2]
800 all_legal black
#? [(A1|B1) (A1|B1)]
