/* The page of a match: the object of `dihedra match --json`. */
pages.match = () => {
  const {pairings, engines} = data;
  const sum = (object, ...keys) => keys.reduce((total, key) => total + object[key], 0);
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
  function pairingTable() {
    const columns = [
      {title: 'pairing'}, {title: 'games', isNumber: true}, {title: 'won', isNumber: true},
      {title: '95% interval', isNumber: true}, {title: ''}, {title: 'Elo', isNumber: true},
      {title: 'won – lost – drawn', isNumber: true}, {title: 'as Black', isNumber: true},
      {title: 'as White', isNumber: true}, {title: 'moves a game', isNumber: true},
      {title: 'duplicates', isNumber: true}];
    const rows = pairings.map(each => [{}, `${each.engine} against ${each.opponent}`,
      String(each.games), percent(each.win_rate),
      each.win_rate === null ? '?' : `${percent(each.win_rate_low)} to ${percent(each.win_rate_high)}`,
      interval(each),
      each.elo === null ? '?' : `${signed(each.elo)} ± ${number(each.elo_error, 0)}`,
      record(each), record(each, 'black'), record(each, 'white'), number(each.moves_per_game, 1),
      String(each.duplicates)]);
    return html('div', {class: 'scroll', tabindex: 0}, table(columns, rows));
  }
  function engineTable() {
    const LOSSES = [['resignations', 'resigned'], ['time_losses', 'on time'],
      ['illegal_moves', 'illegal moves'], ['refusals', 'refusals'], ['crashes', 'crashes'],
      ['hangs', 'hangs'], ['wrong_answers', 'wrong answers']];
    const columns = [{title: 'engine'}, {title: 'rating', isNumber: true},
      {title: 'games', isNumber: true}, {title: 'won – lost – drawn', isNumber: true},
      {title: 's a move', isNumber: true}, {title: 'lost by'}];
    const rows = [...engines].sort((a, b) => (b.rating ?? -Infinity) - (a.rating ?? -Infinity))
        .map(each => [{},
          html('span', {}, each.name, html('br'), html('code', {class: 'quiet'}, each.command)),
          each.rating === null ? '?' : `${signed(each.rating)} ± ${number(each.rating_error, 0)}`,
          String(each.games), record(each), number(each.seconds_per_move, 3),
          LOSSES.filter(([key]) => each[key] > 0).map(([key, name]) => `${each[key]} ${name}`)
              .join(', ')]);
    return html('div', {class: 'scroll', tabindex: 0}, table(columns, rows));
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
