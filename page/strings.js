/* The languages of the page, and its words in them. t() takes the English words, with places such as {n}, and gives
 * those of the language that is set; what WORDS (words.js) lacks stays English. */
const LANGUAGES = [
  {code: 'en', name: 'English'}, {code: 'zh-Hans', name: '简体中文'}, {code: 'zh-Hant', name: '繁體中文'}, {code: 'ja', name: '日本語'},
  {code: 'ko', name: '한국어'}, {code: 'de', name: 'Deutsch'}, {code: 'fr', name: 'Français'}, {code: 'es', name: 'Español'},
  {code: 'ru', name: 'Русский'}];
let language = LANGUAGES[0];

/* The language that a browser asks for by its list of tags, such as zh-TW. */
function languageFor(tags) {
  const codes = tags.map(tag => /^zh\b/i.test(tag) ? /hant|tw|hk|mo/i.test(tag) ? 'zh-Hant' : 'zh-Hans' : tag.slice(0, 2).toLowerCase());
  return codes.map(code => LANGUAGES.find(each => each.code === code)).find(Boolean) ?? LANGUAGES[0];
}
/* By its code; '': what the browser asks for. */
function setLanguage(code) {
  language = LANGUAGES.find(each => each.code === code) ?? languageFor(navigator.languages ?? []);
}
function t(text, values = {}) {
  const words = WORDS[text]?.[LANGUAGES.indexOf(language) - 1] ?? text;
  return words.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
