/* The browser of an opening book. A position is a number, in the order of the distance from the start.
 *
 * A symmetry is a number 0..7 as in hash/symmetry.h: 4 transposes, then 1 mirrors left and right,
 * 2 top and bottom. Positions are stored in their canonical orientation; `turn` takes that to the
 * reader's, who keeps it from move to move. The address has both: #POSITION.TURN. */
const facts = data, PASS = 1;
const STRIDE = 26; // of a Point: (y + 1) * STRIDE + x + 1

/* ---- Symmetries ---- */

const swapMirrors = g => g & 4 | (g & 1) << 1 | (g & 2) >> 1;
const compose = (a, b) => a ^ (a & 4 ? swapMirrors(b) : b); // first b, then a
const inverse = g => g & 4 ? swapMirrors(g) : g;

/* The image of (x, y) of a board of this size. */
function image(g, [width, height], [x, y]) {
  const [w, h, fromX, fromY] = g & 4 ? [height, width, y, x] : [width, height, x, y];
  return [g & 1 ? w - 1 - fromX : fromX, g & 2 ? h - 1 - fromY : fromY];
}
const sizeOf = node => node.transposed ? [facts.height, facts.width] : [facts.width, facts.height];

/* ---- Positions ---- */

/* A value as gtp/book/export.c writes it. */
const readValue = ([winLoss, lower, upper, score, visits]) => ({winLoss, lower, upper, score, visits});

function readNode(node) {
  return {...node, ...readValue(node.value), others: node.others && readValue(node.others),
    moves: node.moves.map(([child, point, symmetry, prior, value]) => ({child, point, symmetry, prior, ...readValue(value)}))};
}

/* ---- Texts ---- */

const shareText = winLoss => `${Math.min(100, Math.max(0, 50 + 50 * winLoss)).toFixed(1)}%`;
const scoreText = score => `${score < 0 ? 'W+' : 'B+'}${Math.abs(score).toFixed(1)}`;
const nameOf = place => place === null ? 'pass' : LETTERS[place[0]] + (facts.height - place[1]);

/* ---- The position that is shown ---- */

let shown = null; // {index, turn, node, last}: last is the place of the move that led here

const placeOfPoint = point => point === PASS ? null :
    [point % STRIDE - 1, Math.floor(point / STRIDE) - 1];

/* Where a move that the reader sees at a place leads, or null. Of equivalent moves the book has
 * one; the turn after it keeps the stone where it was played. */
function follow(place) {
  const {node, turn} = shown, size = sizeOf(node);
  const canonical = place === null ? null : image(inverse(turn), [facts.width, facts.height], place);
  for (let h = 0; h < 8; h++) {
    if (!(node.stabilizer >> h & 1)) continue;
    const turned = canonical === null ? null : image(h, size, canonical);
    const point = turned === null ? PASS : (turned[1] + 1) * STRIDE + turned[0] + 1;
    const move = node.moves.find(move => move.point === point);
    if (move !== undefined)
      return {index: move.child, last: place,
        turn: compose(turn, compose(inverse(h), inverse(move.symmetry)))};
  }
  return null;
}

const address = ({index, turn}) => `#${index}.${turn}`;
let lastPlace = null; // of the move that was just played, for the mark on its stone

function go(target) {
  lastPlace = target.last ?? null;
  if (location.hash === address(target)) show();
  else location.hash = address(target);
}

function play(place) {
  const target = follow(place);
  if (target !== null) go(target);
}

/* ---- Drawing ---- */

/* For the side to move: the best first. */
function sortedMoves(node) {
  const sign = node.white ? -1 : 1;
  return [...node.moves].sort((a, b) => sign * (b.winLoss - a.winLoss) ||
      sign * (b.score - a.score) || b.visits - a.visits);
}

/* All the reader's places of a move. */
function placesOf(node, turn, move) {
  const places = new Map();
  for (let h = 0; h < 8; h++) {
    if (!(node.stabilizer >> h & 1)) continue;
    const place = placeOfPoint(move.point);
    const turned = place === null ? null : image(turn, sizeOf(node), image(h, sizeOf(node), place));
    places.set(String(turned), turned);
  }
  return [...places.values()];
}

/* What a move loses to the best one, as a class of style; the shares are those of `dihedra analyze`. */
function gradeOf(move, best) {
  const loss = Math.abs(best.winLoss - move.winLoss) / 2;
  return [[.3, 'blunder'], [.2, 'serious-mistake'], [.1, 'mistake'], [.05, 'inaccuracy'], [.02, 'slip']]
      .find(([least]) => loss >= least)?.[1] ?? '';
}

