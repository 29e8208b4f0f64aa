# The analysis dialects of Leela Zero (lz-) and KataGo (kata-), which Sabaki and Lizzie use, and
# KataGo's commands for rules.
# A report: its moves in order, with lines that can be played, and figures of the dialect.
#let report moveInfos#1..400; moveInfos.*.order=@index; moveInfos.*.visits~[0-9]+; moveInfos.*.pv.0=@move; moveInfos.*.pv:line
#let lz <report>; moveInfos.*.winrate~[0-9]+; moveInfos.*.winrate:0..10000; ?moveInfos.*.prior~[0-9]+; ?moveInfos.*.prior:0..10000
#let kata <report>; moveInfos.*.winrate:0..1; ?moveInfos.*.prior:0..1
#let lopsided b A1, w C1, w E1, w C2, w E2, w C3, w E3, w C4, w E4, w C5, w E5
# Black has just taken a ko, on B1.
#let ko b B2, w C2, b A1, w D1, w B1, b C1
# Whoever is the side, one of these is so.
#let winning moveInfos.0.winrate:0.5..1; ?moveInfos.0.scoreLead:0..1e6; ?rootInfo.winrate:0.5..1; ?rootInfo.scoreLead:0..1e6
#let losing moveInfos.0.winrate:0..0.5; ?moveInfos.0.scoreLead:-1e6..0; ?rootInfo.winrate:0..0.5; ?rootInfo.scoreLead:-1e6..0
#let open moveInfos.0.winrate:0.1..0.9
# Black has the top, White the bottom.
#let sides b A8, w A2, b B8, w B2, b C8, w C2, b D8, w D2, b E8, w E2, b F8, w F2, b G8, w G2, b H8, w H2, b J8, w J2, b A9, w J1

#check analysis.lz: reports have moves in order with visits, winrate and pv, and end at the next line (Leela Zero, lz-analyze)
#levels sabaki lizzie
#needs lz-analyze
#new
play b C3
#> 5 lz-analyze w 10
#reports 2 30
#> protocol_version
#< =5 object <lz>
#? =5 [(.*\n)?info move.*] -- reports that begin with "info move", one to a line, after "="
#< = [2]

#check analysis.lz_bare: the color may be left out (Leela Zero, lz-analyze)
#levels sabaki lizzie
#needs lz-analyze
#new
play b C3
#> 5 lz-analyze 10
#reports 2 30
#> protocol_version
#< =5 object <lz>
#? =5 [(.*\n)?info move.*] -- reports that begin with "info move", one to a line, after "="
#< = [2]

#check analysis.kata: reports have moves in order with finite numbers, and end at the next line (KataGo, GTP_Extensions.md)
#levels sabaki lizzie
#needs kata-analyze
#new
play b C3
#> 5 kata-analyze w 10
#reports 2 30
#> protocol_version
#< =5 object <kata>
#? =5 [(.*\n)?info move.*] -- reports that begin with "info move", one to a line, after "="
#< = [2]

#check analysis.kata_ownership: ownership has a value from -1 to 1 for each point (KataGo, GTP_Extensions.md)
#levels sabaki lizzie
#needs kata-analyze kata-get-rules
#new
play b C3
#> 5 kata-analyze w 10 ownership true
#reports 2 30
#> protocol_version
#< =5 object <kata>; ownership#<area>; ownership.*:-1..1
#< = [2]

#check analysis.side: win rates are those of the side to move (Leela Zero, lz-analyze)
#levels sabaki lizzie
#needs lz-analyze
# White has all the stones but one.
#new
#play <lopsided>
#> lz-analyze b 10
#reports 1 30
#> protocol_version
#< = object moveInfos.0.winrate:0..5000
#< = [2]
#> lz-analyze w 10
#reports 1 30
#> protocol_version
#< = object moveInfos.0.winrate:5000..10000
#< = [2]

