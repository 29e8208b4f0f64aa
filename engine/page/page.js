/* What all pages share. A page holds what it shows as JSON, in the element "data"; the script of its
 * kind (suite.js, match.js) makes the elements. All text is set as text: nothing that an engine or
 * a record says is read as markup. */
const data = JSON.parse(document.getElementById('data').textContent || 'null');
const pages = {}; // of reports, by data.kind

/* null is unknown; what rounds to zero has no sign. */
const number = (value, decimals, unit = '') => value === null ? '?' :
    value.toFixed(decimals).replace(/^-(0(\.0+)?)$/, '$1') + unit;
const percent = (share, decimals = 1) =>
    number(share === null ? null : 100 * share, decimals, '%');

/* A table in a box that scrolls. */
const table = (kind, ...rest) => html('div', {class: `scroll ${kind}`, tabindex: 0}, makeTable(null, ...rest));
