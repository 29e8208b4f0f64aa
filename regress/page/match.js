/* The page of a match: the object of `dihedra match --json`. */
pages.match = () => {
  const {pairings, engines} = data;
  const signed = value => value === null ? '?' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(0)}`;
  const record = (each, color = '') => {
    const prefix = color && `${color}_`;
    return ['wins', 'losses', 'draws'].map(key => each[prefix + key]).join(' – ');
  };

  /* A win rate from 0 to 1 as a line with the interval, and a mark in the middle. */
  function interval(pairing) {
    const {win_rate: rate, win_rate_low: low, win_rate_high: high} = pairing;
    if (rate === null) return '';
    return svg('svg', {class: 'interval', viewBox: '0 0 100 10', preserveAspectRatio: 'none',
          role: 'img', 'aria-label': `between ${percent(low)} and ${percent(high)}`},
        svg('path', {class: 'axis', d: 'M0 5H100M50 1V9'}),
        svg('path', {class: 'range', d: `M${100 * low} 5H${100 * high}`}),
        svg('path', {class: 'rate', d: `M${100 * rate} 1V9`}));
  }
  const pairingTable = () => table('', [
    ['pairing', each => `${each.engine} against ${each.opponent}`],
    ['games', each => String(each.games), true],
    ['won', each => percent(each.win_rate), true],
    ['95% interval', each => each.win_rate === null ? '?'
        : `${percent(each.win_rate_low)} to ${percent(each.win_rate_high)}`, true],
    ['', interval],
    ['Elo', each => each.elo === null ? '?'
        : `${signed(each.elo)} ± ${number(each.elo_error, 0)}`, true],
    ['won – lost – drawn', each => record(each), true],
    ['as Black', each => record(each, 'black'), true],
    ['as White', each => record(each, 'white'), true],
    ['moves a game', each => number(each.moves_per_game, 1), true],
    ['duplicates', each => String(each.duplicates), true]], pairings);
  function engineTable() {
    const LOSSES = [['resignations', 'resigned'], ['time_losses', 'on time'],
      ['illegal_moves', 'illegal moves'], ['refusals', 'refusals'], ['crashes', 'crashes'],
      ['hangs', 'hangs'], ['wrong_answers', 'wrong answers']];
    return table('', [
      ['engine', each => html('span', {}, each.name, html('br'),
          html('code', {class: 'quiet'}, each.command))],
      ['games', each => String(each.games), true],
      ['won – lost – drawn', each => record(each), true],
      ['s a move', each => number(each.seconds_per_move, 3), true],
      ['lost by', each => LOSSES.filter(([key]) => each[key] > 0)
          .map(([key, name]) => `${each[key]} ${name}`).join(', ')]],
    engines);
  }
  /* Of the sequential test, and of games in pairs. */
  function notes() {
    return pairings.flatMap(each => {
      const lines = [];
      if (each.sprt)
        lines.push(`Sequential test of ${each.sprt.elo0} against ${each.sprt.elo1} Elo: LLR ` +
            `${number(each.llr, 2)} (${number(each.sprt.lower, 2)} to ${number(each.sprt.upper, 2)}), ` +
            `${each.sprt.verdict}`);
      if (each.pentanomial)
        lines.push(`${each.engine} against ${each.opponent}, pairs of games by points (0, ½, 1, 1½, 2): ` +
            each.pentanomial.join(', '));
      if (each.move_limit_games > 0)
        lines.push(`${each.engine} against ${each.opponent}: ${each.move_limit_games} ended by the ` +
            'move limit');
      return lines;
    }).map(line => html('p', {class: 'about'}, line));
  }

  const title = engines.map(each => each.name).join(' – ');
  document.title = title;
  document.body.append(html('h1', {}, title),
      html('p', {class: 'about'}, `${data.games} of ${data.games_asked} games`),
      html('main', {}, html('h2', {}, 'Results'),
          data.games === 0 ? html('p', {}, 'No game has ended yet.') : pairingTable(), ...notes(),
          html('h2', {}, 'Engines'), engineTable()));
};
