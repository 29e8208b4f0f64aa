'use strict';
// Prints what is wrong with those of the files that are CSS; exit status 1 if anything is.
const { readFileSync } = require('node:fs');
const { validate } = require('csstree-validator');

for (const file of process.argv.slice(2).filter(name => name.endsWith('.css'))) {
  const css = readFileSync(file, 'utf8');
  const found = validate(css, file).map(error => `${error.line}: ${error.message}`);
  // CSS closes what is open at the end of a file, but here another file may follow.
  const plain = css.replace(/\/\*.*?\*\/|"[^"\n]*"/gs, '');
  if (plain.split('{').length !== plain.split('}').length) found.push('1: unbalanced braces');
  for (const message of found) {
    console.error(`${file}:${message}`);
    process.exitCode = 1;
  }
}
