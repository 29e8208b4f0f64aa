/* Play: a game against the engine, from its choice to the count. */
const RANKS = [...range(20).map(index => `${20 - index}k`), ...range(9).map(index => `${index + 1}d`)];
const rankText = rank => t(rank.endsWith('k') ? '{n} kyu' : '{n} dan', {n: parseInt(rank)});
/* What a rank is, for those who have never had one. */
function rankWords(index) {
  const words = [[5, t('has just learned the rules')], [11, t('has played for some weeks')], [15, t('knows the basics well')],
    [20, t('a regular at a Go club')], [23, t('a strong club player')], [26, t('wins amateur tournaments')],
    [29, t('among the best amateurs')], [30, t('as well as it can')]];
  return words.find(([end]) => index < end)[1];
}
/* What a human network may imitate besides people of a rank today. */
const PROFILES = ['rank', 'preaz', ...[1850, 1950, 2000, 2020].map(year => `proyear_${year}`)];
const profileWords = profile => profile === 'rank' ? t('people of this rank') : profile === 'preaz' ? t('the same before 2017') : t('professionals of {year}', {year: profile.slice(8)});
const copyOf = value => value && JSON.parse(JSON.stringify(value));
const TAKEN_BACK = 'taken back'; // of edits
const TEACHER_SECONDS = 1.5, TEACHER_VISITS = [50, 200], SILENCE = 10; // of a position, at least and at most; moves after a mistake was told
const FULL = RANKS.length; // plays as well as it can, by time
const defaultRules = () => ['ja', 'ko'].includes(language.code) ? 'japanese' : 'chinese';

class Play {
  constructor(app) {
    Object.assign(this, {app, id: 'play', title: 'Play', ticked: Date.now(), draft: {}});
    this.wish = {size: 9, strength: 4, color: 'black', handicap: 0, profile: 'rank', rules: defaultRules(), komi: null, seconds: 5, clock: 'none', minutes: 10,
      period: 30, periods: 3, teacher: false, ...store.get('wish', {})};
    this.end();
    setInterval(() => this.tick(), 200);
    this.keys = {p: () => this.isYours() && this.pass(), u: () => this.undo()};
  }
  /* game: {you, strength (index), seconds, clock (or null), turn (the clock as it was when the turn began), teacher (is there one?), told
   * (the mistakes that were told, {depth, point} each)}, null before one. over: what it came to. counting: {dead, seki}. shown: what the
   * engine was asked for: {words, owner, marks}. */
  end() {
    Object.assign(this, {doc: null, game: null, over: '', counting: null, shown: null, isThinking: false});
  }
  /* As it is kept with its game of the library; at is where the moves have got. */
  toJson() {
    const [tree] = this.doc.trees;
    return {game: this.game, over: this.over, counting: Boolean(this.counting) && !this.over, at: placeOf(tree, this.app.mode === this ? tree.at : this.at)};
  }
  take(doc) {
    this.end();
    const {game, over, counting, at} = doc.play;
    Object.assign(this, {doc, game, over, wasCounting: counting, at: nodeAt(doc.trees[0], at)});
  }
  /* Other modes look elsewhere, and try moves; here the game is as it was left. */
  enter() {
    if (this.doc) this.app.tree.at = this.at;
  }
  leave() {
    if (this.doc) this.at = this.app.tree.at;
  }
  /* The engine goes on where it is its turn. */
  moved() {
    if (this.app.mode !== this || !this.game || this.over || !this.app.isReady()) return;
    if (this.wasCounting || (!this.counting && this.hasEnded())) this.count();
    else if (!this.counting && !this.isYours()) this.reply();
  }
  isYours() {
    return this.game && !this.over && !this.counting && !this.isThinking && this.app.tree.positionOf().toMove === this.game.you;
  }

  isEmpty() {
    const {root, width, height} = this.app.tree;
    return !root.setup && root.children.length === 0 && width === this.wish.size && height === this.wish.size;
  }

  /* ---- A new game ---- */

