import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { connect, withClient } from '#db/connection.ts'
import { embeddedUrl, hubVariables, postgresOf, startHub, usedDataFolder } from '#server/process-testing.ts'

const main = path.join(import.meta.dirname, 'main.ts')

/** Runs `hub <args>` on a data folder: exit code and all it printed. */
async function hub(dataDir: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const run = promisify(execFile)(process.execPath, [main, ...args], {
    env: { ...hubVariables, DATA_DIR: dataDir },
  })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  )
}

async function query(dataDir: string, sql: string): Promise<pg.QueryResult> {
  return withClient(await embeddedUrl(dataDir), (client) => client.query(sql))
}

test('a backup is made while a hub runs, and restored when it does not, over a newer schema too', async () => {
  const dataDir = await usedDataFolder()
  const file = path.join(dataDir, 'hub.backup')
  const running = await startHub({ DATA_DIR: dataDir })
  await running.ready
  await query(dataDir, `insert into hub_settings values ('mark', 'before')`)
  expect(await hub(dataDir, 'backup', file)).toMatchObject({ code: 0, text: expect.stringMatching(/^Wrote \d+ rows/) })
  expect((await hub(dataDir, 'backup', file)).text).toContain('exists already')

  const refused = await hub(dataDir, 'restore', file, '--replace')
  expect(refused).toEqual({
    code: 1,
    text: 'A hub works with this database. Stop it first, then restore; nothing was changed.\n',
  })
  await query(dataDir, `update hub_settings set value = 'after'; insert into migrations (name) values ('9999-future')`)
  running.child.kill('SIGTERM')
  expect(await running.exited).toBe(0)

  expect(await hub(dataDir, 'restore', file, '--replace')).toMatchObject({ code: 0 })
  expect(await postgresOf(dataDir)).toBeNull()
  const again = await startHub({ DATA_DIR: dataDir })
  await again.ready
  const { rows } = await query(dataDir, `select value from hub_settings where key = 'mark'`)
  expect(rows).toEqual([{ value: 'before' }])
})

test('a command that is interrupted leaves neither half a file nor a server', async () => {
  const dataDir = await usedDataFolder()
  const file = path.join(dataDir, 'hub.backup')
  const running = await startHub({ DATA_DIR: dataDir })
  await running.ready
  const blocker = await connect(await embeddedUrl(dataDir))
  await blocker.query('begin; lock table sellers in access exclusive mode')
  const backup = promisify(execFile)(process.execPath, [main, 'backup', file], {
    env: { ...hubVariables, DATA_DIR: dataDir },
  })
  const waiting = async () => (await blocker.query('select from pg_locks where not granted')).rowCount
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
  backup.child.kill('SIGINT')
  await expect(backup).rejects.toMatchObject({ code: 1, stdout: 'Interrupted: nothing was changed.\n' })
  expect(existsSync(file)).toBe(false)
  await blocker.end()
  expect((await fetch(`http://127.0.0.1:${running.port}/readyz`)).status).toBe(200)
})
