/* A game: a tree of nodes, each a move or a change of stones, and the node that is looked at. Every edit can be taken back.
 *
 * A node has parent, children, depth (moves and changes before it), move ({color, point} or null), setup (a Map of
 * points to digits, or null), player (whose turn a record says it is, or null), marks (a Map of points to a kind or
 * a label), comment, name, other (properties of records that nothing here reads, kept), analysis and exact values (or null), told and
 * proof (modes/judge.js). An analysis isOld once another network is in use: it is shown until it is replaced.
 * Positions are derived from nodes and remembered until a change. */
class Tree {
  constructor({width = 19, height = width, ...info} = {}) {
    this.width = width;
    this.height = height;
    this.go = goban(width, height);
    this.info = {komi: 7.5, rules: 'chinese', handicap: 0, black: '', white: '', result: '', other: {}, ...info};
    this.root = this.at = this.makeNode(null);
    Object.assign(this, {version: 0, done: [], undone: []});
  }
  /* A node that its parent does not know of. */
  makeNode(parent) {
    return {parent, children: [], depth: parent ? parent.depth + 1 : 0, move: null, setup: null, player: null,
      marks: new Map(), comment: '', name: '', other: {}, analysis: null, values: null, told: null, proof: null, position: null};
  }
  newNode(parent) {
    const node = this.makeNode(parent);
    parent.children.push(node);
    return node;
  }

  /* ---- Edits ---- */

  /* Gives objects other values, [object, values] each, and looks at another node. Edits of the same thing, one after another, are
   * taken back as one. The version tells games apart that differ by an edit. */
  edit(changes, at = this.at, thing = null) {
    const step = {changes, at, thing}, last = this.done.at(-1);
    if (thing !== null && last?.thing === thing && last.changes[0][0] === changes[0][0] && this.undone.length === 0) {
      Object.assign(...changes[0]);
      this.version++;
    } else {
      this.exchange(step);
      this.done.push(step);
      this.undone = [];
    }
  }
  exchange(step) {
    for (const [object, values] of step.changes)
      for (const key of Object.keys(values)) [object[key], values[key]] = [values[key], object[key]];
    [this.at, step.at] = [step.at, this.at];
    this.version++;
  }
  redo() {
    this.undo(this.undone, this.done);
  }
  undo(from = this.done, to = this.undone) {
    const step = from.pop();
    if (!step) return;
    this.exchange(step);
    to.push(step);
  }
  /* What the game came to, which is no edit. */
  setResult(result) {
    this.info.result = result;
    this.version++;
  }
  /* Nothing before this can be taken back. */
  settle() {
    Object.assign(this, {done: [], undone: []});
  }

  nameOf(point) {
    return point < 0 ? t('pass') : this.go.vertexOf(point);
  }

