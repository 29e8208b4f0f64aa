/* Review: the engine goes through a game, or `dihedra analyze` has; then you go through your mistakes, and try them again. The engine
 * does so in the background, and stands aside while it is needed elsewhere. */
const REVIEW_DEPTHS = {quick: [90, 8, 40], normal: [400, 40, 200], deep: [1800, 200, 1000]}; // seconds; visits of a position, at least and at most
const DEEP_SHARES = [.25, .375], DEEP_FACTOR = 5; // turning points are searched deeper, as by `dihedra analyze`
const MEASURED_VISITS = 30, KEPT_EVERY = 3000; // to find out how fast the engine is; milliseconds
/* The nodes of a line around the moves that changed the game most, at most `most` that have not been searched deeper yet:
 * first those whose move differs by a class and has only one side searched deeper. */
function turningPoints(line, most, isDeep) {
  const weight = node => (judge(node)?.difference ?? 0) + (judge(node)?.difference >= 1 && isDeep(node) !== isDeep(node.parent) ? 1e6 : 0);
  const nodes = line.filter(node => weight(node) > 0).sort((a, b) => weight(b) - weight(a)).flatMap(node => [node.parent, node]);
  return [...new Set(nodes.filter(node => !isDeep(node)))].slice(0, Math.max(0, most));
}
/* Why a move is a mistake, and for how long; or that this is not known. */
function whyOf({tree}, node) {
  const reason = reasonWords(tree, node) || isCounted(node) && (judge(node).ask ? t('Why: to be found out.') : t('Why: not decided here.'));
  const words = [episodeWords(tree, node), reason].filter(Boolean).join(' ');
  return words && html('span', {class: 'why'}, words);
}
const timeText = seconds => `≈ ${seconds > 90 ? t('{n} min', {n: Math.round(seconds / 60)}) : t('{n} s', {n: Math.ceil(seconds)})}`;

class Review {
  constructor(app) {
    Object.assign(this, {app, id: 'review', title: 'Review', steps: true, depth: 'quick', side: 'both', kind: 'winRate', run: null, waiting: null, shown: '', trying: null,
      message: '', lineShown: 1});
    this.forget();
    this.keys = {m: () => this.next(), t: () => judge(this.app.tree.at) && this.tryAgain()};
  }
  leave() {
    this.trying = null;
  }
  moved() {
    if (this.trying?.parent !== this.app.tree.at) this.trying = null;
    this.shown = this.message = '';
    this.lineShown = 1;
    if (this.app.isReady() && !this.run && !this.speedOn(this.app.tree)) this.measure(this.app.tree).then(() => this.app.refresh());
    if (this.app.isReady() && !this.run && this.app.tree.at.told?.ask) this.app.session.prove(this.app.tree, this.app.tree.at).then(() => this.app.refresh());
  }
  line(tree = this.app.tree) {
    return tree.line(tree.root);
  }

  /* ---- The engine's part ---- */

