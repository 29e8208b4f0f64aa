/* The page of a match: the object of `dihedra match --json` with facts, what its text says; besides
 *     settings   the first line of the log     records   its other lines, as the games ended
 *     course     [games, LLR] of the sequential test, or [games, values] of a tuning
 *     sgf        folder of the records, or null
 *     running    false: the match is over      saved     when the page was written
 *
 * The address names the game that is replayed, and the move: #game-12-30. */
pages.match = () => {
  const {pairings, engines, settings, course} = data;
  const RELOAD_SECONDS = 10, GAMES_SHOWN = 100;
  const records = [...data.records].sort((a, b) => a.game - b.game);
  const facts = ({facts: list}) => html('dl', {}, ...list.flatMap(([label, value]) =>
      [html('dt', {}, label), html('dd', {}, value.replace('+-', '±'))]));

  /* ---- Results ---- */

  /* A win rate from 0 to 1 as a line with the interval, and a mark in the middle. */
  function interval({win_rate: rate, win_rate_low: low, win_rate_high: high}) {
    if (rate === null) return null;
    return svg('svg', {class: 'interval', viewBox: '0 0 100 10', preserveAspectRatio: 'none',
          role: 'img', 'aria-label': `between ${percent(low)} and ${percent(high)}`},
        svg('path', {class: 'axis', d: 'M0 5H100M50 1V9'}),
        svg('path', {class: 'range', d: `M${100 * low} 5H${100 * high}`}),
        svg('path', {class: 'rate', d: `M${100 * rate} 1V9`}));
  }
  const results = () => [
    html('div', {class: 'cards'}, ...pairings.map(each => html('article', {class: 'card'},
        html('h3', {}, `${each.engine} against ${each.opponent}`), interval(each), facts(each)))),
    html('p', {class: 'about'}, 'Intervals, and ± of Elo, hold the true value in 95 of 100 such matches.',
        pairings.some(each => each.pentanomial)
            ? ' A pair is two games from one opening with colors exchanged.' : '')];

  /* Points of each engine against each other. */
  function crossTable() {
    const cell = (row, column) => {
      const pairing = pairings.find(each => [each.engine, each.opponent].includes(row.name) &&
          [each.engine, each.opponent].includes(column.name));
      if (!pairing || row === column || pairing.games === 0) return row === column ? '×' : '';
      const points = pairing.wins + pairing.draws / 2;
      return `${number(pairing.engine === row.name ? points : pairing.games - points, 1)}/${pairing.games}`;
    };
    return table('', [['engine', each => `${engines.indexOf(each) + 1}  ${each.name}`],
      ...engines.map((column, index) => [String(index + 1), row => cell(row, column), true])], engines);
  }
  const engineCards = () => html('div', {class: 'cards'}, ...engines.map(each => html('article', {class: 'card'},
      html('details', {}, html('summary', {}, each.name), html('code', {}, each.command),
          html('p', {class: 'about'}, [each.product, ...each.rules].join(', '))), facts(each))));

  /* [games, value] from a start, and lines across. */
  function courseGraph(label, start, points, lines) {
    const last = Math.max(1, points.at(-1)?.[0] ?? 1), values = [start, ...lines, ...points.map(([, value]) => value)];
    const low = Math.min(...values), high = Math.max(...values);
    const y = value => (96 - 92 * (value - low) / (high - low)).toFixed(2);
    return svg('svg', {class: 'graph course', viewBox: `0 0 ${last} 100`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': `${label} after 0 to ${last} games`}, svg('rect', {class: 'ground', width: last, height: 100}),
    ...[start, ...lines].map(value => svg('path', {class: 'middle', d: `M0 ${y(value)}H${last}`})),
    svg('path', {class: 'curve', d: `M0 ${y(start)}${points.map(([x, value]) => `L${x} ${y(value)}`).join('')}`}));
  }
  const sprtCourse = ({sprt: {lower, upper}}) => [html('h2', {}, 'Course of the sequential test'),
    courseGraph('LLR', 0, course, [lower, upper]),
    html('p', {class: 'about'}, `LLR after 0 to ${course.at(-1)[0]} games. At the upper line, ${number(upper, 2)}, H1 is ` +
        `accepted, at the lower, ${number(lower, 2)}, H0.`)];
  /* The parameters of a tuning, each between its limits. */
  const parameterCourses = list => [html('div', {class: 'cards'}, ...list.map((each, i) => html('article', {class: 'card'},
      html('h3', {}, each.command), html('dl', {}, ...[['now', each.value], ['start', each.start], ['min', each.min],
        ['max', each.max]].flatMap(([label, value]) => [html('dt', {}, label), html('dd', {}, String(value))])),
      courseGraph(each.command, each.start, course.map(([games, values]) => [games, values[i]]), [each.min, each.max])))),
  html('p', {class: 'about'}, `To play with these: ${list.map(each => `gtp='${each.command} ${each.value}'`).join(' ')}. ` +
      'Whether these values are better another match must show. Broken lines: the start and the limits.')];
  function openings() {
    const rows = new Map();
    for (const record of records) {
      const row = rows.get(record.opening) ?? {opening: record.opening, games: 0, black: 0, white: 0, points: 0};
      rows.set(record.opening, row);
      row.games++;
      if (record.winner) row[record.winner]++;
      row.points += record.winner ? Number(record[record.winner] === engines[0].name) : .5;
    }
    return html('details', {}, html('summary', {}, html('h2', {}, 'Results by opening')), table('', [
      ['opening', row => String(row.opening ?? 'empty board')], ['games', row => String(row.games), true],
      ['Black won', row => String(row.black), true], ['White won', row => String(row.white), true],
      ...engines.length === 2 ? [[`points of ${engines[0].name}`, row => number(row.points, 1), true]] : []],
    [...rows.values()].sort((a, b) => a.opening - b.opening)));
  }

  /* ---- Games ---- */

  const width = settings.size, go = goban(width, width);
  /* "B2 w C3": colors alternate from Black; one that does not is told. */
  function movesOf(record) {
    let color = '1', isTold = false;
    return record.moves.split(' ').flatMap(word => {
      isTold = word === 'b' || word === 'w';
      if (isTold) color = word === 'b' ? '1' : '2';
      if (isTold || word === '') return [];
      const move = {color, point: go.pointOf(word)};
      color = go.other(color);
      return [move];
    });
  }
  const fileName = record => `game-${String(record.game).padStart(4, '0')}.sgf`;
  function sgfLink(record) {
    if (data.sgf !== null) {
      const folder = /^[A-Za-z]:/.test(data.sgf) ? `file:///${data.sgf.replaceAll('\\', '/')}` : data.sgf;
      return html('a', {href: encodeURI(`${folder}/${fileName(record)}`)}, 'SGF');
    }
    const text = words => words.replace(/[\\\]]/g, '\\$&');
    const at = point => point < 0 ? '' : placeOn(width)(point).map(each => String.fromCharCode(97 + each)).join('');
    const sgf = `(;GM[1]FF[4]CA[UTF-8]SZ[${width}]KM[${settings.komi}]PB[${text(record.black)}]PW[${text(record.white)}]` +
        `RE[${text(record.result)}]${movesOf(record).map(({color, point}) => `;${'BW'[color - 1]}[${at(point)}]`).join('')})`;
    return html('a', {href: `data:application/x-go-sgf;charset=utf-8,${encodeURIComponent(sgf)}`,
      download: fileName(record)}, 'SGF');
  }
  const ending = record => record.reason.replace('_', ' ') + (record.message && `: ${record.message}`);
  const seconds = record => `${number(record.black_seconds, 1)} / ${number(record.white_seconds, 1)} s`;
  let shown = GAMES_SHOWN;
  const showMore = () => {
    shown += GAMES_SHOWN;
    draw();
  };
  const list = () => [table('tests played', [
    ['game', record => html('a', {href: `#game-${record.game}`}, String(record.game))],
    ['players', record => `${record.black} (Black) – ${record.white} (White)`],
    ['result', record => html('b', {}, record.result)],
    ['ended by', ending],
    ['moves', record => `${record.move_count} moves`, true],
    ['time of Black / White', seconds, true], ['', sgfLink]], records.slice(0, shown)),
  html('button', {type: 'button', id: 'more', hidden: shown >= records.length, onclick: showMore}, 'more games')];

  /* ---- The replay of a game ---- */

  let replayed = null, steps = [], at = 0; // the game that is shown, its positions
  const goTo = number => { at = Math.min(Math.max(number, 0), steps.length - 1); };
  function step(number) {
    goTo(number);
    draw();
    history.replaceState(null, '', `${location.hash.replace(/^(#game-\d+).*/, '$1')}-${at}`);
  }
  function replay() {
    const {stones, point, color, captured} = steps[at];
    const button = (label, words, target) => html('button', {type: 'button', 'aria-label': words, onclick: () => step(target)}, label);
    return [
      html('h2', {}, `Game ${replayed.game}: ${replayed.black} (Black) – ${replayed.white} (White)`),
      html('p', {class: 'about'}, html('b', {}, replayed.result), `, ${ending(replayed)}; ${seconds(replayed)}; `, sgfLink(replayed)),
      html('div', {class: 'place'}, makeDiagram({width, height: width, stones}, `Position after move ${at}`, [['played', point]])),
      html('input', {type: 'range', min: 0, max: steps.length - 1, value: at, 'aria-label': 'Move', oninput: event => step(Number(event.target.value))}),
      html('div', {class: 'filter'}, button('|‹', 'start', 0), button('‹', 'back', at - 1),
          button('›', 'forward', at + 1), button('›|', 'end', steps.length - 1), html('a', {href: '#games'}, 'close')),
      html('p', {class: 'move', role: 'status'}, at === 0 ? 'Start of the game' :
          `Move ${at} of ${steps.length - 1}: ${['Black', 'White'][color - 1]} ${go.vertexOf(point)}. ` +
          `Captured by Black ${captured[1]}, by White ${captured[2]}.`)];
  }
  function load(record, move) {
    let stones = '0'.repeat(width * width), captured = [0, 0, 0];
    steps = [{stones, point: null, color: '1', captured}];
    for (const {color, point} of movesOf(record)) {
      const after = go.play(stones, color, point, -1, true);
      stones = after.stones;
      captured = captured.map((count, side) => count + (side === Number(color) ? after.captured
          : side === 3 - color ? after.lost ?? 0 : 0));
      steps.push({stones, point, color, captured});
    }
    goTo(move);
  }
  function route() {
    const found = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
    replayed = (found && records.find(each => each.game === Number(found[1]))) ?? null;
    if (replayed) load(replayed, Number(found[2] ?? Infinity));
    draw();
    if (replayed) document.querySelector('.replay').scrollIntoView?.();
  }
  document.addEventListener('keydown', event => {
    const way = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1}[event.key];
    if (way === undefined || !replayed || event.ctrlKey || event.altKey || event.target.tagName === 'INPUT') return;
    event.preventDefault();
    step(way);
  });

  /* ---- The page ---- */

  const title = data.parameters ? `Tuning of ${engines[0].product || engines[0].command}`
      : engines.length === 2 ? engines.map(each => each.name).join(' – ') : `${engines.length} engines`;
  document.title = title;
  const draw = () => render([html('h1', {}, title), html('p', {class: 'about'}, `${data.games} of ${data.games_asked} games`),
    html('p', {class: 'about'}, `${width}×${width}, ${settings.rules}, komi ${settings.komi}` +
        `${typeof settings.time === 'string' ? `, time ${settings.time}` : ''}; `,
        html('b', {}, data.running ? 'running' : 'over'), `, as of ${data.saved}`),
    html('main', {}, html('h2', {}, 'Results'),
        ...data.games === 0 ? [html('p', {}, 'No game has ended yet.')]
            : data.parameters ? parameterCourses(data.parameters) : results(),
        ...engines.length > 2 ? [html('h2', {}, 'Cross table'), crossTable()] : [],
        ...pairings[0].sprt && course.length > 0 ? sprtCourse(pairings[0]) : [],
        html('h2', {}, 'Engines'), engineCards(),
        html('section', {class: 'summary replay', hidden: !replayed, 'aria-label': 'Replay'}, replayed && replay()),
        html('h2', {id: 'games'}, 'Games'), list(), openings())], document.body);
  addEventListener('hashchange', route);
  route();
  /* A reader who replays a game or has opened something is not disturbed. */
  if (data.running)
    setInterval(() => !replayed && !document.querySelector('details[open]') && location.reload(), 1000 * RELOAD_SECONDS);
};
