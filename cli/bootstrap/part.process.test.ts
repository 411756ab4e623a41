import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')

/** What `npm test -- …` prints, and how it ends. */
async function part(...words: string[]) {
  const env = { ...process.env, NO_COLOR: '1', VITEST: '', VITEST_POOL_ID: '', VITEST_WORKER_ID: '' }
  return run(process.execPath, [path.join(root, 'cli/bootstrap/test.mjs'), ...words], { cwd: root, env }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, text: stdout + stderr }),
  )
}

describe('npm test with words', () => {
  it('runs the files whose path has one, and says how they ended', async () => {
    const { code, text } = await part('lib/gtin')
    expect(text).toMatch(/lib\/gtin\.test\.ts/)
    expect(text).not.toMatch(/lib\/money\.test\.ts/)
    expect(code).toBe(0)
  })

  it('says so where no test has it', async () => {
    // Made here, so that this file has it not either.
    const word = ['zz', 'qx'].join('q')
    const { code, text } = await part(word)
    expect(text).toContain(`No test has “${word}” in its path, its name or its text.`)
    expect(code).toBe(1)
  })
})
