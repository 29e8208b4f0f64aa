#level analysis; KataGo's analysis protocol; analysis;
#level katrain; KaTrain; analysis|katrain;
#level ogatak; Ogatak; analysis|ogatak;
# KataGo's JSON analysis protocol, as its Analysis_Engine.md describes it and as KaTrain and Ogatak use
# it.
#let board "rules":"chinese","komi":7.5,"boardXSize":9,"boardYSize":9
#let moves "moves":[["B","C3"],["W","D4"]]
#let ask {"id":"a1",<moves>,<board>,"maxVisits":20
#let query {"id":"q",<moves>,<board>
#let version {"id":"v","action":"query_version"}
#let stop {"id":"t","action":"terminate","terminateId":"q"
# A result: its moves in order, on points of the board, with figures.
#let info moveInfos#0..400; moveInfos.*.order=@index; moveInfos.*.move~[A-HJ][1-9]|pass; moveInfos.*.pv.0=@move; moveInfos.*.winrate:0..1; moveInfos.*.visits:0..1e9; moveInfos.*.scoreLead:-1e9..1e9; moveInfos.*.prior:0..1
#let root isDuringSearch~true|false; rootInfo.winrate:0..1; rootInfo.scoreLead:-1e9..1e9; rootInfo.visits:0..1e9
#let result !error; <info>; <root>
# One of the position behind both moves.
#let white ["W","C3"],["W","G7"],["W","C7"],["W","G3"],["W","E5"]
#let halves ["B","A4"],["W","A3"],["B","B4"],["W","B3"],["B","C4"],["W","C3"],["B","D4"],["W","D3"],["B","E4"],["W","E3"],["B","F4"],["W","F3"],["B","G4"],["W","G3"],["B","H4"],["W","H3"],["B","J4"],["W","J3"]
#let last turnNumber=2; rootInfo.currentPlayer=B; moveInfos.*.move~!C3|D4; <result>

#check query.result: a query gets one result with its id, turn, moves in order and root (KataGo, Analysis_Engine.md)
#levels analysis
#> <ask>}
#< id=a1; <last>; moveInfos#1..400; isDuringSearch=false

#check query.ownership: ownership, if asked for, has a value for each point (KataGo, Analysis_Engine.md)
#levels analysis
#> <ask>,"includeOwnership":true}
#< id=a1; <last>; ownership#81; ownership.*:-1..1

#check query.policy: policy, if asked for, has a probability for each point and the pass, -1 if illegal (KataGo, Analysis_Engine.md)
#levels analysis
# C3 and D4 have stones.
#> <ask>,"includePolicy":true}
#< id=a1; <last>; policy#82; policy.*:-1..1; policy.56:-1; policy.48:-1

#check query.absent: what is not asked for is absent (KataGo, Analysis_Engine.md)
#levels analysis
#> <ask>}
#< id=a1; <last>; !ownership; !policy

#check query.turns: each turn of analyzeTurns gets a result, with its player to move (KataGo, Analysis_Engine.md)
#levels analysis
#> {"id":"turns",<moves>,<board>,"maxVisits":5,"analyzeTurns":[0,1,2]}
#each 0..2
#< id=turns; turnNumber:0..2; <result>
#done
#> {"id":"turns",<moves>,<board>,"maxVisits":5,"analyzeTurns":[1]}
#< id=turns; turnNumber=1; rootInfo.currentPlayer=W; <result>
#> <version>
#< id=v

#check query.during: reports during the search say so, and one result that does not comes last (KataGo, Analysis_Engine.md)
#levels analysis
#> {"id":"during",<moves>,<board>,"maxVisits":300,"reportDuringSearchEvery":0.02}
#<< id=during; isDuringSearch=false
#? <last>
# Nothing more of the query comes.
#> <version>
#< id=v

#check query.initial: the player to move follows from initialPlayer and initialStones (KataGo, Analysis_Engine.md)
#levels analysis
#> {"id":"p","moves":[],<board>,"maxVisits":2}
#< id=p; rootInfo.currentPlayer=B
#> {"id":"p","moves":[],"initialStones":[["B","C3"],["B","G7"]],<board>,"maxVisits":2}
#< id=p; rootInfo.currentPlayer=W
#> {"id":"p","moves":[],"initialPlayer":"W",<board>,"maxVisits":2}
#< id=p; rootInfo.currentPlayer=W

#check query.spelling: players, vertices and passes are read in any case (KataGo, Analysis_Engine.md)
#levels analysis katrain
#> {"id":"p","moves":[["b","c3"],["w","pass"],["B","PASS"]],<board>,"maxVisits":2}
#< id=p; rootInfo.currentPlayer=W

#check query.rules: the names of rules that KaTrain sends are known (KaTrain)
#levels katrain
#each japanese, chinese, korean, aga, tromp-taylor, new zealand
#> {"id":"p","moves":[],"rules":"<0>","boardXSize":9,"boardYSize":9,"maxVisits":2}
#< id=p; rootInfo.currentPlayer=B
#done

