/* Records of games in the Smart Game Format (FF[4]), read from text or bytes and written. */

/* Decodes a file by the character set that it names; a file without one is UTF-8 if it can be. */
function decodeRecord(bytes) {
  const decode = (label, fatal = false) => new TextDecoder(label, {fatal}).decode(bytes);
  const named = /CA\s*\[([^\]\s]+)\]/.exec(decode('latin1').slice(0, 4096))?.[1];
  try {
    if (named) return decode(named);
  } catch { /* an unknown name */ }
  for (const label of ['utf-8', 'gb18030', 'shift_jis', 'euc-kr', 'big5'])
    try {
      return decode(label, true);
    } catch { /* try the next */ }
  return decode('latin1');
}

/* Reads all games of a text as generic nodes {properties: {NAME: [value...]}, children}. Throws an Error that says
 * where the text is no SGF. */
function readSgfNodes(text) {
  const games = [], open = []; // open: the last node of each variation that is being read; null before its first
  let at = 0, node = null, sawNode = false;
  const fail = what => { throw new Error(t('This is no SGF record: {what} at character {at}.', {what, at: at + 1})); };
  function readValue() {
    let value = '';
    for (at++; text[at] !== ']'; at++) {
      if (at >= text.length) fail(t('a value without an end'));
      if (text[at] === '\\') {
        at++;
        if (text[at] === '\r' && text[at + 1] === '\n') at++;
        if (text[at] === '\n' || text[at] === '\r') continue;
      }
      value += text[at] ?? '';
    }
    at++;
    return value;
  }
  at = text.search(/\(\s*;/);
  if (at < 0) {
    at = 0;
    fail(t('no game'));
  }
  while (at < text.length) {
    const sign = text[at];
    if (sign === '(') {
      open.push(node);
      at++;
    } else if (sign === ')') {
      if (open.length === 0) break;
      node = open.pop();
      at++;
    } else if (sign === ';' && open.length > 0) {
      const next = {properties: {}, children: []};
      (node ? node.children : games).push(next);
      node = next;
      sawNode = true;
      at++;
    } else if (/[A-Za-z]/.test(sign)) {
      const [word] = /^[A-Za-z]+\s*/.exec(text.slice(at, at + 80));
      at += word.length;
      if (open.length === 0) continue; // text around the games
      if (text[at] !== '[' || !node) fail(t('a name without a value'));
      const name = word.replace(/[^A-Z]/g, ''), values = node.properties[name] ??= [];
      while (text[at] === '[') {
        values.push(readValue());
        while (/\s/.test(text[at] ?? '')) at++;
      }
    } else {
      at++;
    }
  }
  return sawNode ? games : fail(t('no game'));
}

/* What tells of a game and its place in Tree.info; the rest is kept as it is. */
const SGF_INFO = {PB: 'black', PW: 'white', BR: 'blackRank', WR: 'whiteRank', RE: 'result', DT: 'date', EV: 'event', GN: 'title'};
const SGF_MARKS = {TR: 'triangle', SQ: 'square', CR: 'circle', MA: 'cross'};

/* A tree of a game from generic nodes. Throws if it is not Go or too large. */
function treeOf(start) {
  const props = start.properties, first = name => props[name]?.[0];
  if (first('GM') !== undefined && Number(first('GM')) !== 1) throw new Error(t('This record is not of the game of Go.'));
  const [width, height = width] = (first('SZ') ?? '19').split(':').map(Number);
  if (![width, height].every(size => Number.isInteger(size) && size >= 2 && size <= 25))
    throw new Error(t('The board of this record has no size from 2 to 25.'));
  const komi = Number(first('KM') ?? NaN), rules = rulesNamed(first('RU'));
  const handicap = Math.max(0, Math.trunc(Number(first('HA') ?? 0)) || 0);
  const info = {rules, handicap, komi: Number.isFinite(komi) && Math.abs(komi) <= 400 ? komi : komiFor(rules, handicap)};
  for (const [name, key] of Object.entries(SGF_INFO)) if (first(name)) info[key] = first(name);
  const tree = new Tree({width, height, ...info});
  const waiting = [[start, tree.root]];
  while (waiting.length > 0) {
    const [source, node] = waiting.pop();
    const last = readProperties(tree, node, source.properties);
    for (const child of source.children) waiting.push([child, tree.newNode(last)]);
  }
  return tree;
}
function pointsOf(tree, values) {
  const at = letter => /[a-z]/.test(letter) ? letter.charCodeAt(0) - 97 : letter.charCodeAt(0) - 39;
  const one = text => {
    const [x, y] = [at(text[0] ?? '~'), at(text[1] ?? '~')];
    return x >= 0 && y >= 0 && x < tree.width && y < tree.height ? [x, y] : null;
  };
  return values.flatMap(value => {
    const [from, to = from] = value.trim().split(':').map(one);
    if (!from || !to) return [];
    return range(to[1] - from[1] + 1).flatMap(dy => range(to[0] - from[0] + 1)
        .map(dx => (from[1] + dy) * tree.width + from[0] + dx));
  });
}
/* Returns the last node that was made: one with two moves is two nodes. */
function readProperties(tree, node, properties) {
  const isRoot = !node.parent;
  let last = node;
  for (const [name, values] of Object.entries(properties)) {
    const color = {B: '1', W: '2', AB: '1', AW: '2', AE: '0'}[name];
    if (name === 'B' || name === 'W') {
      if (last.move) last = tree.newNode(last);
      last.move = {color, point: pointsOf(tree, values.slice(0, 1))[0] ?? -1};
    } else if (color !== undefined) {
      node.setup ??= new Map();
      for (const point of pointsOf(tree, values)) node.setup.set(point, color);
    } else if (name === 'PL') {
      node.player = /^[bB1]/.test(values[0]) ? '1' : '2';
    } else if (SGF_MARKS[name]) {
      for (const point of pointsOf(tree, values)) node.marks.set(point, SGF_MARKS[name]);
    } else if (name === 'LB') {
      for (const value of values)
        for (const point of pointsOf(tree, [value.slice(0, 2)])) node.marks.set(point, `=${value.slice(3)}`);
    } else if (name === 'C') {
      node.comment = values.join('\n');
    } else if (name === 'N') {
      node.name = values[0];
    } else if (!(isRoot && (SGF_INFO[name] || ['GM', 'FF', 'CA', 'AP', 'SZ', 'KM', 'RU', 'HA'].includes(name)))) {
      node.other[name] = values;
    }
  }
  return last;
}
/* All games of a record as trees. Throws an Error with a plain sentence. */
const readSgf = text => readSgfNodes(text).map(treeOf);

/* Writes a tree. */
function writeSgf(tree) {
  const letters = 'abcdefghijklmnopqrstuvwxy', escape = text => String(text).replace(/[\\\]]/g, '\\$&');
  const at = point => point < 0 ? '' : letters[point % tree.width] + letters[Math.floor(point / tree.width)];
  const property = (name, values) => values.length === 0 ? '' : name + values.map(value => `[${escape(value)}]`).join('');
  function nodeText(node) {
    const with_ = (map, value) => [...map ?? []].filter(each => each[1] === value).map(each => at(each[0]));
    const labels = [...node.marks].filter(each => each[1][0] === '=').map(([point, text]) => `${at(point)}:${text.slice(1)}`);
    return ';' + (node.parent ? '' : rootText()) + (node.move ? `${node.move.color === '1' ? 'B' : 'W'}[${at(node.move.point)}]` : '') +
        property('AB', with_(node.setup, '1')) + property('AW', with_(node.setup, '2')) + property('AE', with_(node.setup, '0')) +
        (node.player ? `PL[${node.player === '1' ? 'B' : 'W'}]` : '') +
        Object.entries(SGF_MARKS).map(([name, kind]) => property(name, with_(node.marks, kind))).join('') +
        property('LB', labels) + property('N', node.name ? [node.name] : []) + property('C', node.comment ? [node.comment] : []) +
        Object.entries(node.other).map(([name, values]) => property(name, values)).join('');
  }
  function rootText() {
    const {info, width, height} = tree;
    return `GM[1]FF[4]CA[UTF-8]AP[Dihedra]SZ[${width === height ? width : `${width}:${height}`}]KM[${info.komi}]` +
        `RU[${RULES[info.rules].name}]` + (info.handicap > 1 ? `HA[${info.handicap}]` : '') +
        Object.entries(SGF_INFO).map(([name, key]) => property(name, info[key] ? [info[key]] : [])).join('');
  }
  let text = '(';
  const waiting = [tree.root]; // nodes, or what closes a variation
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') {
      text += next;
      continue;
    }
    text += nodeText(next);
    const isBranch = next.children.length > 1;
    for (const child of [...next.children].reverse()) waiting.push(...isBranch ? [')', child, '('] : [child]);
  }
  return `${text})`;
}
