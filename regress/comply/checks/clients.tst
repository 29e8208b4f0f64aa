# Conventions of GoGui, KGS, CGOS and gomill beyond GTP.

#check gogui.commands: each line is TYPE/LABEL/COMMAND, with a known type and a label of its own
#source GoGui, analyze commands
#levels gogui
#needs gogui-analyze_commands
gogui-analyze_commands
#? [((bwboard|cboard|dboard|eplist|gfx|hstring|hpstring|none|param|plist|pspairs|pstring|sboard|string|var|varb|varc|varp|varpo|varw)/[^/\n]+/[^\n]*\n?)*] -- lines TYPE/LABEL/COMMAND with a type of GoGui
#? distinct labels

#check gogui.play_sequence: moves are played in a row
#source GoGui, gogui-play_sequence
#levels gogui
#needs gogui-play_sequence
#new
gogui-play_sequence b C3 w D4 b pass w E5
play b D4
#? ?
play w C3
#? ?
play b E5
#? ?

#check gogui.play_sequence_all: all moves are played or none
#source GoGui, gogui-play_sequence
#levels gogui
#needs gogui-play_sequence
#new
gogui-play_sequence b C3 w D4 b C3
#? ?
play w C3
play b D4

#check gogui.interrupt_listed: gogui-interrupt is accepted and does nothing
#source GoGui, gogui-interrupt
#levels gogui
#needs gogui-interrupt
#new
play b C3
gogui-interrupt
play w C3
#? ?

#check gogui.setup: stones are set up on the empty board
#source GoGui, gogui-setup
#levels gogui
#needs gogui-setup
#new
gogui-setup b C3 w D4
play w C3
#? ?
play b D4
#? ?

#check gogui.interrupt: "# interrupt" ends a search with a move
#source GoGui, gogui-interrupt
#levels gogui
#needs gogui-interrupt
#fresh
#new
#if listed time_settings
time_settings 0 60 1
#done
#> genmove b
#wait 0.3
#> # interrupt
#within 10
#< =
#> 77 protocol_version
#< =77 [2] -- =77 2 after the move: a comment gets no response

#check kgs.game_over: the end of a game is taken note of
#source KGS, kgsGtp
#levels kgs
#needs kgs-game_over
kgs-game_over

#check kgs.rules: the rules of KGS are accepted or refused by name
#source KGS, kgsGtp
#levels kgs
#needs kgs-rules
#fresh
kgs-rules japanese
#? *
kgs-rules chinese
#? *
kgs-rules aga
#? *
kgs-rules new_zealand
#? *
kgs-rules klingon
#? ?

#check cgos.analyze: a line with a JSON object, and then "play VERTEX"
#source CGOS, cgos-genmove_analyze
#levels cgos
#needs cgos-genmove_analyze
#new
cgos-genmove_analyze b
#? json winrate:0..1 or json !winrate
#? [.*play ([A-Za-z][0-9]+|pass|resign)] -- a last line "play VERTEX"
#if answer [.*play [A-Za-z][0-9]+]
play w <move>
#? ?
#done

#check gomill.describe_engine: the engine describes itself
#source gomill, gomill-describe_engine
#levels gomill
#needs gomill-describe_engine
gomill-describe_engine
#? [.+]

#check gomill.explain_last_move: a move can be explained, or there is nothing to say
#source gomill, gomill-explain_last_move
#levels gomill
#needs gomill-explain_last_move
#new
genmove b
gomill-explain_last_move

#check gomill.cpu_time: the processor time is a number
#source gomill, gomill-cpu_time
#levels gomill
#needs gomill-cpu_time
gomill-cpu_time
#? [[0-9]+(\.[0-9]+)?]