  /* Begins a game, in one of the library. */
  begin(you, doc) {
    const {strength, seconds, clock: kind, minutes, period, periods, teacher} = this.wish, profile = this.profile();
    this.end();
    this.doc = this.app.doc = this.app.shown = doc;
    this.at = this.app.tree.at;
    this.game = {you, strength, profile, seconds, teacher, clock: kind === 'none' ? null : makeClock({kind, minutes, seconds: period, periods})};
    this.game.turn = copyOf(this.game.clock);
  }
  /* That a human network plays, if there is one; else ''. */
  profile() {
    const {strength, profile} = this.wish;
    return strength === FULL || !this.app.settings.isHuman ? '' : profile.startsWith('pro') ? profile : `${profile}_${RANKS[strength]}`;
  }
  /* Against the game that is looked at, with its side to move. */
  goOn() {
    this.begin(this.app.tree.positionOf().toMove, this.app.doc);
    this.app.tree.settle(); // what leads to the game is part of it
  }
  start() {
    const {wish, app} = this;
    const you = wish.color === 'random' ? Math.random() < .5 ? '1' : '2' : wish.color === 'black' ? '1' : '2';
    const name = this.profile() || (wish.strength === FULL ? 'Dihedra' : `Dihedra ${RANKS[wish.strength]}`);
    const tree = new Tree({width: wish.size, rules: wish.rules, handicap: wish.handicap,
      komi: wish.komi ?? komiFor(wish.rules, wish.handicap), date: new Date().toISOString().slice(0, 10),
      black: you === '1' ? t('You') : name, white: you === '2' ? t('You') : name});
    if (wish.handicap > 1)
      tree.root.setup = new Map(handicapPoints(tree.go, wish.handicap).map(point => [point, '1']));
    this.begin(you, newGame([tree]));
    app.note('');
    app.say(t('A new game. You have {color}.', {color: colorName(you)}));
  }
  setWish(key, value) {
    this.wish[key] = value;
    this.draft = {};
    this.wish.handicap = Math.min(this.wish.handicap, handicapMost(this.wish.size));
    if (['size', 'rules', 'handicap'].includes(key)) this.wish.komi = null;
    store.set('wish', this.wish);
    if (!this.game && key === 'size') this.empty();
  }
  wishPanel() {
    const {wish, app} = this, set = key => value => this.setWish(key, value), sizes = [9, 13, 19];
    const other = sizes.includes(wish.size) ? [] : [[wish.size, `${wish.size}`]];
    const most = handicapMost(wish.size), strength = this.draft.strength ?? wish.strength, words = strength === FULL ? t('Full strength') : rankText(RANKS[strength]);
    const edit = (key, value) => { this.draft = {...this.draft, [key]: value}; };
    const slider = html('input', {type: 'range', id: 'strength', min: 0, max: FULL, value: strength, 'aria-label': t('Opponent'), 'aria-valuetext': words,
      oninput: event => edit('strength', +event.target.value), onchange: event => this.setWish('strength', +event.target.value)});
    const number = (key, label, value, min, max, step = 1) => field(label, html('input', {type: 'number', id: key, step, min, max,
      value: this.draft[key] ?? value, 'aria-label': label, oninput: event => edit(key, event.target.value), onchange: ({target}) =>
        this.setWish(key, target.value === '' ? value : Math.round(Math.min(Math.max(+target.value, min), max) / step) * step)}));
    return [
      html('div', {class: 'heading'}, html('h2', {}, t('New game')), button('start', t('Start'), () => this.start(), {class: 'primary'})),
      field(t('Board'), choice('size', t('Board'), wish.size, [...sizes.map(size => [size, `${size}×${size}`]), ...other], set('size'))),
      field(t('Opponent'), html('div', {class: 'grow'}, slider, html('p', {class: 'rank'}, html('b', {}, words), ' ', html('span', {class: 'quiet'}, rankWords(strength))),
          strength < FULL && app.settings.isHuman && field(t('Plays like'), select('profile', t('Plays like'), wish.profile, PROFILES.map(each => [each, profileWords(each)]), set('profile'))),
          wish.strength === FULL && wish.clock === 'none' ? choice('seconds', t('Seconds a move'), wish.seconds, [2, 5, 15, 30].map(each => [each, t('{n} s', {n: each})]),
              set('seconds')) : '', wish.strength === FULL ? button('other-network', `${this.app.networkWords()}…`, () => this.app.openSheet(this.app.menu)) : '')),
      field(t('You play'), choice('color', t('You play'), wish.color, [['black', t('Black')], ['white', t('White')], ['random', t('Random')]], set('color'))),
      toggle('teacher', t('Teacher: tells serious mistakes at once'), wish.teacher, set('teacher')),
      app.modes.lesson.done < LESSON.length && button('lesson', t('New to Go? The rules in ten steps'), () => app.setMode('lesson')),
      !this.isEmpty() && button('go-on', t('Play on from this position'), () => this.goOn()),
      fold(this, 'more', t('More: handicap, komi, rules, clock, size'),
          field(t('Handicap'), select('handicap', t('Handicap'), wish.handicap, [0, ...range(Math.max(0, most - 1)).map(index => index + 2)]
              .map(count => [count, count === 0 ? t('none') : t('{n} stones', {n: count})]), value => this.setWish('handicap', +value))),
          number('komi', t('Komi'), wish.komi ?? komiFor(wish.rules, wish.handicap), -150, 150, .5),
          field(t('Rules'), select('rules', t('Rules'), wish.rules, Object.entries(RULES).map(([id, {name}]) => [id, t(name)]), set('rules'))),
          field(t('Clock'), select('clock', t('Clock'), wish.clock, [['none', t('none')], ['absolute', t('main time only')], ['byo-yomi', t('byo-yomi')],
            ['increment', t('seconds added by each move')]], set('clock'))),
          ...wish.clock === 'none' ? [] : [number('minutes', t('Minutes'), wish.minutes, wish.clock === 'byo-yomi' ? 0 : 1, 600)],
          ...['none', 'absolute'].includes(wish.clock) ? [] : [number('period', t('Seconds a move'), wish.period, 1, 600)],
          ...wish.clock === 'byo-yomi' ? [number('periods', t('Periods'), wish.periods, 1, 30)] : [],
          wish.clock === 'none' ? '' : html('p', {class: 'quiet'}, t('The clock runs while you look at the game, and while the page is hidden.')),
          field(t('Other size'), select('other-size', t('Other size'), wish.size,
              range(25).map(index => index + 1).map(size => [size, `${size}×${size}`]), value => this.setWish('size', +value)))),
    ];
  }

