/* Tables of the engine, made by page/make-tables. */
const RULE_SETS = {
  "tromp-taylor": {"title": "Tromp-Taylor", "komi": 7.5, "scoring": "area", "ko": "positional", "suicide": true, "bonus": "0", "tax": "none", "button": false},
  "chinese": {"title": "Chinese", "komi": 7.5, "scoring": "area", "ko": "simple", "suicide": false, "bonus": "N", "tax": "none", "button": false},
  "chinese-ogs": {"set": "chinese", "komi": 7.5, "scoring": "area", "ko": "positional", "suicide": false, "bonus": "N", "tax": "none", "button": false},
  "chinese-kgs": {"set": "chinese", "komi": 7.5, "scoring": "area", "ko": "positional", "suicide": false, "bonus": "N", "tax": "none", "button": false},
  "aga": {"title": "AGA", "komi": 7.5, "scoring": "area", "ko": "situational", "suicide": false, "bonus": "N-1", "tax": "none", "button": false},
  "bga": {"set": "aga", "komi": 7.5, "scoring": "area", "ko": "situational", "suicide": false, "bonus": "N-1", "tax": "none", "button": false},
  "french": {"set": "aga", "komi": 7.5, "scoring": "area", "ko": "situational", "suicide": false, "bonus": "N-1", "tax": "none", "button": false},
  "new-zealand": {"title": "New Zealand", "komi": 7.0, "scoring": "area", "ko": "situational", "suicide": true, "bonus": "0", "tax": "none", "button": false},
  "nz": {"set": "new-zealand", "komi": 7.0, "scoring": "area", "ko": "situational", "suicide": true, "bonus": "0", "tax": "none", "button": false},
  "japanese": {"title": "Japanese", "komi": 6.5, "scoring": "territory", "ko": "simple", "suicide": false, "bonus": "0", "tax": "seki", "button": false},
  "korean": {"title": "Korean", "komi": 6.5, "scoring": "territory", "ko": "simple", "suicide": false, "bonus": "0", "tax": "seki", "button": false},
  "chinese-simple-ko": {"set": "chinese-simple-ko", "komi": 7.5, "scoring": "area", "ko": "simple", "suicide": false, "bonus": "N", "tax": "none", "button": false},
  "ing": {"title": "Ing", "komi": 7.5, "scoring": "area", "ko": "positional", "suicide": true, "bonus": "0", "tax": "none", "button": false},
  "goe": {"set": "ing", "komi": 7.5, "scoring": "area", "ko": "positional", "suicide": true, "bonus": "0", "tax": "none", "button": false},
  "stone-scoring": {"title": "Stone scoring", "komi": 7.5, "scoring": "area", "ko": "simple", "suicide": false, "bonus": "0", "tax": "all", "button": false},
  "ancient-area": {"set": "stone-scoring", "komi": 7.5, "scoring": "area", "ko": "simple", "suicide": false, "bonus": "0", "tax": "all", "button": false},
  "ancient-territory": {"title": "Ancient territory", "komi": 6.5, "scoring": "territory", "ko": "simple", "suicide": false, "bonus": "0", "tax": "all", "button": false},
  "aga-button": {"title": "AGA button", "komi": 7.0, "scoring": "area", "ko": "situational", "suicide": false, "bonus": "N-1", "tax": "none", "button": true},
};

/* Values of 5x5 after Black's first move, one for all that are symmetric, for Black without komi. */
const FIRST_MOVES = {"A1": -25, "B1": -25, "B2": -1, "C1": -25, "C2": 3, "C3": 25};

/* The least loss of each of GRADES, in points and in win rate; and what points count at a win rate. */
const LOSS_POINTS = [12, 6, 3, 1.5, 0.5], LOSS_RATES = [0.3, 0.2, 0.1, 0.05, 0.02], opennessOf = win_rate => 2 * Math.sqrt(win_rate * (1 - win_rate));
