/* Solve: problems of life and death, from a record or set up by touch. The status of both sides first; then moves are tried, and
 * the engine answers. What is not proved is said to be so. */
const SOLVE_SECONDS = 4, SOLVE_NODES = 200000; // of the first try; each further one may take four times as much
const EFFORT_MOST = 64;

/* The page's own problems, each with its grade as the title. What leads on from them is not shown: it is to be found. */
const ourProblems = () => newGame(PROBLEMS.map(({grade, sgf}) => {
  const [tree] = readSgf(sgf);
  tree.info.title = grade;
  tree.root.children = [];
  return tree;
}), 'problems');

class Solve {
  constructor(app) {
    Object.assign(this, {app, id: 'solve', title: 'Solve', doc: newGame([new Tree({width: 9})], 'problems'), start: null, tool: '1', targets: new Set(), answer: null,
      run: null, message: '', first: null});
    this.keys = {Backspace: () => this.back()};
  }
  enter() {
    this.take(this.doc.index);
  }
  leave() {
    this.stop();
  }
  /* A position as a problem, which is kept once: the group is what is marked, or what was played last. from: the game that it is of. */
  async openPosition() {
    const {app, app: {doc: {id: from}, library, tree}} = this, {stones, toMove} = tree.positionOf(), {width, height, at, info: {rules, komi}} = tree;
    const problem = new Tree({width, height, rules, komi}), marked = [...at.marks.keys()];
    const group = (marked.length > 0 ? marked : [at.move?.point ?? -1]).filter(point => point >= 0 && stones[point] !== '0').flatMap(point => [...tree.go.chainAt(stones, point).chain]);
    Object.assign(problem.root, {player: toMove, setup: new Map([...stones].flatMap((stone, point) => stone === '0' ? [] : [[point, stone]]))});
    const position = positionWords(problem), [known] = [...library.heads].find(([, head]) => head.position === position) ?? [];
    const doc = known && await app.gameFrom(known) || newGame([problem], 'problems'), [opened] = doc.trees;
    if (group.length > 0) opened.root.marks = new Map(group.map(point => [point, 'square']));
    opened.version++; // it may differ from what is kept
    this.open(Object.assign(doc, {from}));
  }
  open(doc) {
    this.doc = doc;
    this.app.setMode('solve');
    this.app.doc = doc;
    this.go(doc.index);
    if (this.targets.size === 0) this.app.note(t('Tap the group in question, then Solve.'));
  }
  take(index) {
    this.doc.index = index;
    const {tree} = this.app;
    tree.at = this.start = tree.root;
    this.targets = new Set([...tree.root.marks].map(([point]) => point).filter(point => tree.positionOf().stones[point] !== '0'));
    this.tool = ['1', '2'].every(color => tree.positionOf().stones.includes(color)) ? 'target' : '1';
    this.reset();
    this.first = tree.root.player;
  }
  reset() {
    this.stop();
    Object.assign(this, {answer: null, message: '', first: null, isTold: false});
  }

  /* ---- The engine's part ---- */

  /* Tries longer and longer until all is proved. Resolves after the first try; what it found is shown meanwhile. */
  async solve() {
    const {app} = this, {tree} = app, {stones} = tree.positionOf(), targets = [...this.targets].filter(point => stones[point] !== '0');
    if (targets.length === 0) {
      if (/[12]/.test(stones)) this.tool = 'target';
      return app.note(/[12]/.test(stones) ? t('Tap the group in question, then Solve.') : t('Put the stones first.'));
    }
    this.stop();
    if (!await app.whenReady() || app.tree !== tree) return;
    const run = this.run = {tree, node: tree.at, targets: targets.map(tree.go.vertexOf)};
    app.keep();
    await this.prove(run, 1);
  }
  /* Resolves after this try; longer ones follow while something is left to prove. */
  async prove(run, effort) {
    const {app} = this, {tree, node, targets} = run, request = {targets, seconds: SOLVE_SECONDS * effort, nodes: SOLVE_NODES * effort};
    const answer = await app.session.life(tree, node, request).catch(({message}) => this.run === run && app.note(message));
    if (this.run !== run) return;
    if (answer) this.answer = answer;
    if (answer && effort === 1) app.say(this.isTold ? this.statusWords() : t('The answer is known: try it.'));
    if (answer && this.isOpen() && effort < EFFORT_MOST) this.prove(run, 4 * effort);
    else this.run = null;
    app.refresh();
  }
  isOpen() {
    return [this.answer?.kill, this.answer?.save].some(side => side?.result === 'unknown');
  }
  stop() {
    if (this.run) this.app.stopEngine();
    this.run = null;
  }

  /* ---- In words ---- */

