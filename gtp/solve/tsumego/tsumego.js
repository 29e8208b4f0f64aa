/* Tries moves against the tree of a solved problem. A node of a tree is {parent, move, mark, end}. The
 * address has the problem and who moves first: #2.save. */
const problems = data, KINDS = ['reply', 'right', 'wrong', 'unknown'];
for (const side of problems.flatMap(problem => [problem.kill, problem.save]))
  if (side) side.tree = side.tree.map(([parent, move, mark, end]) => ({parent, move, mark: KINDS[mark], end: end === 1}));
const byId = id => document.getElementById(id);
const other = color => color === 'black' ? 'white' : 'black';
const capital = word => word[0].toUpperCase() + word.slice(1);
const nameOf = problem => problem.file.replace(/^.*[/\\]/, '');

let which, side, node, isShown; // the problem; "kill" or "save"; where play is; is the answer shown?

/* ---- The tree ---- */

const tree = () => problems[which][side].tree;

/* The nodes from the root to here. */
function line() {
  const nodes = [];
  for (let i = node; i > 0; i = tree()[i].parent) nodes.unshift(i);
  return nodes;
}

const children = parent => tree().map((_, i) => i).filter(i => i > 0 && tree()[i].parent === parent);

/* The board's size and rules, and the stones after the line. */
function position() {
  const {first, position: text} = problems[which][side], rows = text.split('/');
  const go = goban(rows[0].length, rows.length), digits = {X: '1', O: '2'};
  let stones = [...rows.join('')].map(sign => digits[sign] ?? '0').join('');
  let color = first === 'black' ? '1' : '2';
  for (const i of line()) {
    stones = go.play(stones, color, go.pointOf(tree()[i].move)).stones;
    color = go.other(color);
  }
  return {width: rows[0].length, height: rows.length, go, stones};
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

function draw() {
  const problem = problems[which], {width, height, go, stones} = position(), nodes = line();
  const region = [...problem[side].playable.replaceAll('/', '')].map(sign => sign === '#');
  const placeOf = vertex => placeOn(width)(go.pointOf(vertex));
  const circle = (vertex, name, r) => go.pointOf(vertex) < 0 ? ''
      : svg('circle', {cx: placeOf(vertex)[0], cy: placeOf(vertex)[1], r, class: name});
  const board = makeBoard(width, height), owner = problem.owner === 'black' ? '1' : '2';
  const points = [...stones].map((stone, point) => ({stone, point, place: placeOn(width)(point)}));
  const free = points.filter(({stone, point}) => region[point] && stone === '0');
  const square = ([x, y], name, size) =>
      svg('rect', {x: x - size / 2, y: y - size / 2, width: size, height: size, class: name});
  board.id = 'board';
  board.setAttribute('aria-label', 'The board');
  board.append(
      ...points.filter(({point}) => region[point]).map(({place}) => square(place, 'region', 1)),
      ...points.filter(({stone}) => stone !== '0').map(({stone, place}) => stoneAt(place, stone)),
      ...problem.targets.filter(vertex => stones[go.pointOf(vertex)] === owner)
          .map(vertex => square(placeOf(vertex), 'goal', .4)),
      nodes.length > 0 ? circle(tree()[node].move, 'last', .14) : '',
      ...(isShown && nodes.length % 2 === 0 ? children(node) : [])
          .map(child => circle(tree()[child].move, tree()[child].mark, .2)),
      ...free.map(({point, place}) => targetAt(place, {'data-vertex': go.vertexOf(point)},
          () => attempt(go.vertexOf(point)))));
  byId('board').replaceWith(board);
}

/* Opens a problem for a side moving first. */
function open() {
  const [wanted, first] = location.hash.slice(1).split('.');
  which = Math.min(Math.max((Number(wanted) || 1) - 1, 0), problems.length - 1);
  const problem = problems[which];
  side = problem[first] ? first : problem.kill ? 'kill' : 'save';
  node = 0;
  isShown = false;
  const {frame} = problem[side], safe = problem.assumedSafe.join(', ');
  byId('title').textContent = `Problem ${which + 1} of ${problems.length}`;
  byId('file').textContent = `${nameOf(problem)}, problem ${problem.problem}`;
  byId('task').textContent = `${capital(problem[side].first)} plays first, to ${side} the marked stones of ` +
      `${capital(problem.owner)}${frame ? ', shut in by a frame' : ''}.` +
      (safe ? ` The stones at ${safe} are assumed to be safe.` : '');
  byId('answer').textContent = '';
  byId('other').disabled = !problem[side === 'kill' ? 'save' : 'kill'];
  byId('previous').disabled = which === 0;
  byId('next').disabled = which === problems.length - 1;
  byId('list').querySelectorAll('a').forEach((link, i) => {
    link.href = `#${i + 1}.${side}`;
    link.toggleAttribute('aria-current', i === which);
    if (i === which) byId('list').scrollTop = link.offsetTop - byId('list').offsetTop;
  });
  say('');
  draw();
}

/* ---- The page ---- */

function back() {
  const nodes = line(), kept = nodes.length - (nodes.length % 2 === 0 ? 2 : 1);
  node = kept > 0 ? nodes[kept - 1] : 0;
  say('');
  draw();
}
function showAnswer() {
  const {result, seki} = problems[which][side];
  isShown = true;
  byId('answer').textContent =
      `Answer: ${result}${seki ? ', seki' : ''}. Status: ${problems[which].status || 'one side was asked'}.`;
  draw();
}
const go = (to, first) => { location.hash = `${to + 1}.${first}`; };
const buttons = each => html('div', {class: 'filter'}, ...each.map(([id, text, call]) => {
  const button = html('button', {id, type: 'button'}, text);
  button.addEventListener('click', call);
  return button;
}));
/* All problems as links, below the name of each file. */
const links = problems.flatMap((problem, i) => [
  i === 0 || problem.file !== problems[i - 1].file ? html('h2', {}, nameOf(problem)) : null,
  html('a', {}, String(i + 1))]);

document.title = 'Problems of life and death';
document.body.append(html('h1', {id: 'title'}), html('p', {class: 'about', id: 'file'}),
    html('main', {class: 'columns'},
        html('div', {class: 'view'}, svg('svg', {id: 'board'})),
        html('div', {class: 'panel'}, html('p', {id: 'task'}), html('p', {id: 'message', role: 'status'}),
            buttons([['back', 'Take back', back], ['again', 'Start again', open],
              ['pass', 'Pass', () => attempt('pass')],
              ['other', 'Other side first', () => go(which, side === 'kill' ? 'save' : 'kill')],
              ['show', 'Show the answer', showAnswer]]),
            buttons([['previous', 'Previous problem', () => go(which - 1, side)],
              ['next', 'Next problem', () => go(which + 1, side)]]),
            html('p', {id: 'answer'}), html('nav', {id: 'list', 'aria-label': 'All problems'}, ...links))));
addEventListener('hashchange', open);
open();
