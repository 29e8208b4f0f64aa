/* A first lesson: steps on small boards, each with a task that a stone or two fulfil, as the rules see it.
 *
 * A step is {board (its rows; marked stones are x and o), task and after (what is said before and after), does (is the task done?), before
 * (White's move that leads to it), answer (White's, if a second stone is needed: the first that is legal), shows (territory)}. */
const captures = tree => tree.positionOf().taken > 0;
const chainOf = (tree, point) => tree.go.chainAt(tree.positionOf().stones, point);
const ownersOf = tree => countGame(tree, tree.at, new Set(), new Set());
function hasTwoEyes(tree, point) {
  const {chain, liberties} = chainOf(tree, point);
  return [...liberties].filter(each => tree.go.neighbors(each).every(next => chain.has(next))).length > 1;
}
const LESSON = [
  {board: '...../..X../.Xo../..X../.....', does: captures,
    task: 'The empty points beside a stone are its liberties. Put a black stone on the last liberty of the marked stone.',
    after: 'Captured! What has no liberty left is taken off the board.'},
  {board: '...../...../XX.../ooX../.oX..', does: captures,
    task: 'Stones that touch along a line are one chain and share their liberties. Capture the chain in the corner.',
    after: 'All three are taken together. At the edge it takes fewer stones.'},
  {board: '...../..X../.Xo../...../.....', does: (tree, point) => chainOf(tree, point).liberties.size === 1,
    task: 'A chain with one liberty left is in atari: the next move can take it. Put the marked stone in atari.',
    after: 'Atari! Unless White does something, you capture it next.'},
  {board: '...../..O../.OxO./...../.....', does: (tree, point) => chainOf(tree, point).liberties.size > 2,
    task: 'Now your own stone is in atari. Save it: give it more liberties.',
    after: 'Well done: the chain has three liberties now.'},
  {board: 'AO.../O..../....X/...XO/..XOB', does: captures,
    task: 'You may not put a stone where it has no liberty, unless it captures something. Where may you play, at A or at B?',
    after: 'At A your stone would have no liberty. At B it captures two stones, and their places are its liberties.'},
  {board: '...../.XO../X.XO./.XO../.....', before: 'B3', answer: 'E1 E5', does: captures,
    task: 'White has just captured a stone. If you took back at once, that could go on for ever: this is ko. Play somewhere else first, then take back.',
    after: 'The ko is yours. Now White has to play somewhere else first.'},
  {board: '...../OOOOO/XxXXX/X...X/XXXXX', does: hasTwoEyes,
    task: 'A chain with two eyes, two separate empty points inside, is safe for ever. Make two eyes.',
    after: 'White can fill neither eye, since the other one is still a liberty. The chain lives.'},
  {board: '.OO.O/OXOOO/XXXXX/...../.....', does: captures,
    task: 'An eye is false if a stone around it can be captured. One of the two white eyes is false: play there.',
    after: 'One stone is captured, and one eye is left: the white group cannot live.'},
  {board: '..XO./..XO./...O./..XO./..XO.', does: tree => ownersOf(tree).black.territory > 9, shows: true,
    task: 'The empty points that you surround are your territory. Close the gap in your wall.',
    after: 'Ten points are your territory, five are White’s.'},
  {board: '..XO./..XO./..XO./..XO./..XO.', does: tree => tree.at.move?.point === -1, shows: true,
    task: 'All borders are closed, and more stones would gain nothing. If both sides pass, the game is over. Pass!',
    after: 'White passes, too. Stones and territory count: Black has 15 points, White has 10. You win!'},
];

class Lesson {
  constructor(app) {
    Object.assign(this, {app, id: 'lesson', title: 'First lesson', doc: newGame([], 'lesson'), done: store.get('lesson', 0)});
    this.take(Math.min(this.done, LESSON.length - 1));
  }
  take(index) {
    const step = LESSON[index], rows = step.board.split('/'), tree = new Tree({width: rows[0].length, height: rows.length, komi: 0});
    tree.root.setup = new Map([...rows.join('')].flatMap((sign, point) => /[XO]/i.test(sign) ? [[point, /x/i.test(sign) ? '1' : '2']] : []));
    tree.root.marks = new Map([...rows.join('')].flatMap((sign, point) => /[xo]/.test(sign) ? [[point, 'triangle']] : /[AB]/.test(sign) ? [[point, `=${sign}`]] : []));
    if (step.before) tree.play(tree.go.pointOf(step.before), '2');
    this.doc.trees = [tree];
    Object.assign(this, {index, step, start: tree.at, isDone: false, message: ''});
  }
  undo(index = this.index) {
    this.take(index);
  }
  tap(point) {
    const {app, step, index} = this, {tree} = app, [marked] = tree.root.marks.keys();
    if (this.isDone) return;
    if (this.message) tree.at = this.start;
    this.message = '';
    app.note('');
    if (!app.tryPlay(point)) return;
    this.isDone = step.does(tree, marked);
    if (this.isDone) store.set('lesson', this.done = Math.max(this.done, index + 1));
    if (this.isDone || !step.answer || tree.at.parent !== this.start)
      app.tell(this.isDone ? t(step.after) : `${t('{point} does not work.', {point: tree.nameOf(point)})} ${t('Try another one.')}`);
    else tree.play(step.answer.split(' ').map(tree.go.pointOf).find(each => !tree.fault(each)));
  }
  view() {
    const {isDone, message, step, app: {tree}} = this;
    return {color: isDone ? null : '1', marks: message ? null : tree.root.marks, territory: isDone && step.shows ? ownersOf(tree).owner : null};
  }
  panel() {
    const {app, step, isDone, index} = this, next = index + 1, isLast = next === LESSON.length;
    return [html('div', {class: 'heading'}, html('h2', {}, `${t('First lesson')}: ${next} / ${LESSON.length}`), pager(index, LESSON.length, to => this.undo(to))),
      html('p', {}, t(step.task)), html('p', {class: 'result'}, this.message), html('div', {class: 'actions'},
          isDone && !isLast && button('go-on', t('Go on'), () => this.undo(next), {class: 'primary'}),
          isDone && isLast && button('again', t('New game'), () => app.setMode('play'), {class: 'primary'}),
          isLast && !isDone && button('pass', t('Pass'), () => this.tap(-1)), button('restart', t('From the start'), () => this.undo()))];
  }
}
