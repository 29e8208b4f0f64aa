/* The records of the folder that `dihedra page` was given. The server lists them and reads what their roots say; `dihedra analyze` reviews them
 * if it is asked to, in pages of their own. A record that it has reviewed is opened with its review, or with that kept beside it. */
const HEADS_MOST = 100, LOOK_AGAIN = 3000, KEPT = '.review.sgf'; // of a request; ms; engine/review/review.c has it, too
const COLUMNS = [['path', 'Name'], ['black', 'Black'], ['white', 'White'], ['date', 'Date'], ['result', 'Result'], ['size', 'Board'], ['moves', 'Moves']];
class Records {
  constructor(app) {
    Object.assign(this, {app, title: 'Folder', rows: new Map(), search: '', by: 'path', review: null, pages: new Map(), reviews: `/review/${relay.headers['X-Token']}/`});
    relay.onReview = (line, ended) => this.takeReview(line, ended);
    if (relay.lastReview) this.takeReview(...relay.lastReview);
  }
  async json(...request) {
    return (await relay.ask(...request)).json();
  }
  /* What is new or not as it was is read, a part at a time. */
  async look() {
    const all = await this.json('/records'), kept = new Map(all.filter(({path}) => path.endsWith(KEPT)).map(row => [row.path, row]));
    const listed = all.filter(({path}) => !kept.has(path)), known = row => this.rows.get(row.key)?.stamp === row.stamp && this.rows.get(row.key);
    const hasGone = listed.length < this.rows.size;
    for (const row of listed) if (this.rows.has(row.key) && !known(row)) this.pages.delete(row.path); // it has been changed
    this.rows = new Map(listed.map(row => [row.key, known(row) || row]));
    const unread = [...this.rows.values()].filter(({moves, fault}) => moves === undefined && !fault);
    for (let i = 0; i < unread.length; i += HEADS_MOST) {
      const part = unread.slice(i, i + HEADS_MOST), heads = await this.json('/heads', part.map(({key}) => key).join('\n'));
      part.forEach((row, index) => Object.assign(row, heads[index]));
      this.app.refreshSoon();
    }
    for (const row of this.rows.values()) {
      const review = kept.get(row.path + KEPT) ?? kept.get(row.path.replace(/\.\w+$/, KEPT)); // as it was named once
      row.kept = parseInt(review?.stamp) >= parseInt(row.stamp) ? review : null;
    }
    if (hasGone || kept.size > 0) this.app.refreshSoon();
    this.goOn();
  }
  /* For as long as the server is there. */
  async watch() {
    await this.look();
    setTimeout(() => this.watch().catch(() => {}), LOOK_AGAIN);
  }
  async open({kept, ...row}) {
    this.app.closeSheet();
    const {app} = this, page = this.pages.get(row.path);
    if (page) return app.look(Object.assign(newGame([readReport(await this.report(page))]), {path: row.path}), 'review');
    const {key, path} = kept ?? row, game = await app.openGames(await (await relay.ask(`/record/${key}`)).arrayBuffer(), path);
    if (game) game.path = path;
  }
  /* As a new file; one that is there is replaced only if that is wished. */
  async save() {
    const {app} = this, {doc: {path, title}, tree} = app, name = prompt(t('Save in the folder…'), path ?? fileNameOf({...tree.info, title}));
    if (!name) return;
    const put = headers => relay.ask(`/save/${encodeURIComponent(name)}`, writeSgf(tree, true), headers);
    try {
      await put();
    } catch (error) {
      if (error.status !== EXISTS) throw error;
      if (!confirm(t('{name} exists. Replace it?', {name}))) return;
      await put({'X-Replace': 'yes'});
    }
    app.note(t('{name} is saved.', {name}));
  }

  /* ---- Reviews of all ---- */

