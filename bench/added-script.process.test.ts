import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { addedBudget, everyPageBudget } from './added-script.ts'

const run = promisify(execFile)

/** In a separate process: tests run React's development build. */
const measure = `
import { everyPageScript } from '#bench/added-script.ts'
process.stdout.write(JSON.stringify(await everyPageScript()))
`

it('the specification’s elements add at most 15 KB gz to every page', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', measure], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const { added, all } = JSON.parse(stdout) as Record<'added' | 'all', number>
  expect(added).toBeGreaterThan(addedBudget / 2)
  expect(added).toBeLessThanOrEqual(addedBudget)
  // Includes all other code of every page; React and the router are about 104 KB.
  expect(all).toBeGreaterThan(everyPageBudget / 2)
  expect(all).toBeLessThanOrEqual(everyPageBudget)
})
