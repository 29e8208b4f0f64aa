'use strict';
/* Tries moves against the tree of a solved problem. A point is [x, y] from the top left; a node of a
 * tree is {parent, move, mark, end}. The address has the problem and who moves first: #2.save. */
const problems = JSON.parse(document.getElementById('data').textContent);
const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ', SVG = 'http://www.w3.org/2000/svg';
const MARKS = ['reply', 'right', 'wrong', 'unknown'];
for (const side of problems.flatMap(problem => [problem.kill, problem.save]))
  if (side) side.tree = side.tree.map(([parent, move, mark, end]) => ({parent, move, mark: MARKS[mark], end: end === 1}));
const byId = id => document.getElementById(id);
const other = color => color === 'black' ? 'white' : 'black';
const capital = word => word[0].toUpperCase() + word.slice(1);
const nameOf = problem => problem.file.replace(/^.*[/\\]/, '');

let number, side, node, shown; // of the problem; "kill" or "save"; where play is; is the answer shown?

/* ---- The board ---- */

function parse(vertex, height) {
  return vertex === 'pass' ? null : [LETTERS.indexOf(vertex[0]), height - Number(vertex.slice(1))];
}

function beside([x, y], stones) {
  return [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]]
    .filter(([a, b]) => b >= 0 && b < stones.length && a >= 0 && a < stones[0].length);
}

function chainAt(start, stones) {
  const color = stones[start[1]][start[0]], chain = [start], seen = new Set([String(start)]);
  let free = false;
  for (let i = 0; i < chain.length; i++)
    for (const point of beside(chain[i], stones)) {
      const found = stones[point[1]][point[0]];
      if (found === null) free = true;
      if (found === color && !seen.has(String(point))) {
        seen.add(String(point));
        chain.push(point);
      }
    }
  return {chain, free};
}

function play(point, color, stones) {
  if (point === null) return;
  stones[point[1]][point[0]] = color;
  for (const near of beside(point, stones))
    if (stones[near[1]][near[0]] === other(color)) {
      const {chain, free} = chainAt(near, stones);
      if (!free) for (const [x, y] of chain) stones[y][x] = null;
    }
}

/* ---- The tree ---- */

const tree = () => problems[number][side].tree;

/* The nodes from the root to here. */
function line() {
  const nodes = [];
  for (let i = node; i > 0; i = tree()[i].parent) nodes.unshift(i);
  return nodes;
}

const children = parent => tree().map((_, i) => i).filter(i => i > 0 && tree()[i].parent === parent);
const colorAt = depth => depth % 2 === 0 ? problems[number][side].first : other(problems[number][side].first);

function position() {
  const rows = problems[number][side].position.split('/');
  const stones = rows.map(row => [...row].map(sign => sign === 'X' ? 'black' : sign === 'O' ? 'white' : null));
  line().forEach((i, depth) => play(parse(tree()[i].move, rows.length), colorAt(depth), stones));
  return stones;
}

/* Plays a vertex for the side to solve, and the reply of the tree. */
function attempt(vertex) {
  if (line().length % 2 === 1 || (node > 0 && tree()[node].end)) return;
  const child = children(node).find(i => tree()[i].move === vertex);
  if (child === undefined) {
    say(children(node).length === 0 ? 'The tree ends here.' : `${vertex} cannot be played, or is not in the tree.`);
    return;
  }
  const [reply] = children(child);
  node = reply === undefined ? child : reply;
  const answer = reply === undefined ? '' : ` The reply is ${tree()[reply].move}.`;
  const {mark} = tree()[child];
  const solved = mark === 'right' && (tree()[node].end || children(node).length === 0);
  draw();
  say((solved ? 'Right: solved.' : mark === 'right' ? 'Right.' : mark === 'wrong' ? 'Wrong.' : 'Unknown.') + answer);
}

/* ---- What is shown ---- */

function say(text) {
  byId('message').textContent = text;
}

