/* What reviews of games show: grades of moves, graphs. */
const GRADES = [], LOSS_POINTS = [], LOSS_RATES = [];
function GRADE(name, points, rate) { // of grades.js
  GRADES.push(name);
  LOSS_POINTS.push(points);
  LOSS_RATES.push(rate);
}
const gradeClass = grade => grade.replace(' ', '-');
const gradeMark = (grade, words = grade) => html('span', {class: `grade ${gradeClass(grade)}`}, words);

/* A graph over the positions of a game: x is the position, y goes from 0 at the top to 100. curves are
 * elements; ticks mark mistakes, [x, height, grade]; at is where the cursor is, -1 for none. onGo is
 * called with the position that is clicked. */
function makeGraph({last, label, curves, ticks, at, onGo}) {
  const go = event => {
    const box = event.currentTarget.getBoundingClientRect();
    onGo(Math.min(Math.max(Math.round((event.clientX - box.left) / box.width * last), 0), last));
  };
  return svg('svg', {class: 'graph', viewBox: `0 0 ${last} 100`, preserveAspectRatio: 'none',
        role: 'img', 'aria-label': label, onclick: go},
      svg('rect', {class: 'ground', width: last, height: 100}), ...curves,
      svg('path', {class: 'middle', d: `M0 50H${last}`}),
      ...ticks.map(([x, height, grade]) => svg('path', {class: `tick ${gradeClass(grade)}`, d: `M${x} ${100 - height}V100`})),
      svg('line', {class: 'cursor', x1: at, x2: at, y1: 0, y2: 100}));
}
