/* Graphs: the game's course, and the tree of its variations. */

/* The win rate or the lead along a line of nodes, which is clicked to go to one. series has {node, winRate, lead,
 * mistake (a grade, or empty)} a node; winRate null: not known yet. */
function courseGraph({series, at, kind, onGo, label}) {
  const last = series.length - 1, known = series.map((each, x) => ({...each, x})).filter(each => each.winRate !== null);
  const most = Math.max(5, ...known.map(each => Math.abs(each.lead || 0)));
  const y = each => kind === 'lead' ? 50 - 48 * (each.lead || 0) / most : 100 - 100 * each.winRate;
  const points = known.map(each => `${each.x} ${y(each).toFixed(2)}`).join('L');
  const area = known.length === 0 ? '' : `M${known[0].x} 100L${points}L${known.at(-1).x} 100Z`;
  return makeGraph({last, label, at: series.findIndex(each => each.node === at), onGo: x => onGo(series[x].node),
    curves: [kind === 'lead' ? '' : svg('path', {class: 'area', d: area}), svg('path', {class: 'curve', d: points && `M${points}`})],
    ticks: series.flatMap(({mistake}, x) => mistake ? [[x, 16, mistake]] : [])});
}

/* Where nodes are drawn: Map of nodes to [column, row]. A variation takes the first row below its parent's that is free
 * from there on. */
function layTree(root) {
  const places = new Map(), ends = []; // ends[row]: the first column that is free
  const waiting = [[root, 0]];
  while (waiting.length > 0) {
    const [start, above] = waiting.pop();
    const line = [start];
    while (line.at(-1).children.length > 0) line.push(line.at(-1).children[0]);
    const first = start.depth, end = line.at(-1).depth;
    let row = above;
    while ((ends[row] ?? Infinity) <= end + 1) row++;
    ends[row] = first;
    line.forEach(node => places.set(node, [node.depth, row]));
    // Lines are laid from their ends, so that each row fills from the right.
    for (const node of line)
      for (const child of [...node.children.slice(1)].reverse()) waiting.push([child, row + 1]);
  }
  return places;
}
function treeGraph({tree, onGo}) {
  const places = layTree(tree.root), size = 22, x = place => 12 + size * place[0], y = place => 12 + size * place[1];
  const edges = [], nodes = [];
  for (const [node, place] of places) {
    if (node.parent) {
      const from = places.get(node.parent);
      edges.push(`M${x(from)} ${y(from)}${place[1] > from[1] ? `V${y(place) - size / 2}L${x(from) + size / 2} ${y(place)}` : ''}H${x(place)}`);
    }
    const kind = node.move ? node.move.color === '1' ? 'black' : 'white' : 'setup';
    nodes.push(svg('circle', {class: `node ${kind}${node === tree.at ? ' at' : ''}${node.comment ? ' has-comment' : ''}`,
      cx: x(place), cy: y(place), r: node.move ? 7 : 5}));
  }
  const columns = Math.max(...[...places.values()].map(place => place[0])), rows = Math.max(...[...places.values()].map(place => place[1]));
  const graph = svg('svg', {class: 'tree', width: x([columns, 0]) + 14, height: y([0, rows]) + 14, role: 'img', 'aria-label': t('Variations')},
      svg('path', {class: 'edges', d: edges.join('')}), ...nodes);
  graph.addEventListener('click', event => {
    const box = graph.getBoundingClientRect(), near = [...places].map(([node, place]) =>
        [node, Math.hypot(event.clientX - box.left - x(place), event.clientY - box.top - y(place))]).sort((a, b) => a[1] - b[1])[0];
    if (near[1] < 20) onGo(near[0]);
  });
  graph.place = [x(places.get(tree.at)), y(places.get(tree.at))];
  return graph;
}