  /* ---- The game ---- */

  tap(point) {
    if (this.counting && !this.over) return this.toggleDead(point);
    if (!this.game) {
      if (!this.isEmpty()) return this.app.note(t('Choose a new game first.'));
      this.start();
      if (!this.isYours()) return;
    }
    if (this.isThinking) return point !== this.app.tree.at.move?.point && this.app.note(t('It is the turn of your opponent.')); // a double tap is one
    if (this.isYours() && this.app.tryPlay(point)) this.after();
  }
  /* A move of the game: variations that were tried stand behind it. */
  advance() {
    const {tree} = this.app;
    tree.promote(tree.at);
    tree.settle();
  }
  /* After a move of yours. */
  after() {
    const {app} = this;
    this.shown = null;
    app.note('');
    this.advance();
    this.press(this.game.you);
  }
  hasEnded() {
    return this.app.tree.positionOf().passes >= 2;
  }
  pass() {
    this.app.tree.play(-1);
    this.app.sayMove();
    this.after();
  }
  async reply() {
    const {app} = this, {tree} = app, node = tree.at, {you, strength, profile, seconds, clock} = this.game;
    if (this.isThinking) return;
    const thought = this.isThinking = {}; // another one, if a new game has begun meanwhile
    try {
      thought.isJudging = true;
      const told = await this.teach(tree, node);
      thought.isJudging = false;
      if (this.isThinking !== thought) return;
      const point = await app.session.move(tree, node, strength < FULL ? {rank: RANKS[strength], profile: app.settings.isHuman ? profile : ''} : clock ? {clock} : {seconds});
      if (this.isThinking !== thought || app.mode !== this || app.tree !== tree || tree.at !== node || this.over) return;
      if (point === 'resign') return this.finish(`${you === '1' ? 'B' : 'W'}+R`);
      tree.play(point);
      this.advance();
      this.press(tree.go.other(you));
      app.sayMove(told);
      if (point < 0 && !this.hasEnded()) app.note(t('Your opponent passes. Pass, too, if nothing is left to play.'));
    } catch (error) {
      if (this.isThinking === thought) this.shown = {words: t('The engine cannot play here: {reason} Take a move back, or begin a new game.', {reason: error.message})};
    } finally {
      if (this.isThinking === thought) this.isThinking = false;
      app.keep();
    }
  }
  /* ---- The teacher ---- */

