# Load and hostile input: nothing that a specification promises, but what programs around an engine do
# to it.

#check stress.wide_line: a line of 300 bytes is read to its end (clients' long arguments)
#levels stress fresh
#> 1 known_command <296* >quit
#> 2 protocol_version
#close
#< =1 [true]
#< =2 [2]
#ends

#check stress.long_line: a line of 60,000 bytes is answered (clients' long arguments)
#levels stress fresh
#> 1 known_command <6000*xxxxxxxxxx>
#> 2 protocol_version
#close
#< =1 [false]
#< =2 [2]
#ends

#check stress.megabyte: a line of a megabyte ends nothing (hostile input)
#levels stress fresh
#> 1 komi <65536*0000000000000000>x
#> 2 protocol_version
#close
#ends [.*=2 *2\n*\(end\)] -- a response to what follows a line of a megabyte

#check stress.flood: 3,000 commands are answered, in order (test files in a pipe)
#levels stress fresh
#each 0..2999
#> <1> list_commands
#done
#close
#each 0..2999
#< =<1>
#done
#ends

#check stress.long_game: a game may have 1,200 moves (testers)
#levels stress fresh
# Longer than any table of moves that a programmer thinks enough.
#new
#> play b C3
#each 1..600
#> play w pass\nplay b pass
#done
#> play w C3
#close
#each 0..1200
#< =
#done
#< ?
#ends

#check stress.zero_bytes: a zero byte in a line ends nothing (hostile input)
#levels stress fresh
#> 1 protocol\x00_version
#> 2 protocol_version
#close
#< *
#< =2
#ends

#check stress.no_newline: a last line without a newline is answered (test files in a pipe)
#levels stress fresh
#>> 5 protocol_version
#close
#< =5[2]
#ends

#check stress.end_while_thinking: a search that runs when the input ends is finished and answered (test files in a pipe)
#levels stress fresh
#new
#> 3 genmove black
#close
#< =3
#ends
