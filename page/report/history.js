/* The page of a suite's history: rows are tests, columns runs, of versions of an engine.
 *
 * data is that of regress/suite/history.c. */
pages.history = () => {
  const MARKS = {passed: '✓', failed: '✗', errors: '!', unexpected_passed: '✓!', expected_failed: '×',
    unsupported: '–', ignored: '○'};
  const {runs, tests} = data;
  const words = outcome => outcome.replace('_', ' ');
  const isPass = outcome => outcome === 'passed' || outcome === 'unexpected_passed';
  const cell = outcome => outcome === null ? html('span', {class: 'none', title: 'not run'}, '·')
      : html('span', {class: `is-${outcome}`, title: words(outcome), 'aria-label': words(outcome)}, MARKS[outcome]);
  for (const test of tests) {
    test.outcomes = runs.map((_, run) => test.outcomes[run] ?? null);
    const seen = test.outcomes.filter(outcome => outcome !== null && outcome !== 'ignored');
    test.changes = seen.some(outcome => isPass(outcome) !== isPass(seen[0]));
  }
  /* Of the tests that a run counted, how many passed. */
  const rate = (list, run) => {
    const counted = list.map(test => test.outcomes[run]).filter(outcome => outcome !== null && outcome !== 'ignored');
    return counted.length === 0 ? '' : `${counted.filter(isPass).length}/${counted.length}`;
  };
  const heads = show => runs.map((run, index) => [`${run.version || '?'} ${run.date.slice(0, 10)}`, row => show(row, index)]);
  const bySuite = [...new Set(tests.map(test => test.suite))].map(suite => [suite, tests.filter(test => test.suite === suite)]);
  const name = runs.at(-1).name;
  let isAll = false; // also those that came out alike in all runs
  const rows = ([suite, list]) => [html('h3', {}, suite), table('history', [
    ['test', test => html('span', {}, html('span', {class: 'id'}, test.id), ' ', html('code', {}, test.command))],
    ...heads((test, run) => cell(test.outcomes[run]))], list)];
  function show() {
    const shown = bySuite.map(([suite, list]) => [suite, list.filter(test => isAll || test.changes)]).filter(([, list]) => list.length > 0);
    const choose = event => {
      isAll = event.target.checked;
      show();
    };
    render([html('h1', {}, name), html('p', {class: 'about'},
        `${tests.length} regression tests in ${runs.length} run${runs.length === 1 ? '' : 's'}, the latest ${runs.at(-1).date}`),
    html('main', {}, html('h2', {}, 'Passed'), table('history', [['suite', ([suite]) => suite],
      ...heads(([, list], run) => rate(list, run))], [...bySuite, ...bySuite.length > 1 ? [['all', tests]] : []]),
    html('h2', {}, 'Tests'), html('label', {}, html('input', {type: 'checkbox', id: 'all', checked: isAll, onchange: choose}),
        ' also those that came out alike in all runs'),
    html('div', {}, shown.length === 0 ? html('p', {}, 'No test has changed.') : shown.flatMap(rows)),
    html('p', {class: 'about'}, Object.keys(MARKS).map(outcome => `${MARKS[outcome]} ${words(outcome)}`).join(', ')))], document.body);
  }
  document.title = `History: ${name}`;
  show();
};
