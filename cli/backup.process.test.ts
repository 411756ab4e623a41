import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { connect, withClient } from '#db/connection.ts'
import { readConfig } from '#server/config.ts'
import { startDatabase } from '#server/database.ts'
import { dataFolder, embeddedUrl, hubVariables, postgresOf, startHub, usedDataFolder } from '#server/testing-process.ts'

const main = path.join(import.meta.dirname, 'main.ts')

/** Runs `hub <args>` with these variables; returns exit code and output. */
async function hub(env: Record<string, string>, ...args: string[]): Promise<{ code: number; text: string }> {
  const run = promisify(execFile)(process.execPath, [main, ...args], { env: { ...hubVariables, ...env } })
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

it('commands beside a hub know its address, and leave nothing where they are interrupted; a backup is made then, and restored when no hub runs, over a newer schema too', async () => {
  const dataDir = await usedDataFolder()
  const file = path.join(dataDir, 'hub.backup')
  const running = await startHub({ DATA_DIR: dataDir, PUBLIC_URL: 'https://hub.example' })
  await running.ready
  await expectAddressKnown(dataDir)
  await expectNothingLeft(dataDir, file)
  expect((await fetch(`http://127.0.0.1:${running.port}/readyz`)).status).toBe(200)
  await query(dataDir, `insert into hub_settings values ('mark', 'before')`)
  // File names are relative to the user's folder.
  expect(await hub({ DATA_DIR: dataDir, INIT_CWD: dataDir }, 'backup', 'hub.backup')).toEqual({
    code: 0,
    text: expect.stringMatching(/^Wrote \d+ rows of \d+ tables to \S+\/hub\.backup\.\n$/),
  })
  const refused = await hub({ DATA_DIR: dataDir }, 'restore', file, '--replace')
  expect(refused).toEqual({
    code: 1,
    text: 'A hub is using this database. Stop it first, then restore; nothing was changed.\n',
  })
  await query(dataDir, `update hub_settings set value = 'after'; insert into migrations (name) values ('9999-future')`)
  running.child.kill('SIGTERM')
  expect(await running.exited).toBe(0)

  const restored = await hub({ DATA_DIR: dataDir }, 'restore', file, '--replace')
  expect(restored.code).toBe(0)
  expect(await postgresOf(dataDir)).toBeNull()
  // Opened as a hub does: fails for a newer schema, and nothing needs migrating.
  const config = readConfig({ DATA_DIR: dataDir })
  const database = await startDatabase({ config, role: 'hub', say: () => {} })
  expect(database.applied).toEqual({ migrations: [], functions: false })
  const { rows } = await query(dataDir, `select value from hub_settings where key = 'mark'`)
  expect(rows).toEqual([{ value: 'before' }])
  await database.stop()
  // Node warns when listeners accumulate, for each table or connection.
  for (const text of [restored.text, running.output()]) expect(text).not.toContain('Warning')
})

/** Interrupts a backup and expects no partial file. */
async function expectNothingLeft(dataDir: string, file: string): Promise<void> {
  const blocker = await connect(await embeddedUrl(dataDir))
  await blocker.query('begin; lock table sellers in access exclusive mode')
  const backup = promisify(execFile)(process.execPath, [main, 'backup', file], {
    env: { ...hubVariables, DATA_DIR: dataDir },
  })
  // The hub's own jobs may wait for the table too. Inside the blocker's transaction pg_stat_activity would not refresh.
  const waiting = async () => {
    const command = `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'seller-hub command'`
    return (await query(dataDir, command)).rowCount
  }
  await expect.poll(waiting).toBe(1)
  backup.child.kill('SIGINT')
  await expect(backup).rejects.toMatchObject({ code: 1, stdout: 'Interrupted: nothing was changed.\n' })
  expect(existsSync(file)).toBe(false)
  await blocker.end()
}

it('arguments that a command cannot take are one sentence, and nothing is done', async () => {
  const dataDir = path.join(await dataFolder(), 'data')
  expect(await hub({ DATA_DIR: dataDir }, 'backup', '--bogus')).toEqual({
    code: 2,
    text: "Unknown option '--bogus'.\nSee: npm run hub -- backup --help\n",
  })
  expect(existsSync(dataDir)).toBe(false)
})

it.runIf(existsSync('/dev/full'))(
  'words that find no room make a command fail, in one sentence and once it is done',
  async () => {
    const run = promisify(execFile)('sh', ['-c', 'exec "$0" "$1" --help >/dev/full', process.execPath, main], {
      env: hubVariables,
    })
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Could not write the command’s output \(ENOSPC.*\n$/),
    })
  },
)

/** Commands know the hub's public URL, and report a read-only database. */
async function expectAddressKnown(dataDir: string): Promise<void> {
  await query(dataDir, `insert into members (id, name, email) values ('ada', 'Ada', 'ada@example.com')`)
  expect((await hub({ DATA_DIR: dataDir }, 'user', 'link', 'ada@example.com')).text).toMatch(
    /^https:\/\/hub\.example\/sign-in\/link/,
  )
  const url = new URL(await embeddedUrl(dataDir))
  url.searchParams.set('options', '-cdefault_transaction_read_only=on')
  expect(await hub({ DATABASE_URL: url.href }, 'user', 'list')).toEqual({
    code: 1,
    text: expect.stringMatching(/^The database is read-only \(cannot execute .*\): set DATABASE_URL .*\n$/),
  })
}