#check analysis.interval: reports come as often as asked, in centiseconds (KataGo, GTP_Extensions.md; Leela Zero)
#levels sabaki lizzie
#needs lz-analyze|kata-analyze
# Three reports in 5 s, for 0.3 s.
#new
#> <needed> b 10
#reports 3 5
#> protocol_version
#< = [(.*info move.*\n){2}.*info move.*] -- three reports within 5 s: the interval is in centiseconds
#< = [2]

#check analysis.blank_line: an empty line ends an analysis (KataGo, GTP_Extensions.md)
#levels sabaki lizzie
#needs lz-analyze|kata-analyze
#new
#> <needed> b 10
#reports 1 30
#>
#< =
protocol_version
#? [2]

#check analysis.kata_perspective: winrate, scoreLead and rootInfo are of one side (KataGo, GTP_Extensions.md)
#levels sabaki lizzie
#needs kata-analyze kata-get-rules
#new
#play <lopsided>
#each b, w
#> kata-analyze <1> 10 rootInfo true
#reports 1 30
#> protocol_version
#< = object <winning> or = object <losing> or = object <open>
#< = [2]
#done

#check analysis.signs: score and win rate do not say that different sides win (KataGo, GTP_Extensions.md)
#levels lizzie
#needs kata-analyze kata-get-rules
#new
#play <lopsided>
#each b, w
#> kata-analyze <1> 10 rootInfo true
#reports 1 30
#> protocol_version
#< = object moveInfos.*.scoreLead:sign; ?rootInfo.scoreLead:sign
#< = [2]
#done

#check analysis.lines: lines of play are legal from their position, a ko and a side without room too (Sabaki, Lizzie)
#levels sabaki lizzie
#needs lz-analyze|kata-analyze
#new
#play <ko>
#> <needed> w 10
#reports 2 30
#> protocol_version
#< = object moveInfos.*.pv:line
#< = [2]
#new
#play <lopsided>
#> <needed> b 10
#reports 2 30
#> protocol_version
#< = object moveInfos.*.pv:line
#< = [2]

#check analysis.kata_ownership_sides: ownership begins at the top left, and is that of the side to move (KataGo, GTP_Extensions.md)
#levels sabaki lizzie
#needs kata-analyze kata-get-rules
#new 9
#play <sides>
#> kata-analyze b 10 ownership true
#reports 1 30
#> protocol_version
#< = [.* ownership [^-][^\n]* -[^ \n]*(\n.*)?] -- ownership from the top left, for Black to move: Black has the top and White the bottom
#< = [2]
#> kata-analyze w 10 ownership true
#reports 1 30
#> protocol_version
#< = [.* ownership -[^\n]* [^-\n][^ \n]*(\n.*)?] -- ownership from the top left, for White to move: Black has the top and White the bottom
#< = [2]

#check analysis.kata_pv_visits: pvVisits has a value for each move of pv (KataGo, GTP_Extensions.md)
#levels lizzie
#needs kata-analyze kata-get-rules
#new
play b C3
#> 5 kata-analyze w 10 pvVisits true
#reports 2 30
#> protocol_version
#< =5 object <kata>; moveInfos.*.pvVisits#@pv
#< = [2]

#check analysis.kata_allow: allow leaves no other moves (KataGo, GTP_Extensions.md)
#levels lizzie
#needs kata-analyze kata-get-rules
#new
#> kata-analyze b 10 allow b C3,D4 1
#reports 2 30
#> protocol_version
#< = [!.*info move ([^CDcd]|[Cc][^3]|[Dd][^4]|[CDcd][34][0-9]).*] -- no moves but C3 and D4
#< = [2]

#check analysis.kata_maxmoves: maxmoves limits the moves of a report (KataGo, GTP_Extensions.md)
#levels lizzie
#needs kata-analyze kata-get-rules
#new
#> kata-analyze b 10 maxmoves 1
#reports 1 30
#> protocol_version
#< = [!.*info move[^\n]*info move.*] -- one move a report
#< = [2]

