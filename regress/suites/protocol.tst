# The protocol itself: GTP version 2, as its draft has it. That answers carry the id of their
# command is tested by every line of every suite. What a refused command must say: refusals.tst. No
# answer depends on a rule set.

# ---- Who is there ----

10 protocol_version
#? [2]
20 name
#? [.+]
30 version
#? [.+]
40 known_command no_such_command
#? [false]
# Names of commands are case sensitive.
50 known_command PLAY
#? [false]

# The required commands.
60 known_command protocol_version
#? [true]
70 known_command name
#? [true]
80 known_command version
#? [true]
90 known_command known_command
#? [true]
100 known_command list_commands
#? [true]
110 known_command quit
#? [true]
120 known_command boardsize
#? [true]
130 known_command clear_board
#? [true]
140 known_command komi
#? [true]
150 known_command play
#? [true]
160 known_command genmove
#? [true]

# The other commands that the draft describes.
170 known_command fixed_handicap
#? [true]
180 known_command place_free_handicap
#? [true]
190 known_command set_free_handicap
#? [true]
200 known_command undo
#? [true]
210 known_command time_settings
#? [true]
220 known_command time_left
#? [true]
230 known_command final_score
#? [true]
240 known_command final_status_list
#? [true]
250 known_command loadsgf
#? [true]
260 known_command reg_genmove
#? [true]
270 known_command showboard
#? [true]

# ---- Lines ----

# Comments at the end of a line, several blanks, a tab between words.
boardsize 9 # the usual small board
clear_board
280 query_boardsize # how large is it?
#? [9]
play   black    D4
290 color D4
#? [black]
play black	E5
300 color	E5
#? [black]
clear_board
310 list_stones black
#? []

# ---- Words ----

# Colours: black, white, b, w in any case. Vertices: in any case. Answers have capital letters.
play b c3
play W g7
play wHiTe G3
play B C7
320 list_stones b
#? [(C3|C7) (C3|C7)]
330 list_stones WHITE
#? [(G7|G3) (G7|G3)]
340 color c7
#? [black]
350 last_move
#? [black C7]
play w PASS
360 last_move
#? [white (pass|PASS)]
play b Pass
370 last_move
#? [black (pass|PASS)]
# An answer without a body is an empty one.
380 clear_board
#? []
390 komi 6.5
#? []
400 play black E5
#? []
410 undo
#? []
420 set_free_handicap C3 G7
#? []
430 clear_board
#? []
440 boardsize 9
#? []
450 time_settings 0 1 1
#? []
460 time_left black 1 1
#? []

# ---- A move that is certain ----

# On 1x1 there is nothing to play: the engine passes.
boardsize 1
clear_board
470 genmove black
#? [(pass|PASS)]
480 last_move
#? [black (pass|PASS)]
