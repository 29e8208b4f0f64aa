/* The engine behind the page: a worker (packaging/web/worker.js) that speaks GTP and KataGo's analysis protocol by messages.
 * Promises of what it had not answered when it failed are rejected. */
class Engine {
  /* worker has postMessage and calls onmessage; start is {wasm, network} as its first message has them. onState is called when
   * state ('loading', 'ready', 'failed') changes; started is a promise of the first change. Nothing else may be sent before. */
  constructor(worker, start, onState = () => {}) {
    Object.assign(this, {worker, onState, state: 'loading', failure: '', next: 1, restarts: 0, waiting: new Map(), queries: new Map()});
    this.started = new Promise((resolve, reject) => Object.assign(this, {resolveStart: resolve, rejectStart: reject}));
    this.started.catch(() => {}); // whoever waits for it is told
    worker.onmessage = ({data: message}) => this.take(message);
    worker.onerror = event => this.fail(event.message ?? String(event));
    worker.postMessage({start});
  }
  take(message) {
    const waiting = this.waiting.get(message.id);
    if (message.ready) {
      this.state = 'ready';
      this.resolveStart();
      this.onState(this);
    } else if (message.answer) {
      this.takeAnswer(message.answer);
    } else if (message.restarted !== undefined) {
      this.restart(message.restarted);
    } else if (message.progress !== undefined) {
      waiting?.onProgress?.(message.progress);
    } else if (message.error !== undefined) {
      if (!waiting) return this.fail(message.error);
      this.waiting.delete(message.id);
      waiting.reject(new Error(message.error));
    } else if (waiting && (message.network !== undefined || message.sgf !== undefined)) {
      this.waiting.delete(message.id);
      waiting.resolve(message.sgf);
    } else if (waiting && message.gtp !== undefined) {
      waiting.text += message.gtp;
      if (message.isEnd) this.takeResponse(message.id, waiting);
    }
  }
  takeResponse(id, {text, resolve, reject}) {
    this.waiting.delete(id);
    const body = text.replace(/^[=?]\d*\s*/, '').trimEnd();
    if (text[0] === '?') reject(new Error(body));
    else resolve(body);
  }
  takeAnswer(answer) {
    const query = this.queries.get(answer.id);
    if (!query || answer.warning !== undefined || answer.action) return;
    if (answer.isDuringSearch) return query.onReport(answer);
    this.queries.delete(answer.id);
    if (answer.error !== undefined) query.reject(new Error(answer.error));
    else query.resolve(answer.noResults ? null : answer);
  }
  /* It has forgotten what it was told and asked, by queries; because that was wished (''), or for a reason. */
  restart(reason) {
    this.restarts++;
    for (const {resolve} of this.queries.values()) resolve(null);
    this.queries.clear();
    if (reason) this.onState(this, t('The engine ended and was started again: {reason}', {reason}));
  }
  fail(text) {
    Object.assign(this, {state: 'failed', failure: text});
    this.rejectStart(new Error(text));
    for (const {reject} of [...this.waiting.values(), ...this.queries.values()]) reject(new Error(text));
    this.waiting.clear();
    this.queries.clear();
    this.onState(this);
  }

