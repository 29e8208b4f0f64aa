# Setting up: sizes, komi, records. No answer depends on a rule set.

# ---- Sizes ----

boardsize 9
10 query_boardsize
#? [9]
20 color J9
#? [empty]
play black J9
30 color J9
#? [black]
# boardsize clears the board ...
boardsize 13
40 query_boardsize
#? [13]
50 list_stones black
#? []
60 color N13
#? [empty]
# ... and so does clear_board, where the size stays the same.
play black N13
clear_board
70 list_stones black
#? []
boardsize 19
80 query_boardsize
#? [19]
play white T19
90 countlib T19
#? [2]
100 findlib T19
#? [(T18|S19) (T18|S19)]
play white A19
110 findlib A19
#? [(A18|B19) (A18|B19)]
boardsize 7
120 query_boardsize
#? [7]
boardsize 5
130 query_boardsize
#? [5]
boardsize 2
clear_board
140 query_boardsize
#? [2]
150 all_legal black
#? [( ?(A1|B1|A2|B2)){4}]
boardsize 1
clear_board
160 query_boardsize
#? [1]
170 color A1
#? [empty]
180 all_legal white
#? []

# clear_board keeps the size and the komi.
boardsize 9
clear_board
komi 6.5
play black E5
clear_board
190 query_boardsize
#? [9]
200 get_komi
#? [( *)6\.5]
210 list_stones black
#? []
220 captures black
#? [0]

# ---- Komi ----

komi 0.5
230 get_komi
#? [( *)0\.5]
komi -7.5
240 get_komi
#? [( *)-7\.5]
komi 0
250 get_komi
#? [( *)0(\.0)?]
komi 99.5
260 get_komi
#? [( *)99\.5]
# Changing it in mid-game touches nothing else.
play black E5
komi 5.5
270 color E5
#? [black]
280 last_move
#? [black E5]

# ---- Records: up to a move number, up to a vertex ----

# Eight moves: B E5, W C7, B pass, W G3, B C3, W pass (as tt), B G7, W D6; a variation after move 4.
# loadsgf FILE N goes to the position before move N.
loadsgf games/setup_moves.sgf 1
290 query_boardsize
#? [9]
300 get_komi
#? [( *)5\.5]
310 list_stones black
#? []
320 list_stones white
#? []
loadsgf games/setup_moves.sgf 2
330 last_move
#? [black E5]
340 color C7
#? [empty]
loadsgf games/setup_moves.sgf 3
350 last_move
#? [white C7]
loadsgf games/setup_moves.sgf 4
360 last_move
#? [black (pass|PASS)]
loadsgf games/setup_moves.sgf 5
370 last_move
#? [white G3]
380 list_stones black
#? [E5]
loadsgf games/setup_moves.sgf 6
390 last_move
#? [black C3]
# The variation's moves are no part of the main line.
400 color A9
#? [empty]
loadsgf games/setup_moves.sgf 7
410 last_move
#? [white (pass|PASS)]
420 list_stones white
#? [(C7|G3) (C7|G3)]
# To the end: without a number, or with one beyond the last move.
loadsgf games/setup_moves.sgf
430 last_move
#? [white D6]
440 list_stones black
#? [(C3|E5|G7) (C3|E5|G7) (C3|E5|G7)]
450 list_stones white
#? [(G3|D6|C7) (G3|D6|C7) (G3|D6|C7)]
loadsgf games/setup_moves.sgf 100
460 last_move
#? [white D6]
# Before the move at a vertex.
loadsgf games/setup_moves.sgf G7
470 last_move
#? [white (pass|PASS)]
480 color G7
#? [empty]
loadsgf games/setup_moves.sgf C7
490 last_move
#? [black E5]
500 list_stones white
#? []
# Moves go on from there.
play white C7
play black C8
510 countlib C7
#? [3]
undo
undo
undo
520 list_stones black
#? []

# ---- Records: set-up stones ----

# AB[aa:cb] is a rectangle, A9 to C8; so is AW[ga:gc], G9 to G7. White moves first: E5, then Black
# F5.
loadsgf games/setup_stones.sgf 1
530 query_boardsize
#? [9]
540 get_komi
#? [( *)-3\.5]
550 countlib A9
#? [5]
560 color C8
#? [black]
570 color C7
#? [empty]
580 color J1
#? [black]
590 color A1
#? [white]
600 list_stones white
#? [( ?(A1|G9|G8|G7)){4}]
610 color E5
#? [empty]
# Before move 2.
loadsgf games/setup_stones.sgf 2
620 color E5
#? [white]
630 color F5
#? [empty]
# In mid-game the record takes B8 and J1 away and adds D4; two moves follow. (GNU Go 3.8 does not
# take stones away there.)
loadsgf games/setup_stones.sgf
640 color B8
#? [empty]
650 color J1
#? [empty]
660 color D4
#? [black]
670 color F5
#? [black]
680 color E5
#? [white]
690 color E3
#? [black]
700 last_move
#? [white E4]
710 countlib E5
#? [3]
# No size in the record: 19x19.
loadsgf games/setup_19x19.sgf
720 query_boardsize
#? [19]
730 list_stones black
#? [(Q3|Q16) (Q3|Q16)]
740 list_stones white
#? [(D4|D16) (D4|D16)]
750 last_move
#? [white D16]
# A record without komi leaves it as it was. (GNU Go 3.8 sets 5.5.)
komi 2.5
loadsgf games/setup_compressed.sgf
760 query_boardsize
#? [13]
770 get_komi
#? [( *)2\.5]
780 list_stones black
#? [(K4|D10) (K4|D10)]
790 list_stones white
#? [(D4|K10) (D4|K10)]
