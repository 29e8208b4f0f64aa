/* Grades of moves, and the graph of a game. */
const GRADES = ['blunder', 'serious mistake', 'mistake', 'inaccuracy', 'slip']; // of moves that lose
const gradeClass = grade => grade.replace(' ', '-');
const gradeMark = loss => loss?.grade && html('span', {class: `grade ${gradeClass(loss.grade)}`}, t(loss.grade));

/* The win rate or the lead along a line of nodes, which is clicked to go to one: of nodes that are analysed, at most POINTS_MOST; with the
 * mistakes, and a switch. owner.kind is 'winRate' or 'lead'. */
const POINTS_MOST = 1000;
function courseOf(app, line, owner) {
  if (line.length < 2) return null;
  const {kind} = owner, kinds = {winRate: t('Win rate'), lead: t('Points')};
  const all = line.map((node, x) => ({node, x})).filter(({node}) => node.analysis), thin = Math.ceil(all.length / POINTS_MOST), last = line.length - 1;
  const known = all.filter((_, index) => index % thin === 0);
  const most = Math.max(5, ...known.map(({node}) => Math.abs(node.analysis.lead || 0)));
  const y = ({analysis: {winRate, lead}}) => kind === 'lead' ? 50 - 48 * (lead || 0) / most : 100 - 100 * winRate;
  const points = known.map(({node, x}) => `${x} ${y(node).toFixed(2)}`).join('L');
  const area = known.length === 0 ? '' : `M${known[0].x} 100L${points}L${known.at(-1).x} 100Z`;
  const ticks = all.filter(({node}) => isCounted(node)).map(({node, x}) => [x, judge(node).grade]).slice(0, POINTS_MOST);
  const go = event => {
    const box = event.currentTarget.getBoundingClientRect();
    app.goTo(line[Math.min(Math.max(Math.round((event.clientX - box.left) / box.width * last), 0), last)]);
  };
  return html('div', {class: 'course-box', key: 'course'}, svg('svg', {class: 'graph', viewBox: `0 0 ${last} 100`, preserveAspectRatio: 'none', role: 'img', 'aria-label': kinds[kind], onclick: go},
      svg('rect', {class: 'ground', width: last, height: 100}),
      svg('path', {class: 'area', d: kind === 'lead' ? '' : area}), svg('path', {class: 'curve', d: points && `M${points}`}),
      svg('path', {class: 'middle', d: `M0 50H${last}`}),
      ...ticks.map(([x, grade]) => svg('path', {class: `tick ${gradeClass(grade)}`, d: `M${x} 84V100`})),
      svg('line', {class: 'cursor', x1: line.indexOf(app.tree.at), x2: line.indexOf(app.tree.at), y1: 0, y2: 100})),
  choice('kind', t('Graph'), kind, Object.entries(kinds), each => { owner.kind = each; }));
}
