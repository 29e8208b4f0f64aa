# An engine with a fault, for tests of `dihedra comply`: the program between two filters.
#
#     sh faulty.sh FAULT PROGRAM...      - as FAULT: none
#     sh faulty.sh --list                the faults, each with the check whose sentence it breaks
#
# The list was written from the specifications, before the checks. A row has what is done to the lines that the controller
# sends (hears: sed; does: shell, with $line, the one before in $last and all of them in $seen) or to those that the program
# answers (says: sed). A command with the id 99999 is the filter's own; so is its answer.
faults() {
  cat <<'END'
id-dropped         framing.ids                    says s/^([=?])[0-9]+/\1/
id-cut             framing.large_id               says s/^=(65536|2147483647)/=0/
id-invented        framing.no_id                  says s/^([=?])( |$)/\10\2/
one-newline        framing.end                    says /^$/d
empty-line         framing.bodies                 says s/A B C.*/&\n/
comment-kept       framing.comments               hears s/#/x/
blank-answered     framing.blank_lines            hears s/^$/x/
cr-kept            framing.returns                hears s/\r/x/
control-kept       framing.controls               hears s/[\x01-\x08]/x/
tab-kept           framing.tabs                   hears s/\t/x/
chatter            genmove.answer                 says s/^= [A-T][0-9]+$/thinking...\n&/
pipe-dropped       framing.order                  does case $line in ?50*) line=; esac
unknown-ok         framing.unknown                says s/^\?.*/= /
unknown-text       framing.unknown_text           says s/unknown command/no such command/
tab-written        framing.output                 says s/ A B/\t&/
status-slow        final_status_list.stones       does case $line in *final_status_list*) exec sleep 1000; esac
version-1          admin.protocol_version         says s/ 2$/ 1/
known-yes          admin.known                    says s/true/yes/
known-all          admin.unknown                  says s/false/true/
list-line          admin.rows                     says /^name$/{N;s/\n/ /}
list-short         admin.required                 says /^komi$/d
list-private       admin.hidden                   says /^kgs-game_over$/d
quit-silent        framing.quit                   hears s/^([0-9]+ )?quit/99999 quit/
quit-stays         framing.quit                   hears s/quit$/gogui-interrupt/
color-case         play.colors                    hears s/^play [BW]/play x/
vertex-case        play.vertices                  hears s/(play .*) (PASS|[a-o][0-9])/\1 x/
letter-i           play.letter_i                  hears s/(play .*) [iI]/\1 J/
size-text          boardsize.text                 says s/unacceptable/bad/
clear-kept         clear_board.stones             hears s/clear_board/gogui-interrupt/
clear-history      clear_board.history            hears s/^clear_board/&\n99999 play b pass/
komi-refused       komi.any                       hears s/^komi (-|[0-9]{3}).*/komi x/
komi-whole         final_score.value              hears s/^(komi [0-9]+)\..*/\1/
fixed-point        fixed_handicap.points          says s/^(= [A-T][0-9]+ [A-T][0-9]+) [A-T][0-9]+$/\1 B2/
fixed-full         fixed_handicap.empty           says s/^\?.*not empty.*/= D4 Q16/
fixed-edge         fixed_handicap.points          says s/^= C3 J9/= D4 H8/
fixed-komi         fixed_handicap.komi            hears s/^fixed_handicap/99999 komi 0.5\n&/
free-twice         set_free_handicap.twice        says s/^\?.*/= /
play-occupied      play.occupied                  says s/^\? illegal.*/= /
play-turns         play.turns                     does case $last,$line in play\ b*,play\ b*|play\ w*,play\ w*) line=play; esac
refusal-clears     play.refusal                   does [ "$line" = "$last" ] && line=gogui-interrupt
capture-one        rules.capture_two              does [ "$line" = "play b D3" ] && line=play
ko-ignored         rules.ko                       does case $seen,$line in *";play w B1;"*,"play w B1") line=gogui-interrupt; esac
suicide-stays      rules.suicide                  does case $seen,$line in *" A1;"*,*A1) line=play; esac
undo-stones        undo.capture                   does [ "$last" = undo ] && line=gogui-interrupt
undo-empty         undo.empty                     says s/^\?.*/= /
genmove-unplayed   genmove.legal                  hears s/^genmove/reg_genmove/
genmove-color      genmove.color                  hears s/^genmove w/genmove b/
genmove-over       genmove.after_passes           does case $last,$line in *pass,genmove*) line=genmove; esac
late               clock.little_left              does case $line in genmove*) sleep 3; esac
late-untold        clock.untold                   does case $line in genmove*) sleep 5; esac
time-refused       time_settings.any              hears s/^time_settings( 0 .*|.* 0)$/time_settings/
score-words        final_score.form               says s/\+/ wins by /
score-passes       undo.questions                 hears s/^final_score/99999 play b pass\n&/
status-empty       final_status_list.stones       says s/^= E9/= A1/
status-chain       final_status_list.whole        says s/^= A4 A3/= A4/
status-twice       final_status_list.whole        says s/^= C9/= A3 C9/
reg-plays          reg_genmove.state              hears s/^reg_genmove/genmove/
load-after         loadsgf.before                 hears s/^(loadsgf .*) 3$/\1 4/
load-missing       loadsgf.missing                says s/^\?.*/= /
load-undo          loadsgf.undo                   does case $last,$line in loadsgf*,undo) line=genmove; esac
load-rectangle     loadsgf.rectangle              does case $line in loadsgf*) sed -i s/:cb// "${line#* }"; esac
board-mirrored     showboard.drawing              says s/^( 4) X (.*) 4/\1 \2 X 4/
analyze-deaf       analysis.lz                    does case $last in *analyze*) sleep 10; esac
blank-deaf         analysis.blank_line            does [ -z "$line" ] && continue
interval-seconds   analysis.interval              hears s/(analyze .) 10/\1 1000/
analyze-color      analysis.side                  hears s/-analyze [bw]/-analyze/
analyze-plays      analysis.position              hears s/protocol_version/99999 play b C3\n&/
winrate-percent    analysis.lz                    says s/winrate [0-9]+/winrate 52.00/g
winrate-side       analysis.side                  hears s/analyze b/analyze w/;t;s/analyze w/analyze b/
pv-missing         analysis.lz                    says s/ pv( [A-T][0-9]+| pass)+//g
genmove-no-play    analysis.lz_genmove            says /^play /d
analyze-genmove    analysis.genmove_color         hears s/_analyze w/_analyze b/
kata-nan           analysis.kata                  says s/winrate [^ ]+/winrate nan/
lead-side          analysis.kata_perspective      says s/scoreLead -/scoreLead /g;t;s/scoreLead /&-/g
lead-black         analysis.signs                 says /currPlayer W/s/scoreLead /&-/g
pv-occupied        analysis.lines                 says s/ pv ([^ ]+)/& \1/g
root-side          analysis.kata_perspective      says s/(rootInfo.* winrate 0.)0/\19/;t;s/(rootInfo.* winrate )[^ ]+/\10.0/
root-bare          analysis.kata_root             says s/rootInfo visits [0-9]+/rootInfo/
pv-visits          analysis.kata_pv_visits        says s/pvVisits/& 10/
allow-ignored      analysis.kata_allow            hears s/ allow.*//
ownership-flipped  analysis.kata_ownership_sides  says s/ownership ([^ ]+)(.*) ([^ ]+)$/ownership \3\2 \1/
ownership-side     analysis.kata_ownership_sides  hears s/analyze w/analyze b/
rules-quotes       kata.rules_json                says s/"/'/g
rules-reset        kata.rules_refusal             hears s/.*no-such.*/&\n99999 kata-set-rules tromp-taylor/
rule-any           kata.rule                      says s/^\?.*/= /
suicide-chain      kata.suicide                   hears s/chinese/tromp-taylor/
gogui-type         gogui.commands                 says s/^string/text/
interrupt-answered gogui.interrupt                hears s/^# interrupt/x/
sequence-half      gogui.play_sequence_all        hears s/^(gogui-play_sequence) b C3/99999 play b C3\n\1/
cgos-text          cgos.analyze                   says s/^\{.*/winrate 0.52/
cleanup-passes     kgs.cleanup_dead               says s/^= [A-T][0-9]+$/= pass/
END
}

[ "$1" = --list ] && { faults | while read -r name check rest; do echo "$name $check"; done; exit; }
read -r name check kind edit <<END
$(faults | grep "^$1 ")
END
shift
heard= said= act=
case $kind in hears) heard=$edit ;; says) said=$edit ;; does) act=$edit ;; esac

hear() {
  [ "$act" ] || exec sed -u -E -e "$heard" -e '/^[0-9 ]*quit$/q'
  last= seen=
  while IFS= read -r line; do
    now=$line
    eval "$act"
    printf '%s\n' "$line"
    last=$now seen="$seen$now;"
  done
}

hear | "$@" 2>/dev/null | sed -u -E -e '/^[=?]99999/{N;d}' -e "$said"
