import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Cases of each rule: ten times as many as the tests try. */
const runs = 1000

/**
 * Tries the rules that say what holds for whatever comes, those without a database, with other cases than `npm test`, which
 * has the same in each run. Prints the seed that has them again, and what fails.
 *
 * @returns whether all hold
 */
export async function fuzzRules(seed: number): Promise<boolean> {
  console.log(`The cases of seed ${seed}`)
  const root = path.resolve(import.meta.dirname, '..')
  const files = globSync('{lib,features}/**/*.test.ts', { cwd: root }).filter((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    return source.includes("from 'fast-check'") && !source.includes("from '#db/testing.ts'")
  })
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--reporter', 'dot', ...files], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test', FAST_CHECK_SEED: String(seed), FAST_CHECK_RUNS: String(runs) },
  })
  await once(child, 'close')
  return child.exitCode === 0
}
