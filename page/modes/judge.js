/* What moves lost, and why, as the engine's review has judged them (engine/review): a node has it as `told`, of the move that led to it.
 *
 * Told is what `dihedra analyze --json` has of a move, and {before, after (the analyses that it is about), rate, points (lost, from the
 * mover's side; NaN: unknown), isEnd, grade (one of GRADES, 'find' or '')}. A node's proof is {better (the move instead), answer (of
 * dihedra-reason)}. */
const toldOf = (move, before, after) => ({...move, before: before ?? null, after: after ?? null, rate: move.loss_win_rate ?? NaN, points: move.loss_points ?? NaN,
  isEnd: move.ends_game, grade: move.grade ?? ''});
/* Told of the move that led to a node, or null. A page without the engine knows what a candidate would have lost. */
function judge({move, parent, analysis, told}) {
  if (!parent?.analysis || !analysis) return null;
  const known = told ?? parent.analysis.candidates.find(({point}) => point === move?.point)?.told;
  return known && !Number.isNaN(known.rate) ? known : null;
}
const bestBefore = node => node.parent?.analysis?.candidates[0] ?? null;
const isProved = node => Boolean(node.proof) && node.proof.better === bestBefore(node)?.point;
/* Is what is told about these analyses? */
const isTold = node => Boolean(node.told) && node.told.before === (node.parent?.analysis ?? null) && node.told.after === node.analysis && !(node.told.ask && isProved(node));
const isMistake = grade => ['blunder', 'serious mistake', 'mistake'].includes(grade);
/* Is a move that was tried as good as the engine's choice, or nearly? */
const isFine = ({grade}) => !isMistake(grade) && grade !== 'inaccuracy';
const losesNothing = ({points, rate}) => points < .05 && rate < .005;
/* A mistake that stands for all of its episode. */
const isCounted = node => Boolean(judge(node)?.left) && isMistake(judge(node).grade);
/* The grade of what a candidate loses against the best one for the side to move, or 'good': as review.c grades moves, before
 * the engine is asked. */
function lossGrade(best, each, toMove) {
  const sign = toMove === '1' ? 1 : -1, openness = Math.max(...[best, each].map(({winRate}) => opennessOf(winRate)));
  const losses = [[best.winRate - each.winRate, LOSS_RATES], [openness * (best.lead - each.lead), LOSS_POINTS]]
      .map(([loss, least]) => [sign * loss, least.findIndex(limit => Math.abs(loss) > limit - 1e-9)]).filter(([, index]) => index >= 0);
  return losses.every(([loss]) => loss > 0) && GRADES[Math.min(...losses.map(([, index]) => index))] || 'good';
}

/* ---- What the engine is asked ---- */

/* The positions of a line: {mover (the node whose move led there, null before the first), nodes (which are there)}. */
function positionsOf(line) {
  const positions = [{mover: null, nodes: []}];
  for (const node of line) {
    if (node.move) positions.push({mover: node, nodes: []});
    else if (node.setup) positions.at(-1).nodes = [];
    positions.at(-1).nodes.push(node);
  }
  return positions;
}
/* The lines of a game that are not judged as they are known: its own, and that which is looked at. Very long ones are not judged, since that
 * takes seconds. */
const JUDGED_MOST = 5000; // nodes, which are 4 MiB to `dihedra page`
function linesToJudge(tree) {
  const main = tree.line(tree.root), own = tree.line(), isDone = line => line.length > JUDGED_MOST || line.every(node => !node.analysis) ||
      line.every(node => !node.move || isTold(node)) && !(line === main && tree.report?.length !== line.length);
  return (own.at(-1) === main.at(-1) ? [main] : [main, own]).filter(line => !isDone(line));
}
/* A line with the analyses of its positions, as the engine's judgement takes it (engine/review/judgement.h). */
function judgementRequest(tree, line) {
  const positions = positionsOf(line), known = positions.map(({nodes}, index) => {
    const node = nodes.at(-1), color = positions[index + 1]?.mover.move.color ?? tree.positionOf(node).toMove;
    return node?.analysis ? positionText(tree, node.analysis, color) : 'null';
  });
  const reasons = positions.slice(1).map(({mover}) => isProved(mover) ? mover.proof.answer : null);
  return `{"sgf":${JSON.stringify(writeSgf(tree, false, line))},"positions":[${known}],"reasons":${JSON.stringify(reasons)}}`;
}
/* An analysis in words of kata-analyze, as far as a review reads it (engine/review/position_analysis.h), from the side of a color; kept, since
 * most are asked about again. */
const CANDIDATES_READ = 5;
const positionTexts = new WeakMap();
function positionText(tree, analysis, color) {
  if (positionTexts.get(analysis)?.color === color) return positionTexts.get(analysis).text;
  const {go} = tree, {candidates, owner} = analysis, isBlack = color === '1';
  const values = ({visits, winRate, lead}) => `visits ${visits} winrate ${(isBlack ? winRate : 1 - winRate).toFixed(6)}` +
      (Number.isFinite(lead) ? ` scoreLead ${(isBlack ? lead : -lead).toFixed(3)}` : '');
  const originals = candidates.filter(({imageOf}) => imageOf === null).slice(0, CANDIDATES_READ);
  const read = candidates.filter(each => originals.includes(each) || each.imageOf === candidates[0].point);
  const moves = read.map(each => `info move ${go.vertexOf(each.point)} ${values(each)}` +
      `${each.imageOf === null ? '' : ` isSymmetryOf ${go.vertexOf(each.imageOf)}`} pv ${each.pv.slice(0, 2).map(go.vertexOf).join(' ')} `);
  const letters = owner ? String.fromCharCode(...owner.map(value => 107 + Math.round(10 * value))) : '';
  const text = JSON.stringify({report: `${moves.join('')}rootInfo ${values(analysis)}`, owner: letters});
  positionTexts.set(analysis, {color, text});
  return text;
}

