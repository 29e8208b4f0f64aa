/* The board to look at and to play on: by mouse, by finger with a magnifier where points are small, and by keyboard.
 *
 * show() gets a view: {tree's} go, at (the node), stones, last (point or -1), and what else is drawn, each optional:
 *     color        whose stone a tap would put ('1', '2'), '0' for a point without a stone, null: taps do nothing
 *     marks        Map of points to 'triangle', 'square', 'circle', 'cross' or '=text'
 *     candidates   [{point, text, small, class}], the best first
 *     line         [{point, color, text}], stones of a line of play
 *     owner        a number a point, 1 Black's to -1 White's
 *     territory    a digit a point, 0, 1 or 2
 *     dead         Set of points whose stones are faded
 *     numbers      Map of points to the numbers of their moves
 *     heat         a number a point, from 0 to 1
 *     next         [{point, color, text}], the moves that a record goes on with
 * and of the settings coordinates (sides that have them), asks ('always', 'touch': by a finger where points are small, or 'never') and
 * magnifies (under such a finger). */
class BoardView {
  /* onTap gets a point, onHover a point or null; nameOf gives the words for a point that a screen reader says. */
  constructor({onTap, onHover = () => {}, nameOf}) {
    Object.assign(this, {onTap, onHover, nameOf, cursor: -1, aimed: -1, asked: null, hovered: null, aiming: null, isFinger: false, isAimed: false, view: null, cells: [], layers: {}});
    this.element = document.createElement('div');
    this.element.className = 'board-frame';
  }

  /* ---- The elements ---- */

  build({go, coordinates: sides}) {
    const {width, height} = go, at = placeOn(width), middle = (height >> 1) * width + (width >> 1);
    const size = Math.min(.36, .08 + .02 * Math.max(width, height)), half = (height > 9 ? .57 : .36) * size, far = .52 + half;
    const edge = sides > 0 ? far + half + .06 : .55, end = sides > 1 ? edge : .55, span = width - 1 + edge + end;
    const gradient = (id, from, to) => svg('radialGradient', {id, cx: '.36', cy: '.3', r: '.75'},
        svg('stop', {offset: 0, 'stop-color': from}), svg('stop', {offset: 1, 'stop-color': to}));
    const layer = name => svg('g', {class: `layer-${name}`, 'aria-hidden': 'true', ref: element => { this.layers[name] = element; }});
    const cell = point => squareAt(at(point), 1, 'cell', {role: 'gridcell', tabindex: point === middle ? 0 : -1, 'data-point': point,
      ref: element => { this.cells[point] = element; }});
    const rows = range(height).map(y => svg('g', {role: 'row'}, ...range(width).map(x => cell(y * width + x))));
    Object.assign(this, {edge, span, go, names: []});
    this.element.style.maxWidth = `calc(var(--board) * ${Math.min(1, span / (height - 1 + edge + end))})`; // high boards are narrow
    const board = makeBoard(width, height, {edge, end, far, size, sides, class: 'board live', role: null,
      ref: element => { this.board = element; }, ...this.listeners()},
    svg('defs', {}, gradient('stone-black', '#5b5e63', '#111214'), gradient('stone-white', '#ffffff', '#d9d6cd')),
    ...['under', 'stones', 'over', 'ghost'].map(layer),
    svg('g', {role: 'grid', tabindex: -1, 'aria-label': t('Board'), ref: element => { this.grid = element; }, onkeydown: event => this.pressKey(event),
      onfocusin: event => this.moveCursor(Number(event.target.dataset.point)), onfocusout: () => this.moveCursor(-1)}, ...rows));
    this.element.querySelector(':focus')?.blur(); // while there are layers
    render(null, this.element); // lest layers keep what lay on another board
    this.cells.length = width * height;
    render([board, html('div', {class: 'loupe', hidden: true, 'aria-hidden': 'true', ref: element => { this.loupe = element; }}),
      html('button', {type: 'button', class: 'confirm primary', hidden: true, ref: element => { this.confirm = element; },
        onclick: () => {
          this.tap(this.aimed);
          return false; // onTap does what follows an act
        }})], this.element);
  }
  pointUnder({clientX, clientY}) {
    const {left, top} = this.board.getBoundingClientRect(), {width, height} = this.go, at = pixels => Math.round(pixels / this.unit() - this.edge);
    const [x, y] = [at(clientX - left), at(clientY - top)];
    return x >= 0 && x < width && y >= 0 && y < height ? y * width + x : null;
  }
  /* CSS pixels from line to line. */
  unit() {
    return this.board.getBoundingClientRect().width / this.span;
  }
  /* Are points too small for a finger to hit? 30 CSS pixels, about 5 mm. */
  needsAim() {
    return this.unit() < 30;
  }

  /* ---- Input ---- */

