'use strict';
/* The first script of every page that the program writes. */

/* Makes an element. Children are elements or texts; an attribute that is null, undefined or false
 * is left out. */
function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false)
      element.setAttribute(key, value === true ? '' : value);
  element.append(...children.filter(child => child !== null));
  return element;
}
const html = (name, attributes = {}, ...children) =>
    fill(document.createElement(name), attributes, children);
const svg = (name, attributes = {}, ...children) =>
    fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

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
