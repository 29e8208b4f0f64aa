/* The page of a reviewed game: a board to step through, graphs, what the engine would have played.
 *
 * data is the object of `dihedra analyze --json`, and besides:
 *     title, about       of the game: its players; facts, one text each
 *     first              moves before the first position
 *     stars              star points, as numbers of points
 *     plays_like         what the ranks of Black and White are estimated to be, or null
 *     positions[]        stones   a digit a point: 0 empty, 1 black, 2 white
 *                        owner    a letter a point: a White's to k neutral to u Black's; "": unknown
 *                        line     the pv, as numbers of points, -1 for a pass
 *                        last, next, best_point   the same; -1 if there is none
 *                        title, text, comment     what the page says about it */
pages.review = () => {
  const positions = data.positions, moves = data.moves;
  const last = positions.length - 1;
  const place = placeOn(data.width);
  const side = color => color === 'black' ? 'black' : 'white';
  const grades = new Map(moves.map(move => [move.move - data.first, move.grade]));
  const isBad = index => ['mistake', 'blunder'].includes(grades.get(index));
  let at = 0, view = '', showsOwner = false;

  /* ---- Elements ---- */

  const board = makeBoard(data.width, data.height, data.stars);
  const overlay = svg('g');
  board.append(overlay);
  const slider = html('input', {type: 'range', id: 'slider', min: 0, max: last, value: 0,
    'aria-label': 'Position'});
  const button = (id, label, text = label, pressed = undefined) =>
      html('button', {id, 'aria-label': label === text ? null : label, 'aria-pressed': pressed}, text);
  const controls = html('div', {class: 'filter', id: 'controls', role: 'group', 'aria-label': 'Moves'},
      slider, button('first', 'Start', '«'), button('back-ten', 'Ten moves back', '−10'),
      button('back', 'Back', '‹'), button('forward', 'Forward', '›'),
      button('forward-ten', 'Ten moves forward', '+10'), button('last', 'End', '»'),
      button('mistake', 'Next mistake'), button('instead', 'Better', 'Better', 'false'),
      button('line', 'Variation', 'Variation', 'false'),
      button('owner', 'Ownership', 'Ownership', 'false'));
  const key = name => html('kbd', {}, name);
  const help = html('p', {class: 'keys'}, key('←'), ' ', key('→'), ' a move, with ', key('Shift'),
      ' ten; ', key('Home'), ' ', key('End'), '; ', key('m'), ' next mistake; ', key('b'),
      ' what was better than the last move; ', key('v'), ' what comes next; ', key('o'), ' ownership');
  const title = html('h2', {id: 'title'}), text = html('p', {id: 'text'});
  const comment = html('div', {class: 'comment'});

  /* A graph: x is the position, y goes from 0 at the top to 100. */
  function graph(label, from, to, shape) {
    const ticks = (name, grade) => svg('path', {class: name,
      d: [...grades].filter(each => each[1] === grade).map(each => `M${each[0]} 88V100`).join('')});
    return [html('p', {class: 'caption'}, html('span', {}, from), html('span', {}, to)),
      svg('svg', {class: 'graph', viewBox: `0 0 ${Math.max(last, 1)} 100`, preserveAspectRatio: 'none',
        role: 'img', 'aria-label': label},
      svg('rect', {class: 'ground', width: Math.max(last, 1), height: 100}), shape,
      svg('path', {class: 'middle', d: `M0 50H${last + 1}`}), ticks('mistakes', 'mistake'),
      ticks('blunders', 'blunder'), svg('line', {class: 'cursor', x1: 0, x2: 0, y1: 0, y2: 100}))];
  }
  function graphs() {
    const most = Math.ceil(Math.max(5, ...positions.map(each => Math.abs(each.black_score_points ?? 0))));
    const rates = positions.map((each, index) =>
        `L${index} ${(100 - 100 * each.black_win_rate).toFixed(2)}`).join('');
    const scores = positions.map((each, index) => `${index === 0 ? 'M' : 'L'}${index} ` +
        (50 - 50 * (each.black_score_points ?? 0) / most).toFixed(2)).join('');
    return [
      ...graph("Black's win rate, position by position", 'Win rate (dark: Black)', '0 to 100%',
          svg('path', {class: 'area', d: `M0 100${rates}V100Z`})),
      ...graph("Black's lead in points, position by position",
          'Score (above the middle: Black leads)', `B+${most} to W+${most}`,
          svg('path', {class: 'curve', d: scores}))];
  }
  function players() {
    const row = (label, show) => [{}, label, show(data.black, 'black'), show(data.white, 'white')];
    const share = player => player.moves === 0 ? null : player.agreeing / player.moves;
    const rows = [
      row('moves', player => String(player.moves)),
      row("engine's choice", player => percent(share(player))),
      row('mean loss', player => percent(player.mean_loss_win_rate)),
      row('in points', player => number(player.mean_loss_points, 1)),
      row('mistakes', player => String(player.mistakes)),
      row('blunders', player => String(player.blunders))];
    const likes = data.plays_like;
    if (likes.black !== null || likes.white !== null)
      rows.push(row('plays like', (player, color) => likes[color] ?? '?'));
    const columns = [{title: ''}, {title: 'Black', isNumber: true}, {title: 'White', isNumber: true}];
    return html('div', {class: 'scroll'}, table(columns, rows));
  }
  const best = move => positions[move.move - 1 - data.first].best;
  const linkTo = (move, words) => html('a', {href: `#move-${move}`}, words);
  function worst(name, player) {
    const items = player.worst_moves.map(index => {
      const move = moves.find(each => each.move === index);
      return html('li', {}, linkTo(index, `${index} ${move.vertex}`),
          `, ${percent(move.loss_win_rate)}; better ${best(move)}`);
    });
    return items.length === 0 ? null
        : html('div', {}, html('h2', {}, `${name}'s worst moves`), html('ol', {}, ...items));
  }
  function allMoves() {
    const rows = moves.map(move => {
      const after = positions[move.move - data.first];
      const line = positions[move.move - 1 - data.first].pv.slice(0, 8).join(' ');
      const name = move.color === 'black' ? 'Black' : 'White';
      const score = after.black_score_points;
      return [{'data-position': move.move - data.first},
        linkTo(move.move, `${move.move} ${name} ${move.vertex}`), percent(after.black_win_rate),
        score === null ? '?' : `${score < 0 ? 'W' : 'B'}+${Math.abs(score).toFixed(1)}`,
        percent(move.loss_win_rate), number(move.loss_points, 1),
        html('span', {class: move.grade ?? 'quiet'}, move.grade ?? ''),
        move.agrees ? 'the same' : line];
    });
    const columns = ['move', 'Black wins', 'score', 'loss', 'points', '', "engine's choice"]
        .map((name, index) => ({title: name, isNumber: index >= 1 && index <= 4}));
    return html('div', {class: 'scroll moves', tabindex: 0}, table(columns, rows));
  }

  /* ---- The board ---- */

  function drawOwner(position) {
    [...position.owner].forEach((letter, point) => {
      const value = (letter.charCodeAt(0) - 107) / 10, size = .5 * Math.abs(value);
      const [x, y] = place(point);
      if (size >= .1) overlay.append(svg('rect', {class: value > 0 ? 'owner-black' : 'owner-white',
        x: x - size / 2, y: y - size / 2, width: size, height: size}));
    });
  }
  function drawLast(position) {
    if (position.last < 0 || position.stones[position.last] === '0') return;
    const [x, y] = place(position.last);
    const color = position.stones[position.last] === '1' ? 'black' : 'white';
    overlay.append(svg('circle', {class: `last last-${color}`, cx: x, cy: y, r: .26}));
  }
  function drawLine(position) {
    const taken = new Set([-1]);
    position.line.forEach((point, move) => {
      if (taken.has(point)) return;
      taken.add(point);
      const [x, y] = place(point);
      const color = (position.to_move === 'black') === (move % 2 === 0) ? 'black' : 'white';
      overlay.append(svg('circle', {class: `line-${color}`, cx: x, cy: y, r: .45}),
          svg('text', {class: `number-${color}`, x, y: y + .18}, String(move + 1)));
    });
  }
  function draw() {
    const position = positions[view === 'instead' && at > 0 ? at - 1 : at];
    overlay.replaceChildren();
    drawStones(board, data.width, position.stones);
    if (showsOwner) drawOwner(position);
    drawLast(position);
    if (view !== '') {
      drawLine(position);
    } else {
      for (const [point, name] of [[position.best_point, 'expected'], [position.next, 'played']])
        if (point >= 0) overlay.append(mark(name, ...place(point)));
    }
    board.setAttribute('aria-label', `${data.width}x${data.height} board, ${position.title}`);
  }

  /* ---- Going through the game ---- */

  function show(index) {
    at = Math.min(Math.max(index, 0), last);
    const position = positions[at];
    draw();
    slider.value = at;
    slider.setAttribute('aria-valuetext', position.title);
    title.textContent = position.title;
    text.textContent = position.text;
    comment.textContent = position.comment ?? '';
    comment.hidden = !position.comment;
    for (const cursor of document.querySelectorAll('.cursor')) {
      cursor.setAttribute('x1', at);
      cursor.setAttribute('x2', at);
    }
    for (const row of document.querySelectorAll('tr[data-position]'))
      row.toggleAttribute('aria-current', Number(row.dataset.position) === at);
  }
  const press = (id, isPressed) =>
      document.getElementById(id).setAttribute('aria-pressed', isPressed);
  /* Shows the line of play from here, or instead of the last move; called again, hides it. */
  function look(name) {
    view = view === name ? '' : name;
    for (const each of ['line', 'instead']) press(each, each === view);
    draw();
  }
  function toggleOwner() {
    showsOwner = !showsOwner;
    press('owner', showsOwner);
    draw();
  }
  /* Shows the next bad move; after the last one, the first. */
  function nextMistake() {
    const bad = [...positions.keys()].filter(isBad);
    const next = bad.find(index => index > at) ?? bad[0];
    if (next !== undefined) show(next);
  }
  const actions = {
    first: () => show(0), 'back-ten': () => show(at - 10), back: () => show(at - 1),
    forward: () => show(at + 1), 'forward-ten': () => show(at + 10), last: () => show(last),
    mistake: nextMistake, line: () => look('line'), instead: () => look('instead'),
    owner: toggleOwner,
  };
  const keys = {
    Home: 'first', ArrowLeft: 'back', ArrowRight: 'forward', End: 'last',
    m: 'mistake', v: 'line', b: 'instead', o: 'owner',
  };
  function pressKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === slider) return;
    const ten = event.shiftKey && event.key.startsWith('Arrow') ? '-ten' : '';
    const action = actions[keys[event.key] + ten];
    if (!action) return;
    event.preventDefault();
    action();
  }
  /* Shows the position after the move that the hash names, such as #move-12. */
  function goTo(hash) {
    const match = /^#move-(\d+)$/.exec(hash);
    if (match) show(Number(match[1]) - data.first);
  }
  function choose(event) {
    const graph = event.target.closest('.graph');
    if (graph) {
      const box = graph.getBoundingClientRect();
      show(Math.round((event.clientX - box.left) / box.width * last));
    }
    const link = event.target.closest('a[href^="#move-"]');
    if (link) goTo(link.hash);
  }

  /* ---- The page ---- */

  document.title = data.title;
  document.body.append(
      html('h1', {}, data.title), html('p', {class: 'about'}, data.about.join(', ')),
      html('p', {class: 'about'}, `Analysed by ${data.name} ${data.version}`),
      html('main', {class: 'review'},
          html('section', {'aria-label': 'Board'}, board, controls,
              html('ul', {class: 'legend', 'aria-label': 'Marks on the board'},
                  html('li', {}, sign('expected'), " the engine's choice"),
                  html('li', {}, sign('played'), ' played next')),
              help),
          html('section', {'aria-label': 'Analysis'},
              html('div', {class: 'panel'}, html('div', {'aria-live': 'polite'}, title, text), comment,
                  ...graphs()),
              html('div', {class: 'panel'}, html('h2', {}, 'Players'), players(),
                  html('p', {class: 'keys'}, 'A blunder (red in the graphs) loses ' +
                      `${+(100 * data.blunder_win_rate).toFixed(4)}% of win rate or more, a mistake ` +
                      '(orange) half of that.'),
                  worst('Black', data.black), worst('White', data.white)))),
      html('h2', {}, 'All moves'), allMoves());
  controls.addEventListener('click', event => {
    const pressed = event.target.closest('button');
    if (pressed) actions[pressed.id]();
  });
  slider.addEventListener('input', () => show(Number(slider.value)));
  document.addEventListener('keydown', pressKey);
  document.addEventListener('click', choose);
  addEventListener('hashchange', () => goTo(location.hash));
  show(0);
  goTo(location.hash);
};
