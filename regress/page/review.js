/* The page of a reviewed game: a board to step through, what else could have been played, graphs,
 * figures of both players, positions to try.
 *
 * data is the object of `dihedra analyze --json`, and besides:
 *     title, about       of the game: its players; facts, one text each
 *     first              moves before the first position
 *     positions[]        stones   a digit a point: 0 empty, 1 black, 2 white
 *                        owner    a letter a point: a White's to k neutral to u Black's; "": unknown
 *                        last     the number of the point played last, -1 if there is none or a pass
 *                        title, comment   what the page says about it
 *
 * The page is at a position: the board shows it, the verdict is about the move that led to it, and
 * the candidates are what could have been played instead. At the start they are for the first move. */
pages.review = () => {
  const positions = data.positions, moves = data.moves, last = positions.length - 1;
  const place = placeOn(data.width), go = goban(data.width, data.height);
  const GRADES = ['slip', 'inaccuracy', 'mistake', 'serious mistake', 'blunder'];
  const moveTo = index => index > 0 ? moves[index - 1] : null; // that led to a position
  const isBad = index => GRADES.indexOf(moveTo(index)?.grade) >= 2;
  const colorOf = position => position.to_move === 'black' ? '1' : '2';
  const nameOf = color => color === '1' || color === 'black' ? 'Black' : 'White';

  /* at: the position. shown: the line of play on the board, {index, isPinned}, index being that of a
   * row of the candidates, or null. tried: the reader's own moves from here on, as points. guess:
   * is the reader to guess the move that led here? message: what the reader's last action came to.
   * showsOwner: is the ownership on the board? */
  let at = 0, shown = null, tried = [], guess = false, message = '', showsOwner = false;

  /* ---- In words ---- */

  const lead = score => score === null ? '?' : Math.abs(score) < .05 ? 'even'
      : `${score < 0 ? 'W' : 'B'}+${Math.abs(score).toFixed(1)}`;
  const leads = score => score === null ? '' : Math.abs(score) < .05 ? 'The game is even'
      : `${nameOf(score > 0 ? '1' : '2')} leads by ${number(Math.abs(score), 1)} points`;
  const value = each => `Black wins ${percent(each.black_win_rate)}, ${lead(each.black_score_points)}`;
  function lossOf(move) {
    if (move.ends_game) return 'The game is over.';
    if (move.agrees) return "The engine's choice.";
    if (move.loss_win_rate === null) return '';
    const points = move.loss_points, rate = 100 * move.loss_win_rate;
    const part = (amount, unit) => `${amount < 0 ? 'gains' : 'loses'} ${number(Math.abs(amount), 1)}${unit}`;
    const [first, second] = [points === null ? null : part(points, ' points'), part(rate, '%')];
    const both = first === null ? second
        : `${first} and ${(points < 0) === (rate < 0) ? second.replace(/^\w+ /, '') : second}`;
    return `${both[0].toUpperCase()}${both.slice(1)}.`;
  }

  /* ---- Lines of play ---- */

  /* What could have been played: rows of the position before, or of the start. The move of the game
   * is one of them; its line goes on with what the engine expects after it. The others have letters. */
  function rowsOf(index) {
    const from = Math.max(index - 1, 0), position = positions[from];
    const move = index > 0 ? moves[index - 1] : null;
    const rows = position.candidates.map(each => ({...each, from, isPlayed: each.move === move?.vertex}));
    if (move && !rows.some(row => row.isPlayed))
      rows.push({...positions[index], move: move.vertex, prior: null, from, isPlayed: true, pv: []});
    const goesOn = move && playedTo(index) && positions[index].to_move !== move.color;
    for (const row of rows.filter(each => each.isPlayed))
      row.pv = [move.vertex, ...(goesOn && positions[index].candidates[0]?.pv || [])];
    const most = Math.max(...position.candidates.map(each => each.visits));
    rows.filter(row => !row.isPlayed).forEach((row, order) =>
        Object.assign(row, {letter: 'ABCDE'[order], isFew: 10 * row.visits < most}));
    return rows;
  }
  /* Points that a candidate is behind the best one. */
  function behind({candidates, to_move: color}, order) {
    const [best, each] = [candidates[0], candidates[order]].map(({black_score_points: score}) => score);
    return number(best === null ? null : (color === 'black' ? 1 : -1) * (best - each), 1);
  }
  /* What the file says of the moves tried from here: {value, words} or {words}. Values are known of
   * positions of the game, and of the engine's candidates along their lines. */
  function judgeTried() {
    let index = at, rest = [...tried];
    while (rest.length > 0 && index < last && moves[index].vertex === go.vertexOf(rest[0])) {
      index++;
      rest = rest.slice(1);
    }
    if (rest.length === 0) return {value: positions[index], words: 'as in the game'};
    const found = replay(positions[at], tried);
    const same = positions.find(each => each.stones === found.stones && colorOf(each) === found.color);
    if (same) return {value: same, words: 'a position of the game'};
    const position = positions[index];
    const order = position.candidates.findIndex(each =>
        rest.every((point, step) => each.pv[step] === go.vertexOf(point)));
    if (order < 0) return {words: 'not in this file: the engine did not look here, or not far'};
    return {value: position.candidates[order], words: order === 0 ? "the engine's choice"
        : `${behind(position, order)} points behind the engine's choice`};
  }
  /* The move that led to a position, by the rules, or null at the start and after a set-up. */
  function playedTo(index) {
    if (index === 0) return null;
    const point = go.pointOf(moves[index - 1].vertex);
    const played = go.play(positions[index - 1].stones, moves[index - 1].color === 'black' ? '1' : '2', point);
    return played?.stones === positions[index].stones ? played : null;
  }
  /* Plays points from a position, colors by turns: {stones, color to move, ko, legal}. */
  function replay(position, points) {
    const ko = playedTo(positions.indexOf(position))?.ko ?? -1;
    let state = {stones: position.stones, color: colorOf(position), ko, legal: 0};
    for (const point of points) {
      const next = go.play(state.stones, state.color, point, state.ko);
      if (!next) return state;
      state = {...next, color: go.other(state.color), legal: state.legal + 1};
    }
    return state;
  }

  /* ---- Elements ---- */

  const board = makeBoard(data.width, data.height);
  const layer = svg('g');
  board.append(layer);
  const button = (id, label, text = label, pressed = undefined) =>
      html('button', {id, type: 'button', 'aria-label': label === text ? null : label,
        'aria-pressed': pressed}, text);
  const slider = html('input', {type: 'range', id: 'slider', min: 0, max: last, value: 0,
    'aria-label': 'Position in the game'});
  const controls = html('div', {class: 'filter controls', role: 'group', 'aria-label': 'Moves'},
      button('first', 'Start', '«'), button('back-ten', 'Ten moves back', '−10'),
      button('back', 'Back', '‹'), button('forward', 'Forward', '›'),
      button('forward-ten', 'Ten moves forward', '+10'), button('last', 'End', '»'),
      button('mistake', 'Next mistake'));
  const field = html('input', {id: 'point', size: 4, autocomplete: 'off', spellcheck: 'false',
    'aria-label': 'A point to play, such as D4', placeholder: 'D4'});
  const tools = html('div', {class: 'filter', role: 'group', 'aria-label': 'Board'},
      button('owner', 'Ownership', 'Ownership', 'false'),
      button('guess', 'Guess the move', 'Guess', 'false'),
      html('span', {class: 'play'}, field, button('play', 'Play at this point', 'Play')),
      button('undo', 'Take back', 'Undo'), button('leave', 'Back to the game'));
  const title = html('h2', {id: 'title'}), verdict = html('p', {id: 'verdict'});
  const state = html('p', {id: 'state', class: 'quiet'}), notice = html('p', {id: 'notice'});
  const comment = html('div', {class: 'comment', tabindex: 0, role: 'group', 'aria-label': 'Comment'});
  const candidates = html('div', {id: 'candidates'});

  const GRADE_HEIGHTS = {blunder: 30, 'serious mistake': 22, mistake: 14, inaccuracy: 7};
  function graph(label, from, to, curve) {
    const ticks = moves.flatMap(({grade}, index) => GRADE_HEIGHTS[grade] === undefined ? []
        : [[index + 1, GRADE_HEIGHTS[grade], grade]]);
    return [html('p', {class: 'caption'}, html('span', {}, from), html('span', {}, to)),
      makeGraph({last: Math.max(last, 1), label, curves: [curve], ticks, at: 0, onGo: show})];
  }
  function graphs() {
    const most = Math.ceil(Math.max(5, ...positions.map(each => Math.abs(each.black_score_points ?? 0))));
    const rates = positions.map((each, index) =>
        `L${index} ${(100 - 100 * each.black_win_rate).toFixed(2)}`).join('');
    const scores = positions.map((each, index) => `${index === 0 ? 'M' : 'L'}${index} ` +
        (50 - 50 * (each.black_score_points ?? 0) / most).toFixed(2)).join('');
    return html('section', {class: 'graphs', 'aria-label': 'Graphs'},
      ...graph("Black's lead in points, position by position",
          'Points (up: Black leads)', `B+${most} to W+${most}`, svg('path', {class: 'curve', d: scores})),
      slider,
      ...graph("Black's win rate, position by position", 'Win rate (dark: Black)', '0 to 100%',
          svg('path', {class: 'area', d: `M0 100${rates}V100Z`})),
      html('p', {class: 'caption'}, html('span', {}, '▮ mistake: the higher, the worse')));
  }

  /* ---- Figures of the players ---- */

  function players() {
    /* A rank with its interval, on two lines. */
    const words = rank => rank.replace(/k$/, ' kyu').replace(/d$/, ' dan');
    const rank = ({rank: middle, low, high}) => html('span', {}, words(middle), html('br'),
        html('small', {class: 'quiet'}, `(90%: ${low}${low === high ? '' : ` to ${high}`})`));
    const share = player => player.moves === 0 ? null : player.agreeing / player.moves;
    const rows = [
      ['moves', player => String(player.moves)],
      ["engine's choice", player => percent(share(player), 0)],
      ['mean loss in points', player => number(player.mean_loss_points, 2)],
      ['mean loss of win rate', player => percent(player.mean_loss_win_rate)],
      ...data.black.phases.map(({phase}, index) => [`points lost, ${phase}`, player =>
          `${number(player.phases[index].loss_points, 1)} in ${player.phases[index].moves}`])];
    if (data.black.rank !== null || data.white.rank !== null)
      rows.push(['rank', player => player.rank === null ? '?' : rank(player.rank)]);
    return table('', [['', ([label]) => label],
      ['Black', ([, show]) => show(data.black), true],
      ['White', ([, show]) => show(data.white), true]], rows);
  }
  /* How many moves of each player have a grade, with bars. */
  function histogram() {
    const grades = [...GRADES].reverse(), of = (color, grade) => data[color].grades[grade];
    const most = Math.max(1, ...grades.flatMap(grade => [of('black', grade), of('white', grade)]));
    const bar = (color, grade) => html('span', {class: 'count'},
        svg('svg', {class: 'bar', viewBox: `0 0 ${most} 1`, preserveAspectRatio: 'none', 'aria-hidden': 'true'},
            svg('rect', {class: gradeClass(grade), width: of(color, grade), height: 1})),
        String(of(color, grade)));
    const points = grade => data.points[grades.indexOf(grade)], rate = grade => data.rates[grades.indexOf(grade)];
    return table('histogram', [
      ['loss', grade => html('span', {}, grade, html('small', {class: 'quiet'},
          ` ${points(grade)} points or ${+(100 * rate(grade)).toFixed(2)}%`))],
      ['Black', grade => bar('black', grade)], ['White', grade => bar('white', grade)]], grades);
  }
  const linkTo = (move, words) => html('a', {href: `#move-${move}`}, words);
  /* The worst moves as positions to try; the better move is on the board only on paper. */
  function tries(color) {
    const cards = data[color].worst_moves.map(index => {
      const move = moves.find(each => each.move === index), before = positions[index - 1 - data.first];
      const best = before.candidates[0]?.move;
      const diagram = makeDiagram({...data, stones: before.stones}, `Position before move ${index}`,
          [['expected', go.pointOf(best ?? '')], ['played', go.pointOf(move.vertex)]]);
      return html('li', {class: 'try'}, diagram,
          html('p', {}, linkTo(index, `Move ${index}`), ` ${move.vertex}: ${move.loss_points === null
              ? percent(move.loss_win_rate) : `${number(move.loss_points, 1)} points`}`,
              html('span', {class: 'answer'}, `; better: ${best ?? '?'}`)),
          html('button', {type: 'button', 'data-guess': index}, `Guess move ${index}`));
    });
    return cards.length === 0 ? null : html('div', {},
        html('h3', {}, `${nameOf(color)}'s biggest mistakes`), html('ol', {class: 'tries'}, ...cards));
  }
  function allMoves() {
    const after = move => positions[move.move - data.first];
    return table('moves', [
      ['move', move => linkTo(move.move, `${move.move} ${nameOf(move.color)} ${move.vertex}`)],
      ['Black wins', move => percent(after(move).black_win_rate), true],
      ['score', move => lead(after(move).black_score_points), true],
      ['points lost', move => number(move.loss_points, 1), true],
      ['win rate lost', move => percent(move.loss_win_rate), true],
      ['', move => move.grade ? gradeMark(move.grade) : ''],
      ["engine's choice", move => move.ends_game ? 'the end' : move.agrees ? 'the same'
          : (positions[move.move - 1 - data.first].candidates[0]?.pv ?? []).slice(0, 8).join(' ')]],
    moves, move => ({'data-position': move.move - data.first}));
  }

  /* ---- The board ---- */

  function drawOwner(position) {
    [...position.owner].forEach((letter, point) => {
      const each = (letter.charCodeAt(0) - 107) / 10, size = .5 * Math.abs(each);
      if (size >= .1) layer.append(ownerAt(place(point), size, each));
    });
  }
  function drawLast(stones, point) {
    if (point < 0 || stones[point] === '0') return;
    const [x, y] = place(point);
    layer.append(svg('circle', {class: `last last-${stones[point] === '1' ? 'black' : 'white'}`,
      cx: x, cy: y, r: .26}));
  }
  /* Numbers the stones that are still there of those played from a position. */
  function drawLine(position, points, stones) {
    const numbers = new Map(), first = colorOf(position);
    points.forEach((point, step) => { if (point >= 0 && !numbers.has(point)) numbers.set(point, step); });
    for (const [point, step] of numbers) {
      const [x, y] = place(point), color = step % 2 === 0 ? first : go.other(first);
      const name = color === '1' ? 'black' : 'white';
      if (stones[point] !== color)
        layer.append(svg('circle', {class: `line-${name}`, cx: x, cy: y, r: .45}));
      layer.append(svg('text', {class: `number-${name}`, x, y: y + .18}, String(step + 1)));
    }
  }
  function drawCandidates(rows, stones) {
    rows.forEach((row, order) => {
      const point = go.pointOf(row.move);
      if (row.isPlayed || point === null || point < 0 || stones[point] !== '0') return;
      const [x, y] = place(point);
      layer.append(svg('g', {class: `candidate ${order === 0 ? 'best' : row.isFew ? 'few' : ''}`},
          svg('circle', {cx: x, cy: y, r: row.isFew ? .36 : .44}),
          svg('text', {x, y: y + .18}, row.letter)));
    });
  }
  function draw() {
    const rows = rowsOf(at), row = shown && rows[shown.index];
    let position = positions[guess ? Math.max(at - 1, 0) : at], points = tried;
    if (row) {
      position = positions[row.from];
      points = row.pv.map(go.pointOf);
    }
    const {stones, legal} = replay(position, points);
    layer.replaceChildren();
    drawStones(board, data.width, stones);
    if (showsOwner && !row) drawOwner(position);
    if (points.length === 0) drawLast(stones, position.last);
    drawLine(position, points.slice(0, legal), stones);
    if (!row && points.length === 0 && !guess) drawCandidates(rows, stones);
    const line = points.length === 0 ? '' : `, then ${points.map(go.vertexOf).join(' ')}`;
    board.setAttribute('aria-label', `${data.width}x${data.height} board, ${position.title}${line}`);
  }

  /* ---- What is said ---- */

  function drawCandidateTable() {
    const rows = rowsOf(at);
    const line = row => html('span', {class: 'line', title: row.pv.slice(1).join(' ')}, row.pv.slice(1, 13).join(' '));
    const select = (row, order) => html('button', {type: 'button', class: 'row', 'data-row': order,
      'aria-pressed': String(shown?.index === order && shown.isPinned),
      'aria-label': `${row.move}: show the line`}, row.isPlayed ? row.move : `${row.letter} ${row.move}`);
    candidates.replaceChildren(
        html('h2', {}, at === 0 ? 'Candidates' : `Instead of move ${at + data.first}`),
        table('', [
          ['move', row => html('span', {}, select(row, rows.indexOf(row)),
              row.isPlayed ? html('small', {class: 'quiet'}, ' played') : '')],
          ['Black wins', row => percent(row.black_win_rate), true],
          ['score', row => lead(row.black_score_points), true],
          ['visits', row => String(row.visits), true],
          ['policy', row => row.prior === null ? '–' : percent(row.prior, 0), true],
          ['line', line]], rows, row => ({'data-row': rows.indexOf(row), class: row.isFew && 'quiet'})));
  }
  /* Says nothing about the move if it is to be guessed. */
  function say() {
    const position = positions[at], move = moveTo(at), color = move && nameOf(move.color);
    if (guess) {
      title.textContent = `Move ${at + data.first}: what would ${color} play?`;
      verdict.textContent = 'Tap a point of the board, or type it below.';
      state.textContent = value(positions[at - 1]);
    } else {
      title.replaceChildren(position.title, ' ', move?.grade ? gradeMark(move.grade) : '');
      const better = !move || move.agrees || move.ends_game ? '' : positions[at - 1].candidates[0]?.move;
      verdict.textContent = move ? `${lossOf(move)}${better ? ` Better: ${better}.` : ''}` : '';
      state.textContent = `${leads(position.black_score_points)}; Black wins ` +
          `${percent(position.black_win_rate)}. ${position.visits} visits.`;
    }
    const judged = tried.length > 0 && judgeTried();
    notice.textContent = message || (judged ? `${tried.map(go.vertexOf).join(' ')}: ${judged.words}` +
        (judged.value ? `; ${value(judged.value)}.` : '.') : '');
    candidates.hidden = guess;
    comment.textContent = guess ? '' : position.comment ?? '';
    comment.hidden = guess || !position.comment;
    for (const [id, isPressed] of [['owner', showsOwner], ['guess', guess]])
      document.getElementById(id).setAttribute('aria-pressed', isPressed);
    for (const id of ['undo', 'leave']) document.getElementById(id).disabled =
        tried.length === 0 && !shown?.isPinned && !guess;
  }

  /* ---- Going through the game ---- */

  function refresh() {
    draw();
    say();
  }
  function show(index, isGuess = false) {
    at = Math.min(Math.max(index, 0), last);
    [shown, tried, guess, message] = [null, [], isGuess && at > 0, ''];
    refresh();
    drawCandidateTable();
    slider.value = at;
    slider.setAttribute('aria-valuetext', guess ? 'A move to guess' : positions[at].title);
    for (const cursor of document.querySelectorAll('.cursor')) {
      cursor.setAttribute('x1', at);
      cursor.setAttribute('x2', at);
    }
    for (const row of document.querySelectorAll('tr[data-position]'))
      row.toggleAttribute('aria-current', Number(row.dataset.position) === at);
  }
  /* Shows the line of a row while the pointer or the focus is there, or until it is chosen again. */
  function look(index, isPinned) {
    if (guess || (!isPinned && shown?.isPinned)) return;
    if (index === (shown?.index ?? null) && !isPinned) return;
    const isAgain = isPinned && shown?.isPinned && shown.index === index;
    shown = index === null || isAgain || index >= rowsOf(at).length ? null : {index, isPinned};
    refresh();
    for (const each of candidates.querySelectorAll('button.row'))
      each.setAttribute('aria-pressed', Boolean(shown?.isPinned && Number(each.dataset.row) === shown.index));
  }
  /* The reader plays: a try, or an answer. */
  function playAt(point) {
    if (guess) return answer(point);
    if (shown?.isPinned) return;
    const next = [...tried, point];
    const isLegal = replay(positions[at], next).legal === next.length;
    if (isLegal) [shown, tried] = [null, next];
    tell(isLegal ? '' : `${go.vertexOf(point)} is not a legal move here.`);
  }
  function tell(words) {
    message = words;
    refresh();
  }
  function answer(point) {
    const move = moveTo(at), before = positions[at - 1], vertex = go.vertexOf(point);
    if (before.stones[point] !== '0' && point >= 0) return;
    const order = before.candidates.findIndex(each => each.move === vertex);
    const [best] = before.candidates;
    show(at);
    tell(order === 0 ? `${vertex}: right, it is the engine's choice.`
        : order > 0 ? `${vertex}: ${behind(before, order)} points behind ${best.move}, the engine's choice.`
            : vertex === move.vertex ? `${vertex}: as in the game. The engine plays ${best?.move}.`
                : `${vertex}: not among the engine's candidates. It plays ${best?.move}.`);
  }
  function undo() {
    if (guess) return show(at);
    if (shown) shown = null;
    else tried = tried.slice(0, -1);
    tell('');
    drawCandidateTable();
  }
  const back = () => tried.length > 0 || shown?.isPinned ? undo() : show(at - 1);
  /* Shows the next bad move; after the last one, the first. */
  function nextMistake() {
    const bad = [...positions.keys()].filter(isBad);
    const next = bad.find(index => index > at) ?? bad[0];
    if (next === undefined) tell('There is no mistake.');
    else show(next);
  }
  function playField() {
    const point = go.pointOf(field.value);
    if (point === null) tell(`“${field.value}” is not a point of the board.`);
    else playAt(point);
    field.value = '';
  }
  const actions = {
    first: () => show(0), 'back-ten': () => show(at - 10), back, forward: () => show(at + 1),
    'forward-ten': () => show(at + 10), last: () => show(last), mistake: nextMistake,
    owner: () => {
      showsOwner = !showsOwner;
      refresh();
    },
    guess: () => show(guess ? at : Math.max(at, 1), !guess), play: playField, undo,
    leave: () => show(at),
  };
  const keys = {
    Home: 'first', ArrowLeft: 'back', ArrowRight: 'forward', End: 'last', Escape: 'leave',
    m: 'mistake', o: 'owner', g: 'guess', u: 'undo',
  };
  function pressKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === slider) return;
    if (event.target === field) {
      if (event.key === 'Enter') playField();
      return;
    }
    const ten = event.shiftKey && event.key.startsWith('Arrow') ? '-ten' : '';
    const action = /^[1-6]$/.test(event.key) ? () => look(Number(event.key) - 1, true)
        : actions[keys[event.key] + ten];
    if (!action) return;
    event.preventDefault();
    action();
  }
  /* Shows the position after the move that the hash names, such as #move-12. */
  function goTo(hash) {
    const match = /^#move-(\d+)$/.exec(hash);
    if (match) show(Number(match[1]) - data.first);
    return match !== null;
  }
  /* The row of the candidate whose mark, or first stone, is at a point; null if there is none. */
  function candidateAt(point) {
    if (point === null || guess || tried.length > 0) return null;
    const index = rowsOf(at).findIndex(row => !row.isPlayed && go.pointOf(row.move) === point);
    return index < 0 ? null : index;
  }
  function clickBoard(event) {
    const point = pointUnder(event, board, data), index = candidateAt(point);
    if (index !== null) look(index, true);
    else if (point !== null) playAt(point);
  }
  function choose(event) {
    const link = event.target.closest('a[href^="#move-"]');
    if (link) goTo(link.hash);
    const pressed = event.target.closest('button');
    if (pressed?.dataset.guess) {
      show(Number(pressed.dataset.guess) - data.first, true);
      board.scrollIntoView({block: 'center'});
    } else if (pressed?.dataset.row) {
      look(Number(pressed.dataset.row), true);
    } else if (pressed && actions[pressed.id]) {
      actions[pressed.id]();
    }
  }
  /* The worst move of both players. */
  function biggest() {
    const weight = move => 1000 * GRADES.indexOf(move.grade) + (move.loss_points ?? 0) * move.openness;
    const worst = [...data.black.worst_moves, ...data.white.worst_moves]
        .map(index => moves.find(each => each.move === index)).sort((a, b) => weight(b) - weight(a))[0];
    return worst ? worst.move - data.first : 0;
  }

  /* ---- The page ---- */

  const key = name => html('kbd', {}, name);
  const help = html('p', {class: 'keys'}, key('←'), ' ', key('→'), ' a move, with ', key('Shift'),
      ' ten; ', key('Home'), ' ', key('End'), '; ', key('m'), ' next mistake; ', key('1'), ' to ', key('6'),
      ' a candidate’s line; ', key('o'), ' ownership; ', key('g'), ' guess; ',
      key('u'), ' take back; ', key('Esc'), ' back to the game. Tap the board to try moves.');
  const rowAt = event => {
    const row = event.target.closest?.('[data-row]');
    return row ? Number(row.dataset.row) : null;
  };
  document.title = data.title;
  document.body.classList.add('wide');
  document.body.append(
      html('header', {}, html('h1', {}, data.title), html('p', {class: 'about'}, data.about.join(', '))),
      html('main', {},
          html('div', {class: 'review'},
              html('section', {class: 'verdict', 'aria-label': 'Verdict', 'aria-live': 'polite'}, title, verdict,
                  state),
              html('section', {class: 'goban', 'aria-label': 'Board'}, board),
              html('section', {class: 'steps', 'aria-label': 'Steps'}, controls),
              graphs(), html('section', {class: 'tools', 'aria-label': 'Tools'}, tools,
                  html('div', {'aria-live': 'polite'}, notice)),
              html('section', {class: 'more', 'aria-label': 'Candidates'},
                  candidates, comment)),
          html('div', {class: 'figures'},
              html('section', {'aria-label': 'Players'}, html('h2', {}, 'Players'), players()),
              html('section', {'aria-label': 'Losses'}, html('h2', {}, 'Losses'), histogram())),
          html('section', {class: 'positions', 'aria-label': 'Positions to try'},
              html('h2', {}, 'Positions to try'), tries('black'), tries('white'),
              html('p', {class: 'answer keys'}, 'Circle: the engine’s choice; cross: the move of the game.')),
          html('section', {class: 'list', 'aria-label': 'All moves'}, html('h2', {}, 'All moves'), allMoves()),
          html('section', {class: 'help', 'aria-label': 'Help'}, help,
              html('p', {class: 'about'}, `Analysed by ${data.name} ${data.version}. Points count less in a ` +
                  'game that is nearly decided.'))));
  board.addEventListener('click', clickBoard);
  candidates.addEventListener('pointerover', event => look(rowAt(event), false));
  board.addEventListener('pointermove', event => look(candidateAt(pointUnder(event, board, data)), false));
  for (const place of [candidates, board]) place.addEventListener('pointerleave', () => look(null, false));
  candidates.addEventListener('focusin', event => look(rowAt(event), false));
  candidates.addEventListener('focusout', () => look(null, false));
  slider.addEventListener('input', () => show(Number(slider.value)));
  document.addEventListener('keydown', pressKey);
  document.addEventListener('click', choose);
  addEventListener('hashchange', () => goTo(location.hash));
  if (!goTo(location.hash)) show(biggest());
};
