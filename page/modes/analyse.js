/* Analyse: what the engine thinks of a position, while it is looked at; variations, comments, marks, stones put by hand. */
const TOOLS = [['play', '●○'], ['1', '●'], ['2', '○'], ['0', '⌫'], ['triangle', '△'], ['square', '□'], ['circle', '◯'], ['cross', '✕'], ['label', 'A']];
const VISITS_MOST = 100000, VISITS_BESIDE = 400; // of one position; while a review waits for the engine
const NEXT_MOST = 5; // moves of the record that are shown

class Analyse {
  constructor(app) {
    Object.assign(this, {app, id: 'analyse', title: 'Analyse', steps: true, isOn: true, hasOwner: false, kind: 'winRate', tool: 'play', search: null,
      hovered: null, why: null, message: '', refusal: '', node: null, treeView: new TreeView(node => app.goTo(node))});
    this.keys = {o: () => this.toggle('hasOwner'), h: () => this.togglePolicy(), ' ': () => this.toggle('isOn'), F4: () => this.toggle('isOn'), p: () => this.play(-1),
      Delete: () => this.remove()};
    for (const [key, tool] of Object.entries({1: 'play', 2: 'cross', 3: 'triangle', 4: 'square', 5: 'circle', 8: 'label'}))
      this.keys[key] = () => { this.tool = tool; };
  }
  leave() {
    this.stop();
  }
  stop() {
    this.search?.stop();
    this.search = null;
  }
  toggle(key) {
    this[key] = !this[key];
    if (key === 'isOn') this.moved();
  }
  togglePolicy() {
    this.app.set('hasPolicy', !this.app.settings.hasPolicy);
  }
  /* Searches the position that is looked at while the page is seen. */
  moved() {
    const {app} = this, {tree} = app, node = tree.at;
    if (this.node !== node) Object.assign(this, {node, hovered: null, why: null, message: '', refusal: ''});
    this.stop();
    if (app.mode !== this || document.hidden || !app.isReady()) return;
    if (!node.values && canBeSolved(tree, node)) return this.askValues(tree, node);
    if (!this.isOn) return;
    const visits = app.modes.review.run ? VISITS_BESIDE : VISITS_MOST;
    if (visitsAt(node) >= visits) return;
    const search = app.session.analyze(tree, node, {visits, every: .3, includePolicy: true}, analysis => {
      app.learn(node, analysis);
      if (app.mode === this && tree.at === node) app.refreshSoon();
    });
    this.search = search;
    search.result.catch(({message}) => {
      if (tree.at === node) this.refusal = message;
      app.refreshSoon();
    });
  }

  /* Small boards can be solved: exact values, asked for once, before the search, since the engine does one thing at a time. */
  async askValues(tree, node) {
    node.values = {moves: new Map(), best: new Set(), value: null};
    node.values = await this.app.session.values(tree, node).catch(() => node.values);
    if (this.node !== node) return;
    this.moved();
    this.app.refresh();
  }

  /* ---- On the board ---- */

