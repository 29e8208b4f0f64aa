/* The rule sets that the page offers (tables.js), and how a finished game is counted. */
const BONUS = {0: () => 0, N: count => count, 'N-1': count => count - 1}; // White's points for handicap stones
const RULES = Object.fromEntries(Object.entries(RULE_SETS).filter(([, {title}]) => title)
    .map(([id, set]) => [id, {...set, name: set.title, bonus: BONUS[set.bonus]}]));
/* The rule set that a record names by one of the engine's names or its beginning, as "Chinese" or "NZ"; Chinese if it is unknown. */
function rulesNamed(text) {
  const plain = name => String(name ?? '').toLowerCase().replace(/[^a-z]/g, ''), name = plain(text);
  const ids = Object.keys(RULE_SETS);
  const found = name && (ids.find(each => plain(each) === name) ?? ids.find(each => plain(each).startsWith(name) || name.startsWith(plain(each))));
  return RULES[found] ? found : RULES[RULE_SETS[found]?.set] ? RULE_SETS[found].set : 'chinese';
}
/* Komi that makes an even game, or one with handicap stones, fair. */
const komiFor = (rules, handicap) => handicap >= 1 ? .5 : RULES[rules].komi;

/* The points of handicap stones on a square board, as GTP has them: corners, sides, and the middle for odd numbers from five on. */
function handicapPoints({width}, count) {
  const near = width < 7 ? 1 : width < 13 ? 2 : 3, far = width - 1 - near, middle = (width - 1) / 2;
  const places = [[near, far], [far, near], [near, near], [far, far], [near, middle], [far, middle], [middle, far], [middle, near]].slice(0, count);
  if (count > 4 && count % 2 > 0) places[count - 1] = [middle, middle];
  return places.map(([x, y]) => y * width + x);
}
/* How many handicap stones a square board can have. */
const handicapMost = width => width < 5 ? 0 : width % 2 > 0 && width > 7 ? 9 : 4;

/* Counts a finished game. dead and seki are sets of points. Returns {owner, black, white}: owner has a digit
 * a point (1 or 2: counted for that side), the sides have stones, territory, prisoners, group tax, button, komi and the total. */
function countGame(tree, node, dead, seki) {
  const {stones, captured, button, toMove} = tree.positionOf(node), {go, info} = tree, rules = RULES[info.rules];
  const left = [...stones].map((stone, point) => dead.has(point) ? '0' : stone), owner = Array(left.length).fill('0');
  const isArea = rules.scoring === 'area';
  const seen = new Set(), groups = {1: 0, 2: 0};
  left.forEach((stone, start) => {
    if (stone !== '0') {
      if (isArea) owner[start] = stone;
      return;
    }
    if (seen.has(start)) return;
    const region = go.spread(start, next => left[next] === '0'), border = [...region].flatMap(go.neighbors).filter(next => left[next] !== '0');
    const colors = new Set(border.map(next => left[next])), isOwned = colors.size === 1 && (rules.tax === 'none' || !border.some(next => seki.has(next)));
    for (const point of region) {
      seen.add(point);
      if (isOwned) owner[point] = [...colors][0];
    }
  });
  // The group tax is on what stones and territory connect, without a stone in seki.
  const area = left.map((stone, point) => stone === '0' ? owner[point] : stone), counted = new Set();
  area.forEach((color, start) => {
    if (rules.tax !== 'all' || color === '0' || counted.has(start)) return;
    const group = go.spread(start, next => area[next] === color);
    for (const point of group) counted.add(point);
    groups[color] += [...group].some(point => seki.has(point)) ? 0 : 1;
  });
  const count = (color, test) => owner.filter((each, point) => each === color && test(point)).length;
  const deadOf = color => [...dead].filter(point => stones[point] === color).length;
  const side = (color, other, extra) => {
    const figures = {
      stones: isArea ? count(color, point => left[point] === color) : 0,
      territory: count(color, point => left[point] === '0'),
      prisoners: isArea ? 0 : captured[color] + deadOf(other), tax: -2 * groups[color],
      button: rules.button && (button || toMove) === color ? .5 : 0, extra};
    return {...figures, total: Object.values(figures).reduce((sum, each) => sum + each)};
  };
  const bonus = isArea && info.handicap > 1 ? rules.bonus(info.handicap) : 0;
  return {owner: owner.join(''), black: side('1', '2', 0), white: side('2', '1', info.komi + bonus)};
}
/* A result as records have it: "B+3.5", "0". */
function resultText({black, white}) {
  const lead = black.total - white.total;
  return lead === 0 ? '0' : `${lead > 0 ? 'B' : 'W'}+${Math.abs(lead)}`;
}
