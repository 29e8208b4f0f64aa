# How checks are written. A file begins with what an engine can be ready for:
#
#     #level KEY; NAME; LEVELS|OF|CHECKS THAT COUNT; COMMAND, COMMAND=WHAT IS MISSING WITHOUT IT
#
# and each check with its head, a sentence that an engine can break:
#
#     #check ID: the sentence (where it stands)
#     #levels for which it counts, by their keys; and "advice": a custom that no specification demands;
#             "fresh": wants an engine that was started for it
#     #needs  commands that the engine must list, or the check is skipped
#
# A line is a command, which must succeed unless a "#?" is below it; all else begins with '#':
#
#     #new [SIZES]         a new game, on a board of the first of these sizes that the engine takes; else
#                          the rest is skipped
#     #play MOVES          "b C3, w D4": plays each of these moves, which must succeed
#     #refused COMMANDS    sends each of these commands, "komi, komi x", which must be refused
#     #follow COMMAND      the referee follows this command, and the engine does not
#     #> LINE  #>> BYTES   sent without waiting; without a newline
#     #< EXPECTED          the next answer must match
#     #try COMMAND         no answer in time is said, and does not fail the check: the engine is started
#                          again, and the rest of the block left out
#     #reports N S         waits at most S seconds for N reports of an analysis
#     #close               closes the engine's input
#     #ends [REGEX]        the engine must end by itself. What is left to read, with "(end)" behind it,
#                          must match, or else be empty lines
#     #each A, B           the lines up to #done for each item: <0>, its first word <1> and what is behind
#                          it <2>. Items with commas are separated by "; ". A loop ends with the game
#     #each 1..9           numbers; "stones", "empty", "around": the stones, where the side to move may
#                          play, and the points beside the last move, with its own at the end
#     #if EXPECTED         the lines up to #done if the last answer matches
#     #file TEXT           writes a file, for which <file> stands
#     #clock S             S seconds are on the controller's clock
#     #let NAME TEXT       <NAME> stands for the text, in all checks
#
# In all lines \xHH is a byte, \n a newline, <6000*TEXT> repeats a text, and <needed> (of "#needs a|b" the
# first that the engine lists), <commands> (all that it lists), <answer> (the last one's words), <move>
# (its last word), <turn> (the side to move), <area> (points of the board) and <clock> stand for what they
# say. What an answer must be:
#
#     #? [REGEX]            "=", and the whole body matches as GoGui reads it (suite/pattern.h)
#     #? ?[REGEX]           a refusal whose message matches
#     #? =  #? ?  #? *      success, a refusal, either; the brackets may follow
#     #? =12 [REGEX]        with this id; otherwise with none
#     #? in time            within the seconds on the clock, which it reduces
#     #? legal w            White's move, the last word; "legal w superko": no repetition either
#     #? object PREDICATES  all lines that are a JSON object or a report of an analysis ("info move ...",
#                           read as an object with moveInfos, rootInfo and ownership) are so
#     #? [A] or ?[B]        one of them; "skip": else the rest of the check is left out
#     #? [A] -- WORDS       what reports say should have come
#
# Predicates are separated by "; ":
#
#     id=q  order=@index       this text, number, true or false; @index: of the last '*'
#     moveInfos.*.pv.0=@move   of each element; equal to a member beside it
#     version~[0-9]+\.[0-9]+   the whole text matches
#     winrate:0..1  pv:line    a number from 0 to 1; moves that can be played from the position
#     scoreLead:sign           does not say that one side wins where winrate says it of the other
#     ownership#81  pvVisits#@pv   it has as many elements
#     error  !error  ?lcb:0..1   it is there; it is not; it is so if it is there