  /* What a page of the reviews shows. */
  async report(page) {
    const text = await (await relay.ask(this.reviews + encodeURIComponent(page))).text();
    return JSON.parse(new DOMParser().parseFromString(text, 'text/html').getElementById('data').textContent);
  }
  /* The first game of a file counts. */
  takePage(file, page) {
    const path = file.slice(relay.folder.length);
    if (!this.pages.has(path)) this.pages.set(path, page);
  }
  async start(isWished = true) {
    const review = this.review = {isRunning: true, stamps: this.stamps(), index: 0, all: 0, share: 0, news: ''};
    this.pages.clear(); // their names may be others now
    this.app.refreshSoon();
    if (isWished) await relay.ask(`/lines/${REVIEWER}`, '\n').catch(error => {
      review.isRunning = false;
      throw error;
    });
  }
  stop() {
    return relay.ask(`/lines/${REVIEWER}`, '');
  }
  stamps() {
    return [...this.rows.values()].map(({key, stamp}) => `${key} ${stamp}`).join();
  }
  /* What has come since the last review, or was changed, is reviewed, too. */
  goOn() {
    const {review} = this, isNew = review ? review.isDone && review.stamps !== this.stamps() : relay.beginsReviews;
    if (isNew && this.rows.size > 0) this.start().catch(({message}) => this.app.note(message));
  }
  /* A line tells what the page of a record is, or how far its search is, of which the first third is that of all positions. */
  takeReview(line, ended) {
    const [, file, page] = /^(.*?): (?:Black|White) .*; (.+\.html)$/.exec(line) ?? [];
    if (!this.review?.isRunning && (line || !this.review)) this.start(false);
    if (page) this.takePage(file, page);
    const {review} = this, [, index, all, done, most, what] = /^(\d+)\/(\d+) .*: (\d+)\/(\d+) (position|turning)/.exec(line) ?? [];
    if (index) {
      Object.assign(review, {index: +index, all: +all, share: (+index - 1 + (what === 'position' ? done / most : 1 + 2 * done / most) / 3) / all, news: ''});
      review.first ??= {share: review.share, time: Date.now()};
    } else if (line && !page && !line.startsWith('dihedra: ')) { // but for what was repaired in a record
      review.news = line;
    } else if (!line) {
      Object.assign(review, {isRunning: false, isDone: ended !== '', news: review.news || (/^exit status [01]$/.test(ended) ? '' : ended)});
    }
    if (this.hasIndex() && !this.isIndexed) this.readIndex().catch(() => {}); // every record was damaged
    this.app.refreshSoon();
  }
  hasIndex() {
    return this.review?.isDone || this.review?.index > 1;
  }
  /* What was told before this page was opened. */
  async readIndex() {
    this.isIndexed = true;
    for (const {file, page} of (await this.report('index.html')).games) this.takePage(file, page);
  }
  reviewBox() {
    const {app, review} = this;
    if (!relay.canReview) return null;
    const {index, all, share, first, news} = review ?? {}, isRunning = review?.isRunning && app.isReady(), seconds = share > first?.share && (Date.now() - first.time) / 1000 * (1 - share) / (share - first.share);
    return html('div', {class: 'progress-box'}, isRunning && [html('progress', {max: 1, value: share, 'aria-label': t('Progress')}),
      html('span', {class: 'quiet'}, all > 0 && `${index} / ${all} `, seconds > 0 && timeText(seconds))],
    isRunning ? button('review-end', t('Stop'), () => this.stop()) : button('review-all', t('Review all'), () => this.start()),
    this.hasIndex() && html('a', {id: 'review-index', href: `${this.reviews}index.html`, target: '_blank', rel: 'noopener'}, t('Key mistakes')),
    news && html('p', {class: 'quiet'}, news));
  }

  cell(row, name) {
    return name === 'path' || !row[`${name}Rank`] ? row[name] : `${row[name]} ${row[`${name}Rank`]}`;
  }
  found() {
    const {compare} = new Intl.Collator(undefined, {numeric: true});
    return [...this.rows.values()].filter(({stamp, key, kept, ...row}) => hasWords(row, this.search))
        .sort((a, b) => compare(a[this.by] ?? '', b[this.by] ?? ''));
  }
  panel() {
    const found = this.found(), shown = found.slice(0, ROWS_MOST);
    return [searchField(this, 'records'),
      html('p', {class: 'quiet'}, relay.folder), this.reviewBox(),
      html('div', {class: 'scroll'}, html('table', {class: 'records'}, html('tr', {}, ...COLUMNS.map(([name, words]) => html('th', {scope: 'col', 'aria-sort': name === this.by ? 'ascending' : null},
          button(`by-${name}`, t(words), () => { this.by = name; })))),
      ...shown.map(row => html('tr', {key: row.key}, html('td', {}, button(`record-${row.key}`, row.kept || this.pages.has(row.path) ? `${row.path} ✓` : row.path, () => this.open(row), {disabled: Boolean(row.fault)})),
          row.fault ? html('td', {colspan: COLUMNS.length - 1, class: 'quiet'}, row.fault) : COLUMNS.slice(1).map(([name]) => html('td', {}, this.cell(row, name))))))),
      moreWords(found)];
  }
}

const relay = new Relay(location.search.slice(1));
/* The game that the command line asks for. */
function wishAsGiven(play) {
  for (const key of ['size', 'rules', 'komi']) {
    const [, text] = new RegExp(` --${key}=(\\S+)`).exec(relay.words) ?? [], value = key === 'rules' ? text && rulesNamed(text) : Number(text);
    if (value || value === 0) play.setWish(key, value);
  }
}
/* Once the engine is there: the list of the folder, or the record, but not again when the page is reloaded. */
async function begin(app) {
  const isNew = !store.get('begun', null, 'sessionStorage');
  store.set('begun', true, 'sessionStorage');
  await app.restoring;
  if (isNew) wishAsGiven(app.modes.play);
  app.keep();
  if (!relay.folder) return;
  const records = new Records(app);
  if (!relay.isRecord) {
    app.records = records;
    if (isNew) app.openSheet(records);
    await records.watch();
  } else if (isNew) {
    await records.look();
    await records.open([...records.rows.values()][0]);
  }
}
const files = {relay, worker: async () => relay, wasm: async () => undefined, network: async () => '', begin: app => begin(app).catch(({message}) => app.note(message))};
