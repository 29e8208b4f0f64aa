/* What the page asks of the engine about a game: positions told, answers as numbers of Black.
 *
 * An analysis is {visits, winRate, lead, candidates, owner}: Black's win rate (0 to 1) and lead in points; candidates,
 * the best first, have point, visits, winRate, lead, prior, pv (points), imageOf (a move that they mirror, or null); owner has a number a point from 1 (Black's)
 * to -1, or is null; policy has the network's share of each point, or is null. */
const HISTORY_MOST = 1000; // moves of a query: more cost the engine memory, and tell it nothing
class Session {
  constructor(engine) {
    Object.assign(this, {engine, told: null, queue: Promise.resolve(), profile: '', urgent: new Set(), onUrgent: () => {}});
  }

  /* What somebody waits for: what goes on in the background stands aside. */
  hurry(work) {
    this.urgent.add(work);
    this.onUrgent();
    work.catch(() => {}).finally(() => this.urgent.delete(work));
    return work;
  }
  async rest() {
    while (this.urgent.size > 0) await Promise.allSettled(this.urgent);
  }

  /* ---- Analysis ---- */

  queryOf(tree, node, {visits, every = 0, most = HISTORY_MOST, isBackground: _, ...rest}) {
    const {stones, toMove, moves} = tree.history(node, most), {go, info} = tree, name = color => color === '1' ? 'B' : 'W';
    const initialStones = [...stones].flatMap((stone, point) => stone === '0' ? [] : [[name(stone), go.vertexOf(point)]]);
    return {initialStones, moves: moves.map(({color, point}) => [name(color), go.vertexOf(point)]),
      initialPlayer: name(toMove), rules: info.rules, komi: info.komi, boardXSize: tree.width, boardYSize: tree.height,
      maxVisits: visits, includeOwnership: true, ...every > 0 && {reportDuringSearchEvery: every, firstReportDuringSearchAfter: .05},
      overrideSettings: {reportAnalysisWinratesAs: 'BLACK'}, ...rest};
  }
  analysisOf(tree, answer) {
    const {go} = tree;
    return {visits: answer.rootInfo.visits, winRate: answer.rootInfo.winrate, lead: answer.rootInfo.scoreLead,
      owner: answer.ownership ?? null, policy: answer.policy ?? null,
      candidates: answer.moveInfos.map(each => ({point: go.pointOf(each.move), visits: each.visits, winRate: each.winrate,
        lead: each.scoreLead, prior: each.prior, pv: each.pv.map(go.pointOf),
        imageOf: each.isSymmetryOf === undefined ? null : go.pointOf(each.isSymmetryOf)}))};
  }
  /* Searches a position. onAnalysis is called with each report and with the last. Returns {result, stop}. Where a record has moves
   * against the rules, the engine is told the stones alone. */
  analyze(tree, node, options, onAnalysis = () => {}) {
    const take = answer => {
      const analysis = answer && this.analysisOf(tree, answer);
      if (analysis) onAnalysis(analysis);
      return analysis;
    };
    let {result, stop} = this.engine.query(this.queryOf(tree, node, options), take);
    const again = error => {
      if (!/^illegal move/i.test(error.message)) throw error;
      ({result, stop} = this.engine.query(this.queryOf(tree, node, {...options, most: 0}), take));
      return result;
    };
    const last = result.catch(again).then(take);
    return {result: options.isBackground ? last : this.hurry(last), stop: () => stop()};
  }

  /* What the moves of a line lost, and why: {told (a Map of nodes to it), report (of both players)}. What is known already stays if the
   * engine cannot say. */
  async judge(tree, line) {
    const movers = line.filter(({move}) => move).map(node => ({node, before: node.parent?.analysis, after: node.analysis}));
    const {moves, ...report} = await this.engine.send({judge: judgementRequest(tree, line)}).catch(() => ({moves: [], ...tree.report}));
    return {told: new Map(movers.map(({node, before, after}, index) => [node, toldOf(moves[index] ?? node.told ?? {}, before, after)])),
      report: {...report, length: line.length}};
  }

  /* ---- Play: commands are sent one after another ---- */

