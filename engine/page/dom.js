/* Elements of reports: as they are in the document, since a report changes little. The web page, which changes while it is used, has
 * the same functions in page/dom.js; what is written in terms of them serves both. */
const isChild = child => child !== null && child !== undefined && child !== false;

/* Makes an element. Children are elements, texts, or arrays of them; an attribute that is null, undefined or false is left
 * out. Attributes that begin with "on" are listeners. */
function fill(element, attributes, children) {
  for (const [name, each] of Object.entries(attributes)) {
    if (typeof each === 'function') element.addEventListener(name.slice(2), each);
    else if (isChild(each)) element.setAttribute(name, each === true ? '' : each);
  }
  element.append(...children.flat(Infinity).filter(isChild));
  return element;
}
const html = (name, attributes = {}, ...children) =>
    fill(document.createElement(name), attributes, children);
const svg = (name, attributes = {}, ...children) =>
    fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
