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
    } else if (waiting && (message.network !== undefined || message.sgf !== undefined || message.judgement)) {
      this.waiting.delete(message.id);
      waiting.resolve(message.judgement ?? message.sgf ?? message.cache);
    } else if (waiting && message.gtp !== undefined) {
      waiting.text += message.gtp;
      if (!message.isEnd) return;
      this.waiting.delete(message.id);
      const {text, resolve, reject} = waiting, body = text.replace(/^[=?]\d*\s*/, '').trimEnd();
      if (text[0] === '?') reject(new Error(body));
      else resolve(body);
    }
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

  /* Sends a message with an id; the promise is settled by the answer. {network, name, human, cache} hands a network over, whose bytes the
   * worker keeps, or null: to search with, or, if human, whose choices ranks follow; cache is what the engine knew of networks, the
   * answer what it knows now. */
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
