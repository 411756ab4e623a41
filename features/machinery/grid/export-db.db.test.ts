import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { cursorBatches } from './export-db.server.ts'

const db = await testDatabase()
const many = sql<{ id: number }>`select id from generate_series(1, 4500) as id order by id`

it('reads the next rows while it delivers some, each once and in order', async () => {
  let asked = 0
  const read = async (ids: readonly number[]) => {
    asked += ids.length
    return [...ids]
  }
  const taken: number[] = []
  const ahead: number[] = []
  await db.asSeller(1, 'read', async (own) => {
    for await (const rows of cursorBatches(own, many, read)) {
      taken.push(...rows)
      ahead.push(asked - taken.length)
    }
  })
  expect(taken).toEqual(Array.from({ length: 4500 }, (_, index) => index + 1))
  expect(ahead.at(-1)).toBe(0)
  expect(ahead.slice(0, -1).every((rows) => rows > 0)).toBe(true)
})

it('fails if the next rows cannot be read, after delivering those before', async () => {
  let taken = 0
  const read = async (ids: readonly number[]) => {
    if (ids[0] !== 1) throw new Error('the connection broke')
    return [...ids]
  }
  const reading = db.asSeller(1, 'read', async (own) => {
    for await (const rows of cursorBatches(own, many, read)) {
      taken += rows.length
      // A slow reader: the failure occurs before anybody awaits it.
      await setImmediate()
    }
  })
  await expect(reading).rejects.toThrow('the connection broke')
  expect(taken).toBeGreaterThan(0)
})
