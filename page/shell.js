/* The page: its frame, the game that is looked at, and the modes that share them. files has functions that give promises of the
 * engine's parts: worker, wasm, network; null: a page without the engine. report is a review to open with, or null.
 *
 * A mode is {id, title, panel(), view(), tap(point)} and, where it needs them, enter(), leave(), hover(point or null),
 * moved() after another node is looked at, status(), keys {KEY: action}, steps (do keys and buttons go through the game?). panel()
 * and status() return elements; view() what the board is to show besides the position. After what a person does, by a button, a key or
 * on the board, the page is drawn and the game kept, and again when a promise of it is settled; if it is rejected, that says why. */
const MEMORY_MOST = 2000; // MB that the engine may take, if a large network needs it and the browser gives it
class App {
  constructor(files, report) {
    this.settings = {language: '', network: '', theme: 'wood', coordinates: 2, asks: 'touch', magnifies: true, numbers: 0, hasNext: false, hasPolicy: false,
      volume: 0, ...store.get('settings', {})};
    setLanguage(this.settings.language);
    Object.assign(this, {files, report});
    this.library = files ? new Library(this) : null;
    Object.assign(this, {analysed: 0, judging: null}); // how many analyses and judgements there have been; that of now
    afterAct = done => this.act(done);
    this.board = new BoardView({onTap: point => this.act(this.isRestored ? this.mode.tap(point) : this.restoring.then(() => this.mode.tap(point))),
      onHover: point => this.mode.hover?.(point), nameOf: point => this.nameOf(point)});
    const [analyse, review] = [new Analyse(this), new Review(this)];
    this.modes = files ? {play: new Play(this), analyse, review, solve: new Solve(this), lesson: new Lesson(this), exercises: new Exercises(this)} : {review, analyse};
    this.doc = this.shown = report ? newGame([readReport(report)]) : this.modes.play.blank();
    this.menu = this.sheet = new Menu(this);
    this.preferences = new Settings(this);
    const step = count => () => this.step(count), seek = (count, isWanted) => () => this.seek(count, isWanted);
    const [hasBranches, hasComment] = [node => node.children.length > 1, node => node.comment];
    this.stepKeys = {ArrowLeft: step(-1), ArrowUp: step(-1), ArrowRight: step(1), ArrowDown: step(1), PageUp: step(-10), PageDown: step(10), Home: step(-1e6),
      End: step(1e6), 'Shift+ArrowLeft': () => this.turn(-1), 'Shift+ArrowRight': () => this.turn(1), 'Ctrl+ArrowLeft': () => this.goToTrunk(),
      'Ctrl+ArrowUp': seek(-1, hasBranches), 'Ctrl+ArrowDown': seek(1, hasBranches), 'Ctrl+Shift+ArrowUp': seek(-1, hasComment), 'Ctrl+Shift+ArrowDown': seek(1, hasComment)};
    this.keys = {b: () => this.board.focus(), 'Ctrl+o': () => files && this.file.click(), 'Ctrl+s': () => this.menu.save(), 'Ctrl+,': () => this.openSheet(this.preferences)};
    this.root = document.createElement('div');
    this.root.id = 'page';
    document.body.className = 'app';
    for (const element of document.body.querySelectorAll(':scope > :not(script)')) element.remove();
    document.body.prepend(this.root);
    store.onRefused = () => this.note(t('The browser keeps nothing for this page: save the game as a file before you leave.'), 15000);
    this.build();
    if (files) this.starting = this.startEngine();
    this.restoring = this.restore();
    document.addEventListener('keydown', event => this.pressKey(event));
    document.addEventListener('visibilitychange', () => {
      this.mode.moved?.();
      this.refreshSoon();
      if (!document.hidden) this.library?.look().catch(() => {}); // another tab may have done exercises
    });
    if (files) {
      document.addEventListener('paste', event => this.paste(event));
      document.addEventListener('dragover', event => event.preventDefault());
      document.addEventListener('drop', event => this.drop(event));
    }
    addEventListener('hashchange', () => this.openLink());
    addEventListener('resize', () => this.drawBoard());
    addEventListener('beforeprint', () => render(this.mode.paper?.() ?? [], this.paper));
    addEventListener('afterprint', () => render([], this.paper));
  }

