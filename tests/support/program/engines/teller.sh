# An engine for tests of dihedra analyze. It answers with the analyses that it is given and
# misbehaves on demand:
#
#     sh teller.sh FAULT N
#
# It answers its Ith kata-analyze with line I of the file "reports", then, until a line arrives, with
# a report of a million visits. It writes every command that it receives to the file "told". FAULT is
#
#     -         none; any word that is not below does the same
#     ignorant  says that it knows no command
#     refuse    refuses the Nth play
#     brief     ends each analysis after its first report
#
# or what it does at its Nth kata-analyze:
#
#     die       exits with status 3
#     half      exits in the middle of a line
#     hang      does not answer
#     deaf      begins to answer, sends no report and does not stop
#     slow      sends its first report and does not stop
#     endless   sends all its reports and does not end the analysis
#     babble    sends a line that is no report
#     bytes     sends bytes that are not UTF-8
#     offboard, occupied, rate, short
#               reports a point off the board, an occupied one, a win rate above 1, an ownership of
#               too few points
#     empty     ends the analysis without a report
#     no        refuses it and every later one
fault=$1 at=$2 asked=0 played=0
more='info move pass visits 1000000 winrate 0.5 pv pass'
: >told
while read -r id command rest; do
  [ "$id" = quit ] && exit 0
  answer= sign='='
  echo "$command $rest" >>told
  case $command in
  name) answer='A <b>&' ;;
  version) answer=1.0 ;;
  known_command)
    answer=true
    [ $fault = ignorant ] && answer=false ;;
  play)
    played=$((played + 1))
    [ $fault = refuse ] && [ $played = $at ] && sign='?' answer='illegal move' ;;
  kata-analyze)
    asked=$((asked + 1))
    report=$(sed -n ${asked}p reports)
    if [ $asked = $at ]; then
      case $fault in
      die) exit 3 ;;
      half) printf '=%s\ninfo mo' $id; exit 3 ;;
      hang) echo hanging >&2; exec sleep 1000 ;;
      deaf) printf '=%s\n' $id; echo hanging >&2; exec sleep 1000 ;;
      slow) printf '=%s\n%s\n' $id "$report"; exec sleep 1000 ;;
      endless) printf '=%s\n%s\n%s\n' $id "$report" "$more"; read -r line; exec sleep 1000 ;;
      babble) report=$(printf 'hello\tworld') ;;
      bytes) report=$(printf 'info \001\377 \303') ;;
      offboard) report='info move Z9 visits 9 winrate 0.5' ;;
      occupied) report='info move B2 visits 9 winrate 0.5 pv B2' ;;
      rate) report='info move A1 visits 9 winrate 1.5 pv A1' ;;
      short) report='info move A1 visits 9 winrate 0.5 pv A1 ownership 1 1' ;;
      empty) printf '=%s\n\n' $id; continue ;;
      no) asked=$((asked - 1)); printf '?%s not now\n\n' $id; continue ;;
      esac
    fi
    printf '=%s\n%s\n' $id "$report"
    [ $fault = brief ] || { echo "$more"; read -r line; }
    printf '\n'
    continue ;;
  esac
  printf '%s%s %s\n\n' "$sign" "$id" "$answer"
done
