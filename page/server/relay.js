/* What the page has in place of the engine's files when `dihedra page` serves it. Relay takes the worker's place (page/engine.js): lines of
 * GTP and queries go to engines of this tab, and what these write comes back on a stream, behind the engine's number. */
const GTP = 0, ANALYSIS = 1, REVIEWER = 2, EXISTS = 409; // a status
const SPEED_LEAST = 500; // ms of a search
const LINE_MOST = 100, STRANGE_MOST = 20; // characters of a line that is shown; lines before it is known what an engine speaks
const baseName = path => path.replace(/.*\//, '');
class Relay {
  constructor(token) {
    Object.assign(this, {headers: {'X-Token': token, 'X-Tab': crypto.randomUUID()}, sent: [Promise.resolve(), Promise.resolve()], pending: [], response: [], networks: [],
      speeds: store.get('speeds', {}), fault: ''});
    for (const name of ['pagehide', 'pageshow']) addEventListener(name, () => { this.isLeaving = name === 'pagehide'; }); // what breaks then is no fault
  }
  /* Rejects with the server's sentence if it refuses. */
  async ask(path, body, headers = {}) {
    const answer = await fetch(path, {method: body === undefined ? 'GET' : 'POST', body, headers: {...this.headers, ...headers}});
    if (!answer.ok) throw Object.assign(new Error(await answer.text()), {status: answer.status});
    return answer;
  }
  post(data) {
    if (!this.isLeaving) this.onmessage({data});
  }
  postMessage(message) {
    const {id, start, gtp, query, network, game, judge, stop} = message, fail = ({message: error}) => this.post({id, error});
    if (start) this.listen().catch(fail);
    else if (gtp !== undefined) this.command(gtp, response => this.post({id, gtp: response, isEnd: true}));
    else if (query) this.query(query);
    else if (network !== undefined) this.setNetwork(message).catch(fail);
    else if (game) this.ask('/convert', game).then(answer => answer.text()).then(sgf => this.post({id, sgf}), fail);
    else if (judge) this.ask('/judge', judge).then(answer => answer.json()).then(judgement => this.post({id, judgement}), fail);
    else if (stop) {
      this.write(GTP, '# interrupt');
      this.query({id: 'stop', action: 'terminate_all'});
    }
  }
  command(line, onResponse) {
    this.pending.push(onResponse);
    this.write(GTP, line);
  }
  query(query) {
    if (this.analyzer) return this.analyzer.query(query);
    this.write(ANALYSIS, JSON.stringify(query));
  }
  /* One request after another for each engine: they might overtake each other. */
  write(number, line) {
    this.sent[number] = this.sent[number].then(() => this.ask(`/lines/${number}`, `${line}\n`)).catch(({message: error}) => this.post({error}));
  }
  async listen() {
    const reader = (await this.ask('/stream')).body.pipeThrough(new TextDecoderStream()).getReader();
    const next = () => reader.read().then(({value}) => value, () => undefined);
    for (let rest = '', part; (part = await next()) !== undefined;) {
      const lines = (rest + part).split('\n');
      rest = lines.pop();
      for (const line of lines) this.take(line[0], line.slice(1).trimEnd());
    }
    throw new Error(t('dihedra page has ended.'));
  }
  take(from, line) {
    if (from === '!') this.takeNews(JSON.parse(line));
    else if (from === '1') this.heed(line);
    else if (from === '2') this.takeReview(line);
    else if (from === '0' && line) this.response.push(line);
    else if (from === '0' && this.response.length > 0) this.pending.shift()?.(this.response.splice(0).join('\n'));
  }
  /* An engine of another make that does not keep to a protocol is ended. */
  heed(line) {
    if (this.fault) return;
    try {
      if (this.analyzer) this.analyzer.take(line);
      else this.takeAnswer(JSON.parse(line));
    } catch {
      this.fault = t('It speaks neither KataGo’s protocol nor GTP: {line}', {line: line.slice(0, LINE_MOST)});
      this.ask(`/lines/${ANALYSIS}`, '').catch(() => {});
    }
  }
  takeNews({networks, ended, again, engine, ...rest}) {
    if (networks) {
      Object.assign(this, {networks, engine, ...rest});
      if (!engine) return this.post({ready: true});
      this.analyzer = new Analyzer(this); // until it is known what the engine speaks
      return this.write(ANALYSIS, HELLO);
    }
    if (engine === REVIEWER) return this.takeReview('', ended);
    const reason = this.fault || ended;
    this.forget(reason);
    if (!this.isChoosing) this.post(again && !this.fault ? {restarted: reason} : {error: reason});
  }
  takeReview(...news) {
    this.lastReview = news;
    this.onReview?.(...news);
  }
  get network() {
    const usual = 'default.bin.gz', own = this.networks.some(({name}) => name === usual) ? usual : 'inside';
    return this.model || baseName(this.given ?? own);
  }
  takeAnswer(answer) {
    if (!['rootInfo', 'error', 'noResults', 'action', 'warning'].some(name => name in answer)) throw new Error();
    if (answer.field && this.engine) answer.error += ` (${answer.field})`;
    if (answer.isDuringSearch && !this.engine) this.measure(answer);
    this.post({answer});
  }
  /* How fast a network is here is seen by what it reports, and kept. */
  measure({id, rootInfo: {visits}}) {
    const time = performance.now(), {first} = this;
    if (first?.id !== id) this.first = {id, visits, time};
    else if (time - first.time > SPEED_LEAST) store.set('speeds', Object.assign(this.speeds, {[this.network]: 1000 * (visits - first.visits) / (time - first.time)}));
  }
  /* Nothing that was asked will be answered. */
  forget(reason) {
    this.response = [];
    this.analyzer?.forget();
    for (const each of this.pending.splice(0)) each(`? ${reason}`);
  }
  has(name) {
    return !this.given && this.networks.some(each => each.name === name);
  }
  /* The engines begin anew with a network; if it cannot be used, with the one before. */
  async setNetwork({id, network, human}) {
    const kind = human ? 'human' : 'model', before = this[kind] ?? '';
    const choose = async name => {
      await this.ask(`/network/${kind}`, name);
      this.forget(t('Another network is in use.'));
      this.post({restarted: ''});
    };
    this.isChoosing = true;
    try {
      await choose(network);
      await new Promise((resolve, reject) => this.command('kata-get-models', response =>
          response[0] === '=' ? resolve() : reject(new Error(response.slice(2)))));
      this[kind] = network;
      this.post({id, network});
    } catch (error) {
      await choose(before);
      throw error;
    } finally {
      this.isChoosing = false;
    }
  }
}

/* An engine of another make. It may speak the analysis protocol; if it answers HELLO as GTP engines do, queries are put to it by
 * kata-analyze, one at a time, and values are those of the side to move. */
const HELLO = '{"id":"hello","action":"query_version"}';
class Analyzer {
  constructor(relay) {
    Object.assign(this, {relay, queries: [], speaksGtp: false, strange: 0});
    this.forget();
  }
  forget() {
    Object.assign(this, {queries: [], current: null, hasText: false});
  }
  query(query) {
    if (!query.action) this.queries.push(query);
    const isMeant = ({id}) => query.action === 'terminate_all' || id === query.terminateId;
    for (const {id} of this.queries.filter(isMeant)) this.relay.post({answer: {id, noResults: true}});
    this.queries = this.queries.filter(each => !isMeant(each));
    if (this.current && isMeant(this.current)) this.stop();
    this.next();
  }
  next() {
    if (this.current || this.queries.length === 0 || !this.speaksGtp) return;
    const query = this.queries.shift(), {initialStones, moves, initialPlayer, rules, komi, boardXSize: width, boardYSize: height, reportDuringSearchEvery: every = .1} = query;
    const color = moves.length > 0 ? moves.at(-1)[0] === 'B' ? 'W' : 'B' : initialPlayer;
    const owed = [width === height ? `boardsize ${width}` : `rectangular_boardsize ${width} ${height}`, 'clear_board', `kata-set-rules ${rules}`, `komi ${komi}`,
      ...[...initialStones, ...moves].map(([side, vertex]) => `play ${side} ${vertex}`), `kata-analyze ${color} ${Math.ceil(100 * every)} ownership true`];
    this.relay.write(ANALYSIS, owed.join('\n'));
    Object.assign(this, {current: query, color, owed, last: null, fault: '', isStopped: false});
  }
  stop() {
    if (this.isStopped) return;
    this.isStopped = true;
    this.owed.push('name');
    this.relay.write(ANALYSIS, 'name');
  }
  take(line) {
    if (!this.current && line[0] === '{') {
      JSON.parse(line);
      this.relay.analyzer = null;
      for (const query of this.queries) this.relay.query(query);
      this.relay.post({ready: true});
    } else if (!this.current && /^[=?]/.test(line)) {
      this.speaksGtp = true;
      this.relay.post({ready: true});
    } else if (this.current && line) {
      this.hasText = true;
      if (line[0] === '?') this.refuse(line.slice(1).trim(), this.owed[0]);
      if (line.startsWith('info ') && !this.fault) this.report(line);
    } else if (this.hasText) {
      this.hasText = false;
      this.owed.shift();
      if (this.owed.length === 0) this.finish();
    } else if (line && !this.speaksGtp && ++this.strange > STRANGE_MOST) {
      throw new Error();
    }
  }
  /* What it would analyse is another position. An engine may have rules of its own. */
  refuse(words, command) {
    if (/^kata-set-rules /.test(command) && /^unknown command/i.test(words)) return;
    this.fault ||= `${words} (${command})`;
    this.stop();
  }
  report(line) {
    const {current: {id, maxVisits, reportDuringSearchEvery}, color} = this, [infos, owners] = line.split(' ownership '), sign = color === 'B' ? 1 : -1;
    const moveInfos = infos.split('info ').slice(1).map(text => {
      const [facts, pv] = text.trim().split(' pv '), word = name => new RegExp(`\\b${name} (\\S+)`).exec(facts)?.[1], value = name => Number(word(name)), rate = value('winrate');
      return {move: /move (\S+)/.exec(facts)[1], visits: value('visits'), winrate: sign > 0 ? rate : 1 - rate, scoreLead: sign * value('scoreLead'), prior: value('prior'),
        order: value('order'), pv: pv?.split(' ') ?? [], isSymmetryOf: word('isSymmetryOf')};
    }).sort((a, b) => a.order - b.order);
    const visits = moveInfos.reduce((sum, each) => sum + (each.isSymmetryOf ? 0 : each.visits), 0), [{winrate, scoreLead}] = moveInfos;
    this.last = {id, rootInfo: {visits, winrate, scoreLead}, moveInfos, ownership: owners?.split(' ').map(value => sign * Number(value))};
    if (visits >= maxVisits) this.stop();
    else if (reportDuringSearchEvery) this.relay.post({answer: {...this.last, isDuringSearch: true}});
  }
  finish() {
    const {current: {id}, last, fault} = this;
    this.current = null;
    this.relay.post({answer: fault ? {id, error: fault} : last ?? {id, noResults: true}});
    this.next();
  }
}
