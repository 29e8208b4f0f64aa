'use strict';
const data = JSON.parse(document.getElementById('game').textContent);
const get = id => document.getElementById(id);
const board = document.querySelector('.board');
const slider = get('slider');
const last = data.positions.length - 1;
let at = 0, view = '', showsOwner = false;

function add(parent, name, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}
const overlay = add(board, 'g', {});
const place = point => [point % data.width, Math.floor(point / data.width)];
const side = color => color === 1 ? 'black' : 'white';

function drawStones(position) {
  const dots = colors => [...position.stones].map((stone, point) =>
      colors.includes(stone) ? `M${place(point).join(' ')}h0` : '').join('');
  board.querySelector('.black').setAttribute('d', dots('12'));
  board.querySelector('.white').setAttribute('d', dots('2'));
}
function drawOwner(position) {
  [...position.owner].forEach((letter, point) => {
    const value = (letter.charCodeAt(0) - 107) / 10, size = .5 * Math.abs(value);
    const [x, y] = place(point);
    if (size >= .1) add(overlay, 'rect', {class: `owner-${side(value > 0 ? 1 : 2)}`,
        x: x - size / 2, y: y - size / 2, width: size, height: size});
  });
}
function drawLast(position) {
  if (position.last < 0 || position.stones[position.last] === '0') return;
  const [x, y] = place(position.last);
  const color = side(Number(position.stones[position.last]));
  add(overlay, 'circle', {class: `last last-${color}`, cx: x, cy: y, r: .26});
}
function mark(point, name) {
  if (point < 0) return;
  const [x, y] = place(point);
  add(overlay, 'use', {href: `#mark-${name}`, x, y});
}
function drawLine(position) {
  const taken = new Set([-1]);
  position.pv.forEach((point, move) => {
    if (taken.has(point)) return;
    taken.add(point);
    const [x, y] = place(point);
    const color = side(move % 2 === 0 ? position.color : 3 - position.color);
    add(overlay, 'circle', {class: `line-${color}`, cx: x, cy: y, r: .45});
    add(overlay, 'text', {class: `number-${color}`, x, y: y + .18})
        .textContent = move + 1;
  });
}
function draw() {
  const position = data.positions[view === 'instead' && at > 0 ? at - 1 : at];
  overlay.replaceChildren();
  drawStones(position);
  if (showsOwner) drawOwner(position);
  drawLast(position);
  if (view !== '') {
    drawLine(position);
  } else {
    mark(position.best, 'expected');
    mark(position.next, 'played');
  }
  board.setAttribute('aria-label', `${data.width}x${data.height} board, ${position.title}`);
}

function show(index) {
  at = Math.min(Math.max(index, 0), last);
  const position = data.positions[at];
  draw();
  slider.value = at;
  slider.setAttribute('aria-valuetext', position.title);
  get('title').textContent = position.title;
  get('text').textContent = position.text;
  for (const cursor of document.querySelectorAll('.cursor')) {
    cursor.setAttribute('x1', at);
    cursor.setAttribute('x2', at);
  }
  for (const comment of document.querySelectorAll('.comment'))
    comment.hidden = Number(comment.dataset.position) !== at;
  for (const row of document.querySelectorAll('tr[data-position]'))
    row.toggleAttribute('aria-current', Number(row.dataset.position) === at);
}
/* Shows the line of play from here, or instead of the last move; called again, hides it. */
function look(name) {
  view = view === name ? '' : name;
  for (const button of ['line', 'instead'])
    get(button).setAttribute('aria-pressed', button === view);
  draw();
}
function toggleOwner() {
  showsOwner = !showsOwner;
  get('owner').setAttribute('aria-pressed', showsOwner);
  draw();
}
/* Shows the next bad move; after the last one, the first. */
function nextMistake() {
  const bad = data.positions.map((position, index) => position.bad ? index : -1)
      .filter(index => index >= 0);
  const next = bad.find(index => index > at) ?? bad[0];
  if (next !== undefined) show(next);
}
const actions = {
  first: () => show(0), 'back-ten': () => show(at - 10), back: () => show(at - 1),
  forward: () => show(at + 1), 'forward-ten': () => show(at + 10), last: () => show(last),
  mistake: nextMistake, line: () => look('line'), instead: () => look('instead'),
  owner: toggleOwner,
};
const keys = {
  Home: 'first', ArrowLeft: 'back', ArrowRight: 'forward', End: 'last',
  m: 'mistake', v: 'line', b: 'instead', o: 'owner',
};
function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target === slider) return;
  const ten = event.shiftKey && event.key.startsWith('Arrow') ? '-ten' : '';
  const action = actions[keys[event.key] + ten];
  if (!action) return;
  event.preventDefault();
  action();
}
function choose(event) {
  const graph = event.target.closest('.graph');
  if (graph) {
    const box = graph.getBoundingClientRect();
    show(Math.round((event.clientX - box.left) / box.width * last));
  }
  const link = event.target.closest('a[href^="#move-"]');
  if (link) goTo(link.hash);
}
/* Shows the position after the move that the hash names, such as #move-12. */
function goTo(hash) {
  const match = /^#move-(\d+)$/.exec(hash);
  if (match) show(Number(match[1]) - data.first);
}

get('controls').hidden = false;
get('controls').addEventListener('click', event => {
  const button = event.target.closest('button');
  if (button) actions[button.id]();
});
slider.addEventListener('input', () => show(Number(slider.value)));
document.addEventListener('keydown', press);
document.addEventListener('click', choose);
addEventListener('hashchange', () => goTo(location.hash));
show(0);
goTo(location.hash);
