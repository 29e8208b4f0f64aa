# An engine for tests of the regression runner. It plays no Go: it remembers what it was told, answers
# what the suite wants, and misbehaves on demand.
#
#     sh suite.sh [COMMANDS]
#
# COMMANDS are further branches of the `case` below, such as 'odd) k="?"; t=nope;;': k is the
# response's sign, t its text, a the command's arguments.
#
#     where       answers its position: the file that it loaded, the moves since, the komis
#     say TEXT    answers TEXT                  refuse TEXT  refuses with TEXT
#     count       answers 1, 2, 3...            lines        answers two lines
#     folder      answers the folder's name
#     die         exits with status 3           hang         does not answer
#     babble      sends a line that is no response
#     flood       sends a response without end
#     leave       exits with status 5; later runs exit with status 4 at their first command
[ ! -e gone ] || { read -r x; exit 4; }
while read -r id c a; do
  k='=' t=''
  case $c in
  quit) exit 0 ;;
  name) t=Fake ;;
  version) t=1.0 ;;
  loadsgf) if [ "$a" = missing.sgf ]; then k='?' t='cannot load file'; else p=$a; fi ;;
  boardsize) p=$a ;;
  clear_board) p=${p%%/*}/ ;;
  komi) s="$s komi$a" ;;
  play) p="$p $a" ;;
  genmove) t=D4 p="$p $a D4" ;;
  where) t=$p$s ;;
  say) t=$a ;;
  refuse) k='?' t=$a ;;
  count) n=$((n + 1)) t=$n ;;
  lines) t='one
two' ;;
  folder) t=${PWD##*/} ;;
  die) exit 3 ;;
  hang) exec sleep 1000 ;;
  babble) printf 'hello\n'; continue ;;
  flood) exec yes "=$id" ;;
  leave) : >gone; exit 5 ;;
  *) eval "case \$c in $1 *) k='?' t='Unknown command' ;; esac" ;;
  esac
  printf '%s%s %s\n\n' "$k" "$id" "$t"
done
