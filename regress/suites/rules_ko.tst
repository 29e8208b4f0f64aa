# The simple ko: a single stone that has just taken a single stone may not be retaken at once.
# It holds under every rule set, and so does everything in this file: no answer here depends on
# superko or suicide. X is Black, O is White.

# ---- In the centre ----

#   5 . . . . .
#   4 . X O . .
#   3 X . X O .
#   2 . X O . .
#   1 . . . . .
#     A B C D E
loadsgf games/ko_centre.sgf
# White may play on a point without liberties, since C3 comes off.
10 is_legal white B3
#? [1]
play white B3
20 color C3
#? [empty]
30 captures white
#? [1]
# The taking stone has one liberty: the point it has just emptied.
40 countlib B3
#? [1]
50 findlib B3
#? [C3]
# So Black could take back, and that is what ko forbids.
60 is_legal black C3
#? [0]
# White may connect there, and Black may play elsewhere.
70 is_legal white C3
#? [1]
80 is_legal black E5
#? [1]
# After one exchange elsewhere the ban is over.
play black E5
play white E1
90 is_legal black C3
#? [1]
play black C3
100 captures black
#? [1]
110 color B3
#? [empty]
# Now it is White who may not, and Black who may connect.
120 is_legal white B3
#? [0]
130 is_legal black B3
#? [1]
# Taking moves back brings each state of the ko back: open after E1, still banned before E5.
undo
140 is_legal black C3
#? [1]
150 color B3
#? [white]
undo
undo
160 is_legal black C3
#? [0]
# Once more back: nothing has been taken yet.
undo
170 color C3
#? [black]
180 captures white
#? [0]
190 is_legal white B3
#? [1]
200 is_legal black B3
#? [1]

# The ban is on Black's next move only. If White moves twice, Black's next move comes later.
loadsgf games/ko_centre.sgf
play white B3
play white E1
210 is_legal black C3
#? [1]

# A new game has no ko.
loadsgf games/ko_centre.sgf
play white B3
clear_board
220 is_legal black C3
#? [1]

# A ko needs a capture that has just been made: the same stones set up by hand allow the taking.
#   5 . . . . .
#   4 . X O . .
#   3 X O . O .
#   2 . X O . .
#   1 . . . . .
#     A B C D E
loadsgf games/ko_set_up.sgf
230 is_legal black C3
#? [1]
play black C3
240 is_legal white B3
#? [0]

# ---- At the edge and in the corner ----

#   5 O . . . .
#   4 X O . . .
#   3 . X . . .
#   2 X . . . .
#   1 . . . . .
#     A B C D E
loadsgf games/ko_edge.sgf
# White takes A4, which has its last liberty at A3.
play white A3
250 color A4
#? [empty]
260 countlib A3
#? [1]
270 is_legal black A4
#? [0]
play black E1
play white E5
280 is_legal black A4
#? [1]
play black A4
290 color A3
#? [empty]
300 is_legal white A3
#? [0]

#   4 . . . .
#   3 . . . .
#   2 X O . .
#   1 . X O .
#     A B C D
loadsgf games/ko_corner.sgf
# White takes B1 from A1; the stone in the corner then has B1 as its only liberty.
play white A1
310 color B1
#? [empty]
320 findlib A1
#? [B1]
330 is_legal black B1
#? [0]
play black D4
play white D1
340 is_legal black B1
#? [1]
play black B1
350 captures black
#? [1]
360 is_legal white A1
#? [0]

# ---- What is no ko ----

# Snapback: White throws in at A1, Black takes it with B1 and is left with one liberty, A1 itself.
# Black has just taken a single stone, but White's retaking takes three: no position comes back.
#   5 . . . . .
#   4 . . . . .
#   3 O O . . .
#   2 X X O . .
#   1 . . O . .
#     A B C D E
loadsgf games/ko_snapback.sgf
play white A1
370 countlib A1
#? [1]
380 is_legal black B1
#? [1]
play black B1
390 captures black
#? [1]
400 countlib B1
#? [1]
410 findlib B1
#? [A1]
420 is_legal white A1
#? [1]
play white A1
430 captures white
#? [3]
440 color B1
#? [empty]
# B1 and A2 are empty again.
450 countlib A1
#? [2]

# White takes two stones with B3; Black takes that one stone from C3. D3 is gone, so it is no ko.
#   5 . . . . .
#   4 . X O O .
#   3 X . X X O
#   2 . X O O .
#   1 . . . . .
#     A B C D E
loadsgf games/ko_two_for_one.sgf
play white B3
460 captures white
#? [2]
470 countlib B3
#? [1]
480 is_legal black C3
#? [1]
play black C3
490 captures black
#? [1]
# White may go on at D3; C3 has a liberty left at B3.
500 is_legal white D3
#? [1]
510 countlib C3
#? [2]

# ---- Two kos, and a fight ----

# White can take at B7, Black at H7.
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
loadsgf games/ko_double.sgf
play white B7
520 is_legal black C7
#? [0]
# The ban at C7 does not touch the other ko.
530 is_legal black H7
#? [1]
play black H7
540 is_legal white G7
#? [0]
550 is_legal white C7
#? [1]
play white E3
# White has played elsewhere: Black may take C7 now, and White G7 later.
560 is_legal black C7
#? [1]
play black E2
570 is_legal white G7
#? [1]

# A fight from a game record; a position loaded in mid-game knows the ko of the last move.
# After move 8 White has just taken E5 from D5.
loadsgf games/ko_fight.sgf 9
580 last_move
#? [white D5]
590 is_legal black E5
#? [0]
# After moves 9 and 10 elsewhere.
loadsgf games/ko_fight.sgf 11
600 is_legal black E5
#? [1]
# Black has retaken with move 11.
loadsgf games/ko_fight.sgf 12
610 captures black
#? [1]
620 captures white
#? [1]
630 is_legal white D5
#? [0]
# Move 12 was played elsewhere.
loadsgf games/ko_fight.sgf 13
640 is_legal white D5
#? [1]
# Black connects with move 13.
loadsgf games/ko_fight.sgf
650 color D5
#? [black]
660 is_legal white D5
#? [0]
