/* A review that `dihedra analyze --html` has put into this page (regress/review/html.c has its form). */

/* The game as a tree, whose nodes have the program's analyses and, as `told`, its judgement. Tree.report has what it says of the
 * players and of the engine. */
function readReport({sgf, first, moves, positions, ...report}) {
  const [tree] = readSgf(sgf), {pointOf} = tree.go;
  const values = each => ({visits: each.visits, winRate: each.black_win_rate, lead: each.black_score_points ?? NaN});
  const analyses = positions.map(position => ({...values(position),
    owner: position.owner ? [...position.owner].map(letter => (letter.charCodeAt(0) - 107) / 10) : null,
    candidates: position.candidates.map(each => ({...values(each), prior: each.prior, point: pointOf(each.move), pv: each.pv.map(pointOf),
      imageOf: null}))}));
  let index = -first, same = []; // the position that is reached, and the nodes at which it is
  for (const node of tree.line(tree.root)) {
    if (node.move) {
      const move = moves[index++];
      same = [];
      if (move) node.told = {before: analyses[index - 1], after: analyses[index], rate: move.loss_win_rate ?? NaN, points: move.loss_points ?? NaN,
        openness: move.openness, agrees: move.agrees, isEnd: move.ends_game, grade: move.grade ?? '', fault: move.fault};
    } else if (node.setup) {
      for (const each of same) each.analysis = null;
    }
    same.push(node);
    node.analysis = analyses[index] ?? null;
    const color = {black: '1', white: '2'}[positions[index]?.to_move] ?? null;
    if (color && tree.positionOf(node).toMove !== color) Object.assign(node, {player: color, position: null});
  }
  tree.report = report;
  return tree;
}

/* What is known of a move that nobody has searched: the analysis before it may have its line. null: nothing. */
function foreseen(parent, point) {
  const found = parent.analysis?.candidates.find(({pv}) => pv[0] === point);
  return found ? {...found, owner: null, candidates: found.pv.length < 2 ? [] : [{...found, point: found.pv[1], pv: found.pv.slice(1), prior: null}]}
      : null;
}
