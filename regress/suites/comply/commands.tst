# Single commands. Points are in the lower left corner, so that they are on every board.

#check admin.protocol_version: the version is 2 (GTP 2, protocol_version)
#levels core client
protocol_version
#? [2]

#check admin.name: the engine has a name; its version may be empty (GTP 2, name and version)
#levels core client
name
#? [.+]
version

#check admin.version: the version has numbers with dots, which clients parse (clients)
#levels sabaki lizzie advice
version
#? [.*[0-9]+\.[0-9]+.*]

#check admin.required: the required commands are listed (GTP 2, 6.1 required commands)
#levels core client
list_commands
#each protocol_version, name, version, known_command, list_commands, quit, boardsize, clear_board, komi, play, genmove
#? [(.*\s)?<1>(\s.*)?] -- a list with <1>
#done

#check admin.rows: the list has one command a row (GTP 2, list_commands)
#levels core client
list_commands
#? [[^ \t,]*] -- one command a row

#check admin.listed: a command that the engine does not implement is not listed (GTP 2, known_command)
#levels core client
#new
#each boardsize, komi, play, genmove, fixed_handicap, place_free_handicap, set_free_handicap, undo, time_settings, time_left, final_score, final_status_list, loadsgf, reg_genmove, showboard
list_commands
#if [(.*\s)?<1>(\s.*)?]
<1>
#? * [!unknown command] -- another answer than this to a listed command
#done
#done

#check admin.hidden: all known commands are listed, private extensions too (GTP 2, list_commands)
#levels core client
#each protocol_version, name, version, known_command, list_commands, quit, boardsize, clear_board, komi, fixed_handicap, place_free_handicap, set_free_handicap, play, undo, genmove, reg_genmove, time_settings, time_left, final_score, final_status_list, loadsgf, showboard, get_komi, list_stones, captures, lz-analyze, lz-genmove_analyze, kata-analyze, kata-genmove_analyze, kata-get-rules, kata-set-rules, kata-set-rule, kata-time_settings, gogui-analyze_commands, gogui-interrupt, gogui-play_sequence, gogui-setup, kgs-genmove_cleanup, kgs-rules, kgs-time_settings, kgs-game_over, cgos-genmove_analyze
list_commands
#if [!(.*\s)?<1>(\s.*)?]
known_command <1>
#? * [!true] -- = false, or <1> in list_commands
#done
#done
known_command known_command
#? *

#check admin.once: each command is listed once (GTP 2, list_commands)
#levels core client advice
list_commands
#each <commands>
#? [!(.*\s)?<1>\s(.*\s)?<1>(\s.*)?] -- <1> once
#done

#check admin.known: each listed command is known, by the answer "true" (GTP 2, known_command)
#levels core client
#each <commands>
known_command <1>
#? [true]
#done

#check admin.known_required: required commands are known (GTP 2, known_command)
#levels core client
known_command komi
#? [true]
known_command play
#? [true]
known_command genmove
#? [true]
known_command boardsize
#? [true]
known_command clear_board
#? [true]
known_command quit
#? [true]

#check admin.unknown: an unknown command is not known, by the answer "false" (GTP 2, known_command)
#levels core client
known_command no_such_command
#? [false]
known_command list_command
#? [false]
known_command playx
#? [false]

#check admin.name_case: names of commands are strings, and so case sensitive (GTP 2, simple entities)
#levels core
known_command NAME
#? [false]
#refused PROTOCOL_VERSION, Name

#check boardsize.too_large: a size of 1000 is refused (GTP 2, boardsize)
#levels core client
#refused boardsize 1000

#check boardsize.text: a size that the engine cannot have is refused as "unacceptable size" (GTP 2, boardsize)
#levels core
boardsize 1000
#? ?[unacceptable size.*]

#check boardsize.zero: sizes of 0 and less are refused (GTP 2, boardsize)
#levels core client
#refused boardsize 0, boardsize -1

#check boardsize.above_25: boards end at 25x25: there are 25 letters (GTP 2, 2.11 board coordinates)
#levels core client
#refused boardsize 26

