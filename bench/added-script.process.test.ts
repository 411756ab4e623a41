import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { addedBudget, everyPageBudget } from './added-script.ts'

const run = promisify(execFile)

/** In a process of its own: tests run with React's development code, which is another. */
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
  // With all else that every page loads. React and the router are some 104 KB of it.
  expect(all).toBeGreaterThan(everyPageBudget / 2)
  expect(all).toBeLessThanOrEqual(everyPageBudget)
})