  tap(point) {
    const {app, tool} = this, {tree} = app;
    if (['1', '2', '0'].includes(tool)) tree.place(point, tree.positionOf().stones[point] === tool ? '0' : tool, this.isPlayed());
    else if (tool !== 'play') this.mark(point);
    else if (matchMedia('(hover: none)').matches && this.hovered !== point && this.candidates().some(each => each.point === point)) app.board.ask(point); // its line first
    else this.play(point);
  }
  /* Is this where the game that runs goes on? */
  isPlayed() {
    const {doc, modes: {play}} = this.app;
    return play?.doc === doc && play.at === doc.trees[0].at;
  }
  play(point) {
    const {app} = this;
    if (!app.tryPlay(point)) return;
    if (!app.files) app.tree.at.analysis ??= foreseen(app.tree.at.parent, point);
  }
  mark(point) {
    const {tree} = this.app, {tool} = this, marks = new Map(tree.at.marks);
    const used = new Set(marks.values());
    const label = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find(letter => !used.has(`=${letter}`)) ?? '?';
    const has = marks.get(point);
    if (has === tool || (tool === 'label' && has?.[0] === '=')) marks.delete(point);
    else marks.set(point, tool === 'label' ? `=${label}` : tool);
    tree.edit([[tree.at, {marks}]]);
  }
  remove() {
    const {app} = this, {tree} = app, {play} = app.modes;
    if (!tree.at.parent) return;
    if (play?.doc === app.doc && tree.path(play.at).includes(tree.at)) return app.note(t('This is a move of the game that is played: take it back there.'));
    tree.remove(tree.at);
    app.sayMove();
  }
  /* Shows the line of a candidate, if there is one at the point. */
  hover(point) {
    if (this.hovered === point) return;
    this.hovered = point;
    this.app.drawBoard();
  }
  /* At most six, without those with few visits and those that another is a mirror image of. */
  candidates() {
    const all = this.app.tree.at.analysis?.candidates.filter(each => each.imageOf === null) ?? [];
    return all.filter((each, index) => index < 6 && (index === 0 || 50 * each.visits >= all[0].visits));
  }
  view() {
    const {app} = this, {tree} = app, node = tree.at, {toMove, stones} = tree.positionOf(), analysis = node.analysis;
    const view = {color: ['1', '2'].includes(this.tool) ? this.tool : this.tool === 'play' ? toMove : '0',
      owner: this.hasOwner ? analysis?.owner : null};
    if (this.why) return {...view, ...tree.playOut(node, this.why), owner: null};
    const candidates = this.isOn ? this.candidates() : [], line = candidates.find(each => each.point === this.hovered);
    if (line) return {...view, ...tree.playOut(node, line.pv.slice(0, 12)), owner: null};
    const side = value => toMove === '1' ? value : 1 - value, {values} = node;
    const exact = [...values?.moves ?? []].map(([point, value]) =>
        ({point, text: this.exactly(toMove, value), class: `exact ${values.best.has(point) ? 'best' : 'few'}`}));
    const isKnown = place => node.children.some(({move}) => move?.point === place);
    const estimates = candidates.filter(each => each.point >= 0 && stones[each.point] === '0').map((each, index) => ({
      point: each.point, text: decimal(100 * side(each.winRate), 0), small: this.signed((toMove === '1' ? 1 : -1) * each.lead),
      class: `${index === 0 ? 'best' : gradeClass(lossGrade(candidates[0], each, toMove))}${50 * each.visits < 5 * candidates[0].visits ? ' few' : ''}${isKnown(each.point) ? ' known' : ''}`}));
    const shown = exact.length > 0 ? exact : estimates, known = new Set(shown.map(each => each.point));
    const variations = node.children.filter(({move}) => move?.point >= 0 && !known.has(move.point))
        .map(({move}) => ({point: move.point, text: '', class: 'known variation'}));
    if (app.settings.hasNext) view.next = this.nextMoves().filter(({point}) => stones[point] === '0');
    if (app.settings.hasPolicy && analysis?.policy) return {...view, heat: analysis.policy, candidates: variations};
    return {...view, candidates: [...variations, ...shown]};
  }
  /* What the record goes on with. */
  nextMoves() {
    const moves = [];
    for (let node = this.app.tree.at.children[0]; node && moves.length < NEXT_MOST; node = node.children[0])
      if (node.move) moves.push({...node.move, text: String(moves.length + 1)});
    return moves;
  }
  /* What the side to move wins by. */
  exactly(toMove, value) {
    return this.signed(toMove === '1' ? value : -value, Number.isInteger(value) ? 0 : 1);
  }
  signed(value, digits = 1) {
    return `${value < -.05 ? '−' : '+'}${decimal(Math.abs(value), digits)}`;
  }

  /* ---- Why ---- */

  /* Shows the best answers on the board, and tells why the move was a mistake. */
  async explain() {
    const {app} = this, {tree} = app, node = tree.at, [best] = node.analysis?.candidates ?? [];
    if (!best) return;
    this.why = best.pv.slice(0, 12);
    if (app.isReady() && node.told?.ask) {
      this.stop(); // the engine does one thing at a time
      await app.session.prove(tree, node).then(() => app.judge(tree));
      this.moved();
    }
    if (tree.at === node && app.mode === this) app.tell(`${reasonWords(tree, node)} ${t('Answer: {point}.', {point: best.pv.slice(0, 8).map(tree.go.vertexOf).join(' ')})}`);
  }

  /* ---- The panel ---- */