#check boardsize.arguments: an argument that is missing or no integer is refused (GTP 2, boardsize)
#levels core client
#refused boardsize, boardsize x

#check boardsize.syntax_text: the refusal of wrong arguments begins with "syntax error" (GTP 2, syntax error)
#levels core client advice
boardsize
#? ?[syntax error.*]
boardsize x
#? ?[syntax error.*]

#check boardsize.refusal: a refused size changes nothing (clients)
#levels sabaki gogui lizzie kgs
#new
play b C3
#refused boardsize 1000, play w C3
play w D4

#check boardsize.usual: 9, 13 and 19 are sizes of boards (clients)
#levels sabaki gogui advice
boardsize 9
boardsize 13
boardsize 19

#check setup.answers: clear_board and komi have empty answers (GTP 2, 6.3.2 setup commands)
#levels core
#new
clear_board
#? []
komi 6.5
#? []

#check clear_board.stones: the board is cleared (GTP 2, clear_board)
#levels core client
#new
#play b C3, w D3
clear_board
#play w C3, b D3

#check clear_board.history: the history of moves is cleared: there is nothing to undo (GTP 2, clear_board)
#levels tournament sabaki gogui lizzie kgs
#needs undo
#new
play b C3
clear_board
#refused undo
play w C3

#check clear_board.ko: a ko does not outlive the board (GTP 2, clear_board)
#levels core client
#new
#play b B2, w C2, b A1, w D1, w B1, b C1
clear_board
play w B1

#check komi.any: any komi is accepted, even a ridiculous one (GTP 2, komi)
#levels core client
komi 0
komi -7.5
komi 1000
komi 6.5
komi 7
komi -0.5
komi 375.5

#check komi.arguments: an argument that is missing or no number is refused (GTP 2, komi)
#levels core client
#refused komi, komi x

#check komi.syntax_text: the refusal of wrong arguments begins with "syntax error" (GTP 2, syntax error)
#levels core client advice
komi
#? ?[syntax error.*]
komi x
#? ?[syntax error.*]

#check komi.in_game: komi may change during the game, which it leaves alone (GTP 2, komi)
#levels core client sabaki
#new
play b C3
komi 3.5
#refused play w C3
play w D3

#check komi.kept: komi outlives clear_board and a refused komi (GTP 2, get_komi of GNU Go)
#levels tournament gogui
#needs get_komi
#new
komi 3.5
clear_board
#refused komi x
get_komi
#? [3\.50*] -- = 3.5

#check fixed_handicap.number: 0 stones, 1 stone, 10 and more are refused (GTP 2, fixed_handicap)
#levels tournament gogui
#needs fixed_handicap
#new
#refused fixed_handicap 1, fixed_handicap 10, fixed_handicap 0
play b C3

#check fixed_handicap.text: they are refused as "invalid number of stones" (GTP 2, fixed_handicap)
#levels tournament
#needs fixed_handicap
#new
fixed_handicap 1
#? ?[invalid number of stones.*]

#check fixed_handicap.empty: the board must be empty (GTP 2, fixed_handicap)
#levels tournament gogui
#needs fixed_handicap
#new
play b E5
#refused fixed_handicap 2

#check handicap.empty_text: handicap on stones is refused as "board not empty" (GTP 2, fixed_handicap)
#levels tournament
#needs fixed_handicap
#new
play b E5
fixed_handicap 2
#? ?[board not empty.*]

#check fixed_handicap.arguments: an argument that is missing or no integer is refused (GTP 2, fixed_handicap)
#levels tournament gogui
#needs fixed_handicap
#new
#refused fixed_handicap, fixed_handicap x

#check fixed_handicap.komi: komi is the controller's, and stays (GTP 2, fixed_handicap)
#levels tournament gogui
#needs fixed_handicap get_komi
#new
komi 3.5
fixed_handicap 2
get_komi
#? [3\.50*] -- = 3.5

