import { betterAuth } from 'better-auth'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { createAuth } from './auth.server.ts'
import { testPassword, testServices } from './testing.ts'

const hub = testServices(await testDatabase())
/** Uses the hub's password hashing, unlike other tests. */
const newAuth = () => createAuth({ ...hub, passwords: undefined })

it('passwords are stored as a slow salted hash', async () => {
  const { hash, verify } = (await newAuth().$context).password
  const kept = await hash(testPassword)
  // scrypt output: the salt and the derived key.
  expect(kept).toMatch(/^[\da-f]{32}:[\da-f]{128}$/)
  expect(await verify({ hash: kept, password: testPassword })).toBe(true)
})

it('the migrations create the tables that better-auth needs', async () => {
  const check = async () => {
    const { options } = newAuth()
    const advanced = { ...options.advanced, database: { validateSchema: true } }
    await (
      await betterAuth({ ...options, advanced }).$context
    ).checkSchema!()
  }
  await check()
  await sql`alter table sessions rename column ip_address to address`.execute(hub.db.owner)
  await expect(check()).rejects.toThrow('ip_address')
})
