/* What moves lost: the judgement of `dihedra analyze` (engine/review/review.c), on nodes that have been analysed. */

/* {rate, points, openness, agrees, isEnd, grade} of the move that led to a node, from the mover's side; null: not known. A grade
 * is one of GRADES, 'find' or ''. What the program has told stands while its analyses do. */
function judge(node) {
  const before = node.parent?.analysis, after = node.analysis;
  if (isTold(node)) return Number.isNaN(node.told.rate) ? null : node.told;
  if (!node.move || !before || !after || before.candidates.length === 0) return null;
  const sign = node.move.color === '1' ? 1 : -1, [best] = before.candidates;
  const openness = Math.max(...[best, after].map(({winRate}) => 2 * Math.sqrt(winRate * (1 - winRate))));
  const agrees = before.candidates.some(each => each.point === node.move.point && (each === best || each.imageOf === best.point));
  const isPass = each => each?.move?.point === -1, isEnd = isPass(node) && (isPass(node.parent) || isPass(node.children[0]));
  const measured = isEnd ? {rate: 0, points: 0} : {rate: sign * (best.winRate - after.winRate), points: sign * (best.lead - after.lead)};
  const loss = {...measured, openness, agrees, isEnd, difference: Math.max(Math.abs(measured.rate) / LOSS_RATES[3],
      Math.abs(measured.points) * openness / LOSS_POINTS[3])};
  if (agrees) loss.rate = loss.points = 0;
  return {...loss, grade: gradeOf(loss)};
}
/* Does what the program has told of the move stand? */
const isTold = ({told, parent, analysis}) => Boolean(told) && told.before === parent?.analysis && told.after === analysis;
/* A move that loses by one measure and gains by the other, at least a slip each, has no grade. */
function gradeOf({rate, points: raw, openness, agrees}) {
  const lost = raw * openness;
  const classOf = (loss, limits) => limits.findIndex(limit => Math.abs(loss) > limit - 1e-9);
  const rank = index => index < 0 ? GRADES.length : index;
  const byRate = rank(classOf(rate, LOSS_RATES)), byPoints = rank(classOf(lost, LOSS_POINTS)), worse = Math.min(byRate, byPoints);
  if (agrees || worse === GRADES.length || (Math.max(byRate, byPoints) < GRADES.length && rate * lost < 0)) return '';
  const isLoss = byRate < byPoints ? rate > 0 : lost > 0;
  return isLoss ? GRADES[worse] : worse <= 3 ? 'find' : '';
}
const isMistake = grade => ['blunder', 'serious mistake', 'mistake'].includes(grade);

/* The nodes of a line around the moves that changed the game most, at most `most` that have not been searched deeper yet:
 * first those whose move differs by a class and has only one side searched deeper. */
function turningPoints(line, most, isDeep) {
  const found = new Set();
  const moves = line.slice(1).map(node => ({node, difference: judge(node)?.difference ?? 0}))
      .map(({node, difference}) => ({node, weight: difference + (difference >= 1 && isDeep(node) !== isDeep(node.parent) ? 1e6 : 0)}))
      .filter(({weight}) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const {node} of moves)
    for (const each of [node.parent, node])
      if (found.size < most && !isDeep(each)) found.add(each);
  return line.filter(node => found.has(node));
}

/* A sentence about the move that led to a node, or ''. */
function verdict(tree, node) {
  const loss = judge(node);
  if (node.told?.fault) return t('This move is against the rules.');
  if (!loss) return '';
  const where = tree.nameOf(node.move.point);
  if (loss.isEnd) return t('The game is over.');
  if (loss.agrees) return t("{point} is the engine's choice.", {point: where});
  const rate = percentText(Math.abs(loss.rate));
  if (loss.points < .05 && loss.rate < .005)
    return loss.points < -.5 ? t('{point} gains {points}.', {point: where, points: points(loss.points)}) : t('{point} loses nothing.', {point: where});
  return t('{point} loses {points} and {rate} of winning chances.', {point: where, points: points(Math.max(0, loss.points)), rate: loss.rate > 0 ? rate : percentText(0)});
}
/* The better move in words, or ''. */
function betterWords(tree, node) {
  const loss = judge(node), best = node.parent?.analysis?.candidates[0];
  return !loss || loss.agrees || loss.isEnd ? '' : t('Better: {point}.', {point: tree.nameOf(best.point)});
}
/* All of it, to be said. */
const moveWords = (tree, node) => [t(judge(node)?.grade || ''), verdict(tree, node), betterWords(tree, node)].join(' ');
