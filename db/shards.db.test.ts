import { addRow } from './testing-row.ts'
import { sql, type RawBuilder } from 'kysely'
import { describe, expect, it } from 'vitest'
import { compileOncePer, type BindValue } from './compile-once.ts'
import type { Database, SellerDb } from './client.ts'
import { findDivision, findOfSeller, readOfSeller, readOnShards } from './shards.ts'
import { addSeller } from './testing-seller.ts'
import { testDatabase } from './testing.ts'

/** On a single server `read_on_shard` keeps the names of the tables, and the rest is as on a cluster. */
const divided = await testDatabase()
const single = await testDatabase()

readOnShards(divided.owner)
// The first of each database, so both have the same id.
const sellerId = await addSeller(divided, 'ann')
await addSeller(single, 'ann')

const listing = { category: 'Lenses', condition: 'NEW', state: 'ACTIVE', currency: 'GBP', price_minor: 1000 } as const

interface On {
  sellerId: number
  at: Date
  ids: readonly number[]
  note: string | null
  isNew: boolean
}
type Statement = (at: BindValue<On>) => RawBuilder<Record<string, unknown>>

const on = (): On => ({
  sellerId,
  at: new Date('2026-11-27T10:00:00.25Z'),
  ids: [3, 1, 2],
  note: String.raw`it's "so" \ here`,
  isNew: true,
})

const read = (db: Database, statement: Statement, values = on()) => {
  const run = compileOncePer((_: object, at: BindValue<On>) => statement(at))
  return db.asSeller(sellerId, 'read', (own) => run(own, {}, values))
}

const everyType: Statement = (at) => sql<Record<string, unknown>>`
  select s.username, s.registered_at, i as id, ${at(({ at: moment }) => moment)}::timestamptz as at, ${at(({ note }) => note)}::text as note,
    ${at(({ isNew }) => isNew)}::boolean as "isNew", null::timestamptz as never,
    json_build_object('a', 1, 'b', null) as made, array['x', 'y'] as tags, array(select json_build_object('c', 2)) as list
  from unnest(${at(({ ids }) => ids)}::bigint[]) with ordinality as given (i, place)
  join sellers s on s.id = ${at((of) => of.sellerId)} order by place`

