/* Review: the engine goes through a game, or `dihedra analyze` has; then you go through your mistakes, and try them again. */
const REVIEW_DEPTHS = {quick: 40, normal: 200, deep: 1000}; // visits of a position
const DEEP_SHARES = [.25, .375], DEEP_FACTOR = 5; // turning points are searched deeper, as by `dihedra analyze`

class Review {
  constructor(app) {
    Object.assign(this, {app, id: 'review', title: 'Review', steps: true, depth: 'quick', side: 'both', kind: 'winRate', run: null, shown: '', trying: null,
      message: ''});
    this.keys = {m: () => this.next(), t: () => judge(this.app.tree.at) && this.tryAgain()};
  }
  leave() {
    this.run?.stop();
    this.trying = null;
    this.isWanted = false;
  }
  moved() {
    if (this.trying?.parent !== this.app.tree.at) this.trying = null;
    this.shown = this.message = '';
    if (this.run && this.run.tree !== this.app.tree) this.run.stop();
    if (this.isWanted && this.app.isReady()) this.begin();
  }
  line() {
    return this.app.tree.line(this.app.tree.root);
  }

  /* ---- The engine's part ---- */

  async begin() {
    const {app} = this, {tree} = app, line = this.line(), visits = REVIEW_DEPTHS[this.depth];
    this.isWanted = !app.isReady(); // then it begins when the engine is
    if (this.isWanted) return app.note(app.engineState());
    this.run?.stop();
    this.side = app.doc.play?.game?.you ?? this.side;
    const run = this.run = {tree, done: 0, searched: 0, started: Date.now(), all: line.length + Math.ceil(DEEP_SHARES.at(-1) * line.length), isStopped: false, search: null};
    run.stop = () => {
      run.isStopped = true;
      run.search?.stop();
      if (this.run === run) this.run = null;
    };
    const isDeep = node => (node.analysis?.visits ?? 0) >= DEEP_FACTOR * visits;
    app.refresh();
    try {
      await this.searchAll(run, line, visits);
      for (const share of DEEP_SHARES) {
        const most = Math.ceil(share * line.length) - line.filter(isDeep).length;
        await this.searchAll(run, turningPoints(line, most, isDeep), DEEP_FACTOR * visits);
      }
      if (!run.isStopped) this.show();
    } catch (error) {
      app.note(error.message);
    }
    if (this.run === run) this.run = null;
    app.keep();
  }
  async searchAll(run, nodes, visits) {
    for (const node of nodes) {
      if (run.isStopped) return;
      if ((node.analysis?.visits ?? 0) < visits) {
        run.search = this.app.session.analyze(run.tree, node, {visits});
        const analysis = await run.search.result;
        if (analysis) this.app.learn(node, analysis);
        run.searched++;
        if (run.done % 10 === 9) this.app.save();
      }
      run.done++;
      this.app.refreshSoon();
    }
  }

  /* Your worst mistake first, unless you look at something already. */
  show() {
    const {app} = this;
    if (!app.tree.at.parent || !app.tree.at.children.length) app.goTo(this.mistakes()[0]);
    app.say(t('The review is done: {n} mistakes.', {n: this.mistakes().length}));
  }

  /* ---- Yours ---- */