  /* Goes through a game; after a reload with as many visits as before. */
  async begin(doc = this.app.doc, visits = null) {
    const {app} = this, tree = doc.trees[doc.index], line = this.line(tree);
    if (line.length > JUDGED_MOST) return app.note(t('A game of more than {n} moves cannot be reviewed.', {n: JUDGED_MOST}));
    if (!await app.whenReady()) return;
    if (visits === null) await this.measure(tree);
    this.stop();
    this.side = doc.play?.game?.you ?? this.side;
    const run = this.run = {doc, tree, visits: visits ?? this.visitsOf(this.depth, tree), done: 0, all: this.workOf(tree), kept: 0};
    app.changed();
    try {
      const deepVisits = DEEP_FACTOR * run.visits, isDeep = node => visitsAt(node) >= deepVisits;
      await this.searchAll(run, line, run.visits);
      for (const share of DEEP_SHARES) {
        const most = Math.ceil(share * line.length) - line.filter(isDeep).length;
        await app.judge(tree);
        await this.searchAll(run, turningPoints(line, most, isDeep), deepVisits);
      }
      await app.judge(tree);
      await this.proveAll(run, line);
      if (this.run === run) this.show(run);
    } catch (error) {
      app.note(error.message);
    }
    if (this.run !== run) return;
    this.run = null;
    app.library.keep(doc);
    app.changed();
  }
  async searchAll(run, nodes, visits) {
    for (const node of nodes) {
      if (visitsAt(node) < visits) {
        const analysis = await this.search(run, node, visits);
        if (analysis) this.app.learn(node, analysis);
      }
      if (this.run !== run) return;
      run.done += visits / run.visits;
      if (Date.now() > run.kept + KEPT_EVERY) {
        run.kept = Date.now();
        this.app.library.keep(run.doc);
      }
      this.app.refreshSoon();
    }
  }
  /* Has the reasons of the worst mistakes proved. */
  async proveAll(run, line) {
    run.isProving = true;
    this.app.refresh();
    for (const node of line.filter(({told}) => told?.ask)) {
      await this.app.session.rest();
      if (this.run !== run) return;
      await this.app.session.prove(run.tree, node);
    }
    await this.app.judge(run.tree);
  }
  /* Somebody needs the engine: the search of the present position begins anew afterwards. */
  interrupt() {
    if (!this.run) return;
    this.run.isInterrupted = true;
    this.run.search?.stop();
  }
  stop() {
    this.interrupt();
    this.run = this.waiting = null; // waiting: what goes on once the engine is there, after a reload
  }
  async search(run, node, visits) {
    const {session} = this.app, {tree} = run;
    await session.rest();
    if (run.isInterrupted && this.run !== run) return null;
    run.isInterrupted = false;
    const started = performance.now();
    run.search = session.analyze(tree, node, {visits, isBackground: true});
    const analysis = await run.search.result;
    if (run.isInterrupted) return this.run === run ? this.search(run, node, visits) : analysis;
    const speed = 1000 * (analysis?.visits ?? 0) / (performance.now() - started), known = this.speedOn(tree) || speed;
    if (speed > 0) this.speeds.set(tree.width * tree.height, .95 * known + .05 * speed);
    return analysis;
  }
  /* Finds out how fast the engine is on a board. */
  measure(tree) {
    const points = tree.width * tree.height, line = this.line(tree);
    if (!this.measured.has(points)) this.measured.set(points, this.search({tree}, line[line.length >> 1], MEASURED_VISITS).catch(() => {}));
    return this.measured.get(points);
  }
  /* The network is another. */
  forget() {
    this.stop();
    Object.assign(this, {speeds: new Map(), measured: new Map()}); // visits a second, and promises of them, by the number of points of a board
  }
  speedOn({width, height}) {
    return this.speeds.get(width * height) ?? 0;
  }
  /* Work on a game, in positions. */
  workOf(tree) {
    const {length} = this.line(tree);
    return length + DEEP_FACTOR * Math.ceil(DEEP_SHARES.at(-1) * length);
  }
  visitsOf(depth, tree) {
    const [seconds, least, most] = REVIEW_DEPTHS[depth];
    return Math.round(Math.min(Math.max(seconds * this.speedOn(tree) / this.workOf(tree), least), most));
  }

  /* Your worst mistake first, unless you look at something already. */
  show({doc, tree}) {
    this.app.modes.exercises?.add(doc, this.keyMoves(tree));
    const {app} = this, found = this.mistakes(tree), words = t('The review is done. Mistakes: {n}.', {n: found.length}), isSeen = app.mode === this && app.tree === tree;
    if (isSeen && [tree.root, this.line(tree).at(-1)].includes(tree.at)) app.goTo(found[0]);
    if (isSeen) app.say(words);
    else app.note(words);
  }

  /* ---- Yours ---- */

