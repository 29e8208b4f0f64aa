/* Boards: how they look, and the rules of capture and ko for moves that a reader tries. A place is
 * [x, y] from the top left; a point is a number, row by row from there, -1 a pass. stones has a digit
 * a point: 0 empty, 1 black, 2 white; a color is '1' or '2'. */
const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const range = count => [...Array(count).keys()];
const placeOn = width => point => [point % width, Math.floor(point / width)];

/* ---- Drawing ---- */

/* Marks differ in shape as well as in color; the origin of a path is the point. */
const MARKS = {
  asked: 'M-.38-.38H.38V.38H-.38Z',
  expected: 'M-.32 0A.32.32 0 0 1 .32 0A.32.32 0 0 1-.32 0Z',
  forbidden: 'M0-.46L.43.3H-.43Z',
  played: 'M-.19-.19L.19.19M.19-.19L-.19.19',
};
const mark = (name, x = 0, y = 0) => svg('g', {transform: `translate(${x} ${y})`},
    svg('path', {class: 'rim', d: MARKS[name]}),
    svg('path', {class: `mark ${name}`, d: MARKS[name]}));
const sign = name => svg('svg',
    {class: 'sign', viewBox: '-.6 -.6 1.2 1.2', 'aria-hidden': 'true'}, mark(name));

/* Lines of no length with round ends: stones, star points. */
const dots = (points, width) =>
    points.map(point => `M${placeOn(width)(point).join(' ')}h0`).join('');

/* A stone of its own, which can have attributes. */
const stoneAt = ([x, y], color, attributes = {}) =>
    svg('circle', {class: `stone ${color === '1' ? 'black' : 'white'}`, cx: x, cy: y, r: .46, ...attributes});

const squareAt = ([x, y], size, kind, attributes = {}) =>
    svg('rect', {class: kind, x: x - size / 2, y: y - size / 2, width: size, height: size, ...attributes});
/* Marks the owner of a point: value is from 1, Black's, to -1. */
const ownerAt = (place, size, value, attributes = {}) =>
    squareAt(place, size, value > 0 ? 'owner-black' : 'owner-white', attributes);

/* Text that fits a point. */
function textAt([x, y], text, kind, size = .46) {
  const fitted = Math.min(size, 1.5 / Math.max([...text].length, 1));
  return svg('text', {class: kind, x, y: y + fitted * .36, 'font-size': fitted}, text);
}
/* Stones of a line of play, [{point, color, text}]. */
const lineStones = (width, line, kind = 'line-stone') => line.flatMap(({point, color, text}) => {
  const place = placeOn(width)(point), [name, on] = color === '1' ? ['black', 'on-black'] : ['white', 'on-white'];
  return [stoneAt(place, color, {class: `stone ${kind} ${name}`}), textAt(place, text, `number ${on}`)];
});

/* On the fourth line of boards from 13 on, on the third of smaller ones; those in the middle of a side
 * on large boards only. */
function isStar(width, height, [x, y]) {
  const edge = length => length >= 13 ? 3 : 2;
  const isOn = (at, length) => length >= 7 &&
      [edge(length), length - 1 - edge(length), (length - 1) / 2].includes(at);
  const isMiddle = 2 * x === width - 1, isCenter = 2 * y === height - 1;
  return isOn(x, width) && isOn(y, height) && (isMiddle === isCenter || Math.min(width, height) >= 15);
}

/* Returns a board with stones and what else lies on it. edge is how far it goes beyond the outer lines on the left and above, end on
 * the right and below. sides says where coordinates are (2: on all sides, 1: left and above, 0: nowhere), far how far from the lines,
 * size how large. Each white stone lies on a black one, which is a little larger and so draws its edge. */
