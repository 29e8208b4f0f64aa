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

/* Values of 5x5 after Black's first move, one for all that are symmetric, for Black without komi. */
const FIRST_MOVES = {"A1": -25, "B1": -25, "B2": -1, "C1": -25, "C2": 3, "C3": 25};

/* The least loss of each of GRADES, in points and in win rate; and what points count at a win rate. */
const LOSS_POINTS = [12, 6, 3, 1.5, 0.5], LOSS_RATES = [0.3, 0.2, 0.1, 0.05, 0.02], opennessOf = win_rate => 2 * Math.sqrt(win_rate * (1 - win_rate));