  get tree() {
    return this.doc.trees[this.doc.index];
  }

  /* ---- The frame ---- */

  build() {
    document.documentElement.lang = language.code;
    document.body.dataset.theme = this.settings.theme;
    document.title = this.report ? namesOf(this.tree) : t('Dihedra: play Go');
    const part = name => element => { this[name] = element; };
    const chooser = (name, take, attributes) => html('input', {type: 'file', hidden: true, id: name, multiple: true, 'aria-label': t('Open…'), ref: part(name), ...attributes,
      onchange: ({target}) => {
        take([...target.files]);
        target.value = '';
      }});
    this.closeSheet();
    render(null, this.root);
    render([html('section', {class: 'paper', ref: part('paper')}),
      html('header', {class: 'top'}, html('h1', {}, 'Dihedra'), html('nav', {class: 'tabs', 'aria-label': t('Modes'), ref: part('tabs')}),
          select('language', t('Language'), language.code, LANGUAGES.map(({code, name}) => [code, name]), value => this.set('language', value)),
          signButton('menu', '☰', t('Menu'), () => this.openSheet(this.menu))),
      html('main', {}, html('section', {class: 'stage', 'aria-label': t('Board'), ref: hold(this.board.element)}, html('div', {class: 'status', ref: part('status')})),
          html('div', {class: 'side', ref: part('side')})),
      html('dialog', {class: 'menu', 'aria-labelledby': 'sheet', ref: part('dialog'), onclick: event => event.target === this.dialog && this.closeSheet()}),
      chooser('file', files => this.openFiles(files)), chooser('folder', files => this.openFiles(files), {webkitdirectory: true}),
      chooser('network', ([file]) => file && this.chooseNetwork(file), {id: 'network-file', multiple: false}),
      html('p', {class: 'notice', role: 'status', hidden: true, ref: part('notice')}),
      html('p', {class: 'hidden', 'aria-live': 'polite', ref: part('spoken')})], this.root);
  }
  /* Draws what differs from what is there. Where a button goes that has the focus, the panel gets it. */
  refresh() {
    if (this.isDrawing) return this.refreshSoon(); // what is taken away may tell so
    this.isDrawing = true;
    try {
      this.draw();
    } finally {
      this.isDrawing = false;
    }
  }
  draw() {
    this.judgeSoon();
    const hadFocus = document.activeElement !== document.body;
    this.drawBoard();
    const {review, exercises} = this.modes, isReview = this.mode === review;
    render([review.progress(), isReview && exercises?.invite(), html('div', {class: 'panel', key: this.mode.id, tabindex: -1, ref: element => { this.panel = element; }}, this.mode.panel())],
        this.side);
    if (hadFocus && document.activeElement === document.body) this.panel.focus({preventScroll: true});
    this.drawStatus();
    const due = exercises?.due().length, isTab = ({id}) => !['lesson', 'exercises'].includes(id);
    const isCurrent = mode => mode === this.mode || (mode === review && this.mode === exercises);
    const countDue = {title: t('Exercises due: {n}', {n: due}), class: 'due'};
    render(Object.values(this.modes).filter(isTab).map(mode => button(`tab-${mode.id}`, [t(mode.title), mode === review && due > 0 && [' ', html('span', countDue, due)]],
        () => this.setMode(mode.id), {'aria-current': isCurrent(mode) ? 'page' : 'false'})), this.tabs);
    if (this.dialog.open) this.drawSheet();
  }
  /* What lies over the page: the menu, the library. */
  openSheet(sheet) {
    this.sheet = sheet;
    sheet.load?.().then(() => this.refreshSoon(), () => store.refuse()); // another tab may have added games
    this.closeSheet(); // so that the focus is in the new one, and goes back to where it was before the first
    this.drawSheet();
    this.dialog.showModal();
  }
  closeSheet() {
    this.dialog?.close();
  }
  drawSheet() {
    render(html('div', {key: this.sheet.title}, html('header', {}, html('h2', {id: 'sheet'}, t(this.sheet.title)),
        signButton('sheet-close', '✕', t('Close'), () => this.closeSheet())), this.sheet.panel()), this.dialog);
  }
  drawStatus() {
    render(this.mode.status?.() ?? (this.mode.steps ? stepper(this) : []), this.status);
  }
  /* Draws and keeps what is new, and lets the mode know of another position. */
  keep() {
    const position = this.tree.positionOf();
    if (this.position !== position) {
      this.position = position;
      this.mode.moved?.();
    }
    this.refresh();
    this.save();
  }
  /* As if the position were another. */
  changed() {
    this.position = null;
    this.keep();
  }
  async act(done) {
    this.keep();
    if (!done?.then) return;
    await done.catch(({message}) => this.note(message));
    this.keep();
  }
  /* Something that the mode shows until the next move, and says aloud. */
  tell(message) {
    this.say(message);
    this.mode.message = message;
  }
  /* Soon, at most four times a second. */
  refreshSoon() {
    this.soon ??= setTimeout(() => {
      this.soon = null;
      this.refresh();
    }, 250);
  }
  drawBoard() {
    if (!this.mode) return;
    const {tree} = this, {stones} = tree.positionOf(), {numbers, coordinates, asks, magnifies} = this.settings;
    this.board.show({go: tree.go, at: tree.at, stones, last: tree.at.move?.point ?? -1, color: null, marks: tree.at.marks, coordinates, asks, magnifies,
      numbers: numbers > 0 ? this.numbers(numbers) : null, ...this.mode.view()});
  }
  /* Numbers of the last moves. */
  numbers(count) {
    const numbers = new Map(), {stones} = this.tree.positionOf();
    for (const node of this.tree.path().slice(-count))
      if (node.move && stones[node.move.point] === node.move.color) numbers.set(node.move.point, this.tree.positionOf(node).number);
    return numbers;
  }
  nameOf(point) {
    const {tree} = this, stone = tree.positionOf().stones[point];
    const what = stone === '0' ? t('empty') : stone === '1' ? t('black stone') : t('white stone');
    return `${tree.go.vertexOf(point)} ${what}${tree.at.move?.point === point ? `, ${t('last move')}` : ''}`;
  }
  setMode(id) {
    if (this.mode === this.modes[id]) return;
    this.mode?.leave?.();
    this.mode = this.modes[id];
    this.enter();
  }
  enter() {
    this.doc = this.mode.doc ?? this.shown;
    this.mode.enter?.();
    this.changed();
  }
  /* A sentence that goes after a while; it is announced, too. */
  note(text, milliseconds = 6000) {
    this.notice.textContent = text;
    this.notice.hidden = text === '';
    clearTimeout(this.noteTimer);
    this.noteTimer = setTimeout(() => { this.notice.hidden = true; }, milliseconds);
  }
  say(text) {
    this.spoken.textContent = text;
  }
  /* The better analysis of a node stays. */
  learn(node, analysis) {
    if (analysis.visits < visitsAt(node)) return;
    node.analysis = analysis;
    this.analysed++;
  }
  /* Has a position searched, and the move that led to it judged with the reason that is proved. */
  async lookAt(tree, node, visits) {
    for (const each of [node.parent, node])
      if (visitsAt(each) < visits) await this.session.analyze(tree, each, {visits}).result.then(analysis => analysis && this.learn(each, analysis));
    const tell = async () => { node.told = (await this.session.judge(tree, tree.path(node))).told.get(node) ?? null; };
    await tell();
    if (node.told?.ask) await this.session.prove(tree, node).then(tell);
  }
  /* Has what is known of the game judged where that has changed: the line that is looked at, and the game's own. */
  async judge(tree = this.tree) {
    for (const line of linesToJudge(tree)) {
      const {told, report} = await this.session.judge(tree, line), main = new Set(tree.line(tree.root)), isMain = main.has(line.at(-1));
      for (const [node, each] of told)
        if (isMain || !main.has(node)) node.told = each;
      if (isMain) tree.report = {...tree.report, ...report};
      this.analysed++;
    }
  }
  /* Judges in the background, while it is seen: at most once a second, and in a small part of the engine's time. */
  judgeSoon() {
    const {tree} = this, started = performance.now();
    if (this.judging || !this.mode.steps || !this.isReady() || linesToJudge(tree).length === 0) return;
    this.judging = this.judge().then(() => this.refresh()).finally(() => setTimeout(() => {
      this.judging = null;
      this.judgeSoon();
    }, Math.max(1000, 20 * (performance.now() - started))));
  }
  /* What a move was, for those who do not see the board, and words about it. */
  sayMove(words = this.mode.steps ? moveWords(this.tree, this.tree.at) : '') {
    const {tree} = this, {move} = tree.at, {taken} = tree.positionOf();
    if (!move) return;
    const where = tree.nameOf(move.point);
    this.say(`${colorName(move.color)} ${where}${taken > 0 ? `, ${t('{n} captured', {n: taken})}` : ''}. ${words}`);
    knock(this.settings.volume, move.point < 0);
  }
  set(key, value) {
    this.settings[key] = value;
    store.set('settings', this.settings);
    if (key === 'language') {
      setLanguage(value);
      this.build();
      this.board.view = null;
    }
    if (key === 'volume') knock(value);
    document.body.dataset.theme = this.settings.theme;
  }

