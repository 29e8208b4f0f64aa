/* What the pages of all reports share. A page holds the report as JSON, in the element "data"; the
 * file of its kind (review.js, match.js) makes the elements. All text is set as text: nothing that
 * an engine or a record says is read as markup. */
const data = JSON.parse(document.getElementById('data').textContent);
const pages = {}; // by data.kind

/* null is unknown; what rounds to zero has no sign. */
const number = (value, decimals, unit = '') => value === null ? '?' :
    value.toFixed(decimals).replace(/^-(0(\.0+)?)$/, '$1') + unit;
const percent = (share, decimals = 1) =>
    number(share === null ? null : 100 * share, decimals, '%');

/* A table of items in a box that scrolls. Columns are [title, item => text, element or null], and
 * true for numbers; the first cell of a row is its header. attributes are those of a row. */
function table(kind, columns, items, attributes = () => ({})) {
  const numbers = isNumber => isNumber ? {class: 'number'} : {};
  const cell = (item, [, show, isNumber], index) => html(index === 0 ? 'th' : 'td',
      {...numbers(isNumber), ...index === 0 && {scope: 'row'}}, show(item) ?? '');
  return html('div', {class: `scroll ${kind}`, tabindex: 0}, html('table', {},
      html('thead', {}, html('tr', {}, ...columns.map(([title, , isNumber]) =>
          html('th', {scope: 'col', ...numbers(isNumber)}, title)))),
      html('tbody', {}, ...items.map(item => html('tr', attributes(item),
          ...columns.map((column, index) => cell(item, column, index)))))));
}

/* ---- Boards ---- */

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

/* A point is a number: row by row from the top left. */
const placeOn = width => point => [point % width, Math.floor(point / width)];
/* Lines of no length with round ends: stones, star points. */
const dots = (points, width) =>
    points.map(point => `M${placeOn(width)(point).join(' ')}h0`).join('');

/* stones has a digit a point: 0 empty, 1 black, 2 white. Each white stone lies on a black one, which
 * is a little larger and so draws its edge. */
function drawStones(board, width, stones) {
  const points = [...stones].map((stone, point) => ({stone, point}));
  const of = colors => points.filter(each => colors.includes(each.stone)).map(each => each.point);
  board.querySelector('.black').setAttribute('d', dots(of('12'), width));
  board.querySelector('.white').setAttribute('d', dots(of('2'), width));
}

/* Returns an empty board. stars lists its star points. */
function makeBoard(width, height, stars) {
  const range = count => [...Array(count).keys()];
  const letters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
  const label = (x, y, text) => svg('text', {x, y}, String(text));
  return svg('svg', {class: 'board', role: 'img', width: (width + 2) * 28, height: (height + 2) * 28,
        viewBox: `-1.5 -1.5 ${width + 2} ${height + 2}`},
      svg('path', {class: 'wood', d: `M-1.5-1.5H${width}.5V${height}.5H-1.5Z`}),
      svg('path', {class: 'lines',
        d: range(height).map(y => `M0 ${y}H${width - 1}`).join('') +
            range(width).map(x => `M${x} 0V${height - 1}`).join('')}),
      svg('path', {class: 'stars', d: dots(stars, width)}),
      svg('g', {class: 'coordinates'},
          ...range(width).flatMap(x => [label(x, -.8, letters[x]), label(x, height + .2, letters[x])]),
          ...range(height).flatMap(y => [label(-1, y + .2, height - y),
            label(width, y + .2, height - y)])),
      svg('path', {class: 'black', d: ''}), svg('path', {class: 'white', d: ''}));
}