  /* Tells your last move if it was a serious mistake, at most once in ten moves. Resolves to what is said, which the answer may cut short. */
  async teach(tree, node) {
    const {app, game} = this, last = this.lastTold();
    if (!game.teacher || node.move?.color !== game.you || last && node !== last && node.depth < last.depth + SILENCE) return;
    const {review} = app.modes;
    await review.measure(tree);
    await app.lookAt(tree, node, Math.round(Math.min(Math.max(TEACHER_SECONDS * review.speedOn(tree), TEACHER_VISITS[0]), TEACHER_VISITS[1])));
    if (this.game !== game || !isCounted(node) || judge(node).grade === 'mistake') return;
    if (node !== last) game.told = [game.told ?? [], {depth: node.depth, point: node.move.point}].flat();
    const words = this.toldWords(tree, node);
    app.say(words);
    app.keep();
    return words;
  }
  toldWords(tree, node) {
    return `${verdict(tree, node)} ${judge(node).reason?.proved ? reasonWords(tree, node) : betterWords(tree, node)}`;
  }
  /* The last move that was told of those that stand, or none. */
  lastTold() {
    const path = this.app.tree.path();
    return [this.game.told ?? []].flat().filter(({depth, point}) => path[depth]?.move?.point === point).map(({depth}) => path[depth]).at(-1);
  }
  /* What was told, as long as your last move is the mistake. */
  lesson() {
    const {app: {tree}} = this, node = this.lastTold();
    if (!node || tree.at.depth > node.depth + 1 || !judge(node)) return null;
    return html('div', {class: 'told', role: 'note'}, html('p', {}, gradeMark(judge(node)), ' ', this.toldWords(tree, node)),
        button('take-back', t('Take it back'), () => this.undo(), {disabled: Boolean(this.isThinking)}));
  }
  press(color) {
    if (!this.game.clock) return;
    pressClock(this.game.clock, color);
    this.game.turn = copyOf(this.game.clock);
  }
  /* Takes what has passed off the clock of the side to move: off the engine's only while it thinks, which a browser that sleeps
   * does not let it do. */
  tick() {
    const {app, game} = this, now = Date.now(), passed = (now - this.ticked) / 1000;
    this.ticked = now;
    if (!game?.clock || this.over || this.counting || app.mode !== this) return;
    const color = app.tree.positionOf().toMove, isYours = color === game.you, before = game.clock[color].left;
    if (!spendTime(game.clock, color, isYours ? passed : this.isThinking && !this.isThinking.isJudging ? Math.min(passed, 1) : 0)) {
      app.stopEngine();
      return this.finish(`${color === '1' ? 'W' : 'B'}+T`);
    }
    if (isYours && game.clock[color].left <= 10 && before > 10) app.say(t('{n} s', {n: 10}));
    app.drawStatus();
  }
  /* Back to your last turn, or to a game that was given up. */
  undo() {
    const {app} = this, {tree} = app, wasOver = Boolean(this.over);
    if (this.isThinking || !this.game) return;
    this.over = '';
    tree.setResult('');
    this.shown = null;
    if (wasOver && this.game.turn) this.game.clock = copyOf(this.game.turn); // as the turn began
    if (!wasOver && tree.at.parent) {
      this.counting = null;
      let node = tree.at;
      do node = node.parent; while (node.parent && tree.positionOf(node).toMove !== this.game.you);
      tree.remove(tree.path()[node.depth + 1], TAKEN_BACK);
    }
    app.changed();
  }
  canRedo() {
    return Boolean(this.game) && !this.isThinking && this.app.tree.done.at(-1)?.thing === TAKEN_BACK;
  }
  /* Plays what was taken back. */
  redo() {
    if (!this.canRedo()) return;
    this.app.tree.undo();
  }
  finish(result) {
    const {app} = this;
    app.tree.setResult(result);
    this.over = this.sentence(result);
    app.say(this.over);
    app.keep();
    if (this.game.teacher && !app.modes.review.run) app.modes.review.begin(this.doc);
  }
  sentence(result) {
    if (result === '0') return t('The game is drawn.');
    const color = result[0] === 'B' ? '1' : '2', isYou = color === this.game.you, by = result.slice(2);
    if (by === 'R') return isYou ? t('You win: your opponent resigns.') : t('You resign: your opponent wins.');
    if (by === 'T') return isYou ? t('You win: the time of your opponent is up.') : t('Your time is up: your opponent wins.');
    return isYou ? t('You win by {points}.', {points: points(+by)}) : t('Your opponent wins by {points}.', {points: points(+by)});
  }
  async ask(work) {
    if (!this.app.isReady()) return this.app.note(this.app.engineState());
    const {tree} = this.app, node = tree.at;
    this.shown = {words: t('One moment…')};
    const analysis = await this.app.session.analyze(tree, node, {visits: 200}).result.finally(() => { this.shown = null; });
    if (tree.at === node && analysis) this.shown = work(analysis, tree);
    this.app.say(this.shown?.words ?? '');
  }
  hint() {
    return this.ask(({candidates: [best]}, {go}) => best.point < 0 ? {words: t('Pass: nothing is left to gain.')}
        : {words: t('Hint: {point}', {point: go.vertexOf(best.point)}), marks: new Map([[best.point, 'circle']])});
  }