  /* Sends a message with an id; the promise is settled by the answer. */
  send(message, onProgress, transfer = []) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      if (this.state === 'failed') return reject(new Error(this.failure));
      this.waiting.set(id, {resolve, reject, onProgress, text: ''});
      this.worker.postMessage({id, ...message}, transfer);
    });
  }
  /* Sends a line of GTP. Resolves to the response's text; rejects with it if the command failed. */
  gtp(line) {
    return this.send({gtp: line});
  }
  /* Ends the command that runs, and all queries, with what they have found. */
  stop() {
    this.worker.postMessage({stop: true});
  }
  /* Hands a network over, whose bytes the worker keeps: to search with, or, if human, whose choices ranks follow. Resolves when
   * it is in use. */
  setNetwork(network, name, human, onProgress) {
    return this.send({network, name, human}, onProgress, [network]);
  }
  /* Reads a file of games in any format and character set. Resolves to SGF that readSgf reads. */
  readGames(game, name) {
    return this.send({game, name}, null, [game]);
  }
  /* Sends a query of the analysis protocol. Returns {result, stop}: a promise of the final answer (null if there is
   * none), and what ends the search early. */
  query(query, onReport = () => {}) {
    const id = `q${this.next++}`;
    const result = new Promise((resolve, reject) => {
      if (this.state === 'failed') return reject(new Error(this.failure));
      this.queries.set(id, {resolve, reject, onReport});
      this.worker.postMessage({query: {id, ...query}});
    });
    const stop = () => {
      if (this.queries.has(id)) this.worker.postMessage({query: {id: `${id}-end`, action: 'terminate', terminateId: id}});
    };
    return {result, stop};
  }
}

/* The worker's place taken by the server of `dihedra page` (gtp/page): lines of GTP and queries go to engines of this tab there, and
 * come back on a stream. What an engine answers begins with its number. */
const GTP = 0, ANALYSIS = 1;
class Relay {
  constructor(token) {
    Object.assign(this, {headers: {'X-Token': token, 'X-Tab': crypto.randomUUID()}, lines: ['', ''], sending: [null, null], pending: [], response: [], networks: []});
  }
  /* Rejects with the server's sentence if it refuses. */
  async ask(path, body) {
    const answer = await fetch(path, {method: body === undefined ? 'GET' : 'POST', body, headers: this.headers});
    if (!answer.ok) throw Object.assign(new Error(await answer.text()), {status: answer.status});
    return answer;
  }
  post(data) {
    this.onmessage({data});
  }
  postMessage(message) {
    const {id, start, gtp, query, network, game, stop} = message, fail = ({message: error}) => this.post({id, error});
    if (start) this.listen().catch(fail);
    else if (gtp !== undefined) this.command(gtp, response => this.post({id, gtp: response, isEnd: true}));
    else if (query) this.write(ANALYSIS, JSON.stringify(query));
    else if (network !== undefined) this.setNetwork(message).catch(fail);
    else if (game) this.ask('/convert', game).then(answer => answer.text()).then(sgf => this.post({id, sgf}), fail);
    else if (stop) {
      this.write(GTP, '# interrupt');
      this.write(ANALYSIS, '{"id":"stop","action":"terminate_all"}');
    }
  }
  command(line, onResponse) {
    this.pending.push(onResponse);
    this.write(GTP, line);
  }
  /* One request after another for each engine: they might overtake each other. */
  write(engine, line) {
    this.lines[engine] += `${line}\n`;
    this.sending[engine] ??= this.send(engine).catch(({message: error}) => this.post({error})).finally(() => { this.sending[engine] = null; });
  }
  async send(engine) {
    while (this.lines[engine]) {
      const text = this.lines[engine];
      this.lines[engine] = '';
      await this.ask(`/lines/${engine}`, text);
    }
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
    else if (from === '1') this.post({answer: JSON.parse(line)});
    else if (from === '0' && line) this.response.push(line);
    else if (from === '0' && this.response.length > 0) this.pending.shift()?.(this.response.splice(0).join('\n'));
  }
  takeNews({networks, ended, again, ...rest}) {
    if (networks) {
      Object.assign(this, {networks, ...rest});
      return this.post({ready: true});
    }
    this.forget(ended);
    if (!this.isChoosing) this.post(again ? {restarted: ended} : {error: ended});
  }
  /* Nothing that was asked will be answered. */
  forget(reason) {
    this.response = [];
    for (const each of this.pending.splice(0)) each(`? ${reason}`);
  }
  /* The engines begin anew with the network; if one of them cannot, all is as it was. */
  async setNetwork({id, network, human}) {
    const kind = human ? 'human' : 'model', before = this[kind] ?? '';
    const choose = async name => {
      await this.ask(`/network/${kind}`, name);
      this.forget(t('The network is another.'));
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
