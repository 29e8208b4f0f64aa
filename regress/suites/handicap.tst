# Handicap stones. fixed_handicap follows the table of GTP version 2 (section 4.1.1): the third line
# up to 12x12, the fourth from 13x13 on; corners first, then the sides, and the centre last for odd
# numbers from five. At most nine stones, four on 7x7 and on even sizes, none below 7x7. (GNU Go 3.8
# takes the fourth line on 12x12 already.) The answer names the points in any order. What the
# stones are worth in the score: handicap_score.tst.

# ---- 19x19: every number ----

boardsize 19
clear_board
10 fixed_handicap 2
#? [(D4|Q16) (D4|Q16)]
clear_board
20 fixed_handicap 3
#? [(D4|Q16|D16) (D4|Q16|D16) (D4|Q16|D16)]
clear_board
30 fixed_handicap 4
#? [( ?(D4|Q16|D16|Q4)){4}]
clear_board
40 fixed_handicap 5
#? [( ?(D4|Q16|D16|Q4|K10)){5}]
clear_board
50 fixed_handicap 6
#? [( ?(D4|Q16|D16|Q4|D10|Q10)){6}]
clear_board
60 fixed_handicap 7
#? [( ?(D4|Q16|D16|Q4|D10|Q10|K10)){7}]
clear_board
70 fixed_handicap 8
#? [( ?(D4|Q16|D16|Q4|D10|Q10|K4|K16)){8}]
clear_board
80 fixed_handicap 9
#? [( ?(D4|Q16|D16|Q4|D10|Q10|K4|K16|K10)){9}]
# They stand on the board, and nothing else does.
90 color K10
#? [black]
100 color Q16
#? [black]
110 list_stones white
#? []
120 captures white
#? [0]

# ---- 13x13 and 9x9: every number ----

boardsize 13
clear_board
130 fixed_handicap 2
#? [(D4|K10) (D4|K10)]
clear_board
140 fixed_handicap 3
#? [(D4|K10|D10) (D4|K10|D10) (D4|K10|D10)]
clear_board
150 fixed_handicap 4
#? [( ?(D4|K10|D10|K4)){4}]
clear_board
160 fixed_handicap 5
#? [( ?(D4|K10|D10|K4|G7)){5}]
clear_board
170 fixed_handicap 6
#? [( ?(D4|K10|D10|K4|D7|K7)){6}]
clear_board
180 fixed_handicap 7
#? [( ?(D4|K10|D10|K4|D7|K7|G7)){7}]
clear_board
190 fixed_handicap 8
#? [( ?(D4|K10|D10|K4|D7|K7|G4|G10)){8}]
clear_board
200 fixed_handicap 9
#? [( ?(D4|K10|D10|K4|D7|K7|G4|G10|G7)){9}]

boardsize 9
clear_board
210 fixed_handicap 2
#? [(C3|G7) (C3|G7)]
clear_board
220 fixed_handicap 3
#? [(C3|G7|C7) (C3|G7|C7) (C3|G7|C7)]
clear_board
230 fixed_handicap 4
#? [( ?(C3|G7|C7|G3)){4}]
clear_board
240 fixed_handicap 5
#? [( ?(C3|G7|C7|G3|E5)){5}]
clear_board
250 fixed_handicap 6
#? [( ?(C3|G7|C7|G3|C5|G5)){6}]
clear_board
260 fixed_handicap 7
#? [( ?(C3|G7|C7|G3|C5|G5|E5)){7}]
clear_board
270 fixed_handicap 8
#? [( ?(C3|G7|C7|G3|C5|G5|E3|E7)){8}]
clear_board
280 fixed_handicap 9
#? [( ?(C3|G7|C7|G3|C5|G5|E3|E7|E5)){9}]

# ---- Other sizes ----

boardsize 7
clear_board
282 fixed_handicap 2
#? [(C3|E5) (C3|E5)]
clear_board
284 fixed_handicap 3
#? [(C3|E5|C5) (C3|E5|C5) (C3|E5|C5)]
clear_board
290 fixed_handicap 4
#? [( ?(C3|E5|C5|E3)){4}]
boardsize 8
clear_board
292 fixed_handicap 2
#? [(C3|F6) (C3|F6)]
clear_board
294 fixed_handicap 3
#? [(C3|F6|C6) (C3|F6|C6) (C3|F6|C6)]
clear_board
300 fixed_handicap 4
#? [( ?(C3|F6|C6|F3)){4}]
boardsize 10
clear_board
310 fixed_handicap 4
#? [( ?(C3|H8|C8|H3)){4}]
boardsize 11
clear_board
320 fixed_handicap 9
#? [( ?(C3|J9|C9|J3|C6|J6|F3|F9|F6)){9}]
boardsize 12
clear_board
330 fixed_handicap 4
#? [( ?(C3|K10|C10|K3)){4}]
boardsize 14
clear_board
340 fixed_handicap 4
#? [( ?(D4|L11|D11|L4)){4}]
boardsize 15
clear_board
350 fixed_handicap 9
#? [( ?(D4|M12|D12|M4|D8|M8|H4|H12|H8)){9}]
boardsize 16
clear_board
360 fixed_handicap 4
#? [( ?(D4|N13|D13|N4)){4}]
boardsize 17
clear_board
370 fixed_handicap 9
#? [( ?(D4|O14|D14|O4|D9|O9|J4|J14|J9)){9}]
boardsize 18
clear_board
380 fixed_handicap 4
#? [( ?(D4|P15|D15|P4)){4}]

boardsize 25
clear_board
382 fixed_handicap 5
#? [( ?(D4|W22|D22|W4|N13)){5}]
clear_board
384 fixed_handicap 8
#? [( ?(D4|W22|D22|W4|D13|W13|N4|N22)){8}]
clear_board
386 fixed_handicap 9
#? [( ?(D4|W22|D22|W4|D13|W13|N4|N22|N13)){9}]

# ---- Free handicap ----

# The engine's own choice: as many points as asked for, all of them black.
boardsize 9
clear_board
390 place_free_handicap 3
#? [.. .. ..]
400 list_stones white
#? []
clear_board
410 place_free_handicap 5
#? [.. .. .. .. ..]
# The user's choice: any points, in any order.
clear_board
set_free_handicap A1 E5 J9
420 list_stones black
#? [(A1|E5|J9) (A1|E5|J9) (A1|E5|J9)]
430 color E5
#? [black]
440 captures white
#? [0]
# The stones are no moves, and White plays as ever.
play white D5
450 countlib E5
#? [3]
460 last_move
#? [white D5]
# A new game has no handicap.
clear_board
470 list_stones black
#? []
480 fixed_handicap 2
#? [(C3|G7) (C3|G7)]
# From a game record.
loadsgf games/handicap_record.sgf
490 list_stones black
#? [(C3|G7|G3) (C3|G7|G3) (C3|G7|G3)]
500 last_move
#? [white E5]
loadsgf games/handicap_record.sgf 1
510 list_stones white
#? []
520 list_stones black
#? [(C3|G7|G3) (C3|G7|G3) (C3|G7|G3)]
