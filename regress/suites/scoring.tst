# RULES: area scoring (Tromp-Taylor, Chinese, AGA, New Zealand): a player's stones on the board, and
# the empty points that only they reach. The positions are finished: every group has two eyes, and
# nothing but neutral points is left to fill. So playouts, reading and rules agree on what is alive.
# Black's points less White's less komi; prisoners do not count.
# Under territory scoring (Japanese) the answers differ.

# ---- Komi ----

# Black has the columns A and B, 10 points, White the other 15. Komi adds to White's, and may be
# negative. (GNU Go 3.8 answers for a board that it has scored before from memory, whatever the
# komi is now.)
#   5 . X O O O
#   4 X X O O .
#   3 . X O O O
#   2 X X O . O
#   1 . X O O O
#     A B C D E
loadsgf games/score_split.sgf
komi 0
10 final_score
#? [W\+5(\.0)?]
komi 7.5
20 final_score
#? [W\+12\.5]
komi -9.5
30 final_score
#? [B\+4\.5]
# A draw.
komi -5
40 final_score
#? [0(\.0)?]
# From the game record.
#   5 . X O O O
#   4 X X O O .
#   3 . X O O O
#   2 X X O . O
#   1 . X O O O
#     A B C D E
loadsgf games/score_komi.sgf
50 get_komi
#? [( *)3\.5]
60 final_score
#? [W\+8\.5]
70 final_status_list black_territory
#? [(A1|A3|A5) (A1|A3|A5) (A1|A3|A5)]
80 final_status_list white_territory
#? [(D2|E4) (D2|E4)]
# Passes cost nothing, and neither does a stone in one's own territory.
play black pass
play white pass
90 final_score
#? [W\+8\.5]
play black A5
100 final_score
#? [W\+8\.5]

# ---- Prisoners and dead stones ----

# Stones taken in the game make no difference. White throws a stone in at A2 and loses it: the
# points are the same, and so they are while it stands there dead.
#   5 . X O O O
#   4 X X O O .
#   3 . X O O O
#   2 . X O . O
#   1 X X O O O
#     A B C D E
loadsgf games/score_prisoners.sgf
komi 0.5
110 final_score
#? [W\+5\.5]
play white A2
120 final_status_list dead
#? [A2]
130 final_score
#? [W\+5\.5]
play black A3
140 captures black
#? [1]
150 final_status_list dead
#? []
160 final_score
#? [W\+5\.5]

# A dead stone: White's A1 has Black's eye for its only liberty, and can never be saved. It comes
# off, and A1 is Black's point.
#   5 . X O O .
#   4 X X O O O
#   3 X X O O .
#   2 . X O O O
#   1 O X O O .
#     A B C D E
loadsgf games/score_dead.sgf
komi 0.5
170 final_status_list dead
#? [A1]
180 final_score
#? [W\+5\.5]
# Taking it changes nothing.
play black A2
190 final_score
#? [W\+5\.5]

# ---- Neutral points ----

# Column C touches both: it is nobody's. (GNU Go 3.8 fills such points before it counts.)
#   5 . X . O .
#   4 X X . O O
#   3 . X . O .
#   2 X X . O O
#   1 . X . O .
#     A B C D E
loadsgf games/score_neutral.sgf
komi 0
200 final_score
#? [0(\.0)?]
210 final_status_list dead
#? []
play black C5
220 final_score
#? [B\+1(\.0)?]
play white C1
230 final_score
#? [0(\.0)?]

# ---- Sizes ----

# Only one side has stones, with two eyes: the whole board is its area.
#   4 X X X X
#   3 X . X X
#   2 X X . X
#   1 X X X X
#     A B C D
loadsgf games/score_one_colour.sgf
komi 0.5
240 final_score
#? [B\+15\.5]

# Other sizes. Each half is solid but for its eyes, so it is alive as it stands, and area is a count
# of columns: 5 and 4 of 9, 6 and 7 of 13, 10 and 9 of 19.
#   9 . X . X X O . O .
#   8 X X X X X O O O O
#   7 . X . X X O . O .
#   6 X X X X X O O O O
#   5 . X . X X O . O .
#   4 X X X X X O O O O
#   3 . X . X X O . O .
#   2 X X X X X O O O O
#   1 . X . X X O . O .
#     A B C D E F G H J
loadsgf games/score_9x9.sgf
komi 0.5
250 final_score
#? [B\+8\.5]
komi 9
260 final_score
#? [0(\.0)?]

#   13 . X . X . X O O . O . O .
#   12 X X X X X X O O O O O O O
#   11 . X . X . X O O . O . O .
#   10 X X X X X X O O O O O O O
#    9 . X . X . X O O . O . O .
#    8 X X X X X X O O O O O O O
#    7 . X . X . X O O . O . O .
#    6 X X X X X X O O O O O O O
#    5 . X . X . X O O . O . O .
#    4 X X X X X X O O O O O O O
#    3 . X . X . X O O . O . O .
#    2 X X X X X X O O O O O O O
#    1 . X . X . X O O . O . O .
#      A B C D E F G H J K L M N
loadsgf games/score_13x13.sgf
komi 7.5
270 final_score
#? [W\+20\.5]

#   19 . X . X . X . X . X O O . O . O . O .
#   18 X X X X X X X X X X O O O O O O O O O
#   17 . X . X . X . X . X O O . O . O . O .
#   16 X X X X X X X X X X O O O O O O O O O
#   15 . X . X . X . X . X O O . O . O . O .
#   14 X X X X X X X X X X O O O O O O O O O
#   13 . X . X . X . X . X O O . O . O . O .
#   12 X X X X X X X X X X O O O O O O O O O
#   11 . X . X . X . X . X O O . O . O . O .
#   10 X X X X X X X X X X O O O O O O O O O
#    9 . X . X . X . X . X O O . O . O . O .
#    8 X X X X X X X X X X O O O O O O O O O
#    7 . X . X . X . X . X O O . O . O . O .
#    6 X X X X X X X X X X O O O O O O O O O
#    5 . X . X . X . X . X O O . O . O . O .
#    4 X X X X X X X X X X O O O O O O O O O
#    3 . X . X . X . X . X O O . O . O . O .
#    2 X X X X X X X X X X O O O O O O O O O
#    1 . X . X . X . X . X O O . O . O . O .
#      A B C D E F G H J K L M N O P Q R S T
loadsgf games/score_19x19.sgf
komi 7.5
280 final_score
#? [B\+11\.5]
komi 19
290 final_score
#? [0(\.0)?]
