import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SellerDb } from '#db/client.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { addSeller } from '#db/testing-seller.ts'
import { messageLimits } from './message.ts'
import { listTemplates, saveTemplate } from './templates-db.server.ts'

let db: TestDatabase
let ann: number

beforeAll(async () => {
  db = await testDatabase()
  ann = await addSeller(db, 'ann')
})

const write = <T>(work: (own: SellerDb) => Promise<T>) => db.asSeller(ann, 'write', work)
const save = (name: string, id: string | null = null) =>
  write((own) => saveTemplate(own, { sellerId: ann, id, name, body: 'Thanks' }))
const idOf = async (name: string) =>
  (await write((own) => listTemplates(own, ann))).find((template) => template.name === name)!.id
const taken = { ok: false, reason: 'name-taken' }

describe('a template', () => {
  it.each([
    ['Thanks', 'THANKS'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İade', 'i̇ade'],
  ])('has a unique name in any case: %s', async (first, second) => {
    expect(await save(first)).toEqual({ ok: true })
    expect(await save(first)).toEqual(taken)
    // Whether or not the database treats them as equal, it is not an error.
    const { rows } = await sql<{ same: boolean }>`select lower(${first}) = lower(${second}) as same`.execute(db.owner)
    const outcome = rows[0]!.same ? taken : { ok: true }
    expect(await save(second)).toEqual(outcome)
    expect(await save(`${first} 2`)).toEqual({ ok: true })
    expect(await save(first, await idOf(`${first} 2`))).toEqual(taken)
    expect(await save(first, await idOf(first))).toEqual({ ok: true })
  })

  it('is saved by only one of two members with the same name', async () => {
    let second: Promise<unknown> | undefined
    await write(async (own) => {
      await saveTemplate(own, { sellerId: ann, id: null, name: 'At once', body: 'One' })
      second = save('At once')
      await expect.poll(() => waitingForLock(db.pool)).toHaveLength(1)
    })
    expect(await second).toEqual(taken)
  })

  it('is limited in number, and belongs to its seller', async () => {
    const known = (await write((own) => listTemplates(own, ann))).length
    for (let n = known; n < messageLimits.templates; n += 1) expect(await save(`More ${n}`)).toEqual({ ok: true })
    expect(await save('One more')).toEqual({ ok: false, reason: 'too-many' })
    expect(await save('Theirs', 'nobody')).toEqual({ ok: false, reason: 'unknown' })
  })
})
