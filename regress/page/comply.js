/* The page of a conformance test: for which clients an engine is ready, and what each check saw.
 *
 * data is the object of `dihedra comply --json`. */
pages.comply = () => {
  const COUNTS = ['passed', 'failed', 'advice', 'skipped'];
  const BADGES = {passed: 'passed', failed: 'failed', advice: 'expected_failed',
    skipped: 'unsupported'};
  const badge = (outcome, words = outcome) =>
      html('span', {class: `badge is-${BADGES[outcome]}`}, words);
  const verdict = level => badge(level.ready ? 'passed' : 'failed', level.ready ? 'yes' : 'no');
  const reasons = level => level.ready
      ? level.without.map(lack => `without ${lack}`).join(', ') : level.because.join(', ');
  const complaint = ({sent, came, expected}) => html('dl', {},
      ...[['sent', sent], ['came', came || '(nothing)'], ['expected', expected]].flatMap(
          ([words, text]) => [html('dt', {}, words), html('dd', {}, html('pre', {}, text))]));
  const card = check => html('article', {class: `card is-${BADGES[check.outcome]}`, id: check.id},
      html('header', {}, html('h3', {}, check.id), badge(check.outcome)),
      html('p', {}, `${check.meaning} (${check.source})`), ...check.complaints.map(complaint));
  const found = data.checks.filter(check => check.complaints.length > 0);
  document.title = `Conformance: ${data.name || data.command}`;
  document.body.append(html('main', {},
      html('h1', {}, data.name || 'Conformance', ' ', html('span', {class: 'quiet'}, data.version)),
      html('p', {class: 'about'}, html('code', {}, data.command), html('br'),
          COUNTS.map(outcome => `${data[outcome]} ${outcome}`).join(', ')),
      html('h2', {}, 'Ready for'),
      table('', [['Client', level => level.name], ['Ready', verdict], ['Why', reasons]], data.levels),
      html('h2', {}, 'What was found'),
      found.length === 0 ? html('p', {}, 'Nothing.') : html('div', {class: 'cards'}, ...found.map(card)),
      html('h2', {}, 'All checks'),
      table('tests', [
        ['Check', check => check.complaints.length === 0 ? check.id
            : html('a', {href: `#${check.id}`}, check.id)],
        ['Outcome', check => badge(check.outcome)],
        ['What', check => check.meaning], ['Source', check => check.source],
        ['For', check => check.levels.join(', ')]], data.checks)));
};