function add(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

function drawMarks(board, height) {
  const problem = problems[number], nodes = line();
  for (const vertex of problem.targets) {
    const [x, y] = parse(vertex, height);
    if (position()[y][x] === problem.owner) add(board, 'rect', {x: x + .3, y: y + .3, width: .4, height: .4, class: 'goal'});
  }
  const last = nodes.length > 0 ? parse(tree()[node].move, height) : null;
  if (last !== null) add(board, 'circle', {cx: last[0] + .5, cy: last[1] + .5, r: .14, class: 'last'});
  for (const child of shown && nodes.length % 2 === 0 ? children(node) : []) {
    const point = parse(tree()[child].move, height);
    if (point !== null) add(board, 'circle', {cx: point[0] + .5, cy: point[1] + .5, r: .2, class: tree()[child].mark});
  }
}

function draw() {
  const stones = position(), height = stones.length, width = stones[0].length;
  const board = byId('board'), region = problems[number][side].playable.split('/');
  board.replaceChildren();
  board.setAttribute('viewBox', `-0.7 -0.7 ${width + 1.4} ${height + 1.4}`);
  add(board, 'rect', {x: -.7, y: -.7, width: width + 1.4, height: height + 1.4, class: 'wood'});
  let path = '';
  for (let x = 0; x < width; x++) path += `M${x + .5} .5V${height - .5}`;
  for (let y = 0; y < height; y++) path += `M.5 ${y + .5}H${width - .5}`;
  add(board, 'path', {d: path, class: 'lines'});
  for (let x = 0; x < width; x++) add(board, 'text', {x: x + .5, y: -.15, class: 'coordinates'}, LETTERS[x]);
  for (let y = 0; y < height; y++) add(board, 'text', {x: -.35, y: y + .66, class: 'coordinates'}, height - y);
  stones.forEach((row, y) => row.forEach((color, x) => {
    if (region[y][x] === '#') add(board, 'rect', {x, y, width: 1, height: 1, class: 'region'});
    if (color !== null) add(board, 'circle', {cx: x + .5, cy: y + .5, r: .46, class: `stone ${color}`});
  }));
  drawMarks(board, height);
  stones.forEach((row, y) => row.forEach((color, x) => {
    const vertex = LETTERS[x] + (height - y);
    if (color === null && region[y][x] === '#')
      add(board, 'rect', {x, y, width: 1, height: 1, class: 'point', 'data-vertex': vertex})
        .addEventListener('click', () => attempt(vertex));
  }));
}

/* Opens a problem for a side moving first. */
function open() {
  const [wanted, which] = location.hash.slice(1).split('.');
  number = Math.min(Math.max((Number(wanted) || 1) - 1, 0), problems.length - 1);
  const problem = problems[number];
  side = problem[which] ? which : problem.kill ? 'kill' : 'save';
  node = 0;
  shown = false;
  const {first, result, seki, frame} = problem[side], safe = problem.assumedSafe.join(', ');
  byId('title').textContent = `Problem ${number + 1} of ${problems.length}`;
  byId('file').textContent = `${nameOf(problem)}, problem ${problem.problem}`;
  byId('task').textContent = `${capital(first)} plays first, to ${side} the marked stones of ${capital(problem.owner)}${frame ? ', shut in by a frame' : ''}.${safe ? ` The stones at ${safe} are assumed to be safe.` : ''}`;
  byId('answer').textContent = '';
  byId('answer').dataset.text = `Answer: ${result}${seki ? ', seki' : ''}. Status: ${problem.status || 'one side was asked'}.`;
  byId('other').disabled = !problem[side === 'kill' ? 'save' : 'kill'];
  byId('previous').disabled = number === 0;
  byId('next').disabled = number === problems.length - 1;
  byId('list').querySelectorAll('a').forEach((link, i) => {
    link.href = `#${i + 1}.${side}`;
    link.toggleAttribute('aria-current', i === number);
    if (i === number) byId('list').scrollTop = link.offsetTop - byId('list').offsetTop;
  });
  say('');
  draw();
}

const go = (to, which) => { location.hash = `${to + 1}.${which}`; };

byId('again').addEventListener('click', open);
byId('pass').addEventListener('click', () => attempt('pass'));
byId('previous').addEventListener('click', () => go(number - 1, side));
byId('next').addEventListener('click', () => go(number + 1, side));
byId('other').addEventListener('click', () => go(number, side === 'kill' ? 'save' : 'kill'));
byId('show').addEventListener('click', () => {
  shown = true;
  byId('answer').textContent = byId('answer').dataset.text;
  draw();
});
byId('back').addEventListener('click', () => {
  const nodes = line(), kept = nodes.length - (nodes.length % 2 === 0 ? 2 : 1);
  node = kept > 0 ? nodes[kept - 1] : 0;
  say('');
  draw();
});
/* All problems as links, below the name of each file. */
problems.forEach((problem, i) => {
  if (i === 0 || problem.file !== problems[i - 1].file)
    byId('list').append(Object.assign(document.createElement('h2'), {textContent: nameOf(problem)}));
  byId('list').append(Object.assign(document.createElement('a'), {textContent: i + 1}));
});
window.addEventListener('hashchange', open);
open();
