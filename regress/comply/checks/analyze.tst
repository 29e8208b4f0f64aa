# The analysis dialects of Leela Zero (lz-) and KataGo (kata-), which Sabaki and Lizzie use, and
# KataGo's commands for rules.
#let lopsided b A1, w C1, w E1, w C2, w E2, w C3, w E3, w C4, w E4, w C5, w E5
# Black has the top, White the bottom.
#let sides b A8, w A2, b B8, w B2, b C8, w C2, b D8, w D2, b E8, w E2, b F8, w F2, b G8, w G2, b H8, w H2, b J8, w J2, b A9, w J1

#check analysis.lz: reports have moves in order with visits, winrate and pv, and end at the next line
#source Leela Zero, lz-analyze
#levels sabaki lizzie
#needs lz-analyze
#new
play b C3
#> 5 lz-analyze w 10
#reports 2
#> protocol_version
#< =5 report lz w
#? =5 [(.*\n)?info move.*] -- reports that begin with "info move", one to a line, after "="
#< = [2]

#check analysis.lz_bare: the color may be left out
#source Leela Zero, lz-analyze
#levels sabaki lizzie
#needs lz-analyze
#new
play b C3
#> 5 lz-analyze 10
#reports 2
#> protocol_version
#< =5 report lz w
#? =5 [(.*\n)?info move.*] -- reports that begin with "info move", one to a line, after "="
#< = [2]

#check analysis.kata: reports have moves in order with finite numbers, and end at the next line
#source KataGo, GTP_Extensions.md
#levels sabaki lizzie
#needs kata-analyze
#new
play b C3
#> 5 kata-analyze w 10
#reports 2
#> protocol_version
#< =5 report kata w
#? =5 [(.*\n)?info move.*] -- reports that begin with "info move", one to a line, after "="
#< = [2]

#check analysis.kata_ownership: ownership has a value from -1 to 1 for each point
#source KataGo, GTP_Extensions.md
#levels sabaki lizzie
#needs kata-analyze kata-get-rules
#new
play b C3
#> 5 kata-analyze w 10 ownership true
#reports 2
#> protocol_version
#< =5 report kata w ownership
#< = [2]

#check analysis.side: win rates are those of the side to move
#source Leela Zero, lz-analyze
#levels sabaki lizzie
#needs lz-analyze|kata-analyze
# White has all the stones but one.
#first listed lz-analyze 5000, kata-analyze 0.5
#new
#each <lopsided>
play <1> <2>
#done
#> <1> b 10
#reports 1
#> protocol_version
#< = figure info winrate < <2>
#< = [2]
#> <1> w 10
#reports 1
#> protocol_version
#< = figure info winrate > <2>
#< = [2]
#done

#check analysis.interval: reports come as often as asked, in centiseconds
#source KataGo, GTP_Extensions.md; Leela Zero
#levels sabaki lizzie
#needs lz-analyze|kata-analyze
# Three reports in a third of the timeout: 10 s by default, for 0.3 s.
#new
#first listed lz-analyze, kata-analyze
#> <1> b 10
#reports 3 timely
#done
#> protocol_version
#< =
#< = [2]

#check analysis.blank_line: an empty line ends an analysis
#source KataGo, GTP_Extensions.md
#levels sabaki lizzie
#needs lz-analyze|kata-analyze
#new
#first listed lz-analyze, kata-analyze
#> <1> b 10
#reports 1
#done
#>
#< =
protocol_version
#? [2]

#check analysis.kata_perspective: winrate, scoreLead and rootInfo are of one side
#source KataGo, GTP_Extensions.md
#levels sabaki lizzie
#needs kata-analyze kata-get-rules
#new
#each <lopsided>
play <1> <2>
#done
#each b, w
#> kata-analyze <1> 10 rootInfo true
#reports 1
#> protocol_version
#< = agree info scoreLead 0
#? agree rootInfo winrate 0.5
#? agree rootInfo scoreLead 0
#< = [2]
#done

#check analysis.kata_ownership_sides: ownership begins at the top left, and is that of the side to move
#source KataGo, GTP_Extensions.md
#levels sabaki lizzie
#needs kata-analyze kata-get-rules
#want boardsize 9
#new 9
#each <sides>
play <1> <2>
#done
#> kata-analyze b 10 ownership true
#reports 1
#> protocol_version
#< = [.* ownership [^-][^\n]* -[^ \n]*(\n.*)?] -- ownership from the top left, for Black to move: Black has the top and White the bottom
#< = [2]
#> kata-analyze w 10 ownership true
#reports 1
#> protocol_version
#< = [.* ownership -[^\n]* [^-\n][^ \n]*(\n.*)?] -- ownership from the top left, for White to move: Black has the top and White the bottom
#< = [2]

#check analysis.kata_pv_visits: pvVisits has a value for each move of pv
#source KataGo, GTP_Extensions.md
#levels lizzie
#needs kata-analyze kata-get-rules
#new
play b C3
#> 5 kata-analyze w 10 pvVisits true
#reports 2
#> protocol_version
#< =5 report kata w pvVisits
#< = [2]

