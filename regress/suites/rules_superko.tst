# RULES: positional superko, as in Tromp-Taylor and Chinese rules. A move may not bring back any
# earlier position of stones on the board, whoever played it and whoever is to move. Passing is
# always allowed. Each group says what situational superko (AGA, New Zealand: the same stones with
# the same player to move) and the simple ko (Japanese) would answer where they differ.
# The position that a game record sets up counts as an earlier position.

# ---- A ko after two passes ----

#   5 . . . . .
#   4 . X O . .
#   3 X . X O .
#   2 . X O . .
#   1 . . . . .
#     A B C D E
loadsgf games/superko_ko.sgf
play white B3
10 is_legal black C3
#? [0]
play black pass
play white pass
# Retaking would still bring the first position back, White to move as then. (Situational: 0 too.
# Simple ko: 1, the passes have lifted it.)
20 is_legal black C3
#? [0]
30 is_legal black pass
#? [1]
40 is_legal white C3
#? [1]
# A stone elsewhere makes every later position new.
play black E5
play white pass
50 is_legal black C3
#? [1]
# Taking the exchange back takes the newness back as well.
undo
undo
60 is_legal black C3
#? [0]
# What was played and taken back is no past: White may take the ko a second time.
undo
undo
undo
70 is_legal white B3
#? [1]
# Neither is what another game was.
play white B3
loadsgf games/superko_ko.sgf
80 is_legal white B3
#? [1]

# ---- Sending two, returning one ----

# Black adds D3 to C3; White takes both from B3; Black takes that one stone from C3, and the board
# is as it was, without D3 and B3. Now White is to move, at first it was Black. (Situational and
# simple ko: 1 in the last test.)
#   5 . . . . .
#   4 . X O O .
#   3 X . X . O
#   2 . X O O .
#   1 . . . . .
#     A B C D E
loadsgf games/superko_send_two.sgf
90 is_legal black D3
#? [1]
play black D3
100 is_legal white B3
#? [1]
play white B3
110 captures white
#? [2]
120 is_legal black C3
#? [0]
# With a stone elsewhere it is a different board.
play black A1
play white pass
130 is_legal black C3
#? [1]

# ---- Double ko ----

# White takes B7, Black answers with H7; White passes, Black retakes C7. White's retaking of G7
# would bring the first position back, but with Black to move. (Situational and simple ko: 1.)
#   9 . . . . . . . . .
#   8 . X O . . . X O .
#   7 X . X O . X O . O
#   6 . X O . . . X O .
#   5 . . . . . . . . .
#   4 . . . . . . . . .
#   3 . . . . . . . . .
#   2 . . . . . . . . .
#   1 . . . . . . . . .
#     A B C D E F G H J
loadsgf games/superko_double_ko.sgf
play white B7
play black H7
140 is_legal white G7
#? [0]
play white pass
150 is_legal black C7
#? [1]
play black C7
160 is_legal white G7
#? [0]
# A threat and its answer first.
play white E3
play black E2
170 is_legal white G7
#? [1]

# ---- Triple ko ----

# W B7, B H7, W B3, B C7, W G7: each takes one ko. Black's C3 would be the sixth taking and close
# the cycle, White to move as at first. (Situational: 0 too. Simple ko: 1, and the game would have
# no result.)
#   9 . . . . . . . . .
#   8 . X O . . . X O .
#   7 X . X O . X O . O
#   6 . X O . . . X O .
#   5 . . . . . . . . .
#   4 . X O . . . . . .
#   3 X . X O . . . . .
#   2 . X O . . . . . .
#   1 . . . . . . . . .
#     A B C D E F G H J
loadsgf games/superko_triple_ko.sgf
play white B7
play black H7
play white B3
180 is_legal black C7
#? [1]
play black C7
190 is_legal white G7
#? [1]
play white G7
200 is_legal black C3
#? [0]
210 is_legal black H7
#? [0]
# A threat and its answer, and the cycle may go on.
play black J1
play white J2
220 is_legal black C3
#? [1]
# Without the threat it may not.
undo
undo
230 is_legal black C3
#? [0]

# ---- Boards of a few points ----

# On 2x2 Black has A1 and A2, White takes both with B1. Black A1, White A2 takes it. Black A1 would
# take all three white stones and leave Black alone at A1: the position after the first move, White
# to move. (Situational: 0 too. Simple ko: 1.)
boardsize 2
clear_board
play black A1
play white B2
play black A2
240 is_legal white B1
#? [1]
play white B1
250 captures white
#? [2]
260 is_legal black A1
#? [1]
270 is_legal black A2
#? [1]
play black A1
280 is_legal white A2
#? [1]
play white A2
290 captures white
#? [3]
300 is_legal black A1
#? [0]
310 is_legal black pass
#? [1]
# One move earlier, with White at A2 not yet played, nothing bars White from it.
undo
320 is_legal white A2
#? [1]
# clear_board forgets the past.
clear_board
330 is_legal black A1
#? [1]

# ---- Long cycles ----

# 141 random moves on 3x3, each legal. Then white A2 would bring back the position after move 3, 138
# moves ago; A1 is new. (Situational and simple ko: 1 and 1.)
#   3 . . .
#   2 . . X
#   1 . . X
#     A B C
loadsgf games/superko_cycle_3x3.sgf
340 is_legal white A2
#? [0]
350 is_legal white A1
#? [1]

# 133 random moves on 4x4. Then white C3 would bring back the position after move 58; A2 is new.
# (Situational: 0 and 1 too. Simple ko: 1 and 1.)
#   4 O O O O
#   3 O O . O
#   2 . O O O
#   1 O O O O
#     A B C D
loadsgf games/superko_cycle_4x4.sgf
360 is_legal white C3
#? [0]
370 is_legal white A2
#? [1]

# ---- What is no repetition ----

# White A2 brings the position after move 9 in a mirror. Images are different positions.
#   3 X X X
#   2 . O X
#   1 O . X
#     A B C
loadsgf games/superko_image.sgf
380 is_legal white A2
#? [1]

# Nor is the mirror image in the other colour: Black had A1 and A2 alone, White will have B1 and B2.
boardsize 2
clear_board
play black A1
play black A2
play white B2
390 is_legal white B1
#? [1]
play white B1
400 captures white
#? [2]
