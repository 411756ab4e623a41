import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase, prepared } from '#db/client.ts'
import { connect, withClient } from '#db/connection.ts'
import { testDatabase } from '#db/testing.ts'
import { sql } from 'kysely'
import { usePooler } from './database.ts'

const db = await testDatabase()

/** The address of the server takes the place of a pooler's. */
const pooler = () => {
  const url = new URL(db.url)
  url.search = ''
  return url.href
}

describe('a pooler', () => {
  it('is used once its user looks in the hub’s schema without being told', async () => {
    await withClient(db.url, (client) => usePooler(client, { url: pooler(), schema: db.schema }))
    const pooled = openDatabase({ url: db.url, pooler: pooler() })
    onTestFinished(() => pooled.close())
    const { rows } = await sql<{ schema: string }>`${prepared} select current_schema() as schema`.execute(pooled.owner)
    expect(rows).toEqual([{ schema: db.schema }])
    const named = await sql`select from pg_prepared_statements`.execute(pooled.owner)
    expect(named.rows).toEqual([])
    expect(pooled.session).not.toBe(pooled.pool)
    // Started again.
    await withClient(db.url, (client) => usePooler(client, { url: pooler(), schema: db.schema }))
  })

  it('whose user looks elsewhere, or that does not answer, ends the start with what to do', async () => {
    const client = await connect(db.url)
    onTestFinished(() => client.end())
    await usePooler(client, { url: pooler(), schema: db.schema })
    await expect(usePooler(client, { url: pooler(), schema: 'other' })).rejects.toThrow('a user of its own')
    const nobody = new URL(pooler())
    nobody.port = '1'
    await expect(usePooler(client, { url: nobody.href, schema: db.schema })).rejects.toThrow(
      'The pooler at DATABASE_POOLER_URL cannot be used',
    )
  })
})