#check analysis.kata_allow: allow leaves no other moves
#source KataGo, GTP_Extensions.md
#levels lizzie
#needs kata-analyze kata-get-rules
#new
#> kata-analyze b 10 allow b C3,D4 1
#reports 2
#> protocol_version
#< = [!.*info move ([^CDcd]|[Cc][^3]|[Dd][^4]|[CDcd][34][0-9]).*] -- no moves but C3 and D4
#< = [2]

#check analysis.kata_maxmoves: maxmoves limits the moves of a report
#source KataGo, GTP_Extensions.md
#levels lizzie
#needs kata-analyze kata-get-rules
#new
#> kata-analyze b 10 maxmoves 1
#reports 1
#> protocol_version
#< = [!.*info move[^\n]*info move.*] -- one move a report
#< = [2]

#check analysis.kata_root: rootInfo is reported if asked for, with visits, winrate and scoreLead
#source KataGo, GTP_Extensions.md
#levels lizzie
#needs kata-analyze kata-get-rules
#new
#> kata-analyze b 10 rootInfo true
#reports 1
#> protocol_version
#< =
#each visits, winrate, scoreLead
#? [.* rootInfo ([^\n]* )?<1> [-+.0-9eE]+.*] -- rootInfo after the moves, with <1>
#done
#< = [2]

#check analysis.position: an analysis leaves board and history as they were
#source Sabaki
#levels sabaki lizzie
#needs lz-analyze|kata-analyze
#new
#first listed lz-analyze, kata-analyze
#> <1> b 10
#reports 1
#> protocol_version
#< =
#< = [2]
play b C3
#> <1> w 10
#reports 1
#> protocol_version
#< =
#< = [2]
#done
#board
#if listed undo
undo
play w C3
#done

#check analysis.lz_genmove: reports, and then "play VERTEX", which is played
#source Leela Zero, lz-genmove_analyze
#levels sabaki lizzie
#needs lz-genmove_analyze
#new
play b C3
lz-genmove_analyze w 10
#? [(.*\n)?play ([A-Za-z][0-9]+|pass|resign)] -- a last line "play VERTEX"
#? report lz w
#? legal w
#if answer [.*play [A-Za-z][0-9]+]
play b <move>
#? ?
#done

#check analysis.kata_genmove: reports, and then "play VERTEX", which is played
#source KataGo, GTP_Extensions.md
#levels sabaki lizzie
#needs kata-genmove_analyze
#new
play b C3
kata-genmove_analyze w 10
#? [(.*\n)?play ([A-Za-z][0-9]+|pass|resign)] -- a last line "play VERTEX"
#? report kata w
#? legal w
#if answer [.*play [A-Za-z][0-9]+]
play b <move>
#? ?
#done

#check analysis.genmove_color: the move is one of the requested color
#source KataGo, GTP_Extensions.md; Leela Zero
#levels sabaki lizzie
#needs lz-genmove_analyze|kata-genmove_analyze
#new
#first listed lz-genmove_analyze, kata-genmove_analyze
<1> w 10
#? legal w
#done
#each around
play b <1>
#done

#check analysis.genmove_report: a move comes with a report, however short the search
#source Lizzie
#levels sabaki lizzie
#needs lz-genmove_analyze|kata-genmove_analyze
#advice
# The search may be over before the interval; most engines report its end all the same.
#new
#first listed lz-genmove_analyze, kata-genmove_analyze
<1> b 10
#? [.*info move.*] or ? -- a report that begins with "info move" before the move
#done

#check kata.rules: rules have names, and other names are refused
#source KataGo, GTP_Extensions.md
#levels lizzie
#needs kata-set-rules kata-get-rules
#fresh
kata-set-rules japanese
kata-set-rules chinese
kata-set-rules tromp-taylor
kata-set-rules no-such-rules
#? ?

#check kata.rules_json: kata-get-rules answers a JSON object with ko, scoring, tax and suicide
#source KataGo, GTP_Extensions.md
#levels lizzie
#needs kata-get-rules
kata-get-rules
#? json ko:text; scoring:text; tax:text; suicide:bool

#check kata.rules_refusal: refused rules change nothing
#source clients
#levels lizzie
#needs kata-set-rules kata-get-rules
#fresh
kata-set-rules japanese
#? *
#if answer =
kata-get-rules
#if answer json scoring=TERRITORY
kata-set-rules no-such-rules
#? ?
kata-get-rules
#? json scoring=TERRITORY
#done
#done
kata-set-rules chinese
#? *
#if answer =
kata-get-rules
#if answer json suicide=false
kata-set-rules no-such-rules
#? ?
kata-get-rules
#? json suicide=false
#done
#done

#check kata.rule: a rule of another name is refused
#source KataGo, GTP_Extensions.md
#levels lizzie
#needs kata-set-rule
#fresh
kata-set-rule no-such-rule true
#? ?

#check kata.suicide: suicide of a chain is illegal by Chinese rules and legal by Tromp-Taylor rules
#source GTP 2, play; KataGo, GTP_Extensions.md
#levels tournament
#needs kata-set-rules
#fresh
#new
kata-set-rules chinese
play b A3
play b B2
play b C1
play w A1
play w A2
play w B1
#? ?
kata-set-rules tromp-taylor
play w B1