function drawBoard({node, turn}, moves) {
  const {width, height} = facts, [w] = sizeOf(node), taken = new Set();
  const board = makeBoard(width, height);
  board.setAttribute('aria-label', 'Board');
  [...node.stones].forEach((stone, cell) => {
    if (stone === '0') return;
    const place = image(turn, sizeOf(node), placeOn(w)(cell));
    board.append(stoneAt(place, stone, {'data-place': String(place)}));
    taken.add(String(place));
  });
  if (lastPlace !== null && taken.has(String(lastPlace)))
    board.append(svg('circle', {class: 'last', cx: lastPlace[0], cy: lastPlace[1], r: .2}));
  for (const move of moves)
    for (const [x, y] of placesOf(node, turn, move).filter(place => place !== null))
      board.append(svg('circle', {class: `move ${gradeOf(move, moves[0])}`, cx: x, cy: y, r: .42}),
          svg('text', {class: 'move-text', x, y: y + .12},
              shareText(node.white ? -move.winLoss : move.winLoss).replace(/\.\d%/, '')));
  for (const point of range(width * height)) {
    const place = placeOn(width)(point);
    board.append(targetAt(place, {'data-point': String(place)}, play));
  }
  return board;
}

function moveLink({node, turn}, move) {
  const places = placesOf(node, turn, move);
  const link = html('a', {href: address(follow(places[0]))}, places.map(nameOf).join(' '));
  link.addEventListener('click', event => {
    event.preventDefault();
    play(places[0]);
  });
  return link;
}

function drawPanel(state, moves) {
  const {node} = state;
  const value = `Black wins ${shareText(node.winLoss)} (${shareText(node.lower)} – ${shareText(node.upper)}), ` +
      `score ${scoreText(node.score)}, visits ${node.visits}`;
  const rows = table('', [
    ['move', move => move === node.others ? 'others' : moveLink(state, move)],
    ['Black wins', ({winLoss}) => shareText(winLoss)],
    ['bounds', ({prior, lower, upper}) => prior === undefined ? '' : `${shareText(lower)} – ${shareText(upper)}`],
    ['score', ({score}) => scoreText(score)], ['visits', ({visits}) => String(visits)],
    ['policy', ({prior}) => prior === undefined ? '' : `${(100 * prior).toFixed(2)}%`]],
  node.others ? [...moves, node.others] : moves,
  move => ({'aria-current': move === moves[0] && 'true', class: move === node.others && 'quiet'}));
  return html('div', {class: 'panel'},
      html('p', {class: 'value'}, `${node.white ? 'White' : 'Black'} to move. ${value}`), rows);
}

const main = html('main', {class: 'columns'});

function draw() {
  const moves = sortedMoves(shown.node);
  main.replaceChildren(html('div', {class: 'view'}, drawBoard(shown, moves),
      html('div', {class: 'filter'}, ...[['start', 'Start', toStart], ['back', 'Back', () => history.back()],
        ['best', 'Best move', playBest], ['turn', 'Turn', () => turnBy(5)], ['mirror', 'Mirror', () => turnBy(1)]]
          .map(([id, text, call]) => {
            const button = html('button', {id, type: 'button'}, text);
            button.addEventListener('click', call);
            return button;
          }))), drawPanel(shown, moves));
}

/* ---- Going through ---- */

const startTurn = inverse(facts.turned);
const toStart = () => go({index: 0, turn: startTurn});
function playBest() {
  const [best] = sortedMoves(shown.node);
  if (best !== undefined) play(placesOf(shown.node, shown.turn, best)[0]);
}

/* A quarter turn of a rectangle would need another board. */
function turnBy(g) {
  const allowed = g & 4 && facts.width !== facts.height ? 3 : g;
  lastPlace = lastPlace && image(allowed, [facts.width, facts.height], lastPlace);
  go({index: shown.index, turn: compose(allowed, shown.turn), last: lastPlace});
}

/* Shows what the address says, or the start. */
function show() {
  const [, index, turn] = /^#(\d+)\.([0-7])$/.exec(location.hash) ?? [null, '0', String(startTurn)];
  const number = Number(index) < facts.nodes.length ? Number(index) : 0;
  const node = readNode(facts.nodes[number]), isFlat = facts.width !== facts.height;
  const fits = !isFlat || (Number(turn) >> 2 & 1) === (node.transposed ? 1 : 0);
  shown = {index: number, turn: fits ? Number(turn) : Number(turn) ^ 4, node};
  draw();
}

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || shown === null) return;
  const call = {ArrowLeft: () => history.back(), ArrowRight: playBest, Enter: null, Home: toStart,
    r: () => turnBy(5), m: () => turnBy(1), p: () => play(null)}[event.key];
  if (call) {
    event.preventDefault();
    call();
  }
});
addEventListener('hashchange', show);
document.title = `Opening book ${facts.width}x${facts.height}`;
document.body.append(html('h1', {}, document.title),
    html('p', {class: 'about'}, `${facts.rules} rules, komi ${facts.komi}, ${facts.nodes.length} positions. ` +
        'Click a move; arrow keys go back and to the best move, r turns, m mirrors, p passes.'), main);
show();
