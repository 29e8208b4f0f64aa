# The rules in play: captures, kos, suicide, random games, the engine's moves, handicap and scores.
# Every move that must be taken is legal under all rules.
# Two walls: Black has the columns up to E (or D), White the others; nothing is in doubt, and by area and
# by territory the score is the same. dead_chain: a white chain in atari, A3 and A4, is behind Black's wall.
#let wall_e b E1, w F1, b E2, w F2, b E3, w F3, b E4, w F4, b E5, w F5, b E6, w F6, b E7, w F7, b E8, w F8, b E9, w F9, b pass, w pass
#let wall_d b D1, w E1, b D2, w E2, b D3, w E3, b D4, w E4, b D5, w E5, b D6, w E6, b D7, w E7, b D8, w E8, b D9, w E9, b pass, w pass
#let dead_chain w A3, b B3, w A4, b B4, b A5, b C1, w D1, b C2, w D2, b C3, w D3, b C4, w D4, b C5, w D5, b C6, w D6, b C7, w D7, b C8, w D8, b C9, w D9, b pass, w pass
# Fixed handicap by the size of the board: the number of stones and their points.
#let handicap_19 19 2 D4 Q16, 3 D4 Q16 D16, 4 D4 Q16 D16 Q4, 5 D4 Q16 D16 Q4 K10, 6 D4 Q16 D16 Q4 D10 Q10, 7 D4 Q16 D16 Q4 D10 Q10 K10, 8 D4 Q16 D16 Q4 D10 Q10 K4 K16, 9 D4 Q16 D16 Q4 D10 Q10 K4 K16 K10
#let handicap_13 13 2 D4 K10, 3 D4 K10 D10, 4 D4 K10 D10 K4, 5 D4 K10 D10 K4 G7, 6 D4 K10 D10 K4 D7 K7, 7 D4 K10 D10 K4 D7 K7 G7, 8 D4 K10 D10 K4 D7 K7 G4 G10, 9 D4 K10 D10 K4 D7 K7 G4 G10 G7
#let handicap_9 9 2 C3 G7, 3 C3 G7 C7, 4 C3 G7 C7 G3, 5 C3 G7 C7 G3 E5, 6 C3 G7 C7 G3 C5 G5, 7 C3 G7 C7 G3 C5 G5 E5, 8 C3 G7 C7 G3 C5 G5 E3 E7, 9 C3 G7 C7 G3 C5 G5 E3 E7 E5
#let handicap_7 7 2 C3 E5, 3 C3 E5 C5, 4 C3 E5 C5 E3
#let handicap_8 8 2 C3 F6, 3 C3 F6 C6, 4 C3 F6 C6 F3
#let handicap_10 10 2 C3 H8, 3 C3 H8 C8, 4 C3 H8 C8 H3
#let handicap_11 11 2 C3 J9, 3 C3 J9 C9, 4 C3 J9 C9 J3, 5 C3 J9 C9 J3 F6, 6 C3 J9 C9 J3 C6 J6, 7 C3 J9 C9 J3 C6 J6 F6, 8 C3 J9 C9 J3 C6 J6 F3 F9, 9 C3 J9 C9 J3 C6 J6 F3 F9 F6

#check rules.capture: a stone without liberties is removed (GTP 2, play)
#levels core client
#new
#play w C3, b B3, b D3, b C2, b C4, b C3

#check rules.capture_edge: stones are captured in the corner and at the edge (GTP 2, play)
#levels core client
#new
#play w A1, b A2, b B1, b A1, w D1, b C1, b E1, b D2, b D1

#check rules.capture_chain: a chain is captured as a whole (GTP 2, play)
#levels core client
#new
#play w C2, w C3, w D3, b B2, b B3, b C4, b D4, b E3, b D2, b C1, b C2, b C3, b D3

#check rules.capture_two: all chains that a move leaves without liberties are removed (GTP 2, play)
#levels core client
#new
#play w B3, w D3, b A3, b B2, b B4, b D2, b D4, b E3, b C3, b B3, b D3

#check rules.capture_first: a move that captures is no suicide: the captured stones go first (rules of Go)
#levels core client
#new
#play b A2, b B1, w A3, w B2, w C1, w A1, w A2, w B1

#check rules.ko: retaking a ko at once is an illegal move (GTP 2, play)
#levels core client
#new
#play b B2, w C2, b A1, w D1, w B1, b C1
#refused play w B1