  statusWords() {
    const {status, save} = this.answer;
    if (status === 'alive' && save?.seki) return t('The group lives in seki.');
    return {alive: t('The group is alive.'), dead: t('The group is dead.'), unsettled: t('Unsettled: whoever plays first decides.')}[status] ??
        t('Not proved yet.');
  }
  sideWords(side, isKill) {
    const color = colorName(side.first === 'black' ? '1' : '2');
    const what = isKill ? t('{color} first, to kill:', {color}) : t('{color} first, to live:', {color});
    const result = {yes: t('yes'), no: t('no'), ko: t('only by a ko'), 'ko, opponent takes first': t('only by a ko, and the opponent takes first'),
      unknown: t('not proved yet')}[side.result];
    const good = side.moves.filter(each => each.result === side.result && side.result !== 'no' && each.move !== 'pass').map(each => each.move);
    return html('li', {}, `${what} `, html('b', {}, result), side.seki ? ` (${t('seki')})` : '',
        good.length > 0 && side.result !== 'unknown' ? ` – ${good.slice(0, 6).join(', ')}` : '');
  }

  /* ---- On the board ---- */

  tap(point) {
    const {app, tool} = this, {tree} = app, {stones} = tree.positionOf();
    if (this.run && !this.answer) return app.note(t('One moment…'));
    if (this.answer) return this.tryMove(point);
    if (tool === 'target') {
      if (stones[point] === '0') return app.note(t('Tap the group in question, then Solve.'));
      flip(this.targets, [...tree.go.chainAt(stones, point).chain]);
    } else {
      tree.place(point, stones[point] === tool ? '0' : tool);
      this.targets = new Set([...this.targets].filter(each => tree.positionOf().stones[each] !== '0'));
    }
    this.mark();
  }
  /* The group is kept with the problem. */
  mark() {
    const {tree} = this.app, marks = new Map([...this.targets].map(point => [point, 'square']));
    if (String([...marks.keys()]) !== String([...tree.root.marks.keys()])) tree.edit([[tree.root, {marks}]]);
  }
  undo(name = 'undo') {
    const {tree} = this.app;
    tree[name]();
    this.take(this.doc.index);
  }
  redo() {
    this.undo('redo');
  }
  side() {
    const color = this.app.tree.positionOf().toMove === '1' ? 'black' : 'white';
    return [this.answer.kill, this.answer.save].find(each => each?.first === color) ?? null;
  }
  begin(color) {
    const {app} = this, {tree} = app;
    tree.at = tree.root;
    if (tree.positionOf().toMove !== color) tree.setPlayer(color);
    this.start = tree.at;
    this.first = color;
    app.tell(t('{color} to play: tap your move.', {color: colorName(color)}));
  }
  /* Your move is judged by what is proved; a wrong one is answered. */
  async tryMove(point) {
    const {app} = this, {tree} = app;
    if (!this.first) return app.note(t('Choose who plays first.'));
    const side = this.side(), vertex = tree.go.vertexOf(point);
    this.stop();
    if (!app.tryPlay(point)) return;
    const move = side?.moves.find(each => each.move === vertex);
    const isBest = move && move.result === side.result && side.result !== 'no';
    if (move?.result === 'unknown' || side?.result === 'unknown') this.message = t('{point}: not proved yet.', {point: vertex});
    else if (isBest) this.message = side.result === 'yes' ? t('{point} is right.', {point: vertex}) : t('{point}: a ko, which is the best there is.', {point: vertex});
    else this.message = move?.result?.startsWith('ko') ? t('{point} gives only a ko.', {point: vertex}) : t('{point} does not work.', {point: vertex});
    app.tell(this.message);
    await this.respond(move, isBest);
  }
  /* The opponent's move: the known refutation, or what resists best by a new search. */
  async respond(move, isBest) {
    const {app} = this, {tree} = app, words = this.message;
    const isTargetGone = () => [...this.targets].some(point => tree.positionOf().stones[point] === '0');
    const ends = () => {
      if (!isTargetGone()) return false;
      this.message = `${words} ${t('The stones are captured.')}`;
      return true;
    };
    if (ends()) return;
    let reply = move?.reply && !isBest ? move.reply : null;
    if (!reply) {
      await this.solve();
      const side = this.answer && this.side();
      reply = side?.moves.find(each => each.result === side.result && each.move !== 'pass' && each.result !== 'no')?.move ??
          (isBest && side?.result === 'no' ? side.moves.find(each => each.move !== 'pass' && each.reply && each.reply !== 'pass')?.move : null);
      if (!reply) {
        this.message = isBest ? `${words} ${t('Nothing is left to answer: solved.')}` : words;
        return;
      }
    }
    const point = tree.go.pointOf(reply);
    if (point >= 0 && !tree.fault(point)) tree.play(point);
    app.sayMove();
    this.message = `${words} ${t('Answer: {point}.', {point: reply})}`;
    if (!ends()) await this.solve();
  }
  back() {
    this.app.tree.at = this.start;
    Object.assign(this, {message: '', answer: null});
    return this.solve();
  }
  view() {
    const {app} = this, {tree} = app, view = {color: this.answer ? this.first ? tree.positionOf().toMove : null : this.tool === 'target' ? '0' : this.tool};
    view.marks = new Map([...this.targets].filter(point => tree.positionOf().stones[point] !== '0').map(point => [point, 'square']));
    if (this.answer && this.isHinted && this.side())
      view.candidates = this.side().moves.filter(each => each.move !== 'pass' && each.result !== 'unknown').map(each => {
        const isRight = each.result === this.side().result && each.result !== 'no';
        return {point: tree.go.pointOf(each.move), text: isRight ? '✓' : each.result.startsWith('ko') ? t('ko') : '✕', class: isRight ? 'best' : 'few'};
      });
    return view;
  }

