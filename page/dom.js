/* Elements of the web page: Preact's, which render() compares with what is there, so that only what differs is changed. Pages that
 * the program writes have page/common/dom.js instead. */
const {h: html, h: svg, render} = preact;