#check query.allow: allowMoves limits the moves (KataGo, Analysis_Engine.md)
#levels katrain
#> <ask>,"allowMoves":[{"player":"B","moves":["E5","F6"],"untilDepth":1}]}
#< id=a1; <last>; moveInfos.*.move~E5|F6

#check query.moves_ownership: ownership of each move, if asked for, has a value for each point (KataGo, Analysis_Engine.md)
#levels katrain
#> <ask>,"includeMovesOwnership":true}
#< id=a1; <last>; moveInfos.*.ownership#81

#check query.perspective: reportAnalysisWinratesAs says whose win rates are reported (KataGo, Analysis_Engine.md)
#levels analysis
# White is winning.
#> {"id":"p","moves":[],"initialStones":[<white>],"initialPlayer":"B",<board>,"maxVisits":20,"overrideSettings":{"reportAnalysisWinratesAs":"BLACK"}}
#< id=p; rootInfo.winrate:0..0.5
#> {"id":"p","moves":[],"initialStones":[<white>],"initialPlayer":"B",<board>,"maxVisits":20,"overrideSettings":{"reportAnalysisWinratesAs":"WHITE"}}
#< id=p; rootInfo.winrate:0.5..1

#check query.signs: score and win rate do not say that different sides win (KataGo, Analysis_Engine.md)
#levels analysis katrain
#each B, W
#> {"id":"p","moves":[],"initialStones":[<white>],"initialPlayer":"<0>",<board>,"maxVisits":20}
#< id=p; moveInfos.*.scoreLead:sign; rootInfo.scoreLead:sign
#done

#check query.lines: lines of play are legal from their position, a ko too (KataGo, Analysis_Engine.md)
#levels analysis katrain ogatak
# Black's last move takes a ko.
#follow boardsize 9
#follow play b C5
#follow play w F5
#follow play b D6
#follow play w E6
#follow play b D4
#follow play w E4
#follow play b G3
#follow play w D5
#follow play b E5
#> {"id":"p","moves":[["B","C5"],["W","F5"],["B","D6"],["W","E6"],["B","D4"],["W","E4"],["B","G3"],["W","D5"],["B","E5"]],<board>,"maxVisits":50}
#< id=p; moveInfos.*.pv:line; rootInfo.currentPlayer=W

#check error.fields: a query that is wrong gets an error with its id and the field (KataGo, Analysis_Engine.md)
#levels analysis
#> {"id":"e",<board>}
#< id=e; error; field=moves
#> {"id":"e","moves":[],"rules":"chinese","boardYSize":9}
#< id=e; error; field=boardXSize
#> {"id":"e","moves":[],"rules":"chinese","boardXSize":"9","boardYSize":9}
#< id=e; error; field=boardXSize
#> {"id":"e","moves":5,<board>}
#< id=e; error; field=moves
#> {"id":"e","moves":[],"boardXSize":9,"boardYSize":9}
#< id=e; error; field=rules
#> {"id":"e","moves":[],"rules":"klingon","boardXSize":9,"boardYSize":9}
#< id=e; error; field=rules
#> {"id":"e","moves":[["B","Z99"]],<board>}
#< id=e; error; field=moves
#> {"id":"e","moves":[],<board>,"analyzeTurns":[3]}
#< id=e; error

#check error.large_board: a board of 29x29 is an error: Ogatak asks for one at the start (Ogatak)
#levels ogatak
#> {"id":"e","moves":[],"rules":"chinese","boardXSize":29,"boardYSize":29}
#< id=e; error; field=boardXSize

#check error.illegal_move: the error of an illegal move says "Illegal move" (KaTrain)
#levels katrain
#> {"id":"e","moves":[["B","C3"],["W","C3"]],<board>,"maxVisits":2}
#< id=e; error~.*llegal move.*

#check error.garbage: a line that is no query gets an error and ends nothing (KataGo, Analysis_Engine.md)
#levels analysis
#> this is no JSON
#< error
#> {"id":"x",
#< error
#> [1,2]
#< error
#> 5
#< error
#> {"id":7,"moves":[]}
#< error
#> <version>
#< id=v

#check action.version: query_version answers a version of three numbers (KataGo, Analysis_Engine.md)
#levels analysis ogatak
#> {"id":"act","action":"query_version"}
#< id=act; action=query_version; version~[0-9]+\.[0-9]+\.[0-9]+.* -- a version such as 1.15.0

#check action.echo: terminate, terminate_all and clear_cache are echoed (KataGo, Analysis_Engine.md)
#levels analysis katrain ogatak
#> {"id":"act","action":"terminate","terminateId":"none"}
#< id=act; action=terminate; terminateId=none
#> {"id":"act","action":"terminate_all"}
#< id=act; action=terminate_all
#> {"id":"act","action":"clear_cache"}
#< id=act; action=clear_cache

#check action.terminate: a search that is terminated ends with a result (KataGo, Analysis_Engine.md)
#levels analysis katrain ogatak
#> {"id":"long",<moves>,<board>,"maxVisits":100000000}
#> {"id":"stop","action":"terminate","terminateId":"long"}
#<< id=long; isDuringSearch=false
#> <version>
#<< id=v

