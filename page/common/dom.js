/* Elements of pages. html() and svg() describe them; render() compares what is described with what it has drawn before, so
 * that only what differs is changed: focus, carets, input methods, selections and scroll positions stay.
 *
 * Children are descriptions, texts, or arrays of them; null, undefined, booleans and '' are left out, and so is an attribute that is null,
 * undefined or false. Attributes that begin with "on" are listeners; what those of ACTS return goes to afterAct, unless it is false. ref is
 * called with the element whenever it is drawn. An element is the one of before if it has the same name and key (or else id); without
 * either, the next of its name. */
const isChild = child => child !== null && child !== undefined && child !== '' && typeof child !== 'boolean';
const describe = space => (name, attributes, ...children) => ({space, name, attributes: attributes ?? {}, key: attributes?.key ?? attributes?.id, children});
const html = describe('http://www.w3.org/1999/xhtml'), svg = describe('http://www.w3.org/2000/svg');

/* What a reader changes, too: it is compared with what the element has. */
const LIVE = ['value', 'checked'];
const ACTS = ['click', 'change', 'input'];
let afterAct = () => {}; // a page may set it
function dispatch(event) {
  const done = event.currentTarget.attributes_[`on${event.type}`]?.(event);
  if (done !== false && ACTS.includes(event.type)) afterAct(done);
}
function setAttributes(element, attributes) {
  const before = element.attributes_ ?? {};
  element.attributes_ = attributes;
  for (const name of new Set([...Object.keys(before), ...Object.keys(attributes)])) {
    const value = attributes[name] ?? false;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), dispatch); // once
    else if (['key', 'ref', ...LIVE].includes(name) || value === (before[name] ?? false)) continue;
    else if (value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : value);
  }
}
/* Elements that others have put before these stay. */
function drawChildren(parent, children) {
  const known = new Map(), shown = [];
  const placeOf = ({name = '#text', key = ''}) => `${name} ${key}`;
  for (const node of parent.shown ?? []) {
    if (!known.has(node.place)) known.set(node.place, []);
    known.get(node.place).push(node);
  }
  for (const child of [children].flat(Infinity).filter(isChild)) {
    const place = placeOf(child), isText = child.name === undefined;
    const node = known.get(place)?.shift() ?? Object.assign(isText ? new Text('') : document.createElementNS(child.space, child.name), {place});
    if (isText) {
      if (node.data !== String(child)) node.data = child;
    } else {
      draw(node, child);
    }
    shown.push(node);
  }
  for (const node of [...known.values()].flat()) node.remove();
  let next = null;
  for (const node of [...shown].reverse()) {
    if (node.parentNode !== parent || node.nextSibling !== next) parent.insertBefore(node, next);
    next = node;
  }
  parent.shown = shown;
}
function draw(element, {attributes, children}) {
  setAttributes(element, attributes);
  drawChildren(element, children);
  for (const name of LIVE)
    if (attributes[name] !== undefined && String(attributes[name]) !== String(element[name])) element[name] = attributes[name];
  attributes.ref?.(element);
}
/* Lets an element have these children. */
function render(children, parent) {
  const focused = document.activeElement;
  drawChildren(parent, children);
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({preventScroll: true}); // it was moved
}
