import { rowOf } from './testing-row.ts'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { backup, NotEmptyError, restore } from './backup.ts'
import { BackupFileError, readBackup } from './backup-file.ts'
import { withClient } from './connection.ts'
import { readReferences, takeOffReferences } from './references.ts'
import { testDatabase, type TestDatabase } from './testing.ts'
import { addSeller } from './testing-seller.ts'

async function addShop(db: TestDatabase, username: string): Promise<number> {
  const id = await addSeller(db, username, { display_name: `Tab\there, new\nline, "quote", \\ and émoji 📷` })
  await db.owner.insertInto('buyers').values({ seller_id: id, username: 'b', name: 'B' }).execute()
  return id
}

/** The sequence values in a backup. */
async function sequencesOf(from: string): Promise<Record<string, string>> {
  for await (const record of readBackup(from)) if (record.kind === 'S') return record.content
  throw new Error(`${from} says of no sequence where it stands`)
}

const folder = await mkdtemp(path.join(tmpdir(), 'hub-backup-'))
const file = path.join(folder, 'hub.backup')
const source = await testDatabase()
const target = await testDatabase({ forgetsSeller: true })
await addShop(source, 'ann')
// Rate limits are short-lived and unlogged: a standby, from which backups may be made, cannot read them.
await sql`insert into rate_limits values ('ip', 1, now())`.execute(source.owner)
await withClient(source.url, (client) => backup(client, file, new Date('2026-01-01T00:00:00Z')))

afterAll(() => rm(folder, { recursive: true }))

describe('backup and restore', () => {
  it('restore every row, and the next key is a new one', async () => {
    const summary = await withClient(target.url, (client) => restore(client, file, { schema: 'hub', replace: false }))
    expect(summary.rows).toBe(4)
    const all = (db: TestDatabase) => db.owner.selectFrom('sellers').selectAll().execute()
    expect(await all(target)).toEqual(await all(source))
    expect(await addShop(target, 'bob')).toBeGreaterThan((await all(source))[0]!.id)
  })

  it('restore the data of a cluster, whose tables do not all reference each other', async () => {
    const cluster = await testDatabase({ forgetsSeller: true })
    const whole = path.join(folder, 'cluster.backup')
    await addShop(cluster, 'ann')
    const references = await withClient(cluster.url, takeOffReferences)
    await withClient(cluster.url, (client) => backup(client, whole, new Date('2026-01-01T00:00:00Z')))
    await withClient(cluster.url, (client) => restore(client, whole, { schema: 'hub', replace: true }))
    expect(await cluster.owner.selectFrom('buyers').select('username').execute()).toEqual([{ username: 'b' }])
    expect(await withClient(cluster.url, readReferences)).toEqual(references)
  })

  it('restore several hubs of a server at once', async () => {
    const hubs = await Promise.all([1, 2, 3].map(() => testDatabase({ forgetsSeller: true })))
    const restored = hubs.map(({ url }) =>
      withClient(url, (client) => restore(client, file, { schema: 'hub', replace: false })),
    )
    expect((await Promise.all(restored)).map(({ rows }) => rows)).toEqual([4, 4, 4])
  })

  it('keep row-level security, triggers and rights', async () => {
    const ann = await rowOf(target.owner, 'sellers', { username: 'ann' })
    const seen = await target.asSeller(ann.id, 'read', (own) => own.selectFrom('buyers').selectAll().execute())
    expect(seen).toHaveLength(1)
    const { rows } = await sql<{
      disabled: number
    }>`select count(*)::int as disabled from pg_trigger where tgenabled = 'D'`.execute(target.owner)
    expect(rows[0]!.disabled).toBe(0)
  })

  it('refuse a database with data, unless it is to be replaced', async () => {
    await expect(
      withClient(target.url, (client) => restore(client, file, { schema: 'hub', replace: false })),
    ).rejects.toThrow(NotEmptyError)
    await withClient(target.url, (client) => restore(client, file, { schema: 'hub', replace: true }))
    expect(await target.owner.selectFrom('sellers').select('username').execute()).toEqual([{ username: 'ann' }])
  })

  it('refuse a file that is cut off, changed or of another kind, and change nothing', async () => {
    const good = await readFile(file)
    const broken = [
      good.subarray(0, good.length - 40),
      Buffer.concat([good.subarray(0, 60), Buffer.of(good[60]! ^ 1), good.subarray(61)]),
      Buffer.from('no backup'),
    ]
    for (const content of broken) {
      const bad = path.join(folder, 'bad.backup')
      await writeFile(bad, content)
      await expect(
        withClient(target.url, (client) => restore(client, bad, { schema: 'hub', replace: true })),
      ).rejects.toThrow(BackupFileError)
    }
    expect(await target.owner.selectFrom('sellers').select('username').execute()).toEqual([{ username: 'ann' }])
  })

  it('keep each sequence’s position, also when a restored database is backed up unchanged', async () => {
    const again = path.join(folder, 'again.backup')
    expect(await target.owner.selectFrom('sellers').select('username').execute()).toEqual([{ username: 'ann' }])
    await withClient(target.url, (client) => backup(client, again, new Date()))
    const first = await sequencesOf(file)
    expect(first).toMatchObject({ sellers_id_seq: '2', products_id_seq: '1', order_serials: '100000000' })
    // Event positions differ: a restore advances them.
    const { event_places: _, ...others } = first
    expect(await sequencesOf(again)).toMatchObject(others)
    await withClient(target.url, (client) => restore(client, again, { schema: 'hub', replace: true }))
    expect(await addShop(target, 'bob')).toBe(2)
  })

  it('write a file that only its owner can read', async () => {
    expect((await stat(file)).mode & 0o077).toBe(0)
  })
})