#check stream.many: 100 queries sent at once are answered (KaTrain)
#levels analysis katrain
#each 0..99
#> {"id":"<1>",<moves>,<board>,"maxVisits":2}
#done
#each 0..99
#< id~[0-9]+; <last>
#done

#check stream.end: at the end of the input all queries are finished, and the engine ends (KataGo, Analysis_Engine.md)
#levels analysis fresh
#each 0..2
#> {"id":"<1>",<moves>,<board>,"maxVisits":2}
#done
#close
#each 0..2
#< id~[012]
#done
#ends

#check query.id: an id comes back as it was sent, however long and whatever is in it (KataGo, Analysis_Engine.md)
#levels analysis
#> {"id":"<200*i>\"\\é",<moves>,<board>,"maxVisits":2}
#< id=<200*i>"\é

#check query.line_end: a line may end in CR LF (Analysis clients on Windows)
#levels analysis
#> <query>,"maxVisits":2}\x0d
#< id=q; !error

#check query.rectangle: boardXSize and boardYSize may differ (KataGo, Analysis_Engine.md)
#levels analysis
#> {"id":"q","moves":[["B","A7"]],"rules":"chinese","boardXSize":9,"boardYSize":7,"maxVisits":2,"includeOwnership":true,"includePolicy":true}
#< id=q; ownership#63; policy#64
#> {"id":"q","moves":[["B","A9"]],"rules":"chinese","boardXSize":9,"boardYSize":7,"maxVisits":2}
#< id=q; error -- an error: a board of 9x7 has no A9

#check query.visits: maxVisits limits the visits (KataGo, Analysis_Engine.md)
#levels analysis katrain ogatak
# 20 threads may each be in the midst of a visit.
#> <query>,"maxVisits":2}
#< id=q; rootInfo.visits:0..22

#check query.pv: analysisPVLen limits lines, and pvVisits has a number for each of their moves (KataGo, Analysis_Engine.md)
#levels analysis
# One move is looked at, so that lines get long.
#> <query>,"maxVisits":300,"includePVVisits":true,"allowMoves":[{"player":"B","moves":["E5"],"untilDepth":1}]}
#< id=q; moveInfos.*.pvVisits#@pv
#> <query>,"maxVisits":300,"includePVVisits":true,"allowMoves":[{"player":"B","moves":["E5"],"untilDepth":1}],"analysisPVLen":1}
#< id=q; moveInfos.*.pvVisits#@pv; moveInfos.*.pv#0..2

#check query.sides: winrate, scoreLead and ownership are one side's, ownership from the top row on (KataGo, Analysis_Engine.md)
#levels analysis katrain ogatak
# Black has the upper half, with more points, and White the lower.
#> {"id":"q","moves":[],"initialStones":[<halves>],"initialPlayer":"B",<board>,"maxVisits":50,"includeOwnership":true,"overrideSettings":{"reportAnalysisWinratesAs":"BLACK"}}
#< id=q; ownership.0:0.001..1; ownership.80:-1..-0.001; rootInfo.winrate:0.5..1; rootInfo.scoreLead:0.001..400
#> {"id":"q","moves":[],"initialStones":[<halves>],"initialPlayer":"B",<board>,"maxVisits":50,"includeOwnership":true,"overrideSettings":{"reportAnalysisWinratesAs":"WHITE"}}
#< id=q; ownership.0:-1..-0.001; ownership.80:0.001..1; rootInfo.winrate:0..0.5; rootInfo.scoreLead:-400..-0.001

#check query.reports: a long search reports at the interval that was asked for, until it is terminated (KataGo, Analysis_Engine.md)
#levels analysis katrain ogatak
#> {"id":"q","moves":[],<board>,"maxVisits":100000000,"reportDuringSearchEvery":0.05}
#< id=q; isDuringSearch=true
#< id=q; isDuringSearch=true
#> <stop>}
#<< id=q; isDuringSearch=false
#> <version>
#<< id=v

#check error.warning: an unknown field gets a warning with its name (KataGo, Analysis_Engine.md)
#levels analysis
#> <query>,"maxVisits":2,"foo":1}
#< warning; field=foo; id=q
#< id=q

#check error.refusals: a komi of 7.3, an unknown action and a query without an id are errors (KataGo, Analysis_Engine.md)
#levels analysis
#> {"id":"e","moves":[],"rules":"chinese","komi":7.3,"boardXSize":9,"boardYSize":9,"maxVisits":2}
#< error; field=komi
#> {"id":"e","action":"dance"}
#< error; field=action
#> {"moves":[],<board>,"maxVisits":2}
#< error

#check action.turn: terminate with turnNumbers ends these turns alone (KataGo, Analysis_Engine.md)
#levels analysis
#> <query>,"maxVisits":100000000,"analyzeTurns":[0,1]}
#> <stop>,"turnNumbers":[1]}
#<< id=q; turnNumber=1; isDuringSearch=false
#> <stop>}
#<< id=q; turnNumber=0; isDuringSearch=false
#> <version>
#<< id=v
