/* A review that `dihedra analyze --html` has put into this page (regress/review/html.c has its form). */

/* The game as a tree, whose nodes have the program's analyses and its judgement. Tree.report has what it says of the players and of the
 * engine. */
function readReport({sgf, first, moves, positions, ...report}) {
  const [tree] = readSgf(sgf), {pointOf} = tree.go, line = tree.line(tree.root);
  const values = each => ({visits: each.visits, winRate: each.black_win_rate, lead: each.black_score_points ?? NaN});
  positionsOf(line).forEach(({mover, nodes}, index) => {
    const known = positions[index - first], move = moves[index - 1 - first];
    const analysis = known ? {...values(known), owner: known.owner ? [...known.owner].map(letter => (letter.charCodeAt(0) - 107) / 10) : null,
      candidates: known.candidates.map(each => ({...values(each), prior: each.prior, point: pointOf(each.move), pv: each.pv.map(pointOf), imageOf: null,
        told: toldOf(each)}))} : null;
    const color = {black: '1', white: '2'}[known?.to_move] ?? null;
    for (const node of nodes) {
      node.analysis = analysis;
      if (color && tree.positionOf(node).toMove !== color) Object.assign(node, {player: color, position: null});
    }
    if (!mover) return;
    if (move?.reason?.proved) mover.proof = {better: bestBefore(mover).point, answer: JSON.stringify(move.reason)};
    mover.told = toldOf(move ?? {}, mover.parent?.analysis, mover.analysis);
  });
  tree.report = {...report, length: line.length};
  return tree;
}

/* What is known of a move that nobody has searched: the analysis before it may have its line. null: nothing. */
function foreseen(parent, point) {
  const found = parent.analysis?.candidates.find(({pv}) => pv[0] === point);
  return found ? {...found, owner: null, candidates: found.pv.length < 2 ? [] : [{...found, point: found.pv[1], pv: found.pv.slice(1), prior: null}]}
      : null;
}