function makeBoard(width, height, {edge = 1.5, end = edge, far = 1, size = .56, sides = 2, stones = '', ...attributes}, ...children) {
  const points = range(width * height), stars = points.filter(point => isStar(width, height, placeOn(width)(point)));
  const label = (x, y, text) => svg('text', {x, y: y + .36 * size}, String(text));
  const layer = (kind, colors) => svg('path', {class: kind, d: dots(points.filter(point => colors.includes(stones[point])), width)});
  return svg('svg', {class: 'board', role: 'img', width: (width + 2) * 28, height: (height + 2) * 28,
        viewBox: `${-edge} ${-edge} ${width - 1 + edge + end} ${height - 1 + edge + end}`, ...attributes},
      svg('path', {class: 'wood', d: `M-1.5-1.5H${width}.5V${height}.5H-1.5Z`}),
      svg('path', {class: 'lines',
        d: range(height).map(y => `M0 ${y}H${width - 1}`).join('') +
            range(width).map(x => `M${x} 0V${height - 1}`).join('')}),
      svg('path', {class: 'stars', d: dots(stars, width)}),
      svg('g', {class: 'coordinates', 'font-size': size},
          ...range(width).flatMap(x => [-far, height - 1 + far].slice(0, sides).map(y => label(x, y, LETTERS[x]))),
          ...range(height).flatMap(y => [-far, width - 1 + far].slice(0, sides).map(x => label(x, y, height - y)))),
      layer('black', ['1', '2']), layer('white', ['2']), ...children);
}

/* A position to look at. marks: [name, point] each; null and a pass have no mark. */
function makeDiagram({width, height, stones}, label, marks) {
  return makeBoard(width, height, {stones, 'aria-label': label}, ...marks.filter(([, point]) => point !== null && point >= 0)
      .map(([name, point]) => mark(name, ...placeOn(width)(point))));
}

/* ---- Rules ---- */

function newGoban(width, height) {
  const around = range(width * height).map(point => {
    const [x, y] = placeOn(width)(point);
    return [x > 0 && point - 1, x < width - 1 && point + 1, y > 0 && point - width,
      y < height - 1 && point + width].filter(each => each !== false);
  });
  const neighbors = point => around[point];
  /* A point, and what is connected with it by points for which a test is true. */
  function spread(point, isIn) {
    const reached = new Set([point]);
    for (const each of reached)
      for (const next of around[each])
        if (isIn(next)) reached.add(next);
    return reached;
  }
  /* The chain of stones at a point, and its liberties. */
  function chainAt(stones, point) {
    const chain = spread(point, next => stones[next] === stones[point]);
    return {chain, liberties: new Set([...chain].flatMap(neighbors).filter(next => stones[next] === '0'))};
  }
  /* The chain at a point if it has no liberty, else nothing. */
  function deadChain(stones, point) {
    const {chain, liberties} = chainAt(stones, point);
    return liberties.size === 0 ? [...chain] : [];
  }
  const put = (stones, points, stone) => points.size === 0 ? stones
      : [...stones].map((each, point) => points.has(point) ? stone : each).join('');
  const other = color => color === '1' ? '2' : '1';

  /* Returns {stones, captured, ko} after a move, ko being the point that must not be retaken at
   * once or -1; null if the move is illegal: on a stone, a retaken ko, suicide. With takesSuicide that
   * is played, too: {lost} is how many own stones it took. */
  function play(stones, color, point, ko = -1, takesSuicide = false) {
    if (point < 0) return {stones, captured: 0, ko: -1};
    if (stones[point] !== '0' || point === ko) return null;
    let next = stones.slice(0, point) + color + stones.slice(point + 1);
    const captured = new Set(around[point].filter(each => next[each] === other(color))
        .flatMap(each => deadChain(next, each)));
    next = put(next, captured, '0');
    const own = new Set(deadChain(next, point));
    if (own.size > 0) return takesSuicide ? {stones: put(next, own, '0'), captured: 0, ko: -1, lost: own.size} : null;
    const isKo = captured.size === 1 && around[point].every(each => captured.has(each) || next[each] === other(color));
    return {stones: next, captured: captured.size, ko: isKo ? [...captured][0] : -1};
  }

  /* "D4" as a point, "pass" as -1; null: neither. */
  function pointOf(vertex) {
    if (/^pass$/i.test(vertex)) return -1;
    const match = /^([a-hj-z])(\d+)$/i.exec(vertex.trim());
    const x = match ? LETTERS.indexOf(match[1].toUpperCase()) : -1;
    const y = match ? height - Number(match[2]) : -1;
    return x >= 0 && x < width && y >= 0 && y < height ? y * width + x : null;
  }
  const vertexOf = point =>
      point < 0 ? 'pass' : LETTERS[point % width] + (height - Math.floor(point / width));
  return {width, height, neighbors, spread, chainAt, play, other, pointOf, vertexOf};
}
const gobans = new Map();
/* The points and rules of a board, the same object for all boards of a size. */
function goban(width, height) {
  const key = `${width}:${height}`;
  if (!gobans.has(key)) gobans.set(key, newGoban(width, height));
  return gobans.get(key);
}