/* ---- In words ---- */

/* A sentence about the move that led to a node, or ''. */
function verdict(tree, node) {
  const loss = judge(node);
  if (node.told?.fault) return t('This move is against the rules.');
  if (!loss) return '';
  const where = tree.nameOf(node.move.point);
  if (loss.isEnd) return t('The game is over.');
  if (loss.agrees) return t("{point} is the engine's choice.", {point: where});
  const rate = percentText(Math.abs(loss.rate));
  if (losesNothing(loss))
    return loss.points < -.5 ? t('{point} gains {points}.', {point: where, points: points(loss.points)}) : t('{point} loses nothing.', {point: where});
  return t('{point} loses {points} and {rate} of winning chances.', {point: where, points: points(Math.max(0, loss.points)), rate: loss.rate > 0 ? rate : percentText(0)}) +
      (loss.uncertainty_win_rate > 0 ? ` ${t('Uncertain by {points} and {rate}.', {points: points(loss.uncertainty_points), rate: percentText(loss.uncertainty_win_rate)})}` : '');
}
/* About a move that was tried and is fine. */
const praise = ({agrees}, point) => agrees ? t('{point} is right.', {point}) : t('Good: {point} is as good or nearly.', {point});
/* The better move in words, or ''. */
function betterWords(tree, node) {
  const loss = judge(node);
  return !loss || loss.agrees || loss.isEnd || losesNothing(loss) || !bestBefore(node) ? '' : t('Better: {point}.', {point: tree.nameOf(bestBefore(node).point)});
}
/* How long the better move was left, or ''. */
function episodeWords(tree, node) {
  const {left} = judge(node) ?? {};
  if (!left || left.first === left.last) return '';
  const places = {from: left.first, to: left.last, point: tree.nameOf(bestBefore(node).point), color: colorName(node.move.color)};
  return left.by_both ? t('From move {from} to {to} both left {point}.', places) : t('From move {from} to {to} {color} left {point}.', places);
}
/* Sentences about reasons, by kind. Their English, and that of their parts, is that of engine/review/reason.c. */
const REASONS = {
  rescue: places => t('Why: {opponent} captures {stones}{how}: {line}.', places),
  capture: places => t('Why: {mover} {better} captures {stones}{how}: {line}.', places),
  life: places => t('Why: {opponent} {first} kills the group of {stones}{ko}{walls}.', places),
  death: places => t('Why: {mover} {better} kills the group of {stones}{ko}{walls}.', places),
  seki: places => t('Why: after {worse} the group of {stones} dies, after {kept} it lives in seki{walls}.', places),
  eyes: places => t('Why: after {worse} the group of {stones} lives only in seki, after {kept} by two eyes{walls}.', places),
  race: places => t('Why: the race of {stones} against {others} is lost by one move: {line}.', places),
  cut: places => t('Why: with {first} {attacker} cuts {stones} off from {others}{walls}.', places),
  vain: places => t('Why: {opponent} captures {stones} all the same{how}: {line}.', places),
  double: places => t('Why: with {threat} {attacker} threatens {stones} and {others}, and only one of them can be saved.', places),
  threat: places => t('Why: with {threat} {attacker} threatens to capture {stones}{how}: {line}.', places),
  idle: places => t("Why: {move} gains nothing, all around it is settled as {owner}'s.", places),
  gote: places => t('An estimate: {better} is worth some {n} points in gote.', places),
  sente: places => t('An estimate: {better} is worth some {n} points in sente.', places),
  territory: places => t("An estimate: some {n} points {where} become {owner}'s.", places),
};
const HOW = {atari: ', in atari', ladder: ' in a ladder', net: ' in a net', snapback: ' by a snapback'};
const LINE_SHOWN = 7, WALLS_SHOWN = 2;
const stonesWords = ([first = '?', ...rest]) => rest.length > 0 ? t('the {n} stones at {point}', {n: rest.length + 1, point: first}) : t('the stone at {point}', {point: first});
/* Why the move that led to a node is a mistake, or ''. */
function reasonWords(tree, node) {
  const {reason} = judge(node) ?? {};
  if (!REASONS[reason?.kind]) return '';
  const {stones = [], also = [], line = [], assumed = []} = reason, {color, point} = node.move, owner = reason.owner === 'black' ? '1' : '2', move = tree.nameOf(point), better = tree.nameOf(bestBefore(node).point), end = line.indexOf('pass'), moves = end < 0 ? line : line.slice(0, end);
  return REASONS[reason.kind]({mover: colorName(color), opponent: colorName(tree.go.other(color)), owner: colorName(owner),
    attacker: colorName(tree.go.other(owner)), threat: reason.threat ?? '?', move, better, worse: owner === color ? move : better, kept: owner === color ? better : move, first: line[0] ?? '?', n: reason.points, where: t(reason.where ?? ''),
    stones: stonesWords(stones), others: stonesWords(also),
    how: t(reason.ko ? ' by a ko' : HOW[reason.how] ?? ''), ko: t(reason.ko ? ' by a ko' : ''),
    line: moves.slice(0, LINE_SHOWN).join(' ') + (moves.length > LINE_SHOWN ? t(' and so on') : ''),
    walls: assumed.length === 0 ? '' : t(', if the stones around hold: ') + assumed.slice(0, WALLS_SHOWN).join(', ') + (assumed.length > WALLS_SHOWN ? t(' and others') : '')});
}
/* All of it, to be said. */
const moveWords = (tree, node) => [t(judge(node)?.grade || ''), verdict(tree, node), betterWords(tree, node), episodeWords(tree, node), reasonWords(tree, node)]
    .filter(Boolean).join(' ');