describe('rows of one seller', () => {
  it('are the same as by the statement itself, in its order, at each run', async () => {
    const expected = await read(single, everyType)
    expect(expected.map(({ id }) => id)).toEqual([3, 1, 2])
    expect(expected[0]).toMatchObject({ at: on().at, note: on().note, never: null })
    expect(await read(divided, everyType)).toEqual(expected)
    const other = { ...on(), note: null, ids: [7] }
    expect(await read(divided, everyType, other)).toEqual(await read(single, everyType, other))
    expect(await read(divided, everyType, { ...on(), ids: [] })).toEqual([])
  })

  it('come by the statement itself if JSON would change their values', async () => {
    const exact: Statement = () =>
      sql<Record<string, unknown>>`select 12345678901234567890::numeric as sum, date '2026-11-27' as day`
    expect(await read(divided, exact)).toEqual(await read(single, exact))
  })

  it('stay prepared in the session, up to 64 statements', async () => {
    const kept = (own: SellerDb) =>
      sql<{ name: string }>`select name from pg_prepared_statements where name like 'shard-%'`.execute(own)
    await divided.asSeller(sellerId, 'read', async (own) => {
      const counting = (n: number) => sql<{ n: number }>`select ${sql.lit(n)}::integer as n`.compile(own)
      expect(await readOfSeller(own, sellerId, counting(0))).toEqual([{ n: 0 }])
      const before = (await kept(own)).rows.length
      expect(await readOfSeller(own, sellerId, counting(0))).toEqual([{ n: 0 }])
      expect((await kept(own)).rows).toHaveLength(before)
      for (let n = 1; n < 40; n += 1) expect(await readOfSeller(own, sellerId, counting(n))).toEqual([{ n }])
      expect((await kept(own)).rows).toHaveLength(64)
    })
  })

  it('come by the key of a prepared statement, and by its text until it is prepared', async () => {
    await divided.asSeller(sellerId, 'read', async (own) => {
      const ask = async (statement: string | null) => {
        const { rows } = await sql<{ rows: unknown }>`
          select read_on_shard(tableoid, 'a key', array['7'], ${statement}) as rows from sellers
          where id = ${sellerId}`.execute(own)
        return rows[0]?.rows
      }
      const statement = 'select $1::integer as n'
      expect([await ask(null), await ask(statement), await ask(null)]).toEqual([null, [{ n: 7 }], [{ n: 7 }]])
    })
  })

  it('of questions asked at once come from one statement, each with its own parameters', async () => {
    const question = (name: string, from: number, to: number) =>
      sql<{ n: number; name: string }>`
        with wanted as materialized (select n from generate_series(${from}::integer, ${to}) n)
        select n, ${name}::text as name from wanted order by n desc`
    await divided.asSeller(sellerId, 'read', async (own) => {
      const ask = (name: string, from: number, to: number) => findOfSeller(own, sellerId, question(name, from, to))
      const answers = await Promise.all([ask('a', 1, 2), ask("it's b", 3, 3), ask('none', 2, 1)])
      expect(answers).toEqual([
        [
          { n: 2, name: 'a' },
          { n: 1, name: 'a' },
        ],
        [{ n: 3, name: "it's b" }],
        [],
      ])
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where name like 'shard-%' and statement like '%wanted%'`.execute(
        own,
      )
      expect(rows).toHaveLength(1)
      expect(await ask('later', 4, 4)).toEqual([{ n: 4, name: 'later' }])
      await expect(Promise.all([ask('a', 1, 1), findOfSeller(own, sellerId, sql`select 1 / 0`)])).rejects.toThrow(
        'division by zero',
      )
    })
  })

  it('are found by words through a function of the owner’s, which reads the bound seller’s words alone', async () => {
    const other = await addSeller(divided, 'bob')
    const add = (seller_id: number, title: string) =>
      addRow(divided.owner, 'listings', { ...listing, seller_id, title })
    const [lens, mug] = [await add(sellerId, 'Lens 5%'), await add(sellerId, 'Mug')]
    await add(other, 'Lens 5%')
    const ask = (words_table: string, condition: string, words: string[], most: number | null = null) =>
      divided.asSeller(sellerId, 'read', async (own) => {
        const { rows } = await sql<{ id: number }>`
          select id from found_by_words(${words_table}, ${condition}, ${words}::text[], ${most}) as f (id) order by id`.execute(
          own,
        )
        return rows.map(({ id }) => id)
      })
    const holds = (nth: number) => `o.terms like search_pattern(@${nth})`
    const inTab = '"o"."tab" in (@2)'
    expect(await ask('listing_search', holds(1), ['LENS'])).toEqual([lens.id])
    expect(await ask('listing_search', holds(1), ['5%'])).toEqual([lens.id])
    expect(await ask('listing_search', `(${holds(1)} or ${holds(2)})`, ['lens', 'mug'])).toEqual([lens.id, mug.id])
    expect(await ask('listing_search', `(${holds(1)} or ${holds(2)})`, ['lens', 'mug'], 1)).toHaveLength(1)
    expect(await ask('listing_search', `${inTab} and ${holds(1)}`, ['lens', 'active'])).toEqual([lens.id])
    expect(await ask('listing_search', `${inTab} and ${holds(1)}`, ['lens', 'ended'])).toEqual([])
    expect(await ask('listing_search', `${holds(1)} or ${holds(2)}`, ['lens', 'mug'])).toEqual([lens.id, mug.id])
    await expect(ask('listing_search', `${holds(1)}) or (${holds(2)}`, ['lens', 'mug'])).rejects.toThrow('syntax error')
    const unbound = sql`select from found_by_words('listing_search', ${holds(1)}, array['lens'], null)`
    expect((await unbound.execute(divided.owner)).rows).toEqual([])
    for (const [table, condition] of [
      ['listings', holds(1)],
      ['listing_search s', holds(1)],
      ['listing_search', 'true'],
      ['listing_search', `${holds(1)} or s.seller_id = @2`],
      ['listing_search', `${holds(1)} -- @2`],
    ] as const)
      await expect(ask(table, condition, ['lens', '1'])).rejects.toThrow('not a condition of words')
  })

  it('are read directly on a single server', async () => {
    await findDivision(single)
    await single.asSeller(sellerId, 'read', async (own) => {
      await readOfSeller(own, sellerId, sql`select 1 as n`.compile(own))
      const { rows } = await sql`select from pg_prepared_statements where name like 'shard-%'`.execute(own)
      expect(rows).toEqual([])
    })
  })
})
