/* The tree of a game's variations. */

/* Where nodes are drawn. A variation takes the first row below its parent's that is free from there on. Returns rowOf (a Map;
 * the column is the depth), rows (lines of nodes in each row, from the right), spans (by column: from which row to which edges go
 * down to variations there), and the number of columns. */
function layTree(root) {
  const rowOf = new Map(), rows = [], spans = [];
  let columns = 0;
  const waiting = [[root, 0]];
  while (waiting.length > 0) {
    const [start, above] = waiting.pop(), line = [start];
    while (line.at(-1).children.length > 0) line.push(line.at(-1).children[0]);
    let row = above;
    while (rows[row]?.at(-1)[0].depth <= line.at(-1).depth + 1) row++;
    (rows[row] ??= []).push(line);
    columns = Math.max(columns, line.at(-1).depth + 1);
    for (const node of line) rowOf.set(node, row);
    if (start.parent) (spans[start.depth] ??= []).push([rowOf.get(start.parent), row]);
    // Lines are laid from their ends, so that each row fills from the right.
    for (const node of line)
      for (let i = node.children.length - 1; i > 0; i--) waiting.push([node.children[i], row + 1]);
  }
  return {rowOf, rows, spans, columns};
}

const covers = (line, first, last) => line[0].depth <= last && line.at(-1).depth >= first;

/* The tree of a game's variations in a box that scrolls, of which what is seen is drawn. */
const NODE_SIZE = 22, NODE_MARGIN = 12, TREE_MARGIN = 6 * NODE_SIZE;
class TreeView {
  constructor(onGo) {
    Object.assign(this, {onGo, tree: null, version: -1, at: null, left: 0, top: 0, width: 800, height: 150});
    this.element = document.createElement('div');
    this.element.className = 'tree-box';
    Object.assign(this.element, {tabIndex: 0, onscroll: () => this.look(), onclick: event => this.click(event)});
    this.element.setAttribute('role', 'group');
  }
  show(tree) {
    this.element.setAttribute('aria-label', t('Variations'));
    if (this.tree !== tree || this.version !== tree.version) Object.assign(this, {tree, version: tree.version, ...layTree(tree.root)});
    const isElsewhere = this.at !== tree.at;
    this.at = tree.at;
    this.draw();
    if (isElsewhere) requestAnimationFrame(() => {
      const {clientWidth: width, clientHeight: height} = this.element;
      Object.assign(this, {width, height});
      this.element.scrollTo(this.x(this.at) - width / 2, this.y(this.at) - height / 2);
      this.look();
    });
  }
  x({depth}) {
    return NODE_MARGIN + NODE_SIZE * depth;
  }
  y(node) {
    return NODE_MARGIN + NODE_SIZE * this.rowOf.get(node);
  }
  look() {
    const {scrollLeft, scrollTop} = this.element, half = TREE_MARGIN / 2;
    if (Math.abs(scrollLeft - this.left) < half && Math.abs(scrollTop - this.top) < half) return;
    Object.assign(this, {left: scrollLeft, top: scrollTop});
    this.draw();
  }
  /* Columns from first to last, and rows from upper to lower: what is seen, and some around. */
  draw() {
    const {rows, spans, columns, tree} = this, half = NODE_SIZE / 2;
    const [[first, last], [upper, lower]] = [[this.left, this.width, columns], [this.top, this.height, rows.length]].map(([start, length, count]) =>
        [start - TREE_MARGIN, start + length + TREE_MARGIN].map(at => Math.min(Math.max(0, Math.floor(at / NODE_SIZE)), count - 1)));
    const nodes = rows.slice(upper, lower + 1).flat().filter(line => covers(line, first, last))
        .flatMap(line => line.slice(Math.max(0, first - line[0].depth), last + 1 - line[0].depth));
    const edges = nodes.filter(node => node.parent).map(node => {
      const [x, y] = [this.x(node), this.y(node)];
      return node.parent.children[0] === node ? `M${x - NODE_SIZE} ${y}H${x}` : `M${x - NODE_SIZE} ${y - half}l${half} ${half}H${x}`;
    });
    for (let column = first; column <= last; column++)
      for (const [from, to] of spans[column] ?? [])
        if (from <= lower && to >= upper)
          edges.push(`M${NODE_MARGIN + NODE_SIZE * (column - 1)} ${NODE_MARGIN + NODE_SIZE * from}v${NODE_SIZE * (to - from) - half}`);
    const circle = node => svg('circle', {key: node.depth * rows.length + this.rowOf.get(node), cx: this.x(node), cy: this.y(node), r: node.move ? 7 : 5,
      class: `node ${node.move ? node.move.color === '1' ? 'black' : 'white' : 'setup'}${node === tree.at ? ' at' : ''}${node.comment ? ' has-comment' : ''}`});
    const [left, top, right, bottom] = [first, upper, last + 1, lower + 1].map(each => NODE_SIZE * each);
    const box = {width: right - left + 4, height: bottom - top + 4};
    render(html('div', {class: 'tree', style: `width: ${NODE_SIZE * columns + 4}px; height: ${NODE_SIZE * rows.length + 4}px`},
        svg('svg', {style: `left: ${left}px; top: ${top}px`, ...box, viewBox: `${left} ${top} ${box.width} ${box.height}`, role: 'img', 'aria-label': t('Variations')},
            svg('path', {class: 'edges', d: edges.join('')}), nodes.map(circle))), this.element);
  }
  click(event) {
    const {left, top} = this.element.getBoundingClientRect(), at = (place, scrolled) => Math.round((place + scrolled - NODE_MARGIN) / NODE_SIZE);
    const column = at(event.clientX - left, this.element.scrollLeft), row = at(event.clientY - top, this.element.scrollTop);
    const line = this.rows[row]?.find(each => covers(each, column, column));
    if (line) this.onGo(line[column - line[0].depth]);
  }
}
