/* Records of games in SGF, FF[4]: written, and read as writeSgf or the engine's reader of files (Engine.readGames) has them. */

/* Generic nodes {properties: {NAME: [value...]}, children}: the roots of all games. */
function readSgfNodes(text) {
  const games = [], open = []; // open: the last node before each variation that is being read
  let node = null, values = null;
  for (const [, sign, name, value] of text.matchAll(/([(;)])|([A-Z][A-Z0-9]*)|\[([^\]\\]*(?:\\[^][^\]\\]*)*)\]/g)) {
    if (sign === '(') open.push(node);
    else if (sign === ')') node = open.pop();
    else if (name) values = node.properties[name] ??= [];
    else if (!sign) values.push(value.replace(/\\([^])/g, '$1'));
    else {
      const next = {properties: {}, children: []};
      (node ? node.children : games).push(next);
      node = next;
    }
  }
  return games;
}

/* What tells of a game and its place in Tree.info; the rest is kept as it is. */
const SGF_INFO = {PB: 'black', PW: 'white', BR: 'blackRank', WR: 'whiteRank', RE: 'result', DT: 'date', EV: 'event', GN: 'title'};
const SGF_MARKS = {TR: 'triangle', SQ: 'square', CR: 'circle', MA: 'cross'};

/* A tree of a game from generic nodes. */
function treeOf(start) {
  const props = start.properties, first = name => props[name]?.[0];
  const [width, height = width] = (first('SZ') ?? '19').split(':').map(Number);
  const points = Number(first('KM') ?? NaN), komi = points % .5 === 0 ? points : 2 * points; // a quarter is one of stones, which count two points each
  const rules = rulesNamed(first('RU'));
  const handicap = Math.max(0, Math.trunc(Number(first('HA') ?? 0)) || 0);
  const info = {rules, handicap, komi: Math.abs(komi) <= 400 && komi % .5 === 0 ? komi : komiFor(rules, handicap)};
  for (const [name, key] of Object.entries(SGF_INFO)) if (first(name)) info[key] = first(name);
  const tree = new Tree({width, height, ...info});
  const waiting = [[start, tree.root]];
  while (waiting.length > 0) {
    const [source, node] = waiting.pop();
    readProperties(tree, node, source.properties);
    for (const child of source.children) waiting.push([child, tree.newNode(node)]);
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
function readProperties(tree, node, properties) {
  const isRoot = !node.parent;
  for (const [name, values] of Object.entries(properties)) {
    const color = {B: '1', W: '2', AB: '1', AW: '2', AE: '0'}[name];
    if (name === 'B' || name === 'W') {
      node.move = {color, point: pointsOf(tree, values.slice(0, 1))[0] ?? -1};
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
}
/* All games of a record as trees. */
const readSgf = text => readSgfNodes(text).map(treeOf);

/* Writes a tree, for other programs with what the engine thinks: as comments and as SBKV, Sabaki's property for Black's win rate in percent,
 * V, the lead, and BM and DO, bad and doubtful moves. Of a line of it only what the engine judges is written: stones and moves. */
function writeSgf(tree, hasAnalyses = false, line = null) {
  const letters = 'abcdefghijklmnopqrstuvwxy', escape = text => String(text).replace(/[\\\]]/g, '\\$&');
  const at = point => point < 0 ? '' : letters[point % tree.width] + letters[Math.floor(point / tree.width)];
  const property = (name, values) => values.length === 0 ? '' : name + values.map(value => `[${escape(value)}]`).join('');
  function nodeText(node) {
    const {setup, marks, player} = node, move = node.move ? `${node.move.color === '1' ? 'B' : 'W'}[${at(node.move.point)}]` : '';
    const with_ = (map, value) => [...map].filter(each => each[1] === value).map(each => at(each[0]));
    const stones = !setup ? '' : [['AB', '1'], ['AW', '2'], ['AE', '0']].map(([name, color]) => property(name, with_(setup, color))).join('');
    const labels = () => [...marks].filter(each => each[1][0] === '=').map(([point, text]) => `${at(point)}:${text.slice(1)}`);
    const signs = marks.size === 0 ? '' : Object.entries(SGF_MARKS).map(([name, kind]) => property(name, with_(marks, kind))).join('') +
        property('LB', labels());
    const played = `;${node.parent ? '' : rootText()}${move}${stones}${player ? `PL[${player === '1' ? 'B' : 'W'}]` : ''}`;
    return line ? played : played + signs + property('N', node.name ? [node.name] : []) + (hasAnalyses && node.analysis ? analysisText(node)
        : property('C', node.comment ? [node.comment] : [])) +
        Object.entries(node.other).map(([name, values]) => property(name, values)).join('');
  }
  function analysisText(node) {
    const {winRate, lead} = node.analysis, {grade} = judge(node) ?? {}, words = node.move ? moveWords(tree, node) : '';
    const sign = isMistake(grade) ? 'BM[1]' : grade === 'inaccuracy' ? 'DO[]' : '';
    return `SBKV[${(100 * winRate).toFixed(2)}]${Number.isNaN(lead) ? '' : `V[${lead.toFixed(2)}]`}${sign}` +
        property('C', [[node.comment, node.comment.includes(words) ? '' : words].filter(Boolean).join('\n\n')].filter(Boolean));
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
    const children = line ? line.slice(next.depth + 1, next.depth + 2) : [...next.children].reverse(), isBranch = children.length > 1;
    for (const child of children) waiting.push(...isBranch ? [')', child, '('] : [child]);
  }
  return `${text})`;
}
/* The record, written anew only after an edit. */
const written = new WeakMap();
function writtenSgf(tree) {
  if (written.get(tree)?.version !== tree.version) written.set(tree, {version: tree.version, text: writeSgf(tree)});
  return written.get(tree).text;
}
/* A name for a file, of what may stand in one. */
function fileNameOf({black, white, date, title}) {
  const name = [title || [black, white].filter(Boolean).join(' - ') || 'game', date].filter(Boolean).join(' ');
  return `${name.replace(/[\\/:*?"<>|\x00-\x1f]+/g, '_').slice(0, 100)}.sgf`;
}
