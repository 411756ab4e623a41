import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findBrowser } from './browser.mjs'
import { inScratch, run } from './scratch.mjs'
import { build, root } from './setup.mjs'
import { SetupError } from './setup-error.mjs'

const folders = [
  'api',
  'app',
  'bench',
  'cli',
  'connectors',
  'db',
  'e2e',
  'examples',
  'features',
  'lib',
  'marketplace',
  'server',
  'shui',
  'texts',
  'web',
]

/**
 * Runs some of the tests, without types, lint and the other checks.
 * @param {string[]} words of paths, or of the names of tests
 * @returns {Promise<boolean>} whether all passed
 */
export async function runPart(words) {
  const { files, command } = chosen(words)
  // Only tests of the whole hub need built pages, and only e2e tests a browser.
  if (files.some((file) => /^e2e\/|\.process\.test\./.test(file))) await build()
  const scope = files.some((file) => /^e2e\/|\.(?:db|process)\.test\./.test(file)) ? 'chosen' : 'units'
  const browser = files.some((file) => file.startsWith('e2e/')) ? { CHROMIUM_PATH: await findBrowser() } : {}
  return inScratch((folder) =>
    run('vitest', command, { ...browser, NODE_ENV: 'test', TESTS: scope, TMPDIR: folder }, true).then(
      () => true,
      () => false,
    ),
  )
}

/**
 * Finds test files with one of the words in their path (`features/orders/order-list`, `lib/money.ts`), else tests with the
 * words in their name, else files that contain them.
 * @param {string[]} words
 * @returns {{ files: string[], command: string[] }} test files, and Vitest's arguments
 */
export function chosen(words) {
  const all = folders.flatMap((folder) =>
    // An older system Node lacks globs.
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`),
  )
  const starts = words.map((word) => path.relative(root, path.resolve(root, word)).replace(/(\.server)?\.tsx?$/, ''))
  const byPath = all.filter((file) => starts.some((start) => file.includes(start.replaceAll(path.sep, '/'))))
  if (byPath.length > 0) return { files: byPath, command: ['run', ...byPath] }
  const text = words.join(' ')
  const pattern = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const title = new RegExp(`\\b(?:it|test|describe)\\b.*${pattern}`)
  const textOf = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8')
  const byName = all.filter((file) => title.test(textOf(file)))
  if (byName.length > 0) return { files: byName, command: ['run', ...byName, '--testNamePattern', pattern] }
  const byText = all.filter((file) => textOf(file).includes(text))
  if (byText.length === 0) throw new SetupError(`No test has “${text}” in its path, its name or its text.`)
  return { files: byText, command: ['run', ...byText] }
}