  /* Nodes from the root to a node. */
  path(node = this.at) {
    const path = [];
    for (let each = node; each; each = each.parent) path.push(each);
    return path.reverse();
  }
  /* The line through a node to its end, by first children. */
  line(node = this.at) {
    const line = this.path(node);
    while (line.at(-1).children.length > 0) line.push(line.at(-1).children[0]);
    return line;
  }
  * nodes(start = this.root) {
    const waiting = [start];
    while (waiting.length > 0) {
      const node = waiting.pop();
      yield node;
      for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i]);
    }
  }

  /* {stones, ko, captured (by color, what that color has taken), toMove, number (of moves), passes (in a row; one that takes the
   * button does not count), button (the color that passed first), taken (by this move)}. */
  positionOf(node = this.at) {
    const unknown = [];
    for (let each = node; each && !each.position; each = each.parent) unknown.push(each);
    for (const each of unknown.reverse())
      each.position = this.derive(each, each.parent?.position ?? null);
    return node.position;
  }
  derive(node, before) {
    let position = before ? {...before, taken: 0}
        : {stones: '0'.repeat(this.width * this.height), ko: -1, captured: {1: 0, 2: 0}, toMove: '1', number: 0, passes: 0, button: '', taken: 0};
    if (node.move) position = this.deriveMove(position, node.move);
    if (node.setup) {
      position.stones = [...position.stones].map((stone, point) => node.setup.get(point) ?? stone).join('');
      position.ko = -1;
      position.passes = 0;
      if (!before && this.info.handicap > 1) position.toMove = '2';
    }
    if (node.player) position.toMove = node.player;
    return position;
  }
  /* Records may have moves that the rules forbid: the stone is put all the same. */
  deriveMove(position, {color, point}) {
    const ko = color === position.toMove ? position.ko : -1;
    const emptied = point >= 0 && position.stones[point] !== '0'
        ? position.stones.slice(0, point) + '0' + position.stones.slice(point + 1) : position.stones;
    const played = this.go.play(emptied, color, point, emptied === position.stones ? ko : -1, true) ??
        this.go.play(emptied, color, point, -1, true);
    const isPass = point < 0, takesButton = RULES[this.info.rules].button && !position.button;
    return {stones: played.stones, ko: played.ko, toMove: this.go.other(color), number: position.number + 1,
      passes: isPass && !takesButton ? position.passes + 1 : 0, button: position.button || (isPass ? color : ''),
      captured: {[color]: position.captured[color] + played.captured,
        [this.go.other(color)]: position.captured[this.go.other(color)] + (played.lost ?? 0)},
      taken: played.captured};
  }
  /* Why a move at a point would be illegal: 'occupied', 'ko', 'suicide' or 'superko'; null if it is legal. */
  fault(point, color = this.positionOf().toMove, node = this.at) {
    const {stones, ko, toMove, button} = this.positionOf(node), rules = RULES[this.info.rules];
    if (point < 0) return null;
    if (stones[point] !== '0') return 'occupied';
    if (point === ko && color === toMove) return 'ko';
    const played = this.go.play(stones, color, point, -1, rules.suicide);
    if (!played) return 'suicide';
    const repeats = rules.ko !== 'simple' && this.path(node).some(each => this.positionOf(each).stones === played.stones &&
        (!rules.button || this.positionOf(each).button === button) && (rules.ko === 'positional' || this.positionOf(each).toMove !== color));
    if (played.lost === 1 && (repeats || rules.ko !== 'situational')) return 'suicide'; // else it is as good as a pass
    return repeats ? 'superko' : null;
  }
  /* Plays a legal move, or goes to it if it is there. */
  play(point, color = this.positionOf().toMove) {
    const known = this.at.children.find(({move}) => move && move.point === point && move.color === color);
    if (known) return this.at = known;
    return this.append({move: {color, point}});
  }
  append(values) {
    const node = Object.assign(this.makeNode(this.at), values);
    this.edit([[this.at, {children: [...this.at.children, node]}]], node);
    return node;
  }
  /* A move that is not in the tree. */
  imagine(parent, point) {
    return Object.assign(this.makeNode(parent), {move: {color: this.positionOf(parent).toMove, point}});
  }
  /* What a line of play from a node leaves: {stones, line: [{point, color, text}]}, its stones numbered from 1 as far as it
   * is legal. */
  playOut(node, moves) {
    let {stones, ko, toMove: color} = this.positionOf(node);
    const line = new Map();
    for (const [index, point] of moves.entries()) {
      const played = this.go.play(stones, color, point, ko, RULES[this.info.rules].suicide);
      if (!played) break;
      ({stones, ko} = played);
      if (point >= 0 && !line.has(point)) line.set(point, {point, color, text: String(index + 1)});
      color = this.go.other(color);
    }
    return {stones, line: [...line.values()]};
  }
  /* Puts a stone, or '0' for none, by hand: on the node that is looked at if it is neither a move nor followed by any, else, or if
   * it shall stay as it is (isNew), on a new one. */
  place(point, stone, isNew) {
    this.setUp({setup: new Map(isNew || !this.isOpen() ? [] : this.at.setup ?? []).set(point, stone)}, isNew);
  }
  setPlayer(color, isNew) {
    this.setUp({player: color}, isNew);
  }
  isOpen() {
    return !this.at.move && this.at.children.length === 0;
  }
  setUp(values, isNew) {
    if (isNew || !this.isOpen()) return this.append(values);
    const below = [...this.nodes(this.at)].map(node => [node, {position: null, analysis: null, values: null}]);
    this.edit([[this.at, values], ...below]);
  }
  remove(node, thing = null) {
    const {parent} = node;
    if (parent) this.edit([[parent, {children: parent.children.filter(each => each !== node)}]], this.path().includes(node) ? parent : this.at, thing);
  }
  /* Makes the line through a node the first one at each branch. */
  promote(node) {
    this.edit(this.path(node).filter(each => each.parent && each.parent.children[0] !== each)
        .map(each => [each.parent, {children: [each, ...each.parent.children.filter(other => other !== each)]}]));
  }
  /* How a position is reached: stones put by hand, then moves, the last ones. Of what engines are told. */
  history(node = this.at, most = Infinity) {
    const path = this.path(node), start = Math.max(0, path.length - 1 - most, path.findLastIndex(each => each.setup || each.player));
    const {stones, toMove} = this.positionOf(path[start]);
    return {stones, toMove, moves: path.slice(start + 1).filter(each => each.move).map(each => each.move)};
  }
}

/* A game of the library (library.js), or several problems. */
const newGame = (trees, kind = 'game') => ({id: crypto.randomUUID?.() ?? String(Math.random()).slice(2), kind, trees, index: 0, play: null, title: ''});
/* How often the network in use has visited a node. */
const visitsAt = ({analysis}) => analysis && !analysis.isOld ? analysis.visits : 0;