  /* ---- The engine ---- */

  async startEngine() {
    try {
      if (!this.files.relay && !hasSimd()) throw new Error(t('This browser is too old: it takes Chrome 97, Firefox 113 or Safari 16.4.'));
      await painted();
      const {files} = this, [worker, wasm, network] = await Promise.all([files.worker(), files.wasm(), files.network()]);
      this.engine = new Engine(worker, {wasm, network, memory: MEMORY_MOST}, (engine, news) => {
        if (news) this.note(news, 15000);
        if (engine.state === 'failed') this.note(t('The engine has stopped: {reason}', {reason: engine.failure}), 30000);
        this.mode.moved?.();
        this.refresh();
      });
      this.session = new Session(this.engine);
      this.session.onUrgent = () => this.modes.review.interrupt();
      const [kept, cache] = this.settings.network ? await Promise.all(['network', 'cache'].map(store.getFile)) : [];
      await this.engine.started;
      if (kept && this.files.relay?.has(kept) !== false) await this.useNetwork(kept, this.settings.network, cache).then(() => this.note(''));
      else Object.assign(this.settings, {network: '', isHuman: false});
      this.files.begin?.(this);
    } catch (error) {
      this.engineFailure = error.message;
      this.note(t('The engine cannot start: {reason}', {reason: error.message}), 30000);
      this.refresh();
    }
  }
  /* Ends what it does; a review in the background goes on. */
  stopEngine() {
    this.modes.review.interrupt();
    this.engine?.stop();
  }
  isReady() {
    return this.engine?.state === 'ready';
  }
  async whenReady() {
    if (!this.isReady()) {
      this.note(this.engineState());
      await this.starting;
    }
    return this.isReady();
  }
  engineState() {
    if (!this.files) return t('This page has no engine: only what was analysed is known.');
    return this.engineFailure ?? (this.engine?.state === 'failed' ? this.engine.failure : this.isReady() ? '' : t('The engine is loading…'));
  }
  networkWords() {
    return t('Network: {name}', {name: this.settings.network || this.files?.relay?.given || t('the one inside')});
  }
  /* A network that imitates people is no engine: it plays the ranks, and the one inside searches. cache: what the engine found out
   * about the network when it was used last, which it need not do again; resolves to that. */
  async useNetwork(bytes, name, cache) {
    const isKnown = Boolean(cache), send = (network, human) => this.engine.send({network, name, human, cache: cache ?? {}},
        part => this.note(t('Loading {name}: {share}', {name, share: percentText(part)}), 60000), network ? [network] : []);
    let isHuman = isKnown && this.settings.isHuman, found = cache;
    if (!isHuman) {
      found = await send(bytes.slice(0), false);
      isHuman = JSON.parse(await this.engine.gtp('kata-get-models'))[0].usesHumanSLProfile;
      if (isHuman) await send(await this.files.network(), false);
    }
    if (isHuman || this.settings.isHuman) await send(isHuman ? bytes.slice(0) : null, true);
    this.modes.review.forget();
    this.set('isHuman', isHuman);
    return found;
  }
  /* From disk, kept for the next visit; null: the one inside again. */
  async chooseNetwork(file) {
    const name = file?.name ?? '', {review} = this.modes, run = review.run ?? review.waiting;
    let {visits} = run ?? {};
    try {
      const bytes = file && await file.arrayBuffer();
      review.stop();
      this.engine.stop();
      const cache = await this.useNetwork(bytes ?? await this.files.network(), name || 'inside');
      const isKept = await store.setFile('cache', cache).then(() => store.setFile('network', bytes)).then(() => true, () => false);
      this.set('network', name);
      this.note(!file ? this.networkWords() : isKept ? t('{name} is in use.', {name})
          : t('The browser does not keep {name}: choose it again next time.', {name}));
      for (const game of new Set(this.ownGames()).add(run?.doc))
        for (const {analysis} of game?.trees[game.index].nodes() ?? []) if (analysis) analysis.isOld = true;
      visits = null; // it may be slower
    } catch (error) {
      this.note(t('This network cannot be used: {reason}', {reason: error.message}), 15000);
    }
    if (run) review.begin(run.doc, visits);
    this.changed();
  }

