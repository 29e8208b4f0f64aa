/* What all pages share. A page holds what it shows as JSON, in the element "data"; the script of its
 * kind (review.js, browser.js) makes the elements. All text is set as text: nothing that an engine or
 * a record says is read as markup. */
const data = JSON.parse(document.getElementById('data').textContent);
const pages = {}; // of reports, by data.kind

/* null is unknown; what rounds to zero has no sign. */
const number = (value, decimals, unit = '') => value === null ? '?' :
    value.toFixed(decimals).replace(/^-(0(\.0+)?)$/, '$1') + unit;
const percent = (share, decimals = 1) =>
    number(share === null ? null : 100 * share, decimals, '%');

/* A table of items in a box that scrolls. Columns are [title, item => text, element or null], and
 * true for numbers; the first cell of a row is its header. attributes are those of a row. */
function table(kind, columns, items, attributes = () => ({})) {
  const numbers = isNumber => isNumber ? {class: 'number'} : {};
  const cell = (item, [, show, isNumber], index) => html(index === 0 ? 'th' : 'td',
      {...numbers(isNumber), ...index === 0 && {scope: 'row'}}, show(item) ?? '');
  return html('div', {class: `scroll ${kind}`, tabindex: 0}, html('table', {},
      html('thead', {}, html('tr', {}, ...columns.map(([title, , isNumber]) =>
          html('th', {scope: 'col', ...numbers(isNumber)}, title)))),
      html('tbody', {}, ...items.map(item => html('tr', attributes(item),
          ...columns.map((column, index) => cell(item, column, index)))))));
}