# What an engine can be ready for:
#level core; the GTP 2 core; core; protocol_version, name, version, known_command, list_commands, quit, boardsize, clear_board, komi, play, genmove
#level tournament; GTP 2 tournaments; core|tournament; protocol_version, name, version, known_command, list_commands, quit, boardsize, clear_board, komi, play, genmove, fixed_handicap, place_free_handicap, set_free_handicap, undo, time_settings, time_left, final_score, final_status_list
#level regression; GTP 2 regression tests; core|regression; protocol_version, name, version, known_command, list_commands, quit, boardsize, clear_board, komi, play, genmove, loadsgf, reg_genmove
#level sabaki; Sabaki; client|sabaki; protocol_version, name, version, known_command, list_commands, quit, boardsize, clear_board, komi, play, genmove, lz-analyze|kata-analyze|analyze=analysis, undo=undo without replaying the game, final_status_list=dead stones
#level gogui; GoGui; client|gogui; protocol_version, name, version, known_command, list_commands, quit, boardsize, clear_board, komi, play, genmove, undo=undo without replaying the game, gogui-interrupt=interrupting, gogui-analyze_commands=Analyze Commands, final_status_list=dead stones, time_settings=clocks
#level lizzie; Lizzie; client|lizzie; protocol_version, name, version, known_command, list_commands, quit, boardsize, clear_board, komi, play, genmove, undo, lz-analyze|kata-analyze, kata-analyze=ownership and score
#level kgs; KGS; client|kgs; protocol_version, name, version, known_command, list_commands, quit, boardsize, clear_board, komi, play, genmove, time_settings=clocks, time_left=clocks, final_status_list=rated games, kgs-genmove_cleanup=playing on when dead stones are disputed
#level cgos; CGOS; client|cgos; protocol_version, name, version, known_command, list_commands, quit, boardsize, clear_board, komi, play, genmove, time_settings=clocks, time_left=clocks, cgos-genmove_analyze|cgos-analyze=figures for viewers
#level stress; floods and hostile input; stress; protocol_version, name, version, known_command, list_commands, quit, boardsize, clear_board, komi, play, genmove

# Lines and responses: what GTP 2 says of the stream, whatever the commands.
#let answers list_commands, showboard, final_status_list alive, printsgf, gogui-analyze_commands, move_history

#check framing.flush: a response is sent at once: the controller waits for it (GTP 2, communication model)
#levels core client
protocol_version
#? [2]
known_command quit
#? [true]

#check framing.silence: the engine is silent until it is asked, and ends with its input (GTP 2, communication model)
#levels core client fresh
#close
#ends
# An engine that lists no commands may be silent for good.
protocol_version
#? = or skip

#check framing.ids: a response has the id of its command, a refusal too (GTP 2, command structure)
#levels core client fresh
#> 1 protocol_version
#> 0 protocol_version
#> 12 no_such_command
#close
#< =1[2]
#< =0[2]
#< ?12
#ends

#check framing.large_id: an id is any integer from 0 to 2^31 - 1 (GTP 2, simple entities)
#levels core client fresh
#> 65536 protocol_version
#> 2147483647 protocol_version
#close
#< =65536[2]
#< =2147483647[2]
#ends

#check framing.no_id: the response to a command without an id has no id (GTP 2, response structure)
#levels core client fresh
#> 7 protocol_version
#> protocol_version
#> no_such_command
#close
#< =7[2]
#< =[2]
#< ?
#ends

#check framing.end: a response ends in exactly two newlines, and nothing stands between responses (GTP 2, response structure)
#levels core client fresh
#> protocol_version
#> known_command quit
#> protocol_version
#close
#ends [=[^\n]+\n\n=[^\n]+\n\n=[^\n]+\n\n\(end\)] -- three responses, one empty line behind each, and nothing else

#check framing.bodies: a response has no empty line inside (GTP 2, response structure)
#levels core client
#new
play b C3
#each <answers>
#try 7 <0>
#? =7 or ?7
protocol_version
#? [2]
#done