#check fixed_handicap.undo: the placing of handicap cannot be undone (GTP 2, undo)
#levels tournament
#needs fixed_handicap undo
#new
fixed_handicap 2
#refused undo

#check free_handicap.number: 0 stones and 1 stone are refused (GTP 2, place_free_handicap)
#levels tournament kgs
#needs place_free_handicap
#new
#refused place_free_handicap 1, place_free_handicap 0, place_free_handicap x

#check free_handicap.text: they are refused as "invalid number of stones" (GTP 2, place_free_handicap)
#levels tournament
#needs place_free_handicap
#new
place_free_handicap 1
#? ?[invalid number of stones.*]

#check free_handicap.empty: the board must be empty (GTP 2, place_free_handicap)
#levels tournament kgs
#needs place_free_handicap
#new
play b E5
#refused place_free_handicap 2

#check set_free_handicap.stones: the stones are placed where the list says (GTP 2, set_free_handicap)
#levels tournament sabaki gogui kgs
#needs set_free_handicap
#new
set_free_handicap A1 C3 E2
#refused play w A1, play w C3, play b E2
play w B2

#check set_free_handicap.case: vertices of the list are not case sensitive (GTP 2, simple entities)
#levels tournament sabaki gogui kgs
#needs set_free_handicap
#new
set_free_handicap a1 c3
#refused play w C3

#check set_free_handicap.twice: a list with a vertex twice is refused, and nothing is placed (GTP 2, set_free_handicap)
#levels tournament
#needs set_free_handicap
#new
#refused set_free_handicap C3 C3, set_free_handicap C3 D4 c3
#play w C3, w D4

#check set_free_handicap.text: such a list is refused as "bad vertex list" (GTP 2, set_free_handicap)
#levels tournament
#needs set_free_handicap
#new
set_free_handicap C3 C3
#? ?[bad vertex list.*]

#check set_free_handicap.pass: a list with a pass is refused and places nothing (GTP 2, set_free_handicap)
#levels tournament
#needs set_free_handicap
#new
#refused set_free_handicap C3 pass
play w C3

#check set_free_handicap.off_board: a list with a vertex off the board is refused and places nothing (GTP 2, set_free_handicap)
#levels tournament
#needs set_free_handicap
#new
#refused set_free_handicap C3 Z99
play w C3

#check set_free_handicap.one: a list with one vertex or none is refused (GTP 2, set_free_handicap)
#levels tournament
#needs set_free_handicap
#new
#refused set_free_handicap C3, set_free_handicap
play w C3

#check set_free_handicap.empty: the board must be empty (GTP 2, set_free_handicap)
#levels tournament sabaki gogui kgs
#needs set_free_handicap
#new
play b E5
#refused set_free_handicap A1 C3
play w C3

#check set_free_handicap.undo: the placing of handicap cannot be undone, moves after it can (GTP 2, undo)
#levels tournament
#needs set_free_handicap undo
#new
set_free_handicap A1 C3
play w D4
undo
play b D4
undo
#refused undo

#check play.colors: colors are b, black, w, white, in any case (GTP 2, simple entities)
#levels core client
#new
play b A1
play black B2
play w C3
play white D4
play B A3
play BLACK B4
play W C1
play White D2
play bLaCk E1

#check play.color_names: each name means its color: stones of it capture together (GTP 2, simple entities)
#levels core client
#new
#play w C3, b B3
play BLACK D3
play Black C2
play B C4
play b C3
clear_board
play black C3
play w B3
play WHITE D3
play White C2
play W C4
play w C3

#check play.vertices: vertices are in any case, and so is the pass (GTP 2, simple entities)
#levels core client
#new
#play b a1, w C3
#refused play b A1, play b c3
#play b pass, w PASS, b Pass

#check play.letter_i: there is no column I (GTP 2, 2.11 board coordinates)
#levels core client
#new
#refused play b I3, play b i3

#check play.letter_j: J is beside H (GTP 2, 2.11 board coordinates)
#levels core client
# A stone on H5 is captured by stones on G5 and J5.
#new 9
#play w H5, b G5, b H4, b H6, b J5, b H5