  aims() {
    return this.isFinger && this.view.magnifies && this.view.color !== null && this.needsAim();
  }
  /* Must a stone be confirmed? */
  mustAsk() {
    const {asks, color} = this.view;
    return ['1', '2'].includes(color) && (asks === 'always' || (asks === 'touch' && this.isFinger && this.needsAim()));
  }
  listeners() {
    const put = point => point === null || (this.mustAsk() && point !== this.asked) ? this.ask(point) : this.tap(point);
    const lift = isPlayed => event => {
      if (this.aiming !== event.pointerId) return;
      this.aiming = null;
      this.loupe.hidden = true;
      put(isPlayed ? this.pointUnder(event) : null);
    };
    return {
      onpointerdown: event => {
        this.isFinger = event.pointerType !== 'mouse';
        this.isAimed = this.aims();
        if (this.aiming !== null) return lift(false)({pointerId: this.aiming}); // two fingers scroll and zoom
        if (!this.isAimed) return;
        this.aiming = event.pointerId;
        this.board.setPointerCapture(this.aiming);
        this.aim(this.pointUnder(event), event);
      },
      onpointermove: event => {
        if (this.aiming === event.pointerId) this.aim(this.pointUnder(event), event);
        else if (event.pointerType === 'mouse') this.hover(this.pointUnder(event));
      },
      onpointerup: lift(true),
      onpointercancel: lift(false),
      onpointerleave: event => event.pointerType === 'mouse' && this.hover(null),
      onmousedown: event => event.preventDefault(), // the keyboard stays where it is
      onclick: event => {
        if (!this.isAimed) put(this.pointUnder(event));
        return false; // as above
      },
    };
  }
  /* A point is aimed at: a magnifier shows it above the finger, or beside it where there is no room. */
  aim(point, {clientX, clientY}) {
    this.aimed = point ?? -1;
    this.drawGhost();
    this.loupe.hidden = point === null;
    this.confirm.hidden = true;
    if (point === null) return;
    const [x, y] = placeOn(this.go.width)(point);
    render(makeBoard(this.go.width, this.go.height, {class: 'board live', viewBox: `${x - 2.3} ${y - 2.3} 4.6 4.6`, sides: 0},
        this.under(), this.stones(), this.over(), this.ghost()), this.loupe);
    const isAbove = clientY > 210, left = isAbove ? Math.min(Math.max(clientX - 80, 4), innerWidth - 164) : clientX > 240 ? clientX - 220 : clientX + 60;
    this.loupe.style.transform = `translate(${left}px, ${isAbove ? clientY - 205 : 4}px)`;
  }
  /* A point that was tapped is looked at, and played if it is confirmed; null: none is. */
  ask(point) {
    this.asked = point;
    this.aimed = point ?? -1;
    this.confirm.hidden = point === null;
    if (point !== null) this.confirm.textContent = t('Play {point}', {point: this.go.vertexOf(point)});
    this.drawGhost();
    this.hover(point);
  }
  tap(point) {
    this.hovered = null; // what is shown for it goes with the tap
    this.ask(null);
    this.onTap(point);
  }
  hover(point) {
    if (this.hovered === point) return;
    this.hovered = point;
    this.onHover(point);
    this.drawGhost();
  }
  moveCursor(point) {
    if (point >= 0) this.cells.forEach((cell, index) => cell.setAttribute('tabindex', index === point ? 0 : -1));
    this.cursor = point;
    this.onHover(point < 0 ? null : point);
    this.drawGhost();
  }
  pressKey(event) {
    const {width, height} = this.go, point = Number(event.target.dataset.point), [x, y] = placeOn(width)(point);
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
      Home: [-x, 0], End: [width - 1 - x, 0]}[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (step) {
      const [nx, ny] = [x + step[0], y + step[1]];
      if (nx >= 0 && nx < width && ny >= 0 && ny < height) this.cells[ny * width + nx].focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.tap(point);
    } else if (event.key === 'Escape') {
      event.target.blur();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
  focus() {
    this.grid.querySelector('[tabindex="0"]').focus();
  }

  /* ---- Drawing ---- */

  show(view) {
    const isNew = !this.view || view.go !== this.go || view.coordinates !== this.view.coordinates, isElsewhere = view.at !== this.view?.at;
    this.before = isNew ? '' : this.view.stones;
    this.view = view;
    if (isNew) this.build(view);
    if (isNew || isElsewhere) [this.asked, this.aimed, this.confirm.hidden] = [null, -1, true];
    this.isSmall = this.needsAim();
    this.board.classList.toggle('aims', this.isSmall && view.magnifies && view.color !== null);
    for (const name of ['under', 'stones', 'over']) render(this[name](), this.layers[name]);
    this.drawGhost();
    this.cells.forEach((cell, point) => {
      const name = this.nameOf(point);
      if (this.names[point] !== name) cell.setAttribute('aria-label', this.names[point] = name);
    });
  }
  stones() {
    const {view: {stones, dead, last}, before} = this, at = placeOn(this.go.width);
    const shade = [...stones].map((stone, point) => stone === '0' ? '' : `M${at(point)[0] + .04} ${at(point)[1] + .07}h0`).join('');
    return [svg('path', {class: 'shade', d: shade}), ...[...stones].map((stone, point) => {
      if (stone === '0') return null;
      const isSnapped = before !== '' && before[point] === '0' && point === last;
      return stoneAt(at(point), stone, {class: `stone ${stone === '1' ? 'black' : 'white'}${dead?.has(point) ? ' dead' : ''}${isSnapped ? ' snapped' : ''}`});
    })];
  }
  under() {
    const {owner, heat, stones, next = []} = this.view, at = placeOn(this.go.width), drawn = lineStones(this.go.width, next, 'ghost');
    owner?.forEach((value, point) => {
      const size = Math.abs(value);
      if (size >= .12 && stones[point] === '0')
        drawn.push(ownerAt(at(point), .98 * Math.sqrt(size), value, {opacity: (.2 + .35 * size).toFixed(2)}));
    });
    heat?.forEach((share, point) => {
      if (share >= .002) drawn.push(squareAt(at(point), .98, 'heat', {opacity: Math.sqrt(share).toFixed(2)}));
      if (share >= .01 && (!this.isSmall || share === Math.max(...heat))) drawn.push(textAt(at(point), decimal(100 * share, 0), 'number on-wood'));
    });
    return drawn;
  }
  over() {
    const {view} = this, {stones, last, owner, territory} = view, at = placeOn(this.go.width), drawn = [];
    const colorOf = point => stones[point] === '1' ? 'on-black' : stones[point] === '2' ? 'on-white' : 'on-wood';
    [...territory ?? ''].forEach((color, point) => {
      if (color !== '0' && (stones[point] === '0' || view.dead?.has(point))) drawn.push(ownerAt(at(point), .34, color === '1' ? 1 : -1));
    });
    if (last >= 0 && stones[last] !== '0' && !view.numbers?.has(last) && !view.line && !view.marks?.has(last)) {
      const [x, y] = at(last);
      drawn.push(svg('circle', {class: `last-move ${colorOf(last)}`, cx: x, cy: y, r: .2}));
    }
    owner?.forEach((value, point) => { // stones that are lost
      if (stones[point] !== '0' && (stones[point] === '1' ? value : -value) < -.3) drawn.push(ownerAt(at(point), .28, value));
    });
    for (const [point, number_] of view.numbers ?? []) drawn.push(textAt(at(point), String(number_), `number ${colorOf(point)}`));
    for (const [point, kind] of view.marks ?? []) drawn.push(this.markAt(point, kind, colorOf(point)));
    for (const each of view.candidates ?? []) drawn.push(this.candidateAt(each));
    return [...drawn, ...lineStones(this.go.width, view.line ?? [])];
  }
  markAt(point, kind, on) {
    const [x, y] = placeOn(this.go.width)(point), shape = {triangle: 'M0-.28L.25.16H-.25Z', square: 'M-.2-.2H.2V.2H-.2Z',
      circle: 'M-.23 0A.23.23 0 1 0 .23 0A.23.23 0 1 0-.23 0', cross: 'M-.2-.2L.2.2M.2-.2L-.2.2'}[kind];
    if (!shape) return svg('g', {}, on === 'on-wood' ? svg('circle', {class: 'clearing', cx: x, cy: y, r: .34}) : null,
        textAt([x, y], kind.slice(1), `number ${on}`, .6));
    return svg('path', {class: `sign-mark ${on}`, d: shape, transform: `translate(${x} ${y})`});
  }
  /* On small boards only the best move has figures that could be read. */
  candidateAt({point, text, small, class: kind}) {
    const [x, y] = placeOn(this.go.width)(point), hasText = text && (!this.isSmall || !small || kind.startsWith('best'));
    return svg('g', {class: `candidate ${kind}`}, svg('circle', {cx: x, cy: y, r: .46}),
        hasText && svg('text', {x, y: y + (small && !this.isSmall ? .06 : .15), 'font-size': Math.min(this.isSmall ? .6 : .4, 1.05 / text.length)}, text),
        small && !this.isSmall && svg('text', {x, y: y + .33, 'font-size': .25}, small));
  }
  drawGhost() {
    render(this.ghost(), this.layers.ghost);
  }
  /* The stone that would be put, and the cursor of the keyboard. */
  ghost() {
    const {view} = this, at = placeOn(this.go.width), drawn = [];
    const isTouched = this.aimed >= 0, point = isTouched ? this.aimed : this.cursor >= 0 ? this.cursor : this.hovered ?? -1;
    if (point >= 0 && view.color && view.color !== '0' && view.stones[point] === '0' && !view.line?.length)
      drawn.push(stoneAt(at(point), view.color, {class: `stone ghost ${view.color === '1' ? 'black' : 'white'}`}));
    if (isTouched && this.needsAim()) {
      const [x, y] = at(point), {width, height} = this.go;
      drawn.push(svg('path', {class: 'aim', d: `M${x} 0V${height - 1}M0 ${y}H${width - 1}`}));
    }
    if (this.cursor >= 0) drawn.push(squareAt(at(this.cursor), 1, 'cursor-frame', {rx: .12}));
    return drawn;
  }
}
