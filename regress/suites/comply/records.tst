# loadsgf, on records that are written for these checks.
# Set-up stones A1 (black) and E1 (white); moves C3, C4, D4, a pass, B4, D3, a pass; a variation behind
# the second move, and texts with brackets.
#let record (;FF[4]GM[1]SZ[9]KM[3.5]C[a \] ;B[aa\] in a text]AB[ai]AW[ei]\n;B[cg];W[cf](;B[df]C[main \\];W[];B[bf];W[dg];B[tt])(;B[ee]))\n

#check loadsgf.whole: without a number, or with one beyond the end, the main line is loaded whole (GTP 2, loadsgf)
#levels regression gogui
#needs loadsgf
#new 9
#each , 99
#file <record>
boardsize 9
clear_board
loadsgf <file> <1>
#each C3, C4, D4, B4, D3, A1, E1
#refused play w <1>
#done
play w E5
#done

#check loadsgf.before: with a number, the position is that before the move (GTP 2, loadsgf)
#levels regression gogui
#needs loadsgf
#new 9
#file <record>
loadsgf <file> 1
play w C3
clear_board
loadsgf <file> 3
#refused play w C3, play w C4
play w D4
clear_board
loadsgf <file> 6
#refused play w D4, play w B4
play w D3

#check loadsgf.set_up: stones that the record sets up are on the board (GTP 2, loadsgf)
#levels regression gogui
#needs loadsgf
#new 9
#file <record>
loadsgf <file> 1
#refused play w A1, play w E1
#play w C3, w C4

#check loadsgf.size: the size of the board is that of the record (GTP 2, loadsgf)
#levels regression gogui
#needs loadsgf
#file (;FF[4]GM[1]SZ[7]AB[ag];W[ce])\n
boardsize 9
#? *
clear_board
loadsgf <file>
#refused play w H1, play w A8
#play w G7, w A7, w G1

#check loadsgf.undo: the moves of the record can be taken back, and no more (GTP 2, loadsgf and undo)
#levels regression
#needs loadsgf undo
#new 9
#file <record>
loadsgf <file> 4
undo
play w D4
undo
undo
play b C4
undo
undo
play w C3
undo
#refused undo

#check loadsgf.rectangle: AB[aa:cc] sets up a rectangle of stones (SGF FF[4], compressed point lists)
#levels regression
#needs loadsgf
#new 9
#file (;FF[4]GM[1]SZ[9]AB[aa:cb]AW[ee])\n
loadsgf <file>
#each A9, B9, C9, A8, B8, C8, E5
#refused play w <1>
#done
#play w A7, w D9

#check loadsgf.komi: komi is that of the record (GTP 2, loadsgf)
#levels regression
#needs loadsgf get_komi
#new 9
#file <record>
loadsgf <file>
get_komi
#? [3\.50*] -- = 3.5

#check loadsgf.broken: a file that is no record is refused and changes nothing (GTP 2, loadsgf)
#levels regression gogui
#needs loadsgf
#file This is no record.\n
#new
play b C3
#refused loadsgf <file>
#refused play w C3
