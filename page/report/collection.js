/* The index of many reviewed games: losses by phase and color over time, the games, mistakes that
 * occur more than once.
 *
 * data is the object of `dihedra analyze --json` about several games. */
pages.collection = () => {
  /* By date, those without one last. */
  const games = data.games.map((game, index) => ({...game, index}))
      .sort((a, b) => (a.date || '~').localeCompare(b.date || '~') || a.index - b.index);
  const sidesOf = game => game.color ? [game.color] : ['black', 'white'];
  const PHASES = ['opening', 'middle game', 'endgame'];
  const name = color => color === 'black' ? 'Black' : 'White';
  const players = game => game.black_name || game.white_name
      ? `${game.black_name || '?'} (Black) – ${game.white_name || '?'} (White)`
      : game.file.replace(/^.*\//, '');
  const pageOf = game => encodeURIComponent(game.page);

  /* Points lost a move by sides of games, in a phase or in all; null if there is no move. */
  function lossOf(sides, phase = null) {
    let moves = 0, loss = 0;
    for (const side of sides)
      side.phases.forEach((each, index) => {
        if (phase !== null && phase !== index) return;
        moves += each.moves;
        loss += each.loss_points ?? 0;
      });
    return moves === 0 ? null : loss / moves;
  }
  const sidesAs = color => games.filter(game => sidesOf(game).includes(color)).map(game => game[color]);
  const badMoves = side => ['blunder', 'serious mistake', 'mistake']
      .reduce((sum, grade) => sum + side.grades[grade], 0);
  function byColor() {
    const columns = [['as Black', sidesAs('black')], ['as White', sidesAs('white')]];
    const rows = [
      ['games', sides => String(sides.length)],
      ...PHASES.map((phase, index) => [`points lost a move, ${phase}`, sides => number(lossOf(sides, index), 2)]),
      ['points lost a move', sides => number(lossOf(sides), 2)],
      ['mistakes and worse a game', sides => sides.length === 0 ? '?'
          : number(sides.reduce((sum, side) => sum + badMoves(side), 0) / sides.length, 1)]];
    return table('', [['', ([label]) => label],
      ...columns.map(([title, sides]) => [title, ([, show]) => show(sides), true])], rows);
  }
  /* A line for each phase; dots are the games, black or white as the player was. */
  function overTime() {
    const values = games.map(game => PHASES.map((_, phase) => lossOf(sidesOf(game).map(side => game[side]), phase)));
    const most = Math.max(1, ...values.flat().map(each => each ?? 0));
    const right = Math.max(games.length - 1, 1), y = value => (96 - 88 * value / most).toFixed(2);
    const line = phase => values.map((each, x) => each[phase] === null ? '' : `L${x} ${y(each[phase])}`)
        .join('').replace('L', 'M');
    const dotsOf = color => games.map((game, x) => game.color === color ? `M${x} 98h0` : '').join('');
    const sample = phase => svg('svg', {viewBox: '0 0 30 10', 'aria-hidden': 'true'},
        svg('path', {class: `phase-${phase}`, d: 'M0 5H30'}));
    return [svg('svg', {class: 'graph over-time', viewBox: `-.5 0 ${right + 1} 100`, preserveAspectRatio: 'none',
      role: 'img', 'aria-label': 'Points lost a move in each phase, game by game'},
    svg('rect', {class: 'ground', x: -.5, width: right + 1, height: 100}),
    ...PHASES.map((_, phase) => svg('path', {class: `curve phase-${phase}`, d: line(phase)})),
    svg('path', {class: 'dots', d: dotsOf('black')}), svg('path', {class: 'dots', d: dotsOf('white')}),
    svg('path', {class: 'dots inner', d: dotsOf('white')})),
    html('p', {class: 'phases'}, ...PHASES.map((phase, index) => html('span', {}, sample(index), ` ${phase}`)),
        html('span', {class: 'quiet'}, `0 to ${number(most, 1)} points a move`))];
  }
  function gameTable() {
    const loss = phase => game => number(lossOf(sidesOf(game).map(side => game[side]), phase), 2);
    return table('games', [
      ['game', game => html('a', {href: pageOf(game)}, players(game))],
      ['date', game => game.date],
      ['result', game => game.result],
      ['as', game => game.color ? name(game.color) : 'both'],
      ['moves', game => String(game.moves), true],
      ...PHASES.map((phase, index) => [phase, loss(index), true]),
      ['all', loss(null), true],
      ['mistakes and worse', game => String(sidesOf(game).reduce((sum, side) => sum + badMoves(game[side]), 0)), true]],
    games);
  }
  function card(mistake) {
    const game = data.games[mistake.game], go = goban(mistake.width, mistake.height);
    const diagram = makeDiagram(mistake, `Position before move ${mistake.move} of ${players(game)}`,
        [['expected', go.pointOf(mistake.best)], ['played', go.pointOf(mistake.vertex)]]);
    return html('li', {class: 'try'}, diagram, html('p', {},
        html('a', {href: `${pageOf(game)}#move-${mistake.move}`}, `Move ${mistake.move}`),
        ` of ${players(game)}: ${mistake.vertex} lost ${mistake.loss_points === null
            ? percent(mistake.loss_win_rate) : `${number(mistake.loss_points, 1)} points`}`));
  }
  function repeated() {
    if (data.repeated.length === 0) return html('p', {}, 'No mistake occurs more than once.');
    return html('ol', {class: 'repeated'}, ...data.repeated.slice(0, 20).map(group => html('li', {},
        html('h3', {}, `${group.mistakes.length} times, ${number(group.loss_points, 1)} points in all`),
        html('ol', {class: 'tries'}, ...group.mistakes.map(card)))));
  }

  const title = data.player === null ? 'Reviewed games' : `Games of ${data.player}`;
  document.title = title;
  render([html('header', {}, html('h1', {}, title),
      html('p', {class: 'about'}, `${games.length} game${games.length === 1 ? '' : 's'}`)),
      html('main', {},
          html('h2', {}, 'Key mistakes'), data.key_moves.length === 0 ? html('p', {}, 'There is none.')
              : html('ol', {class: 'tries'}, ...data.key_moves.map(card)),
          html('h2', {}, 'Losses over time'), ...overTime(),
          html('h2', {}, 'By color'), byColor(),
          html('h2', {}, 'Games'), html('p', {class: 'about'}, 'Points lost a move in each phase.'), gameTable(),
          html('h2', {}, 'Mistakes made again'),
          html('p', {class: 'about'}, 'In the same surroundings of five by five points, however turned. ' +
              'Circle: the engine’s choice; cross: the move of the game.'), repeated())], document.body);
};