  /* Moves that lost, the worst first. */
  worst() {
    const weight = node => judge(node).points * judge(node).openness || 0;
    return this.line().filter(node => GRADES.includes(judge(node)?.grade)).sort((a, b) =>
        GRADES.indexOf(judge(a).grade) - GRADES.indexOf(judge(b).grade) || weight(b) - weight(a));
  }
  mistakes() {
    return this.worst().filter(node => isMistake(judge(node).grade) && (this.side === 'both' || node.move.color === this.side));
  }
  next() {
    const {app} = this, found = this.mistakes(), next = found[found.indexOf(app.tree.at) + 1] ?? found[0];
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
    const fault = tree.fault(point);
    if (fault) return app.tryPlay(point);
    const node = trying.parent, where = tree.go.vertexOf(point);
    const tried = point === trying.move.point ? trying : tree.imagine(node, point);
    if (!tried.analysis && app.isReady()) {
      app.assign(this, {message: t('One moment…')});
      tried.analysis = await app.session.analyze(tree, tried, {visits: REVIEW_DEPTHS.normal}).result.catch(() => null);
    }
    tried.analysis ??= foreseen(node, point);
    if (this.trying !== trying) return;
    const loss = judge(tried), isGood = loss && !isMistake(loss.grade) && loss.grade !== 'inaccuracy';
    app.tell(!loss ? t('{point} is not among the moves that the engine looked at.', {point: where})
        : isGood ? loss.agrees ? t("Right: {point} is the engine's choice.", {point: where}) : t('Good: {point} is as good or nearly.', {point: where})
            : tried === trying ? t('{point} was played in the game.', {point: where}) : `${verdict(tree, tried)} ${t('Try another one.')}`);
  }
  view() {
    const {app, trying, shown} = this, {tree} = app, node = tree.at;
    if (trying) return {color: tree.positionOf(node).toMove};
    const better = node.parent?.analysis?.candidates[0];
    if (shown === 'better' && better) return {...tree.playOut(node.parent, better.pv.slice(0, 10)), last: -1, color: null};
    const answer = node.analysis?.candidates[0];
    if (shown === 'answer' && answer) return {...tree.playOut(node, answer.pv.slice(0, 10)), color: null};
    const isBad = judge(node) && !judge(node).agrees && better?.point >= 0 && tree.positionOf(node).stones[better.point] === '0';
    return {color: null, candidates: isBad ? [{point: better.point, text: '✓', class: 'best'}] : []};
  }
  panel() {
    const {app, run} = this, line = this.line(), {report} = app.tree;
    if (line.length < 2 && app.files) return [html('h2', {}, t('Find your mistakes')),
      html('p', {}, t('Open the record of a game (SGF), drop it here or paste it; or play a game first.')),
      button('open-review', t('Open a record (SGF)…'), () => app.file.click(), {class: 'primary'})];
    const isKnown = line.some(node => node.analysis);
    return [playersOf(app.tree), app.files ? this.beginBox(run, isKnown) : null, courseOf(app, line, this),
      ...isKnown ? [this.verdictBox(), this.mistakeBox(), this.figures(), this.allMoves(line)] : [],
      report ? html('p', {class: 'quiet'}, t('Analysed by {name}.', {name: `${report.name} ${report.version}`})) : null];
  }
  /* By the time that each search has taken so far. */
  timeLeft({started, searched, done, all}) {
    if (searched < 3) return '';
    const seconds = Math.ceil((Date.now() - started) / 1000 / searched * (all - done));
    return seconds > 90 ? t('{n} min left', {n: Math.round(seconds / 60)}) : t('{n} s left', {n: seconds});
  }
  beginBox(run, isKnown) {
    const {app} = this;
    if (run) return html('div', {class: 'progress-box'}, html('progress', {max: run.all, value: run.done, 'aria-label': t('Progress')}), html('span', {class: 'quiet'}, this.timeLeft(run)),
        button('stop', t('Stop'), () => {
          run.stop();
          app.refresh();
        }));
    return html('div', {class: 'actions'}, button('begin', isKnown ? t('Review again') : t('Review this game'), () => this.begin(), {class: isKnown ? '' : 'primary'}),
        select('depth', t('Depth'), this.depth, [['quick', t('quick')], ['normal', t('normal')], ['deep', t('deep')]], depth => app.assign(this, {depth})),
        button('open-review', t('Open…'), () => app.file.click()));
  }
  verdictBox() {
    const {app} = this, {tree} = app, node = tree.at, loss = judge(node);
    const show = what => () => app.assign(this, {shown: this.shown === what ? '' : what});
    const title = node.move ? t('Move {n}: {color} {point}', {n: tree.positionOf().number, color: colorName(node.move.color),
      point: tree.nameOf(node.move.point)}) : t('Start of the game');
    const canTry = loss && !loss.isEnd && !this.trying, isBad = canTry && !loss.agrees;
    return html('div', {class: 'verdict-box'}, html('h2', {}, title, ' ',
        loss?.grade ? gradeMark(loss.grade, t(loss.grade)) : ''),
    html('p', {}, this.message || `${verdict(tree, node)} ${betterWords(tree, node)}`),
    node.comment ? html('p', {class: 'comment'}, node.comment) : '',
    html('div', {class: 'actions'},
        canTry ? button('try', isBad ? t('Try again') : t('Guess this move'), () => this.tryAgain()) : '',
        this.trying ? button('give-up', t('Show it'), () => {
          const {trying} = this;
          app.goTo(trying);
          show('better')();
        }) : '',
        isBad ? button('show-better', t('The better line'), show('better'), {'aria-pressed': String(this.shown === 'better')}) : '',
        isBad ? button('show-answer', t('The punishment'), show('answer'), {'aria-pressed': String(this.shown === 'answer')}) : '',
        button('next', t('Next mistake'), () => this.next())));
  }
  mistakeBox() {
    const {app} = this, {tree} = app, found = this.mistakes();
    const names = {both: t('Both'), 1: colorName('1'), 2: colorName('2')};
    return html('div', {class: 'mistakes'}, html('h3', {}, t('Mistakes')),
        choice('side', t('Mistakes of'), this.side, Object.entries(names), side => app.assign(this, {side})),
        found.length === 0 ? html('p', {class: 'quiet'}, this.run ? t('None so far.') : t('There is no mistake.'))
            : html('ol', {}, ...found.map(node => {
              const loss = judge(node);
              return html('li', {key: node.depth}, button(`mistake-${node.depth}`, html('span', {}, stoneSign(node.move.color), ` ${tree.positionOf(node).number}. ` +
                  tree.nameOf(node.move.point), ' ', gradeMark(loss.grade, t(loss.grade)),
              html('span', {class: 'quiet'}, ` −${points(loss.points)}`)), () => app.goTo(node), {'aria-current': node === tree.at ? 'true' : null}));
            })));
  }
  /* A player's figures, as `dihedra analyze --json` has them. */
  figuresOf(color) {
    const line = this.line(), {report} = this.app.tree;
    if (report && line.every(node => !node.told || !node.analysis || isTold(node))) return report[color === '1' ? 'black' : 'white'];
    const losses = line.filter(node => node.move?.color === color).map(judge).filter(Boolean);
    const mean = key => losses.reduce((sum, loss) => sum + Math.max(0, loss[key]), 0) / losses.length;
    return {moves: losses.length, agreeing: losses.filter(({agrees}) => agrees).length, mean_loss_points: mean('points'),
      mean_loss_win_rate: mean('rate'), grades: Object.fromEntries(GRADES.map(each => [each, losses.filter(({grade}) => grade === each).length])),
      phases: []};
  }
  figures() {
    const sides = ['1', '2'].map(color => ({color, ...this.figuresOf(color)})), percent = share => `${decimal(100 * (share ?? NaN))}%`;
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
    const opener = button('all-moves', t('All moves'), () => app.assign(this, {hasMoves: !this.hasMoves}), {'aria-expanded': String(Boolean(this.hasMoves))});
    if (!this.hasMoves) return opener;
    const nameOf = node => `${tree.positionOf(node).number} ${tree.nameOf(node.move.point)}`;
    return html('div', {}, opener, html('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('All moves')}, makeTable('moves', [
      [t('Move'), node => button(`row-${node.depth}`, html('span', {}, stoneSign(node.move.color), ` ${nameOf(node)}`), () => app.goTo(node))],
      [t('Black’s chances'), node => percentText(node.analysis?.winRate ?? NaN), true],
      [t('Lead'), node => decimal(node.analysis?.lead ?? NaN), true],
      [t('Points lost'), node => decimal(lossOf(node).points), true],
      [t('Chances lost'), node => `${decimal(100 * lossOf(node).rate)}%`, true],
      ['', node => lossOf(node).grade ? gradeMark(lossOf(node).grade, t(lossOf(node).grade)) : ''],
      [t("The engine's choice"), node => (node.parent?.analysis?.candidates[0]?.pv ?? []).slice(0, 8).map(tree.nameOf, tree).join(' ')]],
    line.filter(node => node.move), node => ({'aria-current': node === tree.at && 'true'}))));
  }

  /* ---- On paper ---- */

  /* The game at a glance, and positions to try. */
  paper() {
    const {app} = this, {tree} = app, line = this.line(), {go} = tree;
    const diagram = (node, label, marks) => makeDiagram({...go, stones: tree.positionOf(node).stones}, label, marks);
    const card = node => html('li', {class: 'try'}, diagram(node.parent, '', [['expected', node.parent.analysis.candidates[0]?.point ?? -1],
      ['played', node.move.point]]), html('p', {}, `${tree.positionOf(node).number}. ${verdict(tree, node)} ${betterWords(tree, node)}`));
    return [html('h1', {}, namesOf(tree)), playersOf(tree), diagram(tree.at, '', []), this.figures(), courseOf(app, line, this),
      ...['1', '2'].flatMap(color => [html('h2', {}, colorName(color)),
        html('ol', {class: 'tries'}, ...this.worst().filter(({move}) => move.color === color).slice(0, 3).map(card))])];
  }
}