  /* ---- The panel ---- */

  panel() {
    const {app, doc: {trees: problems, index}} = this, {tree} = app;
    const heading = html('div', {class: 'heading'}, html('h2', {}, problems.length > 1 ? [`${t('Problem')} ${index + 1} / ${problems.length}`, tree.info.title].filter(Boolean).join(' · ')
          : t('Life and death')),
        problems.length > 1 && pager(index, problems.length, to => this.go(to)));
    const {from} = this.doc, back = app.library.heads.has(from) && button('back-to-game', t('Back to the game'), () => app.gameFrom(from).then(game => game && app.look(game, 'analyse')));
    return [heading, ...this.answer ? this.answerPanel() : this.setupPanel(tree), back];
  }
  go(index) {
    this.take(index);
    this.app.keep();
    if (this.targets.size > 0) this.solve();
  }
  setupPanel(tree) {
    const clear = size => this.open(newGame([new Tree(size)], 'problems'));
    return [
      html('p', {}, t('Open problems from a file, or tap to put stones. Then press “The group” and tap the stones that shall live or die.')),
      choice('stone', t('What a tap does'), this.tool, [['1', colorName('1')], ['2', colorName('2')], ['0', t('Erase')], ['target', t('The group')]],
          tool => { this.tool = tool; }),
      html('div', {class: 'actions'},
          button('solve', this.run ? t('Proving…') : t('Solve'), () => this.solve(), {class: 'primary', disabled: Boolean(this.run)}),
          button('open-problem', t('Open…'), () => this.app.file.click()),
          button('our-problems', t('{n} problems', {n: PROBLEMS.length}), () => this.open(ourProblems())),
          button('clear', t('Clear'), () => clear({width: tree.width, height: tree.height})),
          select('problem-size', t('Board'), tree.width, [9, 13, 19].map(size => [size, `${size}×${size}`]),
              size => clear({width: +size})))];
  }
  told() {
    const {answer} = this;
    return html('div', {}, html('p', {class: 'result'}, this.statusWords()),
        html('ul', {class: 'sides'}, ...[[answer.kill, true], [answer.save, false]].filter(([side]) => side).map(([side, isKill]) => this.sideWords(side, isKill))),
        answer.statusWithoutThreats && answer.statusWithoutThreats !== answer.status
          && html('p', {class: 'quiet'}, t('Without ko threats it would be another matter.')));
  }
  /* What whoever plays first is to do. */
  taskWords() {
    const {tree} = this.app, [target] = this.targets, color = colorName(this.first);
    return tree.positionOf(tree.root).stones[target] === this.first ? t('{color} to play: the marked stones shall live.', {color})
        : t('{color} to play: the marked stones shall die.', {color});
  }
  answerPanel() {
    const {answer, app} = this, atRoot = !app.tree.at.move, isOpen = this.isOpen();
    const first = color => button(`first-${color}`, t('{color} first', {color: colorName(color)}), () => this.begin(color), {'aria-pressed': String(this.first === color)});
    return [
      atRoot && (this.isTold ? this.told() : html('p', {class: 'result'}, t('The answer is known: try it.'))),
      atRoot && this.first && html('p', {class: 'task'}, this.taskWords()),
      html('p', {class: 'turn'}, [this.message, this.run ? t('Proving…') : ''].join(' ')),
      html('div', {class: 'actions'}, atRoot && first('1'), atRoot && first('2'),
          atRoot && !this.isTold && button('tell', t('Show the answer'), () => { this.isTold = true; }),
          this.first ? button('hint', t('Show the moves'), () => { this.isHinted = !this.isHinted; },
              {'aria-pressed': String(Boolean(this.isHinted))}) : '',
          atRoot ? '' : button('restart', t('From the start'), () => this.back()),
          this.run && button('stop', t('Stop'), () => this.stop()),
          button('edit', t('Change the stones'), () => {
            app.tree.at = app.tree.root;
            this.reset();
          })),
      html('p', {class: 'quiet'}, isOpen ? t('What is not called “not proved” is proved.')
          : t('All of this is proved.'))];
  }
}
