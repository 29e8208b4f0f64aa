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

/* A table of items. Columns are [title, item => text, element or null], and true for numbers; a column
 * without a title has no header. The first cell of a row is its header. attributes are those of a row. */
function makeTable(kind, columns, items, attributes = () => ({})) {
  const numbers = isNumber => isNumber ? {class: 'number'} : {};
  const cell = (item, [, show, isNumber], index) => html(index === 0 ? 'th' : 'td',
      {...numbers(isNumber), ...index === 0 && {scope: 'row'}}, show(item) ?? '');
  return html('table', {class: kind},
      html('thead', {}, html('tr', {}, ...columns.map(([title, , isNumber]) =>
          title === '' ? html('td') : html('th', {scope: 'col', ...numbers(isNumber)}, title)))),
      html('tbody', {}, ...items.map(item => html('tr', attributes(item),
          ...columns.map((column, index) => cell(item, column, index))))));
}

/* A table in a box that scrolls. */
const table = (kind, ...rest) => html('div', {class: `scroll ${kind}`, tabindex: 0}, makeTable(null, ...rest));
