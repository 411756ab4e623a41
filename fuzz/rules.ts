import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { hour } from '#lib/duration.ts'

/** Cases per rule: ten times as many as in tests; database rules have their own number (`db/testing-property-runs.ts`). */
const runs = 1000

/**
 * Runs property tests with other cases than `npm test`, which uses a fixed seed. Prints the seed and failures.
 * @returns whether all pass
 */
export async function fuzzRules(seed: number): Promise<boolean> {
  console.log(`The cases of seed ${seed}`)
  const root = path.resolve(import.meta.dirname, '..')
  const files = globSync('{api,lib,features}/**/*.test.ts', { cwd: root }).filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes("from 'fast-check'"),
  )
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  // Thousands of cases take minutes on a busy machine.
  const options = ['--reporter', 'dot', '--testTimeout', String(hour)]
  const child = spawn(process.execPath, [vitest, 'run', ...options, ...files], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test', FAST_CHECK_SEED: String(seed), FAST_CHECK_RUNS: String(runs) },
  })
  await once(child, 'close')
  return child.exitCode === 0
}
