import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inColour, wantsColour } from '../../lib/colour.mjs'
import { findBrowser } from './browser.mjs'
import { writeKitTypes } from './kit-types.mjs'
import { inScratch, run } from './scratch.mjs'
import { build } from './setup.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

const colour = wantsColour(process.stdout, process.env)
const marks = { passed: inColour('green', '✓', colour), failed: inColour('red', '✗', colour) }

/** For tools written in Go: one core each, and less garbage collection. */
const forGo = { GOMAXPROCS: '1', GOGC: '800' }

/**
 * Runs all checks, then tests; the last line shows the totals.
 * @param {'core' | 'all'} scope tests of `npm test`, or of `npm run test:all`
 * @returns {Promise<boolean>} whether all passed
 */
export async function runChecks(scope) {
  /** @type {Tally} */
  const tally = { passed: 0, failed: 0, skipped: 0 }
  let browser = ''
  /** Preparations for the tests. @type {Promise<void>[]} */
  const needed = []
  // Before lint, which reads types.
  await step(tally, 'kit types', writeKitTypes)
  // Two at a time: each keeps one of possibly two cores busy. The tests start by waiting for PostgreSQL, which overlaps
  // with the last check.
  await inPairs([
    () => (needed[0] = step(tally, 'browser', async () => void (browser = await findBrowser()))),
    // First, since it takes longest.
    () => step(tally, 'lint', () => run('oxlint', ['--type-aware'], forGo)),
    () => (needed[1] = step(tally, 'build', () => build({ maps: true }))),
    () =>
      step(tally, 'types', () =>
        // By default it uses four threads, each of which repeats work of the others.
        run('tsc', ['--noEmit', '-p', '.', '--checkers', '1'], forGo),
      ),
    () => step(tally, 'format', () => run('oxfmt', ['--check'])),
    () => step(tally, 'unused code', () => run('knip', ['--no-progress'])),
    async () => {
      await Promise.all(needed)
      await runTests(tally, { browser, scope })
    },
  ])
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''
  console.log(`${tally.passed} passed, ${tally.failed} failed${skipped}`)
  return tally.failed === 0
}

/**
 * Vitest prints a line for each file, and each failure; its counts come from a report.
 * @param {Tally} tally
 * @param {{ browser: string, scope: string }} run
 */
async function runTests(tally, { browser, scope }) {
  const started = Date.now()
  await inScratch(async (folder) => {
    const report = path.join(folder, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const env = { CHROMIUM_PATH: browser, NODE_ENV: 'test', TESTS: scope, TMPDIR: folder }
    await run('vitest', ['run', ...reporters], env, true).catch(() => {})
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults, success } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    tally.passed += numPassedTests
    // A file that fails to load, or whose setup fails, has no failed tests to count.
    const brokenFiles = testResults.filter(isBroken).length
    tally.failed += Math.max(numFailedTests + brokenFiles, success ? 0 : 1)
    tally.skipped += numPendingTests + numTodoTests
    console.log(`${success ? marks.passed : marks.failed} tests, ${seconds(started)}`)
  }).catch((error) => {
    tally.failed += 1
    console.log(`${marks.failed} tests: could not finish (${String(error)})`)
  })
}

/** @param {{ status: string, assertionResults: { status: string }[] }} file */
function isBroken({ status, assertionResults }) {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
}

/**
 * @param {Tally} tally
 * @param {string} name
 * @param {() => Promise<unknown>} work
 */
async function step(tally, name, work) {
  const started = Date.now()
  try {
    await work()
    tally.passed += 1
    console.log(`${marks.passed} ${name}, ${seconds(started)}`)
  } catch (error) {
    tally.failed += 1
    console.log(
      `${marks.failed} ${name}, ${seconds(started)}\n${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** @param {(() => Promise<void>)[]} tasks */
async function inPairs(tasks) {
  const waiting = [...tasks]
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await task()
  }
  await Promise.all([worker(), worker()])
}

/** @param {number} started */
function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`
}