#check rules.ko_later: a ko may be retaken after a move elsewhere (rules of Go)
#levels core client
#new
#play b B2, w C2, b A1, w D1, w B1, b C1, w E5, b E4, w B1
#refused play b C1

#check rules.ko_filled: a ko may be filled by its winner (rules of Go)
#levels core client
#new
#play b B2, w C2, b A1, w D1, w B1, b C1, w E5, b B1
#refused play w B1

#check rules.snapback: taking back two stones is no ko (rules of Go)
#levels core client
#new
#play b A2, b B2, w A3, w B3, w C2, w C1, w A1, b B1, w A1, w B1

#check rules.suicide: a stone that would have no liberty is refused or removed, whatever the rules (rules of Go)
#levels core client
#new
#play b A2, b B1
play w A1
#? *
play b A1

#check rules.suicide_chain: a chain that would have no liberty is refused or removed, whatever the rules (rules of Go)
#levels core client
#new
#play b A3, b B2, b C1, w A1, w A2
play w B1
#? *
#play b B1, b A1

#check genmove.legal: the engine's moves are legal and are played (GTP 2, genmove)
#levels core client
#new 5 7 9 13 19
#each <40*b w, w b, >b w
genmove <1>
#? legal <1>
#if [[A-Za-z][0-9]+]
#refused play <2> <move>
#done
#done
#each stones
#refused play b <1>
#done
known_command undo
#if [true]
#each empty
play <turn> <1>
undo
#done
#done

#check genmove.superko: the engine repeats no position and plays no suicide (CGOS)
#levels cgos
#new 5 7 9 13 19
#each <40*b, w, >b
genmove <1>
#? legal <1> superko
#done

#check genmove.turns: a move is made for either color, whichever moved last (GTP 2, genmove)
#levels core client
#new
#each <3*w, w, b, b, >w
genmove <1>
#? legal <1>
#done
#each stones
#refused play b <1>
#done

#check genmove.color: the stone has the requested color (GTP 2, genmove)
#levels core client
# A stone of the requested color can be captured by the other.
#new
genmove w
#? legal w
#each around
play b <1>
#done
#new
genmove b
#? legal b
#each around
play w <1>
#done

#check kgs.cleanup: kgs-genmove_cleanup makes moves as genmove does, after two passes too (KGS, kgsGtp)
#levels kgs
#needs kgs-genmove_cleanup
#new
#play b C3, w D4, b pass, w pass
kgs-genmove_cleanup b
#? [[A-HJ-Za-hj-z][0-9]+|pass|resign] -- a vertex, pass or resign
#if [[A-Za-z][0-9]+]
#refused play w <move>
#done

#check kgs.cleanup_dead: kgs-genmove_cleanup does not pass while dead stones are on the board (KGS, kgsGtp)
#levels kgs
#needs kgs-genmove_cleanup
#new 9
#play <dead_chain>
kgs-genmove_cleanup b
#? [!pass] or ? -- a move: the white stones on A3 and A4 are dead, and on the board

#check reg_genmove.state: the move is not played, and nothing else changes (GTP 2, reg_genmove)
#levels regression
#needs reg_genmove
#new
#play b C3, w D4
reg_genmove b
#? *
#if [[A-HJ-Za-hj-z][0-9]+]
play w <move>
#done
undo
#? *
#if =
undo
play w D4
#done

#check fixed_handicap.points: the stones stand where the table says, on each size, and are listed (GTP 2, 4.1.1 fixed handicap)
#levels tournament gogui
#needs fixed_handicap
# Not 12: GNU Go, by the draft's author, has the fourth line there.
#each <handicap_19>; <handicap_13>; <handicap_9>; <handicap_7>; <handicap_8>; <handicap_10>; <handicap_11>
boardsize <1>
#? *
#if =
#each <2>
clear_board
fixed_handicap <1>
#? [([A-HJ-Za-hj-z][0-9]+\s*){<1>}] -- = <2>, in any order
#each <answer> <2>
#refused play w <1>
#done
#done
#done
#done
# More stones than a board of this size takes.
#each 7 5, 8 5, 10 5, 5 2
boardsize <1>
#? *
#if =
clear_board
#refused fixed_handicap <2>
#done
#done

