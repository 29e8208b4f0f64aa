// The program under test: its path, runs of it to their end, and promises that it has to keep in time.
'use strict'

const assert = require('node:assert')
const {spawnSync} = require('node:child_process')
const path = require('node:path')

assert(process.env.DIHEDRA, 'DIHEDRA must name the program')
const program = path.resolve(process.env.DIHEDRA)

// Runs the program with no network but those that the words name. Returns what it printed. Fails if it
// takes five minutes or ends with another status.
function run(words, {cwd, statuses = [0]} = {}) {
  const env = {...process.env, DIHEDRA_MODEL: 'none'}
  const {status, stdout, stderr} = spawnSync(program, words, {cwd, env, encoding: 'utf8', timeout: 300_000})
  assert.ok(statuses.includes(status), stderr)
  return stdout
}

// Fails if the promise is still pending after two minutes or `limit` milliseconds; everything here takes far less.
async function within(promise, what, limit = 120_000) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`still waiting for ${what}`)), limit)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

module.exports = {program, run, within}
