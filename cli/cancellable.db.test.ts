import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { backup, restore } from '#db/backup.ts'
import { withClient } from '#db/connection.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { cancellable, InterruptedError } from './cancellable.ts'

it('who interrupts a restore is told that nothing was changed only where that is so', async () => {
  const db = await testDatabase()
  await addSeller(db, 'ann')
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-cancelled-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'hub.backup')
  await withClient(db.url, (client) => backup(client, file, new Date('2026-11-23T12:00:00Z')))
  await addSeller(db, 'ben')
  const sellers = async () =>
    (await db.owner.selectFrom('sellers').select('username').execute()).map(({ username }) => username)

  const interrupt = new AbortController()
  const work = { db, url: db.url, signal: interrupt.signal }
  const all = { schema: 'hub', replace: true }
  const restored = await cancellable(work, async (client, committed) => {
    const summary = await restore(client, file, {
      ...all,
      committed: () => {
        committed()
        interrupt.abort()
      },
    })
    // Simulates a long rebuild of counts.
    await client.query('select pg_sleep(0.5)')
    return summary
  })
  expect(restored.rows).toBeGreaterThan(0)
  expect(await sellers()).toEqual(['ann'])

  await addSeller(db, 'cem')
  const early = cancellable(work, async (client, committed) => {
    await client.query('select pg_sleep(0.5)')
    return restore(client, file, { ...all, committed })
  })
  await expect(early).rejects.toThrow(InterruptedError)
  expect(await sellers()).toEqual(['ann', 'cem'])
})
