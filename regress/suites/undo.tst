# Taking moves back: the board, liberties, prisoners and the last move are exactly as before. The
# ban of a ko and the past for superko: see rules_ko and rules_superko. No answer depends on a rule
# set.

# A stone, a pass, moves out of turn.
boardsize 9
clear_board
play black E5
play white pass
play black D4
undo
10 color D4
#? [empty]
20 last_move
#? [white (pass|PASS)]
undo
30 last_move
#? [black E5]
play black C3
play black C4
undo
40 list_stones black
#? [(E5|C3) (E5|C3)]
undo
undo
50 color E5
#? [empty]
60 list_stones black
#? []

# A capture.
#   5 . . . . .
#   4 . X X . .
#   3 X O O . .
#   2 . X X . .
#   1 . . . . .
#     A B C D E
loadsgf games/undo_capture.sgf
70 countlib B3
#? [1]
play black D3
80 color B3
#? [empty]
90 captures black
#? [2]
100 countlib B4
#? [6]
undo
110 color B3
#? [white]
120 color C3
#? [white]
130 color D3
#? [empty]
140 captures black
#? [0]
150 countlib B3
#? [1]
160 countlib B4
#? [4]
170 findlib B3
#? [D3]
# Played again the other way: White escapes, and is taken back.
play white D3
180 countlib B3
#? [3]
undo
190 countlib C3
#? [1]
play black D3
200 captures black
#? [2]

# Captures on four sides: the chains are four again.
#   5 . . O . .
#   4 . O X O .
#   3 O X . X O
#   2 . O X O .
#   1 . . O . .
#     A B C D E
loadsgf games/undo_four.sgf
play white C3
210 captures white
#? [4]
undo
220 captures white
#? [0]
230 list_stones black
#? [( ?(C4|B3|D3|C2)){4}]
240 countlib C4
#? [1]
play white C3
undo
play white C3
250 captures white
#? [4]

# Moves of a game record can be taken back too; set-up stones stay.
loadsgf games/undo_record.sgf
260 last_move
#? [black F4]
undo
undo
270 last_move
#? [black D4]
280 list_stones white
#? [(C3|G7) (C3|G7)]
290 list_stones black
#? [(C4|D4|G6) (C4|D4|G6) (C4|D4|G6)]
undo
300 list_stones black
#? [(C4|G6) (C4|G6)]
# C4, G6 and C3 were set up, G7 was the first move.
310 last_move
#? [white G7]
undo
320 list_stones white
#? [C3]
330 list_stones black
#? [(C4|G6) (C4|G6)]

# A handicap is no move: taking back stops at it.
boardsize 9
clear_board
fixed_handicap 2
play white E5
undo
340 color E5
#? [empty]
350 color C3
#? [black]
360 color G7
#? [black]

# A game of 120 random moves on 5x5 that took 96 stones; forty moves back, twenty at a time.
loadsgf games/undo_long.sgf
370 captures black
#? [39]
380 captures white
#? [57]
390 last_move
#? [white E1]
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
400 captures black
#? [38]
410 captures white
#? [44]
420 last_move
#? [white D5]
430 list_stones black
#? [( ?(E5|E4|A3|B3|E3|E1)){6}]
440 color C2
#? [white]
450 countlib D5
#? [6]
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
undo
460 captures black
#? [34]
470 captures white
#? [21]
480 last_move
#? [white (pass|PASS)]
490 list_stones white
#? [( ?(D4|E3|B2|C2)){4}]
500 color E1
#? [black]