  /* ---- The count ---- */

  async count() {
    const {app} = this;
    this.wasCounting = false;
    this.counting = {dead: new Set(), seki: new Set(), isAsked: true};
    try {
      const found = await app.session.ending(app.tree, app.tree.at);
      if (this.counting) this.counting = found;
    } catch (error) {
      app.note(error.message);
      if (this.counting) this.counting.isAsked = false;
    }
    app.say(this.counting ? this.countWords() : '');
    app.keep();
  }
  /* The stones of one color that stand together, over empty points, live or die together. */
  toggleDead(point) {
    const {tree} = this.app, {stones} = tree.positionOf(), {dead} = this.counting;
    if (stones[point] === '0') return;
    const group = tree.go.spread(point, next => stones[next] === stones[point] || stones[next] === '0');
    flip(dead, [...group].filter(each => stones[each] === stones[point]));
  }
  countWords() {
    return this.sentence(resultText(countGame(this.app.tree, this.app.tree.at, this.counting.dead, this.counting.seki)));
  }
  countPanel() {
    const {app, counting} = this;
    if (counting.isAsked) return [html('h2', {}, t('The game is over.')), html('p', {}, t('One moment…'))];
    return [
      html('h2', {}, t('The game is over.')),
      html('p', {class: 'result'}, this.countWords()),
      html('div', {class: 'actions'},
          button('accept', t('Agree'), () => this.finish(resultText(countGame(app.tree, app.tree.at, counting.dead, counting.seki))), {class: 'primary'}),
          button('resume', t('Play on'), () => this.undo())),
      html('p', {class: 'quiet'}, t('Faded stones are dead. Tap a group if that is wrong.')), this.countTable()];
  }
  countTable() {
    const {app, counting} = this, {black, white} = countGame(app.tree, app.tree.at, counting.dead, counting.seki);
    const rows = [[t('Stones'), 'stones'], [t('Territory'), 'territory'], [t('Prisoners'), 'prisoners'], [t('Group tax'), 'tax'],
      [t('Button'), 'button'], [t('Komi'), 'extra'], [t('Sum'), 'total']];
    const column = (color, side) => [colorName(color), ([, key]) => decimal(side[key], side[key] % 1 ? 1 : 0), true];
    return makeTable('count-table', [['', ([words]) => words], column('1', black), column('2', white)],
        rows.filter(([, key]) => black[key] || white[key]));
  }

