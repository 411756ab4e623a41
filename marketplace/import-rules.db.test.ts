import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { allocate } from '#lib/money.ts'
import { itemNumber, orderNumber } from './order-number.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
})

const serial = fc.oneof(fc.nat(10 ** 9), fc.integer({ min: 0, max: 87 * 10 ** 10 }))

describe('the rules of the database', () => {
  it('number orders and listings like the program', async () => {
    const serials = fc.sample(serial, { numRuns: 2_000, seed: 1 })
    const { rows } = await sql<{ n: number; order_number: string; item_number: string }>`
      select n, order_number(n), item_number(n) from unnest(${serials}::bigint[]) n`.execute(db.owner)
    expect(rows).toEqual(serials.map((n) => ({ n, order_number: orderNumber(n), item_number: itemNumber(n) })))
    await expect(sql`select order_number(${88 * 10 ** 10}::bigint)`.execute(db.owner)).rejects.toThrow('no serial')
  })

  it('divide money like the program', async () => {
    const weights = fc.array(fc.oneof(fc.nat(5), fc.nat(10 ** 9)), { maxLength: 7 })
    const cases = fc.sample(fc.tuple(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), weights), {
      numRuns: 500,
      seed: 2,
    })
    const asked = cases.map(([minor, parts]) => ({ minor, weights: `{${parts.join(',')}}` }))
    const { rows } = await sql<{ parts: number[] }>`
      select to_json(allocate(c.minor, c.weights::bigint[])) as parts
      from json_to_recordset(${JSON.stringify(asked)}) as c (minor bigint, weights text)`.execute(db.owner)
    expect(rows.map((row) => row.parts)).toEqual(
      cases.map(([minor, parts]) => allocate(minor, parts).map((part) => part + 0)),
    )
  })
})

describe('feedback_score', () => {
  const addSeller = (name: string) => sql<{ id: number }>`
    insert into sellers (username, display_name, registered_at, country, time_zone, currency)
    values (${name}, ${name}, now(), 'BR', 'America/Sao_Paulo', 'BRL') returning id`

  async function score(given: [buyer: string, rating: string, at: string | null][]): Promise<number> {
    const { id } = (await addSeller(`seller ${crypto.randomUUID()}`).execute(db.owner)).rows[0]!
    for (const [buyer, rating, at] of given)
      await sql`insert into feedback (seller_id, buyer_username, rating, left_at)
        values (${id}, ${buyer}, ${rating}, ${at})`.execute(db.owner)
    return (await sql<{ score: number }>`select feedback_score(${id}) as score`.execute(db.owner)).rows[0]!.score
  }

  it('is positive minus negative', async () => {
    expect(await score([])).toBe(0)
    expect(
      await score([
        ['ann', 'POSITIVE', '2018-01-02T12:00Z'],
        ['bob', 'POSITIVE', '2018-01-02T12:00Z'],
        ['cid', 'NEUTRAL', '2018-01-02T12:00Z'],
        ['dan', 'NEGATIVE', '2018-01-02T12:00Z'],
      ]),
    ).toBe(1)
  })

  it('counts one buyer once a week, which starts on Monday in Pacific time', async () => {
    // 2018-01-08 is a Monday; 07:59 UTC is still Sunday in that zone.
    expect(
      await score([
        ['ann', 'POSITIVE', '2018-01-03T12:00Z'],
        ['ann', 'POSITIVE', '2018-01-08T07:59Z'],
      ]),
    ).toBe(1)
    expect(
      await score([
        ['ann', 'POSITIVE', '2018-01-03T12:00Z'],
        ['ann', 'POSITIVE', '2018-01-08T08:00Z'],
      ]),
    ).toBe(2)
    expect(
      await score([
        ['ann', 'POSITIVE', '2018-01-03T12:00Z'],
        ['ann', 'NEGATIVE', '2018-01-04T12:00Z'],
      ]),
    ).toBe(0)
  })

  it('counts each feedback without a date', async () => {
    expect(
      await score([
        ['ann', 'POSITIVE', null],
        ['ann', 'POSITIVE', null],
      ]),
    ).toBe(2)
  })
})