#check play.off_board: a vertex off the board is refused (GTP 2, play)
#levels core client
#new
#refused play b A0, play b Z1, play b A26, play b U20, play b A99
play b A1

#check play.arguments: wrong arguments are refused (GTP 2, play)
#levels core client
#new
#refused play, play b, play green C3, play b 33, play b CC, play C3
play b C3

#check play.syntax_text: the refusal of wrong arguments begins with "syntax error" (GTP 2, syntax error)
#levels core client advice
#new
play
#? ?[syntax error.*]
play b
#? ?[syntax error.*]
play green C3
#? ?[syntax error.*]

#check play.empty_answer: the answer is empty (GTP 2, play)
#levels core
#new
play b C3
#? []
play w pass
#? []

#check play.occupied: a move on a stone is illegal (GTP 2, play)
#levels core client
#new
play b C3
#refused play w C3, play b C3

#check play.text: an illegal move is refused as "illegal move" (GTP 2, play)
#levels core
#new
play b C3
play w C3
#? ?[illegal move.*]

#check play.junk: a vertex with something behind it is refused (GTP 2, simple entities)
#levels core client advice
#new
#refused play b C3x
play b C3

#check play.far: a 19x19 board has all points up to T19, and no others (GTP 2, 2.11 board coordinates)
#levels core client
#new 19
#play b T19, w A19, b T1, w S18
#refused play b T20, play b U1, play b A20, play w T19
play b K10

#check play.refusal: a refused move changes nothing (GTP 2, play)
#levels core client
#new
play b C3
#refused play w C3, play w C3, play b C3
#play w B3, w D3, w C2, w C4, w C3

#check play.turns: consecutive moves of one color are legal (GTP 2, play)
#levels core client
#new
#play w A1, w B2, w C3, b D4, b E5, w pass, w A3

#check play.pass: a pass is a move (GTP 2, simple entities)
#levels core client
#new
#play b pass, w C3, b pass, w D3
#refused play b C3

#check play.after_passes: the game may go on after two passes (GoGui, KGS)
#levels sabaki gogui lizzie kgs
#new
#play b C3, w D3, b pass, w pass, b D4, w C4

#check undo.empty: without a move to take back it is refused (GTP 2, undo)
#levels tournament sabaki gogui lizzie kgs
#needs undo
#new
#refused undo
play b C3
undo
#refused undo

#check undo.text: it is refused as "cannot undo" (GTP 2, undo)
#levels tournament
#needs undo
#new
undo
#? ?[cannot undo.*]

#check undo.move: the last move is taken back, and only that (GTP 2, undo)
#levels tournament sabaki gogui lizzie kgs
#needs undo
#new
#play b C3, w D3
undo
#refused play b C3
play w D3
undo
undo
#refused undo

#check undo.pass: a pass is taken back as a move (GTP 2, undo)
#levels tournament sabaki gogui lizzie kgs
#needs undo
#new
#play b C3, w pass
undo
#refused play w C3
undo
play w C3

#check undo.capture: captured stones come back (GTP 2, undo)
#levels tournament sabaki gogui lizzie kgs
#needs undo
#new
#play w C3, b B3, b D3, b C2, b C4
undo
#refused play b C3
play w C4

#check undo.ko: the ko comes back (GTP 2, undo)
#levels tournament sabaki gogui lizzie kgs
#needs undo
#new
#play b B2, w C2, b A1, w D1, w B1, b C1, w E5
undo
#refused play w B1

#check undo.refused: what was refused is not taken back (GTP 2, undo)
#levels tournament sabaki gogui lizzie kgs
#needs undo
#new
play b C3
#refused play w C3, play w Z99
undo
play w C3

#check undo.questions: final_score, final_status_list, showboard and reg_genmove leave no move in the history (GTP 2, undo)
#levels tournament sabaki gogui lizzie kgs
#needs undo
#each final_score, final_status_list dead, final_status_list alive, showboard, reg_genmove w
#new
play b C3
<0>
#? *
undo
play w C3
undo
#refused undo
#done