  /* Moves that matter most to those who made them, the worst first, and then the other mistakes. */
  keyMoves(tree = this.app.tree, side = this.side) {
    const numbers = ['black', 'white'].flatMap(color => tree.report?.[color]?.key_moves ?? []);
    return this.counted(tree, side).filter(({told}) => numbers.includes(told.move));
  }
  others(tree = this.app.tree) {
    const keys = this.keyMoves(tree);
    return this.counted(tree).filter(node => !keys.includes(node));
  }
  counted(tree, side = this.side) {
    const weight = node => judge(node).points * judge(node).openness || 0;
    return this.line(tree).filter(node => isCounted(node) && (side === 'both' || node.move.color === side)).sort((a, b) =>
        GRADES.indexOf(judge(a).grade) - GRADES.indexOf(judge(b).grade) || weight(b) - weight(a));
  }
  mistakes(tree) {
    return [...this.keyMoves(tree), ...this.others(tree)];
  }
  next() {
    const {app} = this, found = this.mistakes(), next = found[found.indexOf(this.trying ?? app.tree.at) + 1] ?? found[0];
    if (next) app.goTo(next);
    else app.note(t('There is no mistake.'));
  }
  tryAgain() {
    const node = this.app.tree.at;
    this.app.goTo(node.parent);
    this.trying = node;
    this.app.tell(t('{color} to play: find a better move.', {color: colorName(node.move.color)}));
  }
  async tap(point) {
    const {app, trying} = this, {tree} = app;
    if (!trying) return app.note(t('Choose “Try again” at a move, or go to Analyse to play variations.'));
    if (tree.fault(point)) return app.tryPlay(point);
    const node = trying.parent, where = tree.go.vertexOf(point);
    const tried = point === trying.move.point ? trying : tree.imagine(node, point);
    if (tried !== trying && app.isReady()) {
      this.message = t('One moment…');
      await app.lookAt(tree, tried, this.visitsOf('normal', tree)).catch(({message}) => app.note(message));
    }
    tried.analysis ??= foreseen(node, point);
    if (this.trying !== trying) return;
    const loss = judge(tried);
    app.tell(!loss ? t('{point} is not among the moves that the engine looked at.', {point: where})
        : isFine(loss) ? praise(loss, where) : tried === trying ? t('{point} was played in the game.', {point: where}) : `${verdict(tree, tried)} ${t('Try another one.')}`);
  }
  /* The reason on the board: stones that are lost, and how, or points that change hands. */
  showReason(tree, node) {
    const {reason: {stones = [], also = [], line, area = [], owner}} = judge(node), color = owner === 'black' ? '1' : '2', {go} = tree;
    const marks = new Map([...tree.at.marks, ...stones.map(each => [go.pointOf(each), 'triangle']), ...also.map(each => [go.pointOf(each), 'square'])]), cells = new Set(area.map(go.pointOf));
    const {stones: board} = tree.positionOf(node), dead = new Set([...cells].filter(point => board[point] === go.other(color)));
    if (!line) return {marks, dead, territory: [...board].map((_, point) => cells.has(point) ? color : '0').join(''), color: null};
    const start = color === node.move.color ? node : node.parent;
    return {...tree.playOut(start, line.slice(0, this.lineShown).map(go.pointOf)), last: -1, marks, color: null};
  }
  view() {
    const {app, trying, shown} = this, {tree} = app, node = tree.at;
    if (trying) return {color: tree.positionOf(node).toMove};
    if (shown === 'reason' && judge(node)?.reason) return this.showReason(tree, node);
    const better = bestBefore(node);
    if (shown === 'better' && better) return {...tree.playOut(node.parent, better.pv.slice(0, 10)), last: -1, color: null};
    const answer = node.analysis?.candidates[0];
    if (shown === 'answer' && answer) return {...tree.playOut(node, answer.pv.slice(0, 10)), color: null};
    const isBad = judge(node) && !judge(node).agrees && !losesNothing(judge(node)) && better?.point >= 0 && tree.positionOf(node).stones[better.point] === '0';
    return {color: null, candidates: isBad ? [{point: better.point, text: '✓', class: 'best'}] : []};
  }
  panel() {
    const {app, run} = this, line = this.line(), {report} = app.tree;
    if (line.length < 2 && app.files) return [html('h2', {}, t('Find my mistakes')),
      html('p', {}, t('Open the record of a game (SGF), drop it here or paste it; or play a game first.')),
      button('open-review', t('Open a record (SGF)…'), () => app.file.click(), {class: 'primary'})];
    const isKnown = Boolean(report?.black) && line.some(judge);
    const begin = app.files && run?.tree !== app.tree && this.beginBox(isKnown); // once it is known, what it says comes first
    return [playersOf(app.tree), !isKnown && begin, courseOf(app, line, this),
      ...isKnown ? [this.verdictBox(), this.mistakeBox(), this.figures(), this.allMoves(line), begin] : [],
      report?.name ? html('p', {class: 'quiet'}, t('Analysed by {name}.', {name: `${report.name} ${report.version}`})) : null];
  }
  /* Progress of the review that goes on, in whatever mode; null: there is none. */
  progress() {
    const {app, run} = this, speed = run && this.speedOn(run.tree);
    return run && html('div', {class: 'progress-box', key: 'progress'}, html('progress', {max: run.all, value: run.done, 'aria-label': t('Progress')}),
        html('span', {class: 'quiet'}, run.isProving ? t('Looking for reasons…') : speed > 0 && timeText((run.all - run.done) * run.visits / speed)),
        app.doc !== run.doc && button('to-run', t('Review'), () => app.look(run.doc, 'review')),
        button('review-stop', t('Stop'), () => {
          this.stop();
          app.changed();
        }));
  }
  beginBox(isKnown) {
    const {app} = this, {tree} = app, speed = this.speedOn(tree);
    const time = depth => speed ? `: ${timeText(this.workOf(tree) * this.visitsOf(depth, tree) / speed)}` : '';
    return html('div', {class: 'actions'}, button('begin', isKnown ? t('Review again') : t('Review this game'), () => this.begin(), {class: isKnown ? '' : 'primary'}),
        select('depth', t('Depth'), this.depth, [['quick', t('quick')], ['normal', t('normal')], ['deep', t('deep')]].map(([depth, words]) => [depth, words + time(depth)]),
            depth => { this.depth = depth; }),
        button('open-review', t('Open…'), () => app.file.click()));
  }
  verdictBox() {
    const {app} = this, {tree} = app, node = tree.at, loss = judge(node);
    const show = what => () => { this.shown = this.shown === what ? '' : what; };
    const title = this.trying ? t('Try again') : node.move ? t('Move {n}: {color} {point}', {n: tree.positionOf().number, color: colorName(node.move.color),
      point: tree.nameOf(node.move.point)}) : t('Start of the game');
    const canTry = loss && !loss.isEnd && !this.trying, isBad = canTry && !loss.agrees && !losesNothing(loss);
    return html('div', {class: 'verdict-box'}, html('h2', {}, title, ' ', !this.trying && gradeMark(loss)),
    html('p', {}, this.message || `${verdict(tree, node)} ${betterWords(tree, node)}`),
    !this.message && !this.trying && loss && whyOf(app, node),
    node.comment ? html('p', {class: 'comment'}, node.comment) : '',
    html('div', {class: 'actions'},
        canTry ? button('try', isBad ? t('Try again') : t('Guess this move'), () => this.tryAgain()) : '',
        this.trying ? button('give-up', t('Show the answer'), () => {
          const {trying} = this;
          app.goTo(trying);
          show('better')();
        }) : '',
        isBad ? button('show-better', t('The better line'), show('better'), {'aria-pressed': String(this.shown === 'better')}) : '',
        isBad ? button('show-answer', t('The punishment'), show('answer'), {'aria-pressed': String(this.shown === 'answer')}) : '',
        isBad && loss.reason?.owner ? button('show-reason', t('Why?'), show('reason'), {'aria-pressed': String(this.shown === 'reason')}) : '',
        this.shown === 'reason' && loss?.reason?.line ? pager(this.lineShown - 1, loss.reason.line.length, index => { this.lineShown = index + 1; }) : '',
        button('next', t('Next mistake'), () => this.next())));
  }
  mistakeBox() {
    const {app} = this, {tree} = app, keys = this.keyMoves(), others = this.others();
    const names = {both: t('Both'), 1: colorName('1'), 2: colorName('2')};
    const row = node => {
      const loss = judge(node);
      return html('li', {key: node.depth}, button(`mistake-${node.depth}`, [html('span', {}, stoneSign(node.move.color), ` ${tree.positionOf(node).number}. ` +
          tree.nameOf(node.move.point), ' ', gradeMark(loss), html('span', {class: 'quiet'}, ` −${points(loss.points)}`)),
      keys.includes(node) && whyOf(app, node)], () => app.goTo(node), {'aria-current': node === tree.at ? 'true' : null}));
    };
    return html('div', {class: 'mistakes'}, html('h3', {}, t('Key mistakes')),
        choice('side', t('Key mistakes'), this.side, Object.entries(names), side => { this.side = side; }),
        keys.length === 0 ? html('p', {class: 'quiet'}, this.run?.tree === tree ? t('None so far.') : t('There is no mistake.')) : html('ol', {class: 'keys'}, ...keys.map(row)),
        others.length > 0 && fold(this, 'others', t('Other mistakes: {n}', {n: others.length}), html('ol', {}, ...others.map(row))));
  }
  /* Figures of the players, as `dihedra analyze --json` has them. */
  figures() {
    const {black, white} = this.app.tree.report, sides = [{color: '1', ...black}, {color: '2', ...white}], percent = share => `${decimal(100 * (share ?? NaN))}%`;
    const rows = [[t('Moves'), side => String(side.moves)], [t("The engine's choice"), side => percent(side.agreeing / side.moves)],
      [t('Points lost a move'), side => decimal(side.mean_loss_points ?? NaN, 2)], [t('Chances lost a move'), side => percent(side.mean_loss_win_rate)],
      ...sides[0].phases.map((_, index) => [[t('Points lost, opening'), t('Points lost, middle game'), t('Points lost, endgame')][index],
        ({phases}) => decimal(phases[index].loss_points)]),
      ...GRADES.map(grade => [t(grade), side => String(side.grades[grade])])];
    return makeTable('figures', [['', ([words]) => words],
      ...sides.map(side => [colorName(side.color), ([, show]) => show(side), true])], rows);
  }
  allMoves(line) {
    const {app} = this, {tree} = app, lossOf = node => judge(node) ?? {points: NaN, rate: NaN};
    const opener = button('all-moves', t('All moves'), () => { this.hasMoves = !this.hasMoves; }, {'aria-expanded': String(Boolean(this.hasMoves))});
    if (!this.hasMoves) return opener;
    const nameOf = node => `${tree.positionOf(node).number} ${tree.nameOf(node.move.point)}`;
    return html('div', {}, opener, html('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('All moves')}, makeTable('moves', [
      [t('Move'), node => button(`row-${node.depth}`, html('span', {}, stoneSign(node.move.color), ` ${nameOf(node)}`), () => app.goTo(node))],
      [t('Black’s chances'), node => percentText(node.analysis?.winRate ?? NaN), true],
      [t('Lead'), node => decimal(node.analysis?.lead ?? NaN), true],
      [t('Points lost'), node => decimal(lossOf(node).points), true],
      [t('Chances lost'), node => `${decimal(100 * lossOf(node).rate)}%`, true],
      ['', node => gradeMark(judge(node))],
      [t("The engine's choice"), node => (node.parent?.analysis?.candidates[0]?.pv ?? []).slice(0, 8).map(tree.nameOf, tree).join(' ')]],
    line.filter(node => node.move), node => ({'aria-current': node === tree.at && 'true'}))));
  }

  /* ---- On paper ---- */

  /* The game at a glance, and positions to try. */
  paper() {
    const {app} = this, {tree} = app, line = this.line(), {go} = tree;
    const diagram = (node, label, marks) => makeDiagram({...go, stones: tree.positionOf(node).stones}, label, marks);
    const card = node => html('li', {class: 'try'}, diagram(node.parent, '', [['expected', node.parent.analysis.candidates[0]?.point ?? -1],
      ['played', node.move.point]]), html('p', {}, `${tree.positionOf(node).number}. ${verdict(tree, node)} ${betterWords(tree, node)}`), whyOf(app, node));
    return [html('h1', {}, namesOf(tree)), playersOf(tree), diagram(tree.at, '', []), this.figures(), courseOf(app, line, this),
      ...['1', '2'].flatMap(color => [html('h2', {}, colorName(color)),
        html('ol', {class: 'tries'}, ...this.keyMoves(tree, color).map(card))])];
  }
}
