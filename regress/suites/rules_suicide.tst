# RULES: Tromp-Taylor. A move that leaves its own chain without liberties removes that chain, unless
# this repeats a position. So suicide of two stones or more is legal (Chinese, AGA and Japanese
# rules: 0 in its place), that of a single stone never is: it leaves the board as it was. (New
# Zealand's situational superko forbids nothing in this file: 1 everywhere.) The removed stones
# count as captured by the opponent. A move that takes something is no suicide.

# ---- One stone: forbidden by all rules but New Zealand's ----

#   4 . O . .
#   3 O . O .
#   2 . O . .
#   1 . . . .
#     A B C D
loadsgf games/suicide_single.sgf
10 is_legal black B3
#? [0]
20 is_legal black A4
#? [0]
30 is_legal white B3
#? [1]
40 is_legal white A4
#? [1]

# ---- Two stones in the corner ----

# Black at A2 joins A1; White holds every liberty. Both stones leave the board.
#   4 . . . .
#   3 O . . .
#   2 . O . .
#   1 X O . .
#     A B C D
loadsgf games/suicide_two.sgf
50 countlib A1
#? [1]
60 is_legal black A2
#? [1]
play black A2
70 color A1
#? [empty]
80 color A2
#? [empty]
90 captures white
#? [2]
100 captures black
#? [0]
110 last_move
#? [black A2]
# Black at A1 would bring back the first position; A2 has its liberty at A1 and is new. (After a pass: two moves of
# one player would begin the history anew.)
play white pass
120 is_legal black A1
#? [0]
130 is_legal black A2
#? [1]
# It can be taken back.
undo
undo
140 color A1
#? [black]
150 captures white
#? [0]
160 countlib A1
#? [1]

# The same shape, with a past: White's three stones have stood alone before, so here the suicide
# would repeat that position.
boardsize 4
clear_board
play white A3
play white B2
play white B1
play black A1
play white pass
170 is_legal black A2
#? [0]
# (GNU Go 3.8 answers 1: it does not look for repetition after suicide.) With one more white stone
# it is new.
undo
play white D4
180 is_legal black A2
#? [1]

# ---- More stones, more chains ----

# Four stones that fill their own eye.
#   5 . . . . .
#   4 O O O . .
#   3 X X O . .
#   2 X . O . .
#   1 O O O . .
#     A B C D E
loadsgf games/suicide_four.sgf
190 is_legal black B2
#? [1]
play black B2
200 captures white
#? [4]
210 color A3
#? [empty]
220 color B2
#? [empty]
# White's stones have gained those four points as liberties: D1 to D4 and A5, B5, C5 besides.
230 countlib C2
#? [11]

# A2 joins two chains that have it as their last liberty.
#   5 . . . . .
#   4 O . . . .
#   3 X O . . .
#   2 . O . . .
#   1 X O . . .
#     A B C D E
loadsgf games/suicide_joined.sgf
240 countlib A1
#? [1]
250 countlib A3
#? [1]
260 is_legal black A2
#? [1]
play black A2
270 captures white
#? [3]
280 color A1
#? [empty]
290 color A3
#? [empty]
# White: the same stones, and the point is White's to take both at once: no suicide.
undo
300 is_legal white A2
#? [1]
play white A2
310 captures white
#? [2]

# ---- The whole board ----

# Black fills 2x2: all four stones go. This game began with three stones, so the empty board is new.
#   2 X .
#   1 X X
#     A B
loadsgf games/suicide_whole_board.sgf
320 is_legal black B2
#? [1]
# White takes all three by the same point.
330 is_legal white B2
#? [1]
# A game that began with the empty board may not come back to it. (GNU Go 3.8: 1, as above.)
boardsize 2
clear_board
play black A1
play white pass
play black A2
play white pass
play black B1
play white pass
340 is_legal black B2
#? [0]
350 is_legal white B2
#? [1]