  /* ---- Games ---- */

  /* Looks at a game: one that runs in Play, others in the mode that is open, or in Analyse. */
  show(game) {
    const {play, solve, lesson, exercises} = this.modes;
    if (game.play?.game && !game.play.over) play.take(game);
    const id = play.doc === game && !play.over ? 'play' : [play, solve, lesson, exercises].includes(this.mode) ? 'analyse' : this.mode.id;
    this.look(game, id);
    this.derive(this.tree, this.tree.line());
  }
  look(game, id) {
    this.shown = game;
    if (this.mode === this.modes[id]) this.enter();
    else this.setMode(id);
  }
  /* Derives the positions of a long line beforehand, a little at a time, lest going to its end takes long. */
  derive(tree, line, from = 0) {
    const end = performance.now() + 10;
    let next = from;
    while (next < line.length && performance.now() < end) tree.positionOf(line[next++]);
    if (next < line.length && this.tree === tree) setTimeout(() => this.derive(tree, line, next), 20);
  }
  goTo(node) {
    if (!node || node === this.tree.at) return;
    this.tree.at = node;
    this.sayMove();
    this.changed();
  }
  /* Goes so many moves on or back. */
  step(count) {
    let node = this.tree.at;
    for (let i = 0; i < Math.abs(count); i++) node = (count < 0 ? node.parent : node.children[0]) ?? node;
    this.goTo(node);
  }
  /* To the next node of a kind, before this one or behind it. */
  seek(count, isWanted) {
    let node = this.tree.at;
    do node = count < 0 ? node.parent : node.children[0]; while (node && !isWanted(node));
    this.goTo(node);
  }
  /* To another variation of the move. */
  turn(count) {
    const {at} = this.tree, all = at.parent?.children ?? [at];
    this.goTo(all[(all.indexOf(at) + count + all.length) % all.length]);
  }
  /* To where the main line was left. */
  goToTrunk() {
    const path = this.tree.path();
    this.goTo(path[path.findIndex(node => node.parent && node !== node.parent.children[0]) - 1]);
  }
  /* Plays on the board of a mode if the rules allow it; says why not. */
  tryPlay(point, color) {
    const fault = this.tree.fault(point, color);
    if (fault) {
      this.note({occupied: t('There is a stone already.'), ko: t('Ko: this stone may not be taken back at once. Play elsewhere first.'),
        suicide: t('A stone here would have no liberty.'), superko: t('This would repeat an earlier position.')}[fault]);
      return false;
    }
    this.tree.play(point, color);
    this.sayMove();
    return true;
  }
  save() {
    const {play, review} = this.modes;
    if (!this.library || !this.isRestored) return;
    if (play.doc) play.doc.play = play.toJson();
    if (this.isForgetful) return;
    const own = this.ownGames(), place = game => game && placeOf(game.trees[game.index]);
    const tab = {mode: this.mode.id, games: own.map(game => game?.id), places: own.map(place), visits: review.run?.visits ?? review.waiting?.visits};
    store.set('tab', tab, 'sessionStorage');
    store.set('tab', tab); // for the next tab
    this.library.own(own.filter(Boolean));
    this.library.keep(this.doc);
  }
  ownGames() {
    const {play, solve, review} = this.modes;
    return [this.shown, play.doc, solve.doc, (review.run ?? review.waiting)?.doc];
  }
  gameWith(id) {
    return this.ownGames().find(game => game?.id === id);
  }
  /* Shows at once what can be shown, and then what was kept: of this tab, or, in a new one, of the last. */
  async restore() {
    if (this.report) {
      this.tree.at = this.modes.review.mistakes()[0] ?? this.tree.root;
      this.setMode('review');
      this.isRestored = true;
      return this.openLink();
    }
    const own = store.get('tab', null, 'sessionStorage'), last = own ?? store.get('tab');
    this.setMode(this.modes[last?.mode] ? last.mode : 'play');
    try {
      this.isForgetful = true; // while the browser does not answer: what the tab had is left for the next reload
      await this.library.load();
      this.isForgetful = false;
      const ids = [...new Set(last?.games)].filter(Boolean);
      const isFree = own || (await Promise.all(ids.map(id => this.library.claim(id, 50)))).every(Boolean);
      const kept = new Map(await Promise.all((isFree ? ids : []).map(async id => [id, await this.library.get(id)])));
      const games = (last?.games ?? []).map(id => kept.get(id));
      [2, 1, 0].forEach(index => games[index] && goToPlace(games[index].trees[games[index].index], last.places[index]));
      this.takeAll(games, last);
    } catch {
      store.refuse();
    }
    this.isRestored = true;
    this.enter();
    this.openLink();
  }
  takeAll([shown, played, problems, reviewed], last) {
    if (shown) this.shown = shown;
    if (played?.play) this.modes.play.take(played);
    if (problems) this.modes.solve.doc = problems;
    if (!reviewed) return;
    this.modes.review.waiting = {doc: reviewed, visits: last.visits};
    this.restoring.then(() => this.modes.review.begin(reviewed, last.visits));
  }
  openLink() {
    const [, number] = /^#move-(\d+)$/.exec(location.hash) ?? [];
    if (number) this.goTo(this.tree.line(this.tree.root).find(node => this.tree.positionOf(node).number === Number(number)));
    if (!location.hash.startsWith('#sgf=')) return;
    const text = location.hash.slice(5);
    history.replaceState(null, '', location.pathname + location.search);
    try {
      this.openText(decodeURIComponent(text));
    } catch {
      this.note(t('This link has no game that can be read.'));
    }
  }
  /* As UTF-16, whatever character set the text names. */
  openText(text) {
    return this.openGames(Uint16Array.from(`\ufeff${text}`.split(''), unit => unit.charCodeAt(0)).buffer);
  }
  /* Opens the games of a file as soon as the engine can read it. Resolves as add() does. */
  async openGames(bytes, name) {
    await Promise.all([this.starting, this.restoring]);
    if (!this.isReady()) return this.note(this.engineState());
    try {
      return await this.add(readSgf(await this.engine.readGames(bytes, name)));
    } catch (error) {
      this.note(t('This is no game that can be read: {reason}', {reason: error.message}), 10000);
    }
  }
  /* New games, of which one is looked at. Resolves to it if it is the only one. */
  async add(trees) {
    this.note('');
    const isSolve = this.mode === this.modes.solve, games = isSolve ? [newGame(trees, 'problems')] : trees.map(tree => newGame([tree]));
    if (isSolve) this.modes.solve.open(games[0]);
    else this.show(games[0]);
    if (games.length > 1) {
      await this.library.put(...games);
      this.library.only = games.map(({id}) => id);
      this.openSheet(this.library);
    } else if (this.mode === this.modes.review && !this.mode.run) {
      this.mode.begin();
    }
    return trees.length === 1 ? games[0] : null;
  }
  /* One file is opened; of several, and of folders, all games go into the library. */
  async openFiles(files) {
    if (files.length <= 1) return files[0] && this.openFile(files[0]);
    await Promise.all([this.starting, this.restoring]);
    const trees = [];
    let failed = 0;
    for (const file of files.filter(({name}) => /\.(sgf|gib|ngf|mgt)$/i.test(name)))
      await file.arrayBuffer().then(bytes => this.engine.readGames(bytes, file.name)).then(text => trees.push(...readSgf(text)), () => { failed++; });
    if (trees.length > 0) await this.add(trees);
    this.note(failed > 0 ? t('Games added: {n}. Files that cannot be read: {failed}.', {n: trees.length, failed})
        : t('Games added: {n}.', {n: trees.length}));
  }
  /* A kept game, as this tab's; null: another tab has deleted it. */
  async gameFrom(id) {
    const own = this.gameWith(id), game = own ?? await this.library.get(id);
    if (!game) this.library.look();
    else if (!own && !await this.library.claim(id, 0)) this.library.copy(game);
    return game;
  }
  async openKept(id) {
    const game = await this.gameFrom(id);
    if (!game) return;
    this.closeSheet();
    if (game.kind === 'problems') this.modes.solve.open(game);
    else this.show(game);
  }
  /* A game is in the library no longer. */
  forget(id) {
    const {play, solve, review, exercises} = this.modes;
    if ((review.run ?? review.waiting)?.doc.id === id) review.stop();
    if (exercises.found?.id === id) exercises.next();
    if (play.doc?.id === id) play.end();
    if (solve.doc?.id === id) solve.doc = newGame([new Tree({width: 9})], 'problems');
    if (this.shown.id === id) this.shown = play.blank();
    if (this.doc === (this.mode.doc ?? this.shown)) this.changed();
    else this.enter();
  }
  async openFile(file) {
    if (/\.bin(\.gz)?$|\.txt\.gz$|\.onnx$/i.test(file.name)) return this.chooseNetwork(file);
    if (file.size > 2e7) return this.note(t('{name} is too large for a record of games.', {name: file.name}));
    const bytes = await file.arrayBuffer().catch(() => null);
    if (bytes) this.openGames(bytes, file.name);
    else this.note(t('{name} cannot be read.', {name: file.name}));
  }
  drop(event) {
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (files.length > 0) this.openFiles(files);
    else this.openText(event.dataTransfer.getData('text'));
  }
  paste(event) {
    if (event.target.closest?.('input, textarea')) return;
    const text = event.clipboardData.getData('text');
    if (text) this.openText(text);
  }
  /* Takes back what was done last, or does it again, as the mode has it. */
  undo(name) {
    return this.mode[name] ? this.mode[name]() : this.tree[name]();
  }
  pressKey(event) {
    const isField = event.target.closest?.('input, textarea, select, dialog'), edit = {z: event.shiftKey ? 'redo' : 'undo', y: 'redo'}[event.key.toLowerCase()];
    if ((event.ctrlKey || event.metaKey) && edit && !isField) {
      event.preventDefault();
      return this.act(this.undo(edit));
    }
    if (event.altKey || isField) return;
    if (event.key === ' ' && event.target.closest?.('button, summary')) return; // it presses that
    const key = `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.shiftKey && event.key.length > 1 ? 'Shift+' : ''}${event.key}`;
    const own = this.mode.keys?.[key] ?? (this.mode.steps ? this.stepKeys[key] : null) ?? this.keys[key];
    if (!own) return;
    event.preventDefault();
    this.act(own());
  }
}

