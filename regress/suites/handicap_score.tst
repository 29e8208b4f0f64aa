# RULES: Tromp-Taylor (New Zealand: the same): area scoring, and White gets nothing for Black's
# handicap stones. Chinese rules give White one point for each of them (3 here: W+8.5), AGA rules
# one for each but the first (W+7.5). At the end Black has 10 points, White 15:
#   5 . X O O .
#   4 X X O O O
#   3 . X O O .
#   2 X X O O O
#   1 . X O O .
#     A B C D E

boardsize 5
clear_board
komi 0.5
set_free_handicap B2 B3 B4
play white D4
play black B5
play white D2
play black B1
play white D3
play black A4
play white D5
play black A2
play white D1
play black pass
play white E4
play black pass
play white E2
play white C1
play white C2
play white C3
play white C4
play white C5
10 final_score
#? [W\+5\.5]

# The same from a game record with HA[3].
loadsgf games/handicap_score.sgf
20 final_score
#? [W\+5\.5]