#check undo.genmove: the engine's own move is taken back (GTP 2, undo)
#levels tournament sabaki gogui lizzie kgs
#needs undo
#new
play b C3
genmove w
undo
undo
#refused undo

#check genmove.answer: the answer is a vertex, pass or resign, and nothing else (GTP 2, genmove)
#levels core client
#new
genmove b
#? [[A-HJ-Za-hj-z][0-9]+|[Pp][Aa][Ss][Ss]|resign]
genmove white
#? [[A-HJ-Za-hj-z][0-9]+|[Pp][Aa][Ss][Ss]|resign]
genmove BLACK
genmove W

#check genmove.after_passes: a move is made after two passes, too: the game is resumed (GoGui, KGS)
#levels sabaki gogui lizzie kgs
#new
#play b C3, w D3, b pass, w pass
genmove b
genmove w

#check genmove.arguments: wrong arguments are refused (GTP 2, genmove)
#levels core client
#new
#refused genmove, genmove green

#check genmove.refusal: a refused genmove plays nothing (clients)
#levels tournament sabaki gogui lizzie kgs
#needs undo
#new
play b C3
#refused genmove green
undo
#refused undo

#check time_settings.any: any settings are accepted, of all kinds (GTP 2, time_settings)
#levels tournament gogui kgs cgos fresh
#needs time_settings
time_settings 1800 0 0
time_settings 0 30 5
time_settings 600 30 25
time_settings 0 0 0
time_settings 300 60 0
time_settings 0 1 0
time_settings 86400 3600 100

#check time_settings.arguments: wrong arguments are refused (GTP 2, time_settings)
#levels tournament
#needs time_settings
#refused time_settings, time_settings 1 2, time_settings x 1 1

#check time_left.any: the time that is left is accepted for both colors (GTP 2, time_left)
#levels tournament gogui kgs cgos fresh
#needs time_left time_settings
#new
time_settings 300 30 5
time_left b 300 0
time_left white 20 3
time_left B 0 0

#check time_left.arguments: wrong arguments are refused (GTP 2, time_left)
#levels tournament
#needs time_left
#refused time_left, time_left x 1 1, time_left b

#check final_score.form: the score is B+N, W+N or 0, unless it is refused (GTP 2, final_score)
#levels tournament gogui
#needs final_score
#new
#play b C3, w D4, b pass, w pass
final_score
#? [[BW]\+[0-9]+(\.[0-9]+)?|0] or ? -- = [BW]+NUMBER or = 0

#check final_score.text: a score is refused as "cannot score" (GTP 2, final_score)
#levels tournament
#needs final_score
#new
#play b C3, w D4, b pass, w pass
final_score
#? = or ?[cannot score.*] -- a score, or ? cannot score

#check final_status_list.arguments: a status other than alive, seki and dead is refused (GTP 2, final_status_list)
#levels tournament kgs
#needs final_status_list
#new
play b C3
#refused final_status_list sleepy, final_status_list

#check loadsgf.missing: a file that is not there is refused (GTP 2, loadsgf)
#levels regression gogui
#needs loadsgf
#refused loadsgf /no/such/folder/x.sgf

#check loadsgf.text: it is refused as "cannot load file" (GTP 2, loadsgf)
#levels regression
#needs loadsgf
loadsgf /no/such/folder/x.sgf
#? ?[cannot load file.*]

#check loadsgf.refusal: a refused file changes nothing (clients)
#levels regression gogui
#needs loadsgf
#new
play b C3
#refused loadsgf /no/such/folder/x.sgf, play w C3
play w D3

#check reg_genmove.answer: the answer is a vertex, pass or resign (GTP 2, reg_genmove)
#levels regression
#needs reg_genmove
#new
reg_genmove b
#? [[A-HJ-Za-hj-z][0-9]+|[Pp][Aa][Ss][Ss]|resign]