/* Has the browser what the engine is made of? A module is tried whose one function makes a vector of 128 bits. */
const hasSimd = () => typeof DecompressionStream === 'function' && WebAssembly.validate(Uint8Array.of(
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x0f, 0x0b));

/* Resolves once the page has been drawn, or need not be. */
const painted = () => new Promise(resolve => document.hidden ? resolve() : requestAnimationFrame(() => setTimeout(resolve)));

/* ---- Parts that modes share ---- */

const colorName = color => color === '1' ? t('Black') : t('White');
const button = (id, text, act, attributes = {}) => html('button', {type: 'button', id, onclick: act, ...attributes}, text);
const signButton = (id, sign, words, act, attributes) => button(id, sign, act, {'aria-label': words, title: words, ...attributes});
/* One of several values, as buttons side by side. choices are [value, words]. */
const choice = (id, label, value, choices, onChoose) => html('div', {class: 'choice-row', role: 'group', 'aria-label': label},
    ...choices.map(([each, words]) => button(`${id}-${each}`, words, () => onChoose(each), {'aria-pressed': String(each === value)})));
const field = (label, ...children) => html('div', {class: 'field'}, html('span', {class: 'label'}, label), ...children);
const select = (id, label, value, choices, onChoose) => html('select', {id, 'aria-label': label, value, onchange: event => onChoose(event.target.value)},
    ...choices.map(([each, words]) => html('option', {value: each}, words)));
