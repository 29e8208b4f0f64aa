# Clocks: the engine plays under each kind. The clock is the controller's, so it has the time of the
# pipe in it, for which half a second a move is allowed.

#check clock.absolute: a game is played within 3 s a side: main time without byo-yomi
#source GTP 2, 4.2 time handling
#levels tournament gogui kgs cgos gomill
#needs time_settings
#fresh
#new
time_settings 3 0 0
#clock 3
#each 1..12
#if listed time_left
time_left b <b> 0
#? *
#done
genmove b
#? within b or ?
#if listed time_left
time_left w <w> 0
#? *
#done
genmove w
#? within w or ?
#done

#check clock.untold: the same without time_left: time_settings is enough
#source GTP 2, 4.2 time handling
#levels tournament gogui
#needs time_settings
#fresh
#new
time_settings 3 0 0
#clock 3
#each 1..12
genmove b
#? within b or ?
genmove w
#? within w or ?
#done

#check clock.canadian: 3 stones are played within 2 s: Canadian byo-yomi
#source GTP 2, 4.2 time handling
#levels tournament gogui kgs cgos gomill
#needs time_settings
#fresh
#new
time_settings 0 2 3
#each 1, 2
#clock 2
#each 3, 2, 1
#if listed time_left
time_left b <b> <1>
#? *
#done
genmove b
#? within b or ?
play w pass
#? *
#done
#done

#check clock.little_left: with 1 s left of 600 a move takes no longer
#source GTP 2, time_left
#levels tournament gogui kgs cgos gomill
#needs time_settings time_left
#fresh
#new
time_settings 600 0 0
time_left b 1 0
time_left w 600 0
genmove b
#? within 1 or ?

#check clock.nothing_left: with no time left a move comes at once
#source GTP 2, time_left
#levels tournament gogui kgs cgos gomill
#needs time_settings time_left
#fresh
#new
time_settings 60 0 0
time_left w 0 0
genmove w
#? within 1 or ?

#check clock.negative: a negative time is accepted, and a move comes at once
#source CGOS
#levels cgos
#needs time_settings time_left
#fresh
#new
time_settings 60 0 0
time_left b -1 0
genmove b
#? within 1 or ?

#check clock.byoyomi: moves are played within Japanese byo-yomi of 1 s
#source KGS, kgsGtp
#levels kgs
#needs kgs-time_settings time_left
#fresh
# Under Japanese byo-yomi time_left has the periods that are left.
#new
kgs-time_settings byoyomi 0 1 3
#each 1..4
time_left b 1 3
#? *
genmove b
#? within 1 or ?
play w pass
#? *
#done

#check clock.kgs_kinds: all kinds of clocks are accepted
#source KGS, kgsGtp
#levels kgs
#needs kgs-time_settings
#fresh
kgs-time_settings none
kgs-time_settings absolute 300
kgs-time_settings byoyomi 300 30 5
kgs-time_settings canadian 300 60 25

#check clock.fischer: moves are played within an increment of 1 s
#source KataGo, GTP_Extensions.md
#levels lizzie
#needs kata-time_settings time_left
#fresh
#new
kata-time_settings fischer 1 1
#each 1..3
time_left b 1 0
#? *
genmove b
#? within 1 or ?
play w pass
#? *
#done