  summary() {
    const {app} = this, {analysis, values} = app.tree.at, exact = values?.value ?? null;
    if (exact !== null) return [html('p', {class: 'turn'}, html('b', {}, exact === 0 ? t('Proved: with best play the game is drawn.')
        : t('Proved: with best play {color} wins by {points}.', {color: colorName(exact > 0 ? '1' : '2'), points: points(exact)})))];
    if (!analysis) return [html('p', {class: 'quiet'}, app.engineState() || this.refusal || (this.isOn ? t('Thinking…') : t('The engine rests.')))];
    const share = percentText(analysis.winRate);
    return [html('div', {class: 'win-bar', role: 'img', 'aria-label': t('Black’s chances: {share}', {share})},
        html('span', {style: `width: ${(100 * analysis.winRate).toFixed(1)}%`})),
    html('p', {class: 'turn'}, html('b', {}, t('Black’s chances: {share}', {share})), ' ', leadText(analysis.lead), ' ',
        html('span', {class: 'quiet'}, t('{n} visits', {n: analysis.visits.toLocaleString(language.code)})))];
  }
  /* The moves by their exact values, the best first. */
  exactTable() {
    const {tree} = this.app, {moves} = tree.at.values ?? {moves: new Map()}, {toMove} = tree.positionOf(), sign = toMove === '1' ? 1 : -1;
    const rows = [...new Set(moves.values())].sort((a, b) => sign * (b - a));
    return rows.length === 0 ? null : html('div', {}, makeTable('exact-table', [[t('Proved'), value => this.exactly(toMove, value)],
      [t('Moves'), value => [...moves.keys()].filter(point => moves.get(point) === value).map(tree.go.vertexOf).join(' ')]], rows),
    html('p', {class: 'quiet'}, t('What {color} wins by after each move: proved, not estimated.', {color: colorName(toMove)})));
  }
  table() {
    if (this.app.tree.at.values?.moves.size > 0) return this.exactTable();
    const {tree} = this.app, {toMove} = tree.positionOf(), candidates = this.candidates();
    if (candidates.length === 0) return null;
    return makeTable('candidates', [
      [t('Move'), each => button(`candidate-${candidates.indexOf(each)}`, tree.nameOf(each.point), () => this.play(each.point))],
      [t('Chances'), each => percentText(toMove === '1' ? each.winRate : 1 - each.winRate), true],
      [t('Points'), each => this.signed((toMove === '1' ? 1 : -1) * each.lead), true], [t('Visits'), each => each.visits.toLocaleString(language.code), true],
      [t('What follows'), each => each.pv.slice(1, 8).map(tree.go.vertexOf).join(' ')]],
    candidates, ({point}) => {
      const [show, hide] = [() => this.hover(point), () => this.hover(null)];
      return {key: point, class: point === this.hovered ? 'shown' : null, onpointerenter: show, onfocusin: show, onpointerleave: hide, onfocusout: hide};
    });
  }
  panel() {
    const {app} = this, {tree} = app, node = tree.at, words = verdict(tree, node), loss = judge(node);
    const legend = [...GRADES].reverse().map(grade => html('span', {}, html('i', {class: `candidate ${gradeClass(grade)}`}), t(grade)));
    return [
      html('div', {class: 'summary-line'}, ...this.summary()),
      html('div', {class: 'actions'},
          app.files ? button('on', this.isOn ? t('Pause') : t('Go on'), () => this.toggle('isOn'), {'aria-pressed': String(this.isOn)}) : null,
          button('owner', t('Territory'), () => this.toggle('hasOwner'), {'aria-pressed': String(this.hasOwner)}),
          app.files && button('policy', t('Policy'), () => this.togglePolicy(), {'aria-pressed': String(app.settings.hasPolicy)}),
          button('pass', t('Pass'), () => this.play(-1)),
          app.files && button('to-solve', t('Solve'), () => app.modes.solve.openPosition()),
          signButton('undo-edit', '↶', `${t('Undo')} (Ctrl+Z)`, () => app.undo('undo'), {disabled: tree.done.length === 0}),
          signButton('redo-edit', '↷', `${t('Redo')} (Ctrl+Y)`, () => app.undo('redo'), {disabled: tree.undone.length === 0}),
          node.move && node.analysis && button('why', this.why ? t('Close') : t('Why?'), () => this.why ? Object.assign(this, {why: null, message: ''}) : this.explain())),
      html('p', {class: 'verdict-line'}, gradeMark(loss), ' ',
          `${words} ${betterWords(tree, node)} ${this.message}`),
      html('div', {class: 'table-box'}, this.table()), html('p', {class: 'legend'}, legend), playersOf(tree), courseOf(app, tree.line(), this), this.variations(), this.commentBox(), this.toolBox()];
  }
  variations() {
    const {tree} = this.app;
    if (tree.root.children.length === 0) return null;
    this.treeView.show(tree);
    const isBranch = tree.path().some(each => each.parent && each.parent.children[0] !== each);
    return html('div', {key: 'variations'}, html('div', {ref: hold(this.treeView.element)}), html('div', {class: 'actions small'},
        button('promote', t('Make it the main line'), () => tree.promote(tree.at), {disabled: !isBranch}), button('remove', t('Delete from here'), () => this.remove(), {disabled: !tree.at.parent})));
  }
  commentBox() {
    const {tree} = this.app, {comment} = tree.at;
    return html('textarea', {key: 'comment', id: 'comment', rows: 2, placeholder: t('Comment'), 'aria-label': t('Comment'), value: comment,
      oninput: event => tree.edit([[tree.at, {comment: event.target.value}]], tree.at, 'comment')});
  }
  toolBox() {
    const names = {play: t('Play'), 1: t('Black'), 2: t('White'), 0: t('Erase'), triangle: t('Triangle'),
      square: t('Square'), circle: t('Circle'), cross: t('Cross'), label: t('Letter')};
    const {tree} = this.app, {toMove} = tree.positionOf();
    return fold(this, 'tools', t('Edit: stones, marks'),
        html('div', {class: 'choice-row tools'}, ...TOOLS.map(([id, sign_]) => signButton(`tool-${id}`, sign_, names[id],
            () => { this.tool = id; }, {'aria-pressed': String(this.tool === id)}))),
        button('turn', t('{color} to play: change', {color: colorName(toMove)}), () => tree.setPlayer(tree.go.other(toMove), this.isPlayed())));
  }
}

/* Is it worth a try? */
const SOLVED_POINTS = 25;
const isSolvable = ({scoring, tax, button}) => scoring === 'area' && tax === 'none' && !button;
const canBeSolved = (tree, node) => isSolvable(RULES[tree.info.rules]) && (tree.width + 1) * tree.height <= 64 &&
    tree.positionOf(node).stones.replace(/[12]/g, '').length <= SOLVED_POINTS;