const toggle = (id, words, value, onChange) => html('label', {class: 'toggle', for: id},
    html('input', {type: 'checkbox', id, checked: value, onchange: event => onChange(event.target.checked)}), words);
/* A part that is folded away until it is asked for; owner remembers whether it is. */
const fold = (owner, id, title, ...children) => {
  owner.folds ??= {};
  return html('details', {id, 'aria-labelledby': `${id}-summary`, open: owner.folds[id], ontoggle: event => { owner.folds[id] = event.target.open; }},
      html('summary', {id: `${id}-summary`}, title), ...children);
};
/* For an element of its own, such as the board's: what puts it into another, before its children. */
const hold = element => parent => parent && element.parentNode !== parent && parent.prepend(element);
/* Who played, and under what conditions, as records say it. */
const conditionsOf = ({info: {rules, komi, handicap}}) => [t(RULES[rules].name), t('komi {n}', {n: decimal(komi, komi % 1 ? 1 : 0)}),
  ...handicap > 1 ? [t('{n} stones', {n: handicap})] : []];
const nameIn = ({info}, color) => [info[color] || '?', info[`${color}Rank`]].filter(Boolean).join(' ');
const namesOf = tree => `${nameIn(tree, 'black')} – ${nameIn(tree, 'white')}`;
function playersOf(tree) {
  const {info} = tree, facts = [`${tree.width}×${tree.height}`, ...conditionsOf(tree), info.date, info.result];
  return html('div', {class: 'players'}, !info.black && !info.white ? '' : html('p', {}, stoneSign('1'), ` ${nameIn(tree, 'black')} – `, stoneSign('2'),
      ` ${nameIn(tree, 'white')}`), html('p', {class: 'quiet'}, facts.filter(Boolean).join(', ')));
}
/* Steps through a game. */
const stepper = app => html('div', {class: 'stepper', role: 'group', 'aria-label': t('Moves')},
    ...[['first', t('Start of the game'), '«', -1e6], ['back', t('Back'), '‹', -1], ['forward', t('Forward'), '›', 1], ['last', t('End of the game'), '»', 1e6]]
        .map(([id, label, text, count]) => signButton(id, text, label, () => app.step(count))));
