/* Exercises: the key mistakes of games that were reviewed, each to be tried again at once, and after 1, 3 and 7 days. The library keeps
 * them beside their game: {at (the position before, as placeOf), point (that was played), step (how often another one was found),
 * due (a time; Infinity: no more)}. */
const EXERCISE_DAYS = [1, 3, 7], DAY = 86400000, EXERCISE_VISITS = 200;
const nameOf = ({id, item: {at, point}}) => JSON.stringify([id, at, point]); // the library reads them anew
/* The position of an exercise in its game, whatever has become the main line since; undefined: its move has been deleted. */
const positionOf = (tree, {at, point}) => [nodeAt(tree, at), ...tree.nodes()].find(({depth, children}) => depth === at.depth && children.some(({move}) => move?.point === point));

class Exercises {
  constructor(app) {
    Object.assign(this, {app, id: 'exercises', title: 'Exercises', doc: newGame([new Tree({width: 9})], 'lesson'), skipped: new Set()});
    this.take();
  }
  take(found, node) {
    Object.assign(this, {found, node, line: null, message: '', state: ''});
  }
  enter() {
    this.next();
  }
  leave() {
    this.skipped.clear();
  }

  /* ---- What is to be done ---- */

  /* Those that are due, as {id (of their game), item}. */
  due() {
    const {heads, exercises} = this.app.library;
    return [...heads.keys()].flatMap(id => (exercises.get(id) ?? []).filter(({due}) => due <= Date.now()).map(item => ({id, item})));
  }
  /* Makes moves of a game exercises; those that are there stay as they are. */
  add({id, trees, index}, nodes) {
    const tree = trees[index], isKnown = (items, node) => items.some(item => item.point === node.move.point && positionOf(tree, item) === node.parent);
    const made = ({parent, move: {point}}) => ({at: placeOf(tree, parent), point, step: 0, due: Date.now()});
    return nodes.length > 0 && this.app.library.changeExercises(id, items => [...items, ...nodes.filter(node => !isKnown(items, node)).map(made)]);
  }
  /* valuesOf: of the exercise as it is kept. */
  change(valuesOf) {
    const {found: {id}} = this, name = nameOf(this.found);
    return this.app.library.changeExercises(id, items => items.map(item => nameOf({id, item}) === name ? {...item, ...valuesOf(item)} : item));
  }
  async next() {
    this.state = 'next'; // what is still shown is dealt with
    const {app} = this, found = this.due().find(each => !this.skipped.has(nameOf(each))), game = found && await app.library.get(found.id);
    const tree = game?.trees[game.index], node = game && positionOf(tree, found.item);
    this.take(found, node);
    if (found && !node) return this.forget();
    if (game) {
      this.doc = Object.assign(newGame([tree], 'lesson'), {title: game.title});
      tree.at = node;
    }
    if (app.mode !== this) return;
    app.doc = this.doc;
    app.keep();
  }
  skip() {
    if (this.state === 'next') return;
    this.skipped.add(nameOf(this.found));
    return this.next();
  }
  async forget() {
    if (this.state === 'next') return;
    await this.change(() => ({due: Infinity}));
    return this.next();
  }

  /* ---- Trying ---- */

  async tap(point) {
    const {app, node} = this, {tree} = app;
    if (!node || ['asked', 'done', 'next'].includes(this.state)) return;
    if (tree.fault(point)) return app.tryPlay(point);
    if (!await app.whenReady()) return;
    const tried = tree.imagine(node, point), hasFailed = this.state === 'failed';
    Object.assign(this, {state: 'asked', line: null, message: t('One moment…')});
    await app.lookAt(tree, tried, EXERCISE_VISITS).catch(({message}) => app.note(message));
    if (this.node !== node) return;
    const loss = judge(tried), isRight = loss && isFine(loss);
    if (!loss) return Object.assign(this, {state: hasFailed ? 'failed' : '', message: ''});
    this.answer(isRight, hasFailed);
    this.line = [point, ...isRight ? [] : refutation(tree, tried)];
    app.tell(isRight ? praise(loss, tree.go.vertexOf(point)) : [verdict(tree, tried), isPunished(tried) ? reasonWords(tree, tried) : '', t('Try another one.')].join(' '));
  }
  /* What was right at once is asked again later and later. */
  answer(isRight, hasFailed) {
    const values = step => ({step, due: Date.now() + DAY * (EXERCISE_DAYS[Math.max(step - 1, 0)] ?? Infinity)});
    if (!hasFailed) this.change(({step, due}) => due > Date.now() ? {} /* another tab was first */ : values(isRight ? step + 1 : 0));
    this.state = isRight ? 'done' : 'failed';
  }
  async show() {
    const {node, app, app: {tree}} = this;
    if (!node.analysis && await app.whenReady()) node.analysis = await app.session.analyze(tree, node, {visits: EXERCISE_VISITS}).result;
    const [best] = node.analysis?.candidates ?? [];
    if (!best || this.node !== node) return;
    this.answer(false, this.state === 'failed');
    Object.assign(this, {state: 'done', line: best.pv.slice(0, 8)});
    app.tell(t('Better: {point}.', {point: tree.nameOf(best.point)}));
  }
  view() {
    const {node, line, state, app: {tree}} = this;
    if (!node) return {color: null};
    return {color: state === 'done' ? null : tree.positionOf(node).toMove, last: -1, ...line ? tree.playOut(node, line) : {marks: new Map([[this.found.item.point, 'cross']])}};
  }

  /* ---- The panel ---- */

  /* The way here, from Review. */
  invite() {
    const {length} = this.due();
    return length > 0 && html('div', {class: 'progress-box', key: 'invite'}, button('to-exercises', t('Exercises due: {n}', {n: length}), () => this.app.setMode('exercises')));
  }
  panel() {
    const {app, node, state} = this, heading = html('h2', {}, t('Exercises due: {n}', {n: this.due().length}));
    if (!node) return [heading, html('p', {}, t('The key mistakes of your games come here to be tried again, at once and after 1, 3 and 7 days.')),
      button('to-review', t('Review'), () => app.setMode('review'))];
    const {tree} = app, {toMove} = tree.positionOf(node), isDone = state === 'done';
    return [heading, html('p', {class: 'quiet'}, [this.doc.title, namesOf(tree), tree.info.date].filter(Boolean).join(', ')),
      html('p', {class: 'task'}, t('{color} to play: find a better move than {point}.', {color: colorName(toMove), point: tree.nameOf(this.found.item.point)})),
      html('p', {class: 'turn'}, this.message), html('div', {class: 'actions'},
          isDone && button('go-on', t('Go on'), () => this.next(), {class: 'primary'}), !isDone && button('show-it', t('Show the answer'), () => this.show(), {disabled: state === 'asked'}),
          !isDone && button('skip', t('Skip'), () => this.skip()), button('forget', t('Forget this one'), () => this.forget()))];
  }
}
/* Is it proved what the opponent does after the move? Other reasons tell what would be better. */
const isPunished = node => {
  const {kind, owner} = judge(node).reason ?? {};
  return ['rescue', 'life', 'race', 'cut'].includes(kind) && owner === (node.move.color === '1' ? 'black' : 'white');
};
/* The line that shows that a move is bad. */
const refutation = (tree, node) => isPunished(node) ? judge(node).reason.line.map(tree.go.pointOf) : node.analysis.candidates[0]?.pv.slice(0, 8) ?? [];