#check analysis.kata_root: rootInfo is reported if asked for, with visits, winrate and scoreLead (KataGo, GTP_Extensions.md)
#levels lizzie
#needs kata-analyze kata-get-rules
#new
#> kata-analyze b 10 rootInfo true
#reports 1 30
#> protocol_version
#< =
#each visits, winrate, scoreLead
#? [.* rootInfo ([^\n]* )?<1> [-+.0-9eE]+.*] -- rootInfo after the moves, with <1>
#done
#< = [2]

#check analysis.position: an analysis leaves board and history as they were (Sabaki)
#levels sabaki lizzie
#needs lz-analyze|kata-analyze
#new
#> <needed> b 10
#reports 1 30
#> protocol_version
#< =
#< = [2]
play b C3
#> <needed> w 10
#reports 1 30
#> protocol_version
#< =
#< = [2]
#refused play w C3
undo
#? *
#if =
#each empty
play <turn> <1>
undo
#done
play w C3
#done

#check analysis.lz_genmove: reports, and then "play VERTEX", which is played (Leela Zero, lz-genmove_analyze)
#levels sabaki lizzie
#needs lz-genmove_analyze
#new
play b C3
lz-genmove_analyze w 10
#? [(.*\n)?play ([A-Za-z][0-9]+|pass|resign)] -- a last line "play VERTEX"
#? object <lz>
#? legal w
#if [.*play [A-Za-z][0-9]+]
#refused play b <move>
#done

#check analysis.kata_genmove: reports, and then "play VERTEX", which is played (KataGo, GTP_Extensions.md)
#levels sabaki lizzie
#needs kata-genmove_analyze
#new
play b C3
kata-genmove_analyze w 10
#? [(.*\n)?play ([A-Za-z][0-9]+|pass|resign)] -- a last line "play VERTEX"
#? object <kata>
#? legal w
#if [.*play [A-Za-z][0-9]+]
#refused play b <move>
#done

#check analysis.genmove_color: the move is one of the requested color (KataGo, GTP_Extensions.md; Leela Zero)
#levels sabaki lizzie
#needs lz-genmove_analyze|kata-genmove_analyze
#new
<needed> w 10
#? legal w
#each around
play b <1>
#done

#check analysis.genmove_report: a move comes with a report, however short the search (Lizzie)
#levels sabaki lizzie advice
#needs lz-genmove_analyze|kata-genmove_analyze
# The search may be over before the interval; most engines report its end all the same.
#new
<needed> b 10
#? [.*info move.*] or ? -- a report that begins with "info move" before the move

#check kata.rules: rules have names, and other names are refused (KataGo, GTP_Extensions.md)
#levels lizzie fresh
#needs kata-set-rules kata-get-rules
kata-set-rules japanese
kata-set-rules chinese
kata-set-rules tromp-taylor
#refused kata-set-rules no-such-rules

#check kata.rules_json: kata-get-rules answers a JSON object with ko, scoring, tax and suicide (KataGo, GTP_Extensions.md)
#levels lizzie
#needs kata-get-rules
kata-get-rules
#? object ko; scoring; tax; suicide~true|false

#check kata.rules_refusal: refused rules change nothing (clients)
#levels lizzie fresh
#needs kata-set-rules kata-get-rules
kata-set-rules japanese
#? *
#if =
kata-get-rules
#if object scoring=TERRITORY
#refused kata-set-rules no-such-rules
kata-get-rules
#? object scoring=TERRITORY
#done
#done
kata-set-rules chinese
#? *
#if =
kata-get-rules
#if object suicide=false
#refused kata-set-rules no-such-rules
kata-get-rules
#? object suicide=false
#done
#done

#check kata.rule: a rule of another name is refused (KataGo, GTP_Extensions.md)
#levels lizzie fresh
#needs kata-set-rule
#refused kata-set-rule no-such-rule true

#check kata.suicide: suicide of a chain is illegal by Chinese rules and legal by Tromp-Taylor rules (GTP 2, play; KataGo, GTP_Extensions.md)
#levels tournament fresh
#needs kata-set-rules
#new
kata-set-rules chinese
#play b A3, b B2, b C1, w A1, w A2
#refused play w B1
kata-set-rules tromp-taylor
play w B1
