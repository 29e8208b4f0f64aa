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