#check framing.output: an answer has no HT and no other control character but LF (GTP 2, 2.3 whitespace)
#levels core
#new
play b C3
#each <answers>
#try <0>
#? * [[^\x01-\x09\x0b-\x1f\x7f]*] -- no control character but LF
#done

#check framing.blank_lines: empty lines and lines of white space are discarded (GTP 2, 3.1 preprocessing)
#levels core client fresh
#>
#>
#> \x20\x20
#> \x09
#> \x20\x09\x20
#> 1 protocol_version
#>
#close
#< =1[2]
#ends

#check framing.comment_lines: a line that is only a comment is discarded (GTP 2, 3.1 preprocessing)
#levels core client fresh
#> # protocol_version
#> #
#> \x20 #x
#> 1 protocol_version
#close
#< =1[2]
#ends

#check framing.comments: a comment behind a command is removed (GTP 2, 3.1 preprocessing)
#levels core client fresh
#> 1 protocol_version # twice #
#> 2 protocol_version#
#> 3 known_command quit # x
#close
#< =1[2]
#< =2[2]
#< =3[true]
#ends

#check framing.returns: CR is removed: lines may end in CR LF (GTP 2, 3.1 preprocessing)
#levels core client fresh
#> 1 protocol_version\x0d
#> \x0d
#> 2 known_command quit\x0d
#> no_such_command\x0d
#close
#< =1[2]
#< =2[true]
#< ?
#ends

#check framing.controls: control characters other than HT and LF are removed (GTP 2, 3.1 preprocessing)
#levels core client fresh
#> 1 protocol\x01_version
#> \x7f2 \x1bprotocol_version\x0c
#> 3 known_command qu\x02it
#> \x08
#close
#< =1[2]
#< =2[2]
#< =3[true]
#ends

#check framing.tabs: HT counts as a space (GTP 2, 3.1 preprocessing)
#levels core client fresh
#> 1\x09protocol_version
#> 2 known_command\x09quit
#> 3 known_command \x09 quit\x09
#close
#< =1[2]
#< =2[true]
#< =3[true]
#ends

#check framing.spaces: several spaces separate words as one does (GTP 2, command structure)
#levels stress fresh
#> \x20 1   known_command   quit \x20
#> \x20  protocol_version
#close
#< =1[true]
#< =[2]
#ends

#check framing.unknown: an unknown command is refused (GTP 2, error messages)
#levels core client fresh
#> no_such_command
#> 1 no_such_command with arguments
#close
#< ?
#< ?1
#ends

#check framing.unknown_text: the refusal of an unknown command is "unknown command" (GTP 2, error messages)
#levels core fresh
#> no_such_command
#close
#< ?[unknown command]
#ends

#check framing.message: a refusal has a message (GTP 2, response structure)
#levels core
no_such_command
#? = or ?[.+]
boardsize 1000
#? = or ?[.+]
play b Z99
#? = or ?[.+]
komi x
#? = or ?[.+]

#check framing.order: each of 200 commands in a pipe is answered, in order (GTP 2, communication model)
#levels core client fresh
#each 0..99
#> 1<1> protocol_version\n2<1> known_command quit
#done
#close
#each 0..99
#< =1<1> [2]
#< =2<1> [true]
#done
#ends

#check framing.moves_in_pipe: commands sent while the engine thinks wait, and do not end its thinking (Sabaki)
#levels core client sabaki fresh
#new
#> 3 genmove b
#> 4 genmove w
#> 5 protocol_version
#close
#< =3
#< =4
#< =5 [2]
#ends

#check framing.quit: quit is answered, and then the engine ends (GTP 2, quit)
#levels core client fresh
#> 1 protocol_version\n2 quit\n3 protocol_version
#< =1
#< =2
#ends

#check framing.high_bytes: bytes above 127 in comments do no harm (clients' paths and names)
#levels stress fresh
#> # \xff\xfe\xc3\xa9
#> 2 protocol_version # \xff
#close
#< =2[2]
#ends
