/* The page of a run of regression suites: an overview, and a view of each suite that the address
 * names (#SUITE, or #SUITE/LINE for one test).
 *
 * data is the object of `dihedra regress --json`, and date, when the run ended; or that of `dihedra
 * comply --json`, whose tests have a meaning and which has levels. */
pages.suite = () => {
  const CELL = 160; // characters of a text that a cell of a table shows
  const ORDER = ['passed', 'failed', 'errors', 'unexpected_passed', 'expected_failed', 'unsupported',
    'ignored'];
  const LABELS = {unexpected_passed: 'unexpected pass', expected_failed: 'expected failure',
    errors: 'error'};
  const label = outcome => LABELS[outcome] ?? outcome;
  const suites = data.suites;
  suites.forEach((suite, index) => { // a short name, no two the same
    const name = suite.suite.replace(/.*[/\\]/, '').replace(/\.tst$/, '').replace(/[^\w.-]/g, '-');
    const isTaken = suites.slice(0, index).some(other => other.name === name);
    suite.name = isTaken ? `${name}-${index + 1}` : name;
  });
  let shown = ''; // the outcome that the filter shows; '': all

  /* ---- Figures ---- */

  const total = counts => ORDER.reduce((sum, outcome) => sum + counts[outcome], 0);
  const counted = counts => total(counts) - counts.ignored;
  const passRate = counts => counted(counts) === 0 ? 0
      : (counts.passed + counts.unexpected_passed) / counted(counts);
  function duration(seconds) {
    if (seconds === null) return '–';
    if (seconds < .1) return `${(1000 * seconds).toFixed(1)} ms`;
    if (seconds < 60) return `${seconds.toFixed(2)} s`;
    return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')} min`;
  }
  const cut = (text, most = Infinity) => text.length <= most ? text : `${text.slice(0, most)}...`;
  const isShown = test => shown === '' || test.outcome === shown;
  const isBad = test => test.outcome === 'failed' || test.outcome === 'errors';
  const isMarked = test => ['expected_failed', 'unexpected_passed'].includes(test.outcome);
  /* Tests with a card of their own. */
  const hasCard = test => isBad(test) || test.outcome === 'expected_failed' ||
      (test.outcome === 'unexpected_passed' && test.position) || (test.meaning && test.expected);

  /* ---- Parts ---- */

  const badge = outcome => html('span', {class: `badge is-${outcome}`}, label(outcome));
  function bar(counts) {
    let done = 0;
    const parts = ORDER.filter(outcome => counts[outcome] > 0).map(outcome => {
      const part = svg('rect', {class: `is-${outcome}`, x: done, width: counts[outcome], height: 1},
          svg('title', {}, `${label(outcome)}: ${counts[outcome]}`));
      done += counts[outcome];
      return part;
    });
    return svg('svg', {class: 'bar', viewBox: `0 0 ${Math.max(done, 1)} 1`, preserveAspectRatio: 'none',
      role: 'img', 'aria-label': `${percent(passRate(counts))} passed`}, ...parts);
  }
  function summary(counts) {
    const item = (name, words, value) =>
        html('div', {class: name && `is-${name}`}, html('dt', {}, words), html('dd', {}, value));
    return html('section', {class: 'summary', 'aria-label': 'Summary'},
        html('p', {class: 'rate'}, html('b', {}, percent(passRate(counts))),
            ` of ${counted(counts)} test${counted(counts) === 1 ? '' : 's'} passed`),
        bar(counts),
        html('dl', {class: 'totals'},
            ...ORDER.filter(outcome => counts[outcome] > 0)
                .map(outcome => item(outcome, label(outcome), String(counts[outcome]))),
            item(null, 'time', duration(counts.seconds))));
  }
  const problems = suite => suite.problems.length === 0 ? null
      : html('ul', {class: 'problems'},
          ...suite.problems.map(problem => html('li', {}, problem.message)));
  const testName = (test, most) => html('span', {},
      html('span', {class: 'id'}, cut(test.id || `line ${test.line}`, CELL)), ' ',
      test.meaning ?? html('code', {}, cut(test.command, most)));
  const expected = (test, most) => html('code', {}, `[${cut(test.expected, most)}]`);
  const answer = (test, most) => test.answer === ''
      ? html('i', {}, test.refused ? 'refused' : 'nothing')
      : html('code', {}, (test.refused ? '? ' : '') + cut(test.answer, most));
  const link = (suite, test = null) => `#${suite.name}${test ? `/${test.line}` : ''}`;

  /* ---- The overview ---- */

  function suiteTable() {
    const count = (suite, outcome) =>
        html('span', {class: suite[outcome] === 0 ? 'none' : `is-${outcome}`}, String(suite[outcome]));
    return table('', [
      ['Suite', suite => html('a', {href: link(suite)}, suite.name)],
      ['Pass rate', suite => html('span', {class: 'pass-rate'}, percent(passRate(suite)), bar(suite))],
      ['tests', suite => String(total(suite)), true],
      ...ORDER.map(outcome => [label(outcome), suite => count(suite, outcome), true]),
      ['time', suite => duration(suite.seconds), true]], suites);
  }
  function failureTable() {
    const failures = suites.flatMap(suite =>
        suite.results.filter(isBad).map(test => ({suite, test})));
    return failures.length === 0 ? html('p', {}, 'Nothing that was not expected to.')
        : table('tests', [
          ['Suite', ({suite}) => suite.name],
          ['Test', ({suite, test}) => html('a', {href: link(suite, test)}, testName(test, CELL))],
          ['Outcome', ({test}) => badge(test.outcome)],
          ['Expected', ({test}) => expected(test, CELL)],
          ['Answer', ({test}) => test.outcome === 'errors' ? cut(test.message, CELL)
              : answer(test, CELL)]], failures);
  }
  const readiness = () => [html('h2', {}, 'Ready for'), table('', [
    ['Client', level => level.name],
    ['Ready', level => html('span', {class: `badge is-${level.ready ? 'passed' : 'failed'}`},
        level.ready ? 'yes' : 'no')],
    ['Why', level => level.ready ? level.without.map(lack => `without ${lack}`).join(', ')
        : level.because.join(', ')]], data.levels)];
  function overview() {
    const troubled = suites.filter(suite => suite.problems.length > 0);
    return [
      html('h1', {}, data.name || 'Regression', ' ', html('span', {class: 'quiet'}, data.version)),
      html('p', {class: 'about'}, html('code', {}, data.engine), html('br'),
          data.levels ? 'Conformance' : `Regression tests, ${data.date}`),
      summary(data), ...data.levels ? readiness() : [], html('h2', {}, 'Suites'), suiteTable(),
      troubled.length > 0 ? html('h2', {}, 'Problems') : null,
      ...troubled.flatMap(suite => [
        html('h3', {}, html('a', {href: link(suite)}, suite.name)), problems(suite)]),
      html('h2', {}, 'What failed'), failureTable()];
  }

  /* ---- A suite ---- */

  const MEANINGS = {asked: 'the question is about this point', expected: 'expected',
    forbidden: 'must not be answered', played: "the engine's answer"};
  /* "!C3" forbids what follows the "!". */
  const expectedMark = test => test.expected.startsWith('!') ? 'forbidden' : 'expected';
  /* With the points that the texts name: of a regular expression, all alternatives. */
  function position(test) {
    const {width, height} = test.position, go = goban(width, height);
    const marks = [['asked', test.command], [expectedMark(test), test.expected], ['played', test.answer]]
        .flatMap(([name, text]) => [...new Set((text.match(/\w+/g) ?? []).map(go.pointOf))]
            .map(point => [name, point]));
    return makeDiagram(test.position, `${width}x${height} board at line ${test.line}`, marks);
  }
  const legend = () => html('ul', {class: 'legend', 'aria-label': 'Marks on the boards'},
      ...Object.entries(MEANINGS).map(([name, words]) => html('li', {}, sign(name), ` ${words}`)));
  function card(suite, test, previous, next) {
    const fact = (name, words, value) => [
      html('dt', {}, test.position && name ? sign(name) : '', ` ${words}`.trim()),
      html('dd', {}, value)];
    return html('article', {class: `card is-${test.outcome}`, id: `${suite.name}/${test.line}`},
    html('header', {}, html('h3', {}, testName(test)), badge(test.outcome)),
    test.position ? position(test) : null,
    html('dl', {}, ...test.message === null ? [] : fact(null, 'Error', test.message),
        ...fact(expectedMark(test), 'Expected', expected(test)),
        ...fact('played', 'Answer', answer(test)),
        ...fact(null, 'Line, time', `${test.line}, ${duration(test.seconds)}`)),
    html('details', {}, html('summary', {}, 'How to get there'),
        html('pre', {}, test.setup + test.command)),
    previous || next ? html('nav', {'aria-label': 'Failing tests'},
        previous ? html('a', {rel: 'prev', href: link(suite, previous)}, '‹ previous') : html('span'),
        next ? html('a', {rel: 'next', href: link(suite, next)}, 'next ›') : null) : null);
  }
  function cards(suite, heading, marked) {
    const tests = suite.results.filter(test => isShown(test) && hasCard(test) && isMarked(test) === marked);
    return tests.length === 0 ? null
        : html('section', {class: 'failures'}, html('h2', {}, heading),
            html('div', {class: 'cards'}, ...tests.map((test, index) =>
                card(suite, test, tests[index - 1], tests[index + 1]))));
  }
  const testTable = (suite, tests) => table('tests', tests.some(test => test.meaning) ? [
    ['Test', test => hasCard(test) ? html('a', {href: link(suite, test)}, testName(test)) : testName(test)],
    ['Outcome', test => badge(test.outcome)], ['', test => test.message ?? ''],
    ['Time', test => duration(test.seconds), true]] : [
    ['Line', test => String(test.line), true],
    ['Test', test => hasCard(test) ? html('a', {href: link(suite, test)}, testName(test, CELL))
        : testName(test, CELL)],
    ['Outcome', test => badge(test.outcome)],
    ['Expected', test => expected(test, CELL)], ['Answer', test => answer(test, CELL)],
    ['Time', test => duration(test.seconds), true]], tests);
  /* What passed is folded until it is asked for. */
  function allTests(suite) {
    const tests = suite.results.filter(isShown), others = tests.filter(test => test.outcome !== 'passed');
    const passed = tests.filter(test => test.outcome === 'passed');
    return [html('h2', {}, 'All tests'), others.length === 0 ? null : testTable(suite, others),
      passed.length === 0 ? null : html('details', {class: 'passed', open: shown === 'passed'},
          html('summary', {}, `${passed.length} passed`), testTable(suite, passed))];
  }
  function filter(suite) {
    const choose = outcome => {
      shown = outcome;
      draw();
    };
    const button = (outcome, words) => html('button', {class: outcome && `is-${outcome}`, value: outcome,
      'aria-pressed': String(outcome === shown), onclick: () => choose(outcome)}, words);
    return html('div', {class: 'filter', id: 'filter', role: 'group', 'aria-label': 'Show'},
        button('', `all ${total(suite)}`), ...ORDER.filter(outcome => suite[outcome] > 0)
            .map(outcome => button(outcome, `${label(outcome)} ${suite[outcome]}`)));
  }
  function view(suite) {
    const index = suites.indexOf(suite);
    const before = suites[index - 1], after = suites[index + 1];
    return [
      html('nav', {class: 'path'}, html('a', {href: '#'}, '‹ All suites'),
          html('span', {}, before ? html('a', {href: link(before)}, before.name) : '',
              before && after ? ' · ' : '', after ? html('a', {href: link(after)}, `${after.name} ›`) : '')),
      html('h1', {}, suite.name), html('p', {class: 'about'}, suite.suite), summary(suite),
      problems(suite), filter(suite),
      suite.results.some(test => hasCard(test) && test.position) ? legend() : null,
      cards(suite, 'What failed', false), cards(suite, 'What was expected to fail', true),
      ...allTests(suite)];
  }

  /* ---- Views ---- */

  let current = null;
  const draw = () => render(html('main', {}, current ? view(current) : overview()), document.body);
  function route() {
    const [name, line] = location.hash.slice(1).split('/');
    const suite = suites.find(each => each.name === name) ?? null;
    const isHidden = suite?.results.some(test => String(test.line) === line && !isShown(test));
    if (suite !== current || isHidden) shown = '';
    current = suite;
    document.title = suite ? suite.name : `Regression tests: ${data.name}`;
    draw();
    document.getElementById(location.hash.slice(1))?.scrollIntoView?.();
  }
  addEventListener('hashchange', route);
  route();
};
