import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { runningAsRoot, serverAccount } from '#db/embedded/account.ts'
import { emptyFolder } from '#db/embedded/testing/workspace.ts'

it('tests in a checkout that cannot be written say so in one line, and what to do', () => {
  const checkout = emptyFolder()
  cpSync(import.meta.dirname, path.join(checkout, 'cli/bootstrap'), { recursive: true })
  chmodSync(checkout, 0o555)
  const script = path.join(checkout, 'cli/bootstrap/test.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'lib/money'], {
    cwd: '/',
    encoding: 'utf8',
    ...(runningAsRoot() ? serverAccount() : {}),
  })
  chmodSync(checkout, 0o755)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^The project's folder is not writable \(.*EACCES.*\): run as its owner, or .*\.\n$/)
})
