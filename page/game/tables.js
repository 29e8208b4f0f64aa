/* Tables of the engine, made by page/make-tables. */
const RULE_SETS = {
  "tromp-taylor": {"scoring": "area", "ko": "positional", "suicide": true, "bonus": "0", "tax": "none", "button": false},
  "chinese": {"scoring": "area", "ko": "simple", "suicide": false, "bonus": "N", "tax": "none", "button": false},
  "aga": {"scoring": "area", "ko": "situational", "suicide": false, "bonus": "N-1", "tax": "none", "button": false},
  "new-zealand": {"scoring": "area", "ko": "situational", "suicide": true, "bonus": "0", "tax": "none", "button": false},
  "japanese": {"scoring": "territory", "ko": "simple", "suicide": false, "bonus": "0", "tax": "seki", "button": false},
  "chinese-simple-ko": {"scoring": "area", "ko": "simple", "suicide": false, "bonus": "N", "tax": "none", "button": false},
  "ing": {"scoring": "area", "ko": "positional", "suicide": true, "bonus": "0", "tax": "none", "button": false},
  "stone-scoring": {"scoring": "area", "ko": "simple", "suicide": false, "bonus": "0", "tax": "all", "button": false},
  "ancient-territory": {"scoring": "territory", "ko": "simple", "suicide": false, "bonus": "0", "tax": "all", "button": false},
  "aga-button": {"scoring": "area", "ko": "situational", "suicide": false, "bonus": "N-1", "tax": "none", "button": true},
  "chinese-ogs": {"scoring": "area", "ko": "positional", "suicide": false, "bonus": "N", "tax": "none", "button": false},
  "chinese-kgs": {"scoring": "area", "ko": "positional", "suicide": false, "bonus": "N", "tax": "none", "button": false},
  "korean": {"scoring": "territory", "ko": "simple", "suicide": false, "bonus": "0", "tax": "seki", "button": false},
  "bga": {"scoring": "area", "ko": "situational", "suicide": false, "bonus": "N-1", "tax": "none", "button": false},
  "french": {"scoring": "area", "ko": "situational", "suicide": false, "bonus": "N-1", "tax": "none", "button": false},
  "nz": {"scoring": "area", "ko": "situational", "suicide": true, "bonus": "0", "tax": "none", "button": false},
  "goe": {"scoring": "area", "ko": "positional", "suicide": true, "bonus": "0", "tax": "none", "button": false},
  "ancient-area": {"scoring": "area", "ko": "simple", "suicide": false, "bonus": "0", "tax": "all", "button": false},
};

/* The points of 2 handicap stones, of 3 and so on, by the board's size. */
const HANDICAPS = {
  5: "ccbb ccbbdb ccbbdbbd",
  6: "ccbb ccbbdb ccbbdbec",
  7: "ceec ceeccc ceecccee",
  8: "cffc cffccc cffcccff",
  9: "cggc cggccc cggcccgg cggcccggee cggcccggcege cggcccggcegeee cggcccggcegeegec cggcccggcegeegecee",
  10: "chhc chhccc chhccchh",
  11: "ciic ciiccc ciicccii ciiccciiff ciiccciicfif ciiccciicfifff ciiccciicfiffifc ciiccciicfiffifcff",
  12: "cjjc cjjccc cjjcccjj",
  13: "djjd djjddd djjdddjj djjdddjjgg djjdddjjdgjg djjdddjjdgjggg djjdddjjdgjggjgd djjdddjjdgjggjgdgg",
  14: "dkkd dkkddd dkkdddkk",
  15: "dlld dllddd dlldddll dlldddllhh dlldddlldhlh dlldddlldhlhhh dlldddlldhlhhlhd dlldddlldhlhhlhdhh",
  16: "dmmd dmmddd dmmdddmm",
  17: "dnnd dnnddd dnndddnn dnndddnnii dnndddnndini dnndddnndiniii dnndddnndiniinid dnndddnndiniinidii",
  18: "dood dooddd doodddoo",
  19: "dppd dppddd dppdddpp dppdddppjj dppdddppdjpj dppdddppdjpjjj dppdddppdjpjjpjd dppdddppdjpjjpjdjj",
  20: "dqqd dqqddd dqqdddqq",
  21: "drrd drrddd drrdddrr drrdddrrkk drrdddrrdkrk drrdddrrdkrkkk drrdddrrdkrkkrkd drrdddrrdkrkkrkdkk",
  22: "dssd dssddd dssdddss",
  23: "dttd dttddd dttdddtt dttdddttll dttdddttdltl dttdddttdltlll dttdddttdltlltld dttdddttdltlltldll",
  24: "duud duuddd duuddduu",
  25: "dvvd dvvddd dvvdddvv dvvdddvvmm dvvdddvvdmvm dvvdddvvdmvmmm dvvdddvvdmvmmvmd dvvdddvvdmvmmvmdmm",
};

/* Values of 5x5 after Black's first move, one for all that are symmetric, for Black without komi. */
const FIRST_MOVES = {"A1": -25, "B1": -25, "B2": -1, "C1": -25, "C2": 3, "C3": 25};

/* The least loss of each of GRADES, in points and in win rate; and what points count at a win rate. */
const LOSS_POINTS = [12, 6, 3, 1.5, 0.5], LOSS_RATES = [0.3, 0.2, 0.1, 0.05, 0.02], opennessOf = win_rate => 2 * Math.sqrt(win_rate * (1 - win_rate));
