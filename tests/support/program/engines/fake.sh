# An engine for tests of the match runner. It plays the moves that it is given and misbehaves on
# demand:
#
#     sh fake.sh FAULT N [MOVE...]
#
# It answers genmove with the MOVEs in order, then passes; clear_board starts them again. FAULT is
#
#     -           none; any word that is not below does the same
#     log         writes every command that it receives to the file N
#     fixed       refuses komi
#     deaf        knows no command about time
#     refuse      refuses the Nth play of each game
#
# or what it does at the Nth genmove of each game:
#
#     die         exits with status 3              garbage     sends a line that is no response
#     hang        does not answer                  bytes       answers bytes that are not UTF-8
#     twice       answers twice                    offboard    answers a point off the board, over
#     leave       answers and ends                             two lines
#     speechless  refuses                          stop        stops the runner for 3 seconds
#
# TELLS is what a report says of a move, COUNTS the answer to final_score. The words in KNOWS are known commands, REFUSES is one that it refuses.
fault=$1 at=$2; shift 2
moves="$*" asked=0 told=0
[ $fault = log ] && echo start >>$at
while read -r id command rest; do
  [ $id = quit ] && exit 0
  answer= sign='='
  [ $fault = log ] && echo "$command $rest" >>$at
  case $command in
  name) answer=Fake ;;
  version) answer=1.0 ;;
  known_command)
    answer=false
    case " $KNOWS " in *" $rest "*) answer=true ;; esac
    case $fault,$rest in
    deaf,*) ;;
    *,time_settings|*,time_left) answer=true ;;
    esac ;;
  clear_board) asked=0 told=0; set -- $moves ;;
  komi) [ $fault = fixed ] && sign='?' answer='the komi is fixed' ;;
  play)
    told=$((told + 1))
    [ $fault = refuse ] && [ $told = $at ] && sign='?' answer='illegal move' ;;
  genmove|*-genmove_analyze)
    asked=$((asked + 1)) answer=${1:-pass}
    [ $# -gt 0 ] && shift
    if [ $asked = $at ]; then
      case $fault in
      die) exit 3 ;;
      hang) exec sleep 1000 ;;
      garbage) printf 'hello\n\n' ;;
      bytes) answer=$(printf '\303\377~') ;;
      offboard) answer=$(printf 'Z99 \nis off') ;;
      speechless) sign='?' answer='no idea' ;;
      stop) kill -STOP $PPID; sleep 3; kill -CONT $PPID; sleep 0.2 ;;
      twice) printf '=%s %s\n\n' "$id" "$answer" ;;
      leave) printf '=%s %s\n\n' "$id" "$answer"; exit ;;
      esac
    fi ;;
  esac
  case $command in
  *_analyze) answer=$(printf '\ninfo move B1 visits 1 winrate 0 scoreLead 0 pv B1 info move %s visits 5 %s pv %s A2\nplay %s' \
    "$answer" "$TELLS" "$answer" "$answer") ;;
  final_score) answer=$COUNTS ;;
  esac
  [ $command = "$REFUSES" ] && sign='?' answer='not these'
  printf '%s%s %s\n\n' "$sign" "$id" "$answer"
done
