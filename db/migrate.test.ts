import { expect, it } from 'vitest'
import { BeforeReleaseError, formerMigrations } from './before-release.ts'
import { listMigrations, migrate, MigrationTooNewError } from './migrate.ts'
import { testDatabase } from './testing.ts'

it('applies what is missing, and says why where a newer hub or one from before the first release has been there', async () => {
  const db = await testDatabase()
  const client = await db.pool.connect()
  try {
    expect(await migrate(client)).toEqual([])
    await client.query(`insert into migrations (name) values ('9999-future')`)
    await expect(migrate(client)).rejects.toThrow(MigrationTooNewError)
    await client.query('delete from migrations')
    await client.query('insert into migrations (name) select unnest($1::text[])', [formerMigrations.slice(0, 12)])
    await expect(migrate(client)).rejects.toThrow(BeforeReleaseError)
    expect(await listMigrations()).toContain('0001-accounts')
  } finally {
    client.release()
  }
})