#check handicap.color: handicap stones are black (GTP 2, 4.1 handicap)
#levels tournament sabaki gogui kgs
#needs fixed_handicap|set_free_handicap
#new
set_free_handicap C3 E5
#? *
#if =
#each B3, D3, C2, C4, C3
play w <1>
#done
#done
#new 9
fixed_handicap 2
#? *
#if =
#each B3, D3, C2, C4, C3
play w <1>
#done
#done

#check free_handicap.points: the stones are on distinct points, and are listed (GTP 2, 4.1.2 free handicap)
#levels tournament kgs
#needs place_free_handicap
#each 2, 3, 4, 5
#new
place_free_handicap <1>
#? [([A-HJ-Za-hj-z][0-9]+[ \n]*){2,<1>}] -- = with 2 to <1> distinct vertices
#each <answer>
#? [!(.*\s)?<1>\s(.*\s)?<1>(\s.*)?] -- <1> once
#done
#each <answer>
#refused play w <1>
#done
#done

#check final_score.value: a settled board is counted, with any komi, and a tie is 0 (GTP 2, final_score)
#levels tournament gogui
#needs final_score
#new 9
komi 5.5
#play <wall_e>
final_score
#? = or skip
final_score
#? [B\+3\.50*] -- = B+3.5
komi 0
clear_board
#play <wall_d>
final_score
#? [W\+9(\.0*)?] -- = W+9
komi -2.5
clear_board
#play <wall_e>
final_score
#? [B\+11\.50*] -- = B+11.5
komi 7
clear_board
#play <wall_d>
final_score
#? [W\+16(\.0*)?] -- = W+16
komi 9
clear_board
#play <wall_e>
final_score
#? [0]

#check final_score.again: the score follows a komi that changes after the game (GTP 2, komi and final_score)
#levels tournament gogui
#needs final_score
#new 9
#play <wall_e>
komi -3
final_score
#? = or skip
final_score
#? [B\+12(\.0*)?] -- = B+12
komi -1
final_score
#? [B\+10(\.0*)?] -- = B+10

#check komi.refusal: a refused komi, boardsize and clear_board leave the komi as it is (clients)
#levels tournament gogui
#needs final_score
#new 9
komi -20.5
#refused komi x
boardsize 9
clear_board
#play <wall_d>
final_score
#? = or skip
final_score
#? [B\+11\.50*] -- = B+11.5

#check final_status_list.stones: each stone of a settled board is alive and is listed once (GTP 2, final_status_list)
#levels tournament gogui kgs
#needs final_status_list
#new 9
#play <wall_e>
final_status_list alive
#? [([EeFf][1-9]\s*){18}] -- = all stones, which are in the columns E and F
final_status_list dead
#? []
final_status_list seki
#? []

#check final_status_list.whole: all stones of a status are listed, each under one status (GTP 2, final_status_list)
#levels tournament sabaki gogui kgs
#needs final_status_list
#new 9
#play <dead_chain>
final_status_list seki
#? = or skip
final_status_list dead
#? [(([Aa]3|[Aa]4)\s*){2}|] -- the whole chain of A3 and A4, or none of it
#if [.+]
final_status_list alive
#? [(([Aa]5|[Bb][34]|[CcDd][1-9])\s*){21}] -- all stones but A3 and A4
#done
final_status_list dead
#if []
final_status_list alive
#? [(([Aa][345]|[Bb][34]|[CcDd][1-9])\s*){23}] -- all stones
#done

#check showboard.drawing: stones and coordinates are drawn in their places (GTP 2, showboard and 2.11)
#levels regression
#needs showboard
# Where the letters of the stones are the usual ones; other drawings are allowed, and not judged.
#new
#play b A1, w C1, b A4, w E2, b B3, w pass
showboard
#? *
#if [.*\n *1 +[XxOo#@.+,-]( *[XxOo#@.+,-])+.*]
#? [.*A +B +C +D +E.*] -- the letters of the columns from A, without I
#? [.*\n *4 +[Xx#@][ .+,-]*(4.*)?\n *3 +[.+,-] *[Xx#@][ .+,-]*(3.*)?\n *2 +[.+,-] *[.+,-] *[.+,-] *[.+,-] *[Oo][ .+,-]*(2.*)?\n *1 +[Xx#@] *[.+,-] *[Oo][ .+,-]*(1.*)?] -- black stones on A1, A4 and B3 and white ones on C1 and E2, and no others
#done