  /* Does work when the engine has done what was asked before, and its board is the position of a node. */
  inTurn(tree, node, work, isBackground = false) {
    const done = this.queue.then(() => this.tell(tree, node).catch(() => this.tell(tree, node, 0))).then(work);
    this.queue = done.catch(() => {});
    return isBackground ? done : this.hurry(done);
  }
  /* Has the engine prove the reason of a move, if it is worth asking; it is told by the next judgement. */
  async prove(tree, node) {
    const {ask} = node.told, better = bestBefore(node)?.point;
    if (ask) node.proof = {better, answer: await this.inTurn(tree, node.parent, () => this.engine.gtp(ask), true).catch(() => '')};
  }
  /* Lets the engine's board be the position of a node: by what differs from what it was told last. */
  async tell(tree, node, most) {
    const {stones, toMove, moves} = tree.history(node, most), {go, info} = tree, send = line => this.engine.gtp(line);
    const name = color => color === '1' ? 'b' : 'w';
    const start = [this.engine.restarts, tree.width, tree.height, info.rules, stones, toMove].join(' ');
    const lines = moves.map(({color, point}) => `play ${name(color)} ${go.vertexOf(point)}`);
    let known = 0;
    if (this.told?.start === start) {
      while (known < lines.length && known < this.told.lines.length && lines[known] === this.told.lines[known]) known++;
      const extra = this.told.lines.length - known;
      if (extra > 0) await send(`gg-undo ${extra}`);
    } else {
      this.told = null;
      await send(tree.width === tree.height ? `boardsize ${tree.width}` : `rectangular_boardsize ${tree.width} ${tree.height}`);
      await send(`kata-set-rules ${info.rules}`);
      const points = [...stones].flatMap((stone, point) => stone === '0' ? [] : [`${name(stone)} ${go.vertexOf(point)}`]);
      const isHandicap = info.handicap > 1 && points.length === info.handicap && points.every(each => each[0] === 'b');
      if (isHandicap) await send(`set_free_handicap ${points.map(each => each.slice(2)).join(' ')}`);
      else if (points.length > 0) await send(`set_position ${points.join(' ')}`);
      else await send('clear_board');
      if (!isHandicap && lines.length === 0) await send(`gogui-setup_player ${name(toMove)}`);
    }
    this.told = null; // until all is told
    await send(`komi ${info.komi}`);
    for (const line of lines.slice(known)) await send(line);
    this.told = {start, lines};
  }
  /* The engine's move: a point, -1 for a pass, or 'resign'. By {rank}, {seconds} or {clock}; with a human network a rank may have a profile
   * of its own. */
  move(tree, node, {rank, seconds, clock, profile = ''}) {
    return this.inTurn(tree, node, async () => {
      const time = clock ? clockLines(clock) : ['kata-time_settings none'];
      if (profile || this.profile) time.push(`kata-set-param humanSLProfile ${profile}`.trim());
      this.profile = profile;
      for (const line of [`dihedra-rank ${rank ?? 'off'}`, `kata-set-param maxTime ${seconds ?? 1e6}`, ...time]) await this.engine.gtp(line);
      const color = tree.positionOf(node).toMove === '1' ? 'b' : 'w';
      const vertex = (await this.engine.gtp(`genmove ${color}`)).trim();
      if (/^resign$/i.test(vertex)) {
        this.told = null;
        return 'resign';
      }
      const point = tree.go.pointOf(vertex);
      this.told.lines.push(`play ${color} ${tree.go.vertexOf(point)}`);
      return point;
    });
  }
  /* {dead, seki}: sets of points, as the engine judges the end of a game. */
  ending(tree, node) {
    return this.inTurn(tree, node, async () => {
      const points = async status => new Set((await this.engine.gtp(`final_status_list ${status}`)).split(/\s+/)
          .filter(Boolean).map(tree.go.pointOf));
      return {dead: await points('dead'), seki: await points('seki')};
    });
  }
  /* What `dihedra-life` says of a group: see gtp/README.md. */
  life(tree, node, request) {
    return this.inTurn(tree, node, async () => JSON.parse(await this.engine.gtp(`dihedra-life ${JSON.stringify(request)}`)));
  }
  /* Exact values of a small board, as Black's points, komi counted: {value (of the position, or null), moves (a Map of points to
   * values), best (a Set of points)}; what is not known is not there. */
  async values(tree, node) {
    const known = firstValues(tree, node), found = known?.moves.size > 0 ? known : await this.solve(tree, node);
    return {...found, value: known?.value ?? found.value};
  }
  solve(tree, node) {
    return this.inTurn(tree, node, async () => {
      const lines = (await this.engine.gtp('dihedra-show_values')).split('\n'), {go, info} = tree;
      const words = name => (lines.find(line => line.startsWith(`${name} `)) ?? '').split(/\s+/).slice(name === 'COLOR' ? 2 : 1);
      const labels = words('LABEL'), known = /^[+-]?\d+$/, moves = new Map();
      for (let i = 0; i + 1 < labels.length; i += 2)
        if (known.test(labels[i + 1])) moves.set(go.pointOf(labels[i]), Number(labels[i + 1]) - info.komi);
      const [text] = /Black [^,]*/.exec(lines.at(-1)) ?? [''], value = text.split(' ')[1];
      return {value: known.test(value) ? Number(value) - info.komi : null, moves, best: new Set(words('COLOR').map(go.pointOf))};
    });
  }
}

/* Exact values of 5x5 before the first move and after it, as Session.values gives them; null elsewhere. */
function firstValues(tree, node) {
  const {go, info} = tree, {stones, toMove, moves: [first, second]} = tree.history(node);
  if (go.width !== 5 || go.height !== 5 || info.rules !== 'chinese' || /[12]/.test(stones) || toMove !== '1' || second) return null;
  const valueOf = point => {
    const [near, far] = placeOn(5)(point).map(at => Math.min(at, 4 - at)).sort();
    return FIRST_MOVES[`${LETTERS[far]}${near + 1}`] - info.komi;
  };
  if (first) return first.point < 0 ? null : {value: valueOf(first.point), moves: new Map(), best: new Set()};
  const moves = new Map(range(25).map(point => [point, valueOf(point)])), value = Math.max(...moves.values());
  return {value, moves, best: new Set([...moves.keys()].filter(point => moves.get(point) === value))};
}
