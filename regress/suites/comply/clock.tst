# Clocks: the engine plays under each kind. The clock is the controller's, so it has the time of the
# pipe in it, for which half a second a move is allowed.

#check clock.absolute: twelve moves are played within 3 s: main time without byo-yomi (GTP 2, 4.2 time handling)
#levels tournament gogui kgs cgos fresh
#needs time_settings
#new
time_settings 3 0 0
#clock 3
#each A1 C1 E1 B2 D2 A3 C3 E3 B4 D4 A5 C5
time_left b <clock> 0
#? *
genmove b
#? in time or ?
play w <1>
#? *
#done

#check clock.untold: the same without time_left: time_settings is enough (GTP 2, 4.2 time handling)
#levels tournament gogui fresh
#needs time_settings
#new
time_settings 3 0 0
#clock 3
#each A1 C1 E1 B2 D2 A3 C3 E3 B4 D4 A5 C5
genmove b
#? in time or ?
play w <1>
#? *
#done

#check clock.canadian: 3 stones are played within 2 s: Canadian byo-yomi (GTP 2, 4.2 time handling)
#levels tournament gogui kgs cgos fresh
#needs time_settings
#new
time_settings 0 2 3
#each 1 2
#clock 2
#each 3 2 1
time_left b <clock> <1>
#? *
genmove b
#? in time or ?
play w pass
#? *
#done
#done

#check clock.little_left: with 1 s left of 600 a move takes no longer (GTP 2, time_left)
#levels tournament gogui kgs cgos fresh
#needs time_settings time_left
#new
time_settings 600 0 0
time_left b 1 0
time_left w 600 0
#clock 1
genmove b
#? in time or ?

#check clock.nothing_left: with no time left a move comes at once (GTP 2, time_left)
#levels tournament gogui kgs cgos fresh
#needs time_settings time_left
#new
time_settings 60 0 0
time_left w 0 0
#clock 1
genmove w
#? in time or ?

#check clock.negative: a negative time is accepted, and a move comes at once (CGOS)
#levels cgos fresh
#needs time_settings time_left
#new
time_settings 60 0 0
time_left b -1 0
#clock 1
genmove b
#? in time or ?

#check clock.byoyomi: moves are played within Japanese byo-yomi of 1 s (KGS, kgsGtp)
#levels kgs fresh
#needs kgs-time_settings time_left
# Under Japanese byo-yomi time_left has the periods that are left.
#new
kgs-time_settings byoyomi 0 1 3
#each 1..4
time_left b 1 3
#? *
#clock 1
genmove b
#? in time or ?
play w pass
#? *
#done

#check clock.kgs_kinds: all kinds of clocks are accepted (KGS, kgsGtp)
#levels kgs fresh
#needs kgs-time_settings
kgs-time_settings none
kgs-time_settings absolute 300
kgs-time_settings byoyomi 300 30 5
kgs-time_settings canadian 300 60 25

#check clock.fischer: moves are played within an increment of 1 s (KataGo, GTP_Extensions.md)
#levels lizzie fresh
#needs kata-time_settings time_left
#new
kata-time_settings fischer 1 1
#each 1..3
time_left b 1 0
#? *
#clock 1
genmove b
#? in time or ?
play w pass
#? *
#done
