/* A game: a tree of nodes, each a move or a change of stones, and the node that is looked at.
 *
 * A node has parent, children, depth (moves and changes before it), move ({color, point} or null), setup (a Map of
 * points to digits, or null), player (whose turn a record says it is, or null), marks (a Map of points to a kind or
 * a label), comment, name, other (properties of records that nothing here reads, kept), and analysis (or null).
 * Positions are derived from nodes and remembered until a change. */
class Tree {
  constructor({width = 19, height = width, ...info} = {}) {
    this.width = width;
    this.height = height;
    this.go = goban(width, height);
    this.info = {komi: 7.5, rules: 'chinese', handicap: 0, black: '', white: '', result: '', other: {}, ...info};
    this.root = this.at = this.newNode(null);
  }
  newNode(parent) {
    const node = {parent, children: [], depth: parent ? parent.depth + 1 : 0, move: null, setup: null, player: null,
      marks: new Map(), comment: '', name: '', other: {}, analysis: null, position: null};
    parent?.children.push(node);
    return node;
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
  * nodes() {
    const waiting = [this.root];
    while (waiting.length > 0) {
      const node = waiting.pop();
      yield node;
      waiting.push(...[...node.children].reverse());
    }
  }

  /* {stones, ko, captured (by color, what that color has taken), toMove, number (of moves), taken (by this move)}. */
  positionOf(node = this.at) {
    const unknown = [];
    for (let each = node; each && !each.position; each = each.parent) unknown.push(each);
    for (const each of unknown.reverse())
      each.position = this.derive(each, each.parent?.position ?? null);
    return node.position;
  }
  derive(node, before) {
    let position = before ? {...before, taken: 0}
        : {stones: '0'.repeat(this.width * this.height), ko: -1, captured: {1: 0, 2: 0}, toMove: '1', number: 0, taken: 0};
    if (node.move) position = this.deriveMove(position, node.move);
    if (node.setup) {
      position.stones = [...position.stones].map((stone, point) => node.setup.get(point) ?? stone).join('');
      position.ko = -1;
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
    return {stones: played.stones, ko: played.ko, toMove: this.go.other(color), number: position.number + 1,
      captured: {[color]: position.captured[color] + played.captured,
        [this.go.other(color)]: position.captured[this.go.other(color)] + (played.lost ?? 0)},
      taken: played.captured};
  }
  forget(node) {
    const waiting = [node];
    while (waiting.length > 0) {
      const each = waiting.pop();
      each.position = each.analysis = null;
      waiting.push(...each.children);
    }
  }

  /* Why a move at a point would be illegal: 'occupied', 'ko', 'suicide' or 'superko'; null if it is legal. */
  fault(point, color = this.positionOf().toMove, node = this.at) {
    const {stones, ko, toMove} = this.positionOf(node), rules = RULES[this.info.rules];
    if (point < 0) return null;
    if (stones[point] !== '0') return 'occupied';
    if (point === ko && color === toMove) return 'ko';
    const played = this.go.play(stones, color, point, -1, rules.suicide);
    if (!played) return 'suicide';
    const repeats = rules.ko !== 'simple' && this.path(node).some(each => this.positionOf(each).stones === played.stones &&
        (rules.ko === 'positional' || this.positionOf(each).toMove !== color));
    if (played.lost === 1 && (repeats || rules.ko !== 'situational')) return 'suicide'; // else it is as good as a pass
    return repeats ? 'superko' : null;
  }
  /* Plays a legal move, or goes to it if it is there. */
  play(point, color = this.positionOf().toMove) {
    const known = this.at.children.find(({move}) => move && move.point === point && move.color === color);
    if (known) return this.at = known;
    const node = this.newNode(this.at);
    node.move = {color, point};
    return this.at = node;
  }
  /* A move that is not in the tree. */
  imagine(parent, point) {
    return {...this.newNode(null), parent, depth: parent.depth + 1, move: {color: this.positionOf(parent).toMove, point}};
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
  /* Puts a stone, or '0' for none, by hand: on the node that is looked at if it is no move, else on a new one. */
  place(point, stone) {
    if (this.at.move) this.at = this.newNode(this.at);
    this.at.setup = new Map(this.at.setup).set(point, stone);
    this.forget(this.at);
  }
  setPlayer(color) {
    if (this.at.move) this.at = this.newNode(this.at);
    this.at.player = color;
    this.forget(this.at);
  }
  remove(node) {
    if (!node.parent) return;
    if (this.path().includes(node)) this.at = node.parent;
    node.parent.children.splice(node.parent.children.indexOf(node), 1);
  }
  /* Makes the line through a node the first one at each branch. */
  promote(node) {
    for (const each of this.path(node))
      if (each.parent) {
        const siblings = each.parent.children;
        siblings.splice(siblings.indexOf(each), 1);
        siblings.unshift(each);
      }
  }
  /* How a position is reached: stones put by hand, then moves. Of what engines are told. */
  history(node = this.at) {
    const path = this.path(node), start = path.findLastIndex(each => each.setup || each.player);
    const base = path[Math.max(start, 0)], position = this.positionOf(base);
    return {stones: position.stones, toMove: position.toMove,
      moves: path.slice(Math.max(start, 0) + 1).filter(each => each.move).map(each => each.move)};
  }
}