  /* ---- What is shown ---- */

  view() {
    const {app, counting, shown} = this;
    const view = {color: this.over ? null : counting ? '0' : this.isYours() ? this.game.you : !this.game && this.isEmpty() ? this.wish.color === 'white' ? '2' : '1' : null};
    if (counting && !counting.isAsked) {
      view.dead = counting.dead;
      view.territory = countGame(app.tree, app.tree.at, counting.dead, counting.seki).owner;
    }
    return {...view, owner: shown?.owner, ...shown?.marks && {marks: shown.marks}};
  }
  status() {
    if (!this.game) return [html('p', {class: 'quiet'}, this.app.engineState() || (this.isEmpty() ? t('Tap the board to begin.') : ''))];
    const {tree} = this.app, {captured, toMove} = tree.positionOf(), {you, strength, profile, clock} = this.game;
    const player = color => html('div', {class: `player${toMove === color && !this.over && !this.counting ? ' on-turn' : ''}`}, stoneSign(color),
        html('b', {}, color === you ? t('You') : profile || strength === FULL ? profile || 'Dihedra' : `Dihedra ${rankText(RANKS[strength])}`),
        clock ? html('span', {class: `clock${clock[color].left <= 10 ? ' low' : ''}`, id: `clock-${color}`, role: 'timer'}, clockText(clock, color)) : '',
        captured[color] > 0 ? html('span', {class: 'quiet'}, t('{n} captured', {n: captured[color]})) : '');
    return [player('1'), player('2')];
  }
  panel() {
    if (!this.game) return this.wishPanel();
    if (this.counting && !this.over) return this.countPanel();
    const {app} = this, yours = this.isYours();
    if (this.over)
      return [html('h2', {}, this.over), html('div', {class: 'actions'}, button('again', t('New game'), () => this.fresh(), {class: 'primary'}),
          button('to-review', this.game.teacher ? t('Key mistakes') : t('Find my mistakes'), () => {
            app.setMode('review');
            const {mode} = app;
            if (mode.run?.doc !== app.doc && mode.line().some(({analysis}) => !analysis)) mode.begin();
            else if (mode.mistakes().length > 0) mode.next();
          }), button('undo', t('Undo'), () => this.undo())), this.counting && this.countTable()];
    const words = this.shown?.words ?? (this.isThinking ? t('Your opponent is thinking…') : app.engineState() || t('It is your turn.'));
    return [
      this.lesson(), html('p', {class: 'turn'}, words),
      html('div', {class: 'actions'},
          button('pass', t('Pass'), () => this.pass(), {disabled: !yours}),
          button('undo', t('Undo'), () => this.undo(), {disabled: this.isThinking || !app.tree.at.parent}),
          this.canRedo() && button('redo', t('Redo'), () => this.redo()),
          button('hint', t('Hint'), () => this.hint(), {disabled: !yours}),
          button('score', t('Score'), () => this.ask(({lead, owner}) => ({words: leadText(lead), owner})), {disabled: this.isThinking}),
          this.isThinking && this.game.strength === FULL ? button('now', t('Move now'), () => app.stopEngine()) : null,
          button('resign', t('Resign'), () => this.finish(`${this.game.you === '1' ? 'W' : 'B'}+R`), {disabled: this.isThinking})),
      html('p', {class: 'quiet'}, conditionsOf(app.tree).join(', ')),
      toggle('teacher', t('Teacher: tells serious mistakes at once'), this.game.teacher, value => { this.game.teacher = value; }), button('again', t('New game'), () => this.fresh())];
  }
  /* The choice of a new game. What was played is in the library, and still looked at elsewhere. */
  fresh() {
    this.end();
    this.empty();
  }
  blank() {
    const {size, rules} = this.wish;
    return newGame([new Tree({width: size, rules, komi: komiFor(rules, 0)})]);
  }
  empty() {
    const doc = this.blank();
    if (this.app.library.isEmpty(this.app.shown)) this.app.shown = doc;
    this.app.doc = doc;
  }
}
