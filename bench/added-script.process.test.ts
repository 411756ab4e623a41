import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { budgets } from './budgets.ts'

const run = promisify(execFile)

/** In a separate process: tests run React's development build. */
const measure = `
import { addedScript } from '#bench/added-script.ts'
process.stdout.write(String(await addedScript()))
`

it('the specification’s elements add at most 15 KB gz to every page', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', measure], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const added = Number(stdout)
  expect(added).toBeGreaterThan(budgets.addedScript / 2)
  expect(added).toBeLessThanOrEqual(budgets.addedScript)
})
