'use strict';
/* The first script of every page that the program writes: elements as they are in the document. The web page, which changes while
 * it is used, has the same three functions from Preact (page/dom.js); what is written in terms of them serves both. */
const isChild = child => child !== null && child !== undefined && child !== false;

/* Makes an element. Children are elements, texts, or arrays of them; an attribute that is null, undefined or false is left
 * out. Attributes that begin with "on" are listeners; ref is called with the element; key is Preact's. */
function fill(element, {key, ref, value, ...attributes}, children) {
  for (const [name, each] of Object.entries(attributes)) {
    if (typeof each === 'function') element.addEventListener(name.slice(2), each);
    else if (isChild(each)) element.setAttribute(name, each === true ? '' : each);
  }
  element.append(...children.flat(Infinity).filter(isChild));
  if (value !== undefined) element.value = value;
  ref?.(element);
  return element;
}
const html = (name, attributes = {}, ...children) =>
    fill(document.createElement(name), attributes, children);
const svg = (name, attributes = {}, ...children) =>
    fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

/* Puts children into an element, in place of those that it has. What has the focus keeps it if it has an id. */
function render(children, parent) {
  const focused = document.activeElement?.id;
  parent.replaceChildren(...[children].flat(Infinity).filter(isChild));
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
}
