import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { allocate } from '#lib/money.ts'

const db = await testDatabase()

const serial = fc.oneof(fc.nat(10 ** 9), fc.integer({ min: 0, max: 87 * 10 ** 10 }))

describe('the rules of the database', () => {
  const numbersOf = async (serials: readonly number[]) =>
    (
      await sql<{ order_number: string; item_number: string }>`
        select order_number(n), item_number(n)
        from unnest(${serials}::bigint[]) with ordinality u (n, place) order by place`.execute(db.owner)
    ).rows

  it('number orders and listings in the marketplace’s formats, each differently', async () => {
    const neighbours = Array.from({ length: 50_000 }, (_, index) => 110_000_000_000 + index)
    const serials = [...new Set([...fc.sample(serial, { numRuns: 2_000, seed: 1 }), ...neighbours])]
    const rows = await numbersOf(serials)
    expect(rows.filter((row) => !/^\d{2}-\d{5}-\d{5}$/.test(row.order_number))).toEqual([])
    expect(rows.filter((row) => !/^\d{12}$/.test(row.item_number))).toEqual([])
    for (const of of ['order_number', 'item_number'] as const)
      expect(new Set(rows.map((row) => row[of])).size).toBe(serials.length)
    expect(rows.at(-1)?.item_number).toMatch(/^11/)
  })

  it('number orders so that neighbours look unrelated', async () => {
    const rows = await numbersOf(Array.from({ length: 100 }, (_, index) => 100_000_000 + index))
    expect(new Set(rows.map((row) => row.order_number.slice(3, 8))).size).toBeGreaterThan(90)
  })

  it('refuse serials that are none, and those after the last', async () => {
    for (const n of [-1, 88 * 10 ** 10]) await expect(numbersOf([n])).rejects.toThrow('no serial')
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
