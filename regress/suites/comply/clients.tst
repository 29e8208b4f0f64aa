# Conventions of GoGui, KGS and CGOS beyond GTP.

#check gogui.commands: each line is TYPE/LABEL/COMMAND, with a known type (GoGui, analyze commands)
#levels gogui
#needs gogui-analyze_commands
gogui-analyze_commands
#? [((bwboard|cboard|dboard|eplist|gfx|hstring|hpstring|none|param|plist|pspairs|pstring|sboard|string|var|varb|varc|varp|varpo|varw)/[^/\n]+/[^\n]*\n?)*] -- lines TYPE/LABEL/COMMAND with a type of GoGui

#check gogui.play_sequence: moves are played in a row (GoGui, gogui-play_sequence)
#levels gogui
#needs gogui-play_sequence
#new
gogui-play_sequence b C3 w D4 b pass w E5
#refused play b D4, play w C3, play b E5

#check gogui.play_sequence_all: all moves are played or none (GoGui, gogui-play_sequence)
#levels gogui
#needs gogui-play_sequence
#new
#refused gogui-play_sequence b C3 w D4 b C3
#play w C3, b D4

#check gogui.interrupt_listed: gogui-interrupt is accepted and does nothing (GoGui, gogui-interrupt)
#levels gogui
#needs gogui-interrupt
#new
play b C3
gogui-interrupt
#refused play w C3

#check gogui.setup: stones are set up on the empty board (GoGui, gogui-setup)
#levels gogui
#needs gogui-setup
#new
gogui-setup b C3 w D4
#refused play w C3, play b D4

#check gogui.interrupt: "# interrupt" ends a search with a move (GoGui, gogui-interrupt)
#levels gogui fresh
#needs gogui-interrupt
#new
time_settings 0 60 1
#? *
#> genmove b
#reports 1 0.3
#> # interrupt
#clock 10
#< = in time
#> 77 protocol_version
#< =77 [2] -- =77 2 after the move: a comment gets no response

#check kgs.game_over: the end of a game is taken note of (KGS, kgsGtp)
#levels kgs
#needs kgs-game_over
kgs-game_over

#check kgs.rules: the rules of KGS are accepted or refused by name (KGS, kgsGtp)
#levels kgs fresh
#needs kgs-rules
kgs-rules japanese
#? *
kgs-rules chinese
#? *
kgs-rules aga
#? *
kgs-rules new_zealand
#? *
#refused kgs-rules klingon

#check cgos.analyze: a line with a JSON object, and then "play VERTEX" (CGOS, cgos-genmove_analyze)
#levels cgos
#needs cgos-genmove_analyze
#new
cgos-genmove_analyze b
#? object ?winrate:0..1
#? [.*play ([A-Za-z][0-9]+|pass|resign)] -- a last line "play VERTEX"
#if [.*play [A-Za-z][0-9]+]
#refused play w <move>
#done