/* Steps through several things. */
const pager = (index, count, go) => html('div', {class: 'actions small'},
    signButton('previous', '‹', t('Back'), () => go(index - 1), {disabled: index === 0}),
    signButton('following', '›', t('Forward'), () => go(index + 1), {disabled: index === count - 1}));
const stoneSign = color => svg('svg', {class: 'stone-sign', viewBox: '-.5 -.5 1 1', 'aria-hidden': 'true'}, stoneAt([0, 0], color, {r: .44}));
const decimal = (value, digits = 1) => Number.isNaN(value) ? '?' : value.toLocaleString(language.code, {minimumFractionDigits: digits, maximumFractionDigits: digits});
const percentText = share => `${decimal(100 * share, Math.abs(share - .5) > .49 ? 1 : 0)}%`;
const points = value => t('{n} points', {n: decimal(Math.abs(value), Number.isInteger(value) && Math.abs(value) !== 1 ? 0 : 1)}); // 1.0 is a plural
const leadText = lead => Number.isNaN(lead) ? '' : Math.abs(lead) < .25 ? t('The game is even.')
    : t('{color} is ahead by about {points}.', {color: colorName(lead > 0 ? '1' : '2'), points: points(lead)});
/* Takes points out of a set if one of them is there, else adds them. */
function flip(set, points) {
  const isThere = points.some(point => set.has(point));
  for (const point of points)
    if (isThere) set.delete(point);
    else set.add(point);
}
/* A stone on wood, short; a pass, low and longer. volume: from 0 to 1. */
function knock(volume, isPass = false) {
  if (volume === 0) return;
  const audio = knock.audio ??= new AudioContext(), now = audio.currentTime, [from, to, seconds] = isPass ? [520, 390, .3] : [1400, 300, .07];
  const [tone, gain] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.setValueAtTime(from, now);
  tone.frequency.exponentialRampToValueAtTime(to, now + seconds / 2);
  gain.gain.setValueAtTime(volume / 2, now);
  gain.gain.exponentialRampToValueAtTime(.001, now + seconds);
  tone.connect(gain).connect(audio.destination);
  tone.start(now);
  tone.stop(now + seconds);
}
