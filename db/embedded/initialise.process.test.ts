import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { findBinaries } from './binaries.ts'
import { initialise } from './initialise.ts'
import { choosePlace } from './place.ts'
import { emptyFolder, subfolder } from './testing/workspace.ts'

it('a database is created by programs in a path with shell characters', async () => {
  const folder = emptyFolder()
  const place = choosePlace(subfolder(folder, 'data'))
  const found = findBinaries(place.account, place.dataDir)
  const programs = path.join(folder, 'a $HOME `b`')
  cpSync(path.resolve(found.initdb, '../..'), programs, { recursive: true, verbatimSymlinks: true })
  const [initdb, postgres] = ['bin/initdb', 'bin/postgres'].map((name) => path.join(programs, name))
  // The server's own number, not that of its package.
  expect(String(execFileSync(found.postgres, ['--version'])).trim()).toBe(`postgres (PostgreSQL) ${found.version}`)
  await initialise(place, { ...found, initdb: initdb!, postgres: postgres! }, { fsync: 'off' })
  expect(existsSync(path.join(place.cluster, 'PG_VERSION'))).toBe(true)
})
