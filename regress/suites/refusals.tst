# Refused commands: what they say, and that they change nothing. The texts are those of the GTP
# version 2 draft; more words may follow. NEEDS the dialect gnugo (the default): gogui counts every
# refusal as a failure. No answer depends on a rule set. (GNU Go 3.8 refuses all of these too, but
# some of its texts are older than the draft: "boardsize not an integer", "komi not a float",
# "invalid color or coordinate", "invalid handicap", "cannot open or parse ...".)

# ---- Sizes and komi ----

boardsize 9
clear_board
komi 6.5
play black E5
10 boardsize 0
#? [unacceptable size.*]
20 boardsize 1000
#? [unacceptable size.*]
30 boardsize nine
#? [syntax error.*]
40 boardsize
#? [syntax error.*]
50 query_boardsize
#? [9]
60 color E5
#? [black]
70 komi much
#? [syntax error.*]
80 komi
#? [syntax error.*]
90 get_komi
#? [( *)6\.5]

# ---- Moves ----

# A point that has a stone, of either colour.
100 play white E5
#? [illegal move.*]
110 play black E5
#? [illegal move.*]
120 color E5
#? [black]
130 last_move
#? [black E5]
# Points that no board of this size has, the letter I, half a vertex, a colour that is none.
140 play white K10
#? [(illegal move|syntax error).*]
150 play white I5
#? [syntax error.*]
160 play white E
#? [syntax error.*]
170 play white 5E
#? [syntax error.*]
180 play green E6
#? [syntax error.*]
190 play white
#? [syntax error.*]
200 list_stones white
#? []
210 last_move
#? [black E5]
# Suicide of one stone. (New Zealand's rules allow it.)
#   4 . O . .
#   3 O . O .
#   2 . O . .
#   1 . . . .
#     A B C D
loadsgf games/refusals_suicide.sgf
220 play black B3
#? [illegal move.*]
230 color B3
#? [empty]
240 captures white
#? [0]
# Taking back in a ko.
#   5 . . . . .
#   4 . X O . .
#   3 X . X O .
#   2 . X O . .
#   1 . . . . .
#     A B C D E
loadsgf games/refusals_ko.sgf
play white B3
250 play black C3
#? [illegal move.*]
260 color C3
#? [empty]
270 color B3
#? [white]
280 captures black
#? [0]
290 last_move
#? [white B3]

# ---- Taking back ----

boardsize 9
clear_board
300 undo
#? [cannot undo.*]
play black E5
undo
310 undo
#? [cannot undo.*]
320 list_stones black
#? []
# Handicap stones are no moves.
330 fixed_handicap 2
#? [(C3|G7) (C3|G7)]
340 undo
#? [cannot undo.*]
350 list_stones black
#? [(C3|G7) (C3|G7)]

# ---- Handicap ----

# The board is not empty now.
360 fixed_handicap 2
#? [board not empty.*]
370 set_free_handicap A1 B2
#? [board not empty.*]
380 place_free_handicap 2
#? [board not empty.*]
390 list_stones black
#? [(C3|G7) (C3|G7)]
clear_board
400 fixed_handicap 1
#? [invalid number of stones.*]
410 fixed_handicap 10
#? [invalid number of stones.*]
420 place_free_handicap 1
#? [invalid number of stones.*]
430 fixed_handicap two
#? [syntax error.*]
440 set_free_handicap A1 A1
#? [bad vertex list.*]
450 set_free_handicap A1 pass
#? [bad vertex list.*]
460 set_free_handicap A1
#? [bad vertex list.*]
470 list_stones black
#? []
# At most four stones on even sizes and 7x7, none below 7x7.
boardsize 8
clear_board
480 fixed_handicap 5
#? [invalid number of stones.*]
boardsize 7
clear_board
490 fixed_handicap 5
#? [invalid number of stones.*]
boardsize 5
clear_board
500 fixed_handicap 2
#? [invalid number of stones.*]
510 list_stones black
#? []

# ---- Records ----

boardsize 9
clear_board
play black E5
520 loadsgf games/no_such_record.sgf
#? [cannot load file.*]
530 query_boardsize
#? [9]
540 color E5
#? [black]
# The engine is still there.
550 protocol_version
#? [2]
