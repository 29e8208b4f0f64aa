/* Rule sets: what differs between them, and how a finished game is counted. */
const RULES = {
  chinese: {name: 'Chinese', scoring: 'area', ko: 'positional', komi: 7.5, bonus: count => count},
  japanese: {name: 'Japanese', scoring: 'territory', ko: 'simple', komi: 6.5, bonus: () => 0},
  korean: {name: 'Korean', scoring: 'territory', ko: 'simple', komi: 6.5, bonus: () => 0},
  aga: {name: 'AGA', scoring: 'area', ko: 'situational', komi: 7.5, bonus: count => count - 1},
  'new-zealand': {name: 'New Zealand', scoring: 'area', ko: 'situational', komi: 7, bonus: () => 0},
  'tromp-taylor': {name: 'Tromp-Taylor', scoring: 'area', ko: 'positional', suicide: true, komi: 7.5, bonus: () => 0},
};
/* The rule set that a record names, as "Chinese" or "NZ"; Chinese if it is unknown. */
function rulesNamed(text) {
  const name = String(text ?? '').toLowerCase().replace(/[^a-z]/g, '');
  const found = Object.keys(RULES).find(each => name !== '' && each.replace('-', '').startsWith(name));
  return found ?? (name === 'nz' ? 'new-zealand' : /^jap/.test(name) ? 'japanese' : 'chinese');
}
/* Komi that makes an even game, or one with handicap stones, fair. */
const komiFor = (rules, handicap) => handicap >= 1 ? .5 : RULES[rules].komi;

/* The handicap points of a board, in the order in which they are used; fewer on small or even boards. */
function handicapPoints(go, count) {
  const size = Math.min(go.width, go.height), edge = size >= 13 ? 3 : size >= 7 ? 2 : 1;
  const [left, top, right, bottom] = [edge, edge, go.width - 1 - edge, go.height - 1 - edge];
  const [x, y] = [(go.width - 1) / 2, (go.height - 1) / 2];
  const corners = [[right, top], [left, bottom], [right, bottom], [left, top]];
  const sides = [[left, y], [right, y], [x, top], [x, bottom]];
  const center = count % 2 === 1 && count > 4 ? [[x, y]] : [];
  const places = [...corners.slice(0, count), ...sides.slice(0, Math.max(0, count - 4 - center.length)), ...center];
  return places.every(place => place.every(Number.isInteger)) ? places.map(([px, py]) => py * go.width + px) : null;
}
/* How many handicap stones a board can have by its star points. */
const handicapMost = (width, height) => Math.min(width, height) < 6 ? 0 : width % 2 === 1 && height % 2 === 1 && Math.min(width, height) > 7 ? 9 : 4;

/* Counts a finished game. dead and seki are sets of points. Returns {owner, black, white}: owner has a digit
 * a point (1 or 2: counted for that side), the sides have stones, territory, prisoners, komi and the total. */
function countGame(tree, node, dead, seki) {
  const {stones, captured} = tree.positionOf(node), {go, info} = tree, rules = RULES[info.rules];
  const left = [...stones].map((stone, point) => dead.has(point) ? '0' : stone), owner = Array(left.length).fill('0');
  const isArea = rules.scoring === 'area';
  const seen = new Set();
  left.forEach((stone, start) => {
    if (stone !== '0') {
      if (isArea) owner[start] = stone;
      return;
    }
    if (seen.has(start)) return;
    const region = new Set([start]), colors = new Set();
    let touchesSeki = false;
    for (const point of region)
      for (const next of go.neighbors(point)) {
        if (left[next] === '0') region.add(next);
        else colors.add(left[next]);
        touchesSeki ||= seki.has(next);
      }
    for (const point of region) {
      seen.add(point);
      if (colors.size === 1 && (isArea || !touchesSeki)) owner[point] = [...colors][0];
    }
  });
  const count = (color, test) => owner.filter((each, point) => each === color && test(point)).length;
  const deadOf = color => [...dead].filter(point => stones[point] === color).length;
  const side = (color, other, extra) => {
    const figures = {
      stones: isArea ? count(color, point => left[point] === color) : 0,
      territory: count(color, point => left[point] === '0'),
      prisoners: isArea ? 0 : captured[color] + deadOf(other), extra};
    return {...figures, total: figures.stones + figures.territory + figures.prisoners + extra};
  };
  const bonus = isArea && info.handicap > 1 ? rules.bonus(info.handicap) : 0;
  return {owner: owner.join(''), black: side('1', '2', 0), white: side('2', '1', info.komi + bonus)};
}
/* A result as records have it: "B+3.5", "0". */
function resultText({black, white}) {
  const lead = black.total - white.total;
  return lead === 0 ? '0' : `${lead > 0 ? 'B' : 'W'}+${Math.abs(lead)}`;
}
